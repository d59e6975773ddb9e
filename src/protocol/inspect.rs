//! What the commands `d`, `eval`, `perft`, `bench` and `tunables` print.

use super::moves;
use super::score_scale::ScoreScale;
use super::text::nps;
use crate::board::{Board, perft};
use crate::eval::nnue;
use crate::game;
use crate::notation::Style;
use crate::params::{TUNABLES, Tunable};
use crate::rules::Rules;
use crate::search::Signals;
use crate::types::{Color, Score};
use std::time::{Duration, Instant};

/// How many of the last moves `d` shows.
const SHOWN_MOVES: usize = 20;

/// The last line of `perft` and `bench`.
pub fn total(nodes: u64, time: Duration) -> String {
    format!("{nodes} nodes {} nps", nps(nodes, time))
}

/// How far a won pair carries a number at the end of a tuning run, as a share of its step: what OpenBench suggests.
const LEARNING_RATE: f64 = 0.002;

/// The numbers of the search as OpenBench's form for tuning takes them: name, type, value, least, largest, step, learning
/// rate. They are options of a build with `--features tune`.
pub fn tunables() -> Vec<String> {
    let line = |number: &Tunable| {
        let Tunable { name, default, min, max, step } = number;
        format!("{name}, int, {default}, {min}, {max}, {step}, {LEARNING_RATE}")
    };
    TUNABLES.iter().map(line).collect()
}

/// The board, its FEN and its key, and what the rules say of it; in a notation of people also the last moves.
pub fn diagram(board: &Board, rules: &Rules, style: Style) -> Vec<String> {
    let mut lines: Vec<String> = board.to_string().lines().map(str::to_owned).collect();
    lines.push(format!("fen: {}", board.fen()));
    lines.push(format!("key: {}", board.key()));
    let state = match (board.has_legal_move(), board.in_check()) {
        (false, true) => "mated",
        (false, false) => "stalemated",
        (true, true) => "in check",
        (true, false) => "to move",
    };
    lines.push(format!("{:?} is {state}", board.side()));
    lines.push(game::verdict_line(board, rules));
    let moves = moves::game(board, style, SHOWN_MOVES);
    if style != Style::Plain && !moves.is_empty() {
        let earlier = if moves.len() < board.plies_played() { "… " } else { "" };
        lines.push(format!("moves: {earlier}{}", moves.join(" ")));
    }
    lines
}

/// The value of the position and where it comes from.
pub fn evaluation(board: &Board, network: &nnue::Network, scale: &ScoreScale) -> Vec<String> {
    let explanation = nnue::explain(network, board);
    let value = Score::from_evaluation(explanation.value);
    let mut lines = by_pieces(&explanation, network);
    lines.push(format!("evaluation for {:?}, who is to move: {value}", board.side()));
    if scale.converts() {
        lines.push(format!("searches show this as {}; 100 wins half of the games", scale.of(value)));
    }
    lines
}

/// What each piece adds to the value.
fn by_pieces(explanation: &nnue::Explanation, network: &nnue::Network) -> Vec<String> {
    let mut lines = vec![
        format!("network {} {}, {}", network.name(), network.shape(), nnue::Simd::chosen().name()),
        format!("output {} of {}, by pieces on the board", explanation.output + 1, nnue::Shape::OUTPUTS),
        "what each piece adds for its side (centipawns):".to_owned(),
    ];
    for side in Color::ALL {
        let pieces: Vec<_> = explanation
            .pieces
            .iter()
            .filter(|(_, piece, _)| piece.color == side)
            .map(|(square, piece, gain)| format!("{}{square} {gain:+}", piece.letter()))
            .collect();
        lines.extend(pieces.chunks(8).map(|row| format!("{side:?}: {}", row.join("  "))));
    }
    lines
}

/// Below this depth a count is over before anybody could end it.
const SMALL_DEPTH: u32 = 3;

/// Counts move sequences, root move by root move, until the signals say stop. `line` is given each line as it is known.
/// Returns their number and the time that it took.
pub fn count(board: &Board, depth: u32, signals: &Signals, line: &mut dyn FnMut(&str)) -> (u64, Duration) {
    let mut board = board.clone();
    let start = Instant::now();
    let moves = board.legal_moves();
    let mut nodes = u64::from(depth == 0 && !moves.is_empty());
    if let Some(rest) = depth.checked_sub(1) {
        for mv in moves {
            board.make(mv);
            let below = count_below(&mut board, rest, signals);
            board.unmake();
            if signals.is_stopped() {
                break;
            }
            nodes += below;
            line(&format!("{mv}: {below}"));
        }
    }
    (nodes, start.elapsed())
}

/// As [`perft`], but it can be stopped; the number then says nothing.
fn count_below(board: &mut Board, depth: u32, signals: &Signals) -> u64 {
    if depth <= SMALL_DEPTH {
        return perft(board, depth);
    }
    let mut nodes = 0;
    for mv in board.legal_moves() {
        if signals.is_stopped() {
            break;
        }
        board.make(mv);
        nodes += count_below(board, depth - 1, signals);
        board.unmake();
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_lines(fen: &str, depth: u32) -> Vec<String> {
        let mut lines = Vec::new();
        let board = Board::from_fen(fen).unwrap();
        let (nodes, time) = count(&board, depth, &Signals::new(), &mut |line| lines.push(line.to_owned()));
        lines.push(total(nodes, time));
        lines
    }

    #[test]
    fn perft_ends_with_the_total() {
        let lines = count_lines(crate::board::STARTPOS, 2);
        assert_eq!(lines.len(), 45);
        assert!(lines[44].starts_with("1920 nodes ") && lines[44].ends_with(" nps"), "{}", lines[44]);
        assert!(lines[..44].iter().all(|line| line.split(": ").count() == 2));
        assert_eq!(count_lines(crate::board::STARTPOS, 0).len(), 1);
        assert_eq!(count_lines("R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1", 3), ["0 nodes 0 nps"]);
        // Deep enough to be counted in parts.
        let few = "3k5/9/9/4p4/9/9/9/9/9/4K3R w - - 0 1";
        let whole = perft(&mut Board::from_fen(few).unwrap(), 6);
        assert!(count_lines(few, 6).last().unwrap().starts_with(&format!("{whole} nodes ")), "{whole}");
    }

    #[test]
    fn a_count_can_be_stopped() {
        let signals = Signals::new();
        let (nodes, _) = count(&Board::startpos(), 1, &signals, &mut |_| signals.stop());
        assert_eq!(nodes, 1);
        let (nodes, _) = count(&Board::startpos(), 60, &signals, &mut |line| panic!("{line}"));
        assert_eq!(nodes, 0);
    }

    #[test]
    fn nothing_printed_ends_a_game_by_accident() {
        let board = Board::startpos();
        let mut text = crate::protocol::HELP.to_owned();
        text += &diagram(&board, &Rules::default(), Style::Plain).join("\n");
        text += &evaluation(&board, &nnue::embedded(), &ScoreScale::RAW).join(
            "
",
        );
        for word in ["draw", "resign", "bestmove"] {
            assert!(!text.to_lowercase().contains(word), "{word}");
        }
    }

    #[test]
    fn a_networks_value_is_explained_piece_by_piece() {
        let shape = nnue::Shape { hidden: 32 };
        let parameters = nnue::Parameters {
            shape,
            scale: 400,
            output_scale: 64,
            // Every piece adds the same to every neuron, and every neuron of the side to move the same to the output.
            input_weights: vec![5; shape.input_weights()],
            input_bias: vec![0; shape.hidden],
            output_weights: [[10; 32], [0; 32]].concat().repeat(nnue::Shape::OUTPUTS),
            output_bias: vec![0; nnue::Shape::OUTPUTS],
            manifest: [0; 32],
        };
        let network = nnue::Network::from_bytes(&parameters.to_bytes()).unwrap();
        let lines = evaluation(&Board::startpos(), &network, &ScoreScale::RAW);
        assert!(lines[0].starts_with("network ") && lines[1].starts_with("output 8 of 8"), "{lines:?}");
        assert_eq!(lines.iter().filter(|line| line.starts_with("Red: ")).count(), 2);
        assert_eq!(lines.iter().map(|line| line.matches("  ").count() + 1).sum::<usize>(), 4 + 30);
        // 32 neurons of (32 * 5 / 255)^2 * 10 / 64, at 400 centipawns; a piece less leaves (31 * 5 / 255)^2.
        assert_eq!(lines.last().unwrap(), "evaluation for Red, who is to move: 787");
        assert!(lines[3].starts_with("Red: Ad0 +49  "), "{}", lines[3]);
    }

    #[test]
    fn the_diagram_says_how_things_stand() {
        let of = |fen: &str| diagram(&Board::from_fen(fen).unwrap(), &Rules::default(), Style::Plain)[13].clone();
        assert_eq!(of(crate::board::STARTPOS), "Red is to move");
        assert_eq!(of("R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1"), "Black is mated");
    }
}
