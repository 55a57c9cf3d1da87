//! All games by name: one list that the command line and everything else shares.

use crate::bitboard::{Large, Small, Strip};
use crate::graph::is_graph;
use crate::{BoardError, CONTESTS, Position, fits, games};
use thiserror::Error;

/// What people need to know about a game before they use it.
#[derive(Clone, Copy, Debug)]
pub struct Ruleset {
    /// The name that commands use.
    pub name: &'static str,
    /// The rules in a sentence.
    pub about: &'static str,
    /// What the notation means.
    pub notation: &'static str,
    /// A position.
    pub example: &'static str,
}

/// Something to be done with a position of any game.
pub trait Visitor {
    /// What comes out of it.
    type Output;
    /// Does it.
    fn visit<P: Position>(self, position: P) -> Self::Output;
}

/// Why there is no position.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// There is no such game.
    #[error("there is no game '{name}'; the games are {}", RULESETS.iter().map(|game| game.name).collect::<Vec<_>>().join(", "))]
    UnknownGame {
        /// What was asked for.
        name: String,
    },
    /// The game is one of [`CONTESTS`].
    #[error(
        "{name} is a game with chance, whose positions have no values: `tedomari play` and `tedomari match --game` play it, and `tedomari solve` solves endgames of dark-chess"
    )]
    Chance {
        /// Which game.
        name: String,
    },
    /// The text is no position of the game.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Lists the games: the type of its positions, either one type, or `Type<_>` for one
/// that is made for boards up to 8×8 and for larger ones, or `Type<long>` if for long rows too, `or` another
/// one for graphs.
macro_rules! registry {
    ($($name:literal, $module:ident :: $type:ident $(<$bitboard:tt>)? $(or $graph:ident)?, $about:literal, $notation:literal, $example:literal;)*) => {
        /// All games.
        pub const RULESETS: &[Ruleset] = &[$(
            Ruleset { name: $name, about: $about, notation: $notation, example: $example },
        )*];

        /// Reads a position of the game with this name and does something with it.
        pub fn open<V: Visitor>(name: &str, text: &str, visitor: V) -> Result<V::Output, OpenError> {
            // Some editors begin a file with a byte-order mark.
            let text = text.trim_start_matches('\u{feff}');
            match name {
                $($name => registry!(@read text, visitor, $module::$type $(<$bitboard>)? $(or $graph)?),)*
                _ if CONTESTS.iter().any(|contest| contest.name == name) => {
                    Err(OpenError::Chance { name: name.to_owned() })
                }
                _ => Err(OpenError::UnknownGame { name: name.to_owned() }),
            }
        }
    };
    (@read $text:ident, $visitor:ident, $module:ident :: $type:ident <_> or $graph:ident) => {
        if is_graph($text) {
            registry!(@read $text, $visitor, $module::$graph)
        } else {
            registry!(@read $text, $visitor, $module::$type<_>)
        }
    };
    (@read $text:ident, $visitor:ident, $module:ident :: $type:ident <long>) => {
        if fits($text, [usize::MAX, 1]) && !fits($text, [16, 16]) {
            Ok($visitor.visit(games::$module::$type::<Strip>::read($text)?))
        } else {
            registry!(@read $text, $visitor, $module::$type<_>)
        }
    };
    (@read $text:ident, $visitor:ident, $module:ident :: $type:ident <_>) => {
        if fits($text, [8, 8]) {
            Ok($visitor.visit(games::$module::$type::<Small>::read($text)?))
        } else {
            Ok($visitor.visit(games::$module::$type::<Large>::read($text)?))
        }
    };
    (@read $text:ident, $visitor:ident, $module:ident :: $type:ident) => {
        Ok($visitor.visit(games::$module::$type::read($text)?))
    };
}

registry! {
    "amazons", amazons::Amazons<_>,
        "a queen moves like a chess queen and shoots an arrow that burns a square",
        "X Left's queen, O Right's queen, . empty, # burnt", "x.#.|....|.##.|...o";
    "clobber", clobber::Clobber<long>,
        "a stone moves onto an enemy stone beside it and takes it",
        "X Left's stone, O Right's stone, . no stone; a single row may have up to 64 cells", "xoxo|oxox";
    "col", col::Col<_> or ColGraph,
        "players colour cells; no neighbours of the same colour",
        "X Left's colour, O Right's, . none, l or r for one player only, # outside; or a graph such as a-b b-c a=X", "x..|...|..o";
    "cram", cram::Cram<_>,
        "both players place dominoes, upright or flat",
        ". free, # taken", "...|...|...";
    "dawsons-kayles", heaps::DawsonsKayles,
        "knock down two pins next to each other in a row",
        "the rows of pins", "5,7,9";
    "domineering", domineering::Domineering<_>,
        "Left places dominoes upright, Right flat",
        ". free, # taken", "....|....|....|....";
    "fission", fission::Fission<_>,
        "a stone splits in two: Left's halves go up and down, Right's left and right",
        "x stone, . empty, # outside", "....|.x..|..x.|....";
    "go", go::AreaGo<_>,
        "an endgame in a part of the board, scored by area",
        "X Black, O White, . empty, # the rest of the board, which keeps the stones beside it alive; in a sum the move fill gives up a settled point", "#XXX##|#X..O#|#XXXX#";
    "go-territory", go::TerritoryGo<_>,
        "an endgame in a part of the board, scored by territory and prisoners",
        "X Black, O White, . empty, # the rest of the board, which keeps the stones beside it alive; in a sum the move fill gives up a settled point", "#XXX##|#X..O#|#XXXX#";
    "grundy", heaps::Grundy,
        "split a heap into two of different size",
        "the heaps", "5,8,13";
    "hackenbush", hackenbush::Hackenbush,
        "cut an edge; what is no longer connected to the ground falls off",
        "edges a-b:L for Left, a-b:R for Right, a-b:E for either; g is the ground", "g-a:L a-b:R b-c:E a-d:L";
    "kayles", heaps::Kayles,
        "knock down one pin of a row, or two next to each other",
        "the rows of pins", "3,5,7";
    "konane", konane::Konane<_>,
        "a stone jumps over enemy stones, straight ahead, and takes them",
        "X Left's stone, O Right's stone, . empty, # outside", "xox.|o.ox|xoxo";
    "nim", heaps::Nim,
        "take any number of tokens from a heap",
        "the heaps", "3,5,7";
    "nogo", nogo::NoGo<long>,
        "place stones as in Go, never taking the last liberty of a block of either colour",
        "X Left's stone, O Right's stone, . empty, # outside; a single row may have up to 64 cells", "o.xx|xox.|...x|x.x.";
    "octal", heaps::Octal,
        "change a heap as an octal code allows",
        "the code, then the heaps", "0.137:5,10";
    "snort", snort::Snort<_> or SnortGraph,
        "players colour cells; no neighbours of different colours",
        "X Left's colour, O Right's, . none, l or r for one player only, # outside; or a graph such as a-b b-c a=X", "a-b a-d b-c c-d d-e e=X";
    "toads-and-frogs", toads_and_frogs::ToadsAndFrogs,
        "toads go right and frogs left, by a step or by a jump over one of the others",
        "t Left's toad, f Right's frog, . empty; lanes joined by | are a sum", "tt..ff";
    "toppling-dominoes", toppling_dominoes::TopplingDominoes,
        "a player tips over a domino, and all behind it fall",
        "l Left's domino, r Right's, e either's, . gap; rows joined by | are a sum", "lerrl";
    "tree", tree::Tree,
        "a game tree, played as it is written",
        "values with braces, like those of `tedomari value`", "{2|{0|-1},*}";
    "triangular-nim", triangular_nim::TriangularNim,
        "remove pieces of a triangle that lie next to each other on a line",
        "x a piece, . an empty place, the rows of a triangle from its top", "x|xx|xxx|xxxx";
    "xt-domineering", xt_domineering::XtDomineering<_>,
        "like Domineering, but a player without room for a domino in a connected group may take a single square of it",
        ". free, # taken", "...|..#|...";
}
