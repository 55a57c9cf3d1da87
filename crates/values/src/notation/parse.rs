//! From text to an [`Expression`]: a recursive descent over the characters that
//! knows, wherever it gets stuck, what it would have liked to see.

use crate::{Dyadic, Error, NumberUpStar};
use std::fmt;

/// An expression, as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A number, ups and a nimber.
    Closed(NumberUpStar),
    /// `{left|right}`.
    Options(Vec<Expression>, Vec<Expression>),
    /// `+-(…)`: each of these for Left, and the negative of each for Right.
    Switch(Vec<Expression>),
    /// A sum.
    Sum(Vec<Expression>),
    /// A negative.
    Negative(Box<Expression>),
    /// So many copies.
    Multiple(i64, Box<Expression>),
    /// A named operation on a game.
    Operation(&'static super::Operation, Box<Expression>, Vec<Expression>),
}

/// Where a text stops making sense, and what would have made sense there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The line that was read.
    text: String,
    /// The byte where it went wrong.
    offset: usize,
    message: String,
}

impl SyntaxError {
    /// A message about the place at this byte of a text.
    #[must_use]
    pub fn new(text: &str, offset: usize, message: String) -> Self {
        Self { text: text.to_owned(), offset, message }
    }

    /// The byte where it went wrong.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// What is wrong there.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for SyntaxError {
    /// The message, the line, and a caret under the place; of a long line only what is near.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const AROUND: usize = 50;
        let (before, after) = self.text.split_at(self.offset);
        let before: Vec<char> = before.chars().collect();
        let cut = before.len().saturating_sub(AROUND);
        let visible = |c: char| if c.is_control() { ' ' } else { c };
        let start: String = before[cut..].iter().map(|&c| visible(c)).collect();
        let end: String = after.chars().take(AROUND).map(visible).collect();
        let dots = |cut: bool| if cut { "..." } else { "" };
        let margin = " ".repeat(before.len() - cut + dots(cut > 0).len());
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  {}{start}{end}{}", dots(cut > 0), dots(after.chars().nth(AROUND).is_some()))?;
        write!(f, "  {margin}^ here")
    }
}

impl std::error::Error for SyntaxError {}

/// Deeper nesting than this is refused: it is far beyond any form a person or program has use for.
pub(super) const MAX_DEPTH: usize = 2000;

impl Expression {
    /// Reads an expression.
    ///
    /// ```
    /// use values::notation::Expression;
    /// assert!(Expression::parse("{0,^*|0} + 3*(+-1)").is_ok());
    /// let error = Expression::parse("{1|2").unwrap_err();
    /// assert_eq!(error.message(), "expected ',', '|' or '}' but the text ends");
    /// ```
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        let mut parser = Parser { text, at: 0, depth: 0, height: 0 };
        let mut list = parser.slashes()?;
        parser.space();
        if parser.at < text.len() {
            return parser.expected("an operator, '|' or the end");
        }
        match list.pop() {
            None => parser.expected("a game"),
            Some(game) if list.is_empty() => Ok(game),
            Some(_) => parser.error(0, "expected one game, or a '|' between Left's and Right's options"),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    /// The next byte to read.
    at: usize,
    /// How many brackets are open.
    depth: usize,
    /// How deep the expression that was read last is. All later work on it is recursive.
    height: usize,
}

type Parsed<T> = Result<T, SyntaxError>;

/// The options of one player.
type Side = Vec<Expression>;

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Takes the text if it comes next.
    fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Takes any of the spellings of one symbol.
    fn take_any(&mut self, spellings: &[&str]) -> bool {
        spellings.iter().any(|spelling| self.take(spelling))
    }

    fn error<T>(&self, offset: usize, message: impl Into<String>) -> Parsed<T> {
        Err(SyntaxError::new(self.text, offset, message.into()))
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        match self.peek() {
            None => self.error(self.at, format!("expected {what} but the text ends")),
            Some(found) => {
                self.error(self.at, format!("expected {what} but found '{}'", found.escape_debug()))
            }
        }
    }

    fn number_at<T>(&self, offset: usize, result: Result<T, Error>) -> Parsed<T> {
        result.or_else(|error| self.error(offset, error.to_string()))
    }

    /// Lists of options with bars between: the most bars divide the whole, as in `a|b||c`. Without bars, the list.
    fn slashes(&mut self) -> Parsed<Vec<Expression>> {
        let mut lists = vec![(self.list()?, self.height)];
        let mut bars: Vec<(usize, usize)> = Vec::new();
        loop {
            self.space();
            let count = self.rest().len() - self.rest().trim_start_matches('|').len();
            if count == 0 {
                break;
            }
            bars.push((count, self.at));
            self.at += count;
            lists.push((self.list()?, self.height));
        }
        if bars.is_empty() { Ok(lists.remove(0).0) } else { Ok(vec![self.divide(lists, &bars)?]) }
    }

    /// Divides lists at the bars between them, from the most bars to the fewest. Done with a
    /// stack, lowest bars first, so that a long row of bars needs no recursion.
    fn divide(&mut self, lists: Vec<(Side, usize)>, bars: &[(usize, usize)]) -> Parsed<Expression> {
        let mut lists = lists.into_iter();
        // Left sides that wait for their right side, each with its height and its bar; bars fall towards the top.
        let mut waiting: Vec<(Side, usize, usize)> = Vec::new();
        let (mut current, mut height) = lists.next().unwrap_or_default();
        for ((list, list_height), &(count, place)) in lists.zip(bars) {
            while let Some((left, left_height, _)) = waiting.pop_if(|(.., waiting)| *waiting < count) {
                current = vec![Expression::Options(left, current)];
                height = self.grow(height.max(left_height))?;
            }
            if waiting.last().is_some_and(|(.., waiting)| *waiting == count) {
                let message = "these bars stand beside as many: add a bar to one of them, or braces";
                return self.error(place, message);
            }
            waiting.push((current, height, count));
            (current, height) = (list, list_height);
        }
        while let Some((left, left_height, _)) = waiting.pop() {
            current = vec![Expression::Options(left, current)];
            height = self.grow(height.max(left_height))?;
        }
        Ok(current.remove(0))
    }

    /// Expressions with commas between; possibly none.
    fn list(&mut self) -> Parsed<Vec<Expression>> {
        self.space();
        self.height = 0;
        if matches!(self.peek(), None | Some('|' | '}' | ')')) {
            return Ok(Vec::new());
        }
        let mut list = vec![self.sum()?];
        let mut height = self.height;
        loop {
            self.space();
            if !self.take(",") {
                self.height = height;
                return Ok(list);
            }
            list.push(self.sum()?);
            height = height.max(self.height);
        }
    }

    /// Terms with `+`, `-` or `+-` between.
    fn sum(&mut self) -> Parsed<Expression> {
        self.space();
        let mut terms = vec![self.term()?];
        let mut height = self.height;
        loop {
            self.space();
            // `g +- h` adds the switch of h: the sign is the start of a term of its own.
            let switch = ["+-", "±"].iter().any(|sign| self.rest().starts_with(sign));
            let negative = !switch && self.take_any(&["-", "−"]);
            if !switch && !negative && !self.take("+") {
                break;
            }
            self.space();
            let term = self.term()?;
            terms.push(if negative { Expression::Negative(Box::new(term)) } else { term });
            height = height.max(self.height + 1);
        }
        if terms.len() == 1 {
            return Ok(terms.remove(0));
        }
        self.grow(height)?;
        Ok(Expression::Sum(terms))
    }

    /// Factors with `:` between, the first of them possibly with a sign or a count.
    fn term(&mut self) -> Parsed<Expression> {
        let start = self.at;
        // The sign of a number belongs to it: -1^ is -1 plus ^.
        if self.take_any(&["-", "−"]) && !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.space();
            let term = self.nested(Self::term)?;
            self.grow(self.height)?;
            return Ok(Expression::Negative(Box::new(term)));
        }
        self.at = start;
        if let Some(count) = self.count()? {
            let factor = self.nested(Self::term)?;
            self.grow(self.height)?;
            return Ok(Expression::Multiple(count, Box::new(factor)));
        }
        let mut total = self.factor()?;
        loop {
            self.space();
            if !self.take(":") {
                return Ok(total);
            }
            self.space();
            let height = self.height;
            let other = self.factor()?;
            self.grow(height.max(self.height))?;
            total = Expression::Operation(&super::evaluate::ORDINAL_SUM, Box::new(total), vec![other]);
        }
    }

    /// A count, as in `3*(g)` or `3 * g`. In `3*`, `3*2` and `3*+1` the star is a nimber.
    fn count(&mut self) -> Parsed<Option<i64>> {
        let start = self.at;
        let after_number = self.text[start..].trim_start_matches(['-', '−']);
        let after_number = after_number.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_space = after_number.trim_start();
        let spaced = after_space.len() < after_number.len();
        let Some(factor) = after_space.strip_prefix('*') else { return Ok(None) };
        let no_digit = !factor.starts_with(|c: char| c.is_ascii_digit());
        let starts_factor =
            factor.trim_start().starts_with(|c: char| c.is_alphanumeric() || "({^*↑↓".contains(c));
        let starts_factor = starts_factor || factor.starts_with("+-") || factor.starts_with('±');
        if !starts_factor || !(spaced || no_digit) || after_number.len() == self.text[start..].len() {
            return Ok(None);
        }
        let literal = self.text[start..self.text.len() - after_number.len()].replace('−', "-");
        if !literal.ends_with(|c: char| c.is_ascii_digit()) {
            return Ok(None);
        }
        let Ok(count) = literal.parse() else {
            return self.error(start, Error::Overflow.to_string());
        };
        self.at = self.text.len() - factor.len();
        self.space();
        Ok(Some(count))
    }

    /// One game, with operations on it: `g.Heat(1).Mean`.
    fn factor(&mut self) -> Parsed<Expression> {
        let mut game = self.primary()?;
        while self.take(".") {
            let height = self.height;
            self.height = 0;
            let start = self.at;
            let length = self.rest().find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest().len());
            let name = &self.text[start..start + length];
            let Some(operation) = super::OPERATIONS.iter().copied().find(|operation| operation.name == name)
            else {
                let names: Vec<&str> = super::OPERATIONS.iter().map(|operation| operation.name).collect();
                return self.error(start, format!("expected an operation: {}", names.join(", ")));
            };
            self.at += length;
            let arguments = if self.take("(") { self.arguments()? } else { Vec::new() };
            if arguments.len() != operation.arguments.len() {
                return self.error(start, format!("expected {name}({})", operation.arguments.join(", ")));
            }
            self.grow(height.max(self.height))?;
            game = Expression::Operation(operation, Box::new(game), arguments);
        }
        Ok(game)
    }

    /// A list up to the closing bracket; the opening one is read.
    fn arguments(&mut self) -> Parsed<Vec<Expression>> {
        let list = self.nested(Self::slashes)?;
        self.space();
        if self.take(")") { Ok(list) } else { self.expected("',', '|' or ')'") }
    }

    fn primary(&mut self) -> Parsed<Expression> {
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
            Some('0'..='9' | '-' | '−' | '*' | '^' | 'v' | '↑' | '↓' | 'T' | 'M') => self.literal(),
            _ => self.expected("a game"),
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
                if matches!(self.peek(), Some('*' | '^' | 'v' | '↑' | '↓' | 'T' | 'M')) {
                    let message = "write +-(1*) for the switch of a sum, +-1+* for the sum of a switch";
                    return self.error(self.at, message);
                }
                self.height = 0;
                vec![Expression::Closed(number.into())]
            }
            Some('*' | '^' | 'v' | '↑' | '↓' | 'T' | 'M') => vec![self.literal()?],
            _ => return self.expected("a game after '+-'"),
        };
        self.grow(self.height)?;
        match options.is_empty() {
            true => self.error(start, "expected a game in the brackets after '+-'"),
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
            false => 0,
            true => match self.digits() {
                "" => 1,
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
            Some('[') => Some((&super::evaluate::POW_TO, "]")),
            Some('<') => Some((&super::evaluate::POW, ">")),
            Some('(') => Some((&super::evaluate::UP, ")")),
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
        let operation = if miny { &super::evaluate::MINY } else { &super::evaluate::TINY };
        Ok(Expression::Operation(operation, Box::new(threat), Vec::new()))
    }

    /// What was read last becomes part of something one deeper than `height`; gives the new height.
    fn grow(&mut self, height: usize) -> Parsed<usize> {
        self.height = height + 1;
        if self.height > MAX_DEPTH { self.too_deep() } else { Ok(self.height) }
    }

    fn too_deep<T>(&self) -> Parsed<T> {
        self.error(self.at, format!("expressions may be nested {MAX_DEPTH} deep, and this is deeper"))
    }

    /// One level deeper into brackets.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        let result = crate::store::deep(|| inner(self));
        self.depth -= 1;
        result
    }
}
