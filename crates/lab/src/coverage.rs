//! How many positions do temperature searches solve within a time (Zhang 2015, §§4.1 to 4.3)? Each position of a
//! set is given to each search, with empty tables and the longest time; what a shorter time solves follows from
//! the time that was needed. Times are processor times of one thread.
//!
//! The same for sets of random positions of other games, which the thesis leaves to the future (§6.6).

use crate::six_hundred;
use crate::table::row;
use crate::{Axis, Cell, Outcome, Plot, Series, Settings, Table, Work};
use anyhow::Context;
use fastrand::Rng;
use matches::{Deal, wilson};
use rules::{AnyPosition, RULESETS};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use temperature::{Finding, Method, Tds};
use values::{Budget, Dyadic, processor_time};

/// The time limits of the thesis, in seconds.
const LIMITS: [f64; 5] = [1.0, 3.0, 10.0, 30.0, 100.0];

/// Table 4.1: the positions of 600 that are solved within the limits, by δ and search.
const TABLE_4_1: [(&str, &str, [u64; LIMITS.len()]); 8] = [
    ("1", "tds", [85, 165, 188, 214, 246]),
    ("1", "tds+", [178, 195, 240, 261, 305]),
    ("1/2", "tds", [84, 143, 165, 180, 197]),
    ("1/2", "tds+", [156, 171, 190, 232, 257]),
    ("1/4", "tds", [79, 95, 131, 156, 170]),
    ("1/4", "tds+", [116, 155, 175, 195, 239]),
    ("1/8", "tds", [45, 78, 85, 102, 130]),
    ("1/8", "tds+", [102, 146, 164, 180, 194]),
];

/// The searches of each figure. An asterisk means that E1 continues δ, not 2δ, above the temperature found.
const FIGURES: [(&str, &[&str]); 4] = [
    ("Each enhancement alone (Figure 4.1)", &["tds", "1", "2", "3"]),
    ("E1, E3 and E4 together (Figure 4.2)", &["1", "3", "1,3", "1,3,4"]),
    (
        "One enhancement left out (Figure 4.3)",
        &["1,2", "2,3,5", "1,3,4,5", "1,2,3,5", "1,2,3,4", "tds+", "interval"],
    ),
    ("E1 that goes on 2δ or, with an asterisk, δ above (Figure 4.7)", &["1,2,3,5", "1,2,3,5*"]),
];

/// The pair of searches of Figure 4.4.
const PAIR: [&str; 2] = ["1,2,3,5", "tds+"];

/// A position of a set, with the truth where it is known.
struct Case {
    name: String,
    empty: u32,
    position: AnyPosition,
    truth: Option<[Dyadic; 2]>,
}

/// The result of a search of a position.
#[derive(Clone, Serialize, Deserialize)]
struct Run {
    /// The processor time. `None` means that it did not finish.
    seconds: Option<f64>,
    /// Are mean and temperature right? `None` means that it did not finish, or the truth is not known.
    right: Option<bool>,
    /// The number of visited positions or states.
    nodes: u64,
}

/// A search, by its name: `interval`, a set of enhancements with or without an asterisk, and perhaps a fixed gap
/// behind `/`.
fn method(name: &str) -> anyhow::Result<Method> {
    if name == "interval" {
        return Ok(Method::Interval);
    }
    if name == "mts" {
        return Ok(Method::Mts(temperature::mts::Mts::default(), temperature::Leaves::default()));
    }
    let (set, gap) = name.split_once(" δ ").map_or((name, None), |(set, gap)| (set, Some(gap)));
    let (set, one_delta) = set.strip_suffix('*').map_or((set, false), |set| (set, true));
    let delta = gap.map(str::parse).transpose()?;
    Ok(Method::Tds(Box::new(Tds { enhancements: set.parse()?, one_delta, delta, ..Tds::default() })))
}

fn search(name: &str, case: &Case, limit: f64, whole: &Budget) -> anyhow::Result<Run> {
    let method = method(name)?;
    let began = processor_time();
    let found = method.find_any(&case.position, &whole.processor_slice(Duration::from_secs_f64(limit)))?;
    let seconds = processor_time().saturating_sub(began).as_secs_f64();
    let Finding { mean, temperature, ended_by, nodes, .. } = found;
    let finished = ended_by.is_none();
    let right = case.truth.map(|truth| [mean, temperature] == truth.map(Some));
    Ok(Run { seconds: finished.then_some(seconds), right: right.filter(|_| finished), nodes })
}

/// The six hundred in random order, so that a run that is stopped has a fair sample of them.
fn amazons() -> anyhow::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for case in six_hundred::cases()? {
        let (name, empty) = (case.position.to_string(), case.empty);
        let position = RULESETS.get("amazons")?.read(&name)?;
        cases.push(Case { name, empty, position, truth: Some([case.mean, case.temperature]) });
    }
    Rng::with_seed(0).shuffle(&mut cases);
    Ok(cases)
}

/// What each search found of the positions that were searched by all.
struct Found {
    names: Vec<String>,
    /// The positions, each with the runs of all searches.
    runs: Vec<(usize, Vec<Run>)>,
    all: usize,
}

impl Found {
    /// Gives each position to all searches, until time is up.
    fn search(
        settings: &Settings,
        work: &Work,
        cases: &[Case],
        names: Vec<String>,
        limit: f64,
    ) -> anyhow::Result<Self> {
        let mut runs = Vec::new();
        for (i, case) in cases.iter().enumerate() {
            settings.next(&format!("position {} of {}", i + 1, cases.len()))?;
            // A position counts only when all searches have had it.
            let unit = work.unit(&case.name, || {
                names
                    .iter()
                    .map(|name| search(name, case, limit, &settings.budget))
                    .collect::<anyhow::Result<Vec<Run>>>()
            })?;
            runs.extend(unit.map(|unit| (i, unit)));
        }
        Ok(Self { names, runs, all: cases.len() })
    }

    fn of<'a>(&'a self, name: &str) -> anyhow::Result<impl Iterator<Item = &'a Run> + use<'a>> {
        let i = self.names.iter().position(|known| known == name).context("a search that was not run")?;
        Ok(self.runs.iter().map(move |(_, runs)| &runs[i]))
    }

    /// The number of positions solved within a time.
    fn solved(&self, name: &str, limit: f64) -> anyhow::Result<usize> {
        Ok(self.of(name)?.filter(|run| run.seconds.is_some_and(|seconds| seconds <= limit)).count())
    }

    /// How many of how many, with the share and its interval if these are a sample.
    fn share(&self, count: usize) -> String {
        let n = self.runs.len();
        if n == self.all {
            return format!("{count}");
        }
        match wilson(count, n) {
            Some((low, high)) => format!("{count} of {n}: {:.0}–{:.0} %", 100.0 * low, 100.0 * high),
            None => "–".to_owned(),
        }
    }

    fn sample(&self) -> String {
        let n = self.runs.len();
        match n == self.all {
            true => format!("all {n} positions"),
            false => format!(
                "{n} of {} positions, chosen at random, with 95 % confidence intervals of the share",
                self.all
            ),
        }
    }

    /// The solved positions over the time, for each of these searches.
    fn plot(&self, title: &str, names: &[&str], limits: &[f64]) -> anyhow::Result<Plot> {
        let mut series = Vec::new();
        for name in names {
            let point = |limit: &f64| {
                Ok((*limit, 100.0 * self.solved(name, *limit)? as f64 / self.runs.len().max(1) as f64))
            };
            series.push(Series::curve(*name, limits.iter().map(point).collect::<anyhow::Result<_>>()?));
        }
        Ok(Plot::new(
            title,
            Axis::logarithmic("processor seconds"),
            Axis::linear("positions solved, percent"),
            series,
        ))
    }
}

/// The limits with this factor.
fn limits(scale: f64) -> Vec<f64> {
    LIMITS.iter().map(|limit| limit * scale).collect()
}

/// Three times for each of the thesis's, so that curves are smooth.
fn fine(limits: &[f64]) -> Vec<f64> {
    let least = limits[0] / 30.0;
    (0..=20).map(|i| least * (limits[limits.len() - 1] / least).powf(f64::from(i) / 20.0)).collect()
}

fn times(limits: &[f64]) -> String {
    limits.iter().map(|limit| format!("{} s", round(*limit))).collect::<Vec<_>>().join("|")
}

fn round(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

/// The factor of the limits: a run that is not of the paper's size has a thousandth of them.
fn factor(settings: &Settings, work: &Work) -> f64 {
    if settings.full { work.scale() } else { 0.001 }
}

fn some(settings: &Settings, mut cases: Vec<Case>) -> Vec<Case> {
    if !settings.full {
        cases.truncate(40);
    }
    cases
}

/// Figures 4.1 to 4.4, 4.6 and 4.7.
pub(crate) fn enhancements(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let cases = some(settings, amazons()?);
    let mut names: Vec<String> = Vec::new();
    for name in FIGURES.iter().flat_map(|(_, names)| *names) {
        if !names.iter().any(|known| known == name) {
            names.push((*name).to_owned());
        }
    }
    let limits = limits(factor(settings, work));
    let longest = limits[limits.len() - 1];
    let found = Found::search(settings, work, &cases, names, longest)?;
    let mut rows = Vec::new();
    for name in &found.names {
        let mut row = row![name.clone()];
        for limit in &limits {
            row.push(found.share(found.solved(name, *limit)?).into());
        }
        let wrong = found.of(name)?.filter(|run| run.right == Some(false)).count();
        let both = |run: &&(usize, Vec<Run>)| run.1.iter().all(|run| run.seconds.is_some());
        let i = rows.len();
        let nodes: u64 = found.runs.iter().filter(both).map(|(_, runs)| runs[i].nodes).sum();
        row.extend(row![wrong, nodes]);
        rows.push(row);
    }
    let table = Table::new(
        format!("Positions solved within a time, of {}", found.sample()),
        &format!("search|{}|wrong|states, where all finish", times(&limits)),
        rows,
    )
    .note("The thesis shows these counts as curves only (Figures 4.1 to 4.3 and 4.7), for 1 to 100 s.");
    let shown = fine(&limits);
    let mut plots = FIGURES
        .iter()
        .map(|(title, names)| found.plot(title, names, &shown))
        .collect::<anyhow::Result<Vec<_>>>()?;
    plots.push(pair(&found, &cases)?);
    Ok(Outcome { tables: vec![table, where_e4_helps(&found, &cases)?], plots })
}

/// Figure 4.4: the times of two searches for each position.
fn pair(found: &Found, cases: &[Case]) -> anyhow::Result<Plot> {
    let two = Dyadic::from(2);
    let mut series = [("t < 2", false), ("t ≥ 2", true)].map(|(name, _)| Series {
        name: name.to_owned(),
        points: Vec::new(),
        joined: false,
    });
    for ((i, _), (a, b)) in found.runs.iter().zip(found.of(PAIR[0])?.zip(found.of(PAIR[1])?)) {
        let (Some(x), Some(y)) = (a.seconds, b.seconds) else { continue };
        let is_hot = cases[*i].truth.is_some_and(|[_, t]| t >= two);
        series[usize::from(is_hot)].points.push((x, y));
    }
    let all: Vec<f64> =
        series.iter().flat_map(|series| series.points.iter().flat_map(|(x, y)| [*x, *y])).collect();
    let (low, high) = all.iter().fold((f64::MAX, 0f64), |(low, high), x| (low.min(*x), high.max(*x)));
    let mut series = series.to_vec();
    if high > 0.0 {
        series.push(Series::curve("equal", vec![(low, low), (high, high)]));
    }
    let [x, y] = PAIR.map(|name| Axis::logarithmic(&format!("seconds of {name}")));
    Ok(Plot::new("The time of each position with and without E4 (Figure 4.4)", x, y, series))
}

/// Figure 4.6 shows a position with mean 0 and temperature 3 where E4 saves most of the work.
fn where_e4_helps(found: &Found, cases: &[Case]) -> anyhow::Result<Table> {
    let mut ratios = Vec::new();
    for ((i, _), (without, with)) in found.runs.iter().zip(found.of(PAIR[0])?.zip(found.of(PAIR[1])?)) {
        if without.seconds.is_some() && with.seconds.is_some() && without.nodes > 0 && with.nodes > 0 {
            ratios.push((without.nodes as f64 / with.nodes as f64, *i, without.nodes, with.nodes));
        }
    }
    ratios.sort_by(|a, b| b.0.total_cmp(&a.0));
    let faster = ratios.iter().filter(|ratio| ratio.0 > 1.0).count();
    let hot = ratios.iter().filter(|ratio| cases[ratio.1].truth.is_some_and(|[_, t]| t >= Dyadic::from(2)));
    let (hot, hot_faster) =
        hot.fold((0, 0), |(all, faster), ratio| (all + 1, faster + u32::from(ratio.0 > 1.0)));
    let many = ratios.len();
    let row = |&(ratio, i, without, with): &(f64, usize, u64, u64)| {
        let [mean, t] = cases[i].truth.unwrap_or([Dyadic::ZERO; 2]);
        row![cases[i].name.clone(), mean, t, without, with, Cell::Decimal(ratio, 2)]
    };
    let ends = ratios.iter().take(4).chain(ratios.iter().rev().take(4).rev());
    let ends: Vec<_> = if many > 8 { ends.map(row).collect() } else { ratios.iter().map(row).collect() };
    Ok(Table::new(
        "Where E4 saves most states, and least (Figure 4.6)",
        "position|mean|temperature|states with 1,2,3,5|states with tds+|ratio",
        ends,
    )
    .note(format!(
        "E4 saves states in {faster} of the {many} positions that both solve, and in {hot_faster} of the {hot} with t ≥ 2. In the \
         thesis TDS+ is always faster for t ≥ 2; its example, with mean 0 and temperature 3, takes 800,751 nodes without E4 and \
         31,041 with it."
    )))
}

/// Table 4.1.
pub(crate) fn gaps(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let cases = some(settings, amazons()?);
    let names: Vec<String> = TABLE_4_1.iter().map(|(gap, name, _)| format!("{name} δ {gap}")).collect();
    let limits = limits(factor(settings, work));
    let found = Found::search(settings, work, &cases, names.clone(), limits[limits.len() - 1])?;
    let mut rows = Vec::new();
    let (mut ahead, mut cells, mut behind) = (0, 0, Vec::new());
    for (name, (gap, search, thesis)) in names.iter().zip(TABLE_4_1) {
        let mut row = row![gap, search];
        for (limit, thesis) in limits.iter().zip(thesis) {
            let solved = found.solved(name, *limit)?;
            row.push(found.share(solved).into());
            row.push(format!("{thesis} ({:.0} %)", thesis as f64 / 6.0).into());
            if search == "tds+" {
                let plain = found.solved(&format!("tds δ {gap}"), *limit)?;
                cells += 1;
                ahead += u32::from(solved > plain);
                if solved <= plain {
                    behind.push(format!("δ = {gap} within {} s ({solved} against {plain})", round(*limit)));
                }
            }
        }
        let right = found.of(name)?.filter(|run| run.right == Some(true)).count();
        let finished = found.of(name)?.filter(|run| run.seconds.is_some()).count();
        row.push(format!("{right} of {finished}").into());
        rows.push(row);
    }
    let header =
        limits.iter().zip(LIMITS).map(|(ours, theirs)| format!("{} s|thesis, {theirs} s", round(*ours)));
    let columns = format!("δ|search|{}|right", header.collect::<Vec<_>>().join("|"));
    let table = Table::new(
        format!("Positions searched with a fixed gap (Table 4.1), of {}", found.sample()),
        &columns,
        rows,
    );
    let table = table.note(match behind.is_empty() {
        true => format!("As in the thesis, TDS+ is ahead of TDS in all {cells} pairs."),
        false => format!(
            "In the thesis TDS+ is ahead of TDS in all 20 pairs, here in {ahead} of {cells}; it is not for {}.",
            behind.join(", ")
        ),
    });
    Ok(table.into())
}

/// The games of the coverage tables beyond Amazons, with the sizes of random boards.
const GAMES: [(&str, u8, u8); 5] =
    [("nogo", 4, 3), ("clobber", 4, 3), ("domineering", 5, 4), ("col", 4, 3), ("snort", 4, 3)];

/// The searches of these tables.
const ELSEWHERE: [&str; 5] = ["tds", "1,2,3,5", "tds+", "mts", "interval"];

/// Coverage of random positions of other games (§6.6).
pub(crate) fn other_games(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let limits = limits(factor(settings, work));
    let longest = limits[limits.len() - 1];
    let many = if settings.full { 100 } else { 6 };
    let mut rows = Vec::new();
    let mut plots = Vec::new();
    for (game, width, height) in GAMES {
        let mut cases = Vec::new();
        let ruleset = RULESETS.get(game)?;
        for i in 0..many {
            let deal = Deal { game: game.to_owned(), width, height, components: 1 };
            let seed = settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(i);
            let text = deal.sum(seed)?.parts[0].position.to_string();
            cases.push(Case {
                name: format!("{game} {i}: {text}"),
                empty: 0,
                position: ruleset.read(&text)?,
                truth: None,
            });
        }
        let names = ELSEWHERE.map(str::to_owned).to_vec();
        let found = Found::search(settings, work, &cases, names, longest)?;
        for name in ELSEWHERE {
            let mut row = row![game, format!("{width}×{height}"), found.runs.len(), name];
            for limit in &limits {
                row.push(found.share(found.solved(name, *limit)?).into());
            }
            rows.push(row);
        }
        let title = format!("{game} {width}×{height}: random positions solved");
        plots.push(found.plot(&title, &ELSEWHERE, &fine(&limits))?);
    }
    let columns = format!("game|board|positions|search|{}", times(&limits));
    let table = Table::new(
        "Random positions of other games solved within a time (Zhang 2015, §6.6)",
        &columns,
        rows,
    )
    .note(
        "Go is missing: its random regions have kos, which temperature searches of loop-free games refuse.",
    );
    Ok(Outcome { tables: vec![table], plots })
}

/// §4.2: how many coupons come before the first move on the board in the best play of the last search?
pub(crate) fn coupons_first(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let cases = amazons()?;
    let limit = 100.0 * factor(settings, work);
    let small: Vec<&Case> = cases.iter().filter(|case| case.empty <= 4).collect();
    let mut counts = std::collections::BTreeMap::<u32, u64>::new();
    let (mut none, mut unfinished) = (0u64, 0u64);
    for case in &small {
        settings.next(&case.name)?;
        let coupons = work.unit(&case.name, || {
            let tds = method("1,2,3,5*")?;
            let budget = settings.budget.processor_slice(Duration::from_secs_f64(limit));
            let found = tds.find_any(&case.position, &budget)?;
            let first = found
                .variation
                .as_ref()
                .map(|variation| variation.first_on_board().map(|(before, _)| before as u32));
            Ok(if found.ended_by.is_none() { first } else { None })
        })?;
        match coupons {
            Some(Some(Some(before))) => *counts.entry(before).or_default() += 1,
            Some(Some(None)) => none += 1,
            Some(None) => unfinished += 1,
            None => {}
        }
    }
    let rows = counts.iter().map(|(coupons, count)| row![*coupons, *count]).collect();
    let finished: u64 = counts.values().sum::<u64>() + none;
    let one = counts.get(&1).copied().unwrap_or(0);
    let table = Table::new(
        "Coupons before the first move on the board in best play, positions with 2 to 4 empty squares",
        "coupons|positions",
        rows,
    )
    .note(format!(
        "{one} of {finished} positions have exactly 1 coupon there; in the thesis 2 of 133. {none} have no move on the board, {unfinished} \
         were not finished. The 600 positions are not those of the thesis, which does not list its own."
    ));
    Ok(table.into())
}

#[cfg(test)]
mod tests {
    use super::{FIGURES, Found, amazons, enhancements, gaps, method, other_games};
    use crate::{Settings, Work};

    #[test]
    fn no_search_is_wrong_about_small_positions() -> anyhow::Result<()> {
        let cases: Vec<_> = amazons()?.into_iter().filter(|case| case.empty <= 4).take(6).collect();
        let names: Vec<String> =
            FIGURES.iter().flat_map(|(_, names)| *names).map(|name| (*name).to_owned()).collect();
        let found = Found::search(&Settings::short(1), &Work::default(), &cases, names.clone(), 1e6)?;
        for name in &names {
            assert!(found.of(name)?.all(|run| run.right == Some(true)), "{name}");
        }
        Ok(())
    }

    #[test]
    fn names_are_searches() {
        assert!(method("tds+ δ 1/8").is_ok() && method("1,2,3,5*").is_ok() && method("6").is_err());
    }

    #[test]
    #[ignore = "seconds of searches"]
    fn experiments_run() -> anyhow::Result<()> {
        for run in [enhancements, gaps, other_games] {
            assert!(!run(&Settings::short(1), &Work::default())?.tables.is_empty());
        }
        Ok(())
    }
}
