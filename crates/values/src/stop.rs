//! How work that takes long is told to stop: a deadline, a number of nodes, or a flag that another
//! thread may raise. Whoever works long asks [`Stop::check`] at every node.

use crate::Error;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A request to stop, shared by everyone who works on the same question.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<Flag>,
    deadline: Option<Instant>,
    nodes: Option<Nodes>,
}

/// A flag that is up when it is raised, or when that of the whole is of which this is a part.
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

/// A clock that counts nodes in place of seconds.
#[derive(Clone, Debug)]
struct Nodes {
    visited: Arc<AtomicU64>,
    /// The number of nodes after which it stops.
    most: u64,
}

impl Stop {
    /// Never stops unless [raised](Self::raise).
    #[must_use]
    pub fn never() -> Self {
        Self::default()
    }

    /// Stops after this time, counted from now.
    #[must_use]
    pub fn after(time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..Self::default() }
    }

    /// Stops after this many successful calls of [`check`](Self::check) and [`check_now`](Self::check_now), which are made
    /// at every node. On one thread that is always at the same place, however fast the machine is.
    #[must_use]
    pub fn after_nodes(nodes: u64) -> Self {
        Self::never().and_after_nodes(nodes)
    }

    /// The same, and after this many nodes at the latest.
    #[must_use]
    pub fn and_after_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(Nodes { visited: Arc::default(), most: nodes }), ..self }
    }

    /// Stops when this part of what is left is used up: time, nodes, or both. Nodes count for the whole as well, and when
    /// the whole is told to stop, so is the part.
    #[must_use]
    pub fn part(&self, part: f64) -> Self {
        let deadline = self.deadline.map(|deadline| {
            let now = Instant::now();
            now + deadline.saturating_duration_since(now).mul_f64(part)
        });
        let nodes = self.nodes.as_ref().map(|Nodes { visited, most }| {
            let before = visited.load(Ordering::Relaxed);
            let left = most.saturating_sub(before) as f64;
            Nodes { visited: visited.clone(), most: before.saturating_add((left * part) as u64).min(*most) }
        });
        Self { flag: self.flag.part(), deadline, nodes }
    }

    /// Stops earlier, by a margin of time or, if less is left than three times that, by a third of what is left.
    /// Nodes need no margin.
    #[must_use]
    pub fn earlier(&self, margin: Duration) -> Self {
        let deadline = self.deadline.map(|deadline| {
            let left = deadline.saturating_duration_since(Instant::now());
            deadline - margin.min(left / 3)
        });
        Self { flag: self.flag.part(), deadline, nodes: self.nodes.clone() }
    }

    /// Asks all who share this to stop.
    pub fn raise(&self) {
        self.flag.raised.store(true, Ordering::Relaxed);
    }

    /// Is it time to stop? Looks at the clock, and counts no node.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let used_up = |nodes: &Nodes| nodes.visited.load(Ordering::Relaxed) >= nodes.most;
        self.flag.is_up()
            || self.nodes.as_ref().is_some_and(used_up)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// An error once it is time to stop, for nodes that take long enough to look at the clock each time.
    pub fn check_now(&self) -> Result<(), Error> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.raise();
        }
        self.visit()
    }

    /// An error once it is time to stop. Cheap enough for inner loops: the clock
    /// is looked at only once in 32 calls.
    #[inline]
    pub fn check(&self) -> Result<(), Error> {
        thread_local!(static CALLS: Cell<u8> = const { Cell::new(0) });
        let calls = CALLS.get().wrapping_add(1) % 32;
        CALLS.set(calls);
        if calls == 0 && self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.raise();
        }
        self.visit()
    }

    /// Counts a node, unless it is time to stop.
    #[inline]
    fn visit(&self) -> Result<(), Error> {
        if self.flag.is_up() {
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
