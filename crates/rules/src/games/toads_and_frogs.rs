//! Toads and Frogs: Left's toads go right and Right's frogs go left, one cell at a
//! time or with a jump over one animal of the other kind, always into an empty cell.
//!
//! ```
//! use rules::{Notation, Position, games::toads_and_frogs::ToadsAndFrogs};
//! use values::Player;
//!
//! let position = ToadsAndFrogs::read("t.tf.").unwrap();
//! let moves = position.moves(Player::Left);
//! let text: Vec<String> = moves.iter().map(|action| action.to_string()).collect();
//! assert_eq!(text, ["1-2", "3-5"]);
//! assert_eq!(position.play(Player::Left, moves[1]).to_string(), "t..ft");
//! ```

use crate::row::{Place, Row, RowSymbols, Rows, bits, runs};
use crate::{BoardError, Coordinates, Notation, Position, Regions};
use derive_more::Display;
use std::fmt;
use values::{ByPlayer, Player};

/// Toads `t`, frogs `f`, empty cells `.`; several lanes, joined by `|`, are a sum.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ToadsAndFrogs(pub(super) Rows);

const SYMBOLS: RowSymbols = RowSymbols(&[('t', [true, false]), ('f', [false, true]), ('.', [false; 2])]);

/// A slide or a jump, written `3-5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
#[display("{from}-{}", to + 1)]
pub struct Hop {
    from: Place,
    to: u8,
}

/// The moves of a player in a lane: the origin and the target of each.
fn hops(lane: &Row, player: Player) -> impl Iterator<Item = (u8, u8)> {
    let (own, enemy) = (lane.of(player), lane.of(player.opponent()));
    let empty = lane.inside() & !lane.taken();
    let (slides, jumps) = match player {
        Player::Left => (own & empty >> 1, own & enemy >> 1 & empty >> 2),
        Player::Right => (own & empty << 1, own & enemy << 1 & empty << 2),
    };
    bits(slides | jumps).map(move |from| {
        let far = 1 + (jumps >> from & 1) as u8;
        (from, if player == Player::Left { from + far } else { from - far })
    })
}

/// The cells of stuck animals, which can never move again. Each has before it the edge, a stuck animal of its
/// own kind, or two stuck animals.
///
/// No animal jumps over a stuck one either, since an animal that stands before it is stuck too. So stuck
/// animals act like edges.
fn stuck(lane: &Row) -> u64 {
    let ByPlayer { left: toads, right: frogs } = lane.cells;
    let mut wall = lane.taken() | !lane.inside();
    loop {
        let (right, beyond_right) = (wall >> 1 | 1 << 63, wall >> 2 | 3 << 62);
        let (left, beyond_left) = (wall << 1 | 1, wall << 2 | 3);
        let toads = toads & right & (toads >> 1 | beyond_right);
        let frogs = frogs & left & (frogs << 1 | beyond_left);
        let next = wall & (toads | frogs | !lane.inside());
        if next == wall {
            return wall & lane.inside();
        }
        wall = next;
    }
}

impl Position for ToadsAndFrogs {
    fn cells(&self) -> Option<Coordinates> {
        Some(Coordinates::Rows)
    }

    type Move = Hop;

    fn moves(&self, player: Player) -> Vec<Hop> {
        let lanes = (0..).zip(&self.0.0);
        let named =
            |(y, lane)| hops(lane, player).map(move |(from, to)| Hop { from: self.0.place(y, from), to });
        lanes.flat_map(named).collect()
    }

    fn play(&self, player: Player, action: Hop) -> Self {
        let mut lane = self.0.0[usize::from(action.from.row)];
        lane.cells[player] ^= 1 << action.from.cell | 1 << action.to;
        Self(self.0.with(action.from.row, lane))
    }

    fn regions(&self) -> Regions<Self> {
        let parts = |lane: &Row| {
            let lane = *lane;
            runs(lane.inside() & !stuck(&lane)).map(move |range| lane.cut(range))
        };
        let alive = self.0.0.iter().flat_map(parts).filter(|part| part.taken() != 0);
        alive.map(|part| Self(part.into())).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        // Reflection turns toads into frogs.
        let (lanes, negative) = self.0.normal_form(|lane| *lane, |lane| lane.mirrored().exchanged());
        (Self(lanes), negative)
    }
}

impl Notation for ToadsAndFrogs {
    fn read(text: &str) -> Result<Self, BoardError> {
        Rows::read(text, &SYMBOLS).map(Self)
    }
}

impl fmt::Display for ToadsAndFrogs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, &SYMBOLS)
    }
}
