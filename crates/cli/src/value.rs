//! `tedomari value`: everything about a value in notation, or about a stream of them.

use crate::ending::Ending;
use crate::given::utf8;
use crate::lines::{self, Input};
use crate::options::ValueLimits;
use crate::output;
use crate::report::Report;
use clap::Args;
use std::ffi::OsString;
use std::path::Path;
use tedomari::prelude::Engine;
use tedomari::values::notation::{OPERATIONS, Operation};

const EXAMPLES: &str = "\
Examples:
  tedomari value '10|8||2'
  tedomari value '{0||0|-2} + ^^*' --all
  tedomari value '(+-1).Heat(1/2)'
  tedomari value - --json < expressions.txt

Notation:
  3, -1/2, {a,b|c}, a|b||c, *3, ^, v*, ^3, ^[2], ^<2>, ^(1/2), +-x, +-(x,y), Tiny(x), Miny(x)
  g+h, g-h, 3*(g), g:h (ordinal sum)

";

/// Examples, notation and all operations.
fn examples() -> String {
    let call = |operation: &&Operation| match operation.arguments {
        [] => format!("  .{:<22} {}", operation.name, operation.help),
        arguments => {
            let call = format!("{}({})", operation.name, arguments.join(","));
            format!("  .{call:<22} {}", operation.help)
        }
    };
    let operations: Vec<String> = OPERATIONS.iter().map(call).collect();
    format!("{EXAMPLES}Operations, written behind a game:\n{}", operations.join("\n"))
}

/// Describe a value: canonical form, outcome, mean, temperature, atomic weight …
#[derive(Args)]
#[command(after_help = examples())]
pub(crate) struct Arguments {
    /// The value in notation; - reads one from each line of standard input, and @FILE from each line of a file
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: OsString,
    /// Write one JSON object for each expression
    #[arg(long)]
    json: bool,
    /// Add options, incentives, reduced form, companion, counts …
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    limits: ValueLimits,
}

pub(crate) fn run(arguments: Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let Arguments { expression, json, all, limits } = arguments;
    let report = |text: &str| report(engine, text, all, limits);
    let text = utf8(expression)?;
    let input = match text.strip_prefix('@') {
        Some(path) => Input::open(Path::new(path))?,
        None if text == "-" => Input::standard(),
        None => return lines::write_report(&mut output::stdout(), &report(&text), json),
    };
    lines::answer(input, json, report)
}

/// The report on a value in notation. Text omits its cost.
pub(crate) fn report(engine: &Engine, text: &str, all: bool, limits: ValueLimits) -> Report {
    match engine.describe(text, all, &limits.budget()) {
        Ok(answer) => Report::of(&answer, answer.error.as_ref(), limits.options()).hiding(&["nodes"]),
        Err(error) => Report::refused(&[("expression", text)], &error),
    }
}
