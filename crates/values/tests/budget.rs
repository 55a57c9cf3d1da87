//! Parts of a budget: each may use a share of what is left, and all together no more than the whole.

#![allow(missing_docs, clippy::unwrap_used)]

use std::time::Duration;
use values::{Budget, Error};

/// The number of nodes visited before the budget is spent.
fn visited(budget: &Budget) -> u32 {
    (0..1_000_000).take_while(|_| budget.check().is_ok()).count() as u32
}

#[test]
fn parts_count_for_the_whole() {
    let whole = Budget::after_nodes(100);
    assert_eq!(visited(&whole.part(0.25)), 25);
    // A third of the 75 that are left, and nothing is lost by asking again.
    let third = whole.part(1.0 / 3.0);
    assert_eq!((visited(&third), visited(&third)), (25, 0));
    assert_eq!(third.check_now(), Err(Error::OutOfNodes));
    assert!(third.is_spent() && !whole.is_spent());
    // Looking costs nothing, and a margin of time costs no nodes.
    assert_eq!(visited(&whole.earlier(Duration::from_secs(1))), 50);
    assert!(whole.is_spent());
    assert_eq!(visited(&whole.part(1.0)), 0);
}

#[test]
fn parts_of_time_end_before_the_whole() {
    let whole = Budget::after(Duration::from_secs(3600));
    let part = whole.part(0.0);
    assert!(part.is_spent() && part.check_now() == Err(Error::Stopped));
    assert_eq!(whole.check_now(), Ok(()));
    // With little time left a margin takes a third of it at most.
    assert!(!whole.earlier(Duration::from_secs(1_000_000)).is_spent());
    assert!(!Budget::endless().part(0.0).is_spent());
    assert!(Budget::seconds(-1.0).is_spent() && !Budget::seconds(f64::INFINITY).is_spent());
}

#[test]
fn a_part_is_cancelled_with_the_whole() {
    let whole = Budget::endless();
    let part = whole.part(0.5).earlier(Duration::from_secs(1));
    part.cancel();
    assert_eq!((part.check(), whole.check()), (Err(Error::Stopped), Ok(())));
    let other = whole.part(0.5);
    whole.cancel();
    assert!(other.is_spent() && other.check() == Err(Error::Stopped));
}

#[test]
fn a_part_is_never_more_than_the_whole() {
    let whole = Budget::after_nodes(u64::MAX);
    assert_eq!(visited(&whole.part(1.0)), 1_000_000);
    assert_eq!(visited(&whole.part(1.0)), 1_000_000);
}
