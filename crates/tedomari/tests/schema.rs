//! The JSON Schema describes all answers, and an answer that ended early says so.

#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use tedomari::answers::{NimAnswer, NimRepresentation, NimSolution, NimStats, ReplayAnswer, RulesetAnswer};
use tedomari::matches::{Allowance, Deal, Match};
use tedomari::prelude::*;
use tedomari::rules::games::triangular_nim::{Convention, TriangularNim};
use tedomari::tables::endgame::{Build, Kind, Rectangle, Subject, layout};
use tedomari::tables::retrograde;
use tedomari::values::{ByPlayer, silent};
use tedomari::{Question, SolveMethod};

fn budget() -> Budget {
    Budget::seconds(60.0)
}

/// Checks that the schema knows every key of an answer, and that every key that it requires is there.
fn check(name: &str, answer: &impl serde::Serialize) {
    let answer = serde_json::to_value(answer).unwrap();
    let schema = tedomari::answers::schema();
    let known = &schema["$defs"][name]["properties"];
    for key in answer.as_object().unwrap().keys() {
        assert!(known.get(key).is_some(), "{name} has no {key}: {known}");
    }
    for key in schema["$defs"][name]["required"].as_array().unwrap() {
        assert!(answer.get(key.as_str().unwrap()).is_some(), "{name} lacks {key}: {answer}");
    }
    assert_eq!(answer["schema"], tedomari::answers::SCHEMA);
}

#[test]
fn every_key_of_an_answer_is_in_the_schema() {
    let engine = Engine::new();
    let position = engine.position("amazons:x.#.|....|.##.|...o").unwrap();
    check("ValueAnswer", &engine.describe("10|8||2", true, &budget()).unwrap());
    check("Analysis", &engine.analyze(&position, &budget()).unwrap());
    check("TemperatureAnswer", &engine.temperature(&position, &budget()).unwrap());
    check("Solution", &engine.solve("clobber:xoxo + ^", Player::Left, &budget()).unwrap());
    let sum = engine.sum("clobber:xoxo + ^").unwrap();
    check("SumAnalysis", &engine.analyze_sum(&sum, &budget()).unwrap());
    let tests = tedomari::read_tests("[clobber] XO {B win, W loss}").unwrap();
    let found = engine.run_test(&tests[0], tests[0].asked[1], SolveMethod::Values, &budget()).unwrap();
    assert_eq!((found.winner, found.agrees), (Some(Player::Right), Some(false)));
    check("TestAnswer", &found);
    check("ChosenMove", &engine.choose(&sum, Player::Left, "informed", &budget()).unwrap().unwrap());
    check("RulesetAnswer", &RulesetAnswer::from(engine.rulesets().get("amazons").unwrap()));

    let question =
        Question { first: Some(Player::Left), method: SolveMethod::Pn, proof: true, ..Question::default() };
    let (_, proof) = engine.solve_sum(&sum, question, &budget(), &silent()).unwrap();
    let claim = tedomari::Claim { sum, first: Player::Left, proof: proof.unwrap() }.write();
    let checked = engine.check_proof(&claim, &budget()).unwrap();
    assert!(checked.winner.is_some() && checked.error.is_none());
    check("ProofAnswer", &checked);
    let cancelled = budget();
    cancelled.cancel();
    let ended = engine.check_proof(&claim, &cancelled).unwrap();
    assert!(ended.winner.is_none() && ended.error.is_some(), "a proof that was not checked has no winner");
    check("ProofAnswer", &ended);
}

#[test]
fn every_key_about_matches_is_in_the_schema() {
    let allowance = Allowance::Nodes(50);
    let deal = Deal { game: "clobber".to_owned(), width: 2, height: 2, components: 2 };
    let players = ["random", "random"].map(|name| name.parse().unwrap());
    let play = Match { players, starts: deal.into(), games: 2, allowance, seed: 1, threads: 1 };
    let engine = Engine::new();
    let (answer, records) = engine.play_match(&play, None, &budget(), &|_| {}).unwrap();
    assert_eq!((answer.games, records.len(), answer.nodes, answer.time), (2, 2, Some(50), None));
    assert!(answer.error.is_none());
    check("MatchAnswer", &answer);
    check("ReplayAnswer", &ReplayAnswer::from(&answer));
    let cancelled = budget();
    cancelled.cancel();
    let (answer, _) = engine.play_match(&play, None, &cancelled, &|_| {}).unwrap();
    assert!(answer.games == 0 && answer.error.is_some(), "a match that ended early says so");
    check("MatchAnswer", &answer);

    let ruleset = engine.rulesets().contest("ewn").unwrap().clone();
    let players = ["random", "random"].map(|name| name.parse().unwrap());
    let play = Match { starts: ruleset.into(), players, games: 2, allowance, seed: 1, threads: 1 };
    let (answer, _) = engine.play_match(&play, None, &budget(), &|_| {}).unwrap();
    check("MatchAnswer", &answer);
}

#[test]
fn every_key_about_tables_is_in_the_schema() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("answers.table");
    let rectangle =
        Rectangle { width: 2, height: 2, layout: layout("nogo").unwrap(), queens: ByPlayer::both(0) };
    let subject = Subject { game: "nogo", rectangle, kind: Kind::Value };
    let build = |budget| {
        let (subject, path) = (subject.clone(), &path);
        tedomari::build(&Build { subject, path, memory: 1 << 30, budget, progress: &|_| {} }).unwrap()
    };
    _ = fs::remove_file(&path);
    let (answer, table) = build(Budget::seconds(0.0));
    assert!(table.is_none() && answer.table.is_none() && answer.error.is_some());
    check("BuildAnswer", &answer);
    let (answer, table) = build(budget());
    assert!(answer.error.is_none());
    check("BuildAnswer", &answer);
    let folder = path.parent().unwrap();
    let listed = tedomari::list_tables(folder).unwrap();
    let ours = listed.iter().find(|table| table.file == path.display().to_string()).unwrap();
    assert_eq!(
        (ours.game.as_deref(), ours.size.as_deref(), ours.complete),
        (Some("nogo"), Some("2x2"), true)
    );
    check("ListedTable", ours);
    let (census, _) = Engine::new().census(&table.unwrap(), &["*".to_owned()], &budget()).unwrap();
    check("CensusAnswer", &census);
    fs::remove_file(&path).unwrap();
}

#[test]
fn every_key_about_triangular_nim_is_in_the_schema() {
    let layout =
        || retrograde::Layout::best(&retrograde::TakingGame::triangular_nim(4).unwrap(), false).unwrap();
    let solve =
        |convention| retrograde::Solved::in_memory(layout(), convention, 1, &budget(), &|_, _| {}).unwrap();
    let full = TriangularNim::full(4).unwrap();
    for convention in [Convention::Normal, Convention::Misere] {
        let solved = solve(convention);
        let mut answer = NimSolution::of(&layout(), convention);
        answer.add(&solved).unwrap();
        check("NimSolution", &answer);
        let found = NimAnswer::look_up(full, &solved).unwrap();
        assert_eq!(
            (found.outcome, found.nim_value.is_missing()),
            (answer.outcome, convention == Convention::Misere)
        );
        check("NimAnswer", &found);
    }
    check("NimAnswer", &NimAnswer::of_sum(&[full, full]).unwrap());
    check("NimStats", &NimStats::of(&layout(), &Budget::endless()).unwrap());
    check("NimRepresentation", &NimRepresentation::of_paper().unwrap()[0]);
}
