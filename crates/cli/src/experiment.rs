//! `tedomari experiment`: the papers' experiments by name, with their tables and plots.

use crate::cluster::Scheduler;
use crate::ending::Ending;
use crate::files::{ensure_writable, read_record, write_file};
use crate::options::Seed;
use crate::{output, progress};
use anyhow::{Context, ensure};
use clap::Subcommand;
use lab::{EXPERIMENTS, Entry, Experiment, Header, Outcome, Settings, Stored, Work, index};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tedomari::values::Budget;

/// Run an experiment of the literature on temperature search and sums; `experiment list` names the sources
#[derive(Subcommand)]
#[command(
    after_help = "Examples:\n  tedomari experiment list\n  tedomari experiment run xt-domineering-3x3 --out results"
)]
pub(crate) enum Command {
    /// List the experiments
    #[command(after_help = "Example:\n  tedomari experiment list")]
    List,
    /// Run an experiment and print its tables; without --paper it takes less than a minute
    #[command(
        after_help = "Examples:\n  tedomari experiment run xt-domineering-3x3\n  tedomari experiment run xt-domineering-3x3 --out results"
    )]
    Run(Run),
    /// Make the pages, plots and the index of a folder from its stored results
    #[command(
        after_help = "Example:\n  tedomari experiment run xt-domineering-3x3 --out results\n  tedomari experiment page results"
    )]
    Page {
        /// The folder, with the files NAME.json that `experiment run NAME --out` has written
        folder: PathBuf,
    },
}

#[derive(clap::Args)]
pub(crate) struct Run {
    /// The name of the experiment
    name: String,
    /// The times, sizes and numbers of games of the paper: minutes to days
    #[arg(long)]
    paper: bool,
    /// Multiply all time limits by this factor
    #[arg(long, value_name = "FACTOR", requires = "paper", value_parser = factor)]
    scale: Option<f64>,
    /// End after this much processor time, in seconds; with --out the same command goes on later
    #[arg(long, value_name = "SECONDS", value_parser = factor)]
    time: Option<f64>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    scheduler: Scheduler,
    /// Write the page, its data (JSON), tables (CSV), plots (SVG) and the journal of a long run into this folder, too
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

fn factor(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number <= 1e9 => Ok(number),
        _ => Err("expected a positive number".to_owned()),
    }
}

pub(crate) fn run(command: Command) -> anyhow::Result<Ending> {
    let mut out = output::stdout();
    match command {
        Command::List => {
            for experiment in EXPERIMENTS {
                writeln!(out, "{}\n  {}", experiment.name, experiment.about)?;
            }
        }
        Command::Run(arguments) => {
            for table in arguments.run()?.tables {
                writeln!(out, "{table}")?;
            }
        }
        Command::Page { folder } => {
            for name in pages(&folder)? {
                writeln!(out, "{name}")?;
            }
        }
    }
    Ok(Ending::Complete)
}

impl Run {
    fn experiment(&self) -> anyhow::Result<&'static Experiment> {
        let name = &self.name;
        let experiment = EXPERIMENTS.iter().find(|experiment| experiment.name == name);
        let names = || EXPERIMENTS.iter().map(|experiment| experiment.name).collect::<Vec<_>>().join(", ");
        let known = || format!("there is no experiment '{name}'; the experiments are {}", names());
        let experiment = experiment.with_context(known)?;
        ensure!(
            experiment.is_random || self.seed.seed.is_none(),
            "{name} makes no random choices: leave --seed out"
        );
        ensure!(experiment.can_be_full || !self.paper, "{name} is always run in full: leave --paper out");
        let has_units = experiment.has_units();
        ensure!(has_units || self.time.is_none(), "{name} is not sampled: leave --time out");
        ensure!(has_units || self.scale.is_none(), "{name} has no time limits: leave --scale out");
        if self.scheduler.is_given() {
            ensure!(
                experiment.is_shared(),
                "{name} has no pieces that workers could share: leave --scheduler out"
            );
            ensure!(
                self.time.is_none() && self.scale.is_none(),
                "workers do all units: leave --time and --scale out"
            );
        }
        Ok(experiment)
    }

    /// The command of the whole run. It says only what changes the result.
    fn command(&self, experiment: &Experiment) -> String {
        let mut words = format!("tedomari experiment run {}", self.name);
        if self.paper {
            words += " --paper";
        }
        if let Some(scale) = self.scale {
            words += &format!(" --scale {scale}");
        }
        if experiment.is_random {
            words += &format!(" --seed {}", self.seed.get());
        }
        words
    }

    fn run(&self) -> anyhow::Result<Outcome> {
        let experiment = self.experiment()?;
        if let Some(folder) = &self.out {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("{} cannot be made", folder.display()))?;
            ensure_writable(&folder.join(format!("{}.json", self.name)))?;
        }
        let scale = self.scale.unwrap_or(1.0);
        let seed = experiment.is_random.then(|| self.seed.get());
        let work = match &self.out {
            Some(folder) if experiment.has_units() => {
                let (name, version) = (self.name.clone(), env!("CARGO_PKG_VERSION").to_owned());
                let header = Header { experiment: name, paper: self.paper, scale, seed, version };
                Work::open(&folder.join(format!("{}.journal", self.name)), &header)?
            }
            _ => Work::default().scaled(scale),
        };
        let work = match self.time {
            Some(seconds) => work.within(Duration::from_secs_f64(seconds)),
            None => work,
        };
        let (full, seed, budget) = (self.paper, self.seed.get(), Budget::endless());
        let elsewhere: Option<Vec<String>> = self
            .scheduler
            .work("experiment", || Ok(json!({ "name": self.name, "full": full, "seed": seed })))?;
        let known: Result<Vec<Entry>, _> =
            elsewhere.iter().flatten().map(|line| serde_json::from_str(line)).collect();
        let work = work.knowing(known?);
        let settings = Settings { full, seed, budget, work, progress: &progress::show };
        let (outcome, stored) = experiment.store(&settings, self.command(experiment))?;
        progress::show("");
        // Files come first: the reader of the tables may leave before their end.
        if let Some(folder) = &self.out {
            write_file(&folder.join(format!("{}.json", self.name)), stored.write()?.as_bytes())?;
            write_pages(folder, &stored.pages())?;
            for (i, table) in stored.tables.iter().enumerate() {
                let number = if i == 0 { String::new() } else { format!("-{}", i + 1) };
                write_file(&folder.join(format!("{}{number}.csv", self.name)), table.csv().as_bytes())?;
            }
        }
        Ok(outcome)
    }
}

/// Makes the pages of a folder again. Returns the names of the files.
fn pages(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut results = Vec::new();
    let there = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in there {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "json") {
            let stored = Stored::read(&read_record(&path)?);
            results.push(stored.with_context(|| path.display().to_string())?);
        }
    }
    ensure!(!results.is_empty(), "{} has no stored results (NAME.json)", folder.display());
    let mut pages: Vec<_> = results.iter().flat_map(Stored::pages).chain([index(&results)]).collect();
    pages.sort();
    let names = pages.iter().map(|(name, _)| name.clone()).collect();
    write_pages(folder, &pages)?;
    Ok(names)
}

fn write_pages(folder: &Path, pages: &[lab::Page]) -> anyhow::Result<()> {
    pages.iter().try_for_each(|(name, text)| write_file(&folder.join(name), text.as_bytes()))
}
