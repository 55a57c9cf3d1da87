//! The papers' experiments, each one a named run that gives a table.

mod table;
mod xt_domineering;

pub use table::Table;

use values::Error;

/// An experiment.
pub struct Experiment {
    /// What to call it on the command line.
    pub name: &'static str,
    /// What it shows, and of which paper.
    pub about: &'static str,
    /// Does it.
    pub run: fn() -> Result<Table, Error>,
}

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[Experiment {
    name: "xt-domineering-3x3",
    about: "the values of all connected XT Domineering positions within 3×3 (Shan 2013, Table 6, which lacks one)",
    run: xt_domineering::values_of_3x3,
}];
