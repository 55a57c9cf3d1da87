//! Domineering: Left places dominoes upright, Right flat; whoever has no room loses.

use crate::plane::{Cell, Plane, Turn};
use crate::{Board, BoardError, CellName, Content, Position, Regions, Tabled};
use std::fmt;
use std::sync::LazyLock;
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

    /// The cells where a player may still place something.
    fn open(&self, player: Player) -> P {
        let places = self.places(player);
        places | other_half(places, player, Plane::south, Plane::east)
    }

    /// What a player can count on.
    fn prospects(&self, player: Player) -> Prospects {
        let free = self.0.empty;
        let along = |cells| other_half(cells, player, Plane::south, Plane::east);
        let along_back = |cells| other_half(cells, player, Plane::north, Plane::west);
        let across = |cells| other_half(cells, player, Plane::east, Plane::south);
        let across_back = |cells| other_half(cells, player, Plane::west, Plane::north);
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

/// The first halves of as many dominoes of a player as fit into these cells.
fn packed<P: Plane>(free: P, player: Player) -> P {
    let next = |cells| other_half(cells, player, Plane::south, Plane::east);
    // Along each line of cells, one after the other from its first cell.
    let mut first = free.without(next(free));
    let mut all = P::NONE;
    while !first.is_empty() {
        let second = next(first) & free;
        all = all | other_half(second, player, Plane::north, Plane::west);
        first = next(second) & free;
    }
    all
}

/// How many dominoes of a player fit into these cells.
fn room<P: Plane>(free: P, player: Player) -> u32 {
    packed(free, player).count()
}

/// Places for dominoes of a player, no two of which overlap, and what the opponent has.
struct Prospects {
    /// Places that the opponent can do nothing about.
    safe: u32,
    /// Pairs of places side by side: taking one makes the other safe.
    blocks: u32,
    /// Single places that may lie beside others.
    paired: u32,
    /// Single places that do not.
    lone: u32,
    /// So many of the single places have only one half on a cell that the opponent may use, the others both.
    half: u32,
    /// The cells that the opponent may use.
    cells: u32,
    /// So many dominoes of the opponent fit there.
    most: u32,
}

impl Prospects {
    /// How much the player lacks to be certain to win; nothing if it is 0.
    ///
    /// The player takes blocks and single places as long as there are any, then the safe ones; that gives so many
    /// [`sure`] dominoes, whatever the opponent does. In the end the opponent has placed at most `most`
    /// dominoes, and at most as many as fit into the cells that were not taken or cut off: four for a block
    /// with its two dominoes, two for another domino, or one. The player wins with as many dominoes as the opponent, or
    /// with one more if the player begins.
    fn lacking(&self, begins: bool) -> u32 {
        let dominoes = sure(begins, [self.blocks, self.paired, self.lone]);
        let begins = u32::from(begins);
        let cells = (2 * dominoes).saturating_sub(self.half);
        let by_count = (self.most + begins).saturating_sub(self.safe + dominoes);
        let by_cells = (self.cells + 2 * begins).saturating_sub(2 * (self.safe + dominoes) + cells + 1);
        by_count.min(by_cells)
    }
}

/// How many blocks, paired and lone places are counted at most.
const COUNTED: [usize; 3] = [16, 32, 16];

/// How many dominoes a player can be sure of who has so many blocks, paired and lone places.
fn sure(begins: bool, counts: [u32; 3]) -> u32 {
    static SURE: LazyLock<Vec<[u8; 2]>> = LazyLock::new(all_sure);
    let [blocks, paired, lone] = std::array::from_fn(|i| (counts[i] as usize).min(COUNTED[i]));
    SURE[sure_index(blocks, paired, lone)][usize::from(begins)].into()
}

/// A domino of the opponent spoils a block; or it makes lone places of two blocks, or of a block and beside it spoils
/// a paired place; or it spoils two paired places, or a lone one.
fn all_sure() -> Vec<[u8; 2]> {
    let [most_blocks, most_paired, most_lone] = COUNTED;
    let mut sure = vec![[0_u8; 2]; sure_index(most_blocks + 1, 0, 0)];
    for blocks in 0..=most_blocks {
        for paired in 0..=most_paired {
            for lone in 0..=most_lone + 2 * (most_blocks - blocks) {
                let after = |who: usize, [b, p, l]: [usize; 3], more: usize| {
                    let left = [blocks.checked_sub(b)?, paired.checked_sub(p)?, lone.checked_sub(l)?];
                    Some(sure[sure_index(left[0], left[1], left[2] + more)][who])
                };
                let spoilt = [
                    after(1, [1, 0, 0], 0),
                    after(1, [2, 0, 0], 2),
                    after(1, [1, 1, 0], 1),
                    after(1, [0, paired.min(2), 0], 0).filter(|_| paired > 0),
                    after(1, [0, 0, 1], 0),
                ];
                let taken = [
                    after(0, [1, 0, 0], 0).map(|sure| sure + 2),
                    after(0, [0, 1, 0], 0).map(|sure| sure + 1),
                    after(0, [0, 0, 1], 0).map(|sure| sure + 1),
                ];
                let [least, most] = [spoilt.into_iter().flatten().min(), taken.into_iter().flatten().max()];
                sure[sure_index(blocks, paired, lone)] = [least.unwrap_or(0), most.unwrap_or(0)];
            }
        }
    }
    sure
}

/// The place in the table; there is room for the lone places that blocks become.
fn sure_index(blocks: usize, paired: usize, lone: usize) -> usize {
    const LONE: usize = COUNTED[2] + 2 * COUNTED[0] + 1;
    (blocks * (COUNTED[1] + 1) + paired) * LONE + lone
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
            kept | other_half(kept, player, Plane::south, Plane::east)
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

    fn distances(&self, first: Player) -> [u32; 2] {
        Player::BOTH.map(|player| self.prospects(player).lacking(first == player))
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
