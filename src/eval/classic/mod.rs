//! The hand-made evaluation: a weighted sum of countable features, tapered between middle game and end game.
//!
//! Every weight has an index in [`layout`]; the same walk over the board feeds either the running sum or a trace of
//! coefficients, so the tuner sees exactly what the search sees.

pub mod layout;
mod tapered;
mod terms;
mod weights;

use crate::board::Board;
use crate::board::Delta;
use crate::types::Color;
use crate::types::Kind;
use crate::types::Piece;
use crate::types::Square;
use layout::Term;
use std::fmt;
use tapered::Tapered;
use terms::Sink;

/// The phase of the start position: rooks count two, knights and cannons one.
pub const PHASE_MAX: i32 = 16;

/// A set of weights, ready to be used.
pub struct Weights {
    /// In the order of [`layout`].
    terms: [Tapered; layout::COUNT],
    /// Piece-square value by piece and square, Black's negative.
    psq: [[Tapered; 128]; Piece::COUNT],
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Weights")
    }
}

/// The engine's weights.
pub static FITTED: Weights = Weights::new(&weights::WEIGHTS);

impl Weights {
    /// Of (middle game, end game) centipawns, each within ±32,767, in the order of [`layout`].
    pub const fn new(pairs: &[(i32, i32); layout::COUNT]) -> Self {
        let mut terms = [Tapered::ZERO; layout::COUNT];
        let mut index = 0;
        while index < layout::COUNT {
            terms[index] = Tapered::new(pairs[index].0, pairs[index].1);
            index += 1;
        }
        Self { psq: psq_table(&terms), terms }
    }

    #[inline]
    fn psq(&self, piece: Piece, square: Square) -> Tapered {
        self.psq[piece.index()][square.index() & 127]
    }

    fn psq_sum(&self, board: &Board) -> Tapered {
        let mut sum = Tapered::ZERO;
        for square in Square::all() {
            if let Some(piece) = board.piece_at(square) {
                sum += self.psq(piece, square);
            }
        }
        sum
    }
}

/// The value of one side.
struct Sum {
    weights: &'static Weights,
    total: Tapered,
}

impl Sink for Sum {
    #[inline]
    fn add(&mut self, index: usize, times: i32) {
        self.total += self.weights.terms[index] * times;
    }
}

/// The coefficients of one side.
struct Coefficients<'a> {
    counts: &'a mut [i32; layout::COUNT],
    sign: i32,
}

impl Sink for Coefficients<'_> {
    fn add(&mut self, index: usize, times: i32) {
        self.counts[index] += self.sign * times;
    }
}

/// The piece-square weight's index of `piece` on `square`.
#[inline]
const fn psq_index(piece: Piece, square: Square) -> usize {
    let (file, mirrored) = (square.file().index(), square.mirror_files().file().index());
    let from_edge = if file < mirrored { file } else { mirrored };
    layout::PSQ.start + piece.kind.index() * 50 + square.rank_for(piece.color).index() * 5 + from_edge
}

const fn psq_table(terms: &[Tapered; layout::COUNT]) -> [[Tapered; 128]; Piece::COUNT] {
    let mut table = [[Tapered::ZERO; 128]; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT * Square::COUNT {
        let (number, square) = (index / Square::COUNT, index % Square::COUNT);
        let is_red = number < Kind::COUNT;
        let color = if is_red { Color::Red } else { Color::Black };
        if let Some(place) = Square::new(square as u8) {
            let weight = terms[psq_index(Piece::new(color, Kind::ALL[number % Kind::COUNT]), place)];
            table[number][square] = if is_red { weight } else { weight.negated() };
        }
        index += 1;
    }
    table
}

/// The running piece-square sums of the positions on the path.
pub struct Accumulator {
    weights: &'static Weights,
    sums: Vec<Tapered>,
}

impl Accumulator {
    /// For `board`.
    pub fn new(weights: &'static Weights, board: &Board) -> Self {
        let mut accumulator = Self { weights, sums: Vec::with_capacity(512) };
        accumulator.reset(board);
        accumulator
    }

    /// Starts anew from `board`.
    pub fn reset(&mut self, board: &Board) {
        self.sums.clear();
        self.sums.push(self.weights.psq_sum(board));
    }

    #[inline]
    fn top(&self) -> Tapered {
        *self.sums.last().expect("the sum of the first position is never popped")
    }

    /// Follows a move.
    #[inline]
    pub fn push(&mut self, delta: &Delta) {
        let weights = self.weights;
        let mut sum = self.top() - weights.psq(delta.piece, delta.from) + weights.psq(delta.piece, delta.to);
        if let Some(captured) = delta.captured {
            sum = sum - weights.psq(captured, delta.to);
        }
        self.sums.push(sum);
    }

    /// Follows a move taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.sums.pop();
        debug_assert!(!self.sums.is_empty());
    }

    /// Centipawns from the side to move's view.
    pub fn evaluate(&self, board: &Board) -> i32 {
        debug_assert_eq!(self.top(), self.weights.psq_sum(board));
        let view = terms::View::new(board);
        let sum = || Sum { weights: self.weights, total: Tapered::ZERO };
        let mut sides = [sum(), sum()];
        terms::side(&view, Color::Red, &mut sides[0]);
        terms::side(&view, Color::Black, &mut sides[1]);
        let total = self.top() + sides[0].total - sides[1].total;
        let tempo = self.weights.terms[layout::TEMPO.start];
        let (total, sign) = if board.side() == Color::Red { (total + tempo, 1) } else { (total - tempo, -1) };
        let value = total.at(phase(board), PHASE_MAX);
        sign * value * terms::winning_chances(board, value > 0) / terms::FULL_CHANCES
    }
}

/// How much of the middle game is left, 0 to [`PHASE_MAX`].
pub fn phase(board: &Board) -> i32 {
    Color::ALL
        .into_iter()
        .map(|color| {
            2 * board.count(color, Kind::Rook) + board.count(color, Kind::Knight) + board.count(color, Kind::Cannon)
        })
        .sum::<usize>() as i32
}

/// What the tuner learns from: the value is `scale · Σ counts[i] · (mg[i]·phase + eg[i]·(PHASE_MAX − phase)) / PHASE_MAX`.
pub struct Trace {
    /// Red's count minus Black's of each feature; the tempo is that of the side to move.
    pub counts: [i32; layout::COUNT],
    /// 0 to [`PHASE_MAX`].
    pub phase: i32,
    /// The scaling by winning chances for either sign of the value, as a fraction: (Red ahead, Black ahead).
    pub scale: (f32, f32),
}

/// The coefficients of every weight on `board`, from Red's view.
pub fn trace(board: &Board) -> Trace {
    let mut counts = [0; layout::COUNT];
    let view = terms::View::new(board);
    for color in Color::ALL {
        let sign = if color == Color::Red { 1 } else { -1 };
        let mut sink = Coefficients { counts: &mut counts, sign };
        for kind in Kind::ALL {
            for square in board.squares(color, kind) {
                sink.add(psq_index(Piece::new(color, kind), square), 1);
            }
        }
        terms::side(&view, color, &mut sink);
    }
    counts[layout::TEMPO.start] += if board.side() == Color::Red { 1 } else { -1 };
    let scale = |red_ahead| terms::winning_chances(board, red_ahead) as f32 / terms::FULL_CHANCES as f32;
    Trace { counts, phase: phase(board), scale: (scale(true), scale(false)) }
}

/// The weights in use as (middle game, end game) pairs, in the order of [`layout`].
pub fn weights() -> Vec<(i32, i32)> {
    weights::WEIGHTS.to_vec()
}

/// What one group of features is worth, for people.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The group's name.
    pub name: &'static str,
    /// Centipawns for Red in this phase.
    pub red: f32,
    /// Centipawns for Black in this phase.
    pub black: f32,
}

/// The value of `board` by these weights, split by groups of features.
pub fn explain(weights: &Weights, board: &Board) -> Vec<Explained> {
    let view = terms::View::new(board);
    let phase = phase(board);
    let of_side = |color: Color| {
        let mut counts = [0; layout::COUNT];
        let mut sink = Coefficients { counts: &mut counts, sign: 1 };
        for kind in Kind::ALL {
            for square in board.squares(color, kind) {
                sink.add(psq_index(Piece::new(color, kind), square), 1);
            }
        }
        terms::side(&view, color, &mut sink);
        counts[layout::TEMPO.start] += i32::from(board.side() == color);
        counts
    };
    let value = |counts: &[i32; layout::COUNT], term: &Term| {
        let sum = (term.start..term.start + term.len)
            .map(|index| weights.terms[index] * counts[index])
            .fold(Tapered::ZERO, |sum, next| sum + next);
        (sum.mg() * phase + sum.eg() * (PHASE_MAX - phase)) as f32 / PHASE_MAX as f32
    };
    let (red, black) = (of_side(Color::Red), of_side(Color::Black));
    layout::TERMS
        .iter()
        .map(|term| Explained { name: term.name, red: value(&red, term), black: value(&black, term) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(board: &Board) -> i32 {
        Accumulator::new(&FITTED, board).evaluate(board)
    }

    fn positions() -> impl Iterator<Item = Board> {
        include_str!("../../../tests/data/perft.txt")
            .lines()
            .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
            .map(|line| Board::from_fen(line.split(';').next().unwrap_or_default()).unwrap())
    }

    #[test]
    fn colours_and_wings_do_not_matter() {
        for board in positions() {
            for mv in board.legal_moves() {
                let mut board = board.clone();
                board.make(mv);
                assert_eq!(value(&board.flip_colors()), value(&board), "{board:?}");
                assert_eq!(value(&board.mirror_files()), value(&board), "{board:?}");
            }
        }
    }

    #[test]
    fn running_sum_keeps_in_step() {
        for mut board in positions() {
            let mut running = Accumulator::new(&FITTED, &board);
            for mv in board.legal_moves() {
                let delta = board.make(mv);
                running.push(&delta);
                assert_eq!(running.evaluate(&board), value(&board));
                running.pop();
                board.unmake();
            }
        }
    }

    #[test]
    fn trace_rebuilds_the_value() {
        let weights = weights();
        for board in positions() {
            let trace = trace(&board);
            let sum: f32 = trace
                .counts
                .iter()
                .zip(&weights)
                .map(|(&count, &(mg, eg))| {
                    (count * (mg * trace.phase + eg * (PHASE_MAX - trace.phase))) as f32 / PHASE_MAX as f32
                })
                .sum();
            let scaled = sum * if sum > 0.0 { trace.scale.0 } else { trace.scale.1 };
            let sign = if board.side() == Color::Red { 1.0 } else { -1.0 };
            let difference = scaled * sign - value(&board) as f32;
            assert!(difference.abs() < 2.5, "{board:?}: {scaled} against {}", value(&board));
            let explained: f32 = explain(&FITTED, &board).iter().map(|term| term.red - term.black).sum();
            assert!((explained - sum).abs() < 1.0);
        }
    }
}
