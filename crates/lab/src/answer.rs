//! The answer of a search about mean and temperature when it ends or its time is up, certain or not.

use crate::six_hundred::Case;
use anyhow::Context;
use cpu_time::ThreadTime;
use rules::Position;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use temperature::{Aim, Discovery, IntervalSearch};
use values::{Budget, Dyadic};

/// The memory limit of an interval search in bytes.
const BYTES: usize = 1 << 30;

/// An answer.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) mean: Dyadic,
    pub(crate) temperature: Dyadic,
    /// Is the answer to the question certain?
    pub(crate) certain: bool,
}

impl From<Discovery> for Answer {
    fn from(found: Discovery) -> Self {
        Self { mean: found.mean, temperature: found.temperature, certain: found.exact }
    }
}

/// Has a search that starts with a wide gap (E1) finished at least with that gap?
pub(crate) fn has_begun_well(found: &Discovery) -> bool {
    found.finished() || found.delta < Dyadic::ONE
}

impl Answer {
    /// The middle of the bounds of an interval search with empty tables, and its processor time. Allocating
    /// the tables does not count: it takes longer than most small searches.
    pub(crate) fn of_intervals<P: Position>(
        position: &P,
        aim: Aim,
        budget: Budget,
    ) -> anyhow::Result<(Self, Duration)> {
        let mut search = IntervalSearch::new(budget.clone().with_bytes(budget.bytes().min(BYTES)));
        search.set_budget(budget);
        let clock = ThreadTime::now();
        let (bounds, ended) = search.search(position, aim, &mut |_| {});
        let used = clock.elapsed();
        if let Some(error) = ended.as_ref().err().filter(|error| !error.is_limit()) {
            return Err((*error).into());
        }
        let bounds = bounds.context("the search was stopped before it began")?;
        let middle = |(low, high): (Dyadic, Dyadic)| low.plus(high)?.half();
        let answer = Self {
            mean: middle(bounds.mean)?,
            temperature: middle(bounds.temperature)?,
            certain: ended.is_ok(),
        };
        Ok((answer, used))
    }

    /// The errors of the mean and of the temperature.
    pub(crate) fn errors(&self, truth: &Case) -> [f64; 2] {
        [(self.mean, truth.mean), (self.temperature, truth.temperature)]
            .map(|(said, is)| (said.to_f64() - is.to_f64()).abs())
    }
}
