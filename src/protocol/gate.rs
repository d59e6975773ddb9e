//! Lines on their way from the thread that reads, within bounds.

use std::sync::Arc;
use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::PoisonError;

/// Bytes of lines that may have been read and not been looked at yet.
pub const MOST_UNREAD: usize = 1 << 20;
/// What a line costs beside its bytes.
pub const LINE_COST: usize = 64;

/// Counts the bytes that have been read and not been looked at.
#[derive(Default)]
pub struct Gate {
    held: Mutex<usize>,
    freed: Condvar,
}

impl Gate {
    /// Waits until there is room for a line, or nothing at all is held.
    pub fn enter(self: &Arc<Self>, bytes: Vec<u8>) -> Line {
        let cost = bytes.len() + LINE_COST;
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |held: &mut usize| *held > 0 && *held + cost > MOST_UNREAD;
        let mut held = self.freed.wait_while(held, is_full).unwrap_or_else(PoisonError::into_inner);
        *held += cost;
        Line { bytes, _permit: Permit { gate: Arc::clone(self), cost } }
    }
}

/// Room for a line, given back when the line has been looked at.
struct Permit {
    gate: Arc<Gate>,
    cost: usize,
}

impl Drop for Permit {
    fn drop(&mut self) {
        *self.gate.held.lock().unwrap_or_else(PoisonError::into_inner) -= self.cost;
        self.gate.freed.notify_one();
    }
}

/// A line that was read.
pub struct Line {
    /// Without its line end.
    pub bytes: Vec<u8>,
    _permit: Permit,
}
