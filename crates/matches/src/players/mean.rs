//! The mean strategy (Hanner 1959, as described by Zhang 2015, §5.1): every move is optimal at the
//! temperature of its own component, so that a pair of moves there never loses on the mean. If the opponent
//! has made a component hotter, the strategy answers there, which keeps the mean; otherwise it moves in the
//! hottest component.

use super::hotstrat;
use super::local::{Pick, View};
use values::{Dyadic, Error};

pub(super) fn pick(view: &mut View<'_>) -> Result<Option<Pick>, Error> {
    let Some((board, action)) = view.state.past().last() else { return Ok(hotstrat::pick(view)) };
    let mut before = Dyadic::MINUS_ONE;
    let regions = view.thermometer.atlas.regions(&board.sum().parts[action.part].position);
    for region in regions.into_iter().filter(|region| !view.scene.parts[action.part].contains(region)) {
        if let Some(reading) = view.thermometer.remembered(region, view.player()) {
            before = before.max(reading.temperature);
        }
    }
    match view.hottest_changed() {
        Some((region, t)) if t > before && t > Dyadic::ZERO => {
            let reason =
                format!("defends the mean of the component that was heated from t = {before} to {t}");
            Ok(Some(Pick { region, tax: t, reason }))
        }
        _ => Ok(hotstrat::pick(view)),
    }
}
