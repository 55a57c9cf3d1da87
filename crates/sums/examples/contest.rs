//! A match from the command line:
//! `contest PLAYER PLAYER SIZE COMPONENTS GAMES MILLISECONDS [SEED [JOURNAL]]`.

use std::path::Path;
use std::time::Duration;
use sums::matches::{Deal, Match, Tally};
use values::Stop;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, size, components, games, time, rest @ ..] = &arguments[..] else {
        return Err("PLAYER PLAYER SIZE COMPONENTS GAMES MILLISECONDS [SEED [JOURNAL]]".into());
    };
    let (width, height) = size.split_once('x').ok_or("a size is written 4x4")?;
    let contest = Match {
        players: [a.parse()?, b.parse()?],
        deal: Deal {
            game: "amazons".to_owned(),
            width: width.parse()?,
            height: height.parse()?,
            components: components.parse()?,
        },
        games: games.parse()?,
        time: Duration::from_millis(time.parse()?),
        seed: rest.first().map_or(Ok(1), |seed| seed.parse())?,
        threads: 2,
    };
    let records = contest.play(rest.get(1).map(Path::new), &Stop::never(), &|_| {})?;
    println!("{a} against {b}, {}: {}", contest.deal, Tally::of(&records));
    Ok(())
}
