//! Tests of the engine from outside: through its library, and as a program on a pipe (`network`, `ucci`).

mod book;
mod determinism;
mod fen;
mod game;
mod hash;
mod layering;
mod mates;
mod network;
mod notation;
mod perft;
mod rules;
mod search;
mod ucci;
