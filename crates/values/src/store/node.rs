//! What is stored about one canonical form, and how a form is found again: closed forms by their three parts,
//! general games by their options.

use super::closed::UpStar;
use super::stops::Stops;
use super::{List, NumberUpStar, ValueId, Values, each};
use crate::intern::hash_of;
use crate::{Dyadic, Error, Player};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Why a node that is not a closed form knows its options.
const GENERAL_HAS_OPTIONS: &str = "general games are stored with their options";
/// Why a game to be stored with its options has some.
const NOT_A_NUMBER: &str = "both players can move in a game that is not a number";

/// What is stored about one canonical form.
pub(super) struct Node {
    pub(super) stops: Stops,
    pub(super) shape: Shape,
    /// Always known for general games; for closed forms worked out when first needed.
    pub(super) options: OnceLock<Options>,
    pub(super) birthday: u64,
    /// The maximum number of moves before the game is a number. It bounds every recursion.
    pub(super) height: u32,
    /// Ids, one higher; 0 while unknown.
    pub(super) negative: AtomicU32,
    pub(super) thermograph: AtomicU32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// A number (the stops) plus these infinitesimals.
    Closed(UpStar),
    General,
}

/// Left's options, then Right's, each sorted by id.
pub(super) struct Options {
    all: Box<[ValueId]>,
    left: usize,
}

impl Options {
    pub(super) fn new(left: &[ValueId], right: &[ValueId]) -> Self {
        Self { all: [left, right].concat().into(), left: left.len() }
    }

    pub(super) fn sides(&self) -> (&[ValueId], &[ValueId]) {
        self.all.split_at(self.left)
    }
}

impl Node {
    pub(super) fn closed(&self) -> Option<NumberUpStar> {
        match self.shape {
            Shape::Closed(infinitesimal) => Some(infinitesimal.plus_number(self.stops.left())),
            Shape::General => None,
        }
    }

    pub(super) fn is_number(&self) -> bool {
        self.shape == Shape::Closed(UpStar::ZERO)
    }

    /// Is it this closed form?
    fn is_closed(&self, value: NumberUpStar) -> bool {
        self.closed() == Some(value)
    }

    /// Is it the general game with these options, each side sorted by id?
    fn is_general(&self, sides: (&[ValueId], &[ValueId])) -> bool {
        self.options.get().is_some_and(|known| self.shape == Shape::General && known.sides() == sides)
    }
}

impl Values {
    /// The canonical options of both players, Left's first.
    pub fn options(&self, g: ValueId) -> Result<(&[ValueId], &[ValueId]), Error> {
        self.sides(self.node(g))
    }

    /// The canonical options of both players, Left's first, of the game that a node stands for.
    #[inline]
    pub(super) fn sides<'a>(&self, node: &'a Node) -> Result<(&'a [ValueId], &'a [ValueId]), Error> {
        match node.options.get() {
            Some(options) => Ok(options.sides()),
            None => self.closed_sides(node),
        }
    }

    #[cold]
    fn closed_sides<'a>(&self, node: &'a Node) -> Result<(&'a [ValueId], &'a [ValueId]), Error> {
        let (left, right) = node.closed().expect(GENERAL_HAS_OPTIONS).options();
        let (left, right) =
            (each(&left, |value| self.closed(value))?, each(&right, |value| self.closed(value))?);
        self.listed.fetch_add(left.len() + right.len(), Ordering::Relaxed);
        Ok(node.options.get_or_init(|| Options::new(&left, &right)).sides())
    }

    /// The canonical options of one player.
    pub fn options_of(&self, g: ValueId, player: Player) -> Result<&[ValueId], Error> {
        let (left, right) = self.options(g)?;
        Ok(match player {
            Player::Left => left,
            Player::Right => right,
        })
    }

    /// The stop: the number that play reaches when `player` starts.
    pub fn stop(&self, g: ValueId, player: Player) -> Dyadic {
        match player {
            Player::Left => self.node(g).stops.left(),
            Player::Right => self.node(g).stops.right(),
        }
    }

    #[inline]
    pub(super) fn node(&self, g: ValueId) -> &Node {
        self.nodes.get(g.0)
    }

    /// The id of a closed form, stored if it is new.
    pub(super) fn insert_closed(&self, value: NumberUpStar) -> Result<ValueId, Error> {
        let id = self.nodes.intern_with(
            hash_of(&value),
            |node| node.is_closed(value),
            || {
                self.check_room()?;
                Ok(Node {
                    stops: value.stops(),
                    shape: Shape::Closed(value.infinitesimal()),
                    options: OnceLock::new(),
                    birthday: value.birthday(),
                    height: value.height(),
                    negative: AtomicU32::new(0),
                    thermograph: AtomicU32::new(0),
                })
            },
        )?;
        Ok(ValueId(id))
    }

    /// The id of the game with these options, stored if it is new. The options must be canonical, and the
    /// game must not be a number.
    pub(super) fn insert_canonical(
        &self,
        left: &[ValueId],
        right: &[ValueId],
        stops: Stops,
    ) -> Result<ValueId, Error> {
        if let Some(closed) = self.recognise(left, right) {
            return self.insert_closed(closed);
        }
        let (left, right) = (sorted(left), sorted(right));
        let sides = (&left[..], &right[..]);
        // The new node's fields are worked out before its shard is locked.
        let options = left.iter().chain(&right).map(|&option| self.node(option));
        let height = 1 + options.clone().map(|node| node.height).max().expect(NOT_A_NUMBER);
        let birthday = 1 + options.map(|node| node.birthday).max().expect(NOT_A_NUMBER);
        let found = self.nodes.intern_with(
            hash_of(&sides),
            |node| node.is_general(sides),
            || {
                self.check_room()?;
                if height > Self::MAX_HEIGHT {
                    return Err(Error::TooDeep);
                }
                Ok(Node {
                    stops,
                    shape: Shape::General,
                    options: OnceLock::from(Options::new(sides.0, sides.1)),
                    birthday,
                    height,
                    negative: AtomicU32::new(0),
                    thermograph: AtomicU32::new(0),
                })
            },
        )?;
        Ok(ValueId(found))
    }

    /// The id of a closed form. `None` means it is not stored.
    pub(super) fn find_closed(&self, value: NumberUpStar) -> Option<ValueId> {
        self.nodes.find(hash_of(&value), |node| node.is_closed(value)).map(ValueId)
    }

    /// The id of the general game with these canonical options. `None` means it is not stored.
    pub(super) fn find_general(&self, left: &[ValueId], right: &[ValueId]) -> Option<ValueId> {
        let (left, right) = (sorted(left), sorted(right));
        let sides = (&left[..], &right[..]);
        self.nodes.find(hash_of(&sides), |node| node.is_general(sides)).map(ValueId)
    }

    /// The closed form with these canonical options. `None` means there is none.
    fn recognise(&self, left: &[ValueId], right: &[ValueId]) -> Option<NumberUpStar> {
        let closed = |options: &[ValueId]| {
            options.iter().map(|&option| self.to_closed(option)).collect::<Option<List<_>>>()
        };
        NumberUpStar::of_options(&closed(left)?, &closed(right)?)
    }
}

fn sorted(options: &[ValueId]) -> List<ValueId> {
    let mut options = List::from_slice(options);
    options.sort_unstable();
    options
}
