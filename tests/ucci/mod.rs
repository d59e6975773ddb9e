//! The engine on a pipe: the byte streams of real clients, malformed input of every command, and the end of input and
//! output. Every process must end with status 0 and never write to stderr.

mod client;
mod command_line;
mod dialogue;
mod ends;
mod front_ends;
mod levels;
mod malformed;
mod notation;
mod queue;
mod thinking;
mod uci;
