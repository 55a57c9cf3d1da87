//! A player that is another program. A thread writes to its process and another one reads from it, so that no
//! program, whatever it does, makes the referee wait longer than the protocol allows.

use super::{Answer, Made, Request, VERSION};
use crate::players::{Choice, NoMove, Player as Mind};
use crate::{Move, State};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};
use values::{Budget, Player};

/// The time for `hello` and for `begin`.
const STARTING: Duration = Duration::from_secs(5);
/// The time beyond that of a move until the program is killed. Long before that the move is late.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time for a move without a limit of time.
const UNTIMED: Duration = Duration::from_secs(600);
/// The time for a program to end after `bye`.
const LEAVING: Duration = Duration::from_millis(200);
/// The maximum length of an answer in bytes.
const LONGEST: u64 = 1 << 20;

/// The program of a command, which is started at the beginning of a game.
pub(crate) struct Program {
    command: String,
    running: Option<Running>,
    /// Why the program cannot go on with this game.
    failure: Option<String>,
    /// The moves that were told, each with its index.
    told: Vec<(Move, Made)>,
}

impl Program {
    pub(crate) fn new(command: &str) -> Self {
        Self { command: command.to_owned(), running: None, failure: None, told: Vec::new() }
    }

    /// Is it a command, rather than nothing or quotes without an end?
    pub(crate) fn is_command(command: &str) -> bool {
        shlex::split(command).is_some_and(|words| !words.is_empty())
    }

    /// Starts the program, and ends it again. An error means that it cannot be started.
    pub(crate) fn check(command: &str) -> Result<(), String> {
        Running::start(command).map(drop)
    }

    /// The program, started and greeted if it is not running.
    fn running(&mut self) -> Result<&mut Running, String> {
        if self.running.is_none() {
            let mut started = Running::start(&self.command)?;
            match started.ask(&Request::Hello { protocol: VERSION }, STARTING)? {
                Answer::Hello { protocol: VERSION, .. } => {}
                Answer::Hello { protocol, .. } => {
                    return Err(format!("speaks version {protocol} of the protocol, not {VERSION}"));
                }
                _ => return Err("does not answer hello".to_owned()),
            }
            self.running = Some(started);
        }
        Ok(self.running.as_mut().expect("it was started above"))
    }

    fn start_game(&mut self, start: &State, side: Player, seed: u64) -> Result<(), String> {
        let first = start.to_move();
        let play = Some(start.ending()).filter(|ending| ending.is_by_last_move());
        let begin = Request::Begin { start: start.text(), first, side, seed: seed.to_string(), play };
        match self.running()?.ask(&begin, STARTING)? {
            Answer::Ready => Ok(()),
            _ => Err("is not ready to begin a game".to_owned()),
        }
    }

    /// All moves so far. The names of those that were told before are not worked out again.
    fn moves(&mut self, state: &State) -> Result<Vec<Made>, String> {
        let past = state.past();
        let same = self.told.iter().zip(past).take_while(|((told, _), (_, made))| told == made).count();
        self.told.truncate(same);
        for (place, (_, action)) in past.iter().enumerate().skip(same) {
            let (name, after) = state.made(place).map_err(|error| error.to_string())?;
            self.told.push((*action, Made { part: action.part + 1, action: name, state: after }));
        }
        Ok(self.told.iter().map(|(_, made)| made.clone()).collect())
    }

    fn answer(&mut self, state: &State, deadline: &Budget) -> Result<Result<Choice, NoMove>, String> {
        let moves = self.moves(state)?;
        let time = deadline.time_left();
        let time_ms = time.map(|time| time.as_micros() as f64 / 1000.0);
        let choose = Request::Choose { moves, time_ms, nodes: deadline.nodes_left() };
        let limit = time.map_or(UNTIMED, |time| time.saturating_add(PATIENCE));
        match self.running.as_mut().ok_or("has not begun the game")?.ask(&choose, limit)? {
            Answer::Move { part, action: name, depth, reason } => {
                let action = part.checked_sub(1).map(|part| state.find(part, &name)).transpose();
                let action = action.map_err(|error| error.to_string())?.flatten();
                let action = action.ok_or_else(|| format!("there is no move '{name}' in part {part}"))?;
                Ok(Ok(Choice { action, depth, reason }))
            }
            Answer::None => Ok(Err(NoMove::None)),
            _ => Err("does not answer with a move".to_owned()),
        }
    }
}

impl Mind for Program {
    fn begin(&mut self, start: &State, side: Player, seed: u64) {
        self.told.clear();
        self.failure = self.start_game(start, side, seed).err();
        if self.failure.is_some() {
            self.running = None;
        }
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        let answer = match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.answer(state, deadline),
        };
        answer.unwrap_or_else(|failure| {
            self.running = None;
            Err(NoMove::Failed(format!("exec:{}: {failure}", self.command)))
        })
    }
}

/// A process and the lines to and from it.
struct Running {
    child: Child,
    requests: Sender<String>,
    answers: Receiver<Result<String, String>>,
}

impl Running {
    fn start(command: &str) -> Result<Self, String> {
        let words = shlex::split(command).unwrap_or_default();
        let (program, arguments) = words.split_first().ok_or("is not a command")?;
        let mut start = Command::new(program);
        start.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = start.spawn().map_err(|error| format!("'{program}' cannot be started: {error}"))?;
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let (requests, written) = channel();
        // A program that writes more than it is asked for has to wait.
        let (read, answers) = sync_channel(1);
        std::thread::spawn(move || write_lines(&written, stdin));
        std::thread::spawn(move || read_lines(stdout, &read));
        Ok(Self { child, requests, answers })
    }

    /// Sends a request, and waits for its answer.
    fn ask(&mut self, request: &Request, limit: Duration) -> Result<Answer, String> {
        if let Ok(line) = self.answers.try_recv() {
            return Err(format!("wrote without being asked: {}", short(&line?)));
        }
        self.send(request);
        let line = self.answers.recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("gave no answer in {:.1} seconds", limit.as_secs_f64()),
            RecvTimeoutError::Disconnected => "ended without an answer".to_owned(),
        })??;
        match serde_json::from_str(&line) {
            Ok(Answer::Error { message }) => Err(format!("reports an error: {message}")),
            Ok(answer) => Ok(answer),
            Err(error) => Err(format!("wrote no answer but '{}': {error}", short(&line))),
        }
    }

    fn send(&self, request: &Request) {
        let line = serde_json::to_string(request).expect("requests have only texts and finite numbers");
        // If the process has ended, the answer will be missing.
        _ = self.requests.send(line);
    }
}

impl Drop for Running {
    /// Says goodbye, and kills the process unless it ends soon.
    fn drop(&mut self) {
        self.send(&Request::Bye);
        let started = Instant::now();
        while started.elapsed() < LEAVING {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        // It may end just now.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Writes lines until there are no more, or the process does not read them.
fn write_lines(lines: &Receiver<String>, mut to: ChildStdin) {
    for line in lines {
        if writeln!(to, "{line}").and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the process ends, or the receiver is gone.
fn read_lines(from: ChildStdout, lines: &SyncSender<Result<String, String>>) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let line = match from.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(_) if line.last() == Some(&b'\n') => {
                String::from_utf8(line).map_err(|_| "wrote a line that is not valid UTF-8".to_owned())
            }
            Ok(_) if line.len() as u64 == LONGEST => Err(format!("wrote a line of over {LONGEST} bytes")),
            _ => return,
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// The beginning of a line, for messages.
fn short(line: &str) -> String {
    line.trim_end().chars().take(80).collect()
}
