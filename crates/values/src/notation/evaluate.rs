//! From an [`Expression`] to its value, and the operations that expressions may name.

use super::Expression;
use crate::{Dyadic, Error, Game, Games, Player};

/// An operation that can be written behind a game, as in `g.Heat(1)`.
pub struct Operation {
    /// Its name, as CGSuite spells it.
    pub name: &'static str,
    /// What stands in the brackets.
    pub arguments: &'static [&'static str],
    /// What it gives, in a few words.
    pub help: &'static str,
    apply: fn(&Games, Game, &[Game]) -> Result<Game, Error>,
}

impl PartialEq for Operation {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Operation {}

impl std::fmt::Debug for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

const fn operation(
    name: &'static str,
    arguments: &'static [&'static str],
    help: &'static str,
    apply: fn(&Games, Game, &[Game]) -> Result<Game, Error>,
) -> Operation {
    Operation { name, arguments, help, apply }
}

pub(super) static ORDINAL_SUM: Operation =
    operation("OrdinalSum", &["h"], "g:h, a move in g destroys h", |games, g, x| games.ordinal_sum(g, x[0]));
pub(super) static POW: Operation =
    operation("Pow", &["n"], "the n-th power of a game {0|h}", |games, g, x| games.pow(g, x[0]));
pub(super) static POW_TO: Operation =
    operation("PowTo", &["n"], "the sum of the first n powers", |games, g, x| games.pow_to(g, x[0]));
pub(super) static UP: Operation =
    operation("Up", &["d"], "^(d)", |games, _, x| games.up(need_number(games, x[0])?));
pub(super) static TINY: Operation = operation("Tiny", &[], "Tiny(g)", |games, g, _| games.tiny(g));
pub(super) static MINY: Operation = operation("Miny", &[], "Miny(g)", |games, g, _| games.miny(g));

/// The operations that can be named in an expression.
pub static OPERATIONS: &[&Operation] = &[
    &operation("AtomicWeight", &[], "how many ups it is worth", |games, g, _| {
        games.atomic_weight(g)?.ok_or(Error::NotAtomic)
    }),
    &operation("Birthday", &[], "the day it is born", |games, g, _| count(games, games.birthday(g))),
    &operation("Companion", &[], "the game with a star at its end", |games, g, _| games.companion(g)),
    &operation("ConwayProduct", &["h"], "Conway's product", |games, g, x| games.conway_product(g, x[0])),
    &operation("Cool", &["t"], "every move costs t", |games, g, x| games.cool(g, need_number(games, x[0])?)),
    &operation("FollowerCount", &[], "how many values play can lead to", |games, g, _| {
        count(games, games.follower_count(g)?)
    }),
    &operation("Freeze", &[], "cooled by its temperature", |games, g, _| games.freeze(g)),
    &operation("Heat", &["t"], "every move earns t", |games, g, x| games.heat(g, x[0])),
    &operation("LeftStop", &[], "the number reached when Left starts", |games, g, _| {
        games.number(games.stop(g, Player::Left))
    }),
    &operation("Mean", &[], "the mean", |games, g, _| games.number(games.mean(g)?)),
    &operation("NortonProduct", &["u"], "Norton's product with a positive unit", |games, g, x| {
        games.norton_product(g, x[0])
    }),
    &ORDINAL_SUM,
    &operation("Overheat", &["s", "t"], "every move earns t, integers count s", |games, g, x| {
        games.overheat(g, x[0], x[1])
    }),
    &POW,
    &POW_TO,
    &operation("ReducedCanonicalForm", &[], "the simplest game infinitesimally close", |games, g, _| {
        games.reduced(g)
    }),
    &operation("RightStop", &[], "the number reached when Right starts", |games, g, _| {
        games.number(games.stop(g, Player::Right))
    }),
    &operation("StopCount", &[], "in how many ways play can reach a number", |games, g, _| {
        count(games, games.stop_count(g)?)
    }),
    &operation("Temperature", &[], "the temperature", |games, g, _| games.number(games.temperature(g)?)),
];

fn count(games: &Games, count: u64) -> Result<Game, Error> {
    games.integer(i64::try_from(count).map_err(|_| Error::CountTooLarge)?)
}

fn need_number(games: &Games, g: Game) -> Result<Dyadic, Error> {
    games.to_number(g).ok_or(Error::NumberNeeded)
}

impl Games {
    /// The value of an expression that has been read.
    pub fn evaluate(&self, expression: &Expression) -> Result<Game, Error> {
        let all = |expressions: &[Expression]| {
            let each = expressions.iter().map(|expression| crate::games::deep(|| self.evaluate(expression)));
            each.collect::<Result<Vec<Game>, Error>>()
        };
        let one = |expression: &Expression| crate::games::deep(|| self.evaluate(expression));
        match expression {
            Expression::Closed(value) => self.closed(*value),
            Expression::Options(left, right) => self.from_options(&all(left)?, &all(right)?),
            Expression::Switch(options) => {
                let left = all(options)?;
                let right = crate::games::each(&left, |option| self.negative(option))?;
                self.from_options(&left, &right)
            }
            Expression::Sum(terms) => {
                terms.iter().try_fold(Game::ZERO, |sum, term| self.sum(sum, one(term)?))
            }
            Expression::Negative(g) => self.negative(one(g)?),
            Expression::Multiple(n, g) => self.multiple(*n, one(g)?),
            Expression::Operation(operation, g, arguments) => {
                (operation.apply)(self, one(g)?, &all(arguments)?)
            }
        }
    }
}
