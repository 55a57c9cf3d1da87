//! `tedomari thermograph`: the thermograph of a position, a value or a sum, in the terminal, as a picture or as
//! numbers.

use crate::analyze;
use crate::draw::Pictures;
use crate::ending::Ending;
use crate::given::Given;
use crate::lines;
use crate::options::{Tables, ValueLimits};
use clap::Args;
use std::io::Write;
use tedomari::Topic;
use tedomari::pictures::{self, Characters};
use tedomari::prelude::{Budget, Engine, EngineError, Thermograph};

const EXAMPLES: &str = "\
Examples:
  tedomari thermograph '{4|2,{3|0,{1/2|0}}||{0,*|-1},-1/4}'
  tedomari thermograph '10|8||2' --svg sente.svg --png sente.png --tikz sente.tex
  tedomari thermograph amazons:'x.#.|....|.##.|...o'
  tedomari thermograph clobber:xoxox '{3|1}' --title 'Clobber and a switch' --svg sum.svg
  tedomari thermograph '3||0|-2' --json

The horizontal axis is the value, with positive values to the left; the vertical axis is the
temperature. The mast stands on the mean and begins at the temperature of the game.";

/// Draw the thermograph of a position, a value or a sum
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    pictures: Pictures,
    /// Write one JSON object, the same as that of `tedomari analyze`
    #[arg(long)]
    json: bool,
    /// The title of the picture [default: the question]
    #[arg(long)]
    title: Option<String>,
    #[command(flatten)]
    limits: ValueLimits,
    #[command(flatten)]
    pub(crate) tables: Tables,
}

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let questions = arguments.given.read(engine)?;
    questions.allow_pictures(arguments.pictures.are_wanted(), "thermograph")?;
    questions.answer(engine, arguments.json, |out, topic| arguments.answer(engine, topic, out))
}

impl Arguments {
    fn answer(&self, engine: &Engine, topic: &Topic, out: &mut dyn Write) -> anyhow::Result<Ending> {
        let report = || analyze::report(engine, topic, self.limits);
        if self.json && !self.pictures.are_wanted() {
            // Without a drawing, the cost in the report is the whole cost.
            return lines::write_report(out, &report(), true);
        }
        let Ok(thermograph) = of(engine, topic, &self.limits.budget().part(0.5)) else {
            // The report has the error and the known facts.
            return lines::write_report(out, &report(), self.json);
        };
        let title = topic.to_string();
        let title = self.title.as_deref().unwrap_or(&title);
        self.pictures.write(&pictures::thermograph(&thermograph, Some(title)))?;
        if self.json {
            return lines::write_report(out, &report(), true);
        }
        if !self.pictures.are_wanted() {
            write!(out, "{}", drawn(&thermograph))?;
        }
        Ok(Ending::Complete)
    }
}

/// The thermograph of a topic.
fn of(engine: &Engine, topic: &Topic, budget: &Budget) -> Result<Thermograph, EngineError> {
    match topic {
        Topic::Position { game, text } => engine.thermograph(&engine.rulesets().open(game, text)?, budget),
        Topic::Value(text) => engine.thermograph_of_value(text, budget),
        Topic::Sum(text) => engine.thermograph_of_sum(&engine.sum_within(text, budget)?, budget),
    }
}

/// The drawing for this terminal.
pub(crate) fn drawn(thermograph: &Thermograph) -> String {
    pictures::text(thermograph, terminal_width(), characters())
}

/// The characters that the terminal can show. Without a locale, as in many containers, it is Unicode.
fn characters() -> Characters {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    let is_unicode = |locale: String| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    };
    match set("TERM").is_some_and(|terminal| terminal == "dumb") || !locale.is_none_or(is_unicode) {
        true => Characters::Ascii,
        false => Characters::Unicode,
    }
}

pub(crate) fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}
