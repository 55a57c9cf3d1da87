//! What is worth keeping of a search beyond the end of the process? The entries of its table, which hold on
//! every path. A search with these entries goes on where the other one was.

use super::DfPn;
use crate::proof_number::Numbers;
use positions::Entry;
use rules::Deterministic;
use values::Error;

/// The least work on an entry that is written down, in nodes, once there are many. To find the others again
/// takes no longer than to write and to read them.
const LEAST_WORK: u32 = 16;
/// The number of entries from which on there are many.
const MANY: usize = 1 << 16;

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note<S> {
    /// The state, in the form that the table has.
    pub state: S,
    /// The least score that the player to move is asked to get.
    pub goal: i32,
    /// The numbers of that question.
    pub numbers: Numbers,
    /// The number of nodes that it took to find them.
    pub work: u32,
}

impl<S: Deterministic> DfPn<S> {
    /// At most this many entries: those that took most work, which come first.
    pub fn notes(&mut self, most: usize) -> impl Iterator<Item = Note<&S>> {
        let table = &mut self.memory.table;
        let least = if table.len() < MANY { 0 } else { LEAST_WORK };
        let entries = table.best(least, most).into_iter();
        entries.map(|&Entry { key: (ref state, goal), data: numbers, work }| Note {
            state,
            goal,
            numbers,
            work,
        })
    }

    /// Takes over an entry of an earlier search. An error means that the budget is spent.
    pub fn learn(&mut self, Note { state, goal, numbers, work }: Note<S>) -> Result<(), Error> {
        self.budget.check()?;
        self.memory.table.put((state, goal), numbers, work.into());
        Ok(())
    }
}
