//! Guohe (过河, "crossing the river"), a xiangqi engine that speaks UCCI and UCI.
//!
//! The modules in reading order; each uses only rows above its own, which `tests/layering/` holds to.
//!
//! | row | module | what it is for |
//! |---|---|---|
//! | 0 | [`types`] | the vocabulary: squares, pieces, moves, keys, scores |
//! | 0 | [`params`] | every number of the search and its clock that tuning may change |
//! | 0 | `files` | reads files that users name, within bounds |
//! | 0 | [`clock`] | the clock that runs on this target |
//! | 0 | `memory` | huge pages for large allocations |
//! | 1 | [`board`] | what a position is and how a move changes it |
//! | 2 | [`rules`] | what the rule book says about a line of play |
//! | 2 | [`eval`] | what a position is worth without search |
//! | 2 | [`tt`] | the two-level transposition table |
//! | 2 | [`time`] | from a clock to a budget |
//! | 2 | [`book`] | opening theory |
//! | 2 | [`notation`] | moves as people write them |
//! | 3 | [`config`] | the options, and `engine.toml` |
//! | 3 | [`game`] | a game, whether it is over, and why |
//! | 3 | [`wdl`] | chances: what a score wins, and the score that is shown |
//! | 4 | [`search`] | finding the best move, on one thread or several |
//! | 5 | [`engine`] | position, settings and search behind one face |
//! | 5 | [`genfens`] | random starts for test frameworks |
//! | 6 | [`protocol`] | UCCI and UCI: text in, text out |
//! | 6 | [`mod@bench`] | a fixed search that is its own signature |
//!
//! `main` is above them all and only puts them together. The package `guohe-tools` sees what is public here.
//!
//! What can be relied upon, and what holds us to it:
//!
//! - A [`board::Board`] is always a legal position, and nothing in `board` fails once a FEN has been read: `tests/hash.rs`
//!   reads every position of small trees anew. What need not be legal is of another type, which only `rules` uses.
//! - Pieces, side and keys change in three functions of `board/position.rs`, whose fields no other file can reach.
//!   Taking a move back goes through them too.
//! - A [`types::Square`] is one of the 90 points by its type, an enum, and a [`types::Move`] is two of them.
//! - Rows 0 to 5 never write to standard output, which belongs to the protocol, nor to standard error, which some front
//!   ends read as replies: `tests/layering` finds who writes.
//! - Whatever arrives from outside, only `quit` and the end of input end the process: `tests/ucci/malformed.rs`.
//! - No score that depends on the path, a repetition or a verdict of the rules, cuts from the table: `tests/search.rs`.
//! - One thread with a cleared table searches the same nodes for the same input: `tests/determinism.rs`.
//! - Whether a game is over is said in one place, and the search agrees: `tests/game.rs`, `search/decided.rs`.

pub mod bench;
pub mod board;
pub mod book;
pub mod clock;
pub mod config;
pub mod engine;
pub mod eval;
mod files;
pub mod game;
pub mod genfens;
mod memory;
pub mod notation;
pub mod params;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod time;
pub mod tt;
pub mod types;
pub mod wdl;
