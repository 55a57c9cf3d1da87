//! Errors: the reasons why a question has no answer at all. An answer that ended early is not an error: it
//! has its own reason.

use rules::{AddError, BoardError, OpenError, RuleError};
use sums::ReadError;
use temperature::TdsError;
use thiserror::Error;
use values::notation::SyntaxError;

/// The reason why there is no answer: the question was wrong, or rules failed.
#[derive(Error, Clone, Debug, PartialEq)]
pub enum EngineError {
    /// A text is not a value.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// A text is not a position.
    #[error(transparent)]
    Position(#[from] OpenError),
    /// A text is not a sum.
    #[error(transparent)]
    Sum(#[from] ReadError),
    /// A ruleset cannot be added.
    #[error(transparent)]
    Ruleset(#[from] AddError),
    /// The rules of a game failed.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The parameters of a search are inconsistent.
    #[error(transparent)]
    Search(#[from] TdsError),
    /// A value has no answer, such as a product with a unit that is not positive.
    #[error(transparent)]
    Value(#[from] values::Error),
    /// A move of a game cannot be made.
    #[error("move {number}: {message}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The reason.
        message: String,
    },
    /// The question asks for something that does not exist.
    #[error("{0}")]
    Other(String),
}

impl EngineError {
    /// An error with this message.
    pub(crate) fn other(message: &str) -> Self {
        Self::Other(message.to_owned())
    }

    /// Did a limit end the work before there was any result?
    #[must_use]
    pub fn is_limit(&self) -> bool {
        match self {
            Self::Value(error) | Self::Search(TdsError::Value(error)) => error.is_limit(),
            Self::Sum(ReadError::Limit { .. }) => true,
            _ => false,
        }
    }

    /// Does a question name a file that cannot be read?
    #[must_use]
    pub fn is_about_a_file(&self) -> bool {
        let open = match self {
            Self::Position(error) | Self::Sum(ReadError::Position { error, .. }) => Some(error),
            _ => None,
        };
        matches!(open, Some(OpenError::Unreadable(_)))
    }
}

impl From<values::notation::ReadError> for EngineError {
    fn from(error: values::notation::ReadError) -> Self {
        match error {
            values::notation::ReadError::Syntax(error) => error.into(),
            values::notation::ReadError::Value(error) => error.into(),
        }
    }
}

#[cfg(feature = "scripts")]
impl From<scripts::LoadError> for EngineError {
    fn from(error: scripts::LoadError) -> Self {
        Self::Position(error.into())
    }
}

impl From<BoardError> for EngineError {
    fn from(error: BoardError) -> Self {
        Self::Position(error.into())
    }
}
