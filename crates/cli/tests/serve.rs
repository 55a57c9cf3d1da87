//! `tedomari serve` as a process: it answers as the command does, and ends when it is told to.

#![cfg(feature = "server")]
#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{command, tedomari};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// A server that ends with the test.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(folder: &Path, mebibytes: u64) -> Self {
        Self::with(folder, &["--memory", &mebibytes.to_string()])
    }

    fn with(folder: &Path, options: &[&str]) -> Self {
        let mut command = command(folder);
        command.args(["serve", "--port", "0", "--no-open"]).args(options);
        command.stdout(Stdio::piped());
        command.env("TMPDIR", folder);
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url =
            line.split(' ').find_map(|word| word.strip_prefix("http://")).unwrap_or_else(|| panic!("{line}"));
        Self { address: url.trim_end_matches('/').to_owned(), child }
    }

    /// Asks once, and returns the status and the body.
    fn ask_anything(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let address = &self.address;
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close");
        let kinds = "Accept: application/json\r\nContent-Type: application/json";
        write!(stream, "{head}\r\n{kinds}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{path} {body}: {answer}"));
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// Asks a good question.
    fn ask(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask_anything("POST", path, &body.to_string());
        assert_eq!(status, 200, "{path} {body}: {answer}");
        serde_json::from_str(&answer).unwrap()
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
    let served = Served::start(folder.path(), 256);
    for position in POSITIONS {
        let found = served.ask("/api/v1/analysis", &json!({ "position": position, "time": 30 }));
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

/// The page offers the scripts that it was started with, and no question names a file.
#[cfg(feature = "scripts")]
#[test]
fn only_its_own_scripts_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rulesets");
    std::fs::copy(format!("{library}/cutcake.lua"), folder.path().join("cutcake.lua")).unwrap();
    std::fs::copy(format!("{library}/fjords.lua"), folder.path().join("fjords.lua")).unwrap();
    let served = Served::with(folder.path(), &["--ruleset", "./cutcake.lua", "--ruleset", "fjords.lua"]);
    let (_, rulesets) = served.ask_anything("GET", "/api/v1/rulesets", "");
    for name in ["\"cutcake\"", "\"fjords\"", "cakes of columns x rows"] {
        assert!(rulesets.contains(name), "{rulesets}");
    }
    let found = served.ask("/api/v1/analysis", &json!({ "position": "cutcake:5x3 + fjords:x..|...|..o" }));
    assert_eq!(
        (&found["kind"], &found["analysis"]["parts"][0]["canonical"]),
        (&json!("sum"), &json!("1")),
        "{found}"
    );
    assert_eq!(
        served.ask("/api/v1/positions", &json!({ "position": "cutcake:5x3", "details": true }))["kind"],
        "position"
    );
    assert_eq!(served.ask("/api/v1/solve", &json!({ "sum": "cutcake:5x3 + -1" }))["outcome"], "P");
    let file = folder.path().join("cutcake.lua");
    for game in ["./cutcake.lua", "cutcake.lua", file.to_str().unwrap()] {
        for (path, key) in
            [("analysis", "position"), ("positions", "position"), ("solve", "sum"), ("play", "start")]
        {
            let asked = json!({ key: format!("{game}:5x3") }).to_string();
            let (status, answer) = served.ask_anything("POST", &format!("/api/v1/{path}"), &asked);
            assert_eq!(status, 400, "{path} {asked}: {answer}");
        }
    }
}

/// The questions of many clients.
const ASKED: [(&str, &str); 6] = [
    ("/api/v1/analysis", r#"{"position":"amazons:x..|...|..o"}"#),
    ("/api/v1/analysis", r#"{"position":"amazons:x..x..|......|o....o|......|..x..o|......","time":0.5}"#),
    ("/api/v1/positions", r#"{"position":"domineering:....|....|....|...."}"#),
    ("/api/v1/solve", r#"{"sum":"clobber:xoxo + ^^*"}"#),
    ("/api/v1/play", r#"{"start":"nogo:...|...","moves":[[1,"A1"]]}"#),
    ("/api/v1/positions", r#"{"position":"domineering:..x"}"#),
];

/// The memory of a job in the load tests.
const MEBIBYTES: u64 = 64;

/// Many clients ask at once. Every request is answered or told to come back, and all jobs end. Returns the peak
/// memory of the server in MiB.
fn load(clients: usize, time: Duration) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), MEBIBYTES);
    let statuses = Mutex::new(BTreeMap::<u16, usize>::new());
    let (started, most) = (Instant::now(), Mutex::new(0));
    let count = |name: &str| {
        let (_, counts) = served.ask_anything("GET", "/metrics", "");
        let line = counts.lines().find_map(|line| line.strip_prefix(name).map(str::trim));
        line.unwrap_or_else(|| panic!("{counts}")).parse::<u64>().unwrap()
    };
    thread::scope(|scope| {
        for client in 0..clients {
            let (served, statuses, most, count) = (&served, &statuses, &most, &count);
            scope.spawn(move || {
                let mut next = client;
                while started.elapsed() < time {
                    let (path, body) = ASKED[next % ASKED.len()];
                    let (status, answer) = served.ask_anything("POST", path, body);
                    assert!(matches!(status, 200 | 400 | 429), "{path}: {status} {answer}");
                    *statuses.lock().unwrap().entry(status).or_default() += 1;
                    if client == 0 {
                        let bytes = count("tedomari_resident_bytes");
                        let mut most = most.lock().unwrap();
                        *most = bytes.max(*most);
                    }
                    next += 1;
                }
            });
        }
    });
    let most = *most.lock().unwrap() >> 20;
    println!("{:?}, at most {most} MiB", statuses.lock().unwrap());
    // The answer of a job arrives a moment before its thread ends.
    let quiet = Instant::now();
    while (count("tedomari_jobs_running"), count("tedomari_jobs_waiting")) != (0, 0) {
        assert!(quiet.elapsed() < Duration::from_secs(60), "a job is left");
        thread::sleep(Duration::from_millis(5));
    }
    most
}

#[test]
fn many_clients() {
    load(16, Duration::from_millis(500));
}

#[test]
#[ignore = "takes a minute"]
fn two_hundred_clients_for_a_minute() {
    let most = load(200, Duration::from_secs(60));
    // Two jobs and what the engine keeps between them, four quick questions, and the program itself.
    assert!(most < 7 * MEBIBYTES + 64, "{most} MiB");
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = Served::start(folder.path(), 256);
    served.ask("/api/v1/census", &json!({ "table": "clobber 2x2" }));
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
        thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success(), "{status}");
    assert_eq!(left(), 0, "a folder is left behind");
}

#[cfg(feature = "scripts")]
const PILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rulesets/pile.lua");

#[test]
fn bad_settings_are_refused() {
    for (options, about) in [
        (&["--listen", "0.0.0.0"][..], "a token is needed"),
        (&["--token", "short"], "16 letters"),
        (&["--jobs", "0"], "--jobs"),
        (&["--port", "70000"], "--port"),
        #[cfg(feature = "scripts")]
        (&["--ruleset", "./nowhere.lua"], "./nowhere.lua cannot be read"),
        #[cfg(feature = "scripts")]
        (&["--ruleset", PILE, "--ruleset", PILE], "there is a game 'pile' already"),
    ] {
        let output = tedomari(&[&["serve", "--no-open", "--port", "0"][..], options].concat(), b"");
        let code = if about.contains("cannot be read") { 4 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{options:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(about), "{options:?}: {output:?}");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = tedomari(&["serve", "--no-open", "--port", &port], b"");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("cannot be listened on") && message.contains("--port"), "{message}");
}
