//! `tedomari match`: two players against each other over many sums, or at a game with chance.

use crate::cluster::Scheduler;
use crate::ending::{CheckFailed, Ending as Exit};
use crate::files::{announce, ensure_regular, ensure_writable, is_same_file, write_file};
use crate::options::{MoveTime, Seed, Tables};
use crate::output::visible;
use crate::report::{explained, refusal};
use crate::{output, progress};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tedomari::answers::{MatchAnswer, ReplayAnswer};
use tedomari::matches::players::{Kind, PlayerName};
use tedomari::matches::{Allowance, Deal, Ending, Match, MatchError, Record, RecordError, Starts, Tally};
use tedomari::prelude::{Budget, Engine, Player};

const EXAMPLES: &str = "\
Examples:
  tedomari match --left hotstrat:tds+ --right alphabeta --games 20
  tedomari match --left informed --right sentestrat:exact --size 5x5 --components 6
  tedomari match --left mcts --right random --game nogo --journal nogo.jsonl --csv nogo.csv
  tedomari match --left informed --right alphabeta --nodes 1000 --games 20
  tedomari match --replay nogo.jsonl
  tedomari match --left solve --right xt --game xt-domineering --size 3x3 --components 6
  tedomari match --left nim --right random --start 'triangular-nim:x|xx|xxx|xxxx' --play misere
  tedomari match --left solve --right random --game ./cutcake.lua:7x5 --play normal
  tedomari match --game ewn --left star2 --right mcts --games 400
  tedomari match --left informed --right 'exec:old/tedomari player informed'

Every sum is played twice with colours exchanged; Left moves first. A game is over when all parts are numbers, and the \
score is their total; where both players can move in every part or neither can, as in Clobber and XT Domineering, the player who makes the last \
move wins. --play chooses another way. A player who takes 20 ms longer than allowed has lost that game. With an odd number of games the last sum is played once. The tree of mcts takes up to \
256 MiB, and regions that a player has met about 300 MiB; `tedomari player` has --threads and --memory.

With --journal a match that was interrupted goes on where it was. Players begin every game knowing nothing, so a match \
is the same again, with any number of threads, if no search runs out of time. With --nodes it always is, as long as the \
endgame tables are the same (see `tedomari table`).

Games with chance (ewn, dark-chess) are not played as sums: every start is played twice with sides exchanged and the \
same chance, and games are won, drawn or lost.";

/// Let two players play sums, or a game with chance, against each other
#[derive(Args)]
#[command(after_help = help())]
pub(crate) struct Arguments {
    /// The first player, who is Left in games 1, 3, 5 and so on
    #[arg(long, value_name = "PLAYER", required_unless_present = "replay")]
    left: Option<String>,
    /// The second player
    #[arg(long, value_name = "PLAYER", required_unless_present = "replay")]
    right: Option<String>,
    /// The game that all parts are positions of; or a game with chance. The parts of GAME:POSITION are positions that random
    /// moves from there lead to; a script, such as ./cutcake.lua, has its example for that
    #[arg(long, default_value = "amazons")]
    game: String,
    /// Columns and rows of each random board; a triangle has a layer for each row [default: 4x4]
    #[arg(long, value_parser = size)]
    size: Option<(u8, u8)>,
    /// Number of parts of a sum [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=Deal::MOST_COMPONENTS as i64))]
    components: Option<u16>,
    /// Play this sum in every game, in place of random ones; or this state of a game with chance, such as a ko with the
    /// threats of both sides
    #[arg(long, value_name = "SUM", conflicts_with_all = ["game", "size", "components"])]
    start: Option<String>,
    /// How sums end: normal (the last move wins), misere (the last move loses) or score [default: by the game]
    #[arg(long, value_name = "CONVENTION")]
    play: Option<Ending>,
    /// Number of games, two for each sum or opening
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    #[command(flatten)]
    time: MoveTime,
    /// Node limit for each move, in place of a time: games are the same on every machine
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    /// Number of games played in parallel, each player in one thread [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Keep finished games in this file, and resume from those that are there
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    #[command(flatten)]
    scheduler: Scheduler,
    /// Write a line for each game to this file as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    /// Play the games of a journal again, and check them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["left", "right", "journal", "csv", "time", "nodes", "seed"])]
    replay: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: Tables,
}

/// The examples and the list of players.
fn help() -> String {
    let line = |name: &str, about: &str| format!("  {name:<19} {about}\n");
    let exec = line("exec:COMMAND", "another program; `tedomari player --help` describes the protocol");
    let players = |kind: Kind| {
        let known = PlayerName::ALL.iter().filter(|(_, player, _)| player.plays(kind));
        let lines = known.map(|(name, player, about)| match player {
            PlayerName::Local(..) => line(&format!("{name}:SOURCE"), about),
            _ => line(name, about),
        });
        lines.chain([exec.clone()]).collect::<String>()
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
    sides.ok_or_else(|| "expected columns and rows from 1 to 64, such as 4x4".to_owned())
}

pub(crate) fn run(arguments: Arguments, engine: &Engine) -> anyhow::Result<Exit> {
    let (Some(left), Some(right)) = (&arguments.left, &arguments.right) else {
        return replay(engine, &arguments.replay.unwrap_or_default(), arguments.json);
    };
    let players: [PlayerName; 2] = [left.parse()?, right.parse()?];
    let play = Match {
        players: players.clone(),
        starts: arguments.starts(engine)?,
        games: arguments.games,
        allowance: arguments.allowance(),
        seed: arguments.seed.get(),
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
        if let Some(complaint) = records.last().and_then(|record| record.complaint.as_ref()) {
            progress::show("");
            eprintln!("{complaint}: the game is lost");
        }
        let Tally { games, wins, losses, .. } = Tally::of(records);
        let ([left, right], of) = (&players, arguments.games);
        progress::show(&visible(&format!("{games} of {of} games: {left} won {wins}, {right} won {losses}")));
    };
    // The games of a cluster come in a journal, of its own if none is named.
    let own = arguments.scheduler.is_given().then(tempfile::NamedTempFile::new).transpose()?;
    let journal = arguments.journal.as_deref().or(own.as_ref().map(tempfile::NamedTempFile::path));
    arguments.scheduler.work::<()>("match", || {
        let journal = journal.map(std::path::absolute).transpose()?;
        Ok(json!({ "header": play.header(), "games": play.games, "journal": journal }))
    })?;
    let played = engine.play_match(&play, journal, &Budget::endless(), &tell);
    progress::show("");
    let (answer, records) = played?;
    if let Some(journal) = &arguments.journal {
        announce(journal);
    }
    if let Some(path) = &arguments.csv {
        write_file(path, csv(&records, &players).as_bytes())?;
    }
    let mut out = output::stdout();
    match arguments.json {
        true => output::write_json(&mut out, &answer)?,
        false => write!(out, "{}", visible(&summary(&play, &answer)))?,
    }
    Ok(Exit::Complete)
}

impl Arguments {
    /// What is played.
    fn starts(&self, engine: &Engine) -> anyhow::Result<Starts> {
        let Self { game, size, components, start, play, .. } = self;
        if let Some((game, state)) =
            start.as_ref().filter(|start| engine.is_contest(start)).and_then(|start| start.split_once(':'))
        {
            let ruleset = engine.rulesets().contest(game.trim())?;
            ruleset.deal(state, &mut |_| 0)?;
            anyhow::ensure!(
                play.is_none(),
                "--play is for sums: the rules of {} say how it ends",
                ruleset.name
            );
            return Ok(Starts::Contest(ruleset.clone(), Some(state.trim().to_owned())));
        }
        let sums = match (start, engine.rulesets().contest(game)) {
            (Some(start), _) => {
                let sum = engine.sum(start).map_err(|error| anyhow::anyhow!(explained(&error)))?;
                Some(Starts::from(sum))
            }
            (None, Err(_)) => Some(engine.deal(game, *size, components.map(usize::from)).map_err(refusal)?),
            (None, Ok(_)) => None,
        };
        if let Some(sums) = sums {
            return Ok(match play {
                Some(ending) => sums.ending_by(*ending),
                None => sums,
            });
        }
        let ruleset = engine.rulesets().contest(game)?;
        anyhow::ensure!(play.is_none(), "--play is for sums: the rules of {game} say how it ends");
        anyhow::ensure!(size.is_none(), "--size is for sums, not for {game}");
        anyhow::ensure!(components.is_none(), "--components is for sums, not for {game}");
        Ok(ruleset.clone().into())
    }

    /// The number of games played in parallel.
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    /// The time or node limit of a move.
    fn allowance(&self) -> Allowance {
        match self.nodes {
            Some(nodes) => Allowance::Nodes(nodes),
            None => Allowance::time(Duration::from_secs_f64(self.time.time)),
        }
    }
}

/// A match and its result as text.
fn summary(play: &Match, answer: &MatchAnswer) -> String {
    let MatchAnswer { left, right, games, seed, wins, draws, losses, score, deviation, late, .. } = answer;
    let is_scored = play.starts.ending() == Some(Ending::Score);
    let counted = if is_scored { "draws left out" } else { "of all games" };
    let mut text = format!("{left} against {right}: {games} games of {}, seed {seed}\n", play.starts);
    text += &format!("  games          {left} won {wins}, {right} won {losses}, drawn {draws}\n");
    if let (Some(share), Some([low, high])) = (answer.win_share, answer.confidence) {
        let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
        text += &format!(
            "  share of wins  {share:.1} % for {left}; 95 % confidence interval {low:.1} % to {high:.1} %, {counted}\n"
        );
    }
    if is_scored {
        text += &format!(
            "  mean score     {score:+.2} a game for {left}; standard deviation of a game's score {deviation:.2}\n"
        );
    }
    text += &format!("  moves          {:.1} a game on average\n", answer.moves);
    for (player, depth) in [left, right].into_iter().zip(answer.depth) {
        if let Some(depth) = depth {
            text += &format!("  depth          {player} looked {depth:.2} moves ahead on average\n");
        }
    }
    if *late != [0, 0] {
        let note = if is_scored { "; they count as lost, without a score" } else { "" };
        text += &format!("  lost by time   {left} {}, {right} {}{note}\n", late[0], late[1]);
    }
    text
}

/// A line for each game.
fn csv(records: &[Record], players: &[PlayerName; 2]) -> String {
    let mut lines = "game,left,right,score,winner,lost_by_time,sum,moves\n".to_owned();
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    for record in records {
        let seat = |player: Player| {
            let name = players[record.seats[player]].to_string();
            // A command may have any characters.
            if name.contains([',', '"', '\n', '\r']) { quoted(&name) } else { name }
        };
        let moves: Vec<String> =
            record.moves.iter().map(|(part, name)| format!("{}:{name}", part + 1)).collect();
        lines += &format!(
            "{},{},{},{},{},{},{},{}\n",
            record.game + 1,
            seat(Player::Left),
            seat(Player::Right),
            record.score,
            record.winner().map(seat).unwrap_or_default(),
            record.late.map(seat).unwrap_or_default(),
            quoted(&record.sum),
            quoted(&moves.join(" "))
        );
    }
    lines
}

/// Plays the games of a journal again.
fn replay(engine: &Engine, path: &Path, json: bool) -> anyhow::Result<Exit> {
    let (play, records) = engine.replay(path).map_err(|error| match error {
        MatchError::Line { error: RecordError::Header, .. } | MatchError::File(..) => error.into(),
        error => anyhow::Error::from(CheckFailed(error.into())),
    })?;
    anyhow::ensure!(!records.is_empty(), "{} has no games", path.display());
    let answer = MatchAnswer::of(&play, &records);
    let mut out = output::stdout();
    match json {
        true => output::write_json(&mut out, &ReplayAnswer::from(&answer))?,
        false => write!(out, "All games are as they were played.\n{}", visible(&summary(&play, &answer)))?,
    }
    Ok(Exit::Complete)
}
