//! `tedomari games`: the list of games with their notations.

use crate::ending::Ending;
use crate::output;
use clap::Args;
use std::io::Write;
use tedomari::answers::RulesetAnswer;
use tedomari::prelude::Engine;

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
