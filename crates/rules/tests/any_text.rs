//! Whatever text is given for a position of any game, it is read or refused, and what was read can be played.

#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use rules::{Position, RULESETS, Visitor};
use values::Player;

/// Does everything with a position once.
struct Touch;

impl Visitor for Touch {
    type Output = ();

    fn visit<P: Position>(self, position: P) {
        assert_eq!(P::read(&position.to_string()).as_ref(), Ok(&position));
        for player in Player::BOTH {
            let moves = position.moves(player);
            assert_eq!(moves.len(), position.options(player).len(), "{position}");
            for action in moves.into_iter().take(20) {
                assert!(!action.to_string().is_empty());
                touch_parts(&position.play(player, action));
            }
        }
        touch_parts(&position);
        position.bounds();
        position.normal_form();
    }
}

/// Regions and normal forms are positions that can be written down and read again.
fn touch_parts<P: Position>(position: &P) {
    for region in position.regions() {
        assert_eq!(P::read(&region.to_string()).as_ref(), Ok(&region), "a region of {position}");
        let (normal, _) = region.normal_form();
        assert_eq!(P::read(&normal.to_string()).as_ref(), Ok(&normal), "the normal form of {region}");
        assert_eq!(normal.normal_form().0, normal, "the normal form of {region}");
        assert!(region.longest_play() <= position.longest_play(), "a region of {position}");
    }
}

#[test]
fn examples() {
    for game in RULESETS {
        rules::open(game.name, game.example, Touch).unwrap();
    }
}

#[test]
fn nothing_in_play() {
    for game in RULESETS {
        let _ = rules::open(game.name, "##|##", Touch);
    }
}

fn without_seeds(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

/// Fuzzes all games for a minute (`FUZZ_SECONDS` for another time), as a job of its own:
/// `cargo test -p rules --test any_text -- --ignored`.
#[test]
#[ignore = "takes as long as it is told"]
fn fuzz_every_game() {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(60);
    let end = std::time::Instant::now() + std::time::Duration::from_secs(seconds);
    let text =
        "[xo.#|0-9,:aglretf<>*()+bw=;\\[\\]A-Z -]{0,60}|(\\(;GM\\[18\\])?[a-zA-Z;()\\[\\]]{0,60}|\\PC{0,40}";
    let mut runner = proptest::test_runner::TestRunner::new(without_seeds(2000));
    while std::time::Instant::now() < end {
        let strategy = (prop::sample::select(RULESETS), text);
        let result = runner.run(&strategy, |(game, text)| {
            let _ = rules::open(game.name, &text, Touch);
            Ok(())
        });
        result.unwrap();
    }
}

proptest! {
    #![proptest_config(without_seeds(2000))]

    #[test]
    fn any_characters(game in prop::sample::select(RULESETS), text in any::<String>()) {
        let _ = rules::open(game.name, &text, Touch);
    }

    #[test]
    fn known_characters(game in prop::sample::select(RULESETS), text in "[xo.#|0-9,:aglre<>*()+bw -]{0,40}") {
        let _ = rules::open(game.name, &text, Touch);
    }

    #[test]
    fn changed_examples(
        game in prop::sample::select(RULESETS),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..6),
    ) {
        let mut text: Vec<char> = game.example.chars().collect();
        for (from, to) in changes {
            let (from, to) = (from.index(text.len()), to.index(text.len()));
            text[to] = text[from];
        }
        let _ = rules::open(game.name, &text.into_iter().collect::<String>(), Touch);
    }

    #[test]
    fn long_rows(
        game in prop::sample::select(&["clobber", "nogo"]),
        text in "[xo.#<>*()+bw-]{17,65}|[xo.]{17,64}|([xo.]\\.){9,32}",
    ) {
        let _ = rules::open(game, &text, Touch);
    }

    #[test]
    fn small_boards(
        game in prop::sample::select(RULESETS),
        width in 1..5_usize,
        cells in "[xo.#]{16}",
    ) {
        let rows: Vec<&str> = (0..4).map(|row| &cells[4 * row..][..width]).collect();
        let _ = rules::open(game.name, &rows.join("|"), Touch);
    }
}
