//! Jobs: what they tell, who waits, and how they end.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{Stream, answer, get, post, request, run, send, server, settings, with};
use serde_json::{Value, json};
use server::Settings;
use std::fmt;
use std::time::{Duration, Instant};
use tedomari::prelude::*;
use tedomari::rules::{Hints, Position};

/// A position whose value takes far longer than a test.
const LONG: &str = "amazons:x..x..|......|o....o|......|..x..o|......";

async fn running(server: &axum::Router) -> u64 {
    get(server, "/api/v1/health").await.1["jobs"]["running"].as_u64().unwrap()
}

/// Waits until no job is running, and returns how long that took.
async fn quiet(server: &axum::Router) -> Duration {
    let started = Instant::now();
    while running(server).await > 0 {
        assert!(started.elapsed() < Duration::from_secs(60), "a job was left behind");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    started.elapsed()
}

#[test]
fn bounds_narrow_until_time_is_up() {
    run(async {
        let server = server();
        let asked = json!({ "position": LONG, "time": 3.0 });
        let started = Instant::now();
        let events = Stream::open(&server, "/api/v1/analysis", &asked).await.rest().await;
        let names: Vec<&str> = events.iter().map(|(name, _)| &name[..]).collect();
        assert_eq!((names[0], names[names.len() - 1]), ("started", "done"));
        assert_eq!(names.iter().filter(|name| **name == "answer").count(), 1);
        assert!(names.contains(&"heartbeat"));
        assert_eq!(events[events.len() - 1].1["reason"], "time");
        let number = |value: &Value| value.as_str().unwrap().parse::<Dyadic>().unwrap();
        let bounds: Vec<&Value> =
            events.iter().filter(|(name, _)| name == "bounds").map(|(_, data)| data).collect();
        let most = 20.0 * started.elapsed().as_secs_f64() + 1.0;
        assert!(!bounds.is_empty() && bounds.len() as f64 <= most, "{}", bounds.len());
        for pair in bounds.windows(2) {
            for key in ["mean_bounds", "temperature_bounds"] {
                assert!(number(&pair[0][key][0]) <= number(&pair[1][key][0]), "{pair:?}");
                assert!(number(&pair[0][key][1]) >= number(&pair[1][key][1]), "{pair:?}");
            }
        }
        let (_, found) = events.iter().find(|(name, _)| name == "answer").unwrap();
        let (last, analysis) = (bounds[bounds.len() - 1], &found["analysis"]);
        assert!(analysis["error"].is_string());
        assert!(number(&last["mean_bounds"][0]) <= number(&analysis["mean_bounds"][0]));
        quiet(&server).await;
    });
}

/// A client that goes away takes its job along.
#[test]
fn a_dropped_stream_ends_its_job() {
    run(async {
        let server = server();
        for (path, body) in [
            ("/api/v1/analysis", json!({ "position": LONG })),
            ("/api/v1/analysis", json!({ "position": format!("{LONG} + {LONG}") })),
            ("/api/v1/temperature", json!({ "position": LONG })),
            ("/api/v1/temperature", json!({ "position": LONG, "method": "tds+" })),
            ("/api/v1/thermograph", json!({ "position": LONG })),
            ("/api/v1/solve", json!({ "sum": format!("{LONG} + {LONG}") })),
            ("/api/v1/choose", json!({ "start": LONG, "time": 60 })),
            ("/api/v1/choose", json!({ "start": "dark-chess:", "player": "mcts", "time": 60 })),
            ("/api/v1/census", json!({ "table": "nogo 4x4" })),
            ("/api/v1/experiments", json!({ "name": "tds-errors" })),
            ("/api/v1/experiments", json!({ "name": "strategies" })),
            ("/api/v1/experiments", json!({ "name": "best-estimate" })),
        ] {
            let mut stream = Stream::open(&server, path, &body).await;
            stream.wait_for("started").await;
            tokio::time::sleep(Duration::from_millis(100)).await;
            assert_eq!(running(&server).await, 1, "{path} {body} has ended already");
            drop(stream);
            let took = quiet(&server).await;
            println!("{path} {body}: {} ms", took.as_millis());
        }
    });
}

#[test]
fn jobs_wait_and_are_refused() {
    run(async {
        let server = with(Engine::new(), Settings { jobs: 1, queue: 2, ..settings() });
        let long = json!({ "position": LONG });
        let mut first = Stream::open(&server, "/api/v1/analysis", &long).await;
        first.wait_for("started").await;
        let quick = json!({ "position": "1|-1" });
        let mut second = Stream::open(&server, "/api/v1/analysis", &quick).await;
        let third = Stream::open(&server, "/api/v1/analysis", &quick).await;
        assert_eq!(second.next().await.unwrap().0, "queued");
        let headers = [("content-type", "application/json")];
        let fourth = send(&server, request("POST", "/api/v1/analysis", &headers, quick.to_string())).await;
        assert_eq!(
            (fourth.status().as_u16(), &fourth.headers()["retry-after"]),
            (429, &"1".parse().unwrap())
        );
        // One that waits can go away, and makes room.
        drop(third);
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(get(&server, "/api/v1/health").await.1["jobs"]["waiting"], 1);
        drop(first);
        let rest = second.rest().await;
        assert_eq!(rest[rest.len() - 1].1["reason"], "complete");
        quiet(&server).await;
    });
}

/// A game with a defect in its rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Broken;

impl Position for Broken {
    type Move = u8;

    fn moves(&self, _: Player) -> Vec<u8> {
        panic!("a defect in the rules")
    }

    fn play(&self, _: Player, _: u8) -> Self {
        Self
    }
}

impl Hints for Broken {}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broken")
    }
}

impl Notation for Broken {
    fn read(_: &str) -> Result<Self, BoardError> {
        Ok(Self)
    }
}

#[test]
fn a_panic_takes_nothing_with_it() {
    let mut engine = Engine::new();
    engine.add(Ruleset::new::<Broken>("broken")).unwrap();
    run(async {
        let server = with(engine, settings());
        for path in ["/api/v1/analysis", "/api/v1/thermograph", "/api/v1/positions"] {
            let (status, found) = post(&server, path, &json!({ "position": "broken:x" })).await;
            assert_eq!((status.as_u16(), &found["error"]["code"]), (500, &json!("panic")), "{path}");
            let good = answer(&server, "/api/v1/analysis", &json!({ "position": "clobber:xoxo" })).await;
            assert_eq!(good["analysis"]["exact"], true);
        }
        let broken = json!({ "position": "broken:x" });
        let events = Stream::open(&server, "/api/v1/analysis", &broken).await.rest().await;
        assert_eq!(events[events.len() - 1].1["reason"], "panic");
        quiet(&server).await;
    });
}
