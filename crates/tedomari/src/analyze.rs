//! Who is ahead in a position, how urgent is a move, and which one is best? The exact value first; where it
//! is out of reach, certified bounds for mean and temperature.

use crate::answers::{Analysis, Ended, EstimateAnswer, Fact, MoveAnswer, RegionAnswer, SCHEMA};
use crate::describe::Gaps;
use crate::engine::Store;
use crate::{Engine, EngineError};
use exact::{Initiative, RankedMove, Ranking, ValueTable, misere_outcome, rank_by_index};
use positions::Knowledge;
use rules::{AnyMove, AnyPosition, Compiled, Erased, Position, Search, attempt};
use std::time::Instant;
use temperature::{Outlook, best_outlook};
use values::notation::Expression;
use values::{Budget, ByPlayer, Dyadic, Error, Outcome, Player, Thermograph, ValueId, Values};

/// The maximum length of play of positions whose misère outcome is computed.
const MISERE_MOVES: u32 = 12;

/// The maximum length of a printed canonical form of a region.
const MAX_REGION: usize = 100_000;

/// The part of the budget for the exact value. The rest is for bounds.
pub(crate) const EXACT: f64 = 0.7;

impl Engine {
    /// Analyses a position: value or bounds, regions, and the moves of both players, the best first.
    pub fn analyze(&self, position: &AnyPosition, budget: &Budget) -> Result<Analysis, EngineError> {
        let started = Instant::now();
        let (exact, whole) = (budget.part(EXACT), budget);
        let mut analysis = Analysis { position: position.to_string(), schema: SCHEMA, ..Analysis::default() };
        let mut held = self.store(&exact);
        let store = held.get();
        let (found, nodes) = attempt(|| position.search(Exactly { store, budget: whole }))?;
        match found {
            Ok(found) => {
                found.tell(&store.values, &mut analysis, position)?;
                analysis.misere_outcome = misere(position, whole)?;
                analysis.nodes = nodes;
            }
            Err(error) if error.is_limit() => {
                held.clear();
                let outlook = attempt(|| best_outlook(self.knowledge(), position, whole))?;
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
        let search = Draw { store: held.get(), knowledge: self.knowledge() };
        Ok(attempt(|| position.search(search))??)
    }
}

/// The thermograph of a position.
struct Draw<'a> {
    store: &'a Store,
    knowledge: &'a Knowledge,
}

impl Search for Draw<'_> {
    type Output = Result<Thermograph, Error>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        let values = &self.store.values;
        let table = exact::ThermographTable::knowing(self.knowledge.afresh());
        Ok(values.thermographs().get(table.thermograph(values, position)?).clone())
    }
}

/// The search for the exact value.
pub(crate) struct Exactly<'a> {
    pub(crate) store: &'a Store,
    pub(crate) budget: &'a Budget,
}

/// A position whose value is known.
pub(crate) struct Exact {
    pub(crate) value: ValueId,
    /// The text and the value of each region.
    regions: Vec<(String, ValueId)>,
    /// The moves of both players by their indices in the list of moves, or the error that prevented them.
    moves: Result<Ranking<usize>, Error>,
}

impl Search for Exactly<'_> {
    const COMPILED: Compiled = Compiled::EveryGame;

    /// With the number of positions searched.
    type Output = (Result<Exact, Error>, u64);

    fn run<P: Position>(self, position: &P) -> Self::Output {
        let table = self.store.tables.of::<P>();
        let before = table.len();
        let found = self.find(&table, position);
        (found, (table.len() - before) as u64)
    }
}

impl Exactly<'_> {
    fn find<P: Position>(self, table: &ValueTable<P>, position: &P) -> Result<Exact, Error> {
        let values = &self.store.values;
        let value = match self.budget.counts_nodes() {
            true => table.value(values, position)?,
            false => table.value_in_parallel(values, position)?,
        };
        let mut regions = Vec::new();
        for region in position.regions() {
            let value = table.value(values, &region)?;
            // The answer has it, and a limit is noticed here.
            values.thermograph(value)?;
            regions.push((region.to_string(), value));
        }
        Ok(Exact { value, regions, moves: rank_by_index(values, table, position) })
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
    fn tell(
        self,
        values: &Values,
        analysis: &mut Analysis,
        position: &AnyPosition,
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
        let ranking = match self.moves {
            Ok(ranking) => ranking,
            Err(error) => {
                let before = analysis.error.take().unwrap_or_default();
                analysis.error = Some(before.without("moves", error));
                return Ok(());
            }
        };
        let ByPlayer { left, right } = ranking;
        let named = |player, ranked: Vec<RankedMove<usize>>| -> Result<Vec<MoveAnswer>, EngineError> {
            let moves = position.moves(player)?;
            let named = ranked.into_iter().map(|ranked| ranked.map(|place| moves[place].clone()));
            Ok(named.map(MoveAnswer::from).collect())
        };
        analysis.moves =
            Some(ByPlayer { left: named(Player::Left, left)?, right: named(Player::Right, right)? });
        Ok(())
    }
}

impl From<RankedMove<AnyMove>> for MoveAnswer {
    fn from(ranked: RankedMove<AnyMove>) -> Self {
        let RankedMove { action, mean, temperature, loss, orthodox, initiative, wins } = ranked;
        let kind = Initiative::to_string(&initiative);
        Self { action, mean, temperature, loss, orthodox, wins, kind }
    }
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
