//! Properties of a game: its kind, how long it lasts, how many ways play can go, and the incentives of its
//! moves.

use super::{List, NumberUpStar, Shape, ValueId, Values};
use crate::{Dyadic, Error, Outcome, Player};
use derive_more::Display;
use rustc_hash::{FxHashMap, FxHashSet};

/// A game by its temperature: below, at or above zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
pub enum Kind {
    /// A number: a move loses something.
    #[display("cold")]
    Cold,
    /// A number and an infinitesimal: only the last move matters.
    #[display("tepid")]
    Tepid,
    /// Moving gains something.
    #[display("hot")]
    Hot,
}

/// Whether play to the end always takes an even or always an odd number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Temper {
    /// A number, or every option is odd-tempered.
    Even,
    /// Every option is even-tempered.
    Odd,
}

impl Values {
    /// The maximum number of moves before the game is a number.
    #[must_use]
    pub fn height(&self, g: ValueId) -> u32 {
        self.node(g).height
    }

    /// The birthday: the first day on which the value exists.
    #[must_use]
    pub fn birthday(&self, g: ValueId) -> u64 {
        self.node(g).birthday
    }

    /// Is it equal to a number?
    #[must_use]
    pub fn is_number(&self, g: ValueId) -> bool {
        self.node(g).is_number()
    }

    /// Is it equal to an integer?
    #[must_use]
    pub fn is_integer(&self, g: ValueId) -> bool {
        self.to_number(g).is_some_and(Dyadic::is_integer)
    }

    /// Is it equal to `*n` for some `n`?
    #[must_use]
    pub fn is_nimber(&self, g: ValueId) -> bool {
        self.to_closed(g).is_some_and(|closed| closed.number() == Dyadic::ZERO && closed.ups() == 0)
    }

    /// The `n` for which it is equal to `*n`. `None` means it is not a nimber.
    #[must_use]
    pub fn to_nimber(&self, g: ValueId) -> Option<u32> {
        self.to_closed(g).filter(|_| self.is_nimber(g)).map(NumberUpStar::star)
    }

    /// Is it infinitesimally close to a number?
    #[must_use]
    pub fn is_numberish(&self, g: ValueId) -> bool {
        self.number_part(g).is_some()
    }

    /// The number that it is infinitesimally close to. `None` means its stops differ.
    #[must_use]
    pub fn number_part(&self, g: ValueId) -> Option<Dyadic> {
        let node = self.node(g);
        node.stops.meet().then(|| node.stops.left())
    }

    /// Is it smaller than every positive number and larger than every negative one?
    #[must_use]
    pub fn is_infinitesimal(&self, g: ValueId) -> bool {
        self.number_part(g) == Some(Dyadic::ZERO)
    }

    /// Is it all-small? Both players can move in every follower in which one can.
    pub fn is_all_small(&self, g: ValueId) -> Result<bool, Error> {
        let leaf = |g: ValueId| {
            // Numbers other than 0 are the only canonical followers where one player is stuck.
            Ok(self.to_closed(g).map(|closed| closed.number() == Dyadic::ZERO))
        };
        let all = |options: &[bool]| options.iter().all(|&small| small);
        self.fold(g, &mut FxHashMap::default(), &leaf, &mut |_, left, right| Ok(all(left) && all(right)))
    }

    /// Is it `{x|y}` for numbers `x > y`?
    #[must_use]
    pub fn is_switch(&self, g: ValueId) -> bool {
        let node = self.node(g);
        node.shape == Shape::General
            && node.options.get().is_some_and(|options| match options.sides() {
                (&[x], &[y]) => self.is_number(x) && self.is_number(y),
                _ => false,
            })
    }

    /// Cold, tepid or hot.
    #[must_use]
    pub fn kind(&self, g: ValueId) -> Kind {
        match (self.is_number(g), self.is_numberish(g)) {
            (true, _) => Kind::Cold,
            (_, true) => Kind::Tepid,
            _ => Kind::Hot,
        }
    }

    /// Even- or odd-tempered. `None` means neither.
    pub fn temper(&self, g: ValueId) -> Result<Option<Temper>, Error> {
        let leaf = |g: ValueId| {
            let Some(closed) = self.to_closed(g).filter(|closed| closed.ups() == 0) else { return Ok(None) };
            Ok(Some(match closed.star() {
                0 => Some(Temper::Even),
                1 => Some(Temper::Odd),
                // The nimbers from *2 on can be moved to 0 and to *.
                _ => None,
            }))
        };
        self.fold(g, &mut FxHashMap::default(), &leaf, &mut |_, left, right| {
            let all = |temper| left.iter().chain(right).all(|&option| option == Some(temper));
            Ok(match (all(Temper::Even), all(Temper::Odd)) {
                (true, _) => Some(Temper::Odd),
                (_, true) => Some(Temper::Even),
                _ => None,
            })
        })
    }

    /// The misère outcome of the canonical form: the player who makes the last move loses.
    pub fn misere_outcome(&self, g: ValueId) -> Result<Outcome, Error> {
        let leaf = |g: ValueId| {
            if let Some(n) = self.to_nimber(g) {
                return Ok(Some(if n == 1 { Outcome::Previous } else { Outcome::Next }));
            }
            // The player with moves left must make them.
            Ok(self.to_number(g).map(|x| if x < Dyadic::ZERO { Outcome::Left } else { Outcome::Right }))
        };
        self.fold(g, &mut FxHashMap::default(), &leaf, &mut |_, left, right| {
            let wins_second = |outcome: &Outcome, player: Player| match player {
                Player::Left => matches!(outcome, Outcome::Left | Outcome::Previous),
                Player::Right => matches!(outcome, Outcome::Right | Outcome::Previous),
            };
            let first = |options: &[Outcome], player: Player| {
                let wins = options.is_empty() || options.iter().any(|option| wins_second(option, player));
                if wins { player } else { player.opponent() }
            };
            Ok(Outcome::of_winners(first(left, Player::Left), first(right, Player::Right)))
        })
    }

    /// The number of ways in which play can reach a number, where play stops.
    pub fn stop_count(&self, g: ValueId) -> Result<u64, Error> {
        let leaf = |g: ValueId| {
            let Some(closed) = self.to_closed(g).filter(|closed| closed.ups() == 0) else { return Ok(None) };
            let count = match closed.star() {
                0 => Some(1),
                // Every nimber can be reached from *n in two ways, and so triples the count.
                star => 3u64.checked_pow(star - 1).and_then(|ways| ways.checked_mul(2)),
            };
            count.ok_or(Error::CountTooLarge).map(Some)
        };
        let mut total = |_, left: &[u64], right: &[u64]| {
            let mut counts = left.iter().chain(right);
            counts.try_fold(0u64, |sum, &count| sum.checked_add(count)).ok_or(Error::CountTooLarge)
        };
        self.fold(g, &mut FxHashMap::default(), &leaf, &mut total)
    }

    /// The number of followers: the different values that play can lead to, this one included.
    pub fn follower_count(&self, g: ValueId) -> Result<u64, Error> {
        let mut others: FxHashSet<ValueId> = FxHashSet::default();
        // The integers among the followers are all those between the extreme ones and 0.
        let (mut lowest, mut highest) = (0i64, 0i64);
        let mut waiting = vec![g];
        while let Some(g) = waiting.pop() {
            if let Some(n) = self.to_number(g).and_then(Dyadic::to_integer) {
                lowest = lowest.min(n);
                highest = highest.max(n);
            } else if others.insert(g) {
                let (left, right) = self.options(g)?;
                waiting.extend(left);
                waiting.extend(right);
            }
        }
        let integers = highest.abs_diff(lowest).checked_add(1 + others.len() as u64);
        integers.ok_or(Error::CountTooLarge)
    }

    /// The incentives of a player, the gain of each move, without the dominated ones.
    pub fn incentives_of(&self, g: ValueId, player: Player) -> Result<Vec<ValueId>, Error> {
        let gain = |&option: &ValueId| match player {
            Player::Left => self.difference(option, g),
            Player::Right => self.difference(g, option),
        };
        let gains: Vec<ValueId> = self.options_of(g, player)?.iter().map(gain).collect::<Result<_, _>>()?;
        self.maximal(&gains)
    }

    /// The incentives of both players, without the dominated ones.
    pub fn incentives(&self, g: ValueId) -> Result<Vec<ValueId>, Error> {
        self.maximal(&[self.incentives_of(g, Player::Left)?, self.incentives_of(g, Player::Right)?].concat())
    }

    /// The games that are not dominated for Left, each once.
    fn maximal(&self, values: &[ValueId]) -> Result<Vec<ValueId>, Error> {
        self.undominated(values, |a, b| self.le(a, b)).map(List::into_vec)
    }

    /// The companion: the same game with a star at its end, which turns 0 into `*` and leaves other numbers
    /// as they are.
    pub fn companion(&self, g: ValueId) -> Result<ValueId, Error> {
        let star = self.nimber(1)?;
        let leaf = |g: ValueId| Ok(self.is_number(g).then_some(if g == ValueId::ZERO { star } else { g }));
        self.fold(g, &mut FxHashMap::default(), &leaf, &mut |g, left, right| {
            let (mut left, mut right) = (left.to_vec(), right.to_vec());
            match self.outcome(g)? {
                Outcome::Left => left.push(ValueId::ZERO),
                Outcome::Right => right.push(ValueId::ZERO),
                Outcome::Next | Outcome::Previous => {}
            }
            self.from_options(&left, &right)
        })
    }
}
