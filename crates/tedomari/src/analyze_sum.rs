//! Who is ahead in a sum, and how urgent is a move in it? Every part is analysed alone. Means add, and a sum
//! is at most as hot as its hottest part; the value of the sum, where it is in reach, says the rest.

use crate::analyze::EXACT;
use crate::answers::{Ended, PartAnswer, SCHEMA, SumAnalysis};
use crate::describe::Gaps;
use crate::engine::Store;
use crate::kos::ASKING;
use crate::{Engine, EngineError};
use rules::attempt;
use std::time::Instant;
use sums::{Part, Sum};
use temperature::outlook;
use values::{Budget, Dyadic, Error, Thermograph, ValueId};

impl Engine {
    /// Analyses a sum: its parts, the bounds that follow from them, and the value of the sum where it is in
    /// reach.
    pub fn analyze_sum(&self, sum: &Sum, budget: &Budget) -> Result<SumAnalysis, EngineError> {
        let started = Instant::now();
        let asking = budget.part(ASKING);
        let reasons = sum.parts.iter().map(|part| self.no_value(part.position.position(), &asking));
        let reasons = reasons.collect::<Result<Vec<_>, _>>()?;
        if reasons.iter().any(Option::is_some) {
            return self.analyze_sum_with_kos(sum, &reasons, budget);
        }
        let mut analysis = SumAnalysis { sum: sum.to_string(), schema: SCHEMA, ..SumAnalysis::default() };
        let exact = budget.part(EXACT);
        let mut held = self.store(&exact);
        analysis.add_values(held.get(), sum, &exact)?;
        held.clear();
        drop(held);
        for (i, part) in sum.parts.iter().enumerate() {
            if analysis.parts[i].mean.is_none() {
                let share = budget.part(1.0 / (sum.parts.len() - i) as f64);
                self.bound_part(part, &share, &mut analysis, i)?;
            }
        }
        analysis.add_bounds()?;
        analysis.seconds = started.elapsed().as_secs_f64();
        Ok(analysis)
    }

    /// The thermograph of a sum, by its value.
    pub fn thermograph_of_sum(&self, sum: &Sum, budget: &Budget) -> Result<Thermograph, EngineError> {
        let mut analysis = SumAnalysis::default();
        analysis.add_values(self.store(budget).get(), sum, budget)?;
        let ended = || analysis.error.as_ref().and_then(|ended| ended.errors().next());
        let missing = || EngineError::Value(ended().unwrap_or(Error::Stopped));
        analysis.facts.thermograph.clone().ok_or_else(missing)
    }

    /// Certified bounds for a part whose value is out of reach.
    fn bound_part(
        &self,
        part: &Part,
        budget: &Budget,
        analysis: &mut SumAnalysis,
        i: usize,
    ) -> Result<(), EngineError> {
        let outlook = attempt(|| outlook(self.knowledge(), part.position.position(), budget))?;
        analysis.nodes += outlook.nodes;
        let Some(bounds) = outlook.bounds else { return Ok(()) };
        let answer = &mut analysis.parts[i];
        if bounds.are_exact() {
            answer.mean = Some(bounds.mean.0);
            answer.temperature = Some(bounds.temperature.0);
        } else {
            answer.mean_bounds = Some(bounds.mean.into());
            answer.temperature_bounds = Some(bounds.temperature.into());
        }
        Ok(())
    }
}

impl SumAnalysis {
    /// Adds the values of the parts, each within its share of the budget, and the value of the sum.
    fn add_values(&mut self, store: &mut Store, sum: &Sum, budget: &Budget) -> Result<(), EngineError> {
        let mut values = Vec::new();
        for (i, part) in sum.parts.iter().enumerate() {
            // The sum itself has the last share.
            let share = budget.part(1.0 / (sum.parts.len() + 1 - i) as f64);
            store.values.set_budget(share.clone());
            let before = store.tables.len();
            let found = attempt(|| store.value(part.position.position(), &share))?;
            self.nodes += (store.tables.len() - before) as u64;
            let mut answer = PartAnswer { part: part.to_string(), ..PartAnswer::default() };
            match found {
                Ok(value) => {
                    let facts = Gaps::default().facts(&store.values, value);
                    (answer.mean, answer.temperature) = (facts.mean, facts.temperature);
                    (answer.canonical, answer.thermograph) = (facts.canonical, facts.thermograph);
                    values.push(value);
                }
                Err(error) if error.is_limit() => self.error = Some(Ended::by(error)),
                Err(error) => return Err(error.into()),
            }
            self.parts.push(answer);
        }
        if values.len() < sum.parts.len() {
            return Ok(());
        }
        store.values.set_budget(budget.clone());
        match values.into_iter().try_fold(ValueId::ZERO, |sum, part| store.values.sum(sum, part)) {
            Ok(sum) => {
                let mut gaps = Gaps::default();
                self.facts = gaps.facts(&store.values, sum);
                self.error = gaps.ended();
            }
            Err(error) if error.is_limit() => self.error = Some(Ended::by(error)),
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Adds the bounds that follow from the parts, where the value of the sum is not known.
    fn add_bounds(&mut self) -> Result<(), Error> {
        self.exact = Some(self.facts.mean.is_some() && self.facts.temperature.is_some());
        if self.exact == Some(true) {
            return Ok(());
        }
        let both = |known: Option<Dyadic>, bounds| known.map(|x| [x, x]).or(bounds);
        let mut mean = Some([Dyadic::ZERO; 2]);
        let mut temperature = Some(Dyadic::MINUS_ONE);
        for part in &self.parts {
            mean = match (mean, both(part.mean, part.mean_bounds)) {
                (Some([low, high]), Some([more, most])) => Some([low.plus(more)?, high.plus(most)?]),
                _ => None,
            };
            let hottest = both(part.temperature, part.temperature_bounds).map(|[_, high]| high);
            temperature = temperature.zip(hottest).map(|(a, b)| a.max(b));
        }
        self.mean_bounds = mean;
        self.facts.mean = mean.filter(|[low, high]| low == high).map(|[low, _]| low);
        self.temperature_bounds = temperature.map(|hottest| [Dyadic::MINUS_ONE, hottest]);
        Ok(())
    }
}
