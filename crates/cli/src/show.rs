//! `tedomari show`: a position as a picture, or the parts of a sum in the terminal.

use crate::draw::Pictures;
use crate::ending::Ending;
use crate::files::write_files;
use crate::given::Given;
use crate::report::{Report, refusal};
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use tedomari::prelude::{AnyPosition, Budget, Engine, EngineError, Ruleset};
use tedomari::rules::rows_and_points;
use tedomari::values::Komaster;
use tedomari::{Topic, board_picture};

/// The time in which a ko is looked at.
const SECONDS_FOR_KOS: f64 = 1.0;

const EXAMPLES: &str = "\
Examples:
  tedomari show amazons:'x.#.|....|.##.|...o' --svg board.svg --tikz board.tex
  tedomari show amazons:'x.#.|....|.##.|...o' --sgf board.sgf
  tedomari show amazons:'(;GM[18]SZ[3]AB[aa]AW[cc])'
  tedomari show nogo:'...|.x.' '{3|1}'
  tedomari show go-territory:'.X.X#|XOXX#|OOOX#|#####'
  tedomari show 'B where A={1|B}, B={A|0}'

Below a Go board with a ko, and below a graph whose positions can come back, it says what they are worth under
each komaster, where that is found in a second.";

/// Show a position, in the terminal or as a picture
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    pictures: Pictures,
    /// Write the position to this file as SGF (Amazons only)
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let questions = arguments.given.read(engine)?;
    questions.allow_pictures(arguments.writes_files(), "position")?;
    questions.answer(engine, false, |out, topic| arguments.show(engine, topic, out))
}

impl Arguments {
    fn writes_files(&self) -> bool {
        self.sgf.is_some() || self.pictures.are_wanted()
    }

    fn show(&self, engine: &Engine, topic: &Topic, out: &mut dyn Write) -> anyhow::Result<Ending> {
        if let Topic::Position { game, text } = topic {
            let ruleset = engine.rulesets().get(game).map_err(|error| refusal(error.into()))?;
            let position = ruleset.read(text).map_err(|error| refusal(error.into()))?;
            match self.writes_files() {
                true => self.write_files(ruleset, &position)?,
                false => {
                    draw(out, &position)?;
                    if let Ok(kos) = engine.kos(&position, &Budget::seconds(SECONDS_FOR_KOS)) {
                        write!(out, "{}", Report::of(&kos, None, "").text())?;
                    }
                }
            }
            return Ok(Ending::Complete);
        }
        anyhow::ensure!(self.sgf.is_none(), "--sgf writes one position of Amazons");
        anyhow::ensure!(
            !self.writes_files(),
            "a picture is of one position; `tedomari thermograph` draws values and sums"
        );
        if let Topic::Value(text) = topic
            && engine.is_loopy(text)
        {
            writeln!(out, "{}", text.replace(", ", ",\n  ").replace(" where ", " where\n  "))?;
            match engine.loopy(text, &Komaster::BOTH) {
                Ok(answer) => write!(out, "{}", Report::of(&answer.kos, None, "").text())?,
                // The graph is right, and the thermograph is not what was asked for.
                Err(EngineError::Other(reason)) => writeln!(out, "{reason}")?,
                Err(error) => return Err(refusal(error)),
            }
            return Ok(Ending::Complete);
        }
        let sum = engine.sum_within(&topic.to_string(), &Budget::default()).map_err(refusal)?;
        for (i, part) in sum.parts.iter().enumerate() {
            if sum.parts.len() > 1 {
                writeln!(out, "part {}", i + 1)?;
            }
            draw(out, part.position.position())?;
        }
        Ok(Ending::Complete)
    }

    fn write_files(&self, ruleset: &Ruleset, position: &AnyPosition) -> anyhow::Result<()> {
        let mut files = Vec::new();
        if self.pictures.are_wanted() {
            let picture = board_picture(position).with_context(|| {
                format!("there are no pictures of {} positions like this one", ruleset.name)
            })?;
            files = self.pictures.files(&picture)?;
        }
        if let Some(path) = &self.sgf {
            let record = ruleset.record(position);
            let record = record.with_context(|| format!("{} has no SGF records", ruleset.name))?;
            files.push((path.clone(), record.into_bytes()));
        }
        write_files(&files)
    }
}

/// Writes a position, its rows below each other if it has some.
fn draw(out: &mut dyn Write, position: &AnyPosition) -> std::io::Result<()> {
    let text = position.to_string();
    if position.cells().is_none() {
        return writeln!(out, "{text}");
    }
    let (board, points) = rows_and_points(&text);
    writeln!(out, "{}", board.replace('|', "\n"))?;
    points.map_or(Ok(()), |points| writeln!(out, "and {points} points for Left"))
}
