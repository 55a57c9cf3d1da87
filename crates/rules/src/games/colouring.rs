//! What Col and Snort share: players colour cells of a board or vertices of a graph
//! in turn, and every colour closes the uncoloured neighbours to one of the players.
//!
//! All that matters about coloured cells is what they close. Regions and normal forms have none:
//! only the cells that somebody may still colour, each with who may, which *Winning Ways* calls tinted.

use crate::bitboard::{Bitboard, Cell, Symmetry};
use crate::graph::{Graph, Name, gather};
use crate::row::bits;
use crate::{Board, BoardError, Content, Position, Regions, Spot};
use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;
use values::Player;

/// Whom a colour keeps away.
pub trait Rule: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The player who may not colour the neighbours of this player's cells.
    fn kept_away(player: Player) -> Player;
}

/// A board: cells coloured `X` and `O`, uncoloured `.`, or only for Left `l` or Right `r`, or outside `#`.
///
/// Colours in a text need not follow the rule: they close their neighbours, whatever those are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colouring<P, R> {
    board: Board<P>,
    /// Uncoloured cells that Left and that Right may not colour, apart from what colours close.
    closed: [P; 2],
    rule: PhantomData<R>,
}

impl<P: Bitboard, R: Rule> Colouring<P, R> {
    /// The cells that a player may colour.
    fn open(&self, player: Player) -> P {
        let closing = self.board.of(R::kept_away(player));
        self.board.empty.without(self.closed[player as usize] | closing.beside())
    }

    /// A position without colours, from a board where the stones are the cells that only their player may colour.
    fn tinted(tints: &Board<P>) -> Self {
        let [left, right] = tints.stones;
        let board = Board { empty: tints.inside(), stones: [P::NONE; 2], ..*tints };
        Self { board, closed: [right, left], rule: PhantomData }
    }

    /// The other way round.
    fn tints(&self) -> Board<P> {
        let [left, right] = Player::BOTH.map(|player| self.open(player));
        Board { empty: left & right, stones: [left.without(right), right.without(left)], ..self.board }
    }
}

impl<P: Bitboard, R: Rule> Position for Colouring<P, R> {
    type Move = Spot;

    fn read(text: &str) -> Result<Self, BoardError> {
        let read = |board: fn(char) -> Content| {
            Board::read(text, "X, O, ., l, r and #", |found| "xo.lr#".contains(found).then(|| board(found)))
        };
        let board = read(|found| match found {
            'x' => Content::Stone(Player::Left),
            'o' => Content::Stone(Player::Right),
            '#' => Content::Outside,
            _ => Content::Empty,
        })?;
        let tints = read(|found| match found {
            'l' => Content::Stone(Player::Left),
            'r' => Content::Stone(Player::Right),
            _ => Content::Empty,
        })?;
        Ok(Self { board, ..Self::tinted(&tints) })
    }

    fn moves(&self, player: Player) -> Vec<Spot> {
        let cells = self.open(player).cells();
        cells.map(|cell| self.board.spot(cell)).collect()
    }

    fn play(&self, player: Player, action: Spot) -> Self {
        let cell = P::cell(action.cell);
        let mut board = self.board;
        board.empty = board.empty.without(cell);
        board.stones[player as usize] = board.stones[player as usize] | cell;
        Self { board, closed: self.closed.map(|closed| closed.without(cell)), ..*self }
    }

    fn regions(&self) -> Regions<Self> {
        let open = Player::BOTH.map(|player| self.open(player));
        let tints = self.tints();
        // Colouring a cell changes a neighbour only by keeping a player away who was not kept away before.
        let touched = |cells: P| {
            let by = |player: Player| {
                (cells & open[player as usize]).beside() & open[R::kept_away(player) as usize]
            };
            by(Player::Left) | by(Player::Right)
        };
        let parts = tints.inside().parts(touched);
        parts.map(|part| Self::tinted(&tints.cut(part))).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        let (tints, negative) = self.tints().normal_form(&Symmetry::ALL, &Symmetry::ALL);
        (Self::tinted(&tints), negative)
    }

    fn longest_play(&self) -> Option<u32> {
        Some(self.tints().inside().count())
    }
}

impl<P: Bitboard, R: Rule> fmt::Display for Colouring<P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.board.height {
            let symbol = |x| {
                let cell = Cell { x, y };
                match (self.board.at(cell), self.closed.map(|closed| closed.contains(cell))) {
                    (Content::Outside, _) => '#',
                    (Content::Stone(Player::Left), _) => 'X',
                    (Content::Stone(Player::Right), _) => 'O',
                    (Content::Empty, [_, true]) => 'l',
                    (Content::Empty, [true, _]) => 'r',
                    (Content::Empty, _) => '.',
                }
            };
            let row: String = (0..self.board.width).map(symbol).collect();
            write!(f, "{}{row}", if y == 0 { "" } else { "|" })?;
        }
        Ok(())
    }
}

/// A graph: `a-b` joins a and b, `a=X` and `a=O` are coloured, `a=l` and `a=r` only for Left or for Right, `a=.` not coloured.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GraphColouring<R> {
    graph: Arc<Graph>,
    coloured: [u64; 2],
    closed: [u64; 2],
    rule: PhantomData<R>,
}

/// A vertex to be coloured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Vertex {
    number: u8,
    name: Name,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

impl<R: Rule> GraphColouring<R> {
    /// The vertices that Left and that Right may colour.
    fn open(&self) -> [u64; 2] {
        let uncoloured = self.graph.vertices() & !(self.coloured[0] | self.coloured[1]);
        Player::BOTH.map(|player| {
            let closing = self.coloured[R::kept_away(player) as usize];
            uncoloured & !(self.closed[player as usize] | self.graph.beside(closing))
        })
    }

    /// The neighbours that somebody is kept away from when this vertex is coloured.
    fn touched(&self, vertex: u8, open: [u64; 2]) -> u64 {
        let beside = self.graph.beside(1 << vertex);
        let by = |player: Player| match open[player as usize] >> vertex & 1 {
            0 => 0,
            _ => beside & open[R::kept_away(player) as usize],
        };
        by(Player::Left) | by(Player::Right)
    }

    /// Only these vertices, uncoloured, and only the edges that matter.
    fn part(&self, vertices: u64, open: [u64; 2]) -> Self {
        let order: Vec<u8> = bits(vertices).collect();
        let graph = Arc::new(self.graph.cut(&order, |vertex| self.touched(vertex, open)));
        Self { graph, coloured: [0; 2], closed: open.map(|open| gather(!open, &order)), rule: PhantomData }
    }

    fn exchanged(&self) -> Self {
        let [left, right] = self.closed;
        Self { closed: [right, left], ..self.clone() }
    }

    /// A position without colours, with its vertices in an order that does not depend on how it is written.
    fn reordered(&self) -> Self {
        let kind = |vertex| (self.closed[0] >> vertex & 1 | (self.closed[1] >> vertex & 1) << 1) as u8;
        let kinds: Vec<u8> = bits(self.graph.vertices()).map(kind).collect();
        let order = self.graph.order(&kinds);
        let graph = Arc::new(self.graph.reordered(&order));
        Self { graph, closed: self.closed.map(|closed| gather(closed, &order)), ..self.clone() }
    }
}

impl<R: Rule> Position for GraphColouring<R> {
    const IS_BOARD: bool = false;

    type Move = Vertex;

    fn read(text: &str) -> Result<Self, BoardError> {
        let (graph, marks) = Graph::read(text)?;
        let [mut coloured, mut closed] = [[0; 2]; 2];
        for (vertex, mark) in (0..).zip(marks) {
            match mark {
                None | Some('.') => {}
                Some('X' | 'x') => coloured[0] |= 1 << vertex,
                Some('O' | 'o') => coloured[1] |= 1 << vertex,
                Some('r' | 'R') => closed[0] |= 1 << vertex,
                Some('l' | 'L') => closed[1] |= 1 << vertex,
                Some(other) => {
                    let name = graph.name(vertex);
                    let message =
                        format!("vertex {name} is marked '{other}', which is not one of X, O, l, r and .");
                    return Err(BoardError::Other(message));
                }
            }
        }
        Ok(Self { graph: Arc::new(graph), coloured, closed, rule: PhantomData })
    }

    fn moves(&self, player: Player) -> Vec<Vertex> {
        let open = bits(self.open()[player as usize]);
        open.map(|number| Vertex { number, name: self.graph.name(number) }).collect()
    }

    fn play(&self, player: Player, action: Vertex) -> Self {
        let mut after = self.clone();
        after.coloured[player as usize] |= 1 << action.number;
        after.closed = after.closed.map(|closed| closed & !(1 << action.number));
        after
    }

    /// As on boards.
    fn regions(&self) -> Regions<Self> {
        let open = self.open();
        let mut rest = open[0] | open[1];
        let mut regions = Regions::new();
        while rest != 0 {
            let (mut part, mut front) = (0, 1 << rest.trailing_zeros());
            while front != 0 {
                part |= front;
                front = bits(front).fold(0, |all, vertex| all | self.touched(vertex, open)) & !part;
            }
            regions.push(self.part(part, open));
            rest &= !part;
        }
        regions
    }

    fn normal_form(&self) -> (Self, bool) {
        let open = self.open();
        let bare = self.part(open[0] | open[1], open);
        let (same, negative) = (bare.reordered(), bare.exchanged().reordered());
        let key = |position: &Self| (position.closed, position.graph.edges().to_vec());
        if key(&negative) < key(&same) { (negative, true) } else { (same, false) }
    }

    fn longest_play(&self) -> Option<u32> {
        let [left, right] = self.open();
        Some((left | right).count_ones())
    }
}

impl<R: Rule> fmt::Display for GraphColouring<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks =
            [(self.coloured[0], 'X'), (self.coloured[1], 'O'), (self.closed[0], 'r'), (self.closed[1], 'l')];
        self.graph.write(f, |vertex| {
            let mark = marks.iter().find(|(vertices, _)| vertices >> vertex & 1 == 1).map(|&(_, mark)| mark);
            // A lone name could be taken for a board.
            mark.or((self.graph.beside(1 << vertex) == 0).then_some('.'))
        })
    }
}
