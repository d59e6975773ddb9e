//! The pictures: line charts in one or more panels, written as SVG.
//!
//! The columns of a study (depths, table sizes in powers of two) stand at equal distances, so sizes are on a
//! logarithmic scale; the other axis is logarithmic where a panel asks for it.

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

/// One chart.
#[derive(Clone, Debug)]
pub struct Panel {
    pub title: String,
    pub x_label: String,
    pub y_label: String,
    /// Names of the columns, at equal distances.
    pub columns: Vec<String>,
    /// If the values ask for it; otherwise the axis begins below the least of them.
    pub logarithmic: bool,
    pub lines: Vec<Line>,
    /// Words below the legend, one line each.
    pub notes: Vec<String>,
}

/// One line of a chart.
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

/// The panels side by side, as an SVG document.
pub fn svg(panels: &[Panel]) -> anyhow::Result<String> {
    let mut text = String::new();
    {
        let size = (PANEL.0 * panels.len() as u32, PANEL.1);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        root.fill(&WHITE).map_err(|error| anyhow!("{error}"))?;
        for (area, panel) in root.split_evenly((1, panels.len())).iter().zip(panels) {
            let values = || panel.lines.iter().flat_map(|line| line.values.iter().flatten().copied());
            let most = values().fold(f64::MIN_POSITIVE, f64::max);
            let least = values().filter(|&value| value > 0.0).fold(most, f64::min);
            if !panel.logarithmic {
                draw(area, panel, 0.0..most * 1.08)?;
            } else if most >= DECADE * least {
                draw(area, panel, (least * 0.8..most * 1.3).log_scale())?;
            } else {
                // Between two powers of ten a logarithmic axis would have no labels.
                draw(area, panel, least * 0.9..most * 1.05)?;
            }
        }
        root.present().map_err(|error| anyhow!("{error}"))?;
    }
    // The backend ends its document without a line break, and leaves blanks at the ends of lines.
    let mut clean: String = text.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    clean.truncate(clean.trim_end().len());
    Ok(clean + "\n")
}

fn draw<Y>(whole: &DrawingArea<SVGBackend, plotters::coord::Shift>, panel: &Panel, y: Y) -> anyhow::Result<()>
where
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: ValueFormatter<f64> + Ranged<ValueType = f64>,
{
    let (area, legend) = whole.split_horizontally(PANEL.0 - LEGEND);
    let columns = panel.columns.len();
    let name = |x: &f64| {
        let index = x.round();
        let is_column = (x - index).abs() < 0.01 && index >= 0.0;
        let name = panel.columns.get(index as usize).filter(|_| is_column);
        name.cloned().unwrap_or_default()
    };
    let mut chart = ChartBuilder::on(&area)
        .caption(&panel.title, ("sans-serif", 16))
        .margin(12)
        .margin_right(4)
        .x_label_area_size(46)
        .y_label_area_size(84)
        .build_cartesian_2d(Columns(columns), y)
        .map_err(|error| anyhow!("{error}"))?;
    chart
        .configure_mesh()
        .x_desc(&panel.x_label)
        .y_desc(&panel.y_label)
        .x_labels(columns)
        .x_label_formatter(&name)
        .y_label_formatter(&|value| amount(*value))
        .disable_x_mesh()
        .y_max_light_lines(5)
        .light_line_style(RGBColor(240, 240, 240))
        .label_style(("sans-serif", 13))
        .draw()
        .map_err(|error| anyhow!("{error}"))?;
    for line in &panel.lines {
        let color = COLORS[line.color % COLORS.len()];
        let points: Vec<(f64, f64)> = line
            .values
            .iter()
            .enumerate()
            .filter_map(|(index, value)| Some((index as f64, (*value)?)))
            .filter(|&(_, value)| value > 0.0 || !panel.logarithmic)
            .collect();
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
    for note in &panel.notes {
        write(note, 4, y + 8)?;
        y += LEGEND_LINE;
    }
    Ok(())
}

fn style_of(line: &Line) -> ShapeStyle {
    let color = COLORS[line.color % COLORS.len()];
    if line.published { color.mix(0.75).stroke_width(1) } else { color.stroke_width(2) }
}

/// An axis on which columns stand at equal distances, with half a column to spare at each end.
struct Columns(usize);

impl Ranged for Columns {
    type FormatOption = plotters::coord::ranged1d::NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + ((value + 0.5) / self.0 as f64 * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        (0..self.0).map(|index| index as f64).collect()
    }

    fn range(&self) -> std::ops::Range<f64> {
        -0.5..self.0 as f64 - 0.5
    }
}

impl ValueFormatter<f64> for Columns {}

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

    #[test]
    fn pictures_hold_their_words() {
        let panel = Panel {
            title: "Nodes by depth".to_owned(),
            x_label: "depth".to_owned(),
            y_label: "nodes".to_owned(),
            columns: ["2", "3", "4"].map(str::to_owned).to_vec(),
            logarithmic: true,
            notes: vec!["a note".to_owned()],
            lines: vec![
                Line {
                    name: "ours".to_owned(),
                    values: vec![Some(9e2), Some(1.2e4), None],
                    published: false,
                    color: 0,
                },
                Line {
                    name: "paper".to_owned(),
                    values: vec![Some(8e2), Some(0.0), Some(2e5)],
                    published: true,
                    color: 1,
                },
            ],
        };
        let picture = svg(&[panel.clone(), Panel { logarithmic: false, ..panel }]).unwrap();
        for words in ["<svg", "Nodes by depth", "depth", "nodes", "ours", "paper", "a note", "<text", "</svg>"] {
            assert!(picture.contains(words), "{words}");
        }
    }

    #[test]
    fn narrow_ranges_have_labels_too() {
        let line = Line { name: "ours".to_owned(), values: vec![Some(5e6), Some(7e6)], published: false, color: 0 };
        let panel = Panel {
            title: String::new(),
            x_label: String::new(),
            y_label: String::new(),
            columns: ["2", "3"].map(str::to_owned).to_vec(),
            logarithmic: true,
            lines: vec![line],
            notes: Vec::new(),
        };
        assert!(svg(&[panel]).unwrap().contains("6M"));
    }

    #[test]
    fn amounts_are_short() {
        for (value, text) in [(0.0, "0"), (0.5, "0.5"), (100.0, "100"), (12_500.0, "12.5k"), (2e6, "2M"), (3e9, "3G")] {
            assert_eq!(amount(value), text);
        }
    }
}
