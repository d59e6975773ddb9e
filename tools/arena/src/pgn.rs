//! Games as PGN, with the moves in ICCS coordinates (`H2-E2`), which Chinese programs read.

use super::record::GameRecord;
use super::record::Header;
use guohe::board::Board;
use guohe::board::STARTPOS;
use guohe::types::Color;
use std::fmt::Write;

/// Longer lines are broken.
const WIDTH: usize = 80;

/// One game, an empty line after it.
pub fn game(header: &Header, record: &GameRecord) -> String {
    let mut text = String::new();
    let name = |engine: usize| header.engines[engine].name.replace(['"', '\\'], "'");
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Game", "Chinese Chess");
    tag("Event", "guohe arena");
    tag("Round", &(record.game + 1).to_string());
    tag("Red", &name(record.red));
    tag("Black", &name(1 - record.red));
    tag("Result", &record.result);
    if record.fen != STARTPOS {
        tag("FEN", &record.fen);
    }
    tag("TimeControl", &header.limit);
    tag("Termination", &termination(record));
    tag("PlyCount", &record.ms.len().to_string());
    tag("Format", "ICCS");
    text.push('\n');
    let mut line = 0;
    let black_first = Board::from_fen(&record.fen).is_ok_and(|board| board.side() == Color::Black);
    for (index, word) in record.moves.split_ascii_whitespace().enumerate() {
        let ply = index + usize::from(black_first);
        let number = match (index, ply % 2) {
            (_, 0) => format!("{}. ", ply / 2 + 1),
            (0, _) => format!("{}... ", ply / 2 + 1),
            _ => String::new(),
        };
        let (from, to) = word.split_at(word.len().min(2));
        push(&mut text, &mut line, &format!("{number}{}-{}", from.to_uppercase(), to.to_uppercase()));
        if let Some(comment) = comment(record, index) {
            push(&mut text, &mut line, &comment);
        }
    }
    push(&mut text, &mut line, &record.result);
    text.push_str("\n\n");
    text
}

fn termination(record: &GameRecord) -> String {
    let detail = record.detail.replace(['"', '\\', '\n'], "'");
    let more = if detail.is_empty() { String::new() } else { format!(": {detail}") };
    format!("{}{more}", record.reason)
}

/// Score, depth and time of a move.
fn comment(record: &GameRecord, index: usize) -> Option<String> {
    let ms = record.ms.get(index)?;
    let score = record.score.get(index).copied().flatten().map_or(String::new(), |score| format!("{score:+}/"));
    let depth = record.depth.get(index).copied().flatten().map_or(String::new(), |depth| format!("{depth} "));
    Some(format!("{{{score}{depth}{}.{:03}s}}", ms / 1000, ms % 1000))
}

fn push(text: &mut String, line: &mut usize, word: &str) {
    if *line > 0 && *line + 1 + word.len() > WIDTH {
        text.push('\n');
        *line = 0;
    }
    if *line > 0 {
        text.push(' ');
        *line += 1;
    }
    text.push_str(word);
    *line += word.len();
}

#[cfg(test)]
mod tests {
    use super::super::record::tests;
    use super::*;
    use guohe::game::Reason;

    #[test]
    fn a_game_as_text() {
        let mut record = tests::game(1, "0-1", Reason::Crash);
        record.detail = "stderr: \"oops\"".to_owned();
        record.fen = STARTPOS.replace(" w ", " b ");
        record.moves = "h9g7 h2e2 i9h9".to_owned();
        record.ms.push(1234);
        let expected = "[Game \"Chinese Chess\"]\n[Event \"guohe arena\"]\n[Round \"2\"]\n[Red \"b\"]\n[Black \"a\"]\n\
            [Result \"0-1\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1\"]\n\
            [TimeControl \"nodes 1000\"]\n[Termination \"crash: stderr: 'oops'\"]\n[PlyCount \"3\"]\n[Format \"ICCS\"]\n\n\
            1... H9-G7 {+30/7 0.010s} 2. H2-E2 {-9998/0.012s} I9-H9 {1.234s} 0-1\n\n";
        assert_eq!(game(&tests::header(), &record), expected);
    }
}
