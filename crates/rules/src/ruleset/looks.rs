//! What does a game look like, and how is the negative of a position written? What drawings and editors need to know
//! about a ruleset beyond its rules.

use crate::graph::is_graph;
use crate::rows_and_points;

/// How positions of a game are drawn that have no [coordinates](crate::Position::cells).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Drawn {
    /// As a text.
    #[default]
    Text,
    /// As a graph, whose words are `a-b` or `a-b:L` for an edge and `a=X` or `a` for a vertex.
    Graph,
    /// As heaps, whose numbers are joined by commas, behind a code and a colon if the game has one.
    Heaps,
}

/// The look of a game.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    /// The characters of an editor, each with its meaning; the first is that of an empty cell.
    pub symbols: &'static [(char, &'static str)],
    /// The kind of drawing of positions without coordinates.
    pub drawn: Drawn,
    /// Writes the negative of a position, from its text as it is printed. `None` means that it is not known.
    pub negative: Option<fn(&str) -> String>,
}

impl Looks {
    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self { symbols: &[], drawn: Drawn::Text, negative: None };

    /// A board with these characters.
    pub(super) const fn board(
        symbols: &'static [(char, &'static str)],
        negative: fn(&str) -> String,
    ) -> Self {
        Self { symbols, drawn: Drawn::Text, negative: Some(negative) }
    }

    /// Heaps, which are impartial.
    pub(super) const HEAPS: Self = Self { symbols: &[], drawn: Drawn::Heaps, negative: Some(same) };
}

/// An impartial position is its own negative.
pub(super) fn same(text: &str) -> String {
    text.to_owned()
}

/// The text with these pairs of characters exchanged.
fn exchanged(text: &str, pairs: &[(char, char)]) -> String {
    let other = |found| {
        let both = pairs.iter().find(|(a, b)| found == *a || found == *b);
        both.map_or(found, |&(a, b)| if found == a { b } else { a })
    };
    text.chars().map(other).collect()
}

/// Stones of both colours are exchanged.
pub(super) fn colours(text: &str) -> String {
    exchanged(text, &[('X', 'O')])
}

/// The same in Go, where points may follow the rows.
pub(super) fn points(text: &str) -> String {
    let (rows, points) = rows_and_points(text);
    let rows = exchanged(rows, &[('X', 'O')]);
    match points {
        None => rows,
        Some(points) => match points.strip_prefix('-') {
            Some(points) => format!("{rows}/{points}"),
            None => format!("{rows}/-{points}"),
        },
    }
}

/// The same in NoGo, whose regions have cells that are closed to a player or firm for one.
pub(super) fn nogo(text: &str) -> String {
    exchanged(text, &[('X', 'O'), ('b', 'w'), ('(', ')'), ('-', '+'), ('<', '>')])
}

/// The same in Col and Snort: on boards colours and cells for one player only, on graphs the marks behind `=`.
pub(super) fn colouring(text: &str) -> String {
    let pairs = [('X', 'O'), ('l', 'r')];
    if is_graph(text) { marks(text, '=', &pairs) } else { exchanged(text, &pairs) }
}

/// The colours of the edges in Hackenbush are exchanged.
pub(super) fn edges(text: &str) -> String {
    marks(text, ':', &[('L', 'R')])
}

/// The text with pairs of characters exchanged behind a sign.
fn marks(text: &str, sign: char, pairs: &[(char, char)]) -> String {
    let word = |word: &str| match word.split_once(sign) {
        Some((name, mark)) => format!("{name}{sign}{}", exchanged(mark, pairs)),
        None => word.to_owned(),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The dominoes of both players are exchanged.
pub(super) fn dominoes(text: &str) -> String {
    exchanged(text, &[('l', 'r')])
}

/// Toads and frogs change places, and their directions with them.
pub(super) fn lanes(text: &str) -> String {
    let mirrored = |lane: &str| exchanged(&lane.chars().rev().collect::<String>(), &[('t', 'f')]);
    text.split('|').map(mirrored).collect::<Vec<_>>().join("|")
}

/// Rows become columns, for games in which a quarter turn exchanges the players.
pub(super) fn transposed(text: &str) -> String {
    let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    let column = |x: usize| rows.iter().filter_map(|row| row.get(x)).collect::<String>();
    (0..width).map(column).collect::<Vec<_>>().join("|")
}
