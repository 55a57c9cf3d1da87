//! Which games can be solved from the end? Taking games: a position is a set of pieces, and a move removes one
//! of a fixed list of sets that is all there. A player without a move loses in normal play and wins in misère
//! play. The engine knows nothing else about a game, so a new one is a list of moves.

use rules::games::triangular_nim::{Run, TriangularNim};
use rules::{BoardError, Position};
use std::collections::BTreeSet;
use thiserror::Error;
use values::Player;

/// Why a list of moves is not a taking game.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// There are too many pieces.
    #[error("{0} pieces are too many: at most {most}", most = TakingGame::MOST_PIECES)]
    TooManyPieces(usize),
    /// There are no pieces.
    #[error("a game needs at least one piece")]
    NoPieces,
    /// A move takes nothing, or pieces that do not exist.
    #[error("a move takes one or more of the pieces 0 to {0}")]
    BadMove(u8),
    /// A symmetry does not map moves to moves.
    #[error("a symmetry has to be a permutation of the pieces 0 to {0} that maps moves to moves")]
    BadSymmetry(u8),
    /// The symmetries generate too large a group.
    #[error("the symmetries generate a group of more than {most} members", most = TakingGame::MOST_SYMMETRIES)]
    TooManySymmetries,
    /// A line of a list cannot be read.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// A name does not say which game it is.
    #[error(
        "'{name}' is not a taking game (triangular-nim:LAYERS, cram:WIDTHxHEIGHT, tactix:WIDTHxHEIGHT or a file with moves): {reason}"
    )]
    Unknown {
        /// The name.
        name: String,
        /// The reason.
        reason: String,
    },
}

/// A game in which moves remove pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakingGame {
    name: String,
    pieces: u8,
    moves: Vec<u64>,
    /// The image of each piece under each symmetry, the identity first.
    symmetries: Vec<Vec<u8>>,
}

impl TakingGame {
    /// The maximum number of pieces.
    pub const MOST_PIECES: u8 = 56;
    /// The maximum number of symmetries.
    pub const MOST_SYMMETRIES: usize = 48;

    /// The game with these moves as sets of pieces. The symmetries are generators of their group.
    pub fn new(
        name: impl Into<String>,
        pieces: usize,
        moves: impl IntoIterator<Item = u64>,
        generators: &[Vec<u8>],
    ) -> Result<Self, GameError> {
        let count = u8::try_from(pieces).ok().filter(|&count| count <= Self::MOST_PIECES);
        let pieces = count.ok_or(GameError::TooManyPieces(pieces))?;
        let last = pieces.checked_sub(1).ok_or(GameError::NoPieces)?;
        let moves: BTreeSet<u64> = moves.into_iter().collect();
        if moves.iter().any(|&taken| taken == 0 || taken >> pieces != 0) {
            return Err(GameError::BadMove(last));
        }
        for generator in generators {
            let sorted: BTreeSet<u8> = generator.iter().copied().collect();
            let is_permutation = generator.len() == usize::from(pieces) && sorted.into_iter().eq(0..pieces);
            if !is_permutation || moves.iter().any(|&taken| !moves.contains(&image(generator, taken))) {
                return Err(GameError::BadSymmetry(last));
            }
        }
        let symmetries = group(pieces, generators)?;
        Ok(Self { name: name.into(), pieces, moves: moves.into_iter().collect(), symmetries })
    }

    /// Triangular Nim: pieces that lie next to each other on a line of a triangle. A piece has the number of
    /// its bit in [`TriangularNim::number`].
    pub fn triangular_nim(layers: u8) -> Result<Self, GameError> {
        let full = TriangularNim::full(layers)?;
        let pieces = full.number().count_ones() as u8;
        let distances = |piece| TriangularNim::distances(layers, piece);
        let generator = |order: [usize; 3]| -> Vec<u8> {
            let image = |piece| distances(piece).map(|from| order.map(|side| from[side]));
            let find = |piece| (0..pieces).find(|&to| distances(to) == image(piece));
            (0..pieces).map(|piece| find(piece).expect("a turned triangle has the same places")).collect()
        };
        let moves = full.moves(Player::Left);
        let generators = [generator([1, 2, 0]), generator([1, 0, 2])];
        let name = format!("triangular-nim:{layers}");
        Self::new(name, usize::from(pieces), moves.iter().map(Run::pieces), &generators)
    }

    /// Cram: two free cells of a board that are next to each other. A piece is a free cell; cells are counted
    /// row by row.
    pub fn cram(width: usize, height: usize) -> Result<Self, GameError> {
        let runs = runs(width, height)?.into_iter().filter(|run| run.count_ones() == 2);
        Self::new(format!("cram:{width}x{height}"), width * height, runs, &turns(width, height))
    }

    /// TacTix: pieces that lie next to each other in a row or column of a board, counted row by row.
    pub fn tactix(width: usize, height: usize) -> Result<Self, GameError> {
        let name = format!("tactix:{width}x{height}");
        Self::new(name, width * height, runs(width, height)?, &turns(width, height))
    }

    /// The game with a list of moves: each line has the numbers of the pieces that a move takes. A line
    /// `symmetry` has the image of each piece, a line `pieces` their number, and `#` starts a comment.
    pub fn read(name: &str, text: &str) -> Result<Self, GameError> {
        let (mut moves, mut generators, mut pieces) = (Vec::new(), Vec::new(), 0);
        for (line, number) in text.lines().zip(1..) {
            let bad = |reason: String| GameError::Line { line: number, reason };
            let mut words = line.split('#').next().unwrap_or_default().split_whitespace().peekable();
            let head = words.next_if(|word| ["symmetry", "pieces"].contains(word));
            let numbers = words
                .map(|word| word.parse().map_err(|_| bad(format!("'{word}' is not the number of a piece"))))
                .collect::<Result<Vec<u8>, _>>()?;
            match (head, &numbers[..]) {
                (None, []) => {}
                (None, taken) => {
                    if let Some(&piece) = taken.iter().find(|&&piece| piece >= Self::MOST_PIECES) {
                        return Err(bad(format!(
                            "piece {piece} is too large: at most {}",
                            Self::MOST_PIECES - 1
                        )));
                    }
                    moves.push(taken.iter().fold(0u64, |set, piece| set | 1 << piece));
                    pieces = taken.iter().fold(pieces, |count, &piece| count.max(usize::from(piece) + 1));
                }
                (Some("pieces"), [count]) => pieces = pieces.max(usize::from(*count)),
                (Some("symmetry"), [_, ..]) => generators.push(numbers),
                (Some(head), _) => return Err(bad(format!("'{head}' needs numbers"))),
            }
        }
        Self::new(name, pieces, moves, &generators)
    }

    /// The game with a [name](Self::name). `None` means that the name is not one of a built-in game.
    #[must_use]
    pub fn named(name: &str) -> Option<Result<Self, GameError>> {
        let (game, size) = name.split_once(':')?;
        let board = || {
            let (width, height) = size.split_once('x')?;
            Some((width.parse().ok()?, height.parse().ok()?))
        };
        let unknown = || {
            let reason = format!("'{size}' is not a size");
            GameError::Unknown { name: name.to_owned(), reason }
        };
        Some(match game {
            "triangular-nim" => size.parse().map_err(|_| unknown()).and_then(Self::triangular_nim),
            "cram" => board().ok_or_else(unknown).and_then(|(width, height)| Self::cram(width, height)),
            "tactix" => board().ok_or_else(unknown).and_then(|(width, height)| Self::tactix(width, height)),
            _ => return None,
        })
    }

    /// The game with a built-in name, or with the list of moves in the file of this name, which `read` reads.
    pub fn find<E: std::fmt::Display>(
        name: &str,
        read: impl FnOnce(&str) -> Result<String, E>,
    ) -> Result<Self, GameError> {
        Self::named(name).unwrap_or_else(|| match read(name) {
            Ok(text) => Self::read(name, &text),
            Err(error) => Err(GameError::Unknown { name: name.to_owned(), reason: error.to_string() }),
        })
    }

    /// The number of layers, if it is Triangular Nim.
    #[must_use]
    pub fn layers(&self) -> Option<u8> {
        self.name.strip_prefix("triangular-nim:")?.parse().ok()
    }

    /// The width of the board, if there is one.
    fn width(&self) -> Option<u8> {
        let size = self.name.strip_prefix("cram:").or_else(|| self.name.strip_prefix("tactix:"))?;
        size.split_once('x')?.0.parse().ok()
    }

    /// The name of a set of pieces: `C1-C3` on a triangle or board, by its first and last piece, and the
    /// numbers of the pieces in a list of moves.
    #[must_use]
    pub fn name_of(&self, set: u64) -> String {
        let last = 63u8.saturating_sub(set.leading_zeros() as u8);
        let first = set.trailing_zeros() as u8;
        let place = |piece: u8| -> Option<String> {
            if let Some(width) = self.width() {
                let (row, column) = (piece / width, piece % width);
                // Go skips the letter I.
                let letter = char::from(b'A' + column + u8::from(column > 7));
                return Some(format!("{letter}{}", self.pieces / width - row));
            }
            let [column, right, _] = TriangularNim::distances(self.layers()?, piece)?;
            Some(format!("{}{}", char::from(b'A' + column + right), column + 1))
        };
        match (set.count_ones(), place(first), place(last)) {
            (1, Some(only), _) => only,
            (2.., Some(first), Some(last)) => format!("{first}-{last}"),
            _ => {
                let pieces = (0..self.pieces).filter(|piece| set >> piece & 1 == 1);
                pieces.map(|piece| piece.to_string()).collect::<Vec<_>>().join("+")
            }
        }
    }

    /// Reads a position: a number whose bits are the pieces, or a drawing with `x` for a piece and `.` for
    /// none, whose rows are joined by `|`. In Cram a free cell is a piece, written `.`, and the others `#`.
    pub fn position(&self, text: &str) -> Result<u64, BoardError> {
        let text = text.trim();
        let full = self.full();
        let is_number = !text.is_empty() && text.chars().all(|digit| digit.is_ascii_digit());
        if is_number {
            let number = text.parse().ok().filter(|&number: &u64| number <= full);
            let reason = || format!("positions of {} have numbers from 0 to {full}", self.name);
            return number.ok_or_else(|| BoardError::Other(reason()));
        }
        let (piece, none) = if self.name.starts_with("cram:") { ('.', '#') } else { ('x', '.') };
        let cells: Vec<char> = text.chars().filter(|cell| !"| ".contains(*cell)).collect();
        if cells.len() != usize::from(self.pieces) || cells.iter().any(|cell| ![piece, none].contains(cell)) {
            let (name, count) = (&self.name, self.pieces);
            let reason = format!("a position of {name} is a number or has {count} places, {piece} or {none}");
            return Err(BoardError::Other(reason));
        }
        Ok(cells.iter().zip(0..).fold(0, |set, (cell, bit)| set | u64::from(*cell == piece) << bit))
    }

    /// The name: `triangular-nim:8`, `cram:6x6`, or that of a list.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of pieces.
    #[must_use]
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The position with all pieces, as bits.
    #[must_use]
    pub fn full(&self) -> u64 {
        (1 << self.pieces) - 1
    }

    /// The sets of pieces that moves take, as bits.
    #[must_use]
    pub fn moves(&self) -> &[u64] {
        &self.moves
    }

    /// The images of the pieces under each symmetry, the identity first.
    #[must_use]
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// The moves of a position.
    pub fn moves_of(&self, position: u64) -> impl Iterator<Item = u64> {
        self.moves.iter().copied().filter(move |taken| taken & position == *taken)
    }
}

fn image(symmetry: &[u8], set: u64) -> u64 {
    symmetry.iter().enumerate().fold(0, |image, (piece, &to)| image | (set >> piece & 1) << to)
}

/// All products of generators, the identity first.
fn group(pieces: u8, generators: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, GameError> {
    let mut group: Vec<Vec<u8>> = vec![(0..pieces).collect()];
    let mut next = 0;
    while next < group.len() {
        for generator in generators {
            let product: Vec<u8> = group[next].iter().map(|&piece| generator[usize::from(piece)]).collect();
            if !group.contains(&product) {
                group.push(product);
            }
        }
        if group.len() > TakingGame::MOST_SYMMETRIES {
            return Err(GameError::TooManySymmetries);
        }
        next += 1;
    }
    Ok(group)
}

/// The sets of neighbouring cells in rows and columns.
fn runs(width: usize, height: usize) -> Result<BTreeSet<u64>, GameError> {
    match width.saturating_mul(height) {
        0 => return Err(GameError::NoPieces),
        cells if cells > usize::from(TakingGame::MOST_PIECES) => return Err(GameError::TooManyPieces(cells)),
        _ => {}
    }
    if width > 25 {
        let reason = format!("a board {width} cells wide is too wide: at most 25, and rather high");
        return Err(BoardError::Other(reason).into());
    }
    let line = |start: usize, step: usize, length: usize| {
        (0..length).flat_map(move |from| {
            let cells = (from..length).map(move |cell| 1u64 << (start + cell * step));
            cells.scan(0, |run, cell| {
                *run |= cell;
                Some(*run)
            })
        })
    };
    let rows = (0..height).flat_map(|row| line(row * width, 1, width));
    let columns = (0..width).flat_map(|column| line(column, width, height));
    Ok(rows.chain(columns).collect())
}

/// Generators of the symmetries of a board.
fn turns(width: usize, height: usize) -> Vec<Vec<u8>> {
    let map = |to: &dyn Fn(usize, usize) -> usize| {
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        cells.map(|(row, column)| to(row, column) as u8).collect()
    };
    let mut turns = vec![
        map(&|row, column| row * width + width - 1 - column),
        map(&|row, column| (height - 1 - row) * width + column),
    ];
    if width == height {
        turns.push(map(&|row, column| column * width + row));
    }
    turns
}
