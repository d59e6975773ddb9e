//! Runs many searches side by side and hands their records back in order: threads never change a number.

use super::journal::Journal;
use super::plain;
use super::positions::Position;
use super::record::{Key, Record};
use super::scheme::Scheme;
use super::setup::Setup;
use super::table::Table;
use guohe_common::progress::Progress;
use guohe_common::say::remark;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::cell::RefCell;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// A row at a column: what is searched in every position, from an empty table.
#[derive(Clone, Debug)]
pub struct Case {
    /// The row's label.
    pub row: String,
    pub depth: u32,
    /// The size that the study names; `None` without a table.
    pub size: Option<u64>,
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

/// Searches of the study that its journal has.
static KEPT: AtomicUsize = AtomicUsize::new(0);

/// Searches that were planned so far: a study may plan in several parts.
static PLANNED: AtomicUsize = AtomicUsize::new(0);

/// The last words of a run that is interrupted.
pub fn say_what_is_kept() {
    match KEPT.load(Relaxed) {
        0 => remark!("no search is kept"),
        kept => remark!(
            "{kept} of the {} searches planned so far are kept: the same command resumes",
            PLANNED.load(Relaxed)
        ),
    }
}

/// The positions, the threads, and what is done already.
pub struct Lab {
    pub positions: Vec<Position>,
    threads: usize,
    journal: Journal,
}

impl Lab {
    /// A laboratory with `threads` threads.
    pub fn new(positions: Vec<Position>, threads: usize) -> Self {
        Self { positions, threads: threads.max(1), journal: Journal::default() }
    }

    /// From now on searches are looked up in `journal`, and written there. Hands out the one before.
    pub fn keep(&mut self, journal: Journal) -> Journal {
        std::mem::replace(&mut self.journal, journal)
    }

    /// Does the cases in every position: the records of a case follow each other, in the order of the positions.
    pub fn search(&self, title: &str, cases: &[Case]) -> Vec<Record> {
        self.search_first(title, cases, self.positions.len())
    }

    /// The same in the first `positions` of them.
    pub fn search_first(&self, title: &str, cases: &[Case], positions: usize) -> Vec<Record> {
        let items: Vec<(Key, (&Case, usize))> = cases
            .iter()
            .flat_map(|case| {
                self.positions.iter().take(positions).enumerate().map(move |(number, position)| {
                    let position = position.name.clone();
                    (Key { position, depth: case.depth, size: case.size, row: case.row.clone() }, (case, number))
                })
            })
            .collect();
        let largest = cases.iter().map(|case| case.buckets * BUCKET_BYTES).max().unwrap_or(0);
        let threads = self.threads.min((MEMORY / largest.max(1)).max(1));
        self.measure_with(title, threads, &items, |key, &(case, number)| {
            Record::of_search(key, &self.search_anew(case, number))
        })
    }

    /// Does `work` for every item that is not in the journal, under a progress bar named `title`.
    pub fn measure<T: Sync>(
        &self,
        title: &str,
        items: &[(Key, T)],
        work: impl Fn(&Key, &T) -> Record + Sync,
    ) -> Vec<Record> {
        self.measure_with(title, self.threads, items, work)
    }

    fn measure_with<T: Sync>(
        &self,
        title: &str,
        threads: usize,
        items: &[(Key, T)],
        work: impl Fn(&Key, &T) -> Record + Sync,
    ) -> Vec<Record> {
        let number = |key: &Key| self.positions.iter().position(|position| position.name == key.position);
        let mut missing: Vec<usize> =
            (0..items.len()).filter(|&item| self.journal.get(&items[item].0).is_none()).collect();
        if missing.len() < items.len() {
            remark!("{title}: {} of {} searches were done before", items.len() - missing.len(), items.len());
        }
        PLANNED.fetch_add(items.len(), Relaxed);
        KEPT.fetch_add(items.len() - missing.len(), Relaxed);
        // A few positions at a time, so that their evaluations are still known in the next column.
        missing.sort_by_key(|&item| number(&items[item].0).map_or(0, |number| number / TOGETHER));
        let done = in_parallel(title, threads, &missing, |&item| {
            let (key, what) = &items[item];
            let record = work(key, what);
            if self.journal.add(&record) {
                KEPT.fetch_add(1, Relaxed);
            }
            record
        });
        let mut records: Vec<Option<Record>> = items.iter().map(|(key, _)| self.journal.get(key).cloned()).collect();
        for (item, record) in missing.into_iter().zip(done) {
            records[item] = Some(record);
        }
        records.into_iter().map(|record| record.expect("it was known or has been done")).collect()
    }

    fn search_anew(&self, case: &Case, number: usize) -> plain::Finding {
        let board = &self.positions[number].board;
        if case.scheme == Scheme::None {
            return plain::search(board, case.depth, &case.setup, None);
        }
        let mut table = table_of(case.scheme, case.buckets);
        let outcome = plain::search_and_clear(board, case.depth, &case.setup, &mut table);
        LAST.set(Some((case.scheme, table)));
        outcome
    }
}

thread_local! {
    /// The table of the thread's last search, empty again. The runs of a column follow each other, so the next one
    /// mostly wants the same table, and its memory is there already.
    static LAST: RefCell<Option<(Scheme, Table)>> = const { RefCell::new(None) };
}

/// An empty table, the thread's last one if it will do.
fn table_of(scheme: Scheme, buckets: usize) -> Table {
    let last = LAST.take().filter(|(of, table)| *of == scheme && table.buckets() == buckets);
    last.map_or_else(|| Table::with_scheme(buckets, scheme), |(_, table)| table)
}

/// The results of `work` on each of `items`, in their order.
fn in_parallel<T: Sync, R: Send>(title: &str, threads: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let progress = Progress::new(title, items.len() as u64);
    let pool = ThreadPoolBuilder::new().num_threads(threads.clamp(1, items.len().max(1))).build();
    let worked = |item| {
        let result = work(item);
        progress.advance(1);
        result
    };
    // One item a job: some take a thousand times as long as others.
    let results =
        pool.expect("the system gives threads").install(|| items.par_iter().with_max_len(1).map(worked).collect());
    progress.end();
    results
}
