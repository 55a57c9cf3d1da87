//! Matches at the command line: killing and resuming, node limits, files that cannot be written, and output.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{command, complaint, tedomari};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// The arguments of a match.
fn arguments<'a>(left: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["match", "--left", left, "--right", "random:3", "--game", "nogo", "--size", "3x3"];
    [&fixed[..], &["--components", "2", "--seed", "4"], more].concat()
}

/// Plays a match to its end and returns its journal, the games in order.
fn played(match_of: &[&str], journal: &Path) -> Vec<String> {
    let output = tedomari(&[match_of, &["--journal", journal.to_str().unwrap()]].concat(), b"");
    assert!(output.status.success(), "{}", complaint(&output));
    let text = std::fs::read_to_string(journal).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort_by_key(|line| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        value["game"].as_u64()
    });
    lines
}

/// The number of lines of a journal.
fn lines(journal: &Path) -> usize {
    std::fs::read_to_string(journal).map_or(0, |text| text.lines().count())
}

/// Plays a match, but kills and resumes it whenever its journal has one of these numbers of lines.
fn resumed(match_of: &[&str], games: usize, journal: &Path, kills: &[usize]) -> Vec<String> {
    for &count in kills {
        let place = tempfile::tempdir().unwrap();
        let mut command = command(place.path());
        command.args(match_of).arg("--journal").arg(journal).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        while lines(journal) < count {
            assert!(child.try_wait().unwrap().is_none(), "the match ended at line {}", lines(journal));
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // The first line describes the match.
        assert!(lines(journal) < 1 + games, "the match was over before it was killed");
    }
    played(match_of, journal)
}

#[test]
fn a_match_that_was_killed_ends_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let clock = ["--games", "40", "--time", "600s"];
    let nodes = ["--games", "40", "--nodes", "150"];
    let players = [
        ("hotstrat:exact", clock),
        ("alphabeta", nodes),
        ("informed", nodes),
        ("mcts", nodes),
        ("hotstrat:tds+", nodes),
    ];
    for (i, (left, limits)) in players.into_iter().enumerate() {
        let journal = |name: &str| folder.path().join(format!("{i}-{name}"));
        let match_of = arguments(left, &limits);
        let one = [&match_of[..], &["--threads", "1"]].concat();
        let two = [&match_of[..], &["--threads", "2"]].concat();
        let whole = played(&one, &journal("whole"));
        assert_eq!(resumed(&one, 40, &journal("killed"), &[1, 7, 13]), whole, "{left}");
        // On one thread even the order of the lines is the same.
        let bytes = ["whole", "killed"].map(|name| std::fs::read(journal(name)).unwrap());
        assert_eq!(bytes[0], bytes[1], "{left}");
        assert_eq!(resumed(&two, 40, &journal("killed by two"), &[3, 11]), whole, "{left}");
    }
}

#[test]
fn a_match_by_nodes_is_the_same_with_chance() {
    let play = |threads: &str| {
        let fixed = ["match", "--game", "ewn", "--left", "star2", "--right", "mcts", "--games", "4"];
        let output =
            tedomari(&[&fixed[..], &["--nodes", "200", "--threads", threads, "--json"]].concat(), b"");
        assert!(output.status.success(), "{}", complaint(&output));
        output.stdout
    };
    let first = play("1");
    assert_eq!(first, play("3"));
    let fact: serde_json::Value = serde_json::from_slice(&first).unwrap();
    assert_eq!((fact["nodes"].as_u64(), fact["time"].as_f64()), (Some(200), None));
}

/// A file that cannot be written is reported before any game is played.
#[test]
fn files_are_tried_before_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (journal, nowhere, here) = (path("games"), path("nowhere/games.csv"), path(""));
    for csv in [nowhere.as_str(), here.as_str(), journal.as_str()] {
        let files = ["--games", "2", "--journal", &journal, "--csv", csv];
        let output = tedomari(&arguments("random", &files), b"");
        let code = if csv == journal { 2 } else { 4 };
        assert_eq!(output.status.code(), Some(code), "{csv}: {}", complaint(&output));
        assert!(!Path::new(&journal).exists(), "{csv}: games were played");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "something was left behind");
}

#[test]
fn a_journal_that_is_wrong_is_told_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("games");
    let match_of = arguments("random", &["--games", "3"]);
    let lines = played(&match_of, &journal);
    std::fs::write(&journal, [&lines[0], &lines[1], "{}", ""].join("\n")).unwrap();
    let name = journal.to_str().unwrap();
    for arguments in [[&match_of[..], &["--journal", name]].concat(), vec!["match", "--replay", name]] {
        let output = tedomari(&arguments, b"");
        let code = if arguments.contains(&"--replay") { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(code));
        let complaint = complaint(&output);
        assert!(complaint.contains(&format!("{name}, line 3: not a record of a game")), "{complaint}");
    }
}

#[test]
fn figures_have_names() {
    let output = tedomari(&arguments("hotstrat", &["--games", "4", "--time", "600s"]), b"");
    let text = String::from_utf8(output.stdout).unwrap();
    for expected in [
        "hotstrat:exact against random:3: 4 games of 2 × nogo 3×3, seed 4\n",
        "hotstrat:exact won ",
        "95 % confidence interval",
        "mean score",
        "standard deviation of a game's score",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let ewn = ["match", "--game", "ewn", "--left", "greedy", "--right", "random", "--games", "4"];
    let text = String::from_utf8(tedomari(&ewn, b"").stdout).unwrap();
    for expected in ["greedy won ", "95 % confidence interval", "moves          "] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

/// Games with chance have journals and CSV files as sums have.
#[test]
fn games_with_chance_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (journal, csv) = (path("games"), path("games.csv"));
    let match_of = ["match", "--game", "ewn", "--left", "star2", "--right", "random", "--nodes", "50"];
    let games = |count: &'static str| [&match_of[..], &["--games", count, "--csv", &csv]].concat();
    played(&games("2"), Path::new(&journal));
    let whole = played(&games("6"), Path::new(&journal));
    assert_eq!((whole.len(), std::fs::read_to_string(&csv).unwrap().lines().count()), (7, 7));
    let output = tedomari(&["match", "--replay", &journal], b"");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("All games are as they were played.\nstar2 against random: 6 games of ewn"),
        "{text}"
    );
    std::fs::remove_file(&journal).unwrap();
    assert_eq!(played(&games("6"), Path::new(&journal)), whole);
}

/// A journal as older versions wrote it goes on.
#[test]
fn an_old_journal_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("games");
    let old = r#"{"players":["alphabeta","random:3"],"game":"nogo","size":"3x3","components":2,"nodes":150,"seed":4}
{"game":0,"sum":"nogo:...|...|OX. + nogo:...|O..|.X.","seats":[0,1],"score":"0","late":null,"moves":[[0,"A3"],[1,"B2"],[0,"C3"],[1,"B3"],[1,"C3"],[0,"C1"],[0,"B2"],[1,"A3"],[0,"B3"],[1,"C1"]]}
"#;
    std::fs::write(&journal, old).unwrap();
    let match_of = ["match", "--left", "alphabeta", "--right", "random:3", "--game", "nogo", "--size", "3x3"];
    let more = ["--components", "2", "--seed", "4", "--nodes", "150", "--games", "2"];
    played(&[&match_of[..], &more].concat(), &journal);
    let text = std::fs::read_to_string(&journal).unwrap();
    assert!(text.starts_with(old) && text.lines().count() == 3, "{text}");
}
