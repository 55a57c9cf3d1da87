//! What is known about each block of a store?

use crate::retrograde::pack::Packed;
use crate::retrograde::words::Block;
use std::collections::HashMap;
use std::sync::Arc;

pub(super) struct State {
    pub(super) entries: HashMap<u32, Entry>,
    /// The bytes of all blocks in memory.
    pub(super) used: u64,
    /// The bytes of the plain ones among them.
    pub(super) plain: u64,
    /// The bytes of all files.
    pub(super) on_disk: u64,
    /// The last place in the schedule that was begun.
    pub(super) place: usize,
    /// Memory of plain blocks that left, for new ones.
    pub(super) pool: Vec<Block>,
}

#[derive(Default)]
pub(super) struct Entry {
    pub(super) status: Status,
    pub(super) plain: Option<Arc<Block>>,
    pub(super) packed: Option<Arc<Packed>>,
    pub(super) is_being_packed: bool,
    /// The size of the block's file.
    pub(super) in_file: Option<u64>,
    /// The number of parents in the schedule that are not done.
    pub(super) parents: usize,
    pub(super) lost: u64,
}

impl Entry {
    /// Is there a copy of the block that is not plain?
    pub(super) fn has_copy(&self) -> bool {
        self.in_file.is_some() || self.packed.is_some()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Status {
    #[default]
    Open,
    Done,
    Abandoned,
}
