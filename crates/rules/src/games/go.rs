//! Go endgames: a part of a board, surrounded by stones that are alive. Moves, captures
//! and suicide are as in Go; the value is the score that is left to play for, by area
//! or by territory.
//!
//! `X` Black (Left), `O` White (Right), `.` empty, `#` the rest of the board; behind the rows
//! `/2` says that Black has two points more than the board shows, such as two prisoners. Blocks
//! that touch `#` live outside and cannot be captured; edges without `#` are edges of the board.
//!
//! What lies between living stones is a part of its own, and a position is the sum of its parts.
//!
//! # When play is over
//!
//! Whether anything is left to play for in a part is decided by area, where it costs nothing to play on:
//!
//! 1. Empty points whose neighbours are living stones of one player only are that player's
//!    territory; nobody moves there. All other empty points are *open*.
//! 2. A player with no move in the open points can only wait, and the other takes what there is
//!    to take, or leaves it; so such a position is a number.
//! 3. Where both can move but neither gains by it, both pass, and the position is a number: the score
//!    as it stands, or what a player can improve it to.
//! 4. Otherwise the value is that of the options.
//!
//! By territory a part is a number if it is one by area. Dead stones then count as captured:
//! whoever takes them off plays a stone for each pass of the other. Nobody moves in a part that
//! is a number, so that dead stones there lend no free moves to the parts that are open.
//!
//! A settled point is worth a move: in a sum its owner may fill it and let the other move first elsewhere
//! ([`Position::free_move`]).
//!
//! A position in which the same stones can come back is a ko, or more; it is refused. To find that
//! out, everything that can be played is looked at when a position is read, and remembered.

use super::go_sgf;
use crate::bitboard::{Bitboard, Cell};
use crate::{Board, BoardError, Position, Regions, Spot};
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use values::{Dyadic, Error, Player, ValueId, Values};

/// A Go endgame, scored by area, or, with `TERRITORY`, by territory and prisoners.
#[derive(Clone, Debug)]
pub struct Go<P, const TERRITORY: bool> {
    board: Board<P>,
    /// Left's points besides those on the board: by territory, the prisoners.
    points: i16,
    /// The parts that can arise, with their scores by area where they are numbers.
    book: Arc<Book<P>>,
}

type Book<P> = HashMap<Board<P>, Option<i64>>;

impl<P: Bitboard, const TERRITORY: bool> PartialEq for Go<P, TERRITORY> {
    fn eq(&self, other: &Self) -> bool {
        (self.board, self.points) == (other.board, other.points)
    }
}

impl<P: Bitboard, const TERRITORY: bool> Eq for Go<P, TERRITORY> {}

impl<P: Bitboard, const TERRITORY: bool> Hash for Go<P, TERRITORY> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.board, self.points).hash(state);
    }
}

/// Scored by area: stones and territory.
pub type AreaGo<P> = Go<P, false>;
/// Scored by territory and prisoners.
pub type TerritoryGo<P> = Go<P, true>;

/// Larger parts are refused: all their positions are looked at for kos.
const MOST_OPEN: u32 = 12;
/// More positions than this are not looked at.
const MOST_POSITIONS: usize = 60_000;

impl<P: Bitboard, const TERRITORY: bool> Go<P, TERRITORY> {
    /// The points that are inside no more.
    fn outside(&self) -> P {
        P::rectangle(self.board.width, self.board.height).without(self.board.inside())
    }

    /// The stones of a player that live outside.
    fn alive(&self, player: Player) -> P {
        let stones = self.board.of(player);
        (stones & self.outside().beside()).spread(stones, Bitboard::beside)
    }

    fn living(&self) -> P {
        self.alive(Player::Left) | self.alive(Player::Right)
    }

    /// These points alone; all others are outside.
    fn cut(&self, points: P) -> Self {
        let board = &self.board;
        let board = Board {
            empty: board.empty & points,
            stones: board.stones.map(|stones| stones & points),
            ..*board
        };
        Self { board, points: 0, book: self.book.clone() }
    }

    /// The parts of the board between living stones, each with the living stones beside it.
    fn parts(&self) -> impl Iterator<Item = Self> + '_ {
        let living = self.living();
        let parts = self.board.inside().without(living).parts(Bitboard::beside);
        parts.map(move |part| self.cut(part | (part.beside() & living)))
    }

    /// Black stones less white ones.
    fn stones(&self, among: P) -> i64 {
        let [left, right] = self.board.stones.map(|stones| i64::from((stones & among).count()));
        left - right
    }

    /// The empty points that belong to each player for good.
    fn territory(&self) -> [P; 2] {
        let alive = Player::BOTH.map(|player| self.alive(player));
        let borders = |area: P, player: usize| {
            let stones = area.beside() & (self.board.stones[0] | self.board.stones[1]);
            !stones.is_empty() && stones.without(alive[player]).is_empty()
        };
        let mut territory = [P::NONE; 2];
        for area in self.board.empty.parts(Bitboard::beside) {
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
        if TERRITORY {
            let count = captured.count() as i16;
            next.points += player.sees(count);
        }
        (next.board.stones[me] == next.breathing(player)).then_some(next)
    }

    /// The stones of a player whose block has a liberty, here or outside.
    fn breathing(&self, player: Player) -> P {
        let stones = self.board.of(player);
        let free = (stones & self.board.empty.beside()) | self.alive(player);
        free.spread(stones, Bitboard::beside)
    }

    /// Stones in the open points among these, with what follows.
    fn placements(&self, player: Player, among: P) -> impl Iterator<Item = (Cell, Self)> + '_ {
        let cells = (self.open() & among).cells();
        cells.filter_map(move |cell| self.placed(player, cell).map(|next| (cell, next)))
    }

    /// The parts that are not settled: no numbers.
    fn unsettled(&self) -> impl Iterator<Item = Self> + '_ {
        self.parts().filter(|part| !matches!(self.book.get(&part.board), Some(Some(_))))
    }

    /// The points where there is something to play for.
    fn playable(&self) -> P {
        self.unsettled().fold(P::NONE, |all, part| all | part.board.empty)
    }

    /// What is left of the board when these parts are taken out: nobody plays there any more.
    fn rest(&self, open: &[Self]) -> Self {
        let inside = open.iter().fold(P::NONE, |all, part| all | part.board.inside().without(part.living()));
        let mut rest = self.cut(self.board.inside().without(inside));
        // Living stones stand in several parts, but count once.
        let twice: i64 = if TERRITORY { 0 } else { open.iter().map(|part| part.stones(part.living())).sum() };
        rest.points = self.points - twice as i16;
        rest
    }

    /// The score by area if nobody moves any more: territory is what borders on one player only.
    fn score(&self) -> i64 {
        let mut score = 0;
        for area in self.board.empty.parts(Bitboard::beside) {
            let [left, right] = self.board.stones.map(|stones| !(area.beside() & stones).is_empty());
            score += i64::from(area.count()) * (i64::from(left) - i64::from(right));
        }
        score + self.stones(self.board.inside())
    }

    /// The value by area. All parts that can arise are entered into the book.
    fn explore(&self, book: &mut Exploration<P>) -> Result<ValueId, Refusal> {
        let mut value = book.values.integer(self.stones(self.living()))?;
        for part in self.parts() {
            // Living stones stand beside several parts, but count once.
            let beside = book.values.integer(-part.stones(part.living()))?;
            let part = part.explore_part(book)?;
            value = book.values.sum(value, book.values.sum(part, beside)?)?;
        }
        Ok(value)
    }

    fn explore_part(&self, book: &mut Exploration<P>) -> Result<ValueId, Refusal> {
        match book.parts.get(&self.board) {
            Some(Some(value)) => return Ok(*value),
            Some(None) => return Err(Refusal::Repetition),
            None if book.parts.len() == MOST_POSITIONS => return Err(Refusal::TooMany),
            None => book.parts.insert(self.board, None),
        };
        let mut options = [Vec::new(), Vec::new()];
        let mut best = [None, None];
        // The best for a player who moves alone, for as long as the other cannot.
        let mut alone = [self.score(); 2];
        for player in Player::BOTH {
            let (me, sign) = (player as usize, if player == Player::Left { 1 } else { -1 });
            for (_, next) in self.placements(player, self.board.empty) {
                let value = values::deep(|| next.explore(book))?;
                options[me].push(value);
                let score = book.values.stop(value, player.opponent()).floor();
                best[me] = Some(best[me].map_or(score, |best: i64| sign * (sign * best).max(sign * score)));
                if next.placements(player.opponent(), next.board.empty).next().is_none() {
                    alone[me] = sign * (sign * alone[me]).max(sign * score);
                }
            }
        }
        let value = match best {
            [None, None] => book.values.integer(self.score()),
            [Some(_), None] => book.values.integer(alone[0]),
            [None, Some(_)] => book.values.integer(alone[1]),
            [Some(left), Some(right)] if left <= right => {
                book.values.integer(self.score().clamp(left, right))
            }
            [Some(_), Some(_)] => book.values.from_options(&options[0], &options[1]),
        }?;
        book.parts.insert(self.board, Some(value));
        Ok(value)
    }
}

/// The parts seen so far and their values by area; those without one lead to the part that is being looked at.
struct Exploration<P> {
    values: Values,
    parts: HashMap<Board<P>, Option<ValueId>>,
}

/// Why a position cannot be valued.
enum Refusal {
    Repetition,
    TooMany,
}

impl From<Error> for Refusal {
    fn from(_: Error) -> Self {
        Self::TooMany
    }
}

impl<P: Bitboard, const TERRITORY: bool> Position for Go<P, TERRITORY> {
    const IS_SCORED: bool = true;

    type Move = Spot;

    /// Reads rows, or an SGF record, of which it takes the last position as far as it is in view (`VW`).
    fn read(text: &str) -> Result<Self, BoardError> {
        if text.trim_start().starts_with('(') {
            return Self::read(&go_sgf::rows(text)?);
        }
        let (rows, points) = text.split_once('/').unwrap_or((text, "0"));
        let Ok(points) = points.trim().parse::<i8>() else {
            return Err(BoardError::Other(format!("'{points}' is no number of points")));
        };
        let mut position =
            Self { board: Board::read_usual(rows)?, points: points.into(), book: Arc::default() };
        if let Some(leak) = (position.board.empty & position.outside().beside()).first() {
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
        for part in position.parts() {
            let [left, right] = part.territory();
            let open = part.board.inside().without(part.living() | left | right).count();
            if open > MOST_OPEN {
                let message = format!("{open} points are open: at most {MOST_OPEN} can be looked at");
                return Err(BoardError::Other(message));
            }
        }
        let mut book = Exploration { values: Values::new(), parts: HashMap::new() };
        if let Err(refusal) = position.explore(&mut book) {
            let message = match refusal {
                Refusal::Repetition => {
                    "a ko arises: in some line of play the same stones come back, and such positions have no value yet"
                }
                Refusal::TooMany => "too many positions can follow for all of them to be looked at",
            };
            return Err(BoardError::Other(message.to_owned()));
        }
        let number = |value: ValueId| book.values.to_number(value).map(Dyadic::floor);
        let parts = book.parts.into_iter();
        position.book = Arc::new(parts.map(|(part, value)| (part, value.and_then(number))).collect());
        Ok(position)
    }

    fn number(&self) -> Option<Dyadic> {
        // By area every stone on the board counts, by territory only what is surrounded or captured.
        let mut score = i64::from(self.points) + if TERRITORY { 0 } else { self.stones(self.living()) };
        for part in self.parts() {
            let area = (*self.book.get(&part.board)?)?;
            score += area - part.stones(if TERRITORY { part.board.inside() } else { part.living() });
        }
        Dyadic::integer(score).ok()
    }

    /// The parts that are not settled, and the rest of the board.
    fn regions(&self) -> Regions<Self> {
        let mut open: Regions<Self> = self.unsettled().collect();
        let rest = self.rest(&open);
        if rest.number() != Some(Dyadic::ZERO) {
            open.push(rest);
        }
        open
    }

    /// A player who is ahead where play is over can fill a point there.
    fn free_move(&self, player: Player) -> Option<Self> {
        let open: Regions<Self> = self.unsettled().collect();
        let ahead = player.sees(self.rest(&open).number()?);
        let points = self.points - player.sees(1);
        (ahead > Dyadic::ZERO).then(|| Self { points, ..self.clone() })
    }

    /// No score is larger than all points and all stones that are ever captured, and a game whose
    /// scores are below a number is below it itself.
    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        if let Some(score) = self.number() {
            return Some((score, score));
        }
        let points = i64::from(self.board.inside().count());
        let moves = points * i64::try_from(self.book.len()).ok()?;
        let most = Dyadic::integer(2 * points + moves + i64::from(self.points).abs() + 1).ok()?;
        Some((-most, most))
    }

    /// The score if both passed now.
    fn evaluation(&self) -> i32 {
        let stones = if TERRITORY { self.stones(self.board.inside()) } else { 0 };
        8 * (i64::from(self.points) + self.score() - stones) as i32
    }

    fn moves(&self, player: Player) -> Vec<Spot> {
        self.placements(player, self.playable()).map(|(cell, _)| self.board.spot(cell)).collect()
    }

    fn play(&self, player: Player, action: Spot) -> Self {
        self.placed(player, action.cell).unwrap_or_else(|| self.clone())
    }

    fn options(&self, player: Player) -> Vec<Self> {
        self.placements(player, self.playable()).map(|(_, next)| next).collect()
    }
}

impl<P: Bitboard, const TERRITORY: bool> fmt::Display for Go<P, TERRITORY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)?;
        match self.points {
            0 => Ok(()),
            points => write!(f, "/{points}"),
        }
    }
}
