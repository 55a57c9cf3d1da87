//! A program outside of the workspace, as a user writes it, is compiled and run.

#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_program_of_twenty_lines() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    let example = library.join("../../examples/program");
    let program = fs::read_to_string(example.join("src/main.rs")).unwrap();
    let code = program.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
    assert!(code.count() <= 20);
    // A copy, so that the folder of the example stays clean. It uses the versions of the workspace.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("src/main.rs"), program).unwrap();
    let manifest = fs::read_to_string(example.join("Cargo.toml")).unwrap();
    let path = library.display().to_string();
    fs::write(folder.join("Cargo.toml"), manifest.replace("../../crates/tedomari", &path)).unwrap();
    fs::copy(library.join("../../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "{*2,{*,*2|0}|0} 1\nLeft wins\n");
}
