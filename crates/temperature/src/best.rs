//! What are mean and temperature, as far as they can be known now? Interval search for one part of the time,
//! whose bounds are certain, and a guess for the other, which may be wrong. An exact answer needs no guess.

use crate::{Aim, Bounds, Finding, IntervalSearch, TdsError};
use positions::Knowledge;
use rules::{Position, Search};
use values::{Budget, Dyadic, Error};

/// The part of the time for interval search. The more time there is, the likelier the bounds meet, while a guess
/// gains less and less from more of it. Nodes say nothing about that.
fn certain_part(budget: &Budget) -> f64 {
    /// The part in a tenth of a second, and what each ten-fold time adds to it.
    const SHORT: [f64; 2] = [0.2, 0.25];
    let Some(time) = budget.time_left() else { return 0.5 };
    (SHORT[0] + SHORT[1] * (10.0 * time.as_secs_f64()).log10()).clamp(SHORT[0], 0.7)
}

/// The expected error of a guess, as a part of the distance between the bounds.
const ERROR_OF_MEAN: f64 = 0.045;
/// The same for the temperature.
const ERROR_OF_TEMPERATURE: f64 = 0.085;

/// Estimates of mean and temperature, which may be wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The expected absolute error of the mean.
    pub mean_error: f64,
    /// The expected absolute error of the temperature.
    pub temperature_error: f64,
}

impl Estimate {
    /// A guess within bounds.
    fn within(bounds: &Bounds, [mean, temperature]: [Dyadic; 2]) -> Self {
        let width = |(low, high): (Dyadic, Dyadic)| high.to_f64() - low.to_f64();
        let within = |x: Dyadic, (low, high): (Dyadic, Dyadic)| x.clamp(low, high);
        Self {
            mean: within(mean, bounds.mean),
            temperature: within(temperature, bounds.temperature),
            mean_error: ERROR_OF_MEAN * width(bounds.mean),
            temperature_error: ERROR_OF_TEMPERATURE * width(bounds.temperature),
        }
    }
}

impl<P: Position> IntervalSearch<P> {
    /// Narrows the bounds of a position and guesses what lies between them, within a budget. Bounds are told
    /// whenever they are narrower. Without bounds there is no estimate, and exact bounds need none.
    pub fn best(
        &mut self,
        position: &P,
        budget: &Budget,
        tell: &mut dyn FnMut(&Bounds),
    ) -> (Option<Bounds>, Option<Estimate>, Result<(), Error>) {
        let aim = Aim::MeanAndTemperature;
        self.set_budget(budget.part(certain_part(budget)));
        let (mut bounds, mut ended) = self.search(position, aim, tell);
        if ended.is_ok() || bounds.is_none() {
            return (bounds, None, ended);
        }
        self.set_budget(budget.clone());
        // Without a guess the bounds are the answer, and the error that ended the search is the first one.
        let mut guess = None;
        if let Ok((narrower, guessed)) = self.guess(position) {
            (bounds, guess) = (Some(narrower), guessed);
        }
        // The positions that matter for the guess may all be known before time is up.
        if !budget.is_spent() && ended.is_err_and(Error::is_limit) {
            let (narrower, result) = self.search(position, aim, tell);
            (bounds, ended) = (narrower.or(bounds), result);
        }
        if bounds.as_ref().is_some_and(Bounds::are_exact) {
            return (bounds, None, Ok(()));
        }
        let estimate = bounds.as_ref().zip(guess).map(|(bounds, guess)| Estimate::within(bounds, guess));
        (bounds, estimate, ended)
    }
}

/// The best estimate.
pub(crate) struct ByAll<'a> {
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) budget: &'a Budget,
    pub(crate) tell: &'a mut dyn FnMut(&Finding),
}

impl Search for ByAll<'_> {
    type Output = Result<Finding, TdsError>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        let Self { knowledge, budget, tell } = self;
        let finding =
            |bounds: &Bounds| Finding::default().between(bounds.mean.into(), bounds.temperature.into());
        let mut search = IntervalSearch::new(budget.clone()).knowing(knowledge.afresh());
        let (bounds, estimate, ended) = search.best(position, budget, &mut |bounds| tell(&finding(bounds)));
        // Bounds are certain whatever ended the search, so they are returned even after an error that is not
        // a limit.
        let ended_by = match ended {
            Ok(()) => None,
            Err(error) if error.is_limit() || bounds.is_some() => Some(error),
            Err(error) => return Err(error.into()),
        };
        let mut found = bounds.as_ref().map(finding).unwrap_or_default();
        if let Some(Estimate { mean, temperature, .. }) = estimate {
            (found.mean, found.temperature) = (Some(mean), Some(temperature));
        }
        Ok(Finding { estimate, nodes: search.expanded(), ended_by, ..found })
    }
}
