//! How fast are the values? Each line is measured in a process of its own, cold and on one thread:
//! CPU time (user and system) of the work alone, and the peak memory of the whole process.
//! Run with `cargo bench -p values`, or `cargo bench -p values -- NAME` for one of them.

#![allow(missing_docs, clippy::unwrap_used)]

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::collections::HashSet;
use std::process::Command;
use values::{Game, Games};

struct Benchmark {
    name: &'static str,
    /// What is measured, and what the best other program needs for it.
    about: &'static str,
    best_elsewhere: &'static str,
    run: fn() -> Measured,
}

struct Measured {
    seconds: f64,
    result: String,
}

const BENCHMARKS: [Benchmark; 6] = [
    Benchmark {
        name: "compare",
        about: "all 1474² comparisons <= of the games born by day 3",
        best_elsewhere: "0.20 s, cgt 0.11",
        run: compare,
    },
    Benchmark {
        name: "temperatures",
        about: "the temperatures of all 1474",
        best_elsewhere: "0.007 s, cgt 0.11",
        run: temperatures,
    },
    Benchmark {
        name: "sums",
        about: "the 125,250 sums of pairs of 500 random games born by day 3",
        best_elsewhere: "12.1 s and 350 MB, cgt 0.11",
        run: sums,
    },
    Benchmark { name: "heat", about: "*14 heated by 1", best_elsewhere: "7.2 s, CGSuite 2.2", run: heat },
    Benchmark {
        name: "enumerate",
        about: "the games born by day 3, from nothing",
        best_elsewhere: "not measured",
        run: enumerate,
    },
    Benchmark {
        name: "switches",
        about: "+-1+-2+-4+-…+-512, all different, to canonical form",
        best_elsewhere: "not measured",
        run: switches,
    },
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, name] = &arguments[..]
        && flag == "--child"
    {
        let benchmark = BENCHMARKS.iter().find(|benchmark| benchmark.name == name).unwrap();
        let Measured { seconds, result } = (benchmark.run)();
        let peak = getrusage(UsageWho::RUSAGE_SELF).unwrap().max_rss() as f64 / 1024.0;
        println!("{:<66} {seconds:>9.4} s {peak:>6.0} MB   {result}", benchmark.about);
        return;
    }
    println!("CPU time and peak memory, each in a new process; best of 3");
    for benchmark in
        BENCHMARKS.iter().filter(|b| arguments.is_empty() || arguments.iter().any(|a| a == b.name))
    {
        let run = |_| {
            let child = Command::new(std::env::current_exe().unwrap())
                .args(["--child", benchmark.name])
                .output()
                .unwrap();
            assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
            String::from_utf8_lossy(&child.stdout).trim_end().to_owned()
        };
        // The lines differ only in the figures, so the smallest is the fastest.
        println!("{}   [{}]", (0..3).map(run).min().unwrap(), benchmark.best_elsewhere);
    }
}

/// The CPU time that some work takes, and what it results in.
fn measure<R>(work: impl FnOnce() -> R) -> (f64, R) {
    let cpu = || {
        let usage = getrusage(UsageWho::RUSAGE_SELF).unwrap();
        (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
    };
    let start = cpu();
    let result = work();
    (cpu() - start, result)
}

/// The games born by day 3 in a store that has only just read them.
fn day_3() -> (Games, Vec<Game>) {
    let texts: Vec<String> = {
        let games = Games::new();
        games.born_by(3).unwrap().into_iter().map(|g| games.print(g).unwrap()).collect()
    };
    let games = Games::new();
    let read = texts.iter().map(|text| games.parse(text).unwrap()).collect();
    (games, read)
}

fn compare() -> Measured {
    let (games, day_3) = day_3();
    let (seconds, pairs) = measure(|| {
        day_3
            .iter()
            .flat_map(|&g| day_3.iter().map(move |&h| (g, h)))
            .filter(|&(g, h)| games.le(g, h).unwrap())
            .count()
    });
    Measured { seconds, result: format!("{pairs} hold") }
}

fn temperatures() -> Measured {
    let (games, day_3) = day_3();
    let (seconds, distinct) =
        measure(|| day_3.iter().map(|&g| games.temperature(g).unwrap()).collect::<HashSet<_>>().len());
    Measured { seconds, result: format!("{distinct} different") }
}

fn sums() -> Measured {
    let (games, mut day_3) = day_3();
    // A fixed shuffle: Knuth's linear congruential generator, from seed 2026.
    let mut state: u64 = 2026;
    for i in (1..day_3.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        day_3.swap(i, (state >> 33) as usize % (i + 1));
    }
    let chosen = &day_3[..500];
    if let Ok(path) = std::env::var("PRINT_GAMES_TO") {
        let texts: Vec<String> = chosen.iter().map(|&g| games.print(g).unwrap()).collect();
        std::fs::write(path, texts.join("\n")).unwrap();
    }
    let (seconds, distinct) = measure(|| {
        let mut values = HashSet::new();
        for (i, &g) in chosen.iter().enumerate() {
            for &h in &chosen[i..] {
                values.insert(games.sum(g, h).unwrap());
            }
        }
        values.len()
    });
    Measured { seconds, result: format!("{distinct} different, {} games stored", games.len()) }
}

fn heat() -> Measured {
    let games = Games::new();
    let (star, one) = (games.nimber(14).unwrap(), games.integer(1).unwrap());
    let (seconds, heated) = measure(|| games.heat(star, one).unwrap());
    let (left, right) = games.options(heated).unwrap();
    Measured {
        seconds,
        result: format!("{} options, {} games stored", left.len() + right.len(), games.len()),
    }
}

fn enumerate() -> Measured {
    let (seconds, born) = measure(|| Games::new().born_by(3).unwrap().len());
    Measured { seconds, result: format!("{born} games") }
}

fn switches() -> Measured {
    let games = Games::new();
    let (seconds, _) = measure(|| {
        (0..10).try_fold(Game::ZERO, |sum, i| games.sum(sum, games.switch(games.integer(1 << i)?)?)).unwrap()
    });
    Measured { seconds, result: format!("{} games stored", games.len()) }
}
