//! The command as people and programs use it: its output and its exit status.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{command, complaint, tedomari};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

fn value(expression: &str) -> Value {
    let output = tedomari(&["value", expression, "--json"], b"");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn alone_it_analyses_an_example() {
    let output = tedomari::<&str>(&[], b"");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    for expected in
        ["canonical", "mean              1/2", "temperature       5/2", "▲", "Left's moves", "Try next"]
    {
        assert!(text.contains(expected), "{expected} is missing in\n{text}");
    }
}

#[test]
fn a_value_as_json() {
    let facts = value("10|8||2");
    for (key, expected) in [
        ("canonical", json!("{10|8||2}")),
        ("outcome", json!("L")),
        ("mean", json!("11/2")),
        ("temperature", json!("7/2")),
        ("left_stop", json!("8")),
        ("right_stop", json!("2")),
        ("atomic_weight", json!(null)),
        ("birthday", json!(12)),
        (
            "thermograph",
            json!({ "left": [["8", "-1"], ["8", "1"], ["11/2", "7/2"]], "right": [["1", "-1"], ["11/2", "7/2"]] }),
        ),
    ] {
        assert_eq!(facts[key], expected, "{key}");
    }
}

#[test]
fn walls_end_at_the_foot_of_the_mast() {
    // The right wall of ^ is vertical, but its last point is the foot.
    assert_eq!(
        value("^")["thermograph"],
        json!({ "left": [["1", "-1"], ["0", "0"]], "right": [["0", "-1"], ["0", "0"]] })
    );
    assert_eq!(value("7")["thermograph"], json!({ "left": [["7", "-1"]], "right": [["7", "-1"]] }));
    assert_eq!(value("^")["atomic_weight"], json!("1"));
}

#[test]
fn everything_about_a_value() {
    let output = tedomari(&["value", "{1|^^||^}", "--json", "--all"], b"");
    let facts: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(facts["follower_count"], 8);
    assert_eq!(facts["stop_count"], 9);
    assert_eq!(facts["companion"], "{1|^^*||^*}");
    assert_eq!(facts["reduced"], "0");
    assert_eq!(facts["uptimal"], Value::Null);
    assert_eq!(facts["right_incentives"], json!(["{1v|^||0}"]));
}

#[test]
fn a_stream_of_expressions_gives_a_line_each() {
    let output = tedomari(&["value", "-", "--json"], b"1|-1\n{0|\n\nab\xff\n-1/2\n^^*+v");
    let lines: Vec<Value> = output
        .stdout
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0]["canonical"], "+-1");
    assert!(lines[1]["error"].as_str().unwrap().contains("expected ',', '|' or '}' but the text ends"));
    assert_eq!(lines[1]["place"], 3);
    assert!(lines[2]["error"].as_str().unwrap().contains("expected a value"));
    assert!(lines[3]["error"].as_str().unwrap().contains("UTF-8"));
    assert_eq!(lines[4]["canonical"], "-1/2");
    assert_eq!(lines[5]["canonical"], "^*");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_syntax_error_shows_the_place() {
    let output = tedomari(&["value", "{1|2,,3}"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let shown = String::from_utf8(output.stderr).unwrap();
    assert_eq!(shown, "error: expected a value but found ','\n  {1|2,,3}\n       ^ here\n");
}

/// Each of these inputs breaks some other program. Here it is answered or refused within time and memory.
#[test]
fn hostile_input() {
    let deep = "{".repeat(100_000);
    let digits = "7".repeat(400);
    let explosion: Vec<String> =
        (1..14).map(|i| format!("{{{}|0||-{}|-{}}}", i * 7 + 30, i * 3 + 1, i * 11 + 40)).collect();
    let refused = [
        ("9223372036854775807 + 1", 2, "overflow"),
        ("{1|*4294967295}", 2, "nimbers go up to"),
        (&deep, 2, "nested"),
        (&digits, 2, "overflow"),
        (&format!("1/{digits}"), 2, "overflow"),
        ("*99999999999", 2, "nimbers go up to"),
        ("^1000000", 2, "multiples of ^ go up to"),
        ("", 2, "expected a value"),
        ("1000000000:1000000000", 2, "moves deep"),
        (&explosion.join("+"), 3, "more than the 20000 games that the limit allows"),
    ];
    for (expression, status, message) in refused {
        let output = tedomari(&["value", "-", "--max-games", "20000"], format!("{expression}\n").as_bytes());
        let error = String::from_utf8(output.stderr).unwrap();
        let shown: String = expression.chars().take(50).collect();
        assert_eq!(output.status.code(), Some(status), "{shown}: {error}");
        assert!(error.contains(message), "{shown}: {error}");
    }
    assert_eq!(value("{{1/2147483648|0}|-1/2147483648}")["temperature"], "3/8589934592");
}

#[test]
fn a_limit_leaves_what_is_known() {
    let sum = "{30|0||-5|-40} + {37|0||-9|-51} + {44|0||-3|-62} + {51|0||-2|-73}";
    let output = tedomari(&["value", sum, "--json", "--max-games", "100"], b"");
    assert_eq!(output.status.code(), Some(3));
    let facts: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(facts["exact"], false);
    assert_eq!(facts["mean"], value(sum)["mean"]);
    assert!(facts["error"].as_str().unwrap().contains("--max-games"));
}

#[test]
fn thermographs_end_like_values() {
    let sum = "{30|0||-5|-40} + {37|0||-9|-51} + {44|0||-3|-62} + {51|0||-2|-73}";
    let output = tedomari(&["thermograph", sum, "--json", "--max-games", "100"], b"");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stdout).unwrap().contains("temperature_bounds"));
    let output = tedomari(&["thermograph", "{1|", "--json"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("\"error\""));
}

#[test]
fn time_is_limited_too() {
    let many: Vec<String> =
        (0..100_000).map(|i| format!("{{{}|{}}}", 1_000_000 + i, 1_000_000 - i)).collect();
    let output = tedomari(&["value", "-", "--time", "0.5"], format!("{{{}|0}}", many.join(",")).as_bytes());
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn positions_are_analysed() {
    let output = tedomari(&["analyze", "-", "--json"], b"domineering\t...|...\namazons\tx..|..\nchess\tk\n");
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["canonical"], "{2|-1/2}");
    assert_eq!(
        lines[0]["moves"]["left"][0],
        json!({
            "move": "B2-B1", "mean": "2", "temperature": "-1", "loss": "0", "orthodox": true, "wins": true, "kind": "gote",
        })
    );
    assert_eq!(lines[0]["regions"][0]["position"], "...|...");
    assert_eq!(lines[1]["error"], "row 2 has 2 cells, but the first row has 3");
    assert!(lines[2]["error"].as_str().unwrap().contains("there is no game 'chess'"));
    assert_eq!(output.status.code(), Some(2));

    let text =
        String::from_utf8(tedomari(&["analyze", "domineering", "..#|..#|###|.##|.##"], b"").stdout).unwrap();
    assert!(text.contains("2 regions") && text.contains("Right's moves"), "{text}");
    let large =
        tedomari(&["analyze", "amazons", "x....|.....|.....|.....|....o", "--time", "0.2", "--json"], b"");
    let facts: Value = serde_json::from_slice(&large.stdout).unwrap();
    assert_eq!(large.status.code(), Some(3));
    let bound = |i: usize| {
        let text = facts["mean_bounds"][i].as_str().unwrap();
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
    };
    assert!(-23.0 <= bound(0) && bound(0) < bound(1) && bound(1) <= 23.0, "{facts}");
}

#[test]
fn drawings_go_to_files() {
    let folder = std::env::temp_dir().join(format!("tedomari-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (svg, png) = (path("g.svg"), path("g.png"));
    let output = tedomari(&["thermograph", "10|8||2", "--svg", &svg, "--png", &png], b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(std::fs::read_to_string(&svg).unwrap().contains("mean 11/2"));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert!(tedomari(&["show", "amazons", "x.#|..o", "--svg", &svg], b"").status.success());
    assert!(std::fs::read_to_string(&svg).unwrap().contains("<circle"));

    assert_eq!(tedomari(&["thermograph", "10|8|2", "--svg", &path("bad.svg")], b"").status.code(), Some(2));
    assert!(!std::fs::exists(path("bad.svg")).unwrap());
    assert_eq!(
        tedomari(&["thermograph", "1", "--svg", &path("no/such/folder.svg")], b"").status.code(),
        Some(4)
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_thermograph_in_the_terminal() {
    let output = tedomari(&["thermograph", "3||0|-2"], b"");
    let drawing = String::from_utf8(output.stdout).unwrap();
    assert!(drawing.contains("mean 1, temperature 2") && drawing.contains('▲'), "{drawing}");
    let json: Value =
        serde_json::from_slice(&tedomari(&["thermograph", "3||0|-2", "--json"], b"").stdout).unwrap();
    assert_eq!(json, value("3||0|-2"));
}

#[test]
fn every_method_finds_the_temperature() {
    for method in ["exact", "interval", "tds", "tds+", "mts"] {
        let position = "##o|x.#|..#";
        let output = tedomari(&["temperature", "amazons", position, "--method", method, "--json"], b"");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&answer["mean"], &answer["temperature"]), (&json!("3/4"), &json!("5/4")), "{method}");
        assert_eq!(
            (&answer["exact"], &answer["mean_bounds"]),
            (&json!(true), &json!(["3/4", "3/4"])),
            "{method}"
        );
        assert!(answer["nodes"].is_u64() && answer["seconds"].is_f64(), "{method}");
        let output = tedomari(
            &["temperature", "amazons", position, "--method", method, "--threshold", "1", "--json"],
            b"",
        );
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["hotter"], json!(true), "{method}");
    }
}

/// Uncertain answers are not called certain: leaves found with wide gaps are guesses.
#[test]
fn only_certain_answers_are_exact() {
    let answer = |arguments: &[&str]| -> Value {
        let output = tedomari(&[&["temperature", "--method", "mts", "--json"], arguments].concat(), b"");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let wide = answer(&["tree", "{{1/2,1/2|^}|1}", "--delta", "1"]);
    assert_eq!((&wide["exact"], &wide["mean_bounds"]), (&json!(false), &json!([null, null])), "{wide}");
    // In Go the numbers at which play ends bound the gap, although nothing bounds the length of play.
    let go = answer(&["go", "#XXX##|#X..O#|#XXXX#"]);
    assert_eq!(
        (&go["exact"], &go["mean"], &go["temperature"]),
        (&json!(true), &json!("15/2"), &json!("3/2"))
    );
    // Impartial games have the mean 0, also where a limit ends the search.
    let output = tedomari(&["temperature", "kayles", "400", "--json", "--nodes", "2000"], b"");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &answer["exact"]), (Some(3), &json!(false)), "{answer}");
    assert_eq!(answer["mean_bounds"], json!(["0", "0"]), "{answer}");
    assert_eq!(answer["temperature_bounds"], json!(["-1", "0"]), "{answer}");
    // Numbers that do not fit are an error.
    let large = "{4611686018427387904|-4611686018427387904}";
    let output = tedomari(&["temperature", "tree", large, "--json"], b"");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(2), "{answer}");
    assert!(answer["error"].as_str().unwrap().contains("overflow"), "{answer}");
    for (game, position, temperature) in
        [("go", "##X##|#X.O#|##O##", "1"), ("tree", "{100000000000|-100000000000}", "100000000000")]
    {
        let answer = tedomari(&["temperature", game, position, "--json"], b"");
        let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
        assert_eq!(answer["temperature"], json!(temperature), "{answer}");
    }
}

/// The first move on the board is at the same place as in the thesis.
#[test]
fn variations_beside_coupons() {
    for (delta, top, place) in [("1/8", "17/8", "7. C(11/8) 8. C3-"), ("1/2", "5/2", "3. C(3/2) 4. C3-")] {
        let output = tedomari(
            &["temperature", "amazons", "##o|x.#|..#", "--method", "tds", "--delta", delta, "--top", top],
            b"",
        );
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(place), "{text}");
    }
}

#[test]
fn bad_arguments_of_a_temperature_search() {
    let board = "##o|x.#|..#";
    for (arguments, message) in [
        (&["--method", "tds", "--delta", "1/3"][..], "power of two"),
        (&["--method", "tds", "--delta", "3/4"], "gaps are 1, 1/2, 1/4"),
        (&["--delta", "1/4"], "--delta is for tds"),
        (&["--enhancements", "4"], "enhancement 4 needs enhancement 1"),
        (&["--enhancements", "1,5"], "enhancement 5 needs enhancement 3"),
        (&["--enhancements", "7"], "there is no enhancement '7'"),
        (&["--method", "mts", "--top", "3"], "--top is for tds"),
        (&["--guess", "t"], "--guess is for tds"),
        (&["--enhancements", "3", "--one-delta"], "--one-delta is for enhancement 1"),
        (&["--method", "tds", "--delta", "1/2", "--top", "1/4"], "cannot start with 1/4"),
    ] {
        let output = tedomari(&[&["temperature", "amazons", board], arguments].concat(), b"");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

fn solve(arguments: &[&str]) -> Value {
    let output = tedomari(&[&["solve"], arguments, &["--json"]].concat(), b"");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_method_finds_the_winner_and_a_move() {
    let methods = ["values", "alphabeta", "pn", "dfpn", "pn-all"];
    for method in methods {
        for sum in ["domineering:...|...|..#", "clobber:xoxo + *", "{2|-1} + domineering:.. + ^"] {
            for first in ["left", "right"] {
                let expected = solve(&[sum, "--first", first]);
                let answer = solve(&[sum, "--first", first, "--method", method]);
                assert_eq!(answer["winner"], expected["winner"], "{method}, {first} first in {sum}");
                assert_eq!(
                    answer["move"].is_null(),
                    expected["move"].is_null(),
                    "{method}, {first} first in {sum}"
                );
                assert!(answer["nodes"].is_u64() && answer["seconds"].is_f64());
                // The searches that keep a whole tree have one thread.
                if !method.starts_with("pn") {
                    let threads = solve(&[sum, "--first", first, "--method", method, "--threads", "2"]);
                    assert_eq!(threads["winner"], answer["winner"], "{method}, {first} first in {sum}");
                }
            }
        }
        let answer = solve(&["clobber:xoxo", "--method", method]);
        assert_eq!(answer["outcome"], "N", "{method}");
    }
}

#[test]
fn a_search_that_was_stopped_says_how_far_it_came() {
    for method in ["pn", "dfpn", "pn-all"] {
        let board = "domineering:........|........|........|........|........|........|........|........";
        let arguments = [
            "solve", board, "--first", "left", "--method", method, "--time", "200ms", "--memory", "16",
            "--json",
        ];
        let output = tedomari(&arguments, b"");
        assert_eq!(output.status.code(), Some(3), "{method}");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(answer["proof_number"].as_u64().unwrap() > 0, "{method}");
        assert!(answer["disproof_number"].as_u64().unwrap() > 0, "{method}");
    }
}

#[test]
fn proofs_are_written_shown_and_checked() {
    let folder = std::env::temp_dir().join(format!("tedomari-proof-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("win.proof");
    let file = path.to_str().unwrap();
    let flat = "domineering:....|....|.... + clobber:xo";
    let upright = "domineering:...|...|...|... + clobber:xo";
    for (sum, method, first, winner) in [
        (flat, "pn", "left", "right"),
        (flat, "dfpn", "right", "right"),
        (upright, "pn", "right", "left"),
        (upright, "dfpn", "left", "left"),
    ] {
        let answer = solve(&[sum, "--first", first, "--method", method, "--proof", file]);
        let expected = solve(&[sum, "--first", first]);
        assert_eq!(
            (&answer["winner"], &expected["winner"]),
            (&json!(winner), &json!(winner)),
            "{method} {first}"
        );
        let output = tedomari(&["proof", "check", file, "--json"], b"");
        assert!(output.status.success());
        let checked: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(checked["winner"], answer["winner"]);
        assert_eq!(checked["states"], answer["proof_states"]);
    }
    let shown = tedomari(&["proof", "show", file, "--depth", "2", "--lines", "5"], b"");
    assert!(String::from_utf8(shown.stdout).unwrap().contains("states are not shown"));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("one", "all", 1)).unwrap();
    let output = tedomari(&["proof", "check", file], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("damaged"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn endgames_of_dark_chess_are_won_lost_or_drawn() {
    let board = |row: &str, turn: &str| {
        format!("dark-chess:{row}|....|....|....|....|....|....|.... {turn} quiet 34")
    };
    for (row, turn, winner) in [
        ("Kg..", "left", "left"),
        ("Kp..", "left", "draw"),
        ("Kp..", "right", "right"),
        ("P..k", "left", "draw"),
    ] {
        for method in ["values", "dfpn", "pn", "pn-all", "alphabeta"] {
            let answer = solve(&[&board(row, turn), "--method", method]);
            assert_eq!(answer["winner"], winner, "{row} {turn} by {method}: {answer}");
            assert!(answer["move"].is_string());
        }
    }
    for (arguments, expected) in [
        (
            &[
                "solve",
                "dark-chess:K..p|....|....|....|....|....|....|.... left",
                "--repetition",
                "first-loses",
            ][..],
            "choose alphabeta or dfpn",
        ),
        (
            &["solve", "dark-chess:K.??|....|....|....|....|....|....|.... left pg", "--method", "dfpn"],
            "face down",
        ),
        (&["solve", "clobber:xo", "--repetition", "repeater-loses"], "no position comes back in a sum"),
        (&["solve", "clobber:xo", "--line"], "a line of play is about one player"),
    ] {
        let output = tedomari(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains(expected), "{arguments:?}");
    }
}

/// Searches agree under every rule of repetition. In ten quiet moves none can be forced.
#[test]
fn the_rule_of_repetition_is_chosen() {
    for (row, winner) in [("G..p", "draw"), ("Kg..", "left")] {
        let position = format!("dark-chess:{row}|....|....|....|....|....|....|.... left quiet 30");
        assert_eq!(solve(&[&position])["winner"], winner);
        for rule in ["game", "draw", "repeater-loses", "repeater-wins", "first-loses"] {
            for method in ["dfpn", "alphabeta"] {
                let answer = solve(&[&position, "--method", method, "--repetition", rule, "--time", "60"]);
                assert_eq!(answer["winner"], winner, "{method} {rule}: {answer}");
            }
        }
    }
}

/// A line of play ends with the end of play.
#[test]
fn lines_of_play_are_printed() {
    let position = "dark-chess:.p..|....|.GG.|....|....|....|....|.... left";
    let answer = solve(&[position, "--line"]);
    assert_eq!(answer["winner"], "left");
    let line = answer["line"].as_array().unwrap();
    assert_eq!(line.len() as u64, answer["distance"].as_u64().unwrap());
    assert!(line.last().unwrap().as_str().unwrap().contains('x'), "{answer}");
    for method in ["dfpn", "alphabeta"] {
        let answer = solve(&["domineering:...|...|...", "--first", "left", "--method", method, "--line"]);
        let line = answer["line"].as_array().unwrap();
        // Left, who wins, makes the last move.
        assert_eq!((&answer["winner"], line.len() % 2), (&serde_json::json!("left"), 1), "{answer}");
    }
}

#[test]
fn tables_of_dark_chess_are_built_and_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let run = |arguments: &[&str]| {
        let output = tedomari(&[arguments, &["--tables", folder, "--json"]].concat(), b"");
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), serde_json::from_str::<Value>(&text).unwrap_or_default())
    };
    let (code, built) = run(&["table", "build", "dark-chess", "GGvP"]);
    assert_eq!((code, &built["built"]), (Some(0), &serde_json::json!(2)), "{built}");
    assert_eq!(run(&["table", "build", "dark-chess", "GGvP"]).1["built"], 0);
    let position = ".p..|....|.GG.|....|....|....|....|.... left";
    let (_, found) = run(&["table", "probe", "dark-chess", position]);
    assert_eq!((&found["material"], &found["winner"]), (&"GGvP".into(), &"left".into()), "{found}");
    let drawn = format!("{position} quiet 39");
    assert_eq!(run(&["table", "probe", "dark-chess", &drawn]).1["winner"], "draw");
    for (size, code) in [("KvKK", 2), ("7", 2), ("6", 3)] {
        assert_eq!(run(&["table", "build", "dark-chess", size]).0, Some(code), "{size}");
    }
}

#[test]
fn options_that_a_method_cannot_honour_are_refused() {
    for (arguments, expected) in [
        (&["solve", "*", "--method", "pn", "--score"][..], "--score needs --method values"),
        (&["solve", "*", "--first", "left", "--proof", "x"], "--proof needs --method pn"),
        (&["solve", "*", "--method", "dfpn", "--proof", "x"], "--proof needs --first"),
        (&["solve", "-", "--first", "left", "--method", "pn", "--proof", "x"], "for one sum"),
        (&["proof", "check", "no-such-file"], "cannot be read"),
    ] {
        let output = tedomari(arguments, b"");
        let code = if arguments[0] == "proof" { 4 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn sums_are_solved() {
    let answer = solve(&["amazons:x..|...|..o", "^^*", "--first", "left"]);
    assert_eq!((&answer["winner"], &answer["part"]), (&json!("left"), &json!(1)), "{answer}");
    let answer = solve(&["*2 + clobber:xo", "*3", "--first", "right"]);
    assert_eq!((&answer["winner"], &answer["move"]), (&json!("left"), &Value::Null), "{answer}");
    let answer = solve(&["10|8||2 + 5|-3 + 5|1||-1|-8", "--score"]);
    assert_eq!((&answer["outcome"], &answer["right_stop"]), (&json!("L"), &json!("4")), "{answer}");
    let output = tedomari(&["solve", "-", "--json"], b"clobber:xoxo + *\n^ + v*\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
}

#[test]
fn bad_sums_and_players() {
    for (arguments, message) in [
        (&["solve", "clobber:xq"][..], "row 1, column 2"),
        (&["solve", "chess:x"], "neither a value nor a position"),
        (&["solve", ""], "nothing to solve"),
        (&["solve", "0", "--time", "soon"], "expected a time"),
        (&["match", "--left", "deepstrat", "--right", "random"], "there is no player 'deepstrat'"),
        (&["match", "--left", "hotstrat:oracle", "--right", "random"], "no source of temperatures 'oracle'"),
        (&["match", "--left", "random", "--right", "random", "--size", "four"], "such as 4x4"),
        (&["match", "--left", "random", "--right", "random", "--game", "go"], "random positions are made of"),
        (&["match", "--replay", "no-such-file"], "no-such-file"),
        (&["play", "clobber:"], "the board is empty"),
        (&["play", "clobber:xo", "--seed", "1"], "--seed is for games with chance"),
        (&["play", "ewn", "--first", "left"], "--first is for sums"),
        (&["play", "ewn", "1....|.....|.....|.....|....a left 7"], "the die is a number from 1 to 6"),
        (&["play", "dark-chess", "K... left"], "there are 1 rows, not 8"),
        (
            &["play", "dark-chess", "--against", "informed"],
            "there is no player 'informed' of games with chance",
        ),
        (&["match", "--game", "ewn", "--left", "star3", "--right", "random"], "there is no player 'star3'"),
        (
            &["match", "--game", "ewn", "--left", "star2", "--right", "random", "--size", "4x4"],
            "--size is for sums",
        ),
        (
            &["match", "--game", "ewn", "--left", "star2", "--right", "random", "--components", "2"],
            "--components is for sums",
        ),
    ] {
        let output = tedomari(arguments, b"");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(message), "{arguments:?}: {error}");
        let code = if arguments.contains(&"--replay") { 4 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    }
    // A limit that was reached is not bad input.
    let output = tedomari(&["solve", "nogo:....|....|....|....", "--time", "1ms"], b"");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn matches_go_on_where_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (journal, csv) = (path("games.jsonl"), path("games.csv"));
    let play = |games: &str| {
        let fixed = ["match", "--left", "random:1", "--right", "random:2", "--game", "nogo", "--size", "3x3"];
        let more = ["--games", games, "--journal", &journal, "--csv", &csv, "--json"];
        let output = tedomari(&[&fixed[..], &more[..]].concat(), b"");
        assert!(output.status.success(), "{}", String::from_utf8(output.stderr).unwrap());
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    assert_eq!(play("2")["games"], json!(2));
    let first = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(play("6")["games"], json!(6));
    let all = std::fs::read_to_string(&journal).unwrap();
    assert!(all.starts_with(&first) && all.lines().count() == 7);
    assert_eq!(std::fs::read_to_string(&csv).unwrap().lines().count(), 7);
    assert!(tedomari(&["match", "--replay", &journal], b"").status.success());
    // A foreign file is not touched.
    let other = path("notes.txt");
    std::fs::write(&other, "notes\nwithout an end").unwrap();
    let arguments = ["match", "--left", "random", "--right", "random", "--journal", &other];
    assert_eq!(tedomari(&arguments, b"").status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "notes\nwithout an end");
}

#[test]
fn a_person_plays_against_a_strategy() {
    let input = b"help\nmoves\nhint\n7 x\nundo\n2 option 1\nundo\n2 option 1\nthermograph 3\nquit\n";
    let output = tedomari(&["play", "10|8||2", "5|-3", "5|1||-1|-8", "--against", "sentestrat:exact"], input);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    for expected in [
        "You are Left",
        "option 1 in part 2: hottest component, t = 4",
        "there is no move '7 x'",
        "there is nothing to take back",
        "Right plays option 1 in part 3: hottest component, t = 15/4",
        "temperature 7/2",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn a_person_plays_with_chance() {
    let input = b"moves\nundo\nnowhere\nD2-E2\nundo\nhint\nD2-E1\n";
    let board = "1....|.....|.....|..a3.|.b... left 3";
    let output = tedomari(&["play", "ewn", board, "--seed", "7", "--time", "20ms"], input);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    for expected in [
        "You are Left. The seed is 7.",
        "  2  . . a 3 .\n",
        "Left to move: 3 may move",
        "D2-E1 D2-E2 D2-D1",
        "there is nothing to take back",
        "there is no move 'nowhere'",
        "The game is over: Left has won.",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let output = tedomari(&["play", "dark-chess", "--seed", "1", "--time", "20ms"], b"A1\nundo\nmoves\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("face down: KGGMMRRNNCCPPPPPkggmmrrnnccppppp"), "{text}");
    assert!(text.contains("Right plays"), "{text}");
}

/// White takes the ko, Black has a threat and retakes.
#[test]
fn a_person_fights_a_ko() {
    let board = ".X.X#|XOXX#|OOOX#|##### right threats 1 0";
    let arguments = ["play", "go-ko", board, "--side", "left", "--against", "random", "--time", "20ms"];
    let output = tedomari(&arguments, b"moves\nquit\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("pass"), "{text}");
    for start in [["--game", "go-ko"], ["--start", &format!("go-ko:{board}")]] {
        let games =
            ["match", "--left", "mcts", "--right", "random", "--nodes", "50", "--games", "2", "--json"];
        let output = tedomari(&[&games[..], &start].concat(), b"");
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&result["games"], &result["game"]), (&json!(2), &json!("go-ko")));
    }
    let wrong =
        tedomari(&["match", "--left", "mcts", "--right", "random", "--start", "go-ko:.X. threats 1"], b"");
    assert_eq!(wrong.status.code(), Some(2), "{}", String::from_utf8_lossy(&wrong.stderr));
}

/// Kos in graphs and on boards, as text, JSON and pictures.
#[test]
fn kos_have_komasters() {
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_slice(&tedomari(&[arguments, &["--json"]].concat(), b"").stdout).unwrap()
    };
    let hill = "X where X={Y|B}@8, Y={40|7}@7, B={A|-3}@-3, A={9|B}@9";
    let found = json(&["thermograph", hill, "--komaster", "left"]);
    assert_eq!(found["komasters"][0]["mean"], "7");
    let walls = json!([["8", "0"], ["8", "1"], ["5", "4"], ["7", "6"]]);
    assert_eq!(found["komasters"][0]["thermograph"]["right"], walls);
    let board = "go-territory:.X.X#|XOXX#|OOOX#|#####";
    for command in ["thermograph", "analyze", "temperature"] {
        let found = json(&[command, board]);
        assert_eq!(found["ko"], "placid", "{command}");
        for i in 0..2 {
            assert_eq!(found["komasters"][i]["mean"], "-2/3", "{command}");
            assert_eq!(found["komasters"][i]["temperature"], "1/3", "{command}");
        }
    }
    for method in ["interval", "exact", "mts"] {
        assert_eq!(json(&["temperature", board, "--method", method])["komasters"][1]["mean"], "-2/3");
    }
    let right = &json(&["analyze", board])["ko_moves"]["right"][0];
    assert_eq!((&right["move"], &right["after"][0]["mean"]), (&json!("A4"), &json!("-13/9")));
    for (arguments, message) in [
        (&["thermograph", "LL where LL={|RL,LR}, LR={LL|RR}, RL={LL|RR}, RR={LR,RL|-20}"][..], "second ko"),
        (&["thermograph", "3|1", "--komaster", "left"], "--komaster is for positions that can come back"),
        (&["thermograph", "nogo:..", "--komaster", "left"], "cannot come back"),
        (&["solve", board], "a ko arises"),
        (&["temperature", board, "--method", "tds"], "without ko threats"),
    ] {
        let output = tedomari(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(complaint(&output).contains(message), "{arguments:?}: {}", complaint(&output));
    }
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("ko.svg");
    let output = tedomari(&["thermograph", board, "--svg", file.to_str().unwrap()], b"");
    assert!(output.status.success());
    let picture = std::fs::read_to_string(file).unwrap();
    assert!(picture.contains("Left is komaster") && picture.contains("Right is komaster"));
}

/// Sums with kos, thresholds, and what `show` says.
#[test]
fn kos_in_sums_and_below_boards() {
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_slice(&tedomari(&[arguments, &["--json"]].concat(), b"").stdout).unwrap()
    };
    let board = "go-territory:.X.X#|XOXX#|OOOX#|#####";
    let sum = json(&["analyze", board, "{3|1}"]);
    assert_eq!(sum["parts"][0]["ko"], "placid");
    assert_eq!(sum["parts"][1]["mean"], "2");
    assert_eq!(sum["komasters"][0]["mean"], "4/3");
    assert!(sum["mean"].is_null() && sum["temperature_bounds"].is_null(), "{sum}");
    let two = json(&["analyze", board, board]);
    assert!(two["komasters"][0]["mean"].is_null(), "{two}");
    assert!(two["komasters"][0]["error"].as_str().unwrap().contains("a threat for the others"));
    for (threshold, hotter) in [("0", true), ("1/4", true), ("1/2", false)] {
        assert_eq!(json(&["temperature", board, "--threshold", threshold])["hotter"], json!(hotter));
    }
    // Walls begin at 0 by territory: whether it is hotter than less is not known.
    let large = "go-territory:.X.XXXXXX|XXXXXXXXX|XX.....XX|XX.....XX|XX.....XX|XXXXXXXXX";
    let found = json(&["temperature", large, "--threshold=-1/2", "--nodes", "50"]);
    assert_eq!((&found["exact"], &found["hotter"]), (&json!(false), &Value::Null), "{found}");
    for (question, line) in [(board, "left komaster     mean -2/3"), ("B where A={1|B}, B={A|0}", "placid")] {
        let output = tedomari(&["show", question], b"");
        assert!(String::from_utf8_lossy(&output.stdout).contains(line), "{output:?}");
    }
}

#[test]
fn matches_with_chance_are_the_same_again() {
    let play = || {
        let arguments =
            ["match", "--game", "ewn", "--left", "greedy", "--right", "random", "--games", "20", "--json"];
        let output = tedomari(&arguments, b"");
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let result = play();
    assert_eq!(result, play());
    assert_eq!((&result["games"], &result["draws"]), (&json!(20), &json!(0)));
    let games = String::from_utf8(tedomari(&["games"], b"").stdout).unwrap();
    assert!(games.contains("tedomari play dark-chess '"), "{games}");
}

/// The answer of `tedomari triangular-nim`, its exit status and its messages.
fn triangular_nim(arguments: &[&str]) -> (Value, Option<i32>, String) {
    let output = tedomari(&[&["triangular-nim"], arguments].concat(), b"");
    let answer = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (answer, output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn triangular_nim_solved() {
    let (answer, code, _) = triangular_nim(&["solve", "--layers", "6", "--play", "misere", "--json"]);
    assert_eq!(code, Some(0));
    assert_eq!(answer["outcome"], "N");
    assert_eq!(answer["lost"], 189_089);
    let bid = ["--bid", "0,15,20", "--symmetry", "--json"];
    let (same, _, _) = triangular_nim(&[&["solve", "--layers", "6", "--play", "misere"][..], &bid].concat());
    assert_eq!((&same["blocks"], &same["bid"]), (&json!(4), &json!([0, 15, 20])));
    assert_eq!((&same["lost"], &same["winning_moves"]), (&answer["lost"], &answer["winning_moves"]));
}

#[test]
fn triangular_nim_looked_up() {
    let (answer, code, _) = triangular_nim(&["query", "x|xx", "--play", "misere", "--json"]);
    assert_eq!(code, Some(0));
    assert_eq!(answer["outcome"], "N");
    assert_eq!(answer["winning_moves"], json!(["A1-B1", "A1-B2", "B1-B2"]));
    // Nim values exist only in normal play.
    assert_eq!(answer["nim_value"], json!(null));
    let (number, _, _) = triangular_nim(&["query", "--layers", "2", "7", "--play", "misere", "--json"]);
    assert_eq!(number, answer);
    // Three in a row and a single piece have the nim values 3 and 1. A winning move leaves one piece of the
    // row.
    let (sum, _, _) = triangular_nim(&["query", ".|..|xxx", "x", "--play", "normal", "--json"]);
    assert_eq!((&sum["nim_values"], &sum["nim_value"]), (&json!([3, 1]), &json!(2)));
    assert_eq!(sum["winning_moves"], json!(["C1-C2 in part 1", "C2-C3 in part 1"]));
}

#[test]
fn triangular_nim_counted() {
    let output = tedomari(&["triangular-nim", "stats", "--json"], b"");
    let lines: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(lines.as_array().unwrap().len(), 15);
    assert_eq!((&lines[14]["blocks"], &lines[14]["updates"]), (&json!(5728), &json!(78_852)));
    let (plan, code, _) = triangular_nim(&["stats", "--layers", "6", "--symmetry", "--dir", ".", "--json"]);
    assert_eq!(code, Some(0));
    assert!(plan["bytes_free"].is_u64() && plan["cpu_hours_in_files"].is_f64());
}

#[test]
fn triangular_nim_refused() {
    for (arguments, code, message) in [
        (&["solve", "--layers", "11", "--play", "normal"][..], 2, "11 is not in 1..=10"),
        (&["solve", "--layers", "4", "--play", "normal", "--bid", "0,0"], 2, "piece 0 is named twice"),
        (&["solve", "--layers", "4", "--play", "normal", "--bid", "x"], 2, "invalid value 'x'"),
        (&["solve", "--layers", "4", "--play", "normal", "--blocks", "0..1"], 2, "--dir"),
        (
            &["solve", "--layers", "4", "--play", "normal", "--dir", "x", "--blocks", "3..2"],
            2,
            "a range such as",
        ),
        (&["solve", "--layers", "9", "--play", "normal"], 3, "--dir keeps the table in files"),
        (&["solve", "--layers", "7", "--play", "normal", "--time", "0"], 3, "stopped"),
        (&["query", "x|x", "--play", "normal"], 2, "row 2 of a triangle has 2 places"),
        (&["query", "3", "--play", "normal"], 2, "--layers says"),
        (&["query", "--layers", "2", "8", "--play", "normal"], 2, "from 0 to 7"),
        (&["query", "x", "x", "--play", "misere"], 2, "normal play only"),
        (&["query", "x", "--play", "normal", "--dir", "nowhere"], 4, "nowhere"),
        (&["stats", "--symmetry"], 2, "need --layers"),
    ] {
        let (_, found, text) = triangular_nim(arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
    }
}

/// The answer of `tedomari taking`.
fn taking(arguments: &[&str]) -> Value {
    let output = tedomari(&[&["taking"], arguments, &["--json"]].concat(), b"");
    serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
}

#[test]
fn taking_games_solved() {
    // The second player wins Cram on boards with even sides, by symmetry.
    let cram = taking(&["solve", "cram:4x4", "--play", "normal", "--symmetry", "--keep", "none"]);
    assert_eq!((&cram["outcome"], &cram["positions"]), (&json!("P"), &json!(65536)));
    let other = taking(&["query", "cram:4x4", "....|....|....|..##", "--play", "normal"]);
    assert_eq!(other["outcome"], "N");
    assert!(other["winning_moves"].as_array().unwrap().contains(&json!("A4-B4")), "{other}");
    // On a board with odd sides the first player takes the middle.
    let tactix = taking(&["solve", "tactix:3x3", "--play", "normal"]);
    assert_eq!(tactix["outcome"], "N");
    assert!(tactix["winning_moves"].as_array().unwrap().contains(&json!("B2")), "{tactix}");
    let place = tempfile::tempdir().unwrap();
    let list = place.path().join("kayles.txt");
    std::fs::write(&list, "0\n1\n2\n3\n4\n0 1\n1 2\n2 3\n3 4\nsymmetry 4 3 2 1 0\n").unwrap();
    let kayles = taking(&["solve", list.to_str().unwrap(), "--play", "normal", "--symmetry"]);
    assert_eq!(kayles["winning_moves"], json!(["2"]));
    let stats = taking(&["stats", "cram:5x4", "--symmetry"]);
    assert!(stats["blocks_alive"].as_u64() <= stats["blocks"].as_u64());
}

#[test]
fn taking_games_refused() {
    for (arguments, code, message) in [
        (&["solve", "chess", "--play", "normal"][..], 2, "not a taking game"),
        (&["solve", "cram:9x9", "--play", "normal"], 2, "81 pieces are too many"),
        (&["solve", "cram:xx", "--play", "normal"], 2, "not a taking game"),
        (&["solve", "cram:3x3", "--play", "normal", "--disk", "1"], 2, "--dir"),
        (&["solve", "cram:3x3", "--play", "normal", "--check", "1"], 2, "it needs --device cuda"),
        (&["solve", "cram:3x3", "--play", "normal", "--device", "auto", "--check", "1"], 2, "--device cuda"),
        (&["solve", "cram:3x3", "--play", "normal", "--device", "cuda", "--keep", "all"], 2, "need --dir"),
        (&["solve", "cram:26x1", "--play", "normal"], 2, "too wide"),
        (&["solve", "cram:0x3", "--play", "normal"], 2, "at least one piece"),
        (&["solve", "cram:3x3"], 2, "--play"),
        (&["solve", "cram:3x3", "--play", "normal", "--bid", "9"], 2, "there is no piece 9"),
        (&["solve", "cram:3x3", "--play", "normal", "--dir", "x", "--blocks", "5..9"], 2, "blocks 0 to"),
        (&["query", "cram:3x3", "....x....", "--play", "normal"], 2, ". or #"),
        (&["query", "cram:3x3", "7", "--play", "normal", "--dir", "nowhere"], 4, "nowhere"),
        (&["query", "cram:7x7", "7", "--play", "normal"], 3, "--dir names a table in files"),
        (&["stats", "cram:3x3", "--bid", "0,0"], 2, "named twice"),
        (&["query", "cram:3x3", "...|...", "--play", "normal"], 2, "9 places"),
        (&["query", "cram:3x3", "512", "--play", "normal"], 2, "from 0 to 511"),
        (&["solve", "tactix:7x7", "--play", "normal", "--symmetry"], 3, "--dir keeps the table in files"),
    ] {
        let output = tedomari(&[&["taking"], arguments].concat(), b"");
        let text = String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
    }
    if cfg!(not(feature = "cuda")) {
        let output = tedomari(&["taking", "solve", "cram:3x3", "--play", "normal", "--device", "cuda"], b"");
        assert!(String::from_utf8_lossy(&output.stderr).contains("--features cuda"));
    }
}

/// A table that is killed and resumed ends with the same bytes and answers as an undisturbed one.
#[test]
#[ignore = "a kill run of a minute: ./test --long"]
fn taking_games_killed() {
    let triangle = "triangular-nim solve --layers 6 --play normal --symmetry --bid 1,2,7,8,10,12,14,16,19";
    let cram = "taking solve cram:5x5 --play misere --symmetry --bid 0,4,20,24,2,10,14,22";
    for solve in [triangle, cram] {
        for keep in ["all", "needed", "none"] {
            killed_with(solve, keep);
        }
    }
}

fn killed_with(solve: &str, keep: &str) {
    let place = tempfile::tempdir().unwrap();
    let files = |name: &str| {
        let mut files: Vec<_> = std::fs::read_dir(place.path().join(name))
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name(), std::fs::read(entry.path()).unwrap()))
            .collect();
        files.sort();
        files
    };
    let solve = |name: &str| {
        let mut command = command(place.path());
        command.args(solve.split(' ')).args(["--json", "--keep", keep, "--dir"]).arg(place.path().join(name));
        command
    };
    survive(|name| {
        let mut command = solve(name);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    });
    assert!(files("killed") == files("whole"), "a table that was killed differs, --keep {keep}");
    let [killed, whole] = ["killed", "whole"].map(|name| {
        let mut answer: Value = serde_json::from_slice(&solve(name).output().unwrap().stdout).unwrap();
        assert!(answer["lost"].is_u64(), "{answer}");
        answer.as_object_mut().unwrap().remove("seconds");
        answer
    });
    assert_eq!(killed, whole);
}

/// Runs a command undisturbed as `whole`. Runs it as `killed` until every part of the work was interrupted
/// once.
fn survive(command: impl Fn(&str) -> Command) {
    let start = std::time::Instant::now();
    assert!(command("whole").status().unwrap().success());
    let whole = start.elapsed();
    for part in 1..=20 {
        let mut child = command("killed").spawn().unwrap();
        std::thread::sleep(whole * part / 20);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(command("killed").status().unwrap().success());
}

#[test]
fn a_table_that_was_killed_is_the_same() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    survive(|name| {
        let mut command = command(place.path());
        command.args(["table", "build", "amazons", "4x3", "--out"]).arg(path(name));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    });
    assert!(std::fs::read(path("whole")).unwrap() == std::fs::read(path("killed")).unwrap());
}

/// Results do not depend on tables; the way to them may.
#[test]
fn tables_change_no_result() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().to_str().unwrap();
    let empty = place.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    for table in [["amazons", "4x3"], ["clobber", "4x2"], ["domineering", "4x3"], ["nogo", "3x3"]] {
        let built = tedomari(&["table", "build", table[0], table[1], "--tables", folder, "--json"], b"");
        assert!(built.status.success());
        let built = tedomari(&["table", "build", table[0], table[1], "--values", "--tables", folder], b"");
        assert!(built.status.success());
    }
    let positions = [
        ("amazons", "x...|.#..|...o"),
        ("amazons", "x..#o|...#.|..o#x"),
        ("clobber", "xoxo|oxox"),
        ("domineering", "....|.#..|....|....|...."),
        ("nogo", "...|.x.|..o"),
    ];
    for (game, position) in positions {
        let sum = format!("{game}:{position}");
        for command in [
            vec!["temperature", game, position, "--method", "interval"],
            vec!["temperature", game, position, "--method", "exact"],
            vec!["analyze", game, position],
            vec!["solve", &sum, "--score"],
        ] {
            let answer = |folder: &str| {
                let output = tedomari(&[&command[..], &["--json", "--tables", folder]].concat(), b"");
                let mut answer: Value = serde_json::from_slice(&output.stdout).unwrap();
                let facts = answer.as_object_mut().unwrap();
                // The way to the result may differ.
                facts.retain(|key, _| !["seconds", "nodes", "variation"].contains(&key.as_str()));
                for first in ["left_first", "right_first"] {
                    if let Some(Value::Object(first)) = facts.get_mut(first) {
                        first.retain(|key, _| key == "winner");
                    }
                }
                (answer, output.status.code())
            };
            assert_eq!(answer(folder), answer(empty.to_str().unwrap()), "{command:?}");
        }
    }
    let probe = tedomari(&["table", "probe", "nogo", "...|...|...", "--tables", folder, "--json"], b"");
    let facts: Value = serde_json::from_slice(&probe.stdout).unwrap();
    assert_eq!((&facts["outcome"], &facts["temperature"]), (&json!("N"), &json!("0")));
    let census = tedomari(&["table", "census", "nogo", "3x3", "--tables", folder, "--json"], b"");
    let facts: Value = serde_json::from_slice(&census.stdout).unwrap();
    assert_eq!(facts["positions"], json!(12_675));
}

#[test]
fn bad_tables_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().to_str().unwrap();
    let foreign = place.path().join("foreign.table");
    std::fs::write(&foreign, b"no table").unwrap();
    let foreign = foreign.to_str().unwrap();
    for (arguments, code, message) in [
        (vec!["table", "build", "chess", "4x4"], 2, "there are tables of amazons"),
        (vec!["table", "build", "amazons", "4by4"], 2, "is not a size"),
        (vec!["table", "build", "amazons", "9x9"], 2, "too large"),
        (vec!["table", "build", "amazons", "0x4"], 2, "too small"),
        (vec!["table", "build", "amazons", "2x2", "--queens", "3v3"], 2, "too small"),
        (vec!["table", "build", "nogo", "3x3", "--queens", "1v2"], 2, "no queens in nogo"),
        (vec!["table", "build", "nogo", "5x4", "--memory", "10"], 3, "MiB"),
        (vec!["table", "build", "nogo", "4x4", "--time", "0"], 3, "levels are kept"),
        (vec!["table", "verify", foreign], 2, "foreign.table"),
        (vec!["table", "merge", foreign, "--out", "/nowhere/x"], 2, "foreign.table"),
        (vec!["table", "probe", "amazons", "x.o"], 3, "no table"),
        (vec!["table", "probe", "amazons", "x.?"], 2, "?"),
        (vec!["temperature", "amazons", "x..o"], 0, "foreign.table"),
    ] {
        let uses_folder = !["verify", "merge"].contains(&arguments[1]);
        let tables: &[&str] = if uses_folder { &["--tables", folder] } else { &[] };
        let output = tedomari(&[&arguments[..], tables].concat(), b"");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
    }
    let missing = tedomari(&["temperature", "amazons", "x..o", "--tables", "/nowhere"], b"");
    assert_eq!(missing.status.code(), Some(4));
}
