//! Structured logs on standard error: one line of JSON for each request and each job. `TEDOMARI_LOG` chooses what is
//! told: `error`, `warn` (the default), `info` or `debug`.

use serde_json::{Map, Value};
use std::fmt::Debug;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// The environment variable that chooses what is told.
const VARIABLE: &str = "TEDOMARI_LOG";

/// Writes events as lines of JSON. There are no spans to keep.
struct Lines {
    most: Level,
    spans: AtomicU64,
}

/// Starts logging, unless the program logs already.
pub(crate) fn start() {
    let wanted = std::env::var(VARIABLE).ok().and_then(|level| level.parse().ok());
    let lines = Lines { most: wanted.unwrap_or(Level::WARN), spans: AtomicU64::new(1) };
    // A program that has its own subscriber keeps it.
    let _ = tracing::subscriber::set_global_default(lines);
}

/// The fields of an event.
struct Fields(Map<String, Value>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}").into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Subscriber for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.most && metadata.target().starts_with("server")
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed).max(1))
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64());
        let mut fields = Fields(Map::new());
        fields.0.insert("time".to_owned(), time.into());
        fields.0.insert("level".to_owned(), event.metadata().level().as_str().to_lowercase().into());
        event.record(&mut fields);
        // Logs that cannot be written must not end the server.
        let _ = writeln!(std::io::stderr().lock(), "{}", Value::Object(fields.0));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
