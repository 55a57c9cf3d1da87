//! A recorded playthrough of every game, so that no rule changes silently: from the ruleset's
//! example both players make an orthodox move in turn, the first in the ranking, until the end.
//! After an intended change run `UPDATE_SNAPSHOTS=1 cargo test -p tedomari-exact playthroughs::`.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{RankedMove, Tables, rank};
use rules::{AnyPosition, RULESETS};
use std::fmt::Write;
use values::{Player, Values};

fn play(mut position: AnyPosition) -> String {
    let (values, tables) = (Values::new(), Tables::default());
    let mut record = String::new();
    let mut player = Player::Left;
    loop {
        let value = tables.value(&values, &position).unwrap();
        let (mean, temperature) = (values.mean(value).unwrap(), values.temperature(value).unwrap());
        let ranking = rank(&values, &tables, &position).unwrap();
        let counts = Player::BOTH.map(|player| ranking[player].len());
        writeln!(record, "{position}  mean {mean}, temperature {temperature}, moves {counts:?}").unwrap();
        let Some(RankedMove { action, initiative, .. }) = ranking[player].first() else {
            writeln!(record, "{player:?} cannot move").unwrap();
            return record;
        };
        writeln!(record, "{player:?}: {action} ({initiative})").unwrap();
        position = position.play(player, action).unwrap();
        player = player.opponent();
    }
}

#[test]
fn playthroughs() {
    let folder = format!("{}/tests/playthroughs", env!("CARGO_MANIFEST_DIR"));
    for game in RULESETS.positional() {
        let record = play(game.read(&game.example).unwrap());
        let path = format!("{folder}/{}.txt", game.name);
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &record).unwrap();
        }
        let recorded = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(record, recorded, "{} does not play as recorded in {path}", game.name);
    }
}
