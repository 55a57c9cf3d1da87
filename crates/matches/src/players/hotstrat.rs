//! HotStrat moves in the hottest component. HotStrat+ (Müller and Li 2004) makes sente moves earlier: a move
//! that leaves a component hotter than all others has to be answered, so it loses nothing.

use super::local::{Pick, View};
use values::{Dyadic, Error};

pub(super) fn pick(view: &View<'_>) -> Option<Pick> {
    let (region, reading) = view.hottest()?;
    let reason = format!("hottest component, t = {}", reading.temperature);
    Some(Pick { region: *region, tax: reading.temperature, reason })
}

pub(super) fn pick_sente_first(view: &mut View<'_>) -> Result<Option<Pick>, Error> {
    let Some(hottest) = view.hottest().map(|(_, reading)| reading.temperature) else { return Ok(None) };
    let mut best: Option<(Dyadic, Pick)> = None;
    for (region, reading) in view.readings.clone() {
        let tax = reading.temperature;
        // Below temperature 0 a threat may cost more than it threatens.
        if tax < Dyadic::ZERO {
            continue;
        }
        let Some(action) = view.ranked(region, tax)?.into_iter().next() else { continue };
        let threat = view.graph_after(&action)?.temperature();
        if threat > hottest && best.as_ref().is_none_or(|(other, _)| *other < threat) {
            let reason =
                format!("sente: threatens t = {threat} where the hottest component has t = {hottest}");
            best = Some((threat, Pick { region, tax, reason }));
        }
    }
    Ok(best.map(|(_, pick)| pick).or_else(|| pick(view)))
}
