//! Prefaulting: the table's memory is brought in before a clock runs. Large pages may have to be put together first, which
//! has held up a first search by 0.2 s.

use crate::tt::Table;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::thread::JoinHandle;

/// Megabytes of a table that is worth a thread; a smaller one is there at once.
const LEAST: usize = 8;

/// A thread that brings a table's memory in, and holds the table for as long. Dropped, it ends and lets go of it: before
/// the table is emptied or exchanged, so that never two of them lie side by side.
pub(super) struct Prefault {
    is_wanted: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Prefault {
    /// Begins with the memory of `table`, unless there is too little of it.
    pub(super) fn begin(table: Arc<Table>) -> Option<Self> {
        if table.megabytes() < LEAST {
            return None;
        }
        let is_wanted = Arc::new(AtomicBool::new(true));
        let asked = Arc::clone(&is_wanted);
        let prefault = move || table.prefault(|| asked.load(Relaxed));
        match thread::Builder::new().name("table".to_owned()).spawn(prefault) {
            Ok(thread) => Some(Self { is_wanted, thread: Some(thread) }),
            Err(error) => {
                log::info!("the table's memory comes in while it is searched: no thread: {error}");
                None
            }
        }
    }
}

impl Drop for Prefault {
    fn drop(&mut self) {
        self.is_wanted.store(false, Relaxed);
        if let Some(thread) = self.thread.take() {
            // It cannot have panicked, and if it had, the table would be as good as before.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_left_holding_the_table() {
        let table = Arc::new(Table::new(LEAST));
        let prefault = Prefault::begin(Arc::clone(&table));
        assert!(prefault.is_some());
        drop(prefault);
        assert_eq!(Arc::strong_count(&table), 1);
        assert!(Prefault::begin(Arc::new(Table::new(LEAST - 1))).is_none());
    }
}
