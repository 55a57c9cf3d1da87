//! Rulesets in Lua on the command line: wherever a question is read, with errors that name file and line.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{command, complaint};
use std::path::Path;
use std::process::{Output, Stdio};

const LIBRARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rulesets");

/// Runs the command in a folder with these scripts.
fn run(scripts: &[(&str, &str)], arguments: &[&str]) -> Output {
    let place = tempfile::tempdir().unwrap();
    for (name, text) in scripts {
        std::fs::write(place.path().join(name), text).unwrap();
    }
    command(place.path()).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn in_library(arguments: &[&str]) -> String {
    let output = command(Path::new(LIBRARY)).args(arguments).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", complaint(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn scripts_are_positions_everywhere() {
    let contains = |arguments: &[&str], text: &str| {
        let printed = in_library(arguments);
        assert!(printed.contains(text), "{arguments:?}: {printed}");
    };
    contains(&["analyze", "./cutcake.lua:5x3"], "canonical         1");
    contains(&["analyze", "cutcake.lua", "5x3"], "canonical         1");
    contains(&["analyze", "./cutcake.lua:5x3 + -1", "--json"], "\"canonical\":\"0\"");
    contains(&["analyze", &format!("{LIBRARY}/cutcake.lua:5x3")], "canonical         1");
    contains(&["solve", "./wythoff.lua:3,5", "./cutcake.lua:1x2", "1"], "outcome           P");
    contains(&["temperature", "./eatcake.lua:2x2"], "temperature       0");
    contains(&["temperature", "./elephants-and-rhinos.lua:ee.rr", "--method", "tds+"], "temperature       1");
    contains(&["thermograph", "./elephants-and-rhinos.lua:ee...rr"], "mean 0, temperature 1");
    contains(&["show", "./fjords.lua:X..|..O"], "x..|..o");
    contains(&["games", "./fjords.lua", "--json"], "\"name\":\"./fjords.lua\"");
    contains(&["games", "cutcake.lua", "--check", "3x2"], "right on all 56 positions");
}

#[test]
fn a_scripted_game_is_played() {
    let mut child = command(Path::new(LIBRARY))
        .args(["play", "./subtraction.lua:5/1,2,3", "--side", "right", "--against", "random"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"quit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && printed.contains("5/1,2,3") && printed.contains("Left plays"),
        "{printed}"
    );
}

/// Sums of positions that random moves lead to, or of given ones; journals of them are replayed.
#[test]
fn scripted_games_are_dealt() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("match.jsonl");
    let journal = journal.to_str().unwrap();
    let players = ["match", "--left", "random:1", "--right", "solve", "--nodes", "200", "--games", "4"];
    for (starts, said) in [
        (
            &["--game", "./cutcake.lua", "--play", "normal"][..],
            "4 × ./cutcake.lua:5x3 after random moves in normal play",
        ),
        (
            &["--game", "./subtraction.lua:9/1,2,3", "--components", "2"],
            "2 × ./subtraction.lua:9/1,2,3 after",
        ),
        (
            &["--game", "hackenbush:g-a:L g-b:R a-c:R b-c:L", "--play", "misere"],
            "after random moves in misère play",
        ),
        (&["--start", "./cutcake.lua:4x3 + ./eatcake.lua:2x2 + *", "--play", "normal"], "./eatcake.lua:2x2"),
    ] {
        let printed = in_library(&[&players[..], starts, &["--journal", journal]].concat());
        assert!(printed.contains("4 games of") && printed.contains(said), "{starts:?}: {printed}");
        assert!(!printed.contains("lost by time"), "{starts:?}: {printed}");
        let replayed = in_library(&["match", "--replay", journal]);
        assert!(
            replayed.contains("All games are as they were played") && replayed.contains(said),
            "{replayed}"
        );
        std::fs::remove_file(journal).unwrap();
    }
    let refused = |arguments: &[&str]| {
        let options = "function options(n) return n > 0 and { n - 1 } or {} end\n";
        let output = run(
            &[
                ("x.lua", options),
                ("y.lua", "example = '0'\n"),
                ("z.lua", &format!("example = '0'\n{options}")),
            ],
            &[&players[..], arguments].concat(),
        );
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        complaint(&output)
    };
    assert!(refused(&["--game", "./x.lua"]).contains("write ./x.lua:POSITION"));
    assert!(refused(&["--game", "./y.lua"]).contains("should define options"));
    assert!(refused(&["--game", "./z.lua"]).contains("random moves from ./z.lua:0 lead to no position"));
    assert!(refused(&["--game", "./x.lua:5", "--size", "3x3"]).contains("a size is for random boards"));
    assert!(refused(&["--game", "go"]).contains("go:POSITION deals those that random moves"));
}

/// Exit statuses and messages.
#[test]
fn wrong_scripts_are_explained() {
    let (loops, spins) =
        ("function options(s) return { 1 - s } end", "\nfunction options() while true do end end");
    let options = "function options(n) return n > 0 and { n - 1 } or {} end\n";
    let wrong = format!("{options}function bounds() return 1, 2 end");
    let cases: &[(&str, &[&str], i32, &str)] = &[
        ("", &["analyze", "./nowhere.lua:3"], 4, "./nowhere.lua cannot be read"),
        ("", &["solve", "./nowhere.lua:3", "*"], 4, "./nowhere.lua cannot be read"),
        ("", &["play", "./nowhere.lua:3"], 4, "./nowhere.lua cannot be read"),
        ("", &["games", "./nowhere.lua"], 4, "./nowhere.lua cannot be read"),
        ("", &["analyze", "./x.lua:3"], 2, "./x.lua: the script should define options(position, left)"),
        ("x = = 1", &["analyze", "./x.lua:3"], 2, "./x.lua:1: unexpected symbol near '='\n  x = = 1"),
        (options, &["analyze", "./x.lua"], 2, "is a game without a position: write ./x.lua:'POSITION'"),
        (spins, &["analyze", "./x.lua:3"], 2, "./x.lua:2: more than 100000000 instructions"),
        (
            spins,
            &["solve", "./x.lua:3", "--method", "dfpn"],
            2,
            "./x.lua:2: more than 100000000 instructions",
        ),
        (loops, &["analyze", "./x.lua:0"], 2, "play does not end"),
        (loops, &["solve", "./x.lua:0"], 2, "play does not end"),
        (loops, &["solve", "./x.lua:0", "--method", "alphabeta"], 2, "play does not end"),
        (loops, &["games", "./x.lua", "--check", "0"], 1, "options is wrong about 0: play can come back"),
        (&wrong, &["games", "./x.lua", "--check", "3"], 1, "bounds is wrong about 3: * is not from 1 to 2"),
        ("", &["games", "clobber", "--check", "xo"], 2, "only the rulesets of scripts have hooks to check"),
    ];
    for (source, arguments, status, message) in cases {
        let output = run(&[("x.lua", source)], arguments);
        let said = format!("{}{}", complaint(&output), String::from_utf8_lossy(&output.stdout));
        assert_eq!(output.status.code(), Some(*status), "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
}
