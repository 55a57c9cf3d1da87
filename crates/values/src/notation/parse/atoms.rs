//! What stands between the operators: braces, brackets, switches, and literals such as `1/2^3*2` or
//! `-1Tiny(2)`. The first character decides which of them it is.

use super::{Parsed, Parser};
use crate::notation::{Expression, evaluate};
use crate::{Dyadic, NumberUpStar};

impl Parser<'_> {
    /// A game in braces or brackets, a switch or a literal.
    pub(super) fn primary(&mut self) -> Parsed<Expression> {
        let start = self.at;
        match self.peek() {
            Some('{') => {
                self.at += 1;
                let mut list = self.nested(Self::slashes)?;
                self.space();
                if !self.take("}") {
                    return self.expected("',', '|' or '}'");
                }
                match list.pop() {
                    Some(game @ Expression::Options(..)) if list.is_empty() => Ok(game),
                    _ => {
                        self.error(start, "expected a '|' between Left's and Right's options in these braces")
                    }
                }
            }
            Some('(') => {
                self.at += 1;
                let mut list = self.arguments()?;
                match list.pop() {
                    Some(game) if list.is_empty() => Ok(game),
                    _ => self.error(start, "expected one game in these brackets"),
                }
            }
            Some('+' | '±') if self.take_any(&["+-", "±"]) => self.switch(),
            Some('0'..='9' | '-' | '−' | '*' | '☆' | '^' | 'v' | '↑' | '↓' | 'T' | 'M') => {
                self.literal()
            }
            _ => self.expected("a value"),
        }
    }

    /// What follows `+-`: a number, or options in brackets or braces.
    fn switch(&mut self) -> Parsed<Expression> {
        let start = self.at;
        let options = match self.peek() {
            Some('(') => {
                self.at += 1;
                self.arguments()?
            }
            Some('{') => {
                self.at += 1;
                let list = self.nested(Self::slashes)?;
                self.space();
                if !self.take("}") {
                    return self.expected("',', '|' or '}'");
                }
                list
            }
            Some('0'..='9') => {
                let number = self.number()?;
                if matches!(self.peek(), Some('*' | '☆' | '^' | 'v' | '↑' | '↓' | 'T' | 'M')) {
                    let message = "write +-(1*) for the switch of a sum, +-1+* for the sum of a switch";
                    return self.error(self.at, message);
                }
                self.height = 0;
                vec![Expression::Closed(number.into())]
            }
            Some('*' | '☆' | '^' | 'v' | '↑' | '↓' | 'T' | 'M') => vec![self.literal()?],
            _ => return self.expected("a game after '+-'"),
        };
        self.grow(self.height)?;
        match options.is_empty() {
            true => self.error(start, "expected a value in the brackets after '+-'"),
            false => Ok(Expression::Switch(options)),
        }
    }

    /// A number, ups and a nimber, in this order, or a number and a tiny; any of them may be missing.
    fn literal(&mut self) -> Parsed<Expression> {
        let start = self.at;
        self.height = 0;
        let number = match self.peek() {
            Some('0'..='9' | '-' | '−') => self.number()?,
            _ => Dyadic::ZERO,
        };
        let mut ups = 0;
        let mut power = None;
        if self.take_any(&["^", "↑"]) {
            (ups, power) = self.ups(1)?;
        } else if self.take_any(&["v", "↓"]) {
            (ups, power) = self.ups(-1)?;
        } else if self.rest().starts_with(['T', 'M']) {
            power = Some(self.tiny()?);
        }
        let star = match self.take("*") {
            false if self.take("☆") => NumberUpStar::REMOTE,
            false => 0,
            true => match self.digits() {
                "" => 1,
                // A nimber that does not fit into 32 bits is refused below, like all above `MAX_STAR`.
                digits => digits.parse().unwrap_or(u32::MAX),
            },
        };
        let closed = self.number_at(start, NumberUpStar::new(number, ups, star))?;
        Ok(match power {
            None => Expression::Closed(closed),
            Some(power) if closed == NumberUpStar::ZERO => power,
            Some(power) => {
                self.grow(self.height)?;
                Expression::Sum(vec![Expression::Closed(closed), power])
            }
        })
    }

    fn digits(&mut self) -> &str {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        &self.text[start..self.at]
    }

    fn number(&mut self) -> Parsed<Dyadic> {
        let start = self.at;
        self.take_any(&["-", "−"]);
        self.digits();
        let whole = self.at;
        if self.take("/") && self.digits().is_empty() {
            self.at = whole + 1;
            return self.expected("a denominator");
        }
        let literal = self.text[start..self.at].replace('−', "-");
        self.number_at(start, literal.parse())
    }

    /// What follows the first `^` or `v`: more of them or a count, or else a power in brackets.
    fn ups(&mut self, sign: i32) -> Parsed<(i32, Option<Expression>)> {
        let spellings: [&str; 2] = if sign > 0 { ["^", "↑"] } else { ["v", "↓"] };
        let mut ups = 1;
        while self.take_any(&spellings) {
            ups += 1;
        }
        let operation = match self.peek() {
            _ if ups > 1 => None,
            Some('[') => Some((&evaluate::POW_TO, "]")),
            Some('<') => Some((&evaluate::POW, ">")),
            Some('(') => Some((&evaluate::UP, ")")),
            _ => None,
        };
        if let Some((operation, close)) = operation {
            self.at += 1;
            let argument = self.nested(Self::sum)?;
            self.space();
            if !self.take(close) {
                return self.expected(&format!("'{close}'"));
            }
            self.grow(self.height + 1)?;
            let up = Box::new(Expression::Closed(NumberUpStar::UP));
            let power = Expression::Operation(operation, up, vec![argument]);
            return Ok((0, Some(if sign > 0 { power } else { Expression::Negative(Box::new(power)) })));
        }
        let digits = if ups == 1 { self.digits() } else { "" };
        if !digits.is_empty() {
            // A count that does not fit into 32 bits is refused like all above `MAX_UPS`.
            ups = digits.parse().unwrap_or(i32::MAX);
        }
        Ok((sign * ups, None))
    }

    fn tiny(&mut self) -> Parsed<Expression> {
        let miny = self.take("Miny(");
        if !miny && !self.take("Tiny(") {
            return self.expected("Tiny(…) or Miny(…)");
        }
        let start = self.at;
        let mut list = self.arguments()?;
        let Some(threat) = list.pop().filter(|_| list.is_empty()) else {
            return self.error(start, "expected one game in these brackets");
        };
        self.grow(self.height)?;
        let operation = if miny { &evaluate::MINY } else { &evaluate::TINY };
        Ok(Expression::Operation(operation, Box::new(threat), Vec::new()))
    }
}
