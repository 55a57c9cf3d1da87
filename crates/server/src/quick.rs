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
    room: Semaphore,
    line: Semaphore,
}

impl Default for Quick {
    fn default() -> Self {
        Self { room: Semaphore::new(AT_A_TIME), line: Semaphore::new(AT_A_TIME + MOST_WAITING) }
    }
}

/// Answers a quick question.
pub(crate) async fn answer<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App, &Budget) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let busy = |_| ApiError::busy();
    let _line = app.quick.line.try_acquire().map_err(busy)?;
    let _room = app.quick.room.acquire().await.map_err(|_| ApiError::busy())?;
    let app = app.clone();
    let worked = tokio::task::spawn_blocking(move || {
        let budget = Budget::after(TIME).with_bytes(BYTES);
        catch_unwind(AssertUnwindSafe(|| work(&app, &budget)))
    });
    match worked.await {
        Ok(Ok(answer)) => answer,
        _ => Err(ApiError::panicked()),
    }
}
