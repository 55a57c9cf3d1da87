//! Who is ahead in a position, how urgent is a move, and which one is best? The exact value first; where it
//! is out of reach, certified bounds for mean and temperature.

use crate::answers::{Analysis, Ended, EstimateAnswer, Fact, MoveAnswer, RegionAnswer, SCHEMA};
use crate::describe::Gaps;
use crate::engine::Store;
use crate::kos::ASKING;
use crate::nogo::cell_classes;
use crate::{Engine, EngineError};
use exact::{Initiative, RankedMove, Ranking, misere_outcome, rank};
use rules::{AnyPosition, Erased, attempt, surely};
use std::sync::Arc;
use std::time::Instant;
use temperature::{Outlook, best_outlook};
use values::notation::Expression;
use values::{Budget, ByPlayer, Dyadic, Error, Outcome, Player, Thermograph, Value, ValueId, Values};

/// The maximum length of play of positions whose misère outcome is computed.
const MISERE_MOVES: u32 = 12;

/// The maximum length of a printed canonical form of a region.
const MAX_REGION: usize = 100_000;

/// The part of the budget for the exact value. The rest is for bounds.
pub(crate) const EXACT: f64 = 0.7;

impl Engine {
    /// Analyses a position: value or bounds, regions, and the moves of both players, the best first.
    pub fn analyze(&self, position: &AnyPosition, budget: &Budget) -> Result<Analysis, EngineError> {
        self.examine(position, Details::Few, budget, || {
            Ok(attempt(|| best_outlook(self.knowledge(), position, budget, &mut |_| {}))?)
        })
    }

    /// Analyses a position. `outlook` is asked for bounds if the exact value is out of reach.
    pub(crate) fn examine(
        &self,
        position: &AnyPosition,
        details: Details,
        budget: &Budget,
        outlook: impl FnOnce() -> Result<Outlook, EngineError>,
    ) -> Result<Analysis, EngineError> {
        if let Some(reason) = self.no_value(position, &budget.part(ASKING))? {
            return self.analyze_without_value(position, reason, budget);
        }
        let started = Instant::now();
        let (exact, whole) = (budget.part(EXACT), budget);
        let (text, cells) = (position.to_string(), cell_classes(position));
        let mut analysis = Analysis { position: text, cells, schema: SCHEMA, ..Analysis::default() };
        let mut held = self.store(&exact);
        let store = held.get();
        let before = store.tables.len();
        let found = attempt(|| store.exactly(position, whole))?;
        let nodes = (store.tables.len() - before) as u64;
        match found {
            Ok(found) => {
                let detailed = (details == Details::All).then_some(position);
                found.tell(&store.values, detailed, &mut analysis)?;
                analysis.misere_outcome = misere(position, whole)?;
                analysis.nodes = nodes;
            }
            Err(error) if error.is_limit() => {
                held.clear();
                let outlook = outlook()?;
                analysis.nodes = nodes + outlook.nodes;
                analysis.longest_play = position.rules().longest_play()?;
                tell_outlook(outlook, &mut analysis);
                analysis.error = Some(Ended::by(error));
            }
            Err(error) => return Err(error.into()),
        }
        analysis.seconds = started.elapsed().as_secs_f64();
        Ok(analysis)
    }

    /// Analyses a position of a game in notation, with a warning about a strange position.
    pub fn analyze_text(
        &self,
        game: &str,
        text: &str,
        budget: &Budget,
    ) -> Result<(Analysis, AnyPosition), EngineError> {
        let ruleset = self.rulesets().get(game)?;
        let position = ruleset.read(text)?;
        let analysis = self.analyze(&position, budget)?;
        let (game, text, warning) = (game.to_owned(), text.to_owned(), ruleset.warning(&position));
        Ok((Analysis { game, position: text, warning, ..analysis }, position))
    }

    /// The value of a position, as a handle in this store.
    pub fn value_of(
        &self,
        position: &AnyPosition,
        values: &Arc<Values>,
        budget: &Budget,
    ) -> Result<Value, EngineError> {
        let mut held = self.store(budget);
        let store = held.get();
        let id = attempt(|| store.value(position, budget))??;
        Ok(Value::new(values, values.copy_from(&store.values, id, budget)?)?)
    }

    /// The thermograph of a value in notation, without its canonical form where that is not needed.
    pub fn thermograph_of_value(&self, text: &str, budget: &Budget) -> Result<Thermograph, EngineError> {
        let expression = Expression::parse(text)?;
        let mut held = self.store(budget);
        let values = &held.get().values;
        match values.outlook(&expression)?.and_then(|outlook| outlook.thermograph) {
            Some(thermograph) => Ok(thermograph),
            None => Ok(values.thermograph(values.evaluate(&expression)?)?.clone()),
        }
    }

    /// The thermograph of a position, without its canonical form where that is not needed.
    pub fn thermograph(&self, position: &AnyPosition, budget: &Budget) -> Result<Thermograph, EngineError> {
        let mut held = self.store(budget);
        let values = &held.get().values;
        let id = attempt(|| exact::thermograph(values, self.knowledge(), position))??;
        Ok(values.thermographs().get(id).clone())
    }
}

/// How much is told of moves?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Details {
    /// What a list of moves shows.
    Few,
    /// Also the positions, the thermographs, and which options the canonical form has.
    All,
}

/// A position whose value is known.
struct Exact {
    value: ValueId,
    /// The text and the value of each region.
    regions: Vec<(String, ValueId)>,
    /// The moves of both players, or the error that prevented them.
    moves: Result<Ranking, Error>,
}

impl Store {
    /// The value of a position, on all cores unless the work stays in its thread.
    pub(crate) fn value(&self, position: &AnyPosition, budget: &Budget) -> Result<ValueId, Error> {
        match budget.stays_in_its_thread() {
            true => self.tables.value(&self.values, position),
            false => self.tables.value_in_parallel(&self.values, position),
        }
    }

    fn exactly(&self, position: &AnyPosition, budget: &Budget) -> Result<Exact, Error> {
        let Self { values, tables, .. } = self;
        let value = self.value(position, budget)?;
        let mut regions = Vec::new();
        for region in surely(position.regions()) {
            let value = tables.value(values, &region)?;
            // The answer has it, and a limit is noticed here.
            values.thermograph(value)?;
            regions.push((region.to_string(), value));
        }
        Ok(Exact { value, regions, moves: rank(values, tables, position) })
    }
}

/// The outcome of misère play, which has no theory of sums, so that only short games are searched.
fn misere(position: &AnyPosition, budget: &Budget) -> Result<Fact<Outcome>, EngineError> {
    let short = position.rules().longest_play()?.is_some_and(|moves| moves <= MISERE_MOVES);
    if !short {
        return Ok(Fact::Missing);
    }
    let erased = Erased::new(position.clone(), Player::Left);
    Ok(attempt(|| misere_outcome(&erased, &budget.part(0.1)))?.ok().into())
}

impl Exact {
    /// Tells what is known, with details of the moves in a position if that is given.
    fn tell(
        self,
        values: &Values,
        detailed: Option<&AnyPosition>,
        analysis: &mut Analysis,
    ) -> Result<(), EngineError> {
        let mut gaps = Gaps::default();
        analysis.facts = gaps.facts(values, self.value);
        analysis.exact = Some(true);
        analysis.error = gaps.ended();
        let mut regions = Vec::new();
        for (position, value) in self.regions {
            let graph = values.thermograph(value)?;
            let canonical = values.print_within(value, MAX_REGION).ok();
            let (mean, temperature) = (graph.mean(), graph.temperature());
            regions.push(RegionAnswer { position, canonical, mean, temperature });
        }
        analysis.regions = Some(regions);
        match self.moves {
            Ok(ranking) => {
                let mut answers = ByPlayer::<Vec<MoveAnswer>>::default();
                for (player, ranked) in Player::BOTH.into_iter().zip(ranking) {
                    answers[player] = match detailed {
                        None => ranked.into_iter().map(MoveAnswer::from).collect(),
                        Some(position) => with_details(values, self.value, position, player, ranked)?,
                    };
                }
                analysis.moves = Some(answers);
            }
            Err(error) => {
                let before = analysis.error.take().unwrap_or_default();
                analysis.error = Some(before.without("moves", error));
            }
        }
        Ok(())
    }
}

impl From<RankedMove> for MoveAnswer {
    fn from(ranked: RankedMove) -> Self {
        let RankedMove { action, mean, temperature, loss, orthodox, initiative, wins, .. } = ranked;
        let kind = Initiative::to_string(&initiative);
        let (sensible, position, thermograph) = (None, None, None);
        Self { action, mean, temperature, loss, orthodox, wins, kind, sensible, position, thermograph }
    }
}

/// The moves of a player in a position of this value, with all that is known of them.
fn with_details(
    values: &Values,
    value: ValueId,
    position: &AnyPosition,
    player: Player,
    ranked: Vec<RankedMove>,
) -> Result<Vec<MoveAnswer>, EngineError> {
    let mut canonical = values.options_of(value, player)?.to_vec();
    let detailed = |ranked: RankedMove| {
        let reached = canonical.iter().position(|&option| option == ranked.value);
        if let Some(place) = reached {
            canonical.swap_remove(place);
        }
        let position = Some(position.play(player, &ranked.action)?.to_string());
        let thermograph = Some(values.thermograph(ranked.value)?.clone());
        let sensible = Some(reached.is_some());
        Ok(MoveAnswer { sensible, position, thermograph, ..MoveAnswer::from(ranked) })
    };
    ranked.into_iter().map(detailed).collect()
}

fn tell_outlook(outlook: Outlook, analysis: &mut Analysis) {
    let exact = outlook.bounds.as_ref().is_some_and(temperature::Bounds::are_exact);
    analysis.exact = Some(exact);
    if let Some(bounds) = outlook.bounds {
        let both = |(low, high): (Dyadic, Dyadic)| Some([low, high]);
        analysis.mean_bounds = both(bounds.mean);
        analysis.temperature_bounds = both(bounds.temperature);
        if exact {
            analysis.facts.mean = Some(bounds.mean.0);
            analysis.facts.temperature = Some(bounds.temperature.0);
        }
    }
    analysis.estimate = outlook.estimate.map(EstimateAnswer::from);
    analysis.facts.thermograph = outlook.thermograph;
}
