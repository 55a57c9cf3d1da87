//! Go endgames as they are played, by the rule of ko: who moves, which point may not be retaken, and how many ko
//! threats each player has elsewhere. A threat is answered, so the player who makes one moves again and may
//! retake. Play ends when both pass, or after a number of moves, and is scored by area.

use super::{AreaGo, split, stones};
use crate::bitboard::{Bitboard, Cell, Huge};
use crate::{Board, BoardError, Contest, Deterministic, Playable, Spot};
use std::fmt;
use values::{ByPlayer, Player};

/// The maximum number of moves, so that long cycles end.
const MOST_MOVES: u16 = 400;
/// The maximum number of threats of a player that is read.
const MOST_THREATS: u8 = 99;

/// A state of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GoFight {
    board: Board<Huge>,
    points: i16,
    player: Player,
    threats: ByPlayer<u8>,
    /// The point that may not be retaken.
    ban: Option<Cell>,
    /// The number of passes since the last stone, at most two.
    passes: u8,
    moves: u16,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FightMove {
    /// A stone.
    Stone(Spot),
    /// A ko threat elsewhere and its answer.
    Threat,
    /// A pass.
    Pass,
}

impl fmt::Display for FightMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stone(spot) => spot.fmt(f),
            Self::Threat => f.write_str("threat"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl GoFight {
    fn is_over(&self) -> bool {
        self.passes == 2 || self.moves >= MOST_MOVES
    }

    fn area(&self) -> i32 {
        i32::try_from(stones::score(&self.board)).unwrap_or_default() + i32::from(self.points)
    }

    /// The state after a stone. `None` means that it is suicide.
    fn placed(&self, cell: Cell) -> Option<Self> {
        let (board, captured) = stones::placed(&self.board, self.player, cell)?;
        let ban = if stones::takes_ko(&board, self.player, cell, captured) { captured.first() } else { None };
        let player = self.player.opponent();
        Some(Self { board, player, ban, passes: 0, moves: self.moves + 1, ..*self })
    }
}

impl Contest for GoFight {
    type Move = FightMove;

    /// All points of the largest board, and the points behind the rows.
    const MOST: i32 = 19 * 19 + 128;

    fn to_move(&self) -> Player {
        self.player
    }

    fn moves(&self) -> Vec<FightMove> {
        if self.is_over() {
            return Vec::new();
        }
        let cells = stones::open(&self.board).cells().filter(|&cell| Some(cell) != self.ban);
        let legal = cells.filter(|&cell| stones::placed(&self.board, self.player, cell).is_some());
        let mut moves: Vec<_> = legal.map(|cell| FightMove::Stone(self.board.spot(cell))).collect();
        if self.ban.is_some() && self.threats[self.player] > 0 {
            moves.push(FightMove::Threat);
        }
        moves.push(FightMove::Pass);
        moves
    }

    fn score(&self) -> Option<i32> {
        self.is_over().then(|| self.area())
    }

    fn evaluation(&self) -> i32 {
        self.area()
    }
}

impl Deterministic for GoFight {
    fn play(&self, action: FightMove) -> Self {
        let mut next = *self;
        match action {
            FightMove::Stone(spot) => {
                return self.placed(spot.cell).expect("moves come from the list of moves, without suicides");
            }
            FightMove::Threat => {
                next.threats[self.player] -= 1;
                next.passes = 0;
            }
            FightMove::Pass => {
                next.player = self.player.opponent();
                next.passes += 1;
            }
        }
        Self { ban: None, moves: self.moves + 1, ..next }
    }
}

impl fmt::Display for GoFight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)?;
        if self.points != 0 {
            write!(f, "/{}", self.points)?;
        }
        let ByPlayer { left, right } = self.threats;
        write!(f, " {} threats {left} {right}", self.player.name())?;
        if let Some(cell) = self.ban {
            write!(f, " ban {}", self.board.name(cell))?;
        }
        match self.passes {
            0 => {}
            passes => write!(f, " passes {passes}")?,
        }
        write!(f, " moves {}", self.moves)
    }
}

impl Playable for GoFight {
    /// Reads a board, the player to move, and the threats of Left and Right, such as `.X.X#|XOXX#|OOOX#|#####
    /// left threats 1 0`.
    fn read(text: &str) -> Result<Self, BoardError> {
        let (rows, player, words) = crate::contests::split(text)?;
        let (grid, points) = split(&rows)?;
        let AreaGo { board, points, .. } = AreaGo::<Huge>::of_grid(&grid, points)?;
        let number = |word: &str, most: u16| match word.parse() {
            Ok(number) if number <= most => Ok(number),
            _ => refuse!("'{word}' should be a number up to {most}"),
        };
        let mut state =
            Self { board, points, player, threats: ByPlayer::default(), ban: None, passes: 0, moves: 0 };
        let mut words = words.into_iter();
        while let Some(key) = words.next() {
            let Some(word) = words.next() else { refuse!("a number or a point is missing behind '{key}'") };
            match key {
                "threats" => {
                    let Some(right) = words.next() else { refuse!("the threats of Right are missing") };
                    let read = |word| Ok(number(word, MOST_THREATS.into())? as u8);
                    state.threats = ByPlayer::new(read(word)?, read(right)?);
                }
                "passes" => state.passes = number(word, 2)? as u8,
                "moves" => state.moves = number(word, MOST_MOVES)?,
                "ban" => {
                    let named = |cell: &Cell| board.name(*cell).to_string().eq_ignore_ascii_case(word);
                    state.ban = board.empty.cells().find(named);
                    if state.ban.is_none() {
                        refuse!("'{word}' is not an empty point");
                    }
                }
                _ => refuse!("'{key}' should be threats, ban, passes or moves"),
            }
        }
        Ok(state)
    }

    /// A corner with a ko, and up to three threats for each player.
    fn opening(below: &mut dyn FnMut(u32) -> u32) -> Self {
        let [left, right] = [below(4), below(4)];
        let text = format!(".X.X#|XOXX#|OOOX#|##### left threats {left} {right}");
        Self::read(&text).expect("the opening is a state")
    }

    fn remark(&self) -> String {
        let ByPlayer { left, right } = self.threats;
        let threats = format!("ko threats: {left} of Left, {right} of Right");
        match self.banned() {
            Some(point) => format!("{threats}; {point} may not be retaken at once"),
            None => threats,
        }
    }

    fn banned(&self) -> Option<String> {
        self.ban.map(|cell| self.board.name(cell).to_string())
    }
}
