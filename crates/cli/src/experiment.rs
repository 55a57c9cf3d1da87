//! `tedomari experiment`: the papers' experiments by name.

use crate::Ending;
use crate::files::write_file;
use anyhow::Context;
use clap::{Args, Subcommand};
use lab::EXPERIMENTS;
use std::io::Write;
use std::path::PathBuf;

/// Run the papers' experiments
#[derive(Args)]
#[command(after_help = "Example:\n  tedomari experiment run xt-domineering-3x3 --csv table.csv")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the experiments
    List,
    /// Run one and print its table
    Run {
        /// Its name
        name: String,
        /// Write the table to this file as comma-separated values, too
        #[arg(long, value_name = "FILE")]
        csv: Option<PathBuf>,
    },
}

pub(crate) fn run(arguments: Arguments) -> anyhow::Result<Ending> {
    let mut out = std::io::stdout().lock();
    match arguments.command {
        Command::List => {
            for experiment in EXPERIMENTS {
                writeln!(out, "{}\n  {}", experiment.name, experiment.about)?;
            }
        }
        Command::Run { name, csv } => {
            let experiment = EXPERIMENTS.iter().find(|experiment| experiment.name == name);
            let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
            let known =
                || format!("there is no experiment '{name}'; the experiments are {}", names.join(", "));
            let table = (experiment.with_context(known)?.run)()?;
            if let Some(path) = csv {
                write_file(&path, table.csv().as_bytes())?;
            }
            write!(out, "{table}")?;
        }
    }
    Ok(Ending::Complete)
}
