//! The reports that were made last, for those who open them.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Reports that are kept.
const MOST: usize = 8;

/// Reports by name.
#[derive(Default)]
pub struct Reports {
    /// The newest last.
    kept: Mutex<VecDeque<(String, String)>>,
}

impl Reports {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, String)>> {
        // The list is whole between any two of its calls.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A report that was made.
    pub fn find(&self, name: &str) -> Option<String> {
        self.lock().iter().find(|(made, _)| made == name).map(|(_, html)| html.clone())
    }

    /// Keeps a report and drops the oldest. Returns its name.
    pub fn keep(&self, html: String) -> String {
        let mut kept = self.lock();
        let last = kept.back().and_then(|(name, _)| name.strip_suffix(".html")?.parse::<u64>().ok()).unwrap_or(0);
        let name = format!("{}.html", last + 1);
        kept.push_back((name.clone(), html));
        if kept.len() > MOST {
            kept.pop_front();
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ones_are_kept_under_names_of_their_own() {
        let reports = Reports::default();
        let names: Vec<String> = (0..=MOST).map(|number| reports.keep(number.to_string())).collect();
        assert_eq!(reports.find(&names[0]), None);
        for (number, name) in names.iter().enumerate().skip(1) {
            assert_eq!(reports.find(name), Some(number.to_string()));
        }
    }
}
