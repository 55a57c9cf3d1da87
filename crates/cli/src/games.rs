//! `tedomari games`: the list of games with their notations.

use crate::ending::Ending;
use crate::output;
use clap::Args;
use std::io::Write;
use tedomari::answers::RulesetAnswer;
use tedomari::prelude::Engine;

const PREAMBLE: &str = "\
A board is its rows from the top, joined by |. Upper and lower case are the same: X or x is Left (Black), O or o
is Right (White), . an empty cell, # a burnt cell or one outside of the board. In moves, columns are letters from
the left and rows are numbers from the bottom, such as A1; an Amazons move is A4-B4xD2: from, to, arrow.";

/// List the games, with the notation of each and an example
#[derive(Args)]
#[command(after_help = "Example:\n  tedomari games --json")]
pub(crate) struct Arguments {
    /// Write one JSON object for each game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let mut out = output::stdout();
    let rulesets = engine.rulesets();
    if !arguments.json {
        writeln!(out, "{PREAMBLE}\n")?;
    }
    for game in rulesets.positional().chain(rulesets.with_chance()) {
        let answer = RulesetAnswer::from(game);
        if arguments.json {
            output::write_json(&mut out, &answer)?;
        } else {
            let RulesetAnswer { name, about, notation, example, .. } = answer;
            let command = if game.has_chance() { "play" } else { "analyze" };
            writeln!(out, "{name}\n  {about}\n  notation: {notation}")?;
            writeln!(out, "  tedomari {command} {name} '{example}'\n")?;
        }
    }
    Ok(Ending::Complete)
}
