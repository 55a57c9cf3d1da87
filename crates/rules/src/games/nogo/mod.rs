//! NoGo: Black (Left) and White (Right) place stones as in Go, but no move may leave a block of stones of
//! either colour without a liberty. A player without a move loses.
//!
//! ```
//! use rules::{Notation, Position, games::nogo::NoGo, bitboard::Small};
//! use values::Player;
//!
//! let row = NoGo::<Small>::read(".x.o")?;
//! let moves = |player| row.moves(player).iter().map(ToString::to_string).collect::<Vec<_>>();
//! assert_eq!(moves(Player::Left), ["A1"]);
//! assert!(moves(Player::Right).is_empty());
//! # Ok::<(), rules::BoardError>(())
//! ```
//!
//! # Regions
//!
//! Regions follow the propositions of Shan 2013, §4.5, in a form that can be proved. Every empty cell has two
//! properties for each player. It is *open* if the player may move there now. It is *firm* if a stone of the
//! player there has a liberty forever. A cell that is open to neither player is a *No-Go point*.
//!
//! 1. *A move that is illegal stays illegal*, and so a No-Go point stays empty (Proposition 1). If the move
//!    would take a block's last liberty, be it a block of the other colour or the one that the move makes,
//!    then that block can never grow in another way.
//! 2. *Walls.* Let a path run over stones of one player and cells not open to the other, and end in a No-Go
//!    point or on a firm cell. A stone of that player on the path or beside it keeps a liberty forever: the
//!    path never gets a stone of the other player, so either its first empty cell is a liberty or the whole
//!    path is one block with the firm stone at its end. Thus all cells on the path and beside it are firm.
//! 3. *Cutting.* The open and firm cells determine the effect of firm stones on a move: which moves they
//!    forbid, and where they lend a liberty. So firm stones can be removed, and No-Go points with them. In
//!    the rest, the legality of a move depends on the adjacent blocks of the other colour and their
//!    liberties. Unless the cell is firm for the player, it also depends on the empty neighbours, and on the
//!    adjacent blocks of the player's colour and their liberties. So link stones of one colour, stones to
//!    empty cells, and empty cells to each other, except where both are firm for every player to whom they
//!    are open. Then parts without links between them are independent.
//!
//! A region of a single cell has the value 1, −1 (Proposition 3) or, where both may play, ∗. The thesis plays
//! a region on the whole board (Proposition 2). To cut a region out, every cell records the players to whom it
//! is not open: if a wall reaches its No-Go point only over the wall's last liberty, the wall as a mere border
//! would let the opponent in.
//!
//! The extension of Proposition 2 to X-walls, strings that touch one closed region only, is false: a No-Go
//! point may split that region. `OXOO|O..O|X.OO` is 1/2, but its regions between X-walls sum to 1∗. Here such
//! strings stay with their region. Stones of different colours are not linked, and cells of one empty area can
//! be independent.
//!
//! Regions have further signs besides `X`, `O`, `.` and `#`: `<`, `>` and `*` for cells open to both, where
//! Black, White or both are firm; `(` and `)` for those only open to Black or White, and `+` and `-` if firm;
//! `b` and `w` for firm stones.

mod hints;

use crate::bitboard::{Bitboard, Cell};
use crate::board::Fitting;
use crate::{Board, BoardError, Content, Coordinates, Grid, Notation, Position, Regions, Spot, Symbols};
use std::fmt;
use values::{ByPlayer, Player};

/// Stones `X` and `O`, empty cells `.`, cells outside of the board `#`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoGo<B> {
    board: Board<B>,
    /// Empty cells where a player may never move, for reasons outside of this region.
    barred: ByPlayer<B>,
    /// Cells where a stone of a player has a liberty forever, for reasons outside of this region.
    firm: ByPlayer<B>,
}

/// The signs for empty cells that are barred, open and firm (down) for Black and (across) for White.
const SIGNS: [[char; 3]; 3] = [['#', ')', '-'], ['(', '.', '>'], ['+', '<', '*']];

/// Has every block a liberty?
#[must_use]
pub fn is_legal<B: Bitboard>(board: &Board<B>) -> bool {
    let beside = board.empty.beside();
    board.stones.iter().all(|&stones| (stones & beside).spread(stones, Bitboard::beside) == stones)
}

impl<B: Bitboard> NoGo<B> {
    /// The position on a board. `None` means that it is illegal.
    #[must_use]
    pub fn new(board: Board<B>) -> Option<Self> {
        let none = ByPlayer::both(B::NONE);
        is_legal(&board).then_some(Self { board, barred: none, firm: none })
    }

    /// Reads the rows of a board.
    pub fn of_grid(grid: &Grid) -> Result<Self, BoardError> {
        let content = |found| match found {
            'b' => Some(Content::Stone(Player::Left)),
            'w' => Some(Content::Stone(Player::Right)),
            '<' | '>' | '*' | '(' | ')' | '+' | '-' => Some(Content::Empty),
            _ => Symbols::USUAL.content(found),
        };
        let known = || format!("{} (or, in regions, one of <>*()+-bw)", Symbols::USUAL);
        let board: Board<B> = Board::of_grid(grid, content, known)?;
        let barred = ByPlayer::new(")-", "(+").map(|signs| Board::cells_with(grid, signs));
        let firm = ByPlayer::new("<*+b", ">*-w").map(|signs| Board::cells_with(grid, signs));
        for player in Player::BOTH {
            let alive = firm[player] | board.empty.beside();
            let dead = board.of(player).parts(Bitboard::beside).find(|&block| (block & alive).is_empty());
            if let Some(cell) = dead.and_then(Bitboard::first) {
                let place = board.name(cell);
                refuse!("the block at {place} has no liberty");
            }
        }
        Ok(Self { board, barred, firm })
    }

    /// The board. `None` means that the position has marks beyond its board.
    #[must_use]
    pub fn plain_board(&self) -> Option<&Board<B>> {
        let plain = self.barred.iter().chain(&self.firm).all(|cells| cells.is_empty());
        plain.then_some(&self.board)
    }

    /// The cells where each player may move.
    fn open(&self) -> ByPlayer<B> {
        let empty = self.board.empty;
        // Cells that are the last liberty of a block, and cells that join a block with other liberties.
        let (mut last, mut joining) = (ByPlayer::both(B::NONE), self.firm);
        for player in Player::BOTH {
            for block in self.board.stones[player].parts(Bitboard::beside) {
                let liberties = block.beside() & empty;
                let several = liberties.count() > 1 || !(block & self.firm[player]).is_empty();
                let cells = if several { &mut joining[player] } else { &mut last[player] };
                *cells = *cells | liberties;
            }
        }
        let free = empty.beside();
        ByPlayer::from_fn(|player| {
            (empty & (free | joining[player])).without(self.barred[player] | last[player.opponent()])
        })
    }

    /// The position without firm stones and No-Go points, the cells being marked accordingly.
    fn without_walls(&self) -> Self {
        let open = self.open();
        let playable = open.left | open.right;
        let no_go = self.board.empty.without(playable);
        let walls = ByPlayer::from_fn(|player| {
            let path = self.board.stones[player] | self.board.empty.without(open[player.opponent()]);
            (no_go | self.firm[player]).spread(path, Bitboard::beside)
        });
        let [stones, barred, firm] = [
            ByPlayer::from_fn(|player| self.board.stones[player].without(walls[player])),
            open.map(|open| playable.without(open)),
            ByPlayer::from_fn(|player| {
                open[player] & (self.firm[player] | walls[player] | walls[player].beside())
            }),
        ];
        Self { board: Board { empty: playable, stones, ..self.board }, barred, firm }
    }

    /// The cells that are linked to a cell, in a position without walls.
    fn linked(&self, cell: Cell) -> B {
        let Self { board: Board { empty, stones: ByPlayer { left, right }, .. }, barred, firm } = *self;
        let settled = empty & (barred.left | firm.left) & (barred.right | firm.right);
        let loose = empty.without(settled);
        let mut reached = B::cell(cell);
        loop {
            let from = |cells: B| (reached & cells).beside();
            let next = reached
                | from(left) & (left | empty)
                | from(right) & (right | empty)
                | from(settled) & (left | right | loose)
                | from(loose) & self.board.inside();
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The position with only these cells in play.
    fn cut(&self, cells: B) -> Self {
        let [barred, firm] =
            [self.barred, self.firm].map(|bitboards| bitboards.map(|bitboard| bitboard & cells));
        Self { board: self.board.cut(cells), barred, firm }
    }

    fn exchanged(&self) -> Self {
        let [barred, firm] = [self.barred, self.firm].map(ByPlayer::swapped);
        Self { board: self.board.exchanged(), barred, firm }
    }

    fn fitted(&self, fitting: Fitting) -> Self {
        let [barred, firm] =
            [self.barred, self.firm].map(|bitboards| bitboards.map(|bitboard| fitting.place(bitboard)));
        Self { board: self.board.fitted(fitting), barred, firm }
    }

    fn after(&self, player: Player, cell: Cell) -> Self {
        Self { board: self.board.placed(player, B::cell(cell)), ..*self }
    }

    fn sign(&self, cell: Cell) -> char {
        let [black, white] = Player::BOTH.map(|player| {
            let [barred, firm] = [self.barred, self.firm].map(|bitboards| bitboards[player].contains(cell));
            if barred { 0 } else { 1 + usize::from(firm) }
        });
        match self.board.at(cell) {
            Content::Empty => SIGNS[black][white],
            Content::Stone(Player::Left) if black == 2 => 'b',
            Content::Stone(Player::Right) if white == 2 => 'w',
            content => Symbols::USUAL.symbol(content),
        }
    }
}

impl<B: Bitboard> Position for NoGo<B> {
    fn cells(&self) -> Option<Coordinates> {
        Some(Coordinates::Board)
    }

    type Move = Spot;

    fn moves(&self, player: Player) -> Vec<Spot> {
        self.board.spots(self.open()[player])
    }

    fn play(&self, player: Player, action: Spot) -> Self {
        self.after(player, action.cell)
    }

    fn options(&self, player: Player) -> Vec<Self> {
        self.open()[player].cells().map(|cell| self.after(player, cell)).collect()
    }

    fn regions(&self) -> Regions<Self> {
        // Proved above. Every block that is not firm has a liberty, so no part consists of stones only.
        let position = self.without_walls();
        let mut rest = position.board.empty;
        let next = || {
            let part = position.linked(rest.first()?);
            rest = rest.without(part);
            Some(position.cut(part))
        };
        std::iter::from_fn(next).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        // Neither directions nor colours matter to the rules.
        let fittings = self.board.fittings().into_iter().take(B::SYMMETRIES);
        let fittings = fittings.map(|fitting| (fitting.place(self.board.empty), fitting));
        let first = fittings.clone().map(|(empty, _)| empty).min();
        let fittings = fittings.filter(|&(empty, _)| Some(empty) == first);
        let exchanged = self.exchanged();
        let alike = fittings
            .flat_map(|(_, fitting)| [(self.fitted(fitting), false), (exchanged.fitted(fitting), true)]);
        alike
            .min_by_key(|(position, _)| (position.board.stones, position.barred, position.firm))
            .unwrap_or((*self, false))
    }
}

impl<B: Bitboard> Notation for NoGo<B> {
    /// Reads the usual signs, and those of regions.
    fn read(text: &str) -> Result<Self, BoardError> {
        Self::of_grid(&Grid::read(text)?)
    }
}

impl<B: Bitboard> fmt::Display for NoGo<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.write(f, |cell| self.sign(cell))
    }
}
