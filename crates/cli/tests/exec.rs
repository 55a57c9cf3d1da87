//! The player that is another program: our own players through it, and programs that do not keep to the protocol.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{complaint, tedomari};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

/// This program as another program that plays.
fn served(player: &str) -> String {
    format!("exec:{} player {player}", env!("CARGO_BIN_EXE_tedomari"))
}

/// Plays a match.
fn play(left: &str, right: &str, more: &[&str]) -> Output {
    tedomari(&[&["match", "--left", left, "--right", right, "--json"], more].concat(), b"")
}

/// The result of a match without the names of its players.
fn result(output: &Output) -> Value {
    assert!(output.status.success(), "{}", complaint(output));
    let mut result: Value = serde_json::from_slice(&output.stdout).unwrap();
    for key in ["left", "right"] {
        result.as_object_mut().unwrap().remove(key);
    }
    result
}

/// The games of a journal.
fn games(journal: &Path) -> Vec<String> {
    let text = fs::read_to_string(journal).unwrap();
    let mut games: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
    games.sort();
    games
}

#[test]
fn sums_are_played_as_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let journals = ["plain", "served"].map(|name| folder.path().join(name));
    for name in ["hotstrat:tds+", "sentestrat", "mean:mts", "informed", "alphabeta", "mcts", "random:5"] {
        let [plain, through] = [name.to_owned(), served(name)].map(|left| {
            let journal = &journals[usize::from(left.starts_with("exec:"))];
            _ = fs::remove_file(journal);
            let size = ["--game", "amazons", "--size", "4x3", "--components", "2", "--seed", "3"];
            let limits = ["--nodes", "150", "--games", "4", "--journal", journal.to_str().unwrap()];
            result(&play(&left, "random:1", &[&size[..], &limits].concat()))
        });
        assert_eq!(plain, through, "{name}");
        assert_eq!(games(&journals[0]), games(&journals[1]), "{name}");
    }
}

#[test]
fn games_with_chance_are_played_as_without_it() {
    for (game, names) in [
        ("ewn", &["greedy", "star1", "star2.5", "alphabeta", "mcts", "random:2"][..]),
        ("dark-chess", &["star2"]),
    ] {
        for name in names {
            let limits = ["--game", game, "--nodes", "100", "--games", "2", "--seed", "5"];
            let [plain, through] =
                [(*name).to_owned(), served(name)].map(|left| result(&play(&left, "random", &limits)));
            assert_eq!(plain, through, "{name}");
            assert_eq!(plain["late"], json!([0, 0]), "{name}");
        }
    }
}

/// A program by the clock: it is in time.
#[test]
fn a_program_keeps_to_the_clock() {
    let limits = ["--size", "3x3", "--time", "300ms", "--games", "2"];
    let result = result(&play(&served("informed"), "random", &limits));
    assert_eq!(result["late"], json!([0, 0]));
}

/// A program that loses every game, with a message, and the match goes on to its end.
#[test]
fn a_program_that_fails_loses_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let scripts = [
        (
            "illegal",
            r#"read line; echo '{"answer":"hello","protocol":1,"name":"illegal"}'
read line; echo '{"answer":"ready"}'; read line; echo '{"answer":"move","part":1,"move":"Z9"}'; read line"#,
        ),
        ("other", r#"read line; echo '{"answer":"hello","protocol":2,"name":"other"}'; read line"#),
        ("unasked", r#"read line; echo '{"answer":"hello","protocol":1,"name":"x"}'; echo; echo; sleep 3"#),
        (
            "sleepy",
            r#"read line; echo '{"answer":"hello","protocol":1,"name":"sleepy"}'
read line; echo '{"answer":"ready"}'; exec sleep 1000"#,
        ),
    ];
    let script = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, scripts.iter().find(|(known, _)| *known == name).unwrap().1).unwrap();
        format!("exec:sh {}", path.display())
    };
    for game in [&["--game", "ewn"][..], &["--game", "nogo", "--size", "3x3", "--components", "1"]] {
        for (program, message) in [
            ("exec:false".to_owned(), "ended without an answer"),
            ("exec:cat".to_owned(), "wrote no answer but"),
            ("exec:yes".to_owned(), "wrote"),
            ("exec:sleep 1000".to_owned(), "gave no answer in 5.0 seconds"),
            ("exec:head -c 2000000 /dev/zero".to_owned(), "over 1048576 bytes"),
            (script("illegal"), "there is no move 'Z9' in part 1"),
            (script("other"), "speaks version 2 of the protocol, not 1"),
            (script("unasked"), "wrote"),
            (script("sleepy"), "gave no answer in 1.0 seconds"),
        ] {
            let started = Instant::now();
            let limits = ["--games", "2", "--time", "20ms", "--threads", "2"];
            let output = play(&program, "random", &[game, &limits].concat());
            let result = result(&output);
            assert_eq!((&result["games"], &result["late"]), (&json!(2), &json!([2, 0])), "{program}");
            assert_eq!(result["losses"], json!(2), "{program}");
            let complaint = complaint(&output);
            assert_eq!(complaint.matches(message).count(), 2, "{program}: {complaint}");
            assert!(complaint.contains(&program), "{program}: {complaint}");
            assert!(started.elapsed() < Duration::from_secs(60), "{program} took long");
        }
    }
}

#[test]
fn a_program_that_cannot_be_started_is_an_error() {
    for (program, message) in [
        ("exec:no-such-program --fast", "'no-such-program' cannot be started"),
        ("exec:/", "cannot be started"),
        ("exec:", "a command has to follow"),
        ("exec:'", "a command has to follow"),
        ("exec", "a command has to follow"),
    ] {
        for game in ["amazons", "ewn"] {
            let output = play("random", program, &["--game", game, "--games", "2"]);
            assert_eq!(output.status.code(), Some(2), "{program}");
            assert!(complaint(&output).contains(message), "{program}: {}", complaint(&output));
            assert!(output.stdout.is_empty(), "{program}");
        }
    }
}

/// The answers of a served player.
fn answers(player: &str, requests: &str) -> Vec<Value> {
    let output = tedomari(&["player", player], requests.as_bytes());
    assert!(output.status.success(), "{}", complaint(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_served_player_answers_every_line() {
    let requests = r#"{"request":"hello","protocol":1,"more":"is ignored"}
{"request":"choose","moves":[]}
rubbish
{"request":"begin","start":"chess:x","first":"left","side":"left","seed":"1"}
{"request":"begin","start":"{0|-3} + {1|0}","first":"left","side":"left","seed":"1"}
{"request":"choose","moves":[],"nodes":100}
{"request":"choose","moves":[{"part":3,"move":"option 1"}],"nodes":100}
{"request":"choose","moves":[{"part":1,"move":"option 1"},{"part":2,"move":"option 1"}],"nodes":100}
{"request":"choose","moves":[{"part":2,"move":"option 1"}],"time_ms":1000}
{"request":"bye"}
{"request":"hello","protocol":1}
"#;
    let answers = answers("hotstrat", requests);
    let kinds: Vec<&str> = answers.iter().map(|answer| answer["answer"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["hello", "error", "error", "error", "ready", "move", "error", "none", "move"]);
    assert_eq!(answers[0], json!({ "answer": "hello", "protocol": 1, "name": "hotstrat:exact" }));
    assert_eq!((&answers[5]["part"], &answers[8]["part"]), (&json!(1), &json!(1)));
}

#[test]
fn a_served_player_takes_chance_from_the_referee() {
    let requests = r#"{"request":"begin","start":"ewn:1....|.....|.b...|...e.|..... left 1","first":"left","side":"left","seed":"1"}
{"request":"choose","moves":[{"part":1,"move":"A5-B4","state":".....|.1...|.b...|...e.|..... right 1"}],"nodes":100}
{"request":"choose","moves":[{"part":1,"move":"A5-B4","state":".....|..1..|.b...|...e.|..... right 1"}],"nodes":100}
{"request":"choose","moves":[{"part":1,"move":"A5-B4"}],"nodes":100}
"#;
    let answers = answers("star2", requests);
    let kinds: Vec<&str> = answers.iter().map(|answer| answer["answer"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["ready", "move", "error", "error"]);
    let answers = self::answers("informed", requests);
    assert_eq!(answers[0]["answer"], "error", "{answers:?}");
}

/// A person plays against a program.
#[test]
fn a_person_plays_against_a_program() {
    let against = served("sentestrat:exact");
    let input = b"2 option 1\nundo\n2 option 1\nhint\nquit\n";
    let output = tedomari(&["play", "10|8||2", "5|-3", "5|1||-1|-8", "--against", &against], input);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Right plays option 1 in part 3: hottest component, t = 15/4"), "{text}");
    let against = served("star2");
    let output =
        tedomari(&["play", "ewn", "--seed", "7", "--time", "20ms", "--against", &against], b"hint\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("moves ahead"), "{text}");
    let output = tedomari(&["play", "5|-3", "--against", "exec:false", "--side", "right"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("exec:false: ended without an answer"), "{}", complaint(&output));
}
