//! Who plays games with chance with a model of the opponent? `om` believes in one opponent, `prom` in several,
//! each with the same weight, and `learner` learns the weights from the opponent's moves in this game
//! ([`adversary::opponent_model`]). `minimax` believes in nobody, and can be modelled.

use super::style::Style;
use super::{Choice, NoMove, Player};
use crate::memory::Memory;
use crate::{Board, Move, State};
use adversary::opponent_model::{Learner, Model, OpponentModelSearch};
use rules::{ContestSearch, Stochastic};
use std::any::Any;
use std::fmt::Display;
use std::time::Duration;
use values::{Budget, Error, Player as Side};

/// The transposition table of a model that searches, in bytes.
const TABLE: usize = 1 << 20;
/// The time before the deadline at which searches end. With little time it is a third of that.
const MARGIN: Duration = Duration::from_millis(3);
/// The rate of errors of opponents that are learned: a random move in ten.
const ERRORS: (u16, u16) = (1, 10);
/// The part of the time of a move for what the opponent has done.
const LEARNING: f64 = 0.3;
/// The depth of opponents that are learned and have none of their own.
const PLIES: u32 = 2;

/// What a player believes about the opponent.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Belief {
    /// The opponent thinks as the player does: minimax search in this style.
    Same(Style),
    /// The opponent has this style.
    One(Style),
    /// The opponent has one of these styles, each with the same weight; empty means all styles of the game.
    Several(Vec<Style>),
    /// The opponent has one of these styles, which its moves show; empty means all styles of the game.
    Learned(Vec<Style>),
}

impl Belief {
    /// The maximum number of opponents that a player believes in.
    pub(super) const MOST: usize = 16;
    /// The maximum depth of a search in plies.
    pub(super) const DEEPEST: u32 = 64;

    /// The styles of all opponents.
    pub(super) fn styles(&self) -> &[Style] {
        match self {
            Self::Same(style) | Self::One(style) => std::slice::from_ref(style),
            Self::Several(styles) | Self::Learned(styles) => styles,
        }
    }

    /// Writes the name of the player who looks this number of plies ahead.
    pub(super) fn write(&self, f: &mut std::fmt::Formatter<'_>, plies: Option<u32>) -> std::fmt::Result {
        let (name, is_usual) = match self {
            Self::Same(style) => ("minimax", *style == Style::USUAL),
            Self::One(style) => ("om", *style == Style::GREEDY),
            Self::Several(styles) => ("prom", styles.is_empty()),
            Self::Learned(styles) => ("learner", styles.is_empty()),
        };
        f.write_str(name)?;
        plies.map_or(Ok(()), |plies| write!(f, "@{plies}"))?;
        let list = self.styles().iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        if is_usual { Ok(()) } else { write!(f, ":{list}") }
    }
}

/// The player.
pub(super) struct Modeller {
    belief: Belief,
    /// The depth of the search. `None` means that of the style, or as deep as time allows.
    plies: Option<u32>,
    memory: Memory,
    side: Side,
    /// The number of moves of this game that were learned from.
    seen: usize,
    /// The [`Thoughts`] of this game. `None` means that it has not begun.
    thoughts: Option<Box<dyn Any + Send>>,
}

/// What a player thinks in a game with these states.
struct Thoughts<S: Stochastic> {
    own: Model<S>,
    /// `None` means that nothing is learned.
    learner: Option<(Vec<Style>, Learner<S>)>,
    /// The search with its present beliefs. `None` means that they have changed.
    search: Option<OpponentModelSearch<S>>,
}

impl<S: Stochastic> Thoughts<S> {
    /// `None` means that the game does not have one of the styles.
    fn new(belief: &Belief) -> Option<Self> {
        let usual = Style::USUAL.model()?;
        let models = |styles: &[Style]| styles.iter().map(Style::model).collect::<Option<Vec<_>>>();
        let or_all = |styles: &[Style]| if styles.is_empty() { Style::all::<S>() } else { styles.to_vec() };
        let weighted = |models: Vec<Model<S>>| models.into_iter().map(|model| (1, model));
        let (own, learner) = match belief {
            Belief::Same(style) => (style.model()?, None),
            Belief::One(style) => (usual.against([(1, style.model()?)]), None),
            Belief::Several(styles) => (usual.against(weighted(models(&or_all(styles))?)), None),
            Belief::Learned(styles) => {
                let styles = or_all(styles);
                let learner = Learner::new(weighted(models(&styles)?), ERRORS)?;
                (usual, Some((styles, learner)))
            }
        };
        Some(Self { own, learner, search: None })
    }

    fn search(&mut self, side: Side, bytes: usize) -> &mut OpponentModelSearch<S> {
        self.search.get_or_insert_with(|| {
            let own = self.own.clone();
            let model = match &self.learner {
                Some((_, learner)) => own.against(learner.beliefs()),
                None => own,
            };
            OpponentModelSearch::new(&model, side, bytes)
        })
    }

    /// The styles that are learned, each with its probability, the most likely first.
    fn beliefs(&self) -> Vec<(Style, f64)> {
        let Some((styles, learner)) = &self.learner else { return Vec::new() };
        let weights: Vec<f64> = learner.weights().map(f64::from).collect();
        let all: f64 = weights.iter().sum();
        let shares = weights.into_iter().map(|weight| weight / all);
        let mut believed: Vec<(Style, f64)> = styles.iter().cloned().zip(shares).collect();
        believed.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        believed
    }
}

impl Modeller {
    pub(super) fn new(belief: Belief, plies: Option<u32>, memory: Memory) -> Self {
        Self { belief, plies, memory, side: Side::Left, seen: 0, thoughts: None }
    }

    /// The thoughts about states of this type. `None` means that the game does not have one of the styles.
    fn thoughts<S: Stochastic>(&mut self) -> Option<&mut Thoughts<S>> {
        if !self.thoughts.as_ref().is_some_and(|thoughts| thoughts.is::<Thoughts<S>>()) {
            self.thoughts = Some(Box::new(Thoughts::<S>::new(&self.belief)?));
        }
        self.thoughts.as_mut()?.downcast_mut()
    }

    /// Learns from the moves of the opponent that are new.
    fn watch(&mut self, state: &State, budget: &Budget) {
        if !matches!(self.belief, Belief::Learned(_)) {
            return;
        }
        let past = state.past();
        // Moves that were taken back stay learned.
        for (board, action) in past.get(self.seen..).unwrap_or_default() {
            if let Board::Contest(before, _) = board
                && before.to_move() != self.side
            {
                // What does not fit in the time is not learned.
                _ = before.search(Watch(self, *action, budget));
            }
        }
        self.seen = past.len();
    }
}

impl Player for Modeller {
    fn begin(&mut self, _: &State, side: Side, _: u64) {
        (self.side, self.seen, self.thoughts) = (side, 0, None);
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        let Board::Contest(contest, _) = state.board() else {
            return Err(NoMove::Failed("the player plays games with chance".to_owned()));
        };
        // A hint may be wanted for the other side.
        if self.side != contest.to_move() {
            (self.side, self.seen, self.thoughts) = (contest.to_move(), 0, None);
        }
        let budget = deadline.earlier(MARGIN);
        self.watch(state, &budget.part(LEARNING));
        contest.search(Choose(self, &budget))
    }
}

/// Which style has a player? Bayesian learning from finished games, as the player `learner` does it while it
/// plays.
///
/// ```
/// use matches::players::Recogniser;
/// use matches::{Allowance, Match};
/// use values::{Budget, Player};
///
/// let play = Match {
///     players: ["minimax:runner@1".parse()?, "random".parse()?],
///     starts: rules::RULESETS.contest("ewn")?.clone().into(),
///     games: 4,
///     allowance: Allowance::Nodes(100),
///     seed: 1,
///     threads: 1,
/// };
/// let mut recogniser = Recogniser::new(Vec::new());
/// for record in play.play(None, &Budget::endless(), &|_| {})? {
///     let game = record.replay(play.opening(record.game)?, &mut matches::Referee::default())?;
///     let side = if record.seats[Player::Left] == 0 { Player::Left } else { Player::Right };
///     recogniser.see(&game, side, &Budget::endless());
/// }
/// assert_eq!(recogniser.beliefs()[0].0.to_string(), "runner@1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recogniser {
    modeller: Modeller,
    beliefs: Vec<(Style, f64)>,
}

impl Recogniser {
    /// A recogniser of these styles; of all styles of the game, one ply deep, if there are none.
    #[must_use]
    pub fn new(styles: Vec<Style>) -> Self {
        Self {
            modeller: Modeller::new(Belief::Learned(styles), None, Memory::default()),
            beliefs: Vec::new(),
        }
    }

    /// Learns from the moves of a player in a game. What does not fit in the budget is not learned.
    pub fn see(&mut self, game: &State, side: Side, budget: &Budget) {
        (self.modeller.side, self.modeller.seen) = (side.opponent(), 0);
        self.modeller.watch(game, budget);
        if let Board::Contest(contest, _) = game.board() {
            self.beliefs = contest.search(Beliefs(&mut self.modeller));
        }
    }

    /// The styles with their probabilities, the most likely first.
    #[must_use]
    pub fn beliefs(&self) -> &[(Style, f64)] {
        &self.beliefs
    }
}

/// What a player has learned.
struct Beliefs<'a>(&'a mut Modeller);

impl ContestSearch for Beliefs<'_> {
    type Output = Vec<(Style, f64)>;

    fn run<S: Stochastic + Display>(self, _: &S) -> Self::Output {
        self.0.thoughts::<S>().map(|thoughts| thoughts.beliefs()).unwrap_or_default()
    }
}

/// Learns from a move of the opponent.
struct Watch<'a>(&'a mut Modeller, Move, &'a Budget);

impl ContestSearch for Watch<'_> {
    type Output = Result<(), Error>;

    fn run<S: Stochastic + Display>(self, state: &S) -> Self::Output {
        let Self(player, action, budget) = self;
        let Some(thoughts) = player.thoughts::<S>() else { return Ok(()) };
        let Some((_, learner)) = &mut thoughts.learner else { return Ok(()) };
        thoughts.search = None;
        let made = state.moves().get(action.index).copied();
        made.map_or(Ok(()), |made| learner.see(state, made, PLIES, budget))
    }
}

/// Chooses a move.
struct Choose<'a>(&'a mut Modeller, &'a Budget);

impl ContestSearch for Choose<'_> {
    type Output = Result<Choice, NoMove>;

    fn run<S: Stochastic + Display>(self, state: &S) -> Self::Output {
        let Self(player, budget) = self;
        let moves = state.moves();
        let (side, bytes) = (player.side, TABLE.min(player.memory.whole));
        let plies = match &player.belief {
            Belief::Same(style) => style.plies(),
            _ => player.plies,
        };
        let unknown = || NoMove::Failed("the game does not have such a style of play".to_owned());
        let thoughts = player.thoughts::<S>().ok_or_else(unknown)?;
        let search = thoughts.search(side, bytes);
        let thought = match plies {
            Some(plies) => {
                search.think(state, plies, budget).or_else(|_| search.deepen(state, plies, budget))
            }
            None => search.deepen(state, Belief::DEEPEST, budget),
        };
        let found = thought.ok().and_then(|thought| Some((thought.action?, thought)));
        let Some((action, thought)) = found else {
            let index = (0..moves.len()).max_by_key(|&index| state.ordering(moves[index]));
            let action = Move { part: 0, index: index.ok_or(NoMove::None)? };
            return Ok(Choice { action, depth: Some(0), reason: "no time to think".to_owned() });
        };
        let index = moves.iter().position(|known| *known == action).ok_or(NoMove::None)?;
        let (value, depth) = (thought.value.to_f64(), thought.depth);
        let mut reason = format!("expects {value:.0}, {depth} moves ahead");
        for (i, (style, share)) in thoughts.beliefs().into_iter().enumerate() {
            let before = if i == 0 { "; believes in" } else { "," };
            reason += &format!("{before} {style} {:.0} %", 100.0 * share);
        }
        Ok(Choice { action: Move { part: 0, index }, depth: Some(depth), reason })
    }
}
