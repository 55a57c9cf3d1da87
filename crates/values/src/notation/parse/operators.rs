//! What joins games to larger ones: bars and commas between options, signs between terms, counts, colons, and
//! the operations behind a dot. Each function reads one level of precedence and calls the next one.

use super::{Parsed, Parser};
use crate::Error;
use crate::notation::{Expression, OPERATIONS, evaluate};

/// The options of one player.
type Side = Vec<Expression>;

impl Parser<'_> {
    /// Lists of options with bars between: the most bars divide the whole, as in `a|b||c`. Without bars, the
    /// list.
    pub(super) fn slashes(&mut self) -> Parsed<Vec<Expression>> {
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

    /// Divides lists at the bars between them, from the most bars to the fewest. Done with a stack, lowest
    /// bars first, so that a long row of bars needs no recursion.
    fn divide(&mut self, lists: Vec<(Side, usize)>, bars: &[(usize, usize)]) -> Parsed<Expression> {
        let mut lists = lists.into_iter();
        // Left sides that wait for their right side, each with its height and its number of bars, which falls
        // towards the top.
        let mut waiting: Vec<(Side, usize, usize)> = Vec::new();
        let (mut current, mut height) = lists.next().expect("there is one list more than bars");
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
    pub(super) fn sum(&mut self) -> Parsed<Expression> {
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
            total = Expression::Operation(&evaluate::ORDINAL_SUM, Box::new(total), vec![other]);
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
            let Some(operation) = OPERATIONS.iter().copied().find(|operation| operation.name == name) else {
                let names: Vec<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
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
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expression>> {
        let list = self.nested(Self::slashes)?;
        self.space();
        if self.take(")") { Ok(list) } else { self.expected("',', '|' or ')'") }
    }
}
