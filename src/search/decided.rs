//! Scores of nodes that the rules decide: the fast form of `game::outcome`. At the root both agree; below the root the
//! search already judges the first repetition.

use crate::board::Board;
use crate::rules::{self, Judgement, QuietCount, Rules};
use crate::types::Score;

/// The score of a position `ply` plies from the root if the rules decide it: by repetition, by the natural limit, or
/// because no attacker is left. Mate and stalemate are tested only before a draw is returned, since the move loop finds
/// them. `may_repeat` is false if the position cannot be a repetition, which saves the walk through the history;
/// `at_root` is the count towards the natural limit at the root.
#[inline]
pub(super) fn rule_score(
    board: &Board,
    ply: usize,
    rules: &Rules,
    may_repeat: bool,
    at_root: &QuietCount,
) -> Option<Score> {
    if may_repeat && let Some(back) = repetition(board, ply, rules.fold) {
        return Some(score_of(rules::judge(board, back, rules.set), board, ply));
    }
    // Only a capture can leave dead material. The root itself is not tested, so its children are.
    let may_be_dead = board.quiet_plies() == 0 || ply <= 1;
    let is_drawn =
        rules::natural_limit_reached_after(board, rules, at_root, ply) || (may_be_dead && rules::is_dead(board));
    // Mate and stalemate take precedence over a draw.
    is_drawn.then(|| if board.has_legal_move() { Score::DRAW } else { Score::mated_in(ply) })
}

/// Plies back to the earlier occurrence that decides a node `ply` plies from the root: the latest one if it lies below
/// the root, else the one that makes the current position the `fold`-th occurrence in the game.
pub(super) fn repetition(board: &Board, ply: usize, fold: u8) -> Option<usize> {
    let mut seen = 1;
    rules::occurrences_back(board).find(|&back| {
        seen += 1;
        back < ply || seen >= fold
    })
}

/// The score of a judged repetition for the side to move, `ply` plies from the root.
fn score_of(judgement: Judgement, board: &Board, ply: usize) -> Score {
    match judgement {
        Judgement::Draw => Score::DRAW,
        Judgement::Loses(loser) if loser == board.side() => Score::rule_loss(ply),
        Judgement::Loses(_) => Score::rule_win(ply),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{self, Outcome, Reason};
    use crate::rules::RuleSet;
    use crate::types::{Move, SplitMix64};
    use std::collections::BTreeSet;

    /// Positions from which random play soon reaches each kind of ending.
    const STARTS: [&str; 6] = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "3ak4/4a4/4b4/9/9/9/9/4B4/3pA4/3AK4 w",
        "3k5/9/9/9/9/9/9/5R3/9/4K4 w",
        "3k5/9/4P4/9/9/9/9/4p4/9/5K3 w",
        "4k4/4P4/9/9/9/9/9/9/4p4/3K5 b",
        "3akab2/9/4b4/9/9/9/9/4B4/4A4/2BAK4 w",
    ];

    /// The score that the search must return for a game that is over, for the side to move.
    fn expected(outcome: Outcome, board: &Board) -> Score {
        match (outcome.winner, outcome.reason) {
            (None, _) => Score::DRAW,
            (Some(winner), Reason::RepetitionRuling) if winner == board.side() => Score::rule_win(0),
            (Some(_), Reason::RepetitionRuling) => Score::rule_loss(0),
            (Some(_), _) => Score::mated_in(0),
        }
    }

    #[test]
    fn the_search_and_the_game_agree_on_random_play() {
        let mut stream = SplitMix64::new(12);
        let mut draw = |bound: usize| (stream.draw() % bound as u64) as usize;
        let mut reasons = BTreeSet::new();
        for _ in 0..900 {
            let rules = Rules {
                set: RuleSet::ALL[draw(RuleSet::ALL.len())],
                fold: [3, 4][draw(2)],
                natural_limit: [Some(4), Some(60), None][draw(3)],
            };
            let mut board = Board::from_fen(STARTS[draw(STARTS.len())]).unwrap();
            for _ in 0..120 {
                let outcome = game::outcome(&board, &rules);
                let decided = rule_score(&board, 0, &rules, true, &QuietCount::of(&board));
                match outcome {
                    // Left to the move loop, which finds no legal move.
                    Some(Outcome { reason: Reason::Mate | Reason::Stalemate, .. }) if decided.is_none() => {
                        assert!(!board.has_legal_move());
                    }
                    outcome => assert_eq!(decided, outcome.map(|outcome| expected(outcome, &board)), "{board:?}"),
                }
                reasons.extend(outcome.map(|outcome| outcome.reason));
                let moves = board.legal_moves();
                if outcome.is_some() || moves.is_empty() {
                    break;
                }
                // Moving back often causes repetitions.
                let back = board.played(1).and_then(|played| played.mv).map(|mv| Move::new(mv.to(), mv.from()));
                let mv = back.filter(|mv| moves.contains(mv) && draw(3) > 0).unwrap_or(moves[draw(moves.len())]);
                board.make(mv);
            }
        }
        let all = Reason::ALL.into_iter().filter(|reason| reason.is_by_rule());
        assert_eq!(reasons, all.collect::<BTreeSet<_>>(), "random play must reach each kind of ending");
    }

    #[test]
    fn stalemate_comes_before_the_draws() {
        let limit = Rules { natural_limit: Some(1), ..Rules::default() };
        let mut board = Board::from_fen("9/3k5/4P4/9/9/9/9/9/9/4K4 b").unwrap();
        for mv in ["d8d9", "e7e8"] {
            board.make(mv.parse().unwrap());
        }
        assert_eq!(rule_score(&board, 2, &limit, true, &QuietCount::default()), Some(Score::mated_in(2)));
    }
}
