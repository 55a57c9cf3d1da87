//! `--scheduler`: what the command says where it cannot reach a cluster. The cluster itself is tested in Python.

#![allow(clippy::unwrap_used)]

use crate::support::{command, complaint};

#[test]
fn a_python_without_the_package_is_named() {
    let place = tempfile::tempdir().unwrap();
    for (python, said) in
        [("/nowhere/python", "there is no '/nowhere/python'"), ("false", "'false' has no Tedomari")]
    {
        let output = command(place.path())
            .args(["taking", "solve", "cram:3x3", "--play", "normal", "--dir", "table"])
            .args(["--scheduler", "tcp://127.0.0.1:9"])
            .env("TEDOMARI_PYTHON", python)
            .output()
            .unwrap();
        let complaint = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(
            complaint.contains(said) && complaint.contains("pip install 'tedomari[cluster]'"),
            "{complaint}"
        );
    }
    assert!(!place.path().join("table").exists());
}

#[test]
fn options_that_a_cluster_cannot_heed_are_refused() {
    let place = tempfile::tempdir().unwrap();
    for (arguments, said) in [
        (&["taking", "solve", "cram:3x3", "--play", "normal"][..], "--scheduler needs --dir"),
        (&["taking", "solve", "cram:3x3", "--play", "normal", "--dir", "table", "--threads", "2"], "leave"),
        (&["experiment", "run", "xt-domineering-3x3"], "leave --scheduler out"),
        (&["table", "build", "dark-chess", "2"], "leave --scheduler out"),
    ] {
        let output = command(place.path())
            .args(arguments)
            .args(["--scheduler", "tcp://127.0.0.1:9"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(complaint(&output).contains(said), "{arguments:?}: {}", complaint(&output));
    }
}
