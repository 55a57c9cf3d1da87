//! Amazons records as SGF, game 18: setup by `AB`, `AW`, `AA` (arrows), moves of three points.

use super::amazons::Amazons;
use crate::bitboard::{Bitboard, Cell};
use crate::{Board, BoardError, Position};
use sgf_parse::unknown_game::Prop;
use sgf_parse::{GameTree, SgfNode};
use values::Player;

/// The start on the usual board of 10×10.
const START: [&[&str]; 2] = [&["dj", "gj", "ag", "jg"], &["da", "ga", "ad", "jd"]];

/// No game has more moves, even with comments and variations.
const MAX_NODES: usize = 2000;

fn error<T>(message: impl Into<String>) -> Result<T, BoardError> {
    Err(BoardError::Other(message.into()))
}

/// The points in a text, two letters each: column from the left, row from the top.
fn points<P: Bitboard>(text: &str, board: &Board<P>) -> Result<Vec<Cell>, BoardError> {
    if let Some((from, to)) = text.split_once(':') {
        // All points of a rectangle, given by two corners.
        let (from, to) = (points(from, board)?, points(to, board)?);
        let (&[from], &[to]) = (&from[..], &to[..]) else {
            return error(format!("SGF: '{text}' is no rectangle"));
        };
        let rows = from.y.min(to.y)..=from.y.max(to.y);
        return Ok(rows
            .flat_map(|y| (from.x.min(to.x)..=from.x.max(to.x)).map(move |x| Cell { x, y }))
            .collect());
    }
    let letters: Vec<u8> = text.bytes().collect();
    let cell = |pair: &[u8]| match pair {
        [x @ b'a'..=b'z', y @ b'a'..=b'z'] if x - b'a' < board.width && y - b'a' < board.height => {
            Ok(Cell { x: x - b'a', y: y - b'a' })
        }
        _ => error(format!("SGF: '{text}' is not on the board")),
    };
    letters.chunks(2).map(cell).collect()
}

impl<P: Bitboard> Amazons<P> {
    /// The position at the end of the main line of a record.
    ///
    /// ```
    /// use rules::{Position, games::amazons::Amazons, bitboard::Small};
    /// let end = Amazons::<Small>::from_sgf("(;FF[4]GM[18]SZ[3]AB[aa]AW[cc];B[aabaaa])")?;
    /// assert_eq!(end.to_string(), "#X.|...|..O");
    /// # Ok::<(), rules::BoardError>(())
    /// ```
    pub fn from_sgf(text: &str) -> Result<Self, BoardError> {
        // A record is a chain of nodes, and reading it needs stack for each of them.
        if text.matches(';').count() > MAX_NODES {
            return error(format!("SGF: the record has more than {MAX_NODES} nodes"));
        }
        let trees = sgf_parse::parse(text).map_err(|problem| BoardError::Other(format!("SGF: {problem}")))?;
        let Some(GameTree::Unknown(root)) = trees.first() else {
            return error("SGF: this is no Amazons record, GM[18]");
        };
        if !matches!(root.get_property("GM"), Some(Prop::GM(18))) {
            return error("SGF: this is no Amazons record, GM[18]");
        }
        let (width, height) = match root.get_property("SZ") {
            None => (10, 10),
            Some(Prop::SZ(size)) => *size,
            Some(_) => return error("SGF: the size of the board is not clear"),
        };
        if width == 0 || height == 0 {
            return error("SGF: the board has no points");
        }
        if !(1..=P::WIDTH).contains(&width) || !(1..=P::HEIGHT).contains(&height) {
            let most = [P::WIDTH, P::HEIGHT].map(usize::from);
            return Err(BoardError::TooLarge { width: width.into(), height: height.into(), most });
        }
        let mut position = Self::new(Board::blank(width, height));
        if ["AB", "AW", "AA", "AE"].iter().all(|name| root.get_property(name).is_none()) {
            if (width, height) != (10, 10) {
                return error("SGF: only the board of 10×10 has a usual start: the queens are missing");
            }
            for player in Player::BOTH {
                START[player as usize].iter().try_for_each(|point| position.set_up(point, Some(player)))?;
            }
        }
        for node in root.main_variation() {
            position.follow(node)?;
        }
        Ok(position)
    }

    fn follow(&mut self, node: &SgfNode<Prop>) -> Result<(), BoardError> {
        for property in node.properties() {
            match property {
                Prop::AB(queens) => queens.iter().try_for_each(|at| self.set_up(at, Some(Player::Left)))?,
                Prop::AW(queens) => queens.iter().try_for_each(|at| self.set_up(at, Some(Player::Right)))?,
                Prop::Unknown(name, arrows) if name == "AA" => {
                    arrows.iter().try_for_each(|at| self.set_up(at, None))?;
                }
                Prop::AE(cells) => cells.iter().try_for_each(|at| self.clear(at))?,
                Prop::B(action) => *self = self.after_text(Player::Left, action)?,
                Prop::W(action) => *self = self.after_text(Player::Right, action)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Puts a queen, or an arrow, on a point.
    fn set_up(&mut self, point: &str, queen: Option<Player>) -> Result<(), BoardError> {
        let mut board = *self.board();
        for cell in points(point, &board)?.into_iter().map(P::cell) {
            board.empty = board.empty.without(cell);
            board.stones = board.stones.map(|queens| queens.without(cell));
            if let Some(player) = queen {
                board.stones[player as usize] = board.stones[player as usize] | cell;
            }
        }
        *self = Self::new(board);
        Ok(())
    }

    /// Makes points empty.
    fn clear(&mut self, point: &str) -> Result<(), BoardError> {
        self.set_up(point, None)?;
        let mut board = *self.board();
        board.empty =
            points(point, &board)?.into_iter().map(P::cell).fold(board.empty, |empty, cell| empty | cell);
        *self = Self::new(board);
        Ok(())
    }

    fn after_text(&self, player: Player, action: &str) -> Result<Self, BoardError> {
        let wanted = points(action, self.board())?;
        match self.moves(player).into_iter().find(|action| wanted == action.cells()) {
            Some(action) => Ok(self.play(player, action)),
            None => error(format!("SGF: '{action}' is no move of {player:?} in {self}")),
        }
    }

    /// The position as an SGF record.
    pub(super) fn sgf(&self) -> String {
        let board = self.board();
        let list = |name: &str, cells: P| match cells.is_empty() {
            true => String::new(),
            false => {
                let point =
                    |cell: Cell| format!("[{}{}]", char::from(b'a' + cell.x), char::from(b'a' + cell.y));
                format!("{name}{}", cells.cells().map(point).collect::<String>())
            }
        };
        let size = match board.width == board.height {
            true => board.width.to_string(),
            false => format!("{}:{}", board.width, board.height),
        };
        let burnt = P::rectangle(board.width, board.height).without(board.inside());
        let [black, white] = board.stones;
        let setup = list("AB", black) + &list("AW", white) + &list("AA", burnt);
        format!("(;FF[4]GM[18]SZ[{size}]{setup})\n")
    }
}
