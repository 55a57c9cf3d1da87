//! The papers' experiments, each one a named run that gives tables and plots.

mod agreement;
mod all_hot;
mod answer;
mod best_estimate;
mod chance_players;
mod cost_growth;
mod coverage;
mod dark_chess;
mod decompose;
mod estimate_fit;
mod ewn_weights;
mod forecast;
mod interval_widths;
mod modelled_players;
mod move_losses;
mod mts_nodes;
mod nine_layers;
mod nogo_census;
mod nogo_figures;
mod nogo_propositions;
mod opponent_models;
mod page;
mod possible_temperatures;
mod report;
mod six_hundred;
mod star_cuts;
mod star_depths;
mod stored;
mod strategy_bounds;
mod sum_players;
mod sum_tables;
mod table;
mod tds_coverage;
mod tds_errors;
mod tds_threshold;
mod triangle_cost;
mod triangle_share;
mod triangle_values;
mod two_delta;
mod unbounded_loss;
mod work;
mod xt_domineering;
#[cfg(test)]
mod xt_plain;
mod xt_rule;
mod xt_values;

pub use page::{Page, index};
pub use pictures::{Axis, Plot, Series};
pub use report::{Report, ReportPlot, ReportTable};
pub use stored::{Stored, StoredCell, StoredPlot, StoredSeries, StoredTable};
pub use table::{Cell, Table};
pub use work::{Entry, Header, Work};

use values::{Budget, Error, Values};

/// An experiment.
pub struct Experiment {
    /// The name on the command line.
    pub name: &'static str,
    /// The result that it shows, and the paper.
    pub about: &'static str,
    /// Does the seed make a difference?
    pub is_random: bool,
    /// Is a run of the paper's size more than a default one?
    pub can_be_full: bool,
    steps: Steps,
}

/// How an experiment goes on.
#[derive(Clone, Copy)]
enum Steps {
    /// To its end.
    AtOnce(Run),
    /// By lists of pieces, all of which are needed. Several processes can do parts of them.
    InLists(Run),
    /// In units that a journal keeps, and of which a sample is enough. Several processes can do parts of them.
    InUnits(fn(&Settings, &Work) -> anyhow::Result<Outcome>),
}

/// The settings of a run.
pub struct Settings<'a> {
    /// Is this a run of the paper's size, which may take hours? A default run takes less than a minute.
    pub full: bool,
    /// The seed of all random choices.
    pub seed: u64,
    /// The limits of the whole run, beside those of its searches. A run that is cancelled ends with an error.
    pub budget: Budget,
    /// The pieces of work that are done here, and what is known of them.
    pub work: Work,
    /// A callback for progress messages.
    pub progress: &'a dyn Fn(&str),
}

impl Settings<'_> {
    /// Tells what comes next, unless the budget is spent.
    fn next(&self, what: &str) -> Result<(), Error> {
        self.budget.check_now()?;
        (self.progress)(what);
        Ok(())
    }

    /// An empty store of values that stops when the budget is spent.
    fn values(&self) -> Values {
        let mut values = Values::new();
        values.set_budget(self.budget.clone());
        values
    }

    /// A default run without limits.
    #[cfg(test)]
    fn short(seed: u64) -> Self {
        Self { full: false, seed, budget: Budget::endless(), work: Work::default(), progress: &|_| {} }
    }
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
        Self { name, about, is_random: true, can_be_full: true, steps: Steps::AtOnce(run) }
    }

    /// A random experiment that goes on in units, so that it can be stopped and sampled.
    const fn in_units(
        name: &'static str,
        about: &'static str,
        run: fn(&Settings, &Work) -> anyhow::Result<Outcome>,
    ) -> Self {
        Self { name, about, is_random: true, can_be_full: true, steps: Steps::InUnits(run) }
    }

    /// An experiment that does not depend on the seed.
    const fn fixed(name: &'static str, about: &'static str, run: Run) -> Self {
        Self { is_random: false, ..Self::random(name, about, run) }
    }

    /// The experiment, whose lists of pieces several processes can share.
    const fn shared(self) -> Self {
        let steps = match self.steps {
            Steps::AtOnce(run) => Steps::InLists(run),
            other => other,
        };
        Self { steps, ..self }
    }

    /// The experiment, which does not depend on the seed.
    const fn without_chance(self) -> Self {
        Self { is_random: false, ..self }
    }

    /// The experiment, whose default run is the whole one.
    const fn always_full(self) -> Self {
        Self { can_be_full: false, ..self }
    }

    /// Does the experiment go on in units, so that it can be stopped, resumed and sampled?
    #[must_use]
    pub fn has_units(&self) -> bool {
        matches!(self.steps, Steps::InUnits(_))
    }

    /// Can several processes do parts of its work?
    #[must_use]
    pub fn is_shared(&self) -> bool {
        !matches!(self.steps, Steps::AtOnce(_))
    }

    /// Runs the experiment. Where the budget was spent there is no result, since searches that were cut off would
    /// count as if they had failed.
    pub fn run(&self, settings: &Settings) -> anyhow::Result<Outcome> {
        let found = match self.steps {
            Steps::AtOnce(run) | Steps::InLists(run) => run(settings),
            Steps::InUnits(run) => run(settings, &settings.work),
        };
        if settings.budget.is_spent() {
            return Err(Error::Stopped.into());
        }
        found
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
    Experiment::fixed(
        "xt-domineering-3x4",
        "the values of all connected XT Domineering positions within 3×4 as sums of elementary games (open in Shan 2013, §3.6)",
        xt_values::of_3x4,
    )
    .always_full(),
    Experiment::fixed(
        "xt-domineering-4x4",
        "the values of all connected XT Domineering positions within 4×4 as sums of elementary games (open in Shan 2013, §3.6)",
        xt_values::of_4x4,
    )
    .always_full(),
    Experiment::fixed(
        "xt-domineering-rule",
        "why sums of XT Domineering positions within 3×4 have no rule in the manner of Table 7 (open in Shan 2013, §3.6)",
        xt_rule::run,
    )
    .always_full(),
    Experiment::fixed(
        "nogo-census",
        "all positions of 4×4 NoGo by the length of the longest play, and where the thesis's values occur (Shan 2013, Tables 8 to 13)",
        nogo_census::run,
    )
    .always_full(),
    Experiment::random(
        "nogo-figures",
        "boards of NoGo with the values 5×5 {4|*} and 4×7 {7|6||2|1} (Shan 2013, Figures 26 and 27)",
        nogo_figures::run,
    ),
    Experiment::random(
        "triangular-nim-values",
        "the nim values of all positions of Triangular Nim up to six layers, and larger positions by their parts (Shan 2013, §2.5)",
        triangle_values::run,
    ),
    Experiment::fixed(
        "triangular-nim-share",
        "P- and N-positions of Triangular Nim up to nine layers, and forward checking against retrograde analysis (Shan 2013, Table 5, Figure 16)",
        triangle_share::run,
    ),
    Experiment::in_units(
        "triangular-nim-cost",
        "updates, blocks and times of the representations of Triangular Nim (Shan 2013, Tables 1 to 4)",
        triangle_cost::run,
    )
    .without_chance(),
    Experiment::in_units(
        "strategy-bounds",
        "whether strategies of sums keep their bounds against the best answer (Zhang 2015, §5.1; Müller 2025)",
        strategy_bounds::run,
    ),
    Experiment::random(
        "mts-nodes",
        "how much of a tree mean and temperature search looks at, with each of its cuts (Kao 2000, §§6–7)",
        mts_nodes::run,
    )
    .shared(),
    Experiment::in_units(
        "mts-all-hot",
        "mean and temperature search, TDS+ and intervals on trees of which every node is hot (Kao 2000; Zhang 2015, §6.1)",
        all_hot::run,
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
    )
    .shared(),
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
        "how far the best estimate is from exact means and temperatures of Amazons boards",
        best_estimate::on_boards,
    ),
    Experiment::random(
        "best-estimate-games",
        "the same of positions from games with two queens each, and how bounds narrow there",
        best_estimate::in_games,
    ),
    Experiment::random(
        "estimate-fit",
        "the weights of the static forecasts of Amazons, NoGo, Domineering and Go, fitted to exact means and temperatures",
        estimate_fit::run,
    ),
    Experiment::in_units(
        "tds-coverage",
        "how many of the 600 positions each combination of enhancements solves in how much time (Zhang 2015, Figures 4.1 to 4.4, 4.6 and 4.7)",
        coverage::enhancements,
    )
    .without_chance(),
    Experiment::in_units(
        "tds-gaps",
        "how many of the 600 positions TDS and TDS+ search in how much time with a fixed gap (Zhang 2015, Table 4.1)",
        coverage::gaps,
    )
    .without_chance(),
    Experiment::in_units(
        "tds-coupons",
        "how many coupons best play takes before the first move on the board (Zhang 2015, §4.2)",
        coverage::coupons_first,
    )
    .without_chance(),
    Experiment::in_units(
        "coverage-elsewhere",
        "how many random positions of other games temperature searches solve in how much time (Zhang 2015, §6.6)",
        coverage::other_games,
    ),
    Experiment::fixed(
        "agreement",
        "whether every search finds the exact mean and temperature of all small Amazons boards",
        agreement::run,
    )
    .shared(),
    Experiment::fixed(
        "one-second",
        "how many of the 600 positions intervals and TDS+ solve in a second, each alone and from nothing",
        tds_coverage::in_a_second,
    )
    .shared(),
    Experiment::in_units(
        "tds-errors",
        "how far temperature discovery search is from mean and temperature when time is up (Zhang 2015, §4.3)",
        tds_errors::run,
    )
    .without_chance(),
    Experiment::in_units(
        "tds-threshold",
        "temperature discovery search asked whether a position is hotter than 0, 1 or 2 (Zhang 2015, §4.4)",
        tds_threshold::run,
    )
    .without_chance(),
    Experiment::in_units(
        "hotstrat-vs-alphabeta",
        "HotStrat with TDS+ against a search of the whole sum, on 2, 4 and 6 boards of three sizes (Zhang 2015, Table 4.5)",
        sum_tables::against_alphabeta,
    ),
    Experiment::in_units(
        "tdsplus-vs-tds",
        "HotStrat with TDS+ against HotStrat with TDS (Zhang 2015, Table 4.6)",
        sum_tables::against_tds,
    ),
    Experiment::in_units(
        "tdsplus-vs-table",
        "HotStrat with TDS+ against HotStrat with exact temperatures, with more and more time (Zhang 2015, Table 4.7)",
        sum_tables::against_table,
    ),
    Experiment::random(
        "ewn-weights",
        "the weights of the evaluation of EinStein würfelt nicht!, a network that learns from games against itself",
        ewn_weights::run,
    ),
    Experiment::random(
        "star-cuts",
        "how many leaves the searches of trees with chance nodes leave out (Ballard 1983, Hsu 2022)",
        star_cuts::run,
    ),
    Experiment::random(
        "chance-players",
        "what additions to the searches of games with chance are worth in matches: Star, risk, sparse sampling, MCTS",
        chance_players::run,
    )
    .shared(),
    Experiment::random(
        "star-depths",
        "how far the searches of trees with chance nodes look in the same time, and with how many states",
        star_depths::run,
    ),
    Experiment::random(
        "move-losses",
        "what players of EinStein würfelt nicht! lose with their moves, and how much can be won against them at most",
        move_losses::run,
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
    Experiment::in_units(
        "informed-vs-alphabeta",
        "the player informed against a search of the whole sum, on the sums of Table 4.5",
        sum_tables::informed_against_alphabeta,
    ),
    Experiment::in_units(
        "informed-vs-hotstrat",
        "the player informed against HotStrat with TDS+, on the same sums",
        sum_tables::informed_against_hotstrat,
    ),
    Experiment::in_units(
        "best-vs-tdsplus",
        "HotStrat with the best estimate against HotStrat with TDS+, on the same sums",
        sum_tables::best_against_tds_plus,
    ),
    Experiment::random(
        "strategies",
        "all players of sums against all, with equal time",
        sum_players::strategies,
    )
    .shared(),
    Experiment::fixed(
        "unbounded-loss",
        "what strategies lose against the best answer to them in many copies of a sum (Müller 2025)",
        unbounded_loss::run,
    ),
    Experiment::random(
        "nogo-propositions",
        "what the propositions about NoGo are worth to Monte Carlo tree search (Shan 2013, §4.5)",
        nogo_propositions::run,
    )
    .shared(),
    Experiment::fixed(
        "nine-layers-cluster",
        "how long nine layers of Triangular Nim take on 1, 8 and 64 nodes, by a simulation with measured costs of blocks",
        nine_layers::run,
    )
    .always_full(),
    Experiment::random(
        "modelled-players",
        "what a model of the opponent gains and costs in games with chance, and what a learner finds out from records",
        modelled_players::run,
    )
    .shared(),
    Experiment::random(
        "opponent-models",
        "what a model of the opponent gains over minimax, and what it costs if it is wrong (Hsu 2022)",
        opponent_models::run,
    )
    .shared(),
];
