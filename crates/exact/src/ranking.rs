//! Which move? Every move of both players with what it leads to, the best first:
//! moves are ranked by the score they reach when each further move is taxed by the
//! temperature of the position, which is how they compare when much else is to be
//! played for; among equals those come first that win if nothing else is left.

use crate::ValueTable;
use rules::Position;
use std::fmt;
use values::{Dyadic, Error, Player, ThermographId, ValueId, Values};

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

/// The moves of Left and of Right, the best first.
pub type Ranking<M> = [Vec<RankedMove<M>>; 2];

/// Ranks all moves in a position.
pub fn rank<P: Position>(
    values: &Values,
    table: &ValueTable<P>,
    position: &P,
) -> Result<Ranking<P::Move>, Error> {
    let graphs = values.thermographs();
    let temperature = values.temperature(table.value(values, position)?)?;
    let mut found: [Vec<(P::Move, ThermographId, bool)>; 2] = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        for action in position.moves(player) {
            let value = table.value(values, &position.play(player, action))?;
            let wins = match player {
                Player::Left => values.le(ValueId::ZERO, value)?,
                Player::Right => values.le(value, ValueId::ZERO)?,
            };
            found[player as usize].push((action, values.thermograph_id(value)?, wins));
        }
    }
    // For each player, the moves with what they reach for that player, larger is better.
    let mut reached: [Vec<(Dyadic, usize)>; 2] = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        for (i, (_, id, _)) in found[player as usize].iter().enumerate() {
            let score = graphs.get(*id).wall(player.opponent()).at(temperature)?;
            reached[player as usize].push((player.sees(score), i));
        }
    }
    let best = [0, 1].map(|player| reached[player].iter().map(|&(score, _)| score).max());
    let hotter = |id: ThermographId| graphs.get(id).temperature() > temperature;
    // Are all best moves of a player sente?
    let threatens = [0, 1].map(|player: usize| {
        let mut orthodox =
            reached[player].iter().filter(|&&(score, _)| Some(score) == best[player]).peekable();
        orthodox.peek().is_some() && orthodox.all(|&(_, i)| hotter(found[player][i].1))
    });
    let mut ranking: Ranking<P::Move> = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        // What is lost comes first, then whether the move wins, then its name.
        let names = position.names(player);
        let best = best[player as usize];
        let mut order = Vec::new();
        for &(score, i) in &reached[player as usize] {
            let loss = best.unwrap_or(score).minus(score)?;
            order.push((loss, !found[player as usize][i].2, &names[i], i));
        }
        order.sort_unstable();
        for (loss, loses, _, i) in order {
            let (action, id, _) = found[player as usize][i];
            let (graph, orthodox) = (graphs.get(id), loss == Dyadic::ZERO);
            let initiative = match hotter(id) {
                true => Initiative::Sente,
                false if orthodox && threatens[player.opponent() as usize] => Initiative::ReverseSente,
                false => Initiative::Gote,
            };
            let (mean, temperature) = (graph.mean(), graph.temperature());
            let wins = !loses;
            ranking[player as usize].push(RankedMove {
                action,
                mean,
                temperature,
                loss,
                orthodox,
                initiative,
                wins,
            });
        }
    }
    Ok(ranking)
}
