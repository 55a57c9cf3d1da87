//! The page of Tedomari: a server for this machine. It reads requests, asks the engine, and writes the engine's own
//! answers; nothing is worked out here.
//!
//! A request is checked before anything else looks at it (`guard`): whom it is for, where it comes from, how long it
//! is. Quick questions are answered at once; all others are jobs, a few at a time, each in a thread of its own with a
//! budget, and tell what they find as server-sent events (`jobs`). A client that goes away takes its job with it.
//!
//! `docs/api.md` has the API for people, `GET /api/v1/openapi.json` for programs.

mod app;
mod assets;
mod body;
mod error;
mod events;
mod guard;
mod jobs;
mod log;
mod metrics;
mod openapi;
mod quick;
mod requests;
mod results;
mod routes;
mod serve;

pub use app::{Settings, router};
pub use openapi::description;
pub use serve::{ServeError, Server, Stopper};
