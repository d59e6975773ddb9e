//! Draws the losses of a run, so that one look tells whether it learnt or only remembered.

use super::fit::Loss;
use anyhow::anyhow;
use plotters::prelude::*;

/// Pixels of the picture.
const SIZE: (u32, u32) = (760, 420);

/// What a curve shows of each pass.
type Value = fn(&Loss) -> f64;

/// Colours that colour-blind eyes tell apart (Okabe and Ito 2008).
const CURVES: [(&str, RGBColor, Value); 2] = [
    ("training", RGBColor(0, 114, 178), |loss| loss.training),
    ("held out", RGBColor(213, 94, 0), |loss| loss.held_out),
];

/// One line for each pass.
///
/// # Errors
/// None that a vector in memory can have.
pub fn csv(losses: &[Loss]) -> anyhow::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["pass", "training", "lessons", "held_out"])?;
    for (pass, loss) in (1..).zip(losses) {
        let pass: u32 = pass;
        let values = [loss.training, loss.lessons, loss.held_out].map(|value| format!("{value:.8}"));
        table.write_record(std::iter::once(pass.to_string()).chain(values))?;
    }
    Ok(table.into_inner()?)
}

/// Both curves over the passes, as an SVG document.
///
/// # Errors
/// When the picture cannot be drawn.
pub fn svg(losses: &[Loss], title: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    draw(&mut text, losses, title).map_err(|error| anyhow!("drawing the losses: {error}"))?;
    // The backend leaves blanks at the ends of lines.
    Ok(text.lines().map(|line| line.trim_end().to_owned() + "\n").collect())
}

fn draw(text: &mut String, losses: &[Loss], title: &str) -> Result<(), Box<dyn std::error::Error>> {
    let values = || CURVES.into_iter().flat_map(|(_, _, value)| losses.iter().map(value));
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    let spare = (0.05 * (high - low)).max(1e-6);
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 17))
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(84)
        .build_cartesian_2d(0.5..losses.len() as f64 + 0.5, low - spare..high + spare)?;
    chart
        .configure_mesh()
        .x_desc("pass")
        .y_desc("mean squared error")
        .x_labels(losses.len().min(16))
        .x_label_formatter(&|pass| if pass.fract() == 0.0 { format!("{pass}") } else { String::new() })
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .disable_x_mesh()
        .max_light_lines(1)
        .bold_line_style(RGBColor(225, 225, 225))
        .label_style(("sans-serif", 13))
        .draw()?;
    for (name, color, value) in CURVES {
        let points = || (1..).zip(losses).map(move |(pass, loss)| (f64::from(pass), value(loss)));
        chart
            .draw_series(LineSeries::new(points(), color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 22, y)], color.stroke_width(2)));
        chart.draw_series(points().map(|point| Circle::new(point, 3, color.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.9))
        .label_font(("sans-serif", 13))
        .draw()?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_has_a_line_and_two_points() {
        let losses = [3.0, 2.0, 1.5].map(|loss| Loss { training: loss, lessons: 0.5, held_out: loss + 0.25 });
        let table = String::from_utf8(csv(&losses).unwrap()).unwrap();
        assert_eq!(
            table,
            "pass,training,lessons,held_out\n1,3.00000000,0.50000000,3.25000000\n2,2.00000000,0.50000000,2.25000000\n\
             3,1.50000000,0.50000000,1.75000000\n"
        );
        let picture = svg(&losses, "v1a & <more>").unwrap();
        assert_eq!(picture.matches("<circle").count(), 6);
        for words in ["<svg", "v1a &amp; &lt;more&gt;", "training", "held out", "</svg>"] {
            assert!(picture.contains(words), "{words}");
        }
        assert_eq!(svg(&losses[..1], "one pass").unwrap().matches("<circle").count(), 2);
    }
}
