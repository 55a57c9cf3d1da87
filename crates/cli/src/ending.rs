//! How did a command end? The exit status, its text in every help, and the status of an error.

use crate::files::NotRegular;
use std::io;
use std::process::ExitCode;
use tedomari::EngineError;
use tedomari::matches::MatchError;
use tedomari::tables::endgame::BuildFailure;
use tedomari::tables::file::FileError;
use tedomari::tables::retrograde;
use tedomari::values::Error;

/// The end of every help.
pub(crate) const EXIT_STATUS: &str = "\
Exit status: 0 if all went well, 1 if a check failed, 2 for bad input, 3 if a limit was reached, \
4 if a file or the disk failed.";

/// How a command ended. Of several endings the last one in this order counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ending {
    Complete,
    LimitReached,
    BadInput,
    /// A file could not be read or written.
    File,
    /// A proof, a table, a journal or an expected result is wrong.
    CheckFailed,
}

impl Ending {
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Complete => 0,
            Self::CheckFailed => 1,
            Self::BadInput => 2,
            Self::LimitReached => 3,
            Self::File => 4,
        }
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        Self::from(ending.code())
    }
}

impl From<Error> for Ending {
    /// An error that more time cannot cure, such as a number that does not fit, counts as bad input.
    fn from(error: Error) -> Self {
        if error.is_limit() { Self::LimitReached } else { Self::BadInput }
    }
}

/// An error about something that was checked and is wrong.
#[derive(Debug)]
pub(crate) struct CheckFailed(pub(crate) anyhow::Error);

impl std::fmt::Display for CheckFailed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for CheckFailed {}

impl From<&anyhow::Error> for Ending {
    fn from(error: &anyhow::Error) -> Self {
        if error.chain().any(<dyn std::error::Error>::is::<CheckFailed>) {
            Self::CheckFailed
        } else if error.chain().any(is_about_a_file) {
            Self::File
        } else {
            Self::BadInput
        }
    }
}

/// Is the cause that a file cannot be read or written, whatever is in it?
fn is_about_a_file(cause: &(dyn std::error::Error + 'static)) -> bool {
    let file = match cause.downcast_ref::<BuildFailure>() {
        Some(BuildFailure::File(error)) => Some(error),
        _ => match cause.downcast_ref::<retrograde::Error>() {
            Some(retrograde::Error::File(error)) => Some(error),
            _ => cause.downcast_ref::<FileError>(),
        },
    };
    cause.is::<io::Error>()
        || cause.downcast_ref::<EngineError>().is_some_and(EngineError::is_about_a_file)
        || cause.is::<NotRegular>()
        || matches!(file, Some(FileError::Io { .. }))
        || matches!(cause.downcast_ref(), Some(MatchError::File(..)))
}
