//! Properties of every verdict, tested on repetitions made from the cases and from variations of them.

use super::{CASES, Case, play};
use guohe::board::Board;
use guohe::rules::{Judgement, RuleSet, Rules, Ruling, Verdict, judge, occurrences_back, verdict};
use guohe::types::{Color, Kind, Move, Piece, Square};
use proptest::prelude::*;

/// A position and one round of moves that leads back to it.
#[derive(Clone, Debug)]
struct Shuffle {
    start: Board,
    round: Vec<Move>,
}

impl Shuffle {
    /// The game of `rounds` rounds.
    fn game(&self, rounds: usize) -> Board {
        let mut board = self.start.clone();
        for &mv in self.round.iter().cycle().take(self.round.len() * rounds) {
            board.make(mv);
        }
        board
    }

    /// Takes the round at the end of a case, if it is still legal after the `edits` to the board.
    fn of_case(case: &Case, edits: &[(usize, Option<Piece>)]) -> Option<Self> {
        let board = play(&case.fen, &case.moves);
        let plies = occurrences_back(&board).next()?;
        let round = case.moves[case.moves.len() - plies..].to_vec();
        let mut men: Vec<Option<Piece>> = Square::all().map(|square| board.piece_at(square)).collect();
        for &(index, man) in edits {
            let is_king = |man: Option<Piece>| man.is_some_and(|man| man.kind == Kind::King);
            if !is_king(men[index]) && !is_king(man) {
                men[index] = man;
            }
        }
        let shuffle = Self { start: Board::from_fen(&fen(&men, board.side())).ok()?, round };
        shuffle.is_legal().then_some(shuffle)
    }

    /// A round in which a piece of each side moves back and forth: the first such pair at or after `pick`.
    fn to_and_fro(start: Board, pick: usize) -> Option<Self> {
        let back = |mv: Move| Move::new(mv.to(), mv.from());
        let firsts = start.legal_moves();
        (0..firsts.len()).find_map(|index| {
            let first = firsts[(pick + index) % firsts.len()];
            let mut board = start.clone();
            board.make(first);
            let seconds = board.legal_moves();
            (0..seconds.len().min(4)).find_map(|index| {
                let second = seconds[(pick / 7 + index) % seconds.len()];
                let shuffle = Self { start: start.clone(), round: vec![first, second, back(first), back(second)] };
                shuffle.is_legal().then_some(shuffle)
            })
        })
    }

    /// Whether the round is legal, takes nothing and comes back to its start.
    fn is_legal(&self) -> bool {
        let mut board = self.start.clone();
        self.round.iter().all(|&mv| {
            let is_good = board.is_legal_move(mv) && !board.is_capture(mv);
            if is_good {
                board.make(mv);
            }
            is_good
        }) && board == self.start
    }

    fn map(&self, board: fn(&Board) -> Board, mv: fn(Move) -> Move) -> Self {
        Self { start: board(&self.start), round: self.round.iter().map(|&each| mv(each)).collect() }
    }
}

/// The FEN of pieces listed by square.
fn fen(men: &[Option<Piece>], side: Color) -> String {
    let rank = |rank: usize| -> String {
        men[rank * 9..rank * 9 + 9].iter().map(|man| man.map_or('1', |man| man.letter())).collect()
    };
    let ranks: Vec<String> = (0..10).rev().map(rank).collect();
    format!("{} {}", ranks.join("/"), if side == Color::Red { "w" } else { "b" })
}

/// Repetitions of all kinds: the cases with pieces added and removed, and back-and-forth moves in positions near them.
fn shuffles() -> impl Strategy<Value = Shuffle> {
    let man = proptest::option::weighted(0.5, (any::<bool>(), 1..7_usize)).prop_map(|man| {
        man.map(|(is_red, kind)| Piece::new(if is_red { Color::Red } else { Color::Black }, Kind::ALL[kind]))
    });
    let edits = proptest::collection::vec((0..90_usize, man), 0..6);
    let walk = proptest::collection::vec(any::<u16>(), 0..8);
    (any::<prop::sample::Index>(), edits, walk, any::<u16>(), 0..3_u8).prop_filter_map(
        "the round stays legal",
        |(case, edits, walk, pick, kind)| {
            let case = case.get(&CASES);
            if kind < 2 {
                return Shuffle::of_case(case, &edits);
            }
            let mut board = Board::from_fen(&case.fen).unwrap();
            for step in walk {
                let moves = board.legal_moves();
                board.make(*moves.get(usize::from(step) % moves.len().max(1))?);
            }
            Shuffle::to_and_fro(Board::from_fen(&board.fen()).unwrap(), usize::from(pick))
        },
    )
}

/// The verdicts on a game under every rule set at both folds.
fn verdicts(board: &Board) -> Vec<Verdict> {
    let rules = RuleSet::ALL.into_iter().flat_map(|set| [3, 4].map(|fold| Rules { set, fold, ..Rules::default() }));
    rules.map(|rules| verdict(board, &rules)).collect()
}

fn outcomes(board: &Board) -> Vec<(Option<Judgement>, Ruling)> {
    verdicts(board).into_iter().map(|verdict| (verdict.judgement, verdict.ruling)).collect()
}

fn exchanged(judgement: Option<Judgement>) -> Option<Judgement> {
    judgement.map(|judgement| match judgement {
        Judgement::Loses(color) => Judgement::Loses(!color),
        Judgement::Draw => Judgement::Draw,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn colours_exchanged_give_the_mirrored_verdict(shuffle in shuffles()) {
        let flipped = shuffle.map(Board::flip_colors, Move::flip_ranks);
        let expected: Vec<_> =
            outcomes(&shuffle.game(3)).into_iter().map(|(judgement, ruling)| (exchanged(judgement), ruling)).collect();
        prop_assert_eq!(outcomes(&flipped.game(3)), expected);
    }

    #[test]
    fn left_and_right_exchanged_give_the_same_verdict(shuffle in shuffles()) {
        let mirrored = shuffle.map(Board::mirror_files, Move::mirror_files);
        prop_assert_eq!(outcomes(&mirrored.game(3)), outcomes(&shuffle.game(3)));
    }

    #[test]
    fn search_and_game_get_the_same_judgement(shuffle in shuffles()) {
        let board = shuffle.game(2);
        for set in RuleSet::ALL {
            let plies = 2 * shuffle.round.len();
            let verdict = verdict(&board, &Rules { set, ..Rules::default() });
            prop_assert_eq!(verdict.judgement, Some(judge(&board, plies, set)));
            // One round gives the same judgement as two.
            prop_assert_eq!(judge(&board, plies, set), judge(&board, shuffle.round.len(), set));
        }
    }

    #[test]
    fn extra_turns_never_change_who_is_to_blame(shuffle in shuffles(), rounds in 4..7_usize) {
        prop_assert_eq!(outcomes(&shuffle.game(rounds)), outcomes(&shuffle.game(3)));
    }

    #[test]
    fn every_point_of_the_round_gives_the_same_verdict(shuffle in shuffles()) {
        let expected = outcomes(&shuffle.game(3));
        let mut board = shuffle.game(3);
        for &mv in &shuffle.round {
            board.make(mv);
            prop_assert_eq!(outcomes(&board), expected.clone());
        }
    }

    #[test]
    fn moves_before_the_last_capture_do_not_matter(shuffle in shuffles(), steps in proptest::collection::vec(any::<u16>(), 1..30)) {
        // A game that captures at last; what follows is judged as if the board had been set up then.
        let mut board = shuffle.start.clone();
        for step in steps {
            let moves = board.legal_moves();
            prop_assume!(!moves.is_empty());
            board.make(moves[usize::from(step) % moves.len()]);
        }
        let captures: Vec<Move> = board.legal_moves().into_iter().filter(|&mv| board.is_capture(mv)).collect();
        prop_assume!(!captures.is_empty());
        board.make(captures[0]);
        let Some(after) = Shuffle::to_and_fro(Board::from_fen(&board.fen()).unwrap(), 3) else { return Ok(()) };
        let fresh = after.game(3);
        for &mv in after.round.repeat(3).iter() {
            board.make(mv);
        }
        prop_assert_eq!(outcomes(&board), outcomes(&fresh));
    }
}
