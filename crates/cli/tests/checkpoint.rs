//! `solve --checkpoint`: a search that is killed goes on later, and nothing is overwritten by mistake.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{command, complaint};
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

/// It takes some seconds, by values and by df-pn.
const LONG: &str = "nogo:.....|.....|.....|.....";

fn solve(folder: &Path, arguments: &[&str]) -> Output {
    command(folder).arg("solve").args(arguments).output().unwrap()
}

#[test]
fn a_search_that_is_killed_goes_on_later() {
    for method in ["values", "dfpn"] {
        let place = tempfile::tempdir().unwrap();
        let arguments = [LONG, "--first", "left", "--method", method, "--checkpoint", "long.check"];
        let mut child = command(place.path())
            .arg("solve")
            .args(arguments)
            .args(["--time", "1h"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let file = place.path().join("long.check");
        // The file is empty at first.
        let size = || fs::metadata(&file).map_or(0, |file| file.len());
        while size() < 1000 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let resumed = solve(place.path(), &[&arguments[..], &["--time", "1s", "--json"]].concat());
        let answer: serde_json::Value = serde_json::from_slice(&resumed.stdout).unwrap();
        assert!(answer["resumed"].as_u64().is_some_and(|count| count > 10), "{answer}");
        assert!(matches!(resumed.status.code(), Some(0 | 3)), "{answer}");
    }
}

#[test]
fn a_file_of_another_question_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let first = ["clobber:xoxo|oxox", "--checkpoint", "a.check"];
    assert_eq!(solve(place.path(), &first).status.code(), Some(0));
    fs::write(place.path().join("text"), "a letter").unwrap();
    let before = fs::read(place.path().join("a.check")).unwrap();
    for (arguments, part) in [
        (&["clobber:xoxo", "--checkpoint", "a.check"][..], "checkpoint of another question"),
        (&["clobber:xoxo", "--checkpoint", "text"], "is damaged"),
        (&["clobber:xoxo", "--checkpoint", "no/where"], "cannot be written"),
        (&["clobber:xoxo", "--checkpoint", "b", "--method", "pn"], "--checkpoint needs --method"),
        (&["clobber:xoxo", "--checkpoint", "b", "--method", "alphabeta"], "--checkpoint needs --method"),
        (&["-", "--checkpoint", "b"], "--checkpoint is for one sum"),
        (
            &["clobber:xo", "--checkpoint", "b", "--proof", "./b", "--first", "left", "--method", "dfpn"],
            "different files",
        ),
        (
            &[
                "dark-chess:.p..|....|.GG.|....|....|....|....|.... left",
                "--checkpoint",
                "b",
                "--method",
                "dfpn",
            ],
            "--checkpoint is for sums",
        ),
    ] {
        let output = solve(place.path(), arguments);
        let code = if arguments.contains(&"no/where") { 4 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(complaint(&output).contains(part), "{arguments:?}: {}", complaint(&output));
    }
    assert!(fs::read(place.path().join("a.check")).unwrap() == before);
    assert_eq!(fs::read(place.path().join("text")).unwrap(), b"a letter");
    assert!(!place.path().join("b").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_and_keeps_what_was_found_out() {
    let place = tempfile::tempdir().unwrap();
    let child = command(place.path())
        .args(["solve", LONG, "--first", "left", "--checkpoint", "long.check", "--time", "1h", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let file = place.path().join("long.check");
    while !file.exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let interrupt = ["-INT".to_owned(), child.id().to_string()];
    assert!(std::process::Command::new("kill").args(interrupt).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{answer}");
    assert!(answer["error"].is_string());
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "no temporary files are left");
}
