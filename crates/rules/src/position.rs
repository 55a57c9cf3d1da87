//! The rules of a game: moves, play, independent regions and symmetries of its positions.

use crate::{Coordinates, Hints};
use smallvec::{SmallVec, smallvec};
use std::any::Any;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use values::Player;

/// The independent regions of a position.
pub type Regions<P> = SmallVec<[P; 4]>;

/// The heap memory of a list in bytes, without that of its items.
pub fn spilled_bytes<A: smallvec::Array>(list: &SmallVec<A>) -> usize {
    if list.spilled() { list.capacity() * size_of::<A::Item>() } else { 0 }
}

/// A position of a game for two players without chance, draws or repetition. A player who cannot move loses.
///
/// # A new game, from nothing to its first values
///
/// Cutcake: Left cuts a cake from top to bottom, Right from side to side, always between two squares. A
/// position is a list of cakes. It needs `Display` and [`Notation`](crate::Notation) to be written and read,
/// [`Hints`] for static knowledge, and the rules:
///
/// ```
/// use rules::{BoardError, Hints, Notation, Position, Regions};
/// use std::fmt;
/// use values::{ByPlayer, Player, Values};
///
/// /// Cakes of some columns by some rows, such as `3x2 1x4`: Left cuts between columns, Right between rows.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Cutcake(Vec<ByPlayer<u8>>);
///
/// /// Which cake is cut, and where, counted from the left or from the top.
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Cut(usize, u8);
///
/// impl fmt::Display for Cut {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "cake {} after {}", self.0 + 1, self.1)
///     }
/// }
///
/// impl Position for Cutcake {
///     type Move = Cut;
///
///     fn moves(&self, player: Player) -> Vec<Cut> {
///         let cakes = self.0.iter().enumerate();
///         cakes.flat_map(|(i, sides)| (1..sides[player]).map(move |at| Cut(i, at))).collect()
///     }
///
///     fn play(&self, player: Player, Cut(i, at): Cut) -> Self {
///         let (mut cakes, mut rest) = (self.0.clone(), self.0[i]);
///         cakes[i][player] = at;
///         rest[player] -= at;
///         cakes.push(rest);
///         Self(cakes)
///     }
///
///     // A move changes one cake, so a position is the sum of its cakes.
///     fn regions(&self) -> Regions<Self> {
///         self.0.iter().map(|&cake| Self(vec![cake])).collect()
///     }
/// }
///
/// // Searches are told nothing; `longest_play` would already give them bounds.
/// impl Hints for Cutcake {}
///
/// impl fmt::Display for Cutcake {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         let cakes: Vec<String> = self.0.iter().map(|cake| format!("{}x{}", cake.left, cake.right)).collect();
///         f.write_str(&cakes.join(" "))
///     }
/// }
///
/// impl Notation for Cutcake {
///     fn read(text: &str) -> Result<Self, BoardError> {
///         let cake = |word: &str| {
///             let (x, y) = word.split_once('x')?;
///             Some(ByPlayer::new(x.parse().ok()?, y.parse().ok()?))
///         };
///         let wrong = |word| BoardError::Other(format!("'{word}' is not a cake like 3x2"));
///         text.split(' ').map(|word| cake(word).ok_or_else(|| wrong(word))).collect::<Result<_, _>>().map(Self)
///     }
/// }
///
/// let values = Values::new();
/// let table = exact::ValueTable::default();
/// for (cakes, value) in [("4x1", "3"), ("1x3", "-2"), ("2x2", "0"), ("4x2", "1"), ("5x3 1x2", "0")] {
///     let position = Cutcake::read(cakes)?;
///     assert_eq!(values.print(table.value(&values, &position)?)?, value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A game on a board is shorter: see [`BoardRules`](crate::BoardRules) and the page of
/// [Clobber](crate::games::clobber). `Ruleset::new` gives a game a name, and with it every search and player.
pub trait Position: Hints + Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// A move, written the way players write it.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// The moves of a player.
    fn moves(&self, player: Player) -> Vec<Self::Move>;

    /// The position after a move of that player.
    fn play(&self, player: Player, action: Self::Move) -> Self;

    /// The names of the moves of a player, as players write them, in the order of [`Self::moves`].
    fn names(&self, player: Player) -> Vec<String> {
        self.moves(player).iter().map(ToString::to_string).collect()
    }

    /// The name of a move, as players write it.
    fn name(&self, _player: Player, action: Self::Move) -> String {
        action.to_string()
    }

    /// The move with this index. `None` means that there are fewer moves. Override it where listing all moves
    /// is slow.
    fn nth_move(&self, player: Player, index: usize) -> Option<Self::Move> {
        self.moves(player).get(index).copied()
    }

    /// The positions that a player can move to, in the order of the moves. Override it where generating
    /// positions is faster than naming the moves.
    fn options(&self, player: Player) -> Vec<Self> {
        self.moves(player).into_iter().map(|action| self.play(player, action)).collect()
    }

    /// Can this player move?
    fn can_move(&self, player: Player) -> bool {
        !self.moves(player).is_empty()
    }

    /// Does play end with a score, so that a position without moves may be worth something? Each point of a
    /// settled score is then a [free move](Self::free_move).
    fn is_scored(&self) -> bool {
        false
    }

    /// In a game that [ends with a score](Self::is_scored): the position after a player has given up a
    /// settled point, to let the other move first elsewhere. `None` means that no settled point is the
    /// player's.
    fn free_move(&self, _: Player) -> Option<Self> {
        None
    }

    /// The independent regions: the position is their sum. A region in which neither player can move may be
    /// left out.
    fn regions(&self) -> Regions<Self> {
        smallvec![self.clone()]
    }

    /// The normal form, which is the same for all symmetric positions: translated, rotated or reflected, or
    /// with the players exchanged. `true` means that the value of the normal form is the negative of this
    /// position's value.
    fn normal_form(&self) -> (Self, bool) {
        (self.clone(), false)
    }

    /// The coordinates that moves use. `None` means that the position is not drawn as a board.
    fn cells(&self) -> Option<Coordinates> {
        None
    }

    /// The heap memory of the position in bytes.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// The position itself, for knowledge sources of one game. A wrapper returns the position inside.
    fn concrete(&self) -> &dyn Any {
        self
    }
}
