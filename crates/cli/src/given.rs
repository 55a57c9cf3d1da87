//! What is a command asked about? One language for all of them: `GAME:POSITION`, a value, or a sum, as
//! arguments, in a file or on standard input.

use crate::ending::Ending;
use crate::files;
use crate::lines::{self, Input};
use crate::output;
use crate::report::refusal;
use anyhow::{Context, ensure};
use clap::{Args, ValueHint};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use tedomari::Topic;
use tedomari::prelude::Engine;
use tedomari::sums::Sum;
use tedomari::values::notation::Expression;

/// Positions, values and sums on the command line.
#[derive(Args)]
pub(crate) struct Given {
    /// GAME:POSITION (see `tedomari games`), a value (see `tedomari value`), or a sum of them, joined by ' + '
    /// or as several arguments. GAME may be the path of a ruleset in Lua, such as ./cutcake.lua:5x3. Two arguments GAME
    /// POSITION are a position, too, and GAME @FILE one in a file. @FILE alone
    /// reads a question from each line of the file, and - from each line of standard input;
    /// `play` takes one question
    #[arg(value_name = "POSITION", allow_hyphen_values = true, value_hint = ValueHint::FilePath)]
    position: OsString,
    #[arg(value_name = "PART", allow_hyphen_values = true, hide = true, value_hint = ValueHint::FilePath)]
    second: Option<OsString>,
    /// Further parts of the sum
    #[arg(value_name = "PART", allow_negative_numbers = true, value_hint = ValueHint::FilePath)]
    parts: Vec<OsString>,
}

/// What is asked about.
pub(crate) enum Questions {
    /// One topic.
    One(Topic),
    /// A topic on each line.
    Lines(Input),
}

impl Questions {
    /// Answers them one after the other.
    pub(crate) fn answer(
        self,
        engine: &Engine,
        json: bool,
        mut answer: impl FnMut(&mut dyn Write, &Topic) -> anyhow::Result<Ending>,
    ) -> anyhow::Result<Ending> {
        match self {
            Self::One(topic) => answer(&mut output::stdout(), &topic),
            Self::Lines(input) => {
                lines::each(input, json, |out, line| answer(out, &topic_of_line(engine, line)))
            }
        }
    }

    /// An error about a picture, if one is wanted of many answers.
    pub(crate) fn allow_pictures(&self, wanted: bool, of: &str) -> anyhow::Result<()> {
        let many = matches!(self, Self::Lines(_));
        ensure!(!(wanted && many), "a picture is of one {of}, not of many");
        Ok(())
    }
}

impl Given {
    /// Reads the arguments.
    pub(crate) fn read(&self, engine: &Engine) -> anyhow::Result<Questions> {
        let words = self.words()?;
        match &words[..] {
            [word] if word == "-" => Ok(Questions::Lines(Input::standard())),
            [word] if word.starts_with('@') => Ok(Questions::Lines(Input::open(Path::new(&word[1..]))?)),
            _ => self.topic(engine, &words).map(Questions::One),
        }
    }

    /// The one topic, for a command that answers one question.
    pub(crate) fn one(&self, engine: &Engine) -> anyhow::Result<Topic> {
        let words = self.words()?;
        match &words[..] {
            [word] if word == "-" => anyhow::bail!(
                "standard input is not read for the position here: write it as an argument or as @FILE"
            ),
            [word] if word.starts_with('@') => {
                let text = files::read_text(Path::new(&word[1..]))?;
                let mut lines =
                    text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().is_empty());
                let line = lines.next().with_context(|| format!("{} has no position", &word[1..]))?;
                ensure!(lines.next().is_none(), "{} has several lines, and one is asked for", &word[1..]);
                Ok(topic_of_line(engine, line))
            }
            _ => self.topic(engine, &words),
        }
    }

    /// The game with chance that the arguments name, and its state, if they have one. `None` means that they
    /// are about anything else.
    pub(crate) fn contest(&self, engine: &Engine) -> anyhow::Result<Option<(String, Option<String>)>> {
        let words = self.words()?;
        let (game, state) = match &words[..] {
            [word] => match word.split_once(':') {
                Some((game, state)) => (game, Some(state)),
                None => (&word[..], None),
            },
            [game, state] => (&game[..], Some(&state[..])),
            [game, ..] => {
                let is_contest = engine.rulesets().contest(game).is_ok();
                ensure!(!is_contest, "{game} is played at one board: write its position in quotes");
                return Ok(None);
            }
            [] => return Ok(None),
        };
        match engine.rulesets().contest(game) {
            Ok(_) => Ok(Some((game.to_owned(), state.map(from_file).transpose()?))),
            Err(_) => Ok(None),
        }
    }

    /// The arguments as text.
    fn words(&self) -> anyhow::Result<Vec<String>> {
        let words = [&self.position].into_iter().chain(&self.second).chain(&self.parts);
        let words = words.cloned().map(utf8).collect::<anyhow::Result<Vec<_>>>()?;
        for word in &words {
            let name = word.strip_prefix("--").unwrap_or_default();
            let is_option = name.len() > 1 && name.starts_with(|c: char| c.is_ascii_lowercase());
            ensure!(!is_option, "there is no option '{word}'; --help lists the options");
        }
        Ok(words)
    }

    fn topic(&self, engine: &Engine, words: &[String]) -> anyhow::Result<Topic> {
        match words {
            [word, ..] if word == "-" => {
                anyhow::bail!("positions come from standard input here, not from the command")
            }
            [game, position] if is_game(engine, game) => Ok(Topic::of_position(game, &from_file(position)?)),
            [word] => match in_file(engine, word) {
                Some((game, path)) => Ok(Topic::of_position(game, &files::read_text(path)?)),
                None => {
                    refuse_without_position(engine, word)?;
                    Ok(engine.topic(word))
                }
            },
            words => {
                let parts = words.iter().map(|word| match in_file(engine, word) {
                    // As it is printed: the text of a file may have anything in it.
                    Some((game, path)) => {
                        let position = engine.rulesets().open(game, &files::read_text(path)?);
                        Ok(format!("{game}:{}", position.map_err(|error| refusal(error.into()))?))
                    }
                    None => Ok(word.clone()),
                });
                Ok(engine.topic(&parts.collect::<anyhow::Result<Vec<_>>>()?.join(Sum::JOINT)))
            }
        }
    }
}

/// The topic of a line: a game, a tab and a position, or anything that an argument may be.
pub(crate) fn topic_of_line(engine: &Engine, line: &str) -> Topic {
    match line.split_once('\t') {
        Some((game, position)) => Topic::of_position(game, position),
        None => engine.topic(line),
    }
}

/// Is this word the name of a game, known or not, and no value?
fn is_game(engine: &Engine, word: &str) -> bool {
    let is_name = word.len() > 1 && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    engine.rulesets().names(word)
        || (is_name && word.starts_with(char::is_alphabetic) && Expression::parse(word).is_err())
}

/// The game and the file of `GAME:@FILE`. `None` means that the text is anything else.
fn in_file<'a>(engine: &Engine, word: &'a str) -> Option<(&'a str, &'a Path)> {
    let (game, path) = word.split_once(":@")?;
    engine.rulesets().names(game).then(|| (game, Path::new(path)))
}

/// Refuses a game, or the path of a ruleset, without a position.
fn refuse_without_position(engine: &Engine, word: &str) -> anyhow::Result<()> {
    match engine.rulesets().get(word) {
        Ok(ruleset) if !ruleset.has_chance() => {
            let example = if ruleset.example.is_empty() { "POSITION" } else { &ruleset.example };
            anyhow::bail!("'{word}' is a game without a position: write {word}:'{example}'")
        }
        Err(error) if engine.rulesets().names(word) => Err(refusal(error.into())),
        _ => Ok(()),
    }
}

/// A position given as text, or as `@FILE`.
pub(crate) fn from_file(text: &str) -> anyhow::Result<String> {
    match text.strip_prefix('@') {
        None => Ok(text.to_owned()),
        Some(path) => files::read_text(Path::new(path)),
    }
}

/// An argument as text.
pub(crate) fn utf8(argument: OsString) -> anyhow::Result<String> {
    argument.into_string().map_err(|_| anyhow::anyhow!("the expression is not valid UTF-8 text"))
}
