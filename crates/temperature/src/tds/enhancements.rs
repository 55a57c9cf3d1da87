//! Which of the five enhancements does a search use? A set of switches that reads and prints as `tds`, `tds+`
//! or a list of numbers.

use super::TdsError;
use std::fmt;
use std::str::FromStr;

/// The enhancements that lead from TDS to TDS+ (Zhang 2015, §3.3), each with its switch. E4 needs E1 and E3,
/// and E5 needs E3.
///
/// ```
/// use temperature::Enhancements;
/// let some: Enhancements = "1,3,5".parse()?;
/// assert!(some.has(3) && !some.has(4));
/// assert_eq!("tds+".parse::<Enhancements>()?, Enhancements::ALL);
/// assert!("4".parse::<Enhancements>().is_err());
/// # Ok::<(), temperature::TdsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Enhancements {
    /// Searches with wide gaps first, to start the fine one with a low stack.
    pub(super) e1: bool,
    /// No moves on the board at temperatures that the position cannot have.
    pub(super) e2: bool,
    /// A table whose entries do not depend on the coupons taken before, kept from search to search.
    pub(super) e3: bool,
    /// No moves on the board above the temperature of the position, found by a search of its own once other
    /// searches of the position have cost as much.
    pub(super) e4: bool,
    /// Play that ends with two coupons of −1 is recognised without a visit, before moves on the board are
    /// listed.
    pub(super) e5: bool,
}

impl Enhancements {
    /// TDS, without enhancements.
    pub const NONE: Self = Self { e1: false, e2: false, e3: false, e4: false, e5: false };
    /// TDS+, with all enhancements.
    pub const ALL: Self = Self { e1: true, e2: true, e3: true, e4: true, e5: true };

    /// The set of the enhancements with these numbers, 1 to 5.
    pub fn new(numbers: &[u8]) -> Result<Self, TdsError> {
        if let Some(&unknown) = numbers.iter().find(|number| !(1..=5).contains(*number)) {
            return Err(TdsError::UnknownEnhancement(unknown.to_string()));
        }
        let [e1, e2, e3, e4, e5] = [1, 2, 3, 4, 5].map(|number| numbers.contains(&number));
        for (on, number, needed, needs) in [(e4, 4, e1, 1), (e4, 4, e3, 3), (e5, 5, e3, 3)] {
            if on && !needed {
                return Err(TdsError::Needs { number, needs });
            }
        }
        Ok(Self { e1, e2, e3, e4, e5 })
    }

    /// Is the enhancement with this number in the set?
    #[must_use]
    pub fn has(self, number: u8) -> bool {
        let all = [self.e1, self.e2, self.e3, self.e4, self.e5];
        number.checked_sub(1).and_then(|i| all.get(usize::from(i)).copied()).unwrap_or(false)
    }
}

impl FromStr for Enhancements {
    type Err = TdsError;

    /// Reads `tds`, `tds+`, or numbers like `1,3,5`.
    fn from_str(text: &str) -> Result<Self, TdsError> {
        match text.trim() {
            "tds" | "none" | "" => return Ok(Self::NONE),
            "tds+" | "all" => return Ok(Self::ALL),
            _ => {}
        }
        let number = |part: &str| part.parse().map_err(|_| TdsError::UnknownEnhancement(part.to_owned()));
        let numbers = text.split(',').map(|part| number(part.trim())).collect::<Result<Vec<u8>, _>>()?;
        Self::new(&numbers)
    }
}

impl fmt::Display for Enhancements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NONE => f.write_str("tds"),
            Self::ALL => f.write_str("tds+"),
            _ => {
                let on = (1..=5).filter(|&number| self.has(number));
                f.write_str(&on.map(|number| number.to_string()).collect::<Vec<_>>().join(","))
            }
        }
    }
}
