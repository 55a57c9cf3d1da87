//! Pieces of work on all cores: results keep their order, and a failure ends the work.

#![allow(missing_docs, clippy::unwrap_used)]

use std::convert::Infallible;
use values::{fill_on_all_cores, map_on_all_cores, on_all_cores};

#[test]
fn results_keep_their_order() {
    let squares = map_on_all_cores(1000, |i| Ok::<_, Infallible>(i * i));
    assert_eq!(squares, Ok((0..1000).map(|i| i * i).collect()));
}

#[test]
fn every_chunk_is_filled() {
    let mut slice = [0; 1001];
    let fill = |i, chunk: &mut [usize]| {
        chunk.fill(i);
        Ok::<_, Infallible>(())
    };
    fill_on_all_cores(&mut slice, 10, fill).unwrap();
    assert_eq!(slice, std::array::from_fn(|i| i / 10));
}

#[test]
fn a_failure_is_returned() {
    let odd = |i: usize| if i.is_multiple_of(2) { Ok(()) } else { Err(i) };
    assert!(on_all_cores(100, &odd).is_err_and(|i| i % 2 == 1));
    assert_eq!(on_all_cores(1, &odd), Ok(()));
    assert!(map_on_all_cores(100, |i| odd(i).map(|()| i)).is_err());
}
