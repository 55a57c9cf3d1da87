//! Every text for a state is read or refused with the place of the error, and a state that was read can be
//! played.

use proptest::prelude::*;
use rules::{AnyContest, OpenError, RULESETS, Ruleset};

/// Reads a state and calls every method once.
fn touch(game: &Ruleset, text: &str) -> Result<(), OpenError> {
    let state = game.read_contest(text)?;
    let rules = state.rules();
    assert_eq!(game.read_contest(&state.to_string()).as_ref(), Ok(&state));
    let form = rules.normal_form().unwrap().unwrap();
    assert_eq!(game.read_contest(&form.to_string()), Ok(form));
    assert_eq!(state.moves().unwrap().is_empty(), state.score().unwrap().is_some(), "{state}");
    rules.evaluation().unwrap();
    state.remark().unwrap();
    let (moves, noisy) = (state.moves().unwrap(), rules.noisy_moves().unwrap());
    assert!(noisy.iter().all(|action| moves.contains(action)), "{state}");
    for action in moves {
        rules.ordering(&action).unwrap();
        assert!(rules.plies(&action).unwrap() > 0);
        for (weight, next) in state.outcomes(&action).unwrap() {
            assert!(weight > 0);
            reads_back(game, &next);
        }
    }
    Ok(())
}

/// A state reads back from its text. The text does not have the earlier positions.
fn reads_back(game: &Ruleset, state: &AnyContest) {
    let text = state.to_string();
    assert_eq!(game.read_contest(&text).map(|state| state.to_string()), Ok(text));
}

#[test]
fn examples() {
    for game in RULESETS.with_chance() {
        touch(game, &game.example).unwrap();
    }
    assert!(RULESETS.contest("chess").unwrap_err().to_string().contains("dark-chess, ewn"));
}

fn error(game: &str, text: &str) -> String {
    touch(RULESETS.contest(game).unwrap(), text).unwrap_err().to_string()
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let rows = "|....".repeat(6);
    assert_eq!(error("dark-chess", ""), "after the board, expected left or right, the player to move");
    assert_eq!(error("dark-chess", "KX..|.... left"), "there are 2 rows, not 8");
    assert_eq!(
        error("dark-chess", &format!("KX..|....{rows} left")),
        "row 1, column 2: 'X' is not one of KGMRNCP, kgmrncp, ? and ."
    );
    assert_eq!(
        error("dark-chess", &format!("KK..|....{rows} left")),
        "row 1, column 2: there are too many K"
    );
    assert_eq!(error("dark-chess", &format!("K...|.....{rows} left")), "row 2 has 5 cells, not 4");
    assert_eq!(
        error("dark-chess", &format!("K??.|....{rows} left")),
        "2 pieces lie face down: list them after the player to move, such as KG"
    );
    assert_eq!(
        error("dark-chess", &format!("K??.|....{rows} left g")),
        "2 pieces lie face down, but 'g' are 1"
    );
    assert_eq!(error("dark-chess", &format!("K??.|....{rows} left Kg")), "in 'Kg' there are too many K");
    assert_eq!(
        error("dark-chess", &format!("K?..|....{rows} left x")),
        "in 'x', 'x' is no piece; the pieces are KGMRNCP and kgmrncp"
    );
    assert_eq!(
        error("dark-chess", &format!("Kk..|....{rows} left quiet 41")),
        "after quiet, expected a number up to 40"
    );
    assert_eq!(
        error("dark-chess", &format!("Kk..|....{rows} left twice")),
        "'twice' takes quiet 4 at least before it"
    );
    assert_eq!(
        error("dark-chess", &format!("Kk..|....{rows} left quiet 3 soon")),
        "expected quiet and a number, twice or thrice, not 'soon'"
    );
    assert_eq!(error("ewn", "1....|....a left 1"), "the board is 5 by 5, not 5 by 2");
    assert_eq!(
        error("ewn", "1..7.|.....|.....|.....|....a left 1"),
        "row 1, column 4: '7' is not one of 1 to 6, a to f and ."
    );
    assert_eq!(error("ewn", "1..1.|.....|.....|.....|....a left 1"), "row 1, column 4: there is another 1");
    assert_eq!(error("ewn", "1....|.....|.....|.....|....a left 7"), "the die is a number from 1 to 6");
    assert_eq!(
        error("ewn", "1....|.....|.....|.....|....a left"),
        "after the player to move, expected the die, a number from 1 to 6"
    );
    assert_eq!(error("ewn", "1....|.....|.....|.....|..... left 2"), "play is over, so no die is thrown");
    assert_eq!(error("ewn", ".....|.....|.....|.....|..... left 2"), "neither player has a stone");
    assert_eq!(
        error("ewn", "a....|.....|.....|.....|....1 left 2"),
        "both players have a stone in the far corner"
    );
}

fn without_seeds(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

proptest! {
    #![proptest_config(without_seeds(1000))]

    #[test]
    fn any_characters(game in prop::sample::select(RULESETS.with_chance().collect::<Vec<_>>()), text in any::<String>()) {
        let _ = touch(game, &text);
    }

    #[test]
    fn known_words(
        game in prop::sample::select(RULESETS.with_chance().collect::<Vec<_>>()),
        text in "[KGMRNCPkgmrncp?.|1-6a-f]{0,40} (left|right)( [KGMRNCPkgmrncp1-6]{1,3})?( quiet [0-9]{1,3})?( twice| thrice)?",
    ) {
        let _ = touch(game, &text);
    }

    #[test]
    fn changed_examples(
        game in prop::sample::select(RULESETS.with_chance().collect::<Vec<_>>()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..6),
    ) {
        let mut text: Vec<char> = game.example.chars().collect();
        for (from, to) in changes {
            let (from, to) = (from.index(text.len()), to.index(text.len()));
            text[to] = text[from];
        }
        let _ = touch(game, &text.into_iter().collect::<String>());
    }

    #[test]
    fn whole_boards(cells in "[KGMRNCPkgmrncp?.]{32}|[.Gp?]{32}", listed in "( [KGMRNCPkgmrncp]{1,6})?", quiet in 0..42) {
        let rows: Vec<&str> = (0..8).map(|row| &cells[4 * row..][..4]).collect();
        let dark_chess = RULESETS.contest("dark-chess").unwrap();
        let _ = touch(dark_chess, &format!("{} left{listed} quiet {quiet}", rows.join("|")));
    }
}
