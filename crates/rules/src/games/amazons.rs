//! The Game of the Amazons: a queen moves like a chess queen and then shoots an
//! arrow, which also flies like a chess queen and burns the square it lands on.

use crate::bitboard::{Bitboard, Cell, Symmetry};
use crate::{Board, BoardError, CellName, Duel, Position, Regions, Tabled};
use std::fmt;
use values::{Dyadic, Player};

/// Queens `X` and `O`, empty squares `.`, burnt squares `#`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Amazons<P>(Board<P>);

/// The eight directions in which queens move and arrows fly.
fn directions<P: Bitboard>() -> [fn(P) -> P; 8] {
    [
        P::east,
        P::west,
        P::north,
        P::south,
        |bitboard| bitboard.north().east(),
        |bitboard| bitboard.north().west(),
        |bitboard| bitboard.south().east(),
        |bitboard| bitboard.south().west(),
    ]
}

/// All squares on straight lines from `from` over `free` squares.
fn lines<P: Bitboard>(from: P, free: P) -> P {
    // All eight at once, until none goes on.
    let (mut fronts, mut reached) = ([from; 8], P::NONE);
    loop {
        for (front, direction) in fronts.iter_mut().zip(directions()) {
            *front = direction(*front) & free;
        }
        let all = fronts.into_iter().fold(P::NONE, |all, front| all | front);
        if all.is_empty() {
            return reached;
        }
        reached = reached | all;
    }
}

/// A move, written `D4-C4xC2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    cells: [Cell; 3],
    names: [CellName; 3],
}

impl Action {
    /// Where the queen comes from, where it goes, and where the arrow lands.
    #[must_use]
    pub fn cells(self) -> [Cell; 3] {
        self.cells
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to, arrow] = self.names;
        write!(f, "{from}-{to}x{arrow}")
    }
}

impl<P: Bitboard> Amazons<P> {
    /// The position on a board whose stones are queens.
    #[must_use]
    pub fn new(board: Board<P>) -> Self {
        Self(board)
    }

    /// The board; its stones are queens.
    #[must_use]
    pub fn board(&self) -> &Board<P> {
        &self.0
    }

    /// Calls `found` with the origin, the target and the arrow of every move.
    fn for_each_move(&self, player: Player, mut found: impl FnMut([Cell; 3])) {
        for from in self.0.of(player).cells() {
            for to in lines(P::cell(from), self.0.empty).cells() {
                let free = (self.0.empty | P::cell(from)).without(P::cell(to));
                for arrow in lines(P::cell(to), free).cells() {
                    found([from, to, arrow]);
                }
            }
        }
    }

    /// The empty squares that a player's queens can ever get to.
    fn reach(&self, player: Player) -> P {
        let open = self.0.empty | self.0.of(player);
        self.0.of(player).spread(open, |part| part | part.around()) & self.0.empty
    }

    /// The most moves that a player can make where the other has no queen; `None` if it takes too many steps to see.
    fn moves_alone(&self, player: Player, steps: &mut u32) -> Option<u32> {
        let reach = |option: Self| (option.reach(player).count(), option);
        let mut options: Vec<(u32, Self)> = self.options(player).into_iter().map(reach).collect();
        options.sort_by_key(|&(reach, _)| std::cmp::Reverse(reach));
        let mut most = 0;
        for (reach, option) in options {
            if reach < most {
                break;
            }
            *steps = steps.checked_sub(1)?;
            most = most.max(1 + option.moves_alone(player, steps)?);
        }
        Some(most)
    }

    /// Moves that a player can surely make: with a single queen that keeps the other from some squares, a walk
    /// through them that burns every square it leaves, so that nobody follows.
    fn sure_moves(&self, player: Player, reach: [P; 2]) -> u32 {
        let mut queen = self.0.of(player);
        let mut free = reach[player as usize].without(reach[player.opponent() as usize]);
        if free.is_empty() || queen.count() != 1 {
            return 0;
        }
        let mut moves = 0;
        loop {
            let next = queen.around() & free;
            // Best to a square from which the walk goes on: one with a free neighbour.
            let goes_on = |cell: &Cell| !(P::cell(*cell).around() & free).is_empty();
            let Some(cell) = next.cells().find(goes_on).or_else(|| next.first()) else { return moves };
            queen = P::cell(cell);
            free = free.without(queen);
            moves += 1;
        }
    }

    /// The squares to which each player's queens are nearer, counted in steps: a fair guess at whose they will be.
    fn nearer(&self, step: impl Fn(P) -> P) -> [u32; 2] {
        let mut reached = self.0.stones;
        let mut nearer = [0; 2];
        let mut free = self.0.empty;
        loop {
            let next = reached.map(|from| step(from) & free);
            if next.iter().all(|squares| squares.is_empty()) {
                return nearer;
            }
            nearer[0] += next[0].without(next[1]).count();
            nearer[1] += next[1].without(next[0]).count();
            free = free.without(next[0] | next[1]);
            reached = next;
        }
    }

    fn after(&self, player: Player, [from, to, arrow]: [Cell; 3]) -> Self {
        let mut board = self.0;
        board.empty = (board.empty | P::cell(from)).without(P::cell(to) | P::cell(arrow));
        let queens = &mut board.stones[player as usize];
        *queens = queens.without(P::cell(from)) | P::cell(to);
        Self(board)
    }
}

impl<P: Bitboard> Position for Amazons<P> {
    type Move = Action;

    /// Reads rows, or an SGF record, of which it takes the last position.
    fn read(text: &str) -> Result<Self, BoardError> {
        if text.trim_start().starts_with('(') {
            return Self::from_sgf(text);
        }
        Board::read_usual(text).map(Self)
    }

    /// Where no queens of both players stand together, everyone just counts moves.
    fn number(&self) -> Option<Dyadic> {
        let [left, right] = self.0.stones;
        if !(left.spread(self.0.inside(), Bitboard::around) & right).is_empty() {
            return None;
        }
        let mut steps = 1_000;
        let [left, right] = Player::BOTH.map(|player| self.moves_alone(player, &mut steps).map(i64::from));
        Dyadic::integer(left? - right?).ok()
    }

    fn moves(&self, player: Player) -> Vec<Action> {
        let mut moves = Vec::new();
        self.for_each_move(player, |cells| {
            moves.push(Action { cells, names: cells.map(|cell| self.0.name(cell)) });
        });
        moves
    }

    fn play(&self, player: Player, action: Action) -> Self {
        self.after(player, action.cells)
    }

    fn options(&self, player: Player) -> Vec<Self> {
        let mut options = Vec::with_capacity(64);
        self.for_each_move(player, |cells| options.push(self.after(player, cells)));
        options
    }

    fn regions(&self) -> Regions<Self> {
        let queens = self.0.stones[0] | self.0.stones[1];
        // Neither queens nor arrows pass burnt squares; nobody moves where there is no queen, or no empty square.
        let parts = self.0.inside().parts(|part| part | part.around());
        let alive = parts.filter(|&part| !(part & queens).is_empty() && !(part & self.0.empty).is_empty());
        alive.map(|part| Self(self.0.cut(part))).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        let (board, negative) = self.0.normal_form(&Symmetry::ALL, &Symmetry::ALL);
        (Self(board), negative)
    }

    fn warning(&self) -> Option<&'static str> {
        let queens = self.0.stones[0] | self.0.stones[1];
        queens.is_empty().then_some("there are no queens on this board")
    }

    fn to_sgf(&self) -> Option<String> {
        Some(self.sgf())
    }

    fn longest_play(&self) -> Option<u32> {
        Some((self.reach(Player::Left) | self.reach(Player::Right)).count())
    }

    /// A player makes at most one move for each square that the player's queens can ever reach while
    /// the other stays, and at least those that are sure.
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        let reach = Player::BOTH.map(|player| self.reach(player));
        let sure = Player::BOTH.map(|player| self.sure_moves(player, reach));
        let most = |player: usize| reach[player].count() as i32 - sure[1 - player] as i32;
        Some((Dyadic::from(-most(1)), Dyadic::from(most(0))))
    }

    fn duel(&self) -> Option<Duel> {
        let Board { width, height, .. } = self.0;
        let single = self.0.stones.iter().all(|queens| queens.count() == 1);
        if !single || u32::from(width) * u32::from(height) > u32::BITS {
            return None;
        }
        let number = |cell: Cell| cell.y * width + cell.x;
        let [left, right] = self.0.stones.map(|queens| queens.first().map(number));
        let cells = self.0.inside().cells().fold(0, |cells, cell| cells | 1 << number(cell));
        Some(Duel { width, height, cells, queens: [left?, right?] })
    }

    fn tabled(&self) -> Option<Tabled> {
        Some(Tabled { game: "amazons", board: self.0.small()? })
    }

    fn ordering(&self) -> i32 {
        let [left, right] = self.nearer(|from| lines(from, self.0.empty));
        left as i32 - right as i32
    }

    /// Who is nearer by moves of a queen matters as much as who is nearer by those of a king; 3/8 of both together is
    /// the best guess of exact means.
    fn evaluation(&self) -> i32 {
        let [left, right] = self.nearer(Bitboard::around);
        3 * (self.ordering() + left as i32 - right as i32)
    }
}

impl<P: Bitboard> fmt::Display for Amazons<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
