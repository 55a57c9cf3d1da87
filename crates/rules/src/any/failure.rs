//! Rules that fail, and how the failure reaches the caller of a search.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use thiserror::Error;
use values::{Endless, Player};

/// The reason why the rules have no answer.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum RuleError {
    /// The rules failed, such as a script that ran into an error.
    #[error("the rules failed: {0}")]
    Failed(String),
    /// A position that has no value of the kind that was asked for.
    #[error("{0}")]
    NoValue(String),
    /// The rules are written in another language, which raised an exception.
    #[error("the rules failed: {0}")]
    Raised(Raised),
    /// A move that the rules do not allow.
    #[error("'{action}' is not a move of {player:?} in {position}")]
    Illegal {
        /// The move.
        action: String,
        /// The player who should make it.
        player: Player,
        /// The position.
        position: String,
    },
    /// Play that goes on and on, where every play should end.
    #[error("play does not end: a position comes back after some moves, or play goes on for very long")]
    Endless,
}

/// An exception of the language that rules are written in: its message, and the exception itself for a caller
/// of that language.
#[derive(Clone)]
pub struct Raised {
    message: String,
    exception: Arc<dyn Any + Send + Sync>,
}

impl Raised {
    /// The exception with its message.
    pub fn new(message: String, exception: impl Any + Send + Sync) -> Self {
        Self { message, exception: Arc::new(exception) }
    }

    /// The exception as this type. `None` means that it has another type.
    #[must_use]
    pub fn downcast<T: 'static>(&self) -> Option<&T> {
        self.exception.downcast_ref()
    }
}

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Raised({})", self.message)
    }
}

impl PartialEq for Raised {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.exception, &other.exception)
    }
}

impl Eq for Raised {}

/// Runs a computation with erased positions. Rules that fail end it at once, as `?` would, and so does a
/// recursion over positions [without an end](Endless). Searches store only complete results in tables, so the
/// tables stay correct.
pub fn attempt<T>(work: impl FnOnce() -> T) -> Result<T, RuleError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|reason| match reason.downcast::<RuleError>() {
        Ok(error) => *error,
        Err(reason) if reason.is::<Endless>() => RuleError::Endless,
        // Any other panic is a bug in this program.
        Err(panic) => resume_unwind(panic),
    })
}

/// The answer of the rules. A failure unwinds to [`attempt`].
pub fn surely<T>(answer: Result<T, RuleError>) -> T {
    answer.unwrap_or_else(|error| resume_unwind(Box::new(error)))
}
