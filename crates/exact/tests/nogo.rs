//! NoGo: values that are known, and that the regions of a position add up to its value, compared with plain
//! rules.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ValueTable;
use rules::bitboard::{Bitboard, Small, Strip};
use rules::{Notation, Position, games::nogo::NoGo};
use std::collections::HashMap;
use values::{ValueId, Values};

fn value(values: &Values, table: &ValueTable<NoGo<Small>>, text: &str) -> ValueId {
    table.value(values, &NoGo::read(text).unwrap()).unwrap()
}

/// NoGo cell by cell, without regions or symmetries.
struct Plain<'a> {
    values: &'a Values,
    width: usize,
    known: HashMap<Vec<u8>, ValueId>,
}

impl Plain<'_> {
    fn beside(&self, cells: &[u8], at: usize) -> Vec<usize> {
        let x = at % self.width;
        let mut found = Vec::new();
        found.extend((x > 0).then(|| at - 1));
        found.extend((x + 1 < self.width).then_some(at + 1));
        found.extend((at >= self.width).then(|| at - self.width));
        found.extend((at + self.width < cells.len()).then_some(at + self.width));
        found
    }

    fn has_liberty(&self, cells: &[u8], at: usize) -> bool {
        let (mut block, mut next) = (vec![at], 0);
        while next < block.len() {
            for other in self.beside(cells, block[next]) {
                if cells[other] == b'.' {
                    return true;
                }
                if cells[other] == cells[at] && !block.contains(&other) {
                    block.push(other);
                }
            }
            next += 1;
        }
        false
    }

    fn is_legal(&self, cells: &[u8]) -> bool {
        (0..cells.len()).all(|at| matches!(cells[at], b'.' | b'#') || self.has_liberty(cells, at))
    }

    /// The boards after the legal moves on empty cells among these.
    fn options(&self, cells: &[u8], stone: u8, among: impl Iterator<Item = usize>) -> Vec<Vec<u8>> {
        let place = |at| {
            let mut after = cells.to_vec();
            after[at] = stone;
            after
        };
        among.filter(|&at| cells[at] == b'.').map(place).filter(|after| self.is_legal(after)).collect()
    }

    fn value(&mut self, cells: &[u8]) -> ValueId {
        if let Some(&value) = self.known.get(cells) {
            return value;
        }
        let [left, right] = [b'X', b'O'].map(|stone| {
            let options = self.options(cells, stone, 0..cells.len());
            options.iter().map(|option| self.value(option)).collect::<Vec<_>>()
        });
        let value = self.values.from_options(&left, &right).unwrap();
        self.known.insert(cells.to_vec(), value);
        value
    }

    /// The value of a region: play on the whole board, but only on these cells.
    fn value_within(&self, cells: &[u8], region: &[usize]) -> ValueId {
        let [left, right] = [b'X', b'O'].map(|stone| {
            let options = self.options(cells, stone, region.iter().copied());
            options.iter().map(|option| self.value_within(option, region)).collect::<Vec<_>>()
        });
        self.values.from_options(&left, &right).unwrap()
    }
}

/// Compares all legal boards among these; returns how many fall apart and how many there are.
fn compare<P: Bitboard>(width: usize, boards: impl Iterator<Item = Vec<u8>>) -> (usize, usize) {
    let values = Values::new();
    let table = ValueTable::default();
    let mut plain = Plain { values: &values, width, known: HashMap::new() };
    let (mut split, mut all) = (0, 0);
    for cells in boards {
        let rows: Vec<&str> = cells.chunks(width).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let text = rows.join("|");
        let position = NoGo::<P>::read(&text);
        assert_eq!(position.is_ok(), plain.is_legal(&cells), "{text}");
        let Ok(position) = position else { continue };
        assert_eq!(table.value(&values, &position), Ok(plain.value(&cells)), "{text}");
        let regions = position.regions();
        for region in &regions {
            assert_eq!(NoGo::read(&region.to_string()).as_ref(), Ok(region), "a region of {text}");
        }
        split += usize::from(regions.len() > 1);
        all += 1;
    }
    (split, all)
}

/// All boards of so many cells with these contents.
fn every(cells: u32, contents: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let n = contents.len();
    (0..n.pow(cells)).map(move |code| (0..cells).map(|cell| contents[code / n.pow(cell) % n]).collect())
}

/// Random boards of so many cells, at most `most` of them empty.
fn random(cells: usize, most: usize, boards: usize, contents: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    let board = move || (0..cells).map(|_| contents[below(contents.len())]).collect::<Vec<u8>>();
    let empty = |board: &[u8]| board.iter().filter(|&&cell| cell == b'.').count();
    std::iter::repeat_with(board).filter(move |board| empty(board) <= most).take(boards)
}

/// A row of 64 cells: this one with a stone of its middle, or what is outside there, many times.
fn stretched(row: &[u8]) -> Option<Vec<u8>> {
    let at = (row.len() / 2..row.len()).find(|&at| row[at] != b'.')?;
    Some([&row[..at], &vec![row[at]; 65 - row.len()], &row[at + 1..]].concat())
}

#[test]
fn regions_add_up_on_every_small_board() {
    assert_eq!(compare::<Small>(3, every(9, b".XO")), (400, 12_675));
    compare::<Small>(3, every(6, b".XO#"));
    compare::<Small>(8, every(8, b".XO"));
    compare::<Small>(5, every(10, b".XO"));
}

#[test]
fn regions_add_up_on_every_short_row() {
    for length in 1..=10 {
        compare::<Strip>(length, every(length as u32, b".XO"));
    }
    compare::<Strip>(7, every(7, b".XO#"));
}

#[test]
fn regions_add_up_on_long_rows() {
    let (split, all) = compare::<Strip>(64, random(12, 6, 1_000, b".XO").filter_map(|row| stretched(&row)));
    assert!(split > 10 && all > 100, "{split} of {all}");
    compare::<Strip>(64, random(12, 6, 500, b".XO#").filter_map(|row| stretched(&row)));
}

#[test]
fn regions_add_up_on_random_boards() {
    let (split, all) = compare::<Small>(4, random(16, 6, 8_000, b".XO"));
    assert!(split > 200 && all > 2000, "{split} of {all}");
    compare::<Small>(4, random(16, 6, 5_000, b".XO#"));
    compare::<Small>(7, random(14, 7, 3_000, b".XO"));
    compare::<Small>(5, random(20, 6, 5_000, b".XO#"));
}

#[test]
fn known_values() {
    let (values, table) = (Values::new(), ValueTable::default());
    let strips = ["0", "*", "+-1", "0", "*", "+-1", "+-(1*)", "*"];
    for (n, expected) in (1..).zip(strips) {
        let strip = value(&values, &table, &".".repeat(n));
        assert_eq!(strip, values.parse(expected).unwrap(), "1 by {n}");
    }
    let boards = [("...|...|...", "*"), ("o.xx|xox.|...x|x.x.", "{5|0}")];
    for (text, expected) in boards {
        assert_eq!(value(&values, &table, text), values.parse(expected).unwrap(), "{text}");
    }
}

/// A wall that is only connected to its No-Go point over its last liberty still keeps the opponent out.
#[test]
fn walls_remember_who_may_not_move() {
    // D2 is a No-Go point, so C2 is firm, and with it B2 and A2. White may not take A2's last liberty at B2.
    let position = NoGo::<Small>::read("x.x.o|#.###").unwrap();
    let regions: Vec<String> = position.regions().iter().map(ToString::to_string).collect();
    assert_eq!(regions, ["#+###|#<###"]);
    let values = Values::new();
    assert_eq!(value(&values, &ValueTable::default(), &regions[0]), values.parse("{1|0}").unwrap());
}

/// The extension of Proposition 2 to X-walls (Shan 2013, §4.5) is false. B2 is a No-Go point, and all strings
/// touch one closed region only. So C2 and B1 would be regions of their own, but each player's move at one
/// takes a liberty that some move at the other needs.
#[test]
fn x_walls_do_not_separate_regions() {
    let values = Values::new();
    let mut plain = Plain { values: &values, width: 4, known: HashMap::new() };
    let cells: Vec<u8> = b"OXOOO..OX.OO".to_vec();
    let [b2, c2, b1] = [5, 6, 9];
    assert!([b'X', b'O'].iter().all(|&stone| plain.options(&cells, stone, [b2].into_iter()).is_empty()));
    let regions = [c2, b1].map(|cell| plain.value_within(&cells, &[cell]));
    assert_eq!(values.sum(regions[0], regions[1]).unwrap(), values.parse("1*").unwrap());
    let whole = values.parse("1/2").unwrap();
    assert_eq!(plain.value(&cells), whole);
    assert_eq!(value(&values, &ValueTable::default(), "OXOO|O..O|X.OO"), whole);
}

#[test]
fn blocks_without_liberties_are_refused() {
    let error = |text| NoGo::<Small>::read(text).unwrap_err().to_string();
    assert_eq!(error("xo"), "the block at A1 has no liberty");
    assert_eq!(error(".x|xo"), "the block at B1 has no liberty");
}
