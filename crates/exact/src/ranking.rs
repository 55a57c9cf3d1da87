//! Which move? Every move of both players with what it leads to, the best first:
//! moves are ranked by the score they reach when each further move is taxed by the
//! temperature of the position, which is how they compare when much else is to be
//! played for; among equals those come first that win if nothing else is left.

use crate::Tables;
use rules::{AnyMove, AnyPosition, surely};
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
pub struct RankedMove {
    /// The move.
    pub action: AnyMove,
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
    /// The value of the position that it leads to.
    pub value: ValueId,
}

/// The moves of both players, the best first.
pub type Ranking = ByPlayer<Vec<RankedMove>>;

/// A move that leads to a thermograph.
struct Found {
    id: ThermographId,
    wins: bool,
    /// What it reaches for its player at the temperature of the position. More is better.
    reached: Dyadic,
}

/// Ranks all moves in a position of any game. Rules that fail [unwind](rules::attempt).
pub fn rank(values: &Values, tables: &Tables, position: &AnyPosition) -> Result<Ranking, Error> {
    let value = tables.value(values, position)?;
    let mut options: ByPlayer<Vec<(AnyMove, ValueId)>> = ByPlayer::default();
    for player in Player::BOTH {
        let moves = surely(position.moves(player));
        for (action, option) in moves.into_iter().zip(surely(position.options(player))) {
            options[player].push((action, tables.value(values, &option)?));
        }
    }
    ranked(values, value, options)
}

/// Ranks these moves with their values in a position of this value.
fn ranked(
    values: &Values,
    value: ValueId,
    options: ByPlayer<Vec<(AnyMove, ValueId)>>,
) -> Result<Ranking, Error> {
    let graphs = values.thermographs();
    let t = values.temperature(value)?;
    let mut found: ByPlayer<Vec<Found>> = ByPlayer::default();
    for player in Player::BOTH {
        for &(_, value) in &options[player] {
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
    let mut ranking = Ranking::default();
    for (player, options) in Player::BOTH.into_iter().zip(options) {
        // What is lost comes first, then whether the move wins, then its name.
        let mut order = Vec::new();
        for ((action, value), found) in options.into_iter().zip(&found[player]) {
            let loss = best[player].unwrap_or(found.reached).minus(found.reached)?;
            order.push((loss, !found.wins, action.to_string(), action, found.id, value));
        }
        order.sort_by(|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
        for (loss, loses, _, action, id, value) in order {
            let (graph, orthodox, wins) = (graphs.get(id), loss == Dyadic::ZERO, !loses);
            let initiative = match hotter(id) {
                true => Initiative::Sente,
                false if orthodox && threatens[player.opponent()] => Initiative::ReverseSente,
                false => Initiative::Gote,
            };
            let (mean, temperature) = (graph.mean(), graph.temperature());
            let ranked = RankedMove { action, mean, temperature, loss, orthodox, initiative, wins, value };
            ranking[player].push(ranked);
        }
    }
    Ok(ranking)
}
