//! The static evaluation of dark chess. Material counts more if fewer enemy pieces can capture it. Hunters
//! close to their prey add a bonus, so that play makes progress in a won endgame. A lead shrinks with the
//! number of quiet moves, since forty of them are a draw.

use super::bitboards::{cells, neighbours};
use super::{Action, CANNON, DarkChess, KINDS, KING, PAWN, QUIET, beats};
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

/// The material value of each kind of piece against these enemies.
fn worths(enemies: [u8; KINDS]) -> [i32; KINDS] {
    let count = |kind: usize| i32::from(enemies[kind]);
    std::array::from_fn(|kind| {
        let hunters: i32 =
            (0..KINDS).filter(|&hunter| hunter != CANNON && beats(hunter, kind)).map(count).sum();
        let special = match kind {
            KING => -PAWNED * count(PAWN),
            PAWN => KINGSLAYER * count(KING).min(1),
            _ => 0,
        };
        WORTH[kind] - HUNTED * hunters + special
    })
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
            total += (FAR - distance) * new.count_ones() as i32;
            found |= new;
            let grown = reached | next & empty;
            if grown == reached || found == hunters {
                break;
            }
            reached = grown;
        }
        total
    };
    let kinds = (0..KINDS).map(|kind| {
        let hunters = (0..KINDS).filter(|&hunter| hunter != CANNON && beats(hunter, kind));
        let hunters = hunters.fold(0, |all, hunter| all | own[hunter]);
        let close: i32 =
            if hunters == 0 { 0 } else { cells(enemies[kind]).map(|prey| closeness(hunters, prey)).sum() };
        worths[kind] * close
    });
    kinds.sum::<i32>() / 128
}

/// The number of pieces that can capture those enemies that fewest can capture.
fn fewest_hunters(own: &[u8; KINDS], enemies: &[u8; KINDS]) -> u8 {
    let hunters = |prey: usize| (0..KINDS).filter(|&kind| beats(kind, prey)).map(|kind| own[kind]).sum();
    (0..KINDS).filter(|&prey| enemies[prey] > 0).map(hunters).min().unwrap_or_default()
}

pub(super) fn evaluation(state: &DarkChess) -> i32 {
    if state.is_ended() {
        return state.score().unwrap_or(0);
    }
    let counts = ByPlayer::from_fn(|player| state.counts(player));
    let worths = counts.swapped().map(worths);
    let [left, right] = Player::BOTH.map(|player| {
        let own: i32 =
            counts[player].iter().zip(worths[player]).map(|(&n, worth)| i32::from(n) * worth).sum();
        own + chase(state, player, &worths[player.opponent()])
    });
    let mut lead = left - right;
    let ahead = if lead < 0 { Player::Right } else { Player::Left };
    let hunters = fewest_hunters(&counts[ahead], &counts[ahead.opponent()]);
    lead = lead * HUNTERS[usize::from(hunters).min(HUNTERS.len() - 1)] / 3;
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
