//! Positions of the kinds in Berlekamp and Wolfe's *Mathematical Go*, of up to 20 open points: their thermographs, looked
//! for under komasters, are those of values that follow from the theory, and cooled by 1 these are its infinitesimals.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{KoOrder, ValueTable, ko_answer};
use rules::Notation;
use rules::RULESETS;
use rules::bitboard::Large;
use rules::games::go::TerritoryGo;
use values::{Budget, Dyadic, Komaster, Player, Rational, ValueId, Values};

/// The maximum number of open points of a board that is searched in every order.
const ALL_ORDERS: u32 = 6;

/// Compares what is found on a board, and on a small one by every order of search, with the thermograph of a value from 0 upwards.
fn check(values: &Values, board: &str, expected: ValueId, open_points: u32) {
    let graph = values.thermograph(expected).unwrap();
    let position = RULESETS.read(&format!("go-territory:{board}")).unwrap();
    let orders = [KoOrder::BestFirst, KoOrder::Breadth, KoOrder::Alternating];
    for &order in &orders[..if open_points <= ALL_ORDERS { 3 } else { 1 }] {
        let found = ko_answer(&position, &Komaster::BOTH, order, &Budget::seconds(60.0)).unwrap().unwrap();
        assert_eq!(found.open_points, open_points, "{board}");
        for finding in &found.findings {
            let known = finding.thermograph().unwrap_or_else(|| panic!("{board}: {:?}", finding.open));
            for eighths in 0..=i64::from(8 * (graph.temperature().floor() as i32 + 2)) {
                for player in Player::BOTH {
                    let t = Dyadic::new(eighths.into(), 3);
                    let wall = graph.wall(player).at(t.unwrap()).unwrap();
                    let found = known.wall(player).at(Rational::new(eighths, 8).unwrap()).unwrap();
                    assert_eq!(found, Rational::try_from(wall).unwrap(), "{board} at {eighths}/8, {order:?}");
                }
            }
        }
    }
}

fn value(values: &Values, board: &str) -> ValueId {
    ValueTable::default().value(values, &TerritoryGo::<Large>::read(board).unwrap()).unwrap()
}

/// A corridor of Black's of `n` points, open to White at one end, with White's dead stones at the other:
/// `{2k+n−1|…{2k+1|{2k|0}}}`, or without them `{n−1|…{1|{0|0}}}`.
fn corridor(values: &Values, n: i64, dead: i64) -> ValueId {
    let integer = |n: i64| values.integer(n).unwrap();
    (1..=n).fold(integer(0), |shorter, n| {
        let kept = integer(2 * dead + n - 1);
        values.from_options(&[kept], &[shorter]).unwrap()
    })
}

fn straight(n: usize, dead: usize) -> String {
    let wall = "X".repeat(n + dead + 1);
    format!("#{wall}##|#X{}{}O#|#{wall}##", "O".repeat(dead), ".".repeat(n))
}

#[test]
fn chilled_corridors_are_numbers() {
    let values = Values::new();
    for n in 1..=9 {
        let board = straight(n, 0);
        let known = corridor(&values, n as i64, 0);
        assert_eq!(value(&values, &board), known, "{board}");
        let chilled = values.cool(known, Dyadic::ONE).unwrap();
        // n − 2 + 2^(1−n)
        let number = values.parse(&format!("{}", n as i64 - 2)).unwrap();
        let rest = values.parse(&format!("1/{}", 1 << (n - 1))).unwrap();
        assert_eq!(chilled, values.sum(number, rest).unwrap(), "{board}");
        check(&values, &board, known, n as u32);
    }
}

/// A single dead stone makes ups, several make a tiny and its relatives.
#[test]
fn corridors_with_dead_stones_are_ups_and_tinies() {
    let values = Values::new();
    let cooled = |n: i64, dead: i64| {
        let chilled = values.cool(corridor(&values, n, dead), Dyadic::ONE).unwrap();
        values.sum(chilled, values.integer(-(2 * dead + n - 2)).unwrap()).unwrap()
    };
    for (n, infinitesimal) in [(1, "*"), (2, "^"), (3, "^^*"), (4, "^3"), (5, "^4*"), (6, "^5")] {
        assert_eq!(cooled(n, 1), values.parse(infinitesimal).unwrap(), "{n}");
    }
    for (dead, tiny) in [(2, "{0||0|-2}"), (3, "{0||0|-4}"), (4, "{0||0|-6}")] {
        let mut known = values.parse(tiny).unwrap();
        for n in 2..=6 {
            assert_eq!(cooled(n, dead), known, "{n} points, {dead} stones");
            known = values.from_options(&[values.integer(0).unwrap()], &[known]).unwrap();
        }
    }
    for (n, dead) in
        [(1, 1), (2, 1), (5, 1), (9, 1), (13, 1), (1, 2), (2, 2), (6, 2), (12, 2), (2, 3), (4, 3), (8, 4)]
    {
        let board = straight(n, dead);
        let known = corridor(&values, n as i64, dead as i64);
        if n <= 6 {
            assert_eq!(value(&values, &board), known, "{board}");
        }
        check(&values, &board, known, n as u32);
    }
}

/// A bent corridor.
#[test]
fn twenty_open_points() {
    let values = Values::new();
    let bent =
        "##########|#XXXXXXXX#|#O......X#|#XXXXXX.X#|#X......X#|#X.XXXXXX#|#X......X#|#XXXXXXXX#|##########";
    check(&values, bent, corridor(&values, 20, 0), 20);
}

/// Parts of one board are found together.
#[test]
fn two_corridors_on_a_board() {
    let values = Values::new();
    let board = "#XXXXXXXX##|#X......OO#|#XXXXXXXX##|#XO.....OO#|#XXXXXXXX##";
    let sum = values.sum(corridor(&values, 6, 0), corridor(&values, 5, 1)).unwrap();
    check(&values, board, sum, 11);
}

/// Two corridors that meet in a room of Black's: White comes in at either end. A player's move in one of them leaves a
/// corridor of the other.
#[test]
fn multiple_invasions() {
    let values = Values::new();
    let mut longest = values.parse("*").unwrap();
    for n in 2..=9 {
        longest = values.from_options(&[corridor(&values, n - 1, 0)], &[longest]).unwrap();
        let wall = "X".repeat(n as usize);
        let board = format!("##{wall}##|#O{}O#|##{wall}##", ".".repeat(n as usize));
        if n <= 8 {
            assert_eq!(value(&values, &board), longest, "{board}");
        }
        check(&values, &board, longest, n as u32);
    }
}

/// Rooms, and corridors with side rooms. Their values come from another search.
#[test]
fn rooms() {
    let values = Values::new();
    for board in [
        "#XXXXX#|#X..XX#|#X...O#|#XXXXX#",
        "#XXXXXX#|#X...XX#|#X....O#|#XXXXXX#",
        "#XXXXXX#|#XX.XXX#|#XX.XXX#|#O....O#|#XXXXXX#",
        "#XXXXXX#|#XX.XXX#|#X....O#|#XX.XXX#|#XXXXXX#",
        "#XXXXXX#|#XOO.XX#|#X....O#|#XXXXXX#",
        "#XXXX#|#O..X#|#XX.X#|#X..O#|#XXXX#",
    ] {
        let position = TerritoryGo::<Large>::read(board).unwrap();
        assert_eq!(position.no_value(&Budget::endless()), None, "{board}");
        let known = ValueTable::default().value(&values, &position).unwrap();
        let open_points = board.matches('.').count() as u32;
        check(&values, board, known, open_points);
    }
}
