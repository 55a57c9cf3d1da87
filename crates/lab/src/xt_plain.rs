//! A second program for XT Domineering: it plays. Positions are sets of squares, sums are lists, and a sum is
//! zero if the player who moves second wins it; there are no values. It confirms values that are stored with the
//! results, by playing the position against the negatives of the games that it is said to be the sum of. It
//! shares no code with what it checks.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashMap};

/// A summand: squares on a board, or an elementary game; and whether the players exchange their roles in it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Part {
    Squares(Vec<(i8, i8)>),
    Game(&'static str),
}

type Sum = Vec<(Part, bool)>;

/// The connected groups of squares.
fn groups(squares: &[(i8, i8)]) -> Vec<Vec<(i8, i8)>> {
    let mut left: Vec<(i8, i8)> = squares.to_vec();
    let mut groups = Vec::new();
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        let mut i = 0;
        while i < group.len() {
            let (x, y) = group[i];
            for beside in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                if let Some(at) = left.iter().position(|square| *square == beside) {
                    group.push(left.swap_remove(at));
                }
            }
            i += 1;
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// What a player can leave of a connected group: dominoes, or single squares if there is no room for any.
fn placed(group: &[(i8, i8)], upright: bool) -> Vec<Sum> {
    let step = if upright { (0, 1) } else { (1, 0) };
    let other = |(x, y): (i8, i8)| (x + step.0, y + step.1);
    let without = |taken: &[(i8, i8)]| {
        let rest: Vec<(i8, i8)> = group.iter().copied().filter(|square| !taken.contains(square)).collect();
        groups(&rest).into_iter().map(|group| (Part::Squares(group), false)).collect::<Sum>()
    };
    let dominoes: Vec<Sum> =
        group.iter().filter(|s| group.contains(&other(**s))).map(|s| without(&[*s, other(*s)])).collect();
    if dominoes.is_empty() { group.iter().map(|square| without(&[*square])).collect() } else { dominoes }
}

/// The options of an elementary game for Left, or for Right, as its definition in the thesis lists them.
fn options(name: &str, left: bool) -> Vec<Sum> {
    let game =
        |name: &'static str, times: i32| vec![(Part::Game(name), times < 0); times.unsigned_abs() as usize];
    let sum = |ups: i32, stars: i32| [game("^", ups), game("*", stars)].concat();
    match (name, left) {
        ("*", _) | ("^", true) => vec![vec![]],
        ("^", false) => vec![sum(0, 1)],
        ("^/2", true) => vec![sum(2, 1)],
        ("^/2", false) => vec![sum(-1, 1)],
        ("★", true) => vec![vec![], sum(1, 1)],
        ("★", false) => vec![vec![], sum(-1, 1)],
        ("*/2", true) => vec![sum(2, 0)],
        ("(*/2)+", true) => vec![sum(2, 0), sum(2, 1)],
        ("*/2" | "(*/2)+", false) => vec![sum(-2, 1)],
        ("◇", true) => vec![sum(3, 1)],
        ("◇", false) => vec![sum(-3, 1)],
        ("^[2]", true) => vec![sum(1, 0)],
        ("^[2]", false) => vec![sum(0, 1)],
        _ => panic!("an elementary game without a definition: {name}"),
    }
}

#[derive(Default)]
struct Play(HashMap<(Sum, bool), bool>);

impl Play {
    /// Does the player to move (Left if `left`) win?
    fn wins(&mut self, sum: &Sum, left: bool) -> bool {
        let mut key = sum.clone();
        key.sort();
        // A part and its negative cancel; equal stars do.
        let mut i = 0;
        while i < key.len() {
            let negative = (key[i].0.clone(), !key[i].1);
            let star = key[i].0 == Part::Game("*");
            let partner = (i + 1..key.len()).find(|&j| key[j] == negative || (star && key[j] == key[i]));
            match partner {
                Some(j) => {
                    key.remove(j);
                    key.remove(i);
                }
                None => i += 1,
            }
        }
        let key = (key, left);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let mut wins = false;
        'parts: for i in 0..key.0.len() {
            let (part, exchanged) = &key.0[i];
            let moves = match part {
                Part::Squares(group) => placed(group, left != *exchanged),
                Part::Game(name) => options(name, left != *exchanged),
            };
            for option in moves {
                let mut after = key.0.clone();
                after.remove(i);
                after.extend(option.into_iter().map(|(part, sign)| (part, sign != *exchanged)));
                if !self.wins(&after, !left) {
                    wins = true;
                    break 'parts;
                }
            }
        }
        self.0.insert(key, wins);
        wins
    }

    fn is_zero(&mut self, sum: &Sum) -> bool {
        !self.wins(sum, true) && !self.wins(sum, false)
    }
}

fn squares(board: &str) -> Vec<(i8, i8)> {
    let rows = board.split('|').enumerate();
    let cells = rows.flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| (x as i8, y as i8, c)));
    let mut squares: Vec<(i8, i8)> = cells.filter(|(.., c)| *c == '.').map(|(x, y, _)| (x, y)).collect();
    squares.sort_unstable();
    squares
}

/// A sum in words, such as `-^/2 + 2·E3 - ^^*`. `None` means that it has a game without a definition here.
fn terms(text: &str, boards: &BTreeMap<String, String>) -> Option<Sum> {
    let mut sum = Sum::new();
    let spaced = text.replace(" - ", " + -");
    for term in spaced.split(" + ") {
        let (mut negative, term) = match term.strip_prefix('-') {
            Some(term) => (true, term),
            None => (false, term),
        };
        let (times, name) = term.split_once('·').map_or((1, term), |(n, name)| (n.parse().unwrap(), name));
        let known = ["^/2", "★", "*/2", "(*/2)+", "◇", "^[2]"].iter().find(|known| **known == name);
        if let Some(known) = known {
            sum.extend(vec![(Part::Game(known), negative); times]);
        } else if let Some(board) = boards.get(name) {
            let (negative, board) = match board.strip_prefix('-') {
                Some(board) => (!negative, board),
                None => (negative, board.as_str()),
            };
            for group in groups(&squares(board)) {
                sum.extend(vec![(Part::Squares(group), negative); times]);
            }
        } else if name != "0" {
            // Ups and a star, such as ^^*, v3 or *.
            let (ups, star) = name.strip_suffix('*').map_or((name, false), |ups| (ups, true));
            if ups.starts_with('v') {
                negative = !negative;
            }
            let digits = ups.trim_start_matches(['^', 'v']);
            let arrows = ups.chars().count() - digits.chars().count();
            let count = if digits.is_empty() { arrows } else { digits.parse().ok()? };
            sum.extend(vec![(Part::Game("^"), negative); count]);
            sum.extend(vec![(Part::Game("*"), false); usize::from(star)]);
        }
    }
    Some(sum)
}

#[test]
fn plain_play_knows_the_simplest_values() {
    let mut play = Play::default();
    for (board, value) in [(".", "*"), (".|.", "^"), ("..|..", "*"), ("...|...|..#", "◇"), ("...|...", "*/2")]
    {
        let parts = groups(&squares(board)).into_iter().map(|group| (Part::Squares(group), false));
        let mut difference: Sum = parts.collect();
        let sign = |negative: bool| {
            terms(value, &BTreeMap::new())
                .unwrap()
                .into_iter()
                .map(move |(part, sign)| (part, sign == negative))
        };
        difference.extend(sign(false));
        let mut other: Sum =
            groups(&squares(board)).into_iter().map(|group| (Part::Squares(group), false)).collect();
        other.extend(sign(true));
        assert!(play.is_zero(&difference) || play.is_zero(&other), "{board} is not {value}");
        assert!(!play.is_zero(&[difference, vec![(Part::Game("*"), false)]].concat()));
    }
}

/// Every fifth of the stored values within 3×4.
#[test]
fn stored_values_are_confirmed_by_plain_play() {
    let text = include_str!("../../../docs/results/xt-domineering-3x4.json");
    let stored: serde_json::Value = serde_json::from_str(text).unwrap();
    let rows = |table: usize| stored["tables"][table]["rows"].as_array().unwrap();
    let cell = |row: &serde_json::Value, column: usize| row[column]["text"].as_str().unwrap().to_owned();
    // Elementary games that are positions are played as such.
    let boards: BTreeMap<String, String> = rows(0)
        .iter()
        .filter(|row| cell(row, 1) == "new" && cell(row, 2) != "–")
        .map(|row| (cell(row, 0), cell(row, 2)))
        .collect();
    let mut play = Play::default();
    let mut confirmed = 0;
    for row in rows(1).iter().step_by(5) {
        let (board, name) = (cell(row, 1), cell(row, 2));
        let Some(sum) = terms(&name, &boards) else { continue };
        if squares(&board).len() > 10 || boards.values().any(|known| *known == board) {
            continue;
        }
        let mut difference: Sum =
            groups(&squares(&board)).into_iter().map(|group| (Part::Squares(group), false)).collect();
        difference.extend(sum.into_iter().map(|(part, sign)| (part, !sign)));
        assert!(play.is_zero(&difference), "{board} is not {name}");
        confirmed += 1;
    }
    assert!(confirmed >= 20, "{confirmed}");
}

/// The sum of a text such as `-[..|.#]` or `vv*`.
fn bracketed(text: &str) -> Sum {
    let (negative, inner) = match text.strip_prefix('-') {
        Some(rest) if rest.starts_with('[') => (true, rest),
        _ => (false, text),
    };
    match inner.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(board) => {
            groups(&squares(board)).into_iter().map(|group| (Part::Squares(group), negative)).collect()
        }
        None => terms(inner, &BTreeMap::new()).unwrap(),
    }
}

/// Of the stored obstructions to a rule for 3×4: beside one rest Left, moving first, wins only by moves in one of
/// two games, beside another rest only by moves in the other.
#[test]
fn obstructions_are_confirmed_by_plain_play() {
    let text = include_str!("../../../docs/results/xt-domineering-rule.json");
    let stored: serde_json::Value = serde_json::from_str(text).unwrap();
    let rows = stored["tables"][1]["rows"].as_array().unwrap();
    let mut play = Play::default();
    for row in rows.iter().take(4) {
        let part = |column: usize| bracketed(row[column]["text"].as_str().unwrap());
        for (rest, winner) in [(part(5), 0), (part(6), 1)] {
            let games = [part(1), part(3), rest];
            let wins = |i: usize, play: &mut Play| {
                let others: Sum = (0..3).filter(|j| *j != i).flat_map(|j| games[j].clone()).collect();
                games[i].iter().enumerate().any(|(k, (part, exchanged))| {
                    let moves = match part {
                        Part::Squares(group) => placed(group, !*exchanged),
                        Part::Game(name) => options(name, !*exchanged),
                    };
                    moves.into_iter().any(|option| {
                        let mut after = [&others[..], &games[i][..k], &games[i][k + 1..]].concat();
                        after.extend(option.into_iter().map(|(part, sign)| (part, sign != *exchanged)));
                        !play.wins(&after, false)
                    })
                })
            };
            let found = [0, 1, 2].map(|i| wins(i, &mut play));
            assert_eq!(found, [winner == 0, winner == 1, false], "{row}");
        }
    }
    assert!(!rows.is_empty());
}
