//! A recorded playthrough of every game, so that no rule changes silently: from the registry's
//! example both players make an orthodox move in turn, the first in the ranking, until the end.
//! After an intended change run `UPDATE_SNAPSHOTS=1 cargo test -p exact --test playthroughs`.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{ValueTable, rank};
use rules::{Position, RULESETS, Visitor};
use std::fmt::Write;
use values::{Player, Values};

struct Play;

impl Visitor for Play {
    type Output = String;

    fn visit<P: Position>(self, mut position: P) -> String {
        let (values, table) = (Values::new(), ValueTable::default());
        let mut record = String::new();
        let mut player = Player::Left;
        loop {
            let value = table.value(&values, &position).unwrap();
            let (mean, temperature) = (values.mean(value).unwrap(), values.temperature(value).unwrap());
            let counts = Player::BOTH.map(|player| position.moves(player).len());
            writeln!(record, "{position}  mean {mean}, temperature {temperature}, moves {counts:?}").unwrap();
            let ranking = rank(&values, &table, &position).unwrap();
            let Some(best) = ranking[player as usize].first() else {
                writeln!(record, "{player:?} cannot move").unwrap();
                return record;
            };
            writeln!(record, "{player:?}: {} ({})", best.text, best.initiative).unwrap();
            let chosen =
                position.moves(player).into_iter().find(|action| action.to_string() == best.text).unwrap();
            position = position.play(player, chosen);
            player = player.opponent();
        }
    }
}

#[test]
fn playthroughs() {
    let folder = format!("{}/tests/playthroughs", env!("CARGO_MANIFEST_DIR"));
    for game in RULESETS {
        let record = rules::open(game.name, game.example, Play).unwrap();
        let path = format!("{folder}/{}.txt", game.name);
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &record).unwrap();
        }
        let recorded = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(record, recorded, "{} does not play as recorded in {path}", game.name);
    }
}
