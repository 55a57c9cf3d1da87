//! What every game has to say about its positions, and what it may say to make
//! them easier: how they fall apart into regions and which of them are alike.

use crate::{BoardError, Coordinates, Prospects, Tabled};
use smallvec::{SmallVec, smallvec};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use values::{Dyadic, Player};

/// The independent regions of a position.
pub type Regions<P> = SmallVec<[P; 4]>;

/// A queen of each player on a small board of Amazons: the cells in play, row by row from the lowest bit, and
/// the numbers of those that the queens of Left and Right stand on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Duel {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The cells in play, those of the queens among them.
    pub cells: u32,
    /// Where the queens stand.
    pub queens: [u8; 2],
}

impl Duel {
    /// How many duels there are on these cells and on parts of them.
    #[must_use]
    pub fn positions(&self) -> u64 {
        // Any two cells with queens on them, and any of the others.
        let cells = u64::from(self.cells.count_ones());
        (cells * (cells - 1)) << (cells - 2)
    }
}

/// A position of a game for two players without chance, draws or repetition, where whoever cannot move loses.
pub trait Position: Clone + Eq + Hash + Debug + Display + Send + Sync + Sized + 'static {
    /// Is a position written as the rows of a board, joined by `|`?
    const IS_BOARD: bool = true;

    /// How moves call the cells, if it is a board.
    const COORDINATES: Coordinates = Coordinates::Board;

    /// Does play end with a score, so that a position without moves may be worth something? Each point of a settled score
    /// is then a [free move](Self::free_move).
    const IS_SCORED: bool = false;

    /// A move, written the way players write it.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync;

    /// Reads a position, see the game's module for the notation.
    fn read(text: &str) -> Result<Self, BoardError>;

    /// The number that the position is worth, where the rules know it at once.
    fn number(&self) -> Option<Dyadic> {
        None
    }

    /// In a game that [ends with a score](Self::IS_SCORED): the position after a player has given up a settled point, to
    /// let the other move first elsewhere. `None` means that no settled point is the player's.
    fn free_move(&self, _: Player) -> Option<Self> {
        None
    }

    /// The moves of a player.
    fn moves(&self, player: Player) -> Vec<Self::Move>;

    /// The move with this number, counted from 0; override where it is found without listing all.
    fn nth_move(&self, player: Player, index: usize) -> Option<Self::Move> {
        self.moves(player).get(index).copied()
    }

    /// The position after a move of that player.
    fn play(&self, player: Player, action: Self::Move) -> Self;

    /// The positions that a player can move to; override where they are found faster without naming the moves.
    fn options(&self, player: Player) -> Vec<Self> {
        self.moves(player).into_iter().map(|action| self.play(player, action)).collect()
    }

    /// Positions whose sum this one is, if there are several; a region that nobody can move in may be left out.
    fn regions(&self) -> Regions<Self> {
        smallvec![self.clone()]
    }

    /// The same for all positions that are alike: moved or turned on the board, or with the
    /// players exchanged. `true` if the value of what is returned is the negative of this one's.
    fn normal_form(&self) -> (Self, bool) {
        (self.clone(), false)
    }

    /// A position of the same value where less is left to play with, if one is found at once.
    fn simplified(&self) -> Self {
        self.clone()
    }

    /// Something odd about the position that its author should know.
    fn warning(&self) -> Option<&'static str> {
        None
    }

    /// The position as a game record, where there is a usual format for it.
    fn to_sgf(&self) -> Option<String> {
        None
    }

    /// No more than so many moves can be played from here, by both players together.
    fn longest_play(&self) -> Option<u32> {
        None
    }

    /// Numbers between which the value lies, found without search.
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        let most = Dyadic::integer(self.longest_play()?.into()).ok()?;
        Some((-most, most))
    }

    /// Can this player move?
    fn can_move(&self, player: Player) -> bool {
        !self.moves(player).is_empty()
    }

    /// What Left and Right can count on, in numbers that add up over the parts of a sum.
    fn prospects(&self) -> Option<[Prospects; 2]> {
        None
    }

    /// If this player begins, guesses of how many more moves Left, and Right, would need to be certain to
    /// win: 0 where that is so.
    fn distances(&self, first: Player) -> [u32; 2] {
        if let Some(prospects) = self.prospects() {
            return Player::BOTH.map(|player| prospects[player as usize].lacking(first == player));
        }
        let Some((low, high)) = self.bounds() else { return [1, 1] };
        let distance = |ahead: Dyadic, player: Player| {
            // Whoever begins loses in a position worth 0.
            let certain = ahead > Dyadic::ZERO || ahead == Dyadic::ZERO && first != player;
            if certain { 0 } else { 1i64.saturating_sub(ahead.floor()).try_into().unwrap_or(u32::MAX) }
        };
        [distance(low, Player::Left), distance(-high, Player::Right)]
    }

    /// Who wins if this player begins, where it is known without search.
    fn winner(&self, first: Player) -> Option<Player> {
        let distances = self.distances(first);
        Player::BOTH.into_iter().find(|&player| distances[player as usize] == 0)
    }

    /// The position as a duel of two queens, if it is one on few cells.
    fn duel(&self) -> Option<Duel> {
        None
    }

    /// The position as a table of all positions of its game knows it, if it is all on a small board.
    fn tabled(&self) -> Option<Tabled> {
        None
    }

    /// A guess of how far Left is ahead, in moves; it only decides which moves are looked at first.
    fn ordering(&self) -> i32 {
        self.evaluation() / 8
    }

    /// A guess of the mean, in eighths of a move: the middle of the bounds, unless a game knows better.
    fn evaluation(&self) -> i32 {
        const MOST: i64 = 1 << 28;
        let Some((low, high)) = self.bounds() else { return 0 };
        let middle = low.plus(high).and_then(|both| both.times(4)).map(Dyadic::floor);
        // What is too large for that has no eighths worth counting.
        let rough = || low.floor().saturating_add(high.floor()).saturating_mul(4);
        middle.unwrap_or_else(|_| rough()).clamp(-MOST, MOST) as i32
    }
}
