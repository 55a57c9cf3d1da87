//! What is a position of a scripted game outside of Lua? A value of its own: threads share it, tables of
//! searches hash it, and every Lua state makes the same Lua value of it. Equal Lua values are equal here:
//! numbers with the same value, and tables with the same contents, whatever the order of their keys.

use mlua::{Error, IntoLua, Lua, Result, Value};
use std::fmt;
use std::sync::Arc;

/// The maximum number of tables inside each other.
const MAX_DEPTH: usize = 100;

/// A Lua value without functions: a position, or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum State {
    /// `true` or `false`.
    Boolean(bool),
    /// An integer, also where Lua has a float of the same value.
    Integer(i64),
    /// The bits of a finite number that is no integer, or too large for one.
    Float(u64),
    /// Bytes, mostly UTF-8.
    Text(Arc<[u8]>),
    /// A table.
    Table(Arc<Table>),
}

/// A table: the values of the keys from 1 on, then all others in the order of their keys.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Table {
    list: Box<[State]>,
    fields: Box<[(State, State)]>,
}

impl State {
    /// The value of a Lua value. `room` is what it may take in bytes.
    pub(crate) fn of(value: &Value, room: &mut usize) -> Result<Self> {
        Self::at(value, room, 0)
    }

    fn at(value: &Value, room: &mut usize, depth: usize) -> Result<Self> {
        take(room, size_of::<Self>())?;
        Ok(match value {
            Value::Integer(n) => Self::Integer(*n),
            Value::Boolean(so) => Self::Boolean(*so),
            Value::Number(x) => Self::of_float(*x)?,
            Value::String(text) => {
                let bytes = text.as_bytes();
                take(room, bytes.len())?;
                Self::Text(bytes.as_ref().into())
            }
            Value::Table(table) => {
                if depth == MAX_DEPTH {
                    let message = format!("a position has more than {MAX_DEPTH} tables inside each other");
                    return Err(Error::RuntimeError(message));
                }
                let (mut list, mut fields) = (Vec::new(), Vec::new());
                table.for_each(|key: Value, value: Value| {
                    let value = Self::at(&value, room, depth + 1)?;
                    match key {
                        Value::Integer(n) if n == list.len() as i64 + 1 => list.push(value),
                        key => fields.push((Self::at(&key, room, depth + 1)?, value)),
                    }
                    Ok(())
                })?;
                Self::Table(Arc::new(Table::new(list, fields)))
            }
            other => {
                let message = format!("a position has a {} in it", other.type_name());
                return Err(Error::RuntimeError(message));
            }
        })
    }

    fn of_float(x: f64) -> Result<Self> {
        // From here on all floats are integers that may not fit.
        const LARGE: f64 = 9_223_372_036_854_775_808.0;
        if x.fract() == 0.0 && (-LARGE..LARGE).contains(&x) {
            return Ok(Self::Integer(x as i64));
        }
        if x.is_finite() {
            return Ok(Self::Float(x.to_bits()));
        }
        Err(Error::RuntimeError(format!("a position has the number {x} in it")))
    }

    /// The bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        // The reference counters are extra.
        const COUNTERS: usize = 2 * size_of::<usize>();
        match self {
            Self::Text(bytes) => COUNTERS + bytes.len(),
            Self::Table(table) => {
                let bytes = |state: &Self| size_of::<Self>() + state.heap_bytes();
                let fields = table.fields.iter().map(|(key, value)| bytes(key) + bytes(value));
                COUNTERS + size_of::<Table>() + table.list.iter().map(bytes).chain(fields).sum::<usize>()
            }
            _ => 0,
        }
    }
}

impl IntoLua for &State {
    fn into_lua(self, lua: &Lua) -> Result<Value> {
        Ok(match self {
            State::Boolean(so) => Value::Boolean(*so),
            State::Integer(n) => Value::Integer(*n),
            State::Float(bits) => Value::Number(f64::from_bits(*bits)),
            State::Text(bytes) => Value::String(lua.create_string(bytes)?),
            State::Table(table) => {
                let made = lua.create_sequence_from(table.list.iter())?;
                for (key, value) in &table.fields {
                    made.raw_set(key, value)?;
                }
                Value::Table(made)
            }
        })
    }
}

fn take(room: &mut usize, bytes: usize) -> Result<()> {
    *room = room.checked_sub(bytes).ok_or_else(|| Error::MemoryError("positions too large".to_owned()))?;
    Ok(())
}

impl Table {
    fn new(mut list: Vec<State>, mut fields: Vec<(State, State)>) -> Self {
        fields.sort();
        // Lua may have kept some keys of the list apart. Integers are in order, before all texts.
        let (mut rest, mut next) = (Vec::new(), list.len() as i64 + 1);
        for (key, value) in fields {
            if key == State::Integer(next) {
                list.push(value);
                next += 1;
            } else {
                rest.push((key, value));
            }
        }
        Self { list: list.into(), fields: rest.into() }
    }
}

/// As Lua would write it, a text as it is.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(so) => write!(f, "{so}"),
            Self::Integer(n) => write!(f, "{n}"),
            Self::Float(bits) => write!(f, "{}", f64::from_bits(*bits)),
            Self::Text(bytes) => f.write_str(&String::from_utf8_lossy(bytes)),
            Self::Table(table) => {
                f.write_str("{")?;
                for (i, value) in table.list.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { "," })?;
                    value.fmt_inside(f)?;
                }
                for (i, (key, value)) in table.fields.iter().enumerate() {
                    f.write_str(if i + table.list.len() == 0 { "" } else { "," })?;
                    match key {
                        Self::Text(_) => write!(f, "{key}=")?,
                        _ => write!(f, "[{key}]=")?,
                    }
                    value.fmt_inside(f)?;
                }
                f.write_str("}")
            }
        }
    }
}

impl State {
    fn fmt_inside(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(bytes) => write!(f, "{:?}", String::from_utf8_lossy(bytes)),
            _ => fmt::Display::fmt(self, f),
        }
    }
}
