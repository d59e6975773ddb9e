//! The journal of a run: one line that says whose it is, then one for each pair.

use super::plan::{Parameter, Plan};
use crate::dialect::Dialect;
use crate::identity;
use crate::limit::Limit;
use crate::spec::EngineSpec;
use crate::starts::StartsId;
use anyhow::{Context, ensure};
use guohe_common::journal::LineFile;
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

/// What a journal remembers of the engine: wherever it lies, its program, its files and how it is set.
#[derive(Serialize)]
struct Subject<'a> {
    /// Digest of the program, or its name where none can be read.
    program: String,
    arguments: &'a [String],
    proto: Option<Dialect>,
    options: &'a [(String, String)],
    /// Digests of the files that options name.
    files: Vec<(String, String)>,
}

/// The first line of a journal: all that a continued run must have in common with it, then the columns.
pub(super) fn heading(
    parameters: &[Parameter],
    plan: Plan,
    limit: Limit,
    spec: &EngineSpec,
    starts: &StartsId,
) -> anyhow::Result<String> {
    let (program, arguments) = spec.command.split_first().context("an engine is a program")?;
    let subject = Subject {
        program: identity::program(spec).unwrap_or_else(|| program.clone()),
        arguments,
        proto: spec.proto,
        options: &spec.options,
        files: identity::files(spec),
    };
    let (subject, starts) = (serde_json::to_string(&subject)?, serde_json::to_string(starts)?);
    let Plan { pairs, gain, seed } = plan;
    let clock = if let Limit::Clock { .. } = limit { "tc " } else { "" };
    let mut line =
        format!("{BEGINNING}{pairs} {clock}{limit} gain {gain} seed {seed} engine {subject} starts {starts}");
    for Parameter { name, min, max, step, value } in parameters {
        let _ = write!(line, " {name}={value}:{min}:{max}:{step}");
    }
    Ok(line)
}

/// How the first line of every journal begins.
const BEGINNING: &str = "# pairs ";

/// Opens a journal and reads the pairs that it holds: their numbers and scores, in the order in which they ended.
pub(super) fn open(path: &Path, heading: &str, pairs: u64) -> anyhow::Result<(LineFile, Vec<(u64, i64)>)> {
    let place = || format!("journal {}", path.display());
    let (file, lines) = LineFile::resume(path, heading, BEGINNING)?;
    let mut done: Vec<(u64, i64)> = Vec::new();
    let mut seen = HashSet::new();
    for line in &lines {
        let mut fields = line.split(',');
        let pair = fields.next().and_then(|field| field.parse().ok()).filter(|pair| *pair < pairs);
        let score = fields.next().and_then(|field| field.parse().ok()).filter(|score: &i64| score.abs() <= 2);
        let (pair, score) = pair.zip(score).with_context(|| format!("{}: '{line}' is no pair", place()))?;
        ensure!(seen.insert(pair), "{}: pair {pair} occurs twice", place());
        done.push((pair, score));
    }
    Ok((file, done))
}

#[cfg(test)]
mod tests {
    use super::super::plan::two_parameters;
    use super::*;

    #[test]
    fn a_journal_is_continued_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let open = |heading: &str| open(&path, heading, 9);
        let (mut file, done) = open("# pairs one").unwrap();
        assert!(done.is_empty() && open("# pairs one").is_err(), "two runs write to one journal");
        file.add("0,1,60.0").unwrap();
        file.add("2,-2,61.0").unwrap();
        drop(file);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.clone() + "3,").unwrap();
        assert_eq!(open("# pairs one").unwrap().1, [(0, 1), (2, -2)]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        assert!(open("# pairs other").is_err());
        for line in ["0,7,1.0", "9,1,1.0", "0,1,1.0\n0,1,1.0"] {
            std::fs::write(&path, format!("# pairs one\n{line}\n")).unwrap();
            assert!(open("# pairs one").is_err(), "{line}");
        }
    }

    #[test]
    fn no_other_file_is_taken_for_a_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        for (text, is_taken) in [("notes without an end", false), ("notes\n", false), ("", true), ("# pai", true)] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(open(&path, "# pairs one", 9).is_ok(), is_taken, "{text}");
            let left = std::fs::read_to_string(&path).unwrap();
            assert_eq!(left, if is_taken { "# pairs one\n" } else { text });
        }
    }

    #[test]
    fn a_journal_is_of_one_engine_and_one_file_of_starts() {
        const NODES: Limit = Limit::Nodes(5);
        let plan = Plan { pairs: 9, gain: 0.004, seed: 1 };
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("engine");
        let heading = |limit: Limit, options: &str, digest: &str| {
            let words = [format!("cmd='{}' -v", program.display()), format!("option.net={options}")];
            let starts = StartsId { count: 1, digest: digest.to_owned(), start: 1, sequential: false };
            heading(&two_parameters(), plan, limit, &EngineSpec::parse(&words).unwrap(), &starts).unwrap()
        };
        std::fs::write(&program, "one").unwrap();
        std::fs::write(folder.path().join("a.net"), "one").unwrap();
        let first = heading(NODES, "a.net", "0");
        assert_eq!(heading(NODES, "a.net", "0"), first);
        assert!(first.contains("# pairs 9 nodes 5 gain"));
        let clock = heading("1+0.01".parse().unwrap(), "a.net", "0");
        assert!(clock.contains("# pairs 9 tc 1+0.01 gain"), "{clock}");
        assert!(heading(NODES, "b.net", "0") != first && heading(NODES, "a.net", "1") != first);
        std::fs::write(folder.path().join("a.net"), "two").unwrap();
        let second = heading(NODES, "a.net", "0");
        assert_ne!(second, first);
        std::fs::write(&program, "two").unwrap();
        assert_ne!(heading(NODES, "a.net", "0"), second);
    }
}
