//! `tedomari analyze`: a position of a game, its regions, its value, and the moves of both players.

use crate::draw::Pictures;
use crate::ending::Ending;
use crate::given::{Given, Questions, topic_of_line};
use crate::options::{Tables, ValueLimits};
use crate::report::Report;
use crate::thermograph::{drawn, drawn_kos, picture_of_kos};
use crate::{lines, output, value};
use clap::Args;
use std::io::Write;
use tedomari::Topic;
use tedomari::answers::{
    CellClasses, KoMoveAnswer, KomasterAnswer, MoveAnswer, PartAnswer, RegionAnswer, SumAnalysis,
};
use tedomari::pictures::thermograph as picture;
use tedomari::prelude::{Analysis, AnyPosition, Engine, EngineError, Thermograph};
use tedomari::values::{ByPlayer, Dyadic, Komaster};

const EXAMPLES: &str = "\
Examples:
  tedomari analyze amazons:'x.#.|....|.##.|...o'
  tedomari analyze amazons 'x.#.|....|.##.|...o' --svg thermograph.svg
  tedomari analyze clobber:xoxox nogo:'...|...' '{3|1}'
  tedomari analyze domineering:'...|...' --json
  tedomari analyze '10|8||2'
  tedomari analyze go-territory:'.X.X#|XOXX#|OOOX#|#####'
  tedomari analyze ./cutcake.lua:5x3
  tedomari analyze - --json < positions.txt

Of a position it says the regions, the value, the thermograph and the moves of both players; of a value
what `tedomari value` says; of a sum the parts, and the value of the sum where it is in reach. A line of
a file may also be a game, a tab and a position. Go and Amazons positions may be SGF records.
Pictures show the thermograph; `tedomari show` draws boards.

Moves are ranked by what they reach when every further move is taxed by the temperature of the
position; the loss is counted from the best move of that player. A move without a loss is orthodox. A move is
  sente          if it makes the position hotter, so that the opponent has to answer,
  reverse sente  if it is orthodox and the opponent's orthodox moves would all have been sente,
  gote           otherwise: the opponent may turn elsewhere.
It wins, if that is said, when this position is all that is left to play.";

/// Analyse a position, a value or a sum: what is it worth, how urgent is a move, which one is best?
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    given: Given,
    /// Write one JSON object for each question
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    limits: ValueLimits,
    #[command(flatten)]
    pub(crate) tables: Tables,
}

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let limits = arguments.limits;
    let topic = match arguments.given.read(engine)? {
        Questions::One(topic) => topic,
        Questions::Lines(input) => {
            anyhow::ensure!(!arguments.pictures.are_wanted(), "a picture is of one thermograph, not of many");
            let report = |line: &str| report(engine, &topic_of_line(engine, line), limits);
            return lines::answer(input, arguments.json, report);
        }
    };
    show(&mut output::stdout(), engine, &topic, limits, arguments.json, Some(&arguments.pictures))
}

/// The report on any topic. Text omits its cost.
pub(crate) fn report(engine: &Engine, topic: &Topic, limits: ValueLimits) -> Report {
    match answer(engine, topic, limits) {
        Ok(answer) => answer.report(engine, limits),
        Err(error) => Report::refused(&topic.asked(), &error),
    }
}

/// An answer about any topic.
enum Answer {
    Position(Box<Analysis>, AnyPosition),
    Value(String),
    Sum(Box<SumAnalysis>),
}

fn answer(engine: &Engine, topic: &Topic, limits: ValueLimits) -> Result<Answer, EngineError> {
    let budget = limits.budget();
    Ok(match topic {
        Topic::Position { game, text } => {
            let (analysis, position) = engine.analyze_text(game, text, &budget)?;
            Answer::Position(Box::new(analysis), position)
        }
        Topic::Value(text) => Answer::Value(text.clone()),
        Topic::Sum(text) => {
            let analysis = engine.analyze_sum(&engine.sum_within(text, &budget)?, &budget)?;
            Answer::Sum(Box::new(SumAnalysis { sum: text.clone(), ..analysis }))
        }
    })
}

impl Answer {
    fn report(&self, engine: &Engine, limits: ValueLimits) -> Report {
        let cost = &["nodes", "seconds", "cells"];
        match self {
            Self::Position(analysis, _) => {
                Report::of(analysis, analysis.error.as_ref(), limits.options()).hiding(cost)
            }
            Self::Value(text) => value::report(engine, text, false, limits),
            Self::Sum(analysis) => {
                Report::of(analysis, analysis.error.as_ref(), limits.options()).hiding(cost)
            }
        }
    }
}

/// Writes an analysis, and its thermograph to the files of the pictures.
pub(crate) fn show(
    out: &mut impl Write,
    engine: &Engine,
    topic: &Topic,
    limits: ValueLimits,
    json: bool,
    pictures: Option<&Pictures>,
) -> anyhow::Result<Ending> {
    let answer = match answer(engine, topic, limits) {
        Ok(answer) => answer,
        Err(error) => return lines::write_report(out, &Report::refused(&topic.asked(), &error), json),
    };
    let report = answer.report(engine, limits);
    if let Some(pictures) = pictures.filter(|pictures| pictures.are_wanted()) {
        let drawn = match &answer {
            Answer::Position(analysis, _) => analysis.thermograph.clone(),
            Answer::Value(text) => engine.thermograph_of_value(text, &limits.budget()).ok(),
            Answer::Sum(analysis) => analysis.facts.thermograph.clone(),
        };
        let kos = match &answer {
            Answer::Position(analysis, _) => picture_of_kos(&analysis.kos, &topic.to_string()),
            Answer::Value(text) if engine.is_loopy(text) => {
                let found = engine.loopy(text, &Komaster::BOTH).ok();
                found.and_then(|found| picture_of_kos(&found.kos, text))
            }
            _ => None,
        };
        match drawn.map(|graph| picture(&graph, Some(&topic.to_string()))).or(kos) {
            Some(picture) => pictures.write(&picture)?,
            None => eprintln!("no picture is written: the thermograph is not known"),
        }
    }
    if json {
        return lines::write_report(out, &report, true);
    }
    match &answer {
        Answer::Position(analysis, position) => draw(out, analysis, position)?,
        Answer::Value(_) => {}
        Answer::Sum(analysis) => write_parts(out, analysis)?,
    }
    lines::write_report(out, &report, false)?;
    if let Answer::Position(analysis, _) = &answer {
        write_moves(out, analysis)?;
    }
    Ok(report.ending)
}

/// The parts of a sum, and the thermograph of the sum.
fn write_parts(out: &mut impl Write, analysis: &SumAnalysis) -> anyhow::Result<()> {
    writeln!(out, "{} parts:", analysis.parts.len())?;
    for (i, part) in analysis.parts.iter().enumerate() {
        let PartAnswer { part, canonical, mean, temperature, mean_bounds, temperature_bounds, kos, .. } =
            part;
        if kos.komasters.is_some() {
            writeln!(out, "  {}. {part}", i + 1)?;
            let facts = Report::of(kos, None, "").text();
            facts.lines().try_for_each(|line| writeln!(out, "   {line}"))?;
            continue;
        }
        let known = |name: &str, x: &Option<Dyadic>, bounds: &Option<[Dyadic; 2]>| match (x, bounds) {
            (Some(x), _) => format!("{name} {x}"),
            (None, Some([low, high])) => format!("{name} from {low} to {high}"),
            (None, None) => format!("{name} unknown"),
        };
        let (mean, temperature) =
            (known("mean", mean, mean_bounds), known("temperature", temperature, temperature_bounds));
        let canonical = canonical.as_ref().map(|value| format!(": {}", shortened(value))).unwrap_or_default();
        writeln!(out, "  {}. {part}  {mean}, {temperature}{canonical}", i + 1)?;
    }
    writeln!(out)?;
    let reason = analysis.kos.komasters.iter().flatten().find_map(|answer| answer.error.as_ref());
    if let Some(reason) = reason {
        writeln!(out, "{reason}")?;
    }
    write_thermograph(out, analysis.facts.thermograph.as_ref())
}

/// A canonical form that fits a line.
fn shortened(value: &str) -> String {
    const LONGEST: usize = 60;
    match value.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}... ({} characters)", &value[..end], value.len()),
        None => value.to_owned(),
    }
}

fn write_thermograph(out: &mut impl Write, thermograph: Option<&Thermograph>) -> anyhow::Result<()> {
    match thermograph {
        Some(thermograph) => Ok(writeln!(out, "{}", drawn(thermograph))?),
        None => Ok(()),
    }
}

/// The board, its regions and the thermograph.
fn draw(out: &mut impl Write, analysis: &Analysis, position: &AnyPosition) -> anyhow::Result<()> {
    let text = position.to_string();
    let board = if position.cells().is_some() { text.replace('|', "\n") } else { text };
    writeln!(out, "{board}\n")?;
    let regions = analysis.regions.as_deref().unwrap_or_default();
    if regions.len() > 1 {
        writeln!(out, "{} regions:", regions.len())?;
        for RegionAnswer { position, canonical, mean, temperature } in regions {
            let named = canonical.as_deref().unwrap_or("(too long to print)");
            writeln!(out, "  {position}  mean {mean}, temperature {temperature}: {named}")?;
        }
        writeln!(out)?;
    }
    if let Some(cells) = &analysis.cells {
        write_cells(out, cells)?;
    }
    write!(out, "{}", drawn_kos(&analysis.kos))?;
    write_thermograph(out, analysis.thermograph.as_ref())
}

/// Who may play where in NoGo.
fn write_cells(out: &mut impl Write, cells: &CellClasses) -> anyhow::Result<()> {
    let CellClasses { both, left, right, nobody } = cells;
    for (class, cells) in [
        ("both players (2-Go)", both),
        ("Left alone (Black-Go)", left),
        ("Right alone (White-Go)", right),
        ("nobody (No-Go)", nobody),
    ] {
        if !cells.is_empty() {
            writeln!(out, "open to {class}: {}", cells.join(" "))?;
        }
    }
    Ok(writeln!(out)?)
}

/// The moves of both players where positions can come back, with what they lead to under each komaster.
fn write_ko_moves(out: &mut impl Write, analysis: &Analysis) -> anyhow::Result<()> {
    let Some(ByPlayer { left, right }) = &analysis.ko_moves else { return Ok(()) };
    for (player, moves) in [("Left", left), ("Right", right)] {
        let is_known = |action: &&KoMoveAnswer| action.after.iter().any(|answer| answer.mean.is_some());
        if moves.iter().any(|action| is_known(&action)) {
            writeln!(out, "\n{player}'s moves: mean and temperature after the move, by komaster")?;
        }
        for KoMoveAnswer { action, takes_ko, orthodox, after } in moves.iter().filter(is_known) {
            let verdict = if *orthodox == Some(true) { "orthodox" } else { "" };
            let ko = if *takes_ko { "takes the ko" } else { "" };
            let worth = |answer: &KomasterAnswer| match (answer.mean, answer.temperature) {
                (Some(mean), Some(t)) => format!("{}: {mean} at {t}", answer.komaster),
                _ => format!("{}: left open", answer.komaster),
            };
            let after: Vec<String> = after.iter().map(worth).collect();
            let line = format!("  {action:<4} {:<44} {verdict:<9} {ko}", after.join(", "));
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

/// The moves of both players. Moves with equal results share a line.
fn write_moves(out: &mut impl Write, analysis: &Analysis) -> anyhow::Result<()> {
    const SHOWN: usize = 10;
    write_ko_moves(out, analysis)?;
    let Some(ByPlayer { left, right }) = &analysis.moves else { return Ok(()) };
    for (player, moves) in [("Left", left), ("Right", right)] {
        if moves.is_empty() {
            continue;
        }
        writeln!(out, "\n{player}'s moves: mean and temperature after the move, loss at this temperature")?;
        let alike = |a: &MoveAnswer, b: &MoveAnswer| {
            (a.loss, a.mean, a.temperature, &a.kind, a.wins)
                == (b.loss, b.mean, b.temperature, &b.kind, b.wins)
        };
        let groups: Vec<&[MoveAnswer]> = moves.chunk_by(alike).collect();
        for group in groups.iter().take(SHOWN) {
            let MoveAnswer { action, mean, temperature, loss, orthodox, wins, kind, .. } = &group[0];
            let others = match group.len() {
                1 => String::new(),
                n => format!(" and {} alike", n - 1),
            };
            let verdict = if *orthodox { "orthodox".to_owned() } else { format!("loses {loss}") };
            let (mean, temperature) = (mean.to_string(), temperature.to_string());
            let wins = if *wins { "wins" } else { "" };
            writeln!(
                out,
                "  {mean:>8} {temperature:>8}  {verdict:<12} {kind:<14} {wins:<5} {action}{others}"
            )?;
        }
        if groups.len() > SHOWN {
            let rest: usize = groups[SHOWN..].iter().map(|group| group.len()).sum();
            writeln!(out, "  ... and {rest} worse moves (--json gives all)")?;
        }
    }
    Ok(())
}
