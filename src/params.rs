//! The numbers of the search and of its clock that tuning may change: one line each, with its range and the step of a
//! tuner. What is fixed stands where it is used: sizes, scales, and the bounds that keep an idea safe.
//!
//! In a normal build each is a constant; with the feature `tune` each is an option of the engine.

/// A number of the search, for tuners and option lists.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// The value in use when nobody sets another.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
    /// A change that should be felt.
    pub step: i32,
}

macro_rules! tunables {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal in $min:literal ..= $max:literal step $step:literal;)*) => {
        $(
            const _: () = assert!($min <= $default && $default <= $max && $step > 0);

            $(#[doc = $doc])*
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub(crate) const fn $name() -> i32 {
                $default
            }

            $(#[doc = $doc])*
            #[cfg(feature = "tune")]
            #[inline]
            pub(crate) fn $name() -> i32 {
                values::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        /// All of them.
        pub const TUNABLES: &[Tunable] = &[
            $(Tunable { name: stringify!($name), default: $default, min: $min, max: $max, step: $step },)*
        ];

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(pub(super) static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        /// Sets a number of the search. `false` when there is none of that name or the value is out of range.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) if ($min..=$max).contains(&value) => {
                    values::$name.store(value, std::sync::atomic::Ordering::Relaxed);
                    true
                })*
                _ => false,
            }
        }
    };
}

tunables! {
    /// Aspiration window: half its first width around the last score, centipawns.
    aspiration_window = 19 in 5..=100 step 3;
    /// Iterations before the window is narrowed.
    aspiration_min_depth = 5 in 2..=10 step 1;
    /// Half width beyond which the window is opened altogether, centipawns.
    aspiration_width_max = 1000 in 100..=4000 step 100;
    /// At most so many plies are taken off after the window failed high.
    aspiration_reduction_max = 3 in 0..=6 step 1;

    /// Moves of the root that are not reduced.
    root_full_moves = 4 in 1..=20 step 1;
    /// Least depth at which the others are.
    root_lmr_min_depth = 4 in 2..=99 step 1;

    /// Reverse futility pruning: the deepest node at which a static score far above beta returns.
    rfp_max_depth = 8 in 0..=12 step 1;
    /// Centipawns by which it must be above beta, per ply; one ply fewer counts when it is improving.
    rfp_margin = 68 in 20..=200 step 8;
    /// Weight of beta in the mean of static score and beta that such a node returns.
    rfp_beta_weight = 1 in 0..=8 step 1;

    /// Least depth for a null move; 99 turns it off.
    null_min_depth = 2 in 1..=99 step 1;
    /// Plies taken off for a null move.
    null_reduction = 3 in 1..=6 step 1;
    /// Centipawns by which the static score alone must clear beta for a null move ...
    null_static_margin = 120 in -100..=400 step 15;
    /// ... and by how many fewer for each ply of depth.
    null_static_slope = 12 in 0..=40 step 2;
    /// One ply more is taken off for each so many plies of depth.
    null_depth_divisor = 3 in 2..=8 step 1;
    /// One ply more is taken off for each so many centipawns above beta.
    null_score_divisor = 200 in 50..=500 step 25;
    /// At most so many plies more for that.
    null_score_max = 3 in 0..=6 step 1;
    /// From this depth a null move's cut is verified.
    null_verify_depth = 14 in 8..=99 step 1;
    /// No null move is made in the first quarters of a verification's depth.
    null_verify_quarters = 3 in 1..=4 step 1;

    /// Internal iterative reduction: the least depth at which a node without a table move is searched less deeply.
    iir_min_depth = 4 in 2..=99 step 1;

    /// Least depth for a singular search; 99 turns it off.
    singular_min_depth = 5 in 4..=99 step 1;
    /// Plies by which the table's entry may be less deep than the node.
    singular_table_slack = 3 in 1..=5 step 1;
    /// The other moves are searched to the depth divided by this.
    singular_depth_divisor = 2 in 2..=4 step 1;
    /// Centipawns per ply by which all other moves must fall short.
    singular_margin = 2 in 1..=8 step 1;
    /// Centipawns by which they must fall short of that again for an extension by two plies, in a null window only.
    singular_double_margin = 15 in 0..=100 step 5;
    /// Plies taken off a table move that is not singular and beats beta.
    singular_reduction = 2 in 0..=3 step 1;
    /// Plies taken off one that does not, where a cut is expected.
    singular_cut_node_reduction = 1 in 0..=3 step 1;

    /// Late move pruning: the deepest node at which late quiet moves are not tried.
    lmp_max_depth = 8 in 0..=12 step 1;
    /// Moves tried before that, besides the square of the depth.
    lmp_base = 6 in 1..=10 step 1;
    /// So many times fewer when the static score is not improving.
    lmp_not_improving_divisor = 2 in 1..=4 step 1;

    /// Futility pruning: the deepest (reduced) node at which a quiet move cannot lift a low static score.
    futility_max_depth = 8 in 0..=12 step 1;
    /// Futility margin: its constant part, centipawns.
    futility_base = 100 in 0..=300 step 15;
    /// Futility margin: per ply, centipawns.
    futility_margin = 90 in 30..=200 step 10;
    /// Futility margin: history that is worth one centipawn.
    futility_history_divisor = 64 in 16..=1024 step 8;

    /// Pruning by static exchange evaluation: the deepest node at which captures that lose material are skipped.
    see_capture_max_depth = 8 in 0..=12 step 1;
    /// Centipawns of material that a quiet move may lose, per squared ply that it would be searched to.
    see_quiet_margin = 15 in 3..=100 step 3;
    /// More of them, per ply.
    see_quiet_slope = 27 in 0..=150 step 5;
    /// Centipawns of material that a capture may lose, per ply.
    see_capture_margin = 100 in 20..=250 step 10;
    /// History of the capture that allows it to lose one centipawn more.
    see_capture_history_divisor = 40 in 10..=1024 step 5;

    /// Least depth for late move reductions; 99 turns them off.
    lmr_min_depth = 2 in 1..=99 step 1;
    /// Moves before the first quiet one that is reduced; one more where the window is open.
    lmr_full_quiets = 1 in 1..=6 step 1;
    /// Moves before the first capture that is reduced; one more where the window is open.
    lmr_full_captures = 3 in 1..=10 step 1;
    /// Constant part of a reduction, thousandths of a ply.
    lmr_base = 600 in 0..=1600 step 60;
    /// Divisor of the product of logarithms, thousandths.
    lmr_divisor = 2500 in 1200..=4000 step 100;
    /// Less in a node with an open window, thousandths of a ply.
    lmr_pv = 1150 in 0..=2000 step 100;
    /// Less for a move that gives check, thousandths of a ply.
    lmr_check = 1000 in 0..=2000 step 100;
    /// Less where the table knows an open window, thousandths of a ply.
    lmr_table_pv = 1100 in 0..=2000 step 100;
    /// More when the static score is not improving, thousandths of a ply.
    lmr_not_improving = 850 in 0..=2000 step 100;
    /// More where a cut is expected, thousandths of a ply.
    lmr_cut_node = 1150 in 0..=3000 step 100;
    /// More when nodes one ply down have cut often, thousandths of a ply.
    lmr_child_cuts = 800 in 0..=2000 step 100;
    /// More when the table's move is a capture, thousandths of a ply.
    lmr_table_capture = 900 in 0..=2000 step 100;
    /// So many cuts one ply down are often.
    lmr_many_cuts = 3 in 1..=8 step 1;
    /// History that is worth one ply.
    lmr_history_divisor = 6000 in 2000..=20000 step 500;
    /// Centipawns by which a reduced search must beat the best score for a ply more.
    lmr_deeper_margin = 50 in 10..=200 step 10;

    /// Weight of the victim's value against the history of the capture, in the order of captures.
    order_victim_weight = 14 in 1..=64 step 2;

    /// Bonus of a move that cut, per ply.
    history_bonus = 180 in 50..=400 step 15;
    /// Taken off the bonus.
    history_offset = 60 in 0..=300 step 15;
    /// The largest bonus.
    history_bonus_max = 1900 in 500..=4000 step 100;
    /// Hundredths of the bonus that the moves tried before it lose.
    history_malus = 80 in 20..=200 step 10;
    /// Hundredths of the bonus that a quiet move without an answer gets: it may owe it to the moves before.
    history_unanswered = 70 in 0..=200 step 10;

    /// Bonus of a quiet move for each centipawn by which it bettered the static score of its side.
    history_gain = 7 in 0..=40 step 2;
    /// The largest such bonus, or malus.
    history_gain_max = 800 in 100..=4000 step 100;

    /// Delta pruning in quiescence: centipawns that a capture is hoped to gain beyond the victim's value.
    quiescence_margin = 180 in 50..=400 step 15;
    /// Captures in quiescence after which only checks and those that take back are tried.
    quiescence_captures = 1 in 1..=10 step 1;
    /// Weight of beta in the mean of score and beta that a node of quiescence returns when it beats beta.
    quiescence_beta_weight = 1 in 0..=8 step 1;
    /// Answers to a check in quiescence after which quiet ones are no longer tried, once one holds.
    quiescence_evasions = 2 in 1..=6 step 1;

    /// Weights of the correction tables, in sixty-fourths.
    correction_pawns = 52 in 0..=128 step 8;
    /// See [`correction_pawns`].
    correction_defence = 36 in 0..=128 step 8;
    /// See [`correction_pawns`].
    correction_attack = 46 in 0..=128 step 8;
    /// See [`correction_pawns`].
    correction_last_move = 52 in 0..=128 step 8;
    /// See [`correction_pawns`].
    correction_last_two_moves = 40 in 0..=128 step 8;
    /// A search teaches more the deeper it is, up to this.
    correction_depth_max = 13 in 4..=32 step 2;

    /// Plies before the natural limit from which the table's bounds no longer cut.
    limit_is_near = 20 in 0..=60 step 5;
    /// Plies without a capture from which the static score fades towards a draw.
    fade_from = 70 in 0..=110 step 10;
    /// Plies without a capture at which it would have faded away.
    fade_to = 200 in 130..=300 step 10;

    /// Of all nodes of a search, one in so many may go into the search for mates by checks.
    mate_share = 16 in 2..=256 step 4;
    /// Nodes that every search grants it: enough to follow up a mate found in an earlier search.
    mate_grant = 64 in 0..=4096 step 64;
    /// A branch is followed until the second best looks better by one in so many of its open questions.
    mate_patience = 4 in 1..=16 step 1;

    /// In the vote of several threads, centipawns that each score is raised above the worst.
    vote_base = 10 in 1..=100 step 5;

    /// Moves that a sudden-death game is thought to last yet.
    time_moves_ahead = 25 in 10..=80 step 3;
    /// Hundredths of an even share of the clock that a move gets where moves are counted.
    time_share = 90 in 40..=150 step 5;
    /// Hundredths of the increment that a move gets.
    time_increment = 95 in 0..=100 step 5;
    /// Hundredths of its share of the clock that a move gets when the engine thinks on the opponent's time as well.
    time_ponder = 125 in 100..=200 step 5;
    /// At most so many times its time is given to a move where moves are counted.
    time_hard_counted = 3 in 1..=10 step 1;
    /// At most so many hundredths of the clock are given to a move there.
    time_hard_counted_share = 70 in 20..=95 step 5;
    /// At most so many times its time is given to a move of a sudden-death game.
    time_hard = 5 in 1..=10 step 1;
    /// At most so many hundredths of the clock are given to a move there.
    time_hard_share = 60 in 20..=95 step 5;
    /// Factor of the soft limit, in hundredths: when no node was spent on the best move.
    time_unsure = 160 in 100..=250 step 5;
    /// Hundredths taken off that when all were; in proportion between.
    time_sure = 120 in 0..=150 step 5;
    /// A further factor of the soft limit, in hundredths: when the best move has just changed.
    time_changed = 120 in 100..=200 step 5;
    /// Hundredths taken off that for each iteration since.
    time_unchanged = 5 in 0..=15 step 1;
    /// At most so many of these iterations count.
    time_unchanged_max = 8 in 1..=20 step 1;
    /// A fall of the score by so many centipawns would double the soft limit ...
    time_fall = 200 in 50..=800 step 20;
    /// ... but no greater fall than this counts, centipawns.
    time_fall_max = 80 in 0..=400 step 10;
}
