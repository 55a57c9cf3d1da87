//! SenteStrat (Berlekamp 1996): the ambient temperature is the lowest that any earlier sum had. An opponent who leaves
//! a component above it is answered there; otherwise HotStrat. Its loss is bounded, that of HotStrat is not.

use super::hotstrat;
use super::local::{Pick, View};
use values::Error;

pub(super) fn pick(view: &mut View<'_>) -> Result<Option<Pick>, Error> {
    let ambient = view.ambient()?;
    if let (Some(ambient), Some((region, t))) = (ambient, view.hottest_changed())
        && t > ambient
    {
        let reason =
            format!("answers in the component that was left at t = {t}, above the ambient {ambient}");
        return Ok(Some(Pick { region, tax: t, reason }));
    }
    Ok(hotstrat::pick(view))
}
