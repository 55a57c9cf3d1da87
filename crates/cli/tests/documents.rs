//! The commands in the README and in `docs` run and print what the documents show, and name options that
//! exist.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{command, complaint, in_shell};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// The folder of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README and the pages in `docs`: name and text of each.
fn documents() -> Vec<(String, String)> {
    let pages = fs::read_dir(repository().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let mut paths: Vec<PathBuf> = pages.chain([repository().join("README.md")]).collect();
    paths.sort();
    let read = |path: PathBuf| (path.display().to_string(), fs::read_to_string(&path).unwrap());
    paths.into_iter().map(read).collect()
}

/// The fenced blocks of a document: what stands behind the fence, and the lines.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(info), false) => found.push((info, Vec::new())),
            (None, true) => found.last_mut().unwrap().1.push(line),
            (Some(_), true) | (None, false) => {}
        }
        inside ^= line.starts_with("```");
    }
    found
}

/// The commands of a block and the lines that each prints. Lines that begin with `# ` before a command are
/// comments. A line that begins with `$ ` and sets a variable belongs to the next command.
fn transcript<'a>(lines: &[&'a str]) -> Vec<(String, Vec<&'a str>)> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    let mut settings = String::new();
    for line in lines {
        match line.strip_prefix("$ ") {
            Some(command) if is_setting(command) => settings = format!("{settings}{command}\n"),
            Some(command) => found.push((std::mem::take(&mut settings) + command, Vec::new())),
            None if line.starts_with("# ") => {}
            None => found.last_mut().unwrap().1.push(line),
        }
    }
    found
}

/// Does a line of a shell set a variable?
fn is_setting(line: &str) -> bool {
    let name: String = line.chars().take_while(char::is_ascii_lowercase).collect();
    !name.is_empty() && line[name.len()..].starts_with('=')
}

/// Is a line as shown? An ellipsis in it stands for any text.
fn is_like(shown: &str, printed: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = printed.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let Some(last) = shown.contains('…').then(|| parts.next_back().unwrap_or_default()) else {
        return rest.is_empty();
    };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Is a text as shown? A line with only an ellipsis stands for any lines.
fn is_shown(shown: &[&str], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, _) => printed.is_empty(),
        (Some((line, others)), _) if line.trim() == "…" => {
            (0..=printed.len()).any(|skipped| is_shown(others, &printed[skipped..]))
        }
        (Some((line, others)), Some((first, rest))) => is_like(line, first) && is_shown(others, rest),
        (Some(_), None) => false,
    }
}

/// Runs all transcripts of this kind, each in a folder with the examples of the repository. A command without
/// shown output only has to succeed. Pictures that are written to `docs/pictures` are compared with those of
/// the repository. Returns the number of commands, and the names of the pictures.
fn run(kind: &str) -> (usize, BTreeSet<String>) {
    let (mut commands, mut pictures) = (0, BTreeSet::new());
    for (document, text) in documents() {
        for (_, lines) in blocks(&text).into_iter().filter(|(info, _)| *info == kind) {
            if !lines.iter().any(|line| line.starts_with("$ ")) {
                continue;
            }
            let place = tempfile::tempdir().unwrap();
            let folder = place.path();
            fs::create_dir_all(folder.join("docs/pictures")).unwrap();
            for examples in ["examples", "examples/rulesets"] {
                fs::create_dir(folder.join(examples)).unwrap();
                for entry in fs::read_dir(repository().join(examples)).unwrap() {
                    let path = entry.unwrap().path();
                    if path.is_file() {
                        fs::copy(&path, folder.join(examples).join(path.file_name().unwrap())).unwrap();
                    }
                }
            }
            for (line, shown) in transcript(&lines) {
                commands += 1;
                let output: Output = in_shell(folder, &line).output().unwrap();
                let printed = String::from_utf8_lossy(&output.stdout);
                let problem = complaint(&output);
                assert!(output.status.success(), "{document}: {line}\n{printed}{problem}");
                let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
                let is_right = shown.is_empty() || is_shown(&shown, &printed);
                let (shown, printed) = (shown.join("\n"), printed.join("\n"));
                assert!(is_right, "{document}: {line}\n{printed}\nis not as shown:\n{shown}");
            }
            pictures.extend(compared(&folder.join("docs/pictures")));
        }
    }
    (commands, pictures)
}

/// Compares the pictures in a folder with those of the repository, or replaces these if `UPDATE_SNAPSHOTS` is
/// set. Returns their names.
fn compared(folder: &Path) -> Vec<String> {
    let of = |entry: Result<fs::DirEntry, _>| entry.unwrap().file_name().into_string().unwrap();
    let names: Vec<String> = fs::read_dir(folder).unwrap().map(of).collect();
    for name in &names {
        let (made, kept) = (folder.join(name), repository().join("docs/pictures").join(name));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::copy(&made, &kept).unwrap();
        }
        assert!(fs::read(made).unwrap() == fs::read(&kept).unwrap_or_default(), "{name} has changed");
    }
    names
}

#[test]
fn commands_in_documents_print_what_is_shown() {
    let (commands, made) = run("text");
    assert!(commands > 20, "only {commands} commands were found");
    let kept = fs::read_dir(repository().join("docs/pictures")).unwrap();
    // Pictures of the page are made by a browser.
    let kept: BTreeSet<String> = kept
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with("page-"))
        .collect();
    assert_eq!(made, kept, "pictures that are made by commands, and all pictures");
}

#[test]
#[ignore = "tables of minutes and gigabytes"]
fn slow_commands_in_documents_print_what_is_shown() {
    assert!(run("text slow").0 > 0);
}

/// Commands within sentences and tables name commands and options that exist.
#[test]
fn commands_within_sentences_exist() {
    let place = tempfile::tempdir().unwrap();
    let help = |words: &[&str]| {
        let output = command(place.path()).args(words).arg("--help").output().unwrap();
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    };
    for (document, text) in documents() {
        let sentences = text.split("```").step_by(2).flat_map(|part| part.split('`').skip(1).step_by(2));
        for code in sentences.filter(|code| code.contains("tedomari ")) {
            let words: Vec<&str> =
                code.split_whitespace().skip_while(|word| *word != "tedomari").skip(1).collect();
            let names =
                words.iter().take_while(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
            let names: Vec<&str> = names.take_while(|word| !word.starts_with('-')).copied().take(2).collect();
            // The second word may be an argument.
            let said = help(&names).or_else(|| help(&names[..names.len().min(1)]));
            let said = said.unwrap_or_else(|| panic!("{document}: `{code}` is not a command"));
            for option in words.iter().filter(|word| word.starts_with("--")) {
                assert!(said.contains(option), "{document}: `{code}`: there is no {option}");
            }
        }
    }
}

/// The README is short, and links lead to files.
#[test]
fn the_readme_is_short_and_links_lead_somewhere() {
    for (document, text) in documents() {
        if document.ends_with("README.md") && !document.contains("docs") {
            assert!(text.lines().count() <= 120, "{document} has {} lines", text.lines().count());
        }
        let folder = Path::new(&document).parent().unwrap();
        let linked = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let drawn = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for link in linked.chain(drawn) {
            let file = link.split('#').next().unwrap();
            assert!(file.contains("://") || folder.join(file).exists(), "{document}: {link}");
        }
    }
}
