//! Why a move was a mistake, in one sentence that the boards of a line prove. Where nothing is proven, nothing is said.
//!
//! In reading order: [`judge_and_explain`] tries the claims and has them confirmed, [`claims`] proves them, [`motif`]
//! says how a piece is won, [`mate`] proves mates, [`material`] counts exchanges and lines, [`words`] writes the
//! sentences.

mod claims;
mod mate;
mod material;
mod motif;
mod words;

#[cfg(test)]
mod tests;

use super::claim::{Begins, Claim, Proven};
use super::curve::Value;
use super::judge::{Judged, Judgement};
use super::study::{Known, Line};
use claims::Case;
use guohe::rules::Rules;
use guohe::search::Signals;
use guohe::types::Move;
pub use words::{names_best_move, sentence};

/// A sentence about material is kept where the confirming search still sees this loss, in percent of the point.
const LEAST_LOSS: f64 = 5.0;
/// A side that has more than this much of the point, in percent, before and after a move, has won: only mates are
/// worth a word.
const WON: f64 = 97.0;

/// A search with more nodes than before. It takes the number of plies from the start of the game to the position.
pub type Confirm<'a> = dyn FnMut(usize) -> Option<Known> + 'a;

/// Judges a game as `judge` does by what is `known` of its positions, and gives the marked moves their sentences, where
/// one is proven. `known` is what the first search found of each position; where a proof mates sooner, that is known
/// afterwards. Once the signals say stop, nothing more is proven.
pub fn judge_and_explain(
    known: &mut [Option<Known>],
    judge: impl Fn(&[Option<Known>]) -> Judgement,
    rules: &Rules,
    signals: &Signals,
    confirm: &mut Confirm,
) -> Judgement {
    let moves = judge(known).moves;
    let mut sentences = vec![None; moves.len()];
    for (judged, sentence) in moves.iter().zip(&mut sentences) {
        if !signals.is_stopped()
            && let [Some(before), Some(after)] = &known[judged.ply - 1..=judged.ply]
        {
            *sentence = prove(judged, before, after, rules, signals, confirm);
            sentence.iter().for_each(|proven| learn(known, &moves, judged, proven));
        }
    }
    let mut judgement = judge(known);
    for (judged, sentence) in judgement.moves.iter_mut().zip(sentences) {
        judged.sentence = sentence.filter(|_| judged.mark.is_some());
    }
    judgement
}

/// Takes over a mate that is proven against the move `judged`, as far as the game follows its line and the search has
/// found none as short.
fn learn(known: &mut [Option<Known>], moves: &[Judged], judged: &Judged, proven: &Proven) {
    if !matches!(proven.claim, Claim::AllowsMate { .. } | Claim::MissesMate { .. }) {
        return;
    }
    let (from, winner) = match proven.begins {
        Begins::Before => (judged.ply - 1, judged.mover),
        Begins::After => (judged.ply, !judged.mover),
    };
    let mut line = &proven.line[..];
    for (known, played) in
        known[from..].iter_mut().zip(moves[from..].iter().map(|judged| Some(judged.mv)).chain([None]))
    {
        let (Some(known), Some(&first)) = (known, line.first()) else { return };
        let plies = line.len() as u32;
        if !matches!(known.value, Value::Mate(color, found) if color == winner && found <= plies) {
            known.value = Value::Mate(winner, plies);
            known.lines.retain(|other| other.moves.first() != Some(&first));
            known.lines.insert(0, Line { value: known.value, moves: line.to_vec() });
        }
        if played != Some(first) {
            return;
        }
        line = &line[1..];
    }
}

/// The first claim of a marked move that holds.
fn prove(
    judged: &Judged,
    before: &Known,
    after: &Known,
    rules: &Rules,
    signals: &Signals,
    confirm: &mut Confirm,
) -> Option<Proven> {
    judged.mark?;
    let case = case(judged, before, after)?;
    if let Some(proven) = case.allows_mate(signals).or_else(|| case.misses_mate(signals)) {
        return Some(proven);
    }
    let shares = [case.values.0, case.values.1].map(|value| value.percent(judged.mover));
    let is_decided = shares.iter().all(|&share| share > WON) || shares.iter().all(|&share| share < 100.0 - WON);
    if is_decided || before.value.mates().is_some() || after.value.mates().is_some() {
        return None;
    }
    if let Some(proven) = case.breaks_rules(rules) {
        return Some(proven);
    }
    let mut confirmed = Confirmed { judged, before, after, confirm, later: None, earlier: None };
    case.loses_material()
        .and_then(|proven| confirmed.after_the_move(proven))
        .or_else(|| {
            case.misses_capture().and_then(|proven| confirmed.before_the_move(proven, |case| case.misses_capture()))
        })
        .or_else(|| {
            case.misses_recapture().and_then(|proven| confirmed.before_the_move(proven, |case| case.misses_recapture()))
        })
        .or_else(|| case.lets_draw().and_then(|_| confirmed.both()))
}

/// What was found of the positions before and after a move, the best lines first.
fn case<'a>(judged: &'a Judged, before: &'a Known, after: &'a Known) -> Option<Case<'a>> {
    let mut board = judged.before.clone();
    board.make(judged.mv);
    Some(Case {
        before: &judged.before,
        mv: judged.mv,
        after: board,
        best: &before.lines.first()?.moves,
        reply: after.lines.first().map_or(&[], |line| &line.moves),
        values: (before.value, after.value),
    })
}

/// Claims tried again on the lines of longer searches, which are made once at most for each position.
struct Confirmed<'a, 'b> {
    judged: &'a Judged,
    before: &'a Known,
    after: &'a Known,
    confirm: &'a mut Confirm<'b>,
    earlier: Option<Option<Known>>,
    later: Option<Option<Known>>,
}

impl Confirmed<'_, '_> {
    fn later(&mut self) -> Option<Known> {
        self.later.get_or_insert_with(|| (self.confirm)(self.judged.ply)).clone()
    }

    fn earlier(&mut self) -> Option<Known> {
        self.earlier.get_or_insert_with(|| (self.confirm)(self.judged.ply - 1)).clone()
    }

    fn is_still_lost(&self, before: &Known, after: &Known) -> bool {
        let mover = self.judged.mover;
        before.value.percent(mover) - after.value.percent(mover) >= LEAST_LOSS
    }

    /// What the longer search after the move proves to be lost, if it has the same reply or wins the same. Where its
    /// line is shorter than that of `proven`, as the table cut it off, it contradicts nothing.
    fn after_the_move(&mut self, proven: Proven) -> Option<Proven> {
        let later = self.later()?;
        let again = case(self.judged, self.before, &later)?.loses_material();
        let claim = agreed(again, proven, first(&later) == first(self.after), length(&later));
        let before = if claim.as_ref()?.claim.is_unexplained() { self.earlier()? } else { self.before.clone() };
        claim.filter(|_| self.is_still_lost(&before, &later))
    }

    /// The same of the longer search before the move and what was missed, as `claim` finds it.
    fn before_the_move(&mut self, proven: Proven, claim: fn(&Case) -> Option<Proven>) -> Option<Proven> {
        let earlier = self.earlier()?;
        let again = claim(&case(self.judged, &earlier, self.after)?);
        let claim = agreed(again, proven, first(&earlier) == first(self.before), length(&earlier));
        let after = if claim.as_ref()?.claim.is_unexplained() { self.later()? } else { self.after.clone() };
        claim.filter(|_| self.is_still_lost(&earlier, &after))
    }

    /// The draw as both longer searches see it.
    fn both(&mut self) -> Option<Proven> {
        let (earlier, later) = (self.earlier()?, self.later()?);
        case(self.judged, &earlier, &later)?.lets_draw()
    }
}

/// What both searches say: the claim `again` of the longer one, if its line begins with the same move or is about the
/// same pieces, and `proven` where a line of `length` plies is too short for it. A line of the mover begins with the
/// move that is shown as better.
fn agreed(again: Option<Proven>, proven: Proven, begins_alike: bool, length: usize) -> Option<Proven> {
    match again {
        Some(again) if begins_alike => Some(again),
        Some(again) if !again.claim.is_about_the_same(&proven.claim) => None,
        Some(again) => Some(if again.begins == Begins::Before { proven } else { again }),
        None => (begins_alike && length < proven.line.len()).then_some(proven),
    }
}

fn first(known: &Known) -> Option<Move> {
    known.lines.first()?.moves.first().copied()
}

/// Plies of the best line.
fn length(known: &Known) -> usize {
    known.lines.first().map_or(0, |line| line.moves.len())
}
