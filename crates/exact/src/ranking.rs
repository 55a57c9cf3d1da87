//! Which move? Every move of both players with what it leads to, the best first:
//! moves are ranked by the score they reach when each further move is taxed by the
//! temperature of the position, which is how they compare when much else is to be
//! played for; among equals those come first that win if nothing else is left.

use crate::ValueTable;
use rules::Position;
use std::fmt;
use values::{ByPlayer, Dyadic, Error, Player, ThermographId, ValueId, Values};

/// Who has to go on after a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Initiative {
    /// The move makes things hotter: the opponent has to answer.
    Sente,
    /// One of the best moves, where all best moves of the opponent would have been sente: it takes them away.
    ReverseSente,
    /// The opponent may turn elsewhere.
    Gote,
}

impl fmt::Display for Initiative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Sente => "sente",
            Self::ReverseSente => "reverse sente",
            Self::Gote => "gote",
        })
    }
}

/// A move and what it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedMove<M> {
    /// The move.
    pub action: M,
    /// The mean of the position that it leads to.
    pub mean: Dyadic,
    /// The temperature there.
    pub temperature: Dyadic,
    /// How much is lost, at the temperature of the position, against the best move.
    pub loss: Dyadic,
    /// Is it one of the best moves at the temperature of the position?
    pub orthodox: bool,
    /// Who has to go on.
    pub initiative: Initiative,
    /// Does the player win by this move, if this position is all that is left?
    pub wins: bool,
}

impl<M> RankedMove<M> {
    /// The same with another name of the move.
    pub fn map<N>(self, name: impl FnOnce(M) -> N) -> RankedMove<N> {
        let Self { action, mean, temperature, loss, orthodox, initiative, wins } = self;
        RankedMove { action: name(action), mean, temperature, loss, orthodox, initiative, wins }
    }
}

/// The moves of both players, the best first.
pub type Ranking<M> = ByPlayer<Vec<RankedMove<M>>>;

/// A move that leads to a thermograph.
struct Found {
    id: ThermographId,
    wins: bool,
    /// What it reaches for its player at the temperature of the position. More is better.
    reached: Dyadic,
}

/// Ranks all moves in a position.
pub fn rank<P: Position>(
    values: &Values,
    table: &ValueTable<P>,
    position: &P,
) -> Result<Ranking<P::Move>, Error> {
    let mut ranking = rank_by_index(values, table, position)?;
    Ok(ByPlayer::from_fn(|player| {
        let moves = position.moves(player);
        std::mem::take(&mut ranking[player]).into_iter().map(|ranked| ranked.map(|i| moves[i])).collect()
    }))
}

/// The same with moves by their index in the list of moves.
pub fn rank_by_index<P: Position>(
    values: &Values,
    table: &ValueTable<P>,
    position: &P,
) -> Result<Ranking<usize>, Error> {
    let value = table.value(values, position)?;
    let mut options: ByPlayer<Vec<ValueId>> = ByPlayer::default();
    for player in Player::BOTH {
        for action in position.moves(player) {
            options[player].push(table.value(values, &position.play(player, action))?);
        }
    }
    let names = ByPlayer::from_fn(|player| position.names(player));
    ranked(values, value, &options, &names)
}

/// Ranks the moves with these values and names in a position of this value.
fn ranked(
    values: &Values,
    value: ValueId,
    options: &ByPlayer<Vec<ValueId>>,
    names: &ByPlayer<Vec<String>>,
) -> Result<Ranking<usize>, Error> {
    let graphs = values.thermographs();
    let t = values.temperature(value)?;
    let mut found: ByPlayer<Vec<Found>> = ByPlayer::default();
    for player in Player::BOTH {
        for &value in &options[player] {
            let wins = match player {
                Player::Left => values.le(ValueId::ZERO, value)?,
                Player::Right => values.le(value, ValueId::ZERO)?,
            };
            let id = values.thermograph_id(value)?;
            let reached = player.sees(graphs.get(id).wall(player.opponent()).at(t)?);
            found[player].push(Found { id, wins, reached });
        }
    }
    let best = found.each_ref().map(|moves| moves.iter().map(|found| found.reached).max());
    let hotter = |id: ThermographId| graphs.get(id).temperature() > t;
    // Are all best moves of a player sente?
    let threatens = ByPlayer::from_fn(|player| {
        let mut orthodox = found[player].iter().filter(|found| Some(found.reached) == best[player]);
        best[player].is_some() && orthodox.all(|found| hotter(found.id))
    });
    let mut ranking: Ranking<usize> = ByPlayer::default();
    for player in Player::BOTH {
        // What is lost comes first, then whether the move wins, then its name.
        let mut order = Vec::new();
        for (action, (found, name)) in found[player].iter().zip(&names[player]).enumerate() {
            let loss = best[player].unwrap_or(found.reached).minus(found.reached)?;
            order.push(((loss, !found.wins, name), (action, found)));
        }
        order.sort_by_key(|(rank, _)| *rank);
        for ((loss, ..), (action, &Found { id, wins, .. })) in order {
            let (graph, orthodox) = (graphs.get(id), loss == Dyadic::ZERO);
            let initiative = match hotter(id) {
                true => Initiative::Sente,
                false if orthodox && threatens[player.opponent()] => Initiative::ReverseSente,
                false => Initiative::Gote,
            };
            let (mean, temperature) = (graph.mean(), graph.temperature());
            ranking[player].push(RankedMove { action, mean, temperature, loss, orthodox, initiative, wins });
        }
    }
    Ok(ranking)
}
