//! From an [`Expression`] to its value, and the operations that expressions may name.

use super::Expression;
use crate::{Dyadic, Error, Player, ValueId, Values};
use derive_more::Debug;

/// An operation that can be written behind a game, as in `g.Heat(1)`.
#[derive(Debug)]
#[debug("{name}")]
pub struct Operation {
    /// Its name, as CGSuite spells it.
    pub name: &'static str,
    /// The names of its arguments.
    pub arguments: &'static [&'static str],
    /// Its result, in a few words.
    pub help: &'static str,
    apply: fn(&Values, ValueId, &[ValueId]) -> Result<ValueId, Error>,
}

impl PartialEq for Operation {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Operation {}

const fn operation(
    name: &'static str,
    arguments: &'static [&'static str],
    help: &'static str,
    apply: fn(&Values, ValueId, &[ValueId]) -> Result<ValueId, Error>,
) -> Operation {
    Operation { name, arguments, help, apply }
}

pub(super) static ORDINAL_SUM: Operation =
    operation("OrdinalSum", &["h"], "g:h, a move in g destroys h", |values, g, x| {
        values.ordinal_sum(g, x[0])
    });
pub(super) static POW: Operation =
    operation("Pow", &["n"], "the n-th power of a game {0|h}", |values, g, x| values.pow(g, x[0]));
pub(super) static POW_TO: Operation =
    operation("PowTo", &["n"], "the sum of the first n powers", |values, g, x| values.pow_to(g, x[0]));
pub(super) static UP: Operation =
    operation("Up", &["d"], "^(d)", |values, _, x| values.up(need_number(values, x[0])?));
pub(super) static TINY: Operation = operation("Tiny", &[], "Tiny(g)", |values, g, _| values.tiny(g));
pub(super) static MINY: Operation = operation("Miny", &[], "Miny(g)", |values, g, _| values.miny(g));

/// The operations that an expression may name.
pub static OPERATIONS: &[&Operation] = &[
    &operation("AtomicWeight", &[], "how many ups it is worth", |values, g, _| {
        values.atomic_weight(g)?.ok_or(Error::NotAtomic)
    }),
    &operation("Birthday", &[], "the day it is born", |values, g, _| count(values, values.birthday(g))),
    &operation("Companion", &[], "the game with a star at its end", |values, g, _| values.companion(g)),
    &operation("ConwayProduct", &["h"], "Conway's product", |values, g, x| values.conway_product(g, x[0])),
    &operation("Cool", &["t"], "every move costs t", |values, g, x| {
        values.cool(g, need_number(values, x[0])?)
    }),
    &operation("FollowerCount", &[], "how many values play can lead to", |values, g, _| {
        count(values, values.follower_count(g)?)
    }),
    &operation("Freeze", &[], "cooled by its temperature", |values, g, _| values.freeze(g)),
    &operation("Heat", &["t"], "every move earns t", |values, g, x| values.heat(g, x[0])),
    &operation("LeftStop", &[], "the number reached when Left starts", |values, g, _| {
        values.number(values.stop(g, Player::Left))
    }),
    &operation("Mean", &[], "the mean", |values, g, _| values.number(values.mean(g)?)),
    &operation("NortonProduct", &["u"], "Norton's product with a positive unit", |values, g, x| {
        values.norton_product(g, x[0])
    }),
    &ORDINAL_SUM,
    &operation("Overheat", &["s", "t"], "every move earns t, integers count s", |values, g, x| {
        values.overheat(g, x[0], x[1])
    }),
    &POW,
    &POW_TO,
    &operation("ReducedCanonicalForm", &[], "the simplest game infinitesimally close", |values, g, _| {
        values.reduced(g)
    }),
    &operation("RightStop", &[], "the number reached when Right starts", |values, g, _| {
        values.number(values.stop(g, Player::Right))
    }),
    &operation("StopCount", &[], "in how many ways play can reach a number", |values, g, _| {
        count(values, values.stop_count(g)?)
    }),
    &operation("Temperature", &[], "the temperature", |values, g, _| values.number(values.temperature(g)?)),
];

fn count(values: &Values, count: u64) -> Result<ValueId, Error> {
    values.integer(i64::try_from(count).map_err(|_| Error::CountTooLarge)?)
}

fn need_number(values: &Values, g: ValueId) -> Result<Dyadic, Error> {
    values.to_number(g).ok_or(Error::NumberNeeded)
}

impl Values {
    /// The value of an expression.
    pub fn evaluate(&self, expression: &Expression) -> Result<ValueId, Error> {
        let all = |expressions: &[Expression]| {
            let each = expressions.iter().map(|expression| crate::store::deep(|| self.evaluate(expression)));
            each.collect::<Result<Vec<ValueId>, Error>>()
        };
        let one = |expression: &Expression| crate::store::deep(|| self.evaluate(expression));
        match expression {
            Expression::Closed(value) => self.closed(*value),
            Expression::Options(left, right) => self.from_options(&all(left)?, &all(right)?),
            Expression::Switch(options) => {
                let left = all(options)?;
                let right = crate::store::each(&left, |option| self.negative(option))?;
                self.from_options(&left, &right)
            }
            Expression::Sum(terms) => {
                terms.iter().try_fold(ValueId::ZERO, |sum, term| self.sum(sum, one(term)?))
            }
            Expression::Negative(g) => self.negative(one(g)?),
            Expression::Multiple(n, g) => self.multiple(*n, one(g)?),
            Expression::Operation(operation, g, arguments) => {
                (operation.apply)(self, one(g)?, &all(arguments)?)
            }
        }
    }
}
