//! What are mean and temperature likely to be, while the bounds are still apart? Every position has a guessed
//! thermograph: that of its guessed options where it is expanded, a static forecast where it is not, and never
//! outside of its bounds. The guess at the root depends on the positions on the guessed line of best play, so
//! these are expanded first: a forecast that looked too good to one of the players is replaced soonest.

use super::store::{Form, Store, normal};
use super::{Bounds, IntervalSearch};
use crate::{LOWER, UPPER};
use positions::SignedId;
use rules::{Forecast, Position};
use values::{Budget, Dyadic, Error, Player, Thermograph, Wall, WallId, deep};

/// The part of the time in which positions are expanded. The rest is for the last look at all of them.
const EXPANDING: f64 = 0.85;

/// Guessed walls of nodes.
struct Guesses<'a> {
    walls: Vec<Option<[WallId; 2]>>,
    budget: &'a Budget,
}

impl<'a> Guesses<'a> {
    fn none(budget: &'a Budget) -> Self {
        Self { walls: Vec::new(), budget }
    }

    fn set(&mut self, node: usize, walls: [WallId; 2]) {
        if self.walls.len() <= node {
            self.walls.resize(2 * node + 1, None);
        }
        self.walls[node] = Some(walls);
    }
}

impl<P: Position> IntervalSearch<P> {
    /// A guess of mean and temperature of a position, refined until the budget is spent, with the bounds at
    /// that time. `None` means that the budget was spent before there was a guess.
    pub fn guess(&mut self, position: &P) -> Result<(Bounds, Option<[Dyadic; 2]>), Error> {
        let root = self.store.link(position)?;
        let limit = |result: Result<[WallId; 2], Error>| match result {
            Err(error) if error.is_limit() => Ok(None),
            walls => walls.map(Some),
        };
        let whole = self.budget.clone();
        self.budget = whole.part(EXPANDING);
        let part = self.budget.clone();
        let mut guesses = Guesses::none(&part);
        let mut first = Player::Left;
        let mut idle = 0;
        let mut bounds = self.bounds(root)?;
        let mut walls = self.store.bounds[root.node()];
        while idle < 2 && !bounds.are_exact() {
            match self.refine(&mut guesses, root, first, None) {
                Ok(true) => idle = 0,
                Ok(false) => idle += 1,
                Err(error) if error.is_limit() => break,
                Err(error) => return Err(error),
            }
            first = first.opponent();
            if walls != self.store.bounds[root.node()] {
                bounds = self.bounds(root)?;
                walls = self.store.bounds[root.node()];
            }
        }
        self.budget = whole;
        bounds = self.bounds(root)?;
        // Some guesses rest on older ones of their options, so all are made again if there is time.
        let mut afresh = Guesses::none(&self.budget);
        let mut walls = limit(self.store.guess(&mut afresh, root))?;
        if walls.is_some() {
            guesses.walls = afresh.walls;
        } else {
            walls = limit(self.store.guess(&mut guesses, root))?;
        }
        self.guesses = guesses.walls;
        let foot = walls.map(|walls| self.store.graphs.get(self.store.graphs.of_walls(walls)).foot());
        Ok((bounds, foot.map(|foot| [foot.value, foot.temperature])))
    }

    /// The thermograph of a region, and whether it is certain: the exact one, or the guess by its options. `None`
    /// means that the search has not expanded the region.
    pub fn known(&mut self, region: &P, budget: &Budget) -> Result<Option<(Thermograph, bool)>, Error> {
        let (form, negative) = normal(region);
        let Some(link) = self.store.forms.get(&form).map(|link| link.times(negative)) else {
            return Ok(None);
        };
        let graph = |store: &Store<P>, walls| store.graphs.get(store.graphs.of_walls(walls)).clone();
        if self.store.is_exact(link.node()) {
            let walls = Player::BOTH.map(|player| self.store.wall(link, player, LOWER));
            return Ok(Some((graph(&self.store, walls), true)));
        }
        if !self.store.is_expanded(link) {
            return Ok(None);
        }
        let mut guesses = Guesses { walls: std::mem::take(&mut self.guesses), budget };
        let walls = self.store.guess(&mut guesses, link);
        self.guesses = guesses.walls;
        Ok(Some((graph(&self.store, walls?), false)))
    }

    /// Expands a position on the line of best play from here, with this player to move, at a temperature of
    /// the surroundings if there is one. `false` means that all positions there are known.
    fn refine(
        &mut self,
        guesses: &mut Guesses<'_>,
        link: SignedId,
        player: Player,
        surroundings: Option<Dyadic>,
    ) -> Result<bool, Error> {
        self.budget.check_now()?;
        if self.store.is_exact(link.node()) {
            return Ok(false);
        }
        if !self.store.is_expanded(link) {
            if !self.look_up(link.node())? {
                self.store.expand(link.node())?;
            }
            self.store.guess_again(guesses, link.node())?;
            return Ok(true);
        }
        let walls = self.store.guess(guesses, link)?;
        let own = self.store.graphs.get(self.store.graphs.of_walls(walls)).temperature();
        // In a cooler position than its surroundings the answer comes later, at its own temperature.
        let t = surroundings.map_or(own, |t| t.min(own));
        for player in [player, player.opponent()] {
            let Some(option) = self.store.best_option(guesses, link, player, t)? else { continue };
            let before = self.store.learned(guesses, option.node());
            let refined = deep(|| self.refine(guesses, option, player.opponent(), Some(t)))?;
            // What was learned about an option may decide the position.
            if before != self.store.learned(guesses, option.node()) {
                self.store.update(link, &[player])?;
                self.store.guess_again(guesses, link.node())?;
            }
            if refined {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl<P: Position> Store<P> {
    /// The bounds of a node, and its guessed walls.
    fn learned(&self, guesses: &Guesses<'_>, node: usize) -> ([[WallId; 2]; 2], Option<[WallId; 2]>) {
        (self.bounds[node], guesses.walls.get(node).copied().flatten())
    }

    /// Do the bounds of a node meet?
    fn is_exact(&self, node: usize) -> bool {
        let [lower, upper] = self.bounds[node];
        lower == upper
    }

    /// The guessed walls of a position.
    fn guess(&self, guesses: &mut Guesses<'_>, link: SignedId) -> Result<[WallId; 2], Error> {
        let node = link.node();
        let [left, right] = match guesses.walls.get(node) {
            Some(Some(walls)) => *walls,
            _ => deep(|| self.guess_again(guesses, node))?,
        };
        Ok(if link.is_negative() { [right.negated(), left.negated()] } else { [left, right] })
    }

    /// The guessed walls of a node by the guesses of its options, within its bounds.
    fn guess_again(&self, guesses: &mut Guesses<'_>, node: usize) -> Result<[WallId; 2], Error> {
        let link = SignedId::of(node);
        let [lower, upper] = self.bounds[node];
        let mut walls = lower;
        if lower != upper {
            walls = if self.is_expanded(link) {
                guesses.budget.check()?;
                let mut reach = [None; 2];
                for player in Player::BOTH {
                    let mut options = Vec::with_capacity(self.side(link, player).len());
                    for &option in self.side(link, player) {
                        options.push(self.guess(guesses, option)?[player.opponent() as usize]);
                    }
                    options.sort_unstable();
                    options.dedup();
                    reach[player as usize] = self.graphs.best(player, options)?;
                }
                self.graphs.walls(self.graphs.of_reach(reach)?)
            } else {
                self.forecast(guesses, node)?
            };
            for (i, wall) in walls.iter_mut().enumerate() {
                let above = self.graphs.best(Player::Left, [*wall, self.bounds[node][LOWER][i]])?;
                let within = above.into_iter().chain([self.bounds[node][UPPER][i]]);
                *wall = self.graphs.best(Player::Right, within)?.unwrap_or(*wall);
            }
        }
        guesses.set(node, walls);
        Ok(walls)
    }

    /// The walls of the static forecast of a node: those of a switch.
    fn forecast(&self, guesses: &mut Guesses<'_>, node: usize) -> Result<[WallId; 2], Error> {
        let (mean, temperature) = match self.form(node) {
            Form::Number(x) => (*x, Dyadic::ZERO),
            Form::Region(position) => {
                let Forecast { mean, temperature } = position.forecast();
                (Dyadic::new(mean.into(), 3)?, Dyadic::new(temperature.into(), 3)?)
            }
            Form::Sum(parts) => {
                let (mut mean, mut temperature) = (Dyadic::ZERO, Dyadic::ZERO);
                for &part in parts {
                    let walls = self.guess(guesses, part)?;
                    let graph = self.graphs.get(self.graphs.of_walls(walls));
                    mean = mean.plus(graph.mean())?;
                    temperature = temperature.max(graph.temperature());
                }
                (mean, temperature)
            }
        };
        let wall = |x: Dyadic| self.graphs.intern_wall(&Wall::vertical(x));
        if temperature <= Dyadic::ZERO {
            return Ok([wall(mean); 2]);
        }
        let ends = [mean.plus(temperature)?, mean.minus(temperature)?].map(|x| Some(wall(x)));
        Ok(self.graphs.walls(self.graphs.of_reach(ends)?))
    }

    /// The option with the best guess at a temperature. `None` means that the player has no option.
    fn best_option(
        &self,
        guesses: &mut Guesses<'_>,
        link: SignedId,
        player: Player,
        t: Dyadic,
    ) -> Result<Option<SignedId>, Error> {
        let mut best: Option<(Dyadic, SignedId)> = None;
        let mut last = None;
        for option in self.options(link, player) {
            let wall = self.guess(guesses, option)?[player.opponent() as usize];
            // Many options have the same wall as the one before.
            let score = match last {
                Some((known, score)) if known == wall => score,
                _ => self.graphs.wall(wall).at(t)?,
            };
            last = Some((wall, score));
            let better = best.is_none_or(|(known, _)| match player {
                Player::Left => score > known,
                Player::Right => score < known,
            });
            if better {
                best = Some((score, option));
            }
        }
        Ok(best.map(|(_, option)| option))
    }
}
