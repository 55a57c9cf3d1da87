//! From text to an [`Expression`], by recursive descent over the characters. Where the descent gets stuck it
//! says what it expected there. This file moves along the text and bounds the depth; [`operators`] reads what
//! joins games, [`atoms`] reads what stands between the operators.

mod atoms;
mod operators;

use super::SyntaxError;
use crate::{Error, NumberUpStar};

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
    /// A multiple: this number of copies, of the negative if it is below 0.
    Multiple(i64, Box<Expression>),
    /// A named operation on a game.
    Operation(&'static super::Operation, Box<Expression>, Vec<Expression>),
}

/// The deepest nesting that is read.
pub(in crate::notation) const MAX_DEPTH: usize = 2000;

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
            None => parser.expected("a value"),
            Some(game) if list.is_empty() => Ok(game),
            Some(_) => parser.error(0, "expected one game, or a '|' between Left's and Right's options"),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    /// The next byte to read.
    at: usize,
    /// The number of open brackets.
    depth: usize,
    /// The depth of the expression read last. All later work on it is recursive.
    height: usize,
}

type Parsed<T> = Result<T, SyntaxError>;

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

    /// The result of arithmetic on a literal at `offset`, its error as a syntax error there.
    fn number_at<T>(&self, offset: usize, result: Result<T, Error>) -> Parsed<T> {
        result.or_else(|error| self.error(offset, error.to_string()))
    }

    /// The height of an expression one level above parts of this height. An error means it is nested too
    /// deep.
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
