//! ThermoStrat (Berlekamp, Conway and Guy, *Winning Ways*, chapter 6). The ambient temperature is the lowest one
//! at which what the player is [certain to get](values::thermostrat) is most. The move is made in the component
//! that is widest there, and is orthodox at that temperature. Against best play it loses at most the highest
//! temperature.

use super::hotstrat;
use super::local::{Pick, View};
use values::{Budget, Dyadic, Error, Player, Thermograph, thermostrat};

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
    let (_, ambient) = thermostrat(&all.iter().collect::<Vec<_>>(), player, &Budget::endless())?;
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
