//! A Lua state with one script, and calls of its hooks within limits. Each thread has its own, made when the
//! thread first asks for it, so threads never wait for each other. A state in which a hook has failed is thrown
//! away: the script may have left something half done.

use crate::fault::{Fault, nonsense, shortened};
use crate::script::{Hook, Script};
use crate::state::State;
use mlua::chunk::ChunkMode;
use mlua::{Function, HookTriggers, IntoLuaMulti, Lua, LuaOptions, Result, StdLib, Table, Value, VmState};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use values::{Dyadic, Player};

/// What scripts may use of Lua.
const LIBRARY: &str = include_str!("library.lua");

/// The number of instructions between two looks at the limits.
const LOOK: u32 = 1000;

/// The maximum time of a call. Instructions end a loop sooner, but some of them take long.
const LONGEST: Duration = Duration::from_secs(10);

/// What a script may use. More is an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The number of Lua instructions of a call of a hook: 100 million take about a quarter of a second.
    pub instructions: u64,
    /// The memory of a Lua state, of which each thread has one, in bytes.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { instructions: 100_000_000, bytes: 64 << 20 }
    }
}

/// The positions that a player can move to, and who asked for them last.
type Asked = Option<(State, Player, Rc<[State]>)>;

/// A Lua state that has read a script.
pub(crate) struct Machine {
    lua: Lua,
    limits: Limits,
    /// The hooks that the script defines, in the order of [`Hook`].
    hooks: Vec<Option<Function>>,
    spent: Rc<Spent>,
    /// Searches that play moves one by one ask for the same options again.
    asked: RefCell<Asked>,
    /// Was nothing asked yet?
    fresh: Cell<bool>,
}

/// What a call has used.
struct Spent {
    instructions: Cell<u64>,
    /// When the limits were first looked at. `None` means that the call is a short one so far.
    started: Cell<Option<Instant>>,
}

thread_local! {
    static MACHINES: RefCell<Vec<(Weak<Script>, Rc<Machine>)>> = const { RefCell::new(Vec::new()) };
}

impl Machine {
    /// Reads a script.
    pub(crate) fn new(file: &str, source: &str, limits: Limits) -> Result<Self> {
        // The parser of Lua recurses.
        stacker::maybe_grow(512 * 1024, 1024 * 1024, || Self::read(file, source, limits))
    }

    fn read(file: &str, source: &str, limits: Limits) -> Result<Self> {
        let libraries = StdLib::MATH | StdLib::STRING | StdLib::TABLE | StdLib::UTF8;
        let lua = Lua::new_with(libraries, LuaOptions::default())?;
        let lock: Function = lua.load(LIBRARY).set_name("=library").call(())?;
        lua.set_memory_limit(limits.bytes)?;
        let spent = Rc::new(Spent { instructions: Cell::new(0), started: Cell::new(None) });
        let watched = spent.clone();
        let triggers = HookTriggers::new().every_nth_instruction(LOOK);
        lua.set_hook(triggers, move |lua, _| match watched.look(limits) {
            None => Ok(VmState::Continue),
            Some(message) => {
                let with_place = lua.traceback(Some(&message), 0).map(|text| text.to_string_lossy());
                Err(nonsense(with_place.unwrap_or(message)))
            }
        })?;
        // Only text: compiled code could do anything.
        lua.load(source).set_name(format!("@{file}")).set_mode(ChunkMode::Text).exec()?;
        lock.call::<()>(())?;
        let mut hooks = Vec::new();
        for hook in Hook::ALL {
            hooks.push(match lua.globals().raw_get(hook.name())? {
                Value::Nil => None,
                Value::Function(function) => Some(function),
                other => return Err(nonsense(format!("{hook} should be a function, not {}", kind(&other)))),
            });
        }
        Ok(Self { lua, limits, hooks, spent, asked: RefCell::default(), fresh: Cell::new(true) })
    }

    /// Does work with the state of this thread.
    pub(crate) fn with<T>(
        script: &Arc<Script>,
        work: impl Fn(&Self) -> std::result::Result<T, Fault>,
    ) -> std::result::Result<T, Fault> {
        // Lua and what searches have on the stack must not meet: no hook needs half of this.
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || {
            loop {
                let machine = Self::of_thread(script)?;
                let was_fresh = machine.fresh.replace(false);
                match work(&machine) {
                    Err(fault) => {
                        Self::forget(script);
                        // Scripts may remember results until the memory is full.
                        if was_fresh || !fault.is_memory {
                            return Err(fault);
                        }
                    }
                    found => return found,
                }
            }
        })
    }

    fn of_thread(script: &Arc<Script>) -> std::result::Result<Rc<Self>, Fault> {
        let is_it = |known: &Weak<Script>| known.as_ptr() == Arc::as_ptr(script);
        let known = MACHINES.with_borrow(|machines| {
            machines.iter().find(|(known, _)| is_it(known)).map(|(_, machine)| machine.clone())
        });
        if let Some(machine) = known {
            return Ok(machine);
        }
        let machine = Self::new(&script.file, &script.source, script.limits);
        let machine = Rc::new(machine.map_err(|error| Fault::new(&error, script, None))?);
        Self::keep(script, machine.clone());
        Ok(machine)
    }

    /// Keeps a state for this thread, and forgets those of scripts that are no longer in use.
    pub(crate) fn keep(script: &Arc<Script>, machine: Rc<Self>) {
        let gone = MACHINES.with_borrow_mut(|machines| {
            machines.push((Arc::downgrade(script), machine));
            machines.extract_if(.., |(known, _)| known.strong_count() == 0).collect::<Vec<_>>()
        });
        drop(gone);
    }

    fn forget(script: &Arc<Script>) {
        let is_it = |known: &Weak<Script>| known.as_ptr() == Arc::as_ptr(script);
        let gone = MACHINES.with_borrow_mut(|machines| {
            machines.extract_if(.., |(known, _)| is_it(known)).collect::<Vec<_>>()
        });
        drop(gone);
    }

    /// A global variable of the script.
    pub(crate) fn global(&self, name: &str) -> Result<Value> {
        self.lua.globals().raw_get(name)
    }

    /// Does the script define this hook?
    pub(crate) fn has(&self, hook: Hook) -> bool {
        self.hooks[hook as usize].is_some()
    }

    /// The line in which a hook begins. `None` means that the script does not define it.
    pub(crate) fn line_of(&self, hook: Hook) -> Option<usize> {
        self.hooks[hook as usize].as_ref()?.info().line_defined
    }

    /// What a hook that the script defines returns.
    fn call(&self, hook: Hook, arguments: impl IntoLuaMulti) -> Result<[Value; 2]> {
        self.spent.instructions.set(0);
        self.spent.started.set(None);
        let function = self.hooks[hook as usize].as_ref();
        let function = function.ok_or_else(|| nonsense(format!("the script has no function {hook}")))?;
        let (first, second) = function.call(arguments)?;
        Ok([first, second])
    }

    fn state(&self, value: &Value) -> Result<State> {
        State::of(value, &mut { self.limits.bytes })
    }

    /// A list of positions.
    fn states(&self, hook: Hook, value: &Value) -> Result<Vec<State>> {
        let mut room = self.limits.bytes;
        let mut states = Vec::new();
        let mut others = Vec::new();
        list(hook, value)?.for_each(|key: Value, value: Value| {
            let state = State::of(&value, &mut room)?;
            match key {
                Value::Integer(n) if n == states.len() as i64 + 1 => states.push(state),
                // Lua may have kept some keys of a list apart.
                Value::Integer(n) => others.push((n, state)),
                other => return Err(not_a_list(hook, &other)),
            }
            Ok(())
        })?;
        others.sort();
        for (n, state) in others {
            if n != states.len() as i64 + 1 {
                return Err(not_a_list(hook, &Value::Integer(n)));
            }
            states.push(state);
        }
        Ok(states)
    }

    /// The positions that a player can move to.
    pub(crate) fn options(&self, state: &State, player: Player) -> Result<Rc<[State]>> {
        if let Some((known, asked, options)) = &*self.asked.borrow()
            && *asked == player
            && known == state
        {
            return Ok(options.clone());
        }
        let [found, _] = self.call(Hook::Options, (state, player == Player::Left))?;
        let options: Rc<[State]> = self.states(Hook::Options, &found)?.into();
        self.asked.replace(Some((state.clone(), player, options.clone())));
        Ok(options)
    }

    /// The positions that a player can move to, each with the name of the move if the script gives it one.
    pub(crate) fn moves(&self, state: &State, player: Player) -> Result<Vec<(State, Option<String>)>> {
        let names = self.lua.create_table()?;
        let [found, _] = self.call(Hook::Options, (state, player == Player::Left, &names))?;
        let states = self.states(Hook::Options, &found)?;
        let count = states.len();
        let named = (1..)
            .zip(states)
            .map(|(i, state)| Ok((state, text_or_none("a name of a move", &names.raw_get(i)?)?)));
        let named = named.collect::<Result<Vec<_>>>()?;
        match names.raw_len() > count {
            true => Err(nonsense(format!("options names {} moves, but returns {count}", names.raw_len()))),
            false => Ok(named),
        }
    }

    /// The position of a text, or what is wrong with the text.
    pub(crate) fn read_text(&self, text: &str) -> Result<std::result::Result<State, String>> {
        let [found, message] = self.call(Hook::Read, text)?;
        match found {
            Value::Nil => {
                let message = text_or_none("the second result of read", &message)?;
                Ok(Err(message.unwrap_or_else(|| "the script does not say what is wrong with it".to_owned())))
            }
            found => self.state(&found).map(Ok),
        }
    }

    /// What is wrong with a position. `None` means that the script finds nothing wrong.
    pub(crate) fn check(&self, state: &State) -> Result<Option<String>> {
        let [found, _] = self.call(Hook::Check, state)?;
        match found {
            Value::Nil | Value::Boolean(true) => Ok(None),
            Value::Boolean(false) => Ok(Some("the script refuses it".to_owned())),
            found => text_or_none("the result of check", &found),
        }
    }

    /// The text of a position.
    pub(crate) fn show(&self, state: &State) -> Result<String> {
        let [found, _] = self.call(Hook::Show, state)?;
        let text = text_or_none("the result of show", &found)?;
        text.ok_or_else(|| nonsense("show should return a text, not nothing".to_owned()))
    }

    /// The independent regions.
    pub(crate) fn regions(&self, state: &State) -> Result<Vec<State>> {
        let [found, _] = self.call(Hook::Regions, state)?;
        self.states(Hook::Regions, &found)
    }

    /// The normal form. `true` means that its value is the negative.
    pub(crate) fn normal_form(&self, state: &State) -> Result<(State, bool)> {
        let [found, negative] = self.call(Hook::NormalForm, state)?;
        let negative = match negative {
            Value::Nil => false,
            Value::Boolean(so) => so,
            other => {
                let kind = kind(&other);
                return Err(nonsense(format!(
                    "the second result of normal_form should be true or false, not {kind}"
                )));
            }
        };
        match found {
            Value::Nil => Err(nonsense("normal_form should return a position, not nothing".to_owned())),
            found => Ok((self.state(&found)?, negative)),
        }
    }

    /// The score of a position in which play is over. `None` means that it goes on.
    pub(crate) fn score(&self, state: &State) -> Result<Option<Dyadic>> {
        let [found, _] = self.call(Hook::Score, state)?;
        number("the result of score", &found)
    }

    /// Bounds of the value. `None` means that the script knows none.
    pub(crate) fn bounds(&self, state: &State) -> Result<Option<(Dyadic, Dyadic)>> {
        let [low, high] = self.call(Hook::Bounds, state)?;
        match (number("the first result of bounds", &low)?, number("the second result of bounds", &high)?) {
            (Some(low), Some(high)) if low > high => {
                Err(nonsense(format!("the bounds {low} and {high} are the wrong way round")))
            }
            (Some(low), Some(high)) => Ok(Some((low, high))),
            (None, None) => Ok(None),
            _ => Err(nonsense("bounds should return two numbers, or nothing".to_owned())),
        }
    }

    /// An upper bound on the number of moves. `None` means that the script knows none.
    pub(crate) fn longest_play(&self, state: &State) -> Result<Option<u32>> {
        let [found, _] = self.call(Hook::LongestPlay, state)?;
        let number = number("the result of longest_play", &found)?;
        let count = |x: Dyadic| x.to_integer().and_then(|n| u32::try_from(n).ok());
        let wrong = |x| nonsense(format!("longest_play should return a number of moves, not {x}"));
        number.map(|x| count(x).ok_or_else(|| wrong(x))).transpose()
    }
}

impl Spent {
    /// The limit that a call has reached. `None` means that it may go on.
    fn look(&self, limits: Limits) -> Option<String> {
        let instructions = self.instructions.get() + u64::from(LOOK);
        self.instructions.set(instructions);
        if instructions > limits.instructions {
            let most = limits.instructions;
            return Some(format!("more than {most} instructions: does a loop not end?"));
        }
        let started = self.started.get().unwrap_or_else(Instant::now);
        self.started.set(Some(started));
        let late = started.elapsed() > LONGEST;
        late.then(|| format!("more than {} seconds: does a loop not end?", LONGEST.as_secs()))
    }
}

/// What a value is, in words.
fn kind(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::Integer(n) => format!("the number {n}"),
        Value::Number(x) => format!("the number {x}"),
        Value::Boolean(so) => so.to_string(),
        Value::String(text) => format!("the text '{}'", shortened(&text.to_string_lossy())),
        other => format!("a {}", other.type_name()),
    }
}

fn list(hook: Hook, value: &Value) -> Result<&Table> {
    let wrong = || nonsense(format!("{hook} should return a list of positions, not {}", kind(value)));
    value.as_table().ok_or_else(wrong)
}

fn not_a_list(hook: Hook, key: &Value) -> mlua::Error {
    nonsense(format!("{hook} should return a list of positions, but it has a gap or a key: {}", kind(key)))
}

/// A text. `None` means `nil`.
pub(crate) fn text_or_none(what: &str, value: &Value) -> Result<Option<String>> {
    match value {
        Value::Nil => Ok(None),
        Value::String(text) => Ok(Some(text.to_string_lossy())),
        Value::Integer(n) => Ok(Some(n.to_string())),
        other => Err(nonsense(format!("{what} should be a text, not {}", kind(other)))),
    }
}

/// A number `m/2^n`. `None` means `nil`.
fn number(what: &str, value: &Value) -> Result<Option<Dyadic>> {
    let wrong = || nonsense(format!("{what} should be a number such as 2 or 0.75, not {}", kind(value)));
    match value {
        Value::Nil => Ok(None),
        Value::Integer(n) => Dyadic::integer(*n).map(Some).map_err(|_| wrong()),
        Value::Number(x) => {
            // A larger denominator is a fraction that was rounded, such as 1/3.
            const PARTS: u32 = 20;
            let parts = x * f64::from(1 << PARTS);
            let fits = parts.fract() == 0.0 && parts.abs() < (1_i64 << 53) as f64;
            let number = fits.then(|| Dyadic::new(parts as i128, PARTS).ok()).flatten();
            number.map(Some).ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}
