//! Facts about tables, as text with nested facts indented, or as JSON.

use crate::output::stdout;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::Write;

/// Facts in order, for people and for programs. The fact `error` is a failure.
#[derive(Default)]
pub(crate) struct Facts(Map<String, Value>);

impl Facts {
    /// The facts of an answer.
    pub(crate) fn of(answer: &impl Serialize) -> Self {
        match serde_json::to_value(answer) {
            Ok(Value::Object(facts)) => Self(facts),
            _ => Self::default(),
        }
    }

    /// Removes a fact.
    pub(crate) fn withdraw(&mut self, key: &str) {
        self.0.shift_remove(key);
    }

    pub(crate) fn print(mut self, json: bool) -> anyhow::Result<()> {
        if json {
            writeln!(stdout(), "{}", Value::Object(self.0))?;
            return Ok(());
        }
        let error = self.0.remove("error");
        self.0.remove("schema");
        write!(stdout(), "{}", lines(&self.0, 2))?;
        if let Some(error) = error.as_ref().and_then(Value::as_str) {
            eprintln!("error: {error}");
        }
        Ok(())
    }
}

/// A line for each fact; nested facts are indented.
fn lines(facts: &Map<String, Value>, indent: usize) -> String {
    let width = facts.keys().map(|key| key.chars().count()).max().unwrap_or(0).max(17);
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut text = String::new();
    for (key, value) in facts {
        let key = key.replace('_', " ");
        let line = match value {
            Value::Object(inner) if inner.len() == 2 && inner.contains_key("all") => {
                format!("{:>13} {:>13}", inner["all"].to_string(), inner["distinct"].to_string())
            }
            Value::Object(inner) => {
                text += &format!("{:indent$}{key}\n{}", "", lines(inner, indent + 2));
                continue;
            }
            Value::Array(list) if list.iter().all(Value::is_object) && !list.is_empty() => {
                text += &format!("{:indent$}{key}\n", "");
                for inner in list.iter().filter_map(Value::as_object) {
                    text += &lines(inner, indent + 2);
                }
                continue;
            }
            Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(" "),
            value => plain(value),
        };
        text += &format!("{:indent$}{key:<width$} {line}\n", "");
    }
    text
}
