//! Impartial games with heaps: Nim (take any number of tokens from a heap), Grundy's game (split a heap into
//! two different ones) and all octal games, of which Kayles and Dawson's Kayles are two.
//!
//! The digit `dₖ` of an octal code `0.d₁d₂d₃…` says what a move that takes `k` tokens from a heap may leave.
//! It is the sum of 1 if the move may leave no heap, 2 if it may leave one, and 4 if it may leave two. A code
//! `4.…` lets players also split a heap without taking anything. A position lists its heaps, `3,5,7` or
//! `3|5|7`; `octal` needs the code in front.
//!
//! ```
//! use rules::{Notation, Position, games::heaps::{Kayles, Octal, OctalRule, nim_sequence}};
//! use values::Player;
//!
//! let row = Kayles::read("4")?;
//! let moves: Vec<String> = row.moves(Player::Left).iter().map(ToString::to_string).collect();
//! assert_eq!(moves, ["4>3", "4>1+2", "4>2", "4>1+1"]);
//! assert_eq!(Octal::read("0.137: 10, 4")?.to_string(), "0.137:4,10");
//! assert_eq!(nim_sequence(&OctalRule::read("0.77")?, 8), [0, 1, 2, 3, 1, 4, 3, 2, 1]);
//! # Ok::<(), rules::BoardError>(())
//! ```

use crate::{BoardError, Notation, Position, Regions};
use smallvec::{SmallVec, smallvec};
use std::fmt;
use std::hash::Hash;
use values::{Player, mex};

/// Nim.
pub type Nim = Heaps<NimRule>;
/// Grundy's game.
pub type Grundy = Heaps<GrundyRule>;
/// Kayles: knock down one pin of a row, or two next to each other.
pub type Kayles = Heaps<FixedRule<0o770>>;
/// Dawson's Kayles: knock down exactly two pins next to each other.
pub type DawsonsKayles = Heaps<FixedRule<0o700>>;
/// Any octal game, with its code in front of the heaps.
pub type Octal = Heaps<OctalRule>;

/// The size of the largest heap that `read` accepts.
pub const LARGEST: u16 = 1000;
/// The maximum number of heaps that `read` accepts.
const MOST_HEAPS: usize = 100;

/// The moves in a heap.
pub trait HeapRule: Copy + Default + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// Reads the rule from the beginning of a text and returns the rest. A fixed rule reads nothing.
    fn take(text: &str) -> Result<(Self, &str), BoardError> {
        Ok((Self::default(), text))
    }

    /// Writes what [`HeapRule::take`] reads.
    fn write(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }

    /// The results of the moves in a heap: two heaps each, of which one or both can be empty.
    fn results(&self, heap: u16) -> impl Iterator<Item = [u16; 2]>;

    /// The maximum number of moves in a heap. It is the number of tokens if each move takes some.
    fn longest(&self, heap: u16) -> u32 {
        u32::from(heap)
    }
}

/// The nim-values of the heaps of size 0, 1 and so on up to `up_to`: each is the mex of the values after a
/// move.
#[must_use]
pub fn nim_sequence(rule: &impl HeapRule, up_to: u16) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=up_to {
        let value = |[a, b]: [u16; 2]| values[usize::from(a)] ^ values[usize::from(b)];
        let mut reached: Vec<u32> = rule.results(heap).map(value).collect();
        values.push(mex(&mut reached));
    }
    values
}

/// Take any number of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NimRule;

impl HeapRule for NimRule {
    fn results(&self, heap: u16) -> impl Iterator<Item = [u16; 2]> {
        (0..heap).map(|rest| [rest, 0])
    }
}

/// Split into two heaps of different size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GrundyRule;

impl HeapRule for GrundyRule {
    fn results(&self, heap: u16) -> impl Iterator<Item = [u16; 2]> {
        (1..heap.div_ceil(2)).map(move |part| [part, heap - part])
    }
}

/// An octal code: the digit `dₖ` is in the bits from `3k`. Without digits, there are no moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OctalRule {
    code: u64,
}

impl OctalRule {
    /// The maximum number of digits after the point.
    const DIGITS: u16 = 20;

    /// Reads a code like `0.137`.
    pub fn read(text: &str) -> Result<Self, BoardError> {
        let bad = |why: &str| BoardError::Other(format!("'{text}' is no octal code like 0.137: {why}"));
        let (front, digits) = text.split_once('.').ok_or_else(|| bad("there is no point"))?;
        let front = match front {
            "" | "0" => 0,
            "4" => 4,
            _ => return Err(bad("before the point stands 0 or 4")),
        };
        if digits.len() > usize::from(Self::DIGITS) {
            return Err(bad("at most 20 digits may follow the point"));
        }
        let digit = |found: char| found.to_digit(8).ok_or_else(|| bad("digits go from 0 to 7"));
        let code = digits
            .chars()
            .rev()
            .try_fold(0, |code, found| digit(found).map(|digit| code << 3 | u64::from(digit)))?;
        Ok(Self { code: code << 3 | front })
    }

    fn digit(self, taken: u16) -> u64 {
        self.code >> (3 * taken) & 7
    }
}

impl HeapRule for OctalRule {
    fn take(text: &str) -> Result<(Self, &str), BoardError> {
        let Some((code, heaps)) = text.split_once(':') else {
            refuse!("an octal code stands in front of the heaps, like 0.137:10,4");
        };
        Ok((Self::read(code.trim())?, heaps))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digit(0))?;
        let digits = (0..=Self::DIGITS).rev().find(|&taken| self.digit(taken) != 0).unwrap_or(0);
        (1..=digits).try_for_each(|taken| write!(f, "{}", self.digit(taken)))?;
        write!(f, ":")
    }

    fn results(&self, heap: u16) -> impl Iterator<Item = [u16; 2]> {
        let rule = *self;
        (0..=heap.min(Self::DIGITS)).flat_map(move |taken| {
            let (digit, rest) = (rule.digit(taken), heap - taken);
            let allowed = |bit| digit & bit != 0;
            let whole = if rest == 0 { allowed(1) } else { allowed(2) };
            let most = if allowed(4) { rest / 2 } else { 0 };
            whole.then_some([rest, 0]).into_iter().chain((1..=most).map(move |part| [part, rest - part]))
        })
    }

    fn longest(&self, heap: u16) -> u32 {
        let splits = if self.digit(0) == 0 { 0 } else { heap.saturating_sub(1) };
        u32::from(heap) + u32::from(splits)
    }
}

/// The octal code of a named game, packed as in [`OctalRule`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FixedRule<const CODE: u64>;

impl<const CODE: u64> HeapRule for FixedRule<CODE> {
    fn results(&self, heap: u16) -> impl Iterator<Item = [u16; 2]> {
        OctalRule { code: CODE }.results(heap)
    }

    fn longest(&self, heap: u16) -> u32 {
        OctalRule { code: CODE }.longest(heap)
    }
}

/// Heaps that are not empty, the smallest first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Heaps<R> {
    pub(super) rule: R,
    pub(super) heaps: SmallVec<[u16; 8]>,
}

/// A move in a heap, written `10>4+5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Change {
    from: u16,
    to: [u16; 2],
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to: [a, b] } = self;
        match b {
            0 => write!(f, "{from}>{a}"),
            _ => write!(f, "{from}>{a}+{b}"),
        }
    }
}

impl<R: HeapRule> Position for Heaps<R> {
    type Move = Change;

    fn moves(&self, _: Player) -> Vec<Change> {
        let mut different = self.heaps.clone();
        different.dedup();
        let of_heap = |from| self.rule.results(from).map(move |to| Change { from, to });
        different.into_iter().flat_map(of_heap).collect()
    }

    fn play(&self, _: Player, action: Change) -> Self {
        let mut heaps = self.heaps.clone();
        if let Some(place) = heaps.iter().position(|&heap| heap == action.from) {
            heaps.remove(place);
        }
        heaps.extend(action.to.into_iter().filter(|&heap| heap > 0));
        heaps.sort_unstable();
        Self { rule: self.rule, heaps }
    }

    fn regions(&self) -> Regions<Self> {
        // A move changes one heap.
        self.heaps.iter().map(|&heap| Self { rule: self.rule, heaps: smallvec![heap] }).collect()
    }
}

impl<R: HeapRule> Notation for Heaps<R> {
    fn read(text: &str) -> Result<Self, BoardError> {
        let (rule, text) = R::take(text)?;
        if text.trim().is_empty() {
            return Err(BoardError::Empty);
        }
        let size = |found: &str| {
            let digits = !found.is_empty() && found.bytes().all(|byte| byte.is_ascii_digit());
            match found.parse::<u16>() {
                Ok(size) if size <= LARGEST => Ok(size),
                _ if digits => refuse!("a heap of {found} is too large: at most {LARGEST}"),
                _ => refuse!("'{found}' is not the size of a heap; heaps are listed like 3,5,7"),
            }
        };
        let sizes = text.split([',', '|']).map(|found| size(found.trim()));
        let mut heaps = sizes.collect::<Result<SmallVec<[u16; 8]>, _>>()?;
        if heaps.len() > MOST_HEAPS {
            refuse!("{} heaps are too many: at most {MOST_HEAPS}", heaps.len());
        }
        heaps.retain(|heap| *heap > 0);
        heaps.sort_unstable();
        Ok(Self { rule, heaps })
    }
}

impl<R: HeapRule> fmt::Display for Heaps<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rule.write(f)?;
        let heaps: Vec<String> = self.heaps.iter().map(u16::to_string).collect();
        f.write_str(if heaps.is_empty() { "0".to_owned() } else { heaps.join(",") }.as_str())
    }
}
