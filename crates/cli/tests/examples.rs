//! The examples in the help run and give the promised results.

#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use support::{complaint, tedomari};

#[test]
fn the_dark_chess_example_is_solved() {
    let help = String::from_utf8(tedomari(&["solve", "--help"], b"").stdout).unwrap();
    let example = help.lines().find(|line| line.contains("dark-chess:'")).unwrap();
    let position = example.split('\'').nth(1).unwrap();
    let text = format!("dark-chess:{position}");
    let output = tedomari(&["solve", &text, "--method", "dfpn", "--time", "60"], b"");
    assert!(output.status.success(), "{text}: {}", complaint(&output));
    assert!(String::from_utf8(output.stdout).unwrap().contains("winner            left"), "{text}");
}
