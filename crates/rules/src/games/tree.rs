//! Explicit game trees, written like values: `{2|{0|-1},*}`. A tree is played as it
//! is written, without simplifying it first.

use crate::{BoardError, Notation, Position};
use derive_more::Display;
use std::fmt;
use std::sync::Arc;
use values::notation::Expression;
use values::{ByPlayer, Dyadic, NumberUpStar, Player};

/// A game tree.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Tree {
    /// A number, ups and a nimber, with their canonical options.
    Closed(NumberUpStar),
    /// The options of Left and of Right.
    Node(Arc<ByPlayer<Vec<Tree>>>),
}

impl Tree {
    fn of(expression: &Expression) -> Result<Self, BoardError> {
        let all = |options: &[Expression]| {
            options.iter().map(|option| values::deep(|| Self::of(option))).collect::<Result<Vec<_>, _>>()
        };
        match expression {
            Expression::Closed(value) => Ok(Self::Closed(*value)),
            Expression::Options(left, right) => {
                Ok(Self::Node(Arc::new(ByPlayer::new(all(left)?, all(right)?))))
            }
            _ => {
                refuse!("a tree has braces, numbers, ups and nimbers only; `tedomari value` knows the rest")
            }
        }
    }

    /// The number of options of a player.
    fn count(&self, player: Player) -> usize {
        match self {
            Self::Node(options) => options[player].len(),
            Self::Closed(_) => self.options(player).len(),
        }
    }
}

impl From<Dyadic> for Tree {
    fn from(x: Dyadic) -> Self {
        Self::Closed(x.into())
    }
}

/// The option to move to, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
#[display("option {}", _0 + 1)]
pub struct Choice(usize);

impl Position for Tree {
    type Move = Choice;

    fn moves(&self, player: Player) -> Vec<Choice> {
        (0..self.count(player)).map(Choice).collect()
    }

    fn nth_move(&self, player: Player, index: usize) -> Option<Choice> {
        (index < self.count(player)).then_some(Choice(index))
    }

    fn play(&self, player: Player, Choice(i): Choice) -> Self {
        match self {
            // There may be many options: only this one is copied.
            Self::Node(options) => options[player][i].clone(),
            Self::Closed(_) => self.options(player).swap_remove(i),
        }
    }

    fn options(&self, player: Player) -> Vec<Self> {
        match self {
            Self::Node(options) => options[player].clone(),
            Self::Closed(value) => {
                let (left, right) = value.options();
                let options = if player == Player::Left { left } else { right };
                options.into_iter().map(Self::Closed).collect()
            }
        }
    }
}

impl Notation for Tree {
    /// Reads a tree in the notation of values.
    ///
    /// ```
    /// use rules::{Notation, Position, games::tree::Tree};
    /// use values::Player;
    /// let tree = Tree::read("{2|{0|-1},*}")?;
    /// assert_eq!(tree.options(Player::Right)[0].to_string(), "{0|-1}");
    /// # Ok::<(), rules::BoardError>(())
    /// ```
    fn read(text: &str) -> Result<Self, BoardError> {
        let expression = Expression::parse(text).map_err(|error| BoardError::Other(error.to_string()))?;
        Self::of(&expression)
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed(value) => value.fmt(f),
            Self::Node(options) => {
                let side =
                    |options: &[Self]| options.iter().map(Self::to_string).collect::<Vec<_>>().join(",");
                write!(f, "{{{}|{}}}", side(&options.left), side(&options.right))
            }
        }
    }
}
