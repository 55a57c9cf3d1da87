//! What do all strategies without search share? A view of the state with a temperature for every region, and
//! the orthodox move of a region.

use super::scene::{Action, Scene};
use super::source::{Reading, Thermometer};
use super::{Choice, MARGIN};
use crate::State;
use crate::atlas::{Region, Regions};
use values::{Budget, Dyadic, Error, Player, Thermograph, Wall, within_limits};

/// A region to move in, and the reason for it.
pub(super) struct Pick {
    pub(super) region: Region,
    /// The move should be the best one when every move costs this.
    pub(super) tax: Dyadic,
    pub(super) reason: String,
}

/// A state with temperatures.
pub(super) struct View<'a> {
    pub(super) thermometer: &'a mut Thermometer,
    pub(super) state: &'a State,
    pub(super) scene: Scene,
    /// The different regions in which the player can move, with their readings.
    pub(super) readings: Vec<(Region, Reading)>,
    /// The regions that the opponent's last move has left.
    pub(super) changed: Regions,
    deadline: Budget,
}

impl<'a> View<'a> {
    /// Reads the temperatures of all regions.
    pub(super) fn new(
        thermometer: &'a mut Thermometer,
        state: &'a State,
        deadline: &Budget,
    ) -> Result<Self, Error> {
        thermometer.tidy(deadline);
        let deadline = deadline.earlier(MARGIN);
        let scene = Scene::new(&mut thermometer.atlas, state);
        let changed = scene.changed_last(&mut thermometer.atlas, state);
        let mut regions = scene.regions();
        regions.sort_unstable();
        regions.dedup();
        // The rest of the time is for choosing the move.
        thermometer.survey(&regions, scene.player, &deadline.part(0.85))?;
        regions.retain(|region| scene.actions_in(*region).next().is_some());
        let read = |region: Region| Some((region, thermometer.remembered(region, scene.player)?.clone()));
        let readings = regions.into_iter().filter_map(read).collect();
        Ok(Self { thermometer, state, scene, readings, changed, deadline })
    }

    pub(super) fn player(&self) -> Player {
        self.scene.player
    }

    /// The hottest region in which the player can move.
    pub(super) fn hottest(&self) -> Option<&(Region, Reading)> {
        self.readings.iter().max_by_key(|(_, reading)| reading.temperature)
    }

    /// The reading of a region. `None` means that the player cannot move there.
    pub(super) fn reading(&self, region: Region) -> Option<&Reading> {
        self.readings.iter().find(|(known, _)| *known == region).map(|(_, reading)| reading)
    }

    /// The hottest of the regions that the opponent's last move has left.
    pub(super) fn hottest_changed(&self) -> Option<(Region, Dyadic)> {
        let read = |&region: &Region| Some((region, self.reading(region)?.temperature));
        self.changed.iter().filter_map(read).max_by_key(|&(_, temperature)| temperature)
    }

    /// The lowest temperature of all earlier sums. `None` means that there are none, so that it is infinite.
    pub(super) fn ambient(&mut self) -> Result<Option<Dyadic>, Error> {
        let mut lowest: Option<Dyadic> = None;
        for (board, _) in self.state.past() {
            let mut hottest = Dyadic::MINUS_ONE;
            for part in &board.sum().parts {
                for region in self.thermometer.atlas.regions(&part.position) {
                    if self.thermometer.remembered(region, self.scene.player).is_none() {
                        let deadline = self.deadline.part(0.25);
                        self.thermometer.survey(&[region], self.scene.player, &deadline)?;
                    }
                    if let Some(reading) = self.thermometer.remembered(region, self.scene.player) {
                        hottest = hottest.max(reading.temperature);
                    }
                }
            }
            lowest = Some(lowest.map_or(hottest, |lowest| lowest.min(hottest)));
        }
        Ok(lowest)
    }

    /// The thermograph of a region: the exact one if it is known, otherwise that of a switch with the mean
    /// and temperature that were read, and in a region that is not hot the best guess.
    pub(super) fn graph(&mut self, region: Region) -> Result<Thermograph, Error> {
        let atlas = &mut self.thermometer.atlas;
        match self.thermometer.readings.get(&(region, self.scene.player)) {
            Some(reading) if atlas.known(region).is_none() && reading.temperature >= Dyadic::ZERO => {
                let Reading { mean, temperature, .. } = reading;
                let [left, right] = [mean.plus(*temperature)?, mean.minus(*temperature)?].map(Wall::vertical);
                Thermograph::of_reach(Some(&left), Some(&right))
            }
            _ => {
                let id = atlas.best_guess(region)?;
                Ok(atlas.get(id).clone())
            }
        }
    }

    /// The thermograph after a move, exact if that of its region is.
    pub(super) fn graph_after(&mut self, action: &Action) -> Result<Thermograph, Error> {
        let atlas = &mut self.thermometer.atlas;
        let known = atlas.known(action.before).is_some();
        let exact = match known {
            true => within_limits(atlas.sum_graph(&action.after, &mut 10_000, &self.deadline))?,
            false => None,
        };
        let id = exact.map_or_else(|| atlas.best_guess_sum(&action.after), Ok)?;
        Ok(atlas.get(id).clone())
    }

    /// The moves of a region, the best first when every move costs `tax`. They are ordered by the wall of the
    /// opponent, who is to move then, at that temperature; then by that wall at temperature 0; then by static
    /// evaluation.
    pub(super) fn ranked(&mut self, region: Region, tax: Dyadic) -> Result<Vec<Action>, Error> {
        let player = self.player();
        let atlas = &mut self.thermometer.atlas;
        let mut actions: Vec<Action> = self.scene.actions_in(region).cloned().collect();
        if atlas.known(region).is_none() {
            // Only options in the tree of the guess can be compared.
            match within_limits(atlas.promising(region, player, &self.deadline))? {
                Some(best) => actions.retain(|action| best.contains(&action.after)),
                None => {
                    actions.sort_by_cached_key(|action| player.sees(atlas.evaluation_of_sum(&action.after)));
                    actions.reverse();
                    actions.truncate(1);
                }
            }
        }
        let mut ranked = Vec::new();
        for action in actions {
            let graph = self.graph_after(&action)?;
            let wall = graph.wall(player.opponent());
            let walls = [wall.at(tax)?, wall.at(Dyadic::ZERO)?].map(|x| player.sees(x));
            let evaluation = player.sees(self.thermometer.atlas.evaluation_of_sum(&action.after));
            ranked.push(((walls, evaluation), action));
        }
        ranked.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
        Ok(ranked.into_iter().map(|(_, action)| action).collect())
    }

    /// The move in the region that was picked. `None` means that there is none.
    pub(super) fn choice(&mut self, pick: &Pick) -> Result<Option<Choice>, Error> {
        let best = self.reading(pick.region).and_then(|reading| reading.best.clone());
        let led = best.and_then(|after| self.scene.find(pick.region, &after)).map(|action| action.action);
        let (action, how) = match led {
            Some(action) => (Some(action), "first move of the variation"),
            None => {
                let how = if self.thermometer.atlas.known(pick.region).is_some() {
                    "orthodox move"
                } else {
                    "most promising move"
                };
                (self.ranked(pick.region, pick.tax)?.first().map(|action| action.action), how)
            }
        };
        let reason = format!("{}, {how}", pick.reason);
        Ok(action.map(|action| Choice { action, depth: None, reason }))
    }
}
