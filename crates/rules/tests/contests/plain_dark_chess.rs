//! Chinese dark chess on a board of characters, with every earlier position kept as text.

use super::Plain;
use std::collections::BTreeMap;

const SET: &str = "KGGMMRRNNCCPPPPP";

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlainDarkChess {
    /// The rows from the top; `?` is a piece face down.
    pub(crate) rows: [[char; 4]; 8],
    /// The pieces face down.
    pub(crate) down: Vec<char>,
    pub(crate) left: bool,
    /// The boards with their players to move since the last capture or flip. The current one is the last.
    pub(crate) seen: Vec<String>,
}

impl PlainDarkChess {
    pub(crate) fn start() -> Self {
        let mut state = Self { rows: [['?'; 4]; 8], down: Vec::new(), left: true, seen: Vec::new() };
        state.down = SET.chars().chain(SET.to_lowercase().chars()).collect();
        state.seen.push(state.board());
        state
    }

    /// A state without a past.
    pub(crate) fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let mut state = Self::start();
        for (row, cells) in state.rows.iter_mut().zip(words[0].split('|')) {
            for (cell, found) in row.iter_mut().zip(cells.chars()) {
                *cell = found;
            }
        }
        state.left = words[1] == "left";
        state.down = words.get(2).map(|down| down.chars().collect()).unwrap_or_default();
        state.seen = vec![state.board()];
        state
    }

    fn board(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("|"), if self.left { "left" } else { "right" })
    }

    fn owns(left: bool, piece: char) -> bool {
        if left { piece.is_ascii_uppercase() } else { piece.is_ascii_lowercase() }
    }

    fn has_pieces(&self, left: bool) -> bool {
        self.rows.iter().flatten().chain(&self.down).any(|&piece| Self::owns(left, piece))
    }

    fn times(&self) -> usize {
        self.seen.iter().filter(|seen| Some(*seen) == self.seen.last()).count()
    }

    fn quiet(&self) -> usize {
        self.seen.len() - 1
    }

    fn at(&self, x: i32, y: i32) -> Option<char> {
        self.rows.get(usize::try_from(y).ok()?)?.get(usize::try_from(x).ok()?).copied()
    }

    /// The targets of a piece, each with whether it is a capture.
    fn targets(&self, x: i32, y: i32) -> Vec<(i32, i32, bool)> {
        let piece = self.rows[y as usize][x as usize];
        let mut targets = Vec::new();
        for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            match self.at(x + dx, y + dy) {
                Some('.') => targets.push((x + dx, y + dy, false)),
                Some(prey) if !piece.eq_ignore_ascii_case(&'C') && takes(piece, prey) => {
                    targets.push((x + dx, y + dy, true));
                }
                _ => {}
            }
            if piece.eq_ignore_ascii_case(&'C') {
                let line = (1..8).map(|n| (x + n * dx, y + n * dy));
                let mut occupied = line.filter(|&(x, y)| self.at(x, y).is_some_and(|found| found != '.'));
                if let Some((x, y)) = occupied.nth(1)
                    && self.at(x, y).unwrap() != '?'
                    && Self::owns(!self.left, self.at(x, y).unwrap())
                {
                    targets.push((x, y, true));
                }
            }
        }
        targets
    }

    fn possible(&self) -> BTreeMap<String, Vec<(u32, Self)>> {
        let mut possible = BTreeMap::new();
        let name = |x: i32, y: i32| format!("{}{}", (b'A' + x as u8) as char, 8 - y);
        for (y, row) in (0..).zip(self.rows) {
            for (x, piece) in (0..).zip(row) {
                if piece == '?' {
                    let shown =
                        self.down.iter().enumerate().map(|(i, &piece)| (1, self.flipped(x, y, i, piece)));
                    possible.insert(name(x, y), shown.collect());
                } else if Self::owns(self.left, piece) {
                    for (to_x, to_y, takes) in self.targets(x, y) {
                        let mut next = self.clone();
                        next.rows[y as usize][x as usize] = '.';
                        next.rows[to_y as usize][to_x as usize] = piece;
                        next.pass(takes);
                        let sign = if takes { "x" } else { "-" };
                        possible.insert(format!("{}{sign}{}", name(x, y), name(to_x, to_y)), vec![(1, next)]);
                    }
                }
            }
        }
        possible
    }

    fn flipped(&self, x: i32, y: i32, index: usize, piece: char) -> Self {
        let mut next = self.clone();
        next.down.remove(index);
        // The first flip shows a piece of the player who makes it. If it has the other colour, the colours
        // are exchanged.
        let exchange = self.down.len() == 32 && !Self::owns(self.left, piece);
        let other =
            |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        if exchange {
            next.down = next.down.into_iter().map(other).collect();
        }
        next.rows[y as usize][x as usize] = if exchange { other(piece) } else { piece };
        next.pass(true);
        next
    }

    fn pass(&mut self, forget: bool) {
        self.left = !self.left;
        if forget {
            self.seen.clear();
        }
        self.seen.push(self.board());
    }
}

/// Can a piece capture another one beside it?
fn takes(piece: char, prey: char) -> bool {
    const ORDER: &str = "KGMRNCP";
    let rank = |c: char| ORDER.find(c.to_ascii_uppercase());
    let (Some(own), Some(other)) = (rank(piece), rank(prey)) else { return false };
    let enemies = piece.is_ascii_uppercase() != prey.is_ascii_uppercase();
    let allowed = match (piece.to_ascii_uppercase(), prey.to_ascii_uppercase()) {
        ('K', 'P') => false,
        ('P', 'K') => true,
        _ => own <= other,
    };
    enemies && allowed
}

impl Plain for PlainDarkChess {
    fn text(&self) -> String {
        let mut text = self.board();
        let full = self.rows.iter().flatten().filter(|&&c| c != '.').count() == 32;
        if !self.down.is_empty() && !full {
            let place = |&c: &char| (c.is_ascii_lowercase(), SET.find(c.to_ascii_uppercase()));
            let mut down = self.down.clone();
            down.sort_by_key(place);
            text = format!("{text} {}", down.into_iter().collect::<String>());
        }
        if self.quiet() > 0 {
            text = format!("{text} quiet {}", self.quiet());
        }
        match self.times() {
            2 => text + " twice",
            3 => text + " thrice",
            _ => text,
        }
    }

    fn followers(&self) -> BTreeMap<String, Vec<(u32, Self)>> {
        if self.score().is_some() { BTreeMap::new() } else { self.possible() }
    }

    fn score(&self) -> Option<i32> {
        let lost = |left: bool| Some(if left { -4000 } else { 4000 });
        if !self.has_pieces(self.left) {
            lost(self.left)
        } else if !self.has_pieces(!self.left) {
            lost(!self.left)
        } else if self.times() >= 3 || self.quiet() >= 40 {
            Some(0)
        } else if self.possible().is_empty() {
            lost(self.left)
        } else {
            None
        }
    }
}
