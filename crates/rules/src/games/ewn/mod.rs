//! EinStein würfelt nicht! (Ingo Althöfer 2004): a die selects which of six numbered stones may move. A
//! player wins by bringing a stone to the far corner or by capturing all stones of the other. The die is
//! thrown before a move, so the throw belongs to the state, and the opponent's throw is the chance event
//! after a move.

mod evaluation;
mod notation;

use crate::contest::share;
use crate::{CellName, Contest, Outcomes, Stochastic, Style};
pub use evaluation::{HIDDEN, ROWS, UNIT};
use smallvec::smallvec;
use std::fmt;
use values::{ByPlayer, Player};

/// Columns and rows.
const SIDE: u8 = 5;
/// Stones of each player, and faces of the die.
const STONES: usize = 6;
/// The cell of captured stones.
const TAKEN: u8 = SIDE * SIDE;

/// Left's stones go right and down, Right's left and up. Throws that allow the same stones to move give equal
/// states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ewn {
    /// The cell of each stone of each player. Cells are counted row by row from the top left.
    stones: ByPlayer<[u8; STONES]>,
    player: Player,
    /// The smallest throw that allows the same stones to move. 0 means that play is over or the die is not yet
    /// thrown.
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

/// The stones on the board, as bits.
fn present(stones: &[u8; STONES]) -> usize {
    stones.iter().enumerate().fold(0, |bits, (i, &cell)| bits | usize::from(cell != TAKEN) << i)
}

/// The stones that may move after a throw, as bits, for every set of stones on the board: the one with this
/// number. If it was captured, the next smaller and the next larger one.
const MOVABLE: [[u8; STONES + 1]; 1 << STONES] = {
    let mut movable = [[0; STONES + 1]; 1 << STONES];
    let mut present: usize = 0;
    while present < 1 << STONES {
        let mut throw = 1;
        while throw <= STONES {
            let (number, mut bits) = (throw - 1, 0);
            let smaller = present & ((1 << number) - 1);
            let larger = present >> throw << throw;
            if present >> number & 1 == 1 {
                bits = 1 << number;
            } else {
                if smaller != 0 {
                    bits |= 1 << smaller.ilog2();
                }
                if larger != 0 {
                    bits |= 1 << larger.trailing_zeros();
                }
            }
            movable[present][throw] = bits;
            throw += 1;
        }
        present += 1;
    }
    movable
};

/// The stones that may move after a throw, as bits.
fn movable(stones: &[u8; STONES], throw: u8) -> u8 {
    MOVABLE[present(stones)][usize::from(throw)]
}

/// The smallest throw that allows the same stones to move as this one.
fn smallest(stones: &[u8; STONES], throw: u8) -> u8 {
    let movable = &MOVABLE[present(stones)];
    let same = |other: &u8| movable[usize::from(*other)] == movable[usize::from(throw)];
    (1..throw).find(same).unwrap_or(throw)
}

/// The distinct throws: the smallest of each class that allows the same stones to move, weighted by the size
/// of the class.
fn throws(stones: &[u8; STONES]) -> Outcomes<u8> {
    let movable = &MOVABLE[present(stones)];
    let mut merged: Outcomes<u8> = Outcomes::new();
    // Throws that allow the same stones to move are consecutive.
    for throw in 1..=STONES as u8 {
        match merged.last_mut() {
            Some((weight, last)) if movable[usize::from(*last)] == movable[usize::from(throw)] => {
                *weight += 1;
            }
            _ => merged.push((1, throw)),
        }
    }
    merged
}

impl Ewn {
    /// The states after a throw for the player to move, with weights; this state if play is over.
    #[must_use]
    pub fn throws(&self) -> Outcomes<Self> {
        if winner(&self.stones).is_some() {
            return smallvec![(1, Self { throw: 0, ..*self })];
        }
        let throws = throws(&self.stones[self.player]);
        throws.into_iter().map(|(weight, throw)| (weight, Self { throw, ..*self })).collect()
    }

    /// The state after a step, before the die is thrown again.
    #[must_use]
    pub fn before_throw(&self, action: Step) -> Self {
        let mut stones = self.stones;
        for cells in [&mut stones.left, &mut stones.right] {
            for cell in cells.iter_mut().filter(|cell| **cell == action.to) {
                *cell = TAKEN;
            }
        }
        stones[self.player][usize::from(action.stone)] = action.to;
        Self { stones, player: self.player.opponent(), throw: 0 }
    }

    /// The numbers of the stones that may move.
    fn movable(&self) -> impl Iterator<Item = u8> + use<> {
        let mask = movable(&self.stones[self.player], self.throw);
        (0..STONES as u8).filter(move |stone| mask >> stone & 1 == 1)
    }

    /// The steps of a stone of the player to move.
    fn steps(&self, stone: u8) -> impl Iterator<Item = Step> + use<> {
        let from = self.stones[self.player][usize::from(stone)];
        let (x, y) = (from % SIDE, from / SIDE);
        // Do steps across and down stay on the board? They go in the player's direction.
        let (across, down, step): (_, _, fn(u8, u8) -> u8) = match self.player {
            Player::Left => (x + 1 < SIDE, y + 1 < SIDE, |from, by| from + by),
            Player::Right => (x > 0, y > 0, |from, by| from - by),
        };
        let ways = [(across && down, SIDE + 1), (across, 1), (down, SIDE)];
        let possible = ways.into_iter().filter(|way| way.0);
        possible.map(move |(_, by)| Step { stone, from, to: step(from, by) })
    }
}

fn winner(stones: &ByPlayer<[u8; STONES]>) -> Option<Player> {
    Player::BOTH.into_iter().find(|&player| {
        let lost = |&cell: &u8| cell == TAKEN;
        stones[player].contains(&home(player)) || stones[player.opponent()].iter().all(lost)
    })
}

impl Contest for Ewn {
    type Move = Step;
    const MOST: i32 = 1000;
    const STYLES: &'static [Style<Self>] = &[("runner", evaluation::race), ("hunter", evaluation::material)];

    fn to_move(&self) -> Player {
        self.player
    }

    fn moves(&self) -> Vec<Step> {
        let mut moves = Vec::new();
        self.movable().for_each(|stone| moves.extend(self.steps(stone)));
        moves
    }

    fn score(&self) -> Option<i32> {
        let sign = |winner| if winner == Player::Left { 1 } else { -1 };
        winner(&self.stones).map(|winner| sign(winner) * Self::MOST)
    }

    fn evaluation(&self) -> i32 {
        evaluation::evaluation(self)
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
        self.before_throw(action).throws()
    }

    fn toss(&self, action: Step, ticket: u64) -> Self {
        let next = self.before_throw(action);
        let die = 1 + share(ticket, STONES as u64) as u8;
        let throw = if winner(&next.stones).is_some() { 0 } else { smallest(&next.stones[next.player], die) };
        Self { throw, ..next }
    }

    fn before_chance(&self, action: Step) -> Option<Self> {
        Some(self.before_throw(action))
    }

    fn evaluation_after(&self, action: Step) -> Option<i32> {
        let next = self.before_throw(action);
        winner(&next.stones).is_none().then(|| evaluation::before_throw(&next))
    }
}
