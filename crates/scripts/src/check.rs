//! Are the hooks of a script right? Every position that can follow is worked out by plain recursion over
//! `options` alone, and what the other hooks say of it is compared with that. This shares nothing with the
//! searches.

use crate::machine::Machine;
use crate::position::{Place, ScriptPosition};
use crate::script::{Hook, Script};
use crate::state::State;
use rules::{AnyPosition, RuleError, attempt};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use thiserror::Error;
use values::{Budget, ByPlayer, Error, Limits, Player, ValueId, Values, deep};

/// A check that found nothing wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The number of positions that were looked at.
    pub positions: usize,
    /// The limit that ended the check. `None` means that all positions were looked at.
    pub ended: Option<Error>,
}

/// The reason why a check did not succeed.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// What a hook says is wrong.
    #[error("{hook} is wrong about {position}: {reason}")]
    Hook {
        /// The name of the hook.
        hook: &'static str,
        /// The position.
        position: String,
        /// What it says, and what is right.
        reason: String,
    },
    /// The script failed.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The position belongs to no script.
    #[error("only the rulesets of scripts have hooks to check")]
    NoScript,
}

/// Compares the hooks of a script with plain recursion, on a position and all that can follow, as many as the
/// budget allows.
pub fn check(position: &AnyPosition, budget: &Budget) -> Result<Checked, Wrong> {
    let position: &ScriptPosition = position.downcast().ok_or(Wrong::NoScript)?;
    let values = Values::with_limits(Limits::within(budget));
    let script = &position.script;
    // Another script with the same text has Lua states of its own.
    let twin = Arc::new(Script::clone(script));
    let mut check = Check { script, twin: &twin, values: &values, known: FxHashMap::default() };
    let mut checked = Checked { positions: 0, ended: None };
    let Place::State(start) = &position.place else { return Ok(checked) };
    let (mut waiting, mut seen) = (vec![start.clone()], FxHashSet::from_iter([start.clone()]));
    while let Some(state) = waiting.pop() {
        match attempt(|| check.position(&state))? {
            Ok(next) => waiting.extend(next.into_iter().filter(|state| seen.insert(state.clone()))),
            Err(Stop::Wrong(wrong)) => return Err(wrong),
            Err(Stop::Limit(error)) => return Ok(Checked { ended: Some(error), ..checked }),
        }
        checked.positions += 1;
    }
    Ok(checked)
}

/// Why a check ends early.
enum Stop {
    Limit(Error),
    Wrong(Wrong),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Limit(error)
    }
}

/// What plain recursion finds.
#[derive(Clone, Copy)]
struct Plain {
    value: ValueId,
    /// The number of moves of the longest play.
    length: u32,
}

struct Check<'a> {
    script: &'a Arc<Script>,
    twin: &'a Arc<Script>,
    values: &'a Values,
    /// `None` means that the position is being worked out.
    known: FxHashMap<State, Option<Plain>>,
}

impl Check<'_> {
    /// What a hook says about a position. `None` means that the script has no such hook.
    fn ask<T>(
        &self,
        hook: Hook,
        state: &State,
        work: impl Fn(&Machine) -> mlua::Result<T>,
    ) -> Result<Option<T>, Stop> {
        let asked =
            self.script.has(hook).then(|| self.script.ask(hook, || state.to_string(), work)).transpose();
        asked.map_err(|fault| Stop::Wrong(RuleError::from(fault).into()))
    }

    fn wrong<T>(&self, hook: Hook, state: &State, reason: String) -> Result<T, Stop> {
        let position = self.text(state);
        Err(Stop::Wrong(Wrong::Hook { hook: hook.name(), position, reason }))
    }

    /// The text of a position for messages.
    fn text(&self, state: &State) -> String {
        let shown = self.ask(Hook::Show, state, |machine| machine.show(state));
        shown.ok().flatten().unwrap_or_else(|| state.to_string())
    }

    fn print(&self, value: ValueId) -> String {
        self.values.print(value).unwrap_or_else(|_| "a large game".to_owned())
    }

    /// Compares all that the hooks say about a position, and returns the positions that follow from it.
    fn position(&mut self, state: &State) -> Result<Vec<State>, Stop> {
        let plain = self.plain(state)?;
        let mut next = self.options(state)?;
        self.text_reads_back(state)?;
        next.extend(self.regions(state, plain.value)?);
        next.extend(self.normal_form(state, plain.value)?);
        self.bounds(state, plain)?;
        Ok(next)
    }

    /// Plain recursion: the value from those of the options, or the score where play is over.
    fn plain(&mut self, state: &State) -> Result<Plain, Stop> {
        match self.known.get(state) {
            Some(Some(plain)) => return Ok(*plain),
            Some(None) => {
                return self.wrong(Hook::Options, state, "play can come back to this position".to_owned());
            }
            None => {}
        }
        self.values.check()?;
        self.values.check_room()?;
        self.values.count_bytes(4 * size_of::<(State, Option<Plain>)>() + state.heap_bytes());
        self.known.insert(state.clone(), None);
        let mut length = 0;
        let value = match self.ask(Hook::Score, state, |machine| machine.score(state))?.flatten() {
            Some(score) => self.values.number(score)?,
            None => {
                let mut sides = ByPlayer::<Vec<ValueId>>::default();
                for player in Player::BOTH {
                    let options = self.ask(Hook::Options, state, |machine| machine.options(state, player))?;
                    for option in options.unwrap_or_default().iter() {
                        let plain = deep(|| self.plain(option))?;
                        length = length.max(plain.length + 1);
                        sides[player].push(plain.value);
                    }
                }
                self.values.from_options(&sides.left, &sides.right)?
            }
        };
        let plain = Plain { value, length };
        self.known.insert(state.clone(), Some(plain));
        Ok(plain)
    }

    /// The options are the same in every Lua state, with names of moves or without, for both players if the
    /// script says so, and there are none beside a score.
    fn options(&self, state: &State) -> Result<Vec<State>, Stop> {
        let hook = Hook::Options;
        let mut found = ByPlayer::<Vec<State>>::default();
        for player in Player::BOTH {
            let options = |machine: &Machine| machine.options(state, player);
            let options_here = self.ask(hook, state, options)?.unwrap_or_default();
            let elsewhere = self.twin.ask(hook, || state.to_string(), options);
            if elsewhere.map_err(|fault| Stop::Wrong(RuleError::from(fault).into()))? != options_here {
                let reason = format!("the options of {player:?} are different when asked again");
                return self.wrong(hook, state, reason);
            }
            let named = self.ask(hook, state, |machine| machine.moves(state, player))?.unwrap_or_default();
            if named.iter().map(|(state, _)| state).ne(&*options_here) {
                let reason = format!("the options of {player:?} are different with the names of moves");
                return self.wrong(hook, state, reason);
            }
            found[player] = options_here.to_vec();
        }
        let score = self.ask(Hook::Score, state, |machine| machine.score(state))?.flatten();
        let ByPlayer { mut left, mut right } = found;
        if let Some(score) = score
            && left.len() + right.len() > 0
        {
            return self.wrong(Hook::Score, state, format!("play is over with {score}, but there are moves"));
        }
        if self.script.is_impartial {
            left.sort();
            right.sort();
            if left != right {
                let reason = "the game is called impartial, but Left and Right have different options";
                return self.wrong(hook, state, reason.to_owned());
            }
        }
        left.extend(right);
        Ok(left)
    }

    /// A position that is written reads back.
    fn text_reads_back(&self, state: &State) -> Result<(), Stop> {
        let Some(text) = self.ask(Hook::Show, state, |machine| machine.show(state))? else { return Ok(()) };
        let reason = match ScriptPosition::read(self.script, &text) {
            Ok(read) => match read.downcast::<ScriptPosition>().map(|read| &read.place) {
                Some(Place::State(read)) if read == state => return Ok(()),
                Some(Place::State(read)) => format!("it is {state}, and the text is read as {read}"),
                _ => "the text is read as something else".to_owned(),
            },
            Err(error) => format!("the text cannot be read: {error}"),
        };
        self.wrong(Hook::Show, state, reason)
    }

    /// The position is the sum of its regions.
    fn regions(&mut self, state: &State, value: ValueId) -> Result<Vec<State>, Stop> {
        let Some(regions) = self.ask(Hook::Regions, state, |machine| machine.regions(state))? else {
            return Ok(Vec::new());
        };
        let mut sum = ValueId::ZERO;
        for region in &regions {
            sum = self.values.sum(sum, self.plain(region)?.value)?;
        }
        if sum != value {
            let texts: Vec<String> = regions.iter().map(|region| self.text(region)).collect();
            let (texts, sum, value) = (texts.join(" + "), self.print(sum), self.print(value));
            return self.wrong(
                Hook::Regions,
                state,
                format!("{texts} is {sum}, and the position is {value}"),
            );
        }
        Ok(regions)
    }

    /// The normal form has the value of the position, or its negative, and is its own normal form.
    fn normal_form(&mut self, state: &State, value: ValueId) -> Result<Option<State>, Stop> {
        let hook = Hook::NormalForm;
        let Some((form, negative)) = self.ask(hook, state, |machine| machine.normal_form(state))? else {
            return Ok(None);
        };
        let of_form = self.plain(&form)?.value;
        let found = if negative { self.values.negative(of_form)? } else { of_form };
        if found != value {
            let sign = if negative { "the negative of " } else { "" };
            let (text, found, value) = (self.text(&form), self.print(found), self.print(value));
            return self.wrong(hook, state, format!("{sign}{text} is {found}, and the position is {value}"));
        }
        match self.ask(hook, &form, |machine| machine.normal_form(&form))? {
            Some((again, _)) if again != form => {
                let (form, again) = (self.text(&form), self.text(&again));
                self.wrong(hook, state, format!("it says {form}, whose normal form is {again}"))
            }
            _ => Ok(Some(form)),
        }
    }

    /// The value is within its bounds, and play ends in time.
    fn bounds(&self, state: &State, Plain { value, length }: Plain) -> Result<(), Stop> {
        if let Some((low, high)) = self.ask(Hook::Bounds, state, |machine| machine.bounds(state))?.flatten()
            && !(self.values.le(self.values.number(low)?, value)?
                && self.values.le(value, self.values.number(high)?)?)
        {
            let value = self.print(value);
            return self.wrong(Hook::Bounds, state, format!("{value} is not from {low} to {high}"));
        }
        let most = self.ask(Hook::LongestPlay, state, |machine| machine.longest_play(state))?.flatten();
        match most {
            Some(most) if most < length => self.wrong(
                Hook::LongestPlay,
                state,
                format!("it says {most} moves, and there can be {length}"),
            ),
            _ => Ok(()),
        }
    }
}
