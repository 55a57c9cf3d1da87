//! The command in a difficult environment: closed and full outputs, paths that are not regular files, strange
//! text.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{command, complaint, make_pipe, tedomari, watch};
use std::fs::File;
use std::io::Read;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

/// A command of every kind that answers, with its input. The folder has a proof and a journal.
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
        ("player random", "{\"request\":\"hello\",\"protocol\":1}\n"),
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
        ("taking solve cram:3x3 --play normal", ""),
        ("taking query cram:3x3 17 --play normal", ""),
        ("taking stats tactix:3x3", ""),
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

/// Commands with an error message.
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
    let place = tempfile::tempdir().unwrap();
    command(place.path())
        .args(arguments)
        .stdin(reader)
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap()
}

/// A pipe without a reader.
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
    let right = answers(folder.path()).into_iter();
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
const WRITERS: [&str; 16] = [
    "thermograph 1|-1 --svg FILE",
    "thermograph 1|-1 --png FILE",
    "thermograph 1|-1 --tikz FILE",
    "analyze clobber:xo --svg FILE",
    "show amazons x.o --tikz FILE",
    "man FILE",
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

/// Anything but a regular file stays as it is, and no command waits for a pipe.
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
    make_pipe(&path("pipe"));
    let _listener = UnixListener::bind(path("socket")).unwrap();
    let devices = [path("link"), path("dangling"), path("pipe"), path("socket"), place.path().into()];
    for line in WRITERS {
        for file in &devices {
            let (file, tables) = (file.to_str().unwrap(), tables.to_str().unwrap());
            let is_folder = file == place.path().to_str().unwrap();
            if is_folder && (line.starts_with("experiment") || line.starts_with("man")) {
                continue;
            }
            let arguments: Vec<String> = line
                .split_whitespace()
                .map(|word| if word == "FILE" { file.to_owned() } else { word.replace("TABLES", tables) })
                .collect();
            let output = tedomari(&arguments, b"");
            let error = complaint(&output);
            assert_eq!(output.status.code(), Some(4), "{arguments:?}: {error}");
            assert!(error.contains(file), "{arguments:?}: {error}");
        }
    }
    assert_eq!(std::fs::read_to_string(path("target")).unwrap(), "kept");
    assert!(std::fs::symlink_metadata(path("link")).unwrap().is_symlink());
    assert!(!path("nowhere").exists());
    for device in ["pipe", "socket"] {
        assert!(!std::fs::metadata(path(device)).unwrap().is_file(), "{device} was replaced");
    }
}

/// A device has no end, and a pipe may block forever: neither is read as a record.
#[test]
fn only_regular_files_are_records() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    make_pipe(Path::new(&path("pipe")));
    let _listener = UnixListener::bind(path("socket")).unwrap();
    for file in [path("pipe"), path("socket"), path(""), "/dev/zero".to_owned()] {
        for line in [
            "proof check FILE",
            "proof show FILE",
            "match --replay FILE",
            "match --left random --right random --games 2 --journal FILE",
            "table verify FILE",
            "table merge FILE --out OUT",
            "table census clobber 2x2 --file FILE",
        ] {
            let out = path("out");
            let words = line.split_whitespace().map(|word| match word {
                "FILE" => &file,
                "OUT" => &out,
                _ => word,
            });
            let mut command = command(place.path());
            command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            let end = watch(&mut child, Duration::from_secs(10), 1 << 20);
            let mut error = String::new();
            child.stderr.unwrap().read_to_string(&mut error).unwrap();
            let code = end.status.and_then(|status| status.code());
            assert_eq!(code, Some(4), "{line}, {file}, after {:?} and {} KiB: {error}", end.time, end.memory);
            assert!(error.contains(&file), "{line}, {file}: {error}");
        }
    }
}

/// A closed output does not lose the results of a long computation.
#[test]
fn files_are_written_before_answers() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let (out, svg) = (path("out"), path("census.svg"));
    for (line, files) in [
        (
            format!("experiment run star-cuts --out {out}"),
            vec![path("out/star-cuts.md"), path("out/star-cuts-2.csv"), path("out/star-cuts.svg")],
        ),
        (format!("table census clobber 2x2 --svg {svg}"), vec![svg.clone()]),
    ] {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let output = run(&arguments, "", closed(), Stdio::piped());
        assert!(output.status.success(), "{line}: {}", complaint(&output));
        for file in files {
            assert!(std::fs::metadata(&file).is_ok_and(|there| there.len() > 0), "{line}: {file}");
        }
    }
}

/// Messages name the files that were written; answers do not.
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

/// Every limit gives one JSON object.
#[test]
fn a_limit_leaves_one_json_object() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let (folder, proof) = (path("tables"), path("win.proof"));
    std::fs::create_dir(&folder).unwrap();
    let board = "domineering:....|....|....|....";
    let made = tedomari(&["solve", board, "--first", "left", "--method", "dfpn", "--proof", &proof], b"");
    assert!(made.status.success(), "{}", complaint(&made));
    let amazons = "x.....|......|......|......|......|.....o";
    let sum = format!("amazons:{amazons}");
    for arguments in [
        vec!["analyze", "amazons", amazons, "--time", "10ms"],
        vec!["value", "{30|0||-5|-40} + {37|0||-9|-51} + {44|0||-3|-62}", "--max-games", "100"],
        vec!["thermograph", "{30|0||-5|-40} + {37|0||-9|-51} + {44|0||-3|-62}", "--max-games", "100"],
        vec!["temperature", "amazons", amazons, "--time", "10ms"],
        vec!["temperature", "amazons", amazons, "--time", "10ms", "--threshold", "1/2"],
        vec!["solve", &sum, "--time", "10ms"],
        vec!["solve", &sum, "--time", "10ms", "--method", "dfpn"],
        vec!["proof", "check", &proof, "--time", "0"],
        vec!["table", "build", "nogo", "5x4", "--memory", "1"],
        vec!["table", "build", "nogo", "4x4", "--time", "0"],
        vec!["table", "probe", "nogo", "...|..."],
        vec!["table", "census", "nogo", "5x4", "--memory", "1"],
        vec!["triangular-nim", "solve", "--layers", "9", "--play", "normal"],
        vec!["triangular-nim", "solve", "--layers", "7", "--play", "normal", "--time", "0"],
        vec!["triangular-nim", "query", "x|xx|xxx|xxxx", "--play", "normal", "--time", "0"],
    ] {
        let uses_tables = !["value", "proof", "triangular-nim"].contains(&arguments[0]);
        let tables: &[&str] = if uses_tables { &["--tables", &folder] } else { &[] };
        let output = tedomari(&[&arguments[..], &["--json"], tables].concat(), b"");
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {}", complaint(&output));
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{arguments:?}: {}", String::from_utf8_lossy(&output.stdout)));
        assert!(answer["error"].is_string(), "{arguments:?}: {answer}");
    }
}

/// A message has the error and its place.
#[test]
fn messages_help() {
    for (arguments, message) in [
        (&["show", "dark-chess", "K"][..], "`tedomari play`"),
        (&["show", "ewn", "1"], "`tedomari play`"),
        (&["analyze", "dark-chess", "K"], "`tedomari solve` solves endgames of dark-chess"),
        (&["analyze", "ewn", "1"], "`tedomari match --game`"),
        (&["temperature", "ewn", "1"], "`tedomari play`"),
        (&["table", "probe", "ewn", "1"], "`tedomari play`"),
        (&["solve", "ewn:1"], "`tedomari play`"),
        (&["solve", "* + dark-chess:K"], "`tedomari play`"),
        (&["solve", "* + "], "expected a position or a value\n  * + \n      ^ here"),
        (&["solve", " + *"], "expected a position or a value\n   + *\n  ^ here"),
        (&["solve", "* +  + *"], "\n  * +  + *\n      ^ here"),
        (&["solve", "*", ""], "expected a position or a value"),
        (&["play", "* + "], "expected a position or a value"),
        (&["show", "amazons", "(;GM[18]SZ[0])"], "the board has no points"),
        (&["show", "amazons", "(;GM[18]SZ[0:3])"], "the board has no points"),
        (&["show", "go", "(;GM[1]SZ[0])"], "the board has no points"),
    ] {
        let output = tedomari(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", complaint(&output));
        assert!(complaint(&output).contains(message), "{arguments:?}: {}", complaint(&output));
    }
}

/// A byte-order mark is not part of a position.
#[test]
fn byte_order_marks_are_skipped() {
    let place = tempfile::tempdir().unwrap();
    for (game, text, shown) in [
        ("amazons", "\u{feff}(;GM[18]SZ[3]AB[aa]AW[cc])", "X..\n...\n..O\n"),
        (
            "go",
            "\u{feff}(;SZ[9]AB[ba][ca][da][bb][bc][cc][dc][ec]AW[eb]\
             VW[ba][ca][da][bb][cb][db][eb][bc][cc][dc][ec])",
            "#XXX##\n#X..O#\n#XXXX#\n######\n",
        ),
        ("clobber", "\u{feff}xo", "XO\n"),
    ] {
        let file = place.path().join("position");
        std::fs::write(&file, text).unwrap();
        let output = tedomari(&["show", game, &format!("@{}", file.display())], b"");
        assert_eq!(String::from_utf8_lossy(&output.stdout), shown, "{}", complaint(&output));
    }
    let output = tedomari(&["value", "-", "--json"], "\u{feff}1|-1\n".as_bytes());
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("+-1"));
}

/// Messages show the input, which does not control the terminal.
#[test]
fn control_characters_are_escaped() {
    let escape = "\u{1b}[2J\u{7}\r\u{9b}";
    let file = format!("@{escape}");
    let (sum, part) = (format!("clobber:{escape}"), format!("{escape} + *"));
    let refused: &[&[&str]] = &[
        &["show", escape, "x"],
        &["show", "clobber", escape],
        &["analyze", escape, escape],
        &["value", escape],
        &["value", "1", escape],
        &[escape],
        &["value", "1", "--time", escape],
        &["temperature", escape, "x"],
        &["temperature", "clobber", "xo", "--delta", escape],
        &["solve", &sum],
        &["solve", &part],
        &["match", "--left", escape, "--right", "random"],
        &["play", &sum],
        &["experiment", "run", escape],
        &["table", "probe", escape, "x"],
        &["table", "build", "clobber", escape],
        &["triangular-nim", "query", escape, "--play", "normal"],
    ];
    let unreadable: &[&[&str]] = &[
        &["show", "clobber", &file],
        &["show", "amazons", "x", "--svg", escape, "--sgf", "/"],
        &["match", "--replay", escape],
        &["proof", "check", escape],
        &["table", "verify", escape],
    ];
    let cases = refused.iter().map(|case| (*case, 2)).chain(unreadable.iter().map(|case| (*case, 4)));
    for (arguments, code) in cases {
        let output = tedomari(arguments, b"");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", complaint(&output));
        let steers = |text: &[u8]| {
            String::from_utf8_lossy(text).chars().any(|c| c.is_control() && c != '\n' && c != '\t')
        };
        assert!(!steers(&output.stderr) && !steers(&output.stdout), "{arguments:?}: {output:?}");
    }
    let output = tedomari(&["value", "-"], format!("{escape}\n").as_bytes());
    assert!(!String::from_utf8_lossy(&output.stdout).contains('\u{1b}'));
    let output = tedomari(&["play", "clobber:xo", "--against", "random"], format!("{escape}\n").as_bytes());
    assert!(!String::from_utf8_lossy(&output.stdout).contains('\u{1b}'));
}

/// A number that does not fit is bad input for every command.
#[test]
fn overflow_is_bad_input_everywhere() {
    let game = "{9223372036854775807||9223372036854775806|-9223372036854775807}";
    for arguments in [
        &["value", game][..],
        &["value", "9223372036854775807 + 1"],
        &["thermograph", game],
        &["analyze", "tree", game],
        &["temperature", "tree", game, "--method", "exact"],
        &["temperature", "tree", game, "--method", "tds+"],
        &["temperature", "tree", game, "--method", "mts"],
        &["solve", game, "--score"],
        &["solve", "9223372036854775807 + 1"],
    ] {
        let output = tedomari(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", complaint(&output));
        assert!(complaint(&output).contains("overflow"), "{arguments:?}: {}", complaint(&output));
        assert!(!complaint(&output).contains("--time"), "{arguments:?}: {}", complaint(&output));
    }
    // The winner does not depend on the size of the numbers.
    for method in ["values", "dfpn", "pn", "alphabeta"] {
        let output = tedomari(&["solve", game, "--method", method], b"");
        assert!(output.status.success(), "{method}: {}", complaint(&output));
    }
}

#[test]
fn drawings_are_ascii_where_there_is_nothing_else() {
    let draw = |arguments: &[&str], names: &[(&str, &str)]| {
        let place = tempfile::tempdir().unwrap();
        let mut command = command(place.path());
        for name in ["LC_ALL", "LC_CTYPE", "LANG", "TERM"] {
            command.env_remove(name);
        }
        let output = command.args(arguments).envs(names.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for arguments in [&["thermograph", "3||0|-2"][..], &["analyze", "clobber", "xoxo"]] {
        for plain in [&[("LC_ALL", "C"), ("LANG", "C.UTF-8")][..], &[("LANG", "POSIX")], &[("TERM", "dumb")]]
        {
            let drawing = draw(arguments, plain);
            assert!(drawing.contains("temperature") && drawing.is_ascii(), "{plain:?}:\n{drawing}");
        }
        for rich in [&[][..], &[("LANG", "de_DE.UTF-8")], &[("LC_ALL", "C.utf8"), ("LANG", "C")]] {
            assert!(draw(arguments, rich).contains('▲'), "{rich:?}");
        }
    }
}

/// The names beside a picture are those of the moves.
#[test]
fn pictures_call_cells_as_moves_do() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("board.svg").to_str().unwrap().to_owned();
    let names = |game: &str, position: &str| {
        assert!(tedomari(&["show", game, position, "--svg", &file], b"").status.success());
        let drawing = std::fs::read_to_string(&file).unwrap();
        let name =
            |line: &str| Some(line.split_once("<text ")?.1.split_once('>')?.1.split_once('<')?.0.to_owned());
        drawing.lines().filter_map(name).collect::<Vec<String>>().join(" ")
    };
    assert_eq!(names("triangular-nim", "x|xx|x.x"), "1 2 3 A B C");
    assert_eq!(names("amazons", "x..|..o"), "A B C 2 1");
    let long = names("nogo", &".".repeat(28));
    assert!(long.starts_with("A B ") && long.contains("Y Z AA AB 1"), "{long}");
    assert_eq!(names("toads-and-frogs", "t.f"), "t f 1 2 3 ");
}

/// Options that an experiment would ignore are refused.
#[test]
fn experiments_refuse_what_they_would_ignore() {
    for (arguments, message) in [
        (&["xt-domineering-3x3", "--seed", "1"][..], "makes no random choices"),
        (&["xt-domineering-3x3", "--paper"], "always run in full"),
        (&["amazons-600", "--seed", "7"], "makes no random choices"),
        (&["possible-temperatures", "--seed", "7"], "makes no random choices"),
        (&["tds-threshold", "--seed", "7"], "makes no random choices"),
        (&["unbounded-loss", "--seed", "7"], "makes no random choices"),
    ] {
        let output = tedomari(&[&["experiment", "run"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", complaint(&output));
        assert!(complaint(&output).contains(message), "{arguments:?}: {}", complaint(&output));
    }
}
