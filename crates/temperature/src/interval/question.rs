//! Is this wall at this temperature, or this mean, at least x? The answer is read off the bounds where they
//! have it. Otherwise one good option of Left or all options of Right decide, each by a question of the same
//! kind: an αβ search with a null window whose memory is the bounds.

use super::IntervalSearch;
use super::store::Store;
use crate::{LOWER, UPPER};
use positions::SignedId;
use rules::Position;
use std::ops::Bound;
use values::{Dyadic, Error, Player, Thermograph, deep};

/// The quantity that a question is about.
#[derive(Clone, Copy)]
pub(super) enum Quantity {
    /// The wall of a player at a temperature.
    Wall(Player, Dyadic),
    /// The mean.
    Mean,
}

impl<P: Position> Store<P> {
    /// The answer of the bounds to whether the quantity is at least `x`. `None` means that they leave it
    /// open.
    fn answer(&self, link: SignedId, quantity: Quantity, x: Dyadic) -> Result<Option<bool>, Error> {
        if self.bound(link, quantity, LOWER)? >= x {
            return Ok(Some(true));
        }
        Ok((self.bound(link, quantity, UPPER)? < x).then_some(false))
    }

    fn bound(&self, link: SignedId, quantity: Quantity, bound: usize) -> Result<Dyadic, Error> {
        match quantity {
            Quantity::Mean => Ok(self.graphs.wall(self.wall(link, Player::Left, bound)).mast()),
            Quantity::Wall(player, t) => self.graphs.wall(self.wall(link, player, bound)).at(t),
        }
    }
}

impl<P: Position> IntervalSearch<P> {
    /// Is the quantity at least `x`? Expands positions until the bounds answer.
    pub(super) fn decide(&mut self, link: SignedId, quantity: Quantity, x: Dyadic) -> Result<bool, Error> {
        if let Some(known) = self.store.answer(link, quantity, x)? {
            return Ok(known);
        }
        self.budget.check()?;
        if !self.store.is_expanded(link) {
            if (self.look_up(link.node())? || self.store.peek(link.node())?)
                && let Some(known) = self.store.answer(link, quantity, x)?
            {
                return Ok(known);
            }
            self.store.expand(link.node())?;
        } else if let Quantity::Wall(player, _) = quantity {
            // The bounds of the options may be narrower than at the last visit.
            self.store.update(link, &[player])?;
        }
        if let Some(known) = self.store.answer(link, quantity, x)? {
            return Ok(known);
        }
        match quantity {
            Quantity::Wall(Player::Left, t) if self.reaches(link, Player::Left, t, x)? => return Ok(true),
            Quantity::Wall(Player::Right, t) if !self.reaches(link, Player::Right, t, x)? => {
                return Ok(false);
            }
            _ => {}
        }
        // All depends on the mean now: l and r have to reach x at the same temperature.
        self.store.update(link, &Player::BOTH)?;
        loop {
            if let Some(known) = self.store.answer(link, quantity, x)? {
                return Ok(known);
            }
            // By the upper bounds of the options both do where they meet, and below that as far as r does.
            let upper = self.store.upper_of_options(link)?;
            let foot = upper.temperature();
            let range = (Bound::Included(lowest(upper, x)?), Bound::Included(foot));
            let t = Dyadic::simplest_between(range.0, range.1)?
                .expect("Right's wall reaches x at the foot of the mast, or below it");
            if foot == Dyadic::MINUS_ONE {
                self.reaches(link, Player::Right, t, x)?;
                self.reaches(link, Player::Left, t, x)?;
            } else if self.reaches(link, Player::Left, t, x)? {
                self.reaches(link, Player::Right, t, x)?;
            }
        }
    }

    /// Does `l`, for Left, or `r`, for Right, reach `x` at this temperature? One option is enough for Left,
    /// for Right it takes all.
    fn reaches(&mut self, link: SignedId, player: Player, t: Dyadic, x: Dyadic) -> Result<bool, Error> {
        let (x, enough) = match player {
            Player::Left => (x.plus(t)?, true),
            Player::Right => (x.minus(t)?, false),
        };
        let mut tried = 0;
        let mut reached = Ok(!enough);
        while reached == Ok(!enough) && tried < self.store.side(link, player).len() {
            let option = self.store.side(link, player)[tried].times(link.is_negative());
            reached = deep(|| self.decide(option, Quantity::Wall(player.opponent(), t), x));
            tried += 1;
        }
        // Bounds that were narrowed before an error hold as well.
        self.store.learn(link, player, if reached == Ok(!enough) { None } else { tried.checked_sub(1) })?;
        reached
    }
}

/// The lowest temperature at which Right's wall reaches `x`, for an `x` that the mast reaches.
fn lowest(graph: &Thermograph, x: Dyadic) -> Result<Dyadic, Error> {
    let corners = graph.wall(Player::Right).corners();
    match corners.partition_point(|corner| corner.value < x).checked_sub(1) {
        None => Ok(Dyadic::MINUS_ONE),
        Some(below) => corners[below].temperature.plus(x.minus(corners[below].value)?),
    }
}
