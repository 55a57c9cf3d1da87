//! What has a search found out, as text that another process can read? A line for each value, for each
//! position with the work on it, and for each sum that was decided, what took most work first.

use super::{Core, Packed, Piece, Pieces, Solver, room};
use crate::arena::Noted;
use crate::{Component, Spelling};
use positions::{Entry, SignedId, TranspositionTable};
use rustc_hash::FxHashMap;
use std::str::FromStr;
use values::notation::ReadError;
use values::{Error, Player, ValueId, deep};

/// Why notes cannot be used.
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotesError {
    /// A line is not one of notes on this sum.
    #[error("line {0} cannot be read")]
    Line(usize),
    /// A limit was reached before all was read.
    #[error(transparent)]
    Limit(#[from] Error),
}

/// The least work on a sum or a position that is written down, once there are many positions. To find the
/// others again takes no longer than to write and to read them.
const LEAST_WORK: u32 = 4;
/// The number of positions from which on there are many.
const MANY: usize = 1 << 16;
/// The least length of a line about a sum, in bytes.
const SHORTEST: usize = 8;

impl Solver {
    /// What was found out, in text of at most this many bytes. Fields are separated by tabs, and a line refers
    /// to earlier ones by their numbers:
    ///
    /// - `v =1/2`: the value with the next number, in notation.
    /// - `v 0,3|1`: the value with the next number, by the numbers of its options.
    /// - `p 4 17 20 0 1:xo.|..o`: the position with the next number. The fields are its value or `-`, the work
    ///   on the value so far, how often it was asked for, the bits of its nim value, and its [`Spelling`].
    /// - `s 1 250 v0 p3 -p7`: a sum with Left to move, of values, positions and negatives. The first fields are
    ///   1 if Left wins, and the work.
    pub fn notes(&mut self, spelling: Spelling<'_>, most: usize) -> String {
        let mut known = std::mem::replace(&mut self.core.known, TranspositionTable::with_entries(0));
        let mut writer = Writer {
            core: &self.core,
            spelling,
            most,
            text: String::new(),
            values: FxHashMap::default(),
            items: FxHashMap::default(),
            positions: 0,
        };
        // A text that grows step by step takes up to three times the memory.
        _ = writer.text.try_reserve_exact(most);
        let least = if self.core.arena.store.len() < MANY { 0 } else { LEAST_WORK };
        for known in known.best(least, most / SHORTEST) {
            writer.sum(known);
        }
        for item in self.core.arena.notable(least) {
            writer.item(item);
        }
        let text = writer.text;
        self.core.known = known;
        text
    }

    /// Takes over the notes on an earlier search of the same sum, as far as there is room for them. Returns
    /// the number of positions and decided sums.
    pub fn learn(&mut self, notes: &str, spelling: Spelling<'_>) -> Result<usize, NotesError> {
        let mut reader =
            Reader { core: &self.core, spelling, values: Vec::new(), items: Vec::new(), sums: 0 };
        for (i, line) in notes.lines().enumerate() {
            if i % 64 == 0 {
                self.core.values.budget().check_now()?;
                // The search needs room for more than this.
                if self.core.is_half_full() {
                    break;
                }
            }
            reader.line(line)?.ok_or(NotesError::Line(i + 1))?;
        }
        Ok(reader.items.len() + reader.sums)
    }
}

impl Core {
    /// Does what was found out take half of the room that it may take?
    fn is_half_full(&self) -> bool {
        let values = self.values.load() > self.limits.values as usize / 2;
        values || self.bytes() > room(&self.limits.budget) / 4 || self.is_crowded()
    }
}

/// Notes that are being written.
struct Writer<'a> {
    core: &'a Core,
    spelling: Spelling<'a>,
    most: usize,
    text: String,
    /// The numbers of the values in the text.
    values: FxHashMap<ValueId, usize>,
    /// The numbers of the stored forms in the text. `None` means that the form cannot be written.
    items: FxHashMap<usize, Option<usize>>,
    /// The number of positions in the text.
    positions: usize,
}

impl Writer<'_> {
    /// Adds a line. `None` means that it does not fit.
    fn line(&mut self, line: &str) -> Option<()> {
        if self.text.len() + line.len() >= self.most {
            return None;
        }
        self.text.push_str(line);
        self.text.push('\n');
        Some(())
    }

    /// Writes a sum, unless it has a position that cannot be written.
    fn sum(&mut self, Entry { key: pieces, data: won, work }: &Entry<Pieces, bool>) -> Option<()> {
        let mut line = format!("s\t{}\t{work}", u8::from(*won));
        for piece in self.core.with_known_values(pieces).ok()? {
            match piece.piece() {
                Piece::Value(g) => line += &format!("\tv{}", self.value(g)?),
                Piece::Item(item) => {
                    let sign = if item.is_negative() { "-" } else { "" };
                    line += &format!("\t{sign}p{}", self.item(item)?);
                }
            }
        }
        self.line(&line)
    }

    /// The number of a value.
    fn value(&mut self, g: ValueId) -> Option<usize> {
        if let Some(&number) = self.values.get(&g) {
            return Some(number);
        }
        let values = &self.core.values;
        let line = match values.to_closed(g) {
            Some(closed) => format!("v\t={closed}"),
            None => {
                let mut sides = [String::new(), String::new()];
                for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                    let options = values.options_of(g, player).ok()?.iter();
                    let numbers = options.map(|&option| Some(deep(|| self.value(option))?.to_string()));
                    *side = numbers.collect::<Option<Vec<_>>>()?.join(",");
                }
                format!("v\t{}", sides.join("|"))
            }
        };
        self.line(&line)?;
        let number = self.values.len();
        self.values.insert(g, number);
        Some(number)
    }

    /// The number of a stored form.
    fn item(&mut self, item: SignedId) -> Option<usize> {
        if let Some(&known) = self.items.get(&item.node()) {
            return known;
        }
        let number = self.new_item(item);
        self.items.insert(item.node(), number);
        number
    }

    fn new_item(&mut self, item: SignedId) -> Option<usize> {
        let Noted { value, tried, asked, nim } = self.core.arena.noted(item);
        let value = match value {
            Some(value) => self.value(value)?.to_string(),
            None => "-".to_owned(),
        };
        let text = self.spelling.write(self.core.arena.component(item).position())?;
        self.line(&format!("p\t{value}\t{tried}\t{asked}\t{nim}\t{text}"))?;
        self.positions += 1;
        Some(self.positions - 1)
    }
}

/// Notes that are being read.
struct Reader<'a> {
    core: &'a Core,
    spelling: Spelling<'a>,
    values: Vec<ValueId>,
    items: Vec<SignedId>,
    /// The number of sums.
    sums: usize,
}

impl Reader<'_> {
    /// Reads a line. `None` means that it is not a line of notes.
    fn line(&mut self, line: &str) -> Result<Option<()>, Error> {
        let Some((kind, fields)) = line.split_once('\t') else { return Ok(None) };
        match kind {
            "v" => self.value(fields),
            "p" => Ok(self.position(fields)),
            "s" => Ok(self.sum(fields)),
            _ => Ok(None),
        }
    }

    fn value(&mut self, text: &str) -> Result<Option<()>, Error> {
        let values = &self.core.values;
        let value = match text.strip_prefix('=') {
            Some(closed) => match values.parse(closed) {
                Ok(value) => value,
                Err(ReadError::Value(error)) => return Err(error),
                Err(_) => return Ok(None),
            },
            None => {
                let side = |side: &str| {
                    let numbers = side.split(',').filter(|number| !number.is_empty());
                    numbers.map(|number| nth(&self.values, number)).collect::<Option<Vec<_>>>()
                };
                let sides = text.split_once('|').and_then(|(left, right)| side(left).zip(side(right)));
                let Some((left, right)) = sides else { return Ok(None) };
                values.from_options(&left, &right)?
            }
        };
        self.values.push(value);
        Ok(Some(()))
    }

    fn position(&mut self, fields: &str) -> Option<()> {
        let mut fields = fields.split('\t');
        let value = match fields.next()? {
            "-" => None,
            number => Some(nth(&self.values, number)?),
        };
        let (tried, asked, nim) = (next(&mut fields)?, next(&mut fields)?, next(&mut fields)?);
        let component = Component::from(self.spelling.read(fields.next()?)?);
        self.items.push(self.core.arena.take_note(component, Noted { value, tried, asked, nim }));
        fields.next().is_none().then_some(())
    }

    fn sum(&mut self, fields: &str) -> Option<()> {
        let mut fields = fields.split('\t');
        let (won, work) = (next::<u8>(&mut fields)?, next::<u32>(&mut fields)?);
        let won = (won < 2).then_some(won == 1)?;
        let piece = |text: &str| {
            if let Some(number) = text.strip_prefix('v') {
                return nth(&self.values, number).map(Piece::Value);
            }
            let position = text.strip_prefix('-').unwrap_or(text);
            let item = nth(&self.items, position.strip_prefix('p')?)?;
            Some(Piece::Item(item.times(position.len() < text.len())))
        };
        let pieces = fields.map(|text| piece(text).map(Packed::from));
        let mut pieces = pieces.collect::<Option<Pieces>>()?;
        pieces.sort_unstable();
        self.core.known.put(pieces, won, work.into());
        self.sums += 1;
        Some(())
    }
}

/// The next field.
fn next<'a, T: FromStr>(fields: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    fields.next()?.parse().ok()
}

/// The thing with the number that is written there.
fn nth<T: Copy>(things: &[T], number: &str) -> Option<T> {
    things.get(number.parse::<usize>().ok()?).copied()
}
