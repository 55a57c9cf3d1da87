//! `tedomari thermograph`: the thermograph of a position, a value or a sum, in the terminal, as a picture or as
//! numbers.

use crate::analyze;
use crate::draw::Pictures;
use crate::ending::Ending;
use crate::given::Given;
use crate::lines;
use crate::options::{Tables, ValueLimits};
use crate::report::Report;
use clap::{Args, ValueEnum};
use std::io::Write;
use tedomari::Topic;
use tedomari::answers::KoFacts;
use tedomari::pictures::{self, Characters, Picture};
use tedomari::prelude::{Analysis, Budget, Engine, EngineError, Thermograph};
use tedomari::values::{KoThermograph, Komaster};

const EXAMPLES: &str = "\
Examples:
  tedomari thermograph '{4|2,{3|0,{1/2|0}}||{0,*|-1},-1/4}'
  tedomari thermograph '10|8||2' --svg sente.svg --png sente.png --tikz sente.tex
  tedomari thermograph amazons:'x.#.|....|.##.|...o'
  tedomari thermograph clobber:xoxox '{3|1}' --title 'Clobber and a switch' --svg sum.svg
  tedomari thermograph '3||0|-2' --json
  tedomari thermograph go-territory:'.X.X#|XOXX#|OOOX#|#####' --komaster left
  tedomari thermograph 'X where X={Y|B}@8, Y={40|7}@7, B={A|-3}@-3, A={9|B}@9' --svg ko.svg

The horizontal axis is the value, with positive values to the left; the vertical axis is the
temperature. The mast stands on the mean and begins at the temperature of the game.

Positions that can come back (kos) are Go positions, or graphs: before 'where' stands the position that is
asked about, after it the options of each position by name, and behind @ its score if both players pass. They
have a thermograph for each distribution of ko threats:
  left, right  this player is komaster: can retake every ko, but has to end it with the next move
  both         one of each (the default)
  none         neither player has threats: the one who takes a ko first can end it
  nte          both have the same threats: the mean of ending the ko and of the other ending it
  komonster    threats without end, for Left and for Right: the ko is retaken and left open";

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
    /// Who has the ko threats, where positions can come back [default: both]
    #[arg(long, value_enum)]
    komaster: Option<Threats>,
    #[command(flatten)]
    limits: ValueLimits,
    #[command(flatten)]
    pub(crate) tables: Tables,
}

/// Distributions of ko threats.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Threats {
    Left,
    Right,
    Both,
    None,
    Nte,
    Komonster,
}

impl Threats {
    fn komasters(self) -> &'static [Komaster] {
        match self {
            Self::Left => &[Komaster::Left],
            Self::Right => &[Komaster::Right],
            Self::Both => &Komaster::BOTH,
            Self::None => &[Komaster::Nobody],
            Self::Nte => &[Komaster::Equal],
            Self::Komonster => &Komaster::MONSTERS,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let questions = arguments.given.read(engine)?;
    questions.allow_pictures(arguments.pictures.are_wanted(), "thermograph")?;
    questions.answer(engine, arguments.json, |out, topic| arguments.answer(engine, topic, out))
}

impl Arguments {
    fn answer(&self, engine: &Engine, topic: &Topic, out: &mut dyn Write) -> anyhow::Result<Ending> {
        if let Some(answer) = self.with_kos(engine, topic, out) {
            return answer;
        }
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

impl Arguments {
    /// The answer about a topic with kos. `None` means that it has none, and that no komaster is asked for.
    fn with_kos(
        &self,
        engine: &Engine,
        topic: &Topic,
        out: &mut dyn Write,
    ) -> Option<anyhow::Result<Ending>> {
        let komasters = self.komaster.unwrap_or(Threats::Both).komasters();
        let budget = self.limits.budget();
        let answered = match topic {
            Topic::Value(text) if engine.is_loopy(text) => engine.loopy(text, komasters).map(|answer| {
                let report = Report::of(&answer, answer.error.as_ref(), self.limits.options());
                (report, answer.kos)
            }),
            Topic::Position { game, text } => {
                let position = engine.rulesets().open(game, text).ok()?;
                if self.komaster.is_none() && !engine.needs_komaster(&position, &budget).ok()? {
                    return None;
                }
                engine.analyze_kos(&position, komasters, &budget).map(|answer| {
                    let named = Analysis { game: game.clone(), position: text.clone(), ..answer };
                    let report = Report::of(&named, named.error.as_ref(), self.limits.options());
                    (report.hiding(&["nodes", "seconds"]), named.kos)
                })
            }
            _ if self.komaster.is_none() => return None,
            _ => Err(EngineError::Other(
                "--komaster is for positions that can come back: Go positions and graphs with 'where'"
                    .to_owned(),
            )),
        };
        Some(match answered {
            Err(error) => lines::write_report(out, &Report::refused(&topic.asked(), &error), self.json),
            Ok((report, kos)) => self.draw_kos(topic, &report, &kos, out),
        })
    }

    fn draw_kos(
        &self,
        topic: &Topic,
        report: &Report,
        kos: &KoFacts,
        out: &mut dyn Write,
    ) -> anyhow::Result<Ending> {
        let panels = panels(kos);
        if self.pictures.are_wanted() {
            let title = topic.to_string();
            let title = self.title.as_deref().unwrap_or(&title);
            anyhow::ensure!(!panels.is_empty(), "no picture is written: the thermographs are not known");
            self.pictures.write(&pictures::ko_thermographs(&panels, Some(title)))?;
        }
        if self.json || (panels.is_empty() && !self.pictures.are_wanted()) {
            return lines::write_report(out, report, self.json);
        }
        if !self.pictures.are_wanted() {
            write!(out, "{}", drawn_kos(kos))?;
            if let Some(kind) = kos.ko {
                writeln!(out, "the ko is {kind}")?;
            }
        }
        Ok(report.ending)
    }
}

/// The thermographs that are known.
fn panels(kos: &KoFacts) -> Vec<(Komaster, KoThermograph)> {
    let answers = kos.komasters.iter().flatten();
    answers.filter_map(|answer| Some((answer.komaster, answer.thermograph.clone()?))).collect()
}

/// The drawing of thermographs with kos for this terminal; empty if none is known.
pub(crate) fn drawn_kos(kos: &KoFacts) -> String {
    match &panels(kos)[..] {
        [] => String::new(),
        panels => pictures::ko_text(panels, terminal_width(), characters()),
    }
}

/// The picture of thermographs with kos. `None` means that none is known.
pub(crate) fn picture_of_kos(kos: &KoFacts, title: &str) -> Option<Picture> {
    let panels = panels(kos);
    (!panels.is_empty()).then(|| pictures::ko_thermographs(&panels, Some(title)))
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
