//! Curves and clouds of points, drawn as SVG.

use anyhow::Context;
use plotters::coord::combinators::IntoLogRange;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use std::ops::Range;

/// A drawing with two axes.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series that are drawn.
    pub series: Vec<Series>,
}

/// An axis.
#[must_use]
#[derive(Clone, Debug)]
pub struct Axis {
    /// The quantity with its unit.
    pub label: String,
    /// Is the axis logarithmic?
    pub logarithmic: bool,
}

impl Axis {
    /// A linear axis.
    pub fn linear(label: &str) -> Self {
        Self { label: label.to_owned(), logarithmic: false }
    }

    /// A logarithmic axis.
    pub fn logarithmic(label: &str) -> Self {
        Self { label: label.to_owned(), logarithmic: true }
    }
}

/// A series of points.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// Are they joined by a line?
    pub joined: bool,
}

impl Series {
    /// Points that are joined by a line.
    pub(crate) fn curve(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, joined: true }
    }
}

impl Plot {
    /// A drawing of these series.
    pub(crate) fn new(title: impl Into<String>, x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self { title: title.into(), x, y, series }
    }

    /// The drawing.
    pub fn svg(&self) -> anyhow::Result<String> {
        let x = self.range(&self.x, |point| point.0);
        let y = self.range(&self.y, |point| point.1);
        match (self.x.logarithmic, self.y.logarithmic) {
            (false, false) => self.draw(x, y),
            (true, false) => self.draw(x.log_scale(), y),
            (false, true) => self.draw(x, y.log_scale()),
            (true, true) => self.draw(x.log_scale(), y.log_scale()),
        }
    }

    /// The range of an axis: all points with a margin.
    fn range(&self, axis: &Axis, of: fn(&(f64, f64)) -> f64) -> Range<f64> {
        let values = self.series.iter().flat_map(|series| series.points.iter().map(of));
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
        match (low <= high, axis.logarithmic) {
            (false, _) => 1.0..10.0,
            (true, true) => (low / 1.1)..(high * 1.1),
            (true, false) => {
                let margin = if high > low { (high - low) * 0.03 } else { 1.0 };
                (low - margin)..(high + margin)
            }
        }
    }

    fn draw<X, Y>(&self, x: X, y: Y) -> anyhow::Result<String>
    where
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: ValueFormatter<f64>,
        Y::CoordDescType: ValueFormatter<f64>,
    {
        let mut drawing = String::new();
        {
            let area = SVGBackend::with_string(&mut drawing, (900, 560)).into_drawing_area();
            area.fill(&WHITE).context("the drawing has no room")?;
            let failed =
                |error: DrawingAreaErrorKind<_>| anyhow::anyhow!("the plot cannot be drawn: {error}");
            let mut chart = ChartBuilder::on(&area)
                .caption(&self.title, ("sans-serif", 20))
                .margin(15)
                .x_label_area_size(45)
                .y_label_area_size(65)
                .build_cartesian_2d(x, y)
                .map_err(failed)?;
            chart
                .configure_mesh()
                .light_line_style(WHITE)
                .x_desc(&self.x.label)
                .y_desc(&self.y.label)
                .label_style(("sans-serif", 14))
                .draw()
                .map_err(failed)?;
            for (i, series) in self.series.iter().enumerate() {
                let color = Palette99::pick(i).to_rgba();
                let dots = series.points.iter().map(|&point| Circle::new(point, 3, color.filled()));
                let drawn = chart.draw_series(dots).map_err(failed)?;
                drawn.label(&series.name).legend(move |(x, y)| Circle::new((x + 10, y), 4, color.filled()));
                if series.joined {
                    chart
                        .draw_series(LineSeries::new(series.points.iter().copied(), color.stroke_width(2)))
                        .map_err(failed)?;
                }
            }
            chart
                .configure_series_labels()
                .background_style(WHITE.mix(0.8))
                .border_style(BLACK)
                .label_font(("sans-serif", 14))
                .position(SeriesLabelPosition::UpperLeft)
                .draw()
                .map_err(failed)?;
            area.present().map_err(failed)?;
        }
        Ok(drawing)
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Plot, Series};

    #[test]
    fn a_plot_names_its_axes_and_series() {
        let series = vec![Series::curve("half", vec![(1.0, 0.5), (100.0, 50.0)])];
        let plot = Plot::new("Title", Axis::logarithmic("whole"), Axis::linear("part"), series);
        let svg = plot.svg().unwrap_or_else(|error| panic!("{error}"));
        assert!(["Title", "whole", "part", "half"].iter().all(|text| svg.contains(text)));
        let empty = Plot { series: Vec::new(), ..plot };
        assert!(empty.svg().is_ok());
    }
}
