//! Draws the losses of a run, so that one look tells whether it learnt or only remembered.

use super::fit::Loss;
use guohe_chart::{Line, Panel, Scale, X};

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

/// Both curves over the passes, as an SVG document. A line marks the last held-out loss.
///
/// # Errors
/// When the picture cannot be drawn.
pub fn svg(losses: &[Loss], title: &str) -> anyhow::Result<String> {
    let curve =
        |name, value: fn(&Loss) -> f64, color| Line::new(name, losses.iter().map(value).map(Some).collect(), color);
    let panel = Panel {
        title: title.to_owned(),
        x_label: "pass".to_owned(),
        y_label: "mean squared error".to_owned(),
        x: X::Numbers((1..=losses.len()).map(|pass| (pass as f64, pass.to_string())).collect()),
        scale: Scale::Around(losses.last().map_or(0.0, |loss| loss.held_out)),
        lines: vec![curve("training", |loss| loss.training, 2), curve("held out", |loss| loss.held_out, 1)],
        notes: Vec::new(),
    };
    guohe_chart::svg(&[panel], "guohe-tools train")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_has_a_line_and_a_point_on_each_curve() {
        let losses = [3.0, 2.0, 1.5].map(|loss| Loss { training: loss, lessons: 0.5, held_out: loss + 0.25 });
        let table = String::from_utf8(csv(&losses).unwrap()).unwrap();
        assert_eq!(
            table,
            "pass,training,lessons,held_out\n1,3.00000000,0.50000000,3.25000000\n2,2.00000000,0.50000000,2.25000000\n\
             3,1.50000000,0.50000000,1.75000000\n"
        );
        let picture = svg(&losses, "net 1a").unwrap();
        // A mark for each point and one in the legend for each curve.
        assert_eq!(picture.matches("<circle").count(), 8);
        for words in ["<svg", "net 1a", "training", "held out", "</svg>"] {
            assert!(picture.contains(words), "{words}");
        }
        assert_eq!(svg(&losses[..1], "one pass").unwrap().matches("<circle").count(), 4);
    }
}
