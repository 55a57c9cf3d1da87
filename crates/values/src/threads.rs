//! How do several threads work on one question? Each has a job, and all are waited for.

use std::panic::resume_unwind;

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
