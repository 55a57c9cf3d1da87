//! How do several threads work on one question? Each has a job, or takes pieces of work until none is left. All
//! are waited for. Pieces of work are trait objects: the machinery of threads would be compiled again for every
//! kind of work.

use rayon::prelude::*;
use std::panic::resume_unwind;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Runs each job in a thread of its own, the first in this one, and returns their results in order. A panic
/// goes on in this thread once all jobs have ended.
pub fn in_threads<T: Send>(jobs: impl IntoIterator<Item = impl FnOnce() -> T + Send>) -> Vec<T> {
    let mut jobs = jobs.into_iter();
    std::thread::scope(|scope| {
        let first = jobs.next();
        let others: Vec<_> = jobs.map(|job| scope.spawn(job)).collect();
        let first = first.map(|job| job());
        let others =
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        first.into_iter().chain(others).collect()
    })
}

/// Does this number of pieces of work on all cores, until one of them fails.
pub fn on_all_cores<E: Send + Sync>(
    pieces: usize,
    work: &(dyn Fn(usize) -> Result<(), E> + Sync),
) -> Result<(), E> {
    let failure = OnceLock::new();
    until_one_fails(pieces, &|i| work(i).map_err(|error| _ = failure.set(error)));
    failure.into_inner().map_or(Ok(()), Err)
}

fn until_one_fails(pieces: usize, work: &(dyn Fn(usize) -> Result<(), ()> + Sync)) {
    _ = (0..pieces).into_par_iter().try_for_each(work);
}

/// The results of this number of pieces of work, in order.
pub fn map_on_all_cores<T: Send + Sync, E: Send + Sync>(
    pieces: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let results: Vec<OnceLock<T>> = std::iter::repeat_with(OnceLock::new).take(pieces).collect();
    on_all_cores(pieces, &|i| work(i).map(|result| _ = results[i].set(result)))?;
    Ok(results.into_iter().filter_map(OnceLock::into_inner).collect())
}

/// Fills a slice chunk by chunk. `work` gets the number of each chunk.
pub fn fill_on_all_cores<T: Send, E: Send + Sync>(
    slice: &mut [T],
    chunk: usize,
    work: impl Fn(usize, &mut [T]) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let chunks: Vec<_> = slice.chunks_mut(chunk).map(Mutex::new).collect();
    on_all_cores(chunks.len(), &|i| work(i, &mut chunks[i].lock().unwrap_or_else(PoisonError::into_inner)))
}
