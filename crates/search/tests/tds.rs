//! Temperature discovery search agrees with thermographs, with every set of enhancements.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::Position;
use rules::games::{
    amazons::Amazons, clobber::Clobber, domineering::Domineering, nogo::NoGo, tree::Tree,
};
use rules::plane::Small;
use search::{CouponStack, Discovery, Enhancements, Guess, Step, Tds, TdsError, ThermographTable};
use values::{Dyadic, Games, Player, Stop};

/// Sets that use every enhancement, and every one not at all.
const SETS: [&str; 11] =
    ["tds", "1", "2", "3", "1,2", "1,3,4", "2,3,5", "1,2,3,4", "1,2,3,5", "1,3,4,5", "tds+"];

fn dyadic(text: &str) -> Dyadic {
    text.parse().unwrap()
}

fn tds(set: &str) -> Tds {
    Tds { enhancements: set.parse().unwrap(), ..Tds::default() }
}

/// Random numbers, the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Compares with the thermographs of some positions.
struct Check<P> {
    games: Games,
    table: ThermographTable<P>,
}

impl<P: Position> Check<P> {
    fn new() -> Self {
        Self { games: Games::new(), table: ThermographTable::default() }
    }

    fn agrees(&self, position: &P, sets: &[&str]) {
        let id = self.table.thermograph(&self.games, position).unwrap();
        let graph = self.games.thermographs().get(id);
        for set in sets {
            let found = Tds { stop: Stop::after(std::time::Duration::from_secs(3)), ..tds(set) }.search(position).unwrap();
            let wanted = (graph.mean(), graph.temperature(), true);
            assert_eq!((found.mean, found.temperature, found.exact), wanted, "{set}: {position}");
        }
    }
}

/// All boards of a size with these cells.
fn boards(width: usize, height: usize, cells: &str) -> impl Iterator<Item = String> {
    let cells: Vec<char> = cells.chars().collect();
    let count = cells.len().pow((width * height) as u32);
    (0..count).map(move |mut code| {
        let mut text = String::new();
        for at in 0..width * height {
            if at > 0 && at % width == 0 {
                text.push('|');
            }
            text.push(cells[code % cells.len()]);
            code /= cells.len();
        }
        text
    })
}

/// A random tree of this depth.
fn tree(dice: &mut Dice, depth: usize) -> String {
    const NUMBERS: [&str; 9] = ["0", "1", "-1", "2", "1/2", "-1/2", "*", "^", "-2"];
    if depth == 0 || dice.below(4) == 0 {
        return NUMBERS[dice.below(NUMBERS.len())].to_owned();
    }
    let mut side = |dice: &mut Dice| {
        let count = [0, 1, 1, 2][dice.below(4)];
        (0..count).map(|_| tree(dice, depth - 1)).collect::<Vec<_>>().join(",")
    };
    let left = side(dice);
    format!("{{{left}|{}}}", side(dice))
}

#[test]
fn random_trees_agree_with_their_thermographs() {
    let check = Check::<Tree>::new();
    let mut dice = Dice(1);
    for i in 0..1500 {
        let position = Tree::read(&tree(&mut dice, 3)).unwrap();
        if position.longest_play().unwrap() > 5 {
            continue;
        }
        let sets: &[&str] = if i % 10 == 0 { &SETS } else { &["tds+", "1,2,3,5", "1,3,5"] };
        check.agrees(&position, sets);
    }
}

#[test]
fn sente_replies_at_impossible_temperatures_are_not_too_cheap() {
    let check = Check::<Tree>::new();
    for text in ["{{3|{2|-2}}|1/8}", "{{9|1}|0}", "{0|{-1|-9}}", "{{5|{4|-4}}|1/16}", "{1/2|}", "{1/4|3/8}"] {
        let sets: &[&str] = if text.len() < 10 { &SETS } else { &["tds+", "1,2,3,5"] };
        check.agrees(&Tree::read(text).unwrap(), sets);
    }
}

#[test]
fn small_boards_agree_with_their_thermographs() {
    let domineering = Check::new();
    for text in boards(3, 2, ".#").chain(boards(4, 2, ".#")).chain(boards(3, 3, ".#")) {
        domineering.agrees(&Domineering::<Small>::read(&text).unwrap(), &["tds+", "1,3,5"]);
    }
    let clobber = Check::new();
    for text in boards(3, 2, ".XO").chain(boards(4, 1, ".XO")) {
        clobber.agrees(&Clobber::<Small>::read(&text).unwrap(), &["tds+", "1,2,3,5", "1,3"]);
    }
    let nogo = Check::new();
    for text in boards(2, 2, ".XO").chain(boards(5, 1, ".XO")) {
        if let Ok(position) = NoGo::<Small>::read(&text) {
            nogo.agrees(&position, &["tds+", "1,2,3,5", "1,3"]);
        }
    }
}

/// A random board with one queen each, this many empty squares, and the rest burnt.
fn queens(dice: &mut Dice, empty: usize) -> Amazons<Small> {
    let mut cells = vec!['X', 'O'];
    cells.resize(2 + empty, '.');
    cells.resize(16, '#');
    for i in (1..16).rev() {
        cells.swap(i, dice.below(i + 1));
    }
    let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
    Amazons::read(&rows.join("|")).unwrap()
}

#[test]
fn queens_agree_with_their_thermographs() {
    let check = Check::new();
    let mut dice = Dice(2);
    for i in 0..300 {
        let position = queens(&mut dice, 2 + i % 3);
        check.agrees(&position, if i % 10 == 0 { &SETS } else { &["tds+", "1,2,3,5"] });
    }
    for _ in 0..20 {
        check.agrees(&queens(&mut dice, 6), &["tds+"]);
    }
}
