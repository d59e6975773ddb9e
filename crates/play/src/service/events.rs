//! Answers that take time, on their way to the page.

use serde_json::Value;

/// Carries events to the pages. An event that cannot be delivered is dropped.
pub trait Events: Sync {
    /// Sends an event of this kind to a tab.
    fn tell(&self, tab: &str, kind: &'static str, data: Value);
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use std::sync::Mutex;

    /// The events that were sent, in order.
    #[derive(Default)]
    pub struct Sent(pub Mutex<Vec<(&'static str, Value)>>);

    impl Events for Sent {
        fn tell(&self, _tab: &str, kind: &'static str, data: Value) {
            self.0.lock().expect("no test panics in here").push((kind, data));
        }
    }
}
