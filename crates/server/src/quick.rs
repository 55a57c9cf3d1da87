//! Quick questions: they are answered at once, a few at a time, in threads that may block. One that panics takes
//! nothing with it.

use crate::app::App;
use crate::error::ApiError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tedomari::values::Budget;
use tokio::sync::Semaphore;

/// The number of quick questions that are answered at a time.
const AT_A_TIME: usize = 4;
/// The number of those that wait.
const MOST_WAITING: usize = 64;
/// The time for a quick question.
const TIME: Duration = Duration::from_secs(1);
/// The memory for a quick question.
const BYTES: usize = 64 << 20;

/// The room for quick questions.
pub(crate) struct Quick {
    room: Arc<Semaphore>,
    line: Arc<Semaphore>,
}

impl Default for Quick {
    fn default() -> Self {
        let room = |most| Arc::new(Semaphore::new(most));
        Self { room: room(AT_A_TIME), line: room(AT_A_TIME + MOST_WAITING) }
    }
}

/// Answers a quick question.
pub(crate) async fn answer<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App, &Budget) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let busy = |_| ApiError::busy();
    let line = app.quick.line.clone().try_acquire_owned().map_err(busy)?;
    let room = app.quick.room.clone().acquire_owned().await.map_err(|_| ApiError::busy())?;
    let app = app.clone();
    let worked = tokio::task::spawn_blocking(move || {
        // The thread goes on if the client goes away, so it holds its places.
        let _places = (line, room);
        let budget = Budget::after(TIME).with_bytes(BYTES);
        catch_unwind(AssertUnwindSafe(|| work(&app, &budget)))
    });
    match worked.await {
        Ok(Ok(answer)) => answer,
        _ => Err(ApiError::panicked()),
    }
}
