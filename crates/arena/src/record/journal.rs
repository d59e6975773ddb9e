//! The match file as it lies on the disk: read whole, and written as the match runs, so that a match that was broken
//! off goes on where it stopped.

use super::lines::{GameRecord, Header, differences};
use crate::dialect::MOST_CENTIPAWNS;
use anyhow::{Context, bail, ensure};
use guohe_common::bounded::read_whole;
use guohe_common::journal::{LineFile, is_only_begun, whole_lines};
use serde::Serialize;
use std::collections::HashSet;
use std::path::Path;

/// Longest match file that is read whole, bytes: a million games.
const LONGEST: u64 = 4 << 30;

/// A match file that has been read.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchFile {
    /// The match.
    pub header: Header,
    /// Its games so far.
    pub games: Vec<GameRecord>,
    /// Bytes up to the end of the last whole line.
    pub whole: usize,
}

impl MatchFile {
    /// Reads a match file. A last line that was not written to its end is left out.
    ///
    /// # Errors
    /// When the file cannot be read, is no match file or longer than 4 GiB.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = read_whole(path, LONGEST).with_context(|| format!("reading {}", path.display()))?;
        Self::parse(&bytes).with_context(|| format!("in {}", path.display()))
    }

    fn parse(bytes: &[u8]) -> anyhow::Result<Self> {
        // Cut first: the torn line may end inside a letter.
        let whole = whole_lines(bytes);
        let text = std::str::from_utf8(&bytes[..whole]).context("it is no text")?;
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().context("there is no whole line")?;
        let header: Header = serde_json::from_str(first).context("the first line describes no match")?;
        let header = header.complete()?;
        let pairings = header.pairings();
        let mut games: Vec<GameRecord> = Vec::new();
        let mut seen = HashSet::new();
        for (number, line) in lines {
            let game: GameRecord = serde_json::from_str(line).with_context(|| format!("line {number}"))?;
            ensure!(game.red < 2, "line {number}: unknown engine {}", game.red);
            ensure!(game.game < MOST_GAMES, "line {number}: no match has a game {}", game.game);
            let is_result = ["1-0", "0-1", "1/2-1/2"].contains(&game.result.as_str());
            ensure!(is_result, "line {number}: '{}' is no result", game.result);
            if let Some(score) = game.score.iter().flatten().find(|&&score| i64::from(score).abs() > MOST_CENTIPAWNS) {
                bail!("line {number}: {score} is no score");
            }
            let known = pairings.list().contains(&game.pairing);
            ensure!(known, "line {number}: engines {:?} do not meet", game.pairing);
            ensure!(seen.insert(game.game), "line {number}: game {} occurs twice", game.game);
            games.push(game);
        }
        Ok(Self { header, games, whole })
    }
}

/// Beyond all numbers of games: ten million starts for each of the pairings of hundreds of engines.
const MOST_GAMES: u64 = 1 << 48;

/// How the first line of every match file begins.
const BEGINNING: &[u8] = b"{\"format\":\"guohe arena ";

/// A match file that is being written.
pub struct Journal {
    file: LineFile,
    /// The first line is still to be written.
    is_new: bool,
}

impl Journal {
    /// Opens `path` for a match; that of the same match is continued. Returns the games that it has already. A new file
    /// stays empty until [`Journal::begin`].
    ///
    /// # Errors
    /// When the file belongs to another match, or cannot be read or written.
    pub fn open(path: &Path, header: &Header) -> anyhow::Result<(Self, Vec<GameRecord>)> {
        let (mut file, bytes) = LineFile::open(path)?;
        if is_only_begun(&bytes, BEGINNING) {
            file.cut(0)?;
            return Ok((Self { file, is_new: true }, Vec::new()));
        }
        let old = MatchFile::parse(&bytes).with_context(|| format!("in {}", path.display()))?;
        let command = header.with_protocols_of(&old.header);
        if old.header != command {
            let differences = differences(&old.header, &command, ["in the file", "in the command"])?.join("; ");
            bail!("{} belongs to another match ({differences}); name another file", path.display());
        }
        file.cut(old.whole)?;
        Ok((Self { file, is_new: false }, old.games))
    }

    /// Opens `path` for a match that begins anew; the games of another match file are lost.
    ///
    /// # Errors
    /// When the file is there and is no match file, or cannot be written.
    pub fn open_anew(path: &Path) -> anyhow::Result<Self> {
        let (mut file, bytes) = LineFile::open(path)?;
        let is_match_file = is_only_begun(&bytes, BEGINNING) || bytes.starts_with(BEGINNING);
        ensure!(is_match_file, "{} is no match file; it is left as it is", path.display());
        file.cut(0)?;
        Ok(Self { file, is_new: true })
    }

    /// Writes the first line of a new file, once all of it is known. Another file stays as it is.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn begin(&mut self, header: &Header) -> anyhow::Result<()> {
        if std::mem::take(&mut self.is_new) { self.add_line(header) } else { Ok(()) }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        self.add_line(game)
    }

    fn add_line(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        self.file.add(&serde_json::to_string(line)?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::tests::{game, header};
    use super::*;
    use crate::dialect::Dialect;
    use guohe::game::Reason;
    use std::fs::OpenOptions;
    use std::io::Write;

    /// Opens a match file and writes its first line if it is new.
    fn begin(path: &Path) -> (Journal, Vec<GameRecord>) {
        let (mut journal, games) = Journal::open(path, &header()).unwrap();
        journal.begin(&header()).unwrap();
        (journal, games)
    }

    #[test]
    fn a_broken_off_match_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let games =
            [game(0, "1-0", Reason::Mate), game(3, "0-1", Reason::Crash), game(1, "1/2-1/2", Reason::Repetition)];
        let (mut journal, old) = begin(&path);
        assert!(old.is_empty());
        journal.add(&games[0]).unwrap();
        journal.add(&games[1]).unwrap();
        drop(journal);
        // The power fails in the middle of a line.
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"game\":2,\"re").unwrap();
        let (mut journal, old) = begin(&path);
        assert_eq!(old, games[..2]);
        journal.add(&games[2]).unwrap();
        assert_eq!(MatchFile::read(&path).unwrap().games, games);
        assert!(Journal::open(&path, &header()).is_err(), "two matches write to one file");
        drop(journal);
        // Another match is not mixed in.
        let other = Header { limit: "nodes 2000".to_owned(), seed: 2, ..header() };
        let error = Journal::open(&path, &other).err().unwrap().to_string();
        let expected =
            "limit is nodes 1000 in the file, nodes 2000 in the command; seed is 1 in the file, 2 in the command";
        assert!(error.contains(expected), "{error}");
        // A protocol that the command leaves to the arena may be any and is no difference; one that it names may not.
        let mut undecided = other;
        undecided.engines[0].proto = None;
        let error = Journal::open(&path, &undecided).err().unwrap().to_string();
        assert!(error.contains(&format!("({expected})")), "{error}");
        let asked = |proto| {
            let mut header = header();
            header.engines[0].proto = proto;
            Journal::open(&path, &header).is_ok()
        };
        assert!(asked(None) && asked(Some(Dialect::Ucci)) && !asked(Some(Dialect::Uci)));
    }

    #[test]
    fn a_line_torn_inside_a_letter_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let (mut journal, _) = begin(&path);
        journal.add(&game(0, "1-0", Reason::Mate)).unwrap();
        drop(journal);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend_from_slice(&"{\"detail\":\"é".as_bytes()[..12]);
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(MatchFile::read(&path).unwrap().games.len(), 1);
        assert_eq!(Journal::open(&path, &header()).unwrap().1.len(), 1);
    }

    #[test]
    fn a_match_broken_off_in_its_first_line_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let line = serde_json::to_string(&header()).unwrap();
        for begun in ["", "{\"for", &line[..line.len() / 2], &line] {
            std::fs::write(&path, begun).unwrap();
            assert!(begin(&path).1.is_empty(), "{begun}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{line}\n"));
        }
        // Somebody else's file is not taken for one.
        std::fs::write(&path, "{\"name\":1}").unwrap();
        assert!(Journal::open(&path, &header()).is_err() && Journal::open_anew(&path).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"name\":1}");
    }

    #[test]
    fn a_match_file_is_begun_anew_on_request() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let other = Header { limit: "nodes 2000".to_owned(), ..header() };
        for header in [header(), other] {
            let mut journal = Journal::open_anew(&path).unwrap();
            journal.begin(&header).unwrap();
            assert_eq!(
                MatchFile::read(&path).unwrap(),
                MatchFile { header, games: Vec::new(), whole: file_size(&path) }
            );
            journal.add(&game(0, "1-0", Reason::Mate)).unwrap();
        }
    }

    fn file_size(path: &Path) -> usize {
        std::fs::metadata(path).unwrap().len() as usize
    }

    #[test]
    fn other_files_are_refused() {
        let line = serde_json::to_string(&header()).unwrap();
        let twice = serde_json::to_string(&game(0, "1-0", Reason::Mate)).unwrap();
        for (old, new) in [
            ("\"game\":0", "\"game\":18446744073709551615"),
            ("1-0", "2-0"),
            ("[30,", "[-2147483648,"),
            ("[30,", "[1000001,"),
        ] {
            let text = twice.replace(old, new);
            assert!(text != twice && MatchFile::parse(format!("{line}\n{text}\n").as_bytes()).is_err(), "{text}");
        }
        for text in ["", "x", "{}\n", "no json\n", &format!("{line}\n{twice}\n{twice}\n"), &format!("{line}\n{{}}\n")] {
            assert!(MatchFile::parse(text.as_bytes()).is_err(), "{text}");
        }
        assert!(MatchFile::parse(format!("{line}\n").as_bytes()).is_ok());
        assert!(MatchFile::parse(format!("{}\n", line.replace("arena 1", "arena 0")).as_bytes()).is_err());
    }
}
