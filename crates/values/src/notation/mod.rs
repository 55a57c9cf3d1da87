//! Values as people write them: `{2|-1/2}`, `10|8||2`, `^^*`, `+-1`, `Tiny(2)`, and sums, multiples and
//! operations on them, as CGSuite reads and prints them. Everything printed reads back to the same value.
//!
//! | written | means |
//! | --- | --- |
//! | `3`, `-1/2` | numbers |
//! | `{a,b\|c}`, `a\|b\|\|c` | options; more bars bind less |
//! | `*`, `*3` | nimbers |
//! | `^`, `^^`, `^3`, `v`, `v3` | multiples of ↑ and of ↓ |
//! | `1/2^3*2` | a number, ups and a nimber, added |
//! | `^[n]`, `^<n>` | ↑ + ↑² + … + ↑ⁿ, and ↑ⁿ alone |
//! | `^(d)` | the ups ↑(d) of a sumber |
//! | `+-x`, `+-(x,y)` | `{x\|-x}`, `{x,y\|-x,-y}`; also between games: `1+-2` is 1 plus the switch of 2 |
//! | `Tiny(x)`, `Miny(x)` | `{0\|\|0\|-x}` and its negative |
//! | `g+h`, `g-h`, `3*(g)`, `g:h` | sums, multiples, ordinal sums |
//! | `g.Heat(1)`, `g.Freeze` | operations, see [`OPERATIONS`] |

mod evaluate;
mod loopy;
mod outlook;
mod parse;
mod print;
mod syntax_error;

pub use evaluate::{OPERATIONS, Operation};
pub use loopy::{LoopyError, LoopyGame, LoopyMove};
pub use outlook::Outlook;
pub use parse::Expression;
pub(crate) use print::print_star;
pub use syntax_error::SyntaxError;

use crate::{Error, ValueId, Values};
use thiserror::Error;

/// Why a text has no value.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The text is not well formed.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The text is well formed, but its value cannot be computed.
    #[error(transparent)]
    Value(#[from] Error),
}

impl Values {
    /// The value of an expression.
    pub fn parse(&self, text: &str) -> Result<ValueId, ReadError> {
        Ok(self.evaluate(&Expression::parse(text)?)?)
    }
}
