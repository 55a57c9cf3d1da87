//! `tedomari serve` as a process: it answers as the command does, and ends when it is told to.

#![cfg(feature = "server")]
#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{command, tedomari};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A server that ends with the test.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(folder: &Path) -> Self {
        let mut command = command(folder);
        command.args(["serve", "--port", "0", "--no-open", "--memory", "256"]).stdout(Stdio::piped());
        command.env("TMPDIR", folder);
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url =
            line.split(' ').find_map(|word| word.strip_prefix("http://")).unwrap_or_else(|| panic!("{line}"));
        Self { address: url.trim_end_matches('/').to_owned(), child }
    }

    /// Asks for JSON.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let (address, body) = (&self.address, body.to_string());
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAccept: application/json\r\n"
        );
        write!(
            stream,
            "{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
        serde_json::from_str(body).unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Twenty positions of ten games.
const POSITIONS: [&str; 20] = [
    "amazons:x.#.|....|.##.|...o",
    "amazons:x..|...|..o",
    "clobber:xoxo|oxox",
    "clobber:xox|oxo|xox",
    "domineering:...|...|...",
    "domineering:..#.|....|.#..",
    "nogo:...|.x.",
    "nogo:o.xx|xox.|...x|x.x.",
    "konane:xox.|o.ox|xoxo",
    "konane:xoxo|ox.x",
    "hackenbush:g-a:L a-b:R b-c:E a-d:L",
    "hackenbush:g-a:L g-b:R a-b:E",
    "toads-and-frogs:tt..ff",
    "toads-and-frogs:t.tf.f",
    "toppling-dominoes:lerrl",
    "toppling-dominoes:llrel",
    "col:x..|...|..o",
    "snort:a-b a-d b-c c-d d-e e=X",
    "go:#XXX##|#X..O#|#XXXX#",
    "nim:3,5,7",
];

#[test]
fn the_page_says_what_the_command_says() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    for position in POSITIONS {
        let found = served.ask("POST", "/api/v1/analysis", &json!({ "position": position, "time": 30 }));
        let mut found = found["analysis"].clone();
        let output = tedomari(&["analyze", position, "--json", "--time", "30s"], b"");
        let mut wanted: Value = serde_json::from_slice(&output.stdout).unwrap();
        for answer in [&mut found, &mut wanted] {
            let answer = answer.as_object_mut().unwrap();
            for key in ["nodes", "seconds", "position"] {
                answer.remove(key);
            }
            for moves in answer["moves"].as_object_mut().unwrap().values_mut() {
                for action in moves.as_array_mut().unwrap() {
                    for key in ["sensible", "position", "thermograph"] {
                        action.as_object_mut().unwrap().remove(key);
                    }
                }
            }
        }
        assert_eq!(found, wanted, "{position}");
    }
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = Served::start(folder.path());
    served.ask("POST", "/api/v1/census", &json!({ "game": "clobber", "columns": 2, "rows": 2 }));
    let left = || std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left(), 1, "the table is in the folder for temporary files");
    let kill = std::process::Command::new("kill").arg(served.child.id().to_string()).status().unwrap();
    assert!(kill.success());
    let started = Instant::now();
    let status = loop {
        if let Some(status) = served.child.try_wait().unwrap() {
            break status;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success(), "{status}");
    assert_eq!(left(), 0, "a folder is left behind");
}

#[test]
fn bad_settings_are_refused() {
    for (options, about) in [
        (&["--listen", "0.0.0.0"][..], "a token is needed"),
        (&["--token", "short"], "16 letters"),
        (&["--jobs", "0"], "--jobs"),
        (&["--port", "70000"], "--port"),
    ] {
        let output = tedomari(&[&["serve", "--no-open", "--port", "0"][..], options].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(about), "{options:?}: {output:?}");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = tedomari(&["serve", "--no-open", "--port", &port], b"");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("cannot be listened on") && message.contains("--port"), "{message}");
}
