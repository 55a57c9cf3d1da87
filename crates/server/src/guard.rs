//! What every request passes before anything else looks at it. A page of another site must not be able to ask this
//! server anything: neither by its address, nor under a name that was made to lead here (DNS rebinding).
//!
//! - `Host` has to be one of the names of this server, exactly.
//! - `Origin`, where there is one, has to be one of them, too, and `Sec-Fetch-Site` this site. A link from elsewhere
//!   may open the page, and nothing else.
//! - Beyond loopback the API needs a token.
//!
//! Nothing is shared with other origins (no CORS), and every answer tells the browser to run and load nothing but
//! what comes from here.

use crate::app::App;
use crate::error::ApiError;
use crate::routes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Instant;

/// Headers of every answer.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// Checks a request, passes it on, counts it, and adds the headers.
pub(crate) async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let path = routes::known(request.uri().path());
    let method = request.method().clone();
    let mut response = match allow(&app, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for &(name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let status = response.status().as_u16();
    app.metrics.requested(path, status);
    let seconds = started.elapsed().as_secs_f64();
    tracing::info!(%method, path, status, seconds, "request");
    response
}

fn allow(app: &App, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let host = only(headers, header::HOST).unwrap_or_default();
    if !app.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
        return Err(forbidden("this server does not answer under that name"));
    }
    // A request may name a host in its address as well.
    if request.uri().authority().is_some_and(|named| !named.as_str().eq_ignore_ascii_case(host)) {
        return Err(forbidden("this server does not answer under that name"));
    }
    if headers.contains_key(header::ORIGIN) {
        let origin = only(headers, header::ORIGIN).unwrap_or_default();
        if !is_own(app, origin) {
            return Err(forbidden("another site may not ask this server"));
        }
    }
    let fetch = |name: &'static str| headers.get(name).map(HeaderValue::as_bytes);
    let opens_page =
        fetch("sec-fetch-mode") == Some(b"navigate") && fetch("sec-fetch-dest") == Some(b"document");
    match fetch("sec-fetch-site") {
        None | Some(b"same-origin" | b"none") => {}
        Some(_) if opens_page && request.method() == Method::GET && request.uri().path() == "/" => {}
        Some(_) => return Err(forbidden("another site may not ask this server")),
    }
    match &app.settings.token {
        Some(token) if routes::is_private(request.uri().path()) && !has_token(headers, token) => {
            let message = "the token of this server is missing or wrong";
            Err(ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", message))
        }
        _ => Ok(()),
    }
}

/// Is this the origin of the page? Under a further name it may come through a proxy with TLS.
fn is_own(app: &App, origin: &str) -> bool {
    let has = |hosts: &[String], host: &str| hosts.iter().any(|known| known.eq_ignore_ascii_case(host));
    match (origin.strip_prefix("http://"), origin.strip_prefix("https://")) {
        (Some(host), _) => has(&app.hosts, host),
        (None, Some(host)) => has(&app.settings.hosts, host),
        (None, None) => false,
    }
}

fn forbidden(message: &str) -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, "forbidden", message)
}

/// The value of a header that is there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Does a request have the token? The comparison takes as long for a wrong one.
fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let given = only(headers, header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let given = given.unwrap_or_default().as_bytes();
    let differences = given.iter().zip(token.as_bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == token.len() && differences == 0
}
