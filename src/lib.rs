//! Guohe (过河), a xiangqi engine.
pub mod board;
pub mod book;
pub mod eval;
pub mod rules;
pub mod search;
pub mod time;
pub mod tt;
pub mod types;
