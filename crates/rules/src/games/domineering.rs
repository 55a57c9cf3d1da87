//! Domineering: Left places dominoes upright, Right flat; whoever has no room loses.

use crate::bitboard::{Bitboard, Cell, Symmetry};
use crate::{Board, BoardError, CellName, Content, Position, Prospects, Regions, Tabled};
use std::fmt;
use values::{Dyadic, Player};

/// The free cells of a board; taken squares are written `#`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Domineering<P>(pub(super) Board<P>);

impl<P: Bitboard> Domineering<P> {
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
        free & other_half(free, player, Bitboard::north, Bitboard::west)
    }

    /// The domino of a player whose upper or left half is here.
    pub(super) fn domino(&self, player: Player, cell: Cell) -> Domino<CellName> {
        let other = other_half(P::cell(cell), player, Bitboard::south, Bitboard::east).first();
        Domino { cell, names: [cell, other.unwrap_or(cell)].map(|cell| self.0.name(cell)) }
    }

    /// How far the domino of a player whose upper or left half is here lies from the borders of the board, the nearest one
    /// beside it and the nearest one before its ends.
    fn inset(&self, player: Player, cell: Cell) -> (u8, u8) {
        let Board { width, height, .. } = self.0;
        match player {
            Player::Left => (cell.x.min(width - 1 - cell.x), cell.y.min(height - 2 - cell.y)),
            Player::Right => (cell.y.min(height - 1 - cell.y), cell.x.min(width - 2 - cell.x)),
        }
    }

    /// The position when these cells are taken too.
    pub(super) fn taken(&self, cells: P) -> Self {
        Self(Board { empty: self.0.empty.without(cells), ..self.0 })
    }

    /// The cells where a player may still place something.
    fn open(&self, player: Player) -> P {
        let places = self.places(player);
        places | other_half(places, player, Bitboard::south, Bitboard::east)
    }

    /// What a player can count on.
    fn prospects_of(&self, player: Player) -> Prospects {
        let free = self.0.empty;
        let along = |cells| other_half(cells, player, Bitboard::south, Bitboard::east);
        let along_back = |cells| other_half(cells, player, Bitboard::north, Bitboard::west);
        let across = |cells| other_half(cells, player, Bitboard::east, Bitboard::south);
        let across_back = |cells| other_half(cells, player, Bitboard::west, Bitboard::north);
        let contested = self.open(player.opponent());
        let safe = packed(free.without(contested), player);
        let rest = free.without(safe | along(safe));
        // Two places side by side, and nothing free behind one of them.
        let places = self.places(player);
        let [behind, before] =
            [across(free), across_back(free)].map(|open| places.without(open | along_back(open)));
        let mut squares = places & across_back(places) & (behind | across_back(before));
        let (mut blocks, mut in_blocks) = (0, P::NONE);
        while let Some(cell) = squares.first() {
            let ends = P::cell(cell) | across(P::cell(cell));
            let block = ends | along(ends);
            (blocks, in_blocks) = (blocks + 1, in_blocks | block);
            let touching = block | along_back(ends);
            squares = squares.without(touching | across_back(touching));
        }
        let rest = rest.without(in_blocks);
        let full = packed(rest & contested, player);
        let half = packed(rest.without(full | along(full)), player);
        let singles = full | half;
        let taken = in_blocks | singles | along(singles);
        let beside = across(taken) | across_back(taken);
        let lone = singles.without(beside | along_back(beside)).count();
        // Cells that no domino of the opponent can cover, whatever the player does.
        let dominoes = packed(contested, player.opponent());
        let odd = contested.without(dominoes | across(dominoes));
        let touched = (taken & contested).spread(contested, |cells| across(cells) | across_back(cells));
        Prospects {
            safe: safe.count(),
            blocks,
            paired: singles.count() - lone,
            lone,
            half: half.count(),
            cells: contested.count() - odd.without(touched).count(),
            most: dominoes.count(),
        }
    }

    /// The connected groups of free cells.
    pub(super) fn groups(&self) -> impl Iterator<Item = Self> {
        self.0.empty.parts(Bitboard::beside).map(|part| Self(self.0.cut(part)))
    }
}

/// Where the other halves of dominoes on these cells lie, if one goes `up` for Left and `across` for Right.
fn other_half<P: Bitboard>(cells: P, player: Player, up: fn(P) -> P, across: fn(P) -> P) -> P {
    match player {
        Player::Left => up(cells),
        Player::Right => across(cells),
    }
}

/// The first halves of as many dominoes of a player as fit into these cells.
fn packed<P: Bitboard>(free: P, player: Player) -> P {
    let next = |cells| other_half(cells, player, Bitboard::south, Bitboard::east);
    // Along each line of cells, one after the other from its first cell.
    let mut first = free.without(next(free));
    let mut all = P::NONE;
    while !first.is_empty() {
        let second = next(first) & free;
        all = all | other_half(second, player, Bitboard::north, Bitboard::west);
        first = next(second) & free;
    }
    all
}

/// How many dominoes of a player fit into these cells.
fn room<P: Bitboard>(free: P, player: Player) -> u32 {
    packed(free, player).count()
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

impl<P: Bitboard> Position for Domineering<P> {
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

    /// Moves near the borders come first. Where a search sees no difference, it then fills boards from their
    /// corners and meets the same boards most often.
    fn moves(&self, player: Player) -> Vec<Self::Move> {
        let mut cells: Vec<Cell> = self.places(player).cells().collect();
        cells.sort_by_key(|&cell| self.inset(player, cell));
        cells.into_iter().map(|cell| self.domino(player, cell)).collect()
    }

    fn play(&self, player: Player, action: Self::Move) -> Self {
        let half = P::cell(action.cell);
        self.taken(half | other_half(half, player, Bitboard::south, Bitboard::east))
    }

    fn regions(&self) -> Regions<Self> {
        // A single square has room for nobody.
        self.groups().filter(|group| group.0.empty.count() > 1).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        // Exchanging rows and columns exchanges the players.
        let (turns, negating) = Symmetry::ALL.split_at(4);
        let (board, negative) = self.0.normal_form(turns, negating);
        (Self(board), negative)
    }

    /// Cells that nobody can use are taken away, and places that only Left can use, with nothing else near them, together with as many
    /// that only Right can use.
    fn simplified(&self) -> Self {
        let [left, right] = Player::BOTH.map(|player| {
            let contested = self.open(player.opponent());
            let lines = |cells| match player {
                Player::Left => P::north(cells) | P::south(cells),
                Player::Right => P::west(cells) | P::east(cells),
            };
            self.0.empty.without(contested.spread(self.0.empty, lines))
        });
        let dominoes = [packed(left, Player::Left), packed(right, Player::Right)];
        let cancelled = dominoes[0].count().min(dominoes[1].count()) as usize;
        let kept = Player::BOTH.map(|player| {
            let kept = dominoes[player as usize];
            let kept = kept.cells().take(cancelled).fold(kept, |kept, cell| kept.without(P::cell(cell)));
            kept | other_half(kept, player, Bitboard::south, Bitboard::east)
        });
        self.taken((left | right).without(kept[0] | kept[1]))
    }

    fn longest_play(&self) -> Option<u32> {
        Some(self.0.empty.count() / 2)
    }

    /// A player has at most the moves that fit into the free cells, and at least those
    /// that fit into cells where the other can place nothing.
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        let [left, right] = Player::BOTH.map(|player| {
            let free = self.0.empty;
            let most = room(free, player) as i32;
            (most, room(free.without(self.open(player.opponent())), player) as i32)
        });
        Some((Dyadic::from(left.1 - right.0), Dyadic::from(left.0 - right.1)))
    }

    fn prospects(&self) -> Option<[Prospects; 2]> {
        Some(Player::BOTH.map(|player| self.prospects_of(player)))
    }

    fn can_move(&self, player: Player) -> bool {
        !self.places(player).is_empty()
    }

    fn ordering(&self) -> i32 {
        let [left, right] = Player::BOTH.map(|player| self.places(player).count() as i32);
        left - right
    }

    fn tabled(&self) -> Option<Tabled> {
        Some(Tabled { game: "domineering", board: self.0.small()? })
    }
}

impl<P: Bitboard> fmt::Display for Domineering<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
