//! Regions, normal forms and bounds only save work: whatever a game says about them, the values are
//! those of plain play, where every position is what its moves make it.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{ThermographTable, ValueTable};
use proptest::collection::vec;
use proptest::prelude::*;
use rules::{Position, RULESETS, Search};
use std::collections::HashMap;
use std::sync::LazyLock;
use values::{Outcome, Player, ValueId, Values};

/// One store for all cases, used by all tests at once.
static VALUES: LazyLock<Values> = LazyLock::new(Values::new);
static OTHERS: LazyLock<Values> = LazyLock::new(Values::new);

/// Values, and how long play lasts, by trying all moves on the whole board.
struct Plain<P> {
    known: HashMap<P, (ValueId, u32)>,
}

impl<P: Position> Plain<P> {
    fn new() -> Self {
        Self { known: HashMap::new() }
    }

    fn of(&mut self, position: &P) -> (ValueId, u32) {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let [left, right] = Player::BOTH.map(|player| {
            let moves = position.moves(player).into_iter();
            moves.map(|action| self.of(&position.play(player, action))).collect::<Vec<_>>()
        });
        let longest = left.iter().chain(&right).map(|&(_, moves)| moves + 1).max().unwrap_or(0);
        let values = |options: &[(ValueId, u32)]| options.iter().map(|&(value, _)| value).collect::<Vec<_>>();
        let value = VALUES.from_options(&values(&left), &values(&right)).unwrap();
        self.known.insert(position.clone(), (value, longest));
        (value, longest)
    }
}

/// Compares what a game says about a position with plain play from it; the value, as it is printed.
struct Check;

impl Search for Check {
    type Output = String;

    fn run<P: Position>(self, position: &P) -> String {
        let mut plain = Plain::new();
        let (value, longest) = plain.of(position);

        let split = ValueTable::default().value(&VALUES, position).unwrap();
        assert_eq!(split, value, "{position} is {}, not {}", print(value), print(split));

        let id = ThermographTable::default().thermograph(&OTHERS, position).unwrap();
        assert_eq!(
            OTHERS.thermographs().get(id),
            VALUES.thermograph(value).unwrap(),
            "the thermograph of {position}"
        );

        let regions = position.regions().iter().fold(ValueId::ZERO, |sum, region| {
            let (normal, negative) = region.normal_form();
            assert_eq!(normal.normal_form().0, normal, "the normal form of {region} has another one");
            let value = plain.of(&normal).0;
            let value = if negative { VALUES.negative(value).unwrap() } else { value };
            VALUES.sum(sum, value).unwrap()
        });
        assert_eq!(regions, value, "{position} has regions with the sum {}", print(regions));

        if let Some(bound) = position.longest_play() {
            assert!(longest <= bound, "{longest} moves can be played from {position}, not {bound}");
        }
        if let Some((low, high)) = position.bounds() {
            let [low, high] = [low, high].map(|bound| VALUES.number(bound).unwrap());
            assert!(
                VALUES.le(low, value).unwrap() && VALUES.le(value, high).unwrap(),
                "bounds of {position}"
            );
        }

        print(value)
    }
}

fn print(value: ValueId) -> String {
    VALUES.print(value).unwrap()
}

/// The value of a position, after all checks.
fn checked(game: &str, text: &str) -> String {
    let position = RULESETS.open(game, text).unwrap_or_else(|error| panic!("{game} {text}: {error}"));
    let again = RULESETS.open(game, &position.to_string());
    assert_eq!(again.as_ref(), Ok(&position), "{position} does not read back");
    position.search(Check)
}

fn agrees(game: &str, text: &str, value: &str) {
    let expected = print(VALUES.parse(value).unwrap());
    assert_eq!(checked(game, text), expected, "{game} {text}");
}

/// Boards with these characters, `columns` by `rows` cells or less.
fn boards(symbols: &'static [char], columns: usize, rows: usize) -> impl Strategy<Value = String> {
    (1..=columns, 1..=rows)
        .prop_flat_map(move |(width, height)| vec(vec(prop::sample::select(symbols), width), height))
        .prop_map(|rows| rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|"))
}

/// The board with columns outside of play on its left.
fn widened(board: &str) -> String {
    board.split('|').map(|row| format!("########{row}")).collect::<Vec<_>>().join("|")
}

/// The row moved to the right on a board of a single row, just longer than other boards or as long as can be.
fn long_rows(row: &str) -> [String; 2] {
    [17, 64].map(|length| format!("{row:#>length$}"))
}

/// The graph of a board: a vertex for each cell inside, called after its row and column.
fn as_graph(board: &str) -> String {
    let rows: Vec<Vec<char>> = board.split('|').map(|row| row.chars().collect()).collect();
    let inside = |y: usize, x: usize| rows.get(y).and_then(|row| row.get(x)).filter(|&&cell| cell != '#');
    let mut words = Vec::new();
    for (y, x) in (0..rows.len()).flat_map(|y| (0..rows[y].len()).map(move |x| (y, x))) {
        let Some(&cell) = inside(y, x) else { continue };
        words.push(format!("{y}{x}={cell}"));
        for (y2, x2) in [(y + 1, x), (y, x + 1)] {
            words.extend(inside(y2, x2).map(|_| format!("{y}{x}-{y2}{x2}")));
        }
    }
    words.join(" ")
}

/// Graphs with up to six vertices, some of them marked.
fn graphs() -> impl Strategy<Value = String> {
    let marks = prop::sample::select(&["=.", "=.", "=.", "=X", "=O", "=l", "=r"]);
    (vec(marks, 1..=6), vec((0_u8..6, 0_u8..6), 0..=10)).prop_map(|(marks, edges)| {
        let name = |vertex: u8| char::from(b'a' + vertex % marks.len() as u8);
        let vertices = (0_u8..).zip(&marks).map(|(vertex, mark)| format!("{}{mark}", name(vertex)));
        let edges = edges.iter().filter(|&&(a, b)| name(a) != name(b));
        let edges = edges.map(|&(a, b)| format!("{}-{}", name(a), name(b)));
        vertices.chain(edges).collect::<Vec<_>>().join(" ")
    })
}

/// All rows of `length` with these characters.
fn all_rows(symbols: &str, length: usize) -> Vec<String> {
    let longer = |rows: Vec<String>, _| {
        rows.iter().flat_map(|row| symbols.chars().map(move |symbol| format!("{row}{symbol}"))).collect()
    };
    (0..length).fold(vec![String::new()], longer)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn amazons_is_plain_play(text in boards(&['x', 'o', '.', '#', '#'], 3, 3)) {
        checked("amazons", &text);
    }

    #[test]
    fn clobber_is_plain_play(text in boards(&['x', 'o', 'x', 'o', '.'], 4, 3)) {
        checked("clobber", &text);
    }

    #[test]
    fn col_is_plain_play_and_numbers_with_stars(text in boards(&['.', '.', '.', 'x', 'o', 'l', 'r', '#'], 4, 3)) {
        let value = VALUES.parse(&checked("col", &text)).unwrap();
        let twice = VALUES.sum(value, value).unwrap();
        prop_assert!(VALUES.is_number(twice), "{text}");
    }

    #[test]
    fn col_and_snort_on_graphs_are_plain_play(text in graphs()) {
        checked("col", &text);
        checked("snort", &text);
    }

    #[test]
    fn a_board_is_a_graph(text in boards(&['.', '.', '.', 'x', 'o', 'l', 'r', '#'], 3, 3)) {
        prop_assume!(text.contains(|cell| cell != '#' && cell != '|'));
        let graph = as_graph(&text);
        for game in ["col", "snort"] {
            prop_assert_eq!(checked(game, &text), checked(game, &graph), "{} {}", game, text);
        }
    }

    #[test]
    fn boards_beyond_eight_columns_are_no_different(text in boards(&['x', 'o', '.', '.', '#'], 3, 3)) {
        for game in ["amazons", "clobber", "col", "konane", "snort"] {
            prop_assert_eq!(checked(game, &text), checked(game, &widened(&text)), "{} {}", game, text);
        }
        let free = text.replace(['x', 'o'], ".");
        for (game, text) in [("cram", &free), ("domineering", &free), ("fission", &text.replace('o', "x"))] {
            prop_assert_eq!(checked(game, text), checked(game, &widened(text)), "{} {}", game, text);
        }
    }

    #[test]
    fn long_rows_of_clobber_are_no_different(row in "[xo]{0,5}[xo.]{1,7}") {
        for long in long_rows(&row) {
            prop_assert_eq!(checked("clobber", &row), checked("clobber", &long), "{}", row);
        }
    }

    // Every block has a liberty of its own.
    #[test]
    fn long_rows_of_nogo_are_no_different(row in r"(\.|\.\.|x\.|o\.|\.x|\.oo|x\.o|#){1,4}") {
        for long in long_rows(&row) {
            prop_assert_eq!(checked("nogo", &row), checked("nogo", &long), "{}", row);
        }
    }

    #[test]
    fn cram_is_plain_play(text in boards(&['.', '.', '.', '#'], 4, 4)) {
        checked("cram", &text);
    }

    #[test]
    fn domineering_is_plain_play(text in boards(&['.', '.', '.', '#'], 4, 4)) {
        checked("domineering", &text);
    }

    #[test]
    fn fission_is_plain_play(text in boards(&['x', '.', '.', '.', '#'], 4, 4)) {
        checked("fission", &text);
    }

    #[test]
    fn konane_is_plain_play(text in boards(&['x', 'o', 'x', 'o', '.', '#'], 5, 4)) {
        checked("konane", &text);
    }

    #[test]
    fn snort_is_plain_play(text in boards(&['.', '.', '.', 'x', 'o', 'l', 'r', '#'], 4, 3)) {
        checked("snort", &text);
    }

    #[test]
    fn several_lanes_of_toads_and_frogs_are_a_sum(text in boards(&['t', 'f', '.'], 5, 2)) {
        checked("toads-and-frogs", &text);
    }

    #[test]
    fn several_rows_of_toppling_dominoes_are_a_sum(text in boards(&['l', 'r', 'e', '.'], 4, 2)) {
        checked("toppling-dominoes", &text);
    }
}

#[test]
fn every_short_lane_of_toads_and_frogs_is_plain_play() {
    for text in (1..=7).flat_map(|length| all_rows("tf.", length)) {
        checked("toads-and-frogs", &text);
    }
}

#[test]
fn every_short_row_of_toppling_dominoes_is_plain_play() {
    for text in (1..=5).flat_map(|length| all_rows("lre.", length)) {
        checked("toppling-dominoes", &text);
    }
}

#[test]
fn every_small_board_of_konane_is_plain_play() {
    for text in all_rows("xo.", 8) {
        checked("konane", &text);
        checked("konane", &format!("{}|{}", &text[..4], &text[4..]));
    }
}

/// *Winning Ways*, chapters 1 and 5.
#[test]
fn toads_and_frogs_of_the_books() {
    for (text, value) in
        [("t.f", "*"), ("tf", "0"), ("t..f", "0"), ("tt.f", "{1/2|0}"), ("ttff", "0"), ("t.", "1")]
    {
        agrees("toads-and-frogs", text, value);
    }
}

/// Fink, Nowakowski, Siegel and Wolfe, *Toppling conjectures*.
#[test]
fn toppling_dominoes_of_the_books() {
    for (text, value) in [
        ("lll", "3"),
        ("lr", "*"),
        ("llrr", "+-1"),
        ("eee", "*3"),
        ("l|.r", "0"),
        ("lrl", "1/2"),
        ("lrl|rr", "-3/2"),
    ] {
        agrees("toppling-dominoes", text, value);
    }
}

/// Albert, Grossman, Nowakowski and Wolfe, *An introduction to Clobber*.
#[test]
fn clobber_of_the_books() {
    for (text, value) in [("xo", "*"), ("xxo", "^"), ("xxxo", "^^*"), ("xoxo", "+-{*,^}"), ("xox", "*")] {
        agrees("clobber", text, value);
    }
}

/// A row of `xo` n times is won by who starts, unless n is 3: conjectured by the same authors, proved by Chen
/// et al., *A proof of the 2004 Albert-Grossman-Nowakowski-Wolfe conjecture on alternating linear Clobber*.
#[test]
fn alternating_rows_of_clobber_of_the_books() {
    struct Value;
    impl Search for Value {
        type Output = ValueId;
        fn run<P: Position>(self, position: &P) -> ValueId {
            ValueTable::default().value(&VALUES, position).unwrap()
        }
    }
    for n in 1..=12 {
        let value = RULESETS.open("clobber", &"xo".repeat(n)).unwrap().search(Value);
        let expected = if n == 3 { Outcome::Previous } else { Outcome::Next };
        assert_eq!(VALUES.outcome(value), Ok(expected), "{n}");
    }
}

/// In a row of n cells, Cram is Dawson's Kayles; boards with both sides even are lost for who starts,
/// a board of two by an odd number is won.
#[test]
fn cram_of_the_books() {
    let dawson = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4];
    for (n, nimber) in dawson.into_iter().enumerate().skip(1) {
        agrees("cram", &".".repeat(n), &format!("*{nimber}"));
    }
    for (text, value) in
        [("..|..", "0"), ("...|...", "*"), ("...|...|...", "0"), ("....|....|....|....", "0")]
    {
        agrees("cram", text, value);
    }
}

/// *Winning Ways*, chapters 2 and 6: in Col, the starter gains nothing on a complete graph; in Snort,
/// everything on a complete graph or a star.
#[test]
fn col_and_snort_of_the_books() {
    agrees("col", ".", "*");
    agrees("snort", ".", "*");
    agrees("col", "..", "0");
    agrees("snort", "..", "+-1");
    agrees("snort", "...", "+-2");
    for (graph, col, snort) in
        [("a-b-c-a", "0", "+-2"), ("a-b-c-d-a-c b-d", "0", "+-3"), ("a-b-c-d-e-a-c-e-b-d-a", "0", "+-4")]
    {
        agrees("col", graph, col);
        agrees("snort", graph, snort);
    }
    agrees("snort", "m-a m-b m-c m-d", "+-4");
}
