//! From a value to its notation. A value is printed by the first name that fits: a number, ups and a nimber,
//! a power of ↑, a tiny, a sumber, a switch. All others are printed with their options and as few braces as possible.

use crate::sumber::Sumbers;
use crate::{Dyadic, Error, NumberUpStar, Player, ValueId, Values};
use std::cmp::Reverse;
use std::fmt;

/// A printed value, and the number of bars that divide it. 0 means it is not written in braces.
struct Printed {
    text: String,
    bars: usize,
}

/// The maximum number of bars in a row: more are harder to read than braces.
const MAX_BARS: usize = 4;

impl Values {
    /// The value in notation. It is an error if that takes more than ten million characters.
    ///
    /// ```
    /// use values::Values;
    /// let values = Values::new();
    /// let g = values.parse("1 + {0||0|-2}")?;
    /// assert_eq!(values.print(g)?, "1Tiny(2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn print(&self, g: ValueId) -> Result<String, Error> {
        self.print_within(g, 10_000_000)
    }

    /// The value in notation. It is an error if that takes more than `limit` characters.
    pub fn print_within(&self, g: ValueId, limit: usize) -> Result<String, Error> {
        Printer { values: self, limit, parts: 0, depth: 0, sumbers: Sumbers::default() }
            .print(g)
            .map(|printed| printed.text)
    }
}

struct Printer<'a> {
    values: &'a Values,
    limit: usize,
    /// The number of parts written. Each of them is at least one character of the whole.
    parts: usize,
    depth: usize,
    /// The sumbers among the values met.
    sumbers: Sumbers,
}

/// The deepest nesting that is printed and can be read again: a level printed is up to three levels read.
const MAX_DEPTH: usize = super::parse::MAX_DEPTH / 3;

impl Printer<'_> {
    fn print(&mut self, g: ValueId) -> Result<Printed, Error> {
        self.values.check()?;
        self.parts += 1;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Error::TooNested);
        }
        let printed = match self.name(g)? {
            Some(text) => Printed { text, bars: 0 },
            None => crate::store::deep(|| self.braces(g))?,
        };
        self.depth -= 1;
        if self.parts.max(printed.text.len()) > self.limit {
            return Err(Error::TooLong(u32::try_from(self.limit).unwrap_or(u32::MAX)));
        }
        Ok(printed)
    }

    /// The name of a value. `None` means it has none and is written with its options.
    fn name(&mut self, g: ValueId) -> Result<Option<String>, Error> {
        if let Some(closed) = self.values.to_closed(g) {
            return Ok(Some(closed.to_string()));
        }
        for name in [Self::power_of_up, Self::tiny, Self::sumber, Self::switch] {
            match name(self, g) {
                Ok(None) => {}
                // The games compared with may not fit where the game itself does: then it has no name of this
                // kind.
                Err(error) if !error.is_limit() => {}
                found => return found,
            }
        }
        Ok(None)
    }

    /// `x^[n]*k` or `x^<n>*k`, or with `v`.
    fn power_of_up(&mut self, g: ValueId) -> Result<Option<String>, Error> {
        let values = self.values;
        let Some(number) = values.number_part(g) else { return Ok(None) };
        let infinitesimal = values.plus_number(g, -number)?;
        for (arrow, game) in [('^', infinitesimal), ('v', values.negative(infinitesimal)?)] {
            // Right's only move, or the number of Left's moves, determines the nimber.
            let (left, &[right]) = values.options(game)? else { continue };
            let of_right = values.to_nimber(right).map(|star| star ^ 1);
            let of_left = left.iter().all(|&option| values.is_nimber(option)).then(|| left.len() as u32 - 1);
            for star in [of_right, of_left].into_iter().flatten() {
                let plain = values.sum(game, values.nimber(star)?)?;
                let power = match (values.as_pow_to_of_up(plain)?, values.as_pow_of_up(plain)?) {
                    (Some(n), _) => format!("[{n}]"),
                    (_, Some(n)) => format!("<{n}>"),
                    (None, None) => continue,
                };
                return Ok(Some(format!("{}{arrow}{power}{}", print_number_part(number), print_star(star))));
            }
        }
        Ok(None)
    }

    /// `xTiny(y)` and `xMiny(y)`, where `Tiny(y) = {0||0|-y}` and the right stop of the threat `y` is
    /// positive.
    fn tiny(&mut self, g: ValueId) -> Result<Option<String>, Error> {
        let Some(number) = self.values.number_part(g) else { return Ok(None) };
        let infinitesimal = self.values.plus_number(g, -number)?;
        for (name, game) in [("Tiny", infinitesimal), ("Miny", self.values.negative(infinitesimal)?)] {
            let (&[ValueId::ZERO], &[reply]) = self.values.options(game)? else { continue };
            let (&[ValueId::ZERO], &[threat]) = self.values.options(reply)? else { continue };
            if self.values.stop(threat, Player::Left) >= Dyadic::ZERO {
                continue;
            }
            let threat = self.values.negative(threat)?;
            let threat = crate::store::deep(|| self.print(threat))?.text;
            return Ok(Some(format!("{}{name}({threat})", print_number_part(number))));
        }
        Ok(None)
    }

    /// `^+^(2)`: ups that no power of ↑ names.
    fn sumber(&mut self, g: ValueId) -> Result<Option<String>, Error> {
        let sumber = self.values.sumber_among(g, &mut self.sumbers)?;
        Ok(sumber.map(|sumber| sumber.to_string()))
    }

    /// `+-x`, `+-{x|y}`, `+-(x)` and `+-{x,y}` for games that are their own negatives.
    fn switch(&mut self, g: ValueId) -> Result<Option<String>, Error> {
        if self.values.negative(g)? != g {
            return Ok(None);
        }
        let left = self.values.options(g)?.0;
        let options = self.side(left)?;
        Ok(Some(match &options[..] {
            [option] if self.values.is_number(left[0]) || option.bars > 0 => format!("+-{}", option.text),
            [option] => format!("+-({})", option.text),
            options => format!("+-{{{}}}", join(options)),
        }))
    }

    fn braces(&mut self, g: ValueId) -> Result<Printed, Error> {
        let (left, right) = self.values.options(g)?;
        let (left, right) = (self.side(left)?, self.side(right)?);
        // A side that is a single game in braces can do without them, if more bars divide it from the other.
        let inner = |side: &[Printed]| match side {
            [option] if option.bars < MAX_BARS => option.bars,
            _ => 0,
        };
        let bars = inner(&left).max(inner(&right)) + 1;
        let [left, right] = [left, right].map(|side| match &side[..] {
            [option] if inner(&side) > 0 => option.text[1..option.text.len() - 1].to_owned(),
            options => join(options),
        });
        Ok(Printed { text: format!("{{{left}{}{right}}}", "|".repeat(bars)), bars })
    }

    /// The options of one player, in an order that does not depend on when they were stored.
    fn side(&mut self, options: &[ValueId]) -> Result<Vec<Printed>, Error> {
        let mut printed = Vec::with_capacity(options.len());
        for &option in options {
            let stops = Player::BOTH.map(|player| Reverse(self.values.stop(option, player)));
            printed.push(((!self.values.is_number(option), stops), self.print(option)?));
        }
        printed.sort_by(|(a, x), (b, y)| (a, x.text.len(), &x.text).cmp(&(b, y.text.len(), &y.text)));
        Ok(printed.into_iter().map(|(_, printed)| printed).collect())
    }
}

fn join(options: &[Printed]) -> String {
    options.iter().map(|option| option.text.as_str()).collect::<Vec<_>>().join(",")
}

impl fmt::Display for NumberUpStar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_number() {
            return self.number().fmt(f);
        }
        let arrow = if self.ups() > 0 { '^' } else { 'v' };
        let ups = match self.ups().unsigned_abs() {
            0 => String::new(),
            1 => arrow.to_string(),
            2 => format!("{arrow}{arrow}"),
            n => format!("{arrow}{n}"),
        };
        write!(f, "{}{ups}{}", print_number_part(self.number()), print_star(self.star()))
    }
}

/// A number in front of infinitesimals.
fn print_number_part(x: Dyadic) -> String {
    if x == Dyadic::ZERO { String::new() } else { x.to_string() }
}

/// A nimber behind something else.
pub(crate) fn print_star(star: u32) -> String {
    match star {
        0 => String::new(),
        1 => "*".to_owned(),
        n => format!("*{n}"),
    }
}
