//! The table's memory, brought in before a clock runs: large pages may have to be put together first, which has held up
//! a first search by 0.2 s.

use crate::tt::Table;
use std::sync::Arc;
use std::thread;

/// Megabytes of a table that is worth a thread; a smaller one is there at once.
const LEAST: usize = 8;

/// Brings the memory of `table` in, on a thread of its own and as long as anybody else holds the table.
pub(super) fn warm(table: Arc<Table>) {
    if table.megabytes() < LEAST {
        return;
    }
    let bring_in = move || table.bring_in(|| Arc::strong_count(&table) > 1);
    if let Err(error) = thread::Builder::new().name("table".to_owned()).spawn(bring_in) {
        log::info!("the table's memory comes in while it is searched: no thread: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn nobody_is_left_holding_the_table() {
        let table = Arc::new(Table::new(LEAST));
        let watched = Arc::downgrade(&table);
        warm(Arc::clone(&table));
        drop(table);
        while watched.strong_count() > 0 {
            thread::sleep(Duration::from_millis(1));
        }
    }
}
