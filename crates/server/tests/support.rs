//! Requests to a server inside this program, and events of its answers.

#![allow(missing_docs, clippy::unwrap_used)]

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use server::{Settings, router};
use std::future::Future;
use std::time::Duration;
use tedomari::Engine;
use tower::ServiceExt;

/// The name of the server in tests.
pub(crate) const HOST: &str = "127.0.0.1:8361";

/// A server for tests.
pub(crate) fn server() -> Router {
    with(Engine::new(), settings())
}

pub(crate) fn settings() -> Settings {
    Settings { time: Duration::from_secs(60), bytes: 256 << 20, ..Settings::default() }
}

pub(crate) fn with(engine: Engine, settings: Settings) -> Router {
    router(engine, settings, 8361)
}

/// Runs a test that waits.
pub(crate) fn run<T>(test: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test)
}

/// A request with these headers beside `Host`.
pub(crate) fn request(
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<Body>,
) -> Request<Body> {
    let request = Request::builder().method(method).uri(path);
    let named = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host"));
    let request = if named { request } else { request.header("host", HOST) };
    headers
        .iter()
        .fold(request, |request, (name, value)| request.header(*name, *value))
        .body(body.into())
        .unwrap()
}

pub(crate) async fn send(server: &Router, request: Request<Body>) -> Response<Body> {
    server.clone().oneshot(request).await.unwrap()
}

pub(crate) async fn bytes(response: Response<Body>) -> Bytes {
    response.into_body().collect().await.unwrap().to_bytes()
}

pub(crate) async fn get(server: &Router, path: &str) -> (StatusCode, Value) {
    let response = send(server, request("GET", path, &[], Body::empty())).await;
    let status = response.status();
    (status, serde_json::from_slice(&bytes(response).await).unwrap_or_default())
}

const JSON: (&str, &str) = ("content-type", "application/json");

/// Asks for JSON, also of a job.
pub(crate) async fn post(server: &Router, path: &str, body: &Value) -> (StatusCode, Value) {
    let headers = [JSON, ("accept", "application/json")];
    let response = send(server, request("POST", path, &headers, body.to_string())).await;
    let status = response.status();
    (status, serde_json::from_slice(&bytes(response).await).unwrap_or_default())
}

/// The answer to a good question.
pub(crate) async fn answer(server: &Router, path: &str, body: &Value) -> Value {
    let (status, answer) = post(server, path, body).await;
    assert_eq!(status, StatusCode::OK, "{path} {body}: {answer}");
    answer
}

/// The error of a bad question.
pub(crate) async fn fault(server: &Router, path: &str, body: &Value) -> (u16, Value) {
    let (status, answer) = post(server, path, body).await;
    assert!(status.is_client_error(), "{path} {body}: {status} {answer}");
    (status.as_u16(), answer["error"].clone())
}

/// The events of a job while they arrive.
pub(crate) struct Stream {
    body: Body,
    text: String,
}

impl Stream {
    /// Starts a job.
    pub(crate) async fn open(server: &Router, path: &str, body: &Value) -> Self {
        let response = send(server, request("POST", path, &[JSON], body.to_string())).await;
        assert_eq!(response.status(), StatusCode::OK, "{path} {body}");
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self { body: response.into_body(), text: String::new() }
    }

    /// The next event. `None` means that the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (name, data) = event.strip_prefix("event: ").unwrap().split_once("\ndata: ").unwrap();
                let found = (name.to_owned(), serde_json::from_str(data).unwrap());
                self.text = rest.to_owned();
                return Some(found);
            }
            let frame = self.body.frame().await?.unwrap();
            self.text += std::str::from_utf8(frame.data_ref().unwrap()).unwrap();
        }
    }

    /// Waits for an event of this name.
    pub(crate) async fn wait_for(&mut self, wanted: &str) -> Value {
        while let Some((name, data)) = self.next().await {
            if name == wanted {
                return data;
            }
        }
        panic!("the stream has ended without {wanted}");
    }

    /// All events to come.
    pub(crate) async fn rest(mut self) -> Vec<(String, Value)> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}
