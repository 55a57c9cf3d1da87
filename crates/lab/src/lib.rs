//! The papers' experiments, each one a named run that gives tables and plots.

mod agreement;
mod answer;
mod best_estimate;
mod cost_growth;
mod dark_chess;
mod estimate_fit;
mod ewn_weights;
mod forecast;
mod interval_widths;
mod modelled_players;
mod mts_nodes;
mod nogo_propositions;
mod opponent_models;
mod possible_temperatures;
mod six_hundred;
mod star_cuts;
mod star_depths;
mod sum_players;
mod table;
mod tds_coverage;
mod tds_errors;
mod tds_threshold;
mod two_delta;
mod unbounded_loss;
mod xt_domineering;

pub use pictures::{Axis, Plot, Series};
pub use table::{Cell, Table};

/// An experiment.
pub struct Experiment {
    /// The name on the command line.
    pub name: &'static str,
    /// The result that it shows, and the paper.
    pub about: &'static str,
    /// Does the seed make a difference?
    pub is_random: bool,
    /// Is a full run more than a default one?
    pub can_be_full: bool,
    /// Runs the experiment.
    pub run: fn(&Settings) -> anyhow::Result<Outcome>,
}

/// The settings of a run.
pub struct Settings<'a> {
    /// Is this the full run, which may take hours? A default run takes less than a minute.
    pub full: bool,
    /// The seed of all random choices.
    pub seed: u64,
    /// A callback for progress messages.
    pub progress: &'a dyn Fn(&str),
}

/// The result of an experiment.
#[derive(Default)]
pub struct Outcome {
    /// The tables.
    pub tables: Vec<Table>,
    /// The plots.
    pub plots: Vec<Plot>,
}

impl From<Table> for Outcome {
    fn from(table: Table) -> Self {
        Self { tables: vec![table], plots: Vec::new() }
    }
}

/// Runs an experiment.
type Run = fn(&Settings) -> anyhow::Result<Outcome>;

impl Experiment {
    /// An experiment that depends on the seed.
    const fn random(name: &'static str, about: &'static str, run: Run) -> Self {
        Self { name, about, is_random: true, can_be_full: true, run }
    }

    /// An experiment that does not depend on the seed.
    const fn fixed(name: &'static str, about: &'static str, run: Run) -> Self {
        Self { is_random: false, ..Self::random(name, about, run) }
    }

    /// The experiment, whose full run is the default one.
    const fn always_full(self) -> Self {
        Self { can_be_full: false, ..self }
    }
}

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment::fixed(
        "amazons-600",
        "the set of Amazons positions that the temperature searches are compared on, made anew (Zhang 2015, §4.1)",
        |settings| Ok(six_hundred::make(settings)?.into()),
    )
    .always_full(),
    Experiment::fixed(
        "xt-domineering-3x3",
        "the values of all connected XT Domineering positions within 3×3 (Shan 2013, Table 6, which lists 34 of the 35)",
        |_| Ok(xt_domineering::values_of_3x3()?.into()),
    )
    .always_full(),
    Experiment::random(
        "mts-nodes",
        "how much of a tree mean and temperature search looks at, with each of its cuts (Kao 2000, §§6–7)",
        mts_nodes::run,
    ),
    Experiment::fixed(
        "possible-temperatures",
        "the means and temperatures that games born by day n have, exactly (Zhang 2015, Table A.1 and §6.5)",
        possible_temperatures::run,
    ),
    Experiment::random(
        "two-delta",
        "how far the temperature is above what a search with wide gaps finds (Zhang 2015, §§3.3.2 and 4.2)",
        two_delta::run,
    ),
    Experiment::fixed(
        "cost-growth",
        "how many positions exact thermographs, intervals and TDS+ look at as Amazons boards grow (Zhang 2015, §4.1)",
        cost_growth::run,
    ),
    Experiment::random(
        "interval-widths",
        "what intervals know of 5×5 and 6×6 Amazons boards after some time",
        interval_widths::run,
    ),
    Experiment::random(
        "best-estimate",
        "how far the best estimate is from exact means and temperatures of Amazons boards and of positions from games",
        best_estimate::run,
    ),
    Experiment::random(
        "estimate-fit",
        "the weights of the static forecast of Amazons, fitted to exact means and temperatures",
        estimate_fit::run,
    ),
    Experiment::fixed(
        "tds-coverage",
        "how many positions temperature discovery search solves in how much time, with which enhancements (Zhang 2015, §§4.1–4.3)",
        tds_coverage::run,
    ),
    Experiment::fixed(
        "agreement",
        "whether every search finds the exact mean and temperature of all small Amazons boards",
        agreement::run,
    ),
    Experiment::fixed(
        "one-second",
        "how many of the 600 positions intervals and TDS+ solve in a second, each alone and from nothing",
        tds_coverage::in_a_second,
    ),
    Experiment::fixed(
        "tds-errors",
        "how far temperature discovery search is from mean and temperature when time is up (Zhang 2015, §4.3)",
        tds_errors::run,
    ),
    Experiment::fixed(
        "tds-threshold",
        "temperature discovery search asked whether a position is hotter than 0, 1 or 2 (Zhang 2015, §4.4)",
        tds_threshold::run,
    ),
    Experiment::random(
        "hotstrat-vs-alphabeta",
        "HotStrat with TDS+ against a search of the whole sum, on 2, 4 and 6 boards of three sizes (Zhang 2015, Table 4.5)",
        sum_players::hotstrat_against_alphabeta,
    ),
    Experiment::random(
        "tdsplus-vs-tds",
        "HotStrat with TDS+ against HotStrat with TDS (Zhang 2015, Table 4.6)",
        sum_players::tds_plus_against_tds,
    ),
    Experiment::random(
        "tdsplus-vs-table",
        "HotStrat with TDS+ against HotStrat with exact temperatures, with more and more time (Zhang 2015, Table 4.7)",
        sum_players::tds_plus_against_table,
    ),
    Experiment::random(
        "ewn-weights",
        "what stones of EinStein würfelt nicht! are worth, fitted to the results of games",
        ewn_weights::run,
    ),
    Experiment::random(
        "star-cuts",
        "how many leaves the searches of trees with chance nodes leave out (Ballard 1983, Hsu 2022)",
        star_cuts::run,
    ),
    Experiment::random(
        "star-depths",
        "how far the searches of trees with chance nodes look in the same time, and with how many states",
        star_depths::run,
    ),
    Experiment::fixed(
        "dark-chess-longest",
        "the longest ways to the next capture in won endgames of dark chess, by material",
        dark_chess::longest_wins,
    ),
    Experiment::random(
        "dark-chess-agreement",
        "whether searches through histories find what the tables of dark chess say, and what a table without histories gets wrong (Hsu 2022)",
        dark_chess::agreement,
    ),
    Experiment::random(
        "forecast",
        "how far what the rules of Amazons guess is from exact means",
        forecast::run,
    ),
    Experiment::random(
        "informed",
        "the player informed against those of the thesis, on the same sums",
        sum_players::informed,
    ),
    Experiment::random(
        "strategies",
        "all players of sums against all, with equal time",
        sum_players::strategies,
    ),
    Experiment::fixed(
        "unbounded-loss",
        "what strategies lose against the best answer to them in many copies of a sum (Müller 2025)",
        unbounded_loss::run,
    ),
    Experiment::random(
        "nogo-propositions",
        "what the propositions about NoGo are worth to Monte Carlo tree search (Shan 2013, §4.5)",
        nogo_propositions::run,
    ),
    Experiment::random(
        "modelled-players",
        "what a model of the opponent gains and costs in games with chance, and what a learner finds out from records",
        modelled_players::run,
    ),
    Experiment::random(
        "opponent-models",
        "what a model of the opponent gains over minimax, and what it costs if it is wrong (Hsu 2022)",
        opponent_models::run,
    ),
];
