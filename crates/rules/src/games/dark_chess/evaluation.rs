//! The static evaluation of dark chess. Material counts more if fewer enemy pieces can capture it. Hunters
//! close to their prey add a bonus, so that play makes progress in a won endgame. A lead shrinks with the
//! number of quiet moves, since forty of them are a draw.

use super::bitboards::{cells, neighbours};
use super::{Action, CANNON, DarkChess, KINDS, KING, PAWN, QUIET};
use crate::Contest;
use values::{ByPlayer, Player};

/// The material value of a piece that no enemy piece can capture.
const WORTH: [i32; KINDS] = [560, 360, 220, 140, 100, 240, 70];
/// The deduction for each enemy piece that can capture it.
const HUNTED: i32 = 4;
/// The further deduction from a king for each enemy pawn.
const PAWNED: i32 = 16;
/// The bonus of a pawn while the enemy king is on the board.
const KINGSLAYER: i32 = 30;
/// The distance from which on hunters have no weight.
const FAR: i32 = 10;
/// The thirds of a lead that count if none, one or several of the pieces of the player who is ahead can capture
/// some kind of enemy pieces. A single hunter rarely corners its prey, and the last piece has to be captured.
const HUNTERS: [i32; 3] = [1, 2, 3];

/// The sum over the kinds that capture each kind by a step: all but cannons.
fn hunters(of: &[u32; KINDS]) -> [u32; KINDS] {
    let (mut stronger, mut sums) = (0, [0; KINDS]);
    for kind in 0..KINDS {
        stronger += if kind == CANNON { 0 } else { of[kind] };
        sums[kind] = stronger;
    }
    sums[KING] += of[PAWN];
    sums[PAWN] -= of[KING];
    sums
}

/// The material value of each kind of piece against these enemies.
fn worths(enemies: &[u32; KINDS]) -> [i32; KINDS] {
    let mut worths = WORTH;
    for (worth, hunters) in worths.iter_mut().zip(hunters(enemies)) {
        *worth -= HUNTED * hunters as i32;
    }
    worths[KING] -= PAWNED * enemies[PAWN] as i32;
    worths[PAWN] += KINGSLAYER * enemies[KING].min(1) as i32;
    worths
}

/// The closeness of the player's hunters to open enemy pieces, weighted by the value of the prey.
fn chase(state: &DarkChess, player: Player, worths: &[i32; KINDS]) -> i32 {
    let (own, enemies) = (&state.open[player], &state.open[player.opponent()]);
    let empty = state.empty();
    let closeness = |hunters: u32, prey: u8| {
        let (mut reached, mut found, mut total) = (1_u32 << prey, 0, 0);
        for distance in 1..FAR {
            let next = neighbours(reached);
            let new = next & hunters & !found;
            if new != 0 {
                total += (FAR - distance) * new.count_ones() as i32;
                found |= new;
            }
            let grown = reached | next & empty;
            if grown == reached || found == hunters {
                break;
            }
            reached = grown;
        }
        total
    };
    let mut bonus = 0;
    // Pieces stand on different cells, so a sum of bitboards is their union.
    for (kind, hunters) in hunters(own).into_iter().enumerate().filter(|(_, hunters)| *hunters != 0) {
        for prey in cells(enemies[kind]) {
            bonus += worths[kind] * closeness(hunters, prey);
        }
    }
    bonus / 128
}

/// The number of pieces that can capture those enemies that fewest can capture.
fn fewest_hunters(own: &[u32; KINDS], enemies: &[u32; KINDS]) -> u32 {
    let fewest =
        hunters(own).into_iter().zip(enemies).filter(|(_, count)| **count > 0).map(|(hunters, _)| hunters);
    fewest.min().map_or(0, |fewest| fewest + own[CANNON])
}

pub(super) fn evaluation(state: &DarkChess) -> i32 {
    if state.is_ended() {
        return state.score().unwrap_or(0);
    }
    let counts = ByPlayer::from_fn(|player| state.counts(player).map(u32::from));
    let worths = ByPlayer::from_fn(|player| worths(&counts[player.opponent()]));
    let [left, right] = Player::BOTH.map(|player| {
        let own: i32 = counts[player].iter().zip(worths[player]).map(|(&n, worth)| n as i32 * worth).sum();
        own + chase(state, player, &worths[player.opponent()])
    });
    let mut lead = left - right;
    let ahead = if lead < 0 { Player::Right } else { Player::Left };
    let hunters = fewest_hunters(&counts[ahead], &counts[ahead.opponent()]);
    lead = lead * HUNTERS[(hunters as usize).min(HUNTERS.len() - 1)] / 3;
    let quiet = i32::from(state.past.quiet());
    let lead = lead * (2 * i32::from(QUIET) - quiet) / (2 * i32::from(QUIET));
    lead.clamp(1 - DarkChess::MOST, DarkChess::MOST - 1)
}

/// Move-ordering score: captures come first, by the most valuable prey and then the least valuable hunter;
/// flips are last.
pub(super) fn ordering(state: &DarkChess, action: Action) -> i32 {
    let worth = |player, cell| state.kind(player, cell).map_or(0, |kind| WORTH[kind]);
    match action {
        Action::Take { from, to } => {
            16 * worth(state.player.opponent(), to) - worth(state.player, from) + 1000
        }
        Action::Step { .. } => 0,
        Action::Flip { .. } => -1,
    }
}

/// The evaluation of a player who counts pieces, all alike.
pub(super) fn count(state: &DarkChess) -> i32 {
    let [left, right] =
        Player::BOTH.map(|player| state.counts(player).iter().map(|&n| i32::from(n)).sum::<i32>());
    100 * (left - right)
}

/// The evaluation of a player who counts pieces by their usual worth.
pub(super) fn material(state: &DarkChess) -> i32 {
    let [left, right] = Player::BOTH.map(|player| {
        state.counts(player).iter().zip(WORTH).map(|(&n, worth)| i32::from(n) * worth).sum::<i32>()
    });
    left - right
}

/// The evaluation of a player who wants to be close to prey.
pub(super) fn closeness(state: &DarkChess) -> i32 {
    let [left, right] = Player::BOTH.map(|player| chase(state, player, &WORTH));
    (count(state) + 8 * (left - right)).clamp(1 - DarkChess::MOST, DarkChess::MOST - 1)
}
