//! Which table is it, and which part of it does a file hold? Both are written as JSON at the beginning of the
//! file.

use super::ENTRIES;
use crate::endgame::fact::Kind;
use crate::endgame::index::Rectangle;
use rules::{LISTED, Layout, RULESETS};
use serde_json::{Value, json};
use std::ops::Range;
use values::ByPlayer;

/// The format of endgame tables. Format 1 had no shapes, so that it took seconds to make an index of 25
/// cells, and format 2 compressed by zstd, which took a tenth of the time of a first build.
pub(super) const FORMAT: u64 = 3;

/// Which table it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// The game, one of [`LISTED`].
    pub game: &'static str,
    /// The boards.
    pub rectangle: Rectangle,
    /// What the table stores about each position.
    pub kind: Kind,
}

/// What tells positions of a game apart. `None` means that they cannot be listed.
#[must_use]
pub fn layout(game: &str) -> Option<Layout> {
    RULESETS.get(game).ok()?.layout()
}

impl Subject {
    /// The usual name of its file.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Rectangle { width, height, layout, queens: ByPlayer { left, right } } = self.rectangle;
        let queens = if layout == Layout::Queens { format!("-{left}v{right}") } else { String::new() };
        let kind = if self.kind == Kind::Value { "-values" } else { "" };
        format!("{}-{width}x{height}{queens}{kind}.table", self.game)
    }

    /// The command that builds it.
    #[must_use]
    pub fn command(&self) -> String {
        let Rectangle { width, height, layout, queens: ByPlayer { left, right } } = self.rectangle;
        let queens =
            if layout == Layout::Queens { format!(" --queens {left}v{right}") } else { String::new() };
        let kind = if self.kind == Kind::Value { " --values" } else { "" };
        format!("tedomari table build {} {width}x{height}{queens}{kind}", self.game)
    }

    /// The text at the beginning of a file that holds this part.
    pub(crate) fn about(&self, part: &Part, directory: &[u8]) -> String {
        let Rectangle { width, height, queens, .. } = self.rectangle;
        let Part { levels, entries, words, checksums } = part;
        json!({
            "table": self.game, "format": FORMAT, "width": width, "height": height, "queens": queens.into_array(),
            "kind": self.kind.name(), "levels": [levels.start, levels.end], "entries": [entries.start, entries.end],
            "words": [words.start, words.end], "words_checksums": checksums,
            "directory": [directory.len(), crc32fast::hash(directory)],
        })
        .to_string()
    }

    /// Reads that text. `None` means that it is not about an endgame table.
    pub(super) fn read(about: &Value) -> Option<Self> {
        let game = LISTED.iter().copied().find(|game| Some(*game) == about["table"].as_str())?;
        let small = |value: &Value| u8::try_from(value.as_u64()?).ok();
        let queens = ByPlayer::new(small(&about["queens"][0])?, small(&about["queens"][1])?);
        let rectangle = Rectangle {
            width: small(&about["width"])?,
            height: small(&about["height"])?,
            layout: layout(game)?,
            queens,
        };
        let kinds = [Kind::Thermograph, Kind::Value];
        let kind = kinds.into_iter().find(|kind| Some(kind.name()) == about["kind"].as_str())?;
        Some(Self { game, rectangle, kind })
    }
}

/// The part of a table that a file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) levels: Range<usize>,
    pub(crate) entries: Range<u64>,
    pub(crate) words: Range<usize>,
    /// The checksum of all words before these, and that of all words up to the last of these. They show
    /// whether pieces belong together.
    pub(crate) checksums: [u32; 2],
}

impl Part {
    pub(super) fn read(about: &Value) -> Option<Self> {
        let pair = |key: &str| Some([about[key][0].as_u64()?, about[key][1].as_u64()?]);
        let range = |[from, to]: [u64; 2]| Some(usize::try_from(from).ok()?..usize::try_from(to).ok()?);
        let [before, after] = pair("words_checksums")?;
        let [from, to] = pair("entries")?;
        Some(Self {
            levels: range(pair("levels")?)?,
            entries: from..to,
            words: range(pair("words")?)?,
            checksums: [u32::try_from(before).ok()?, u32::try_from(after).ok()?],
        })
    }

    /// Can a file hold this part of a table with these levels? It holds whole levels, or some blocks of one
    /// level.
    pub(super) fn is_possible(&self, levels: &[Range<u64>]) -> bool {
        let Some(levels) = levels.get(self.levels.clone()) else { return false };
        let (Some(first), Some(last)) = (levels.first(), levels.last()) else { return false };
        let whole = self.entries == (first.start..last.end);
        let some = levels.len() == 1
            && first.start <= self.entries.start
            && self.entries.end <= last.end
            && (self.entries.start - first.start).is_multiple_of(ENTRIES as u64);
        (whole || some) && self.entries.start <= self.entries.end && self.words.start <= self.words.end
    }

    /// The entries of a level that this part holds.
    pub(super) fn entries_of(&self, level: &Range<u64>) -> Range<u64> {
        level.start.max(self.entries.start)..level.end.min(self.entries.end)
    }

    /// Does this part hold the shapes of a level? They are in the first piece of the level.
    pub(super) fn has_shapes(&self, level: &Range<u64>) -> bool {
        self.entries.start <= level.start
    }
}
