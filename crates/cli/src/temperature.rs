//! `tedomari temperature`: mean and temperature of a position, a value or a sum by a search of choice.

use crate::ending::Ending;
use crate::given::Given;
use crate::options::{Limits, Tables};
use crate::report::Report;
use crate::{lines, progress};
use clap::{Args, ValueEnum};
use tedomari::Topic;
use tedomari::answers::TemperatureAnswer;
use tedomari::prelude::{Dyadic, Engine, EngineError};
use tedomari::temperature::mts::Mts;
use tedomari::temperature::{Enhancements, Finding, Guess, Leaves, Method, Reading, Tds};

const EXAMPLES: &str = "\
Examples:
  tedomari temperature amazons:'x...|.#..|....|...o'
  tedomari temperature amazons:'##o|x.#|..#' --method tds --delta 1/2
  tedomari temperature amazons:'##o|x.#|..#' --enhancements 1,3,5
  tedomari temperature nogo:'....|.x..|..o.|....' --threshold 1
  tedomari temperature clobber:xoxox '{3|1}'
  tedomari temperature '{11|{8|0}}' --method mts --json
  tedomari temperature '{{10|{0|-20}}|-4}' --method mts --leaves numbers
  tedomari temperature go-territory:'.X.X#|XOXX#|OOOX#|#####'

Methods:
  best      certified bounds, and estimates with expected errors where they do not meet in time
  interval  certified bounds, narrowed until mean and temperature are exact
  exact     the thermographs of all positions that can follow
  tds       temperature discovery search: play beside a stack of coupons
  tds+      the same with five enhancements: 1 searches with falling gaps first, 2 no search at
            impossible temperatures, 3 one table for all stacks, 4 a search within the search for
            every position, 5 a second coupon of -1 tried first; 4 needs 1 and 3, 5 needs 3
  mts       mean and temperature search, down to positions that tds+ recognises as not hot

Independent regions, and the parts of a sum, are searched one by one. Without --delta the coupons are
close enough together for an exact answer. When time is up, tds and tds+ answer with the last search
that finished: one with wide gaps, or one that looked some moves ahead and guessed what comes after.

Where positions can come back (kos), best and interval follow the best lines of play, exact looks at the
nearest positions first, and mts at alternating play first; the answer is for both komasters.";

/// Find the mean and the temperature of a position, a value or a sum by a search of choice
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    given: Given,
    /// The search [default: best, or tds with the enhancements that are given]
    #[arg(long, value_enum)]
    method: Option<Name>,
    /// The gap between coupons, such as 1/8, for tds, tds+ and mts
    #[arg(long, value_name = "GAP", allow_hyphen_values = true)]
    delta: Option<Dyadic>,
    /// The first top coupon, for tds and tds+
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    top: Option<Dyadic>,
    /// The enhancements of temperature discovery search, such as 1,3,5
    #[arg(long, value_name = "LIST")]
    enhancements: Option<String>,
    /// Start one gap higher, not two, after each search of enhancement 1
    #[arg(long)]
    one_delta: bool,
    /// Algorithm 1 of the thesis: ask both players whether a coupon costs anything, or, as printed, only the
    /// one to move
    #[arg(long, value_enum)]
    reading: Option<AsRead>,
    /// The temperature estimate of tds when time is up and it has seen coupons only, down to t, without
    /// looking some moves ahead [default: t/2]
    #[arg(long, value_parser = RULES)]
    guess: Option<String>,
    /// Mean and temperature search without its cuts
    #[arg(long, value_enum, value_delimiter = ',', value_name = "CUTS")]
    without: Vec<Cut>,
    /// Where mean and temperature search ends: at numbers only, or at positions that are not hot
    #[arg(long, value_enum)]
    leaves: Option<End>,
    /// How much of the best play beside the coupons is written: the first 40 moves, or all, which may be millions
    #[arg(long, value_enum, default_value_t = Length::Short)]
    variation: Length,
    /// Only ask whether the temperature is above this
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    threshold: Option<Dyadic>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    pub(crate) tables: Tables,
    /// Write one JSON object for each question
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    Best,
    Exact,
    Interval,
    Tds,
    #[value(name = "tds+")]
    TdsPlus,
    Mts,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Length {
    Short,
    Full,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Cut {
    M,
    T,
    Window,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AsRead {
    Both,
    Printed,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum End {
    Numbers,
    NotHot,
}

/// The names of the rules of [`Guess::ALL`].
const RULES: [&str; 8] = ["t", "t-delta", "0", "-1", "t/2", "(t-delta)/2", "(t+1)/2", "(t-delta+1)/2"];

impl Arguments {
    /// The method that these arguments ask for.
    fn method(&self) -> anyhow::Result<Method> {
        let name = match (self.method, &self.enhancements) {
            (Some(name), _) => name,
            (None, Some(_)) => Name::Tds,
            (None, None) => Name::Best,
        };
        let coupons = matches!(name, Name::Tds | Name::TdsPlus | Name::Mts);
        anyhow::ensure!(
            self.delta.is_none() || coupons,
            "--delta is for tds, tds+ and mts: the others have no coupons"
        );
        anyhow::ensure!(
            self.enhancements.is_none() || name == Name::Tds,
            "--enhancements is for --method tds; tds+ has all of them"
        );
        let discovery = matches!(name, Name::Tds | Name::TdsPlus);
        anyhow::ensure!(self.top.is_none() || discovery, "--top is for tds and tds+");
        anyhow::ensure!(!self.one_delta || coupons, "--one-delta is for tds, tds+ and mts");
        anyhow::ensure!(self.guess.is_none() || discovery, "--guess is for tds and tds+");
        anyhow::ensure!(self.reading.is_none() || discovery, "--reading is for tds and tds+");
        anyhow::ensure!(self.without.is_empty() || name == Name::Mts, "--without is for mts");
        anyhow::ensure!(self.leaves.is_none() || name == Name::Mts, "--leaves is for mts");
        let numbers = self.leaves == Some(End::Numbers);
        anyhow::ensure!(
            !numbers || self.delta.is_none() && !self.one_delta,
            "--leaves numbers needs no coupons, and so neither --delta nor --one-delta"
        );
        anyhow::ensure!(
            self.without.is_empty() || self.threshold.is_none() || numbers,
            "--threshold is asked of tds+ by mts, which has no cuts then"
        );
        let enhancements = match (name, &self.enhancements) {
            (Name::Tds, Some(list)) => list.parse::<Enhancements>()?,
            (Name::Tds, None) => Enhancements::NONE,
            _ => Enhancements::ALL,
        };
        anyhow::ensure!(!self.one_delta || enhancements.has(1), "--one-delta is for enhancement 1");
        let rule = RULES.iter().position(|rule| self.guess.as_deref() == Some(rule));
        let guess = rule.map_or_else(Guess::default, |place| Guess::ALL[place]);
        let tds = Tds {
            enhancements,
            delta: self.delta,
            t_max: self.top,
            one_delta: self.one_delta,
            reading: if self.reading == Some(AsRead::Printed) { Reading::Printed } else { Reading::Both },
            horizons: self.guess.is_none(),
            guess,
            ..Tds::default()
        };
        Ok(match name {
            Name::Best => Method::Best,
            Name::Exact => Method::Exact,
            Name::Interval => Method::Interval,
            Name::Tds | Name::TdsPlus => Method::Tds(Box::new(tds)),
            Name::Mts => {
                let with = |cut| !self.without.contains(&cut);
                let mts = Mts {
                    m_cut: with(Cut::M),
                    t_cut: with(Cut::T),
                    window_cut: with(Cut::Window),
                    bounds: true,
                    ..Mts::default()
                };
                let leaves = if numbers { Leaves::Numbers } else { Leaves::NotHot(Box::new(tds)) };
                Method::Mts(mts, leaves)
            }
        })
    }
}

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let method = arguments.method()?;
    let report = |topic: &Topic| match arguments.answer(engine, &method, topic) {
        Ok(answer) => Report::of(&answer, answer.error.as_ref(), Limits::OPTIONS),
        Err(error) => Report::refused(&topic.asked(), &error),
    };
    let json = arguments.json;
    let questions = arguments.given.read(engine)?;
    questions.answer(engine, json, |out, topic| lines::write_report(out, &report(topic), json))
}

impl Arguments {
    fn answer(
        &self,
        engine: &Engine,
        method: &Method,
        topic: &Topic,
    ) -> Result<TemperatureAnswer, EngineError> {
        let budget = self.limits.budget();
        if let Topic::Value(text) = topic
            && engine.is_loopy(text)
        {
            return engine.temperature_of_loopy(text);
        }
        let position = engine.position_about(topic, &budget)?;
        let answer = match self.threshold {
            Some(t) => engine.is_hotter(method, &position, t, &budget),
            None => engine.temperature_by(method, &position, &budget, &mut show_progress),
        };
        progress::show("");
        let mut answer = answer?;
        if self.enhancements.is_some() {
            // A list of all five enhancements is still the method tds.
            answer.method = "tds".to_owned();
        }
        if let (Length::Full, Some(line)) = (self.variation, &answer.line) {
            answer.variation = Some(line.to_string());
        }
        let (game, position) = match topic {
            Topic::Position { game, text } => (game.clone(), text.clone()),
            Topic::Value(text) | Topic::Sum(text) => (String::new(), text.clone()),
        };
        Ok(TemperatureAnswer { game, position, ..answer })
    }
}

/// Shows the bounds so far.
fn show_progress(finding: &Finding) {
    let (mean, temperature) = (finding.mean_bounds, finding.temperature_bounds);
    if let (Some(low), Some(high), Some(cold), Some(hot)) =
        (mean.low, mean.high, temperature.low, temperature.high)
    {
        progress::show(&format!("mean {low} to {high}, temperature {cold} to {hot}"));
    }
}
