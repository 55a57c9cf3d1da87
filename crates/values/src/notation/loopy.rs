//! Graphs of positions that can come back, such as kos: `X where X={Y|B}@8, Y={40|7}@7, B={A|-3}@-3, A={9|B}@9`.
//!
//! Before `where` stands the position that is asked about, after it a name for each position with its options.
//! An option is a name, a number, which is a settled score, or another position in braces. Behind `@` is the
//! score if both players pass at the floor, where the tax is 0. It may be left out where it does not matter:
//! then the answer is the same for every score.

use super::SyntaxError;
use crate::{ByPlayer, Error, KoBans, KoGraph, KoMove, KoSolver, KoThermograph, Komaster, Player, Rational};
use std::collections::HashMap;
use std::ops::Range;
use thiserror::Error as ThisError;

/// A graph of positions that was read, and the position that is asked about.
#[must_use]
#[derive(Clone, Debug)]
pub struct LoopyGame {
    graph: KoGraph,
    /// What each position is called in messages.
    names: Vec<String>,
    root: usize,
    /// The options of the position that is asked about, as they are written.
    options: ByPlayer<Vec<String>>,
    /// What stands behind `where`.
    definitions: String,
}

/// A move in a graph of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyMove {
    /// The option, as it is written.
    pub name: String,
    /// The position after it as a text of its own: a number, or an option of the same graph.
    pub text: String,
    /// The position after it in the graph.
    pub to: usize,
    /// Does it take a ko, so that the opponent could undo it?
    pub ko: bool,
}

/// The reason why a position with cycles has no thermograph.
#[derive(ThisError, Clone, Debug, PartialEq, Eq)]
pub enum LoopyError {
    /// The rule of one ko at a time does not cover the position.
    #[error(
        "in {0} a second ko can be taken while the first is banned (a double or triple ko), and the rule of ko thermographs covers one ko at a time"
    )]
    SecondKo(String),
    /// A score that matters is not given.
    #[error("the score of {0} matters: write it behind the position, as in {0}={{...|...}}@3")]
    NoScore(String),
    /// A cycle that is worth something to a player.
    #[error("a cycle through {0} does not settle: the answer depends on what going round in it is worth")]
    Cycle(String),
    /// A number that does not fit.
    #[error(transparent)]
    Value(#[from] Error),
}

/// The deepest nesting of braces.
const MAX_DEPTH: usize = 200;
/// How far a score that is not given may lie beyond all numbers of a graph.
const BEYOND: i64 = 1_000_000;
/// The maximum number of positions with two kos, in which bans are counted.
const MAX_BANS: usize = 500;
/// The maximum number of positions.
const MAX_STATES: usize = 100_000;

impl LoopyGame {
    /// Is this text a graph of positions? It is where it has the word `where`.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == "where")
    }

    /// Reads a graph.
    ///
    /// ```
    /// use values::{Komaster, notation::LoopyGame};
    /// let ko = LoopyGame::parse("B where A={1|B}, B={A|0}")?;
    /// let thermograph = ko.thermograph(Komaster::Left)?;
    /// assert_eq!(thermograph.mean().map(|x| x.to_string()), Some("1/3".to_owned()));
    /// assert_eq!(thermograph.temperature(), thermograph.mean());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        let mut parser = Parser { text, at: 0, depth: 0, states: Vec::new(), names: HashMap::new() };
        let root = parser.option()?;
        parser.word("where")?;
        let definitions = parser.at;
        loop {
            parser.definition()?;
            parser.space();
            if !parser.take([',', ';']) {
                break;
            }
        }
        match parser.peek() {
            None => parser.finish(&root, text[definitions..].trim()),
            Some(_) => parser.expected("',' and another position, or the end"),
        }
    }

    /// The positions that can follow each other.
    pub fn graph(&self) -> &KoGraph {
        &self.graph
    }

    /// The position that is asked about.
    #[must_use]
    pub fn root(&self) -> usize {
        self.root
    }

    /// The moves of a player.
    ///
    /// ```
    /// use values::{Player, notation::LoopyGame};
    /// let ko = LoopyGame::parse("B where A={1|B}, B={A|0}")?;
    /// assert_eq!(ko.moves(Player::Left)[0].text, "A where A={1|B}, B={A|0}");
    /// assert_eq!(ko.moves(Player::Right)[0].text, "0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn moves(&self, player: Player) -> Vec<LoopyMove> {
        let written = self.options[player].iter().zip(self.graph.moves(self.root, player));
        let told = |(name, &KoMove { to, ko, .. }): (&String, &KoMove)| {
            // A number that is no value is read in a graph only.
            let number = name.replace('−', "-").parse().ok().and_then(Rational::to_dyadic);
            let text = number.map_or_else(|| format!("{name} where {}", self.definitions), |x| x.to_string());
            LoopyMove { name: name.clone(), text, to, ko }
        };
        written.map(told).collect()
    }

    /// Can the position come back?
    #[must_use]
    pub fn has_ko(&self) -> bool {
        self.graph.followers(self.root).iter().any(|&id| self.graph.has_capture(id))
    }

    /// The thermograph under this komaster.
    pub fn thermograph(&self, komaster: Komaster) -> Result<KoThermograph, LoopyError> {
        self.thermograph_of(self.root, komaster)
    }

    /// The thermograph of a position of the graph under this komaster.
    pub fn thermograph_of(&self, id: usize, komaster: Komaster) -> Result<KoThermograph, LoopyError> {
        let solver = KoSolver::new(komaster, Rational::ZERO);
        if let Some(thermograph) = solver.solve(&self.graph, id)? {
            return Ok(thermograph);
        }
        let has_second_ko = |&id: &usize| self.graph.has_second_ko(id);
        let followers = self.graph.followers(id);
        if followers.len() <= MAX_BANS && followers.iter().any(has_second_ko) {
            let bans = KoBans::of(&self.graph, id, komaster, Rational::ZERO, &mut || Ok(()))?;
            if let Some([low, high]) = bans.map(|bans| bans.bounds(id))
                && low == high
            {
                return Ok(low);
            }
        }
        Err(self.complaint(id))
    }

    /// The reason why the bounds of a position do not meet.
    fn complaint(&self, id: usize) -> LoopyError {
        let followers = self.graph.followers(id);
        let name = |id: usize| self.names[id].clone();
        if let Some(&id) = followers.iter().find(|&&id| self.graph.has_second_ko(id)) {
            return LoopyError::SecondKo(name(id));
        }
        match followers.iter().find(|&&id| self.graph.lacks_score(id)) {
            Some(&id) => LoopyError::NoScore(name(id)),
            None => LoopyError::Cycle(name(id)),
        }
    }
}

/// What stands at the place of an option.
#[derive(Clone)]
enum Written {
    Number(Rational),
    Name(String, usize),
    State(usize),
}

/// A position as written.
struct WrittenState {
    name: String,
    /// The options, each with its place in the text.
    options: ByPlayer<Vec<(Written, Range<usize>)>>,
    score: Option<Rational>,
}

struct Parser<'a> {
    text: &'a str,
    /// The next byte to read.
    at: usize,
    depth: usize,
    states: Vec<WrittenState>,
    names: HashMap<String, usize>,
}

type Parsed<T> = Result<T, SyntaxError>;

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        self.space();
        self.rest().chars().next()
    }

    fn take<const N: usize>(&mut self, any: [char; N]) -> bool {
        let found = self.peek().filter(|c| any.contains(c));
        self.at += found.map_or(0, char::len_utf8);
        found.is_some()
    }

    fn error<T>(&self, offset: usize, message: impl Into<String>) -> Parsed<T> {
        Err(SyntaxError::new(self.text, offset, message.into()))
    }

    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        match self.peek() {
            None => self.error(self.at, format!("expected {what} but the text ends")),
            Some(found) => {
                self.error(self.at, format!("expected {what} but found '{}'", found.escape_debug()))
            }
        }
    }

    fn word(&mut self, word: &str) -> Parsed<()> {
        self.space();
        let end = self.name_end();
        match &self.text[self.at..end] == word {
            true => {
                self.at = end;
                Ok(())
            }
            false => self.expected(&format!("'{word}'")),
        }
    }

    fn name_end(&self) -> usize {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        self.at + self.rest().find(|c| !is_part(c)).unwrap_or(self.rest().len())
    }

    /// `NAME={...|...}@SCORE`.
    fn definition(&mut self) -> Parsed<()> {
        if !self.peek().is_some_and(char::is_alphabetic) {
            return self.expected("the name of a position");
        }
        let (start, end) = (self.at, self.name_end());
        let name = self.text[start..end].to_owned();
        if self.names.contains_key(&name) {
            return self.error(start, format!("there is a position '{name}' already"));
        }
        self.at = end;
        if !self.take(['=']) {
            return self.expected(&format!("'=' after {name}"));
        }
        if self.peek() != Some('{') {
            return self.expected(&format!("'{{' and the options of {name}"));
        }
        let state = self.state(name.clone())?;
        self.names.insert(name, state);
        Ok(())
    }

    /// A position in braces, and its score.
    fn state(&mut self, name: String) -> Parsed<usize> {
        let start = self.at;
        if self.depth == MAX_DEPTH {
            return self.error(start, format!("braces may be nested {MAX_DEPTH} deep, and this is deeper"));
        }
        if self.states.len() == MAX_STATES {
            return self
                .error(start, format!("a graph may have {MAX_STATES} positions, and this one has more"));
        }
        let id = self.states.len();
        self.states.push(WrittenState { name, options: ByPlayer::default(), score: None });
        self.depth += 1;
        self.at += 1;
        let left = self.options('|')?;
        if !self.take(['|']) {
            return self.expected("',' or '|'");
        }
        let right = self.options('}')?;
        if !self.take(['}']) {
            return self.expected("',' or '}'");
        }
        self.depth -= 1;
        let score = if self.take(['@']) { Some(self.number()?) } else { None };
        self.states[id].options = ByPlayer::new(left, right);
        self.states[id].score = score;
        Ok(id)
    }

    /// Options with commas between, up to this character; possibly none.
    fn options(&mut self, end: char) -> Parsed<Vec<(Written, Range<usize>)>> {
        let mut options = Vec::new();
        if self.peek() == Some(end) {
            return Ok(options);
        }
        loop {
            self.space();
            let start = self.at;
            let option = self.option()?;
            options.push((option, start..self.at));
            if !self.take([',']) {
                return Ok(options);
            }
        }
    }

    fn option(&mut self) -> Parsed<Written> {
        match self.peek() {
            Some('{') => {
                let name = format!("the position at character {}", self.text[..self.at].chars().count() + 1);
                self.state(name).map(Written::State)
            }
            Some('0'..='9' | '-' | '−') => self.number().map(Written::Number),
            Some(c) if c.is_alphabetic() => {
                let (start, end) = (self.at, self.name_end());
                self.at = end;
                Ok(Written::Name(self.text[start..end].to_owned(), start))
            }
            _ => self.expected("a number, the name of a position or '{'"),
        }
    }

    fn number(&mut self) -> Parsed<Rational> {
        self.space();
        let start = self.at;
        let signs = self.rest().len() - self.rest().trim_start_matches(['-', '−']).len();
        self.at += signs;
        let digits = |c: char| c.is_ascii_digit() || c == '/';
        self.at += self.rest().find(|c| !digits(c)).unwrap_or(self.rest().len());
        let number = self.text[start..self.at].replace('−', "-").parse();
        number.or_else(|error: Error| self.error(start, error.to_string()))
    }

    /// The graph of what was written.
    fn finish(mut self, root: &Written, definitions: &str) -> Parsed<LoopyGame> {
        let states = std::mem::take(&mut self.states);
        let scores = states.iter().filter_map(|state| state.score);
        let options = states.iter().flat_map(|state| state.options.iter().flatten());
        let numbers = options.filter_map(|(option, _)| match option {
            Written::Number(x) => Some(*x),
            _ => None,
        });
        let all: Vec<Rational> = scores.chain(numbers).collect();
        // No line of play ends with any other score. One that is missing may be far beyond.
        let mut range = [all.iter().min(), all.iter().max()].map(|x| x.copied().unwrap_or(Rational::ZERO));
        if states.iter().any(|state| state.score.is_none()) {
            let far = Rational::from(BEYOND);
            let both = range[0].minus(far).and_then(|low| Ok([low, range[1].plus(far)?]));
            range = both.or_else(|error| self.error(0, error.to_string()))?;
        }
        let mut graph = KoGraph::default();
        for state in &states {
            graph.add(state.score.map_or(range, |score| [score; 2]), range);
        }
        let mut settled: HashMap<Rational, usize> = HashMap::new();
        let mut id_of = |graph: &mut KoGraph, written: &Written| match written {
            Written::State(id) => Ok(*id),
            Written::Number(x) => Ok(*settled.entry(*x).or_insert_with(|| graph.add_number(*x))),
            Written::Name(name, place) => match self.names.get(name) {
                Some(&id) => Ok(id),
                None => self.error(*place, format!("there is no position '{name}' behind 'where'")),
            },
        };
        for (id, state) in states.iter().enumerate() {
            let moves = ByPlayer::try_from_fn(|player| {
                let options = state.options[player].iter();
                options.map(|(option, _)| id_of(&mut graph, option).map(KoMove::to)).collect()
            })?;
            graph.expand(id, moves);
        }
        let root = id_of(&mut graph, root)?;
        graph.find_kos();
        let written = |(_, place): &(Written, Range<usize>)| self.text[place.clone()].trim().to_owned();
        let options = states
            .get(root)
            .map(|state| state.options.each_ref().map(|all| all.iter().map(written).collect()));
        let mut names: Vec<String> = states.into_iter().map(|state| state.name).collect();
        names.resize(graph.len(), "a number".to_owned());
        let (options, definitions) = (options.unwrap_or_default(), definitions.to_owned());
        Ok(LoopyGame { graph, names, root, options, definitions })
    }
}
