//! Values as users hold them: a [`Value`] is a canonical form together with its store, so it prints, compares
//! and adds without the store being named. All that could fail is worked out when the handle is made. What is
//! asked of a handle later has an answer, and only what makes a new value gives a `Result`.

use crate::notation::ReadError;
use crate::store::compare_across;
use crate::{
    Budget, Dyadic, Error, Limits, NumberUpStar, Outcome, Player, Thermograph, ThermographId, ValueId, Values,
};
use derive_more::Debug;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, Neg, Sub};
use std::sync::{Arc, LazyLock};

/// A value: a canonical form in a shared store.
///
/// `==`, `<`, `<=` and the others are the order of games: of two confused games neither is `<=` the other,
/// and `partial_cmp` gives `None`. They always have an answer and therefore know no deadline;
/// [`compare`](Self::compare) takes a budget. Sums, differences and negatives make new forms, which can
/// exceed the limits of the store, so the operators give a `Result`.
///
/// Values of different stores may be mixed. A sum is stored in the store of its first summand.
///
/// ```
/// use std::sync::Arc;
/// use values::{Value, Values};
/// let values = Arc::new(Values::new());
/// let g = Value::parse(&values, "10|8||2")?;
/// assert_eq!((g.mean().to_string(), g.temperature().to_string()), ("11/2".into(), "7/2".into()));
/// let h = (&g - &Value::integer(&values, 2))?;
/// assert_eq!(h.to_string(), "{8|6||0}");
/// assert!(h < g && (-&g)? < Value::zero(&values));
/// let (star, up) = (Value::star(&values), Value::up(&values));
/// assert_eq!(star.partial_cmp(&up), None);
/// assert!(star <= (&up + &up)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[derive(Clone, Debug)]
#[debug("{self}")]
pub struct Value {
    values: Arc<Values>,
    id: ValueId,
    /// The thermograph in [`Values::thermographs`] of the store.
    thermograph: ThermographId,
}

/// The budget of questions that must have an answer. Nobody cancels it.
static ENDLESS: LazyLock<Budget> = LazyLock::new(Budget::endless);

/// Why a comparison under [`ENDLESS`] has an answer.
const NO_LIMIT: &str = "an endless budget is never spent, and nothing is stored";

/// The longest form that is printed in full.
const MAX_CHARACTERS: usize = 1_000_000;

/// Values that cannot fail.
impl Value {
    /// Zero.
    pub fn zero(values: &Arc<Values>) -> Self {
        Self::integer(values, 0)
    }

    /// The integer `n`.
    pub fn integer(values: &Arc<Values>, n: i32) -> Self {
        let n = Dyadic::from(n);
        Self::constant(values, n.into(), || Thermograph::of_number(n))
    }

    /// `* = {0|0}`.
    pub fn star(values: &Arc<Values>) -> Self {
        Self::constant(values, NumberUpStar::STAR, star_thermograph)
    }

    /// `↑ = {0|*}`.
    pub fn up(values: &Arc<Values>) -> Self {
        Self::constant(values, NumberUpStar::UP, || {
            Thermograph::of_options([&Thermograph::of_number(Dyadic::ZERO)?], [&star_thermograph()?])
        })
    }

    /// A small closed form and its thermograph. If the store is full, the form gets a store of its own with
    /// the same limits: it works together with all others.
    fn constant(
        values: &Arc<Values>,
        closed: NumberUpStar,
        thermograph: impl Fn() -> Result<Thermograph, Error>,
    ) -> Self {
        /// Room for zero and the constant, with some to spare.
        const LEAST_ROOM: u32 = 16;
        let (values, id) = match values.closed(closed) {
            Ok(id) => (values.clone(), id),
            Err(_) => {
                let limits = values.limits().clone();
                let own = Values::with_limits(Limits { values: limits.values.max(LEAST_ROOM), ..limits });
                let id = own.closed(closed).expect("a new store has room for a closed form");
                (Arc::new(own), id)
            }
        };
        let thermograph =
            values.thermographs().intern(&thermograph().expect("small numbers do not overflow"));
        Self { values, id, thermograph }
    }
}

/// The thermograph of `*`.
fn star_thermograph() -> Result<Thermograph, Error> {
    let zero = Thermograph::of_number(Dyadic::ZERO)?;
    Thermograph::of_options([&zero], [&zero])
}

/// Values that can exceed the limits of a store.
impl Value {
    /// The handle of a form in a store. It is an error if the thermograph cannot be worked out within the
    /// store's limits.
    pub fn new(values: &Arc<Values>, id: ValueId) -> Result<Self, Error> {
        Ok(Self { values: values.clone(), id, thermograph: values.thermograph_id(id)? })
    }

    /// The value of an expression, see [`notation`](crate::notation).
    pub fn parse(values: &Arc<Values>, text: &str) -> Result<Self, ReadError> {
        Ok(Self::new(values, values.parse(text)?)?)
    }

    /// The game with these options, which may be of other stores.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use values::{Value, Values};
    /// let values = Arc::new(Values::new());
    /// let up = Value::of_options(&values, &[Value::zero(&values)], &[Value::star(&values)])?;
    /// assert_eq!(up, Value::up(&values));
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn of_options(values: &Arc<Values>, left: &[Self], right: &[Self]) -> Result<Self, Error> {
        let ids = |options: &[Self]| -> Result<Vec<ValueId>, Error> {
            options.iter().map(|option| option.id_in(values)).collect()
        };
        Self::new(values, values.from_options(&ids(left)?, &ids(right)?)?)
    }

    /// The canonical options of Left.
    pub fn left_options(&self) -> Result<Vec<Self>, Error> {
        self.options(Player::Left)
    }

    /// The canonical options of Right.
    pub fn right_options(&self) -> Result<Vec<Self>, Error> {
        self.options(Player::Right)
    }

    fn options(&self, player: Player) -> Result<Vec<Self>, Error> {
        self.values
            .options_of(self.id, player)?
            .iter()
            .map(|&option| Self::new(&self.values, option))
            .collect()
    }

    /// The atomic weight, worked out within a budget and the limits of the store. `None` means the game is
    /// not atomic.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use values::{Budget, Value, Values};
    /// let g = Value::parse(&Arc::new(Values::new()), "{^^*|v*}")?;
    /// assert_eq!(g.atomic_weight(&Budget::default())?.unwrap().to_string(), "1/2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn atomic_weight(&self, budget: &Budget) -> Result<Option<Self>, Error> {
        if !self.values.is_infinitesimal(self.id) {
            return Ok(None);
        }
        // Arithmetic obeys the budget of its store, so this takes a store with the given budget.
        let limits = Limits { budget: budget.clone(), ..self.values.limits().clone() };
        let (apart, g) = self.apart(limits)?;
        let Some(weight) = apart.atomic_weight(g)? else { return Ok(None) };
        let thermograph = self.values.thermographs().intern(apart.thermograph(weight)?);
        let id = self.values.copy_from(&apart, weight, budget)?;
        Ok(Some(Self { values: self.values.clone(), id, thermograph }))
    }

    /// A new store, and the id of this form in it.
    fn apart(&self, limits: Limits) -> Result<(Values, ValueId), Error> {
        let apart = Values::with_limits(limits);
        let id = apart.copy_from(&self.values, self.id, apart.budget())?;
        Ok((apart, id))
    }

    /// The id of this form in a store, where it is stored if it is new.
    pub fn id_in(&self, values: &Arc<Values>) -> Result<ValueId, Error> {
        match Arc::ptr_eq(&self.values, values) {
            true => Ok(self.id),
            false => values.copy_from(&self.values, self.id, values.budget()),
        }
    }

    /// The sum, where it takes no search: of closed forms, with zero or the negative, or found before. `None`
    /// means that it takes one.
    pub fn known_sum(&self, other: &Self) -> Result<Option<Self>, Error> {
        if !self.shares_store(other) {
            return Ok(None);
        }
        let Some(id) = self.values.known_sum(self.id, other.id)? else { return Ok(None) };
        let thermograph = self.values.known_thermograph(id);
        Ok(thermograph.map(|thermograph| Self { values: self.values.clone(), id, thermograph }))
    }

    /// Is this value at most the other? `None` means that stops do not say, and that it was not found before.
    #[must_use]
    pub fn known_le(&self, other: &Self) -> Option<bool> {
        if self.shares_store(other) { self.values.known_le(self.id, other.id) } else { None }
    }

    fn shares_store(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.values, &other.values)
    }
}

/// What is known about every value.
impl Value {
    /// The mean.
    pub fn mean(&self) -> Dyadic {
        self.thermograph().mean()
    }

    /// The temperature.
    pub fn temperature(&self) -> Dyadic {
        self.thermograph().temperature()
    }

    /// The thermograph.
    #[must_use]
    pub fn thermograph(&self) -> &Thermograph {
        self.values.thermographs().get(self.thermograph)
    }

    /// The outcome class.
    pub fn outcome(&self) -> Outcome {
        self.values.outcome_by_stops(self.id)
    }

    /// The left stop.
    pub fn left_stop(&self) -> Dyadic {
        self.values.stop(self.id, Player::Left)
    }

    /// The right stop.
    pub fn right_stop(&self) -> Dyadic {
        self.values.stop(self.id, Player::Right)
    }

    /// Is it equal to a number?
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.values.is_number(self.id)
    }

    /// The number that it is equal to. `None` means it is not a number.
    #[must_use]
    pub fn to_number(&self) -> Option<Dyadic> {
        self.values.to_number(self.id)
    }

    /// The birthday.
    #[must_use]
    pub fn birthday(&self) -> u64 {
        self.values.birthday(self.id)
    }

    /// The id of the form in [`Self::values`], for the arithmetic of the store.
    #[must_use]
    pub fn id(&self) -> ValueId {
        self.id
    }

    /// The store.
    #[must_use]
    pub fn values(&self) -> &Arc<Values> {
        &self.values
    }
}

impl Value {
    /// How two values compare, worked out within a budget. `None` means they are confused. The only errors
    /// are those of the budget.
    ///
    /// ```
    /// use std::{cmp::Ordering, sync::Arc};
    /// use values::{Budget, Value, Values};
    /// let values = Arc::new(Values::new());
    /// let [g, h] = ["+-2", "^"].map(|text| Value::parse(&values, text).unwrap());
    /// assert_eq!(g.compare(&h, &Budget::seconds(1.0))?, None);
    /// assert_eq!(h.compare(&Value::zero(&values), &Budget::default())?, Some(Ordering::Greater));
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn compare(&self, other: &Self, budget: &Budget) -> Result<Option<Ordering>, Error> {
        let here = match self.shares_store(other) {
            true => Some(other.id),
            false => self.values.find_from(&other.values, other.id, budget)?,
        };
        if let Some(id) = here {
            match self.values.compare_within(self.id, id, budget) {
                // The options of a closed form find no room in the store: below they need none.
                Err(Error::TooManyValues(_)) => {}
                result => return result,
            }
        }
        compare_across((&self.values, self.id), (&other.values, other.id), budget)
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match self.shares_store(other) {
            true => self.id == other.id,
            false => {
                self.values.find_from(&other.values, other.id, &ENDLESS).expect(NO_LIMIT) == Some(self.id)
            }
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.values.fingerprint(self.id, &ENDLESS).expect(NO_LIMIT));
    }
}

impl PartialOrd for Value {
    /// The order of games. `None` means they are confused.
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.compare(other, &ENDLESS).expect(NO_LIMIT)
    }
}

impl Neg for &Value {
    type Output = Result<Value, Error>;

    /// The negative. It has as many followers as the value and can run out of room like a sum.
    fn neg(self) -> Self::Output {
        Value::new(&self.values, self.values.negative(self.id)?)
    }
}

impl Add for &Value {
    type Output = Result<Value, Error>;

    /// The sum, in the store of the first summand.
    fn add(self, other: Self) -> Self::Output {
        Value::new(&self.values, self.values.sum(self.id, other.id_in(&self.values)?)?)
    }
}

impl Sub for &Value {
    type Output = Result<Value, Error>;

    /// The difference, in the store of the first value.
    fn sub(self, other: Self) -> Self::Output {
        Value::new(&self.values, self.values.difference(self.id, other.id_in(&self.values)?)?)
    }
}

impl fmt::Display for Value {
    /// The canonical form in notation, which reads back to the same value. A form of more than a million
    /// characters is not printed: a short text in brackets says so.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(closed) = self.values.to_closed(self.id) {
            return f.pad(&closed.to_string());
        }
        // Names are found by arithmetic. If this store is full or its budget is spent, a new store does it.
        let printed = self.values.print_within(self.id, MAX_CHARACTERS).or_else(|error| match error {
            Error::TooLong(_) | Error::TooNested => Err(error),
            _ => {
                let (apart, id) = self.apart(Limits::default())?;
                apart.print_within(id, MAX_CHARACTERS)
            }
        });
        match printed {
            Ok(text) => f.pad(&text),
            Err(Error::TooLong(_)) => {
                f.pad(&format!("(a canonical form of more than {MAX_CHARACTERS} characters)"))
            }
            Err(Error::TooNested) => f.pad("(a canonical form nested too deep to print)"),
            Err(_) => f.pad("(a canonical form with too many followers to print)"),
        }
    }
}
