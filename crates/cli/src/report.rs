//! What is said about a value: a table of properties, written for people or as JSON.

use crate::{Ending, Reach};
use serde_json::{Map, Value, json};
use tedomari::prelude::{Dyadic, Outcome, Player, Thermograph, ValueId, Values};
use tedomari::values::notation::{Expression, Outlook};
use tedomari::values::{Error, Temper};

/// One line of a report.
struct Property {
    /// The key in JSON; for people, with spaces.
    key: &'static str,
    /// Only said when everything is asked for.
    extra: bool,
    of: fn(&Values, ValueId) -> Result<Value, Error>,
}

const fn property(key: &'static str, of: fn(&Values, ValueId) -> Result<Value, Error>) -> Property {
    Property { key, extra: false, of }
}

const fn extra(key: &'static str, of: fn(&Values, ValueId) -> Result<Value, Error>) -> Property {
    Property { key, extra: true, of }
}

/// Longer canonical forms than this are not printed.
const MAX_PRINTED: usize = 1_000_000;

/// Of longer facts people are shown only the beginning.
const MAX_SHOWN: usize = 2000;

const PROPERTIES: &[Property] = &[
    property("canonical", |values, g| Ok(json!(print(values, g)?))),
    property("outcome", |values, g| Ok(json!(values.outcome(g)?.to_string()))),
    property("mean", |values, g| Ok(json!(values.mean(g)?.to_string()))),
    property("temperature", |values, g| Ok(json!(values.temperature(g)?.to_string()))),
    property("left_stop", |values, g| Ok(json!(values.stop(g, Player::Left).to_string()))),
    property("right_stop", |values, g| Ok(json!(values.stop(g, Player::Right).to_string()))),
    property("atomic_weight", |values, g| match values.atomic_weight(g)? {
        Some(weight) => Ok(json!(print(values, weight)?)),
        None => Ok(Value::Null),
    }),
    property("birthday", |values, g| Ok(json!(values.birthday(g)))),
    property("kinds", |values, g| Ok(json!(kinds(values, g)?))),
    property("thermograph", |values, g| Ok(walls(values.thermograph(g)?))),
    extra("left_options", |values, g| list(values, values.options(g)?.0)),
    extra("right_options", |values, g| list(values, values.options(g)?.1)),
    extra("reduced", |values, g| Ok(json!(print(values, values.reduced(g)?)?))),
    extra("freeze", |values, g| Ok(json!(print(values, values.freeze(g)?)?))),
    extra("companion", |values, g| Ok(json!(print(values, values.companion(g)?)?))),
    extra("left_incentives", |values, g| list(values, &values.incentives_of(g, Player::Left)?)),
    extra("right_incentives", |values, g| list(values, &values.incentives_of(g, Player::Right)?)),
    extra("incentives", |values, g| list(values, &values.incentives(g)?)),
    extra("number_part", |values, g| Ok(json!(values.number_part(g).map(|x| x.to_string())))),
    extra("uptimal", |values, g| Ok(json!(values.uptimal(g)?.map(|uptimal| uptimal.to_string())))),
    extra("misere_outcome", |values, g| Ok(json!(values.misere_outcome(g)?.to_string()))),
    extra("stop_count", |values, g| Ok(json!(values.stop_count(g)?))),
    extra("follower_count", |values, g| Ok(json!(values.follower_count(g)?))),
];

fn print(values: &Values, g: ValueId) -> Result<String, Error> {
    values.print_within(g, MAX_PRINTED)
}

fn list(values: &Values, set: &[ValueId]) -> Result<Value, Error> {
    let mut printed = set.iter().map(|&g| print(values, g)).collect::<Result<Vec<_>, _>>()?;
    printed.sort();
    Ok(json!(printed))
}

/// The words that describe the game.
fn kinds(values: &Values, g: ValueId) -> Result<Vec<String>, Error> {
    let mut kinds = vec![values.kind(g).to_string()];
    let temper = values.temper(g)?;
    let words = [
        (g == ValueId::ZERO, "zero"),
        (values.is_integer(g), "integer"),
        (values.is_number(g), "number"),
        (values.is_nimber(g), "nimber"),
        (values.is_infinitesimal(g), "infinitesimal"),
        (values.is_all_small(g)?, "all-small"),
        (values.is_numberish(g), "numberish"),
        (values.is_switch(g), "switch"),
        (temper == Some(Temper::Even), "even-tempered"),
        (temper == Some(Temper::Odd), "odd-tempered"),
    ];
    kinds.extend(words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned()));
    Ok(kinds)
}

/// Both walls as lists of `[value, temperature]`, from −1 up to the foot of the mast.
pub(crate) fn walls(thermograph: &Thermograph) -> Value {
    let wall = |player| {
        let point = |value: Dyadic, t: Dyadic| json!([value.to_string(), t.to_string()]);
        let points = thermograph.outline(player).into_iter().map(|p| point(p.value, p.temperature));
        points.collect::<Vec<_>>()
    };
    json!({ "left": wall(Player::Left), "right": wall(Player::Right) })
}

/// All that is known about one expression, and how complete that is.
pub(crate) struct Report {
    facts: Map<String, Value>,
    pub(crate) ending: Ending,
}

impl Report {
    /// A report on nothing yet.
    pub(crate) fn new() -> Self {
        Self { facts: Map::new(), ending: Ending::Complete }
    }

    /// Reads an expression and says what it is worth.
    pub(crate) fn of(text: &str, values: &mut Values, reach: Reach, all: bool) -> Self {
        let mut report = Self::new();
        report.say("expression", json!(text));
        values.set_budget(reach.budget());
        match Expression::parse(text) {
            Err(error) => {
                report.fail(Ending::BadInput, &error.to_string());
                report.say("place", json!(text[..error.offset()].chars().count()));
            }
            Ok(expression) => match values.evaluate(&expression) {
                Ok(g) => report.describe(values, g, all),
                Err(error) if error.is_limit() => {
                    // Its room is better given back: nothing in it will be used again.
                    *values = reach.values();
                    report.give_outlook(&expression, error, reach);
                }
                Err(error) => report.fail(Ending::BadInput, &error.to_string()),
            },
        }
        report
    }

    /// The report on something that is not even text.
    pub(crate) fn of_error(message: &str) -> Self {
        let mut report = Self::new();
        report.fail(Ending::BadInput, message);
        report
    }

    /// A report on a position, to be filled.
    pub(crate) fn of_position(game: &str, position: &str) -> Self {
        let mut report = Self::new();
        report.say("game", json!(game));
        report.say("position", json!(position));
        report
    }

    /// A report on a sum, to be filled.
    pub(crate) fn of_sum(sum: &str) -> Self {
        let mut report = Self::new();
        report.say("sum", json!(sum));
        report
    }

    pub(crate) fn say(&mut self, key: &str, value: Value) {
        self.facts.insert(key.to_owned(), value);
    }

    pub(crate) fn fail(&mut self, ending: Ending, message: &str) {
        self.ending = self.ending.max(ending);
        self.say("error", json!(message));
    }

    /// Says which error ended the work early, and for a limit which options set it.
    pub(crate) fn fail_by(&mut self, error: Error, options: &str) {
        let advice = if error.is_limit() { format!("; {options} set the limits") } else { String::new() };
        self.fail(error.into(), &format!("{error}{advice}"));
    }

    pub(crate) fn describe(&mut self, values: &Values, g: ValueId, all: bool) {
        let mut failures: Vec<(Error, Vec<&str>)> = Vec::new();
        for property in PROPERTIES.iter().filter(|property| all || !property.extra) {
            match (property.of)(values, g) {
                Ok(value) => self.say(property.key, value),
                Err(error) => {
                    self.say(property.key, Value::Null);
                    match failures.iter_mut().find(|(known, _)| *known == error) {
                        Some((_, keys)) => keys.push(property.key),
                        None => failures.push((error, vec![property.key])),
                    }
                }
            }
        }
        let say = |(error, keys): &(Error, Vec<&str>)| format!("no {}: {error}", keys.join(", "));
        let messages: Vec<String> = failures.iter().map(say).collect();
        if let Some(ending) = failures.iter().map(|(error, _)| Ending::from(*error)).max() {
            self.fail(ending, &messages.join("; "));
        }
    }

    /// The canonical form is out of reach: says what can be known without it.
    fn give_outlook(&mut self, expression: &Expression, error: Error, reach: Reach) {
        let reach = reach.part(0.1);
        if let Ok(Some(Outlook { mean, temperature_at_most, thermograph })) =
            reach.values().outlook(expression)
        {
            self.say("exact", json!(thermograph.is_some()));
            self.say("mean", json!(mean.to_string()));
            match thermograph {
                Some(thermograph) => {
                    self.say("temperature", json!(temperature_at_most.to_string()));
                    self.say("thermograph", walls(&thermograph));
                }
                None => self.say("temperature_bounds", json!(["-1", temperature_at_most.to_string()])),
            }
        }
        self.fail_by(error, "--time and --max-games");
    }

    /// One JSON object.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(&self.facts).unwrap_or_default()
    }

    /// The message about what went wrong, if anything did.
    pub(crate) fn error(&self) -> Option<&str> {
        self.facts.get("error").and_then(Value::as_str)
    }

    /// A line for each fact.
    pub(crate) fn text(&self) -> String {
        let mut lines = String::new();
        for (key, value) in &self.facts {
            let value = match (key.as_str(), value) {
                (
                    "expression" | "error" | "place" | "thermograph" | "game" | "position" | "regions"
                    | "moves" | "sum",
                    _,
                ) => continue,
                // A canonical form says as much.
                ("exact", Value::Bool(true)) if self.facts.contains_key("canonical") => continue,
                ("exact" | "hotter", Value::Bool(so)) => if *so { "yes" } else { "no" }.to_owned(),
                ("temperature_bounds" | "mean_bounds", Value::Array(bounds)) if bounds[0] == bounds[1] => {
                    continue;
                }
                ("outcome" | "misere_outcome", Value::String(letter)) => explain(letter),
                ("temperature_bounds" | "mean_bounds", Value::Array(bounds)) => {
                    format!("from {} to {}", plain(&bounds[0]), plain(&bounds[1]))
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

fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) if values.is_empty() => "none".to_owned(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// What the letter of an outcome means.
fn explain(letter: &str) -> String {
    let meanings = [
        (Outcome::Left, "Left wins, whoever starts"),
        (Outcome::Right, "Right wins, whoever starts"),
        (Outcome::Next, "the first player wins"),
        (Outcome::Previous, "the second player wins"),
    ];
    let meaning = meanings.into_iter().find(|(outcome, _)| outcome.to_string() == letter);
    meaning.map_or(letter.to_owned(), |(_, meaning)| format!("{letter} ({meaning})"))
}
