//! `tedomari games`: which games there are and how their positions are written.

use crate::Ending;
use clap::Args;
use serde_json::json;
use std::io::Write;
use tedomari::rules::GAMES;

/// List the games, with the notation of each and an example
#[derive(Args)]
pub(crate) struct Arguments {
    /// Write one JSON object for each game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let mut out = std::io::stdout().lock();
    for game in GAMES {
        if arguments.json {
            let facts = json!({
                "name": game.name, "about": game.about, "notation": game.notation, "example": game.example,
            });
            writeln!(out, "{facts}")?;
        } else {
            writeln!(out, "{}\n  {}\n  notation: {}", game.name, game.about, game.notation)?;
            writeln!(out, "  tedomari analyze {} '{}'\n", game.name, game.example)?;
        }
    }
    Ok(Ending::Complete)
}
