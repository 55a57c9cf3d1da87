//! Errors as answers: a status, a code for programs, a message for people, and the place in the request.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;
use tedomari::EngineError;
use tedomari::rules::OpenError;
use tedomari::sums::ReadError;

/// The body of an answer to a request that was refused.
#[derive(Serialize, JsonSchema, Clone, Debug)]
pub(crate) struct ErrorAnswer {
    error: Fault,
}

/// What is wrong with a request.
#[derive(Serialize, JsonSchema, Clone, Debug)]
struct Fault {
    /// The kind of error, for programs.
    code: &'static str,
    /// What is wrong, for people.
    message: String,
    /// The key of the request that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
    /// The characters of that key's text that are wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Span>,
}

/// A range of characters, counted from 0.
#[derive(Serialize, JsonSchema, Clone, Copy, Debug)]
struct Span {
    /// The first.
    start: usize,
    /// The one behind the last.
    end: usize,
}

/// A request that was refused.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    answer: ErrorAnswer,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let error = Fault { code, message: message.into(), field: None, place: None };
        Self { status, answer: ErrorAnswer { error } }
    }

    /// A request that makes no sense.
    pub(crate) fn bad(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// The same, about a key of the request.
    pub(crate) fn about(mut self, field: &'static str) -> Self {
        self.answer.error.field = Some(field);
        self
    }

    fn at(mut self, place: Option<Range<usize>>) -> Self {
        self.answer.error.place = place.map(|Range { start, end }| Span { start, end });
        self
    }

    /// Too much is going on.
    pub(crate) fn busy() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", "too many jobs are running and waiting: try again")
    }

    /// A defect of the program.
    pub(crate) fn panicked() -> Self {
        let message = "this question has met a defect of the program; others are not affected";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "panic", message)
    }

    /// A limit that left no answer.
    pub(crate) fn limit(error: impl std::fmt::Display) -> Self {
        let message = format!("a limit was reached before there was an answer: {error}");
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "limit", message)
    }

    /// A question about the text of a key that has no answer.
    pub(crate) fn of_engine(error: &EngineError, field: &'static str, text: &str) -> Self {
        if error.is_limit() {
            return Self::limit(error).about(field);
        }
        let code = match error {
            EngineError::Position(OpenError::UnknownGame { .. } | OpenError::UnknownContest { .. }) => {
                "unknown_game"
            }
            EngineError::Position(_) | EngineError::Sum(ReadError::Position { .. }) => "bad_position",
            EngineError::Syntax(_) | EngineError::Value(_) => "bad_value",
            EngineError::Sum(_) => "bad_sum",
            EngineError::Move { .. } => return Self::bad("bad_move", error.to_string()).about("moves"),
            EngineError::Rules(_) => "rules",
            _ => "bad_request",
        };
        let message = match error {
            EngineError::Syntax(error) => error.message().to_owned(),
            error => error.to_string(),
        };
        Self::bad(code, message).about(field).at(error.place(text))
    }

    /// The data of an event.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(&self.answer).unwrap_or_default()
    }

    /// The kind of error, for programs.
    pub(crate) fn code(&self) -> &'static str {
        self.answer.error.code
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = crate::body::json(&self.answer).into_response();
        *response.status_mut() = self.status;
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
