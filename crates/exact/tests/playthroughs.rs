//! A recorded playthrough of every game, so that no rule changes silently: from the ruleset's
//! example both players make an orthodox move in turn, the first in the ranking, until the end.
//! After an intended change run `UPDATE_SNAPSHOTS=1 cargo test -p tedomari-exact playthroughs::`.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{Initiative, Tables, rank};
use rules::{AnyPosition, Position, RULESETS, Search};
use std::fmt::Write;
use values::{Dyadic, Player, Values};

/// The mean, the temperature and the best move of a player, by its number, with who has to go on after it.
struct Look<'a> {
    values: &'a Values,
    tables: &'a Tables,
    player: Player,
}

impl Search for Look<'_> {
    type Output = (Dyadic, Dyadic, Option<(usize, Initiative)>);

    fn run<P: Position>(self, position: &P) -> Self::Output {
        let Self { values, tables, player } = self;
        let table = tables.of::<P>();
        let value = table.value(values, position).unwrap();
        let moves = position.moves(player);
        let ranking = rank(values, &table, position).unwrap();
        let best = ranking[player].first().map(|best| {
            let place = moves.iter().position(|action| *action == best.action).unwrap();
            (place, best.initiative)
        });
        (values.mean(value).unwrap(), values.temperature(value).unwrap(), best)
    }
}

fn play(mut position: AnyPosition) -> String {
    let (values, tables) = (Values::new(), Tables::default());
    let mut record = String::new();
    let mut player = Player::Left;
    loop {
        let (mean, temperature, best) = position.search(Look { values: &values, tables: &tables, player });
        let moves = Player::BOTH.map(|player| position.moves(player).unwrap());
        let counts = moves.each_ref().map(Vec::len);
        writeln!(record, "{position}  mean {mean}, temperature {temperature}, moves {counts:?}").unwrap();
        let Some((best, initiative)) = best else {
            writeln!(record, "{player:?} cannot move").unwrap();
            return record;
        };
        let action = &moves[player as usize][best];
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
