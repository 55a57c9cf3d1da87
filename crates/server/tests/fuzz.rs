//! Requests made from the description and from notations, then damaged: none of them ends in a defect.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{bytes, request, run, send, settings, with};
use fastrand::Rng;
use serde_json::{Map, Value, json};
use server::Settings;
use std::collections::BTreeMap;
use std::time::Duration;
use tedomari::prelude::*;

/// Makes requests.
struct Fuzzer {
    random: Rng,
    description: Value,
    /// Paths that are posted to.
    paths: Vec<String>,
    /// Good texts.
    texts: Vec<String>,
}

impl Fuzzer {
    fn new(seed: u64) -> Self {
        let description = server::description();
        let paths = description["paths"].as_object().unwrap();
        let posted = paths.iter().filter(|(_, operations)| operations.get("post").is_some());
        let engine = Engine::new();
        let games = engine.rulesets().iter().map(|ruleset| format!("{}:{}", ruleset.name, ruleset.example));
        let values = [
            "{2|{0|-1},*}",
            "10|8||2",
            "^^*",
            "-1/2 + *3",
            "on",
            "{0||0|-2} + nogo:...",
            "clobber:xo + 1|-1",
        ];
        Self {
            random: Rng::with_seed(seed),
            paths: posted.map(|(path, _)| path.clone()).collect(),
            texts: games.chain(values.map(str::to_owned)).collect(),
            description,
        }
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.random.usize(..all.len())]
    }

    /// A text that is nearly a position.
    fn text(&mut self) -> String {
        let mut text: Vec<char> = self.texts[self.random.usize(..self.texts.len())].chars().collect();
        for _ in 0..self.random.usize(..4) {
            let at = self.random.usize(..=text.len());
            match self.random.u8(..5) {
                0 if at < text.len() => drop(text.remove(at)),
                1 => text.insert(
                    at,
                    *self.one_of(&[
                        '|', ':', '{', '}', 'x', 'o', '#', '+', ' ', '-', '0', '9', '@', '(', '\n', 'é',
                        '\u{0}', '∞',
                    ]),
                ),
                2 if at < text.len() => text.truncate(at),
                3 => text.extend(self.texts[self.random.usize(..self.texts.len())].chars()),
                _ => text.splice(at..at, " + ".chars()).for_each(drop),
            }
        }
        text.into_iter().collect()
    }

    /// Any JSON.
    fn anything(&mut self, depth: u8) -> Value {
        match self.random.u8(..if depth == 0 { 7 } else { 9 }) {
            0 => Value::Null,
            1 => json!(self.random.bool()),
            2 => json!(self.random.i64(..)),
            3 => json!(self.random.f64() * 1e300),
            4 => json!(self.text()),
            5 => json!("9".repeat(self.random.usize(..5000))),
            6 => json!(self.one_of(&[-1, 0, 1, 255, 256, 65_536])),
            7 => json!([self.anything(depth - 1), self.anything(depth - 1)]),
            _ => json!({ "position": self.anything(depth - 1), "x": self.anything(depth - 1) }),
        }
    }

    /// A value for a schema.
    fn value(&mut self, schema: &Value, name: &str) -> Value {
        if self.random.u8(..40) == 0 {
            return self.anything(2);
        }
        if let Some(target) = schema["$ref"].as_str() {
            let schema = self.description.pointer(&target[1..]).unwrap().clone();
            return self.value(&schema, name);
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(choices) = schema[key].as_array() {
                let schema = self.one_of(choices).clone();
                return self.value(&schema, name);
            }
        }
        if let Some(choices) = schema["enum"].as_array() {
            return self.one_of(choices).clone();
        }
        if schema.get("const").is_some() {
            return schema["const"].clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.one_of(kinds).clone(),
            kind => kind.clone(),
        };
        match kind.as_str() {
            Some("object") => self.object(schema),
            Some("array") => self.list(),
            Some("boolean") => json!(self.random.bool()),
            Some("integer") => json!(self.one_of(&[0, 1, 2, 3, 9, 300, 100_000])),
            Some("number") => json!(self.random.f64() * 0.05),
            Some("string") => json!(self.word(name)),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &Value) -> Value {
        let mut object = Map::new();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (key, property) in schema["properties"].as_object().unwrap() {
            if required.contains(&json!(key)) && self.random.u8(..30) > 0 || self.random.bool() {
                object.insert(key.clone(), self.value(property, key));
            }
        }
        if self.random.u8(..30) == 0 {
            object.insert("surplus".to_owned(), self.anything(2));
        }
        Value::Object(object)
    }

    /// Moves of a game.
    fn list(&mut self) -> Value {
        let names = ["A1", "A1-B1", "option 1", "fill", "5>3", "", "g-a:L", "A4-A3xA4", "1"];
        let count = *self.one_of(&[0, 0, 1, 2, 5, 2001]);
        json!((0..count).map(|_| json!([self.random.usize(..3), self.one_of(&names)])).collect::<Vec<_>>())
    }

    fn word(&mut self, name: &str) -> String {
        match name {
            "position" | "start" | "sum" => self.text(),
            "player" => (*self.one_of(&[
                "informed",
                "mcts",
                "hotstrat:tds+@1/4",
                "random:7",
                "star2",
                "exec:true",
                "x",
                "",
            ]))
            .to_owned(),
            "game" => {
                (*self.one_of(&["nogo", "amazons", "clobber", "domineering", "nim", "x", "../x"])).to_owned()
            }
            "mean" | "temperature" | "threshold" => {
                (*self.one_of(&["0", "1/2", "-7/4", "1/3", "x", "99999999999999999999"])).to_owned()
            }
            // A good name would run an experiment to its end.
            _ => (*self.one_of(&["", "x", "../x", "nogo-3x3.table", "\u{0}"])).to_owned(),
        }
    }

    /// A path and a body.
    fn make(&mut self) -> (String, Vec<u8>) {
        let path = self.paths[self.random.usize(..self.paths.len())].clone();
        let content = &self.description["paths"][&path]["post"]["requestBody"]["content"];
        let schema = content["application/json"]["schema"].clone();
        let mut body = self.value(&schema, "");
        if let Some(object) = body.as_object_mut()
            && self.random.u8(..20) > 0
        {
            object.entry("time").and_modify(|time| *time = json!(0.02));
        }
        let mut bytes = body.to_string().into_bytes();
        for _ in 0..self.random.usize(..40).saturating_sub(37) {
            let at = self.random.usize(..=bytes.len());
            match self.random.u8(..3) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, self.random.u8(..)),
                _ => bytes.splice(at..at, b"[[{\"".iter().copied()).for_each(drop),
            }
        }
        (path, bytes)
    }
}

fn fuzz(requests: usize, seed: u64) {
    run(async {
        let limits = Settings { time: Duration::from_millis(30), bytes: 32 << 20, ..settings() };
        let server = with(Engine::new(), limits);
        let mut fuzzer = Fuzzer::new(seed);
        let mut statuses = BTreeMap::<u16, usize>::new();
        for _ in 0..requests {
            let (path, body) = fuzzer.make();
            let accept = if fuzzer.random.bool() { "application/json" } else { "text/event-stream" };
            let headers = [("content-type", "application/json"), ("accept", accept)];
            let response = send(&server, request("POST", &path, &headers, body.clone())).await;
            let status = response.status().as_u16();
            let answer = bytes(response).await;
            let (asked, told) = (String::from_utf8_lossy(&body), String::from_utf8_lossy(&answer));
            assert!(status < 500 && status != 429, "{path} {asked}: {status} {told}");
            assert!(!told.contains("\"panic\""), "{path} {asked}: {told}");
            *statuses.entry(status).or_default() += 1;
        }
        println!("{statuses:?}");
        assert!(statuses[&200] > requests / 20 && statuses[&400] > requests / 20, "{statuses:?}");
    });
}

#[test]
fn damaged_requests_are_no_defects() {
    fuzz(300, 1);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_damaged_requests() {
    fuzz(10_000, 2);
}
