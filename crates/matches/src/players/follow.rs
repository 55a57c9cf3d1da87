//! Follow the leader (Zhang 2015, §5.1): an orthodox move in the component in which the opponent has just
//! moved, if its temperature is not below 0, and otherwise in the hottest component.

use super::hotstrat;
use super::local::{Pick, View};
use values::Dyadic;

pub(super) fn pick(view: &View<'_>) -> Option<Pick> {
    match view.hottest_changed() {
        Some((region, t)) if t >= Dyadic::ZERO => {
            let reason = format!("follows the opponent into the same component, t = {t}");
            Some(Pick { region, tax: t, reason })
        }
        _ => hotstrat::pick(view),
    }
}
