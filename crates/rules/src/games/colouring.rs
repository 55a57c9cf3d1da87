//! Colouring games, the common rules of Col and Snort: players in turn colour cells of a board or vertices of
//! a graph, and every colour closes the uncoloured neighbours to one of the players.
//!
//! Coloured cells matter only by the cells that they close. Regions and normal forms therefore consist of
//! *tinted* cells (*Winning Ways*): uncoloured cells, each with the players who may colour it.

use crate::bitboard::Bitboard;
use crate::graph::{Graph, Name, gather};
use crate::row::bits;
use crate::{
    Board, BoardError, Content, Coordinates, Grid, Notation, Position, Regions, Spot, Symbols, Symmetries,
};
use derive_more::Display;
use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;
use values::{ByPlayer, Player};

/// The rule that tells Col from Snort: the player whom a colour keeps away.
pub trait Rule: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The player who may not colour the neighbours of this player's cells.
    fn kept_away(player: Player) -> Player;
}

/// A board: cells coloured `X` and `O`, uncoloured `.`, or only for Left `l` or Right `r`, or outside `#`.
///
/// Colours in a text may violate the rule: they close their neighbours in any case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colouring<B, R> {
    board: Board<B>,
    /// Uncoloured cells that Left and that Right may not colour, beyond those that colours close.
    closed: ByPlayer<B>,
    rule: PhantomData<R>,
}

impl<B: Bitboard, R: Rule> Colouring<B, R> {
    /// The cells that a player may colour.
    fn open(&self, player: Player) -> B {
        let closing = self.board.of(R::kept_away(player));
        self.board.empty.without(self.closed[player] | closing.beside())
    }

    /// Reads the rows of a board.
    pub fn of_grid(grid: &Grid) -> Result<Self, BoardError> {
        let content = |found| match found {
            'l' | 'r' => Some(Content::Empty),
            _ => Symbols::USUAL.content(found),
        };
        let board = Board::of_grid(grid, content, || "X, O, ., l, r and #".to_owned())?;
        let closed = ByPlayer::new("r", "l").map(|tint| Board::cells_with(grid, tint));
        Ok(Self { board, closed, rule: PhantomData })
    }

    /// A position without colours, from a board where the stones are the cells that only their player may
    /// colour.
    fn tinted(tints: &Board<B>) -> Self {
        let board = Board { empty: tints.inside(), stones: ByPlayer::both(B::NONE), ..*tints };
        Self { board, closed: tints.stones.swapped(), rule: PhantomData }
    }

    /// The inverse of `tinted`: the board whose stones are the cells that only their player may colour.
    pub(super) fn tints(&self) -> Board<B> {
        let [left, right] = Player::BOTH.map(|player| self.open(player));
        let stones = ByPlayer::new(left.without(right), right.without(left));
        Board { empty: left & right, stones, ..self.board }
    }
}

impl<B: Bitboard, R: Rule> Position for Colouring<B, R> {
    fn cells(&self) -> Option<Coordinates> {
        Some(Coordinates::Board)
    }

    type Move = Spot;

    fn moves(&self, player: Player) -> Vec<Spot> {
        self.board.spots(self.open(player))
    }

    fn play(&self, player: Player, action: Spot) -> Self {
        let cell = B::cell(action.cell);
        Self {
            board: self.board.placed(player, cell),
            closed: self.closed.map(|closed| closed.without(cell)),
            ..*self
        }
    }

    fn regions(&self) -> Regions<Self> {
        let open = ByPlayer::from_fn(|player| self.open(player));
        let tints = self.tints();
        // Colouring a cell changes a neighbour only if it newly closes the neighbour to a player.
        let touched = |cells: B| {
            let by = |player: Player| (cells & open[player]).beside() & open[R::kept_away(player)];
            by(Player::Left) | by(Player::Right)
        };
        let parts = tints.inside().parts(touched);
        parts.map(|part| Self::tinted(&tints.cut(part))).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        let (tints, negative) = Symmetries::ALL.normal_form(&self.tints());
        (Self::tinted(&tints), negative)
    }
}

impl<B: Bitboard, R: Rule> Notation for Colouring<B, R> {
    fn read(text: &str) -> Result<Self, BoardError> {
        Self::of_grid(&Grid::read(text)?)
    }
}

impl<B: Bitboard, R: Rule> fmt::Display for Colouring<B, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.write(f, |cell| match self.closed.map(|closed| closed.contains(cell)).into_array() {
            [_, true] => 'l',
            [true, _] => 'r',
            [false, false] => Symbols::USUAL.symbol(self.board.at(cell)),
        })
    }
}

/// A graph: `a-b` joins a and b, `a=X` and `a=O` are coloured, `a=l` and `a=r` only for Left or for Right,
/// `a=.` not coloured.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GraphColouring<R> {
    graph: Arc<Graph>,
    coloured: ByPlayer<u64>,
    closed: ByPlayer<u64>,
    rule: PhantomData<R>,
}

/// A vertex to be coloured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
#[display("{name}")]
pub struct Vertex {
    number: u8,
    name: Name,
}

impl<R: Rule> GraphColouring<R> {
    /// The vertices that Left and that Right may colour.
    pub(super) fn open(&self) -> ByPlayer<u64> {
        let uncoloured = self.graph.vertices() & !(self.coloured.left | self.coloured.right);
        ByPlayer::from_fn(|player| {
            let closing = self.coloured[R::kept_away(player)];
            uncoloured & !(self.closed[player] | self.graph.beside(closing))
        })
    }

    /// The neighbours that become closed to a player when this vertex is coloured.
    fn touched(&self, vertex: u8, open: ByPlayer<u64>) -> u64 {
        let beside = self.graph.beside(1 << vertex);
        let by = |player: Player| match open[player] >> vertex & 1 {
            0 => 0,
            _ => beside & open[R::kept_away(player)],
        };
        by(Player::Left) | by(Player::Right)
    }

    /// The subgraph of these vertices, uncoloured, with only the edges that matter.
    fn part(&self, vertices: u64, open: ByPlayer<u64>) -> Self {
        let order: Vec<u8> = bits(vertices).collect();
        let graph = Arc::new(self.graph.cut(&order, |vertex| self.touched(vertex, open)));
        let closed = open.map(|open| gather(!open, &order));
        Self { graph, coloured: ByPlayer::both(0), closed, rule: PhantomData }
    }

    fn exchanged(&self) -> Self {
        Self { closed: self.closed.swapped(), ..self.clone() }
    }

    /// A position without colours, with its vertices in canonical order.
    fn reordered(&self) -> Self {
        let kind = |vertex| (self.closed.left >> vertex & 1 | (self.closed.right >> vertex & 1) << 1) as u8;
        let kinds: Vec<u8> = bits(self.graph.vertices()).map(kind).collect();
        let order = self.graph.order(&kinds);
        let graph = Arc::new(self.graph.reordered(&order));
        Self { graph, closed: self.closed.map(|closed| gather(closed, &order)), ..self.clone() }
    }
}

impl<R: Rule> Position for GraphColouring<R> {
    type Move = Vertex;

    fn moves(&self, player: Player) -> Vec<Vertex> {
        let open = bits(self.open()[player]);
        open.map(|number| Vertex { number, name: self.graph.name(number) }).collect()
    }

    fn play(&self, player: Player, action: Vertex) -> Self {
        let mut after = self.clone();
        after.coloured[player] |= 1 << action.number;
        after.closed = after.closed.map(|closed| closed & !(1 << action.number));
        after
    }

    /// As on boards.
    fn regions(&self) -> Regions<Self> {
        let open = self.open();
        let touched = |vertices: u64| bits(vertices).fold(0, |all, vertex| all | self.touched(vertex, open));
        (open.left | open.right).parts(touched).map(|part| self.part(part, open)).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        let open = self.open();
        let bare = self.part(open.left | open.right, open);
        let (same, negative) = (bare.reordered(), bare.exchanged().reordered());
        let key = |position: &Self| (position.closed, position.graph.edges().to_vec());
        if key(&negative) < key(&same) { (negative, true) } else { (same, false) }
    }
}

impl<R: Rule> Notation for GraphColouring<R> {
    fn read(text: &str) -> Result<Self, BoardError> {
        let (graph, marks) = Graph::read(text)?;
        let [mut coloured, mut closed] = [ByPlayer::both(0); 2];
        for (vertex, mark) in (0..).zip(marks) {
            match mark {
                None | Some('.') => {}
                Some('X' | 'x') => coloured.left |= 1 << vertex,
                Some('O' | 'o') => coloured.right |= 1 << vertex,
                Some('r' | 'R') => closed.left |= 1 << vertex,
                Some('l' | 'L') => closed.right |= 1 << vertex,
                Some(other) => {
                    let name = graph.name(vertex);
                    refuse!("vertex {name} is marked '{other}', which is not one of X, O, l, r and .");
                }
            }
        }
        Ok(Self { graph: Arc::new(graph), coloured, closed, rule: PhantomData })
    }
}

impl<R: Rule> fmt::Display for GraphColouring<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { coloured, closed, .. } = self;
        let marks = [(coloured.left, 'X'), (coloured.right, 'O'), (closed.left, 'r'), (closed.right, 'l')];
        self.graph.write(f, |vertex| {
            let mark = marks.iter().find(|(vertices, _)| vertices >> vertex & 1 == 1).map(|&(_, mark)| mark);
            // A lone name could be taken for a board.
            mark.or((self.graph.beside(1 << vertex) == 0).then_some('.'))
        })
    }
}
