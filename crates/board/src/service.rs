//! What all requests share.

use super::gate::Token;
use super::tabs::Tabs;
use super::thinker::Thinker;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// A hidden tab is forgotten after this time, with its analysis: its browser may have died without a word.
const LONGEST_REST: Duration = Duration::from_secs(3600);

/// What all requests share.
pub struct Service {
    /// The secret part of the address.
    pub token: Token,
    /// Where later answers go.
    pub tabs: Arc<Tabs>,
    /// The one engine.
    pub thinker: Arc<Thinker>,
    /// The language that the page starts in, if the command line named one.
    pub language: Option<&'static str>,
    /// How many requests may be under way.
    pub requests: Semaphore,
}

impl Service {
    /// The tab is hidden and wants no stream until it is seen again.
    pub fn rest(&self, tab: String) {
        if let Some(number) = self.tabs.rest(&tab) {
            let (tabs, thinker) = (Arc::clone(&self.tabs), Arc::clone(&self.thinker));
            tokio::spawn(async move {
                tokio::time::sleep(LONGEST_REST).await;
                if tabs.close(&tab, number) {
                    thinker.forget(&tab);
                }
            });
        }
    }
}
