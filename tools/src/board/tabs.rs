//! Where answers that take time go: to the tab that asked. A tab is a stream of events; when it closes, what it asked
//! for is forgotten. A hidden tab rests: it gives its stream back, as browsers allow few of them, and what is told to it
//! waits for its return.

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

impl Event {
    /// Whether the next of its kind makes it worthless, as the lines of an analysis and the progress of a report.
    fn is_passing(&self) -> bool {
        self.kind == "info" || self.data.get("progress").is_some()
    }
}

struct Tab {
    send: mpsc::Sender<Event>,
    /// Until the stream is asked for.
    receive: Option<mpsc::Receiver<Event>>,
    /// While nobody reads: the newest of the events of which only the newest counts.
    passing: Vec<Event>,
    /// Which stream of the tab this is: a page that was reloaded or has rested has a newer one.
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
        tabs.insert(name.to_owned(), Tab { send, receive: Some(receive), passing: Vec::new(), stream: 0 });
        Ok(())
    }

    /// The stream of a tab and its number, for [`Tabs::close`]. A tab that is not known is told so first: after a long
    /// rest it may have been forgotten, with all that it asked for.
    ///
    /// # Errors
    /// As [`Tabs::expect`].
    pub fn open(&self, name: &str) -> Result<(mpsc::Receiver<Event>, u64), NoRoom> {
        let is_known = self.lock().contains_key(name);
        self.expect(name)?;
        if !is_known {
            self.tell(name, "new", Value::Null);
        }
        let mut tabs = self.lock();
        let tab = tabs.get_mut(name).ok_or(NoRoom)?;
        tab.stream += 1;
        let receive = tab.receive.take().unwrap_or_else(|| {
            let (send, receive) = mpsc::channel(ROOM);
            tab.send = send;
            receive
        });
        for event in tab.passing.drain(..) {
            let _ = tab.send.try_send(event);
        }
        Ok((receive, tab.stream))
    }

    /// Ends the stream of a tab that stays: its last event is `rest`, and what comes later waits. Returns the number of
    /// the rest, for [`Tabs::close`] when it has lasted too long; `None` where no stream is open.
    pub fn rest(&self, name: &str) -> Option<u64> {
        let mut tabs = self.lock();
        let tab = tabs.get_mut(name).filter(|tab| tab.receive.is_none())?;
        let _ = tab.send.try_send(Event { kind: "rest", data: Value::Null });
        let (send, receive) = mpsc::channel(ROOM);
        tab.send = send;
        tab.receive = Some(receive);
        // The end of the old stream is not the end of the tab.
        tab.stream += 1;
        Some(tab.stream)
    }

    /// The page of a tab is closed. Returns whether the tab is gone with it; one that has a stream goes when that ends.
    pub fn leave(&self, name: &str) -> bool {
        let mut tabs = self.lock();
        let has_stream = tabs.get(name).is_some_and(|tab| tab.receive.is_none());
        if !has_stream {
            tabs.remove(name);
        }
        !has_stream
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
        if let Some(tab) = self.lock().get_mut(name) {
            let event = Event { kind, data };
            if tab.receive.is_some() && event.is_passing() {
                tab.passing.retain(|other| other.kind != kind);
                tab.passing.push(event);
                return;
            }
            // A tab that does not read loses what it does not read.
            let _ = tab.send.try_send(event);
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
        assert_eq!(b.try_recv().unwrap().kind, "new");
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
    fn a_tab_that_rests_stays_and_misses_nothing_of_worth() {
        let tabs = Tabs::default();
        assert_eq!(tabs.rest("a"), None);
        let (mut old, first) = tabs.open("a").unwrap();
        tabs.tell("a", "move", Value::from(1));
        let rest = tabs.rest("a").unwrap();
        assert_eq!(tabs.rest("a"), None, "it rests already");
        let seen: Vec<&str> = std::iter::from_fn(|| old.try_recv().ok()).map(|event| event.kind).collect();
        assert_eq!(seen, ["new", "move", "rest"]);
        assert!(old.is_closed());
        assert!(!tabs.close("a", first), "the end of its stream is not its end");
        for n in 0..10_000 {
            tabs.tell("a", "info", Value::from(n));
            tabs.tell("a", "report", serde_json::json!({ "progress": n }));
        }
        tabs.tell("a", "report", serde_json::json!({ "address": "x" }));
        let (mut new, second) = tabs.open("a").unwrap();
        let seen: Vec<Event> = std::iter::from_fn(|| new.try_recv().ok()).collect();
        assert_eq!(seen.iter().map(|event| event.kind).collect::<Vec<_>>(), ["report", "info", "report"]);
        assert_eq!((&seen[0].data["address"], &seen[1].data), (&"x".into(), &9_999.into()));
        assert!(!tabs.close("a", rest), "it came back in time");
        assert!(!tabs.leave("a"), "the end of its stream will tell");
        assert!(tabs.close("a", second));
    }

    #[test]
    fn a_resting_tab_can_be_closed_or_forgotten() {
        let tabs = Tabs::default();
        let (_receive, _) = tabs.open("a").unwrap();
        tabs.rest("a").unwrap();
        assert!(tabs.leave("a"));
        let (_receive, _) = tabs.open("a").unwrap();
        let rest = tabs.rest("a").unwrap();
        assert!(tabs.close("a", rest));
        let (mut receive, _) = tabs.open("a").unwrap();
        assert_eq!(receive.try_recv().unwrap().kind, "new");
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
