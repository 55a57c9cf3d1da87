//! How does a believed opponent think? A [`Style`] names a static evaluation of the game, `usual` or one of
//! [`STYLES`](rules::Contest::STYLES), and the depth of its minimax search: `runner@1`.

use adversary::opponent_model::{Model, Sight};
use rules::{AnyContest, ContestSearch, Stochastic};
use std::borrow::Cow;
use std::fmt::{self, Display};
use std::str::FromStr;

/// The name of the evaluation that the rules give.
const USUAL: &str = "usual";

/// The maximum depth of a style in plies.
const DEEPEST: u32 = 64;

/// A static evaluation by name, and a depth.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Style {
    name: Cow<'static, str>,
    /// The depth of the search. `None` means as deep as time allows; as a believed opponent, to the horizon of
    /// the search that believes in it.
    plies: Option<u32>,
}

impl Style {
    /// The usual evaluation, as deep as time allows.
    pub const USUAL: Self = Self { name: Cow::Borrowed(USUAL), plies: None };
    /// The usual evaluation, one ply deep.
    pub const GREEDY: Self = Self { name: Cow::Borrowed(USUAL), plies: Some(1) };

    /// The depth of the search. `None` means as deep as time allows.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        self.plies
    }

    /// The styles of a list, which are separated by commas. `None` means that one of them is none.
    pub(super) fn list(text: &str) -> Option<Vec<Self>> {
        text.split(',').map(|style| style.parse().ok()).collect()
    }

    /// Every style that a game has, one ply deep.
    pub(super) fn all<S: Stochastic>() -> Vec<Self> {
        names::<S>().map(|name| Self { name: name.into(), plies: Some(1) }).collect()
    }

    /// The names of styles that a game has.
    pub(super) fn known(state: &AnyContest) -> Vec<&'static str> {
        state.search(Names)
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// A minimax player of this style. `None` means that the game does not have it.
    pub(super) fn model<S: Stochastic>(&self) -> Option<Model<S>> {
        let usual: rules::Style<S> = (USUAL, S::evaluation);
        let mut styles = std::iter::once(usual).chain(S::STYLES.iter().copied());
        let (_, evaluation) = styles.find(|(name, _)| *name == self.name)?;
        let sight = self.plies.map_or(Sight::SameHorizon, Sight::Plies);
        Some(Model::minimax(evaluation).with_sight(sight))
    }
}

fn names<S: Stochastic>() -> impl Iterator<Item = &'static str> {
    std::iter::once(USUAL).chain(S::STYLES.iter().map(|(name, _)| *name))
}

/// The names of the styles of a game.
struct Names;

impl ContestSearch for Names {
    type Output = Vec<&'static str>;

    fn run<S: Stochastic + Display>(self, _: &S) -> Self::Output {
        names::<S>().collect()
    }
}

/// The text is not a style.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
#[error("'{0}' is not a style: an evaluation by name and a depth from 1 to {DEEPEST}, such as usual@1")]
pub struct StyleError(String);

impl FromStr for Style {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<Self, StyleError> {
        let wrong = || StyleError(text.to_owned());
        let (name, plies) = text.split_once('@').map_or((text, None), |(name, plies)| (name, Some(plies)));
        let plies = match plies.map(str::parse) {
            None => None,
            Some(Ok(plies @ 1..=DEEPEST)) => Some(plies),
            Some(_) => return Err(wrong()),
        };
        let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase());
        if is_name { Ok(Self { name: name.to_owned().into(), plies }) } else { Err(wrong()) }
    }
}

impl Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.plies.map_or(Ok(()), |plies| write!(f, "@{plies}"))
    }
}
