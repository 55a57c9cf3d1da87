//! `tedomari serve`: the page, for the browsers of this machine.

use crate::ending::Ending;
use crate::options::{Memory, Tables, seconds};
#[cfg(feature = "scripts")]
use crate::report::refusal;
use crate::{output, table};
use anyhow::anyhow;
use clap::Args;
use server::{ServeError, Server, Settings};
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
#[cfg(feature = "scripts")]
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use tedomari::prelude::Engine;

const EXAMPLES: &str = "\
Examples:
  tedomari serve
  tedomari serve --port 8000 --no-open --jobs 1
  tedomari serve --ruleset ./cutcake.lua --ruleset ./fjords.lua
  TEDOMARI_TOKEN=$(openssl rand -hex 16) tedomari serve --listen 0.0.0.0 --host play.example.org:8361

The page shows what a position is worth while you edit it, adds boards up, plays, and shows results. It answers the browsers of \
this machine alone. With --listen others can reach it, who need the token: the address that is printed has it. Connections are \
not encrypted; put a proxy with TLS before it where that matters, and give its name with --host.

The API is described in docs/api.md and at /api/v1/openapi.json; /metrics is for Prometheus. TEDOMARI_LOG=info logs each request and job \
as a line of JSON on standard error.";

/// Open the page in the browser: edit, analyse, play, and look at results
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The port; 0 is any free one
    #[arg(long, value_name = "N", default_value_t = 8361)]
    port: u16,
    /// The address to listen on. Any other than loopback needs a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// A further name by which browsers ask for the page, as they write it: with a port unless it is that of HTTP or,
    /// behind a proxy, of HTTPS. May be repeated
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// The token that every request needs: 16 or more letters, digits, - and _
    #[arg(long, env = "TEDOMARI_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Number of questions that are worked on at a time; 8 more wait
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    #[command(flatten)]
    memory: Memory,
    /// Time limit for each question, such as 60, 60s, 5m or 2h
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = seconds)]
    time: f64,
    /// A ruleset in Lua that the page offers, under the name that the script gives itself. May be repeated. Questions cannot
    /// name files, so these are all that others can use
    #[cfg(feature = "scripts")]
    #[arg(long = "ruleset", value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    rulesets: Vec<PathBuf>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    pub(crate) tables: Tables,
}

#[cfg_attr(not(feature = "scripts"), expect(unused_mut, reason = "scripts are added to the engine"))]
pub(crate) fn run(arguments: Arguments, mut engine: Engine) -> anyhow::Result<Ending> {
    #[cfg(feature = "scripts")]
    for path in &arguments.rulesets {
        let ruleset = tedomari::scripts::load(path).map_err(|error| refusal(error.into()))?;
        engine.add(ruleset).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    }
    let settings = Settings {
        listen: SocketAddr::new(arguments.listen, arguments.port),
        hosts: arguments.hosts,
        token: arguments.token,
        jobs: arguments.jobs.into(),
        bytes: arguments.memory.bytes(),
        time: Duration::from_secs_f64(arguments.time),
        tables: table::folder(arguments.tables.tables.as_deref()).ok(),
        ..Settings::default()
    };
    let server = Server::bind(engine, settings).map_err(|error| match error {
        ServeError::Listen(..) => anyhow!("{error}; --port chooses another port, 0 any free one"),
        error => error.into(),
    })?;
    let url = server.url();
    writeln!(output::stdout(), "Tedomari is at {url} until you press Ctrl-C")?;
    output::finish();
    if !arguments.no_open {
        open(&url);
    }
    let stopper = server.stopper();
    // Without a handler Ctrl-C ends the process all the same.
    _ = ctrlc::set_handler(move || stopper.stop());
    server.run()?;
    Ok(Ending::Complete)
}

/// Opens the browser. A machine without one has the address on its terminal.
fn open(url: &str) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut browser) = command.spawn() {
        std::thread::spawn(move || browser.wait());
    }
}
