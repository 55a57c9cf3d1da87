//! Counts for Prometheus: requests, jobs and memory.

use crate::app::App;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

/// The counts of a server.
#[derive(Default)]
pub(crate) struct Metrics(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    /// By path and status.
    requests: BTreeMap<(&'static str, u16), u64>,
    /// By kind and end, with their seconds.
    jobs: BTreeMap<(&'static str, &'static str), (u64, f64)>,
    refused: u64,
}

impl Metrics {
    fn count(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Counts a request. The path is one of those that there are.
    pub(crate) fn requested(&self, path: &'static str, status: u16) {
        self.count(|counts| *counts.requests.entry((path, status)).or_default() += 1);
    }

    /// Counts a job that ended.
    pub(crate) fn finished(&self, kind: &'static str, reason: &'static str, seconds: f64) {
        self.count(|counts| {
            let (jobs, total) = counts.jobs.entry((kind, reason)).or_default();
            *jobs += 1;
            *total += seconds;
        });
    }

    /// Counts a job for which there was no room.
    pub(crate) fn refused(&self) {
        self.count(|counts| counts.refused += 1);
    }

    /// The counts as Prometheus reads them.
    pub(crate) fn text(&self, app: &App) -> String {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        let mut family = |name: &str, kind: &str, help: &str, lines: Vec<(String, String)>| {
            let _ = writeln!(text, "# HELP tedomari_{name} {help}\n# TYPE tedomari_{name} {kind}");
            for (labels, number) in lines {
                let _ = writeln!(text, "tedomari_{name}{labels} {number}");
            }
        };
        let plain = |number: String| vec![(String::new(), number)];
        let requests = counts.requests.iter();
        let line = |(&(path, status), count): (&(&str, u16), &u64)| {
            (format!("{{path=\"{path}\",status=\"{status}\"}}"), count.to_string())
        };
        family("requests_total", "counter", "Requests by path and status.", requests.map(line).collect());
        let labels = |kind: &str, end: &str| format!("{{kind=\"{kind}\",end=\"{end}\"}}");
        let jobs = counts.jobs.iter();
        let count = jobs.clone().map(|(&(kind, end), (count, _))| (labels(kind, end), count.to_string()));
        family("jobs_total", "counter", "Jobs that ended, by kind and end.", count.collect());
        let seconds = jobs.map(|(&(kind, end), (_, seconds))| (labels(kind, end), seconds.to_string()));
        family("job_seconds_total", "counter", "Seconds of jobs that ended.", seconds.collect());
        let refused = plain(counts.refused.to_string());
        family("jobs_refused_total", "counter", "Jobs for which there was no room.", refused);
        let running = plain(app.jobs.running().to_string());
        family("jobs_running", "gauge", "Jobs that are running.", running);
        let waiting = plain(app.jobs.waiting().to_string());
        family("jobs_waiting", "gauge", "Jobs that wait.", waiting);
        let uptime = plain(app.started.elapsed().as_secs_f64().to_string());
        family("uptime_seconds", "gauge", "Seconds since the start.", uptime);
        if let Some(bytes) = resident_bytes() {
            family("resident_bytes", "gauge", "Memory of the process.", plain(bytes.to_string()));
        }
        text
    }
}

/// The memory of this process. `None` means that the system does not say.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}
