//! What all requests share: the engine, the limits, the jobs and the counts.

use crate::jobs::Jobs;
use crate::metrics::Metrics;
use crate::quick::Quick;
use crate::{guard, routes};
use axum::Router;
use axum::middleware::from_fn_with_state;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tedomari::Engine;
use tempfile::TempDir;

/// What a server may use and whom it answers.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address that it listens on. Port 0 is any free one.
    pub listen: SocketAddr,
    /// Further names, such as `example.org:8080`, by which browsers may ask for it.
    pub hosts: Vec<String>,
    /// The token that every request to the API needs. `None` means that none is needed, which is for loopback alone.
    pub token: Option<String>,
    /// The maximum number of jobs at a time.
    pub jobs: usize,
    /// The maximum number of jobs that wait.
    pub queue: usize,
    /// The memory of a job in bytes.
    pub bytes: usize,
    /// The maximum time of a job.
    pub time: Duration,
    /// The folder of endgame tables. `None` means that there is none.
    pub tables: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            hosts: Vec::new(),
            token: None,
            jobs: 2,
            queue: 8,
            bytes: 1 << 30,
            time: Duration::from_secs(30),
            tables: None,
        }
    }
}

/// What all requests share.
pub(crate) struct App {
    pub(crate) engine: Engine,
    pub(crate) settings: Settings,
    /// The values of `Host` that are answered.
    pub(crate) hosts: Vec<String>,
    pub(crate) jobs: Jobs,
    pub(crate) quick: Quick,
    pub(crate) metrics: Metrics,
    pub(crate) started: Instant,
    /// The folder of tables that were built for a census.
    small_tables: OnceLock<Option<TempDir>>,
}

impl App {
    pub(crate) fn new(engine: Engine, settings: Settings, port: u16) -> Self {
        let names = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
        let listen = SocketAddr::new(settings.listen.ip(), port).to_string();
        let hosts = names.into_iter().chain([listen]).chain(settings.hosts.iter().cloned());
        Self {
            hosts: hosts.map(|host| host.to_ascii_lowercase()).collect(),
            jobs: Jobs::new(settings.jobs, settings.queue),
            quick: Quick::default(),
            metrics: Metrics::default(),
            started: Instant::now(),
            small_tables: OnceLock::new(),
            engine,
            settings,
        }
    }

    /// The folder of tables that were built for a census. `None` means that the disk has no room for one.
    pub(crate) fn small_tables(&self) -> Option<&TempDir> {
        self.small_tables.get_or_init(|| TempDir::with_prefix("tedomari-").ok()).as_ref()
    }

    /// Removes what is on disk.
    pub(crate) fn close(&self) {
        if let Some(Some(folder)) = self.small_tables.get() {
            // Jobs that have not noticed their end yet may hold the folder.
            let _ = std::fs::remove_dir_all(folder.path());
        }
    }
}

/// The server as a service, for a port that is already known. A program can put it into one of its own.
pub fn router(engine: Engine, settings: Settings, port: u16) -> Router {
    service(&Arc::new(App::new(engine, settings, port)))
}

pub(crate) fn service(app: &Arc<App>) -> Router {
    routes::all().layer(from_fn_with_state(app.clone(), guard::check)).with_state(app.clone())
}
