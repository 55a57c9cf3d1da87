//! Long work: its limits, which are arguments, its progress, and its end by a signal.
//!
//! A search runs in a thread of its own, without the lock of the interpreter, while the thread that asked looks
//! for signals. A search that calls rules written in Python stays in the thread that asked, where Python itself
//! handles signals between two lines of the rules.

use crate::ruleset::KeepStates;
use crate::store::is_due;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tedomari::values::{Budget, Progress};

/// The time between two looks for signals.
const LOOK: Duration = Duration::from_millis(20);
/// The time between two reports of progress, and before the first one.
const REPORT: Duration = Duration::from_millis(100);
const FIRST_REPORT: Duration = Duration::from_millis(500);
/// The stack of the thread of a search. Deep recursions grow it.
const STACK: usize = 16 << 20;

/// The arguments that limit long work: `time` in seconds (`None` means no limit), `nodes`, `memory` in MiB,
/// `threads`, and `progress`.
pub(crate) struct Limits {
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    started: Instant,
}

impl Limits {
    /// Reads the arguments, with this time where none is given.
    pub(crate) fn read(arguments: Option<&Bound<'_, PyDict>>, usual: Option<f64>) -> PyResult<Self> {
        let mut limits = Self {
            time: usual,
            nodes: None,
            memory: None,
            threads: 1,
            progress: None,
            started: Instant::now(),
        };
        for (name, given) in arguments.into_iter().flatten() {
            match name.extract::<&str>()? {
                "time" => {
                    let is_time = |time: &Option<f64>| time.is_none_or(|time| time >= 0.0);
                    limits.time = limit("time", "a number of seconds, or None", &given, is_time)?;
                }
                "nodes" => limits.nodes = limit("nodes", "a number from 0 on, or None", &given, |_| true)?,
                "memory" => limits.memory = limit("memory", "a number of MiB, or None", &given, |_| true)?,
                "threads" => {
                    limits.threads = limit("threads", "a number from 1 on", &given, |threads| *threads > 0)?;
                }
                "progress" => limits.progress = Some(given.unbind()),
                other => {
                    return Err(PyTypeError::new_err(format!(
                        "there is no argument '{other}'; limits are time, nodes, memory, threads and progress"
                    )));
                }
            }
        }
        Ok(limits)
    }

    pub(crate) fn budget(&self) -> Budget {
        let mut budget = self.time.map_or_else(Budget::endless, Budget::seconds);
        if let Some(memory) = self.memory {
            budget = budget.with_bytes(memory.saturating_mul(1 << 20));
        }
        if let Some(nodes) = self.nodes {
            budget = budget.with_nodes(nodes);
        }
        budget.with_threads(self.threads)
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    pub(crate) fn bytes(&self, usual: u64) -> u64 {
        self.memory.map_or(usual, |memory| (memory as u64).saturating_mul(1 << 20))
    }
}

/// Reads a limit. The message of an error says what it should be.
fn limit<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    meaning: &str,
    given: &Bound<'py, PyAny>,
    is_right: impl FnOnce(&T) -> bool,
) -> PyResult<T> {
    let found = given.extract::<T>().ok().filter(is_right);
    found.ok_or_else(|| {
        let message = format!("{name} is {meaning}, not {given:?}");
        match given.is_instance_of::<PyInt>() || given.is_instance_of::<PyFloat>() {
            true => PyValueError::new_err(message),
            false => PyTypeError::new_err(message),
        }
    })
}

/// How far work is.
#[derive(Default)]
pub(crate) struct Report {
    done: AtomicU64,
    /// 0 means that the amount of work is not known.
    of: AtomicU64,
    note: Mutex<String>,
}

impl Report {
    pub(crate) fn tell(&self, done: u64, of: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    pub(crate) fn say(&self, note: &str) {
        note.clone_into(&mut self.note.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// A callback for searches that count nodes.
    pub(crate) fn counting(self: &Arc<Self>) -> Progress {
        let report = self.clone();
        Arc::new(move |nodes| report.tell(nodes, 0))
    }
}

/// The progress bar of work. It is made when the first report is due.
struct Bar {
    progress: Option<Py<PyAny>>,
    time: Option<f64>,
    started: Instant,
    report: Arc<Report>,
    last: Instant,
    bar: Option<Py<PyAny>>,
}

impl Bar {
    fn new(py: Python<'_>, limits: &Limits, report: Arc<Report>) -> Self {
        let progress = limits.progress.as_ref().map(|progress| progress.clone_ref(py));
        let Limits { time, started, .. } = *limits;
        Self { progress, time, started, report, last: Instant::now(), bar: None }
    }

    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        let wait = if self.bar.is_some() { REPORT } else { FIRST_REPORT };
        if self.last.elapsed() < wait {
            return Ok(());
        }
        self.last = Instant::now();
        if self.bar.is_none() {
            let make = py.import("tedomari._progress")?.getattr("bar")?;
            self.bar = Some(make.call1((self.progress.as_ref(), self.time))?.unbind());
        }
        let note = self.report.note.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let [done, of] = [&self.report.done, &self.report.of].map(|count| count.load(Ordering::Relaxed));
        let elapsed = self.started.elapsed().as_secs_f64();
        let bar = self.bar.as_ref().map(|bar| bar.bind(py));
        bar.map_or(Ok(()), |bar| bar.call_method1("show", (elapsed, done, of, note)).map(|_| ()))
    }

    /// Looks for signals, and shows the progress.
    fn look(&mut self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        self.show(py)
    }

    fn close(&mut self, py: Python<'_>) -> PyResult<()> {
        self.bar.take().map_or(Ok(()), |bar| bar.call_method0(py, "close").map(|_| ()))
    }
}

/// What work has found, and the exception of a signal handler that ended it.
pub(crate) struct Ended<T> {
    found: T,
    interrupt: Option<PyErr>,
}

impl<T, E> Ended<Result<T, E>> {
    /// What was found, or an error.
    pub(crate) fn plain(self, wrong: impl FnOnce(E) -> PyErr) -> PyResult<T> {
        match self.interrupt {
            Some(interrupt) => Err(interrupt),
            None => self.found.map_err(wrong),
        }
    }

    /// What Python gets: the answer, an error, or the exception of a signal with the answer so far in its
    /// attribute `answer`.
    pub(crate) fn give<'py>(
        self,
        py: Python<'py>,
        wrong: impl FnOnce(E) -> PyErr,
        answer: impl FnOnce(T) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match (self.found, self.interrupt) {
            (Ok(found), None) => answer(found),
            (Ok(found), Some(interrupt)) => {
                if let Ok(answer) = answer(found) {
                    interrupt.value(py).setattr("answer", answer)?;
                }
                Err(interrupt)
            }
            (Err(error), interrupt) => Err(interrupt.unwrap_or_else(|| wrong(error))),
        }
    }
}

/// Runs work within its limits. It stays in this thread if it calls rules that are written in Python.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    calls_python: bool,
    work: impl FnOnce(&Budget, &Arc<Report>) -> T + Send,
) -> PyResult<Ended<T>> {
    let (budget, report) = (limits.budget(), Arc::new(Report::default()));
    let mut bar = Bar::new(py, limits, report.clone());
    if calls_python {
        return here(py, bar, budget, &report, work);
    }
    let ended = apart(py, &mut bar, &budget, &report, work);
    bar.close(py)?;
    ended
}

/// In this thread.
fn here<T: Send>(
    py: Python<'_>,
    bar: Bar,
    budget: Budget,
    report: &Arc<Report>,
    work: impl FnOnce(&Budget, &Arc<Report>) -> T + Send,
) -> PyResult<Ended<T>> {
    // The bar, and the exception that ended the work. The watch may outlive the work in a store.
    let course = Arc::new(Mutex::new((bar, None)));
    let (to_cancel, watching) = (budget.clone(), course.clone());
    let watched = budget.watched(Arc::new(move || {
        if !is_due() {
            return false;
        }
        let (bar, interrupt) = &mut *watching.lock().unwrap_or_else(PoisonError::into_inner);
        let looked = Python::attach(|py| bar.look(py));
        let stop = looked.is_err();
        if let Err(error) = looked {
            to_cancel.cancel();
            interrupt.get_or_insert(error);
        }
        stop
    }));
    let kept = KeepStates::new();
    let found = py.detach(|| work(&watched, report));
    drop(kept);
    let (bar, interrupt) = &mut *course.lock().unwrap_or_else(PoisonError::into_inner);
    bar.close(py)?;
    Ok(Ended { found, interrupt: interrupt.take() })
}

/// In a thread of its own.
fn apart<T: Send>(
    py: Python<'_>,
    bar: &mut Bar,
    budget: &Budget,
    report: &Arc<Report>,
    work: impl FnOnce(&Budget, &Arc<Report>) -> T + Send,
) -> PyResult<Ended<T>> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel::<()>(1);
            let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let found = work(budget, report);
                drop(sender);
                found
            })?;
            let mut interrupt = None;
            while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(LOOK) {
                if interrupt.is_none()
                    && let Err(error) = Python::attach(|py| bar.look(py))
                {
                    budget.cancel();
                    interrupt = Some(error);
                }
            }
            let found = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok(Ended { found, interrupt })
        })
    })
}
