//! What can be said of a mistake: each claim is made only where replaying its line proves it.

use super::super::claim::{Begins, Claim, Loss, Proven, Win};
use super::super::curve::Value;
use super::mate;
use super::material::{FALLS_WITHIN, Replay, TWO_POINTS, Taken, best_capture_on, edited, exchange, stood, worth};
use super::motif::motif;
use guohe::board::Board;
use guohe::game;
use guohe::rules::{self, Rules};
use guohe::search::Signals;
use guohe::types::{Color, Kind, Move, Piece, Square};
use guohe_puzzles::grid::{Grid, is_between};
use std::ops::RangeInclusive;

/// Longest mate reported as allowed, in moves.
const LONGEST_ALLOWED_MATE: u32 = 9;
/// Longest mate reported as missed, in moves.
const LONGEST_MISSED_MATE: u32 = 7;
/// Least change of the score for each half point of a gain or loss, in centipawns as shown: whoever gets more back
/// beyond the end of the line changes it less.
const LEAST_SWING: i32 = 5;
/// The same where no motif and no free capture explains the gain or loss.
const LEAST_SWING_UNEXPLAINED: i32 = 15;
/// Greatest change of the score for each half point: a fall that is far deeper than the material has another reason.
const GREATEST_SWING: i32 = 200;
/// Plies within which the piece must fall in that case: the last plies of a line are searched least.
const FALLS_UNEXPLAINED_WITHIN: usize = 3;
/// Share of the point, in percent, from which a game counts as won.
const LEAST_WON: f64 = 85.0;
/// Shares of the point, in percent, in which a game counts as level.
const LEVEL: RangeInclusive<f64> = 40.0..=60.0;
/// Advisors and elephants left to a king that is called bare.
const BARE: usize = 2;

/// A move of a game, and what the search has found before and after it.
pub struct Case<'a> {
    pub before: &'a Board,
    pub mv: Move,
    pub after: Board,
    /// The best line before the move.
    pub best: &'a [Move],
    /// The best line after it.
    pub reply: &'a [Move],
    /// What the positions are worth.
    pub values: (Value, Value),
}

impl Case<'_> {
    fn mover(&self) -> Color {
        self.before.side()
    }

    /// Whether the score has fallen as far as `half_points` of material let expect, and not much farther. A motif or a
    /// free capture explains how they are lost, or not.
    fn has_fallen(&self, half_points: i32, is_explained: bool) -> bool {
        let (before, after) = self.values;
        let swing = before.centipawns_of(self.mover()) - after.centipawns_of(self.mover());
        let least = if is_explained { LEAST_SWING } else { LEAST_SWING_UNEXPLAINED };
        (half_points * least..=half_points * GREATEST_SWING).contains(&swing)
    }

    /// The move and the opponent's best line.
    fn played(&self) -> Vec<Move> {
        std::iter::once(self.mv).chain(self.reply.iter().copied()).collect()
    }

    /// A mate that the move allows.
    pub fn allows_mate(&self, signals: &Signals) -> Option<Proven> {
        let (before, after) = self.values;
        let Value::Mate(winner, plies) = after else { return None };
        let is_new = winner != self.mover() && before.mates() != Some(winner);
        if !is_new || plies == 0 || plies > 2 * LONGEST_ALLOWED_MATE - 1 {
            return None;
        }
        let (line, moves, is_stalemate) = mate_of(&self.after, self.reply, plies, signals)?;
        Some(Proven { claim: Claim::AllowsMate { moves, is_stalemate }, begins: Begins::After, line })
    }

    /// A mate that the mover had and has no longer.
    pub fn misses_mate(&self, signals: &Signals) -> Option<Proven> {
        let (before, after) = self.values;
        let Value::Mate(winner, plies) = before else { return None };
        let is_gone = winner == self.mover() && after.mates() != Some(winner);
        if !is_gone || plies > 2 * LONGEST_MISSED_MATE - 1 {
            return None;
        }
        let (line, moves, is_stalemate) = mate_of(self.before, self.best, plies, signals)?;
        Some(Proven { claim: Claim::MissesMate { moves, is_stalemate }, begins: Begins::Before, line })
    }

    /// A repetition at the end of the line that the mover loses.
    pub fn breaks_rules(&self, rules: &Rules) -> Option<Proven> {
        let (before, after) = self.values;
        if after != Value::Ruling(!self.mover()) || before == after {
            return None;
        }
        let mut board = self.before.clone();
        for (at, mv) in self.played().into_iter().enumerate() {
            if !board.is_legal_move(mv) {
                return None;
            }
            board.make(mv);
            if let Some(outcome) = game::outcome(&board, rules) {
                let ruling = outcome.ruling.filter(|_| outcome.loser() == Some(self.mover()))?;
                let line = self.reply[..at].to_vec();
                return Some(Proven { claim: Claim::BreaksRules(ruling), begins: Begins::After, line });
            }
        }
        None
    }

    /// Material that the opponent wins in the line after the move, and would not after the best move.
    pub fn loses_material(&self) -> Option<Proven> {
        let owed = self.owed();
        let mut played = Replay::of(self.before, &self.played(), self.mover());
        if owed.is_some() {
            played.forget_first();
        }
        let best = Replay::of(self.before, self.best, self.mover()).last_quiet();
        let best = best.map(|balance| balance - owed.unwrap_or(0));
        let (lost, given, taken, end, most) = (1..=FALLS_WITHIN).step_by(2).find_map(|at| {
            let end = played.quiet_from(at)?;
            let (given, taken) = played.taken_until(end);
            let lost = *given.first().filter(|lost| lost.at <= FALLS_WITHIN)?;
            let (_, most) = played.settled(at)?;
            let square = stood(lost.square, &self.played()[..lost.at]);
            // What hangs needs no comparison, unless it falls after the best move, too.
            let hangs = lost.at == 1 && exchange(&self.after, self.reply[0]) >= TWO_POINTS && !falls(square, self.best);
            let is_loss = most <= -TWO_POINTS
                && (!taken.is_empty() || 2 * most <= -lost.worth)
                && (hangs || best.is_some_and(|best| most <= best - TWO_POINTS))
                && !falls_alike(square, self.best, self.reply[lost.at - 1]);
            is_loss.then_some((lost, given, taken, end, most))
        })?;
        // A greater gain that was missed is the greater part of the mistake.
        if best.is_some_and(|best| best > -most) {
            return None;
        }
        let how = self.how_lost(lost);
        let is_explained = how != Loss::InLine;
        if !self.has_fallen(-most, is_explained) || (!is_explained && lost.at > FALLS_UNEXPLAINED_WITHIN) {
            return None;
        }
        // Whoever is shown the line looks for every piece that falls in it.
        let shows_line = !taken.is_empty() && !matches!(how, Loss::By(_) | Loss::Recaptured);
        let (given, taken) = if shows_line { played.exchanged_until(end) } else { (given, taken) };
        let claim = self.loss(lost, &given, &taken, end, how);
        Some(Proven { claim, begins: Begins::After, line: self.reply[..end].to_vec() })
    }

    /// What the move takes, in half points, where it takes back a piece as dear as the one that the opponent has just
    /// taken: such an exchange is over with the move, and no gain.
    fn owed(&self) -> Option<i32> {
        let square = self.mv.to();
        let taker = self.before.piece_at(square)?;
        if self.before.last_move().map(Move::to) != Some(square) || !self.was_capture() {
            return None;
        }
        let mut earlier = self.before.clone();
        earlier.unmake();
        let lost = worth(earlier.piece_at(square)?, square);
        let taken = worth(taker, square);
        ((lost - taken).abs() < TWO_POINTS / 2).then_some(taken)
    }

    /// What to call the loss of `lost`, where `given` and `taken` have fallen by the move `end` of the line.
    fn loss(&self, lost: Taken, given: &[Taken], taken: &[Taken], end: usize, how: Loss) -> Claim {
        if !taken.is_empty() {
            return Claim::Trades { given: pieces(given), taken: pieces(taken), how };
        }
        let stood = stood(lost.square, &self.reply[..lost.at - 1]);
        if matches!(lost.piece.kind, Kind::Advisor | Kind::Bishop) && self.is_bare(end) {
            return Claim::BaresKing { lost: stood };
        }
        Claim::Loses { lost: stood, how }
    }

    fn how_lost(&self, lost: Taken) -> Loss {
        if lost.at > 1 {
            return motif(&self.after, self.reply, lost.at - 1).map_or(Loss::InLine, Loss::By);
        }
        let reply = self.reply[0];
        let square = reply.to();
        if square == self.mv.to() {
            return if self.before.is_capture(self.mv) { Loss::Recaptured } else { Loss::PutThere };
        }
        if exchange(&self.after, reply) < TWO_POINTS || self.before.in_check() {
            return Loss::InLine;
        }
        let mut passed = self.before.clone();
        passed.make_null();
        if best_capture_on(&passed, square) >= TWO_POINTS {
            return Loss::NotSaved;
        }
        if self.loses_guard(reply) {
            return Loss::Unguarded;
        }
        if self.before.attacks(reply.from(), square) {
            return Loss::InLine;
        }
        let is_cannon = self.after.piece_at(reply.from()).is_some_and(|piece| piece.kind == Kind::Cannon);
        if is_cannon && is_between(reply.from(), self.mv.to(), square) {
            return Loss::GaveScreen;
        }
        // The attacker could not go there with the piece in its way.
        let back = Grid::of(self.after.position()).after(Move::new(self.mv.to(), self.mv.from()));
        if back.reaches(reply.from(), square) { Loss::InLine } else { Loss::Unblocked }
    }

    /// Whether the piece that `reply` takes could be taken back before the move, and can no longer.
    fn loses_guard(&self, reply: Move) -> bool {
        let (from, square) = (reply.from(), reply.to());
        let mut taken = self.after.clone();
        taken.make(reply);
        if taken.legal_moves().iter().any(|mv| mv.to() == square) {
            return false;
        }
        let attacker = self.after.piece_at(from);
        let before = edited(self.before, self.mover(), &[(from, None), (square, attacker)]);
        before.is_some_and(|before| before.legal_moves().iter().any(|mv| mv.to() == square))
    }

    /// Whether the mover's king is bare after the move `end` of the line: few guards, and a rook, or two cannons or
    /// horses, of the opponent across the river.
    fn is_bare(&self, end: usize) -> bool {
        let mut board = self.after.clone();
        self.reply[..end].iter().for_each(|&mv| {
            board.make(mv);
        });
        let (own, other) = (self.mover(), !self.mover());
        let across = |kind| board.squares(other, kind).filter(|square| square.is_home_of(own)).count();
        let guards = board.count(own, Kind::Advisor) + board.count(own, Kind::Bishop);
        let attackers = across(Kind::Rook) * 2 + across(Kind::Cannon) + across(Kind::Knight);
        guards <= BARE && attackers >= 2
    }

    /// Material that the mover could win with the best move, and does not.
    pub fn misses_capture(&self) -> Option<Proven> {
        let best = Replay::of(self.before, self.best, self.mover());
        let played = Replay::of(self.before, &self.played(), self.mover()).settled(0);
        let (won, given, end, least) = (0..FALLS_WITHIN).step_by(2).find_map(|at| {
            let end = best.quiet_from(at)?;
            let (given, taken) = best.taken_until(end);
            let won = *taken.first().filter(|won| won.at < FALLS_WITHIN)?;
            let (least, _) = best.settled(at)?;
            let square = stood(won.square, &self.best[..won.at]);
            // A capture that is free needs no comparison, unless the piece falls after the move played, too.
            let is_free = won.at == 0
                && given.is_empty()
                && exchange(self.before, self.best[0]) >= TWO_POINTS
                && !falls(square, &self.played());
            let is_won = least >= TWO_POINTS
                && (!given.is_empty() || 2 * least >= won.worth)
                && (is_free || played.is_some_and(|(_, most)| most <= least - TWO_POINTS))
                && !falls_alike(square, &self.played(), self.best[won.at]);
            is_won.then_some((won, given, end, least))
        })?;
        let how = match won.at {
            0 if self.before.last_move().map(Move::to) == Some(won.square) && self.was_capture() => Win::TakesBack,
            0 if exchange(self.before, self.best[0]) >= TWO_POINTS => Win::Takes,
            0 => Win::InLine,
            at => motif(self.before, self.best, at).map_or(Win::InLine, Win::By),
        };
        let is_explained = how != Win::InLine;
        if !self.has_fallen(least, is_explained) || (!is_explained && won.at >= FALLS_UNEXPLAINED_WITHIN) {
            return None;
        }
        let claim = match how {
            Win::TakesBack if !given.is_empty() => return None,
            _ if given.is_empty() => Claim::MissesCapture { won: stood(won.square, &self.best[..won.at]), how },
            _ => {
                let (given, taken) = best.exchanged_until(end);
                Claim::MissesTrade { given: pieces(&given), taken: pieces(&taken) }
            }
        };
        Some(Proven { claim, begins: Begins::Before, line: self.best[..=end].to_vec() })
    }

    /// A piece that has just captured, which the best move takes back and the mover's line never takes. Whatever else
    /// that line wins, the recapture gains by its own.
    pub fn misses_recapture(&self) -> Option<Proven> {
        let square = self.best.first()?.to();
        let is_recapture = self.was_capture() && self.before.last_move().map(Move::to) == Some(square);
        if !is_recapture || falls(square, &self.played()) {
            return None;
        }
        let best = Replay::of(self.before, self.best, self.mover());
        let (end, (least, _)) = best.quiet_from(0).zip(best.settled(0))?;
        let claim = Claim::MissesCapture { won: square, how: Win::TakesBack };
        let gains = least >= TWO_POINTS && self.has_fallen(least, true);
        gains.then(|| Proven { claim, begins: Begins::Before, line: self.best[..=end].to_vec() })
    }

    /// Whether the opponent's last move took something.
    fn was_capture(&self) -> bool {
        self.before.played(0).is_some_and(|played| played.is_capture)
    }

    /// A won game that is level after the move, and not only because the line repeats a position, which either side may
    /// still avoid.
    pub fn lets_draw(&self) -> Option<Proven> {
        let (before, after) = self.values;
        let (before, after) = (before.percent(self.mover()), after.percent(self.mover()));
        let is_level = before >= LEAST_WON && LEVEL.contains(&after) && !repeats(&self.after, self.reply);
        is_level.then(|| Proven { claim: Claim::LetsDraw, begins: Begins::After, line: self.reply.to_vec() })
    }
}

fn pieces(taken: &[Taken]) -> Vec<Piece> {
    taken.iter().map(|taken| taken.piece).collect()
}

/// Whether a position occurs again on `board` or in `line` from there on.
fn repeats(board: &Board, line: &[Move]) -> bool {
    let mut board = board.clone();
    let mut repeats = rules::occurrences(&board) > 1;
    for &mv in line {
        board.make(mv);
        repeats |= rules::occurrences(&board) > 1;
    }
    repeats
}

/// The proven mate that begins with `line` if it is as short: the line, its moves, and whether it ends in stalemate.
fn mate_of(board: &Board, line: &[Move], plies: u32, signals: &Signals) -> Option<(Vec<Move>, u32, bool)> {
    let found = mate::proven(board, line, plies, signals)?;
    let whole = if found.len() == line.len() && ends_the_game(board, line).is_some() { line.to_vec() } else { found };
    let in_check = ends_the_game(board, &whole)?;
    let moves = whole.len().div_ceil(2) as u32;
    Some((whole, moves, !in_check))
}

/// Whether the side without a move stands in check at the end of `line`; `None` where the line is not legal or the game
/// goes on.
fn ends_the_game(board: &Board, line: &[Move]) -> Option<bool> {
    let mut board = board.clone();
    for &mv in line {
        if !board.is_legal_move(mv) {
            return None;
        }
        board.make(mv);
    }
    (!board.has_legal_move()).then(|| board.in_check())
}

/// Whether the piece that stands on `square` is taken in `line`.
fn falls(mut square: Square, line: &[Move]) -> bool {
    for mv in line {
        if mv.from() == square {
            square = mv.to();
        } else if mv.to() == square {
            return true;
        }
    }
    false
}

/// Whether the piece that stands on `square` is soon taken there in `line`, too: by the move `taking`, or for nothing.
/// A piece that has moved may have fallen for something that it took.
fn falls_alike(square: Square, line: &[Move], taking: Move) -> bool {
    let soon = &line[..line.len().min(FALLS_WITHIN)];
    let Some(at) = soon.iter().position(|mv| mv.from() == square || mv.to() == square) else { return false };
    let is_retaken = line.get(at + 1).is_some_and(|mv| mv.to() == square);
    soon[at].to() == square && (soon[at] == taking || !is_retaken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fall_far_deeper_than_the_material_has_another_reason() {
        let board = Board::startpos();
        let has_fallen = |from: i32, to: i32, half_points: i32| {
            let values = (Value::Centipawns(from), Value::Centipawns(to));
            let mv = "h2e2".parse().unwrap();
            Case { before: &board, mv, after: board.clone(), best: &[], reply: &[], values }
                .has_fallen(half_points, true)
        };
        // An elephant, two points: too little, enough, and a game thrown away.
        assert!(!has_fallen(30, 20, 4) && has_fallen(30, 10, 4) && has_fallen(500, -300, 4));
        assert!(!has_fallen(919, -164, 4));
        // A rook explains that.
        assert!(has_fallen(919, -164, 18));
    }
}
