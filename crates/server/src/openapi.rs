//! The description of the API for programs, OpenAPI 3.1, made from the types of requests and answers.

use crate::error::ErrorAnswer;
use crate::requests::MOST_POSITION;
use crate::routes::ROUTES;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Where schemas stand in the description.
const SCHEMAS: &str = "/components/schemas";

/// How a path is asked and how it answers.
pub(crate) struct Route {
    pub(crate) path: &'static str,
    summary: &'static str,
    request: Option<fn(&mut SchemaGenerator) -> Schema>,
    answer: Answer,
}

#[derive(Clone, Copy)]
enum Answer {
    /// JSON at once.
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// Events, the last but one of which has this JSON.
    Events(fn(&mut SchemaGenerator) -> Schema),
    /// A picture.
    Picture,
}

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// A path without a question.
pub(crate) const fn look<A: JsonSchema>(path: &'static str, summary: &'static str) -> Route {
    Route { path, summary, request: None, answer: Answer::Json(schema_of::<A>) }
}

/// A question that is answered at once.
pub(crate) const fn quick<Q: JsonSchema, A: JsonSchema>(path: &'static str, summary: &'static str) -> Route {
    Route { path, summary, request: Some(schema_of::<Q>), answer: Answer::Json(schema_of::<A>) }
}

/// A question that becomes a job.
pub(crate) const fn job<Q: JsonSchema, A: JsonSchema>(path: &'static str, summary: &'static str) -> Route {
    Route { path, summary, request: Some(schema_of::<Q>), answer: Answer::Events(schema_of::<A>) }
}

/// A question that is answered by a picture.
pub(crate) const fn picture<Q: JsonSchema>(path: &'static str, summary: &'static str) -> Route {
    Route { path, summary, request: Some(schema_of::<Q>), answer: Answer::Picture }
}

/// Statuses of refused requests, and what they mean.
const REFUSALS: &[(&str, &str)] = &[
    ("400", "The request makes no sense"),
    ("401", "The token is missing or wrong"),
    ("403", "The request comes from another site, or asks for another host"),
    ("413", "The body is too long"),
    ("415", "The body is not JSON"),
    ("422", "A limit was reached before there was an answer"),
    ("429", "Too much is going on"),
    ("500", "A defect of the program; the server goes on"),
];

/// The description of the API.
#[must_use]
pub fn description() -> Value {
    let settings = |settings: SchemaSettings| settings.with(|all| all.definitions_path = SCHEMAS.into());
    let mut asked = settings(SchemaSettings::draft2020_12()).for_deserialize().into_generator();
    let mut answered = settings(SchemaSettings::draft2020_12()).for_serialize().into_generator();
    let refusal = schema_of::<ErrorAnswer>(&mut answered);
    let mut paths = Map::new();
    for route in ROUTES {
        let mut responses = Map::new();
        responses.insert(
            "200".to_owned(),
            json!({ "description": "The answer", "content": route.content(&mut answered) }),
        );
        for (status, meaning) in REFUSALS {
            let content = json!({ "application/json": { "schema": refusal } });
            responses.insert((*status).to_owned(), json!({ "description": meaning, "content": content }));
        }
        let mut operation = json!({ "summary": route.summary, "responses": responses });
        let mut method = "get";
        if let Some(request) = route.request {
            let content = json!({ "application/json": { "schema": request(&mut asked) } });
            operation["requestBody"] = json!({ "required": true, "content": content });
            method = "post";
        }
        let entry = paths.entry(route.path).or_insert_with(|| json!({}));
        entry[method] = operation;
    }
    let mut schemas = answered.take_definitions(true);
    schemas.extend(asked.take_definitions(true));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tedomari",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!("Positions have at most {MOST_POSITION} bytes; exact numbers are strings."),
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
        "security": [{}, { "token": [] }],
    })
}

impl Route {
    /// The kinds of answers with their schemas.
    fn content(&self, generator: &mut SchemaGenerator) -> Value {
        match self.answer {
            Answer::Json(schema) => json!({ "application/json": { "schema": schema(generator) } }),
            Answer::Events(schema) => json!({
                "text/event-stream": {
                    "schema": {
                        "type": "string",
                        "description": "The events queued, started, bounds, progress, move, heartbeat, answer or error, and done",
                    },
                },
                "application/json": { "schema": schema(generator) },
            }),
            Answer::Picture => json!({
                "image/svg+xml": { "schema": { "type": "string" } },
                "image/png": { "schema": { "type": "string", "contentEncoding": "binary" } },
                "text/plain": { "schema": { "type": "string" } },
            }),
        }
    }
}
