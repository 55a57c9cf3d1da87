//! `tedomari analyze`: a position of a game, its regions, its value, and the moves of both players.

use crate::report::{Report, walls};
use crate::thermograph::drawn;
use crate::{Ending, Reach, lines, output};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use tedomari::exact::{RankedMove, Ranking, Tables, misere_outcome, rank};
use tedomari::prelude::{Dyadic, Player, Thermograph, Values};
use tedomari::rules::{Position, Visitor, open};
use tedomari::temperature::{Aim, Bounds, IntervalSearch};
use tedomari::values::{Error, Limits};

const EXAMPLES: &str = "\
Examples:
  tedomari analyze amazons 'x.#.|....|.##.|...o'
  tedomari analyze domineering '...|...' --json
  tedomari analyze - --json < positions.txt      (GAME, a tab, POSITION on each line)

Moves are ranked by what they reach when every further move is taxed by the temperature of the
position. A move that loses nothing there is orthodox. A move is
  sente          if it makes the position hotter, so that the opponent has to answer,
  reverse sente  if it is orthodox and the opponent's orthodox moves would all have been sente,
  gote           otherwise: the opponent may turn elsewhere.
It wins, if that is said, when this position is all that is left to play.

Exit status: 0 if all went well, 2 for bad input, 3 if a limit was reached.";

/// The longest games whose outcome in misère play is looked for.
const MISERE_MOVES: u32 = 12;

/// Analyse a position: regions, value, thermograph, and the moves of both players
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    given: lines::Given,
    /// Write one JSON object for each position
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reach: Reach,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let mut store = Store::new(arguments.reach);
    let Some((game, position)) = arguments.given.read()? else {
        return lines::answer_positions(arguments.json, |game, position| {
            store.analyze(game, position).report
        });
    };
    let mut out = output::stdout();
    if arguments.json {
        let report = store.analyze(&game, &position).report;
        lines::write_report(&mut out, &report, true)?;
        return Ok(report.ending);
    }
    show(&mut out, &game, &position, arguments.reach)
}

/// Writes all about a position, for people.
pub(crate) fn show(out: &mut impl Write, game: &str, position: &str, reach: Reach) -> anyhow::Result<Ending> {
    let analysis = Store::new(reach).analyze(game, position);
    analysis.draw(out)?;
    lines::write_report(out, &analysis.report, false)?;
    analysis.write_moves(out)?;
    Ok(analysis.report.ending)
}

/// What is kept from one position to the next.
struct Store {
    values: Values,
    tables: Tables,
    reach: Reach,
}

impl Store {
    fn new(reach: Reach) -> Self {
        Self { values: reach.values(), tables: Tables::default(), reach }
    }

    fn analyze(&mut self, game: &str, position: &str) -> Analysis {
        // What one position left behind must not use up the room of those after it.
        if self.values.load() as u32 > self.reach.max_games / 2 {
            *self = Self::new(self.reach);
        }
        // Most of the time for the exact value, the rest for what can be said without it.
        self.values.set_budget(self.reach.part(0.7).budget());
        let mut analysis = Analysis::new(Report::of_position(game, position));
        if let Err(error) = open(game, position, Analyze { store: self, analysis: &mut analysis }) {
            analysis.report.fail(Ending::BadInput, &error.to_string());
        }
        analysis
    }
}

/// All that was found out about a position.
struct Analysis {
    report: Report,
    board: String,
    regions: Vec<String>,
    thermograph: Option<Thermograph>,
    ranking: Ranking,
}

impl Analysis {
    fn new(report: Report) -> Self {
        Self {
            report,
            board: String::new(),
            regions: Vec::new(),
            thermograph: None,
            ranking: Ranking::default(),
        }
    }

    /// The board, its regions and the thermograph.
    fn draw(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.board.is_empty() {
            return Ok(());
        }
        writeln!(out, "{}\n", self.board)?;
        if self.regions.len() > 1 {
            writeln!(out, "{} regions:", self.regions.len())?;
            self.regions.iter().try_for_each(|region| writeln!(out, "  {region}"))?;
            writeln!(out)?;
        }
        if let Some(thermograph) = &self.thermograph {
            writeln!(out, "{}", drawn(thermograph))?;
        }
        Ok(())
    }

    /// The moves of both players; moves that lead to the same are told together.
    fn write_moves(&self, out: &mut impl Write) -> anyhow::Result<()> {
        const SHOWN: usize = 10;
        for (player, moves) in Player::BOTH.into_iter().zip(&self.ranking) {
            if moves.is_empty() {
                continue;
            }
            writeln!(
                out,
                "\n{player:?}'s moves: mean and temperature after the move, loss at this temperature"
            )?;
            let alike = |a: &RankedMove, b: &RankedMove| {
                (a.loss, a.mean, a.temperature, a.initiative, a.wins)
                    == (b.loss, b.mean, b.temperature, b.initiative, b.wins)
            };
            let groups: Vec<&[RankedMove]> = moves.chunk_by(alike).collect();
            for group in groups.iter().take(SHOWN) {
                let RankedMove { text, mean, temperature, loss, orthodox, initiative, wins } = &group[0];
                let others = match group.len() {
                    1 => String::new(),
                    n => format!(" and {} alike", n - 1),
                };
                let verdict = if *orthodox { "orthodox".to_owned() } else { format!("loses {loss}") };
                let (mean, temperature) = (mean.to_string(), temperature.to_string());
                let wins = if *wins { "wins" } else { "" };
                writeln!(
                    out,
                    "  {mean:>8} {temperature:>8}  {verdict:<12} {initiative:<14} {wins:<5} {text}{others}"
                )?;
            }
            if groups.len() > SHOWN {
                let rest: usize = groups[SHOWN..].iter().map(|group| group.len()).sum();
                writeln!(out, "  ... and {rest} worse moves (--json gives all)")?;
            }
        }
        Ok(())
    }
}

struct Analyze<'a> {
    store: &'a Store,
    analysis: &'a mut Analysis,
}

impl Visitor for Analyze<'_> {
    type Output = ();

    fn visit<P: Position>(mut self, position: P) {
        let text = position.to_string();
        self.analysis.board = if P::IS_BOARD { text.replace('|', "\n") } else { text };
        if let Some(warning) = position.warning() {
            self.analysis.report.say("warning", json!(warning));
        }
        match self.exactly(&position) {
            Ok(()) => {}
            Err(error) if error.is_limit() => self.approximately(&position, error),
            Err(error) => self.analysis.report.fail(error.into(), &error.to_string()),
        }
    }
}

impl Analyze<'_> {
    fn exactly<P: Position>(&mut self, position: &P) -> Result<(), Error> {
        let Store { values, tables, .. } = self.store;
        let table = tables.of::<P>();
        let value = table.value_in_parallel(values, position)?;
        let regions = position.regions();
        let mut facts = Vec::new();
        for region in &regions {
            let value = table.value(values, region)?;
            let (printed, graph) = (values.print_within(value, 100_000).ok(), values.thermograph(value)?);
            let (mean, temperature) = (graph.mean().to_string(), graph.temperature().to_string());
            let named = printed.as_deref().unwrap_or("(too long to print)");
            self.analysis.regions.push(format!("{region}  mean {mean}, temperature {temperature}: {named}"));
            facts.push(json!({
                "position": region.to_string(), "canonical": printed, "mean": mean, "temperature": temperature,
            }));
        }
        self.analysis.thermograph = Some(values.thermograph(value)?.clone());
        let report = &mut self.analysis.report;
        report.describe(values, value, false);
        report.say("exact", json!(true));
        // Misère play knows no sums, so it is only asked of short games.
        if position.longest_play().is_some_and(|moves| moves <= MISERE_MOVES) {
            let budget = self.store.reach.part(0.1).budget();
            report.say(
                "misere_outcome",
                json!(misere_outcome(position, &budget).ok().map(|outcome| outcome.to_string())),
            );
        }
        report.say("regions", Value::Array(facts));
        self.analysis.ranking = match rank(values, &table, position) {
            Ok(ranking) => ranking,
            Err(error) => {
                report.fail(error.into(), &format!("no moves: {error}"));
                return Ok(());
            }
        };
        let [left, right] =
            self.analysis.ranking.each_ref().map(|moves| moves.iter().map(move_facts).collect::<Vec<_>>());
        report.say("moves", json!({ "left": left, "right": right }));
        Ok(())
    }

    /// The canonical form is out of reach: mean and temperature may not be, and there are bounds for them.
    fn approximately<P: Position>(&mut self, position: &P, error: Error) {
        let report = &mut self.analysis.report;
        let reach = self.store.reach.part(0.3);
        // A canonical form takes about 200 bytes.
        let mut search = IntervalSearch::new(
            reach.budget().with_bytes(reach.max_games as usize * Limits::BYTES_PER_VALUE),
        );
        let (bounds, _) = search.search(position, Aim::MeanAndTemperature, |_| {});
        report.say("exact", json!(bounds.as_ref().is_some_and(Bounds::are_exact)));
        if let Some(bounds) = bounds {
            let texts = |(low, high): (Dyadic, Dyadic)| [low.to_string(), high.to_string()];
            let (mean, temperature) = (texts(bounds.mean), texts(bounds.temperature));
            if bounds.are_exact() {
                report.say("mean", json!(mean[0]));
                report.say("temperature", json!(temperature[0]));
            }
            report.say("mean_bounds", json!(mean));
            report.say("temperature_bounds", json!(temperature));
        }
        if let Ok(Some(graph)) = search.thermograph(position) {
            report.say("thermograph", walls(&graph));
            self.analysis.thermograph = Some(graph);
        }
        if let Some(most) = position.longest_play() {
            report.say("longest_play", json!(most));
        }
        report.fail_by(error, "--time and --max-games");
    }
}

fn move_facts(ranked: &RankedMove) -> Value {
    json!({
        "move": ranked.text,
        "mean": ranked.mean.to_string(),
        "temperature": ranked.temperature.to_string(),
        "loss": ranked.loss.to_string(),
        "orthodox": ranked.orthodox,
        "wins": ranked.wins,
        "kind": ranked.initiative.to_string(),
    })
}
