//! Go endgames: a part of a board, surrounded by stones that are alive. Moves, captures
//! and suicide are as in Go; the value is the score that is left to play for, by area
//! or by territory.
//!
//! `X` Black (Left), `O` White (Right), `.` empty, `#` the rest of the board; behind the rows
//! `/2` says that two white stones more than black ones have been captured. Blocks that
//! touch `#` live outside and cannot be captured; edges without `#` are edges of the board.
//!
//! # When play is over
//!
//! Whether anything is left to play for is decided by area, where it costs nothing to play on:
//!
//! 1. Empty points whose neighbours are living stones of one player only are that player's
//!    territory; nobody moves there. All other empty points are *open*.
//! 2. A player with no move in the open points can only wait, and the other takes what there is
//!    to take, or leaves it; so such a position is a number.
//! 3. Where both can move but neither gains by it, both pass, and the position is a number: the score
//!    as it stands, or what a player can improve it to.
//! 4. Otherwise the value is that of the options.
//!
//! By territory a position is a number if it is one by area. Dead stones then count as captured:
//! whoever takes them off plays a stone for each pass of the other.
//!
//! A position is not split along living stones yet: give independent parts one by one. (By area a
//! settled part with dead stones lends free moves to an open one, which adds an infinitesimal.)
//!
//! A position in which the same stones can come back is a ko, or more; it is refused. To find that
//! out, everything that can be played is looked at when a position is read, and remembered.

use super::go_sgf;
use crate::plane::{Cell, Plane};
use crate::{Board, BoardError, Position, Spot};
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use values::{Dyadic, Player};

/// A Go endgame, scored by area, or, with `TERRITORY`, by territory and prisoners.
#[derive(Clone, Debug)]
pub struct Go<P, const TERRITORY: bool> {
    board: Board<P>,
    /// White stones captured, less black ones.
    prisoners: i16,
    /// The positions that can follow, with their scores by area where they are numbers.
    book: Arc<Book<P>>,
}

type Book<P> = HashMap<[P; 2], Option<i64>>;

impl<P: Plane, const TERRITORY: bool> PartialEq for Go<P, TERRITORY> {
    fn eq(&self, other: &Self) -> bool {
        (self.board, self.prisoners) == (other.board, other.prisoners)
    }
}

impl<P: Plane, const TERRITORY: bool> Eq for Go<P, TERRITORY> {}

impl<P: Plane, const TERRITORY: bool> Hash for Go<P, TERRITORY> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.board, self.prisoners).hash(state);
    }
}

/// Scored by area: stones and territory.
pub type AreaGo<P> = Go<P, false>;
/// Scored by territory and prisoners.
pub type TerritoryGo<P> = Go<P, true>;

/// Larger open areas are refused: all their positions are looked at for kos.
const MOST_OPEN: u32 = 12;
/// More positions than this are not looked at.
const MOST_POSITIONS: usize = 60_000;

impl<P: Plane, const TERRITORY: bool> Go<P, TERRITORY> {
    /// The stones of a player that live outside.
    fn alive(&self, player: Player) -> P {
        let outside = P::rectangle(self.board.width, self.board.height).without(self.board.inside());
        let stones = self.board.of(player);
        (stones & outside.beside()).spread(stones, Plane::beside)
    }

    /// The empty points that belong to each player for good.
    fn territory(&self) -> [P; 2] {
        let alive = Player::BOTH.map(|player| self.alive(player));
        let borders = |area: P, player: usize| {
            let stones = area.beside() & (self.board.stones[0] | self.board.stones[1]);
            !stones.is_empty() && stones.without(alive[player]).is_empty()
        };
        let mut territory = [P::NONE; 2];
        for area in self.board.empty.parts(Plane::beside) {
            for (player, owned) in territory.iter_mut().enumerate() {
                if borders(area, player) {
                    *owned = *owned | area;
                }
            }
        }
        territory
    }

    fn open(&self) -> P {
        let [left, right] = self.territory();
        self.board.empty.without(left | right)
    }

    /// The position after a stone, if it is no suicide.
    fn placed(&self, player: Player, cell: Cell) -> Option<Self> {
        let (me, other) = (player as usize, player.opponent() as usize);
        let mut next = self.clone();
        next.board.empty = next.board.empty.without(P::cell(cell));
        next.board.stones[me] = next.board.stones[me] | P::cell(cell);
        let captured = next.board.stones[other].without(next.breathing(player.opponent()));
        next.board.stones[other] = next.board.stones[other].without(captured);
        next.board.empty = next.board.empty | captured;
        let count = captured.count() as i16;
        next.prisoners += if player == Player::Left { count } else { -count };
        (next.board.stones[me] == next.breathing(player)).then_some(next)
    }

    /// The stones of a player whose block has a liberty, here or outside.
    fn breathing(&self, player: Player) -> P {
        let stones = self.board.of(player);
        let free = (stones & self.board.empty.beside()) | self.alive(player);
        free.spread(stones, Plane::beside)
    }

    fn placements(&self, player: Player) -> impl Iterator<Item = (Cell, Self)> + '_ {
        let cells = self.open().cells();
        cells.filter_map(move |cell| self.placed(player, cell).map(|next| (cell, next)))
    }

    /// The score by area if nobody moves any more: territory is what borders on one player only.
    fn score(&self) -> i64 {
        let mut score = 0;
        for area in self.board.empty.parts(Plane::beside) {
            let [left, right] = self.board.stones.map(|stones| !(area.beside() & stones).is_empty());
            score += i64::from(area.count()) * (i64::from(left) - i64::from(right));
        }
        let [left, right] = self.board.stones.map(|stones| i64::from(stones.count()));
        score + left - right
    }

    /// Enters this position and all that can follow into the book, and gives the scores by
    /// area when Left and when Right moves first.
    fn explore(&self, book: &mut HashMap<[P; 2], Entry>) -> Result<[i64; 2], Refusal> {
        match book.get(&self.board.stones) {
            Some(Entry::OnTheWay) => return Err(Refusal::Repetition),
            Some(Entry::Number(score)) => return Ok([*score; 2]),
            Some(Entry::Scores(scores)) => return Ok(*scores),
            None if book.len() == MOST_POSITIONS => return Err(Refusal::TooMany),
            None => {}
        }
        book.insert(self.board.stones, Entry::OnTheWay);
        let mut best = [None, None];
        // The best for a player who moves alone, for as long as the other cannot.
        let mut alone = [self.score(); 2];
        for player in Player::BOTH {
            let (me, sign) = (player as usize, if player == Player::Left { 1 } else { -1 });
            for (_, next) in self.placements(player) {
                let scores = values::deep(|| next.explore(book))?;
                let score = scores[1 - me];
                best[me] = Some(best[me].map_or(score, |best: i64| sign * (sign * best).max(sign * score)));
                if next.placements(player.opponent()).next().is_none() {
                    alone[me] = sign * (sign * alone[me]).max(sign * score);
                }
            }
        }
        let entry = match best {
            [None, None] => Entry::Number(self.score()),
            [Some(_), None] => Entry::Number(alone[0]),
            [None, Some(_)] => Entry::Number(alone[1]),
            [Some(left), Some(right)] if left <= right => Entry::Number(self.score().clamp(left, right)),
            [Some(left), Some(right)] => Entry::Scores([left, right]),
        };
        book.insert(self.board.stones, entry);
        match entry {
            Entry::Number(score) => Ok([score; 2]),
            Entry::Scores(scores) => Ok(scores),
            Entry::OnTheWay => Err(Refusal::Repetition),
        }
    }
}

/// Why a position cannot be valued.
enum Refusal {
    Repetition,
    TooMany,
}

/// What is known about a position while everything is looked at.
#[derive(Clone, Copy)]
enum Entry {
    /// It leads to the position that is being looked at.
    OnTheWay,
    Number(i64),
    /// The scores when Left and when Right moves first.
    Scores([i64; 2]),
}

impl<P: Plane, const TERRITORY: bool> Position for Go<P, TERRITORY> {
    type Move = Spot;

    /// Reads rows, or an SGF record, of which it takes the last position as far as it is in view (`VW`).
    fn read(text: &str) -> Result<Self, BoardError> {
        if text.trim_start().starts_with('(') {
            return Self::read(&go_sgf::rows(text)?);
        }
        let (rows, prisoners) = text.split_once('/').unwrap_or((text, "0"));
        let Ok(prisoners) = prisoners.trim().parse::<i8>() else {
            return Err(BoardError::Other(format!("'{prisoners}' is no number of prisoners")));
        };
        let mut position =
            Self { board: Board::read_usual(rows)?, prisoners: prisoners.into(), book: Arc::default() };
        let outside =
            P::rectangle(position.board.width, position.board.height).without(position.board.inside());
        if let Some(leak) = (position.board.empty & outside.beside()).first() {
            let message =
                format!("the region leaks: the empty point {} touches '#'", position.board.name(leak));
            return Err(BoardError::Other(message));
        }
        for player in Player::BOTH {
            let stuck = position.board.of(player).without(position.breathing(player));
            if let Some(stone) = stuck.first() {
                let name = position.board.name(stone);
                return Err(BoardError::Other(format!("the stone on {name} has no liberty")));
            }
        }
        let living = position.alive(Player::Left) | position.alive(Player::Right);
        let [left, right] = position.territory();
        let open = position.board.inside().without(living | left | right);
        if open.count() > MOST_OPEN {
            let message = format!("{} points are open: at most {MOST_OPEN} can be looked at", open.count());
            return Err(BoardError::Other(message));
        }
        let mut book = HashMap::new();
        if let Err(refusal) = position.explore(&mut book) {
            let message = match refusal {
                Refusal::Repetition => {
                    "a ko arises: in some line of play the same stones come back, and such positions have no value yet"
                }
                Refusal::TooMany => "too many positions can follow for all of them to be looked at",
            };
            return Err(BoardError::Other(message.to_owned()));
        }
        let number = |entry| if let Entry::Number(score) = entry { Some(score) } else { None };
        position.book = Arc::new(book.into_iter().map(|(stones, entry)| (stones, number(entry))).collect());
        Ok(position)
    }

    fn number(&self) -> Option<Dyadic> {
        let area = (*self.book.get(&self.board.stones)?)?;
        // Counted both ways, the score is the same but for the stones on the board and those captured.
        let [left, right] = self.board.stones.map(|stones| i64::from(stones.count()));
        let score = if TERRITORY { area - (left - right) + i64::from(self.prisoners) } else { area };
        Dyadic::integer(score).ok()
    }

    fn moves(&self, player: Player) -> Vec<Spot> {
        if self.number().is_some() {
            return Vec::new();
        }
        self.placements(player).map(|(cell, _)| self.board.spot(cell)).collect()
    }

    fn play(&self, player: Player, action: Spot) -> Self {
        self.placed(player, action.cell).unwrap_or_else(|| self.clone())
    }

    fn options(&self, player: Player) -> Vec<Self> {
        if self.number().is_some() {
            return Vec::new();
        }
        self.placements(player).map(|(_, next)| next).collect()
    }
}

impl<P: Plane, const TERRITORY: bool> fmt::Display for Go<P, TERRITORY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)?;
        match self.prisoners {
            0 => Ok(()),
            prisoners => write!(f, "/{prisoners}"),
        }
    }
}
