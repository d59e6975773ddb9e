//! Sends answers that take time to the tab that asked. Each tab has a stream of events. When the tab is closed, its
//! requests are dropped. A hidden tab closes its stream, since browsers allow only a few; its events are kept until it
//! opens a new one.

use guohe_play::service::Events;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
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
    /// Whether a later one makes it worthless, as the lines of an analysis and the progress of a report.
    fn is_passing(&self) -> bool {
        matches!(self.kind, "info" | "depth" | "waiting") || self.data.get("progress").is_some()
    }

    /// Whether it makes an earlier one that is passing worthless: one of its kind, or that its search has to wait.
    fn outdates(&self, other: &Self) -> bool {
        self.is_passing() && self.kind == other.kind && self.kind != "waiting"
            || other.kind == "waiting" && self.data.get("id").is_some_and(|id| other.data.get("id") == Some(id))
    }
}

struct Tab {
    send: mpsc::Sender<Event>,
    /// Until the stream is asked for.
    receive: Option<mpsc::Receiver<Event>>,
    /// While nobody reads: the newest of the events of which only the newest counts.
    passing: Vec<Event>,
    /// Which stream of the tab this is: a page that was reloaded or has rested has a newer one. None was asked for at
    /// 0.
    stream: u64,
    /// When its rest began.
    rests_since: Option<Instant>,
    /// Its page is closing, and the end of its stream will be its end.
    is_leaving: bool,
}

/// The stream of a tab.
pub struct Opened {
    /// What is told to it.
    pub receive: mpsc::Receiver<Event>,
    /// Its number, for [`Tabs::close`].
    pub number: u64,
    /// As of [`Tabs::expect`].
    pub forgotten: Vec<String>,
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

    /// Registers the tab, so that its events are kept until it opens a stream. Returns the tabs that were removed to
    /// make room: all that never opened a stream. If there is no such tab, it is the one that was hidden first.
    ///
    /// # Errors
    /// When there are too many tabs that are looked at, or `name` is not one.
    pub fn expect(&self, name: &str) -> Result<Vec<String>, NoRoom> {
        let mut tabs = self.lock();
        if !Self::is_name(name) {
            return Err(NoRoom);
        }
        if tabs.contains_key(name) {
            return Ok(Vec::new());
        }
        let mut forgotten = Vec::new();
        if tabs.len() >= MOST {
            forgotten.extend(tabs.extract_if(|_, tab| tab.stream == 0).map(|(name, _)| name));
        }
        if tabs.len() >= MOST {
            let resting = tabs.iter().filter_map(|(name, tab)| Some((tab.rests_since?, name)));
            let name = resting.min().map(|(_, name)| name.clone()).ok_or(NoRoom)?;
            tabs.remove(&name);
            forgotten.push(name);
        }
        let (send, receive) = mpsc::channel(ROOM);
        let tab =
            Tab { send, receive: Some(receive), passing: Vec::new(), stream: 0, rests_since: None, is_leaving: false };
        tabs.insert(name.to_owned(), tab);
        Ok(forgotten)
    }

    /// Opens the stream of a tab. A tab that is not registered first gets the event `new`: it may have been removed
    /// while it was hidden, and then its requests are lost.
    ///
    /// # Errors
    /// As [`Tabs::expect`].
    pub fn open(&self, name: &str) -> Result<Opened, NoRoom> {
        let is_known = self.lock().contains_key(name);
        let forgotten = self.expect(name)?;
        if !is_known {
            self.tell(name, "new", Value::Null);
        }
        let mut tabs = self.lock();
        let tab = tabs.get_mut(name).ok_or(NoRoom)?;
        tab.stream += 1;
        tab.rests_since = None;
        tab.is_leaving = false;
        let receive = tab.receive.take().unwrap_or_else(|| {
            let (send, receive) = mpsc::channel(ROOM);
            tab.send = send;
            receive
        });
        for event in tab.passing.drain(..) {
            let _ = tab.send.try_send(event);
        }
        Ok(Opened { receive, number: tab.stream, forgotten })
    }

    /// Ends the stream of a hidden tab: its last event is `rest`, and later events wait. Returns the number of this
    /// rest, for [`Tabs::close`] when it has lasted too long; `None` if no stream is open or the page is closing, since
    /// browsers also hide a page that closes.
    pub fn rest(&self, name: &str) -> Option<u64> {
        let mut tabs = self.lock();
        let tab = tabs.get_mut(name).filter(|tab| tab.receive.is_none() && !tab.is_leaving)?;
        let _ = tab.send.try_send(Event { kind: "rest", data: Value::Null });
        let (send, receive) = mpsc::channel(ROOM);
        tab.send = send;
        tab.receive = Some(receive);
        // The end of the old stream is not the end of the tab.
        tab.stream += 1;
        tab.rests_since = Some(Instant::now());
        Some(tab.stream)
    }

    /// The number of the tab's stream, 0 while none was asked for; `None` if the tab is not known.
    pub fn stream(&self, name: &str) -> Option<u64> {
        self.lock().get(name).map(|tab| tab.stream)
    }

    /// The page of a tab is closed. Returns whether the tab is gone with it; one that has a stream goes when that ends.
    pub fn leave(&self, name: &str) -> bool {
        let mut tabs = self.lock();
        if let Some(tab) = tabs.get_mut(name).filter(|tab| tab.receive.is_none()) {
            tab.is_leaving = true;
            return false;
        }
        tabs.remove(name);
        true
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
}

impl Events for Tabs {
    /// Tells a tab something, if it is still there.
    fn tell(&self, name: &str, kind: &'static str, data: Value) {
        if let Some(tab) = self.lock().get_mut(name) {
            let event = Event { kind, data };
            if tab.receive.is_some() {
                tab.passing.retain(|other| !event.outdates(other));
                if event.is_passing() {
                    tab.passing.push(event);
                    return;
                }
            }
            // A tab that does not read loses what it does not read.
            let _ = tab.send.try_send(event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stream of a tab, and its number.
    fn open(tabs: &Tabs, name: &str) -> (mpsc::Receiver<Event>, u64) {
        let Opened { receive, number, .. } = tabs.open(name).unwrap();
        (receive, number)
    }

    #[test]
    fn answers_wait_for_the_stream_and_reach_their_own_tab_only() {
        let tabs = Tabs::default();
        tabs.expect("a").unwrap();
        tabs.tell("a", "move", Value::from(1));
        tabs.tell("b", "move", Value::from(2));
        let (mut a, stream) = open(&tabs, "a");
        assert_eq!(a.try_recv().unwrap().data, 1);
        let (mut b, _) = open(&tabs, "b");
        assert_eq!(b.try_recv().unwrap().kind, "new");
        assert!(b.try_recv().is_err());
        assert!(tabs.close("a", stream));
        tabs.tell("a", "move", Value::from(3));
        assert!(a.try_recv().is_err());
    }

    #[test]
    fn a_reload_is_not_a_close() {
        let tabs = Tabs::default();
        let (_, first) = open(&tabs, "a");
        let (_receive, second) = open(&tabs, "a");
        assert!(!tabs.close("a", first));
        assert!(tabs.close("a", second));
    }

    #[test]
    fn a_tab_that_rests_stays_and_misses_nothing_of_worth() {
        let tabs = Tabs::default();
        assert_eq!(tabs.rest("a"), None);
        let (mut old, first) = open(&tabs, "a");
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
        let (mut new, second) = open(&tabs, "a");
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
        let (_receive, _) = open(&tabs, "a");
        tabs.rest("a").unwrap();
        assert!(tabs.leave("a"));
        let (_receive, _) = open(&tabs, "a");
        let rest = tabs.rest("a").unwrap();
        assert!(tabs.close("a", rest));
        let (mut receive, _) = open(&tabs, "a");
        assert_eq!(receive.try_recv().unwrap().kind, "new");
    }

    #[test]
    fn a_page_that_is_hidden_as_it_closes_does_not_rest() {
        let tabs = Tabs::default();
        let (_receive, stream) = open(&tabs, "a");
        assert!(!tabs.leave("a"));
        assert_eq!(tabs.rest("a"), None);
        assert!(tabs.close("a", stream));
        // One that was reloaded may rest again.
        let (_receive, _) = open(&tabs, "a");
        tabs.leave("a");
        let (_receive, second) = open(&tabs, "a");
        assert!(tabs.rest("a").is_some());
        assert!(!tabs.close("a", second));
    }

    #[test]
    fn who_waits_hears_of_it_once_and_only_while_it_lasts() {
        let tabs = Tabs::default();
        let (_receive, _) = open(&tabs, "a");
        tabs.rest("a").unwrap();
        let of = |id: u64| serde_json::json!({ "id": id });
        for _ in 0..2 * ROOM {
            tabs.tell("a", "waiting", of(1));
            tabs.tell("a", "waiting", of(2));
        }
        tabs.tell("a", "begun", of(2));
        tabs.tell("a", "move", of(2));
        let (mut receive, _) = open(&tabs, "a");
        let seen: Vec<_> =
            std::iter::from_fn(|| receive.try_recv().ok()).map(|event| (event.kind, event.data)).collect();
        assert_eq!(seen, [("begun", of(2)), ("move", of(2)), ("waiting", of(1))]);
    }

    #[test]
    fn one_tab_too_many_takes_the_place_of_the_one_that_rested_longest() {
        let tabs = Tabs::default();
        let streams: Vec<_> = (0..MOST).map(|n| tabs.open(&format!("t{n}")).unwrap()).collect();
        assert!(tabs.open("more").is_err(), "all are looked at");
        for n in [5, 3, 9] {
            tabs.rest(&format!("t{n}")).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        assert!(streams.iter().all(|stream| stream.forgotten.is_empty()));
        assert_eq!(tabs.open("more").unwrap().forgotten, ["t5"]);
        // One that never came for its stream goes first.
        tabs.leave("t3");
        assert_eq!(tabs.expect("no-page"), Ok(Vec::new()));
        assert_eq!(tabs.expect("another"), Ok(vec!["no-page".to_owned()]));
        assert_eq!(tabs.lock().len(), MOST);
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
