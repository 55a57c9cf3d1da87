//! Table lookup of a position without search: the position, or its regions, are in a table or not.

use crate::EngineError;
use crate::answers::{ProbeAnswer, ProbeFacts, SCHEMA};
use rules::{AnyPosition, LISTED, Tabled};
use tables::endgame::{Found, Kind, Shelf};
use tables::file::FileError;
use thiserror::Error as ErrorMessage;
use values::{Dyadic, Error, Outcome, Player, Thermograph, Values};

/// The reason why a position cannot be looked up.
#[derive(ErrorMessage, Debug)]
pub enum ProbeError {
    /// A table is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// The rules failed.
    #[error(transparent)]
    Rules(#[from] rules::RuleError),
    /// A value of a table causes an arithmetic error.
    #[error(transparent)]
    Value(#[from] EngineError),
}

impl From<Error> for ProbeError {
    fn from(error: Error) -> Self {
        Self::Value(error.into())
    }
}

/// Looks up a position of a game in the tables.
pub fn probe(shelf: &Shelf, game: &str, position: &AnyPosition) -> Result<ProbeAnswer, ProbeError> {
    let mut answer = ProbeAnswer { position: position.to_string(), complete: true, ..ProbeAnswer::default() };
    answer.schema = SCHEMA;
    let whole = match Tabled::of(position.as_any()) {
        Some(tabled) => has(shelf, &tabled)?,
        None => false,
    };
    let regions = if whole { vec![position.clone()] } else { position.regions()? };
    if regions.is_empty() {
        // Neither player can move, so no table is needed. In games without tables the end of play may have a
        // score.
        match LISTED.contains(&game) {
            true => answer.facts = ProbeFacts::nothing_left()?,
            false => answer.complete = false,
        }
    }
    let mut said = Vec::new();
    for region in &regions {
        let mut facts = match Tabled::of(region.as_any()) {
            Some(tabled) if has(shelf, &tabled)? => ProbeFacts::of(shelf, region, &tabled)?,
            _ => {
                answer.complete = false;
                ProbeFacts::default()
            }
        };
        facts.region = (regions.len() > 1).then(|| region.to_string());
        said.push(facts);
    }
    match said.len() {
        0 => {}
        1 => answer.facts = said.remove(0),
        _ => answer.regions = Some(said),
    }
    Ok(answer)
}

fn has(shelf: &Shelf, tabled: &Tabled) -> Result<bool, FileError> {
    Ok(shelf.graph(tabled)?.is_some() || shelf.probe(tabled, Kind::Value)?.is_some())
}

impl ProbeFacts {
    /// The answer for a position in which neither player can move.
    fn nothing_left() -> Result<Self, Error> {
        let graph = Thermograph::of_number(Dyadic::ZERO)?;
        let facts = Self { canonical: Some("0".to_owned()), ..Self::default() };
        Ok(Self {
            left_moves: Some(Vec::new()),
            right_moves: Some(Vec::new()),
            ..facts.with_graph(graph, Outcome::Previous)
        })
    }

    fn with_graph(self, graph: Thermograph, outcome: Outcome) -> Self {
        Self {
            outcome: Some(outcome),
            mean: Some(graph.mean()),
            temperature: Some(graph.temperature()),
            thermograph: Some(graph),
            ..self
        }
    }

    /// Looks up a region in the tables.
    fn of(shelf: &Shelf, region: &AnyPosition, tabled: &Tabled) -> Result<Self, ProbeError> {
        let mut facts = Self::default();
        if let Some(entry) = shelf.graph(tabled)? {
            let t = entry.graph.temperature();
            facts.left_moves = orthodox(region, Player::Left, t, shelf)?;
            facts.right_moves = orthodox(region, Player::Right, t, shelf)?;
            facts = facts.with_graph(entry.graph, entry.outcome);
        }
        if let Some((_, Found::Value(value, negative))) = shelf.probe(tabled, Kind::Value)? {
            let values = Values::new();
            let value = values.parse(&value).map_err(EngineError::from)?;
            let value = if negative { values.negative(value)? } else { value };
            facts.canonical = Some(values.print(value)?);
        }
        Ok(facts)
    }
}

/// The best moves at the temperature, from the table entries of all options. `None` means that a table lacks
/// an option.
fn orthodox(
    position: &AnyPosition,
    player: Player,
    t: Dyadic,
    shelf: &Shelf,
) -> Result<Option<Vec<String>>, ProbeError> {
    let mut best: Option<(Dyadic, Vec<String>)> = None;
    for action in position.moves(player)? {
        let after = position.play(player, &action)?;
        let after = Tabled::of(after.as_any()).map(|after| shelf.graph(&after)).transpose()?;
        let Some(after) = after.flatten() else { return Ok(None) };
        let reached = player.sees(after.graph.wall(player.opponent()).at(t)?);
        match &mut best {
            Some((most, moves)) if *most == reached => moves.push(action.to_string()),
            Some((most, _)) if *most > reached => {}
            _ => best = Some((reached, vec![action.to_string()])),
        }
    }
    Ok(Some(best.map_or_else(Vec::new, |(_, moves)| moves)))
}
