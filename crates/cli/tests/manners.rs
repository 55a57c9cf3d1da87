//! How the command behaves towards what is around it: closed and full outputs, files that are not files, strange text.

#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::fs::File;
use std::path::Path;
use std::process::{Output, Stdio};
use support::{command, complaint, tedomari};

/// A command of every kind that answers, with its input; a proof and a journal are in the folder.
fn answers(folder: &Path) -> Vec<(Vec<String>, &'static str)> {
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (proof, journal) = (file("win.proof"), file("games.jsonl"));
    let sum = "domineering:...|...|...";
    let made = tedomari(&["solve", sum, "--first", "left", "--method", "pn", "--proof", &proof], b"");
    assert!(made.status.success(), "{}", complaint(&made));
    let players = ["--left", "random:1", "--right", "random:2", "--size", "3x3", "--games", "2"];
    let made = tedomari(&[&["match"], &players[..], &["--journal", &journal]].concat(), b"");
    assert!(made.status.success(), "{}", complaint(&made));
    let lines = [
        ("", ""),
        ("--help", ""),
        ("--version", ""),
        ("help solve", ""),
        ("analyze clobber xoxo", ""),
        ("analyze clobber xoxo --json", ""),
        ("analyze - --json", "clobber\txo\n"),
        ("value 1|-1", ""),
        ("value -", "1|-1\n"),
        ("thermograph 1|-1", ""),
        ("games", ""),
        ("match --left random --right random --size 3x3 --games 2", ""),
        ("match --left random --right random --game ewn --games 2", ""),
        ("match --replay JOURNAL", ""),
        ("match --replay JOURNAL --json", ""),
        ("play clobber:xoxo --against random", "help\nmoves\nhint\nthermograph\nundo\nboard\nx\nquit\n"),
        ("play clobber:xoxo --against random", ""),
        ("play ewn --seed 1 --against random", "help\nmoves\nhint\nundo\nboard\nx\nquit\n"),
        ("proof show PROOF", ""),
        ("proof check PROOF", ""),
        ("proof check PROOF --json", ""),
        ("experiment list", ""),
        ("experiment run xt-domineering-3x3", ""),
        ("show clobber xoxo", ""),
        ("solve clobber:xoxo", ""),
        ("temperature clobber xoxo", ""),
        ("table build clobber 2x2 --out FOLDER/x.table", ""),
        ("table census clobber 2x2 --tables FOLDER", ""),
        ("triangular-nim solve --layers 3 --play normal", ""),
        ("triangular-nim query x|xx --play normal", ""),
        ("triangular-nim stats", ""),
    ];
    let word = |word: &str| {
        let word = word.replace("PROOF", &proof).replace("JOURNAL", &journal);
        word.replace("FOLDER", folder.to_str().unwrap())
    };
    lines.map(|(line, input)| (line.split_whitespace().map(word).collect(), input)).to_vec()
}

/// Commands that complain.
const MISTAKES: [&str; 7] = [
    "solve chess:x",
    "nonsense",
    "value {1|",
    "proof check nowhere",
    "table probe clobber xo --tables nowhere",
    "temperature clobber xoxo --tables nowhere",
    "triangular-nim solve --layers 9 --play normal",
];

fn run(arguments: &[String], input: &str, stdout: Stdio, stderr: Stdio) -> Output {
    let (reader, mut writer) = std::io::pipe().unwrap();
    std::io::Write::write_all(&mut writer, input.as_bytes()).unwrap();
    drop(writer);
    command()
        .args(arguments)
        .stdin(reader)
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap()
}

/// A pipe that nobody reads.
fn closed() -> Stdio {
    std::io::pipe().unwrap().1.into()
}

/// A device that is always full.
fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

#[test]
fn a_closed_output_ends_a_command_quietly() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, input) in answers(folder.path()) {
        let output = run(&arguments, input, closed(), Stdio::piped());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", complaint(&output));
        assert!(!complaint(&output).contains("panicked"), "{arguments:?}");
        assert!(!complaint(&output).contains("error"), "{arguments:?}: {}", complaint(&output));
    }
}

#[test]
fn a_full_output_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, input) in answers(folder.path()) {
        let output = run(&arguments, input, full(), Stdio::piped());
        assert_eq!(output.status.code(), Some(4), "{arguments:?}: {}", complaint(&output));
        let error = complaint(&output);
        assert_eq!(error.matches("standard output cannot be written").count(), 1, "{arguments:?}: {error}");
        let nowhere = run(&arguments, input, full(), full());
        assert_eq!(nowhere.status.code(), Some(4), "{arguments:?}");
    }
}

#[test]
fn messages_that_nobody_can_read_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let right = answers(folder.path()).into_iter().map(|(arguments, input)| (arguments, input));
    let wrong = MISTAKES.map(|line| (line.split_whitespace().map(str::to_owned).collect::<Vec<_>>(), ""));
    for (arguments, input) in right.chain(wrong) {
        let heard = run(&arguments, input, Stdio::null(), Stdio::null());
        for unheard in [closed(), full()] {
            let output = run(&arguments, input, Stdio::null(), unheard);
            assert_eq!(output.status.code(), heard.status.code(), "{arguments:?}");
        }
    }
}

/// Every option that writes a file, with `FILE` for the file.
const WRITERS: [&str; 12] = [
    "thermograph 1|-1 --svg FILE",
    "thermograph 1|-1 --png FILE",
    "show amazons x.o --svg FILE",
    "show amazons x.o --png FILE",
    "show amazons x.o --sgf FILE",
    "solve domineering:...|... --first left --method pn --proof FILE",
    "match --left random:1 --right random:2 --size 3x3 --games 2 --csv FILE",
    "match --left random:1 --right random:2 --size 3x3 --games 2 --journal FILE",
    "table build clobber 2x2 --out FILE",
    "table census clobber 2x2 --tables TABLES --svg FILE",
    "table merge TABLES/clobber-2x2.table --out FILE",
    "experiment run xt-domineering-3x3 --out FILE",
];

/// Whatever is no regular file stays as it is, and nothing waits for a pipe.
#[test]
fn only_regular_files_are_replaced() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    let tables = path("tables");
    let made = tedomari(&["table", "build", "clobber", "2x2", "--tables", tables.to_str().unwrap()], b"");
    assert!(made.status.success());
    std::fs::write(path("target"), "kept").unwrap();
    std::os::unix::fs::symlink(path("target"), path("link")).unwrap();
    std::os::unix::fs::symlink(path("nowhere"), path("dangling")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    let devices = [path("link"), path("dangling"), path("pipe"), "/dev/null".into(), place.path().into()];
    for line in WRITERS {
        for file in &devices {
            let (file, tables) = (file.to_str().unwrap(), tables.to_str().unwrap());
            let is_folder = file == place.path().to_str().unwrap();
            if is_folder && line.starts_with("experiment") {
                continue;
            }
            let arguments: Vec<String> = line
                .split_whitespace()
                .map(|word| if word == "FILE" { file.to_owned() } else { word.replace("TABLES", tables) })
                .collect();
            let output = tedomari(&arguments, b"");
            let error = complaint(&output);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
            assert!(error.contains(file), "{arguments:?}: {error}");
        }
    }
    assert_eq!(std::fs::read_to_string(path("target")).unwrap(), "kept");
    assert!(std::fs::symlink_metadata(path("link")).unwrap().is_symlink());
    assert!(!path("nowhere").exists());
}

/// What was written is named, and not among the answers.
#[test]
fn written_files_are_named_on_standard_error() {
    let place = tempfile::tempdir().unwrap();
    let tables = place.path().join("tables").to_str().unwrap().to_owned();
    let made = tedomari(&["table", "build", "clobber", "2x2", "--tables", &tables], b"");
    assert!(complaint(&made).contains("clobber-2x2.table"), "{}", complaint(&made));
    for (i, line) in WRITERS.iter().enumerate() {
        let file = place.path().join(format!("file-{i}")).to_str().unwrap().to_owned();
        let arguments: Vec<String> = line
            .split_whitespace()
            .map(|word| if word == "FILE" { file.clone() } else { word.replace("TABLES", &tables) })
            .collect();
        let output = tedomari(&arguments, b"");
        assert!(output.status.success(), "{arguments:?}: {}", complaint(&output));
        assert!(complaint(&output).contains(&format!("written: {file}")), "{}", complaint(&output));
    }
}
