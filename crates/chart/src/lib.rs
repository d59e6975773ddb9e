//! Charts in one or more panels, one below the other, written as SVG. Numbers stand at their true distances (sizes of
//! tables by their logarithm) and are joined by lines; categories are bars beside each other, or dots where the axis is
//! logarithmic, and nothing joins them.

mod axis;

use anyhow::anyhow;
use axis::{Decades, Places, amount};
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

/// Pixels of one panel: as wide as a page shows in full.
const PANEL: (u32, u32) = (840, 400);

/// Of which the legend takes so many at the right.
const LEGEND: u32 = 265;

/// A range of so much is worth a logarithmic axis.
const WIDE: f64 = 3.0;

/// Pixels between two lines of the legend.
const LEGEND_LINE: i32 = 19;

/// The horizontal axis of a chart.
#[derive(Clone, Debug)]
pub enum X {
    /// Where each column stands, and its name.
    Numbers(Vec<(f64, String)>),
    /// Names without an order, listed with their numbers below the legend.
    Categories(Vec<String>),
}

impl X {
    fn places(&self) -> Vec<(f64, String)> {
        match self {
            Self::Numbers(places) => places.clone(),
            Self::Categories(names) => (1..=names.len()).map(|number| (number as f64, number.to_string())).collect(),
        }
    }
}

/// The vertical axis of a chart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Scale {
    Logarithmic,
    /// From zero.
    FromZero,
    /// As wide as the values and this one, which is drawn.
    Around(f64),
}

/// One chart.
#[derive(Clone, Debug)]
pub struct Panel {
    pub title: String,
    pub x_label: String,
    pub y_label: String,
    pub x: X,
    pub scale: Scale,
    pub lines: Vec<Line>,
    /// Words below the legend, one line each.
    pub notes: Vec<String>,
}

/// One line of a chart, or the bars of one colour.
#[derive(Clone, Debug)]
pub struct Line {
    pub name: String,
    /// One value for each column; `None` leaves a gap.
    pub values: Vec<Option<f64>>,
    /// Not counted here, but published by others or computed: drawn thin and broken.
    published: bool,
    /// Number of the colour; a published line shares it with ours.
    pub color: usize,
}

impl Line {
    /// What was counted here.
    pub fn new(name: impl Into<String>, values: Vec<Option<f64>>, color: usize) -> Self {
        Self { name: name.into(), values, published: false, color }
    }

    /// What others published, or what is computed.
    pub fn published(name: impl Into<String>, values: Vec<Option<f64>>, color: usize) -> Self {
        Self { published: true, ..Self::new(name, values, color) }
    }
}

/// Distinct also to colour-blind eyes: the eight of Okabe and Ito 2008, yellow left out as it is hard to see on white,
/// and more that differ in brightness.
const COLORS: [RGBColor; 11] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(86, 180, 233),
    RGBColor(204, 121, 167),
    RGBColor(0, 158, 115),
    RGBColor(230, 159, 0),
    RGBColor(128, 128, 128),
    RGBColor(122, 75, 20),
    RGBColor(100, 50, 150),
    RGBColor(170, 160, 0),
];

/// The panels one below the other, as an SVG document that says where it comes from.
pub fn svg(panels: &[Panel], origin: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    {
        let size = (PANEL.0, PANEL.1 * panels.len() as u32);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        root.fill(&WHITE).map_err(|error| anyhow!("{error}"))?;
        for (area, panel) in root.split_evenly((panels.len(), 1)).iter().zip(panels) {
            let values = || panel.lines.iter().flat_map(|line| line.values.iter().flatten().copied());
            let most = values().fold(f64::MIN_POSITIVE, f64::max);
            let least = values().filter(|&value| value > 0.0).fold(most, f64::min);
            match panel.scale {
                Scale::Logarithmic if most >= WIDE * least => {
                    draw(area, panel, Decades::new(least * 0.8..most * 1.3))?;
                }
                Scale::Logarithmic | Scale::FromZero => draw(area, panel, 0.0..most * 1.08)?,
                Scale::Around(middle) => {
                    let (low, high) = (least.min(middle), most.max(middle));
                    let room = (high - low).max(middle * 0.01) * 0.1;
                    draw(area, panel, low - room..high + room)?;
                }
            }
        }
        root.present().map_err(|error| anyhow!("{error}"))?;
    }
    // The backend ends its document without a line break, and leaves blanks at the ends of lines.
    let mut lines: Vec<String> = text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect();
    let origin = origin.replace('&', "and").replace('<', "less than ");
    lines.insert(1, format!("<desc>{origin}</desc>"));
    Ok(lines.join("\n") + "\n")
}

fn draw<Y>(whole: &DrawingArea<SVGBackend, plotters::coord::Shift>, panel: &Panel, y: Y) -> anyhow::Result<()>
where
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: ValueFormatter<f64> + Ranged<ValueType = f64>,
{
    let (area, legend) = whole.split_horizontally(PANEL.0 - LEGEND);
    let places = panel.x.places();
    let names = places.clone();
    let name = |x: &f64| {
        let place = names.iter().find(|(at, _)| (at - x).abs() < 0.01);
        place.map(|(_, name)| name.clone()).unwrap_or_default()
    };
    let axis = Places::of(&places, matches!(panel.x, X::Categories(_)));
    let (left, right) = (axis.range().start, axis.range().end);
    let mut chart = ChartBuilder::on(&area)
        .caption(&panel.title, ("sans-serif", 16))
        .margin(12)
        .margin_right(4)
        .x_label_area_size(46)
        .y_label_area_size(84)
        .build_cartesian_2d(axis, y)
        .map_err(|error| anyhow!("{error}"))?;
    chart
        .configure_mesh()
        .x_desc(&panel.x_label)
        .y_desc(&panel.y_label)
        .x_labels(places.len())
        .x_label_formatter(&name)
        .y_label_formatter(&|value| amount(*value))
        .disable_x_mesh()
        .y_max_light_lines(5)
        .light_line_style(RGBColor(240, 240, 240))
        .label_style(("sans-serif", 13))
        .draw()
        .map_err(|error| anyhow!("{error}"))?;
    if let Scale::Around(middle) = panel.scale {
        let line = LineSeries::new([(left, middle), (right, middle)], BLACK.stroke_width(1));
        chart.draw_series(line).map_err(|error| anyhow!("{error}"))?;
    }
    let columns: Vec<f64> = places.iter().map(|&(at, _)| at).collect();
    for (number, line) in panel.lines.iter().enumerate() {
        let points = line.points(&columns, panel.scale);
        let color = line.color();
        if let X::Categories(_) = panel.x {
            // The bars or dots of a category share four fifths of its width.
            let width = 0.8 / panel.lines.len() as f64;
            let left = |x: f64| x - 0.4 + width * number as f64;
            if panel.scale == Scale::Logarithmic {
                let dot = |&(x, value): &(f64, f64)| Circle::new((left(x) + width / 2.0, value), 4, color.filled());
                chart.draw_series(points.iter().map(dot)).map_err(|error| anyhow!("{error}"))?;
            } else {
                let foot = if let Scale::Around(middle) = panel.scale { middle } else { chart.y_range().start };
                let bar = |&(x, value): &(f64, f64)| {
                    Rectangle::new([(left(x), foot), (left(x) + width * 0.9, value)], color.filled())
                };
                chart.draw_series(points.iter().map(bar)).map_err(|error| anyhow!("{error}"))?;
            }
            continue;
        }
        let style = line.style();
        let series = if line.published {
            chart.draw_series(DashedLineSeries::new(points.iter().copied(), 6, 4, style)).map(drop)
        } else {
            chart.draw_series(LineSeries::new(points.iter().copied(), style)).map(drop)
        };
        series.map_err(|error| anyhow!("{error}"))?;
        let mark = |&(x, y): &(f64, f64)| match line.published {
            true => Circle::new((x, y), 2, color.stroke_width(1)),
            false => Circle::new((x, y), 3, color.filled()),
        };
        chart.draw_series(points.iter().map(mark)).map_err(|error| anyhow!("{error}"))?;
    }
    describe(&legend, panel)
}

/// The legend: a stroke, a mark and a name for each line, then the notes.
fn describe(area: &DrawingArea<SVGBackend, plotters::coord::Shift>, panel: &Panel) -> anyhow::Result<()> {
    let mut y = 48;
    let write = |words: &str, x: i32, y: i32| {
        let style = ("sans-serif", 12).into_font().color(&BLACK);
        area.draw(&Text::new(words.to_owned(), (x, y - 6), style)).map_err(|error| anyhow!("{error}"))
    };
    for line in &panel.lines {
        match (&panel.x, panel.scale) {
            (X::Categories(_), Scale::Logarithmic) => {
                area.draw(&Circle::new((15, y), 4, line.color().filled())).map_err(|error| anyhow!("{error}"))?;
            }
            (X::Categories(_), _) => {
                let square = Rectangle::new([(8, y - 6), (20, y + 6)], line.color().filled());
                area.draw(&square).map_err(|error| anyhow!("{error}"))?;
            }
            _ => stroke(area, line, y)?,
        }
        write(&line.name, 34, y)?;
        y += LEGEND_LINE;
    }
    let categories = match &panel.x {
        X::Categories(names) => {
            names.iter().enumerate().map(|(index, name)| format!("{}: {name}", index + 1)).collect()
        }
        X::Numbers(_) => Vec::new(),
    };
    for note in categories.iter().chain(&panel.notes) {
        write(note, 4, y + 8)?;
        y += LEGEND_LINE;
    }
    Ok(())
}

/// How a line looks, in the legend.
fn stroke(area: &DrawingArea<SVGBackend, plotters::coord::Shift>, line: &Line, y: i32) -> anyhow::Result<()> {
    let style = line.style();
    // Two short strokes stand for a broken line.
    let strokes = if line.published { vec![(4, 10), (20, 26)] } else { vec![(4, 26)] };
    for (from, to) in strokes {
        area.draw(&PathElement::new(vec![(from, y), (to, y)], style)).map_err(|error| anyhow!("{error}"))?;
    }
    let mark = if line.published { Circle::new((15, y), 2, style) } else { Circle::new((15, y), 3, style.filled()) };
    area.draw(&mark).map_err(|error| anyhow!("{error}"))
}

impl Line {
    fn color(&self) -> RGBColor {
        COLORS[self.color % COLORS.len()]
    }

    fn style(&self) -> ShapeStyle {
        if self.published { self.color().mix(0.75).stroke_width(1) } else { self.color().stroke_width(2) }
    }

    /// What can be drawn: nothing at or below zero on a logarithmic axis.
    fn points(&self, columns: &[f64], scale: Scale) -> Vec<(f64, f64)> {
        (columns.iter().zip(&self.values))
            .filter_map(|(at, value)| Some((*at, (*value)?)))
            .filter(|&(_, value)| value > 0.0 || scale != Scale::Logarithmic)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(x: X, scale: Scale, lines: Vec<Line>) -> Panel {
        Panel {
            title: "Nodes by depth".to_owned(),
            x_label: "plies".to_owned(),
            y_label: "leaves".to_owned(),
            x,
            scale,
            notes: vec!["a note".to_owned()],
            lines,
        }
    }

    #[test]
    fn pictures_hold_their_words() {
        let numbers = X::Numbers([2.0, 3.0, 7.0].map(|at| (at, at.to_string())).to_vec());
        let lines = vec![
            Line::new("ours", vec![Some(9e2), Some(1.2e4), None], 0),
            Line::published("paper", vec![Some(8e2), Some(0.0), Some(2e5)], 0),
        ];
        let categories = X::Categories(["none", "static", "history"].map(str::to_owned).to_vec());
        let panels = [
            panel(numbers.clone(), Scale::Logarithmic, lines.clone()),
            panel(numbers, Scale::FromZero, lines.clone()),
            panel(categories.clone(), Scale::Logarithmic, lines.clone()),
            panel(categories, Scale::Around(1e4), lines),
        ];
        let picture = svg(&panels, "lab, commit 123").unwrap();
        for words in [
            "<svg",
            "Nodes by depth",
            "plies",
            "leaves",
            "ours",
            "paper",
            "a note",
            "3: history",
            "commit 123",
            "</svg>",
        ] {
            assert!(picture.contains(words), "{words}");
        }
    }

    #[test]
    fn narrow_ranges_have_labels_too() {
        let picture = |values: [f64; 2]| {
            let numbers = X::Numbers([2.0, 3.0].map(|at| (at, at.to_string())).to_vec());
            let lines = vec![Line::new("ours", values.map(Some).to_vec(), 0)];
            svg(&[panel(numbers, Scale::Logarithmic, lines)], "").unwrap()
        };
        assert!(picture([5e6, 7e6]).contains("6M"));
        assert!(picture([2e6, 7e6]).contains("5M"));
        assert!(picture([1e3, 7e7]).contains("100k"));
    }
}
