//! `tedomari games`: which games there are and how their positions are written.

use crate::{Ending, output};
use clap::Args;
use serde_json::json;
use std::io::Write;
use tedomari::rules::{CONTESTS, RULESETS, Ruleset};

/// List the games, with the notation of each and an example
#[derive(Args)]
pub(crate) struct Arguments {
    /// Write one JSON object for each game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let mut out = output::stdout();
    let kinds: [(&[Ruleset], &str); 2] = [(RULESETS, "analyze"), (CONTESTS, "play")];
    for (games, command) in kinds {
        for game in games {
            let Ruleset { name, about, notation, example } = game;
            if arguments.json {
                let facts = json!({
                    "name": name, "about": about, "notation": notation, "example": example,
                });
                writeln!(out, "{facts}")?;
            } else {
                writeln!(out, "{name}\n  {about}\n  notation: {notation}")?;
                writeln!(out, "  tedomari {command} {name} '{example}'\n")?;
            }
        }
    }
    Ok(Ending::Complete)
}
