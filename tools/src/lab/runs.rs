//! Runs many searches side by side and hands their outcomes back in order: threads never change a number.

use super::plain;
use super::plain::Outcome;
use super::positions::Position;
use super::setup::Scheme;
use super::setup::Setup;
use crate::progress::Progress;
use guohe::tt::Policy;
use guohe::tt::Table;
use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// One search from an empty table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// Number of the position in [`Lab::positions`].
    pub position: usize,
    pub depth: u32,
    pub setup: Setup,
    pub scheme: Scheme,
    pub buckets: usize,
}

/// Memory that the tables of all threads may take together, in bytes.
const MEMORY: usize = 4 << 30;

/// Positions that are worked on together.
const TOGETHER: usize = 4;

/// Bytes of a bucket.
const BUCKET_BYTES: usize = 32;

/// The positions, the threads, and the outcomes so far: studies that share a run do it once.
pub struct Lab {
    pub positions: Vec<Position>,
    threads: usize,
    done: Mutex<HashMap<Run, Outcome>>,
}

impl Lab {
    /// A laboratory with `threads` threads.
    pub fn new(positions: Vec<Position>, threads: usize) -> Self {
        Self { positions, threads: threads.max(1), done: Mutex::default() }
    }

    /// How many searches it does at a time.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Does the runs, those that were done before excepted, under a progress bar named `title`.
    pub fn run(&self, title: &str, runs: &[Run]) -> Vec<Outcome> {
        let done = self.done.lock().expect("no run panics");
        let mut seen = HashSet::new();
        let mut missing: Vec<Run> =
            runs.iter().copied().filter(|run| !done.contains_key(run) && seen.insert(*run)).collect();
        drop(done);
        // A few positions at a time, so that their evaluations are still known in the next column.
        missing.sort_by_key(|run| run.position / TOGETHER);
        let largest = missing.iter().map(|run| run.buckets * BUCKET_BYTES).max().unwrap_or(0);
        let threads = self.threads.min((MEMORY / largest.max(1)).max(1));
        let outcomes = in_parallel(title, threads, &missing, |run| self.search(run));
        let mut done = self.done.lock().expect("no run panics");
        done.extend(missing.into_iter().zip(outcomes));
        runs.iter().map(|run| done[run]).collect()
    }

    /// Does `work` for every item, under a progress bar named `title`.
    pub fn for_each<T: Sync, R: Send>(&self, title: &str, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
        in_parallel(title, self.threads, items, work)
    }

    fn search(&self, run: &Run) -> Outcome {
        match run.scheme.policy() {
            None => plain::search(&self.positions[run.position].board, run.depth, &run.setup, None),
            Some(policy) => from_empty(self, run, policy),
        }
    }
}

thread_local! {
    /// The table of the thread's last search, empty again. The runs of a column follow each other, so the next one mostly
    /// wants the same table, and its memory is there already.
    static LAST: RefCell<Option<(Scheme, Table)>> = const { RefCell::new(None) };
}

fn from_empty(lab: &Lab, run: &Run, policy: &'static dyn Policy) -> Outcome {
    let last = LAST.take().filter(|(scheme, table)| *scheme == run.scheme && table.buckets() == run.buckets);
    let mut table = last.map_or_else(|| Table::with_policy(run.buckets, policy), |(_, table)| table);
    let board = &lab.positions[run.position].board;
    let outcome = plain::search_and_clear(board, run.depth, &run.setup, &mut table);
    LAST.set(Some((run.scheme, table)));
    outcome
}

/// The results of `work` on each of `items`, in their order.
fn in_parallel<T: Sync, R: Send>(title: &str, threads: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let progress = Progress::new(title, items.len() as u64);
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Relaxed);
                    let Some(item) = items.get(index) else { break };
                    *results[index].lock().expect("each result is written once") = Some(work(item));
                    progress.advance(1);
                }
            });
        }
    });
    progress.end();
    results
        .into_iter()
        .map(|result| result.into_inner().expect("no thread panicked").expect("every item was worked on"))
        .collect()
}
