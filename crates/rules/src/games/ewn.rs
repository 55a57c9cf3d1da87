//! EinStein würfelt nicht! (Ingo Althöfer 2004): a die selects which of six numbered stones may move. A
//! player wins by bringing a stone to the far corner or by capturing all stones of the other. The die is
//! thrown before a move, so the throw belongs to the state, and the opponent's throw is the chance event
//! after a move.

use crate::contest::share;
use crate::{BoardError, CellName, Contest, Grid, Outcomes, Playable, Stochastic, Style};
use smallvec::smallvec;
use std::fmt;
use values::{ByPlayer, Player};

/// Columns and rows.
const SIDE: u8 = 5;
/// Stones of each player, and faces of the die.
const STONES: usize = 6;
/// The cell of captured stones.
const TAKEN: u8 = SIDE * SIDE;
/// The characters of cells, for errors.
const KNOWN: &str = "1 to 6, a to f and .";

/// Left's stones go right and down, Right's left and up. Throws that allow the same stones to move give equal
/// states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ewn {
    /// The cell of each stone of each player. Cells are counted row by row from the top left.
    stones: ByPlayer<[u8; STONES]>,
    player: Player,
    /// The smallest throw that allows the same stones to move. 0 means that play is over.
    throw: u8,
}

/// A step of a stone, written `A5-B4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    stone: u8,
    from: u8,
    to: u8,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |cell: u8| CellName::new(cell % SIDE, SIDE - cell / SIDE);
        write!(f, "{}-{}", name(self.from), name(self.to))
    }
}

/// The target corner of a player's stones.
fn home(player: Player) -> u8 {
    match player {
        Player::Left => TAKEN - 1,
        Player::Right => 0,
    }
}

/// The number of steps from a cell to the target corner.
fn distance(player: Player, cell: u8) -> u8 {
    let (x, y) = (cell % SIDE, cell / SIDE);
    match player {
        Player::Left => SIDE - 1 - x.min(y),
        Player::Right => x.max(y),
    }
}

/// The stones that may move after a throw, as bits: the one with this number. If it was captured, the next
/// smaller and the next larger one.
fn movable(stones: &[u8; STONES], throw: u8) -> u8 {
    let there = |&i: &usize| stones[i] != TAKEN;
    let number = usize::from(throw).wrapping_sub(1);
    if number < STONES && there(&number) {
        return 1 << number;
    }
    let smaller = (0..number.min(STONES)).rev().find(there);
    let larger = (number.min(STONES)..STONES).find(there);
    smaller.map_or(0, |i| 1 << i) | larger.map_or(0, |i| 1 << i)
}

/// The smallest throw that allows the same stones to move as this one.
fn smallest(stones: &[u8; STONES], throw: u8) -> u8 {
    let same = |other: &u8| movable(stones, *other) == movable(stones, throw);
    (1..throw).find(same).unwrap_or(throw)
}

/// The distinct throws: the smallest of each class that allows the same stones to move, weighted by the size
/// of the class.
fn throws(stones: &[u8; STONES]) -> Outcomes<u8> {
    let mut merged: Outcomes<u8> = Outcomes::new();
    // Throws that allow the same stones to move are consecutive.
    for throw in 1..=STONES as u8 {
        match merged.last_mut() {
            Some((weight, last)) if movable(stones, *last) == movable(stones, throw) => *weight += 1,
            _ => merged.push((1, throw)),
        }
    }
    merged
}

impl Ewn {
    /// The states after a throw for the player to move, with weights. `stones` has the cells of Left's and
    /// Right's stones.
    fn thrown(stones: ByPlayer<[u8; STONES]>, player: Player) -> Outcomes<Self> {
        if winner(&stones).is_some() {
            return smallvec![(1, Self { stones, player, throw: 0 })];
        }
        let throws = throws(&stones[player]);
        throws.into_iter().map(|(weight, throw)| (weight, Self { stones, player, throw })).collect()
    }

    /// The cells of the stones after a step.
    fn stones_after(&self, action: Step) -> ByPlayer<[u8; STONES]> {
        let mut stones = self.stones;
        for cell in stones.iter_mut().flatten().filter(|cell| **cell == action.to) {
            *cell = TAKEN;
        }
        stones[self.player][usize::from(action.stone)] = action.to;
        stones
    }

    /// The numbers of the stones that may move.
    fn movable(&self) -> impl Iterator<Item = u8> + use<> {
        let mask = if self.throw == 0 { 0 } else { movable(&self.stones[self.player], self.throw) };
        (0..STONES as u8).filter(move |stone| mask >> stone & 1 == 1)
    }

    /// The features of the static evaluation, for each stone: the number of throws that move it, less one;
    /// the kind of its cell, see [`PLACES`]; and 1 for Left's stones or −1 for Right's.
    pub fn prospects(&self) -> impl Iterator<Item = (usize, usize, i32)> {
        Player::BOTH.into_iter().flat_map(|player| {
            let stones = self.stones[player];
            let mut throws = [0; STONES];
            for mask in (1..=STONES as u8).map(|throw| movable(&stones, throw)) {
                throws.iter_mut().enumerate().for_each(|(i, count)| *count += usize::from(mask >> i & 1));
            }
            let there = (0..STONES).filter(move |&i| stones[i] != TAKEN);
            there.map(move |i| match player {
                Player::Left => (throws[i] - 1, place(stones[i]), 1),
                Player::Right => (throws[i] - 1, place(opposite(stones[i])), -1),
            })
        })
    }
}

/// The number of kinds of cells. Cells that are symmetric about the diagonal are of one kind.
pub const PLACES: usize = 15;

/// The kind of a cell for Left, below [`PLACES`].
fn place(cell: u8) -> usize {
    let (x, y) = (cell % SIDE, cell / SIDE);
    let (far, near) = (x.max(y), x.min(y));
    usize::from(far * (far + 1) / 2 + near)
}

/// The weight of a stone by the number of throws that move it and by the kind of its cell. The weights are
/// fitted to the results of games, see `tedomari experiment run ewn-weights`.
const WORTH: [[i32; PLACES]; STONES] = [
    [-8, -17, -2, -24, -2, 16, -34, 2, 34, 83, -29, -6, 38, 140, 0],
    [-1, -4, 9, -19, 10, 30, -23, 9, 52, 136, -97, -4, 67, 210, 0],
    [3, 0, 20, -4, 25, 59, -19, 24, 82, 208, -25, 0, 100, 268, 0],
    [9, 10, 28, 2, 38, 86, -12, 38, 113, 299, -48, 32, 127, 326, 0],
    [13, 12, 40, -3, 49, 108, -10, 48, 139, 341, 8, 53, 152, 369, 0],
    [-52, -76, 26, -21, 60, 155, -29, 74, 189, 429, -52, 76, 196, 424, 0],
];
/// The bonus of the player to move.
const THROW: i32 = 19;

fn winner(stones: &ByPlayer<[u8; STONES]>) -> Option<Player> {
    Player::BOTH.into_iter().find(|&player| {
        let lost = |&cell: &u8| cell == TAKEN;
        stones[player].contains(&home(player)) || stones[player.opponent()].iter().all(lost)
    })
}

impl Ewn {
    /// Runs: who has a stone closer to the target corner?
    fn race(&self) -> i32 {
        let [left, right] = Player::BOTH.map(|player| {
            let steps = |&cell: &u8| if cell == TAKEN { SIDE } else { distance(player, cell) };
            self.stones[player].iter().map(steps).min().unwrap_or(SIDE)
        });
        100 * (i32::from(right) - i32::from(left))
    }

    /// Hunts: who has more stones?
    fn material(&self) -> i32 {
        let taken = |player: Player| self.stones[player].iter().filter(|cell| **cell == TAKEN).count() as i32;
        100 * (taken(Player::Right) - taken(Player::Left))
    }
}

impl Contest for Ewn {
    type Move = Step;
    const MOST: i32 = 1000;
    const STYLES: &'static [Style<Self>] = &[("runner", Self::race), ("hunter", Self::material)];

    fn to_move(&self) -> Player {
        self.player
    }

    fn moves(&self) -> Vec<Step> {
        let mut moves = Vec::new();
        for stone in self.movable() {
            let from = self.stones[self.player][usize::from(stone)];
            let (x, y) = (from % SIDE, from / SIDE);
            // Do steps across and down stay on the board? They go in the player's direction.
            let (across, down, step): (_, _, fn(u8, u8) -> u8) = match self.player {
                Player::Left => (x + 1 < SIDE, y + 1 < SIDE, |from, by| from + by),
                Player::Right => (x > 0, y > 0, |from, by| from - by),
            };
            let ways = [(across && down, SIDE + 1), (across, 1), (down, SIDE)];
            moves.extend(ways.iter().filter(|way| way.0).map(|&(_, by)| Step {
                stone,
                from,
                to: step(from, by),
            }));
        }
        moves
    }

    fn score(&self) -> Option<i32> {
        let sign = |winner| if winner == Player::Left { 1 } else { -1 };
        winner(&self.stones).map(|winner| sign(winner) * Self::MOST)
    }

    fn evaluation(&self) -> i32 {
        if let Some(score) = self.score() {
            return score;
        }
        let stones: i32 = self.prospects().map(|(throws, place, sign)| sign * WORTH[throws][place]).sum();
        let ahead = stones + if self.player == Player::Left { THROW } else { -THROW };
        // The result estimates the expected score, as averaging at chance nodes needs.
        (Self::MOST - 1) * ahead / (100 + ahead.abs())
    }

    fn ordering(&self, action: Step) -> i32 {
        let mine = distance(self.player, action.from) - distance(self.player, action.to);
        let hit = |player: Player| self.stones[player].contains(&action.to);
        let taken = match (hit(self.player.opponent()), hit(self.player)) {
            (true, _) => 2 + i32::from(SIDE - distance(self.player.opponent(), action.to)),
            (_, true) => -1,
            _ => 0,
        };
        if action.to == home(self.player) { Self::MOST } else { 4 * i32::from(mine) + 2 * taken }
    }

    /// The state with Left to move: the first one under reflection about the diagonal between the corners and
    /// renumbering from the other end.
    fn normal_form(&self) -> Self {
        let stones = match self.player {
            Player::Left => self.stones,
            Player::Right => self.stones.swapped().map(|stones| stones.map(opposite)),
        };
        let turned = stones.map(|stones| stones.map(transposed));
        let forms = [stones, turned].map(|ByPlayer { left, right }| {
            let (left, throw) = numbered(left, self.throw);
            Self { stones: ByPlayer::new(left, numbered(right, 0).0), player: Player::Left, throw }
        });
        if forms[0].stones <= forms[1].stones { forms[0] } else { forms[1] }
    }
}

/// The cell after a half turn.
fn opposite(cell: u8) -> u8 {
    if cell == TAKEN { TAKEN } else { TAKEN - 1 - cell }
}

/// The cell after a reflection about the diagonal.
fn transposed(cell: u8) -> u8 {
    if cell == TAKEN { TAKEN } else { cell % SIDE * SIDE + cell / SIDE }
}

/// The stones in the first of both numberings, and the throw that moves the same stones.
fn numbered(stones: [u8; STONES], throw: u8) -> ([u8; STONES], u8) {
    let mut reversed = stones;
    reversed.reverse();
    if stones <= reversed {
        return (stones, throw);
    }
    if throw == 0 {
        return (reversed, 0);
    }
    let throw = smallest(&reversed, STONES as u8 + 1 - throw);
    (reversed, throw)
}

impl Stochastic for Ewn {
    /// The throws of the opponent.
    fn outcomes(&self, action: Step) -> Outcomes<Self> {
        Self::thrown(self.stones_after(action), self.player.opponent())
    }

    fn toss(&self, action: Step, ticket: u64) -> Self {
        let (stones, player) = (self.stones_after(action), self.player.opponent());
        let die = 1 + share(ticket, STONES as u64) as u8;
        let throw = if winner(&stones).is_some() { 0 } else { smallest(&stones[player], die) };
        Self { stones, player, throw }
    }

    fn evaluation_after(&self, action: Step) -> Option<i32> {
        let next = Self { stones: self.stones_after(action), player: self.player.opponent(), ..*self };
        winner(&next.stones).is_none().then(|| next.evaluation())
    }
}

impl Playable for Ewn {
    fn read(text: &str) -> Result<Self, BoardError> {
        let (board, player, rest) = crate::contests::split(text)?;
        let stones = read_stones(&board)?;
        if Player::BOTH.into_iter().all(|player| stones[player].contains(&home(player))) {
            refuse!("both players have a stone in the far corner");
        }
        if stones.iter().flatten().all(|&cell| cell == TAKEN) {
            refuse!("neither player has a stone");
        }
        let over = winner(&stones).is_some();
        match &rest[..] {
            [] if over => Ok(Self { stones, player, throw: 0 }),
            [_, ..] if over => refuse!("play is over, so no die is thrown"),
            [die] => match die.parse() {
                Ok(die @ 1..=6) => Ok(Self { stones, player, throw: smallest(&stones[player], die) }),
                _ => refuse!("the die is a number from 1 to 6"),
            },
            _ => refuse!("after the player to move, expected the die, a number from 1 to 6"),
        }
    }

    /// Each player's stones are in their corner in random order; then the die is thrown.
    fn opening(below: &mut dyn FnMut(u32) -> u32) -> Self {
        const CORNER: [u8; STONES] = [0, 1, 2, SIDE, SIDE + 1, 2 * SIDE];
        let shuffled = |mut cells: [u8; STONES]| {
            for last in (1..STONES).rev() {
                cells.swap(last, below(last as u32 + 1) as usize % (last + 1));
            }
            cells
        };
        let stones = ByPlayer::new(CORNER, CORNER.map(opposite)).map(shuffled);
        Self { stones, player: Player::Left, throw: thrown(below) }
    }

    fn remark(&self) -> String {
        let first = if self.player == Player::Left { b'1' } else { b'a' };
        let stones: Vec<String> = self.movable().map(|stone| char::from(first + stone).to_string()).collect();
        if stones.is_empty() { String::new() } else { format!("{} may move", stones.join(" or ")) }
    }

    /// Throws the die if the text does not give it.
    fn deal(text: &str, below: &mut dyn FnMut(u32) -> u32) -> Result<Self, BoardError> {
        let (board, _, rest) = crate::contests::split(text)?;
        let over = read_stones(&board).is_ok_and(|stones| winner(&stones).is_some());
        if rest.is_empty() && !over {
            Self::read(&format!("{text} {}", thrown(below)))
        } else {
            Self::read(text)
        }
    }
}

/// A throw of the die.
fn thrown(below: &mut dyn FnMut(u32) -> u32) -> u8 {
    1 + (below(STONES as u32) % STONES as u32) as u8
}

fn read_stones(board: &str) -> Result<ByPlayer<[u8; STONES]>, BoardError> {
    let grid = Grid::read(board)?.at_most([usize::from(SIDE); 2])?;
    let (width, height) = (grid.width(), grid.height());
    if [width, height] != [usize::from(SIDE); 2] {
        refuse!("the board is {SIDE} by {SIDE}, not {width} by {height}");
    }
    let mut stones = ByPlayer::both([TAKEN; STONES]);
    for (x, y, found) in grid.cells() {
        let (row, column) = (y + 1, x + 1);
        let (player, number) = match found {
            '.' => continue,
            '1'..='6' => (Player::Left, found as usize - '1' as usize),
            'a'..='f' => (Player::Right, found as usize - 'a' as usize),
            _ => return Err(BoardError::UnknownCell { row, column, found, known: KNOWN.to_owned() }),
        };
        let stone = &mut stones[player][number];
        if *stone != TAKEN {
            refuse!("row {row}, column {column}: there is another {found}");
        }
        *stone = y as u8 * SIDE + x as u8;
    }
    Ok(stones)
}

impl fmt::Display for Ewn {
    /// The board from the top, the player to move, and the smallest throw that allows the same stones to
    /// move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cells = ['.'; TAKEN as usize];
        for (stones, first) in self.stones.iter().zip([b'1', b'a']) {
            for (&cell, name) in stones.iter().zip(first..).filter(|(cell, _)| **cell != TAKEN) {
                cells[usize::from(cell)] = name.into();
            }
        }
        let rows: Vec<String> = cells.chunks(usize::from(SIDE)).map(|row| row.iter().collect()).collect();
        write!(f, "{} {}", rows.join("|"), self.player.name())?;
        if self.throw == 0 { Ok(()) } else { write!(f, " {}", self.throw) }
    }
}
