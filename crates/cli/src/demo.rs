//! `tedomari` alone: the main job on an example worth seeing.

use crate::report::Report;
use crate::thermograph::terminal_width;
use crate::{Ending, Reach};
use std::io::Write;
use tedomari::pictures;

/// An Amazons endgame whose canonical form tells little and whose thermograph tells all (Zhang 2015, Figure 2.4).
const EXAMPLE: &str = "{4|2,{3|0,{1/2|0}}||{0,*|-1},-1/4}";

pub(crate) fn run() -> anyhow::Result<Ending> {
    let reach = Reach { time: 10.0, max_games: 1_000_000 };
    let mut games = reach.games();
    let report = Report::of(EXAMPLE, &mut games, reach, false);
    let g = games.parse(EXAMPLE)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "The value of an Amazons endgame: {EXAMPLE}\n")?;
    writeln!(out, "{}", report.text())?;
    writeln!(out, "{}", pictures::text(games.thermograph(g)?, terminal_width()))?;
    writeln!(
        out,
        "Left is ahead by {} on average, and a move gains {}.",
        games.mean(g)?,
        games.temperature(g)?
    )?;
    writeln!(out, "\nTry next:")?;
    writeln!(out, "  tedomari value '10|8||2'                        another value")?;
    writeln!(
        out,
        "  tedomari value '{{0||0|-2}} + ^^*' --all          a sum, with all that is known about it"
    )?;
    writeln!(out, "  tedomari thermograph '3||0|-2' --svg graph.svg  a drawing for a paper")?;
    writeln!(out, "  tedomari --help                                 all commands")?;
    writeln!(out, "(or `cargo run --release -- value …`, before it is installed)")?;
    Ok(report.ending)
}
