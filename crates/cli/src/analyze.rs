//! `tedomari analyze`: a position of a game, its regions, its value, and the moves of both players.

use crate::report::Report;
use crate::thermograph::drawn;
use crate::{Ending, Reach, lines, output};
use clap::Args;
use std::io::Write;
use tedomari::answers::{MoveAnswer, RegionAnswer};
use tedomari::prelude::{Analysis, AnyPosition, Engine};
use tedomari::values::ByPlayer;

const EXAMPLES: &str = "\
Examples:
  tedomari analyze amazons 'x.#.|....|.##.|...o'
  tedomari analyze domineering '...|...' --json
  tedomari analyze - --json < positions.txt      (GAME, a tab, POSITION on each line)

Moves are ranked by what they reach when every further move is taxed by the temperature of the
position. A move that loses nothing there is orthodox. A move is
  sente          if it makes the position hotter, so that the opponent has to answer,
  reverse sente  if it is orthodox and the opponent's orthodox moves would all have been sente,
  gote           otherwise: the opponent may turn elsewhere.
It wins, if that is said, when this position is all that is left to play.

Exit status: 0 if all went well, 2 for bad input, 3 if a limit was reached.";

/// Analyse a position: regions, value, thermograph, and the moves of both players
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    given: lines::Given,
    /// Write one JSON object for each position
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reach: Reach,
}

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let reach = arguments.reach;
    let report = |game: &str, position: &str| match engine.analyze_text(game, position, &reach.budget()) {
        Ok((analysis, _)) => report_of(&analysis),
        Err(error) => Report::refused(&[("game", game), ("position", position)], &error),
    };
    let Some((game, position)) = arguments.given.read()? else {
        return lines::answer_positions(arguments.json, report);
    };
    let mut out = output::stdout();
    if arguments.json {
        let report = report(&game, &position);
        return lines::write_report(&mut out, &report, true);
    }
    show(&mut out, engine, &game, &position, reach)
}

/// The report on an analysis. Text omits its cost.
fn report_of(analysis: &Analysis) -> Report {
    Report::of(analysis, analysis.error.as_ref(), Reach::OPTIONS).hiding(&["nodes", "seconds"])
}

/// Writes an analysis as text.
pub(crate) fn show(
    out: &mut impl Write,
    engine: &Engine,
    game: &str,
    text: &str,
    reach: Reach,
) -> anyhow::Result<Ending> {
    let (analysis, position) = match engine.analyze_text(game, text, &reach.budget()) {
        Ok(answer) => answer,
        Err(error) => {
            let report = Report::refused(&[("game", game), ("position", text)], &error);
            return lines::write_report(out, &report, false);
        }
    };
    draw(out, &analysis, &position)?;
    let report = report_of(&analysis);
    lines::write_report(out, &report, false)?;
    write_moves(out, &analysis)?;
    Ok(report.ending)
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
    if let Some(thermograph) = &analysis.thermograph {
        writeln!(out, "{}", drawn(thermograph))?;
    }
    Ok(())
}

/// The moves of both players. Moves with equal results share a line.
fn write_moves(out: &mut impl Write, analysis: &Analysis) -> anyhow::Result<()> {
    const SHOWN: usize = 10;
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
            let MoveAnswer { action, mean, temperature, loss, orthodox, wins, kind } = &group[0];
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
