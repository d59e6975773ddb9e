//! What the page asks for: JSON in, a [`Reply`] out. Nothing here waits for the engine.

use super::files::{self, TreeIn};
use super::job::{Class, Job, Wish};
use super::terms::{name, texts};
use super::words::{self, Fault, Refusal};
use super::{ending, explorer};
use guohe::board::{Board, STARTPOS};
use guohe::rules::{RuleSet, Rules};
use guohe::search::{Level, Limits};
use guohe::time::Clock;
use guohe::types::{Color, Move};
use guohe_common::language::Language;
use guohe_diagram::Set;
use guohe_games::bilingual::Bilingual;
use guohe_puzzles::solver::Solver;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The longest game, in plies.
const LONGEST_GAME: usize = 5_000;
/// The longest FEN, in bytes.
const LONGEST_FEN: usize = 400;
/// Lines of an analysis.
const MOST_LINES: usize = 5;
/// The longest thought about a move, milliseconds.
const LONGEST_THOUGHT: u64 = 600_000;
/// The longest clock: a day.
const LONGEST_CLOCK: u64 = 86_400_000;
/// The longest thought about a move of a game with a clock, milliseconds. A person waits for it.
const LONGEST_WAIT: u64 = 15_000;
/// Nodes for each of the two moves that are compared when somebody tries again.
const TRY_NODES: u64 = 50_000;
/// What full strength gets when nobody says how long.
const DEFAULT_THOUGHT: u64 = 1_000;
/// The longest mate that is counted, in moves, and the positions that may be searched for it: half a second, as a
/// person waits for it.
const MOST_MATE_MOVES: u8 = 8;
const MATE_POSITIONS: u64 = 60_000;

/// A position by its game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    rules: RulesIn,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesIn {
    set: String,
    fold: u8,
    limit: u32,
}

impl Default for RulesIn {
    fn default() -> Self {
        let rules = Rules::default();
        Self { set: rules.set.name().to_owned(), fold: rules.fold, limit: rules.natural_limit.unwrap_or(0) }
    }
}

impl RulesIn {
    fn read(&self) -> Result<Rules, Refusal> {
        let set: RuleSet =
            self.set.parse().map_err(|_| Refusal::bad("没有这样的规则", "There is no such rule set."))?;
        if !(3..=4).contains(&self.fold) || self.limit > 500 {
            return Err(Refusal::bad("规则的数值超出范围", "The numbers of the rules are out of range."));
        }
        Ok(Rules { set, fold: self.fold, natural_limit: (self.limit > 0).then_some(self.limit) })
    }
}

impl Line {
    /// The game and its rules.
    fn read(&self) -> Result<(Board, Rules), Refusal> {
        let start = self.start.as_deref().unwrap_or(STARTPOS);
        if start.len() > LONGEST_FEN || self.moves.len() > LONGEST_GAME {
            return Err(too_long());
        }
        let mut board = Board::from_fen(start).map_err(|error| Refusal::unlawful(words::fen(&error)))?;
        for text in &self.moves {
            let mv: Move = text
                .parse()
                .map_err(|_| Refusal::bad(format!("看不懂着法“{text}”"), format!("'{text}' is no move.")))?;
            if !board.is_legal_move(mv) {
                return Err(Refusal::unlawful(words::illegal(&board, mv)));
            }
            board.make(mv);
        }
        Ok((board, self.rules.read()?))
    }
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| Refusal::bad(format!("请求有误：{error}"), format!("The request is wrong: {error}.")))
}

/// What a request comes to.
pub enum Reply {
    /// Answered at once.
    Json(Value),
    /// A game file.
    File(files::File),
    /// A search that begins; [`Minds::think`](super::Minds::think) does it. The answer at once is its number.
    Search(Box<Job>),
    /// A tab wants its searches of this class no more.
    Stop { tab: String, class: Class },
    /// A tab is hidden.
    Rest { tab: String },
    /// The page of a tab was closed, perhaps while it rested.
    Leave { tab: String },
}

/// What the request `what` with this body comes to. `language` is the one that the page starts in, if it was named.
///
/// # Errors
/// With the reason, when the request is refused.
pub fn answer(what: &str, body: &[u8], language: Option<&str>) -> Result<Reply, Refusal> {
    let most = if what == "import" { files::LARGEST_FILE } else { files::LARGEST_GAME };
    if body.len() > most {
        return Err(Refusal { fault: Fault::TooLarge, reason: files::too_large(what) });
    }
    let value = match what {
        "meta" => meta(language),
        "check" => check(&parse(body)?),
        "position" => position(&parse(body)?)?,
        "rules" => rules(&parse(body)?)?,
        "explorer" => json!({ "moves": explorer::explore(&parse::<Line>(body)?.read()?.0) }),
        "mate" => mate(&parse(body)?)?,
        "import" => files::import(body),
        "export" => {
            let request: ExportRequest = parse(body)?;
            return files::export(&request.game, &request.to).map(Reply::File);
        }
        "go" => return go(parse(body)?).map(Reply::Search),
        "report" => return report(parse(body)?).map(Reply::Search),
        "stop" => return parse(body).map(stop),
        "rest" => return parse(body).map(|TabRequest { tab }| Reply::Rest { tab }),
        "leave" => return parse(body).map(|TabRequest { tab }| Reply::Leave { tab }),
        _ => {
            return Err(Refusal {
                fault: Fault::Unknown,
                reason: Bilingual::new("没有这个功能", "There is no such thing to ask for."),
            });
        }
    };
    Ok(Reply::Json(value))
}

#[derive(Deserialize)]
struct ExportRequest {
    game: TreeIn,
    to: String,
}

/// Starts with a handicap, by name (XQWLight's): the giver has Red and moves first.
const HANDICAPS: [(&str, &str, &str); 6] = [
    ("让左马", "Red gives his left horse", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1"),
    ("让右马", "Red gives his right horse", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 0 1"),
    ("让双马", "Red gives both horses", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1"),
    ("让单车", "Red gives his left rook", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1"),
    ("让双车", "Red gives both rooks", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABN1 w - - 0 1"),
    ("让九子", "Red gives nine pieces", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR w - - 0 1"),
];

/// What people call the levels, from their number on.
const LEVELS: [(u8, &str, &str); 8] = [
    (0, "新手", "novice"),
    (3, "入门", "beginner"),
    (6, "初级", "casual player"),
    (10, "中级", "club player"),
    (14, "高级", "strong player"),
    (17, "高手", "very strong"),
    (19, "准大师", "near master"),
    (20, "全力", "full strength"),
];

fn meta(language: Option<&str>) -> Value {
    json!({
        "language": language,
        "version": concat!("guohe ", env!("CARGO_PKG_VERSION")),
        "rules": RuleSet::ALL.map(RuleSet::name),
        "levels": (0..=Level::FULL).map(level_json).collect::<Vec<_>>(),
        "handicaps": HANDICAPS.map(|(zh, en, fen)| json!({ "zh": zh, "en": en, "fen": fen })),
    })
}

fn level_json(level: u8) -> Value {
    let named = LEVELS.iter().rev().find(|(from, ..)| *from <= level);
    named.map_or(Value::Null, |(_, zh, en)| json!({ "zh": zh, "en": en }))
}

fn position(line: &Line) -> Result<Value, Refusal> {
    let (board, rules) = line.read()?;
    let legal: Vec<Value> = board.legal_moves().into_iter().map(|mv| texts(&board, mv)).collect();
    let (last, opening) = last(&board);
    Ok(json!({
        "fen": board.fen(),
        "side": name(board.side()),
        "check": board.in_check(),
        "legal": legal,
        "last": last,
        "opening": opening,
        "outcome": ending::of(&board, &rules),
    }))
}

/// Why a line cannot be played; nothing where it can. For a page that wants to know before it does.
fn check(line: &Line) -> Value {
    json!({ "refusal": line.read().err().map(|refusal| refusal.reason) })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MateRequest {
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    most: u8,
}

/// In how many more moves the side that has just moved mates at the latest, with the defence that holds out longest; 0
/// where it has mated. `null` if it does not mate within `most` moves, or with `isUnknown` if that took too long.
fn mate(request: &MateRequest) -> Result<Value, Refusal> {
    let line = Line { start: request.start.clone(), moves: request.moves.clone(), rules: RulesIn::default() };
    let (board, _) = line.read()?;
    let mut solver = Solver::quick(MATE_POSITIONS);
    let Ok(moves) = solver.moves_to_be_mated(&board, request.most.min(MOST_MATE_MOVES)) else {
        return Ok(json!({ "moves": null, "defence": null, "isUnknown": true }));
    };
    let defence = moves.filter(|&moves| moves > 0).and_then(|moves| solver.longest_defence(&board, moves).ok()?);
    Ok(json!({ "moves": moves, "defence": defence.map(|mv| mv.to_string()) }))
}

/// The shapes of the pieces, the lines and the river, which the page draws its boards with.
pub fn symbols() -> String {
    static SYMBOLS: LazyLock<String> = LazyLock::new(|| {
        let sets = [Set::Simplified, Set::Traditional, Set::Western].map(guohe_diagram::definitions);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><defs>{}<g id=\"gd-grid\">{}</g><g id=\"gd-river\">{}</g></defs></svg>",
            sets.concat(),
            guohe_diagram::grid(),
            guohe_diagram::river(Set::Simplified)
        )
    });
    SYMBOLS.clone()
}

/// The last move with its texts, and the opening that the game is in or was in last.
fn last(board: &Board) -> (Option<Value>, Option<Bilingual>) {
    let mut at = board.clone();
    let mut last = None;
    let mut opening = explorer::opening(&at);
    while let Some(mv) = at.last_move() {
        at.unmake();
        last.get_or_insert_with(|| texts(&at, mv));
        opening = opening.or_else(|| explorer::opening(&at));
    }
    (last, opening)
}

/// The moves, their reason and their verdict, in words.
fn rules(line: &Line) -> Result<Value, Refusal> {
    let (board, rules) = line.read()?;
    Ok(ending::ruling(&board, &rules))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoRequest {
    tab: String,
    id: u64,
    kind: String,
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    rules: RulesIn,
    level: Option<u8>,
    #[serde(default)]
    seed: u64,
    movetime: Option<u64>,
    clock: Option<ClockIn>,
    multipv: Option<usize>,
    color: Option<String>,
    mv: Option<String>,
    best: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockIn {
    red: u64,
    black: u64,
    increment: u64,
}

fn go(request: GoRequest) -> Result<Box<Job>, Refusal> {
    let (board, rules) = Line { start: request.start, moves: request.moves, rules: request.rules }.read()?;
    if board.legal_moves().is_empty() {
        return Err(Refusal::unlawful(Bilingual::new("对局已经结束。", "The game is over.")));
    }
    let nonsense = || Refusal::bad("看不懂的请求", "The request makes no sense.");
    let wish = match request.kind.as_str() {
        "move" => Wish::Move { level: request.level.filter(|&level| level < Level::FULL), seed: request.seed },
        "hint" => Wish::Hint,
        "offer" => {
            let color = match request.color.as_deref() {
                Some("red") => Color::Red,
                Some("black") => Color::Black,
                _ => return Err(nonsense()),
            };
            Wish::Offer { color, level: request.level.unwrap_or(Level::FULL).min(Level::FULL) }
        }
        "try" => {
            let legal = |text: Option<String>| {
                text.and_then(|text| text.parse().ok()).filter(|&mv| board.is_legal_move(mv)).ok_or_else(nonsense)
            };
            Wish::Try { mv: legal(request.mv)?, best: legal(request.best)? }
        }
        "analysis" => Wish::Analysis,
        _ => return Err(nonsense()),
    };
    let mut limits = Limits { multipv: request.multipv.unwrap_or(1).clamp(1, MOST_LINES), ..Limits::default() };
    let one_move = |time: u64| Clock { move_time: Some(time.clamp(1, LONGEST_THOUGHT)), ..Clock::default() };
    match (wish, request.clock, request.movetime) {
        (Wish::Analysis, ..) => limits.infinite = true,
        (Wish::Try { .. }, ..) => limits.nodes = Some(TRY_NODES),
        (_, Some(clock), _) => {
            let left = if board.side() == Color::Red { clock.red } else { clock.black };
            limits.clock = Some(brisk(left.min(LONGEST_CLOCK), clock.increment.min(LONGEST_CLOCK)));
        }
        (_, None, Some(time)) => limits.clock = Some(one_move(time)),
        // A level bounds itself; full strength without a time thinks for a moment.
        (Wish::Move { level: Some(_), .. }, None, None) => {}
        (_, None, None) => limits.clock = Some(one_move(DEFAULT_THOUGHT)),
    }
    Ok(Box::new(Job { tab: request.tab, id: request.id, wish, board, rules, limits, game: None }))
}

/// The clock that the engine is given in a game with `left` and `increment` milliseconds. No move takes longer than 3 %
/// of the time left and the increment, and most take a fraction of that.
fn brisk(left: u64, increment: u64) -> Clock {
    let longest = (left * 3 / 100 + increment).min(left / 2).min(LONGEST_WAIT);
    // Of a clock without increment a move takes a fifth at most.
    Clock { time: Some(5 * longest), ..Clock::default() }
}

#[derive(Deserialize)]
struct ReportRequest {
    tab: String,
    id: u64,
    game: TreeIn,
    #[serde(default)]
    rules: RulesIn,
    #[serde(default)]
    lang: String,
}

fn too_long() -> Refusal {
    Refusal::bad("对局太长", "The game is too long.")
}

fn report(request: ReportRequest) -> Result<Box<Job>, Refusal> {
    let game = request.game.read()?;
    if game.is_empty() {
        return Err(Refusal::bad("没有可分析的着法", "There is no move to analyse."));
    }
    if game.main_line().count() > LONGEST_GAME {
        return Err(too_long());
    }
    let language = if request.lang == "en" { Language::En } else { Language::Zh };
    Ok(Box::new(Job {
        tab: request.tab,
        id: request.id,
        wish: Wish::Report(language),
        board: game.board(),
        rules: request.rules.read()?,
        limits: Limits::default(),
        game: Some(Box::new(game)),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StopRequest {
    tab: String,
    kind: String,
}

fn stop(request: StopRequest) -> Reply {
    let class = match request.kind.as_str() {
        "analysis" => Class::Analysis,
        "report" => Class::Report,
        _ => Class::Play,
    };
    Reply::Stop { tab: request.tab, class }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TabRequest {
    tab: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::time::budget;
    use std::time::Duration;

    #[test]
    fn only_legal_moves_are_tried() {
        let ask = |mv: &str, best: &str| {
            let body = json!({ "tab": "a", "id": 1, "kind": "try", "mv": mv, "best": best });
            answer("go", body.to_string().as_bytes(), None)
        };
        assert!(matches!(ask("h2e2", "b2e2"), Ok(Reply::Search(job)) if job.limits.nodes == Some(TRY_NODES)));
        assert!(ask("h2e3", "b2e2").is_err());
        assert!(ask("h2e2", "").is_err());
    }

    #[test]
    fn a_report_has_the_number_of_its_request_and_a_game_of_some_length() {
        let ask = |plies: usize| {
            let there_and_back = ["a0a1", "a9a8", "a1a0", "a8a9"].iter().cycle().take(plies).enumerate();
            let moves = there_and_back.map(|(parent, mv)| json!({ "move": { "mv": mv }, "parent": parent }));
            let nodes: Vec<_> = std::iter::once(json!({ "move": null, "parent": null })).chain(moves).collect();
            let body = json!({ "tab": "a", "id": 7, "game": { "start": STARTPOS, "nodes": nodes } });
            answer("report", body.to_string().as_bytes(), None)
        };
        assert!(matches!(ask(1), Ok(Reply::Search(job)) if job.id == 7));
        let refusal = |plies| ask(plies).err().map(|refusal| refusal.reason.english);
        assert_eq!(refusal(0).as_deref(), Some("There is no move to analyse."));
        assert_eq!(refusal(LONGEST_GAME + 1).as_deref(), Some("The game is too long."));
    }

    #[test]
    fn moves_to_a_mate_are_counted() {
        let ask = |moves: &[&str], most: u8| {
            let start = "5a1CC/3ka4/b1R6/p3p4/2p3p1R/P8/2P1c3P/2NrB4/4A4/2B1KA2r b";
            let body = json!({ "start": start, "moves": moves, "most": most });
            match answer("mate", body.to_string().as_bytes(), None) {
                Ok(Reply::Json(found)) => found,
                _ => panic!("no answer"),
            }
        };
        let mating = ["d2d3", "c7c8", "d8d7", "i5i7", "e8f7", "i7f7"];
        assert_eq!(ask(&mating[..2], 3), json!({ "moves": 2, "defence": "d8d7" }));
        assert_eq!(ask(&mating[..2], 1), json!({ "moves": null, "defence": null }));
        assert_eq!(ask(&mating, 3), json!({ "moves": 0, "defence": null }));
        assert!(answer("mate", b"{}", None).is_err(), "nobody said how many moves");
    }

    #[test]
    fn no_move_keeps_a_person_waiting() {
        for left in [0, 50, 1_000, 10_000, 60_000, 600_000, 3_600_000, LONGEST_CLOCK] {
            for increment in [0, 2_000, 5_000, 30_000, LONGEST_CLOCK] {
                let hard = budget(&brisk(left, increment), Duration::ZERO, false).unwrap().hard.as_millis() as u64;
                let most = (left * 3 / 100 + increment).min(15_000).min((left / 2).max(1));
                assert!(hard <= most.max(1), "{hard} ms with {left} + {increment}");
                assert!(hard + 2 >= most, "{hard} ms with {left} + {increment}: the clock is not used");
            }
        }
    }
}
