//! Limits hold: commands on endless inputs, or on inputs too large for the time, end soon with a reason.
//! Tests guard against hangs only, at ten times the promised time.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{command, complaint, tedomari, watch};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

/// Runs a command with a limit of one second.
fn run_a_second(arguments: &[&str], input: &str) -> Output {
    let started = Instant::now();
    let output = tedomari(arguments, input.as_bytes());
    assert!(started.elapsed() < Duration::from_secs(13), "{arguments:?} took {:?}", started.elapsed());
    output
}

#[test]
fn devices_without_an_end_are_no_positions() {
    for arguments in [
        ["analyze", "amazons", "@/dev/zero"],
        ["temperature", "tree", "@/dev/zero"],
        ["show", "nogo", "@/dev/zero"],
    ] {
        let output = run_a_second(&arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(complaint(&output).contains("longer than 16 MiB"), "{}", complaint(&output));
    }
}

#[test]
fn a_line_without_an_end_is_refused() {
    let endless = "1+".repeat(9 << 20);
    for arguments in [&["value", "-"][..], &["solve", "-"], &["temperature", "-"]] {
        let output = run_a_second(arguments, &endless);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(complaint(&output).contains("longer than 16 MiB"), "{}", complaint(&output));
    }
}

/// `{0,1,…,99999|}`.
fn wide() -> String {
    let options: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
    format!("{{{}|}}", options.join(","))
}

#[test]
fn a_hundred_thousand_options_keep_to_the_time() {
    for method in ["values", "alphabeta", "pn", "dfpn", "pn-all"] {
        let output = run_a_second(&["solve", "-", "--time", "1", "--method", method], &wide());
        assert!(matches!(output.status.code(), Some(0 | 3)), "{method}: {}", complaint(&output));
    }
    for method in ["exact", "interval", "tds", "tds+", "mts"] {
        let position = format!("tree\t{}", wide());
        let output = run_a_second(&["temperature", "-", "--time", "1", "--method", method], &position);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{method}: {}", complaint(&output));
    }
    let output = run_a_second(&["value", "-", "--time", "1", "--all"], &wide());
    assert!(matches!(output.status.code(), Some(0 | 3)), "{}", complaint(&output));
}

#[test]
fn a_hundred_thousand_options_have_a_value() {
    let output = tedomari(&["value", "-", "--time", "1h", "--all"], wide().as_bytes());
    assert!(output.status.success(), "{}", complaint(&output));
    assert!(String::from_utf8(output.stdout).unwrap().contains("100000"));
}

#[test]
fn sums_of_many_switches_keep_to_the_time() {
    let all_alike: fn(i32) -> i32 = |_| 1;
    for (count, size) in [(300, (|n| n) as fn(i32) -> i32), (999, |n| n), (999, all_alike)] {
        let mut sum = String::from("0");
        for n in (1..=count).map(size) {
            write!(sum, " + {{{n}|{}}}", -n).unwrap();
        }
        for method in ["values", "alphabeta", "pn", "dfpn", "pn-all"] {
            let arguments = ["solve", "-", "--time", "1", "--memory", "64", "--method", method];
            let output = run_a_second(&arguments, &sum);
            assert!(matches!(output.status.code(), Some(0 | 3)), "{method}: {}", complaint(&output));
        }
    }
}

/// The values of a sum are computed before it is solved.
#[test]
fn values_that_take_long_to_read_keep_to_the_time() {
    let sum: Vec<String> = (1..300).map(|n| format!("{{{n}|{}}}", -n)).collect();
    let output = run_a_second(&["solve", "-", "--time", "1"], &format!("({})", sum.join("+")));
    assert_eq!(output.status.code(), Some(3), "{}", complaint(&output));
}

#[test]
fn billions_of_coupons_are_one_run() {
    let position = ["temperature", "amazons", "##o|x.#|..#"];
    let search = ["--method", "tds+", "--delta", "1/2147483648", "--time", "1h"];
    let started = Instant::now();
    let output = tedomari(&[&position[..], &search].concat(), b"");
    // Ten times the default limit of a search. One by one, the searches would take hours.
    assert!(started.elapsed() < Duration::from_secs(100), "{:?}", started.elapsed());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains(" … ") && text.len() < 1_000, "{text}");
}

/// A result finer than all coupons is not certain.
#[test]
fn bounds_do_not_cross() {
    let arguments = ["temperature", "tree", "{1|{0|1/4294967296}}", "--method", "mts", "--json"];
    let output = run_a_second(&arguments, "");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["exact"], false, "{answer}");
    assert!(answer["mean_bounds"][0].is_null() && answer["temperature_bounds"][1].is_null(), "{answer}");
}

/// What a process takes beside `--memory`, in MiB.
const BESIDE: u64 = 32;

/// Runs a command with this standard input, once in 16 and once in 64 MiB, and looks at its peak of resident memory.
fn keeps_to_its_memory(arguments: &[&str], input: &str) {
    for memory in [16, 64] {
        let place = tempfile::tempdir().unwrap();
        let mut run = command(place.path());
        run.args(arguments).args(["--memory", &memory.to_string()]);
        let mut child =
            run.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // A command that reads no input may have ended already.
        _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let end = watch(&mut child, Duration::from_secs(200), 1 << 30);
        let status = end.status.and_then(|status| status.code());
        assert!(matches!(status, Some(0 | 3)), "{arguments:?} in {memory} MiB: {status:?}");
        let peak = end.memory >> 10;
        assert!(peak <= memory + BESIDE, "{arguments:?} in {memory} MiB takes {peak}");
    }
}

/// Boards that no search finishes in this memory.
const HARD: [&str; 5] = [
    "amazons:..x...|......|x.....|.....o|......|...o..",
    "domineering:........|........|........|........|........|........|........|........",
    "nogo:.....|.....|.....|.....",
    "clobber:xoxox|oxoxo|xoxox|oxoxo",
    "clobber:xoxoxo|oxoxox|xoxoxo + nogo:....|....|....",
];

/// A sum of 25 switches of switches, whose value has a huge canonical form.
fn many_parts() -> String {
    let parts: Vec<String> =
        (1..26).map(|n| format!("{{{}|{n}||{}|{}}}", 3 * n + 7, -n, -2 * n - 1)).collect();
    parts.join(" + ")
}

#[test]
fn a_sum_of_many_parts_keeps_to_the_memory() {
    for method in ["exact", "interval", "tds", "mts"] {
        keeps_to_its_memory(&["temperature", &many_parts(), "--method", method, "--time", "3"], "");
    }
}

/// Every command that takes `--memory`, with every method.
#[test]
#[ignore = "a quarter of an hour"]
fn every_command_keeps_to_the_memory() {
    let many = many_parts();
    let topics = HARD.into_iter().chain([&many[..]]);
    for topic in topics.clone() {
        for method in ["exact", "interval", "tds", "tds+", "mts"] {
            keeps_to_its_memory(&["temperature", topic, "--method", method, "--time", "8"], "");
        }
        for method in ["values", "alphabeta", "pn", "dfpn", "pn-all"] {
            keeps_to_its_memory(&["solve", topic, "--method", method, "--time", "8"], "");
        }
        for method in ["values", "alphabeta", "dfpn"] {
            keeps_to_its_memory(&["solve", topic, "--method", method, "--threads", "2", "--time", "8"], "");
        }
        for command in ["analyze", "thermograph"] {
            keeps_to_its_memory(&[command, topic, "--time", "8"], "");
        }
        for player in ["informed", "alphabeta", "mcts", "hotstrat", "sentestrat:tds+"] {
            keeps_to_its_memory(
                &["play", topic, "--side", "right", "--against", player, "--time", "8"],
                "quit\n",
            );
        }
    }
    keeps_to_its_memory(&["value", &format!("({many})"), "--all", "--time", "8"], "");
    for player in ["star1", "star2.5", "mcts"] {
        keeps_to_its_memory(
            &["play", "ewn", "--side", "right", "--against", player, "--time", "8"],
            "quit\n",
        );
    }
    for size in ["nogo 4x4", "clobber 4x4", "domineering 5x5", "amazons 4x4"] {
        let build: Vec<&str> = ["table", "build"].into_iter().chain(size.split(' ')).collect();
        keeps_to_its_memory(&[&build[..], &["--time", "30"]].concat(), "");
    }
    keeps_to_its_memory(&["taking", "solve", "tactix:5x5", "--play", "normal"], "");
}
