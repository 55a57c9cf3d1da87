//! How urgent is a move? Mean and temperature of a position by one of several searches.

use crate::answers::{Bounds, Ended, EstimateAnswer, SCHEMA, TemperatureAnswer};
use crate::{Engine, EngineError};
use rules::{AnyPosition, attempt};
use std::time::Instant;
use temperature::{Between, Finding, Method, Variation};
use values::{Budget, Dyadic};

impl Engine {
    /// Mean and temperature of a position: certified bounds that narrow until they are exact, and estimates
    /// where they do not meet in time.
    pub fn temperature(
        &self,
        position: &AnyPosition,
        budget: &Budget,
    ) -> Result<TemperatureAnswer, EngineError> {
        self.temperature_by(&Method::Best, position, budget, &mut |_| {})
    }

    /// The same by any method. `progress` is called with the best answer so far.
    pub fn temperature_by(
        &self,
        method: &Method,
        position: &AnyPosition,
        budget: &Budget,
        progress: &mut dyn FnMut(&Finding),
    ) -> Result<TemperatureAnswer, EngineError> {
        if self.explores_kos(method, position, budget)? {
            return self.temperature_of_kos(method, position, budget);
        }
        let started = Instant::now();
        self.forget();
        let knowledge = self.knowledge();
        let finding = attempt(|| method.find_knowing(knowledge, position, budget, progress))??;
        let bounds = |Between { low, high }: Between| -> Option<Bounds> { Some([low, high]) };
        Ok(TemperatureAnswer {
            position: position.to_string(),
            method: method.name().to_owned(),
            mean: finding.mean.into(),
            temperature: finding.temperature.into(),
            exact: finding.exact(),
            mean_bounds: bounds(finding.mean_bounds),
            temperature_bounds: bounds(finding.temperature_bounds),
            estimate: finding.estimate.map(EstimateAnswer::from),
            delta: finding.delta,
            variation: finding.variation.as_ref().map(Variation::short),
            line: finding.variation,
            nodes: Some(finding.nodes),
            error: finding.ended_by.map(Ended::by),
            seconds: started.elapsed().as_secs_f64(),
            schema: SCHEMA,
            ..TemperatureAnswer::default()
        })
    }

    /// Is the temperature of a position above a threshold?
    pub fn is_hotter(
        &self,
        method: &Method,
        position: &AnyPosition,
        threshold: Dyadic,
        budget: &Budget,
    ) -> Result<TemperatureAnswer, EngineError> {
        if self.explores_kos(method, position, budget)? {
            return self.is_hotter_with_kos(method, position, threshold, budget);
        }
        let started = Instant::now();
        let knowledge = self.knowledge();
        let verdict = attempt(|| method.is_hotter_knowing(knowledge, position, threshold, budget))??;
        Ok(TemperatureAnswer {
            position: position.to_string(),
            method: method.name().to_owned(),
            hotter: verdict.hotter.into(),
            exact: verdict.exact,
            threshold: Some(threshold),
            nodes: Some(verdict.nodes),
            error: verdict.ended_by.filter(|_| verdict.hotter.is_none()).map(Ended::by),
            seconds: started.elapsed().as_secs_f64(),
            schema: SCHEMA,
            ..TemperatureAnswer::default()
        })
    }
}
