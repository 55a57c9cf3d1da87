//! What a state of dark chess may be worth. A piece is worth more, the fewer enemies can take it; whoever has
//! hunters close to prey is better off, so that a won endgame goes on; what is not won in forty quiet moves
//! is not won.

use super::bitboards::{cells, neighbours};
use super::{Action, CANNON, DarkChess, KINDS, KING, PAWN, QUIET, beats};
use crate::Contest;
use values::Player;

/// What a piece is worth that nobody can take.
const WORTH: [i32; KINDS] = [560, 360, 220, 140, 100, 240, 70];
/// What each enemy that can take it costs.
const HUNTED: i32 = 4;
/// What each enemy pawn costs a king besides.
const PAWNED: i32 = 16;
/// What a pawn is worth besides while there is an enemy king to take.
const KINGSLAYER: i32 = 30;
/// Hunters as far away as this count nothing.
const FAR: i32 = 10;
/// A lead counts so much less if some enemy piece can never be taken.
const HOLLOW: i32 = 3;

/// What a piece of each kind is worth against these enemies.
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

/// How close the player's hunters are to open enemy pieces, each counted by what it is worth.
fn chase(state: &DarkChess, player: Player, worths: &[i32; KINDS]) -> i32 {
    let (own, enemies) = (&state.open[player as usize], &state.open[player.opponent() as usize]);
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

/// Is there an enemy kind that none of the player's pieces can ever take?
fn is_hollow(own: &[u8; KINDS], enemies: &[u8; KINDS]) -> bool {
    (0..KINDS).any(|prey| enemies[prey] > 0 && !(0..KINDS).any(|kind| own[kind] > 0 && beats(kind, prey)))
}

pub(super) fn evaluation(state: &DarkChess) -> i32 {
    if state.is_ended() {
        return state.score().unwrap_or(0);
    }
    let counts = Player::BOTH.map(|player| state.counts(player));
    let worths = [worths(counts[1]), worths(counts[0])];
    let [left, right] = Player::BOTH.map(|player| {
        let own: i32 = counts[player as usize]
            .iter()
            .zip(worths[player as usize])
            .map(|(&n, worth)| i32::from(n) * worth)
            .sum();
        own + chase(state, player, &worths[player.opponent() as usize])
    });
    let mut lead = left - right;
    let ahead = usize::from(lead < 0);
    if is_hollow(&counts[ahead], &counts[1 - ahead]) {
        lead /= HOLLOW;
    }
    let quiet = i32::from(state.past.quiet());
    let lead = lead * (2 * i32::from(QUIET) - quiet) / (2 * i32::from(QUIET));
    lead.clamp(1 - DarkChess::MOST, DarkChess::MOST - 1)
}

/// The most valuable prey first, taken by the least valuable hunter; flips last.
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
