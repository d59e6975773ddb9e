//! The verdict on a repeated position with its reasons as data. What it says in words is for `game` to say.

use super::chase::Pieces;
use super::chase::Threats;
use super::chase::each;
use super::chase::league_victims;
use super::checks::checks;
use super::repetition::Chased;
use super::repetition::PerpetualChase;
use super::repetition::judge_chases;
use super::repetition::judge_checks;
use super::repetition::occurrences_back;
use super::set::Judgement;
use super::set::RuleSet;
use super::set::Rules;
use crate::board::Board;
use crate::board::Position;
use crate::board::Scratch;
use crate::types::Color;
use crate::types::Move;
use crate::types::Piece;
use crate::types::Square;

/// A piece and where it stood at the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedPiece {
    /// What it is.
    pub piece: Piece,
    /// Where it stood.
    pub square: Square,
}

/// How a chased piece is attacked, the graver last. Where both sides chase, the graver chase loses under
/// [`RuleSet::Asian`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// It was attacked before, and the move made the capture good: it cut off a defender or untied an attacker.
    Indirect,
    /// The move attacked it, or tied its defender to his king.
    Attacked,
    /// The move attacked it, a rook that a knight of the chaser pins.
    PinnedRook,
}

/// One piece chased by one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chase {
    /// The piece that could be taken after the move.
    pub victim: PlacedPiece,
    /// Who could take it.
    pub attackers: Vec<PlacedPiece>,
    /// How it came to be chased.
    pub grade: Grade,
    /// Whether every move of this side in the cycle chases this same piece.
    pub is_perpetual: bool,
}

/// What a move of the cycle did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// It gave check, whatever else it did.
    Check,
    /// It chased these pieces.
    Chase(Vec<Chase>),
    /// Nothing that the rules count.
    Idle,
}

/// A move of the cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its number in the game, in plies: 1 is the first move made on the board.
    pub ply: usize,
    /// The piece that moved.
    pub piece: Piece,
    /// The move.
    pub mv: Move,
    /// What it did.
    pub action: Action,
}

/// The stretch of moves that was judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The moves, oldest first; never empty.
    pub steps: Vec<Step>,
}

impl Cycle {
    /// The number of its first move in the game.
    pub fn first_ply(&self) -> usize {
        self.steps.first().map_or(0, |step| step.ply)
    }

    /// The number of its last move in the game.
    pub fn last_ply(&self) -> usize {
        self.steps.last().map_or(0, |step| step.ply)
    }
}

/// What a side has done with every one of its moves in the cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conduct {
    /// Nothing that the rules count, or not the same with every move.
    Idle,
    /// It chased these pieces, where they stand now, with every move.
    Chases {
        /// The pieces.
        victims: Vec<PlacedPiece>,
        /// The gravest chase among them.
        grade: Grade,
    },
    /// It gave check with every move.
    Checks,
}

/// The rule that decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ruling {
    /// The position has not stood often enough.
    NotYet,
    /// Repetitions are not judged at all.
    Off,
    /// One side checked with every move.
    PerpetualCheck,
    /// Both sides did.
    MutualCheck,
    /// One side chased the same piece with every move.
    PerpetualChase,
    /// Both sides chased, and one worse than the other.
    GraverChase,
    /// Both sides chased alike.
    MutualChase,
    /// Somebody chased with every move, but a check in the cycle excuses it under [`RuleSet::Computer`].
    CheckExcusesChase,
    /// Neither side did anything wrong.
    Idle,
}

impl Ruling {
    /// One word for programs, as the `rules` command ends with.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotYet => "not-yet",
            Self::Off => "off",
            Self::PerpetualCheck => "perpetual-check",
            Self::MutualCheck => "mutual-check",
            Self::PerpetualChase => "perpetual-chase",
            Self::GraverChase => "graver-chase",
            Self::MutualChase => "mutual-chase",
            Self::CheckExcusesChase => "check-excuses-chase",
            Self::Idle => "idle",
        }
    }
}

/// What the rules say about the current position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// How often the position has stood since the last capture.
    pub occurrences: usize,
    /// The outcome; `None` when the game goes on.
    pub judgement: Option<Judgement>,
    /// Why.
    pub ruling: Ruling,
    /// What each side did throughout the cycle, Red first.
    pub conduct: [Conduct; 2],
    /// The moves since the occurrence that was counted first; `None` when the position is new.
    pub cycle: Option<Cycle>,
}

impl Verdict {
    /// The side that loses.
    pub fn loser(&self) -> Option<Color> {
        match self.judgement {
            Some(Judgement::Loses(color)) => Some(color),
            Some(Judgement::Draw) | None => None,
        }
    }
}

/// The verdict on the position of `board` with its game: none until it has stood `rules.fold` times since the last
/// capture. The moves judged are those since the earliest of the last `rules.fold` occurrences.
pub fn verdict(board: &Board, rules: &Rules) -> Verdict {
    let fold = rules.occurrences_judged();
    let earlier: Vec<usize> = occurrences_back(board).collect();
    let occurrences = earlier.len() + 1;
    let Some(&plies) = earlier.get(fold - 2).or(earlier.last()) else {
        return Verdict {
            occurrences,
            judgement: None,
            ruling: Ruling::NotYet,
            conduct: [Conduct::Idle, Conduct::Idle],
            cycle: None,
        };
    };
    let mut review = Review::new(board, plies, rules.set);
    let (judgement, ruling) = review.judge();
    debug_assert_eq!(judgement, super::repetition::judge(board, plies, rules.set));
    review.mark_perpetual();
    let conduct = review.conduct();
    let is_due = occurrences >= fold;
    Verdict {
        occurrences,
        judgement: is_due.then_some(judgement),
        ruling: if is_due { ruling } else { Ruling::NotYet },
        conduct,
        cycle: Some(Cycle { steps: review.steps.into_iter().map(|(_, step)| step).collect() }),
    }
}

/// A cycle under examination.
struct Review<'a> {
    board: &'a Board,
    set: RuleSet,
    always_checks: [bool; 2],
    any_check: bool,
    perpetual: [PerpetualChase; 2],
    /// Oldest first, with the numbers of the pieces chased in the order of the chases.
    steps: Vec<(Vec<usize>, Step)>,
}

impl<'a> Review<'a> {
    fn new(board: &'a Board, plies: usize, set: RuleSet) -> Self {
        let mut review = Self {
            board,
            set,
            always_checks: [true; 2],
            any_check: false,
            perpetual: [PerpetualChase::default(); 2],
            steps: Vec::with_capacity(plies),
        };
        let checks = checks(board, plies);
        let mut past = Scratch::of(board);
        let mut mover = !board.side();
        for (back, gave_check) in checks.into_iter().enumerate() {
            // No null move is reversible, so a stretch that repeats holds none.
            let Some(mv) = board.played(back).and_then(|played| played.mv) else { break };
            let Some(piece) = past.piece_at(mv.to()) else { break };
            review.always_checks[mover.index()] &= gave_check;
            review.any_check |= gave_check;
            let (victims, action) = review.examine(&mut past, mover, mv, gave_check);
            review.steps.push((victims, Step { ply: board.plies_played() - back, piece, mv, action }));
            mover = !mover;
        }
        review.steps.reverse();
        review
    }

    /// What `mv` did, and to whom; sets `past` back to the position before it.
    fn examine(&mut self, past: &mut Scratch, mover: Color, mv: Move, gave_check: bool) -> (Vec<usize>, Action) {
        let (chased, chases) = match self.set {
            _ if gave_check => (Chased::default(), Vec::new()),
            RuleSet::Off | RuleSet::CheckOnly => (Chased::default(), Vec::new()),
            RuleSet::League => {
                let any = league_victims(past, mv);
                let attacker = piece_on(past, mv.to());
                let chases = each(any).map(|victim| self.chase(past, mover, victim, attacker.into_iter().collect()));
                (Chased { any, attacked: any, pinned_rooks: 0 }, chases.collect())
            }
            RuleSet::Asian | RuleSet::Computer => {
                let mut copy = *past;
                let chased = Chased::of(&mut copy, mover, Some(mv), Pieces::MAX, self.set);
                let after = Threats::of(&mut { *past }, mover, chased.any);
                let chases = each(chased.any).map(|victim| {
                    let attackers = each(after.chasers(victim)).filter_map(|attacker| piece(past, mover, attacker));
                    let mut chase = self.chase(past, mover, victim, attackers.collect());
                    chase.grade = grade(chased.attacked, chased.pinned_rooks, 1 << victim);
                    chase
                });
                (chased, chases.collect())
            }
        };
        self.perpetual[mover.index()].narrow(chased, self.set);
        past.unmake(Some(mv));
        let action = match chases.is_empty() {
            _ if gave_check => Action::Check,
            true => Action::Idle,
            false => Action::Chase(chases),
        };
        (each(chased.any).collect(), action)
    }

    fn chase(&self, past: &Position, mover: Color, victim: usize, attackers: Vec<PlacedPiece>) -> Chase {
        let victim = piece(past, !mover, victim).expect("a piece that is attacked stands somewhere");
        Chase { victim, attackers, grade: Grade::Attacked, is_perpetual: false }
    }

    fn judge(&mut self) -> (Judgement, Ruling) {
        if self.set == RuleSet::Off {
            return (Judgement::Draw, Ruling::Off);
        }
        if let Some(judgement) = judge_checks(self.always_checks) {
            let ruling = if judgement == Judgement::Draw { Ruling::MutualCheck } else { Ruling::PerpetualCheck };
            return (judgement, ruling);
        }
        if self.set == RuleSet::Computer && self.any_check {
            let is_excused = self.perpetual.iter().any(|chase| chase.any != 0);
            self.perpetual = [PerpetualChase::NONE; 2];
            return (Judgement::Draw, if is_excused { Ruling::CheckExcusesChase } else { Ruling::Idle });
        }
        let judgement = judge_chases(self.perpetual, self.set);
        let chasing = self.perpetual.map(|chase| chase.any != 0);
        let ruling = match (chasing, judgement) {
            ([true, true], Judgement::Draw) => Ruling::MutualChase,
            ([true, true], Judgement::Loses(_)) => Ruling::GraverChase,
            ([false, false], _) => Ruling::Idle,
            _ => Ruling::PerpetualChase,
        };
        (judgement, ruling)
    }

    fn mark_perpetual(&mut self) {
        for (victims, step) in &mut self.steps {
            let perpetual = self.perpetual[step.piece.color.index()].any;
            if let Action::Chase(chases) = &mut step.action {
                for (chase, victim) in chases.iter_mut().zip(victims) {
                    chase.is_perpetual = perpetual & (1 << *victim) != 0;
                }
            }
        }
    }

    fn conduct(&self) -> [Conduct; 2] {
        Color::ALL.map(|color| {
            let chase = self.perpetual[color.index()];
            if self.always_checks[color.index()] {
                return Conduct::Checks;
            }
            let victims: Vec<PlacedPiece> =
                each(chase.any).filter_map(|victim| piece(self.board, !color, victim)).collect();
            if victims.is_empty() {
                return Conduct::Idle;
            }
            let grade = grade(chase.attacked, chase.pinned_rooks, Pieces::MAX);
            Conduct::Chases { victims, grade }
        })
    }
}

/// The gravest grade that any of `who` belongs to.
fn grade(attacked: Pieces, pinned_rooks: Pieces, who: Pieces) -> Grade {
    if pinned_rooks & who != 0 {
        Grade::PinnedRook
    } else if attacked & who != 0 {
        Grade::Attacked
    } else {
        Grade::Indirect
    }
}

fn piece_on(board: &Position, square: Square) -> Option<PlacedPiece> {
    board.piece_at(square).map(|piece| PlacedPiece { piece, square })
}

/// The piece of `color` with this number.
fn piece(board: &Position, color: Color, number: usize) -> Option<PlacedPiece> {
    let (_, square) = board.pieces(color).find(|&(slot, _)| usize::from(slot) == number)?;
    piece_on(board, square)
}
