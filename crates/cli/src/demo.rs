//! `tedomari` alone: the analysis of an example.

use crate::ending::Ending;
use crate::options::ValueLimits;
use crate::{analyze, output};
use std::io::Write;
use tedomari::Topic;
use tedomari::prelude::Engine;

/// An Amazons endgame with queens in each other's way: mean 1/2, temperature 5/2.
const EXAMPLE: (&str, &str) = ("amazons", "x.#.|....|.##.|...o");

pub(crate) fn run(engine: &Engine) -> anyhow::Result<Ending> {
    let mut out = output::stdout();
    let (game, position) = EXAMPLE;
    writeln!(out, "tedomari analyze {game}:'{position}'\n")?;
    let topic = Topic::of_position(game, position);
    let ending = analyze::show(&mut out, engine, &topic, ValueLimits::of_time(60.0), false, None)?;
    writeln!(out, "\nThe mean says who is ahead and by how much, the temperature how much a move gains.")?;
    writeln!(out, "\nTry next:")?;
    writeln!(
        out,
        "  tedomari games                                  the games and how positions are written"
    )?;
    writeln!(out, "  tedomari analyze domineering:'....|....|..##'   another game")?;
    writeln!(
        out,
        "  tedomari value '{{0||0|-2}} + ^^*' --all          a value, with all that is known about it"
    )?;
    writeln!(out, "  tedomari thermograph '10|8||2' --svg graph.svg  a drawing for a paper")?;
    writeln!(out, "  tedomari solve clobber:xoxoxo '{{2|-1}}' '^^*'     who wins a sum of games and values")?;
    writeln!(out, "  tedomari play amazons:'x..|...|..o' '+-2'       play one yourself")?;
    writeln!(out, "  tedomari --help                                 all commands")?;
    writeln!(out, "(before it is installed: cargo run --release -- games, and so on)")?;
    Ok(ending)
}
