//! Chinese dark chess (banqi) on 4 columns and 8 rows: all pieces start face down. A player flips one, which
//! is a chance event, or moves or captures with one that lies open. It is the example of chance nodes after a
//! choice in the lecture notes of Hsu 2022.
//!
//! - The first flip decides the colours: the player who makes it owns the colour that appears. Colours have
//!   no other meaning, so here pieces belong to players, and the first flip has seven outcomes instead of
//!   fourteen.
//! - A piece moves one step along a row or a column, onto an empty cell or onto an open enemy piece that is
//!   not stronger. King, guard, elephant, chariot, horse, cannon, pawn is the order of strength, but a pawn
//!   takes a king, and a king does not take a pawn.
//! - A cannon takes any open enemy piece, but only by a jump over exactly one piece, open or not.
//! - A player who cannot move, or who has no piece left, has lost.
//! - The game is a draw by the third occurrence of a position with the same player to move, and by the 40th
//!   quiet move in a row (of both players together): one that neither captures nor flips.

mod bitboards;
mod endgame;
mod evaluation;
mod notation;
mod past;

use crate::{Contest, Outcomes, Stochastic, Style};
use bitboards::{cells, neighbours, reach};
pub use endgame::{attacks, steps};
pub use notation::{Action, LETTERS};
use past::Past;
use smallvec::smallvec;
use std::hash::{Hash, Hasher};
use values::{ByPlayer, Player};

/// Columns and rows.
const WIDTH: u8 = 4;
const HEIGHT: u8 = 8;
/// The number of cells.
pub const CELLS: u8 = WIDTH * HEIGHT;
/// The number of quiet moves in a row, without a capture or a flip, that makes a draw.
pub const QUIET: u8 = 40;
/// The number of occurrences of a position that makes a draw.
const TIMES: u8 = 3;
/// The number of plies that a flip counts as in a search.
const FLIP: u32 = 3;

/// The kinds of pieces, from the strongest.
pub const KINDS: usize = 7;
const KING: usize = 0;
const CANNON: usize = 5;
const PAWN: usize = 6;
/// The number of pieces of each kind that a player has at the start.
pub const FULL: [u8; KINDS] = [1, 2, 2, 2, 2, 2, 5];

/// Can a piece of this kind capture one of that kind? A cannon can, by a jump.
#[must_use]
pub fn beats(kind: usize, prey: usize) -> bool {
    match (kind, prey) {
        (KING, PAWN) => false,
        (PAWN, KING) | (CANNON, _) => true,
        _ => kind <= prey,
    }
}

/// A state. Two states are equal if they have the same pieces, player to move, number of quiet moves, number
/// of occurrences, and set of earlier positions since the last capture or flip. Without that set, equal
/// states could reach a third occurrence at different times. The sets are compared by a hash of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct DarkChess {
    /// The open pieces of each player, a bitboard for each kind.
    open: ByPlayer<[u32; KINDS]>,
    /// The cells of pieces face down.
    dark: u32,
    /// The number of pieces of each player and kind that lie face down.
    unseen: ByPlayer<[u8; KINDS]>,
    player: Player,
    /// The number of occurrences of the position since the last capture or flip, including this one.
    times: u8,
    past: Past,
}

impl PartialEq for DarkChess {
    fn eq(&self, other: &Self) -> bool {
        let rest =
            |state: &Self| (state.dark, state.player, state.times, state.past.quiet(), state.past.trace());
        rest(self) == rest(other) && self.open == other.open && self.unseen == other.unseen
    }
}

impl Eq for DarkChess {}

impl Hash for DarkChess {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for (&left, &right) in self.open.left.iter().zip(&self.open.right) {
            hasher.write_u64(u64::from(left) << 32 | u64::from(right));
        }
        let unseen = self.unseen.iter().flatten().fold(0_u64, |all, &count| all << 3 | u64::from(count));
        hasher.write_u64(unseen);
        let turn = u64::from(self.past.quiet()) << 8 | u64::from(self.times) << 1 | self.player as u64;
        hasher.write_u64(u64::from(self.dark) << 32 | turn);
        hasher.write_u64(self.past.trace());
    }
}

impl DarkChess {
    /// All pieces are face down; Left makes the first flip.
    #[must_use]
    pub fn start() -> Self {
        Self {
            open: ByPlayer::default(),
            dark: u32::MAX,
            unseen: ByPlayer::both(FULL),
            player: Player::Left,
            times: 1,
            past: Past::default(),
        }
    }

    /// The open pieces of a player.
    fn of(&self, player: Player) -> u32 {
        self.open[player].iter().fold(0, |all, bitboard| all | bitboard)
    }

    fn empty(&self) -> u32 {
        !(self.dark | self.of(Player::Left) | self.of(Player::Right))
    }

    /// The number of pieces of each kind that a player has, open or not.
    fn counts(&self, player: Player) -> [u8; KINDS] {
        let (open, unseen) = (&self.open[player], &self.unseen[player]);
        std::array::from_fn(|kind| open[kind].count_ones() as u8 + unseen[kind])
    }

    /// Has this player no piece left?
    fn is_bare(&self, player: Player) -> bool {
        self.of(player) == 0 && self.unseen[player] == [0; KINDS]
    }

    /// Are the colours still undecided?
    fn is_undecided(&self) -> bool {
        self.dark == u32::MAX
    }

    /// The kind of the player's open piece on a cell. `None` means that there is no such piece.
    fn kind(&self, player: Player, cell: u8) -> Option<usize> {
        self.open[player].iter().position(|bitboard| bitboard >> cell & 1 == 1)
    }

    /// The open enemy pieces that each kind of the player's pieces can capture.
    fn prey(&self, player: Player) -> [u32; KINDS] {
        let enemy = &self.open[player.opponent()];
        let (mut weaker, mut prey) = (0, [0; KINDS]);
        for kind in (0..KINDS).rev() {
            weaker |= enemy[kind];
            prey[kind] = weaker;
        }
        prey[KING] &= !enemy[PAWN];
        prey[CANNON] = weaker;
        prey[PAWN] |= enemy[KING];
        prey
    }

    /// Calls `found` with the cells of every capture of a player until it returns `true`.
    fn find_capture(&self, player: Player, mut found: impl FnMut(u8, u8) -> bool) -> bool {
        let (occupied, prey) = (!self.empty(), self.prey(player));
        let mut pieces = self.open[player].iter().zip(prey).enumerate();
        pieces.any(|(kind, (&own, prey))| {
            cells(own).any(|from| {
                let within = if kind == CANNON { reach(from, occupied) } else { neighbours(1 << from) };
                cells(within & prey).any(|to| found(from, to))
            })
        })
    }

    /// Calls `found` with every move of a player until it returns `true`.
    fn find_move(&self, player: Player, mut found: impl FnMut(Action) -> bool) -> bool {
        let empty = self.empty();
        self.find_capture(player, |from, to| found(Action::Take { from, to }))
            || cells(self.of(player))
                .any(|from| cells(neighbours(1 << from) & empty).any(|to| found(Action::Step { from, to })))
            || cells(self.dark).any(|cell| found(Action::Flip { cell }))
    }

    /// Is play over, even if pieces could still move?
    fn is_ended(&self) -> bool {
        self.times >= TIMES
            || self.past.quiet() >= QUIET
            || Player::BOTH.into_iter().any(|player| self.is_bare(player))
    }

    /// The state after a move of a piece.
    fn moved(&self, from: u8, to: u8) -> Self {
        let mut next = *self;
        let (bits, opponent) = (1 << from | 1_u32 << to, self.player.opponent());
        next.player = opponent;
        let Some(kind) = self.kind(self.player, from) else { return next };
        next.open[self.player][kind] ^= bits;
        next.times = 1;
        if self.kind(opponent, to).is_some() {
            next.open[opponent].iter_mut().for_each(|bitboard| *bitboard &= !(1 << to));
            next.past = Past::default();
        } else {
            // Pieces face down stay where they are.
            next.past.add(kind, from, to, self.times == 2, &(self.open, self.player));
            next.times = next.past.times();
        }
        next
    }

    /// The state after a flip that shows this piece.
    fn flipped(&self, cell: u8, owner: Player, kind: usize) -> Self {
        let mut next = *self;
        next.player = self.player.opponent();
        next.dark &= !(1 << cell);
        next.open[owner][kind] |= 1 << cell;
        next.unseen[owner][kind] -= 1;
        next.past = Past::default();
        next.times = 1;
        next
    }

    /// The outcomes of a flip with their weights.
    fn flips(&self, cell: u8) -> Outcomes<Self> {
        if self.is_undecided() {
            let shown = |kind| (u32::from(FULL[kind]), self.flipped(cell, self.player, kind));
            return (0..KINDS).map(shown).collect();
        }
        let pieces = Player::BOTH.into_iter().flat_map(|owner| (0..KINDS).map(move |kind| (owner, kind)));
        let unseen = pieces.filter(|&(owner, kind)| self.unseen[owner][kind] > 0);
        let shown = |(owner, kind): (Player, usize)| {
            (u32::from(self.unseen[owner][kind]), self.flipped(cell, owner, kind))
        };
        unseen.map(shown).collect()
    }
}

impl Contest for DarkChess {
    type Move = Action;

    const MOST: i32 = 4000;

    const STYLES: &'static [Style<Self>] = &[
        ("counter", evaluation::count),
        ("collector", evaluation::material),
        ("hunter", evaluation::closeness),
    ];

    fn to_move(&self) -> Player {
        self.player
    }

    fn moves(&self) -> Vec<Action> {
        let mut moves = Vec::with_capacity(CELLS.into());
        if !self.is_ended() {
            self.find_move(self.player, |action| {
                moves.push(action);
                false
            });
        }
        moves
    }

    fn score(&self) -> Option<i32> {
        let lost = |player| if player == Player::Left { -Self::MOST } else { Self::MOST };
        if let Some(bare) =
            [self.player, self.player.opponent()].into_iter().find(|&player| self.is_bare(player))
        {
            return Some(lost(bare));
        }
        if self.is_ended() {
            return Some(0);
        }
        (!self.find_move(self.player, |_| true)).then(|| lost(self.player))
    }

    fn evaluation(&self) -> i32 {
        evaluation::evaluation(self)
    }

    fn ordering(&self, action: Action) -> i32 {
        evaluation::ordering(self, action)
    }

    /// The captures in the order of the move-ordering score.
    fn noisy_moves(&self) -> Vec<Action> {
        let mut moves = Vec::new();
        if !self.is_ended() {
            self.find_capture(self.player, |from, to| {
                moves.push(Action::Take { from, to });
                false
            });
        }
        moves.sort_by_cached_key(|&action| std::cmp::Reverse(self.ordering(action)));
        moves
    }

    /// A flip has up to fourteen outcomes. Searching them pays only with a few plies left afterwards (Hsu
    /// 2022).
    fn plies(&self, action: Action) -> u32 {
        if matches!(action, Action::Flip { .. }) { FLIP } else { 1 }
    }

    fn without_past(&self) -> Self {
        self.after_quiet(self.past.quiet())
    }

    fn moves_left(&self) -> Option<u32> {
        Some((QUIET - self.past.quiet()).into())
    }

    fn with_moves_left(&self, left: u32) -> Self {
        self.after_quiet(QUIET - left.min(QUIET.into()) as u8)
    }

    /// The state with Left to move, under the first of the four reflections of the board. A state with a past
    /// stays as it is, since its earlier positions would have to be reflected too.
    fn normal_form(&self) -> Self {
        let mut form = *self;
        if self.past.trace() != 0 {
            return form;
        }
        if self.player == Player::Right {
            form.player = Player::Left;
            (form.open, form.unseen) = (form.open.swapped(), form.unseen.swapped());
        }
        let mirrored = |mirror: bitboards::Mirror| {
            let open = form.open.map(|bitboards| bitboards.map(|bitboard| mirror.bitboard(bitboard)));
            (mirror.bitboard(form.dark), open)
        };
        let forms = bitboards::Mirror::ALL.map(mirrored);
        if let Some(&first) = forms.iter().min() {
            (form.dark, form.open) = first;
        }
        form
    }
}

impl Stochastic for DarkChess {
    fn outcomes(&self, action: Action) -> Outcomes<Self> {
        match action {
            Action::Flip { cell } => self.flips(cell),
            Action::Step { from, to } | Action::Take { from, to } => smallvec![(1, self.moved(from, to))],
        }
    }
}
