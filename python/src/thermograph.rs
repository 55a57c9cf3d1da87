//! Thermographs: what `tedomari.Thermograph` is.

use crate::elsewhere;
use crate::errors::{of_value, wrong};
use crate::numbers::{Exact, fraction};
use crate::players::Side;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use tedomari::pictures;
use tedomari::values::{self, Player, Point, Wall};

/// A thermograph: the wall of each player and the mast above them.
///
///     >>> import tedomari as td
///     >>> graph = td.Value("5|-3").thermograph
///     >>> graph.left, graph.at("right", 2)
///     (((Fraction(6, 1), Fraction(-1, 1)), (Fraction(1, 1), Fraction(4, 1))), Fraction(-1, 1))
#[pyclass(frozen, module = "tedomari")]
#[derive(Clone)]
pub(crate) struct Thermograph {
    pub(crate) graph: values::Thermograph,
}

/// The corners of a wall, as they are arguments.
type Corners = Vec<(Exact, Exact)>;

impl Thermograph {
    /// The thermograph with these outlines, each from −1 up to the foot of the mast.
    pub(crate) fn of_outlines(left: Vec<Point>, right: Vec<Point>) -> Option<Self> {
        let wall = |mut outline: Vec<Point>| {
            // The foot of the mast is in both outlines, also where a wall is vertical below it.
            if let [.., before, last] = outline[..]
                && before.value == last.value
            {
                outline.pop();
            }
            Wall::of_corners(&outline)
        };
        Some(Self { graph: values::Thermograph::of_walls(wall(left)?, wall(right)?)? })
    }

    fn picture(&self, title: Option<&str>) -> pictures::Picture {
        pictures::thermograph(&self.graph, title)
    }

    fn corners<'py>(&self, py: Python<'py>, player: Player) -> PyResult<Bound<'py, PyTuple>> {
        let corners = self.graph.outline(player).into_iter();
        let pair = |Point { value, temperature }| {
            PyTuple::new(py, [fraction(py, value)?, fraction(py, temperature)?])
        };
        PyTuple::new(py, corners.map(pair).collect::<PyResult<Vec<_>>>()?)
    }
}

#[pymethods]
impl Thermograph {
    /// The thermograph with these corners `(value, temperature)` of Left's and Right's wall, from −1 upwards.
    #[new]
    fn new(left: Corners, right: Corners) -> PyResult<Self> {
        let points = |corners: Corners| -> Vec<Point> {
            corners.into_iter().map(|(value, t)| Point { value: value.0, temperature: t.0 }).collect()
        };
        Self::of_outlines(points(left), points(right))
            .ok_or_else(|| wrong("these are not the corners of a thermograph"))
    }

    /// The mean.
    #[getter]
    fn mean(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        fraction(py, self.graph.mean())
    }

    /// The temperature.
    #[getter]
    fn temperature(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        fraction(py, self.graph.temperature())
    }

    /// The corners `(value, temperature)` of Left's wall, from −1 up to the foot of the mast.
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.corners(py, Player::Left)
    }

    /// The corners `(value, temperature)` of Right's wall, from −1 up to the foot of the mast.
    #[getter]
    fn right<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.corners(py, Player::Right)
    }

    /// The score at a temperature when this player moves first.
    #[pyo3(signature = (player, temperature))]
    fn at(&self, py: Python<'_>, player: Side, temperature: Exact) -> PyResult<Py<PyAny>> {
        fraction(py, self.graph.wall(player.0).at(temperature.0).map_err(of_value)?)
    }

    /// The corners of a wall as an array of floats, a row `value, temperature` for each.
    #[pyo3(signature = (player, /))]
    fn array(&self, py: Python<'_>, player: Side) -> PyResult<Py<PyAny>> {
        let rows = self.graph.outline(player.0).into_iter();
        let rows = rows.map(|Point { value, temperature }| (value.to_f64(), temperature.to_f64()));
        elsewhere(py, "_arrays", "floats", (PyList::new(py, rows)?,))
    }

    /// Draws it with matplotlib, into these axes if there are some. Returns the axes.
    #[pyo3(signature = (axes = None, *, title = None))]
    fn plot(slf: Bound<'_, Self>, axes: Option<Py<PyAny>>, title: Option<String>) -> PyResult<Py<PyAny>> {
        elsewhere(slf.py(), "_plots", "thermograph", (&slf, axes, title))
    }

    /// The picture as SVG.
    #[pyo3(signature = (title = None))]
    fn svg(&self, title: Option<&str>) -> String {
        self.picture(title).svg()
    }

    /// The picture as TikZ.
    #[pyo3(signature = (title = None))]
    fn tikz(&self, title: Option<&str>) -> String {
        self.picture(title).tikz()
    }

    fn __str__(&self) -> String {
        self.graph.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<{}>", self.graph)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().graph == self.graph)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.graph.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let arguments = PyTuple::new(py, [self.left(py)?, self.right(py)?])?;
        PyTuple::new(py, [PyType::new::<Self>(py).into_any(), arguments.into_any()])
    }

    fn _repr_html_(slf: Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        elsewhere(slf.py(), "_html", "thermograph", (slf,))
    }
}
