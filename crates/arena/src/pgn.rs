//! Games as PGN, for people and for other programs. The text itself is written by `guohe_games`; here is what the arena
//! has to say in it.

use super::game::Kept;
use super::record::GameRecord;
use super::record::Header;
use anyhow::Context;
use clap::ValueEnum;
use guohe::board::Board;
use guohe::notation::Style;
use guohe::types::Move;
use guohe_common::output;
use guohe_games::GameTree;
use guohe_games::NodeId;
use guohe_games::Target;
use guohe_games::TextEncoding;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

/// What was asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct PgnPlan {
    /// The file.
    pub path: PathBuf,
    /// How moves are written.
    pub style: Style,
    /// Without comments, for readers that stop at the first one.
    pub is_plain: bool,
    /// What PGN comments contain besides score, depth and time.
    pub details: Vec<Detail>,
}

/// What a comment can tell of a move.
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
    fn tells(&self, detail: Detail) -> bool {
        self.details.contains(&detail)
    }

    /// What the match file has to keep for it: a file that is continued tells all its games.
    pub fn kept(&self) -> Kept {
        Kept { seldepth: self.tells(Detail::Seldepth), pv: self.tells(Detail::Pv), lines: None }
    }
}

/// A PGN file that grows by a game at a time.
pub struct PgnFile {
    file: File,
    plan: PgnPlan,
    header: Header,
    /// By engine: what it said it is.
    versions: Vec<String>,
}

impl PgnFile {
    /// Begins the file anew.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(plan: &PgnPlan, header: &Header, versions: Vec<String>) -> anyhow::Result<Self> {
        let file = output::open(&plan.path, false)?;
        Ok(Self { file, plan: plan.clone(), header: header.clone(), versions })
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

/// One game, an empty line after it.
fn game(header: &Header, versions: &[String], record: &GameRecord, plan: &PgnPlan) -> Vec<u8> {
    let start = Board::from_fen(&record.fen).unwrap_or_else(|_| Board::startpos());
    let mut game = GameTree::from_board(&start);
    let (red, black) = (record.pairing[record.red], record.pairing[1 - record.red]);
    let limits = [red, black].map(|engine| header.limit_of(engine));
    let date = if record.date.is_empty() { "????.??.??" } else { &record.date };
    for (name, value) in [
        ("Event", "guohe arena"),
        ("Site", "?"),
        ("Date", date),
        ("Round", &(record.game + 1).to_string()),
        ("Red", &header.engines[red].name),
        ("Black", &header.engines[black].name),
        ("Result", &record.result),
        ("RedVersion", &versions[red]),
        ("BlackVersion", &versions[black]),
        ("TimeControl", if limits[0] == limits[1] { limits[0] } else { "" }),
        ("WhiteTimeControl", if limits[0] == limits[1] { "" } else { limits[0] }),
        ("BlackTimeControl", if limits[0] == limits[1] { "" } else { limits[1] }),
        ("Termination", &termination(record)),
        ("PlyCount", &record.ms.len().to_string()),
    ] {
        game.set_tag(name, value);
    }
    let mut board = start;
    let mut node = NodeId::ROOT;
    for (index, word) in record.moves.split_ascii_whitespace().enumerate() {
        // The referee lets no other move in.
        let Some(mv) = word.parse::<Move>().ok().filter(|&mv| board.is_legal_move(mv)) else { break };
        let Some(next) = game.add(node, mv) else { break };
        board.make(mv);
        node = next;
        if let Some(comment) = comment(record, index, plan).filter(|_| !plan.is_plain) {
            game.add_comment(node, &comment);
        }
    }
    guohe_games::write(&game, 1, Target::Pgn(plan.style), TextEncoding::Utf8).bytes
}

fn termination(record: &GameRecord) -> String {
    let more = if record.detail.is_empty() { String::new() } else { format!(": {}", record.detail) };
    format!("{}{more}", record.reason.name())
}

/// Score, depth and time of a move, and what else was asked for and is known.
fn comment(record: &GameRecord, index: usize, plan: &PgnPlan) -> Option<String> {
    let ms = record.ms.get(index)?;
    let score = record.score.get(index).copied().flatten().map_or(String::new(), |score| format!("{score:+}/"));
    let depth = record.depth.get(index).copied().flatten().map_or(String::new(), |depth| format!("{depth} "));
    let mut text = format!("{score}{depth}{}.{:03}s", ms / 1000, ms % 1000);
    let nodes = record.nodes.get(index).copied().flatten();
    let extra = record.extras.get(index);
    let told = |detail, value: Option<String>| value.filter(|_| plan.tells(detail));
    let parts = [
        told(Detail::Nodes, nodes.map(|nodes| format!("n={nodes}"))),
        told(Detail::Seldepth, extra.and_then(|extra| extra.seldepth).map(|depth| format!("sd={depth}"))),
        // A move that took less than a millisecond tells nothing of the speed.
        told(
            Detail::Nps,
            nodes.filter(|_| *ms > 0).map(|nodes| format!("nps={}", nodes.saturating_mul(1000) / u64::from(*ms))),
        ),
        told(Detail::Pv, extra.filter(|extra| !extra.pv.is_empty()).map(|extra| format!("pv=\"{}\"", extra.pv))),
    ];
    for part in parts.into_iter().flatten() {
        text += ", ";
        text += &part;
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::super::record::Extra;
    use super::super::record::tests;
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
        let plan = PgnPlan { path: PathBuf::new(), style: style.parse().unwrap(), is_plain, details: details.to_vec() };
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
            [BlackVersion \"A 1.0\"]\n[TimeControl \"nodes 1000\"]\n\
            [Termination \"crash: stderr: \\\"oops\\\"\"]\n[PlyCount \"3\"]\n[SetUp \"1\"]\n\
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
}
