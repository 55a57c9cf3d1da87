//! A script as a ruleset: its text, what it defines, and the reader of its positions.

use crate::fault::{Fault, message, nonsense, shortened};
use crate::machine::{Limits, Machine, text_or_none};
use crate::position::ScriptPosition;
use mlua::Value;
use rules::{BoardError, OpenError, Ruleset};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use thiserror::Error;

/// The end of the names of files with scripts.
const EXTENSION: &str = ".lua";

/// The maximum size of a script in bytes.
const MAX_SOURCE: u64 = 1 << 20;

/// The maximum length of a path in messages. Lua cuts longer ones.
const MAX_NAME: usize = 50;

/// A function that a script may define.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hook {
    Options,
    Read,
    Show,
    Check,
    Regions,
    NormalForm,
    Score,
    Bounds,
    LongestPlay,
}

impl Hook {
    pub(crate) const ALL: [Self; 9] = [
        Self::Options,
        Self::Read,
        Self::Show,
        Self::Check,
        Self::Regions,
        Self::NormalForm,
        Self::Score,
        Self::Bounds,
        Self::LongestPlay,
    ];

    /// The name of the function.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Options => "options",
            Self::Read => "read",
            Self::Show => "show",
            Self::Check => "check",
            Self::Regions => "regions",
            Self::NormalForm => "normal_form",
            Self::Score => "score",
            Self::Bounds => "bounds",
            Self::LongestPlay => "longest_play",
        }
    }
}

impl fmt::Display for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A script that was read once without an error.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    /// The file, as messages name it.
    pub(crate) file: String,
    pub(crate) source: String,
    pub(crate) limits: Limits,
    hooks: [bool; Hook::ALL.len()],
    /// Does the script say that both players always have the same options?
    pub(crate) is_impartial: bool,
}

/// Equal texts have equal rules.
impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || (self.source == other.source && self.limits == other.limits)
    }
}

impl Eq for Script {}

/// The reason why a file has no ruleset.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The script is wrong.
    #[error("{0}")]
    Script(String),
}

impl From<LoadError> for OpenError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Unreadable(message) => Self::Unreadable(message),
            LoadError::Script(message) => Self::Ruleset(message),
        }
    }
}

/// Loads the ruleset of a script. Its name is the one that the script gives itself, or that of the file.
pub fn load(path: impl AsRef<Path>) -> Result<Ruleset, LoadError> {
    let path = path.as_ref();
    let name = path.display();
    let unreadable = |error| LoadError::Unreadable(format!("{name} cannot be read: {error}"));
    let (mut bytes, file) = (Vec::new(), File::open(path).map_err(unreadable)?);
    file.take(MAX_SOURCE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_SOURCE {
        return Err(LoadError::Unreadable(format!("{name} is longer than {} MiB", MAX_SOURCE >> 20)));
    }
    let source = String::from_utf8(bytes);
    let source = source.map_err(|_| LoadError::Unreadable(format!("{name} is not valid UTF-8 text")))?;
    parse(&name.to_string(), &source, Limits::default())
}

/// The ruleset of a script that is in no file. Messages name it like one.
///
/// ```
/// use scripts::{Limits, parse};
///
/// let nim = "function options(n) local all = {} for i = 0, n - 1 do all[i + 1] = i end return all end";
/// let ruleset = parse("nim.lua", nim, Limits::default())?;
/// let position = ruleset.read("3")?;
/// let values = values::Values::new();
/// let value = exact::Tables::default().value(&values, &position)?;
/// assert_eq!(values.print(value)?, "*3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(file: &str, source: &str, limits: Limits) -> Result<Ruleset, LoadError> {
    let stem = Path::new(file).file_name().map_or_else(|| file.into(), |name| name.to_string_lossy());
    let shown = if file.len() > MAX_NAME { cut(&stem) } else { file.to_owned() };
    // Some editors begin a file with a byte-order mark.
    let source = source.trim_start_matches('\u{feff}');
    let wrong = |error| LoadError::Script(message(&error, &shown, source, limits.bytes, None));
    let machine = Machine::new(&shown, source, limits).map_err(wrong)?;
    if !machine.has(Hook::Options) {
        return Err(wrong(nonsense("the script should define options(position, left)".to_owned())));
    }
    let about = |key| {
        let value = machine.global(key)?;
        Ok(text_or_none(key, &value)?.unwrap_or_default())
    };
    let impartial = machine.global("impartial").and_then(|value| match value {
        Value::Nil => Ok(false),
        Value::Boolean(so) => Ok(so),
        _ => Err(nonsense("impartial should be true or false".to_owned())),
    });
    let name = about("name").map_err(wrong)?;
    let name = if name.is_empty() { stem.trim_end_matches(EXTENSION).to_owned() } else { name };
    let script = Arc::new(Script {
        hooks: Hook::ALL.map(|hook| machine.has(hook)),
        is_impartial: impartial.map_err(wrong)?,
        source: source.to_owned(),
        file: shown.clone(),
        limits,
    });
    let [sentence, notation, example] = [about("about"), about("notation"), about("example")];
    let (sentence, notation, example) =
        (sentence.map_err(wrong)?, notation.map_err(wrong)?, example.map_err(wrong)?);
    Machine::keep(&script, Rc::new(machine));
    let read = move |text: &str| ScriptPosition::read(&script, text);
    Ok(Ruleset::reading(name, read).about(sentence).notation(notation).example(example))
}

/// The end of a long name.
fn cut(name: &str) -> String {
    let skipped = name.chars().count().saturating_sub(MAX_NAME / 4);
    name.chars().skip(skipped).collect()
}

/// Loads the ruleset that a name stands for. `None` means that the name is not that of a file with a script.
#[must_use]
pub fn open(name: &str) -> Option<Result<Ruleset, OpenError>> {
    name.ends_with(EXTENSION).then(|| Ok(load(name)?))
}

impl Script {
    /// Does the script define this hook?
    pub(crate) fn has(&self, hook: Hook) -> bool {
        self.hooks[hook as usize]
    }

    /// Asks a hook. `of` says about which position, for messages.
    pub(crate) fn ask<T>(
        self: &Arc<Self>,
        hook: Hook,
        of: impl Fn() -> String,
        work: impl Fn(&Machine) -> mlua::Result<T>,
    ) -> Result<T, Fault> {
        Machine::with(self, |machine| {
            work(machine).map_err(|error| {
                let Fault { message, is_memory } = Fault::new(&error, self, machine.line_of(hook));
                Fault { message: format!("{message} (in {hook} of {})", shortened(&of())), is_memory }
            })
        })
    }
}

/// What is wrong with a text, as an error about the text.
pub(crate) fn refused(text: &str, reason: &str) -> OpenError {
    BoardError::Other(format!("'{}' is not a position: {reason}", shortened(text))).into()
}
