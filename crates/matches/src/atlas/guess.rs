//! What may the thermograph of a region be, if the exact one costs too much? A guess is the thermograph of a
//! pruned game tree: a few good options of both players to some depth, and below that the static evaluation
//! of the rules, as if it were a number.

use super::{Atlas, Facts, Region, Regions};
use smallvec::SmallVec;
use std::cmp::Reverse;
use values::{Budget, ByPlayer, Dyadic, Error, Player, Thermograph, ThermographId, Wall};

/// The approximate number of answers that are evaluated to see which options are still good after the best
/// answer.
const GLANCES: usize = 1_600;
/// The number of options of each player in the tree of a guess.
const WIDTH: usize = 8;

impl Atlas {
    /// The thermograph if it is known, otherwise the deepest guess so far, otherwise that of the static
    /// evaluation.
    pub(crate) fn best_guess(&mut self, region: Region) -> Result<ThermographId, Error> {
        self.look_up(region.node());
        let estimate = self.estimate(region.node(), &Budget::endless())?;
        let Facts { graph, guess, evaluation, .. } = self.store.data(region.node());
        let id = match graph.or(estimate).or(guess.map(|(_, id)| id)) {
            Some(id) => id,
            None => self.of_number(eighths(*evaluation)?)?,
        };
        Ok(self.signed(id, region))
    }

    /// Improves the estimates of the thermograph of a region and of what follows.
    pub(crate) fn improve(&mut self, region: Region, budget: &Budget) -> Result<(), Error> {
        self.round += 1;
        let component = self.store.position(region.node());
        self.estimates.as_mut().map_or(Ok(()), |estimates| estimates.improve(component.position(), budget))
    }

    /// The options of a player that are worth comparing: those that a search has looked into, or else the
    /// [few](Self::best_options) that static evaluation prefers.
    pub(crate) fn promising(
        &mut self,
        region: Region,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<Regions>, Error> {
        let mut promising = Vec::new();
        if self.estimate(region.node(), budget)?.is_some() {
            for option in self.options(region, player) {
                if self.is_estimated(&option, budget)? {
                    promising.push(option);
                }
            }
        }
        if promising.is_empty() { self.best_options(region, player, budget) } else { Ok(promising) }
    }

    /// Are the thermographs of all regions known or estimated by a search?
    fn is_estimated(&mut self, regions: &[Region], budget: &Budget) -> Result<bool, Error> {
        for &region in regions {
            if self.known(region).is_none() && self.estimate(region.node(), budget)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The estimate of the thermograph of a stored form.
    fn estimate(&mut self, node: usize, budget: &Budget) -> Result<Option<ThermographId>, Error> {
        let Some(estimates) = &mut self.estimates else { return Ok(None) };
        let (component, facts) = self.store.entry(node);
        match facts.estimate {
            Some((round, estimate)) if round == self.round || facts.graph.is_some() => return Ok(estimate),
            _ => {}
        }
        let known = estimates.known(component.position(), budget)?;
        let known = known.map(|(graph, certain)| Ok((self.values.thermographs().intern(&graph), certain)));
        let estimate = known.transpose()?;
        facts.estimate = Some((self.round, estimate.map(|(id, _)| id)));
        facts.graph = facts.graph.or(estimate.filter(|(_, certain)| *certain).map(|(id, _)| id));
        Ok(facts.estimate.and_then(|(_, estimate)| estimate))
    }

    /// A guess of the thermograph, from a game tree of this depth.
    pub(crate) fn guess(
        &mut self,
        region: Region,
        depth: u32,
        budget: &Budget,
    ) -> Result<ThermographId, Error> {
        let node = region.node();
        self.look_up(node);
        let estimate = self.estimate(node, budget)?;
        let Facts { graph, guess, .. } = self.store.data(node);
        let known = graph.or(estimate).or(guess.filter(|(known, _)| *known >= depth).map(|(_, id)| id));
        if let Some(id) = known {
            return Ok(self.signed(id, region));
        }
        if depth == 0 {
            return self.best_guess(region);
        }
        budget.check_now()?;
        if let Some(x) = self.number(node) {
            let id = self.of_number(x)?;
            self.store.data_mut(node).graph = Some(id);
            return Ok(self.signed(id, region));
        }
        let id = match depth {
            1 => {
                let wall = |x| eighths(x).map(Wall::vertical);
                let left = self.swing(node, Player::Left).map(wall).transpose()?;
                let right = self.swing(node, Player::Right).map(wall).transpose()?;
                self.values.thermographs().intern(&Thermograph::of_reach(left.as_ref(), right.as_ref())?)
            }
            _ => {
                let ByPlayer { left, right } = ByPlayer::try_from_fn(|player| {
                    let options = self.best_options(Region::of(node), player, budget)?;
                    let guess = |option: &Regions| self.guess_sum(option, depth - 1, budget);
                    options.iter().map(guess).collect::<Result<Vec<_>, Error>>()
                })?;
                self.values.thermographs().of_options(left, right)?
            }
        };
        self.store.data_mut(node).guess = Some((depth, id));
        Ok(self.signed(id, region))
    }

    /// The best evaluation of the options of a player. `None` means that there is no option.
    fn swing(&mut self, node: usize, player: Player) -> Option<i32> {
        let (component, facts) = self.store.entry(node);
        *facts.swing[player].get_or_insert_with(|| component.best_judged(player, self.habits.judge))
    }

    /// The few options that are best after the opponent's answer, by static evaluation.
    pub(crate) fn best_options(
        &mut self,
        region: Region,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<Regions>, Error> {
        self.check_room()?;
        let mut options = Vec::new();
        let glances = (GLANCES / self.count(region, player).max(1)).clamp(WIDTH, 3 * WIDTH);
        for option in self.first_options(region, player, glances) {
            budget.check_now()?;
            options.push((Reverse(self.answered(&option, player)), option));
        }
        options.sort_by_key(|(answered, _)| *answered);
        options.truncate(WIDTH);
        Ok(options.into_iter().map(|(_, option)| option).collect())
    }

    /// Static evaluation for a player after the best answer to a move that leaves these regions.
    fn answered(&mut self, regions: &[Region], player: Player) -> i64 {
        let mut answer: Option<i64> = None;
        for &region in regions {
            // In the stored form of a negative region, the players are exchanged.
            let answerer = region.owner(player.opponent());
            if let Some(evaluation) = self.swing(region.node(), answerer) {
                let change = player.sees(region.sees(i64::from(evaluation)) - self.evaluation(region));
                answer = Some(answer.map_or(change, |best| best.min(change)));
            }
        }
        player.sees(self.evaluation_of_sum(regions)) + answer.unwrap_or(0)
    }

    /// A guess for a sum: the means add up, and the temperature of the sum is that of the hottest part.
    pub(crate) fn guess_sum(
        &mut self,
        regions: &[Region],
        depth: u32,
        budget: &Budget,
    ) -> Result<ThermographId, Error> {
        let graphs = regions
            .iter()
            .map(|&region| self.guess(region, depth, budget))
            .collect::<Result<SmallVec<[_; 4]>, _>>()?;
        self.join(&graphs)
    }

    /// The [best guess](Self::best_guess) for a sum.
    pub(crate) fn best_guess_sum(&mut self, regions: &[Region]) -> Result<ThermographId, Error> {
        let graphs =
            regions.iter().map(|&region| self.best_guess(region)).collect::<Result<SmallVec<[_; 4]>, _>>()?;
        self.join(&graphs)
    }

    /// The thermograph of the hottest part, the first of several, shifted by the means of the others.
    fn join(&self, graphs: &[ThermographId]) -> Result<ThermographId, Error> {
        let Some(&hottest) = graphs.iter().rev().max_by_key(|id| self.get(**id).temperature()) else {
            return self.of_number(Dyadic::ZERO);
        };
        let mut rest = -self.get(hottest).mean();
        for &id in graphs {
            rest = rest.plus(self.get(id).mean())?;
        }
        if rest == Dyadic::ZERO {
            return Ok(hottest);
        }
        Ok(self.values.thermographs().intern(&self.get(hottest).shifted(rest)?))
    }
}

/// A number of eighths.
fn eighths(x: i32) -> Result<Dyadic, Error> {
    Dyadic::new(x.into(), 3)
}
