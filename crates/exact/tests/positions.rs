//! Positions of many games whose values CGSuite computed, with the rules of another program.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{Tables, ThermographTable};
use rules::{Position, RULESETS, Search};
use values::{Error, Player, Thermograph, ValueId, Values};

/// Finds the value by canonical forms and, apart from that, the thermograph without them.
struct Evaluate<'a> {
    values: &'a Values,
    tables: &'a Tables,
    /// For the thermographs.
    others: &'a Values,
}

impl Search for Evaluate<'_> {
    type Output = Result<(ValueId, Thermograph), Error>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        let value = self.tables.of::<P>().value(self.values, position)?;
        let id = ThermographTable::default().thermograph(self.others, position)?;
        Ok((value, self.others.thermographs().get(id).clone()))
    }
}

#[test]
fn values_of_positions() {
    let path = format!("{}/tests/facts/positions.tsv", env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(path).unwrap();
    let (values, others, tables) = (Values::new(), Values::new(), Tables::default());
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [game, position, value, temperature, mean, left, right, outcome, weight, thermograph] = cells[..]
        else {
            panic!("{line}");
        };
        let (g, graph) = match RULESETS.open(game, position) {
            Ok(position) => {
                let search = Evaluate { values: &values, tables: &tables, others: &others };
                position.search(search).unwrap()
            }
            Err(error) => panic!("{game} {position}: {error}"),
        };
        compared += 1;
        let expected = values.parse(value).unwrap();
        let weight = if weight == "-" { None } else { Some(values.parse(weight).unwrap()) };
        let same = g == expected
            && values.temperature(g).unwrap().to_string() == temperature
            && values.mean(g).unwrap().to_string() == mean
            && values.stop(g, Player::Left).to_string() == left
            && values.stop(g, Player::Right).to_string() == right
            && values.outcome(g).unwrap().to_string() == outcome
            && values.atomic_weight(g).unwrap() == weight
            && values.thermograph(g).unwrap().to_string() == thermograph
            && graph.to_string() == thermograph;
        if !same {
            let found = values.print(g).unwrap();
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
