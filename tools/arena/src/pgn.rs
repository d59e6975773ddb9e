//! Games as PGN, for people and for other programs. The text itself is written by `guohe_games`; here is what the arena
//! has to say in it.

use super::record::GameRecord;
use super::record::Header;
use anyhow::Context;
use guohe::board::Board;
use guohe::notation::Style;
use guohe::types::Move;
use guohe_games::GameTree;
use guohe_games::NodeId;
use guohe_games::Target;
use guohe_games::TextEncoding;
use std::fs::File;
use std::fs::OpenOptions;
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
}

/// A PGN file that grows by a game at a time.
pub struct PgnFile {
    file: File,
    plan: PgnPlan,
    header: Header,
    /// By engine: what it said it is.
    versions: [String; 2],
}

impl PgnFile {
    /// Begins the file anew.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(plan: &PgnPlan, header: &Header, versions: [String; 2]) -> anyhow::Result<Self> {
        let open = || OpenOptions::new().create(true).write(true).truncate(true).open(&plan.path);
        let file = open().with_context(|| format!("opening {}", plan.path.display()))?;
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
fn game(header: &Header, versions: &[String; 2], record: &GameRecord, plan: &PgnPlan) -> Vec<u8> {
    let start = Board::from_fen(&record.fen).unwrap_or_else(|_| Board::startpos());
    let mut game = GameTree::from_board(&start);
    let (red, black) = (record.red, 1 - record.red);
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
        ("TimeControl", &header.limit),
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
        if let Some(comment) = comment(record, index).filter(|_| !plan.is_plain) {
            game.add_comment(node, &comment);
        }
    }
    guohe_games::write(&game, 1, Target::Pgn(plan.style), TextEncoding::Utf8).bytes
}

fn termination(record: &GameRecord) -> String {
    let more = if record.detail.is_empty() { String::new() } else { format!(": {}", record.detail) };
    format!("{}{more}", record.reason.name())
}

/// Score, depth and time of a move.
fn comment(record: &GameRecord, index: usize) -> Option<String> {
    let ms = record.ms.get(index)?;
    let score = record.score.get(index).copied().flatten().map_or(String::new(), |score| format!("{score:+}/"));
    let depth = record.depth.get(index).copied().flatten().map_or(String::new(), |depth| format!("{depth} "));
    Some(format!("{score}{depth}{}.{:03}s", ms / 1000, ms % 1000))
}

#[cfg(test)]
mod tests {
    use super::super::record::tests;
    use super::*;
    use guohe::board::STARTPOS;
    use guohe::game::Reason;

    fn text(record: &GameRecord, style: &str, is_plain: bool) -> String {
        let plan = PgnPlan { path: PathBuf::new(), style: style.parse().unwrap(), is_plain };
        let versions = ["A 1.0".to_owned(), String::new()];
        String::from_utf8(game(&tests::header(), &versions, record, &plan)).unwrap()
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
