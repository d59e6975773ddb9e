//! Where answers that take time go: to the tab that asked. A tab is a stream of events; when it closes, what it asked
//! for is forgotten.

use serde_json::Value;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use tokio::sync::mpsc;

/// Tabs at a time.
const MOST: usize = 16;
/// Events that may wait for a tab; one that reads no more loses the newest.
const ROOM: usize = 256;
/// Characters of a tab's name.
const LONGEST_NAME: usize = 64;

/// Something told to a tab.
pub struct Event {
    /// What it is.
    pub kind: &'static str,
    /// Its content.
    pub data: Value,
}

struct Tab {
    send: mpsc::Sender<Event>,
    /// Until the stream is asked for.
    receive: Option<mpsc::Receiver<Event>>,
    /// Which stream of the tab this is: a page that was reloaded has a newer one.
    stream: u64,
}

/// All tabs that are open.
#[derive(Default)]
pub struct Tabs {
    tabs: Mutex<HashMap<String, Tab>>,
}

/// Too many tabs, or a name that none of our pages would have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRoom;

impl Tabs {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Tab>> {
        // The map is whole between any two of its calls.
        self.tabs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether `name` may be a tab's.
    fn is_name(name: &str) -> bool {
        (1..=LONGEST_NAME).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    }

    /// Makes sure that the tab is known, so that an answer to it waits for its stream.
    ///
    /// # Errors
    /// When there are too many tabs, or `name` is not one.
    pub fn expect(&self, name: &str) -> Result<(), NoRoom> {
        let mut tabs = self.lock();
        if !Self::is_name(name) {
            return Err(NoRoom);
        }
        if tabs.contains_key(name) {
            return Ok(());
        }
        if tabs.len() >= MOST {
            // Those that never asked for their stream were no pages.
            tabs.retain(|_, tab| tab.receive.is_none());
        }
        if tabs.len() >= MOST {
            return Err(NoRoom);
        }
        let (send, receive) = mpsc::channel(ROOM);
        tabs.insert(name.to_owned(), Tab { send, receive: Some(receive), stream: 0 });
        Ok(())
    }

    /// The stream of a tab and its number, for [`Tabs::close`].
    ///
    /// # Errors
    /// As [`Tabs::expect`].
    pub fn open(&self, name: &str) -> Result<(mpsc::Receiver<Event>, u64), NoRoom> {
        self.expect(name)?;
        let mut tabs = self.lock();
        let tab = tabs.get_mut(name).ok_or(NoRoom)?;
        tab.stream += 1;
        let receive = tab.receive.take().unwrap_or_else(|| {
            let (send, receive) = mpsc::channel(ROOM);
            tab.send = send;
            receive
        });
        Ok((receive, tab.stream))
    }

    /// The stream has ended. Returns whether the tab is gone with it, and not merely reloaded.
    pub fn close(&self, name: &str, stream: u64) -> bool {
        let mut tabs = self.lock();
        let is_last = tabs.get(name).is_some_and(|tab| tab.stream == stream);
        if is_last {
            tabs.remove(name);
        }
        is_last
    }

    /// Tells a tab something, if it is still there.
    pub fn tell(&self, name: &str, kind: &'static str, data: Value) {
        if let Some(tab) = self.lock().get(name) {
            // A tab that does not read loses what it does not read.
            let _ = tab.send.try_send(Event { kind, data });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_wait_for_the_stream_and_reach_their_own_tab_only() {
        let tabs = Tabs::default();
        tabs.expect("a").unwrap();
        tabs.tell("a", "move", Value::from(1));
        tabs.tell("b", "move", Value::from(2));
        let (mut a, stream) = tabs.open("a").unwrap();
        assert_eq!(a.try_recv().unwrap().data, 1);
        let (mut b, _) = tabs.open("b").unwrap();
        assert!(b.try_recv().is_err());
        assert!(tabs.close("a", stream));
        tabs.tell("a", "move", Value::from(3));
        assert!(a.try_recv().is_err());
    }

    #[test]
    fn a_reload_is_not_a_close() {
        let tabs = Tabs::default();
        let (_, first) = tabs.open("a").unwrap();
        let (_receive, second) = tabs.open("a").unwrap();
        assert!(!tabs.close("a", first));
        assert!(tabs.close("a", second));
    }

    #[test]
    fn there_is_room_for_pages_not_for_floods() {
        let tabs = Tabs::default();
        for n in 0..1000 {
            let _ = tabs.expect(&format!("flood-{n}"));
        }
        assert!(tabs.lock().len() <= MOST);
        assert!(tabs.open("page").is_ok());
        assert_eq!(tabs.expect(""), Err(NoRoom));
        assert_eq!(tabs.expect(&"x".repeat(65)), Err(NoRoom));
        assert_eq!(tabs.expect("a\nb"), Err(NoRoom));
    }
}
