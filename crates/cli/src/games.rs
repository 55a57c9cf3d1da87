//! `tedomari games`: the games with their notations, and the check of a script.

use crate::ending::Ending;
use crate::output;
use crate::report::refusal;
use clap::Args;
use std::io::Write;
use tedomari::answers::RulesetAnswer;
use tedomari::prelude::{Engine, Ruleset};

const PREAMBLE: &str = "\
A board is its rows from the top, joined by |. Upper and lower case are the same: X or x is Left (Black), O or o
is Right (White), . an empty cell, # a burnt cell or one outside of the board. In moves, columns are letters from
the left and rows are numbers from the bottom, such as A1; an Amazons move is A4-B4xD2: from, to, arrow.";

const EXAMPLES: &str = "\
Examples:
  tedomari games --json
  tedomari games clobber
  tedomari games ./cutcake.lua
  tedomari games ./cutcake.lua --check 3x2";

/// List the games, with the notation of each and an example
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Only this game: its name, or the path of a script such as ./cutcake.lua [default: all but scripts]
    #[arg(value_name = "GAME", value_hint = clap::ValueHint::FilePath)]
    game: Option<String>,
    #[cfg(feature = "scripts")]
    #[command(flatten)]
    check: Check,
    /// Write one JSON object for each game
    #[arg(long)]
    json: bool,
}

/// The check of a script.
#[cfg(feature = "scripts")]
#[derive(Args)]
struct Check {
    /// Compare what the functions of a script say with plain recursion over its options, on this position and all that can
    /// follow
    #[arg(long, value_name = "POSITION", requires = "game", allow_hyphen_values = true)]
    check: Option<String>,
    /// Time limit of the check, such as 60, 60s, 100ms, 5m or 2h
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = crate::seconds)]
    time: f64,
}

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let mut out = output::stdout();
    let rulesets = engine.rulesets();
    if let Some(game) = &arguments.game {
        #[cfg(feature = "scripts")]
        if let Some(position) = &arguments.check.check {
            return arguments.check.run(engine, game, position, arguments.json);
        }
        let ruleset = rulesets.get(game).map_err(|error| refusal(error.into()))?;
        write_game(&mut out, ruleset, arguments.json)?;
        return Ok(Ending::Complete);
    }
    if !arguments.json {
        writeln!(out, "{PREAMBLE}\n")?;
    }
    for game in rulesets.positional().chain(rulesets.with_chance()) {
        write_game(&mut out, game, arguments.json)?;
    }
    Ok(Ending::Complete)
}

/// Writes what is known about a game.
fn write_game(out: &mut impl Write, game: &Ruleset, json: bool) -> anyhow::Result<()> {
    let answer = RulesetAnswer::from(game);
    if json {
        return output::write_json(out, &answer);
    }
    let RulesetAnswer { name, about, notation, example, .. } = answer;
    let command = if game.has_chance() { "play" } else { "analyze" };
    // A script need not say anything about itself.
    let known = [("", about), ("notation: ", notation)].into_iter().filter(|(_, text)| !text.is_empty());
    writeln!(out, "{name}")?;
    for (title, text) in known {
        writeln!(out, "  {title}{text}")?;
    }
    match example.is_empty() {
        true => writeln!(out, "  tedomari {command} {name} POSITION\n")?,
        false => writeln!(out, "  tedomari {command} {name} '{example}'\n")?,
    }
    Ok(())
}

#[cfg(feature = "scripts")]
impl Check {
    fn run(&self, engine: &Engine, game: &str, position: &str, json: bool) -> anyhow::Result<Ending> {
        use tedomari::prelude::Budget;
        let answer = engine.check_hooks(game, position, &Budget::seconds(self.time)).map_err(refusal)?;
        let mut out = output::stdout();
        match (&answer.error, answer.positions) {
            _ if json => output::write_json(&mut out, &answer)?,
            (Some(error), Some(positions)) => writeln!(out, "right on {positions} positions; {error}")?,
            (Some(error), None) => writeln!(out, "{error}")?,
            (None, positions) => writeln!(out, "right on all {} positions", positions.unwrap_or_default())?,
        }
        Ok(match answer {
            answer if !answer.right => Ending::CheckFailed,
            answer if answer.error.is_some() => Ending::LimitReached,
            _ => Ending::Complete,
        })
    }
}
