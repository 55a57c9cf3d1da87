//! The static evaluation of EinStein würfelt nicht!. A network with one hidden layer estimates the score before
//! the die is thrown; the evaluation is the best estimate after a move, and the mean of these over all throws
//! before one.
//!
//! The inputs are the stones, each by its cell, by the throws that allow it to move, and by whether it belongs to
//! the player who throws. The hidden layer sees a position and its mirror image by the same weights, and throws
//! without a direction, so symmetric positions have the same evaluation. The weights are fitted by play of the
//! network against itself: `weights.csv` is a table of `tedomari experiment run ewn-weights --paper`.

use super::{Ewn, MOVABLE, SIDE, STONES, TAKEN, distance, home, opposite, present, transposed, winner};
use crate::Contest;
use std::sync::LazyLock;
use values::{ByPlayer, Player};

/// The ways in which throws select a stone, by the numbers of throws that select it alone and of those that select
/// it or another one.
const WAYS: usize = STONES * (STONES + 1) / 2;
/// The number of inputs: stones of both players in every way on every cell.
pub const ROWS: usize = 2 * WAYS * TAKEN as usize;
/// The number of hidden units.
pub const HIDDEN: usize = 32;
/// The unit of weights and of what hidden units say, which is between 0 and 1.
pub const UNIT: i16 = 512;
/// The binary digits of weights of the output that are left out.
const FINE: u32 = 8;
/// The unit of leads.
const LEAD: i32 = (UNIT as i32 * UNIT as i32) >> FINE;

/// The way in which throws select each stone, for every set of stones on the board.
const WAY: [[u8; STONES]; 1 << STONES] = {
    let mut ways = [[0; STONES]; 1 << STONES];
    let mut present = 1;
    while present < 1 << STONES {
        let mut stone = 0;
        while stone < STONES {
            let (mut alone, mut shared, mut throw) = (0, 0, 1);
            while throw <= STONES {
                let bits = MOVABLE[present][throw];
                if bits == 1 << stone {
                    alone += 1;
                } else if bits >> stone & 1 == 1 {
                    shared += 1;
                }
                throw += 1;
            }
            if alone > 0 {
                // Pairs of numbers that are 6 together at most, in the order of the first.
                ways[present][stone] = ((alone - 1) * (2 * STONES + 2 - alone) / 2 + shared) as u8;
            }
            stone += 1;
        }
        present += 1;
    }
    ways
};

/// What goes into the hidden units, for a position and for its mirror image.
type Layer = [i16; 2 * HIDDEN];

struct Network {
    /// What each stone adds to the hidden units.
    rows: Vec<Layer>,
    start: Layer,
    output: Layer,
}

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let lines = include_str!("weights.csv").lines().skip(1);
    let numbers =
        |line: &str| -> Vec<i16> { line.split(',').map(|word| word.parse().unwrap_or(0)).collect() };
    let read: Vec<Vec<i16>> = lines.map(numbers).collect();
    let pair = |one: usize, other: usize| -> Layer {
        std::array::from_fn(|i| if i < HIDDEN { read[one][i] } else { read[other][i - HIDDEN] })
    };
    let rows = (0..ROWS).map(|row| pair(row, mirrored(row))).collect();
    Network { rows, start: pair(ROWS, ROWS), output: pair(ROWS + 1, ROWS + 1) }
});

/// The input of the same stone in the mirror image.
fn mirrored(row: usize) -> usize {
    let cell = row % usize::from(TAKEN);
    row - cell + usize::from(transposed(cell as u8))
}

/// The input of a stone of `player`, where `present` are this player's stones and `thrower` throws next.
fn row(player: Player, thrower: Player, present: usize, stone: usize, cell: u8) -> usize {
    let way = usize::from(WAY[present][stone]) + if player == thrower { 0 } else { WAYS };
    let cell = if player == Player::Left { cell } else { opposite(cell) };
    way * usize::from(TAKEN) + usize::from(cell)
}

/// Calls `found` with the inputs of a position for the player who throws.
fn rows(stones: &ByPlayer<[u8; STONES]>, thrower: Player, mut found: impl FnMut(usize)) {
    for player in Player::BOTH {
        let present = present(&stones[player]);
        for (stone, &cell) in stones[player].iter().enumerate() {
            if cell != TAKEN {
                found(row(player, thrower, present, stone, cell));
            }
        }
    }
}

// Plain loops become vector instructions in any build; zipped iterators need calls where a crate is compiled in parts.

fn add(sums: &mut Layer, row: &Layer) {
    for i in 0..sums.len() {
        sums[i] = sums[i].wrapping_add(row[i]);
    }
}

fn subtract(sums: &mut Layer, row: &Layer) {
    for i in 0..sums.len() {
        sums[i] = sums[i].wrapping_sub(row[i]);
    }
}

impl Network {
    /// What goes into the hidden units before this player throws.
    fn sums(&self, stones: &ByPlayer<[u8; STONES]>, thrower: Player) -> Layer {
        let mut sums = self.start;
        rows(stones, thrower, |row| add(&mut sums, &self.rows[row]));
        sums
    }

    /// The estimate for the player who throws.
    #[expect(clippy::needless_range_loop, reason = "as above")]
    fn estimate(&self, sums: &Layer) -> i32 {
        let mut lead = 0;
        for i in 0..sums.len() {
            lead += i32::from(sums[i].clamp(0, UNIT)) * i32::from(self.output[i]);
        }
        squashed(lead / (1 << FINE))
    }
}

/// A score for a lead: it is `x·(|x| + 2) / (|x| + 1)²` of a win, where `x` is the lead in its unit.
fn squashed(lead: i32) -> i32 {
    let whole = lead.abs().min(16 * LEAD) + LEAD;
    let missing = (Ewn::MOST - 1) * LEAD * LEAD / (whole * whole);
    lead.signum() * (Ewn::MOST - 1 - missing)
}

/// The best estimate after a step of each of these stones, for the player to move.
fn replies(state: &Ewn, stones: u8) -> [i32; STONES] {
    let (network, opponent) = (&*NETWORK, state.player.opponent());
    let now = network.sums(&state.stones, opponent);
    let own = present(&state.stones[state.player]);
    let row = |stone, cell| &network.rows[row(state.player, opponent, own, stone, cell)];
    let occupied = state.stones.iter().flatten().fold(0_u32, |cells, &cell| cells | 1 << cell);
    let mut best = [-Ewn::MOST; STONES];
    for stone in (0..STONES).filter(|stone| stones >> stone & 1 == 1) {
        for step in state.steps(stone as u8) {
            let estimate = if step.to == home(state.player) {
                Ewn::MOST - 1
            } else if occupied >> step.to & 1 == 0 {
                let mut sums = now;
                subtract(&mut sums, row(stone, step.from));
                add(&mut sums, row(stone, step.to));
                -network.estimate(&sums)
            } else {
                // Other throws select the stones that are left.
                let next = state.before_throw(step);
                let is_won = winner(&next.stones).is_some();
                if is_won { Ewn::MOST - 1 } else { -network.estimate(&network.sums(&next.stones, opponent)) }
            };
            best[stone] = best[stone].max(estimate);
        }
    }
    best
}

/// The best of the replies of these stones.
fn best(replies: &[i32; STONES], stones: u8) -> i32 {
    let mut best = -Ewn::MOST;
    for (stone, &reply) in replies.iter().enumerate() {
        if stones >> stone & 1 == 1 {
            best = best.max(reply);
        }
    }
    best
}

pub(super) fn evaluation(state: &Ewn) -> i32 {
    if let Some(score) = state.score() {
        return score;
    }
    let movable = MOVABLE[present(&state.stones[state.player])][usize::from(state.throw)];
    state.player.sees(best(&replies(state, movable), movable))
}

/// The mean over all throws of the player to move.
pub(super) fn before_throw(state: &Ewn) -> i32 {
    let own = present(&state.stones[state.player]);
    let replies = replies(state, own as u8);
    let sum: i32 = MOVABLE[own][1..].iter().map(|&movable| best(&replies, movable)).sum();
    state.player.sees(sum / STONES as i32)
}

impl Ewn {
    /// The inputs of the network before the player to move throws, each with that of the mirror image.
    #[must_use]
    pub fn inputs(&self) -> Vec<[usize; 2]> {
        let mut inputs = Vec::with_capacity(2 * STONES);
        rows(&self.stones, self.player, |row| inputs.push([row, mirrored(row)]));
        inputs
    }
}

/// Runs: who has a stone closer to the target corner?
pub(super) fn race(state: &Ewn) -> i32 {
    let [left, right] = Player::BOTH.map(|player| {
        let steps = |&cell: &u8| if cell == TAKEN { SIDE } else { distance(player, cell) };
        state.stones[player].iter().map(steps).min().unwrap_or(SIDE)
    });
    100 * (i32::from(right) - i32::from(left))
}

/// Hunts: who has more stones?
pub(super) fn material(state: &Ewn) -> i32 {
    let taken = |player: Player| state.stones[player].iter().filter(|cell| **cell == TAKEN).count() as i32;
    100 * (taken(Player::Right) - taken(Player::Left))
}
