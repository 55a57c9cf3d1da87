//! `tedomari experiment`: the papers' experiments by name, with their tables and plots.

use crate::ending::Ending;
use crate::files::{ensure_writable, write_file};
use crate::options::Seed;
use crate::{output, progress};
use anyhow::{Context, ensure};
use clap::Subcommand;
use lab::{EXPERIMENTS, Outcome, Settings};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Run an experiment of the literature on temperature search and sums; `experiment list` names the sources
#[derive(Subcommand)]
#[command(
    after_help = "Examples:\n  tedomari experiment list\n  tedomari experiment run xt-domineering-3x3 --out results"
)]
pub(crate) enum Command {
    /// List the experiments
    #[command(after_help = "Example:\n  tedomari experiment list")]
    List,
    /// Run an experiment and print its tables; without --full it takes less than a minute
    #[command(
        after_help = "Examples:\n  tedomari experiment run xt-domineering-3x3\n  tedomari experiment run xt-domineering-3x3 --out results"
    )]
    Run {
        /// The name of the experiment
        name: String,
        /// The full run, as large as that of the paper if the machine allows it: minutes to hours
        #[arg(long)]
        full: bool,
        #[command(flatten)]
        seed: Seed,
        /// Write tables (Markdown and CSV) and plots (SVG) into this folder, too
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
}

pub(crate) fn run(command: Command) -> anyhow::Result<Ending> {
    let mut out = output::stdout();
    match command {
        Command::List => {
            for experiment in EXPERIMENTS {
                writeln!(out, "{}\n  {}", experiment.name, experiment.about)?;
            }
        }
        Command::Run { name, full, seed, out: folder } => {
            let experiment = EXPERIMENTS.iter().find(|experiment| experiment.name == name);
            let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
            let known =
                || format!("there is no experiment '{name}'; the experiments are {}", names.join(", "));
            let experiment = experiment.with_context(known)?;
            ensure!(
                experiment.is_random || seed.seed.is_none(),
                "{name} makes no random choices: leave --seed out"
            );
            ensure!(experiment.can_be_full || !full, "{name} is always run in full: leave --full out");
            if let Some(folder) = &folder {
                std::fs::create_dir_all(folder)
                    .with_context(|| format!("{} cannot be made", folder.display()))?;
                ensure_writable(&folder.join(format!("{name}.md")))?;
            }
            let outcome = (experiment.run)(&Settings { full, seed: seed.get(), progress: &progress::show })?;
            progress::show("");
            // Files come first: the reader of the tables may leave before their end.
            if let Some(folder) = folder {
                write_outcome(&folder, &name, &outcome)?;
            }
            for table in &outcome.tables {
                writeln!(out, "{table}")?;
            }
        }
    }
    Ok(Ending::Complete)
}

/// Tables as `NAME.md` and `NAME.csv`, plots as `NAME.svg`; the second of each is `NAME-2`, and so on.
fn write_outcome(folder: &Path, name: &str, outcome: &Outcome) -> anyhow::Result<()> {
    let file = |i: usize, ending: &str| match i {
        0 => folder.join(format!("{name}.{ending}")),
        _ => folder.join(format!("{name}-{}.{ending}", i + 1)),
    };
    for (i, table) in outcome.tables.iter().enumerate() {
        write_file(&file(i, "md"), table.to_string().as_bytes())?;
        write_file(&file(i, "csv"), table.csv().as_bytes())?;
    }
    for (i, plot) in outcome.plots.iter().enumerate() {
        write_file(&file(i, "svg"), plot.picture().svg().as_bytes())?;
    }
    Ok(())
}
