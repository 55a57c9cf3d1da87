//! SenteStrat (Berlekamp 1996): the ambient temperature is the lowest temperature of all earlier sums. If the
//! opponent leaves a component above it, SenteStrat answers there with a move that is orthodox at the ambient
//! temperature; otherwise it plays as HotStrat. Its loss is bounded, that of HotStrat is not. The literature
//! leaves open which answer is meant. SenteStrat keeps its bound with answers that are orthodox at the ambient
//! temperature, not with those that are orthodox at the component's own.

use super::hotstrat;
use super::local::{Pick, View};
use values::{Dyadic, Error};

pub(super) fn pick(view: &mut View<'_>) -> Result<Option<Pick>, Error> {
    let ambient = view.ambient()?;
    if let (Some(ambient), Some((region, t))) = (ambient, view.hottest_changed())
        && t > ambient
    {
        let reason =
            format!("answers in the component that was left at t = {t}, above the ambient {ambient}");
        // A move that is best at the temperature of the component may be too slow where all others are
        // colder.
        return Ok(Some(Pick { region, tax: ambient.max(Dyadic::ZERO), reason }));
    }
    Ok(hotstrat::pick(view))
}
