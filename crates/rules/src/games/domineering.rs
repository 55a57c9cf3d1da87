//! Domineering: Left places dominoes upright, Right flat; whoever has no room loses.

use crate::plane::{Cell, Plane, Turn};
use crate::{Board, BoardError, CellName, Content, Position, Regions, Tabled};
use std::fmt;
use values::{Dyadic, Player};

/// The free cells of a board; taken squares are written `#`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Domineering<P>(pub(super) Board<P>);

impl<P: Plane> Domineering<P> {
    /// The position on the empty cells of a board.
    #[must_use]
    pub fn new(board: Board<P>) -> Self {
        Self(Board { stones: [P::NONE; 2], ..board })
    }

    /// The board, all of whose cells are free or outside.
    pub(super) fn board(&self) -> &Board<P> {
        &self.0
    }

    /// The upper or left halves of all places for a domino.
    pub(super) fn places(&self, player: Player) -> P {
        let free = self.0.empty;
        free & other_half(free, player, Plane::north, Plane::west)
    }

    /// The domino of a player whose upper or left half is here.
    pub(super) fn domino(&self, player: Player, cell: Cell) -> Domino<CellName> {
        let other = other_half(P::cell(cell), player, Plane::south, Plane::east).first();
        Domino { cell, names: [cell, other.unwrap_or(cell)].map(|cell| self.0.name(cell)) }
    }

    /// The position when these cells are taken too.
    pub(super) fn taken(&self, cells: P) -> Self {
        Self(Board { empty: self.0.empty.without(cells), ..self.0 })
    }

    /// The connected groups of free cells.
    pub(super) fn groups(&self) -> impl Iterator<Item = Self> {
        self.0.empty.parts(Plane::beside).map(|part| Self(self.0.cut(part)))
    }
}

/// Where the other halves of dominoes on these cells lie, if one goes `up` for Left and `across` for Right.
fn other_half<P: Plane>(cells: P, player: Player, up: fn(P) -> P, across: fn(P) -> P) -> P {
    match player {
        Player::Left => up(cells),
        Player::Right => across(cells),
    }
}

/// How many dominoes of a player fit into these cells.
fn room<P: Plane>(free: P, player: Player) -> u32 {
    let next = |cells| other_half(cells, player, Plane::south, Plane::east);
    // Along each line of cells, one after the other from its first cell.
    let mut first = free.without(next(free));
    let mut room = 0;
    while !first.is_empty() {
        let second = next(first) & free;
        room += second.count();
        first = next(second) & free;
    }
    room
}

/// A domino, named by its two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Domino<N> {
    cell: Cell,
    names: [N; 2],
}

impl<N: fmt::Display> fmt::Display for Domino<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.names[0], self.names[1])
    }
}

impl<P: Plane> Position for Domineering<P> {
    type Move = Domino<CellName>;

    /// Reads `.` for a free square and `#` for a taken one.
    fn read(text: &str) -> Result<Self, BoardError> {
        let board = Board::read(text, ". and #", |found| match found {
            '.' => Some(Content::Empty),
            '#' => Some(Content::Outside),
            _ => None,
        });
        board.map(Self)
    }

    fn moves(&self, player: Player) -> Vec<Self::Move> {
        self.places(player).cells().map(|cell| self.domino(player, cell)).collect()
    }

    fn play(&self, player: Player, action: Self::Move) -> Self {
        let half = P::cell(action.cell);
        self.taken(half | other_half(half, player, Plane::south, Plane::east))
    }

    fn regions(&self) -> Regions<Self> {
        // A single square has room for nobody.
        self.groups().filter(|group| group.0.empty.count() > 1).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        // Exchanging rows and columns exchanges the players.
        let (turns, negating) = Turn::ALL.split_at(4);
        let (board, negative) = self.0.normal_form(turns, negating);
        (Self(board), negative)
    }

    fn longest_play(&self) -> Option<u32> {
        Some(self.0.empty.count() / 2)
    }

    /// A player has at most the moves that fit into the free cells, and at least those
    /// that fit into cells where the other can place nothing.
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        let [left, right] = Player::BOTH.map(|player| {
            let free = self.0.empty;
            let open = |player| {
                let places = self.places(player);
                places | other_half(places, player, Plane::south, Plane::east)
            };
            let most = room(free, player) as i32;
            (most, room(free.without(open(player.opponent())), player) as i32)
        });
        Some((Dyadic::from(left.1 - right.0), Dyadic::from(left.0 - right.1)))
    }

    fn tabled(&self) -> Option<Tabled> {
        Some(Tabled { game: "domineering", board: self.0.small()? })
    }

    fn estimate(&self) -> i32 {
        let [left, right] = Player::BOTH.map(|player| self.places(player).count() as i32);
        left - right
    }
}

impl<P: Plane> fmt::Display for Domineering<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
