//! Playable games with chance: the notation of their states, and how play starts.

use crate::{AnyContest, BoardError, RuleError, Stochastic};
use std::fmt::Display;
use values::Player;

/// A state of a playable game with chance: it has a notation, and the game has an opening state.
///
/// # A new game with chance
///
/// Race: the player to move walks one step, or runs, which is three steps or none. The first with five steps
/// wins. The rules are in [`Contest`](crate::Contest), the chance events in [`Stochastic`], and the notation
/// and the opening state here:
///
/// ```
/// use rules::{BoardError, Contest, Outcomes, Playable, Ruleset, Rulesets, Stochastic};
/// use std::fmt;
/// use values::{ByPlayer, Player};
///
/// /// The steps of both players, and whose turn it is, such as `3 2 left`.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Race(ByPlayer<u8>, Player);
///
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// enum Pace { Walk, Run }
///
/// impl fmt::Display for Pace {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str(match self { Self::Walk => "walk", Self::Run => "run" })
///     }
/// }
///
/// impl Race {
///     fn after(&self, steps: u8) -> Self {
///         let (mut all, player) = (self.0, self.1);
///         all[player] += steps;
///         Self(all, player.opponent())
///     }
/// }
///
/// impl Contest for Race {
///     type Move = Pace;
///     const MOST: i32 = 1;
///
///     fn to_move(&self) -> Player {
///         self.1
///     }
///
///     fn moves(&self) -> Vec<Pace> {
///         if self.score().is_some() { Vec::new() } else { vec![Pace::Walk, Pace::Run] }
///     }
///
///     fn score(&self) -> Option<i32> {
///         let ByPlayer { left, right } = self.0.map(|steps| steps >= 5);
///         if left { Some(1) } else { right.then_some(-1) }
///     }
/// }
///
/// impl Stochastic for Race {
///     fn outcomes(&self, action: Pace) -> Outcomes<Self> {
///         let steps: &[u8] = match action { Pace::Walk => &[1], Pace::Run => &[0, 3] };
///         steps.iter().map(|&steps| (1, self.after(steps))).collect()
///     }
/// }
///
/// impl fmt::Display for Race {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         let Self(ByPlayer { left, right }, player) = self;
///         write!(f, "{left} {right} {}", if *player == Player::Left { "left" } else { "right" })
///     }
/// }
///
/// impl Playable for Race {
///     fn read(text: &str) -> Result<Self, BoardError> {
///         let steps = |word: &str| word.parse().ok().filter(|steps| *steps <= 7);
///         let state = match text.split(' ').collect::<Vec<_>>()[..] {
///             [left, right, "left"] => steps(left).zip(steps(right)).map(|both| (both, Player::Left)),
///             [left, right, "right"] => steps(left).zip(steps(right)).map(|both| (both, Player::Right)),
///             _ => None,
///         };
///         let wrong = || BoardError::Other(format!("'{text}' is not a race like 3 2 left"));
///         state.map(|((left, right), player)| Self(ByPlayer::new(left, right), player)).ok_or_else(wrong)
///     }
///
///     // Chance says who starts.
///     fn opening(below: &mut dyn FnMut(u32) -> u32) -> Self {
///         Self(ByPlayer::both(0), Player::BOTH[below(2) as usize])
///     }
///
///     fn remark(&self) -> String {
///         String::new()
///     }
/// }
///
/// let mut rulesets = Rulesets::default();
/// rulesets.add(Ruleset::with_chance::<Race>("race").about("walk, or take a chance").example("0 0 left"))?;
/// let state = rulesets.contest("race")?.read_contest("3 2 left")?;
/// let next = state.toss(&state.parse_move("run")?, u64::MAX)?;
/// assert_eq!((next.to_string().as_str(), next.score()?), ("6 2 right", Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A [`Ruleset`](crate::Ruleset) gives the game a name, and with it every player of games with chance; a
/// static [evaluation](crate::Contest::evaluation) makes them strong.
pub trait Playable: Stochastic + Display {
    /// Reads what `Display` writes.
    fn read(text: &str) -> Result<Self, BoardError>;

    /// An opening state. `below(n)` gives a random number below `n`, which decides the chance events before
    /// the first move.
    fn opening(below: &mut dyn FnMut(u32) -> u32) -> Self;

    /// Information for players beyond the board.
    fn remark(&self) -> String;

    /// The name of the move that the player to move may not make, because it would take back the last one. `None`
    /// means that there is no such move.
    fn banned(&self) -> Option<String> {
        None
    }

    /// Reads a state whose text may leave out the chance event before the next move, and then draws it.
    fn deal(text: &str, _below: &mut dyn FnMut(u32) -> u32) -> Result<Self, BoardError> {
        Self::read(text)
    }
}

/// A source of states of a game with chance: it reads them and draws opening states. Every [`Playable`] has
/// one, which [`Ruleset::with_chance`](crate::Ruleset::with_chance) finds.
pub trait Dealer: Send + Sync {
    /// As [`Playable::read`].
    fn read(&self, text: &str) -> Result<AnyContest, BoardError>;

    /// As [`Playable::opening`].
    fn opening(&self, below: &mut dyn FnMut(u32) -> u32) -> Result<AnyContest, RuleError>;

    /// As [`Playable::deal`].
    fn deal(&self, text: &str, _below: &mut dyn FnMut(u32) -> u32) -> Result<AnyContest, BoardError> {
        self.read(text)
    }
}

/// Splits a text into the board, with `|` between its rows, the player to move and the words after that.
pub(crate) fn split(text: &str) -> Result<(String, Player, Vec<&str>), BoardError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let to_move = words.iter().enumerate().find_map(|(i, word)| {
        let player = Player::BOTH.into_iter().find(|&player| word.eq_ignore_ascii_case(player.name()));
        player.map(|player| (i, player))
    });
    match to_move {
        Some((i, player)) => Ok((words[..i].join("|"), player, words[i + 1..].to_vec())),
        None => refuse!("after the board, expected left or right, the player to move"),
    }
}
