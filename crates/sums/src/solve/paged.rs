//! A list with gaps: for each number, something that is found out once.

use std::sync::OnceLock;

/// The number of entries of a page.
const PAGE: usize = 8192;

type Page<T> = Box<[OnceLock<T>]>;

/// Things by number. Pages are allocated when they are needed.
pub(super) struct Paged<T> {
    pages: Box<[OnceLock<Page<T>>]>,
}

impl<T> Paged<T> {
    /// For numbers below this.
    pub(super) fn new(most: usize) -> Self {
        Self { pages: (0..most.div_ceil(PAGE)).map(|_| OnceLock::new()).collect() }
    }

    /// The thing with this number. `None` means that it is not known.
    pub(super) fn get(&self, number: usize) -> Option<&T> {
        self.pages.get(number / PAGE)?.get()?[number % PAGE].get()
    }

    /// Sets the thing with this number, if the list is long enough.
    pub(super) fn set(&self, number: usize, thing: T) {
        let empty = || (0..PAGE).map(|_| OnceLock::new()).collect();
        if let Some(page) = self.pages.get(number / PAGE) {
            _ = page.get_or_init(empty)[number % PAGE].set(thing);
        }
    }
}
