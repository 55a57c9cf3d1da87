//! One thing for each player: a pair that is indexed by [`Player`] instead of by 0 and 1, so that the two
//! sides cannot be mixed up with the two elements of some other array.

use crate::Player;
use derive_more::AddAssign;
use std::ops::{Index, IndexMut};

/// One thing for each player.
///
/// ```
/// use values::{ByPlayer, Player};
/// let mut stones = ByPlayer::new(3, 5);
/// stones[Player::Left] += 1;
/// assert_eq!(stones, ByPlayer { left: 4, right: 5 });
/// assert_eq!(stones.swapped(), ByPlayer::from([5, 4]));
/// assert_eq!(stones.map(|count| count * 10).iter().sum::<i32>(), 90);
/// assert_eq!(ByPlayer::from_fn(Player::opponent)[Player::Right], Player::Left);
/// ```
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, AddAssign)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
pub struct ByPlayer<T> {
    /// Left's.
    pub left: T,
    /// Right's.
    pub right: T,
}

impl<T> ByPlayer<T> {
    /// Left's and Right's.
    #[inline]
    pub const fn new(left: T, right: T) -> Self {
        Self { left, right }
    }

    /// The same thing for both players.
    #[inline]
    pub const fn both(thing: T) -> Self
    where
        T: Copy,
    {
        Self { left: thing, right: thing }
    }

    /// What a function gives for each player; Left is asked first.
    #[inline]
    pub fn from_fn(mut of: impl FnMut(Player) -> T) -> Self {
        Self { left: of(Player::Left), right: of(Player::Right) }
    }

    /// The same with a function that may fail; then Right is not asked after Left.
    #[inline]
    pub fn try_from_fn<E>(mut of: impl FnMut(Player) -> Result<T, E>) -> Result<Self, E> {
        Ok(Self { left: of(Player::Left)?, right: of(Player::Right)? })
    }

    /// The result of a function for both things, Left's first.
    #[inline]
    pub fn map<R>(self, mut work: impl FnMut(T) -> R) -> ByPlayer<R> {
        ByPlayer { left: work(self.left), right: work(self.right) }
    }

    /// References to both things.
    #[inline]
    pub const fn each_ref(&self) -> ByPlayer<&T> {
        ByPlayer { left: &self.left, right: &self.right }
    }

    /// The same things with the players exchanged.
    #[inline]
    pub fn swapped(self) -> Self {
        Self { left: self.right, right: self.left }
    }

    /// Both things, Left's first.
    #[inline]
    pub fn iter(&self) -> std::array::IntoIter<&T, 2> {
        [&self.left, &self.right].into_iter()
    }

    /// Both things to change, Left's first.
    #[inline]
    pub fn iter_mut(&mut self) -> std::array::IntoIter<&mut T, 2> {
        [&mut self.left, &mut self.right].into_iter()
    }

    /// Both things as an array, Left's first.
    #[must_use]
    #[inline]
    pub fn into_array(self) -> [T; 2] {
        [self.left, self.right]
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::Left => &mut self.left,
            Player::Right => &mut self.right,
        }
    }
}

impl<T> From<[T; 2]> for ByPlayer<T> {
    /// From an array with Left's first.
    #[inline]
    fn from([left, right]: [T; 2]) -> Self {
        Self { left, right }
    }
}

impl<T> IntoIterator for ByPlayer<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, 2>;

    /// Both things, Left's first.
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.into_array().into_iter()
    }
}

impl<'a, T> IntoIterator for &'a ByPlayer<T> {
    type Item = &'a T;
    type IntoIter = std::array::IntoIter<&'a T, 2>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut ByPlayer<T> {
    type Item = &'a mut T;
    type IntoIter = std::array::IntoIter<&'a mut T, 2>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
