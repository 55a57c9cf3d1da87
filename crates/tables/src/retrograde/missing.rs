//! Which blocks of a table are still to be computed? Those that were chosen and have no file, and those that were dropped
//! and that one of these needs.

use super::folder::{Folder, Found, survey};
use super::layout::Layout;
use super::schedule::{Keep, Schedule, first_blocks};
use super::solve::Error;
use super::store::Work;
use std::collections::BTreeSet;

/// What an earlier run has left to do.
pub(super) struct Missing {
    /// The blocks that are to be computed.
    pub(super) schedule: Schedule,
    /// The blocks that are never dropped while the table is solved.
    pub(super) kept: BTreeSet<u32>,
    /// The blocks that are done, and their files.
    pub(super) done: Vec<(u32, Found)>,
}

impl Missing {
    /// Looks at all files of the folder, if there is one. `whole` has all blocks.
    pub(super) fn find(
        layout: &Layout,
        folder: Option<&Folder>,
        work: &Work,
        whole: Schedule,
        threads: usize,
    ) -> Result<Self, Error> {
        let found = match folder {
            Some(folder) => survey(folder, whole.blocks(), threads, work.warn)?,
            None => Default::default(),
        };
        let kept = match work.keep {
            Keep::None => first_blocks(layout),
            keep => keep.at_the_end(layout),
        };
        let is_there = |block: &u32| match found.get(block) {
            Some(Found::Block(..)) => true,
            Some(Found::Stub(_)) => !kept.contains(block),
            None => false,
        };
        // A block that was dropped is computed again if one that needs it is missing.
        let mut chosen = BTreeSet::new();
        for &block in whole.blocks().iter().rev() {
            let is_missing = work.blocks.contains(&block) && !is_there(&block);
            if is_missing || chosen.contains(&block) {
                chosen.insert(block);
                for child in layout.children(block) {
                    let is_block = matches!(found.get(&child), Some(Found::Block(..)));
                    if !is_block && !work.blocks.contains(&child) {
                        return Err(Error::Missing(child));
                    }
                    if !is_block {
                        chosen.insert(child);
                    }
                }
            }
        }
        let schedule = whole.only(layout, &chosen);
        let done = found.into_iter().filter(|(block, _)| !chosen.contains(block)).collect();
        Ok(Self { schedule, kept, done })
    }

    /// The blocks that no later one needs, of those that are done, if every block is done or to be computed: those of
    /// an earlier run that was ended before it could drop them.
    pub(super) fn idle(&self, layout: &Layout) -> Vec<u32> {
        let known = (self.done.len() + self.schedule.blocks().len()) as u64;
        if known != layout.stored_blocks(0..layout.all_blocks()) {
            return Vec::new();
        }
        let is_idle = |block: &u32| !self.kept.contains(block) && self.schedule.uses(*block).is_empty();
        self.done.iter().map(|(block, _)| *block).filter(is_idle).collect()
    }
}
