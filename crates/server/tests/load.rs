//! Many clients at once, over the network.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::settings;
use serde_json::Value;
use server::{Server, Settings};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};
use tedomari::Engine;

/// Asks once, and returns the status and the body.
fn ask(address: &str, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n"
    );
    write!(stream, "{head}Accept: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{path} {body}: {answer}"));
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

/// The questions of the clients.
const ASKED: [(&str, &str); 6] = [
    ("/api/v1/analysis", r#"{"position":"amazons:x..|...|..o"}"#),
    ("/api/v1/analysis", r#"{"position":"amazons:x..x..|......|o....o|......|..x..o|......","time":0.5}"#),
    ("/api/v1/positions", r#"{"position":"domineering:....|....|....|...."}"#),
    ("/api/v1/solve", r#"{"sum":"clobber:xoxo + ^^*"}"#),
    ("/api/v1/play", r#"{"start":"nogo:...|...","moves":[[1,"A1"]]}"#),
    ("/api/v1/positions", r#"{"position":"domineering:..x"}"#),
];

/// Returns the memory of the process in bytes, and that of a job.
fn load(clients: usize, time: Duration) -> [u64; 2] {
    let bytes = 64 << 20;
    let server = Server::bind(Engine::new(), Settings { bytes, ..settings() }).unwrap();
    let address = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let stopper = server.stopper();
    let serving = thread::spawn(move || server.run());
    let statuses = Mutex::new(BTreeMap::<u16, usize>::new());
    let (started, most) = (Instant::now(), Mutex::new(0));
    thread::scope(|scope| {
        for client in 0..clients {
            let (address, statuses, most) = (&address, &statuses, &most);
            scope.spawn(move || {
                let mut next = client;
                while started.elapsed() < time {
                    let (path, body) = ASKED[next % ASKED.len()];
                    let (status, answer) = ask(address, "POST", path, body);
                    assert!(matches!(status, 200 | 400 | 429), "{path}: {status} {answer}");
                    *statuses.lock().unwrap().entry(status).or_default() += 1;
                    if client == 0 {
                        let (_, counts) = ask(address, "GET", "/metrics", "");
                        let line =
                            counts.lines().find_map(|line| line.strip_prefix("tedomari_resident_bytes "));
                        let mut most = most.lock().unwrap();
                        *most = line.unwrap().parse::<u64>().unwrap().max(*most);
                    }
                    next += 1;
                }
            });
        }
    });
    let (_, health) = ask(&address, "GET", "/api/v1/health", "");
    let health: Value = serde_json::from_str(&health).unwrap();
    assert_eq!(
        (&health["jobs"]["running"], &health["jobs"]["waiting"]),
        (&0.into(), &0.into()),
        "a job is left"
    );
    let most = *most.lock().unwrap();
    println!("{:?}, at most {} MiB", statuses.lock().unwrap(), most >> 20);
    stopper.stop();
    serving.join().unwrap().unwrap();
    [most, bytes as u64]
}

#[test]
fn some_clients() {
    load(8, Duration::from_secs(1));
}

#[test]
#[ignore = "takes a minute"]
fn two_hundred_clients_for_a_minute() {
    let [most, bytes] = load(200, Duration::from_secs(60));
    // Two jobs, the requests, and the program itself.
    assert!(most < 4 * bytes + (256 << 20), "{most} bytes");
}
