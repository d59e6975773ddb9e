//! The pictures: charts in one or more panels, written as SVG. Numbers stand at their true distances (sizes of tables by
//! their logarithm) and are joined by lines; categories are bars beside each other, which nothing joins.

use anyhow::anyhow;
use plotters::coord::ranged1d::AsRangedCoord;
use plotters::coord::ranged1d::KeyPointHint;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;

/// Pixels of one panel.
const PANEL: (u32, u32) = (700, 420);

/// Of which the legend takes so many at the right.
const LEGEND: u32 = 185;

/// A range of so much is worth a logarithmic axis.
const DECADE: f64 = 10.0;

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
    /// From nought.
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
    /// Published by others: drawn thin and broken.
    pub published: bool,
    /// Number of the colour; a published line shares it with ours.
    pub color: usize,
}

/// Distinct also to colour-blind eyes (Okabe and Ito 2008).
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(86, 180, 233),
    RGBColor(204, 121, 167),
    RGBColor(0, 158, 115),
    RGBColor(230, 159, 0),
    RGBColor(128, 128, 128),
];

/// The panels side by side, as an SVG document that says where it comes from.
pub fn svg(panels: &[Panel], origin: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    {
        let size = (PANEL.0 * panels.len() as u32, PANEL.1);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        root.fill(&WHITE).map_err(|error| anyhow!("{error}"))?;
        for (area, panel) in root.split_evenly((1, panels.len())).iter().zip(panels) {
            let values = || panel.lines.iter().flat_map(|line| line.values.iter().flatten().copied());
            let most = values().fold(f64::MIN_POSITIVE, f64::max);
            let least = values().filter(|&value| value > 0.0).fold(most, f64::min);
            match panel.scale {
                // Within a power of ten a logarithmic axis would have no labels.
                Scale::Logarithmic if most >= DECADE * least => {
                    draw(area, panel, (least * 0.8..most * 1.3).log_scale())?;
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
    let (left, right) = (axis.range.start, axis.range.end);
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
    let bars = panel.lines.len() as f64;
    for (number, line) in panel.lines.iter().enumerate() {
        let color = COLORS[line.color % COLORS.len()];
        let points: Vec<(f64, f64)> = line
            .values
            .iter()
            .zip(&places)
            .filter_map(|(value, (at, _))| Some((*at, (*value)?)))
            .filter(|&(_, value)| value > 0.0 || panel.scale != Scale::Logarithmic)
            .collect();
        if matches!(panel.x, X::Categories(_)) {
            // The bars of a category share four fifths of its width.
            let width = 0.8 / bars;
            let foot = if let Scale::Around(middle) = panel.scale { middle } else { chart.y_range().start };
            let bar = |&(x, value): &(f64, f64)| {
                let left = x - 0.4 + width * number as f64;
                Rectangle::new([(left, foot), (left + width * 0.9, value)], color.filled())
            };
            chart.draw_series(points.iter().map(bar)).map_err(|error| anyhow!("{error}"))?;
            continue;
        }
        let style = style_of(line);
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
        let style = style_of(line);
        // Two short strokes stand for a broken line.
        let strokes = if line.published { vec![(4, 10), (20, 26)] } else { vec![(4, 26)] };
        for (from, to) in strokes {
            area.draw(&PathElement::new(vec![(from, y), (to, y)], style)).map_err(|error| anyhow!("{error}"))?;
        }
        let mark =
            if line.published { Circle::new((15, y), 2, style) } else { Circle::new((15, y), 3, style.filled()) };
        area.draw(&mark).map_err(|error| anyhow!("{error}"))?;
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

fn style_of(line: &Line) -> ShapeStyle {
    let color = COLORS[line.color % COLORS.len()];
    if line.published { color.mix(0.75).stroke_width(1) } else { color.stroke_width(2) }
}

/// An axis on which columns stand at their places, with some room at each end.
struct Places {
    places: Vec<f64>,
    range: std::ops::Range<f64>,
}

impl Places {
    fn of(places: &[(f64, String)], are_categories: bool) -> Self {
        let places: Vec<f64> = places.iter().map(|&(at, _)| at).collect();
        let first = places.iter().copied().fold(f64::INFINITY, f64::min);
        let last = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let room = if are_categories { 0.5 } else { ((last - first) * 0.05).max(0.1) };
        Self { places, range: first - room..last + room }
    }
}

impl Ranged for Places {
    type FormatOption = plotters::coord::ranged1d::NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let share = (value - self.range.start) / (self.range.end - self.range.start);
        from + (share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.places.clone()
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Places {}

/// A number short enough for an axis.
fn amount(value: f64) -> String {
    match value.abs() {
        size if size >= 1e9 => format!("{}G", round(value / 1e9)),
        size if size >= 1e6 => format!("{}M", round(value / 1e6)),
        size if size >= 1e3 => format!("{}k", round(value / 1e3)),
        _ => round(value),
    }
}

fn round(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, values: Vec<Option<f64>>, published: bool) -> Line {
        Line { name: name.to_owned(), values, published, color: 0 }
    }

    fn panel(x: X, scale: Scale, lines: Vec<Line>) -> Panel {
        Panel {
            title: "Nodes by depth".to_owned(),
            x_label: "depth".to_owned(),
            y_label: "nodes".to_owned(),
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
            line("ours", vec![Some(9e2), Some(1.2e4), None], false),
            line("paper", vec![Some(8e2), Some(0.0), Some(2e5)], true),
        ];
        let categories = X::Categories(["none", "static", "history"].map(str::to_owned).to_vec());
        let panels = [
            panel(numbers.clone(), Scale::Logarithmic, lines.clone()),
            panel(numbers, Scale::FromZero, lines.clone()),
            panel(categories, Scale::Around(1e4), lines),
        ];
        let picture = svg(&panels, "lab, commit 123").unwrap();
        for words in [
            "<svg",
            "Nodes by depth",
            "depth",
            "nodes",
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
    fn columns_stand_at_true_distances() {
        let axis = Places::of(&[14.0, 15.0, 20.0].map(|at| (at, String::new())), false);
        let at = |value: f64| f64::from(axis.map(&value, (0, 10_000)));
        assert!(((at(20.0) - at(15.0)) / (at(15.0) - at(14.0)) - 5.0).abs() < 0.02);
    }

    #[test]
    fn narrow_ranges_have_labels_too() {
        let numbers = X::Numbers([2.0, 3.0].map(|at| (at, at.to_string())).to_vec());
        let lines = vec![line("ours", vec![Some(5e6), Some(7e6)], false)];
        assert!(svg(&[panel(numbers, Scale::Logarithmic, lines)], "").unwrap().contains("6M"));
    }

    #[test]
    fn amounts_are_short() {
        for (value, text) in [(0.0, "0"), (0.5, "0.5"), (100.0, "100"), (12_500.0, "12.5k"), (2e6, "2M"), (3e9, "3G")] {
            assert_eq!(amount(value), text);
        }
    }
}
