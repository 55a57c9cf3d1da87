//! Random sums of every ruleset, solved by every method of `tedomari solve`, against canonical forms.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::judge::{Exact, after};
use crate::support::tedomari;
use fastrand::Rng;
use rules::{AnyPosition, RULESETS, Ruleset, Rulesets, attempt};
use serde_json::Value as Json;
use sums::Sum;
use values::{Budget, Player};

/// The number of sums with a part of each ruleset.
const SUMS_OF_EACH: usize = 230;
const METHODS: [&str; 5] = ["values", "alphabeta", "pn", "dfpn", "pn-all"];

/// Plays random moves to the end, and takes a position with few moves and a short rest of play: its tree is
/// searched fast even without a table.
fn shrunk(position: AnyPosition, few: usize, rng: &mut Rng) -> AnyPosition {
    let moves = |position: &AnyPosition| Player::BOTH.map(|player| position.moves(player).unwrap().len());
    let mut played = vec![position];
    while let Some(last) = played.last()
        && moves(last) != [0, 0]
    {
        let player = Player::BOTH[rng.usize(..2)];
        let actions = last.moves(player).unwrap();
        if !actions.is_empty() {
            played.push(last.play(player, &actions[rng.usize(..actions.len())]).unwrap());
        }
    }
    let late = played.len().saturating_sub(1 + few);
    let small = |position: &&AnyPosition| moves(position).iter().sum::<usize>() <= few;
    played[late..].iter().find(small).unwrap().clone()
}

/// A small part of a Go board, surrounded by living stones of both colours, some of it settled.
fn go_board(game: &str, rng: &mut Rng) -> String {
    loop {
        let (width, height) = (rng.usize(1..=3), rng.usize(1..=2));
        let stone = |rng: &mut Rng| if rng.bool() { 'X' } else { 'O' };
        let edge = |rng: &mut Rng| {
            let stones: String = (0..width).map(|_| stone(rng)).collect();
            format!("##{stones}##")
        };
        let mut rows = vec![edge(rng)];
        for _ in 0..height {
            let inner: String = (0..width).map(|_| ['.', '.', 'X', 'O'][rng.usize(..4)]).collect();
            rows.push(format!("#{}{inner}{}#", stone(rng), stone(rng)));
        }
        rows.push(edge(rng));
        let points = if rng.bool() { format!("/{}", rng.i32(-4..=4)) } else { String::new() };
        let text = format!("{}{points}", rows.join("|"));
        // Positions with kos have no values.
        if RULESETS.open(game, &text).is_ok_and(|position| attempt(|| position.regions()).is_ok()) {
            return text;
        }
    }
}

fn part(game: &Ruleset, few: usize, rng: &mut Rng) -> String {
    let position = match &*game.name {
        "go" | "go-territory" => go_board(&game.name, rng),
        _ => shrunk(game.read(&game.example).unwrap(), few, rng).to_string(),
    };
    format!("{}:{position}", game.name)
}

/// Compares an answer of the command with the value of the sum.
fn check(exact: &Exact, sum: &Sum, answer: &Json, method: &str) {
    for first in Player::BOTH {
        let name = ["left", "right"][first as usize];
        let found = &answer[format!("{name}_first")];
        let wins = exact.wins(sum, first);
        let winner = if wins { first } else { first.opponent() };
        assert_eq!(found["winner"], ["left", "right"][winner as usize], "{method}, {name} first: {sum}");
        assert_eq!(found["move"].is_string(), wins, "{method}, {name} first: {sum}: {found}");
        if wins {
            let (part, action) =
                (found["part"].as_u64().unwrap() as usize - 1, found["move"].as_str().unwrap());
            let after = after(sum, part, action, first);
            assert!(!exact.wins(&after, first.opponent()), "{method}: {action} loses {sum}");
        }
        if method == "values" {
            let stop = exact.values.stop(exact.value(sum), first).to_string();
            assert_eq!(answer[format!("{name}_stop")], stop, "{sum}");
        }
    }
}

/// One line of the answer for each sum.
fn solve(sums: &[String], method: &str) -> Vec<Json> {
    let mut arguments = vec!["solve", "-", "--json", "--time", "60", "--method", method];
    if method == "values" {
        arguments.push("--score");
    }
    let output = tedomari(&arguments, sums.join("\n").as_bytes());
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Solves random sums, some of each game.
fn solve_sums_of(rulesets: &Rulesets, games: &[&Ruleset], sums_of_each: usize) {
    let (mut rng, exact) = (Rng::with_seed(16), Exact::default());
    let mut sums = Vec::new();
    for game in games {
        for _ in 0..sums_of_each {
            let few = rng.usize(1..=5);
            let mut parts = vec![part(game, few, &mut rng)];
            for _ in 0..rng.usize(..3) {
                let (other, few) = (games[rng.usize(..games.len())], rng.usize(1..=3));
                parts.push(part(other, few, &mut rng));
            }
            rng.shuffle(&mut parts);
            sums.push(parts.join(" + "));
        }
    }
    let read = |text: &String| Sum::read_with(rulesets, text, &Budget::endless()).unwrap();
    let read: Vec<Sum> = sums.iter().map(read).collect();
    for method in METHODS {
        let answers = solve(&sums, method);
        assert_eq!(answers.len(), sums.len(), "{method}");
        for (sum, answer) in read.iter().zip(&answers) {
            check(&exact, sum, answer, method);
        }
    }
}

#[test]
fn every_method_agrees_with_canonical_forms() {
    let games: Vec<&Ruleset> = RULESETS.positional().collect();
    assert!(games.len() > 20);
    solve_sums_of(&RULESETS, &games, SUMS_OF_EACH);
}

/// The same with the scripts of the library, one that has scores, and one that plays the same game natively.
#[test]
fn every_method_agrees_with_canonical_forms_of_scripts() {
    let place = tempfile::tempdir().unwrap();
    let scored = place.path().join("scored.lua");
    let rules = "example = '4'
        -- The heap, and what Left is ahead by: one or two tokens are taken, and are points at the end.
        function read(text)
            local heap, points = text:match('^(%d+) ?(%-?%d*)$')
            return heap and { math.tointeger(heap), math.tointeger(points) or 0 }
        end
        function show(s) return s[1] .. ' ' .. s[2] end
        function options(s, left)
            local found = {}
            for n = 1, math.min(2, s[1]) do found[n] = { s[1] - n, s[2] + (left and n or -n) } end
            return found
        end
        function score(s) if s[1] == 0 then return s[2] end end";
    std::fs::write(&scored, rules).unwrap();
    let library = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rulesets")).unwrap();
    let native = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/tests/domineering.lua");
    let mut paths: Vec<String> = library
        .map(|entry| entry.unwrap().path())
        .chain([scored, native.into()])
        .map(|path| path.to_str().unwrap().to_owned())
        .collect();
    paths.sort();
    let rulesets = Rulesets::default().loading(scripts::open);
    let games: Vec<&Ruleset> = paths.iter().map(|path| rulesets.get(path).unwrap()).collect();
    solve_sums_of(&rulesets, &games, 40);
}

/// Regression test: settled scores count. Two positions without moves were once valued as 0.
#[test]
fn settled_scores_count() {
    let exact = Exact::default();
    let sums = [
        "go:#XXX#|#X.X#|#XXX#",
        "go:#########|##OOXOX##|#X..O.XO#|##OXOOX##|#########",
        "go:#XXX#|#X.X#|#XXX# + go:#OOO#|#O.O#|#OOO#",
        "go-territory:#XXXX#|#X..X#|#XXXX# + -1 + *",
    ]
    .map(str::to_owned);
    for method in METHODS {
        for (text, answer) in sums.iter().zip(solve(&sums, method)) {
            check(&exact, &Sum::read(text).unwrap(), &answer, method);
        }
    }
}
