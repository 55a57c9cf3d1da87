//! Games that the last move decides, at the terminal and in matches.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{complaint, tedomari};
use serde_json::Value;

/// What the command writes.
fn written(arguments: &[&str], input: &[u8]) -> String {
    let output = tedomari(arguments, input);
    assert!(output.status.success(), "{}", complaint(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_beginner_wins_four_layers_with_hints() {
    let full = "triangular-nim:x|xx|xxx|xxxx";
    for (play, aim) in [("normal", "last move wins"), ("misere", "last move loses")] {
        // One of the sides can win from the start, and the hint keeps the win.
        let mut line = String::new();
        let won = ["left", "right"].into_iter().any(|side| {
            line.clear();
            for _ in 0..12 {
                let input = format!("{line}hint\n");
                let text =
                    written(&["play", full, "--side", side, "--play", play, "--time", "1"], input.as_bytes());
                assert!(text.contains(aim), "{text}");
                if text.contains("The game is over") {
                    return text
                        .contains(&format!("{} has won", if side == "left" { "Left" } else { "Right" }));
                }
                let hints: Vec<&str> = text.lines().filter(|line| line.contains(": wins")).collect();
                let Some(hint) = hints.last() else { return false };
                let action = hint.split(':').next().unwrap().trim_start_matches("> ").trim();
                line += &format!("{action}\n");
            }
            false
        });
        assert!(won, "{play}: {line}");
    }
}

#[test]
fn the_last_move_decides_by_the_game_or_as_asked() {
    let over = |arguments: &[&str], input: &str| written(arguments, input.as_bytes());
    // It was over at once when only the score counted.
    let text = over(&["play", "triangular-nim:x|xx", "--against", "random:1", "--hints", "solve"], "A1-B1\n");
    assert!(text.contains("Right plays B2") && text.contains("Left has no move: Right has won"), "{text}");
    let text = over(&["play", "clobber:xo", "--play", "score"], "A1-B1\n");
    assert!(text.contains("The score is 0: neither is ahead"), "{text}");
    let text = over(&["play", "clobber:xo", "--play", "misere"], "1 A1-B1\n");
    assert!(text.contains("Right has no move: Right has won"), "{text}");
    let games = ["--games", "4", "--nodes", "2000", "--seed", "1", "--json"];
    let players =
        ["match", "--left", "xt", "--right", "random:2", "--game", "xt-domineering", "--size", "3x3"];
    let answer: Value = serde_json::from_str(&over(&[&players[..], &games].concat(), "")).unwrap();
    assert_eq!((&answer["play"], &answer["draws"]), (&"normal".into(), &0.into()));
    let given = [
        "match",
        "--left",
        "nim",
        "--right",
        "random:2",
        "--start",
        "triangular-nim:x|xx",
        "--play",
        "misere",
    ];
    let text = over(&[&given[..], &games[..6]].concat(), "");
    assert!(text.contains("triangular-nim:x|xx in misère play") && !text.contains("mean score"), "{text}");
    for (refused, message) in [
        (&["play", "ewn", "--play", "normal"][..], "--play is for sums"),
        (
            &["match", "--left", "greedy", "--right", "greedy", "--game", "ewn", "--play", "misere"],
            "--play is for sums",
        ),
        (&["play", "clobber:xo", "--play", "fair"], "'fair' is none of normal, misere and score"),
        (
            &["match", "--left", "nim", "--right", "nim", "--start", "nim:2", "--size", "3x3"],
            "cannot be used with",
        ),
        (&["match", "--left", "nim", "--right", "nim", "--start", "nimm:2"], "nimm"),
        (&["play", "clobber:xo", "--hints", "star2"], "star2"),
    ] {
        let output = tedomari(refused, b"");
        assert_eq!(output.status.code(), Some(2), "{refused:?}");
        assert!(complaint(&output).contains(message), "{refused:?}: {}", complaint(&output));
    }
}
