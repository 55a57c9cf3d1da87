//! The examples in the help run and give the promised results.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{command, complaint, tedomari};
use std::path::Path;
use std::process::{Output, Stdio};

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

/// The help of a command.
fn help(words: &[String]) -> String {
    let words: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
    String::from_utf8(tedomari(&words, b"").stdout).unwrap()
}

/// All commands with their subcommands, from the list in each help.
fn commands(words: &[String], all: &mut Vec<Vec<String>>) {
    let text = help(words);
    all.push(words.to_vec());
    let listed =
        text.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    for name in names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        commands(&[words, &[name.to_owned()]].concat(), all);
    }
}

fn all_commands() -> Vec<Vec<String>> {
    let mut all = Vec::new();
    commands(&[], &mut all);
    assert!(all.len() > 30, "{all:?}");
    all
}

#[test]
fn every_help_has_an_example_and_the_exit_status() {
    for words in all_commands() {
        let text = help(&words);
        assert!(text.contains("tedomari "), "{words:?} has no example:\n{text}");
        assert!(text.contains("Example"), "{words:?} has no example:\n{text}");
        let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let status = "Exit status: 0 if all went well, 1 if a check failed, 2 for bad input, 3 if a limit was \
                      reached, 4 if a file or the disk failed.";
        assert_eq!(flowing.matches("Exit status").count(), 1, "{words:?}:\n{text}");
        assert!(flowing.contains(status), "{words:?}:\n{text}");
    }
}

/// An example that takes a second or less. `None` means that it needs a program that is not here.
fn quick(example: &str) -> Option<String> {
    // A server runs until it is stopped.
    if example.contains("exec:") || example.starts_with("tedomari serve") {
        return None;
    }
    let size = if example.contains("taking") { "4x4" } else { "3x3" };
    let smaller = example.replace("4x4", size).replace(" 5x5 --components 6", " 3x3 --components 2");
    let mut words: Vec<&str> = Vec::new();
    let mut given = smaller.split(' ');
    while let Some(word) = given.next() {
        match word {
            "--time" | "--games" | "--nodes" | "--sample" => drop(given.next()),
            word => words.push(word),
        }
    }
    let line = words.join(" ");
    let (before, after) = line.split_at(line.find(" <").or(line.find(" >")).unwrap_or(line.len()));
    let limits = match words[1] {
        "match" if example.contains("--replay") => "",
        "match" => " --games 2 --time 5ms",
        "analyze" | "value" | "thermograph" | "temperature" | "solve" => " --time 1s",
        "taking" | "triangular-nim" if words[2] != "stats" => " --time 1s",
        "play" => " --time 5ms",
        _ => "",
    };
    // A printed sum is piped into the command.
    let (piped, before) = before.rsplit_once("| ").map_or(("", before), |(a, b)| (a, b));
    let joint = if piped.is_empty() { "" } else { "| " };
    Some(format!("{piped}{joint}{before}{limits}{after}"))
}

fn run(folder: &Path, line: &str) -> Output {
    let program = format!("\"{}\" ", env!("CARGO_BIN_EXE_tedomari"));
    let line = line.replace("tedomari ", &program).replace(&format!("/{program}"), "/tedomari ");
    let mut shell = command(folder);
    let environment: Vec<_> =
        shell.get_envs().map(|(key, value)| (key.to_owned(), value.map(ToOwned::to_owned))).collect();
    shell = std::process::Command::new("sh");
    for (key, value) in environment {
        shell.env(key, value.unwrap());
    }
    shell.current_dir(folder).env("HOME", folder).env("TEDOMARI_TABLES", folder);
    shell.args(["-c", &line]).stdin(Stdio::null()).output().unwrap()
}

/// Every example is answered, or ended by its limit of a second.
#[test]
fn every_example_runs() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    std::fs::create_dir_all(path(".local/share/bash-completion/completions")).unwrap();
    std::fs::create_dir_all(path(".config/fish/completions")).unwrap();
    let cutcake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rulesets/cutcake.lua");
    std::fs::copy(cutcake, path("cutcake.lua")).unwrap();
    std::fs::write(path("expressions.txt"), "1|-1\n^^*\n").unwrap();
    std::fs::write(path("positions.txt"), "clobber\txoxo\nnogo:... + *\n").unwrap();
    std::fs::write(path("games.test"), "{version 1.4}\n[clobber] XO {B win, W win}\n").unwrap();
    std::fs::write(path("moves.txt"), "0\n1\n2\n0 1\n1 2\n").unwrap();
    let mut examples: Vec<String> = Vec::new();
    for words in all_commands() {
        let text = help(&words);
        let lines = text.lines().filter_map(|line| line.strip_prefix("  ")).inspect(|line| {
            assert!(!line.starts_with("tedomari ") || line.len() < 97, "{line} is broken in two");
        });
        let starts = |line: &&str| line.starts_with("tedomari ") || line.starts_with("printf ");
        examples.extend(lines.filter(starts).map(str::to_owned));
    }
    // A file that one example reads is written by another.
    examples.sort_by_key(|line| {
        let makes =
            ["table build", "--journal", "--proof", "--out results"].iter().any(|word| line.contains(word));
        (!makes, line.clone())
    });
    examples.dedup();
    assert!(examples.len() > 60, "{examples:#?}");
    for example in examples {
        let Some(line) = quick(&example) else { continue };
        let output = run(place.path(), &line);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{line}: {}", complaint(&output));
    }
}
