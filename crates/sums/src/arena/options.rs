//! How are the options of a position kept in little memory? As one list of regions: an option ends with the
//! region that is marked.

use super::Parts;
use positions::SignedId;

/// The options of a player in a position, sorted, each once.
pub(crate) struct Options {
    /// The number of options.
    len: u32,
    regions: Box<[u32]>,
}

/// The mark of the last region of an option. The numbers of positions stay far below it.
const LAST: u32 = 1 << 31;
/// An option without regions.
const EMPTY: u32 = u32::MAX;

impl Options {
    /// Some options, each given as its regions.
    pub(super) fn new(mut options: Vec<Parts>) -> Self {
        options.iter_mut().for_each(|option| option.sort_unstable());
        options.sort_unstable();
        options.dedup();
        let mut regions = Vec::with_capacity(options.iter().map(|option| option.len().max(1)).sum());
        for option in &options {
            match option.split_last() {
                Some((last, others)) => {
                    regions.extend(others.iter().map(|region| region.to_bits()));
                    regions.push(last.to_bits() | LAST);
                }
                None => regions.push(EMPTY),
            }
        }
        Self { len: options.len() as u32, regions: regions.into() }
    }

    /// The number of options.
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// The options, each as its regions.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Parts> {
        self.regions.split_inclusive(|bits| bits & LAST != 0).map(|option| match option {
            [EMPTY] => Parts::new(),
            option => option.iter().map(|bits| SignedId::from_bits(bits & !LAST)).collect(),
        })
    }

    /// The bytes of the list, with the overhead of memory of its own.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.regions[..]) + 16
    }
}
