//! What the board in a browser asks for, without knowing who carries it: a request in, a reply out, and the events of a
//! search on their way to the page. Needs no thread, no socket and no file.
//!
//! In reading order: [`answers`] what a request comes to, [`files`] games in and out, [`ending`] how a game stands,
//! [`explorer`] opening moves and their results, [`job`] what can be asked of the engine, [`minds`] the engine at its
//! work, [`lines`] what it tells meanwhile, [`events`] the way to the page, [`terms`] and [`words`] how all of it is
//! said.

mod answers;
mod ending;
mod events;
mod explorer;
mod files;
mod job;
mod lines;
mod minds;
mod terms;
mod words;

pub use answers::{Reply, answer, symbols};
pub use events::Events;
pub use files::{File, LARGEST_FILE, LARGEST_GAME, too_large};
pub use job::{Class, Job, Wish};
pub use minds::{Answer, Minds};
pub use words::{Fault, Refusal};
