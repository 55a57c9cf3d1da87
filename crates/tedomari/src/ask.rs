//! Questions about a text of any kind: a position, a value or a sum.

use crate::answers::{Ended, KoFacts, SCHEMA, ThermographAnswer, TopicAnalysis};
use crate::kos::ASKING;
use crate::{Engine, EngineError, Topic};
use std::time::Instant;
use sums::{ReadError, Sum};
use temperature::Bounds;
use values::notation::{Expression, LoopyGame};
use values::{Budget, Komaster};

impl Engine {
    /// Reads a text without working anything out: is it a position, a value or a sum at all?
    pub fn check(&self, text: &str) -> Result<(), EngineError> {
        match self.topic(text) {
            Topic::Position { game, text } => drop(self.rulesets().open(&game, &text)?),
            Topic::Value(text) if self.is_loopy(&text) => drop(LoopyGame::parse(&text)?),
            Topic::Value(text) => drop(Expression::parse(&text)?),
            Topic::Sum(text) => {
                for part in text.split(Sum::JOINT) {
                    self.check_part(part.trim())?;
                }
            }
        }
        Ok(())
    }

    fn check_part(&self, part: &str) -> Result<(), EngineError> {
        let part = part.to_owned();
        let named =
            part.split_once(':').and_then(|(game, rest)| Some((self.rulesets().get(game).ok()?, rest)));
        let wrong = match named {
            Some((ruleset, rest)) => {
                ruleset.read(rest.trim()).err().map(|error| ReadError::Position { part, error })
            }
            None => Expression::parse(&part)
                .err()
                .map(|error| ReadError::Value { part, error: error.to_string() }),
        };
        wrong.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Is a text a state of a game with chance, `GAME:STATE`?
    #[must_use]
    pub fn is_contest(&self, text: &str) -> bool {
        text.split_once(':').is_some_and(|(game, _)| self.rulesets().contest(game.trim()).is_ok())
    }

    /// Analyses what a text is about. With `details` all that is known of a value and of moves is told; certified
    /// bounds of a position are told as they narrow.
    pub fn analyze_topic(
        &self,
        text: &str,
        details: bool,
        budget: &Budget,
        tell: &(dyn Fn(&Bounds) + Sync),
    ) -> Result<TopicAnalysis, EngineError> {
        match self.topic(text) {
            topic if topic.has_parts() => {
                let sum = self.sum_within(&topic.to_string(), budget)?;
                Ok(TopicAnalysis::Sum(self.analyze_sum(&sum, budget)?))
            }
            Topic::Position { game, text } => {
                let ruleset = self.rulesets().get(&game)?;
                let position = ruleset.read(&text)?;
                let analysis = match details {
                    true => self.analyze_live(&position, budget, tell)?,
                    false => self.analyze(&position, budget)?,
                };
                let warning = ruleset.warning(&position);
                Ok(TopicAnalysis::Position(crate::answers::Analysis { game, warning, ..analysis }))
            }
            Topic::Value(text) | Topic::Sum(text) => {
                Ok(TopicAnalysis::Value(self.describe(&text, details, budget)?))
            }
        }
    }

    /// The thermograph of what a text is about.
    pub fn thermograph_of_topic(
        &self,
        text: &str,
        budget: &Budget,
    ) -> Result<ThermographAnswer, EngineError> {
        let started = Instant::now();
        let topic = self.topic(text);
        let of_kos = |kos, error| ThermographAnswer {
            position: topic.to_string(),
            kos,
            error,
            seconds: started.elapsed().as_secs_f64(),
            schema: SCHEMA,
            ..ThermographAnswer::default()
        };
        let found = match &topic {
            Topic::Value(text) if self.is_loopy(text) => {
                return Ok(of_kos(self.loopy(text, &Komaster::BOTH)?.kos, None));
            }
            Topic::Position { game, text } => {
                let position = self.rulesets().open(game, text)?;
                if let Some(reason) = self.no_value(&position, &budget.part(ASKING))? {
                    let analysis = self.analyze_without_value(&position, reason, budget)?;
                    return Ok(of_kos(analysis.kos, analysis.error));
                }
                self.thermograph(&position, budget)
            }
            Topic::Value(text) => self.thermograph_of_value(text, budget),
            Topic::Sum(text) => self.thermograph_of_sum(&self.sum_within(text, budget)?, budget),
        };
        let (thermograph, error) = match found {
            Ok(thermograph) => (Some(thermograph), None),
            Err(EngineError::Value(error)) if error.is_limit() => (None, Some(Ended::by(error))),
            Err(error) => return Err(error),
        };
        Ok(ThermographAnswer {
            position: topic.to_string(),
            mean: thermograph.as_ref().map(values::Thermograph::mean),
            temperature: thermograph.as_ref().map(values::Thermograph::temperature),
            thermograph,
            error,
            ..of_kos(KoFacts::default(), None)
        })
    }
}
