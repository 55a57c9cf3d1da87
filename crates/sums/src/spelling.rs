//! How is a position that a search has met written, so that it reads back as exactly the same? In the
//! notation of its game, behind the number of a part of the sum that has positions of this type. Values and
//! settled scores are trees, whose number is 0. A whole sum is a `+` and its parts. A position that would not
//! read back as the same is not written.

use crate::{Component, Part, Sum, Whole};
use rules::games::tree::Tree;
use rules::{AnyPosition, Notation, Rulesets};
use std::fmt::{self, Write};

/// The maximum length of a position, in bytes.
const LONGEST: usize = 1 << 16;

/// Writes and reads positions that are met in play from a sum.
#[derive(Clone, Copy)]
pub struct Spelling<'a> {
    rulesets: &'a Rulesets,
    parts: &'a [Part],
}

impl<'a> Spelling<'a> {
    /// For a sum of positions of these rulesets.
    #[must_use]
    pub fn new(rulesets: &'a Rulesets, sum: &'a Sum) -> Self {
        Self { rulesets, parts: &sum.parts }
    }

    /// The text of a position on one line. `None` means that the text would be too long, or would not read
    /// back as the same position.
    #[must_use]
    pub fn write(&self, position: &AnyPosition) -> Option<String> {
        if let Some(whole) = position.downcast::<Whole>() {
            let mut text = "+".to_owned();
            for (component, negative) in whole.signed() {
                let sign = if negative { "-" } else { "" };
                text += &format!("\t{sign}{}", self.write(component.position())?);
            }
            return Some(text);
        }
        let mut written = Limited(String::new());
        write!(written, "{position}").ok()?;
        let Limited(written) = written;
        let kind = position.as_any().type_id();
        let alike = |part: &Part| part.position.position().as_any().type_id() == kind;
        let parts = (1..).zip(self.parts).filter(|(_, part)| alike(part)).map(|(number, _)| number);
        let tree = position.downcast::<Tree>().map(|_| 0);
        let mut texts = tree.into_iter().chain(parts).map(|number: usize| format!("{number}:{written}"));
        texts.find(|text| self.read(text).as_ref() == Some(position))
    }

    /// Reads a position. `None` means that the text is not one.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<AnyPosition> {
        if let Some(parts) = text.strip_prefix('+') {
            let signed = |text: &str| {
                let position = text.strip_prefix('-').unwrap_or(text);
                Some((Component::from(self.read(position)?), position.len() < text.len()))
            };
            return parts.split('\t').skip(1).map(signed).collect::<Option<Whole>>().map(AnyPosition::new);
        }
        let (number, written) = text.split_once(':')?;
        match number.parse::<usize>().ok()?.checked_sub(1) {
            None => Tree::read(written).ok().map(AnyPosition::new),
            Some(part) => {
                let part = self.parts.get(part)?;
                self.rulesets.get(&part.game).ok()?.read_like(written, part.position.position())
            }
        }
    }
}

/// A text of limited length on one line: a tree with shared subtrees may be exponentially longer than its
/// memory.
struct Limited(String);

impl Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(text);
        if self.0.len() > LONGEST || text.contains(char::is_control) { Err(fmt::Error) } else { Ok(()) }
    }
}
