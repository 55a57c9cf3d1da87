//! One position language for all commands, and what they answer in it: positions, values, sums, files of
//! questions, test files of MCGS; the exit status and the JSON Schema of every command.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support;
use crate::support::{complaint, tedomari};
use serde_json::Value;
use std::process::Output;

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = tedomari(&[arguments, &["--json"]].concat(), b"");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {}", complaint(&output)))
}

/// A question has the same answer in all its spellings.
#[test]
fn spellings_of_a_position() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("position");
    std::fs::write(&file, "\u{feff}xoxo|oxox\n").unwrap();
    let (file, in_file) = (format!("@{}", file.display()), format!("clobber:@{}", file.display()));
    for command in ["analyze", "temperature", "thermograph", "solve"] {
        let facts = |arguments: &[&str]| {
            let mut answer = json(&[&[command], arguments].concat());
            answer.as_object_mut().unwrap().retain(|key, _| key != "seconds" && key != "nodes");
            answer
        };
        let expected = facts(&["clobber:xoxo|oxox"]);
        assert!(expected["error"].is_null(), "{expected}");
        assert_eq!(facts(&["clobber", "xoxo|oxox"]), expected, "{command}");
        for spelling in [&["clobber", &file][..], &[&in_file]] {
            let mut answer = facts(spelling);
            assert!(answer["error"].is_null(), "{command} {spelling:?}: {answer}");
            // The question is repeated as it was written.
            for key in ["position", "sum"] {
                if !answer[key].is_null() {
                    answer[key] = expected[key].clone();
                }
            }
            assert_eq!(answer, expected, "{command} {spelling:?}");
        }
    }
    for command in ["show", "play"] {
        let shown = |arguments: &[&str]| text(&tedomari(&[&[command], arguments].concat(), b"quit\n"));
        assert!(shown(&["clobber:xoxo|oxox"]).to_lowercase().replace(' ', "").contains("xoxo"), "{command}");
        assert_eq!(shown(&["clobber", "xoxo|oxox"]), shown(&["clobber:xoxo|oxox"]), "{command}");
    }
}

#[test]
fn values_and_sums_everywhere() {
    let sum = ["clobber:xoxox", "{3|1}", "nogo:... + ^"];
    let analysis = json(&[&["analyze"], &sum[..]].concat());
    assert_eq!(analysis["sum"], "clobber:xoxox + {3|1} + nogo:... + ^");
    assert_eq!(analysis["parts"].as_array().unwrap().len(), 4, "{analysis}");
    assert_eq!(analysis["parts"][1]["temperature"], "1");
    assert_eq!((&analysis["mean"], &analysis["exact"]), (&"2".into(), &true.into()), "{analysis}");
    let temperature = json(&[&["temperature"], &sum[..]].concat());
    assert_eq!(
        (&temperature["mean"], &temperature["temperature"]),
        (&analysis["mean"], &analysis["temperature"])
    );
    let thermograph = json(&[&["thermograph"], &sum[..]].concat());
    assert_eq!(thermograph["thermograph"], analysis["thermograph"]);
    let drawn = text(&tedomari(&[&["thermograph"], &sum[..]].concat(), b""));
    assert!(drawn.contains("mean 2, temperature"), "{drawn}");
    let said = text(&tedomari(&[&["analyze"], &sum[..]].concat(), b""));
    assert!(said.contains("4 parts:") && said.contains("2. {3|1}  mean 2, temperature 1"), "{said}");
    assert!(text(&tedomari(&[&["show"], &sum[..]].concat(), b"")).contains("part 3\n...\n"));

    let mut value = json(&["analyze", "10|8||2"]);
    assert_eq!(value, json(&["value", "10|8||2"]));
    assert_eq!(json(&["temperature", "10|8||2"])["temperature"], value["temperature"].take());
    assert_eq!(json(&["thermograph", "-{1|0}"])["mean"], "-1/2");
    assert_eq!(json(&["analyze", "tree", "-1"])["mean"], "-1");

    // Bounds remain where the value of the sum is out of reach.
    let many: Vec<String> =
        (1..14).map(|i| format!("{{{}|0||-{}|-{}}}", i * 7 + 30, i * 3 + 1, i * 11 + 40)).collect();
    let large = format!("clobber:xo + {}", many.join(" + "));
    let output = tedomari(&["analyze", &large, "--json", "--time", "2"], b"");
    assert_eq!(output.status.code(), Some(3), "{}", complaint(&output));
    let bounds: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(bounds["exact"], false, "{bounds}");
    assert_eq!(bounds["mean_bounds"][0], bounds["mean"], "{bounds}");
    assert!(bounds["temperature_bounds"][1].is_string(), "{bounds}");
}

/// Lines of files are answered like lines of standard input.
#[test]
fn files_of_questions() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("questions");
    std::fs::write(&file, "clobber\txoxo\nclobber:xoxo + *\n^^*\nnonsense:x\n").unwrap();
    let name = format!("@{}", file.display());
    for command in ["analyze", "temperature", "thermograph", "solve"] {
        let output = tedomari(&[command, &name, "--json"], b"");
        assert_eq!(output.status.code(), Some(2), "{command}: {}", complaint(&output));
        let said = text(&output);
        let errors: Vec<bool> = said
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["error"].is_string())
            .collect();
        assert_eq!(errors, [false, false, false, true], "{command}: {said}");
        let input = std::fs::read(&file).unwrap();
        let lines = text(&tedomari(&[command, "-", "--json"], &input)).lines().count();
        assert_eq!(lines, 4, "{command}");
    }
    let shown = tedomari(&["show", "-"], b"nogo:..|..\n^\n");
    assert!(text(&shown).contains("..\n..\n"), "{}", text(&shown));
    assert_eq!(tedomari(&["value", &name], b"").status.code(), Some(2));
    for refused in [&["play", "-"][..], &["show", "-", "--svg", "x"], &["thermograph", "-", "--tikz", "x"]] {
        assert_eq!(tedomari(refused, b"*\n").status.code(), Some(2), "{refused:?}");
    }
}

#[test]
fn names_that_are_almost_right() {
    for (arguments, hint) in [
        (&["analyze", "clober", "xo"][..], "did you mean clobber?"),
        (&["solve", "domineerin:..|.."], "did you mean domineering:"),
        (&["table", "probe", "amazon", "x.o"], "did you mean amazons?"),
        (&["analize", "clobber", "xo"], "'analyze'"),
        (&["solve", "clobber:xo", "--tiem", "1"], "--t"),
    ] {
        let output = tedomari(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(complaint(&output).contains(hint), "{arguments:?}: {}", complaint(&output));
    }
    assert!(complaint(&tedomari(&["analyze", "chess", "k"], b"")).contains("the games are amazons"));
}

#[test]
fn variations_are_short_unless_asked_for() {
    let row = format!("toads-and-frogs:{}.{}", "t".repeat(20), "f".repeat(20));
    let question = ["temperature", &row, "--method", "tds", "--delta", "1", "--json"];
    let answer = |more: &[&str]| -> Value {
        let place = tempfile::tempdir().unwrap();
        let output = support::command(place.path()).args(question).args(more).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (short, full) =
        (answer(&[])["variation"].take(), answer(&["--variation", "full"])["variation"].take());
    let (short, full) = (short.as_str().unwrap(), full.as_str().unwrap());
    let start = short.split(" … (").next().unwrap();
    assert!(short.ends_with("moves in all)") && start.matches(". ").count() == 40, "{short}");
    assert!(full.len() > short.len() && full.starts_with(start), "{full}");
}

#[test]
fn test_files_of_mcgs() {
    let file = "{version 1.4}\n/*_ {B win} is no question here */\n[clobber_1xn] XO\n[nimber] 1 {B loss, W loss}\n\
                [up_star] (-4 *) 5 *\n[switch_game] (21, 7/8)\n[dyadic_rational] (-48/4)\n{B, W}\n\
                [domineering] ....|....|###.|###. {B win, W loss}\n{B loss}\n[kayles] 3 {N 3}\n[nim] (1 2 3) {N}\n\
                [nogo] ..OX......XX..O\ncgt:\n-({2*|1*,{1,1^*|{1|0},{1*|0}}||*,{{1|0},{1|v*}||{0|-1},{0|-1*}|-1,-1v*},\
                {{2*|1*||v*},{2*|1*||*|-1*}|{*|-2},{*|-1*||-2}}})\n:cgt {B loss, W loss}\n";
    let output = tedomari(&["solve", "-"], file.as_bytes());
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}{}", complaint(&output));
    assert!(said.contains("11 questions: 8 as expected, 0 not as expected, 3 without"), "{said}");
    assert!(said.contains("line 4, left first: right wins, as expected: clobber:XO + *1"), "{said}");

    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("wrong.test");
    std::fs::write(&path, "{version 1.4}\n[clobber] XO {B loss, W win}\n[elephants] X.O {B win}\n").unwrap();
    let name = format!("@{}", path.display());
    let output = tedomari(&["solve", &name], b"");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(
        text(&output).contains("line 2, left first: left wins, but loss is expected"),
        "{}",
        text(&output)
    );
    assert!(
        complaint(&output).contains("line 3: the game elephants is not known here"),
        "{}",
        complaint(&output)
    );
    for (broken, message) in [
        ("[clobber] XO {B lost}", "line 1: 'B lost' is not a question"),
        ("[clobber] XO\n\n{B win", "line 3: '{' without '}'"),
        ("{version 1.4}\nXO {B}", "line 2: 'XO' stands before the first section"),
        ("[clobber] XO {N 1}", "only sums of impartial games"),
        ("[impartial clobber] XO {N 1}", "the impartial version of clobber"),
        ("[clobber] XZ {B}", "line 1: 'clobber:XZ'"),
    ] {
        let output = tedomari(&["solve", "-"], broken.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{broken}");
        assert!(complaint(&output).contains(message), "{broken}: {}", complaint(&output));
    }
}

#[test]
fn tables_are_listed() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().to_str().unwrap();
    assert!(tedomari(&["table", "list", "--tables", folder], b"").stdout.is_empty());
    assert!(tedomari(&["table", "build", "nogo", "2x2", "--tables", folder], b"").status.success());
    std::fs::write(place.path().join("foreign.table"), b"no table").unwrap();
    let listed = text(&tedomari(&["table", "list", "--json", "--tables", folder], b""));
    let lines: Vec<Value> = listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[0]["error"].is_string() && lines[0]["complete"] == false, "{listed}");
    assert_eq!(
        (&lines[1]["game"], &lines[1]["size"], &lines[1]["complete"]),
        (&"nogo".into(), &"2x2".into(), &true.into())
    );
    assert!(
        text(&tedomari(&["table", "list", "--tables", folder], b"")).contains("nogo 2x2, thermographs: ")
    );
    // The environment names the folder, too, and the option goes first.
    let found = support::command(place.path())
        .args(["table", "list"])
        .env("TEDOMARI_TABLES", folder)
        .output()
        .unwrap();
    assert!(text(&found).contains("nogo-2x2.table"));
    let refused = tedomari(&["--tables", folder, "value", "1"], b"");
    assert_eq!(refused.status.code(), Some(2), "{}", complaint(&refused));
    assert!(tedomari(&["--tables", folder, "solve", "nogo:..|.."], b"").status.success());
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(text(&tedomari(&["completions", shell], b"")).contains("temperature"), "{shell}");
    }
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("pages");
    assert!(tedomari(&["man", folder.to_str().unwrap()], b"").status.success());
    let page = std::fs::read_to_string(folder.join("tedomari-table-build.1")).unwrap();
    assert!(page.contains("Exit status"), "{page}");
    assert!(folder.join("tedomari.1").is_file());
}

/// `--memory` bounds the peak, beside the program and its intermediate results.
#[test]
fn memory_is_bounded() {
    let hot: Vec<String> =
        (1..40).map(|i| format!("{{{}|0||-{}|-{}}}", i * 7 + 30, i * 3 + 1, i * 11 + 40)).collect();
    let sum = hot.join(" + ");
    let place = tempfile::tempdir().unwrap();
    for arguments in [
        &["value", &sum][..],
        &["analyze", "amazons:x.....|......|......|......|......|.....o"],
        &["thermograph", "nogo:.....|.....|.....|.....|....."],
        &["analyze", "clobber:xoxoxo|oxoxox|xoxoxo|oxoxox|xoxoxo|oxoxox + {3|1}"],
    ] {
        let mut command = support::command(place.path());
        command.args(arguments).args(["--memory", "64", "--time", "5"]);
        command
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null());
        let end = support::watch(&mut command.spawn().unwrap(), std::time::Duration::from_secs(120), 1 << 30);
        println!("{} MiB: {arguments:?}", end.memory >> 10);
        assert!(end.memory >> 10 < 64 + 64, "{} MiB: {arguments:?}", end.memory >> 10);
    }
}

/// Does a value fit a schema? Every key must be known.
fn fits(schema: &Value, value: &Value, all: &Value, place: &str) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        return fits(all.pointer(name.trim_start_matches('#')).unwrap(), value, all, place);
    }
    for list in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[list].as_array() {
            let found = choices.iter().any(|choice| fits(choice, value, all, place).is_ok());
            return found.then_some(()).ok_or_else(|| format!("{place}: {value} fits none of {choices:?}"));
        }
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_of = |name: &Value| name == kind || (kind == "integer" && name == "number");
    let is_right = match &schema["type"] {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(is_of),
        name => is_of(name),
    };
    let is_listed = schema["enum"].as_array().is_none_or(|words| words.contains(value));
    if !is_right || !is_listed {
        return Err(format!("{place}: {value} is not {schema}"));
    }
    if let (Some(object), Some(known)) = (value.as_object(), schema["properties"].as_object()) {
        for (key, inner) in object {
            let place = format!("{place}.{key}");
            fits(known.get(key).ok_or_else(|| format!("{place} is unknown"))?, inner, all, &place)?;
        }
        for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            object.get(key).ok_or_else(|| format!("{place} lacks {key}: {value}"))?;
        }
    }
    if let (Some(array), Some(_)) = (value.as_array(), schema["items"].as_object()) {
        for (i, inner) in array.iter().enumerate() {
            fits(&schema["items"], inner, all, &format!("{place}[{i}]"))?;
        }
    }
    Ok(())
}

/// Every command with `--json`, its exit status, and the definition of its answer.
#[test]
fn every_answer_fits_the_schema() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let (tables, proof, journal, test) =
        (path("tables"), path("win.proof"), path("games.jsonl"), path("x.test"));
    std::fs::write(&test, "{version 1.4}\n[clobber] XO {B win, W loss}\n").unwrap();
    let schema: Value = serde_json::from_slice(&tedomari(&["schema"], b"").stdout).unwrap();
    let amazons = "amazons:x.....|......|......|......|......|.....o";
    let lines: &[(&str, i32, &str)] = &[
        ("value 10|8||2 --all", 0, "ValueAnswer"),
        ("value {1|", 2, ""),
        ("analyze amazons:x.#.|....|.##.|...o", 0, "Analysis"),
        ("analyze AMAZONS --time 10ms", 3, "Analysis"),
        ("analyze 10|8||2", 0, "ValueAnswer"),
        ("analyze clobber:xoxo *", 0, "SumAnalysis"),
        ("thermograph clobber:xoxo *", 0, "SumAnalysis"),
        ("thermograph ^", 0, "ValueAnswer"),
        ("temperature clobber:xoxox --method tds+", 0, "TemperatureAnswer"),
        ("temperature AMAZONS --time 10ms", 3, "TemperatureAnswer"),
        ("temperature clobber:xoxox --threshold 1", 0, "TemperatureAnswer"),
        ("solve clobber:xoxo * --score", 0, "Solution"),
        ("solve AMAZONS --time 10ms", 3, "Solution"),
        ("solve domineering:...|... --first left --method pn --proof PROOF", 0, "Solution"),
        ("solve @TEST", 1, "TestAnswer"),
        ("proof check PROOF", 0, "ProofAnswer"),
        ("proof check NOWHERE", 4, ""),
        ("games", 0, "RulesetAnswer"),
        ("games CUTCAKE", 0, "RulesetAnswer"),
        ("games CUTCAKE --check 3x2", 0, "HooksAnswer"),
        ("match --left random:1 --right random:2 --size 3x3 --games 2 --journal JOURNAL", 0, "MatchAnswer"),
        ("match --replay JOURNAL", 0, "ReplayAnswer"),
        ("table build nogo 2x2 --values --tables TABLES", 0, "BuildAnswer"),
        ("table build nogo 5x4 --memory 1 --tables TABLES", 3, "BuildAnswer"),
        ("table list --tables TABLES", 0, "ListedTable"),
        ("table probe nogo ..|.. --tables TABLES", 0, "ProbeAnswer"),
        ("table census nogo 2x2 --values --tables TABLES", 0, "CensusAnswer"),
        ("triangular-nim solve --layers 3 --play normal", 0, "NimSolution"),
        ("triangular-nim query x|xx --play normal", 0, "NimAnswer"),
        ("triangular-nim stats --layers 4", 0, "NimStats"),
        ("taking solve cram:3x3 --play normal", 0, "NimSolution"),
    ];
    for (line, code, name) in lines {
        let word = |word: &str| match word {
            "AMAZONS" => amazons.to_owned(),
            "@TEST" => format!("@{test}"),
            "PROOF" => proof.clone(),
            "JOURNAL" => journal.clone(),
            "TABLES" => tables.clone(),
            "NOWHERE" => path("nowhere"),
            "CUTCAKE" => {
                concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rulesets/cutcake.lua").to_owned()
            }
            word => word.to_owned(),
        };
        let arguments: Vec<String> = line.split(' ').map(word).chain(["--json".to_owned()]).collect();
        let output = tedomari(&arguments, b"");
        assert_eq!(output.status.code(), Some(*code), "{line}: {}", complaint(&output));
        let answers: Vec<Value> =
            text(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(!answers.is_empty() || *code == 4, "{line}");
        for answer in answers.iter().filter(|_| !name.is_empty()) {
            assert_eq!(answer["schema"], schema["version"], "{line}: {answer}");
            fits(&schema["$defs"][name], answer, &schema, name).unwrap();
        }
    }
}
