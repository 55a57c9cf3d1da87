//! A position of a scripted game, as searches see it. What the script does not define has the meaning that it
//! has for every game: no hook, no knowledge.

use crate::fault::Fault;
use crate::machine::Machine;
use crate::script::{Hook, Script, refused};
use crate::state::State;
use rules::games::tree::Tree;
use rules::{AnyMove, AnyPosition, DynPosition, Hints, OpenError, Position, RuleError, bounds_by_length};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;
use values::{Dyadic, Player};

/// The maximum number of moves after the position that was read. Only play without an end is longer.
const MAX_MOVES: u32 = 40_000;

/// A position of a scripted game.
#[derive(Clone, Debug)]
pub(crate) struct ScriptPosition {
    pub(crate) script: Arc<Script>,
    pub(crate) place: Place,
    /// The number of moves since the position that was read.
    moves: u32,
}

/// Where play has come to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Place {
    /// A position of the script.
    State(State),
    /// A score, of which points have been given up: `=2`.
    Score(Dyadic),
}

impl PartialEq for ScriptPosition {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place && (Arc::ptr_eq(&self.script, &other.script) || self.script == other.script)
    }
}

impl Eq for ScriptPosition {}

impl Hash for ScriptPosition {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.place.hash(hasher);
    }
}

/// A move: the position that it leads to, and its name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct ScriptMove {
    after: Place,
    name: String,
}

impl fmt::Display for ScriptMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

type Ruled<T> = Result<T, RuleError>;

impl ScriptPosition {
    /// Reads a position.
    pub(crate) fn read(script: &Arc<Script>, text: &str) -> Result<AnyPosition, OpenError> {
        let text = text.trim();
        let position = |place| Self { script: script.clone(), place, moves: 0 };
        if let Some(score) = text.strip_prefix('=').filter(|_| script.has(Hook::Score)) {
            let score = score.parse().map_err(|_| refused(text, "'=' and a number is a score"))?;
            return Ok(AnyPosition::new(position(Place::Score(score))));
        }
        let quoted = || format!("'{text}'");
        let state = match script.has(Hook::Read) {
            true => {
                let read = script.ask(Hook::Read, quoted, |machine| machine.read_text(text));
                read.map_err(RuleError::from)?.map_err(|reason| refused(text, &reason))?
            }
            false => text.parse().map_or_else(|_| State::Text(text.as_bytes().into()), State::Integer),
        };
        if script.has(Hook::Check) {
            let wrong = script.ask(Hook::Check, quoted, |machine| machine.check(&state));
            if let Some(reason) = wrong.map_err(RuleError::from)? {
                return Err(refused(text, &reason));
            }
        }
        Ok(AnyPosition::new(position(Place::State(state))))
    }

    /// A position that follows from this one without a move.
    fn beside(&self, state: State) -> AnyPosition {
        AnyPosition::new(Self { place: Place::State(state), ..self.clone() })
    }

    /// The position after a move.
    fn after(&self, place: Place) -> Ruled<AnyPosition> {
        let moves = self.moves + 1;
        if moves > MAX_MOVES {
            return Err(RuleError::Endless);
        }
        Ok(AnyPosition::new(Self { script: self.script.clone(), place, moves }))
    }

    /// Asks a hook about this position.
    fn ask<T>(
        &self,
        hook: Hook,
        player: Option<Player>,
        work: impl Fn(&Machine, &State) -> mlua::Result<T>,
    ) -> Result<Option<T>, Fault> {
        let Place::State(state) = &self.place else { return Ok(None) };
        if !self.script.has(hook) {
            return Ok(None);
        }
        // The text of the position comes from Lua itself, which is in use.
        let of = || match player {
            Some(player) => format!("{state} for {player:?}"),
            None => state.to_string(),
        };
        self.script.ask(hook, of, |machine| work(machine, state)).map(Some)
    }

    /// The places that a player can move to. None once there is a score.
    fn places(&self, player: Player) -> Ruled<Rc<[State]>> {
        if DynPosition::number(self)?.is_some() {
            return Ok(Rc::default());
        }
        let options = |machine: &Machine, state: &State| machine.options(state, player);
        Ok(self.ask(Hook::Options, Some(player), options)?.unwrap_or_default())
    }
}

impl fmt::Display for ScriptPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.ask(Hook::Show, None, Machine::show);
        match (text, &self.place) {
            (Ok(Some(text)), _) => f.write_str(&text),
            // A text without an error must be given: questions about the position report the error.
            (_, Place::State(state)) => state.fmt(f),
            (_, Place::Score(score)) => write!(f, "={score}"),
        }
    }
}

impl DynPosition for ScriptPosition {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn bytes(&self) -> usize {
        let heap = match &self.place {
            Place::State(state) => state.heap_bytes(),
            Place::Score(_) => 0,
        };
        size_of::<Self>() + heap
    }

    fn is_scored(&self) -> bool {
        self.script.has(Hook::Score)
    }

    fn moves(&self, player: Player) -> Ruled<Vec<AnyMove>> {
        if DynPosition::number(self)?.is_some() {
            return Ok(Vec::new());
        }
        let moves = |machine: &Machine, state: &State| machine.moves(state, player);
        let moves = self.ask(Hook::Options, Some(player), moves)?.unwrap_or_default();
        let named = |(state, name): (State, Option<String>)| {
            let name = name.unwrap_or_else(|| self.beside(state.clone()).to_string());
            AnyMove::new(ScriptMove { after: Place::State(state), name })
        };
        Ok(moves.into_iter().map(named).collect())
    }

    fn count_moves(&self, player: Player) -> Ruled<usize> {
        Ok(self.places(player)?.len())
    }

    fn play(&self, player: Player, action: &AnyMove) -> Ruled<Option<AnyPosition>> {
        let Some(ScriptMove { after: Place::State(after), .. }) = action.downcast() else { return Ok(None) };
        match self.places(player)?.contains(after) {
            true => self.after(Place::State(after.clone())).map(Some),
            false => Ok(None),
        }
    }

    fn play_nth(&self, player: Player, index: usize) -> Ruled<Option<AnyPosition>> {
        let places = self.places(player)?;
        places.get(index).map(|state| self.after(Place::State(state.clone()))).transpose()
    }

    fn options(&self, player: Player) -> Ruled<Vec<AnyPosition>> {
        self.places(player)?.iter().map(|state| self.after(Place::State(state.clone()))).collect()
    }

    fn free_move(&self, player: Player) -> Ruled<Option<AnyPosition>> {
        let score = DynPosition::number(self)?.map(Tree::from);
        let given = score.and_then(|score| Position::options(&score, player).pop());
        let left = given.and_then(|tree| Hints::number(&tree));
        left.map(|left| self.after(Place::Score(left))).transpose()
    }

    fn regions(&self) -> Ruled<Vec<AnyPosition>> {
        match self.ask(Hook::Regions, None, Machine::regions)? {
            Some(regions) => Ok(regions.into_iter().map(|region| self.beside(region)).collect()),
            None => Ok(vec![AnyPosition::new(self.clone())]),
        }
    }

    fn normal_form(&self) -> Ruled<(AnyPosition, bool)> {
        match self.ask(Hook::NormalForm, None, Machine::normal_form)? {
            Some((form, negative)) => Ok((self.beside(form), negative)),
            None => Ok((AnyPosition::new(self.clone()), false)),
        }
    }

    fn number(&self) -> Ruled<Option<Dyadic>> {
        match &self.place {
            Place::Score(score) => Ok(Some(*score)),
            Place::State(_) => {
                let score = self.ask(Hook::Score, None, Machine::score)?;
                Ok(score.flatten())
            }
        }
    }

    fn longest_play(&self) -> Ruled<Option<u32>> {
        Ok(self.ask(Hook::LongestPlay, None, Machine::longest_play)?.flatten())
    }

    fn bounds(&self) -> Ruled<Option<(Dyadic, Dyadic)>> {
        match self.ask(Hook::Bounds, None, Machine::bounds)?.flatten() {
            // A score may be any number, however short play is.
            None if !self.is_scored() => Ok(self.longest_play()?.and_then(bounds_by_length)),
            bounds => Ok(bounds),
        }
    }

    fn is_impartial(&self) -> Ruled<bool> {
        // A score favours a player.
        Ok(self.script.is_impartial && !self.script.has(Hook::Score))
    }
}
