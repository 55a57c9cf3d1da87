//! `tedomari match`: two players against each other over many sums, or at a game with chance.

use crate::files::{announce, ensure_regular, ensure_writable, is_same_file, write_file};
use crate::{Ending, match_contest, output, progress, seconds};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tedomari::answers::{MatchAnswer, ReplayAnswer};
use tedomari::matches::contests;
use tedomari::matches::players::{Kind, PlayerName};
use tedomari::matches::{self, Allowance, Deal, Match, Record, Tally};
use tedomari::prelude::{Budget, Engine, Player, Ruleset};

const EXAMPLES: &str = "\
Examples:
  tedomari match --left hotstrat:tds+ --right alphabeta --games 20
  tedomari match --left informed --right sentestrat:exact --size 5x5 --components 6 --time 100ms
  tedomari match --left mcts --right random --game nogo --size 3x3 --journal nogo.jsonl --csv nogo.csv
  tedomari match --left informed --right alphabeta --nodes 1000 --games 20
  tedomari match --replay nogo.jsonl
  tedomari match --game ewn --left star2 --right mcts --games 400
  tedomari match --left informed --right 'exec:old/tedomari player informed'

Every sum is played twice with colours exchanged; Left moves first. A game is over when all parts are numbers, and the \
score is their total. A player who takes 20 ms longer than allowed has lost that game.

With --journal a match that was interrupted goes on where it was. Players begin every game knowing nothing, so a match \
is the same again, with any number of threads, if no search runs out of time. With --nodes it always is, as long as the \
endgame tables are the same (see `tedomari table`).

Games with chance (ewn, dark-chess) are not played as sums: every start is played twice with seats exchanged and the \
same chance, and games are won, drawn or lost.";

/// The player that is another program.
const EXEC: (&str, &str) =
    ("exec:COMMAND", "another program; `tedomari player --help` describes the protocol");

/// Let two players play sums against each other
#[derive(Args)]
#[command(after_help = help())]
pub(crate) struct Arguments {
    /// The first player, who is Left in every other game
    #[arg(long, value_name = "PLAYER", required_unless_present = "replay")]
    left: Option<String>,
    /// The second player
    #[arg(long, value_name = "PLAYER", required_unless_present = "replay")]
    right: Option<String>,
    /// The game that all parts are positions of; or a game with chance
    #[arg(long, default_value = "amazons")]
    game: String,
    /// Columns and rows of each board [default: 4x4]
    #[arg(long, value_parser = size)]
    size: Option<(u8, u8)>,
    /// Number of boards in a sum [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=Deal::MOST_COMPONENTS as i64))]
    components: Option<u16>,
    /// Number of games, two for each sum
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Time for each move, such as 100ms or 2s
    #[arg(long, default_value = "100ms", value_parser = seconds)]
    time: f64,
    /// Node limit for each move, in place of a time: games are the same on every machine
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The seed of all random choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Number of games played in parallel [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Keep finished games in this file, and resume from those that are there
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write a line for each game to this file as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    /// Play the games of a journal again, and check them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["left", "right", "journal", "csv", "time", "nodes", "seed"])]
    replay: Option<PathBuf>,
}

/// The examples and the list of players.
fn help() -> String {
    let players = |kind: Kind| {
        let line = |(name, about): (&str, &str)| {
            let takes_source = matches!(name.parse(), Ok(PlayerName::Local(..)));
            let name = if takes_source { format!("{name}:SOURCE") } else { name.to_owned() };
            format!("  {name:<19} {about}\n")
        };
        PlayerName::of(kind).chain([EXEC]).map(line).collect::<String>()
    };
    format!(
        "{EXAMPLES}\n\nPlayers of sums:\n{}\nSources of temperatures: {}\n\nPlayers of games with chance:\n{}",
        players(Kind::Sum),
        tedomari::matches::players::Source::list(),
        players(Kind::Contest)
    )
}

fn size(text: &str) -> Result<(u8, u8), String> {
    let side = |text: &str| text.parse::<u8>().ok().filter(|side| (1..=64).contains(side));
    let sides = text.split_once(['x', '×']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides.ok_or_else(|| "expected columns and rows, such as 4x4".to_owned())
}

pub(crate) fn run(arguments: Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let (Some(left), Some(right)) = (&arguments.left, &arguments.right) else {
        return replay(&arguments.replay.unwrap_or_default(), arguments.json);
    };
    if let Ok(ruleset) = engine.rulesets().contest(&arguments.game) {
        return run_contest(&arguments, ruleset, [left, right]);
    }
    let [left, right]: [PlayerName; 2] = [left.parse()?, right.parse()?];
    let (width, height) = arguments.size.unwrap_or((4, 4));
    let components = arguments.components.unwrap_or(4);
    let play = Match {
        players: [left.clone(), right.clone()],
        deal: Deal { game: arguments.game.clone(), width, height, components: components.into() },
        games: arguments.games,
        allowance: arguments.allowance(),
        seed: arguments.seed,
        threads: arguments.threads(),
    };
    if let Some(journal) = &arguments.journal {
        ensure_regular(journal)?;
    }
    if let Some(csv) = &arguments.csv {
        // A path that cannot be written is found before the match is played.
        ensure_writable(csv)?;
        anyhow::ensure!(
            !arguments.journal.as_ref().is_some_and(|journal| is_same_file(journal, csv)),
            "--csv and --journal are the same file"
        );
    }
    let tell = |records: &[Record]| {
        complain(records.last().and_then(|record| record.complaint.as_deref()));
        let Tally { games, wins: [won, lost], .. } = Tally::of(records);
        let of = arguments.games;
        progress::show(&format!("{games} of {of} games: {left} won {won}, {right} won {lost}"));
    };
    let played = engine.play_match(&play, arguments.journal.as_deref(), &Budget::endless(), &tell);
    progress::show("");
    let (answer, records) = played?;
    if let Some(journal) = &arguments.journal {
        announce(journal);
    }
    if let Some(path) = &arguments.csv {
        write_file(path, csv(&records, &play.players).as_bytes())?;
    }
    let mut out = output::stdout();
    match arguments.json {
        true => output::write_json(&mut out, &answer)?,
        false => write!(out, "{}", summary(&play, &answer))?,
    }
    Ok(Ending::Complete)
}

impl Arguments {
    /// The number of games played in parallel.
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    /// The time or node limit of a move.
    fn allowance(&self) -> Allowance {
        match self.nodes {
            Some(nodes) => Allowance::Nodes(nodes),
            None => Allowance::time(Duration::from_secs_f64(self.time)),
        }
    }
}

/// A match and its result as text.
fn summary(play: &Match, answer: &MatchAnswer) -> String {
    let MatchAnswer { left, right, games, seed, wins, losses, score, deviation, late, .. } = answer;
    let (deal, drawn) = (&play.deal, games - wins - losses);
    let mut text = format!("{left} against {right}: {games} games of {deal}, seed {seed}\n");
    text += &format!("  games          {left} won {wins}, {right} won {losses}, drawn {drawn}\n");
    if let (Some(share), Some(interval)) = (answer.win_share, answer.confidence) {
        text += &format!("  share of wins  {}, draws left out\n", share_of_wins(left, share, interval));
    }
    text += &format!(
        "  mean score     {score:+.2} a game for {left}; standard deviation of a game's score {deviation:.2}\n"
    );
    if *late != [0, 0] {
        text += &format!(
            "  lost by time   {left} {}, {right} {}; they count as lost, without a score\n",
            late[0], late[1]
        );
    }
    text
}

/// Says on standard error why a player failed.
pub(crate) fn complain(complaint: Option<&str>) {
    if let Some(complaint) = complaint {
        progress::show("");
        eprintln!("{complaint}: the game is lost");
    }
}

/// A share of wins with its confidence interval.
pub(crate) fn share_of_wins(player: impl std::fmt::Display, share: f64, [low, high]: [f64; 2]) -> String {
    let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
    format!("{share:.1} % for {player}; 95 % confidence interval {low:.1} % to {high:.1} %")
}

/// Plays a match at a game with chance.
fn run_contest(
    arguments: &Arguments,
    ruleset: &Ruleset,
    [left, right]: [&String; 2],
) -> anyhow::Result<Ending> {
    let Arguments { game, size, components, journal, csv, .. } = arguments;
    let useless = [
        ("--size", size.is_some()),
        ("--components", components.is_some()),
        ("--journal", journal.is_some()),
        ("--csv", csv.is_some()),
    ];
    if let Some((option, _)) = useless.iter().find(|(_, given)| *given) {
        anyhow::bail!("{option} is for sums, not for {game}");
    }
    let play = contests::Match {
        ruleset: ruleset.clone(),
        players: [left.parse()?, right.parse()?],
        games: arguments.games,
        allowance: arguments.allowance(),
        seed: arguments.seed,
        threads: arguments.threads(),
    };
    match_contest::run(&play, arguments.json)
}

/// A line for each game.
fn csv(records: &[Record], players: &[PlayerName; 2]) -> String {
    let mut lines = "game,left,right,score,winner,lost_by_time,sum,moves\n".to_owned();
    for record in records {
        let seat = |player: Player| players[record.seats[player]].to_string();
        let moves: Vec<String> =
            record.moves.iter().map(|(part, name)| format!("{}:{name}", part + 1)).collect();
        lines += &format!(
            "{},{},{},{},{},{},\"{}\",\"{}\"\n",
            record.game + 1,
            seat(Player::Left),
            seat(Player::Right),
            record.score,
            record.winner().map(seat).unwrap_or_default(),
            record.late.map(seat).unwrap_or_default(),
            record.sum,
            moves.join(" ")
        );
    }
    lines
}

/// Plays the games of a journal again.
fn replay(path: &Path, json: bool) -> anyhow::Result<Ending> {
    let (play, records) = matches::replay(path)?;
    anyhow::ensure!(!records.is_empty(), "{} has no games", path.display());
    let answer = MatchAnswer::of(&play, &records);
    let mut out = output::stdout();
    match json {
        true => output::write_json(&mut out, &ReplayAnswer::from(&answer))?,
        false => write!(out, "All games are as they were played.\n{}", summary(&play, &answer))?,
    }
    Ok(Ending::Complete)
}
