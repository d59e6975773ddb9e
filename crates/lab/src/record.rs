//! The figures of a study in long form: one line for each search, the same heads in every file.

use super::counts::Counts;
use super::plain::Finding;
use anyhow::Context;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::Read;

/// Which search of a study: no two of a study have the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    /// Name of the position.
    pub position: String,
    /// Depth of the search.
    pub depth: u32,
    /// Size of the table, as the study counts it; `None` without a table.
    pub size: Option<u64>,
    /// What is compared: a replacement scheme, an ordering, a way to use the table.
    pub row: String,
}

/// One search and what it counted. What a study does not count is `None`, an empty field in the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub position: String,
    pub depth: u32,
    pub size: Option<u64>,
    #[serde(rename = "policy")]
    pub row: String,
    /// Entries of the recursion.
    pub nodes: u64,
    /// Of these, those that the table did not cut.
    pub unanswered: Option<u64>,
    /// Of the nodes, those at depth 0.
    pub leaves: Option<u64>,
    /// Static evaluations.
    pub evaluations: Option<u64>,
    /// Entries of the table that answered for a position.
    pub hits: Option<u64>,
    /// Positions that a store pushed out of the table.
    pub evictions: Option<u64>,
    /// Hits on entries of another position.
    pub wrong_hits: Option<u64>,
    /// Nodes that such an entry cut.
    pub wrong_cuts: Option<u64>,
    /// Hits not believed, for the stored move is impossible.
    pub refused: Option<u64>,
    /// Centipawns, the side to move's view.
    pub score: Option<i32>,
    /// The best move.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// Of the sources that counted.
    pub commit: String,
}

impl Record {
    /// Which search it is: no two of a study have the same.
    pub fn key(&self) -> Key {
        Key { position: self.position.clone(), depth: self.depth, size: self.size, row: self.row.clone() }
    }

    /// Only nodes.
    pub fn of_nodes(key: &Key, nodes: u64) -> Self {
        Self {
            position: key.position.clone(),
            depth: key.depth,
            size: key.size,
            row: key.row.clone(),
            nodes,
            unanswered: None,
            leaves: None,
            evaluations: None,
            hits: None,
            evictions: None,
            wrong_hits: None,
            wrong_cuts: None,
            refused: None,
            score: None,
            best: None,
            commit: commit().to_owned(),
        }
    }

    /// Everything that a plain search counts, or several together; of the table only if it had one.
    pub fn of_counts(key: &Key, counts: &Counts) -> Self {
        let with_table = |count| key.size.map(|_| count);
        Self {
            unanswered: Some(counts.nodes - counts.cuts),
            leaves: Some(counts.leaves),
            evaluations: Some(counts.evaluations),
            hits: with_table(counts.hits),
            evictions: with_table(counts.evictions),
            ..Self::of_nodes(key, counts.nodes)
        }
    }

    /// The same with what a single search found.
    pub fn of_search(key: &Key, outcome: &Finding) -> Self {
        Self {
            score: Some(outcome.score.get()),
            best: outcome.best.map(|mv| mv.to_string()),
            ..Self::of_counts(key, &outcome.counts)
        }
    }

    /// The same from a search whose hits were verified.
    pub fn of_verified(key: &Key, outcome: &Finding) -> Self {
        Self {
            wrong_hits: Some(outcome.counts.wrong_hits),
            wrong_cuts: Some(outcome.counts.wrong_cuts),
            refused: Some(outcome.counts.refused),
            ..Self::of_search(key, outcome)
        }
    }
}

/// The commit that this program is built from, as git shortens it; with a mark when its sources had been changed since.
pub fn commit() -> &'static str {
    const LONG: &str = env!("GUOHE_COMMIT");
    const SHORT: usize = 12;
    if LONG.ends_with("-changed") { LONG } else { LONG.get(..SHORT).unwrap_or(LONG) }
}

/// The records as CSV.
pub fn csv<T: Serialize>(records: &[T]) -> String {
    let mut table = csv::Writer::from_writer(Vec::new());
    for record in records {
        table.serialize(record).expect("memory takes every record");
    }
    let bytes = table.into_inner().expect("memory takes every record");
    String::from_utf8(bytes).expect("it was made of strings")
}

/// The records of a CSV, or other things that have a line each.
///
/// # Errors
/// When a line cannot be understood.
pub fn parse<T: DeserializeOwned>(text: impl Read) -> anyhow::Result<Vec<T>> {
    let records = csv::Reader::from_reader(text).into_deserialize();
    records.map(|record| record.context("the line is not a record of a search")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_survive_their_file() {
        let key = Key { position: "C78, turned".to_owned(), depth: 5, size: Some(1024), row: "depth".to_owned() };
        let bare = Record { size: None, ..Record::of_nodes(&key, 7) };
        let full = Record { score: Some(-12), best: Some("h2e2".to_owned()), ..Record::of_nodes(&key, 8) };
        let text = csv(&[bare.clone(), full.clone()]);
        assert!(text.starts_with("position,depth,size,policy,nodes,unanswered,"), "{text}");
        assert_eq!(parse::<Record>(text.as_bytes()).unwrap(), [bare, full.clone()]);
        assert_eq!(full.key(), key);
        assert!(parse::<Record>("position,depth\na,b\n".as_bytes()).is_err());
    }
}
