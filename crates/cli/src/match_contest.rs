//! `tedomari match` for games with chance: two players, every start twice with seats exchanged and the same chance.

use crate::{Ending, progress};
use serde_json::json;
use std::io::Write;
use std::marker::PhantomData;
use std::time::Duration;
use tedomari::rules::{ContestVisitor, Playable};
use tedomari::search::contests::{GRACE, Match, PlayerName, Record, Tally};

/// Who plays, and how.
pub(crate) struct Encounter {
    pub(crate) game: String,
    pub(crate) players: [PlayerName; 2],
    pub(crate) games: u32,
    pub(crate) time: Duration,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) json: bool,
}

impl ContestVisitor for Encounter {
    type Output = anyhow::Result<Ending>;

    fn visit<S: Playable>(self, _: Option<S>) -> Self::Output {
        let Self { players, games, time, seed, threads, .. } = self;
        let [left, right] = players;
        let play = Match::<S> { players, games, time, grace: GRACE, seed, threads, contest: PhantomData };
        let records = play.play(&|records: &[Record]| {
            progress::show(&format!("{left} against {right}: {}, of {games}", Tally::of(records)));
        });
        progress::show("");
        self.report(&Tally::of(&records))
    }
}

impl Encounter {
    fn report(&self, tally: &Tally) -> anyhow::Result<Ending> {
        let Self { game, players: [left, right], time, seed, .. } = self;
        let mut out = crate::output::stdout();
        if self.json {
            let fact = json!({
                "left": left.to_string(),
                "right": right.to_string(),
                "game": game,
                "games": tally.games,
                "time": time.as_secs_f64(),
                "seed": seed,
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "win_share": tally.win_share(),
                "confidence": tally.confidence().map(|(low, high)| [low, high]),
                "depth": tally.depth,
                "moves": tally.moves,
                "late": tally.late,
            });
            writeln!(out, "{fact}")?;
        } else {
            writeln!(out, "{left} against {right}, {game}, seed {seed}: {tally}")?;
        }
        Ok(Ending::Complete)
    }
}
