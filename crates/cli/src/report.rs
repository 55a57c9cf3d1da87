//! The report on one question: the serialised answer, as JSON or as a line for each fact.

use crate::ending::Ending;
use serde::Serialize;
use serde_json::{Map, Value, json};
use tedomari::EngineError;
use tedomari::answers::Ended;
use tedomari::prelude::Outcome;
use tedomari::rules::RULESETS;
use tedomari::sums::ReadError;

/// The maximum length of a fact in text; longer facts are cut.
const MAX_SHOWN: usize = 2000;

/// An answer, and how complete it is.
pub(crate) struct Report {
    facts: Map<String, Value>,
    pub(crate) ending: Ending,
    /// The keys that text omits.
    hidden: &'static [&'static str],
}

impl Report {
    /// An empty report.
    pub(crate) fn new() -> Self {
        Self { facts: Map::new(), ending: Ending::Complete, hidden: &[] }
    }

    /// The report on an answer. `options` names the options that set the limits.
    pub(crate) fn of(answer: &impl Serialize, error: Option<&Ended>, options: &str) -> Self {
        let mut report = Self::new();
        if let Ok(Value::Object(facts)) = serde_json::to_value(answer) {
            report.facts = facts;
        }
        if let Some(ended) = error {
            // A missing fact is null.
            for key in ended.missing() {
                report.facts.entry(key).or_insert(Value::Null);
            }
            report.fail_by(ended, options);
        }
        report
    }

    /// The report on a question without an answer.
    pub(crate) fn of_error(message: &str) -> Self {
        let mut report = Self::new();
        report.fail(Ending::BadInput, message);
        report
    }

    /// The report on a question without an answer, with the question.
    pub(crate) fn refused(question: &[(&str, &str)], error: &EngineError) -> Self {
        let asked = question.iter().map(|(key, text)| ((*key).to_owned(), json!(text)));
        let mut report = Self { facts: asked.collect(), ..Self::new() };
        let ending = match error {
            error if error.is_limit() => Ending::LimitReached,
            error if error.is_about_a_file() => Ending::File,
            _ => Ending::BadInput,
        };
        report.fail(ending, &explained(error));
        if let (EngineError::Syntax(error), [(_, text)]) = (error, question) {
            report.say("place", json!(text[..error.offset()].chars().count()));
        }
        report
    }

    /// The same report with keys that text omits.
    pub(crate) fn hiding(self, hidden: &'static [&'static str]) -> Self {
        Self { hidden, ..self }
    }

    /// Removes a fact.
    pub(crate) fn withdraw(&mut self, key: &str) {
        self.facts.shift_remove(key);
    }

    /// Adds a fact.
    pub(crate) fn say(&mut self, key: &str, value: Value) {
        self.facts.insert(key.to_owned(), value);
    }

    /// Adds the error message and the ending.
    pub(crate) fn fail(&mut self, ending: Ending, message: &str) {
        self.ending = self.ending.max(ending);
        self.say("error", json!(message));
    }

    /// Adds the error that ended the work early. For a limit, adds the options that set it.
    fn fail_by(&mut self, ended: &Ended, options: &str) {
        let advice = if ended.is_limit() { format!("; {options} set the limits") } else { String::new() };
        let ending = ended.errors().map(Ending::from).max().unwrap_or(Ending::Complete);
        self.fail(ending, &format!("{ended}{advice}"));
    }

    /// One JSON object.
    pub(crate) fn json(&self) -> String {
        Value::Object(self.facts.clone()).to_string()
    }

    /// The error message. `None` means that there was no error.
    pub(crate) fn error(&self) -> Option<&str> {
        self.facts.get("error").and_then(Value::as_str)
    }

    /// A line for each fact.
    pub(crate) fn text(&self) -> String {
        let mut lines = String::new();
        for (key, value) in self.facts.iter().filter(|(key, _)| !self.hidden.contains(&key.as_str())) {
            let value = match (key.as_str(), value) {
                (
                    "expression" | "error" | "place" | "thermograph" | "game" | "position" | "regions"
                    | "moves" | "ko_moves" | "parts" | "sum" | "schema",
                    _,
                ) => continue,
                ("komasters", Value::Array(answers)) => {
                    lines += &answers.iter().map(komaster).collect::<String>();
                    continue;
                }
                // A canonical form implies it.
                ("exact", Value::Bool(true)) if self.facts.contains_key("canonical") => continue,
                ("exact" | "hotter", Value::Bool(so)) => if *so { "yes" } else { "no" }.to_owned(),
                ("temperature_bounds" | "mean_bounds", Value::Array(bounds)) if bounds[0] == bounds[1] => {
                    continue;
                }
                ("outcome" | "misere_outcome", Value::String(letter)) => explain(letter),
                ("temperature_bounds" | "mean_bounds", Value::Array(bounds)) => {
                    format!("from {} to {}", plain(&bounds[0]), plain(&bounds[1]))
                }
                // The line of the estimate has them, and calls them so.
                ("mean" | "temperature", _) if self.facts.contains_key("estimate") => continue,
                ("estimate", estimate) => {
                    let part = |key: &str| plain(&estimate[key]);
                    let error = |key: &str| part(&format!("{key}_error"));
                    let about = |key: &str| format!("{key} about {} ± {}", part(key), error(key));
                    format!("{}, {}", about("mean"), about("temperature"))
                }
                ("left_first" | "right_first", answer) => {
                    let won = |key: &str| plain(&answer[key]);
                    match &answer["move"] {
                        Value::Null => format!("{} wins", won("winner")),
                        _ => format!("{} wins with {} in part {}", won("winner"), won("move"), won("part")),
                    }
                }
                (_, value) => plain(value),
            };
            let shown = match value.char_indices().nth(MAX_SHOWN) {
                Some((end, _)) => {
                    format!("{}... ({} characters, --json gives all)", &value[..end], value.len())
                }
                None => value,
            };
            lines += &format!("  {:<17} {shown}\n", key.replace('_', " "));
        }
        lines
    }
}

/// An error of the engine as one of the command, with the same hint.
pub(crate) fn refusal(error: EngineError) -> anyhow::Error {
    // The exit status follows from the error itself.
    if error.is_about_a_file() { error.into() } else { anyhow::anyhow!(explained(&error)) }
}

/// What a position is worth under one distribution of ko threats.
fn komaster(answer: &Value) -> String {
    let who = match answer["komaster"].as_str().unwrap_or_default() {
        side @ ("left" | "right") => format!("{side} komaster"),
        "none" => "no threats".to_owned(),
        "nte" => "equal threats".to_owned(),
        other => other.to_owned(),
    };
    let known = |key: &str| answer.get(key).map(plain);
    let number = |key: &str| match (known(key), answer[format!("{key}_bounds")].as_array()) {
        (Some(x), _) => Some(format!("{key} {x}")),
        (None, Some(bounds)) => Some(format!("{key} from {} to {}", plain(&bounds[0]), plain(&bounds[1]))),
        (None, None) => None,
    };
    let numbers: Vec<String> = ["mean", "temperature"].into_iter().filter_map(number).collect();
    let worth = match &numbers[..] {
        [] if answer.get("thermograph").is_some() => "the mast slants".to_owned(),
        [] => "not known".to_owned(),
        numbers => numbers.join(", "),
    };
    format!("  {who:<17} {worth}\n")
}

/// An error of the engine, with a hint at the right command or game.
pub(crate) fn explained(error: &EngineError) -> String {
    use tedomari::rules::{OpenError, RuleError};
    let open = match error {
        EngineError::Position(error) | EngineError::Sum(ReadError::Position { error, .. }) => Some(error),
        _ => None,
    };
    match (open, error) {
        (Some(OpenError::Chance { .. }), _) => format!(
            "{error}: `tedomari play` and `tedomari match --game` play it, and `tedomari solve` solves endgames of dark-chess"
        ),
        (Some(OpenError::UnknownGame { name, .. }), _) => match similar_game(name) {
            Some(game) => {
                format!("there is no game '{name}'; did you mean {game}? `tedomari games` lists them")
            }
            None => error.to_string(),
        },
        (None, EngineError::Sum(ReadError::Value { part, .. })) => {
            let game = part.split_once(':').and_then(|(name, _)| similar_game(name.trim()));
            game.map_or_else(|| error.to_string(), |game| format!("{error}; did you mean {game}:...?"))
        }
        (None, EngineError::Rules(RuleError::NoValue(_))) => {
            format!("{error}: `tedomari analyze` says what the position, or each part of a sum, is worth")
        }
        _ => error.to_string(),
    }
}

/// The game whose name is most like this one. `None` means that none is like it.
fn similar_game(name: &str) -> Option<String> {
    const LIKE: f64 = 0.8;
    let names = RULESETS.iter().map(|ruleset| ruleset.name.to_string());
    let like = names.map(|game| (strsim::jaro_winkler(&name.to_lowercase(), &game), game));
    let best = like.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Some(best.1).filter(|_| best.0 >= LIKE && !name.is_empty())
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) if values.is_empty() => "none".to_owned(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// The meaning of the letter of an outcome.
fn explain(letter: &str) -> String {
    let meanings = [
        (Outcome::Left, "Left wins, moving first or second"),
        (Outcome::Right, "Right wins, moving first or second"),
        (Outcome::Next, "the first player wins"),
        (Outcome::Previous, "the second player wins"),
    ];
    let meaning = meanings.into_iter().find(|(outcome, _)| outcome.to_string() == letter);
    meaning.map_or(letter.to_owned(), |(_, meaning)| format!("{letter} ({meaning})"))
}
