//! What the lines of a match file say: of the match, and of each game.

use crate::adjudicate::Adjudication;
use crate::claims::Warning;
use crate::pairing::{Pairings, Tournament};
use crate::spec::EngineSpec;
use crate::starts::StartsId;
use anyhow::ensure;
use guohe::game::Reason;
use guohe::types::Color;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Name and version of the format.
pub const FORMAT: &str = "guohe arena 1";

/// Beyond all numbers of machines: into more shards no match is cut.
pub const MOST_SHARDS: u64 = 1 << 20;

/// Everything that the result of a match depends on, except how many games are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// The engines; results of two are told from the first one's view.
    pub engines: Vec<EngineSpec>,
    /// How more than two of them meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Tournament>,
    /// Games in a row from each start: 2 with colours exchanged, or 1.
    #[serde(default = "two", skip_serializing_if = "is_two")]
    pub games_per_start: u64,
    /// Digests of their programs, where these could be read.
    pub programs: Vec<Option<String>>,
    /// By engine: the options that name files, with digests of these.
    #[serde(default, skip_serializing_if = "are_empty")]
    pub files: Vec<Vec<(String, String)>>,
    /// The limit for both, as text.
    pub limit: String,
    /// The start positions.
    pub starts: StartsId,
    /// The seed that deals them.
    pub seed: u64,
    /// Which part of the match this is, and of how many.
    pub shard: (u64, u64),
    /// Name of the repetition rules.
    pub rules: String,
    /// At which occurrence a position is judged.
    pub fold: u8,
    /// Moves a side without a capture that make a draw.
    pub natural_limit: Option<u32>,
    /// Plies after which a game is drawn.
    pub max_plies: usize,
    /// Milliseconds by which an engine may exceed its time.
    pub margin: u64,
    /// When games are adjudicated by score.
    pub adjudication: Option<Adjudication>,
}

fn are_empty(files: &[Vec<(String, String)>]) -> bool {
    files.iter().all(Vec::is_empty)
}

const fn two() -> u64 {
    2
}

const fn is_two(games: &u64) -> bool {
    *games == two()
}

impl Header {
    /// Who meets whom.
    pub fn pairings(&self) -> Pairings {
        Pairings::new(self.tournament.unwrap_or_default(), self.engines.len(), self.games_per_start)
    }

    /// Whether each start is played with both colours, so that games 2n and 2n + 1 are a pair.
    pub fn has_pairs(&self) -> bool {
        self.games_per_start == 2
    }

    /// This header, of a command, with the protocols that `file` remembers where the command leaves them to the arena.
    pub fn with_protocols_of(&self, file: &Self) -> Self {
        let mut command = self.clone();
        for (engine, remembered) in command.engines.iter_mut().zip(&file.engines) {
            engine.proto = engine.proto.or(remembered.proto);
        }
        command
    }

    /// The names of the engines.
    pub fn names(&self) -> Vec<String> {
        self.engines.iter().map(|engine| engine.name.clone()).collect()
    }

    /// What bounds the moves of engine number `engine`: its own limit, or that of the match.
    pub fn limit_of(&self, engine: usize) -> &str {
        self.engines.get(engine).and_then(|spec| spec.limit.as_deref()).unwrap_or(&self.limit)
    }

    /// Sees to it that a header that was read is one of a match, with as many entries of each kind as engines.
    ///
    /// # Errors
    /// When it is not.
    pub fn complete(mut self) -> anyhow::Result<Self> {
        let count = self.engines.len();
        ensure!(self.format == FORMAT, "the format is '{}' and not '{FORMAT}'", self.format);
        ensure!(
            count >= 2 && (count == 2) == self.tournament.is_none(),
            "{count} engines do not fit the kind of the match"
        );
        ensure!(matches!(self.games_per_start, 1 | 2), "a start is played {} times", self.games_per_start);
        self.files.resize(self.files.len().max(count), Vec::new());
        ensure!(self.programs.len() == count && self.files.len() == count, "an engine's digests are missing");
        ensure!(
            1 <= self.shard.0 && self.shard.0 <= self.shard.1 && self.shard.1 <= MOST_SHARDS,
            "there is no shard {} of {}",
            self.shard.0,
            self.shard.1
        );
        Ok(self)
    }
}

/// One game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number, from 0; an even game and the next are a pair.
    pub game: u64,
    /// The two engines. Everything else counts them as 0 and 1.
    #[serde(default = "both", skip_serializing_if = "are_both")]
    pub pairing: [usize; 2],
    /// Which of the two had Red.
    pub red: usize,
    /// The start position.
    pub fen: String,
    /// `1-0` when Red won, `0-1` when Black did, `1/2-1/2`.
    pub result: String,
    /// The day on which it ended, in universal time: `2026.01.31`. Empty in files of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// How it ended.
    #[serde(with = "by_name")]
    pub reason: Reason,
    /// More about the end, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The moves, in coordinates with ranks from 0.
    pub moves: String,
    /// Milliseconds of each move.
    pub ms: Vec<u32>,
    /// Depth of each move's last iteration; `null` where the engine told none.
    pub depth: Vec<Option<u32>>,
    /// Score of each move from the mover's view, as the engine showed it, mates near ±10,000.
    pub score: Vec<Option<i32>>,
    /// Nodes of each move.
    pub nodes: Vec<Option<u64>>,
    /// What else is known of each move, where it was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<Extra>,
    /// By engine: the most milliseconds by which a move overstepped its time.
    #[serde(default)]
    pub late: [u32; 2],
    /// What was wrong with the engines' claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// Engines, by index, whose process was of no more use in, before or after this game, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restarts: Vec<(usize, String)>,
    /// In a game that was played out: the result by which it would have been adjudicated.
    #[serde(rename = "call", default, skip_serializing_if = "Option::is_none")]
    pub adjudicated: Option<String>,
}

/// The pairing of a match of two.
const fn both() -> [usize; 2] {
    [0, 1]
}

fn are_both(pairing: &[usize; 2]) -> bool {
    *pairing == both()
}

/// A reason as its name, such as `natural-limit`.
mod by_name {
    use guohe::game::Reason;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(reason: &Reason, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(reason.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Reason, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// What is kept of a move on request.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Extra {
    /// Depth of the deepest line looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// The principal variation in coordinates with ranks from 0, the move itself first.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pv: String,
    /// A line that the match keeps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// The result as PGN writes it.
pub fn result_text(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::Red) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

impl GameRecord {
    /// Twice the points of engine `engine`: 2 for a win, 1 for a draw.
    pub fn half_points(&self, engine: usize) -> u64 {
        let red = match self.result.as_str() {
            "1-0" => 2,
            "0-1" => 0,
            _ => 1,
        };
        if engine == self.red { red } else { 2 - red }
    }

    /// Who makes the first move.
    pub fn first_side(&self) -> Color {
        if self.fen.split(' ').nth(1) == Some("b") { Color::Black } else { Color::Red }
    }

    /// Which of the two engines plays `color`.
    pub fn engine_of(&self, color: Color) -> usize {
        if color == Color::Red { self.red } else { 1 - self.red }
    }

    /// Which of the two engines makes move `index`, counted from 0.
    pub fn mover(&self, index: usize) -> usize {
        let first = self.engine_of(self.first_side());
        if index.is_multiple_of(2) { first } else { 1 - first }
    }

    /// The names of its engines among those of the match.
    pub fn names<'a>(&self, all: &'a [String]) -> [&'a str; 2] {
        self.pairing.map(|engine| all.get(engine).map_or("?", String::as_str))
    }

    /// Whether engine 0 or 1 of this game lost it by what no engine may do, or died in or before it.
    pub fn failed(&self, engine: usize) -> bool {
        (self.reason.is_fault() && self.loser() == Some(engine))
            || self.restarts.iter().any(|&(restarted, _)| restarted == engine)
    }

    /// The engines, by index, that crashed or hung between games, and how. That by which this game was lost is not
    /// among them.
    pub fn breakdowns(&self) -> impl Iterator<Item = (usize, &str)> {
        let lost_by = |engine, why: &str| {
            let is_lost = matches!(self.reason, Reason::Crash | Reason::Hang) && self.loser() == Some(engine);
            is_lost && why == self.detail
        };
        let restarts = self.restarts.iter().map(|(engine, why)| ((*engine).min(1), why.as_str()));
        restarts.filter(move |&(engine, why)| !lost_by(engine, why))
    }

    /// What no engine may do and one did in this game or next to it: `game 7: a loses by illegal move: e0e5`.
    pub fn fault_texts(&self, names: [&str; 2]) -> Vec<String> {
        let number = self.game + 1;
        let more = if self.detail.is_empty() { String::new() } else { format!(": {}", self.detail) };
        let loser = self.loser().filter(|_| self.reason.is_fault());
        let lost = loser.map(|loser| format!("game {number}: {} loses by {}{more}", names[loser], self.reason));
        let broken = self.breakdowns().map(|(engine, why)| format!("game {number}: {}, {why}", names[engine]));
        lost.into_iter().chain(broken).collect()
    }

    /// Which of the two engines lost.
    pub fn loser(&self) -> Option<usize> {
        (0..2).find(|&engine| self.half_points(engine) == 0)
    }
}

/// Longer values are cut in messages.
const SHOWN: usize = 100;

/// Names what two matches differ in, each difference with both values. `places` are where the two are: `in the file`,
/// `in the command`.
pub fn differences(old: &Header, new: &Header, places: [&str; 2]) -> anyhow::Result<Vec<String>> {
    let names = old.names();
    let engines = names.iter().zip(old.engines.iter().zip(&new.engines));
    let orders = engines.filter_map(|(name, (old, new))| reordered(name, [old, new], places));
    let orders: Vec<String> = orders.collect();
    let [old, new] = [facts(old, &names)?, facts(new, &names)?];
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).filter(|key| old.get(*key) != new.get(*key)).collect();
    let value = |facts: &BTreeMap<String, String>, key: &str| {
        let text = facts.get(key).map_or("not set", String::as_str);
        if text.chars().count() > SHOWN {
            text.chars().take(SHOWN).chain("...".chars()).collect()
        } else {
            text.to_owned()
        }
    };
    let told = |key: &String| {
        let is_digest = key.ends_with(PROGRAM) || key.contains(FILE_OF) || key == "starts.digest";
        if is_digest && old.contains_key(key) && new.contains_key(key) {
            // The digests themselves say nothing to a reader.
            return format!("{key} is another one");
        }
        format!("{key} is {} {}, {} {}", value(&old, key), places[0], value(&new, key), places[1])
    };
    Ok(keys.into_iter().map(told).chain(orders).collect())
}

/// Names the order of an engine's options in two matches, if only the order differs.
fn reordered(name: &str, [old, new]: [&EngineSpec; 2], places: [&str; 2]) -> Option<String> {
    let names = |spec: &EngineSpec| spec.options.iter().map(|(option, _)| option.clone()).collect::<Vec<_>>();
    let [one, other] = [names(old), names(new)];
    let [mut sorted, mut other_sorted] = [one.clone(), other.clone()];
    sorted.sort_unstable();
    other_sorted.sort_unstable();
    let [told, other_told] = [one.join(" "), other.join(" ")];
    (one != other && sorted == other_sorted)
        .then(|| format!("engine {name}: the order of options is {told} {}, {other_told} {}", places[0], places[1]))
}

/// What the digest of an engine's program is called.
const PROGRAM: &str = "its program";
/// What the digest of an option's file is called, before the option's name.
const FILE_OF: &str = "the file of option.";

/// The values of a header, each with its name. Engines are called by `names`.
fn facts(header: &Header, names: &[String]) -> anyhow::Result<BTreeMap<String, String>> {
    let mut facts: BTreeMap<String, String> = BTreeMap::new();
    let Header { engines, programs, files, .. } = header;
    for (index, ((engine, program), files)) in engines.iter().zip(programs).zip(files).enumerate() {
        let name = names.get(index).unwrap_or(&engine.name);
        let options = engine.options.iter().map(|(option, value)| (format!("option.{option}"), value));
        let files = files.iter().map(|(option, digest)| (format!("{FILE_OF}{option}"), digest));
        let program = program.iter().map(|digest| (PROGRAM.to_owned(), digest));
        for (key, value) in options.chain(files).chain(program) {
            // An option may be set twice, and may name several files.
            let values = facts.entry(format!("engine {name}: {key}"));
            values.and_modify(|values| values.extend(["; ", value])).or_insert_with(|| value.clone());
        }
        let rest = EngineSpec { options: Vec::new(), ..engine.clone() };
        flatten(&format!("engine {name}: "), &serde_json::to_value(rest)?, &mut facts);
    }
    let rest = Header { engines: Vec::new(), programs: Vec::new(), files: Vec::new(), ..header.clone() };
    flatten("", &serde_json::to_value(rest)?, &mut facts);
    Ok(facts)
}

/// Adds the values of an object, those of objects in it with a dot in their names.
fn flatten(prefix: &str, value: &Value, facts: &mut BTreeMap<String, String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Null => {}
            Value::Object(_) => flatten(&format!("{prefix}{key}."), value, facts),
            Value::String(text) => drop(facts.insert(format!("{prefix}{key}"), text.clone())),
            other => drop(facts.insert(format!("{prefix}{key}"), other.to_string())),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::dialect::Dialect;

    /// A match of engines `a` and `b`.
    pub fn header() -> Header {
        let engine = |name: &str| EngineSpec {
            name: name.to_owned(),
            command: vec![name.to_owned()],
            proto: Some(Dialect::Ucci),
            ..EngineSpec::default()
        };
        Header {
            format: FORMAT.to_owned(),
            engines: vec![engine("a"), engine("b")],
            tournament: None,
            games_per_start: 2,
            programs: vec![None, None],
            files: vec![Vec::new(), Vec::new()],
            limit: "nodes 1000".to_owned(),
            starts: StartsId { count: 1, digest: "0".to_owned(), start: 1, sequential: false },
            seed: 1,
            shard: (1, 1),
            rules: "asian".to_owned(),
            fold: 3,
            natural_limit: Some(60),
            max_plies: 1000,
            margin: 50,
            adjudication: None,
        }
    }

    /// A game in which the engines exchange colours as they do in a match.
    pub fn game(game: u64, result: &str, reason: Reason) -> GameRecord {
        GameRecord {
            game,
            pairing: both(),
            red: (game % 2) as usize,
            fen: guohe::board::STARTPOS.to_owned(),
            result: result.to_owned(),
            date: String::new(),
            reason,
            detail: String::new(),
            moves: "h2e2 h9g7".to_owned(),
            ms: vec![10, 12],
            depth: vec![Some(7), None],
            score: vec![Some(30), Some(-9998)],
            nodes: vec![Some(1000), None],
            extras: Vec::new(),
            late: [0, 0],
            warnings: Vec::new(),
            restarts: Vec::new(),
            adjudicated: None,
        }
    }

    #[test]
    fn matches_that_differ_are_told_apart_by_what_differs() {
        let mut other = header();
        other.engines[0].options = vec![("level".to_owned(), "15".to_owned()), ("hash".to_owned(), "64".to_owned())];
        other.engines[1].name = "c".to_owned();
        other.starts.count = 2;
        other.natural_limit = None;
        let mut first = header();
        first.engines[0].options = vec![("level".to_owned(), "14".to_owned()), ("hash".to_owned(), "64".to_owned())];
        first.files[1] = vec![("evalfile".to_owned(), "d1".to_owned())];
        assert_eq!(
            differences(&first, &other, ["here", "there"]).unwrap(),
            [
                "engine a: option.level is 14 here, 15 there",
                "engine b: name is b here, c there",
                "engine b: the file of option.evalfile is d1 here, not set there",
                "natural_limit is 60 here, not set there",
                "starts.count is 1 here, 2 there",
            ]
        );
        assert!(differences(&first, &first, ["here", "there"]).unwrap().is_empty());
    }

    #[test]
    fn options_in_another_order_and_each_file_of_an_option_are_told() {
        let with = |options: &[(&str, &str)], digests: &[&str]| {
            let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
            let mut header = header();
            header.engines[0].options = options.iter().map(owned).collect();
            header.files[0] = digests.iter().map(|digest| owned(&("bookfiles", digest))).collect();
            header
        };
        for (old, new, told) in [
            (
                with(&[("level", "1"), ("hash", "64")], &[]),
                with(&[("hash", "64"), ("level", "1")], &[]),
                "the order of options is level hash here, hash level there",
            ),
            (with(&[("hash", "1")], &[]), with(&[("hash", "1"), ("a", "")], &[]), "option.a is not set here,  there"),
            (with(&[("a", "")], &[]), with(&[("a", ""), ("a", "")], &[]), "option.a is  here, ;  there"),
            (
                with(&[("bookfiles", "a;b")], &["d1", "d2"]),
                with(&[("bookfiles", "a;b")], &["d3", "d2"]),
                "the file of option.bookfiles is another one",
            ),
        ] {
            assert_eq!(differences(&old, &new, ["here", "there"]).unwrap(), [format!("engine a: {told}")]);
        }
    }

    #[test]
    fn the_result_by_adjudication_is_the_key_call_of_a_file() {
        let record = GameRecord { adjudicated: Some("0-1".to_owned()), ..game(0, "1-0", Reason::Mate) };
        let text = serde_json::to_string(&record).unwrap();
        assert!(text.ends_with(r#","call":"0-1"}"#), "{text}");
        assert_eq!(serde_json::from_str::<GameRecord>(&text).unwrap(), record);
    }

    #[test]
    fn points_follow_the_colours() {
        let record = game(1, "1-0", Reason::Mate);
        assert_eq!((record.red, record.half_points(0), record.half_points(1), record.loser()), (1, 0, 2, Some(0)));
        let record = game(0, "1/2-1/2", Reason::Repetition);
        assert_eq!((record.half_points(0), record.half_points(1), record.loser()), (1, 1, None));
    }

    #[test]
    fn an_engine_fails_by_a_fault_and_by_dying_before_a_game() {
        let mut record = game(0, "1-0", Reason::Mate);
        let failed = |record: &GameRecord| [0, 1].map(|engine| record.failed(engine));
        assert_eq!((failed(&record), failed(&game(0, "0-1", Reason::Crash))), ([false; 2], [true, false]));
        record.restarts = vec![(1, "between games: crashed".to_owned())];
        assert_eq!(failed(&record), [false, true]);
        assert_eq!(record.fault_texts(["a", "b"]), ["game 1: b, between games: crashed"]);
        // The reason of a crash that lost the game is not repeated as the reason of the restart.
        let restarts = ["between games: crashed", "boom"].map(|why| (0, why.to_owned())).to_vec();
        let lost = GameRecord { detail: "boom".to_owned(), restarts, ..game(0, "0-1", Reason::Crash) };
        assert_eq!(
            lost.fault_texts(["a", "b"]),
            ["game 1: a loses by crash: boom", "game 1: a, between games: crashed"]
        );
    }

    #[test]
    fn moves_are_made_by_turns_from_the_side_that_begins() {
        let mut record = game(1, "1-0", Reason::Mate);
        assert_eq!([0, 1, 2].map(|index| record.mover(index)), [1, 0, 1]);
        record.fen = "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1".to_owned();
        assert_eq!((record.first_side(), record.engine_of(Color::Red)), (Color::Black, 1));
        assert_eq!([0, 1, 2].map(|index| record.mover(index)), [0, 1, 0]);
    }
}
