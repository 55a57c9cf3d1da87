//! What is the player who moves first certain to get from a sum? At every temperature the opponent's walls of all
//! parts plus the width of the widest one, by the strategy ThermoStrat (Berlekamp, Conway and Guy, *Winning Ways*,
//! chapter 6). The maximum over all temperatures counts.

use super::Thermograph;
use crate::{Budget, Dyadic, Error, Player};
use smallvec::{SmallVec, smallvec};

/// What this player reaches, moving first in the sum of positions with these thermographs, and the lowest
/// temperature at which ThermoStrat reaches it. Temperatures below 0 do not count.
pub fn thermostrat(
    graphs: &[&Thermograph],
    first: Player,
    budget: &Budget,
) -> Result<(Dyadic, Dyadic), Error> {
    let mut temperatures: SmallVec<[Dyadic; 32]> = smallvec![Dyadic::ZERO];
    for graph in graphs {
        for player in Player::BOTH {
            let corners = graph.wall(player).corners().iter().map(|corner| corner.temperature);
            temperatures.extend(corners.filter(|t| *t > Dyadic::ZERO));
        }
    }
    temperatures.sort_unstable();
    temperatures.dedup();
    let mut best = None;
    for t in temperatures {
        budget.check()?;
        let (mut sum, mut widest) = (Dyadic::ZERO, Dyadic::ZERO);
        for graph in graphs {
            let (left, right) = (graph.wall(Player::Left).at(t)?, graph.wall(Player::Right).at(t)?);
            sum = sum.plus(if first == Player::Left { right } else { -left })?;
            widest = widest.max(left.minus(right)?);
        }
        let reached = sum.plus(widest)?;
        if best.is_none_or(|(most, _)| most < reached) {
            best = Some((reached, t));
        }
    }
    Ok(best.expect("temperature 0 is always tried"))
}
