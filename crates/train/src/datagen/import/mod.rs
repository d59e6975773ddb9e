//! Games from other programs: the text that [`super::export`] writes, and PGN whose comments begin with `score/depth`,
//! as fastchess and OpenBench's data generation write it.

mod error;
mod open_game;
mod pgn;
mod text;

use super::chunk::{Chunk, FORMAT, GAMES, Job};
use super::game::Game;
use super::manifest::COMMIT;
use anyhow::{Context, ensure};
use clap::Args;
use guohe::board::Board;
use guohe::eval::nnue::{self, Network};
use guohe::wdl;
use guohe_common::say::{counted, remark, say};
use indicatif::HumanCount;
use open_game::Imported;
use pgn::PgnReader;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use text::TextReader;

/// What to import.
#[derive(Args)]
pub struct ImportArgs {
    /// Files of text as `export` writes it, or of PGN with scores in the comments.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Directory for the games.
    #[arg(long)]
    out: PathBuf,
    /// Convert scores from the scale that Guohe shows (100 wins half of the games) to centipawns of its built-in
    /// network, the unit of the trainer. For PGN with Guohe's own scores
    #[arg(long)]
    calibrated: bool,
    /// Replace games that were imported into the directory before.
    #[arg(long)]
    force: bool,
}

/// What the manifest names as the player of imported games.
const PLAYER: &str = "imported";

/// Whether the games of `chunk` were imported.
pub(super) fn is_imported(chunk: &Chunk) -> bool {
    chunk.facts.job.evaluation == PLAYER
}

/// Reads files of games and writes them as chunks.
///
/// # Errors
/// When a file cannot be read or is wrong, or the directory holds games that may not be replaced.
pub fn import(args: &ImportArgs) -> anyhow::Result<()> {
    let is_new = !args.out.exists();
    let old = if is_new { Vec::new() } else { Chunk::all(&args.out)? };
    let out = args.out.display();
    let is_imported = (is_new || !has_run(&args.out)?) && old.iter().all(is_imported);
    ensure!(is_imported, "{out} has games that were not imported; use another directory");
    ensure!(old.is_empty() || args.force, "{out} already has games; --force replaces them");
    let shown_by = args.calibrated.then(nnue::embedded);
    let is_calibrated = shown_by.as_ref().is_none_or(|network| wdl::curve(network, &Board::startpos()).is_some());
    ensure!(is_calibrated, "--calibrated: the scores of this program's built-in network are not calibrated");
    let mut imported = Imported::default();
    for path in &args.files {
        let name = || path.display().to_string();
        let input = BufReader::new(File::open(path).with_context(name)?);
        read(input, shown_by.as_ref(), &mut imported).with_context(name)?;
    }
    let has_positions = imported.games.iter().any(|game| !game.plies.is_empty());
    ensure!(
        has_positions,
        "no games with a result and scores were found; {} without a result, {} ended by a fault, {} with a move that has \
         no score",
        imported.without_result,
        imported.by_fault,
        imported.without_score
    );
    std::fs::create_dir_all(&args.out).with_context(|| format!("making {out}"))?;
    let fresh = tempfile::tempdir_in(&args.out).with_context(|| format!("making a folder in {out}"))?;
    write(fresh.path(), &imported.games)?;
    Chunk::replace(&old, fresh.path(), &args.out)?;
    let positions = imported.games.iter().map(|game| game.plies.len() as u64).sum();
    say!("{} games, {} positions: {out}", HumanCount(imported.games.len() as u64), HumanCount(positions));
    if imported.without_result > 0 {
        say!("left out, as they have no result: {}", counted(imported.without_result, "game"));
    }
    if imported.by_fault > 0 {
        say!("left out, as time, a crash or an illegal move ended them: {}", counted(imported.by_fault, "game"));
    }
    if imported.without_score > 0 {
        say!(
            "left out, as no move has a score, or one after the first score has none: {}",
            counted(imported.without_score, "game")
        );
    }
    if imported.by_guohe > 0 && !args.calibrated {
        let games = counted(imported.by_guohe, "game");
        remark!("Guohe plays in {games}; with its built-in network it shows calibrated scores: see --calibrated");
    }
    Ok(())
}

/// Whether a run of `datagen` has begun in the directory. Its first games are in no chunk yet.
fn has_run(dir: &Path) -> anyhow::Result<bool> {
    let entries = std::fs::read_dir(dir).with_context(|| format!("reading {}", dir.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    Ok(paths.iter().any(|path| path.extension().is_some_and(|suffix| suffix == "job" || suffix == "journal")))
}

fn write(dir: &Path, games: &[Game]) -> anyhow::Result<()> {
    let job = Job {
        format: FORMAT,
        commit: COMMIT.to_owned(),
        bench: 0,
        evaluation: PLAYER.to_owned(),
        nodes: 0,
        opening_nodes: 0,
        seed: 0,
        shard: 1,
        shards: 1,
        chunk_games: GAMES,
    };
    for (number, games) in (0..).zip(games.chunks(GAMES as usize)) {
        let encoded = |game: &Game| {
            let mut bytes = Vec::new();
            game.encode(&mut bytes);
            bytes
        };
        Chunk::write(dir, &job, number, &games.iter().map(encoded).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Reads one file, of PGN if its first line with text is a tag. `shown_by` is the network whose calibrated scores PGN
/// has; `None` for centipawns.
fn read(input: impl BufRead, shown_by: Option<&Arc<Network>>, imported: &mut Imported) -> anyhow::Result<()> {
    let mut text = TextReader::default();
    let mut pgn: Option<PgnReader> = None;
    let mut is_first = true;
    let mut lines = 0;
    for (number, line) in (1..).zip(input.split(b'\n')) {
        let place = || format!("line {number}");
        let line = line.with_context(place)?;
        // Editors of Windows begin a file with a byte order mark.
        let line = if number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line) } else { &line };
        lines = number;
        if is_first && !line.trim_ascii().is_empty() {
            is_first = false;
            pgn = line.starts_with(b"[").then(|| PgnReader::new(shown_by.cloned()));
        }
        match &mut pgn {
            Some(pgn) => pgn.line(number, line, imported)?,
            None => text.line(number, std::str::from_utf8(line).with_context(place)?.trim(), imported)?,
        }
    }
    match &mut pgn {
        Some(pgn) => pgn.end_game(imported)?,
        None => text.end(lines, imported)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::export::{text, whole_text};
    use super::super::play::tests::sample;
    use super::error::{Fault, ImportError};
    use super::*;
    use guohe::game::{Outcome, Reason};
    use guohe::types::Color;

    fn import_text(text: &str) -> anyhow::Result<Vec<Game>> {
        let mut imported = Imported::default();
        read(text.as_bytes(), None, &mut imported)?;
        Ok(imported.games)
    }

    fn error_of(text: &str) -> ImportError {
        import_text(text).unwrap_err().downcast().unwrap()
    }

    #[test]
    fn games_come_back_from_their_text() {
        let games: Vec<Game> = (0..40).map(|seed| sample(seed, &[])).collect();
        assert_eq!(import_text(&whole_text(&games)).unwrap(), games);
    }

    #[test]
    fn games_of_a_run_are_never_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let (file, out) = (dir.path().join("games.txt"), dir.path().join("out"));
        std::fs::write(&file, RECORD).unwrap();
        let args = ImportArgs { files: vec![file], out: out.clone(), calibrated: false, force: true };
        import(&args).unwrap();
        let folders =
            || std::fs::read_dir(&out).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir()).count();
        assert_eq!((Chunk::all(&out).unwrap().len(), folders()), (1, 0));
        for name in ["001of001.journal", "001of001.job"] {
            std::fs::write(out.join(name), "").unwrap();
            let error = import(&args).unwrap_err().to_string();
            assert!(error.contains("not imported"), "{name}: {error}");
            std::fs::remove_file(out.join(name)).unwrap();
        }
        import(&args).unwrap();
    }

    #[test]
    fn a_replacement_that_breaks_off_leaves_no_games_that_pass_for_whole() {
        let dir = tempfile::tempdir().unwrap();
        let (file, out) = (dir.path().join("games.txt"), dir.path().join("out"));
        let args = ImportArgs { files: vec![file.clone()], out: out.clone(), calibrated: false, force: true };
        let import_times = |count: usize| {
            std::fs::write(&file, RECORD.repeat(count)).unwrap();
            import(&args)
        };
        import_times(1).unwrap();
        let obstacle = out.join("001of001-00001.games.zst");
        std::fs::create_dir(&obstacle).unwrap();
        import_times(GAMES as usize + 1).unwrap_err();
        let [chunk] = &Chunk::all(&out).unwrap()[..] else { panic!("the old manifest stays until the last") };
        assert!(format!("{:#}", chunk.games().unwrap_err()).contains("is damaged"));
        std::fs::remove_dir(&obstacle).unwrap();
        for (count, chunks) in [(GAMES as usize + 1, 2), (1, 1)] {
            import_times(count).unwrap();
            let found = Chunk::all(&out).unwrap();
            assert_eq!(found.iter().map(|chunk| chunk.games().unwrap().len()).sum::<usize>(), count);
            assert_eq!((found.len(), std::fs::read_dir(&out).unwrap().count()), (chunks, 2 * chunks));
        }
    }

    #[test]
    fn a_ply_beyond_all_numbers_begins_a_game() {
        let record = |ply| RECORD.replace("ply 40", &format!("ply {ply}"));
        assert_eq!(import_text(&format!("{}{}", record(usize::MAX), record(0))).unwrap().len(), 2);
    }

    #[test]
    fn a_line_of_a_comment_may_begin_with_a_bracket() {
        let pgn = "[Game \"Chinese Chess\"]\n[Result \"1-0\"]\n\n1. h2e2 {+0.30/12\n[%clk 1:00]} h9g7 {-0.30/12} 1-0\n";
        assert_eq!(import_text(pgn).unwrap()[0].plies.len(), 2);
    }

    #[test]
    fn records_alone_are_games_by_their_positions() {
        let game = sample(3, &[]);
        let records: String = text(&game, false).unwrap().0.split_inclusive('\n').skip(3).collect();
        let twice = format!("{records}{records}");
        let found = import_text(&twice).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], found[1]);
        assert_eq!((&found[0].plies, found[0].outcome.winner), (&game.plies, game.outcome.winner));
        assert!(found[0].start.is_some() && found[0].opening.is_empty());
        let quiet = text(&game, true).unwrap().0;
        let count = quiet.lines().filter(|line| *line == "e").count();
        let plies: usize = import_text(&quiet).unwrap().iter().map(|game| game.plies.len()).sum();
        assert_eq!(plies, count);
    }

    const RECORD: &str = "fen 3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1\nmove f0f5\nscore 900\nply 40\nresult 1\ne\n";

    #[test]
    fn each_fault_has_its_line() {
        assert_eq!(import_text(RECORD).unwrap().len(), 1);
        for (from, to, line, fault) in [
            ("score 900\n", "", 5, Fault::Missing("score")),
            ("score 900", "score 40000", 3, Fault::BadValue("score", "40000".to_owned())),
            ("f0f5", "f0g8", 2, Fault::IllegalMove("f0g8".parse().unwrap())),
            ("f0f5", "f0", 2, Fault::BadValue("move", "f0".to_owned())),
            ("result 1", "result 2", 5, Fault::BadValue("result", "2".to_owned())),
            ("ply 40", "ply", 4, Fault::BadValue("ply", String::new())),
            ("ply 40", "plies 40", 4, Fault::UnknownWord("plies".to_owned())),
            ("e\n", "", 5, Fault::Unfinished),
            ("fen ", "ending 1-0 mate\nfen ", 1, Fault::Missing("start")),
            ("fen ", "start startpos\nending * mate\nfen ", 2, Fault::BadValue("ending", "* mate".to_owned())),
            ("fen ", "start startpos\nending 1-0 mate\nfen ", 3, Fault::OtherPosition),
            ("fen ", "start startpos\nfen ", 7, Fault::Missing("ending")),
            ("e\n", "e\nstart startpos\n", 7, Fault::Missing("ending")),
            ("fen ", "start startpos\nopening h2h8\nfen ", 2, Fault::IllegalMove("h2h8".parse().unwrap())),
        ] {
            // Only the `e` of its own line.
            let text =
                if from == "e\n" { RECORD.replace("\ne\n", &format!("\n{to}")) } else { RECORD.replacen(from, to, 1) };
            assert_eq!(error_of(&text), ImportError { line, fault }, "{from} {to}");
        }
        let bad = error_of(&RECORD.replace("4KR3", "5R3"));
        assert!(bad.line == 1 && matches!(bad.fault, Fault::BadFen(_)), "{bad}");
        let next = RECORD.replace("9/9/9/9/9/9/9/9/4KR3 w", "9/9/9/5R3/9/9/9/9/4K4 b");
        let next = next.replace("ply 40", "ply 41").replace("f0f5", "d9d8");
        assert_eq!(error_of(&format!("{RECORD}{next}")), ImportError { line: 11, fault: Fault::OtherResult });
        let lost = format!("{RECORD}{}", next.replace("result 1", "result -1"));
        assert_eq!(import_text(&lost).unwrap().len(), 1, "one game of two plies");
    }

    #[test]
    fn calibrated_scores_become_centipawns_of_the_network() {
        let network = nnue::embedded();
        let mut imported = Imported::default();
        let pgn = PGN.replace("[Result", "[RedVersion \"Guohe 0.2.0\"]\n[Result").replace("+35/3", "+8998/3");
        read(pgn.as_bytes(), Some(&network), &mut imported).unwrap();
        // The same material all the time: h centipawns win half of the games.
        let half = wdl::curve(&network, &Board::startpos()).unwrap().half();
        let expected = [(-0.31 * half).round() as i16, 9_993, 8_998];
        assert_eq!(imported.games[0].plies.iter().map(|ply| ply.score).collect::<Vec<_>>(), expected);
        assert_eq!(imported.by_guohe, 1);
    }

    const PGN: &str = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. h2e2 {book} h9g7 {-0.31/9 0.120s, n=4711}\n\
        2. h0g2 {+M7/12 0.5s} i9h9 {+35/3 1s, Red wins by adjudication} 1-0\n\n";

    #[test]
    fn a_score_of_any_size_is_a_score() {
        for (text, score) in [
            ("+32768/9", i16::MAX),
            ("-99999/9", -i16::MAX),
            ("-9999999999/9", -i16::MAX),
            ("+327.68/9", i16::MAX),
            ("-1000.00/9", -i16::MAX),
            ("--9223372036854775808/9", i16::MAX),
            // A time, not depth 0.
            ("-9998/0.012s", -9_998),
        ] {
            let games = import_text(&PGN.replace("-0.31/9", text)).unwrap();
            assert_eq!(games[0].plies[0].score, score, "{text}");
        }
    }

    #[test]
    fn games_without_scores_are_not_imported() {
        let dir = tempfile::tempdir().unwrap();
        let (file, out) = (dir.path().join("games.pgn"), dir.path().join("out"));
        std::fs::write(&file, "[Result \"1-0\"]\n\n1. h2e2 h9g7 1-0\n").unwrap();
        let error = import(&ImportArgs { files: vec![file], out: out.clone(), calibrated: false, force: false });
        assert!(error.unwrap_err().to_string().contains("no games with a result and scores"));
        assert!(!out.exists());
    }

    #[test]
    fn files_may_have_other_encodings_and_begin_with_a_mark() {
        let games = |bytes: &[u8]| {
            let mut imported = Imported::default();
            read(bytes, None, &mut imported).unwrap();
            imported.games
        };
        let expected = import_text(PGN).unwrap();
        // 炮二平五 in GB 18030 and in Big5.
        for cannon in [b"\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5", b"\xac\xb6\xa4G\xa5\xad\xa4\xad"] {
            let text = PGN.replace("h2e2", "MOVE");
            let (before, after) = text.split_once("MOVE").unwrap();
            assert_eq!(games(&[before.as_bytes(), cannon, after.as_bytes()].concat()), expected);
        }
        for text in [PGN, RECORD] {
            assert_eq!(games(format!("\u{feff}{text}").replace('\n', "\r\n").as_bytes()), import_text(text).unwrap());
        }
    }

    #[test]
    fn games_that_a_fault_ended_are_left_out() {
        let ended = |by: &str| PGN.replace("[Result", &format!("[Termination \"{by}\"]\n[Result"));
        let left_out = ["time forfeit", "abandoned", "Stalled connection", "illegal move", "time: 12 ms too late"];
        let pgn =
            [&["normal", "adjudication", "mate"][..], &left_out].concat().into_iter().map(ended).collect::<String>();
        let mut imported = Imported::default();
        read(pgn.as_bytes(), None, &mut imported).unwrap();
        assert_eq!((imported.games.len(), imported.by_fault), (3, 5));
    }

    #[test]
    fn comments_of_pgn_give_the_scores() {
        let unfinished = PGN.replace("1-0", "*");
        let mut imported = Imported::default();
        read(format!("{PGN}{unfinished}{PGN}").as_bytes(), None, &mut imported).unwrap();
        assert_eq!((imported.games.len(), imported.without_result), (2, 1));
        let game = &imported.games[1];
        assert_eq!(game.opening, ["h2e2".parse().unwrap()]);
        assert_eq!(game.plies.iter().map(|ply| ply.score).collect::<Vec<_>>(), [-31, 9_993, 35]);
        assert_eq!(game.outcome, Outcome::loss(Color::Black, Reason::AdjudicatedWin));
        assert_eq!(imported.by_guohe, 0);
        let booked = PGN.replace("{book}", "{+4321/0 0.0s}");
        assert_eq!(import_text(&booked).unwrap(), imported.games[1..]);
        let silent = format!("{PGN}{}", PGN.replace("{+M7/12 0.5s}", ""));
        let mut imported = Imported::default();
        read(silent.as_bytes(), None, &mut imported).unwrap();
        assert_eq!((imported.games.len(), imported.without_score), (1, 1));
        // However long it is.
        let unscored = format!("{PGN}\n[Result \"1-0\"]\n\n{}1-0\n", "1. h2e2 h9g7 2. e2h2 g7h9 ".repeat(100));
        let mut imported = Imported::default();
        read(unscored.as_bytes(), None, &mut imported).unwrap();
        assert_eq!((imported.games.len(), imported.without_score), (1, 1));
        let wrong = error_of(&format!("{PGN}{}", PGN.replace("h0g2", "h0h3")));
        assert!(wrong.line == 11 && matches!(wrong.fault, Fault::Pgn(_)), "{wrong:?}");
    }
}
