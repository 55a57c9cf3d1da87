//! Who wins a sum of XT Domineering positions within 3×3? Counting and one table answer it without search
//! (Shan 2013, §3.5). Every such position is a sum of eight [`Elementary`] games. One of them, ♢, is
//! played out first; a sum of the others is S_A + S_B + S_C, and it is positive if and only if its ups S_A
//! reach what Table 7 asks for beside S_B and S_C.
//!
//! ```
//! use rules::{Notation, Position, games::xt_domineering::XtDomineering, bitboard::Small};
//! use values::Outcome;
//!
//! // Figure 22: (★ + *) + */2 + ↑↑* + ↑↑* + ↓↓ + (* + (*/2)⁺) = ↑↑ + (★ + *) + △*.
//! let boards =
//!     ["..#|...|#.#", "...|...", ".#.|...|#.#", "..|.#|.#", ".##|...|.##", "...|...|#.#"];
//! let sum = boards.map(XtDomineering::<Small>::read).into_iter().collect::<Result<Vec<_>, _>>()?;
//! assert_eq!(sums::xt::outcome(&sum), Some(Outcome::Left));
//! # Ok::<(), rules::BoardError>(())
//! ```
//!
//! # Why it is right
//!
//! ♢: since ♢ + ♢ = 0, at most one ♢ counts. The incentive of a move in it is {6·↑|0} for either player. That
//! is at least the incentive of any move in the other seven games, so no other move is better: Left leaves
//! the rest plus ↑↑↑*, Right leaves the rest plus ↓↓↓*.
//!
//! The rest: all options of elementary games are sums of elementary games. So the rule is proved by induction
//! once it is consistent, for every sum, with itself after one move. Counts beyond a bound make no difference
//! to it, so finitely many sums have to be checked. The tests check them.
//!
//! # Errors in the paper
//!
//! Table 7 has 39 inequalities. All of them hold, but two are missing, and Appendix B claims that they fail:
//!
//! - grid(2, 3): beside △* + *, not only ↑ + 2·↑² is enough but also ↑ + ↑/2 − ↑², which is not larger.
//!   "△* + ↑ + ↑/2 ≯ *" is wrong.
//! - grid(4, 1): beside −n·△* the same holds for n = 1, so this row splits into two. "−n·△* + ↑ + ↑/2 ≯ 0" is
//!   right for n > 1 only.
//!
//! In Appendix B (G₅,₂) says n·△* where the table has (n+2)·△*. Of the 35 classes of positions Table 6 lists
//! 34: of eight pentominoes it has seven, and two instead of three of value ↑↑. Which one is missing is
//! inferred from the values, since we have the thesis without its figures.

use rules::{Notation, Position, bitboard::Small, games::xt_domineering::XtDomineering};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use values::{Outcome, Player};

/// The outcome of the sum of these positions. `None` means that a connected group of free squares does not
/// fit into 3×3.
#[must_use]
pub fn outcome(sum: &[XtDomineering<Small>]) -> Option<Outcome> {
    let total = |total: Combination, part| Some(total.plus(Combination::of(part)?));
    sum.iter().try_fold(Combination::default(), total).map(Combination::outcome)
}

/// The games that all positions within 3×3 are sums of, (25) to (32).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Elementary {
    /// `* = {0|0}`.
    Star,
    /// `↑ = {0|*}`.
    Up,
    /// `↑⁺ = {↑|*}`, which is ↑ plus `↑² = ↑⁺ − ↑`.
    UpPlus,
    /// `↑/2 = {↑↑*|↓*}`; two of them are ↑.
    HalfUp,
    /// `★ = {0,↑*|0,↓*}`, the black star; two of them are 0.
    BlackStar,
    /// `*/2 = {↑↑|↓↓*}`; two of them are `*`.
    HalfStar,
    /// `(*/2)⁺ = {↑↑,↑↑*|↓↓*}`, which is */2 plus `△* = (*/2)⁺ − */2`.
    HalfStarPlus,
    /// `♢ = {↑↑↑*|↓↓↓*}`; two of them are 0.
    Diamond,
}

/// A sum of ups, the part S_A of a sum: `half_ups·(↑/2) + up_seconds·↑²`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ups {
    /// The number of ↑/2; an ↑ is two of them.
    pub half_ups: i64,
    /// The number of ↑².
    pub up_seconds: i64,
}

/// A sum of elementary games. Equal sums have equal counts.
///
/// ```
/// use sums::xt::{Combination, Elementary::{HalfStar, HalfUp, Star, Up}};
/// use values::Outcome;
///
/// assert_eq!(Combination::from(HalfUp).times(2), Up.into());
/// assert_eq!(Combination::from(HalfStar).times(-2), Star.into());
/// // Figure 20: ↑/2 + * + ↓ = {↑|↓↓}.
/// let down = Combination::from(Up).negative();
/// assert_eq!(down.plus(HalfUp.into()).plus(Star.into()).outcome(), Outcome::Next);
/// ```
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Combination {
    /// S_A.
    ups: Ups,
    /// The number of △*, which belong to S_C.
    delta_stars: i64,
    /// The number of */2, less than 4. One belongs to S_C, two are the `*` of S_B.
    half_stars: u8,
    /// Is there a ★, the other part of S_B?
    black_star: bool,
    /// Is there a ♢?
    diamond: bool,
}

impl Ups {
    const fn new(half_ups: i64, up_seconds: i64) -> Self {
        Self { half_ups, up_seconds }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            half_ups: self.half_ups.saturating_add(other.half_ups),
            up_seconds: self.up_seconds.saturating_add(other.up_seconds),
        }
    }

    fn times(self, n: i64) -> Self {
        Self { half_ups: self.half_ups.saturating_mul(n), up_seconds: self.up_seconds.saturating_mul(n) }
    }

    /// Is this at least the other? An ↑ is greater than any multiple of ↑², but ↑/2 only than one, (34) to
    /// (36).
    #[must_use]
    pub fn is_at_least(self, other: Self) -> bool {
        let more = self.plus(other.times(-1));
        match more.half_ups {
            ..0 => false,
            0 => more.up_seconds >= 0,
            1 => more.up_seconds >= -1,
            2.. => true,
        }
    }
}

impl From<Elementary> for Combination {
    fn from(game: Elementary) -> Self {
        let zero = Self::default();
        match game {
            Elementary::Star => Self { half_stars: 2, ..zero },
            Elementary::Up => Self { ups: Ups::new(2, 0), ..zero },
            Elementary::UpPlus => Self { ups: Ups::new(2, 1), ..zero },
            Elementary::HalfUp => Self { ups: Ups::new(1, 0), ..zero },
            Elementary::BlackStar => Self { black_star: true, ..zero },
            Elementary::HalfStar => Self { half_stars: 1, ..zero },
            Elementary::HalfStarPlus => Self { half_stars: 1, delta_stars: 1, ..zero },
            Elementary::Diamond => Self { diamond: true, ..zero },
        }
    }
}

impl Combination {
    /// The value of a position. `None` means that a connected group of its free squares does not fit into
    /// 3×3.
    #[must_use]
    pub fn of(position: &XtDomineering<Small>) -> Option<Self> {
        let value = |group: &XtDomineering<Small>| {
            let (form, negative) = group.normal_form();
            let value = *VALUES.get(&form)?;
            Some(if negative { value.negative() } else { value })
        };
        position.regions().iter().try_fold(Self::default(), |sum, group| Some(sum.plus(value(group)?)))
    }

    /// The sum of these.
    fn sum(values: &[Elementary]) -> Self {
        values.iter().fold(Self::default(), |sum, game| sum.plus((*game).into()))
    }

    /// The sum of both.
    pub fn plus(self, other: Self) -> Self {
        Self {
            ups: self.ups.plus(other.ups),
            delta_stars: self.delta_stars.saturating_add(other.delta_stars),
            half_stars: (self.half_stars + other.half_stars) % 4,
            black_star: self.black_star != other.black_star,
            diamond: self.diamond != other.diamond,
        }
    }

    /// The sum of `n` copies, or of `-n` copies of the negative.
    pub fn times(self, n: i64) -> Self {
        let odd = n % 2 != 0;
        Self {
            ups: self.ups.times(n),
            delta_stars: self.delta_stars.saturating_mul(n),
            half_stars: self.half_stars * n.rem_euclid(4) as u8 % 4,
            black_star: self.black_star && odd,
            diamond: self.diamond && odd,
        }
    }

    /// The negative.
    pub fn negative(self) -> Self {
        self.times(-1)
    }

    /// Its ups, S_A.
    #[must_use]
    pub fn ups(self) -> Ups {
        self.ups
    }

    /// Table 7: the minimal ups in place of S_A that make the sum positive, without ♢. Ups make it positive
    /// if and only if they are at least one of these.
    #[must_use]
    pub fn least_ups(self) -> &'static [Ups] {
        let (half_star, star) = (self.half_stars % 2 == 1, self.half_stars >= 2);
        let row = match (half_star, self.delta_stars) {
            (false, 2..) => 0,
            (false, 1) => 1,
            (false, 0) => 2,
            (false, -1) => 3,
            (false, _) => 4,
            (true, 3..) => 5,
            (true, 2) => 6,
            (true, 1) => 7,
            (true, 0) => 8,
            (true, _) => 9,
        };
        LEAST_UPS[row][usize::from(self.black_star) + 2 * usize::from(star)]
    }

    /// The outcome.
    pub fn outcome(self) -> Outcome {
        let winner = |wins_first, first: Player| if wins_first { first } else { first.opponent() };
        Outcome::of_winners(
            winner(self.left_wins_first(), Player::Left),
            winner(self.negative().left_wins_first(), Player::Right),
        )
    }

    /// Does Left win, moving first?
    fn left_wins_first(self) -> bool {
        use Elementary::{Diamond, Star, Up};
        match self.diamond {
            // No move is better than that in ♢. Adding another ♢ cancels it.
            true => self.plus(Self::sum(&[Diamond, Up, Up, Up, Star])).is_at_least_zero(),
            false => !self.negative().is_at_least_zero(),
        }
    }

    /// Does Left win a sum without ♢ if Right moves first?
    fn is_at_least_zero(self) -> bool {
        self == Self::default() || self.least_ups().iter().any(|least| self.ups.is_at_least(*least))
    }
}

const NOTHING: Ups = Ups::new(0, 0);
const UP2: Ups = Ups::new(0, 1);
const HALF_MINUS_UP2: Ups = Ups::new(1, -1);
const HALF: Ups = Ups::new(1, 0);
const HALF_UP2: Ups = Ups::new(1, 1);
const HALF_2UP2: Ups = Ups::new(1, 2);
const UP_MINUS_UP2: Ups = Ups::new(2, -1);
const UP_UP2: Ups = Ups::new(2, 1);
const UP_2UP2: Ups = Ups::new(2, 2);
const UP_HALF_MINUS_UP2: Ups = Ups::new(3, -1);
const UP_HALF_UP2: Ups = Ups::new(3, 1);
const UP_HALF_2UP2: Ups = Ups::new(3, 2);

/// Table 7, with a row for each S_C and columns for S_B = 0, ★, *, ★ + *. Grid(2, 3) and row 4 are corrected.
const LEAST_UPS: [[&[Ups]; 4]; 10] = [
    // n·△*, n > 1
    [&[NOTHING], &[UP2], &[NOTHING], &[UP2]],
    // △*
    [&[NOTHING], &[UP2], &[UP_2UP2, UP_HALF_MINUS_UP2], &[UP_UP2]],
    // 0
    [&[UP2, HALF_MINUS_UP2], &[UP2], &[UP_2UP2], &[UP_UP2]],
    // −△*
    [&[UP_2UP2, UP_HALF_MINUS_UP2], &[UP_UP2], &[UP_2UP2], &[UP_UP2]],
    // −n·△*, n > 1
    [&[UP_2UP2], &[UP_UP2], &[UP_2UP2], &[UP_UP2]],
    // */2 + n·△*, n > 2
    [&[HALF], &[HALF_UP2], &[HALF], &[HALF_UP2]],
    // */2 + 2·△*
    [&[HALF], &[HALF_UP2], &[UP_MINUS_UP2, HALF_2UP2], &[HALF_UP2]],
    // */2 + △*
    [&[HALF], &[HALF_UP2], &[UP_HALF_2UP2], &[UP_HALF_UP2]],
    // */2
    [&[UP_MINUS_UP2, HALF_2UP2], &[HALF_UP2], &[UP_HALF_2UP2], &[UP_HALF_UP2]],
    // */2 − n·△*, n > 0
    [&[UP_HALF_2UP2], &[UP_HALF_UP2], &[UP_HALF_2UP2], &[UP_HALF_UP2]],
];

/// The values of [`POSITIONS`], by normal form.
static VALUES: LazyLock<FxHashMap<XtDomineering<Small>, Combination>> = LazyLock::new(|| {
    let entry = |&(board, values): &(&str, &[Elementary])| {
        let position = XtDomineering::read(board).expect("every board of the table is well-formed");
        let (form, negative) = position.normal_form();
        let value = Combination::sum(values);
        (form, if negative { value.negative() } else { value })
    };
    POSITIONS.iter().map(entry).collect()
});

/// Table 6: the connected positions within 3×3 up to symmetry, in the orientation in which nothing is
/// subtracted.
const POSITIONS: [(&str, &[Elementary]); 35] = {
    use Elementary::{BlackStar, Diamond, HalfStar, HalfStarPlus, HalfUp, Star, Up, UpPlus};
    [
        (".", &[Star]),
        (".|.", &[Up]),
        ("...", &[Up]),
        ("..|.#", &[]),
        ("..|.#|.#", &[Up, Up, Star]),
        ("...|#.#", &[Star]),
        ("..|..", &[Star]),
        ("#..|..#", &[Star]),
        ("...|..#", &[BlackStar]),
        ("...|.#.", &[Up, Up]),
        ("...|.##|.##", &[Star]),
        ("#..|..#|.##", &[BlackStar]),
        ("...|#.#|#.#", &[Up, Up]),
        ("#.#|...|.##", &[Up]),
        ("##.|...|.##", &[Up, Up]),
        ("#.#|...|#.#", &[]),
        ("...|...", &[HalfStar]),
        ("...|..#|.##", &[]),
        ("...|.#.|.##", &[HalfUp]),
        ("...|..#|#.#", &[UpPlus]),
        (".#.|...|.##", &[]),
        ("#..|...|.##", &[HalfStar]),
        ("..#|...|#.#", &[BlackStar, Star]),
        (".#.|...|#.#", &[Up, Up, Star]),
        ("...|..#|..#", &[Up, Star]),
        ("...|...|#.#", &[HalfStarPlus, Star]),
        ("...|.#.|..#", &[]),
        (".#.|...|..#", &[Up]),
        ("#..|...|..#", &[Star]),
        ("...|.#.|.#.", &[Up, Star]),
        (".#.|...|.#.", &[Star]),
        ("...|...|..#", &[Diamond]),
        ("...|...|.#.", &[Star]),
        ("...|.#.|...", &[]),
        ("...|...|...", &[]),
    ]
};
