//! Games as OpenBench's worker cuts them up: a block of tags, an empty line, a block of moves, an empty line. Each move
//! is in plain coordinates and carries score, depth, time and what was asked for.

use super::job::PgnOptions;
use super::wording::reason;
use super::wording::termination;
use crate::record::GameRecord;
use guohe::board::STARTPOS;
use guohe::types::Color;
use guohe::types::Score;
use std::fmt::Write;

/// One game of a round, an empty line after it. `limits` are the engines' as they were told, `place` is the event and its
/// site.
pub fn game(
    record: &GameRecord,
    round: u64,
    names: [&str; 2],
    limits: [&str; 2],
    options: &PgnOptions,
    place: [&str; 2],
) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value: String =
            value.chars().map(|c| if c.is_ascii() && c != '"' && c != '\\' { c } else { '\'' }).collect();
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    let (red, black) = (record.red, 1 - record.red);
    tag("Event", place[0]);
    tag("Site", place[1]);
    tag("Round", &round.to_string());
    tag("White", names[red]);
    tag("Black", names[black]);
    tag("Result", &record.result);
    tag("Variant", "xiangqi");
    if record.fen != STARTPOS {
        tag("SetUp", "1");
        tag("FEN", &record.fen);
    }
    tag("PlyCount", &record.ms.len().to_string());
    tag("Termination", termination(record.reason));
    if limits[0] == limits[1] {
        tag("TimeControl", limits[0]);
    } else {
        tag("WhiteTimeControl", limits[red]);
        tag("BlackTimeControl", limits[black]);
    }
    text.push('\n');
    let black_first = record.first_side() == Color::Black;
    for (index, mv) in record.moves.split_ascii_whitespace().enumerate() {
        let ply = index + usize::from(black_first);
        match (index, ply % 2) {
            (_, 0) => drop(write!(text, "{}. ", ply / 2 + 1)),
            (0, _) => drop(write!(text, "{}... ", ply / 2 + 1)),
            _ => {}
        }
        // The end stands in the last move's comment: words behind it would be taken for moves.
        let end = if index + 1 == record.ms.len() { format!(", {}", end(record)) } else { String::new() };
        let _ = write!(text, "{mv} {{{}{end}}}", comment(record, index, options));
        // One full move a line: comments are long, and readers join the lines.
        text.push(if ply % 2 == 1 { '\n' } else { ' ' });
    }
    let _ = write!(text, "{}\n\n", record.result);
    text
}

/// Why the game ended, and what else is known of it.
fn end(record: &GameRecord) -> String {
    let is_plain = |c: &char| c.is_ascii() && !c.is_ascii_control() && !matches!(c, '{' | '}');
    let detail: String = record.detail.chars().filter(is_plain).collect();
    let detail = if detail.is_empty() { String::new() } else { format!(": {detail}") };
    format!("{}{detail}", reason(record))
}

/// What is known of a move: `+0.31/9 0.120s, n=4711, sd=14`.
fn comment(record: &GameRecord, index: usize, options: &PgnOptions) -> String {
    let known = record.score.get(index).copied().flatten();
    let score =
        known.map_or("0.00".to_owned(), |score| match Score::new(score.clamp(-10_000, 10_000)).mate_distance() {
            Some(plies) => format!("{}M{plies}", if score > 0 { '+' } else { '-' }),
            None => format!("{:+.2}", f64::from(score) / 100.0),
        });
    let depth = record.depth.get(index).copied().flatten().unwrap_or(0);
    let ms = record.ms.get(index).copied().unwrap_or(0);
    let nodes = record.nodes.get(index).copied().flatten().unwrap_or(0);
    let extra = record.extras.get(index);
    let mut text = format!("{score}/{depth} {}.{:03}s", ms / 1000, ms % 1000);
    if options.nodes {
        let _ = write!(text, ", n={nodes}");
    }
    if options.seldepth {
        let _ = write!(text, ", sd={}", extra.and_then(|extra| extra.seldepth).unwrap_or(depth));
    }
    if options.nps {
        let _ = write!(text, ", nps={}", nodes.saturating_mul(1000) / u64::from(ms.max(1)));
    }
    if let Some(extra) = extra.filter(|extra| options.pv && !extra.pv.is_empty()) {
        let _ = write!(text, ", pv=\"{}\"", extra.pv);
    }
    if let Some(line) = extra.and_then(|extra| extra.remark.as_deref()) {
        let line: String = line.chars().filter(|c| c.is_ascii() && !matches!(c, '{' | '}' | '"')).collect();
        let _ = write!(text, ", line=\"{line}\"");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Extra;
    use crate::record::tests::game as record;
    use guohe::game::Reason;

    #[test]
    fn two_blocks_and_every_move_with_its_comment() {
        let mut record = record(3, "0-1", Reason::Crash);
        record.detail = "exit status: 3; stderr: {ä}".to_owned();
        record.extras = vec![
            Extra { seldepth: Some(11), pv: "h2e2".to_owned(), remark: None },
            Extra { seldepth: None, pv: String::new(), remark: Some("info string pgncomment \"x\"".to_owned()) },
        ];
        let options = PgnOptions { nodes: true, seldepth: true, nps: true, pv: true, ..PgnOptions::default() };
        let text = game(&record, 2, ["Guohe-dev", "Guohe-base"], ["1+0.01", "1+0.01"], &options, ["My match", "here"]);
        assert!(text.is_ascii());
        let blocks: Vec<&str> = text.split("\n\n").collect();
        assert_eq!((blocks.len(), blocks[2]), (3, ""), "{text}");
        for tag in [
            "[Event \"My match\"]",
            "[Site \"here\"]",
            "[White \"Guohe-base\"]",
            "[Round \"2\"]",
            "[Termination \"abandoned\"]",
            "[TimeControl \"1+0.01\"]",
        ] {
            assert!(blocks[0].contains(tag), "{text}");
        }
        assert_eq!(
            blocks[1],
            "1. h2e2 {+0.30/7 0.010s, n=1000, sd=11, nps=100000, pv=\"h2e2\"} h9g7 {-M2/0 0.012s, n=0, sd=0, nps=0, \
             line=\"info string pgncomment x\", White disconnects: exit status: 3; stderr: }\n0-1"
        );
    }
}
