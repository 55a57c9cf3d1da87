//! Where values live: a store that is made without asking, or one of the caller's own.
//!
//! A store only grows. The usual one is replaced by an empty one when it is large: values keep the store that
//! they live in, so a store is freed with the last of its values, and a computation with values of a large
//! store goes on in the usual one.

use crate::errors::{is_interrupted, of_value};
use crate::value::Value;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tedomari::values::{self, Budget, Error, Limits, Values};

/// The number of forms after which the usual store is replaced, and the size of its caches. It takes about
/// 80 MB at most.
const LARGE: usize = 300_000;
const CACHE_BITS: u32 = 18;

/// The time between two looks for signals.
const WATCH: Duration = Duration::from_millis(10);

/// The usual store. `None` means that it was not needed yet.
static USUAL: Mutex<Option<Arc<Values>>> = Mutex::new(None);

thread_local! {
    /// The stores of the `with` blocks that this thread is in.
    static STORES: RefCell<Vec<Arc<Values>>> = const { RefCell::new(Vec::new()) };
    /// When this thread has last looked for signals.
    static LOOKED: Cell<Option<Instant>> = const { Cell::new(None) };
    /// When the computation of this thread ends. `None` means that it may take any time.
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Is it a while since this thread has looked for signals?
pub(crate) fn is_due() -> bool {
    let now = Instant::now();
    let due = LOOKED.get().is_none_or(|before| now.duration_since(before) >= WATCH);
    if due {
        LOOKED.set(Some(now));
    }
    due
}

/// A budget that a signal ends, and the deadline of the thread.
fn watched() -> Budget {
    Budget::endless().watched(Arc::new(|| {
        DEADLINE.get().is_some_and(|deadline| Instant::now() >= deadline)
            || is_due() && Python::attach(is_interrupted)
    }))
}

/// A new store.
fn new(limits: Limits) -> Arc<Values> {
    Arc::new(Values::with_limits(Limits { budget: watched(), ..limits }))
}

/// Where values live.
pub(crate) struct Home {
    pub(crate) store: Arc<Values>,
    /// Is it a store of the caller's own?
    pub(crate) is_own: bool,
}

impl Home {
    /// A value that lives here.
    pub(crate) fn owns(&self, value: values::Value) -> Value {
        Value { value, is_own: self.is_own }
    }
}

/// The home of new values.
pub(crate) fn current() -> Home {
    if let Some(store) = STORES.with_borrow(|stores| stores.last().cloned()) {
        return Home { store, is_own: true };
    }
    let mut usual = USUAL.lock().unwrap_or_else(PoisonError::into_inner);
    let store = usual.take().filter(|store| store.load() < LARGE);
    let store = store.unwrap_or_else(|| new(Limits { cache_bits: CACHE_BITS, ..Limits::default() }));
    *usual = Some(store.clone());
    Home { store, is_own: false }
}

/// Where a computation with this value takes place.
pub(crate) fn home(value: &Value) -> Home {
    let store = value.value.values();
    match value.is_own || store.load() < LARGE {
        true => Home { store: store.clone(), is_own: value.is_own },
        false => current(),
    }
}

/// A computation with values without the lock of the interpreter. A signal ends it.
pub(crate) fn compute<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> PyResult<T> {
    py.detach(work).map_err(of_value)
}

/// Runs work that ends after this many seconds.
pub(crate) fn within<T>(seconds: Option<f64>, work: impl FnOnce() -> T) -> T {
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
    let before = DEADLINE.replace(time.and_then(|time| Instant::now().checked_add(time)));
    let done = work();
    DEADLINE.set(before);
    done
}

/// A store of values of one's own: values that are made inside `with Store() as store:` live in it, and so do
/// the results of computations with them. It is freed at the end of the block, or with the last of its values.
///
///     >>> import tedomari as td
///     >>> with td.Store(memory=100) as store:
///     ...     td.Value("5|-3") + "2|1", len(store) > 2
///     (Value('{7|6||-1|-2}'), True)
#[pyclass(frozen, module = "tedomari")]
pub(crate) struct Store {
    values: Mutex<Option<Arc<Values>>>,
}

impl Store {
    fn open(&self) -> PyResult<Arc<Values>> {
        let values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        values.clone().ok_or_else(|| PyValueError::new_err("the store is closed"))
    }
}

#[pymethods]
impl Store {
    /// A store with a limit of memory in MiB.
    #[new]
    #[pyo3(signature = (*, memory = 4096))]
    fn new(memory: usize) -> PyResult<Self> {
        let bytes = memory.checked_mul(1 << 20).ok_or_else(|| PyValueError::new_err("memory is in MiB"))?;
        let limits = Limits::within(&Budget::endless().with_bytes(bytes));
        Ok(Self { values: Mutex::new(Some(new(limits))) })
    }

    /// The value of an expression or a number, in this store.
    fn value(&self, py: Python<'_>, thing: &Bound<'_, PyAny>) -> PyResult<Value> {
        Value::read(py, thing, &Home { store: self.open()?, is_own: true })
    }

    /// The number of canonical forms.
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.open()?.len())
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// The memory of the forms in bytes, about.
    #[getter]
    fn bytes(&self) -> PyResult<usize> {
        Ok(self.open()?.load() * Limits::BYTES_PER_VALUE)
    }

    /// Frees the store. Values that live in it keep what they need.
    fn close(&self) {
        self.values.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    fn __enter__(slf: Py<Self>) -> PyResult<Py<Self>> {
        let values = slf.get().open()?;
        STORES.with_borrow_mut(|stores| stores.push(values));
        Ok(slf)
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>) {
        STORES.with_borrow_mut(Vec::pop);
        self.close();
    }

    fn __repr__(&self) -> String {
        match self.open() {
            Ok(values) => format!("<Store with {} canonical forms>", values.len()),
            Err(_) => "<closed Store>".to_owned(),
        }
    }
}

/// The budget of comparisons of values of several stores.
pub(crate) fn comparison() -> &'static Budget {
    static BUDGET: std::sync::LazyLock<Budget> = std::sync::LazyLock::new(watched);
    &BUDGET
}
