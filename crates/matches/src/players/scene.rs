//! A state as players look at it: the regions that are left, and for every move which region it changes into which.

use super::Choice;
use crate::atlas::{Atlas, Region, Regions};
use crate::{Move, State};
use rules::games::tree::Tree;
use rustc_hash::FxHashSet;
use sums::{Component, Signed};
use values::{Dyadic, Player};

/// The regions of all parts, and all moves.
pub(super) struct Scene {
    pub(super) player: Player,
    /// The regions of each part, sorted.
    pub(super) parts: Vec<Regions>,
    /// What the player can do; moves with the same effect are listed once.
    pub(super) actions: Vec<Action>,
}

/// A move as it changes regions.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub(super) action: Move,
    /// The region that was moved in.
    pub(super) before: Region,
    /// What became of it.
    pub(super) after: Regions,
}

impl Scene {
    pub(super) fn new(atlas: &mut Atlas, state: &State) -> Self {
        let player = state.to_move();
        let mut actions = Vec::new();
        let mut parts = Vec::new();
        let mut seen = FxHashSet::default();
        for (part, position) in state.sum().parts.iter().map(|part| &part.position).enumerate() {
            let regions = atlas.regions(position);
            for (index, option) in position.plays(player).iter().enumerate() {
                let left = atlas.regions(option);
                let (before, after) = changes(atlas, &regions, &left, position.is_scored());
                // A move that leaves everything as it was is one in a region that its game counts as equal.
                let Some(before) = before.first().or(regions.first()).copied() else { continue };
                if seen.insert((before, after.clone())) {
                    actions.push(Action { action: Move { part, index }, before, after });
                }
            }
            parts.push(regions);
        }
        Self { player, parts, actions }
    }

    /// All regions, each as often as it occurs.
    pub(super) fn regions(&self) -> Vec<Region> {
        self.parts.iter().flatten().copied().collect()
    }

    /// The regions of the part in which the last move was made that this move has changed or left behind.
    pub(super) fn changed_last(&self, atlas: &mut Atlas, state: &State) -> Regions {
        let Some((sum, action)) = state.past().last() else { return Regions::new() };
        let before = &sum.parts[action.part].position;
        let regions = atlas.regions(before);
        changes(atlas, &regions, &self.parts[action.part], before.is_scored()).1
    }

    /// The moves in a region.
    pub(super) fn actions_in(&self, region: Region) -> impl Iterator<Item = &Action> {
        self.actions.iter().filter(move |action| action.before == region)
    }

    /// The move that changes this region so.
    pub(super) fn find(&self, region: Region, after: &Regions) -> Option<&Action> {
        self.actions_in(region).find(|action| action.after == *after)
    }

    /// The move that gains most by the estimates, where nothing better is known.
    pub(super) fn greedy(&self, atlas: &Atlas, state: &State) -> Option<Choice> {
        let gain = |action: &&Action| {
            let gain = atlas.estimate_all(&action.after) - atlas.estimate(action.before);
            self.player.sees(gain)
        };
        let first = || {
            let parts = state.sum().parts.iter().map(|part| &part.position);
            let part = parts.enumerate().find(|(_, position)| !position.moves(self.player).is_empty())?.0;
            Some(Move { part, index: 0 })
        };
        let action = self.actions.iter().max_by_key(gain).map(|action| action.action).or_else(first)?;
        Some(Choice { action, reason: "gains most by the estimates".to_owned() })
    }
}

/// What a move has changed, and into what.
fn changes(atlas: &mut Atlas, old: &Regions, new: &Regions, scored: bool) -> (Regions, Regions) {
    let (mut before, mut after) = (without(old, new), without(new, old));
    // All settled points of a board are one number, but a move elsewhere only adds to it.
    if scored && before.iter().any(|&region| atlas.number_of(region).is_none()) {
        let [old, new] = [&mut before, &mut after].map(|regions| atlas.take_number(regions));
        let gained = new.minus(old).expect("scores are as small as boards");
        if gained != Dyadic::ZERO {
            let settled = Signed { component: Component::new(Tree::from(gained)), negative: false };
            after.push(atlas.region(settled));
            after.sort_unstable();
        }
    }
    (before, after)
}

/// What is in the first sorted list and not in the second, as often as it is there more often.
fn without(all: &Regions, others: &Regions) -> Regions {
    let mut others = others.iter().peekable();
    let mut left = Regions::new();
    for region in all {
        while others.next_if(|other| *other < region).is_some() {}
        if others.next_if_eq(&region).is_none() {
            left.push(*region);
        }
    }
    left
}
