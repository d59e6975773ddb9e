//! The one engine behind the page: one search at a time, on a thread of its own. A move goes before analysis, which
//! pauses and goes on afterwards; of two analyses the one asked for last goes first.

use super::tabs::Tabs;
use guohe::search::{STACK, Signals};
use guohe_play::service::{Answer, Class, Events, Job, Minds};
use serde_json::json;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Reports that are kept, the newest: each is a page of its own.
const MOST_REPORTS: usize = 32;

struct Running {
    tab: String,
    class: Class,
    signals: Arc<Signals>,
    /// Nobody waits for its answer any more.
    is_unwanted: bool,
    /// Of an analysis: its number in [`Queue::analyses`].
    asked: u64,
}

#[derive(Default)]
struct Queue {
    urgent: VecDeque<Job>,
    /// By the order in which they were asked for; the last one is the next.
    analyses: BTreeMap<u64, Job>,
    /// The analyses that were asked for so far.
    asked: u64,
    running: Option<Running>,
    is_closed: bool,
}

impl Queue {
    /// Drops what `tab` asked for of one class.
    fn drop_of(&mut self, tab: &str, class: Class) {
        self.analyses.retain(|_, job| job.tab != tab || job.class() != class);
        self.urgent.retain(|job| job.tab != tab || job.class() != class);
        if let Some(running) = &mut self.running
            && running.tab == tab
            && running.class == class
        {
            running.is_unwanted = true;
            running.signals.stop();
        }
    }
}

/// The engine's desk.
pub struct Thinker {
    queue: Mutex<Queue>,
    bell: Condvar,
    tabs: Arc<Tabs>,
    reports: Mutex<Reports>,
}

/// Pages of the newest reports; the address of one is its number.
#[derive(Default)]
struct Reports {
    /// The number of the first page that is kept. Reports are numbered from 0.
    first: usize,
    pages: VecDeque<String>,
}

impl Thinker {
    /// A thinker with its thread.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn start(tabs: Arc<Tabs>, threads: usize, hash: usize) -> std::io::Result<Arc<Self>> {
        let thinker = Arc::new(Self { queue: Mutex::default(), bell: Condvar::new(), tabs, reports: Mutex::default() });
        let at_work = Arc::clone(&thinker);
        std::thread::Builder::new().name("thinker".to_owned()).stack_size(STACK).spawn(move || {
            let mut minds = Minds::new(threads, hash);
            while let Some((job, signals)) = at_work.next() {
                let answer = minds.think(&job, &signals, &*at_work.tabs);
                at_work.finish(job, &signals, answer);
            }
        })?;
        Ok(thinker)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // The queue is whole between any two of its calls.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a job on the desk, in place of the tab's earlier one of its kind.
    pub fn ask(&self, job: Job) {
        let mut queue = self.lock();
        queue.drop_of(&job.tab, job.class());
        if let Some(running) = &queue.running
            && !running.is_unwanted
        {
            if running.class == Class::Analysis {
                running.signals.stop();
            } else {
                self.tabs.tell(&job.tab, "waiting", json!({ "id": job.id }));
            }
        }
        match job.class() {
            Class::Analysis => {
                queue.asked += 1;
                let asked = queue.asked;
                queue.analyses.insert(asked, job);
            }
            Class::Report => queue.urgent.push_back(job),
            // A move goes before a report that has not begun.
            Class::Play => {
                let at = queue.urgent.iter().position(|other| other.class() == Class::Report);
                let at = at.unwrap_or(queue.urgent.len());
                queue.urgent.insert(at, job);
            }
        }
        self.bell.notify_one();
    }

    /// Drops what `tab` asked for of one class.
    pub fn stop(&self, tab: &str, class: Class) {
        self.lock().drop_of(tab, class);
    }

    /// A report that was made, by the last part of its address.
    pub fn report(&self, name: &str) -> Option<String> {
        let reports = self.reports();
        let at = name.strip_suffix(".html")?.parse::<usize>().ok()?.checked_sub(reports.first)?;
        reports.pages.get(at).cloned()
    }

    /// Keeps a report, in place of the oldest. Returns the last part of its address.
    fn keep(&self, html: String) -> String {
        let mut reports = self.reports();
        if reports.pages.len() == MOST_REPORTS {
            reports.pages.pop_front();
            reports.first += 1;
        }
        reports.pages.push_back(html);
        format!("{}.html", reports.first + reports.pages.len() - 1)
    }

    fn reports(&self) -> MutexGuard<'_, Reports> {
        // The list is whole between any two of its calls.
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tab is gone.
    pub fn forget(&self, tab: &str) {
        let mut queue = self.lock();
        for class in [Class::Play, Class::Report, Class::Analysis] {
            queue.drop_of(tab, class);
        }
    }

    /// Ends the thread as soon as its search has heard of it.
    pub fn close(&self) {
        let mut queue = self.lock();
        queue.is_closed = true;
        if let Some(running) = &queue.running {
            running.signals.stop();
        }
        self.bell.notify_all();
    }

    /// The next job, once there is one; `None` at the end.
    fn next(&self) -> Option<(Job, Arc<Signals>)> {
        let mut queue = self.lock();
        loop {
            if queue.is_closed {
                return None;
            }
            let urgent = queue.urgent.pop_front().map(|job| (0, job));
            if let Some((asked, job)) = urgent.or_else(|| queue.analyses.pop_last()) {
                let signals = Arc::new(Signals::new());
                let running = Running {
                    tab: job.tab.clone(),
                    class: job.class(),
                    signals: Arc::clone(&signals),
                    is_unwanted: false,
                    asked,
                };
                queue.running = Some(running);
                if job.class() == Class::Play {
                    // A clock is running from here on, not while the job lay on the desk.
                    self.tabs.tell(&job.tab, "begun", json!({ "id": job.id }));
                }
                return Some((job, signals));
            }
            queue = self.bell.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish(&self, job: Job, signals: &Signals, answer: Answer) {
        let mut queue = self.lock();
        let Some(running) = queue.running.take().filter(|running| !running.is_unwanted) else { return };
        if queue.is_closed {
            return;
        }
        if job.class() == Class::Analysis && signals.is_stopped() {
            // Somebody more urgent came: it goes on afterwards.
            self.tabs.tell(&job.tab, "waiting", json!({ "id": job.id }));
            queue.analyses.insert(running.asked, job);
            return;
        }
        match answer {
            Answer::Event(kind, data) => self.tabs.tell(&job.tab, kind, data),
            Answer::Report(report) => {
                let address = format!("report/{}", self.keep(report.html));
                let data = json!({ "id": job.id, "address": address, "review": report.review });
                self.tabs.tell(&job.tab, "report", data);
            }
            Answer::NoReport => self.tabs.tell(&job.tab, "report", json!({ "id": job.id })),
        }
    }
}

#[cfg(test)]
impl Thinker {
    /// One whose jobs stay on the desk.
    pub fn without_engine(tabs: Arc<Tabs>) -> Self {
        Self { queue: Mutex::default(), bell: Condvar::new(), tabs, reports: Mutex::default() }
    }

    /// The tabs of the analyses that wait, by the order in which they were asked for.
    pub fn waiting(&self) -> Vec<String> {
        self.lock().analyses.values().map(|job| job.tab.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::board::Board;
    use guohe::rules::Rules;
    use guohe::search::Limits;
    use guohe_common::language::Language;
    use guohe_play::service::Wish;

    fn job(tab: &str, wish: Wish) -> Job {
        let (board, rules) = (Board::startpos(), Rules::default());
        Job { tab: tab.to_owned(), id: 1, wish, board, rules, limits: Limits::default(), game: None }
    }

    #[test]
    fn an_engine_says_when_it_begins() {
        let tabs = Arc::new(Tabs::default());
        tabs.expect("a").unwrap();
        let mut receive = tabs.open("a").unwrap().receive;
        tabs.expect("b").unwrap();
        let mut other = tabs.open("b").unwrap().receive;
        let thinker = Thinker::without_engine(tabs);
        thinker.ask(job("b", Wish::Report(Language::En)));
        let (report, signals) = thinker.next().unwrap();
        thinker.ask(job("a", Wish::Move { level: Some(0), seed: 1 }));
        assert_eq!(receive.try_recv().unwrap().kind, "waiting");
        assert!(receive.try_recv().is_err());
        thinker.finish(report, &signals, Answer::NoReport);
        let event = other.try_recv().unwrap();
        assert_eq!((event.kind, &event.data), ("report", &json!({ "id": 1 })));
        assert_eq!(thinker.next().unwrap().0.tab, "a");
        let event = receive.try_recv().unwrap();
        assert_eq!((event.kind, &event.data), ("begun", &json!({ "id": 1 })));
    }

    #[test]
    fn of_interrupted_analyses_the_one_asked_for_last_goes_on_first() {
        let thinker = Thinker::without_engine(Arc::default());
        let next_is = |expected: &str| {
            let (job, signals) = thinker.next().unwrap();
            assert_eq!(job.tab, expected);
            (job, signals)
        };
        let analysis = |tab: &str| job(tab, Wish::Analysis);
        let end = |(job, signals): (Job, Arc<Signals>)| thinker.finish(job, &signals, Answer::NoReport);
        thinker.ask(analysis("a"));
        let a = next_is("a");
        thinker.ask(analysis("b"));
        end(a);
        let b = next_is("b");
        thinker.ask(job("hint", Wish::Hint));
        end(b);
        end(next_is("hint"));
        // An urgent job interrupted b, a newer analysis interrupts it now.
        let b = next_is("b");
        thinker.ask(analysis("c"));
        end(b);
        for tab in ["c", "b", "a"] {
            end(next_is(tab));
        }
    }

    #[test]
    fn reports_are_found_by_their_address() {
        let thinker = Thinker::without_engine(Arc::default());
        assert_eq!(["one", "two"].map(|html| thinker.keep(html.to_owned())), ["0.html", "1.html"]);
        assert_eq!(["0.html", "1.html"].map(|name| thinker.report(name).unwrap()), ["one", "two"]);
        assert!(["2.html", "1", "x.html", ""].iter().all(|name| thinker.report(name).is_none()));
        let last = (0..MOST_REPORTS).map(|_| thinker.keep("new".to_owned())).last().unwrap();
        assert_eq!(thinker.report(&last).unwrap(), "new");
        assert_eq!(["0.html", "1.html"].map(|name| thinker.report(name)), [None, None], "the oldest have gone");
    }
}
