//! Server-sent events: what a job tells, as the body of an answer. A body that is dropped cancels its job.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use serde::Serialize;
use serde_json::Value;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tedomari::values::Budget;
use tokio::sync::mpsc::UnboundedReceiver;

/// Something that a job tells.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) name: &'static str,
    pub(crate) data: Value,
}

impl Event {
    pub(crate) fn new(name: &'static str, data: &impl Serialize) -> Self {
        Self { name, data: serde_json::to_value(data).unwrap_or_default() }
    }

    /// The event as it is sent. JSON has no line breaks.
    fn to_bytes(&self) -> Bytes {
        format!("event: {}\ndata: {}\n\n", self.name, self.data).into()
    }
}

/// The events of a job.
pub(crate) struct Events {
    receiver: UnboundedReceiver<Event>,
    /// The budget of the job, which is cancelled when nobody listens.
    budget: Budget,
}

impl Events {
    pub(crate) fn new(receiver: UnboundedReceiver<Event>, budget: Budget) -> Self {
        Self { receiver, budget }
    }

    /// The next event. `None` means that there are no more.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        self.receiver.recv().await
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.budget.cancel();
    }
}

impl http_body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = self.receiver.poll_recv(context);
        next.map(|event| event.map(|event| Ok(Frame::data(event.to_bytes()))))
    }
}

impl IntoResponse for Events {
    fn into_response(self) -> Response {
        let kind = HeaderValue::from_static("text/event-stream");
        ([(header::CONTENT_TYPE, kind)], Body::new(self)).into_response()
    }
}
