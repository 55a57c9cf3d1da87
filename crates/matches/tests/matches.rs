//! Matches: no game is lost or repeated when they are interrupted, and records can be played again.

#![allow(missing_docs, clippy::unwrap_used)]

use matches::{Allowance, Deal, Match, MatchError, Record, RecordError, Referee, State, Tally, replay};
use rules::RULESETS;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use values::{Budget, ByPlayer, Player};

fn random_match(game: &str, games: u32) -> Match {
    Match {
        players: ["random:1".parse().unwrap(), "random:2".parse().unwrap()],
        starts: Deal { game: game.to_owned(), width: 4, height: 4, components: 2 }.into(),
        games,
        allowance: Allowance::time(Duration::from_secs(1)),
        seed: 7,
        threads: 2,
    }
}

/// A file that is gone after the test.
struct Journal(PathBuf);

impl Journal {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tedomari-{name}-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_match_ends_in_the_middle_of_a_move() {
    let contest = Match {
        players: ["alphabeta", "alphabeta"].map(|name| name.parse().unwrap()),
        allowance: Allowance::time(Duration::from_secs(1000)),
        ..random_match("amazons", 2)
    };
    let budget = Budget::endless();
    let records = std::thread::scope(|scope| {
        let played = scope.spawn(|| contest.play(None, &budget, &|_| {}));
        std::thread::sleep(Duration::from_millis(100));
        budget.cancel();
        played.join().unwrap().unwrap()
    });
    assert!(records.is_empty(), "no move of these searches is made so soon");
}

#[test]
fn an_interrupted_match_equals_one_that_was_not() {
    let contest = random_match("amazons", 12);
    let whole = contest.play(None, &Budget::endless(), &|_| {}).unwrap();
    assert_eq!(whole.iter().map(|record| record.game).collect::<Vec<_>>(), (0..12).collect::<Vec<_>>());
    let journal = Journal::new("interrupted");
    // Stopped twice, and the second time in the middle of a line.
    for games in [3, 7] {
        let budget = Budget::endless();
        contest
            .play(Some(&journal.0), &budget, &|records| {
                if records.len() >= games {
                    budget.cancel();
                }
            })
            .unwrap();
    }
    let mut text = std::fs::read_to_string(&journal.0).unwrap();
    text.push_str("{\"game\":11,\"sum\":\"amaz");
    std::fs::write(&journal.0, text).unwrap();
    let before = AtomicUsize::new(usize::MAX);
    let resumed = contest
        .play(Some(&journal.0), &Budget::endless(), &|records| {
            before.fetch_min(records.len(), Ordering::Relaxed);
        })
        .unwrap();
    assert!(before.into_inner() > 7);
    assert_eq!(resumed, whole);
    // All games are recorded, so none is played again.
    let again =
        contest.play(Some(&journal.0), &Budget::endless(), &|_| panic!("a game was repeated")).unwrap();
    assert_eq!(again, whole);
    let lines = std::fs::read_to_string(&journal.0).unwrap();
    assert_eq!(lines.lines().count(), 13);
}

#[test]
fn a_journal_belongs_to_one_match() {
    let journal = Journal::new("other");
    random_match("amazons", 2).play(Some(&journal.0), &Budget::endless(), &|_| {}).unwrap();
    let other = Match { seed: 8, ..random_match("amazons", 2) };
    let error = other.play(Some(&journal.0), &Budget::endless(), &|_| {}).unwrap_err();
    assert!(matches!(error, MatchError::Other { .. }));
}

/// A game depends only on the match and its number: not on earlier games, and not on other threads.
#[test]
fn games_do_not_depend_on_other_games() {
    let by_nodes = [
        "alphabeta",
        "informed",
        "mcts",
        "hotstrat:exact",
        "sentestrat:interval",
        "thermostrat:tds",
        "hotstrat+:tds+",
        "mean:mts",
    ];
    let by_nodes = by_nodes.map(|name| (name, Allowance::Nodes(100)));
    // With far more time than they need, players finish.
    let by_time =
        ["hotstrat:exact", "sentestrat:exact"].map(|name| (name, Allowance::time(Duration::from_secs(600))));
    let nogo = Deal { game: "nogo".to_owned(), width: 3, height: 2, components: 2 };
    // Duels of queens that are too large for a table are guessed, and guesses look at smaller ones.
    let amazons = Deal { game: "amazons".to_owned(), width: 5, height: 4, components: 1 };
    let guessed = ["hotstrat:exact", "informed"].map(|name| (name, Allowance::Nodes(400), &amazons));
    let settled = by_nodes.into_iter().chain(by_time).map(|(name, allowance)| (name, allowance, &nogo));
    for (name, allowance, deal) in settled.chain(guessed) {
        let contest = Match {
            players: [name.parse().unwrap(), "random:3".parse().unwrap()],
            starts: deal.clone().into(),
            games: 6,
            allowance,
            seed: 4,
            threads: 1,
        };
        let whole = contest.play(None, &Budget::endless(), &|_| {}).unwrap();
        assert!(whole.iter().all(|record| record.late.is_none()), "{name}");
        assert_eq!(
            Match { threads: 3, ..contest.clone() }.play(None, &Budget::endless(), &|_| {}),
            Ok(whole.clone()),
            "{name}"
        );
        // Games in another order: the first four are recorded already.
        let journal = Journal::new(&format!("order-{}-{}", name.replace(':', "-"), deal.game));
        Match { games: 4, ..contest.clone() }.play(Some(&journal.0), &Budget::endless(), &|_| {}).unwrap();
        assert_eq!(contest.play(Some(&journal.0), &Budget::endless(), &|_| {}), Ok(whole.clone()), "{name}");
        let (of, records) = replay(&journal.0).unwrap();
        assert_eq!((of.players, of.allowance, records), (contest.players, allowance, whole), "{name}");
    }
}

/// Errors of a journal name file and line, when a match goes on and when it is replayed.
#[test]
fn a_journal_is_checked_line_by_line() {
    let journal = Journal::new("checked");
    let contest = random_match("domineering", 4);
    contest.play(Some(&journal.0), &Budget::endless(), &|_| {}).unwrap();
    let text = std::fs::read_to_string(&journal.0).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let record = Record::from_line(lines[2]).unwrap();
    let changed = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        record.to_line().into_bytes()
    };
    let cases: [(Vec<u8>, &str); 9] = [
        (b"no record".to_vec(), "not a record of a game"),
        (b"\xff\xfe".to_vec(), "not valid UTF-8"),
        (changed(&|record| record.moves[0].1 = "A9-B9".to_owned()), "move 1, A9-B9 in part"),
        (changed(&|record| record.moves.truncate(1)), "does not end with the score"),
        (changed(&|record| record.score = 77.into()), "does not end with the score 77"),
        (changed(&|record| record.late = Some(Player::Left)), "left cannot have lost by time there"),
        (changed(&|record| record.sum = "{1|-1}".to_owned()), "starts from another sum"),
        (changed(&|record| record.seats = record.seats.swapped()), "with other seats"),
        (lines[1].as_bytes().to_vec(), "is there twice"),
    ];
    for (line, message) in cases {
        let mut file = [lines[0], lines[1]].join("\n").into_bytes();
        file.push(b'\n');
        file.extend(line);
        file.extend(b"\nwhatever\n");
        std::fs::write(&journal.0, &file).unwrap();
        let resumed = contest.play(Some(&journal.0), &Budget::endless(), &|_| {}).unwrap_err();
        assert_eq!(replay(&journal.0).unwrap_err(), resumed);
        assert!(matches!(resumed, MatchError::Line { line: 3, .. }), "{resumed}");
        let place = format!("{}, line 3: ", journal.0.display());
        assert!(
            resumed.to_string().starts_with(&place) && resumed.to_string().contains(message),
            "{resumed}"
        );
        // The file is unchanged.
        assert_eq!(std::fs::read(&journal.0).unwrap(), file);
    }
    std::fs::write(&journal.0, lines[1..].join("\n")).unwrap();
    let error = replay(&journal.0).unwrap_err();
    assert!(matches!(error, MatchError::Line { line: 1, error: RecordError::Header, .. }), "{error}");
}

/// A game at its start.
fn start(sum: &str) -> State {
    State::read(&RULESETS, sum, Player::Left, 0).unwrap()
}

#[test]
fn records_replay() {
    let mut referee = Referee::default();
    for game in
        ["amazons", "clobber", "col", "domineering", "konane", "nogo", "snort", "xt-domineering", "tree"]
    {
        let records = random_match(game, 4).play(None, &Budget::endless(), &|_| {}).unwrap();
        for record in &records {
            let read = Record::from_line(&record.to_line()).unwrap();
            assert_eq!(read, *record);
            read.replay(start(&read.sum), &mut referee).unwrap();
        }
        // Both games of a pair start from the same sum with colours exchanged.
        assert_eq!(records[0].sum, records[1].sum);
        assert_eq!([records[0].seats, records[1].seats].map(ByPlayer::into_array), [[0, 1], [1, 0]]);
        let played = records.iter().find(|record| !record.moves.is_empty());
        let Some(mut wrong) = played.cloned() else { continue };
        wrong.moves[0].1 = "no move".to_owned();
        assert_eq!(
            wrong.replay(start(&wrong.sum), &mut referee),
            Err(RecordError::Move(1, wrong.moves[0].0, "no move".to_owned()))
        );
    }
}

#[test]
fn tallies_count_as_the_thesis_does() {
    let record = |game: u32, score: i32, late: Option<Player>| Record {
        game,
        sum: String::new(),
        seats: if game.is_multiple_of(2) { [0, 1] } else { [1, 0] }.into(),
        moves: Vec::new(),
        score: score.into(),
        late,
        depths: [(0, 0); 2],
        complaint: None,
    };
    // The first player scores 3, -1, 0 and is late once, which is a loss without a score.
    let records =
        [record(0, 3, None), record(1, 1, None), record(2, 0, None), record(3, 9, Some(Player::Right))];
    let tally = Tally::of(&records);
    assert_eq!((tally.games, [tally.wins, tally.losses], tally.late), (4, [1, 2], [1, 0]));
    assert!((tally.score - 2.0 / 3.0).abs() < 1e-9);
    assert!((tally.win_share().unwrap() - 1.0 / 3.0).abs() < 1e-9);
    let (low, high) = tally.confidence().unwrap();
    assert!(0.05 < low && low < 1.0 / 3.0 && high < 0.8);
}

#[test]
fn a_game_without_positions_is_refused() {
    let error = random_match("hackenbush", 2).play(None, &Budget::endless(), &|_| {}).unwrap_err();
    assert!(error.to_string().contains("not of 'hackenbush'"));
}
