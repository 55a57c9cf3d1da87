//! The common part of the tests of the command: running it.

#![allow(dead_code, clippy::unwrap_used)]

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// The command, without arguments yet, in this folder. It does not use the user's tables, and writes Unicode.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tedomari"));
    command.current_dir(folder).env("XDG_DATA_HOME", folder.join("no tables"));
    command.envs([("LC_ALL", "C.UTF-8"), ("TERM", "xterm")]);
    command
}

/// A line of a shell in this folder that calls the command by its name, as users do.
pub(crate) fn in_shell(folder: &Path, line: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_tedomari"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = program.parent().map(Path::to_owned).into_iter().chain(std::env::split_paths(&path));
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(line).current_dir(folder).env("XDG_DATA_HOME", folder.join("no tables"));
    shell
        .envs([("LC_ALL", "C.UTF-8"), ("TERM", "xterm")])
        .env("PATH", std::env::join_paths(folders).unwrap());
    shell
}

/// Runs the command with these arguments and this standard input in an empty folder. Without `--time` it gets
/// an hour, so that tests do not depend on the speed of the machine.
pub(crate) fn tedomari<S: AsRef<OsStr>>(arguments: &[S], input: &[u8]) -> Output {
    let is_one_of =
        |argument: &S, list: &[&str]| list.iter().any(|known| argument.as_ref() == OsStr::new(known));
    let timed = ["analyze", "value", "thermograph", "solve", "temperature"];
    let is_timed = arguments.first().is_some_and(|command| is_one_of(command, &timed))
        && !arguments.iter().any(|argument| is_one_of(argument, &["--time"]));
    let hour: &[&str] = if is_timed { &["--time", "1h"] } else { &[] };
    let place = tempfile::tempdir().unwrap();
    let mut child = command(place.path())
        .args(arguments)
        .args(hour)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A command that reads no input may have ended already.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// The standard error of the command.
pub(crate) fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// How a command ended.
pub(crate) struct End {
    /// The exit status. `None` means that the command was killed.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) time: Duration,
    /// The maximum of the observed resident memory in KiB.
    pub(crate) memory: u64,
}

/// Waits for a command to end. Kills it after `time`, or when it takes more than `memory` KiB.
pub(crate) fn watch(child: &mut Child, time: Duration, memory: u64) -> End {
    let (started, process) = (Instant::now(), format!("/proc/{}/status", child.id()));
    let mut peak = 0;
    loop {
        // The line is missing after the command has ended.
        let status = std::fs::read_to_string(&process).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = peak.max(kib.unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            return End { status: Some(status), time: started.elapsed(), memory: peak };
        }
        if started.elapsed() > time || peak > memory {
            child.kill().unwrap();
            child.wait().unwrap();
            return End { status: None, time: started.elapsed(), memory: peak };
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Makes a named pipe.
pub(crate) fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}
