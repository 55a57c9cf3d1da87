//! The bodies of requests and answers: JSON of a limited length.

use crate::error::ApiError;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The maximum length of a body in bytes.
pub(crate) const MOST_BYTES: usize = 64 << 10;
/// The time for a body to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// An answer as JSON.
pub(crate) fn json(answer: &impl Serialize) -> Response {
    match serde_json::to_vec(answer) {
        Ok(text) => {
            let kind = HeaderValue::from_static("application/json");
            ([(header::CONTENT_TYPE, kind)], text).into_response()
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The body of a request.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            let message = "the body has to be application/json";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media_type", message));
        }
        let text = read(request.into_body()).await?;
        let value = serde_json::from_slice(&text).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => ApiError::bad("bad_request", error.to_string()),
            _ => ApiError::bad("bad_json", error.to_string()),
        })?;
        Ok(Self(value))
    }
}

async fn read(body: Body) -> Result<axum::body::Bytes, ApiError> {
    let too_large = |_| {
        let message = format!("a body has at most {MOST_BYTES} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    };
    let late = |_| ApiError::new(StatusCode::REQUEST_TIMEOUT, "late", "the body did not arrive in time");
    tokio::time::timeout(PATIENCE, to_bytes(body, MOST_BYTES)).await.map_err(late)?.map_err(too_large)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}
