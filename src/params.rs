//! Tunable numbers of the search and of the clock, each with its role, default, range and the step of a tuner.
//! Fixed numbers, such as table sizes and scales, stand where they are used.
//!
//! In a normal build each is a constant; with the feature `tune` each is an option of the engine.

/// A tunable number, as tuners and option lists see it.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// The value of a normal build.
    pub default: i32,
    /// The smallest value accepted.
    pub min: i32,
    /// The largest value accepted.
    pub max: i32,
    /// The step that a tuner begins with.
    pub step: i32,
}

macro_rules! tunables {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident = $default:literal in $min:literal ..= $max:literal step $step:literal;
    )*) => {
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

        /// All tunable numbers.
        pub const TUNABLES: &[Tunable] = &[
            $(Tunable { name: stringify!($name), default: $default, min: $min, max: $max, step: $step },)*
        ];

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(pub(super) static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        /// Sets the number called `name`. `false` for an unknown name or a value out of range.
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
    /// Aspiration window: half of its first width around the last score, centipawns.
    aspiration_window = 19 in 5..=100 step 3;
    /// Aspiration window: depth from which the window is narrowed, plies.
    aspiration_min_depth = 5 in 2..=10 step 1;
    /// Aspiration window: half width beyond which the window is fully opened, centipawns.
    aspiration_width_max = 1000 in 100..=4000 step 100;
    /// Aspiration window: cap of the reduction after fail highs, one ply for each, plies.
    aspiration_reduction_max = 3 in 0..=6 step 1;

    /// Root: number of moves that are searched without reduction.
    root_full_moves = 4 in 1..=20 step 1;
    /// Root: least depth at which later root moves are reduced, plies.
    root_lmr_min_depth = 4 in 2..=99 step 1;

    /// Reverse futility pruning: largest depth at which an estimate above beta returns at once, plies.
    rfp_max_depth = 12 in 0..=20 step 1;
    /// Reverse futility pruning: margin above beta per ply, centipawns; an improving node counts one ply less.
    rfp_margin = 78 in 20..=200 step 8;
    /// Reverse futility pruning: weight of beta against 1 for the estimate in the returned mean.
    rfp_beta_weight = 1 in 0..=8 step 1;

    /// Null move: least depth, plies; 99 turns it off.
    null_min_depth = 2 in 1..=99 step 1;
    /// Null move: constant part of the reduction, which includes the ply of the null move, plies.
    null_reduction = 5 in 1..=6 step 1;
    /// Null move: margin by which the static score, corrected and scaled, must exceed beta at depth 0, centipawns.
    null_static_margin = 160 in -100..=400 step 15;
    /// Null move: decrease of `null_static_margin` per ply of depth, centipawns.
    null_static_slope = 12 in 0..=40 step 2;
    /// Null move: plies of depth that add one ply to the reduction.
    null_depth_divisor = 3 in 2..=8 step 1;
    /// Null move: centipawns of the estimate above beta that add one ply to the reduction.
    null_score_divisor = 250 in 50..=500 step 25;
    /// Null move: cap of the score-dependent part of the reduction, plies.
    null_score_max = 3 in 0..=6 step 1;
    /// Null move: depth from which a fail high is verified by a search without null moves, plies.
    null_verify_depth = 14 in 8..=99 step 1;
    /// Null move: quarters of the verification depth, counted from its root, in which no null move is made.
    null_verify_quarters = 3 in 1..=4 step 1;

    /// Internal iterative reduction: least depth at which a PV node or expected cut node without a TT move is
    /// reduced by one ply, plies.
    iir_min_depth = 4 in 2..=99 step 1;

    /// Singular extension: least depth, plies; 99 turns it off.
    singular_min_depth = 5 in 4..=99 step 1;
    /// Singular extension: plies by which the depth of the TT entry may be below the depth of the node.
    singular_tt_slack = 3 in 1..=5 step 1;
    /// Singular extension: divisor of the depth for the reduced search of the other moves.
    singular_depth_divisor = 2 in 2..=4 step 1;
    /// Singular extension: margin below the TT score per ply of depth, centipawns.
    singular_margin = 2 in 1..=8 step 1;
    /// Singular extension: further margin for an extension by two plies, non-PV nodes only, centipawns.
    singular_double_margin = 15 in 0..=100 step 5;
    /// Singular extension: reduction of a TT move that is not singular, if the TT score is at least beta, plies.
    singular_reduction = 2 in 0..=3 step 1;
    /// Singular extension: reduction of a TT move that is not singular, at an expected cut node, plies.
    singular_cut_node_reduction = 1 in 0..=3 step 1;

    /// Late move pruning: largest depth, plies.
    lmp_max_depth = 8 in 0..=12 step 1;
    /// Late move pruning: constant part of the number of moves tried, to which the square of the depth is added.
    lmp_base = 6 in 1..=10 step 1;
    /// Late move pruning: divisor of the number of moves when the node is not improving.
    lmp_not_improving_divisor = 2 in 1..=4 step 1;

    /// Futility pruning: largest depth after reductions, plies.
    futility_max_depth = 8 in 0..=12 step 1;
    /// Futility pruning: constant part of the margin, centipawns.
    futility_base = 80 in 0..=300 step 15;
    /// Futility pruning: margin per ply of reduced depth, centipawns.
    futility_margin = 80 in 30..=200 step 10;
    /// Futility pruning: history score that adds one centipawn to the margin.
    futility_history_divisor = 64 in 16..=1024 step 8;

    /// Static exchange pruning: largest depth for captures, plies.
    see_capture_max_depth = 8 in 0..=12 step 1;
    /// Static exchange pruning of quiets: loss allowed per squared ply of reduced depth, centipawns.
    see_quiet_margin = 20 in 3..=100 step 3;
    /// Static exchange pruning of quiets: loss allowed per ply of reduced depth, centipawns.
    see_quiet_slope = 27 in 0..=150 step 5;
    /// Static exchange pruning of captures: loss allowed per ply of depth, centipawns.
    see_capture_margin = 100 in 20..=250 step 10;
    /// Static exchange pruning of captures: history score that allows one centipawn more.
    see_capture_history_divisor = 55 in 10..=1024 step 5;

    /// Late move reductions: least depth, plies; 99 turns them off.
    lmr_min_depth = 2 in 1..=99 step 1;
    /// Late move reductions: number of moves before the first reduced quiet; one more at PV nodes.
    lmr_full_quiets = 1 in 1..=6 step 1;
    /// Late move reductions: number of moves before the first reduced capture; one more at PV nodes.
    lmr_full_captures = 4 in 1..=10 step 1;
    /// Late move reductions: constant part, thousandths of a ply.
    lmr_base = 600 in 0..=1600 step 60;
    /// Late move reductions: divisor of ln(depth) × ln(move number), thousandths.
    lmr_divisor = 2500 in 1200..=4000 step 100;
    /// Late move reductions: subtracted at PV nodes, thousandths of a ply.
    lmr_pv = 1150 in 0..=2000 step 100;
    /// Late move reductions: subtracted for a move that gives check, thousandths of a ply.
    lmr_check = 1000 in 0..=2000 step 100;
    /// Late move reductions: subtracted when the TT entry comes from a PV node, thousandths of a ply.
    lmr_tt_pv = 1100 in 0..=2000 step 100;
    /// Late move reductions: added when the node is not improving, thousandths of a ply.
    lmr_not_improving = 850 in 0..=2000 step 100;
    /// Late move reductions: added at expected cut nodes, thousandths of a ply.
    lmr_cut_node = 1450 in 0..=3000 step 100;
    /// Late move reductions: added after `lmr_many_cuts` fail highs at the next ply, thousandths of a ply.
    lmr_child_cuts = 800 in 0..=2000 step 100;
    /// Late move reductions: added when the TT move is a capture, thousandths of a ply.
    lmr_tt_capture = 900 in 0..=2000 step 100;
    /// Late move reductions: number of fail highs so far at the next ply from which `lmr_child_cuts` is added.
    lmr_many_cuts = 2 in 1..=8 step 1;
    /// Late move reductions: history score that is worth one ply.
    lmr_history_divisor = 6000 in 2000..=20000 step 500;
    /// Late move reductions: margin over the best score from which the re-search goes one ply deeper, centipawns.
    lmr_deeper_margin = 50 in 10..=200 step 10;

    /// Move ordering of captures: weight of the victim's value against the capture history.
    order_victim_weight = 14 in 1..=64 step 2;

    /// History: bonus of the move that failed high, per ply of depth.
    history_bonus = 180 in 50..=400 step 15;
    /// History: constant subtracted from the bonus.
    history_offset = 90 in 0..=300 step 15;
    /// History: cap of the bonus.
    history_bonus_max = 2200 in 500..=4000 step 100;
    /// History: malus of the moves tried before the one that failed high, hundredths of its bonus.
    history_malus = 80 in 20..=200 step 10;
    /// History: bonus of the opponent's last quiet move when a node fails low, hundredths of the bonus of a fail high.
    history_prior_move = 90 in 0..=200 step 10;

    /// History: bonus of a quiet move per centipawn by which it raised the static score of its side.
    history_gain = 6 in 0..=40 step 2;
    /// History: cap of the bonus or malus for a change of the static score.
    history_gain_max = 800 in 100..=4000 step 100;

    /// Delta pruning: margin added to the estimate and the victim's value, centipawns.
    quiescence_margin = 180 in 50..=400 step 15;
    /// Quiescence: number of moves after which only checks and recaptures are tried.
    quiescence_moves = 1 in 1..=10 step 1;
    /// Quiescence: weight of beta against 1 for the score in the mean that a fail high returns.
    quiescence_beta_weight = 1 in 0..=8 step 1;
    /// Quiescence: number of evasions after which quiet ones are skipped, once one of them avoids a mate.
    quiescence_evasions = 2 in 1..=6 step 1;

    /// Correction history: weight of the table by pawns, sixty-fourths.
    correction_pawns = 52 in 0..=128 step 8;
    /// Correction history: weight of the table by kings, advisors and bishops, sixty-fourths.
    correction_defence = 36 in 0..=128 step 8;
    /// Correction history: weight of each side's table by rooks, knights and cannons, sixty-fourths.
    correction_attack = 46 in 0..=128 step 8;
    /// Correction history: weight of the table by the last move, sixty-fourths.
    correction_last_move = 52 in 0..=128 step 8;
    /// Correction history: weight of the table by the last two moves, sixty-fourths.
    correction_last_two_moves = 40 in 0..=128 step 8;
    /// Correction history: cap of the learning weight, which is the depth plus one.
    correction_depth_max = 13 in 4..=32 step 2;

    /// Natural limit: number of plies before it within which TT scores are not used, except mates.
    natural_limit_no_cutoff = 20 in 0..=60 step 5;
    /// Natural limit: plies before it from which the static score is scaled down towards a draw.
    natural_limit_scale_from = 50 in 10..=120 step 10;
    /// Natural limit: plies after it at which the scaled static score would be zero.
    natural_limit_scale_to = 80 in 10..=180 step 10;

    /// Mate search: node budget, as a divisor of the nodes of the main thread.
    mate_node_divisor = 16 in 2..=256 step 4;
    /// Mate search: nodes added to that budget, enough to find again a mate of an earlier search.
    mate_min_nodes = 64 in 0..=4096 step 64;
    /// Mate search: margin of the df-pn threshold (the 1+ε trick); 1/n is ε.
    mate_epsilon_divisor = 4 in 1..=16 step 1;

    /// Vote of the threads: added to a score's distance above the worst score, centipawns.
    vote_base = 10 in 1..=100 step 5;

    // The clock. These numbers are tuned by games on the clock, all others at fixed nodes.

    /// Clock, sudden death: number of moves among which the remaining time is divided.
    time_moves_ahead = 25 in 10..=80 step 3;
    /// Clock, moves to go: share of a move, hundredths of the time left divided by the moves to go.
    time_share = 90 in 40..=150 step 5;
    /// Clock: share of the increment that a move may use, hundredths.
    time_increment = 95 in 0..=100 step 5;
    /// Clock: factor of the share of a move when pondering is on, hundredths.
    time_ponder = 125 in 100..=200 step 5;
    /// Clock, moves to go: hard limit as a multiple of the move's share of the clock.
    time_hard_movestogo = 3 in 1..=10 step 1;
    /// Clock, moves to go: cap of the hard limit, hundredths of the remaining time.
    time_hard_movestogo_share = 70 in 20..=95 step 5;
    /// Clock, sudden death: hard limit as a multiple of the move's share of the clock.
    time_hard = 5 in 1..=10 step 1;
    /// Clock, sudden death: cap of the hard limit, hundredths of the remaining time.
    time_hard_share = 60 in 20..=95 step 5;
    /// Clock: factor of the soft limit when no node was spent on the best move, hundredths.
    time_node_share_base = 160 in 100..=250 step 5;
    /// Clock: decrease of `time_node_share_base` per share of nodes of the best move, hundredths for a share of 1.
    time_node_share_slope = 120 in 0..=150 step 5;
    /// Clock: factor of the soft limit when the best move has just changed, hundredths.
    time_stability_base = 120 in 100..=200 step 5;
    /// Clock: decrease of `time_stability_base` per iteration with the same best move, hundredths.
    time_stability_step = 5 in 0..=15 step 1;
    /// Clock: cap of the number of iterations with the same best move that decrease `time_stability_base`.
    time_stability_max = 8 in 1..=20 step 1;
    /// Clock: fall of the score that would double the soft limit, centipawns.
    time_fall = 200 in 50..=800 step 20;
    /// Clock: cap of the fall of the score that counts, centipawns.
    time_fall_max = 80 in 0..=400 step 10;
}
