//! Which regions does a state have, and how does each move change them? Players work on regions, and find
//! their choice again among the moves of the parts.

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
    /// The moves of the player. Of moves with the same effect only the first is listed.
    pub(super) actions: Vec<Action>,
}

/// A move, and its effect on regions.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub(super) action: Move,
    /// The region in which the move is made.
    pub(super) before: Region,
    /// The regions that replace it.
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
                // A move that changes no region is made in one whose option has the same normal form.
                let Some(before) = before.first().or(regions.first()).copied() else { continue };
                if seen.insert((before, after.clone())) {
                    actions.push(Action { action: Move { part, index }, before, after });
                }
            }
            parts.push(regions);
        }
        Self { player, parts, actions }
    }

    /// All regions, with repetitions.
    pub(super) fn regions(&self) -> Vec<Region> {
        self.parts.iter().flatten().copied().collect()
    }

    /// The regions that the last move has left in place of others.
    pub(super) fn changed_last(&self, atlas: &mut Atlas, state: &State) -> Regions {
        let Some((board, action)) = state.past().last() else { return Regions::new() };
        let before = &board.sum().parts[action.part].position;
        let regions = atlas.regions(before);
        changes(atlas, &regions, &self.parts[action.part], before.is_scored()).1
    }

    /// The moves in a region.
    pub(super) fn actions_in(&self, region: Region) -> impl Iterator<Item = &Action> {
        self.actions.iter().filter(move |action| action.before == region)
    }

    /// The move that changes a region into these.
    pub(super) fn find(&self, region: Region, after: &Regions) -> Option<&Action> {
        self.actions_in(region).find(|action| action.after == *after)
    }

    /// The move with the largest gain by static evaluation, for players that have found nothing better.
    pub(super) fn greedy(&self, atlas: &Atlas, state: &State) -> Option<Choice> {
        let gain = |action: &&Action| {
            let gain = atlas.evaluation_of_sum(&action.after) - atlas.evaluation(action.before);
            self.player.sees(gain)
        };
        let first = || {
            let parts = state.sum().parts.iter().map(|part| &part.position);
            let part = parts.enumerate().find(|(_, position)| !position.moves(self.player).is_empty())?.0;
            Some(Move { part, index: 0 })
        };
        let action = self.actions.iter().max_by_key(gain).map(|action| action.action).or_else(first)?;
        Some(Choice { action, depth: None, reason: "gains most by the estimates".to_owned() })
    }
}

/// The regions that a move has changed, and those that replace them.
fn changes(atlas: &mut Atlas, old: &Regions, new: &Regions, scored: bool) -> (Regions, Regions) {
    let (mut before, mut after) = (without(old, new), without(new, old));
    // All settled points of a board are one number. If a move elsewhere adds to it, only the difference is
    // new.
    if scored && before.iter().any(|&region| atlas.number_of(region).is_none()) {
        let [old, new] = [&mut before, &mut after].map(|regions| atlas.take_number(regions));
        let gained = new.minus(old).expect("a score is at most the number of points of a board");
        if gained != Dyadic::ZERO {
            let settled = Signed { component: Component::new(Tree::from(gained)), negative: false };
            after.push(atlas.region(settled));
            after.sort_unstable();
        }
    }
    (before, after)
}

/// The difference of two sorted multisets.
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
