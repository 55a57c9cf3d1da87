//! The gain of an opponent model, and the loss by a wrong one (Hsu 2022): OM search and PrOM search compared
//! with minimax against the same opponent, while the model of that opponent gets worse. The games are random
//! trees, where we know the true values at the horizon and the opponent does not, and Domineering.

use crate::table::row;
use crate::{Axis, Cell, Outcome, Settings, Table};
use adversary::opponent_model::{Model, OpponentModelSearch, Sight};
use fastrand::Rng;
use rules::bitboard::Small;
use rules::games::domineering::Domineering;
use rules::{Contest, Deterministic, Notation, Position, ToMove};
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use values::{Budget, ByPlayer, Player};

/// The branching factor of a random tree, and its depth in plies.
const BRANCHING: u8 = 4;
const PLIES: u32 = 6;
/// The largest absolute value of true values at the horizon.
const LARGEST: i32 = 1000;
/// The maximum errors of the opponent's evaluations, and of our models of them.
const ERRORS: [i32; 8] = [0, 125, 250, 500, 1000, 2000, 4000, 8000];

/// The salts of the errors of the opponent and of the models.
const OPPONENT: u64 = 1;
const MODELS: [u64; 3] = [2, 3, 4];

/// The score of a win in Domineering, where evaluations count moves.
const WIN: i32 = 1000;
/// In Domineering: our search depth, as Left, and the opponent's, the maximum error of the opponent in moves,
/// and those of our models.
const SIGHT: ByPlayer<u32> = ByPlayer::new(3, 2);
const OPPONENT_MOVES: i32 = 4;
const MODEL_MOVES: [i32; 6] = [0, 1, 2, 4, 8, 16];

/// The size of the transposition table of a player in bytes.
const BYTES: usize = 1 << 17;

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let wrong = wrong_models(settings)?;
    let right = right_models(settings)?;
    let game = domineering(settings)?;
    let work = work(settings)?;
    let gain = |table: &Table, title: &str, x: (usize, &str), by: &[usize]| {
        table.plot(title, (x.0, Axis::linear(x.1)), (2, Axis::linear("gain over minimax")), by)
    };
    let plots = vec![
        gain(&wrong, "Gain of a model that is wrong", (1, "error of the model"), &[0]),
        gain(&right, "Gain of a right model", (0, "error of the opponent"), &[]),
        game.plot(
            "Games of Domineering won with a model that is wrong",
            (1, Axis::linear("error of the model, in moves")),
            (2, Axis::linear("won, in percent")),
            &[0],
        ),
    ];
    Ok(Outcome { tables: vec![wrong, right, game, work], plots })
}

/// A node of an infinite tree.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Node {
    key: u64,
    player: Player,
}

impl Contest for Node {
    type Move = u8;

    const MOST: i32 = LARGEST;

    fn to_move(&self) -> Player {
        self.player
    }

    fn moves(&self) -> Vec<u8> {
        (0..BRANCHING).collect()
    }

    fn score(&self) -> Option<i32> {
        None
    }
}

impl Deterministic for Node {
    fn play(&self, action: u8) -> Self {
        Self { key: salted(self, u64::from(action)), player: self.player.opponent() }
    }
}

/// A hash of a state and a salt.
fn salted(state: &impl Hash, salt: u64) -> u64 {
    Rng::with_seed(FxBuildHasher.hash_one((state, salt))).u64(..)
}

/// A pseudorandom error up to `most`, determined by a state and a salt.
fn error(state: &impl Hash, salt: u64, most: i32) -> i32 {
    let range = 2 * most.unsigned_abs() + 1;
    (salted(state, 1000 + salt) % u64::from(range)) as i32 - most
}

/// A minimax player with this evaluation and these errors.
fn erring<S: Deterministic>(evaluation: fn(&S) -> i32, errors: &[(u64, i32)]) -> Model<S> {
    let errors = errors.to_vec();
    Model::minimax(move |state: &S| {
        evaluation(state) + errors.iter().map(|&(salt, most)| error(state, salt, most)).sum::<i32>()
    })
}

fn truth(node: &Node) -> i32 {
    error(node, 0, LARGEST)
}

/// Plays a game between Left and Right. `depths` has the search depths of both for each move. Play stops when
/// it is over or when `depths` ends.
fn play<S: Deterministic>(
    models: ByPlayer<&Model<S>>,
    mut state: S,
    depths: impl Iterator<Item = ByPlayer<u32>>,
    budget: &Budget,
) -> anyhow::Result<S> {
    let mut searches = ByPlayer::from_fn(|player| OpponentModelSearch::new(models[player], player, BYTES));
    for depths in depths {
        let player = state.to_move();
        let thought = searches[player].think(&state, depths[player], budget)?;
        let Some(action) = thought.action else { break };
        state = state.play(action);
    }
    Ok(state)
}

/// The true score of Left in a random tree in which both players search to the horizon.
fn reached(left: &Model<Node>, right: &Model<Node>, key: u64, budget: &Budget) -> anyhow::Result<i32> {
    let root = Node { key, player: Player::Left };
    let depths = (1..=PLIES).rev().map(ByPlayer::both);
    Ok(truth(&play(ByPlayer::new(left, right), root, depths, budget)?))
}

/// The gains of one player over another.
struct Gains(Vec<i32>);

impl Gains {
    /// The gains of Left by this model over minimax, against this opponent.
    fn of(model: &Model<Node>, opponent: &Model<Node>, settings: &Settings) -> anyhow::Result<Self> {
        let trees = if settings.full { 20_000 } else { 1000 };
        let (plain, seed, budget) = (erring(truth, &[]), settings.seed, &settings.budget);
        let gain = |tree: usize| {
            let key = salted(&seed, tree as u64);
            anyhow::Ok(reached(model, opponent, key, budget)? - reached(&plain, opponent, key, budget)?)
        };
        Ok(Self(settings.work.list(trees, gain)?))
    }

    /// The mean gain with the half width of its 95 % interval, and the percentages of trees with a gain and
    /// with a loss.
    fn cells(&self) -> [Cell; 4] {
        let count = self.0.len().max(1) as f64;
        let mean = self.0.iter().copied().map(f64::from).sum::<f64>() / count;
        let variance = self.0.iter().map(|&gain| (f64::from(gain) - mean).powi(2)).sum::<f64>() / count;
        let share = |is: fn(&&i32) -> bool| 100.0 * self.0.iter().filter(is).count() as f64 / count;
        let numbers =
            [mean, 1.96 * (variance / count).sqrt(), share(|gain| **gain > 0), share(|gain| **gain < 0)];
        numbers.map(|number| Cell::Decimal(number, 1))
    }
}

/// Our players: with one model of the opponent, with that model and a player of our strength, and with
/// several models.
fn modelling<S: Deterministic>(we: &Model<S>, models: &[Model<S>; 3]) -> [(&'static str, Model<S>); 3] {
    let against = |beliefs: &[&Model<S>]| we.clone().against(beliefs.iter().map(|&model| (1, model.clone())));
    let [first, second, third] = models;
    [
        ("OM", against(&[first])),
        ("PrOM, the model or minimax", against(&[first, we])),
        ("PrOM, three models", against(&[first, second, third])),
    ]
}

/// The opponent's errors are as large as the true values. The errors of our models of the opponent grow.
fn wrong_models(settings: &Settings) -> anyhow::Result<Table> {
    let opponent = erring(truth, &[(OPPONENT, LARGEST)]);
    let mut rows = Vec::new();
    for wrong in ERRORS {
        settings.next(&format!("random trees, models wrong by {wrong}"))?;
        let models = MODELS.map(|salt| erring(truth, &[(OPPONENT, LARGEST), (salt, wrong)]));
        for (name, model) in modelling(&erring(truth, &[]), &models) {
            let cells = Gains::of(&model, &opponent, settings)?.cells();
            rows.push(row![name, wrong].into_iter().chain(cells).collect());
        }
    }
    let title = format!(
        "Gain over minimax in random trees (branching {BRANCHING}, {PLIES} plies, values up to {LARGEST}, the opponent errs by up to {LARGEST})"
    );
    let columns = "player|error of the model|gain|±|better, %|worse, %";
    Ok(Table::new(title, columns, rows))
}

/// The model is right, and the errors of the opponent grow.
fn right_models(settings: &Settings) -> anyhow::Result<Table> {
    let mut rows = Vec::new();
    for wrong in ERRORS {
        settings.next(&format!("random trees, an opponent wrong by {wrong}"))?;
        let opponent = erring(truth, &[(OPPONENT, wrong)]);
        let model = erring(truth, &[]).against([(1, opponent.clone())]);
        let cells = Gains::of(&model, &opponent, settings)?.cells();
        rows.push(row![wrong, "OM"].into_iter().chain(cells).collect());
    }
    let columns = "error of the opponent|player|gain|±|better, %|worse, %";
    let title = "Gain of a right model over minimax in the same trees";
    Ok(Table::new(title, columns, rows))
}

/// The number of nodes for one move, by search depth.
fn work(settings: &Settings) -> anyhow::Result<Table> {
    const TREES: u64 = 100;
    let we = erring(truth, &[]);
    let models = MODELS.map(|salt| erring(truth, &[(salt, LARGEST)]));
    let [om, _, prom] = modelling(&we, &models).map(|(_, model)| model);
    let mut rows = Vec::new();
    for depth in 2..=if settings.full { 10 } else { 8 } {
        settings.next(&format!("{depth} plies"))?;
        let whole: u64 = (1..=depth).map(|ply| u64::from(BRANCHING).pow(ply)).sum();
        let mut row = row![depth, whole];
        for model in [&we, &om, &prom] {
            let mut nodes = 0;
            for tree in 0..TREES {
                let root = Node { key: salted(&settings.seed, tree), player: Player::Left };
                let mut search = OpponentModelSearch::new(model, Player::Left, BYTES);
                nodes += search.think(&root, depth, &settings.budget)?.nodes;
            }
            row.push((nodes / TREES).into());
        }
        rows.push(row);
    }
    let title = format!("States looked at for a move, on average over {TREES} of the trees");
    let columns = "plies|the whole tree|minimax by αβ|OM|PrOM, three models";
    Ok(Table::new(title, columns, rows))
}

/// Domineering, with a win above any number of moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Dominoes(ToMove<Domineering<Small>>);

impl Contest for Dominoes {
    type Move = <Domineering<Small> as Position>::Move;

    const MOST: i32 = WIN;

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn moves(&self) -> Vec<Self::Move> {
        self.0.moves()
    }

    fn score(&self) -> Option<i32> {
        self.0.score().map(|won| won * WIN)
    }
}

impl Deterministic for Dominoes {
    fn play(&self, action: Self::Move) -> Self {
        Self(self.0.play(action))
    }
}

/// The number of Left's moves less that of Right's.
fn mobility(state: &Dominoes) -> i32 {
    let [left, right] = Player::BOTH.map(|player| state.0.position.moves(player).len() as i32);
    left - right
}

/// Games of Domineering from random openings, each with either player to move first.
fn domineering(settings: &Settings) -> anyhow::Result<Table> {
    let (side, openings) = if settings.full { (6, 2000) } else { (5, 500) };
    let (seed, budget) = (settings.seed, &settings.budget);
    let opponent = erring(mobility, &[(OPPONENT, OPPONENT_MOVES)]);
    let we = erring(mobility, &[]);
    let won = |model: &Model<Dominoes>| {
        let game = |number: usize| {
            let state = opening(side, salted(&seed, number as u64 / 2), Player::BOTH[number % 2])?;
            let end = play(ByPlayer::new(model, &opponent), state, std::iter::repeat(SIGHT), budget)?;
            anyhow::Ok(end.score() == Some(WIN))
        };
        let won = settings.work.list(2 * openings, game)?;
        anyhow::Ok(won.into_iter().filter(|won| *won).count())
    };
    let percent = |won: usize| Cell::Decimal(100.0 * won as f64 / (2 * openings) as f64, 1);
    let mut rows = Vec::new();
    let minimax = percent(won(&we)?);
    for wrong in MODEL_MOVES {
        settings.next(&format!("Domineering, models wrong by {wrong} moves"))?;
        let models = MODELS.map(|salt| {
            let model = erring(mobility, &[(OPPONENT, OPPONENT_MOVES), (salt, wrong)]);
            model.with_sight(Sight::Plies(SIGHT.right))
        });
        rows.push(row!["minimax", wrong, minimax.clone()]);
        for (name, model) in modelling(&we, &models) {
            rows.push(row![name, wrong, percent(won(&model)?)]);
        }
    }
    let title = format!(
        "Games of {side}×{side} Domineering won, {} for each row: {} plies against {}, and an opponent who miscounts by up to {OPPONENT_MOVES} moves",
        2 * openings,
        SIGHT.left,
        SIGHT.right
    );
    let columns = "player|error of the model, in moves|won, %";
    Ok(Table::new(title, columns, rows))
}

/// A board after two random moves of each player.
fn opening(side: usize, seed: u64, first: Player) -> anyhow::Result<Dominoes> {
    let mut random = Rng::with_seed(seed);
    let mut position = Domineering::read(&vec![".".repeat(side); side].join("|"))?;
    for player in [Player::BOTH; 2].into_iter().flatten() {
        if let Some(action) = random.choice(position.moves(player)) {
            position = position.play(player, action);
        }
    }
    Ok(Dominoes(ToMove { position, player: first }))
}

#[cfg(test)]
mod tests {
    use super::{ERRORS, right_models};
    use crate::Settings;

    #[test]
    fn a_right_model_gains_from_mistakes() -> anyhow::Result<()> {
        let table = right_models(&Settings::short(1))?;
        assert_eq!(table.rows.len(), ERRORS.len());
        // Against an opponent without errors there is no gain.
        assert_eq!(table.rows[0][2].number(), Some(0.0));
        assert!(table.rows[1..].iter().all(|row| row[2].number() > Some(0.0)), "{table}");
        Ok(())
    }
}
