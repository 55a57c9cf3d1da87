//! A line of play beside coupons. Fine gaps make lines of billions of coupons, so coupons that are taken one
//! after the other are kept, and written, as a run.

use super::coupons::{Score, number};
use derive_more::Display;
use std::fmt;
use values::Dyadic;

/// One move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Display)]
pub enum Step {
    /// The coupon with this value is taken.
    #[display("C({_0})")]
    Coupon(Dyadic),
    /// A move on the board.
    Board(String),
}

/// A line of play in which the players alternate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    runs: Vec<Run>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Run {
    /// Coupons in arithmetic progression.
    Coupons {
        first: Score,
        gap: Score,
        count: i64,
    },
    Board(String),
}

impl Run {
    /// The number of moves.
    fn len(&self) -> u64 {
        match self {
            Self::Coupons { count, .. } => count.unsigned_abs(),
            Self::Board(_) => 1,
        }
    }

    /// The move with this index.
    fn step(&self, i: u64) -> Step {
        match self {
            Self::Coupons { first, gap, .. } => {
                let value = number(first - i as i64 * gap);
                Step::Coupon(value.expect("a stack keeps its coupons far below the largest number"))
            }
            Self::Board(action) => Step::Board(action.clone()),
        }
    }
}

impl Variation {
    /// The length of the longest run of coupons that is written in full; of longer ones the first and the
    /// last.
    const SHOWN: u64 = 8;

    /// The maximum number of moves of a [short](Self::short) text.
    pub const SHORT: usize = 40;

    /// Adds some coupons, the first of them worth `first`, each worth `gap` less than the one before.
    pub(super) fn take(&mut self, first: Score, gap: Score, count: i64) {
        if let Some(Run::Coupons { first: start, gap: same, count: before }) = self.runs.last_mut()
            && *same == gap
            && *start - *before * gap == first
        {
            *before += count;
        } else {
            self.runs.push(Run::Coupons { first, gap, count });
        }
    }

    /// Adds a move on the board.
    pub(super) fn play(&mut self, action: String) {
        self.runs.push(Run::Board(action));
    }

    /// The number of moves, coupons included.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.runs.iter().map(Run::len).sum()
    }

    /// Is there no move at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// All moves one by one; there may be billions.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.runs.iter().flat_map(|run| (0..run.len()).map(|i| run.step(i)))
    }

    /// The first move on the board, and the number of coupons before it. `None` means that there are only
    /// coupons.
    #[must_use]
    pub fn first_on_board(&self) -> Option<(u64, &str)> {
        let mut before = 0;
        for run in &self.runs {
            match run {
                Run::Board(action) => return Some((before, action)),
                Run::Coupons { .. } => before += run.len(),
            }
        }
        None
    }

    /// The text of [`Display`](fmt::Display) where it has at most [`SHORT`](Self::SHORT) moves. Otherwise the
    /// first of them, and the number of all moves.
    #[must_use]
    pub fn short(&self) -> String {
        let mut text = String::new();
        match self.write(&mut text, Self::SHORT) {
            Ok(true) => text,
            _ => format!("{text} … ({} moves in all)", self.len()),
        }
    }

    /// Writes up to this number of moves. `false` means that there are more.
    fn write(&self, out: &mut impl fmt::Write, most: usize) -> Result<bool, fmt::Error> {
        let (mut before, mut written) = (0, 0);
        let mut gap = "";
        for run in &self.runs {
            let is_long = run.len() > Self::SHOWN;
            let shown = (0..run.len()).step_by(if is_long { (run.len() - 1) as usize } else { 1 });
            for i in shown {
                if written == most {
                    return Ok(false);
                }
                if is_long && i > 0 {
                    gap = " … ";
                }
                write!(out, "{gap}{}. {}", before + i + 1, run.step(i))?;
                gap = " ";
                written += 1;
            }
            before += run.len();
        }
        Ok(true)
    }
}

/// Written as in `1. C(5/2) 2. C(2) 3. A1-A2xB1`, long runs of coupons as in `1. C(5/2) … 9000. C(1/2)`.
impl fmt::Display for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, usize::MAX).map(|_| ())
    }
}
