//! SenteStrat (Berlekamp 1996): the ambient temperature is the lowest that any earlier sum had. An opponent who leaves
//! a component above it is answered there, with a move that is orthodox at the ambient temperature; otherwise HotStrat. Its loss is bounded, that of HotStrat is not.

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
        // At its own temperature a move may look best that is too slow where everything else is colder.
        return Ok(Some(Pick { region, tax: ambient.max(Dyadic::ZERO), reason }));
    }
    Ok(hotstrat::pick(view))
}
