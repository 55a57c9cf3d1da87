//! What is left of a table that was solved in memory?

use crate::retrograde::pack::Packed;
use crate::retrograde::solve::{Error, Probe, word_of};
use crate::retrograde::words::Block;
use std::collections::HashMap;
use std::sync::Arc;

/// The blocks of a table in memory.
pub(crate) struct Memory {
    pub(super) blocks: HashMap<u32, Kept>,
}

pub(super) enum Kept {
    Plain(Arc<Block>),
    Packed(Arc<Packed>),
}

impl Probe for Memory {
    fn word(&self, block: u32, index: usize) -> Result<u64, Error> {
        match self.blocks.get(&block) {
            Some(Kept::Plain(plain)) => Ok(word_of(plain, index)),
            Some(Kept::Packed(packed)) => Ok(packed.word(index)),
            None => Err(Error::Dropped(block)),
        }
    }
}
