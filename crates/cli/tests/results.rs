//! Pages of results are made from committed data, and numbers in other documents are those of the pages.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{command, complaint};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn names(folder: &Path, ending: &str) -> BTreeSet<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(ending)).collect()
}

#[test]
fn pages_of_results_are_made_from_the_committed_data() {
    let kept = repository().join("docs/results");
    let place = tempfile::tempdir().unwrap();
    for name in names(&kept, ".json") {
        fs::copy(kept.join(&name), place.path().join(&name)).unwrap();
    }
    let output = command(place.path()).args(["experiment", "page", "."]).output().unwrap();
    assert!(output.status.success(), "{}", complaint(&output));
    for ending in [".md", ".svg"] {
        let made = names(place.path(), ending);
        assert_eq!(made, names(&kept, ending), "pages that are made from data, and all pages");
        for name in made {
            if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
                fs::copy(place.path().join(&name), kept.join(&name)).unwrap();
            }
            let [made, kept] =
                [place.path(), &kept].map(|folder| fs::read_to_string(folder.join(&name)).unwrap());
            assert!(made == kept, "{name} is not what `experiment page docs/results` makes");
        }
    }
}

/// A damaged result is refused, and nothing is written.
#[test]
fn damaged_results_are_refused() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("a.json"), "{\"schema\": 1}").unwrap();
    let output = command(place.path()).args(["experiment", "page", "."]).output().unwrap();
    assert!(!output.status.success() && complaint(&output).contains("a.json"), "{}", complaint(&output));
    assert_eq!(names(place.path(), ".md").len(), 0);
}

/// The numbers of a text: digits with what may stand between them.
fn numbers(text: &str) -> Vec<String> {
    let inside = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '/');
    let parts = text.split(|c| !inside(c)).map(|part| part.trim_matches([',', '.', '/']).replace(',', ""));
    parts.filter(|part| part.starts_with(|c: char| c.is_ascii_digit())).collect()
}

/// A link to a page of results says numbers of that page only: `[184 of 600](results/tds-gaps.md)`.
#[test]
fn numbers_that_name_a_result_are_those_of_its_page() {
    let mut documents: Vec<PathBuf> = names(&repository().join("docs"), ".md")
        .iter()
        .map(|name| repository().join("docs").join(name))
        .collect();
    documents.push(repository().join("README.md"));
    let mut checked = 0;
    for document in documents {
        let text = fs::read_to_string(&document).unwrap().replace('\n', " ");
        for (before, after) in text.match_indices("](").map(|(at, _)| text.split_at(at)) {
            let link = after[2..].split([')', '#']).next().unwrap();
            let Some((_, page)) = link.rsplit_once("results/") else { continue };
            let page = fs::read_to_string(repository().join("docs/results").join(page)).unwrap();
            let known: BTreeSet<String> = numbers(&page).into_iter().collect();
            let said = before.rsplit('[').next().unwrap();
            for number in numbers(said) {
                assert!(
                    known.contains(&number),
                    "{}: {number} of [{said}] is not in {link}",
                    document.display()
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "no document names a number of a result");
}
