//! What the tests of the command share: how it is run.

#![allow(dead_code, clippy::unwrap_used)]

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The command, without arguments yet.
pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tedomari"))
}

/// Runs the command with these arguments and this standard input.
pub(crate) fn tedomari<S: AsRef<OsStr>>(arguments: &[S], input: &[u8]) -> Output {
    let mut child = command()
        .args(arguments)
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

/// What the command says on standard error.
pub(crate) fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
