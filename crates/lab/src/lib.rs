//! The papers' experiments, each one a named run that gives tables and plots.

mod agreement;
mod answer;
mod cost_growth;
mod ewn_weights;
mod forecast;
mod interval_widths;
mod mts_nodes;
mod opponent_models;
mod plot;
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

pub use plot::{Axis, Plot, Series};
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

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "amazons-600",
        about: "the set of Amazons positions that the temperature searches are compared on, made anew (Zhang 2015, §4.1)",
        is_random: false,
        can_be_full: false,
        run: |settings| Ok(six_hundred::make(settings)?.into()),
    },
    Experiment {
        name: "xt-domineering-3x3",
        about: "the values of all connected XT Domineering positions within 3×3 (Shan 2013, Table 6, which lacks one)",
        is_random: false,
        can_be_full: false,
        run: |_| Ok(xt_domineering::values_of_3x3()?.into()),
    },
    Experiment {
        name: "mts-nodes",
        about: "how much of a tree mean and temperature search looks at, with each of its cuts (Kao 2000, §§6–7)",
        is_random: true,
        can_be_full: true,
        run: mts_nodes::run,
    },
    Experiment {
        name: "possible-temperatures",
        about: "the means and temperatures that games born by day n have, exactly (Zhang 2015, Table A.1 and §6.5)",
        is_random: false,
        can_be_full: true,
        run: possible_temperatures::run,
    },
    Experiment {
        name: "two-delta",
        about: "how far the temperature is above what a search with wide gaps finds (Zhang 2015, §§3.3.2 and 4.2)",
        is_random: true,
        can_be_full: true,
        run: two_delta::run,
    },
    Experiment {
        name: "cost-growth",
        about: "how many positions exact thermographs, intervals and TDS+ look at as Amazons boards grow (Zhang 2015, §4.1)",
        is_random: false,
        can_be_full: true,
        run: cost_growth::run,
    },
    Experiment {
        name: "interval-widths",
        about: "what intervals know of 5×5 and 6×6 Amazons boards after some time",
        is_random: true,
        can_be_full: true,
        run: interval_widths::run,
    },
    Experiment {
        name: "tds-coverage",
        about: "how many positions temperature discovery search solves in how much time, with which enhancements (Zhang 2015, §§4.1–4.3)",
        is_random: false,
        can_be_full: true,
        run: tds_coverage::run,
    },
    Experiment {
        name: "agreement",
        about: "whether every search finds the exact mean and temperature of all small Amazons boards",
        is_random: false,
        can_be_full: true,
        run: agreement::run,
    },
    Experiment {
        name: "one-second",
        about: "how many of the 600 positions intervals and TDS+ solve in a second, each alone and from nothing",
        is_random: false,
        can_be_full: true,
        run: tds_coverage::in_a_second,
    },
    Experiment {
        name: "tds-errors",
        about: "how far temperature discovery search is from mean and temperature when time is up (Zhang 2015, §4.3)",
        is_random: false,
        can_be_full: true,
        run: tds_errors::run,
    },
    Experiment {
        name: "tds-threshold",
        about: "temperature discovery search asked whether a position is hotter than 0, 1 or 2 (Zhang 2015, §4.4)",
        is_random: false,
        can_be_full: true,
        run: tds_threshold::run,
    },
    Experiment {
        name: "hotstrat-vs-alphabeta",
        about: "HotStrat with TDS+ against a search of the whole sum, on 2, 4 and 6 boards of three sizes (Zhang 2015, Table 4.5)",
        is_random: true,
        can_be_full: true,
        run: sum_players::hotstrat_against_alphabeta,
    },
    Experiment {
        name: "tdsplus-vs-tds",
        about: "HotStrat with TDS+ against HotStrat with TDS (Zhang 2015, Table 4.6)",
        is_random: true,
        can_be_full: true,
        run: sum_players::tds_plus_against_tds,
    },
    Experiment {
        name: "tdsplus-vs-table",
        about: "HotStrat with TDS+ against HotStrat with exact temperatures, with more and more time (Zhang 2015, Table 4.7)",
        is_random: true,
        can_be_full: true,
        run: sum_players::tds_plus_against_table,
    },
    Experiment {
        name: "ewn-weights",
        about: "what stones of EinStein würfelt nicht! are worth, fitted to the results of games",
        is_random: true,
        can_be_full: true,
        run: ewn_weights::run,
    },
    Experiment {
        name: "star-cuts",
        about: "how many leaves the searches of trees with chance nodes leave out (Ballard 1983, Hsu 2022)",
        is_random: true,
        can_be_full: true,
        run: star_cuts::run,
    },
    Experiment {
        name: "star-depths",
        about: "how far the searches of trees with chance nodes look in the same time, and with how many states",
        is_random: true,
        can_be_full: true,
        run: star_depths::run,
    },
    Experiment {
        name: "forecast",
        about: "how far what the rules of Amazons guess is from exact means",
        is_random: true,
        can_be_full: true,
        run: forecast::run,
    },
    Experiment {
        name: "informed",
        about: "the best player of the house against those of the thesis, on the same sums",
        is_random: true,
        can_be_full: true,
        run: sum_players::informed,
    },
    Experiment {
        name: "strategies",
        about: "all players of sums against all, with equal time",
        is_random: true,
        can_be_full: true,
        run: sum_players::strategies,
    },
    Experiment {
        name: "unbounded-loss",
        about: "what strategies lose against the best answer to them in many copies of a sum (Müller 2025)",
        is_random: false,
        can_be_full: true,
        run: unbounded_loss::run,
    },
    Experiment {
        name: "opponent-models",
        about: "what a model of the opponent gains over minimax, and what it costs if it is wrong (Hsu 2022)",
        is_random: true,
        can_be_full: true,
        run: opponent_models::run,
    },
];
