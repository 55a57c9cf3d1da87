//! How are the options of a position kept in little memory? As one list of regions: an option ends with the
//! region that is marked.

use positions::{Parts, SignedId};

/// The mark of the last region of an option. The numbers of positions stay far below it.
const LAST: u32 = 1 << 31;
/// An option without regions.
const EMPTY: u32 = u32::MAX;

/// The list of some options. They are sorted, and each is listed once.
pub(super) fn flat(mut options: Vec<Parts>) -> Vec<u32> {
    options.iter_mut().for_each(|option| option.sort_unstable());
    options.sort_unstable();
    options.dedup();
    let mut list = Vec::with_capacity(options.iter().map(|option| option.len().max(1)).sum());
    for option in &options {
        match option.split_last() {
            Some((last, others)) => {
                list.extend(others.iter().map(|region| region.to_bits()));
                list.push(last.to_bits() | LAST);
            }
            None => list.push(EMPTY),
        }
    }
    list
}

/// The options of a player in a position.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a>(pub(super) &'a [u32]);

impl<'a> Listed<'a> {
    /// The number of options.
    pub(crate) fn len(self) -> usize {
        self.0.iter().filter(|&bits| bits & LAST != 0).count()
    }

    /// The options, each as its regions.
    pub(crate) fn iter(self) -> impl Iterator<Item = Parts> + use<'a> {
        self.0.split_inclusive(|bits| bits & LAST != 0).map(|option| match option {
            [EMPTY] => Parts::new(),
            option => option.iter().map(|bits| SignedId::from_bits(bits & !LAST)).collect(),
        })
    }
}
