//! Values of positions that are published, or that the papers give.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::Tables;
use rules::{Position, RULESETS, Search};
use values::{ValueId, Values};

struct Value<'a>(&'a Values, &'a Tables);

impl Search for Value<'_> {
    type Output = ValueId;
    fn run<P: Position>(self, position: &P) -> ValueId {
        self.1.of::<P>().value_in_parallel(self.0, position).unwrap()
    }
}

fn check(game: &str, known: &[(&str, &str)]) {
    let (values, tables) = (Values::new(), Tables::default());
    for (position, value) in known {
        let g = RULESETS.open(game, position).unwrap().search(Value(&values, &tables));
        assert_eq!(g, values.parse(value).unwrap(), "{game} {position} is {}", values.print(g).unwrap());
    }
}

fn empty(rows: usize, columns: usize) -> String {
    vec![".".repeat(columns); rows].join("|")
}

#[test]
fn domineering_rectangles() {
    let boards = [
        (2, 3, "{2|-1/2}"),
        (3, 3, "+-1"),
        (4, 4, "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"),
        (5, 4, "-1"),
        (4, 5, "1"),
        (5, 5, "0"),
    ];
    let boards: Vec<(String, &str)> =
        boards.iter().map(|&(rows, columns, value)| (empty(rows, columns), value)).collect();
    let boards: Vec<(&str, &str)> = boards.iter().map(|(board, value)| (board.as_str(), *value)).collect();
    check("domineering", &boards);
}

/// Zhang 2015, Figures 2.5 and 3.1: positions with these values, found by search.
#[test]
fn amazons_of_the_thesis() {
    check(
        "amazons",
        &[
            ("##o|x.#|..#", "{2|-1/2,+-1}"),
            ("#.x|..o|.##", "+-(1,{2|1/2,{1|*}})"),
            ("x..|...|..o", "+-{5|{2|-1/4},{1*|0,{1/2|0}}}"),
        ],
    );
}

#[test]
fn amazons_means_and_temperatures() {
    let (values, tables) = (Values::new(), Tables::default());
    for (position, mean, temperature) in
        [("x...|....|...o", "0", "37/8"), ("x.#.|....|.##.|...o", "1/2", "5/2")]
    {
        let g = RULESETS.open("amazons", position).unwrap().search(Value(&values, &tables));
        assert_eq!(values.mean(g).unwrap().to_string(), mean, "{position}");
        assert_eq!(values.temperature(g).unwrap().to_string(), temperature, "{position}");
    }
}
