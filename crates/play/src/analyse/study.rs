//! The engine's part: what each position of a game is worth, and which moves are best there.

use super::curve::Value;
use guohe::board::Board;
use guohe::eval::nnue::Network;
use guohe::rules::Rules;
use guohe::search::{Limits, LineInfo, Options, Pool, Signals};
use guohe::types::{Color, Move, Score};
use guohe::{game, wdl};
use guohe_common::last_lines::LastLines;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// How many times the nodes of a first search a confirming one has.
const CLOSER: u64 = 4;

/// A line of play and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// From Red's point of view.
    pub value: Value,
    /// Legal from the position on; never empty.
    pub moves: Vec<Move>,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// What it is worth.
    pub value: Value,
    /// The best lines, the best first; none where the game is over.
    pub lines: Vec<Line>,
}

/// A score of the search for the side to move in `board`, as a value from Red's point of view and on the scale of the
/// engine's replies.
pub fn value_of(score: Score, board: &Board, network: &Network) -> Value {
    let side = board.side();
    let score = wdl::curve(network, board).map_or(score, |curve| curve.shown(score));
    let winner = if score.get() > 0 { side } else { !side };
    if let Some(plies) = score.mate_distance() {
        Value::Mate(winner, plies)
    } else if score.is_rule() {
        Value::Ruling(winner)
    } else {
        Value::Centipawns(if side == Color::Red { score.get() } else { -score.get() })
    }
}

/// What the rules say of a position where they end the game.
pub fn value_at_the_end(board: &Board, rules: &Rules) -> Option<Value> {
    let outcome = game::outcome(board, rules)?;
    Some(match outcome.winner {
        None => Value::Centipawns(0),
        Some(winner) if outcome.ruling.is_some() => Value::Ruling(winner),
        Some(winner) => Value::Mate(winner, 0),
    })
}

/// Analyses positions with one pool of search threads.
pub struct Analyser {
    pool: Pool,
    network: Arc<Network>,
    options: Options,
    limits: Limits,
}

impl Analyser {
    /// Searches with `pool`, whose network says what scores mean.
    pub fn new(pool: Pool, rules: Rules, limits: Limits) -> Self {
        let network = pool.network().clone();
        Self { pool, network, options: Options { rules, ..Options::default() }, limits }
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.pool.clear();
    }

    /// The rules by which games are judged.
    pub fn rules(&self) -> &Rules {
        &self.options.rules
    }

    /// The network that says what scores mean.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What the position of `board` is worth, with its history.
    pub fn look(&mut self, board: &Board, signals: &Signals) -> Known {
        self.look_within(&self.limits.clone(), board, signals)
    }

    fn look_within(&mut self, limits: &Limits, board: &Board, signals: &Signals) -> Known {
        if let Some(value) = value_at_the_end(board, &self.options.rules) {
            return Known { value, lines: Vec::new() };
        }
        let reported = LastLines::default();
        let outcome = self.pool.search(board, limits, &self.options, signals, &reported);
        let value_of = |score| value_of(score, board, &self.network);
        let value = value_of(outcome.score);
        let mut lines = vec![Line { value, moves: outcome.line }];
        // A mate that was proven after the last iteration stands before its lines.
        for LineInfo { score, line: moves, .. } in reported.into_lines() {
            if moves.first().is_some_and(|first| lines.iter().all(|line| line.moves.first() != Some(first))) {
                lines.push(Line { value: value_of(score), moves });
            }
        }
        lines.truncate(limits.multipv.max(1));
        Known { value, lines }
    }
}

/// What is known of the positions `from..=to` of a game, by the number of plies played, the last searched first, as the
/// table then knows what comes. `go_on` is asked after each position; once it says no, or the signals say stop, nothing
/// more is looked at. `None` stands where nothing was, and where a search was cut short.
///
/// A game that Black begins is searched with the colours exchanged. The search orders moves that it thinks alike by
/// their squares, and therefore looks at other nodes once a position is turned upside down; so that nobody's numbers
/// depend on the colour that he had, a game and its mirror image are searched as one game.
pub fn study(
    analyser: &mut Analyser,
    start: &Board,
    moves: &[Move],
    range: RangeInclusive<usize>,
    signals: &Signals,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<Option<Known>> {
    let is_exchanged = start.side() == Color::Black;
    let mut known = vec![None; moves.len() + 1];
    let mut board = if is_exchanged { exchanged_board(start) } else { start.clone() };
    for &mv in moves {
        board.make(if is_exchanged { mv.flip_ranks() } else { mv });
    }
    analyser.new_game();
    let mut is_on = true;
    for ply in (0..=moves.len()).rev() {
        if is_on && range.contains(&ply) {
            let found = analyser.look(&board, signals);
            // What a search knew when it was cut short may be a blunder's opposite: it is not known.
            is_on = !signals.is_stopped();
            if is_on {
                known[ply] = Some(if is_exchanged { found.exchanged() } else { found });
                is_on = go_on();
            }
        }
        if ply > 0 {
            board.unmake();
        }
    }
    known
}

/// What is known of the position after `moves` with the best line alone and [`CLOSER`] times the nodes or the time;
/// `None` when the signals say stop. The table still knows what [`study`] found.
pub fn look_closer(analyser: &mut Analyser, start: &Board, moves: &[Move], signals: &Signals) -> Option<Known> {
    let is_exchanged = start.side() == Color::Black;
    let mut board = if is_exchanged { exchanged_board(start) } else { start.clone() };
    for &mv in moves {
        board.make(if is_exchanged { mv.flip_ranks() } else { mv });
    }
    let mut limits = Limits { multipv: 1, ..analyser.limits.clone() };
    limits.nodes = limits.nodes.map(|nodes| nodes.saturating_mul(CLOSER));
    if let Some(clock) = &mut limits.clock {
        clock.move_time = clock.move_time.map(|time| time.saturating_mul(CLOSER));
    }
    let found = analyser.look_within(&limits, &board, signals);
    (!signals.is_stopped()).then(|| if is_exchanged { found.exchanged() } else { found })
}

impl Known {
    /// The same with the colours exchanged and the board upside down.
    fn exchanged(self) -> Self {
        let line = |line: Line| Line {
            value: line.value.exchanged(),
            moves: line.moves.into_iter().map(Move::flip_ranks).collect(),
        };
        Self { value: self.value.exchanged(), lines: self.lines.into_iter().map(line).collect() }
    }
}

/// `board`, a start without moves, with the colours exchanged and upside down; what its FEN counts stays.
fn exchanged_board(board: &Board) -> Board {
    let (turned, counts) = (board.flip_colors().fen(), board.fen());
    let fields: Vec<&str> = turned.split(' ').take(2).chain(counts.split(' ').skip(2)).collect();
    Board::from_fen(&fields.join(" ")).expect("a legal position is legal upside down")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_engines_replies() {
        let red = Board::startpos();
        let mut black = red.clone();
        black.make("h2e2".parse().unwrap());
        let net = guohe::eval::nnue::embedded();
        let shown = wdl::curve(&net, &red).unwrap().shown(Score::new(200)).get();
        assert_eq!(value_of(Score::new(200), &red, &net), Value::Centipawns(shown));
        assert_eq!(value_of(Score::new(200), &black, &net), Value::Centipawns(-shown));
        assert_eq!(value_of(Score::mated_in(4), &black, &net), Value::Mate(Color::Red, 4));
        assert_eq!(value_of(Score::rule_win(4), &black, &net), Value::Ruling(Color::Black));
    }

    #[test]
    fn a_search_that_was_cut_short_tells_nothing() {
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let mut analyser = Analyser::new(Pool::new(1, 1), Rules::default(), limits);
        let moves: Vec<Move> = ["h2e2", "h9g7"].map(|word| word.parse().unwrap()).to_vec();
        let signals = Signals::new();
        let mut looked = 0;
        let known = study(&mut analyser, &Board::startpos(), &moves, 0..=2, &signals, &mut || {
            looked += 1;
            // The next search is told to stop.
            signals.stop();
            true
        });
        assert_eq!((looked, known.iter().map(Option::is_some).collect::<Vec<_>>()), (1, vec![false, false, true]));
    }

    #[test]
    fn a_start_upside_down_keeps_its_counts() {
        let start = Board::from_fen("2bak4/4a4/4b4/9/9/6N2/4P4/9/4A4/3AK4 b - - 7 40").unwrap();
        let turned = exchanged_board(&start);
        assert_eq!(turned.fen(), "3ak4/4a4/9/4p4/6n2/9/9/4B4/4A4/2BAK4 w - - 7 40");
        assert_eq!(exchanged_board(&turned).fen(), start.fen());
    }
}
