//! How much a long computation may cost: time, nodes, memory and threads, and a flag by which another thread
//! cancels it. Every long computation takes a [`Budget`] and calls [`Budget::check`] at every node.

use crate::Error;
use cpu_time::ThreadTime;
use derive_more::Debug;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Told the number of nodes now and then while a search goes on. It can hold a channel.
pub type Progress = Arc<dyn Fn(u64) + Send + Sync>;

/// Nobody is told.
#[must_use]
pub fn silent() -> Progress {
    Arc::new(|_| {})
}

/// Asked now and then, in the thread that works, whether the work is to stop.
pub type Watch = Arc<dyn Fn() -> bool + Send + Sync>;

/// The limits of a computation, shared by all threads that work on the same question. The memory is 4 GiB
/// and there is one thread unless they are set.
///
/// ```
/// use std::time::Duration;
/// use values::{Budget, Error};
///
/// let budget = Budget::seconds(10.0).with_bytes(1 << 30).with_nodes(2);
/// assert_eq!(budget.bytes(), 1 << 30);
/// assert_eq!((budget.check(), budget.check()), (Ok(()), Ok(())));
/// assert_eq!(budget.check(), Err(Error::OutOfNodes));
///
/// let (budget, other_thread) = { let budget = Budget::endless(); (budget.clone(), budget) };
/// other_thread.cancel();
/// assert_eq!(budget.check(), Err(Error::Stopped));
/// ```
#[must_use]
#[derive(Clone, Debug)]
pub struct Budget {
    cancelled: Arc<Flag>,
    deadline: Option<Deadline>,
    nodes: Option<Nodes>,
    bytes: usize,
    threads: usize,
    /// `None` means that nobody watches.
    #[debug("{}", watch.is_some())]
    watch: Option<Watch>,
}

/// A flag that counts as raised when the flag of the whole budget, of which this one is a part, is raised.
#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    whole: Option<Arc<Flag>>,
}

impl Flag {
    fn part(self: &Arc<Self>) -> Arc<Self> {
        Arc::new(Self { raised: AtomicBool::new(false), whole: Some(self.clone()) })
    }

    fn is_up(&self) -> bool {
        self.raised.load(Ordering::Relaxed) || self.whole.as_deref().is_some_and(Self::is_up)
    }
}

/// The end of a budget, by one of two clocks.
#[derive(Clone, Copy, Debug)]
enum Deadline {
    /// The time of day.
    Clock(Instant),
    /// The processor time of the thread that works. Other threads and programs cannot spend it.
    Processor(Duration),
}

impl Deadline {
    fn left(self) -> Duration {
        match self {
            Self::Clock(end) => end.saturating_duration_since(Instant::now()),
            Self::Processor(end) => end.saturating_sub(processor_time()),
        }
    }

    fn is_over(self) -> bool {
        self.left().is_zero()
    }

    /// The end of this time, counted from now by the same clock.
    fn after(self, time: Duration) -> Self {
        match self {
            Self::Clock(_) => Self::Clock(Instant::now() + time),
            Self::Processor(_) => Self::Processor(processor_time().saturating_add(time)),
        }
    }
}

/// The processor time that this thread has had.
#[must_use]
pub fn processor_time() -> Duration {
    ThreadTime::now().as_duration()
}

/// A clock that counts nodes instead of seconds.
#[derive(Clone, Debug)]
struct Nodes {
    visited: Arc<AtomicU64>,
    /// The number of nodes after which it stops.
    most: u64,
}

/// See [`Budget::cancel_on_drop`].
pub struct CancelOnDrop<'a>(&'a Budget);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Default for Budget {
    /// Ten seconds, about as long as a person waits for an answer.
    fn default() -> Self {
        Self::seconds(10.0)
    }
}

impl Budget {
    /// No limit of time, and 4 GiB of memory. Another thread may still [cancel](Self::cancel) the work.
    pub fn endless() -> Self {
        Self {
            cancelled: Arc::default(),
            deadline: None,
            nodes: None,
            bytes: 4 << 30,
            threads: 1,
            watch: None,
        }
    }

    /// This much time, counted from now. A negative time counts as zero, and a time beyond the range of
    /// clocks sets no limit.
    pub fn seconds(seconds: f64) -> Self {
        Duration::try_from_secs_f64(seconds.max(0.0)).map_or_else(|_| Self::endless(), Self::after)
    }

    /// This much time, counted from now. A time beyond the range of clocks sets no limit.
    pub fn after(time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time).map(Deadline::Clock), ..Self::endless() }
    }

    /// This much processor time of this thread, counted from now. What it ends does not depend on other work of
    /// the machine. The work [stays in its thread](Self::stays_in_its_thread).
    ///
    /// ```
    /// use std::{thread, time::Duration};
    /// use values::Budget;
    /// let budget = Budget::processor(Duration::from_millis(5));
    /// thread::sleep(Duration::from_millis(20));
    /// assert!(!budget.is_spent());
    /// ```
    pub fn processor(time: Duration) -> Self {
        Self::endless().processor_slice(time)
    }

    /// This many nodes, see [`Self::with_nodes`].
    pub fn after_nodes(nodes: u64) -> Self {
        Self::endless().with_nodes(nodes)
    }

    /// The same budget with this many nodes: successful calls of [`check`](Self::check) and
    /// [`check_now`](Self::check_now). On one thread it ends at the same place on every machine.
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(Nodes { visited: Arc::default(), most: nodes }), ..self }
    }

    /// The part of the memory that a process takes anyway. A computation may use it besides its own.
    pub const SPARE_BYTES: usize = 16 << 20;

    /// The same budget with this much memory.
    pub fn with_bytes(self, bytes: usize) -> Self {
        Self { bytes, ..self }
    }

    /// The same budget with at most this many threads, at least one, for searches that can use them.
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same budget with a watch, which is asked about once in 32 checks. Work under it stays in the thread
    /// that began it, so the watch can do what only that thread may do, such as look for signals. A watch that
    /// says stop ends what this thread does; it does not cancel the work of others.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use values::{Budget, Error};
    /// let budget = Budget::endless().watched(Arc::new(|| true));
    /// assert!((0..32).any(|_| budget.check() == Err(Error::Stopped)));
    /// assert!(!budget.is_spent());
    /// ```
    pub fn watched(self, watch: Watch) -> Self {
        Self { watch: Some(watch), ..self }
    }

    /// Does the work stay in the thread that began it: because the budget counts nodes, so that it ends at the
    /// same place every time, or the thread's processor time, or because it is [watched](Self::watched)?
    #[must_use]
    pub fn stays_in_its_thread(&self) -> bool {
        let by_thread = matches!(self.deadline, Some(Deadline::Processor(_)));
        self.counts_nodes() || by_thread || self.watch.is_some()
    }

    /// Does the budget count nodes? Then work must go on in one thread, to end at the same place every time.
    #[must_use]
    pub fn counts_nodes(&self) -> bool {
        self.nodes.is_some()
    }

    /// The memory that tables and stores may take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The number of threads that may work on a question: one if the work
    /// [stays in its thread](Self::stays_in_its_thread).
    #[must_use]
    pub fn threads(&self) -> usize {
        if self.stays_in_its_thread() { 1 } else { self.threads }
    }

    /// The remaining time. `None` means that there is no limit of time.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(Deadline::left)
    }

    /// The remaining nodes. `None` means that nodes are not counted.
    #[must_use]
    pub fn nodes_left(&self) -> Option<u64> {
        self.nodes.as_ref().map(|nodes| nodes.most.saturating_sub(nodes.visited.load(Ordering::Relaxed)))
    }

    /// A budget of this part of the remaining time and nodes, with all of the memory. Its nodes count for the
    /// whole as well, and when the whole is cancelled, so is the part.
    pub fn part(&self, part: f64) -> Self {
        let part = if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
        let deadline = self.deadline.map(|deadline| deadline.after(deadline.left().mul_f64(part)));
        let nodes = self.nodes.as_ref().map(|Nodes { visited, most }| {
            let before = visited.load(Ordering::Relaxed);
            let left = most.saturating_sub(before) as f64;
            Nodes { visited: visited.clone(), most: before.saturating_add((left * part) as u64).min(*most) }
        });
        Self { cancelled: self.cancelled.part(), deadline, nodes, ..self.clone() }
    }

    /// A part of the budget that ends after this time at the latest, and counts no nodes. Its clock is that of
    /// the whole.
    pub fn slice(&self, time: Duration) -> Self {
        let deadline = match self.deadline {
            Some(deadline) => Some(deadline.after(time.min(deadline.left()))),
            None => Instant::now().checked_add(time).map(Deadline::Clock),
        };
        Self { cancelled: self.cancelled.part(), deadline, nodes: None, ..self.clone() }
    }

    /// A part of the budget of this much processor time of this thread, which counts no nodes. It ends with the
    /// whole only if that is cancelled.
    pub fn processor_slice(&self, time: Duration) -> Self {
        let deadline = Some(Deadline::Processor(processor_time().saturating_add(time)));
        Self { cancelled: self.cancelled.part(), deadline, nodes: None, ..self.clone() }
    }

    /// A budget whose time ends earlier, by the margin or by a third of the remaining time if that is less.
    /// Nodes need no margin.
    pub fn earlier(&self, margin: Duration) -> Self {
        let deadline = self.deadline.map(|deadline| {
            let left = deadline.left();
            deadline.after(left - margin.min(left / 3))
        });
        Self { cancelled: self.cancelled.part(), deadline, ..self.clone() }
    }

    /// Stops all threads that share this budget, at their next check.
    pub fn cancel(&self) {
        self.cancelled.raised.store(true, Ordering::Relaxed);
    }

    /// A guard that cancels the budget when it is dropped: the first of several threads that ends, also by a
    /// panic, stops the others.
    #[must_use]
    pub fn cancel_on_drop(&self) -> CancelOnDrop<'_> {
        CancelOnDrop(self)
    }

    /// Is the budget spent? This looks at the clock and counts no node.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        let used_up = |nodes: &Nodes| nodes.visited.load(Ordering::Relaxed) >= nodes.most;
        self.cancelled.is_up()
            || self.nodes.as_ref().is_some_and(used_up)
            || self.deadline.is_some_and(Deadline::is_over)
    }

    /// Was the work cancelled before its time was up?
    fn is_interrupted(&self) -> bool {
        self.cancelled.is_up() && !self.deadline.is_some_and(Deadline::is_over)
    }

    /// Frees the memory of work that has ended. After an interruption that happens in a thread of its own: whoever
    /// cancelled waits, and a full store takes long to free. Otherwise the next search would take memory meanwhile.
    pub fn free<T: Send + 'static>(&self, memory: T) {
        if self.is_interrupted() {
            // If no thread can be started, the closure is dropped here.
            let _ = std::thread::Builder::new().name("free".to_owned()).spawn(move || drop(memory));
        }
    }

    /// An error once the budget is spent. This looks at the clock each time, for nodes that take long.
    pub fn check_now(&self) -> Result<(), Error> {
        if self.deadline.is_some_and(Deadline::is_over) {
            self.cancel();
        }
        self.ask()?;
        self.visit()
    }

    /// An error once the budget is spent. This is cheap enough for inner loops: it looks at the clock once in
    /// 32 calls.
    #[inline]
    pub fn check(&self) -> Result<(), Error> {
        thread_local!(static CALLS: Cell<u8> = const { Cell::new(0) });
        let calls = CALLS.get().wrapping_add(1) % 32;
        CALLS.set(calls);
        if calls == 0 {
            if self.deadline.is_some_and(Deadline::is_over) {
                self.cancel();
            }
            self.ask()?;
        }
        self.visit()
    }

    /// An error if the watch says stop.
    fn ask(&self) -> Result<(), Error> {
        match &self.watch {
            Some(watch) if watch() => Err(Error::Stopped),
            _ => Ok(()),
        }
    }

    /// Counts a node, unless it is time to stop.
    #[inline]
    fn visit(&self) -> Result<(), Error> {
        if self.cancelled.is_up() {
            return Err(Error::Stopped);
        }
        if let Some(Nodes { visited, most }) = &self.nodes {
            let next = |visited: u64| (visited < *most).then_some(visited + 1);
            let counted = visited.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
            counted.map_err(|_| Error::OutOfNodes)?;
        }
        Ok(())
    }
}
