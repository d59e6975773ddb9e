//! Guohe (过河, "crossing the river"), a xiangqi engine that speaks UCCI and UCI.
//!
//! The modules from the basics up. Each uses only modules with a lower row number; `tests/layering/` checks this. In
//! `board`, `rules`, `config`, `game`, `search` and `protocol` the list in `mod.rs` goes the other way, from the top
//! down.
//!
//! | row | module | what it is for |
//! |---|---|---|
//! | 0 | [`types`] | the vocabulary: squares, pieces, moves, keys, scores |
//! | 0 | [`params`] | every number of the search and its clock that tuning may change |
//! | 0 | `files` | reads files named by the user, up to a maximum size |
//! | 0 | [`clock`] | `Instant`: of the system, or of the browser in WebAssembly |
//! | 0 | `memory` | free memory, and huge pages for large allocations |
//! | 1 | [`board`] | what a position is and how a move changes it |
//! | 2 | [`rules`] | what the rule book says about a line of play |
//! | 2 | [`eval`] | what a position is worth without search |
//! | 2 | [`tt`] | the two-level transposition table |
//! | 2 | [`time`] | the time budget of a move |
//! | 2 | [`book`] | opening theory |
//! | 2 | [`notation`] | moves as people write them |
//! | 3 | [`config`] | the options, and `engine.toml` |
//! | 3 | [`game`] | a game, whether it is over, and why |
//! | 3 | [`wdl`] | win, draw and loss chances of a score, and the score that is shown |
//! | 4 | [`search`] | finding the best move, on one thread or several |
//! | 5 | [`engine`] | position, settings, book and search behind one interface |
//! | 5 | [`mod@bench`] | a fixed search whose node count is the signature of the engine |
//! | 5 | [`genfens`] | random starts for test frameworks |
//! | 6 | [`protocol`] | UCCI and UCI: text in, text out |
//!
//! `main` only connects them. The other packages of the workspace use what is public here.
//!
//! What callers may rely on, and the test of each promise that the types do not keep:
//!
//! - A [`board::Board`] is always a legal position, and nothing in `board` fails once a FEN has been read:
//!   `tests/hash.rs` reads the FEN of every position of small trees. Positions that may be illegal have a type of their
//!   own, `Scratch`, which only `rules` uses.
//! - Pieces, side to move and keys change in three functions of `board/position.rs`, whose fields no other file can
//!   reach. Unmake uses them, too.
//! - A [`types::Square`] is one of the 90 points by its type, an enum. A [`types::Move`] is two of them.
//! - Rows 0 to 5 never write to standard output, which belongs to the protocol, nor to standard error, which some front
//!   ends read as replies: `tests/layering` checks this.
//! - Only `quit`, the end of input and a closed output end the process, whatever input arrives: `tests/ucci/malformed.rs`.
//! - Draws and losses by repetition never cause a TT cutoff: `tests/search.rs`. Scores of nodes above them may still
//!   depend on the path (graph-history interaction).
//! - One thread with a cleared table searches the same nodes for the same input: `tests/determinism.rs`.
//! - `game` alone decides whether a game is over, and the search agrees with it: `tests/game.rs`, `search/decided.rs`.

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
