//! Static knowledge about games with short hints: the length of play and simple bounds. Other games have a
//! file `hints.rs` of their own.

use super::clobber::ClobberRules;
use super::colouring::{Colouring, GraphColouring, Rule};
use super::cram::CramRules;
use super::fission::FissionRules;
use super::hackenbush::Hackenbush;
use super::heaps::{HeapRule, Heaps};
use super::konane::KonaneRules;
use super::toads_and_frogs::ToadsAndFrogs;
use super::toppling_dominoes::TopplingDominoes;
use super::tree::Tree;
use super::triangular_nim::TriangularNim;
use super::xt_domineering::XtDomineeringRules;
use crate::bitboard::Bitboard;
use crate::row::{Row, bits};
use crate::{Board, BoardHints, Hints};
use values::{Dyadic, Player};

impl BoardHints for ClobberRules {
    /// Every move takes a stone, and one stone stays.
    fn longest_play<B: Bitboard>(board: &Board<B>) -> Option<u32> {
        Some(board.inside().count().saturating_sub(1))
    }

    /// Where a stone can take an enemy stone, that stone can take it too.
    fn is_all_small<B: Bitboard>(_: &Board<B>) -> bool {
        true
    }
}

impl BoardHints for KonaneRules {
    /// Every move takes a stone, and one stone stays.
    fn longest_play<B: Bitboard>(board: &Board<B>) -> Option<u32> {
        Some(board.occupied().count().saturating_sub(1))
    }
}

impl BoardHints for FissionRules {
    /// Every split needs two empty cells and reduces their number by one.
    fn longest_play<B: Bitboard>(board: &Board<B>) -> Option<u32> {
        Some(board.empty.count().saturating_sub(1))
    }
}

impl BoardHints for CramRules {
    fn longest_play<B: Bitboard>(board: &Board<B>) -> Option<u32> {
        Some(board.empty.count() / 2)
    }

    fn is_impartial<B: Bitboard>(_: &Board<B>) -> bool {
        true
    }
}

impl BoardHints for XtDomineeringRules {
    fn longest_play<B: Bitboard>(board: &Board<B>) -> Option<u32> {
        Some(board.empty.count())
    }

    /// Both players can move in every group.
    fn is_all_small<B: Bitboard>(_: &Board<B>) -> bool {
        true
    }
}

impl<B: Bitboard, R: Rule> Hints for Colouring<B, R> {
    fn longest_play(&self) -> Option<u32> {
        Some(self.tints().inside().count())
    }
}

impl<R: Rule> Hints for GraphColouring<R> {
    fn longest_play(&self) -> Option<u32> {
        let open = self.open();
        Some((open.left | open.right).count_ones())
    }
}

impl Hints for ToadsAndFrogs {
    /// No animal makes more moves than there are cells on its way.
    fn longest_play(&self) -> Option<u32> {
        let way = |lane: &Row| {
            let toads = bits(lane.cells.left).map(|cell| u32::from(lane.length - 1 - cell));
            toads.chain(bits(lane.cells.right).map(u32::from)).sum::<u32>()
        };
        Some(self.0.0.iter().map(way).sum())
    }
}

impl Hints for TopplingDominoes {
    /// A domino for each move.
    fn longest_play(&self) -> Option<u32> {
        Some(self.0.0.iter().map(|row| row.taken().count_ones()).sum())
    }

    /// If every domino is either player's, both have the same moves, and dominoes never change.
    fn is_impartial(&self) -> bool {
        self.0.0.iter().all(|row| row.cells.left == row.cells.right)
    }
}

impl<R: HeapRule> Hints for Heaps<R> {
    fn longest_play(&self) -> Option<u32> {
        Some(self.heaps.iter().map(|&heap| self.rule.longest(heap)).sum())
    }

    fn is_impartial(&self) -> bool {
        true
    }
}

impl Hints for TriangularNim {
    fn longest_play(&self) -> Option<u32> {
        Some(self.pieces.count_ones())
    }

    fn is_impartial(&self) -> bool {
        true
    }
}

impl Hints for Hackenbush {
    fn longest_play(&self) -> Option<u32> {
        Some(self.edges.len() as u32)
    }

    /// The number of a player's edges bounds the player's moves.
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        let count = |player| self.edges.iter().filter(|edge| edge.is_for(player)).count() as i32;
        let [left, right] = Player::BOTH.map(|player| Dyadic::from(count(player)));
        Some((-right, left))
    }

    /// If either player may cut every edge, both have the same moves, and edges never change.
    fn is_impartial(&self) -> bool {
        self.edges.iter().all(|edge| Player::BOTH.into_iter().all(|player| edge.is_for(player)))
    }
}

impl Hints for Tree {
    fn number(&self) -> Option<Dyadic> {
        match self {
            Self::Closed(value) => value.is_number().then_some(value.number()),
            Self::Node(_) => None,
        }
    }

    /// A nimber is. Other trees are not looked through.
    fn is_impartial(&self) -> bool {
        matches!(self, Self::Closed(value) if value.number() == Dyadic::ZERO && value.ups() == 0)
    }

    fn longest_play(&self) -> Option<u32> {
        match self {
            Self::Closed(value) => u32::try_from(value.birthday()).ok(),
            Self::Node(options) => {
                let longest = |option: &Self| values::deep(|| option.longest_play());
                let mut all = options.iter().flatten().map(longest);
                all.try_fold(0, |most, longest| Some(most.max(longest?.checked_add(1)?)))
            }
        }
    }

    /// The value is at most the larger of 0 and the best option's upper bound plus one.
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        match self {
            Self::Closed(value) if value.is_number() => Some((value.number(), value.number())),
            Self::Closed(value) => {
                let floor = value.number().floor();
                Some((
                    Dyadic::integer(floor.checked_sub(1)?).ok()?,
                    Dyadic::integer(floor.checked_add(1)?).ok()?,
                ))
            }
            Self::Node(options) => {
                let (mut low, mut high) = (Dyadic::ZERO, Dyadic::ZERO);
                for option in options.iter().flatten() {
                    let (lowest, highest) = values::deep(|| option.bounds())?;
                    low = low.min(lowest.minus(Dyadic::ONE).ok()?);
                    high = high.max(highest.plus(Dyadic::ONE).ok()?);
                }
                Some((low, high))
            }
        }
    }
}
