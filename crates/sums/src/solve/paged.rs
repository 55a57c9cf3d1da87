//! A list with gaps: for each number, something that is found out once. The first pages are small, since most
//! lists stay short.

use std::sync::OnceLock;

/// The number of entries of the first page. Each of the next ones doubles the list, until it has [`PAGE`]
/// entries.
const FIRST: usize = 256;
/// The number of entries of all later pages.
const PAGE: usize = 8192;
/// The number of pages before those of [`PAGE`] entries.
const SMALL: usize = (PAGE / FIRST).ilog2() as usize + 1;

type Page<T> = Box<[OnceLock<T>]>;

/// Things by number. Pages are allocated when they are needed.
pub(super) struct Paged<T> {
    pages: Box<[OnceLock<Page<T>>]>,
}

/// The place of a thing.
struct Place {
    page: usize,
    /// The number of entries of the page.
    size: usize,
    index: usize,
}

impl Place {
    #[inline]
    fn of(number: usize) -> Self {
        if number >= PAGE {
            return Self { page: SMALL + number / PAGE - 1, size: PAGE, index: number % PAGE };
        }
        match (number / FIRST).checked_ilog2() {
            None => Self { page: 0, size: FIRST, index: number },
            Some(doublings) => {
                let size = FIRST << doublings;
                Self { page: doublings as usize + 1, size, index: number - size }
            }
        }
    }
}

impl<T> Paged<T> {
    /// For numbers below this.
    pub(super) fn new(most: usize) -> Self {
        Self { pages: (0..SMALL + most / PAGE).map(|_| OnceLock::new()).collect() }
    }

    /// The thing with this number. `None` means that it is not known.
    pub(super) fn get(&self, number: usize) -> Option<&T> {
        let Place { page, index, .. } = Place::of(number);
        self.pages.get(page)?.get()?[index].get()
    }

    /// Sets the thing with this number, if the list is long enough.
    pub(super) fn set(&self, number: usize, thing: T) {
        let Place { page, size, index } = Place::of(number);
        let empty = || (0..size).map(|_| OnceLock::new()).collect();
        if let Some(page) = self.pages.get(page) {
            _ = page.get_or_init(empty)[index].set(thing);
        }
    }
}
