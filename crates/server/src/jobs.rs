//! Jobs: questions that may take long. A few run at a time, each in a thread of its own within a budget, and a few
//! more wait; all others are refused at once. A job that panics takes nothing with it.

use crate::app::App;
use crate::error::ApiError;
use crate::events::{Event, Events};
use serde::Serialize;
use serde_json::{Value, json};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tedomari::answers::Ended;
use tedomari::values::{self, Budget};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// The minimum time between two improvements that a job tells.
const PAUSE: Duration = Duration::from_millis(50);
/// The time between two signs of life.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// The jobs of a server.
pub(crate) struct Jobs {
    room: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    pub(crate) most_running: usize,
    pub(crate) most_waiting: usize,
}

/// How a job ended.
pub(crate) struct Outcome {
    /// The answer, or why there is none.
    pub(crate) answer: Result<Value, ApiError>,
    /// Why it is not complete.
    pub(crate) ended: Option<Ended>,
}

impl Outcome {
    /// A job with this answer, which may say why it ended early.
    pub(crate) fn of(answer: &impl Serialize, ended: Option<Ended>) -> Self {
        Self { answer: Ok(serde_json::to_value(answer).unwrap_or_default()), ended }
    }
}

impl From<ApiError> for Outcome {
    fn from(error: ApiError) -> Self {
        Self { answer: Err(error), ended: None }
    }
}

/// A place among the jobs that wait.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A job as its work sees it: its budget, and a way to tell what was found so far.
pub(crate) struct Job {
    pub(crate) budget: Budget,
    started: Instant,
    sender: UnboundedSender<Event>,
    /// When something was told that can be left out.
    told: Mutex<Option<Instant>>,
}

impl Job {
    /// Tells something that has to arrive.
    pub(crate) fn tell(&self, name: &'static str, data: &impl Serialize) {
        // Nobody listens to a job that was cancelled.
        let _ = self.sender.send(Event::new(name, data));
    }

    /// Tells how far the job is, unless it has just done so.
    pub(crate) fn improve<T: Serialize>(&self, name: &'static str, data: impl FnOnce(f64) -> T) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_none_or(|told| told.elapsed() >= PAUSE) {
            *told = Some(Instant::now());
            self.tell(name, &data(self.started.elapsed().as_secs_f64()));
        }
    }

    /// Does nobody wait for the answer any more?
    pub(crate) fn is_abandoned(&self) -> bool {
        self.sender.is_closed()
    }
}

impl Jobs {
    pub(crate) fn new(most_running: usize, most_waiting: usize) -> Self {
        let room = Arc::new(Semaphore::new(most_running));
        Self { room, waiting: Arc::default(), most_running, most_waiting }
    }

    pub(crate) fn running(&self) -> usize {
        self.most_running - self.room.available_permits().min(self.most_running)
    }

    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    fn wait(&self) -> Option<Waiting> {
        let next = |waiting| (waiting < self.most_waiting).then_some(waiting + 1);
        let place = self.waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        place.is_ok().then(|| Waiting(self.waiting.clone()))
    }
}

/// Starts a job, or puts it where jobs wait. `time` is the time that the client wants to wait.
pub(crate) fn start(
    app: &Arc<App>,
    kind: &'static str,
    time: Option<f64>,
    work: impl FnOnce(&App, &Arc<Job>) -> Outcome + Send + 'static,
) -> Result<Events, ApiError> {
    let most = app.settings.time;
    let time = time.and_then(|time| Duration::try_from_secs_f64(time).ok()).unwrap_or(most).min(most);
    let whole = Budget::endless().with_bytes(app.settings.bytes);
    let (sender, receiver) = unbounded_channel();
    let events = Events::new(receiver, whole.clone());
    let at_once = app.jobs.room.clone().try_acquire_owned().ok();
    let waiting = match at_once {
        Some(_) => None,
        None => Some(app.jobs.wait().ok_or_else(|| {
            app.metrics.refused();
            ApiError::busy()
        })?),
    };
    let app = app.clone();
    tokio::spawn(async move {
        let permit = match (at_once, waiting) {
            (Some(permit), _) => permit,
            (None, waiting) => {
                let ahead = app.jobs.waiting().saturating_sub(1);
                let _ = sender.send(Event::new("queued", &json!({ "ahead": ahead })));
                let room = app.jobs.room.clone().acquire_owned();
                let Some(Ok(permit)) = unless_closed(&sender, room).await else { return };
                drop(waiting);
                permit
            }
        };
        run(app, kind, permit, sender, whole.slice(time), work).await;
    });
    Ok(events)
}

/// The result of a future, unless the client goes away before. `None` means that it does.
async fn unless_closed<T>(sender: &UnboundedSender<Event>, future: impl Future<Output = T>) -> Option<T> {
    let mut closed = std::pin::pin!(sender.closed());
    let mut future = std::pin::pin!(future);
    std::future::poll_fn(|context| match closed.as_mut().poll(context) {
        std::task::Poll::Ready(()) => std::task::Poll::Ready(None),
        std::task::Poll::Pending => future.as_mut().poll(context).map(Some),
    })
    .await
}

/// Runs a job in a thread, with a sign of life each second.
async fn run(
    app: Arc<App>,
    kind: &'static str,
    permit: OwnedSemaphorePermit,
    sender: UnboundedSender<Event>,
    budget: Budget,
    work: impl FnOnce(&App, &Arc<Job>) -> Outcome + Send + 'static,
) {
    let started = Instant::now();
    let job = Arc::new(Job { budget, started, sender: sender.clone(), told: Mutex::default() });
    job.tell("started", &json!({}));
    let (finish, mut finished) = oneshot::channel();
    // The threads of the runtime are used again: each new thread would keep memory of its own.
    drop(tokio::task::spawn_blocking(move || {
        let outcome = catch_unwind(AssertUnwindSafe(|| work(&app, &job)));
        let abandoned = job.is_abandoned();
        let reason = conclude(&job, outcome);
        let reason = if abandoned { "cancelled" } else { reason };
        let seconds = started.elapsed().as_secs_f64();
        app.metrics.finished(kind, reason, seconds);
        tracing::info!(job = kind, reason, seconds, "job");
        job.tell("done", &json!({ "reason": reason, "seconds": seconds }));
        drop(permit);
        let _ = finish.send(());
    }));
    while tokio::time::timeout(HEARTBEAT, &mut finished).await.is_err() {
        let seconds = started.elapsed().as_secs_f64();
        let _ = sender.send(Event::new("heartbeat", &json!({ "seconds": seconds })));
    }
}

/// Tells how a job ended, and says it in a word.
fn conclude(job: &Job, outcome: Result<Outcome, Box<dyn Any + Send>>) -> &'static str {
    match outcome {
        Ok(Outcome { answer: Ok(answer), ended }) => {
            job.tell("answer", &answer);
            ended.map_or("complete", |ended| reason(&ended))
        }
        Ok(Outcome { answer: Err(error), .. }) => {
            job.tell("error", &error.to_json());
            if error.code() == "panic" { "panic" } else { "error" }
        }
        Err(_) => {
            job.tell("error", &ApiError::panicked().to_json());
            "panic"
        }
    }
}

/// The limit that ended a job.
fn reason(ended: &Ended) -> &'static str {
    ended.errors().next().map_or("limit", |error| match error {
        values::Error::Stopped => "time",
        values::Error::OutOfRoom | values::Error::TooManyValues(_) => "memory",
        values::Error::OutOfNodes => "nodes",
        _ => "limit",
    })
}
