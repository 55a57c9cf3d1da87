//! Results of experiments that are part of the program: those that the documents show.

use lab::{Report, Stored};
use tedomari::answers::SCHEMA;

include!(concat!(env!("OUT_DIR"), "/results.rs"));

/// Is there a result of this experiment?
pub(crate) fn has(experiment: &str) -> bool {
    RESULTS.iter().any(|(file, _)| file.strip_suffix(".json") == Some(experiment))
}

/// The result at a path such as `/results/one-second.json`. `None` means that there is none.
pub(crate) fn get(path: &str) -> Option<Report> {
    let name = path.strip_prefix("/results/")?;
    let (_, bytes) = RESULTS.iter().find(|(file, _)| *file == name)?;
    let stored = Stored::read(std::str::from_utf8(bytes).ok()?).ok()?;
    Some(Report::of(&stored, SCHEMA))
}
