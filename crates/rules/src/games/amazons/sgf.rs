//! Amazons records as SGF, game 18: setup by `AB`, `AW`, `AA` (arrows), moves of three points.

use super::Amazons;
use crate::bitboard::{Bitboard, Cell, Huge, Large, Small};
use crate::games::sgf::first_game;
use crate::{AnyPosition, Board, BoardError, Content, Grid, Position};
use sgf_parse::unknown_game::Prop;
use sgf_parse::{GameTree, SgfNode};
use values::{ByPlayer, Player};

/// The start on the usual board of 10×10.
const START: ByPlayer<[&str; 4]> = ByPlayer::new(["dj", "gj", "ag", "jg"], ["da", "ga", "ad", "jd"]);

/// The points in a text, two letters each: column from the left, row from the top.
fn points<B: Bitboard>(text: &str, board: &Board<B>) -> Result<Vec<Cell>, BoardError> {
    if let Some((from, to)) = text.split_once(':') {
        // All points of a rectangle, given by two corners.
        let (from, to) = (points(from, board)?, points(to, board)?);
        let (&[from], &[to]) = (&from[..], &to[..]) else {
            refuse!("SGF: '{text}' is no rectangle");
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
        _ => refuse!("SGF: '{text}' is not on the board"),
    };
    letters.chunks(2).map(cell).collect()
}

/// The rows of the position at the end of the main line of a record.
pub(super) fn read(text: &str) -> Result<Grid, BoardError> {
    Grid::read(&Amazons::<Huge>::from_sgf(text)?.to_string())
}

/// The position as an SGF record. `None` means that it is not a position of Amazons.
pub(crate) fn record(position: &AnyPosition) -> Option<String> {
    let small = position.downcast().map(Amazons::<Small>::sgf);
    let large = || position.downcast().map(Amazons::<Large>::sgf);
    small.or_else(large).or_else(|| position.downcast().map(Amazons::<Huge>::sgf))
}

impl<B: Bitboard> Amazons<B> {
    fn from_sgf(text: &str) -> Result<Self, BoardError> {
        let Some(GameTree::Unknown(root)) = first_game(text)? else {
            refuse!("SGF: this is no Amazons record, GM[18]");
        };
        if !matches!(root.get_property("GM"), Some(Prop::GM(18))) {
            refuse!("SGF: this is no Amazons record, GM[18]");
        }
        let (width, height) = match root.get_property("SZ") {
            None => (10, 10),
            Some(Prop::SZ(size)) => *size,
            Some(_) => refuse!("SGF: the size of the board is not clear"),
        };
        if width == 0 || height == 0 {
            refuse!("SGF: the board has no points");
        }
        if !(1..=B::WIDTH).contains(&width) || !(1..=B::HEIGHT).contains(&height) {
            let most = [B::WIDTH, B::HEIGHT].map(usize::from);
            return Err(BoardError::TooLarge { width: width.into(), height: height.into(), most });
        }
        let mut position = Self::new(Board::blank(width, height));
        if ["AB", "AW", "AA", "AE"].iter().all(|name| root.get_property(name).is_none()) {
            if (width, height) != (10, 10) {
                refuse!("SGF: only the board of 10×10 has a usual start: the queens are missing");
            }
            for player in Player::BOTH {
                START[player].iter().try_for_each(|point| position.set(point, Content::Stone(player)))?;
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
                Prop::AB(queens) => {
                    queens.iter().try_for_each(|at| self.set(at, Content::Stone(Player::Left)))?;
                }
                Prop::AW(queens) => {
                    queens.iter().try_for_each(|at| self.set(at, Content::Stone(Player::Right)))?;
                }
                Prop::Unknown(name, arrows) if name == "AA" => {
                    arrows.iter().try_for_each(|at| self.set(at, Content::Outside))?;
                }
                Prop::AE(cells) => cells.iter().try_for_each(|at| self.set(at, Content::Empty))?,
                Prop::B(action) => *self = self.after_text(Player::Left, action)?,
                Prop::W(action) => *self = self.after_text(Player::Right, action)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Sets the content of points.
    fn set(&mut self, point: &str, content: Content) -> Result<(), BoardError> {
        let mut board = *self.board();
        points(point, &board)?.into_iter().for_each(|cell| board.set(B::cell(cell), content));
        *self = Self::new(board);
        Ok(())
    }

    fn after_text(&self, player: Player, action: &str) -> Result<Self, BoardError> {
        let wanted = points(action, self.board())?;
        match self.moves(player).into_iter().find(|action| wanted == action.cells) {
            Some(action) => Ok(self.play(player, action)),
            None => refuse!("SGF: '{action}' is no move of {player:?} in {self}"),
        }
    }

    /// The position as an SGF record.
    fn sgf(&self) -> String {
        let board = self.board();
        let list = |name: &str, cells: B| match cells.is_empty() {
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
        let burnt = B::rectangle(board.width, board.height).without(board.inside());
        let setup = list("AB", board.stones.left) + &list("AW", board.stones.right) + &list("AA", burnt);
        format!("(;FF[4]GM[18]SZ[{size}]{setup})\n")
    }
}
