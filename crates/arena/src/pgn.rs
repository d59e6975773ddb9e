//! The games of a match as PGN, in the arena's layout or in that of fastchess. The text is written by `guohe_games`;
//! here is what the tags and the comments contain.

use super::dialect::plies_to_mate;
use super::game::Kept;
use super::record::{GameRecord, Header};
use super::wording;
use anyhow::Context;
use clap::ValueEnum;
use guohe::board::Board;
use guohe::notation::Style;
use guohe::types::Move;
use guohe_common::place;
use guohe_games::{GameTree, NodeId, Target, TextEncoding};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A PGN file that is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct PgnPlan {
    /// The file.
    pub path: PathBuf,
    /// Whether games are appended to a file that exists; it has those of a resumed match. Otherwise it is overwritten.
    pub append: bool,
    /// Tags and comments.
    pub layout: Layout,
    /// What comments contain besides score, depth and time.
    pub details: Vec<Detail>,
    /// How a line of an engine begins that is kept: the last one before each move goes into the comment.
    pub kept_lines: Option<String>,
}

/// How games are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Layout {
    /// As the arena writes them: scores in centipawns.
    Arena {
        /// How moves are written.
        style: Style,
        /// Without comments, for readers that stop at the first one.
        is_plain: bool,
    },
    /// As fastchess writes them, in ASCII: coordinates, scores in pawns, the reason of the end in the last comment.
    /// Every number asked for is there, 0 where it is not known, since scripts read them by place.
    Fastchess {
        /// The tag `Event`.
        event: String,
        /// The tag `Site`.
        site: String,
    },
}

/// What a comment can contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Detail {
    /// Nodes searched: `n=4711`.
    Nodes,
    /// Depth of the deepest line looked at: `sd=14`.
    Seldepth,
    /// Nodes a second: `nps=812000`.
    Nps,
    /// The principal variation in coordinates: `pv="h2e2 h9g7"`.
    Pv,
}

impl PgnPlan {
    fn has(&self, detail: Detail) -> bool {
        self.details.contains(&detail)
    }

    /// What the match file has to keep for it, so that a resumed match can write all its games.
    pub fn kept(&self) -> Kept {
        Kept { seldepth: self.has(Detail::Seldepth), pv: self.has(Detail::Pv), lines: self.kept_lines.clone() }
    }
}

/// What the arena's PGN files say of the event.
const EVENT: &str = "guohe arena";

/// A PGN file that grows by a game at a time.
pub struct PgnFile {
    file: File,
    /// Whether it held nothing, so that it gets all games of a match that is resumed.
    was_empty: bool,
    plan: PgnPlan,
    header: Header,
    /// By engine: the name that it gave itself.
    versions: Vec<String>,
}

impl PgnFile {
    /// Opens the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn open(plan: &PgnPlan, header: &Header, versions: Vec<String>) -> anyhow::Result<Self> {
        let was_empty = !plan.append || place::is_free(&plan.path);
        let mut file = place::open(&plan.path, plan.append)?;
        if !was_empty && !ends_with_line_break(&plan.path) {
            file.write_all(b"\n\n").with_context(|| format!("writing {}", plan.path.display()))?;
        }
        Ok(Self { file, was_empty, plan: plan.clone(), header: header.clone(), versions })
    }

    /// Adds a game of a match that is resumed, unless the file has it already.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add_old(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        if self.was_empty { self.add(record) } else { Ok(()) }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        let text = game(&self.header, &self.versions, record, &self.plan);
        self.file.write_all(&text).with_context(|| format!("writing {}", self.plan.path.display()))
    }
}

/// Whether a file ends with a line break.
fn ends_with_line_break(path: &Path) -> bool {
    let last = || -> std::io::Result<u8> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        Ok(last[0])
    };
    last().is_ok_and(|last| last == b'\n')
}

/// One game, an empty line after it.
fn game(header: &Header, versions: &[String], record: &GameRecord, plan: &PgnPlan) -> Vec<u8> {
    let start = Board::from_fen(&record.fen).unwrap_or_else(|_| Board::startpos());
    let mut game = GameTree::from_board(&start);
    for (name, value) in tags(header, versions, record, &plan.layout) {
        game.set_tag(name, &value);
    }
    let mut board = start;
    let mut node = NodeId::ROOT;
    for (index, word) in record.moves.split_ascii_whitespace().enumerate() {
        // The referee lets no other move in.
        let Some(mv) = word.parse::<Move>().ok().filter(|&mv| board.is_legal_move(mv)) else { break };
        let Some(next) = game.add(node, mv) else { break };
        board.make(mv);
        node = next;
        let comment = match &plan.layout {
            Layout::Arena { is_plain: true, .. } => None,
            Layout::Arena { .. } => comment(record, index, plan),
            Layout::Fastchess { .. } => Some(fastchess_comment(record, index, plan)),
        };
        if let Some(comment) = comment {
            game.add_comment(node, &comment);
        }
    }
    let style = match plan.layout {
        Layout::Arena { style, .. } => style,
        Layout::Fastchess { .. } => Style::Plain,
    };
    guohe_games::write(&game, 1, Target::Pgn(style), TextEncoding::Utf8).bytes
}

fn tags(header: &Header, versions: &[String], record: &GameRecord, layout: &Layout) -> Vec<(&'static str, String)> {
    let (red, black) = (record.pairing[record.red], record.pairing[1 - record.red]);
    let names = [red, black].map(|engine| header.engines[engine].name.clone());
    let limits = [red, black].map(|engine| header.limit_of(engine).to_owned());
    let mut tags = match layout {
        Layout::Arena { .. } => vec![
            ("Event", EVENT.to_owned()),
            ("Site", "?".to_owned()),
            ("Date", if record.date.is_empty() { "????.??.??".to_owned() } else { record.date.clone() }),
            ("Round", (record.game + 1).to_string()),
            ("Red", names[0].clone()),
            ("Black", names[1].clone()),
            ("Result", record.result.clone()),
            ("RedVersion", versions[red].clone()),
            ("BlackVersion", versions[black].clone()),
            ("Termination", termination(record)),
        ],
        Layout::Fastchess { event, site } => vec![
            ("Event", ascii(event)),
            ("Site", ascii(site)),
            ("Round", (header.pairings().assignment(record.game).start + 1).to_string()),
            ("White", ascii(&names[0])),
            ("Black", ascii(&names[1])),
            ("Result", record.result.clone()),
            ("Termination", wording::termination(record.reason).to_owned()),
        ],
    };
    let [first, second] = limits;
    if first == second {
        tags.push(("TimeControl", first));
    } else {
        tags.extend([("WhiteTimeControl", first), ("BlackTimeControl", second)]);
    }
    tags.push(("PlyCount", record.ms.len().to_string()));
    tags
}

/// In ASCII and without the signs that end a tag or a comment.
fn ascii(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii() && !c.is_ascii_control() && !matches!(c, '"' | '\\' | '{' | '}');
    text.chars().map(|c| if is_plain(c) { c } else { '\'' }).collect()
}

fn termination(record: &GameRecord) -> String {
    let more = if record.detail.is_empty() { String::new() } else { format!(": {}", record.detail) };
    format!("{}{more}", record.reason.name())
}

/// Score, depth and time of a move, and what else is asked for and known: `+31/9 0.120s, n=4711`.
fn comment(record: &GameRecord, index: usize, plan: &PgnPlan) -> Option<String> {
    let ms = record.ms.get(index)?;
    let score = record.score.get(index).copied().flatten().map_or(String::new(), |score| format!("{score:+}/"));
    let depth = record.depth.get(index).copied().flatten().map_or(String::new(), |depth| format!("{depth} "));
    let nodes = record.nodes.get(index).copied().flatten();
    let seldepth = record.extras.get(index).and_then(|extra| extra.seldepth);
    Some(format!("{score}{depth}{}{}", seconds(*ms), details(record, index, plan, nodes, seldepth)))
}

/// The same for readers of fastchess: `+0.31/9 0.120s, n=4711`, and in the last move's comment why the game ended.
fn fastchess_comment(record: &GameRecord, index: usize, plan: &PgnPlan) -> String {
    let score = record.score.get(index).copied().flatten();
    let score = score.map_or("0.00".to_owned(), |score| match plies_to_mate(score) {
        Some(plies) => format!("{}M{plies}", if score > 0 { '+' } else { '-' }),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    });
    let depth = record.depth.get(index).copied().flatten().unwrap_or(0);
    let ms = record.ms.get(index).copied().unwrap_or(0);
    let nodes = record.nodes.get(index).copied().flatten().unwrap_or(0);
    let seldepth = record.extras.get(index).and_then(|extra| extra.seldepth).unwrap_or(depth);
    let details = details(record, index, plan, Some(nodes), Some(seldepth));
    let mut text = format!("{score}/{depth} {}{details}", seconds(ms));
    if index + 1 == record.ms.len() {
        // Words after the moves would be read as moves.
        let more = if record.detail.is_empty() { String::new() } else { format!(": {}", ascii(&record.detail)) };
        text += &format!(", {}{more}", wording::reason(record));
    }
    text
}

/// What else is asked for and known of a move, each part after a comma.
fn details(record: &GameRecord, index: usize, plan: &PgnPlan, nodes: Option<u64>, seldepth: Option<u32>) -> String {
    let ms = u64::from(record.ms.get(index).copied().unwrap_or(0));
    let extra = record.extras.get(index);
    let has_all = matches!(plan.layout, Layout::Fastchess { .. });
    let if_asked = |detail, value: Option<String>| value.filter(|_| plan.has(detail));
    let parts = [
        if_asked(Detail::Nodes, nodes.map(|nodes| format!("n={nodes}"))),
        if_asked(Detail::Seldepth, seldepth.map(|depth| format!("sd={depth}"))),
        // The speed of a move that took less than half a millisecond is not known.
        if_asked(
            Detail::Nps,
            nodes.filter(|_| ms > 0 || has_all).map(|nodes| format!("nps={}", nodes.saturating_mul(1000) / ms.max(1))),
        ),
        if_asked(Detail::Pv, extra.filter(|extra| !extra.pv.is_empty()).map(|extra| format!("pv=\"{}\"", extra.pv))),
        extra.and_then(|extra| extra.remark.as_deref()).map(|line| format!("line=\"{}\"", ascii(line))),
    ];
    parts.into_iter().flatten().map(|part| format!(", {part}")).collect()
}

fn seconds(ms: u32) -> String {
    format!("{}.{:03}s", ms / 1000, ms % 1000)
}

#[cfg(test)]
mod tests {
    use super::super::record::{Extra, tests};
    use super::*;
    use guohe::board::STARTPOS;
    use guohe::game::Reason;

    fn text(record: &GameRecord, style: &str, is_plain: bool) -> String {
        told(record, style, is_plain, &[])
    }

    fn told(record: &GameRecord, style: &str, is_plain: bool, details: &[Detail]) -> String {
        under(&tests::header(), record, style, is_plain, details)
    }

    fn under(header: &Header, record: &GameRecord, style: &str, is_plain: bool, details: &[Detail]) -> String {
        let layout = Layout::Arena { style: style.parse().unwrap(), is_plain };
        write(header, record, layout, details)
    }

    fn write(header: &Header, record: &GameRecord, layout: Layout, details: &[Detail]) -> String {
        let details = details.to_vec();
        let plan = PgnPlan { path: PathBuf::new(), append: true, layout, details, kept_lines: None };
        let versions = ["A 1.0".to_owned(), String::new()];
        String::from_utf8(game(header, &versions, record, &plan)).unwrap()
    }

    fn record() -> GameRecord {
        let mut record = tests::game(1, "0-1", Reason::Crash);
        record.detail = "stderr: \"oops\"".to_owned();
        record.fen = STARTPOS.replace(" w ", " b ");
        record.moves = "h9g7 h2e2 i9h9".to_owned();
        record.ms.push(1234);
        record.date = "2026.01.31".to_owned();
        record
    }

    #[test]
    fn a_game_as_text() {
        let expected = "[Game \"Chinese Chess\"]\n[Variant \"xiangqi\"]\n[Event \"guohe arena\"]\n[Site \"?\"]\n\
            [Date \"2026.01.31\"]\n[Round \"2\"]\n[Red \"b\"]\n[White \"b\"]\n[Black \"a\"]\n[Result \"0-1\"]\n\
            [BlackVersion \"A 1.0\"]\n[Termination \"crash: stderr: \\\"oops\\\"\"]\n\
            [TimeControl \"nodes 1000\"]\n[PlyCount \"3\"]\n[SetUp \"1\"]\n\
            [FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1\"]\n[Format \"ICCS\"]\n\n\
            1... H9-G7 {+30/7 0.010s} 2. H2-E2 {-9998/0.012s} 2... I9-H9 {1.234s} 0-1\n\n";
        assert_eq!(text(&record(), "iccs", false), expected);
    }

    #[test]
    fn engines_with_limits_of_their_own_are_told_apart() {
        let mut header = tests::header();
        header.engines[1].limit = Some("depth 8".to_owned());
        // The second engine has Red.
        let text = under(&header, &record(), "iccs", true, &[]);
        assert!(text.contains("[WhiteTimeControl \"depth 8\"]\n[BlackTimeControl \"nodes 1000\"]\n"), "{text}");
        assert!(!text.contains("[TimeControl"), "{text}");
        header.engines[0].limit = Some("depth 8".to_owned());
        assert!(under(&header, &record(), "iccs", true, &[]).contains("[TimeControl \"depth 8\"]\n"));
    }

    #[test]
    fn comments_tell_what_was_asked_for() {
        let mut record = record();
        let extra = |seldepth, pv: &str| Extra { seldepth, pv: pv.to_owned(), remark: None };
        record.extras = vec![extra(Some(9), "h9g7 h2e2"), extra(None, "")];
        let all = told(&record, "iccs", false, &[Detail::Nodes, Detail::Seldepth, Detail::Nps, Detail::Pv]);
        // Long lines are broken between words.
        let moves = all.split("\n\n").nth(1).unwrap().replace('\n', " ");
        let first = "1... H9-G7 {+30/7 0.010s, n=1000, sd=9, nps=100000, pv=\"h9g7 h2e2\"}";
        assert!(moves.starts_with(first) && moves.ends_with("I9-H9 {1.234s} 0-1"), "{moves}");
        assert!(told(&record, "iccs", false, &[Detail::Nodes]).contains("{+30/7 0.010s, n=1000}"));
    }

    #[test]
    fn moves_are_written_as_asked_for() {
        let moves = |style| text(&record(), style, true).lines().rev().nth(1).unwrap().to_owned();
        assert_eq!(moves("iccs"), "1... H9-G7 2. H2-E2 I9-H9 0-1");
        assert_eq!(moves("wxf"), "1... H8+7 2. C2.5 R9.8 0-1");
        assert_eq!(moves("chinese"), "1... 马8进7 2. 炮二平五 车9平8 0-1");
        assert!(text(&record(), "chinese", true).contains("[Format \"Chinese\"]\n"));
    }

    #[test]
    fn what_is_written_reads_back() {
        for style in Style::NAMES {
            for is_plain in [false, true] {
                let reading = guohe_games::read(text(&record(), style, is_plain).as_bytes());
                assert!(reading.notes.is_empty(), "{style}: {:?}", reading.notes);
                let [game] = &reading.games[..] else { panic!("{style}: {} games", reading.games.len()) };
                let moves: Vec<String> = game.main_line().map(|mv| mv.to_string()).collect();
                assert_eq!(moves.join(" "), record().moves, "{style}");
                assert_eq!((game.tag("Red"), game.tag("Result")), (Some("b"), Some("0-1")));
                let last = game.main_nodes().last().unwrap();
                assert_eq!(game.comment(last), if is_plain { "" } else { "1.234s" });
            }
        }
    }

    #[test]
    fn a_new_file_gets_all_games_of_a_resumed_match() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let layout = Layout::Arena { style: Style::Iccs, is_plain: true };
        let plan = PgnPlan { path: path.clone(), append: true, layout, details: Vec::new(), kept_lines: None };
        std::fs::write(&path, "").unwrap();
        for games in [2, 3] {
            let mut file = PgnFile::open(&plan, &tests::header(), vec![String::new(); 2]).unwrap();
            file.add_old(&record()).unwrap();
            file.add(&record()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap().matches("[Event ").count(), games);
        }
        // After a line that was not ended a game begins on a new one.
        std::fs::write(&path, "1-0").unwrap();
        PgnFile::open(&plan, &tests::header(), vec![String::new(); 2]).unwrap().add(&record()).unwrap();
        assert!(std::fs::read_to_string(&path).unwrap().starts_with("1-0\n\n[Game "));
    }

    /// A block of tags, an empty line, a block of moves, an empty line: so OpenBench's worker cuts games up.
    #[test]
    fn fastchess_has_two_blocks_and_every_move_with_its_comment() {
        let mut record = tests::game(3, "0-1", Reason::Crash);
        record.detail = "exit status: 3; stderr: {ä}".to_owned();
        record.extras = vec![
            Extra { seldepth: Some(11), pv: "h2e2".to_owned(), remark: None },
            Extra { seldepth: None, pv: String::new(), remark: Some("info string pgncomment \"x\"".to_owned()) },
        ];
        let layout = Layout::Fastchess { event: "My match".to_owned(), site: "here".to_owned() };
        let details = [Detail::Nodes, Detail::Seldepth, Detail::Nps, Detail::Pv];
        let text = write(&tests::header(), &record, layout, &details);
        assert!(text.is_ascii());
        let blocks: Vec<&str> = text.split("\n\n").collect();
        assert_eq!((blocks.len(), blocks[2]), (3, ""), "{text}");
        for tag in [
            "[Event \"My match\"]",
            "[Site \"here\"]",
            "[White \"b\"]",
            "[Black \"a\"]",
            "[Round \"2\"]",
            "[Termination \"abandoned\"]",
            "[TimeControl \"nodes 1000\"]",
        ] {
            assert!(blocks[0].contains(tag), "{text}");
        }
        assert_eq!(
            blocks[1].replace('\n', " "),
            "1. h2e2 {+0.30/7 0.010s, n=1000, sd=11, nps=100000, pv=\"h2e2\"} 1... h9g7 {-M2/0 0.012s, n=0, sd=0, \
             nps=0, line=\"info string pgncomment 'x'\", White disconnects: exit status: 3; stderr: '''} 0-1"
        );
    }
}
