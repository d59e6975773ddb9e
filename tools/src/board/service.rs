//! What all requests share.

use super::gate::Token;
use super::tabs::Tabs;
use super::thinker::Thinker;
use std::sync::Arc;
use tokio::sync::Semaphore;

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
