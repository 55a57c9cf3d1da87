//! Who is ahead in a position, how urgent is a move, and which one is best? The exact value first; where it
//! is out of reach, certified bounds for mean and temperature.

use crate::answers::{Analysis, Ended, Fact, MoveAnswer, RegionAnswer, SCHEMA};
use crate::describe::Gaps;
use crate::engine::Store;
use crate::{Engine, EngineError};
use exact::{Initiative, RankedMove, Ranking, ValueTable, misere_outcome, rank};
use positions::Knowledge;
use rules::{AnyMove, AnyPosition, Position, Search, attempt};
use std::time::Instant;
use temperature::{Aim, IntervalSearch};
use values::notation::Expression;
use values::{Budget, ByPlayer, Dyadic, Error, Player, Thermograph, ValueId};

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
        let (found, nodes) = attempt(|| position.search(Exactly { store: held.get(), budget: whole }))?;
        match found {
            Ok(found) => {
                found.tell(&mut analysis, position)?;
                analysis.nodes = nodes;
            }
            Err(error) if error.is_limit() => {
                held.clear();
                let search = Approximately { knowledge: self.knowledge(), budget: whole };
                let outlook = attempt(|| position.search(search))?;
                analysis.nodes = nodes + outlook.nodes;
                outlook.tell(&mut analysis);
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
    const FOR_EVERY_GAME: bool = true;

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

/// The analysis of a position whose value is known.
pub(crate) struct Exact {
    pub(crate) value: ValueId,
    /// The part with the value, the regions and the misère outcome.
    pub(crate) analysis: Analysis,
    /// The moves of both players by their indices in the list of moves, or the error that prevented them.
    moves: Result<Ranking<usize>, Error>,
}

impl Search for Exactly<'_> {
    const FOR_EVERY_GAME: bool = true;

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
            let graph = values.thermograph(value)?;
            regions.push(RegionAnswer {
                position: region.to_string(),
                canonical: values.print_within(value, MAX_REGION).ok(),
                mean: graph.mean(),
                temperature: graph.temperature(),
            });
        }
        let mut gaps = Gaps::default();
        let facts = gaps.facts(values, value);
        // Misère play has no theory of sums, so only short games are searched.
        let short = position.longest_play().is_some_and(|moves| moves <= MISERE_MOVES);
        let misere = match short {
            true => misere_outcome(position, &self.budget.part(0.1)).ok().into(),
            false => Fact::Missing,
        };
        let moves = rank(values, table, position).map(|mut ranking| {
            ByPlayer::from_fn(|player| {
                let listed = position.moves(player);
                let numbered = |ranked: RankedMove<P::Move>| {
                    let place = listed.iter().position(|action| *action == ranked.action);
                    ranked.map(|_| place.expect("ranked moves come from the list of moves"))
                };
                std::mem::take(&mut ranking[player]).into_iter().map(numbered).collect()
            })
        });
        let analysis = Analysis {
            facts,
            exact: Some(true),
            misere_outcome: misere,
            regions: Some(regions),
            error: gaps.ended(),
            ..Analysis::default()
        };
        Ok(Exact { value, analysis, moves })
    }
}

impl Exact {
    fn tell(self, analysis: &mut Analysis, position: &AnyPosition) -> Result<(), EngineError> {
        let Analysis { position: text, schema, .. } = std::mem::take(analysis);
        *analysis = Analysis { position: text, schema, ..self.analysis };
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

/// The search for bounds of mean and temperature.
pub(crate) struct Approximately<'a> {
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) budget: &'a Budget,
}

/// The facts that are known without the value.
pub(crate) struct Outlook {
    pub(crate) bounds: Option<temperature::Bounds>,
    thermograph: Option<Thermograph>,
    longest_play: Option<u32>,
    /// The number of positions searched.
    pub(crate) nodes: u64,
}

impl Search for Approximately<'_> {
    type Output = Outlook;

    fn run<P: Position>(self, position: &P) -> Outlook {
        let mut search = IntervalSearch::new(self.budget.clone()).knowing(self.knowledge.afresh());
        let (bounds, _) = search.search(position, Aim::MeanAndTemperature, |_| {});
        let thermograph = search.thermograph(position).ok().flatten();
        Outlook { bounds, thermograph, longest_play: position.longest_play(), nodes: search.expanded() }
    }
}

impl Outlook {
    fn tell(self, analysis: &mut Analysis) {
        let exact = self.bounds.as_ref().is_some_and(temperature::Bounds::are_exact);
        analysis.exact = Some(exact);
        if let Some(bounds) = self.bounds {
            let both = |(low, high): (Dyadic, Dyadic)| Some([low, high]);
            analysis.mean_bounds = both(bounds.mean);
            analysis.temperature_bounds = both(bounds.temperature);
            if exact {
                analysis.facts.mean = Some(bounds.mean.0);
                analysis.facts.temperature = Some(bounds.temperature.0);
            }
        }
        analysis.facts.thermograph = self.thermograph;
        analysis.longest_play = self.longest_play;
    }
}
