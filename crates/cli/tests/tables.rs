//! Tables as people use them: their cost, their verification, and lookups that find nothing.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{complaint, tedomari};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn answer(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = tedomari(arguments, b"");
    (serde_json::from_slice(&output.stdout).unwrap_or(Value::Null), output.status.code())
}

/// The cost of a table is computed first, so that one too large is refused at once.
#[test]
fn a_table_that_is_too_large_says_so_at_once() {
    let started = Instant::now();
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().to_str().unwrap();
    let output = tedomari(&["table", "build", "clobber", "5x5", "--tables", folder], b"");
    let complaint = complaint(&output);
    assert_eq!(output.status.code(), Some(3), "{complaint}");
    assert!(complaint.contains("MiB of memory, and only 12288 are allowed"), "{complaint}");
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_sample_of_more_entries_than_there_are_takes_each_once() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("small.table");
    let file = file.to_str().unwrap();
    let (built, code) = answer(&["table", "build", "domineering", "3x3", "--out", file, "--json"]);
    assert_eq!(code, Some(0));
    for sample in ["1000000", "18446744073709551615"] {
        let output = tedomari(&["table", "verify", file, "--sample", sample], b"");
        assert_eq!(output.status.code(), Some(0));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(&format!("all {} entries", built["entries"])), "{said}");
    }
    let output = tedomari(&["table", "verify", file, "--sample", "10"], b"");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(&format!("10 entries of {}", built["entries"])), "{said}");
    let output = tedomari(&["table", "verify", file, "--time", "0"], b"");
    assert_eq!(output.status.code(), Some(3));
    assert!(complaint(&output).contains("before all bytes were checked"), "{}", complaint(&output));
}

/// Without queens neither player can move, which needs no table.
#[test]
fn a_board_without_queens_is_worth_nothing() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().to_str().unwrap();
    for (game, board) in [("amazons", "...|.#."), ("amazons", "#x#"), ("clobber", "xx.")] {
        let (said, code) = answer(&["table", "probe", game, board, "--tables", folder, "--json"]);
        assert_eq!(code, Some(0), "{game} {board}");
        let facts = ["outcome", "mean", "temperature", "canonical"].map(|key| &said[key]);
        assert_eq!(facts, [&json!("P"), &json!("0"), &json!("-1"), &json!("0")], "{game} {board}");
    }
}

/// Shan 2013, Tables 8 to 11: the values 12 and 14 have means 13/4 and 9/4.
#[test]
fn the_famous_values_are_those_of_the_paper() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().to_str().unwrap();
    let (said, code) = answer(&["table", "census", "nogo", "3x3", "--values", "--tables", folder, "--json"]);
    assert_eq!(code, Some(0));
    for (value, mean) in [("{4*||3*|2*}", "13/4"), ("{3*||2|1}", "9/4")] {
        assert!(said["values"][value].is_string(), "{}", said["values"]);
        assert_eq!(answer(&["value", value, "--json"]).0["mean"], mean);
    }
}

#[test]
fn a_file_in_the_older_format_is_refused_with_the_command_that_mends_it() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("nogo-3x2-values.table");
    let about = r#"{"table":"nogo","width":3,"height":2,"queens":[0,0],"kind":"value","from":0,"to":1}"#;
    tedomari::tables::file::write(&file, about, b"").unwrap();
    let output = tedomari(&["table", "verify", file.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(2));
    let complaint = complaint(&output);
    assert!(complaint.contains("older format"), "{complaint}");
    assert!(complaint.contains("tedomari table build nogo 3x2 --values --out"), "{complaint}");
}

/// A table with damaged blocks changes no result and causes a warning.
#[test]
fn damaged_blocks_are_reported_and_not_used() {
    let place = tempfile::tempdir().unwrap();
    let (folder, file) = (place.path().to_str().unwrap(), place.path().join("domineering-3x3.table"));
    assert_eq!(answer(&["table", "build", "domineering", "3x3", "--tables", folder, "--json"]).1, Some(0));
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle - 400..middle + 400].fill(0xA5);
    std::fs::write(&file, bytes).unwrap();
    let asked = ["temperature", "domineering", "...|...|..#", "--json"];
    let without = answer(&asked);
    let output = tedomari(&[&asked[..], &["--tables", folder]].concat(), b"");
    assert_eq!(output.status.code(), Some(0));
    let with: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&with["mean"], &with["temperature"]), (&without.0["mean"], &without.0["temperature"]));
    assert!(complaint(&output).contains("is damaged"), "{}", complaint(&output));
}

#[test]
fn triangular_nim_is_counted_as_it_is_solved() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().to_str().unwrap();
    for layers in ["5", "6", "7"] {
        for symmetry in [&[][..], &["--symmetry"]] {
            for dir in [&[][..], &["--dir", folder]] {
                let common = [&["--layers", layers, "--json"][..], symmetry, dir].concat();
                let (stats, _) = answer(&[&["triangular-nim", "stats"][..], &common].concat());
                let solve = ["triangular-nim", "solve", "--play", "normal", "--time", "0"];
                let (solved, _) = answer(&[&solve[..], &common].concat());
                for key in ["bid", "blocks", "block_bytes", "updates"] {
                    assert!(!stats[key].is_null(), "{key} {common:?}");
                    assert_eq!(stats[key], solved[key], "{key} {common:?}");
                }
                for file in std::fs::read_dir(place.path()).unwrap() {
                    std::fs::remove_file(file.unwrap().path()).unwrap();
                }
            }
        }
    }
}

/// A triangle of fewer layers is a larger one with pieces missing.
#[test]
fn smaller_triangles_are_found_in_larger_tables() {
    let place = tempfile::tempdir().unwrap();
    for play in ["normal", "misere"] {
        let folder = place.path().join(play);
        let folder = folder.to_str().unwrap();
        let solve = ["triangular-nim", "solve", "--layers", "5", "--play", play, "--dir", folder];
        assert_eq!(answer(&[&solve[..], &["--json"]].concat()).1, Some(0));
        for position in ["x", ".|xx|x.x", "x|xx|x.x|xxxx|x...x"] {
            let query = ["triangular-nim", "query", position, "--play", play, "--json"];
            let (known, code) = answer(&query);
            assert_eq!(code, Some(0));
            assert_eq!(answer(&[&query[..], &["--dir", folder]].concat()), (known, Some(0)), "{position}");
        }
        let query =
            ["triangular-nim", "query", "x|xx|xxx|xxxx|xxxxx|xxxxxx", "--play", play, "--dir", folder];
        let output = tedomari(&query, b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(complaint(&output).contains("6 layers, the table only 5"), "{}", complaint(&output));
    }
}
