//! Which strategies play by temperatures alone, without search? All of them, by name.

use super::local::{Pick, View};
use super::scene::Scene;
use super::source::{Source, Thermometer};
use super::{Choice, NoMove, Player, follow, hotstrat, mean, sentestrat, thermostrat};
use crate::State;
use crate::memory::Memory;
use positions::Knowledge;
use values::{Budget, Error, Player as Side};

/// A strategy without search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// Moves in the hottest component.
    HotStrat,
    /// Makes threats that are hotter than all components first, otherwise moves in the hottest component.
    HotStratPlus,
    /// Answers in a component that the opponent leaves above the ambient temperature.
    SenteStrat,
    /// Moves in the component that is widest at the ambient temperature.
    ThermoStrat,
    /// Answers in a component that the opponent has made hotter.
    Mean,
    /// Answers in the component in which the opponent has moved.
    Follow,
}

impl Strategy {
    fn pick(self, view: &mut View<'_>) -> Result<Option<Pick>, Error> {
        match self {
            Self::HotStrat => Ok(hotstrat::pick(view)),
            Self::HotStratPlus => hotstrat::pick_sente_first(view),
            Self::SenteStrat => sentestrat::pick(view),
            Self::ThermoStrat => thermostrat::pick(view),
            Self::Mean => mean::pick(view),
            Self::Follow => Ok(follow::pick(view)),
        }
    }
}

/// A player with one of these strategies.
pub(super) struct Local {
    strategy: Strategy,
    thermometer: Thermometer,
}

impl Local {
    pub(super) fn new(strategy: Strategy, source: Source, knowledge: Knowledge, memory: Memory) -> Self {
        Self { strategy, thermometer: Thermometer::new(source, knowledge, memory) }
    }

    fn think(&mut self, state: &State, deadline: &Budget) -> Result<Option<Choice>, Error> {
        let mut view = View::new(&mut self.thermometer, state, deadline)?;
        match self.strategy.pick(&mut view)? {
            Some(pick) => view.choice(&pick),
            None => Ok(None),
        }
    }
}

impl Player for Local {
    fn begin(&mut self, _: &State, _: Side, _: u64) {
        self.thermometer.forget();
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        match self.think(state, deadline) {
            Ok(Some(choice)) => Ok(choice),
            // An overflow, or no region to pick: the move with the best evaluation.
            _ => {
                let scene = Scene::new(&mut self.thermometer.atlas, state);
                scene.greedy(&self.thermometer.atlas, state).ok_or(NoMove::None)
            }
        }
    }

    fn bytes(&self) -> usize {
        self.thermometer.atlas.bytes()
    }
}
