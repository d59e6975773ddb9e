//! Every format read and written, and input that is no game.

mod bad_input;
mod common;
mod formats;
mod pgn;
