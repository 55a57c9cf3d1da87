//! Who plays games with chance that are known only by name? A player with a mind for the game at hand:
//! compiled for built-in games, by number of moves for all others.

use super::{Choice, ContestPlayer, PlayerName};
use rules::{AnyContest, AnyMove, ContestSearch, RuleError, Stochastic, attempt};
use std::any::Any;
use std::fmt::{self, Display};
use values::Budget;

/// A player of any game with chance. It may keep what it has found out from move to move, but not from game
/// to game.
///
/// ```
/// use matches::contests::AnyPlayer;
/// use rules::RULESETS;
/// use values::Budget;
///
/// let state = RULESETS.contest("ewn")?.read_contest("1....|.2...|.....|..a3.|.b... left 3")?;
/// let mut player = AnyPlayer::new("star2".parse()?);
/// player.begin(&state, 1);
/// let choice = player.choose(&state, &Budget::after_nodes(1000))?.unwrap();
/// assert_eq!(choice.action.to_string(), "D2-E1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyPlayer {
    name: PlayerName,
    seed: u64,
    /// The player for the game that was begun last, a [`Mind`].
    mind: Option<Box<dyn Any + Send>>,
}

/// A player of one game.
type Mind<S> = Box<dyn ContestPlayer<S>>;

impl AnyPlayer {
    /// A player of this kind.
    #[must_use]
    pub fn new(name: PlayerName) -> Self {
        Self { name, seed: 0, mind: None }
    }

    /// Begins a new game, with a seed for random choices. This takes the time that the player needs to
    /// prepare.
    pub fn begin(&mut self, opening: &AnyContest, seed: u64) {
        self.seed = seed;
        opening.search(Begin(self));
    }

    /// Chooses a move for the player to move. The deadline is a time or a number of nodes. `None` means that
    /// there is no move.
    pub fn choose(
        &mut self,
        state: &AnyContest,
        deadline: &Budget,
    ) -> Result<Option<Choice<AnyMove>>, RuleError> {
        let Some(Choice { action, depth, reason }) = attempt(|| state.search(Choose(self, deadline)))? else {
            return Ok(None);
        };
        let action = state.moves()?.into_iter().nth(action).expect("players choose from the list of moves");
        Ok(Some(Choice { action, depth, reason }))
    }

    /// The mind for states of this type. `None` means that the game that was begun has others.
    fn mind<S: Stochastic>(&mut self) -> Option<&mut Mind<S>> {
        self.mind.as_mut()?.downcast_mut()
    }

    /// Begins a game with states of this type, with a new mind unless there is one.
    fn prepare<S: Stochastic>(&mut self) {
        let seed = self.seed;
        if let Some(mind) = self.mind::<S>() {
            return mind.begin(seed);
        }
        let mut mind: Mind<S> = self.name.player();
        mind.begin(seed);
        self.mind = Some(Box::new(mind));
    }
}

impl fmt::Debug for AnyPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyPlayer {}", self.name)
    }
}

/// Begins a game.
struct Begin<'a>(&'a mut AnyPlayer);

impl ContestSearch for Begin<'_> {
    type Output = ();

    fn run<S: Stochastic + Display>(self, _: &S) {
        self.0.prepare::<S>();
    }
}

/// Chooses a move, by its number in the list of moves.
struct Choose<'a>(&'a mut AnyPlayer, &'a Budget);

impl ContestSearch for Choose<'_> {
    type Output = Option<Choice<usize>>;

    fn run<S: Stochastic + Display>(self, state: &S) -> Self::Output {
        let Self(player, deadline) = self;
        if player.mind::<S>().is_none() {
            player.prepare::<S>();
        }
        let mind = player.mind::<S>().expect("it is there since the line above");
        let Choice { action, depth, reason } = mind.choose(state, deadline)?;
        let place = state.moves().iter().position(|known| *known == action);
        Some(Choice { action: place.expect("players choose from the list of moves"), depth, reason })
    }
}
