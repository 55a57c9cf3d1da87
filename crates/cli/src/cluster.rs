//! `--scheduler`: the workers of a Dask cluster do the work, through the Python package. What they leave in files, or say
//! about an experiment, is what the command would have found out itself, so it goes on from there.

use crate::progress;
use anyhow::{Context, bail};
use clap::Args;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

/// The Python that has the package.
const PYTHON: &str = "TEDOMARI_PYTHON";

/// Where the work is done.
#[derive(Args, Clone)]
pub(crate) struct Scheduler {
    /// Let the workers of a Dask cluster do the work, such as tcp://HOST:8786; needs the Python package with its extra
    /// cluster in `python3`, or in the program that the variable TEDOMARI_PYTHON names
    #[arg(long, value_name = "ADDRESS")]
    scheduler: Option<String>,
}

impl Scheduler {
    pub(crate) fn is_given(&self) -> bool {
        self.scheduler.is_some()
    }

    /// Lets the cluster do the work of a call, and returns its result. `None` means that there is no cluster.
    pub(crate) fn work<T: DeserializeOwned>(
        &self,
        call: &str,
        options: impl FnOnce() -> anyhow::Result<Value>,
    ) -> anyhow::Result<Option<T>> {
        let Some(address) = &self.scheduler else { return Ok(None) };
        let python = std::env::var_os(PYTHON).unwrap_or_else(|| "python3".into());
        let name = python.to_string_lossy().into_owned();
        let asked = json!({ "call": call, "options": options()? }).to_string();
        progress::show("");
        let mut started = Command::new(&python)
            .args(["-m", "tedomari.cluster", address])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| match error.kind() {
                ErrorKind::NotFound => anyhow::anyhow!(
                    "--scheduler works through Python, and there is no '{name}': {}",
                    advice()
                ),
                _ => anyhow::Error::from(error).context(name.clone()),
            })?;
        if let Some(mut input) = started.stdin.take() {
            // A Python without the package ends before it reads, and its end says more.
            _ = input.write_all(asked.as_bytes());
        }
        let ended = started.wait_with_output()?;
        match ended.status.code() {
            Some(0) => Ok(Some(
                serde_json::from_slice(&ended.stdout)
                    .context("the Python package does not fit this command")?,
            )),
            Some(1) => bail!("'{name}' has no Tedomari that can work on clusters: {}", advice()),
            Some(2) => bail!("the cluster at {address} cannot do this"),
            _ => bail!("the cluster at {address} has not finished; what is done is kept"),
        }
    }
}

fn advice() -> String {
    format!("pip install 'tedomari[cluster]' installs it, and {PYTHON} names another Python")
}
