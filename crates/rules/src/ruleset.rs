//! All games by name: one list that the command line, the library and everything else share. A ruleset is data, and a
//! program can add its own.

use crate::bitboard::{Huge, Large, Shape, Small, Strip};
use crate::games::{
    amazons, amazons::Amazons, clobber::Clobber, col, cram::Cram, domineering::Domineering, fission::Fission,
    go, hackenbush::Hackenbush, heaps, konane::Konane, nogo::NoGo, snort, toads_and_frogs::ToadsAndFrogs,
    toppling_dominoes::TopplingDominoes, tree::Tree, triangular_nim::TriangularNim,
    xt_domineering::XtDomineering,
};
use crate::graph::is_graph;
use crate::{AnyPosition, BoardError, BoardRules, Grid, Notation, Position};
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, LazyLock};
use thiserror::Error;

/// A game: what people need to know about it, and how its positions are read.
///
/// ```
/// use rules::{AnyPosition, Notation, Ruleset, Rulesets, games::heaps::{FixedRule, Heaps}};
///
/// // Take two tokens from a heap, or split it in two without taking any: the octal game 4.03.
/// type Pairs = Heaps<FixedRule<0o3000_4>>;
/// let mut rulesets = Rulesets::default();
/// rulesets.add(Ruleset::new::<Pairs>("pairs").about("take two tokens from a heap").example("5,7"))?;
/// assert_eq!(rulesets.read("pairs:7,5")?.to_string(), "5,7");
/// assert!(rulesets.add(Ruleset::new::<Pairs>("nim")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Ruleset {
    /// The name that commands use.
    pub name: Cow<'static, str>,
    /// The rules in a sentence.
    pub about: Cow<'static, str>,
    /// What the notation means.
    pub notation: Cow<'static, str>,
    /// A position.
    pub example: Cow<'static, str>,
    /// How positions are read. `None` means that this is a game with chance, whose states are a
    /// [`Contest`](crate::Contest).
    read: Option<Reader>,
    /// Writes a position as a game record, where there is a usual format.
    record: fn(&AnyPosition) -> Option<String>,
    /// Says what is odd about a position.
    warning: fn(&AnyPosition) -> Option<&'static str>,
}

type Reader = Arc<dyn Fn(&str) -> Result<AnyPosition, BoardError> + Send + Sync>;

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ruleset {}", self.name)
    }
}

impl Ruleset {
    /// A game whose positions are of this type.
    pub fn new<P: Position + Notation>(name: impl Into<Cow<'static, str>>) -> Self {
        Self::reading(name, |text| P::read(text).map(AnyPosition::new))
    }

    /// A game with its own way to read positions.
    pub fn reading(
        name: impl Into<Cow<'static, str>>,
        read: impl Fn(&str) -> Result<AnyPosition, BoardError> + Send + Sync + 'static,
    ) -> Self {
        Self { read: Some(Arc::new(read)), ..Self::with_chance(name) }
    }

    /// A game with chance.
    pub(crate) fn with_chance(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            about: "".into(),
            notation: "".into(),
            example: "".into(),
            read: None,
            record: |_| None,
            warning: |_| None,
        }
    }

    /// The rules in a sentence.
    #[must_use]
    pub fn about(self, about: impl Into<Cow<'static, str>>) -> Self {
        Self { about: about.into(), ..self }
    }

    /// What the notation means.
    #[must_use]
    pub fn notation(self, notation: impl Into<Cow<'static, str>>) -> Self {
        Self { notation: notation.into(), ..self }
    }

    /// A position.
    #[must_use]
    pub fn example(self, example: impl Into<Cow<'static, str>>) -> Self {
        Self { example: example.into(), ..self }
    }

    /// Is it a game with chance?
    #[must_use]
    pub fn has_chance(&self) -> bool {
        self.read.is_none()
    }

    /// Reads a position.
    pub fn read(&self, text: &str) -> Result<AnyPosition, OpenError> {
        let Some(read) = &self.read else {
            return Err(OpenError::Chance { name: self.name.to_string() });
        };
        // Some editors begin a file with a byte-order mark.
        Ok(read(text.trim_start_matches('\u{feff}'))?)
    }

    /// A position as a game record. `None` means that there is no usual format.
    #[must_use]
    pub fn record(&self, position: &AnyPosition) -> Option<String> {
        (self.record)(position)
    }

    /// Something odd about a position that its author should know.
    #[must_use]
    pub fn warning(&self, position: &AnyPosition) -> Option<&'static str> {
        (self.warning)(position)
    }
}

/// Why there is no position.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// There is no such game.
    #[error("there is no game '{name}'; the games are {known}")]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// The names of all games.
        known: String,
    },
    /// Positions of a game with chance have no values.
    #[error("{name} is a game with chance, whose positions have no values")]
    Chance {
        /// Which game.
        name: String,
    },
    /// A position without its game.
    #[error("'{0}' should be a game, ':' and a position, such as amazons:x..|..o")]
    NoGame(String),
    /// The text is not a position of the game.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// A ruleset that cannot be added.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum AddError {
    /// Another ruleset has the name.
    #[error("there is a game '{0}' already")]
    Taken(String),
    /// The name could not be told from a position or a sum.
    #[error("'{0}' cannot be the name of a game: it needs letters, digits and hyphens")]
    Name(String),
}

/// The games that a program knows, by name; all of Tedomari's to begin with.
#[derive(Clone, Debug)]
pub struct Rulesets(Vec<Ruleset>);

/// Tedomari's own games.
pub static RULESETS: LazyLock<Rulesets> = LazyLock::new(|| Rulesets(built_in()));

impl Default for Rulesets {
    fn default() -> Self {
        RULESETS.clone()
    }
}

impl Rulesets {
    /// Adds a game.
    pub fn add(&mut self, ruleset: Ruleset) -> Result<(), AddError> {
        let name = ruleset.name.to_string();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if name.is_empty() || name.starts_with('-') || !name.chars().all(plain) {
            return Err(AddError::Name(name));
        }
        if self.0.iter().any(|known| known.name == ruleset.name) {
            return Err(AddError::Taken(name));
        }
        self.0.push(ruleset);
        Ok(())
    }

    /// The game with this name.
    pub fn get(&self, name: &str) -> Result<&Ruleset, OpenError> {
        self.0.iter().find(|ruleset| ruleset.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.positional().map(|ruleset| &*ruleset.name).collect();
            OpenError::UnknownGame { name: name.to_owned(), known: names.join(", ") }
        })
    }

    /// Reads a position of the game with this name.
    pub fn open(&self, name: &str, text: &str) -> Result<AnyPosition, OpenError> {
        self.get(name)?.read(text)
    }

    /// Reads `GAME:POSITION`.
    pub fn read(&self, text: &str) -> Result<AnyPosition, OpenError> {
        let (game, position) = text.split_once(':').ok_or_else(|| OpenError::NoGame(text.to_owned()))?;
        self.open(game.trim(), position)
    }

    /// All games.
    pub fn iter(&self) -> impl Iterator<Item = &Ruleset> {
        self.0.iter()
    }

    /// The games whose positions have values.
    pub fn positional(&self) -> impl Iterator<Item = &Ruleset> {
        self.0.iter().filter(|ruleset| !ruleset.has_chance())
    }

    /// The games with chance.
    pub fn with_chance(&self) -> impl Iterator<Item = &Ruleset> {
        self.0.iter().filter(|ruleset| ruleset.has_chance())
    }
}

/// Reads a grid as a position on the bitboard for its size. A game with strips has long rows.
macro_rules! by_size {
    ($grid:expr, $strips:expr, $type:ident $(, $more:expr)?) => {
        match $grid.shape($strips) {
            Shape::Small => $type::<Small>::of_grid(&$grid $(, $more)?).map(AnyPosition::new),
            Shape::Large => $type::<Large>::of_grid(&$grid $(, $more)?).map(AnyPosition::new),
            Shape::Huge => $type::<Huge>::of_grid(&$grid $(, $more)?).map(AnyPosition::new),
            Shape::Strip => $type::<Strip>::of_grid(&$grid $(, $more)?).map(AnyPosition::new),
        }
    };
}

/// A reader for a game on boards.
macro_rules! on_boards {
    ($type:ident) => {
        |text: &str| {
            let grid = Grid::read(text)?;
            by_size!(grid, false, $type)
        }
    };
    ($type:ident, long) => {
        |text: &str| {
            let grid = Grid::read(text)?;
            by_size!(grid, true, $type)
        }
    };
    ($board:ident or $graph:ty) => {
        |text: &str| match is_graph(text) {
            true => <$graph>::read(text).map(AnyPosition::new),
            false => {
                let grid = Grid::read(text)?;
                by_size!(grid, false, $board)
            }
        }
    };
}

fn built_in() -> Vec<Ruleset> {
    use col::{Col, ColGraph};
    use go::{AreaGo, TerritoryGo};
    use snort::{Snort, SnortGraph};
    let go_notation = "X Black, O White, . empty, # the rest of the board, which keeps the stones beside it alive; in a sum the move fill gives up a settled point";
    let colours = "X Left's colour, O Right's, . none, l or r for one player only, # outside; or a graph such as a-b b-c a=X";
    vec![
        Ruleset {
            record: amazons::sgf::record,
            warning: amazons::hints::warning,
            ..Ruleset::reading("amazons", |text| {
                let grid = amazons::AmazonsRules::grid(text)?;
                by_size!(grid, false, Amazons)
            })
        }
        .about("a queen moves like a chess queen and shoots an arrow that burns a square")
        .notation("X Left's queen, O Right's queen, . empty, # burnt")
        .example("x.#.|....|.##.|...o"),
        Ruleset::reading("clobber", on_boards!(Clobber, long))
            .about("a stone moves onto an enemy stone beside it and takes it")
            .notation("X Left's stone, O Right's stone, . no stone; a single row may have up to 64 cells")
            .example("xoxo|oxox"),
        Ruleset::reading("col", on_boards!(Col or ColGraph))
            .about("players colour cells; no neighbours of the same colour")
            .notation(colours)
            .example("x..|...|..o"),
        Ruleset::reading("cram", on_boards!(Cram))
            .about("both players place dominoes, upright or flat")
            .notation(". free, # taken")
            .example("...|...|..."),
        Ruleset::with_chance("dark-chess")
            .about("Chinese dark chess (banqi): pieces lie face down; turn one over, move one, or take with one that is not weaker")
            .notation("KGMRNCP Left's king, guards, elephants, chariots, horses, cannons, pawns, kgmrncp Right's, ? face down, . empty; who moves; the pieces that lie face down, unless all others are on the board; quiet and the number of moves since the last capture or flip; twice if the position was there before")
            .example("?...|.K..|..p.|....|....|....|.c..|...? left PG quiet 7"),
        Ruleset::new::<heaps::DawsonsKayles>("dawsons-kayles")
            .about("knock down two pins next to each other in a row")
            .notation("the rows of pins")
            .example("5,7,9"),
        Ruleset::reading("domineering", on_boards!(Domineering))
            .about("Left places dominoes upright, Right flat")
            .notation(". free, # taken")
            .example("....|....|....|...."),
        Ruleset::with_chance("ewn")
            .about("EinStein würfelt nicht!: a die says which stone may move; reach the far corner, or take all")
            .notation("1 to 6 Left's stones, which go right and down, a to f Right's, . empty; who moves, and the die")
            .example("13...|2.5..|..a..|....c|..fbd left 3"),
        Ruleset::reading("fission", on_boards!(Fission))
            .about("a stone splits in two: Left's halves go up and down, Right's left and right")
            .notation("x stone, . empty, # outside")
            .example("....|.x..|..x.|...."),
        Ruleset::reading("go", |text| {
            let (grid, points) = go::split(text)?;
            by_size!(grid, false, AreaGo, points)
        })
        .about("an endgame in a part of the board, scored by area")
        .notation(go_notation)
        .example("#XXX##|#X..O#|#XXXX#"),
        Ruleset::reading("go-territory", |text| {
            let (grid, points) = go::split(text)?;
            by_size!(grid, false, TerritoryGo, points)
        })
        .about("an endgame in a part of the board, scored by territory and prisoners")
        .notation(go_notation)
        .example("#XXX##|#X..O#|#XXXX#"),
        Ruleset::new::<heaps::Grundy>("grundy")
            .about("split a heap into two of different size")
            .notation("the heaps")
            .example("5,8,13"),
        Ruleset::new::<Hackenbush>("hackenbush")
            .about("cut an edge; what is no longer connected to the ground falls off")
            .notation("edges a-b:L for Left, a-b:R for Right, a-b:E for either; g is the ground")
            .example("g-a:L a-b:R b-c:E a-d:L"),
        Ruleset::new::<heaps::Kayles>("kayles")
            .about("knock down one pin of a row, or two next to each other")
            .notation("the rows of pins")
            .example("3,5,7"),
        Ruleset::reading("konane", on_boards!(Konane))
            .about("a stone jumps over enemy stones, straight ahead, and takes them")
            .notation("X Left's stone, O Right's stone, . empty, # outside")
            .example("xox.|o.ox|xoxo"),
        Ruleset::new::<heaps::Nim>("nim")
            .about("take any number of tokens from a heap")
            .notation("the heaps")
            .example("3,5,7"),
        Ruleset::reading("nogo", on_boards!(NoGo, long))
            .about("place stones as in Go, never taking the last liberty of a block of either colour")
            .notation("X Left's stone, O Right's stone, . empty, # outside; a single row may have up to 64 cells")
            .example("o.xx|xox.|...x|x.x."),
        Ruleset::new::<heaps::Octal>("octal")
            .about("change a heap as an octal code allows")
            .notation("the code, then the heaps")
            .example("0.137:5,10"),
        Ruleset::reading("snort", on_boards!(Snort or SnortGraph))
            .about("players colour cells; no neighbours of different colours")
            .notation(colours)
            .example("a-b a-d b-c c-d d-e e=X"),
        Ruleset::new::<ToadsAndFrogs>("toads-and-frogs")
            .about("toads go right and frogs left, by a step or by a jump over one of the others")
            .notation("t Left's toad, f Right's frog, . empty; lanes joined by | are a sum")
            .example("tt..ff"),
        Ruleset::new::<TopplingDominoes>("toppling-dominoes")
            .about("a player tips over a domino, and all behind it fall")
            .notation("l Left's domino, r Right's, e either's, . gap; rows joined by | are a sum")
            .example("lerrl"),
        Ruleset::new::<Tree>("tree")
            .about("a game tree, played as it is written")
            .notation("values with braces, like those of `tedomari value`")
            .example("{2|{0|-1},*}"),
        Ruleset::new::<TriangularNim>("triangular-nim")
            .about("remove pieces of a triangle that lie next to each other on a line")
            .notation("x a piece, . an empty place, the rows of a triangle from its top")
            .example("x|xx|xxx|xxxx"),
        Ruleset::reading("xt-domineering", on_boards!(XtDomineering))
            .about("like Domineering, but a player without room for a domino in a connected group may take a single square of it")
            .notation(". free, # taken")
            .example("...|..#|..."),
    ]
}
