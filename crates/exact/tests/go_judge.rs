//! A judge of Go regions with kos that shares nothing with them: its own board, moves and score, and play beside a
//! stack of coupons with ko threats. A coupon is worth one unit more than the next.

#![allow(missing_docs, clippy::unwrap_used)]

use rustc_hash::FxHashMap;
use values::Player;

/// Stones of both players on the points that are no `#`; no more than 32.
type Stones = [u32; 2];

/// Play of a board that is scored by area.
pub(crate) struct Judge {
    /// The points beside each point.
    beside: Vec<u32>,
    /// The points beside `#`, where stones live.
    edge: u32,
    ids: FxHashMap<Stones, u16>,
    boards: Vec<Stones>,
    /// The boards that a player can move to.
    moves: FxHashMap<(u16, Player), Vec<u16>>,
    known: FxHashMap<State, i32>,
    /// The number of units of a point.
    pub(crate) unit: i32,
    /// How many moves may be made on the board one after the other, so that long cycles end.
    pub(crate) row: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    board: u16,
    /// The board that may not be restored.
    ban: Option<u16>,
    threats: [u8; 2],
    coupons: u16,
    player: Player,
    passed: bool,
    left: u8,
}

impl Judge {
    /// Reads rows joined by `|`.
    pub(crate) fn read(text: &str, unit: i32, row: u8) -> Self {
        let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
        let at = |x: i32, y: i32| -> Option<char> {
            rows.get(usize::try_from(y).ok()?)?.get(usize::try_from(x).ok()?).copied()
        };
        let mut places = Vec::new();
        for y in 0..rows.len() as i32 {
            for x in 0..rows[0].len() as i32 {
                if at(x, y) != Some('#') {
                    places.push((x, y));
                }
            }
        }
        let (mut beside, mut edge, mut stones) = (Vec::new(), 0, [0; 2]);
        for (i, &(x, y)) in places.iter().enumerate() {
            let mut near = 0;
            for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                match places.iter().position(|&place| place == next) {
                    Some(j) => near |= 1 << j,
                    None if at(next.0, next.1) == Some('#') => edge |= 1 << i,
                    None => {}
                }
            }
            beside.push(near);
            match at(x, y) {
                Some('X') => stones[0] |= 1 << i,
                Some('O') => stones[1] |= 1 << i,
                _ => {}
            }
        }
        let (ids, moves, known) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let mut judge = Self { beside, edge, ids, boards: Vec::new(), moves, known, unit, row };
        judge.id(stones);
        judge
    }

    fn id(&mut self, board: Stones) -> u16 {
        let next = u16::try_from(self.boards.len()).unwrap();
        let id = *self.ids.entry(board).or_insert(next);
        if id == next {
            self.boards.push(board);
        }
        id
    }

    /// The points that are connected to these within others.
    fn flood(&self, from: u32, within: u32) -> u32 {
        let mut reached = from & within;
        loop {
            let mut next = reached;
            for i in 0..self.beside.len() {
                if reached & (1 << i) != 0 {
                    next |= self.beside[i] & within;
                }
            }
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The stones of a side without a liberty.
    fn dead(&self, board: Stones, side: usize) -> u32 {
        let free: u32 = (0..self.beside.len())
            .filter(|&i| board[side] & (1 << i) != 0)
            .filter(|&i| self.beside[i] & !(board[0] | board[1]) != 0 || self.edge & (1 << i) != 0)
            .map(|i| 1 << i)
            .sum();
        board[side] & !self.flood(free, board[side])
    }

    fn moves(&mut self, id: u16, player: Player) -> Vec<u16> {
        if let Some(known) = self.moves.get(&(id, player)) {
            return known.clone();
        }
        let (me, board) = (player as usize, self.boards[usize::from(id)]);
        let mut list = Vec::new();
        for i in 0..self.beside.len() {
            if (board[0] | board[1]) & (1 << i) == 0 {
                let mut next = board;
                next[me] |= 1 << i;
                next[1 - me] &= !self.dead(next, 1 - me);
                if self.dead(next, me) == 0 {
                    list.push(self.id(next));
                }
            }
        }
        self.moves.insert((id, player), list.clone());
        list
    }

    /// Stones and the empty areas that touch those of one player only.
    fn area(&self, id: u16) -> i32 {
        let board = self.boards[usize::from(id)];
        let all = (1u64 << self.beside.len()) as u32;
        let mut empty = all.wrapping_sub(1) & !(board[0] | board[1]);
        let mut score = board[0].count_ones() as i32 - board[1].count_ones() as i32;
        while empty != 0 {
            let area = self.flood(empty & empty.wrapping_neg(), empty);
            empty &= !area;
            let touched = (0..self.beside.len())
                .filter(|&i| area & (1 << i) != 0)
                .fold(0, |touched, i| touched | self.beside[i]);
            let [left, right] = board.map(|stones| i32::from(touched & stones != 0));
            score += area.count_ones() as i32 * (left - right);
        }
        score
    }

    fn play(&mut self, state: State) -> i32 {
        if let Some(&known) = self.known.get(&state) {
            return known;
        }
        let State { board, ban, threats, coupons, player, passed, left } = state;
        let me = player as usize;
        let sees = |score: i32| if player == Player::Left { score } else { -score };
        let next = State { ban: None, player: player.opponent(), passed: false, left: self.row, ..state };
        let mut best = sees(match coupons {
            0 if passed => self.unit * self.area(board),
            0 => self.play(State { passed: true, left, ..next }),
            _ => sees(coupons.into()) + self.play(State { coupons: coupons - 1, ..next }),
        });
        if left > 0 {
            for to in self.moves(board, player) {
                if ban != Some(to) {
                    let undone = self.moves(to, player.opponent()).contains(&board);
                    let next = State { board: to, ban: undone.then_some(board), left: left - 1, ..next };
                    best = best.max(sees(self.play(next)));
                }
            }
        }
        if ban.is_some() && threats[me] > 0 {
            let mut threats = threats;
            threats[me] -= 1;
            best = best.max(sees(self.play(State { ban: None, threats, ..state })));
        }
        self.known.insert(state, sees(best));
        sees(best)
    }

    /// The wall of a player at a temperature of this many units, as play shows it, in points.
    pub(crate) fn wall(&mut self, player: Player, threats: [u8; 2], coupons: u16) -> f64 {
        let (ban, passed, left) = (None, false, self.row);
        let score = self.play(State { board: 0, ban, threats, coupons, player, passed, left });
        let alone = i32::from(coupons + 1) / 2;
        let alone = if player == Player::Left { alone } else { -alone };
        f64::from(score - alone) / f64::from(self.unit)
    }
}
