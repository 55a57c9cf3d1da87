//! Every text for a position of any game is read or refused without a panic, and a position that was read can
//! be played.

#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use rules::{AnyPosition, RULESETS, RuleError, Ruleset, attempt};
use values::Player;

/// Calls every method once on the position of a text. A text that is not a position is skipped.
fn touch(game: &Ruleset, text: &str) {
    let Ok(position) = game.read(text) else { return };
    assert_eq!(game.read(&position.to_string()).as_ref(), Ok(&position));
    if matches!(attempt(|| position.regions()), Err(RuleError::NoValue(_))) {
        // It can come back, and has no regions.
        let moves = Player::BOTH.map(|player| position.moves(player).unwrap());
        assert!(moves.iter().any(|moves| !moves.is_empty()), "{position}");
        return;
    }
    for player in Player::BOTH {
        let moves = position.moves(player).unwrap();
        let options = position.options(player).unwrap();
        assert_eq!(moves.len(), options.len(), "{position}");
        for (action, option) in moves.iter().zip(options).take(20) {
            assert_eq!(position.parse_move(player, &action.to_string()).as_ref(), Ok(action));
            assert_eq!(position.play(player, action).as_ref(), Ok(&option), "{position} {action}");
            touch_parts(game, &option);
        }
    }
    touch_parts(game, &position);
    position.rules().bounds().unwrap();
    position.normal_form().unwrap();
}

/// Regions and normal forms are positions that can be written down and read again.
fn touch_parts(game: &Ruleset, position: &AnyPosition) {
    let reads_back = |position: &AnyPosition| game.read(&position.to_string()).unwrap().to_string();
    for region in position.regions().unwrap() {
        assert_eq!(reads_back(&region), region.to_string(), "a region of {position}");
        let (normal, _) = region.normal_form().unwrap();
        assert_eq!(reads_back(&normal), normal.to_string(), "the normal form of {region}");
        assert_eq!(normal.normal_form().unwrap().0, normal, "the normal form of {region}");
        let longest = |position: &AnyPosition| position.rules().longest_play().unwrap();
        assert!(longest(&region) <= longest(position), "a region of {position}");
    }
}

#[test]
fn examples() {
    for game in RULESETS.positional() {
        assert!(game.read(&game.example).is_ok());
        touch(game, &game.example);
    }
}

#[test]
fn nothing_in_play() {
    for game in RULESETS.positional() {
        touch(game, "##|##");
    }
}

fn without_seeds(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

/// Fuzzes all games for a minute (`FUZZ_SECONDS` for another time), as a job of its own:
/// `cargo test -p tedomari-rules any_text:: -- --ignored`.
#[test]
#[ignore = "takes as long as it is told"]
fn fuzz_every_game() {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(60);
    let end = std::time::Instant::now() + std::time::Duration::from_secs(seconds);
    let text =
        "[xo.#|0-9,:aglretf<>*()+bw=;\\[\\]A-Z -]{0,60}|(\\(;GM\\[18\\])?[a-zA-Z;()\\[\\]]{0,60}|\\PC{0,40}";
    let mut runner = proptest::test_runner::TestRunner::new(without_seeds(2000));
    while std::time::Instant::now() < end {
        let strategy = (prop::sample::select(RULESETS.positional().collect::<Vec<_>>()), text);
        let result = runner.run(&strategy, |(game, text)| {
            touch(game, &text);
            Ok(())
        });
        result.unwrap();
    }
}

proptest! {
    #![proptest_config(without_seeds(2000))]

    #[test]
    fn any_characters(game in prop::sample::select(RULESETS.positional().collect::<Vec<_>>()), text in any::<String>()) {
        touch(game, &text);
    }

    #[test]
    fn known_characters(game in prop::sample::select(RULESETS.positional().collect::<Vec<_>>()), text in "[xo.#|0-9,:aglre<>*()+bw -]{0,40}") {
        touch(game, &text);
    }

    #[test]
    fn changed_examples(
        game in prop::sample::select(RULESETS.positional().collect::<Vec<_>>()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..6),
    ) {
        let mut text: Vec<char> = game.example.chars().collect();
        for (from, to) in changes {
            let (from, to) = (from.index(text.len()), to.index(text.len()));
            text[to] = text[from];
        }
        touch(game, &text.into_iter().collect::<String>());
    }

    #[test]
    fn long_rows(
        game in prop::sample::select(&["clobber", "nogo"]),
        text in "[xo.#<>*()+bw-]{17,65}|[xo.]{17,64}|([xo.]\\.){9,32}",
    ) {
        touch(RULESETS.get(game).unwrap(), &text);
    }

    #[test]
    fn small_boards(
        game in prop::sample::select(RULESETS.positional().collect::<Vec<_>>()),
        width in 1..5_usize,
        cells in "[xo.#]{16}",
    ) {
        let rows: Vec<&str> = (0..4).map(|row| &cells[4 * row..][..width]).collect();
        touch(game, &rows.join("|"));
    }
}
