//! Descriptions of values: facts about a canonical form, and about an expression whose canonical form is out
//! of reach.

use crate::answers::{Ended, Fact, MoreFacts, SCHEMA, ValueAnswer, ValueFacts};
use crate::{Engine, EngineError};
use values::notation::{Expression, Outlook};
use values::{Budget, Dyadic, Error, Komaster, Player, Temper, ValueId, Values};

/// The maximum length of a printed canonical form.
const MAX_PRINTED: usize = 1_000_000;

impl Engine {
    /// Describes a value in notation; `more` asks for all facts. If the canonical form is out of reach, the
    /// answer has the mean and the temperature where they are known without it.
    pub fn describe(&self, text: &str, more: bool, budget: &Budget) -> Result<ValueAnswer, EngineError> {
        if self.is_loopy(text) {
            return if more {
                self.loopy_with_moves(text, budget)
            } else {
                self.loopy(text, &Komaster::BOTH)
            };
        }
        let expression = Expression::parse(text)?;
        // Most of the time is for the canonical form, the rest for facts that do not need it.
        let mut held = self.store(&budget.part(0.9));
        let values = &held.get().values;
        let before = values.len();
        let mut answer =
            ValueAnswer { expression: text.to_owned(), schema: SCHEMA, ..ValueAnswer::default() };
        match values.evaluate(&expression) {
            Ok(g) => {
                let mut gaps = Gaps::default();
                answer.facts = gaps.facts(values, g);
                if more {
                    answer.more = gaps.more(values, g);
                }
                answer.error = gaps.ended();
                answer.nodes = (values.len() - before) as u64;
            }
            Err(error) if error.is_limit() => {
                answer.nodes = (values.len() - before) as u64;
                // Frees the store, which is not needed any more.
                held.clear();
                answer.give_outlook(&self.store(budget).get().values, &expression);
                answer.error = Some(Ended::by(error));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(answer)
    }
}

impl ValueAnswer {
    fn give_outlook(&mut self, values: &Values, expression: &Expression) {
        let Ok(Some(Outlook { mean, temperature_at_most, thermograph })) = values.outlook(expression) else {
            return;
        };
        self.exact = Some(thermograph.is_some());
        self.facts.mean = Some(mean);
        match thermograph {
            Some(_) => self.facts.temperature = Some(temperature_at_most),
            None => self.temperature_bounds = Some([Dyadic::from(-1), temperature_at_most]),
        }
        self.facts.thermograph = thermograph;
    }
}

/// The missing facts, by the error that prevented them.
#[derive(Default)]
pub(crate) struct Gaps(Ended);

impl Gaps {
    /// A fact. `None` means that an error prevented it, which is recorded.
    fn fact<T>(&mut self, key: &'static str, fact: Result<T, Error>) -> Option<T> {
        fact.map_err(|error| self.0 = std::mem::take(&mut self.0).without(key, error)).ok()
    }

    /// A fact that not every value has. Missing means that an error prevented it, null that there is none.
    fn maybe<T>(&mut self, key: &'static str, fact: Result<Option<T>, Error>) -> Fact<T> {
        self.fact(key, fact).map_or(Fact::Missing, Fact::from)
    }

    /// The reason for missing facts. `None` means that all are there.
    pub(crate) fn ended(self) -> Option<Ended> {
        Some(self.0).filter(|ended| !ended.0.is_empty())
    }

    /// The main facts.
    pub(crate) fn facts(&mut self, values: &Values, g: ValueId) -> ValueFacts {
        let weight = || values.atomic_weight(g)?.map(|weight| print(values, weight)).transpose();
        ValueFacts {
            canonical: self.fact("canonical", print(values, g)),
            outcome: self.fact("outcome", values.outcome(g)),
            mean: self.fact("mean", values.mean(g)),
            temperature: self.fact("temperature", values.temperature(g)),
            left_stop: Some(values.stop(g, Player::Left)),
            right_stop: Some(values.stop(g, Player::Right)),
            atomic_weight: self.maybe("atomic_weight", weight()),
            birthday: Some(values.birthday(g)),
            kinds: self.fact("kinds", kinds(values, g)),
            thermograph: self.fact("thermograph", values.thermograph(g).cloned()),
        }
    }

    /// All other facts.
    fn more(&mut self, values: &Values, g: ValueId) -> MoreFacts {
        let options = |player| list(values, values.options_of(g, player)?);
        let incentives = |player| list(values, &values.incentives_of(g, player)?);
        MoreFacts {
            left_options: self.fact("left_options", options(Player::Left)),
            right_options: self.fact("right_options", options(Player::Right)),
            reduced: self.fact("reduced", values.reduced(g).and_then(|g| print(values, g))),
            freeze: self.fact("freeze", values.freeze(g).and_then(|g| print(values, g))),
            companion: self.fact("companion", values.companion(g).and_then(|g| print(values, g))),
            left_incentives: self.fact("left_incentives", incentives(Player::Left)),
            right_incentives: self.fact("right_incentives", incentives(Player::Right)),
            incentives: self.fact("incentives", values.incentives(g).and_then(|all| list(values, &all))),
            number_part: values.number_part(g).into(),
            uptimal: self.maybe("uptimal", values.uptimal(g).map(|uptimal| uptimal.map(|u| u.to_string()))),
            misere_outcome: self.fact("misere_outcome", values.misere_outcome(g)),
            stop_count: self.fact("stop_count", values.stop_count(g)),
            follower_count: self.fact("follower_count", values.follower_count(g)),
        }
    }
}

fn print(values: &Values, g: ValueId) -> Result<String, Error> {
    values.print_within(g, MAX_PRINTED)
}

fn list(values: &Values, set: &[ValueId]) -> Result<Vec<String>, Error> {
    let mut printed = set.iter().map(|&g| print(values, g)).collect::<Result<Vec<_>, _>>()?;
    printed.sort();
    Ok(printed)
}

/// The words that describe a value, such as hot, number or all-small.
pub fn kinds(values: &Values, g: ValueId) -> Result<Vec<String>, Error> {
    let mut kinds = vec![values.kind(g).to_string()];
    let temper = values.temper(g)?;
    let words = [
        (g == ValueId::ZERO, "zero"),
        (values.is_integer(g), "integer"),
        (values.is_number(g), "number"),
        (values.is_nimber(g), "nimber"),
        (values.is_infinitesimal(g), "infinitesimal"),
        (values.is_all_small(g)?, "all-small"),
        (values.is_numberish(g), "numberish"),
        (values.is_switch(g), "switch"),
        (temper == Some(Temper::Even), "even-tempered"),
        (temper == Some(Temper::Odd), "odd-tempered"),
    ];
    kinds.extend(words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned()));
    Ok(kinds)
}
