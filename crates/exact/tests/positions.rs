//! Positions of many games whose values CGSuite computed, with rules written by somebody else.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{Tables, ThermographTable};
use rules::{Position, Visitor};
use values::{Error, Game, Games, Player, Thermograph};

/// Finds the value by canonical forms and, apart from that, the thermograph without them.
struct Evaluate<'a> {
    games: &'a Games,
    tables: &'a Tables,
    /// For the thermographs.
    others: &'a Games,
}

impl Visitor for Evaluate<'_> {
    type Output = Result<(Game, Thermograph), Error>;

    fn visit<P: Position>(self, position: P) -> Self::Output {
        let value = self.tables.of::<P>().value(self.games, &position)?;
        let id = ThermographTable::default().thermograph(self.others, &position)?;
        Ok((value, self.others.thermographs().get(id).clone()))
    }
}

#[test]
fn values_of_positions() {
    let path = format!("{}/tests/facts/positions.tsv", env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(path).unwrap();
    let (games, others, tables) = (Games::new(), Games::new(), Tables::default());
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [game, position, value, temperature, mean, left, right, outcome, weight, thermograph] = cells[..]
        else {
            panic!("{line}");
        };
        let (g, graph) =
            match rules::open(game, position, Evaluate { games: &games, tables: &tables, others: &others }) {
                Ok(found) => found.unwrap(),
                Err(error) => panic!("{game} {position}: {error}"),
            };
        compared += 1;
        let expected = games.parse(value).unwrap();
        let weight = if weight == "-" { None } else { Some(games.parse(weight).unwrap()) };
        let same = g == expected
            && games.temperature(g).unwrap().to_string() == temperature
            && games.mean(g).unwrap().to_string() == mean
            && games.stop(g, Player::Left).to_string() == left
            && games.stop(g, Player::Right).to_string() == right
            && games.outcome(g).unwrap().to_string() == outcome
            && games.atomic_weight(g).unwrap() == weight
            && games.thermograph(g).unwrap().to_string() == thermograph
            && graph.to_string() == thermograph;
        if !same {
            let found = games.print(g).unwrap();
            wrong.push(format!("{game} {position} is {value} with {thermograph}, not {found} with {graph}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {compared} differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
    assert_eq!(compared, 8785);
}
