//! Draws the losses of a run, so that one look tells whether it learnt or only remembered.

use super::fit::Loss;
use std::fmt::Write;

/// One line for each pass.
pub fn csv(losses: &[Loss]) -> String {
    let mut text = "pass,training,held_out\n".to_owned();
    for (pass, loss) in (1..).zip(losses) {
        let _ = writeln!(text, "{pass},{:.8},{:.8}", loss.training, loss.held_out);
    }
    text
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 60.0;
/// Lines across the picture.
const TICKS: u32 = 5;

/// Both curves over the passes. Written by hand: two polylines and a few labels do not need a library.
pub fn svg(losses: &[Loss], title: &str) -> String {
    let values = || losses.iter().flat_map(|loss| [loss.training, loss.held_out]);
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max).max(low + 1e-9);
    let x = |pass: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * pass as f64 / (losses.len().max(2) - 1) as f64;
    let y = |loss: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (loss - low) / (high - low);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{}\" y=\"24\" text-anchor=\"middle\" font-size=\"15\">{title}</text>\n",
        WIDTH / 2.0
    );
    for tick in 0..TICKS {
        let loss = low + (high - low) * f64::from(tick) / f64::from(TICKS - 1);
        let _ = writeln!(
            text,
            "<line x1=\"{MARGIN}\" x2=\"{}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>",
            WIDTH - MARGIN,
            y(loss),
            y(loss),
            MARGIN - 6.0,
            y(loss) + 4.0
        );
    }
    type Curve = (&'static str, &'static str, fn(&Loss) -> f64);
    let curves: [Curve; 2] =
        [("training", "#1f77b4", |loss| loss.training), ("held out", "#d62728", |loss| loss.held_out)];
    for (row, (name, color, value)) in curves.into_iter().enumerate() {
        let points: Vec<_> =
            losses.iter().enumerate().map(|(pass, loss)| format!("{:.1},{:.1}", x(pass), y(value(loss)))).collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{color}\">{name}</text>",
            points.join(" "),
            WIDTH - MARGIN - 70.0,
            MARGIN + 16.0 * row as f64
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">pass (1 to {})</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 20.0,
        losses.len()
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_has_a_line_and_two_points() {
        let losses = [3.0, 2.0, 1.5].map(|loss| Loss { training: loss, held_out: loss + 0.25 });
        assert_eq!(csv(&losses).lines().nth(2), Some("2,2.00000000,2.25000000"));
        let picture = svg(&losses, "t");
        assert_eq!(picture.matches("<polyline").count(), 2);
        assert!(picture.contains("60.0,") && picture.ends_with("</svg>\n"));
        assert!(svg(&losses[..1], "one pass").contains("<polyline"));
    }
}
