//! ThermoStrat (Berlekamp, Conway and Guy, *Winning Ways*, chapter 6). At every temperature a player is
//! guaranteed the opponent's walls of all components plus, moving first, the width of the widest one. The
//! ambient temperature is the lowest one at which this sum is maximal. The move is made in the component that
//! is widest there, and is orthodox at that temperature. Against best play it loses at most the highest
//! temperature.

use super::hotstrat;
use super::local::{Pick, View};
use values::{Dyadic, Error, Player, Thermograph};

pub(super) fn pick(view: &mut View<'_>) -> Result<Option<Pick>, Error> {
    let player = view.player();
    let mut movable = Vec::new();
    for (region, _) in view.readings.clone() {
        movable.push((region, view.graph(region)?));
    }
    let mut all = Vec::new();
    for region in view.scene.regions() {
        all.push(view.graph(region)?);
    }
    let ambient = ambient(&all, player)?;
    let mut widest = None;
    for (region, graph) in movable {
        let width = width(&graph, ambient)?;
        if widest.is_none_or(|(other, _)| other < width) {
            widest = Some((width, region));
        }
    }
    match widest {
        Some((width, region)) if width > Dyadic::ZERO => {
            let reason = format!("widest component at the ambient temperature {ambient}, {width} wide");
            Ok(Some(Pick { region, tax: ambient, reason }))
        }
        _ => Ok(hotstrat::pick(view)),
    }
}

/// The width of a thermograph at a temperature.
fn width(graph: &Thermograph, t: Dyadic) -> Result<Dyadic, Error> {
    graph.wall(Player::Left).at(t)?.minus(graph.wall(Player::Right).at(t)?)
}

/// The lowest temperature at which the opponent's walls plus the greatest width are maximal for a player.
fn ambient(graphs: &[Thermograph], player: Player) -> Result<Dyadic, Error> {
    let mut temperatures = vec![Dyadic::ZERO];
    for graph in graphs {
        let corners = Player::BOTH.into_iter().flat_map(|player| graph.wall(player).corners());
        temperatures.extend(corners.map(|corner| corner.temperature).filter(|t| *t > Dyadic::ZERO));
    }
    temperatures.sort_unstable();
    temperatures.dedup();
    let mut best: Option<(Dyadic, Dyadic)> = None;
    for t in temperatures {
        let (mut sum, mut widest) = (Dyadic::ZERO, Dyadic::ZERO);
        for graph in graphs {
            let wall = graph.wall(player.opponent()).at(t)?;
            sum = sum.plus(player.sees(wall))?;
            widest = widest.max(width(graph, t)?);
        }
        let reached = sum.plus(widest)?;
        if best.is_none_or(|(most, _)| most < reached) {
            best = Some((reached, t));
        }
    }
    let (_, t) = best.expect("temperature 0 is always tried");
    Ok(t)
}
