//! How does a long search survive the end of its process? It writes down what it has found out, now and then
//! and when it ends, in a file that says which question it belongs to. A later search of the same question
//! reads the file and goes on. The file has checksums and is replaced as a whole, so it is complete or
//! refused.
//!
//! The file is one of [`tables::file`]. Its description has four lines: the version of this format, the
//! program, the method and the sum. Its contents are lines of text, those that took most work first, and a
//! line refers only to lines before it: so the beginning of a file is of use where there is no room for all.
//! The lines of the solver of sums are described at [`Solver::notes`], those of df-pn at [`note`].

use crate::EngineError;
use crate::answers::Solution;
use adversary::proof_number::{DfPn, Note, Numbers};
use rules::games::dark_chess::DarkChess;
use rules::{AnyPosition, Deterministic, Erased, Position, Rulesets, Settled, ToMove};
use std::any::Any;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::str::{FromStr, Utf8Error};
use std::time::{Duration, Instant};
use sums::{NotesError, Solver, Spelling, Sum};
use tables::file;
use values::{Budget, Error, Player};

/// The first line of the description: the kind of the file and the version of its format.
const FORMAT: &str = "checkpoint 1";
/// The time until the first write. It doubles up to [`LONGEST`].
const FIRST: Duration = Duration::from_secs(1);
/// The usual time between two writes.
const LONGEST: Duration = Duration::from_secs(30);
/// Writing takes at most about one part in this many of the time, and there are at most about this many
/// writes while the time doubles: so a search gets on, whatever it takes to find its way back.
const SHARE: u32 = 50;
/// The notes take at most one part in this many of the memory.
const MEMORY_SHARE: usize = 16;
/// A search whose tables may take all of the memory leaves one part in this many for notes and their order.
pub(crate) const LEFT_FREE: usize = 8;
/// The maximum length of a sum in bytes.
const LONGEST_SUM: usize = 1 << 16;
/// About the least length of a line about a state, in bytes.
const SHORTEST: usize = 32;

/// A file that keeps what a search has found out.
pub(crate) struct Checkpoint<'a> {
    path: PathBuf,
    /// The description of the file: the format, the program, the method and the sum, each on a line.
    about: String,
    spelling: Spelling<'a>,
    started: Instant,
    course: RefCell<Course>,
}

/// What becomes of a checkpoint.
struct Course {
    /// The time until the next write.
    wait: Duration,
    /// The number of results from the file when the first search began.
    resumed: Option<usize>,
    /// Why the file cannot be used.
    refused: Option<String>,
    /// Why the last write failed.
    unsaved: Option<String>,
    /// Is the file to stay as it is, because the budget or an error ended the reading? What there is no room
    /// for is not read either, but that does not count.
    stays: bool,
}

/// A search that can be interrupted, and go on later in another process.
pub(crate) trait Resumable {
    /// Sets the budget of the next searches.
    fn set_budget(&mut self, budget: Budget);
    /// What was found out, in text of about this many bytes at most.
    fn notes(&mut self, spelling: Spelling<'_>, most: usize) -> String;
    /// Takes over notes. Returns the number of results.
    fn learn(&mut self, notes: &str, spelling: Spelling<'_>) -> Result<usize, NotesError>;
}

/// Runs a search that may take long. With a checkpoint it is interrupted now and then, and what it has found
/// out is written down. A budget of nodes ends at the same place every time, so then it is not interrupted.
pub(crate) fn in_slices<S: Resumable, T>(
    checkpoint: Option<&Checkpoint<'_>>,
    search: &mut S,
    budget: &Budget,
    mut step: impl FnMut(&mut S) -> Result<T, Error>,
) -> Result<T, Error> {
    let Some(checkpoint) = checkpoint.filter(|_| !budget.counts_nodes()) else { return step(search) };
    loop {
        search.set_budget(budget.slice(checkpoint.course.borrow().wait));
        let found = step(search);
        if !matches!(found, Err(Error::Stopped)) || budget.is_spent() {
            search.set_budget(budget.clone());
            return found;
        }
        checkpoint.write(search, budget);
    }
}

impl<'a> Checkpoint<'a> {
    /// The checkpoint in a file, which is made if there is none. It is an error if the file belongs to
    /// another question, or cannot be written.
    pub(crate) fn open(
        path: &Path,
        method: &str,
        rulesets: &'a Rulesets,
        sum: &'a Sum,
    ) -> Result<Self, EngineError> {
        let written = sum.to_string();
        if written.len() > LONGEST_SUM {
            return Err(EngineError::other("the sum is too long for a checkpoint"));
        }
        let program = concat!("tedomari ", env!("CARGO_PKG_VERSION"));
        let checkpoint = Self {
            path: path.to_owned(),
            about: format!("{FORMAT}\n{program}\nmethod {method}\nsum {written}"),
            spelling: Spelling::new(rulesets, sum),
            started: Instant::now(),
            course: RefCell::new(Course {
                wait: FIRST,
                resumed: None,
                refused: None,
                unsaved: None,
                stays: false,
            }),
        };
        match file::read_about(path) {
            Ok(about) => checkpoint.check(&about)?,
            Err(error) if error.is_missing() => checkpoint.write_text("").map_err(EngineError::Other)?,
            Err(error) => return Err(EngineError::Other(error.to_string())),
        }
        if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            // What cannot be removed does no harm.
            _ = file::remove_remains(folder, |known| name == known);
        }
        Ok(checkpoint)
    }

    /// It is an error if a file with this description belongs to another question.
    fn check(&self, about: &str) -> Result<(), EngineError> {
        let path = self.path.display();
        let refuse = |message: String| Err(EngineError::Other(message));
        if !about.starts_with("checkpoint ") {
            return refuse(format!("{path} is not a checkpoint"));
        }
        let mut lines = (0..).zip(about.lines().zip(self.about.lines()));
        match lines.find(|(_, (theirs, ours))| theirs != ours) {
            None if about == self.about => Ok(()),
            None => refuse(format!("{path} is a checkpoint of another question")),
            Some((i, (theirs, ours))) => {
                let other = if i < 2 { "version" } else { "question" };
                refuse(format!("{path} is a checkpoint of another {other}: of '{theirs}', not of '{ours}'"))
            }
        }
    }

    /// Hands a new search what the file has.
    pub(crate) fn start(&self, search: &mut impl Resumable, budget: &Budget) -> Result<(), Error> {
        // Reading counts no nodes.
        search.set_budget(budget.slice(Duration::MAX));
        let learned = match budget.is_spent() {
            true => Err(NotesError::Limit(Error::Stopped).into()),
            false => self.learn(search, budget),
        };
        search.set_budget(budget.clone());
        let mut course = self.course.borrow_mut();
        course.stays = learned.is_err();
        match learned {
            Ok(count) => {
                course.resumed.get_or_insert(count);
                Ok(())
            }
            Err(Unread::Notes(NotesError::Limit(error))) => Err(error),
            Err(error) => {
                course.refused = Some(match error {
                    Unread::File(error) => error.to_string(),
                    error => format!("{} is damaged: {error}", self.path.display()),
                });
                Err(Error::Stopped)
            }
        }
    }

    /// Refuses a file that contradicts itself, and leaves it as it is.
    pub(crate) fn contradicted(&self) -> Error {
        let mut course = self.course.borrow_mut();
        course.refused = Some(format!("{} contradicts itself", self.path.display()));
        course.stays = true;
        Error::Stopped
    }

    /// Reads as much of the file as there is room for.
    fn learn(&self, search: &mut impl Resumable, budget: &Budget) -> Result<usize, Unread> {
        let most = budget.bytes() / MEMORY_SHARE;
        let (_, mut notes) = file::read_start(&self.path, most as u64)?;
        if notes.len() == most {
            notes.truncate(notes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        }
        Ok(search.learn(std::str::from_utf8(&notes)?, self.spelling)?)
    }

    /// Writes down what a search has found out.
    pub(crate) fn write(&self, search: &mut impl Resumable, budget: &Budget) {
        let mut course = self.course.borrow_mut();
        if course.stays {
            return;
        }
        let started = Instant::now();
        // A search ends before it is written down, most often because its budget is spent.
        search.set_budget(Budget::endless());
        let notes = search.notes(self.spelling, budget.bytes() / MEMORY_SHARE);
        search.set_budget(budget.clone());
        course.unsaved = self.write_text(&notes).err();
        let least = (SHARE * started.elapsed()).max(self.started.elapsed() / SHARE);
        course.wait = (2 * course.wait).min(LONGEST).max(least);
    }

    fn write_text(&self, notes: &str) -> Result<(), String> {
        let written = file::write(&self.path, &self.about, notes.as_bytes());
        written.map_err(|error| format!("the checkpoint cannot be written: {error}"))
    }

    /// Adds to an answer what became of the checkpoint. It is an error if it could not be used.
    pub(crate) fn finish(&self, solution: &mut Solution) -> Result<(), EngineError> {
        let course = self.course.borrow();
        if let Some(message) = &course.refused {
            return Err(EngineError::Other(message.clone()));
        }
        solution.resumed = course.resumed.filter(|count| *count > 0);
        solution.unsaved = course.unsaved.clone();
        Ok(())
    }
}

impl Resumable for Solver {
    fn set_budget(&mut self, budget: Budget) {
        Self::set_budget(self, budget);
    }

    fn notes(&mut self, spelling: Spelling<'_>, most: usize) -> String {
        Self::notes(self, spelling, most)
    }

    fn learn(&mut self, notes: &str, spelling: Spelling<'_>) -> Result<usize, NotesError> {
        Self::learn(self, notes, spelling)
    }
}

/// A state of a search that may be written and read.
pub(crate) trait Spelled: Sized {
    /// The text of a state. `None` means that it would not read back as the same state.
    fn write(&self, _: Spelling<'_>) -> Option<String> {
        None
    }

    /// Reads a state. `None` means that the text is not one.
    fn read(_: &str, _: Spelling<'_>) -> Option<Self> {
        None
    }
}

/// Earlier positions are part of a state, but not of its text.
impl Spelled for Settled<DarkChess> {}

fn name(player: Player) -> &'static str {
    if player == Player::Left { "left" } else { "right" }
}

impl<P: Position> Spelled for ToMove<P> {
    fn write(&self, spelling: Spelling<'_>) -> Option<String> {
        let position = spelling.write(&AnyPosition::new(self.position.clone()))?;
        Some(format!("{}\t{position}", name(self.player)))
    }

    fn read(text: &str, spelling: Spelling<'_>) -> Option<Self> {
        let (player, position) = text.split_once('\t')?;
        let player = Player::BOTH.into_iter().find(|known| name(*known) == player)?;
        let any = spelling.read(position)?;
        let erased: &dyn Any = &Erased::new(any.clone(), Player::Left);
        let position: &P = any.downcast().or_else(|| erased.downcast_ref::<P>())?;
        Some(Self { position: position.clone(), player })
    }
}

impl<S: Deterministic + Spelled> Resumable for DfPn<S> {
    fn set_budget(&mut self, budget: Budget) {
        Self::set_budget(self, budget);
    }

    fn notes(&mut self, spelling: Spelling<'_>, most: usize) -> String {
        let mut text = String::new();
        // A text that grows step by step takes up to three times the memory.
        _ = text.try_reserve_exact(most);
        for Note { state, goal, numbers: Numbers { proof, disproof }, work } in
            Self::notes(self, most / SHORTEST)
        {
            let Some(state) = state.write(spelling) else { continue };
            let line = format!("{goal}\t{proof}\t{disproof}\t{work}\t{state}\n");
            if text.len() + line.len() >= most {
                break;
            }
            text += &line;
        }
        text
    }

    fn learn(&mut self, notes: &str, spelling: Spelling<'_>) -> Result<usize, NotesError> {
        let mut count = 0;
        for line in notes.lines() {
            count += 1;
            self.learn(note(line, spelling).ok_or(NotesError::Line(count))?)?;
        }
        Ok(count)
    }
}

/// Reads an entry of the table of df-pn. Its fields are the goal, the proof and the disproof number, the work,
/// the player to move and the [`Spelling`] of the position: `1 3 12 250 left 1:xo.|..o`, separated by tabs.
fn note<S: Spelled>(line: &str, spelling: Spelling<'_>) -> Option<Note<S>> {
    fn next<'a, T: FromStr>(fields: &mut impl Iterator<Item = &'a str>) -> Option<T> {
        fields.next()?.parse().ok()
    }
    let fields = &mut line.splitn(5, '\t');
    let goal = next(fields)?;
    let numbers = Numbers { proof: next(fields)?, disproof: next(fields)? };
    let open = [numbers.proof, numbers.disproof].iter().all(|number| (1..Numbers::INFINITE).contains(number));
    let work = next(fields)?;
    let state = S::read(fields.next()?, spelling)?;
    (open || numbers.verdict().is_some()).then_some(Note { state, goal, numbers, work })
}

/// Why the notes of a file were not read.
#[derive(thiserror::Error, Debug)]
enum Unread {
    #[error(transparent)]
    File(#[from] file::FileError),
    #[error(transparent)]
    Text(#[from] Utf8Error),
    #[error(transparent)]
    Notes(#[from] NotesError),
}
