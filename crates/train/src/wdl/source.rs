//! The model as the engine's source.

use super::calibrate::Calibration;
use super::samples::Samples;
use guohe::wdl::{Model, TERMS};
use indicatif::HumanCount;

/// Digits after the point of a coefficient: far more than the data decides.
const DIGITS: usize = 4;

/// The numbers, one kind a line.
pub fn constants(model: &Model) -> String {
    let list = |numbers: [f64; TERMS]| numbers.map(|number| format!("{number:.DIGITS$}")).join(", ");
    let Model { level, rise, knee } = *model;
    format!("    level: [{}],\n    rise: [{}],\n    knee: {knee:.1},", list(level), list(rise))
}

/// The whole of `src/wdl/fitted.rs`.
pub fn file(model: &Model, games: &Samples, checked: &Calibration) -> String {
    let (loss, plain) = checked.losses();
    let (points, ends) = checked.worst();
    format!(
        "//! The parameters of the model, written by `guohe-tools wdl fit`.\n\
         \n\
         use super::model::Model;\n\
         \n\
         /// Hash of the network for whose scores they were fitted.\n\
         pub const NETWORK: &str = \"{}\";\n\
         \n\
         /// Fitted to {} positions of {} games at {} nodes per move. On games that it was not fitted to,\n\
         /// the log loss is {loss:.4}, without scores {plain:.4}; predicted and observed points differ by\n\
         /// at most {:.1} %, shares of wins, draws and losses by at most {:.1} %.\n\
         pub const MODEL: Model = Model {{\n{}\n}};\n",
        games.network,
        HumanCount(games.positions() as u64),
        HumanCount(games.games() as u64),
        HumanCount(games.nodes),
        100.0 * points,
        100.0 * ends,
        constants(model),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_rust() {
        let model = Model { level: [1.0, -2.5, 3.25], rise: [60.0, 0.0, 0.0], knee: 300.0 };
        let text = "    level: [1.0000, -2.5000, 3.2500],\n    rise: [60.0000, 0.0000, 0.0000],\n    knee: 300.0,";
        assert_eq!(constants(&model), text);
    }
}
