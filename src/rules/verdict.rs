//! The verdict on a repeated position with its reasons as data.

use super::chase::{Pieces, Threats, each};
use super::repetition::{CycleMove, Findings, PerpetualChase, occurrences_back};
use super::rule_set::{Judgement, RuleSet, Rules};
use crate::board::{Board, Position};
use crate::types::{Color, Move, Piece, Square};

/// A piece and its square at the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedPiece {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
}

/// How a chased piece is attacked, the graver last. Where both sides chase, the graver chase loses under
/// [`RuleSet::Asian`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// It was attacked before, and the move made the capture good: it cut off a protector, unpinned an attacker, or
    /// kept the victim from capturing the attacker.
    Indirect,
    /// The move attacked it, or pinned its protector.
    Attacked,
    /// The move attacked it, a rook that a knight of the chaser pins.
    PinnedRook,
}

/// One piece chased by one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chase {
    /// The piece that could be taken after the move.
    pub victim: PlacedPiece,
    /// The pieces that could take it.
    pub attackers: Vec<PlacedPiece>,
    /// How it is chased.
    pub grade: Grade,
    /// Whether every move of this side in the cycle chases this same piece.
    pub is_perpetual: bool,
}

/// What a move of the cycle did, as the rules count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// It gave check. Then chases do not matter.
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

/// The moves that were judged.
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

/// The reason for the judgement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ruling {
    /// The position has not occurred often enough.
    NotYet,
    /// Repetitions are not judged at all.
    Off,
    /// One side checked with every move.
    PerpetualCheck,
    /// Both sides checked with every move.
    MutualCheck,
    /// One side chased the same piece with every move.
    PerpetualChase,
    /// Both sides chased, one more severely.
    GraverChase,
    /// Both sides chased alike.
    MutualChase,
    /// A side chased with every move, but a check in the cycle excuses it under [`RuleSet::Computer`].
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
    /// How often the position has occurred since the last capture.
    pub occurrences: usize,
    /// The outcome; `None` when the game goes on.
    pub judgement: Option<Judgement>,
    /// The reason for the judgement.
    pub ruling: Ruling,
    /// What each side did throughout the cycle, Red first.
    pub conduct: [Conduct; 2],
    /// The moves since the earliest occurrence that counts; `None` when the position has not occurred before.
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

/// The verdict on the position of `board` and its game. Without a judgement until the position has occurred
/// `rules.fold` times since the last capture. The moves judged are those since the earliest of the last `rules.fold`
/// occurrences.
pub fn verdict(board: &Board, rules: &Rules) -> Verdict {
    let fold = usize::from(rules.fold);
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
    let mut cycle_moves = Vec::with_capacity(plies);
    let findings = Findings::of(board, plies, rules.set, Some(&mut cycle_moves));
    let judgement = findings.judgement(rules.set);
    debug_assert_eq!(judgement, super::repetition::judge(board, plies, rules.set));
    // A check anywhere in the cycle excuses chases.
    let is_excused = rules.set == RuleSet::Computer && findings.any_check && !checks_decide(&findings);
    let perpetual = if is_excused { [PerpetualChase::NONE; 2] } else { findings.perpetual };
    let steps = cycle_moves
        .iter()
        .enumerate()
        .rev()
        .map(|(back, cycle_move)| step(board, back, cycle_move, perpetual, rules.set));
    let is_due = occurrences >= fold;
    Verdict {
        occurrences,
        judgement: is_due.then_some(judgement),
        ruling: if is_due { ruling(&findings, judgement, rules.set) } else { Ruling::NotYet },
        conduct: Color::ALL.map(|color| conduct(board, color, &findings, perpetual[color.index()])),
        cycle: Some(Cycle { steps: steps.collect() }),
    }
}

/// Whether a side checked with every move.
fn checks_decide(findings: &Findings) -> bool {
    findings.always_checks.contains(&true)
}

/// The reason for the judgement on the cycle.
fn ruling(findings: &Findings, judgement: Judgement, set: RuleSet) -> Ruling {
    let chasing = findings.perpetual.map(|chase| chase.all != 0);
    match (chasing, judgement) {
        _ if set == RuleSet::Off => Ruling::Off,
        (_, Judgement::Draw) if checks_decide(findings) => Ruling::MutualCheck,
        (_, Judgement::Loses(_)) if checks_decide(findings) => Ruling::PerpetualCheck,
        ([false, false], _) => Ruling::Idle,
        _ if !findings.depends_on_chases(set) => Ruling::CheckExcusesChase,
        ([true, true], Judgement::Draw) => Ruling::MutualChase,
        ([true, true], Judgement::Loses(_)) => Ruling::GraverChase,
        _ => Ruling::PerpetualChase,
    }
}

/// The move made `back` plies ago with its reasons.
fn step(board: &Board, back: usize, cycle_move: &CycleMove, perpetual: [PerpetualChase; 2], set: RuleSet) -> Step {
    let CycleMove { mv, after, gives_check, chased } = cycle_move;
    let mover = !after.side();
    let piece = after.piece_at(mv.to()).expect("the moved piece stands on its target square");
    let threats = match set {
        RuleSet::Asian | RuleSet::Computer => Some(Threats::of(&mut { *after }, mover, chased.all)),
        RuleSet::League | RuleSet::CheckOnly | RuleSet::Off => None,
    };
    let chases = each(chased.all).filter_map(|victim| {
        let attackers = match &threats {
            Some(threats) => each(threats.chasers[victim]).filter_map(|number| placed(after, mover, number)).collect(),
            None => vec![PlacedPiece { piece, square: mv.to() }],
        };
        Some(Chase {
            victim: placed(after, !mover, victim)?,
            attackers,
            grade: grade(chased.attacked, chased.pinned_rooks, 1 << victim),
            is_perpetual: perpetual[mover.index()].all & 1 << victim != 0,
        })
    });
    let action = match chased.all {
        _ if *gives_check => Action::Check,
        0 => Action::Idle,
        _ => Action::Chase(chases.collect()),
    };
    Step { ply: board.plies_played() - back, piece, mv: *mv, action }
}

/// What `color` has done with every one of its moves.
fn conduct(board: &Board, color: Color, findings: &Findings, chase: PerpetualChase) -> Conduct {
    if findings.always_checks[color.index()] {
        return Conduct::Checks;
    }
    let victims: Vec<PlacedPiece> = each(chase.all).filter_map(|victim| placed(board, !color, victim)).collect();
    if victims.is_empty() {
        return Conduct::Idle;
    }
    Conduct::Chases { victims, grade: grade(chase.attacked, chase.pinned_rooks, Pieces::MAX) }
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

/// Piece `number` of `color`.
fn placed(board: &Position, color: Color, number: usize) -> Option<PlacedPiece> {
    let (_, square) = board.pieces(color).find(|&(other, _)| usize::from(other) == number)?;
    board.piece_at(square).map(|piece| PlacedPiece { piece, square })
}
