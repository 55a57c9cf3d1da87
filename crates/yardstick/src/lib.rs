//! How long does it take, cold? Every benchmark runs in a process of its own, so
//! that nothing is warm and the peak memory is its own: CPU time (user and system)
//! and elapsed time of the work alone, peak memory of the process, best of three.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::process::Command;
use std::time::Instant;

/// Something to measure.
pub struct Benchmark {
    /// What to call it on the command line.
    pub name: &'static str,
    /// What is measured.
    pub about: &'static str,
    /// What the best other program needs for it, as far as that is known.
    pub elsewhere: &'static str,
    /// Prepares, and then measures the work with [`measure`].
    pub run: fn() -> Measured,
}

/// What was measured, and what came out of the work.
pub struct Measured {
    cpu: f64,
    elapsed: f64,
    result: String,
}

impl Measured {
    /// Adds what came out of the work.
    #[must_use]
    pub fn with(self, result: String) -> Self {
        Self { result, ..self }
    }
}

/// Measures some work.
pub fn measure<R>(work: impl FnOnce() -> R) -> (Measured, R) {
    let (cpu, start) = (cpu_seconds(), Instant::now());
    let result = work();
    let elapsed = start.elapsed().as_secs_f64();
    (Measured { cpu: cpu_seconds() - cpu, elapsed, result: String::new() }, result)
}

fn cpu_seconds() -> f64 {
    getrusage(UsageWho::RUSAGE_SELF)
        .map_or(0.0, |usage| (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6)
}

/// A setting of the benchmarks, `--NAME=NUMBER` on the command line.
#[must_use]
pub fn setting(name: &str) -> Option<usize> {
    let number =
        |argument: String| argument.strip_prefix("--")?.strip_prefix(name)?.strip_prefix('=')?.parse().ok();
    std::env::args().find_map(number)
}

/// Runs the benchmarks named on the command line, or all of them, with the settings there.
pub fn main(benchmarks: &[Benchmark]) {
    let arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (settings, arguments): (Vec<String>, Vec<String>) =
        arguments.partition(|argument| argument.contains('='));
    if let [flag, name] = &arguments[..]
        && flag == "--child"
    {
        for benchmark in benchmarks.iter().filter(|benchmark| benchmark.name == name) {
            let Measured { cpu, elapsed, result } = (benchmark.run)();
            let peak = getrusage(UsageWho::RUSAGE_SELF).map_or(0, |usage| usage.max_rss()) / 1024;
            println!("{cpu:>9.4} {elapsed:>9.4} {peak:>6}   {} → {result}", benchmark.about);
        }
        return;
    }
    println!("    CPU s elapsed s     MB   work → result [best elsewhere]; cold, best of 3");
    for benchmark in
        benchmarks.iter().filter(|b| arguments.is_empty() || arguments.iter().any(|a| a == b.name))
    {
        // The lines begin with the time, so the smallest is the fastest.
        match (0..3).filter_map(|_| child(benchmark.name, &settings)).min() {
            Some(line) => println!("{line} [{}]", benchmark.elsewhere),
            None => println!("{} failed", benchmark.name),
        }
    }
}

fn child(name: &str, settings: &[String]) -> Option<String> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    let output = command.args(["--child", name]).args(settings).output().ok()?;
    let line = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| line.trim_end().to_owned())
}
