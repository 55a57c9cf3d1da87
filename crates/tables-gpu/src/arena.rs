//! Where in a large piece of memory is room? The first gap that is large enough is taken, and gaps that touch are
//! joined.

use std::collections::BTreeMap;

/// Free and used pieces of memory.
pub(crate) struct Arena {
    /// Start and length of each gap.
    gaps: BTreeMap<u64, u64>,
    size: u64,
    used: u64,
    most: u64,
}

/// All pieces are multiples of this number of bytes.
const UNIT: u64 = 1 << 12;

impl Arena {
    pub(crate) fn new(start: u64, size: u64) -> Self {
        let size = size & !(UNIT - 1);
        Self { gaps: BTreeMap::from([(start, size)]), size, used: 0, most: 0 }
    }

    /// The length of the piece that is given for this number of bytes.
    fn length(bytes: u64) -> u64 {
        bytes.max(1).next_multiple_of(UNIT)
    }

    /// `None` means that no gap is large enough.
    pub(crate) fn take(&mut self, bytes: u64) -> Option<u64> {
        let length = Self::length(bytes);
        let (&start, &gap) = self.gaps.iter().find(|(_, gap)| **gap >= length)?;
        self.gaps.remove(&start);
        if gap > length {
            self.gaps.insert(start + length, gap - length);
        }
        self.used += length;
        self.most = self.most.max(self.used);
        Some(start)
    }

    /// Gives back a piece that was taken for this number of bytes.
    pub(crate) fn give(&mut self, start: u64, bytes: u64) {
        let (mut start, mut length) = (start, Self::length(bytes));
        self.used -= length;
        if let Some((&before, &gap)) = self.gaps.range(..start).next_back()
            && before + gap == start
        {
            self.gaps.remove(&before);
            (start, length) = (before, length + gap);
        }
        if let Some(gap) = self.gaps.remove(&(start + length)) {
            length += gap;
        }
        self.gaps.insert(start, length);
    }

    /// The maximum number of bytes in use at a time.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    pub(crate) fn size(&self) -> u64 {
        self.size
    }
}
