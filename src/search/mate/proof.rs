//! Mates by checks alone, found by proof numbers (df-pn: Nagai, "Df-pn algorithm for searching AND/OR trees", 2002).
//!
//! A mate in many moves is often one long sequence of checks. The main search approaches it one ply per iteration and
//! may prune it because of the static score. This search generates only checks and evasions, and expands the position
//! that is easiest to prove. It runs between iterations and gets a small share of the nodes.

use crate::board::Board;
use crate::params;
use crate::search::limiter::{Limiter, Stopped};
use crate::search::path::SearchPath;
use crate::types::{Color, Key, MAX_MOVES, Move, MoveList, Score};
use arrayvec::ArrayVec;

/// The longest mate searched for, in plies: odd, since the attacker mates, and less than [`Score::MAX_PLY`].
const MAX_PLIES: usize = 99;

/// Entries of the table, a power of two: 1.5 MB, which a search seldom fills.
const ENTRIES: usize = 1 << 16;

/// Infinity of proof and disproof numbers; sums saturate here.
const INFINITE: u32 = 1 << 30;

/// Proof numbers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Proof {
    key: Key,
    /// Proof number: positions that must still be proven; 0 for a proven mate.
    proof: u32,
    /// Disproof number: positions that must still be refuted; 0 if there is no mate.
    disproof: u32,
    /// Plies to the mate once it is proven.
    plies: u16,
    /// Number of the search that stored the entry.
    search: u32,
}

/// The table of the mate search. It is kept from one search to the next, so a mate that is played out is found at once.
///
/// A proof uses no repetition and holds for every later search. A disproof may depend on repetitions or on the length
/// of its path, so it holds only in its own search.
pub(in crate::search) struct Proofs {
    /// Empty until the first mate search.
    entries: Vec<Proof>,
    /// Nodes of the current search.
    used: u64,
    /// Number of the current search.
    search: u32,
    /// The attacker of all entries: a proof for one side says nothing about mates by the other.
    attacker: Color,
}

impl Proofs {
    pub(in crate::search) fn new() -> Self {
        Self { entries: Vec::new(), used: 0, search: 0, attacker: Color::Red }
    }

    /// Starts a new search for mates by `attacker`.
    pub(in crate::search) fn reset(&mut self, attacker: Color) {
        self.used = 0;
        self.search = self.search.wrapping_add(1);
        if self.attacker != attacker {
            self.attacker = attacker;
            self.entries.clear();
        }
    }

    fn get(&self, key: Key) -> Proof {
        match self.entries.get(key.0 as usize % ENTRIES) {
            Some(entry) if entry.key == key && (entry.disproof > 0 || entry.search == self.search) => *entry,
            _ => Proof { key, proof: 1, disproof: 1, ..Proof::default() },
        }
    }

    fn put(&mut self, entry: Proof) {
        if self.entries.is_empty() {
            self.entries.resize(ENTRIES, Proof::default());
        }
        self.entries[entry.key.0 as usize % ENTRIES] = Proof { search: self.search, ..entry };
    }
}

/// A forced mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::search) struct Mate {
    /// Plies to the mate against the longest defence, an upper bound.
    pub(in crate::search) plies: usize,
    /// The mating line, which may end before the mate. From the mate search all attacking moves are checks.
    pub(in crate::search) line: ArrayVec<Move, MAX_PLIES>,
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Attack,
    Defence,
}

/// df-pn thresholds: the search returns to the parent when a number reaches its threshold.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

/// A move and the position after it.
struct Child {
    mv: Move,
    key: Key,
    /// The position occurred before: repeated checks do not mate.
    is_repeated: bool,
}

type Children = ArrayVec<Child, MAX_MOVES>;

/// Continues the search for a mate by checks within its share of the nodes. The first move must be one of `allowed`.
/// `None` also if the search was stopped.
pub(in crate::search) fn mate_search(
    path: &mut SearchPath,
    limiter: &mut Limiter,
    proofs: &mut Proofs,
    allowed: MoveList,
) -> Option<Mate> {
    let checks = children(path.board(), allowed, Turn::Attack);
    let thresholds = Thresholds { proof: INFINITE, disproof: INFINITE };
    let mut search = MateSearch { path, limiter, proofs };
    let root = search.expand(&checks, Turn::Attack, 0, thresholds).ok().filter(|root| root.proof == 0)?;
    let mate = search.mate_found(&checks, usize::from(root.plies));
    // A capture in the line would reset the count; such mates are left to the main search.
    let is_late = path.is_limit_near(mate.plies);
    (!is_late).then_some(mate)
}

/// A mate search under way.
struct MateSearch<'a, 'path, 'limiter> {
    path: &'a mut SearchPath<'path>,
    limiter: &'a mut Limiter<'limiter>,
    proofs: &'a mut Proofs,
}

impl MateSearch<'_, '_, '_> {
    /// Counts a node of the mate search.
    fn count_node(&mut self) -> Result<(), Stopped> {
        if self.proofs.used
            >= params::mate_min_nodes() as u64 + self.limiter.nodes() / params::mate_node_divisor() as u64
        {
            return Err(Stopped);
        }
        self.proofs.used += 1;
        self.limiter.count_node(0)
    }

    /// Searches the current position until it is decided or the thresholds are reached.
    fn prove(&mut self, turn: Turn, ply: usize, thresholds: Thresholds) -> Result<(), Stopped> {
        self.count_node()?;
        let mut moves = MoveList::new();
        if self.path.in_check_cached() {
            self.path.board().evasions(&mut moves);
        } else {
            moves = self.path.board().legal_moves();
        }
        let children = children(self.path.board(), moves, turn);
        let entry = if ply > MAX_PLIES {
            Proof { proof: INFINITE, disproof: 0, ..Proof::default() }
        } else {
            self.expand(&children, turn, ply, thresholds)?
        };
        self.proofs.put(Proof { key: self.path.board().key(), ..entry });
        Ok(())
    }

    /// Searches the most promising child while the thresholds allow. Returns the position's numbers.
    fn expand(
        &mut self,
        children: &Children,
        turn: Turn,
        ply: usize,
        thresholds: Thresholds,
    ) -> Result<Proof, Stopped> {
        loop {
            let sum = self.sum_up(children, turn);
            if sum.entry.proof >= thresholds.proof || sum.entry.disproof >= thresholds.disproof {
                return Ok(sum.entry);
            }
            let Some(best) = sum.best else { return Ok(sum.entry) };
            if sum.entry.proof == 0 || sum.entry.disproof == 0 {
                return Ok(sum.entry);
            }
            let below = thresholds_below(thresholds, &sum, self.proofs.get(children[best].key), turn);
            self.path.make(children[best].mv, ply);
            let result = self.prove(turn.other(), ply + 1, below);
            self.path.unmake();
            result?;
        }
    }

    /// Combines the children's numbers: the attacker needs one of them, the defender all.
    fn sum_up(&self, children: &Children, turn: Turn) -> Sum {
        let mut sum = Sum::of_none(turn);
        for (index, child) in children.iter().enumerate() {
            let entry = if child.is_repeated {
                Proof { key: child.key, proof: INFINITE, disproof: 0, ..Proof::default() }
            } else {
                self.proofs.get(child.key)
            };
            sum.add(index, entry, turn);
        }
        sum
    }

    /// The mating line of a proof: the quickest attack against the longest defence.
    fn mate_found(&mut self, checks: &Children, plies: usize) -> Mate {
        let mut mate = Mate { plies, line: ArrayVec::new() };
        let mut turn = Turn::Attack;
        let mut next = self.proven_child(checks, turn);
        while let Some(mv) = next {
            self.path.make(mv, mate.line.len());
            mate.line.push(mv);
            if mate.line.is_full() {
                break;
            }
            turn = turn.other();
            next = self.proven_child(&children(self.path.board(), self.path.board().legal_moves(), turn), turn);
        }
        for _ in &mate.line {
            self.path.unmake();
        }
        mate
    }

    fn proven_child(&self, children: &Children, turn: Turn) -> Option<Move> {
        let plies = |child: &&Child| self.proofs.get(child.key).plies;
        let proven = children.iter().filter(|child| !child.is_repeated && self.proofs.get(child.key).proof == 0);
        let chosen = match turn {
            Turn::Attack => proven.min_by_key(plies),
            Turn::Defence => proven.max_by_key(plies),
        };
        chosen.map(|child| child.mv)
    }
}

impl Turn {
    fn other(self) -> Self {
        match self {
            Self::Attack => Self::Defence,
            Self::Defence => Self::Attack,
        }
    }
}

/// A position's numbers from those of its children.
struct Sum {
    entry: Proof,
    /// The child to follow.
    best: Option<usize>,
    /// The two smallest numbers among the children: proof numbers for the attacker, disproof numbers for the defender.
    smallest: u32,
    second_smallest: u32,
}

impl Sum {
    /// Of a position without children: the attacker has no check, or the defender is mated.
    fn of_none(turn: Turn) -> Self {
        let (proof, disproof) = match turn {
            Turn::Attack => (INFINITE, 0),
            Turn::Defence => (0, INFINITE),
        };
        let entry = Proof { proof, disproof, ..Proof::default() };
        Self { entry, best: None, smallest: INFINITE, second_smallest: INFINITE }
    }

    fn add(&mut self, index: usize, child: Proof, turn: Turn) {
        let (chosen_by, summed) = match turn {
            Turn::Attack => (child.proof, child.disproof),
            Turn::Defence => (child.disproof, child.proof),
        };
        if self.best.is_none() || chosen_by < self.smallest {
            self.second_smallest = self.smallest;
            self.smallest = chosen_by;
            self.best = Some(index);
        } else {
            self.second_smallest = self.second_smallest.min(chosen_by);
        }
        let (own, total) = match turn {
            Turn::Attack => (&mut self.entry.proof, &mut self.entry.disproof),
            Turn::Defence => (&mut self.entry.disproof, &mut self.entry.proof),
        };
        *own = self.smallest;
        *total = total.saturating_add(summed).min(INFINITE);
        if child.proof == 0 {
            let plies = child.plies + 1;
            let is_better = match turn {
                Turn::Attack => self.entry.plies == 0 || plies < self.entry.plies,
                Turn::Defence => plies > self.entry.plies,
            };
            if is_better {
                self.entry.plies = plies;
            }
        }
    }
}

/// Thresholds of the chosen child: it is left when the parent is decided, or when the second best child is better by a
/// margin, since changing children costs time.
fn thresholds_below(thresholds: Thresholds, sum: &Sum, child: Proof, turn: Turn) -> Thresholds {
    let threshold = sum
        .second_smallest
        .saturating_add(sum.second_smallest / params::mate_epsilon_divisor() as u32)
        .saturating_add(1);
    match turn {
        Turn::Attack => Thresholds {
            proof: thresholds.proof.min(threshold),
            disproof: thresholds
                .disproof
                .saturating_sub(sum.entry.disproof)
                .saturating_add(child.disproof)
                .min(INFINITE),
        },
        Turn::Defence => Thresholds {
            proof: thresholds.proof.saturating_sub(sum.entry.proof).saturating_add(child.proof).min(INFINITE),
            disproof: thresholds.disproof.min(threshold),
        },
    }
}

/// The attacker's checks, or all moves of the defender.
fn children(board: &Board, moves: MoveList, turn: Turn) -> Children {
    let is_wanted = |mv: &Move| turn == Turn::Defence || board.gives_check(*mv);
    moves
        .into_iter()
        .filter(is_wanted)
        .map(|mv| {
            let key = board.key_after(mv);
            let is_repeated = !board.is_capture(mv) && has_occurred(board, key);
            Child { mv, key, is_repeated }
        })
        .collect()
}

/// Whether the position after a move occurred earlier in the game or in the line.
pub(super) fn has_occurred(board: &Board, key: Key) -> bool {
    (2..board.reversible_plies()).step_by(2).any(|back| board.played(back).is_some_and(|played| played.key == key))
}

impl Mate {
    /// The mate in `plies` plies at the end of `line`; `None` if that is too long.
    pub(in crate::search) fn along(line: &[Move], plies: usize) -> Option<Self> {
        Some(Self { plies, line: line.try_into().ok()? })
    }

    /// Its score at the root.
    pub(in crate::search) fn score(&self) -> Score {
        Score::mate_in(self.plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_for_one_side_is_not_used_for_the_other() {
        let mut proofs = Proofs::new();
        let key = Key(77);
        proofs.reset(Color::Red);
        proofs.put(Proof { key, proof: 0, disproof: INFINITE, plies: 3, ..Proof::default() });
        proofs.reset(Color::Red);
        assert_eq!(proofs.get(key).proof, 0, "kept for the next search of the same side");
        proofs.reset(Color::Black);
        assert_eq!(proofs.get(key).proof, 1, "unknown to the other side");
    }

    #[test]
    fn a_disproof_counts_in_its_own_search_alone() {
        let mut proofs = Proofs::new();
        let [proven, disproven, open] = [Key(1), Key(2), Key(3)];
        proofs.reset(Color::Red);
        proofs.put(Proof { key: proven, proof: 0, disproof: INFINITE, plies: 3, ..Proof::default() });
        proofs.put(Proof { key: disproven, proof: INFINITE, disproof: 0, ..Proof::default() });
        proofs.put(Proof { key: open, proof: 4, disproof: 2, ..Proof::default() });
        let numbers = |proofs: &Proofs| [proven, disproven, open].map(|key| proofs.get(key).proof);
        assert_eq!(numbers(&proofs), [0, INFINITE, 4]);
        proofs.reset(Color::Red);
        assert_eq!(numbers(&proofs), [0, 1, 4]);
    }
}
