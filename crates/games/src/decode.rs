//! From bytes to text and back. Chinese files come in three encodings, and nothing in them says in which.

use crate::bilingual::Bilingual;
use crate::notes::{Class, Notes, Place};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8};

/// A text that the bytes may stand for.
pub struct Candidate {
    /// The name of the encoding.
    pub encoding: &'static str,
    /// The text; bytes that mean nothing have become U+FFFD.
    pub text: String,
    /// All bytes mean something.
    pub is_whole: bool,
    /// How much it looks like text of that encoding: meaningless bytes and rare characters count against it.
    pub likeness: i64,
}

/// The texts that `bytes` may stand for, at least one. Only one when a byte order mark or valid UTF-8 leaves no doubt.
pub fn candidates(bytes: &[u8]) -> Vec<Candidate> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, has_errors) = encoding.decode_without_bom_handling(&bytes[mark..]);
        let text = text.into_owned();
        return vec![Candidate { encoding: encoding.name(), text, is_whole: !has_errors, likeness: 0 }];
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return vec![Candidate { encoding: UTF_8.name(), text: text.to_owned(), is_whole: true, likeness: 0 }];
    }
    [GB18030, BIG5, UTF_8].into_iter().map(|encoding| candidate(bytes, encoding)).collect()
}

fn candidate(bytes: &[u8], encoding: &'static Encoding) -> Candidate {
    let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
    let text = text.into_owned();
    let meaningless = text.chars().filter(|&c| c == '\u{fffd}').count() as i64;
    let likeness = if encoding == UTF_8 {
        // A file that was cut, or that has one bad name in it.
        text.chars().filter(|c| !c.is_ascii()).count() as i64 - 2 * meaningless
    } else {
        common_pairs(bytes, encoding) - meaningless
    };
    Candidate { encoding: encoding.name(), text, is_whole: !has_errors, likeness: likeness - meaningless }
}

/// Pairs of bytes where the encoding keeps its common characters, minus those elsewhere.
fn common_pairs(bytes: &[u8], encoding: &'static Encoding) -> i64 {
    let mut count = 0;
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first < 0x80 {
            continue;
        }
        let Some((second, tail)) = tail.split_first() else { break };
        rest = tail;
        let common = if encoding == GB18030 {
            // Signs and the first level of GB 2312.
            matches!(first, 0xa1..=0xa3 | 0xb0..=0xd7) && *second >= 0xa1
        } else {
            // Signs and the first level of Big5.
            matches!(first, 0xa1..=0xc6) && matches!(second, 0x40..=0x7e | 0xa1..=0xfe)
        };
        count += if common { 1 } else { -1 };
    }
    count
}

/// The encoding of a text that is written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TextEncoding {
    /// UTF-8 without a byte order mark.
    #[default]
    Utf8,
    /// What Chinese Windows programs read.
    Gb18030,
    /// What older programs of Taiwan and Hong Kong read.
    Big5,
}

/// The bytes of a text. Characters that the encoding lacks become question marks, which is noted, and so is a text
/// whose bytes are another one in UTF-8: readers take that for meant.
pub fn encode(text: &str, encoding: TextEncoding, number: usize, notes: &mut Notes) -> Vec<u8> {
    let encoding = match encoding {
        TextEncoding::Utf8 => return text.as_bytes().to_vec(),
        TextEncoding::Gb18030 => GB18030,
        TextEncoding::Big5 => BIG5,
    };
    let (bytes, _, lossy) = encoding.encode(text);
    if !lossy {
        if !bytes.is_ascii() && std::str::from_utf8(&bytes).is_ok() {
            let name = encoding.name();
            let text = Bilingual::new(
                format!("用 {name} 写出的这些字节也是 UTF-8，会被读成别的文字"),
                format!("what {name} makes of this text is UTF-8 as well, and will be read as another text"),
            );
            notes.add(Place::Game(number), Class::NotHeld, text);
        }
        return bytes.into_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut missing = Vec::new();
    for c in text.chars() {
        let mut buffer = [0; 4];
        match encoding.encode(c.encode_utf8(&mut buffer)) {
            (coded, _, false) => bytes.extend_from_slice(&coded),
            _ => {
                bytes.push(b'?');
                if !missing.contains(&c) && missing.len() < 20 {
                    missing.push(c);
                }
            }
        }
    }
    let missing: String = missing.into_iter().collect();
    let text = Bilingual::new(
        format!("{} 没有这些字，写成了 ?：{missing}", encoding.name()),
        format!("{} lacks {missing}, which are written as ?", encoding.name()),
    );
    notes.add(Place::Game(number), Class::NotHeld, text);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_will_be_read_as_another_is_told_of() {
        let notes_of = |text: &str| {
            let mut notes = Notes::default();
            encode(text, TextEncoding::Gb18030, 1, &mut notes);
            notes.finish().len()
        };
        // The bytes of 炮二 in UTF-8, which are three other letters.
        let other = GB18030.decode("炮二".as_bytes()).0.into_owned();
        assert_eq!([other.as_str(), "炮二", "1. C2.5"].map(notes_of), [1, 0, 0]);
    }

    #[test]
    fn the_encoding_of_plain_words_is_told_from_them_alone() {
        let likeliest = |bytes: &[u8]| {
            let mut all = candidates(bytes);
            all.sort_by_key(|candidate| candidate.likeness);
            all.pop().map(|candidate| (candidate.encoding, candidate.text))
        };
        let simplified = "[Event \"全国象棋个人赛\"] 胡荣华 先胜 杨官璘";
        let traditional = "[Event \"全國象棋個人賽\"] 胡榮華 先勝 楊官璘";
        assert_eq!(likeliest(&GB18030.encode(simplified).0), Some(("gb18030", simplified.to_owned())));
        assert_eq!(likeliest(&BIG5.encode(traditional).0), Some(("Big5", traditional.to_owned())));
        assert_eq!(likeliest(simplified.as_bytes()), Some(("UTF-8", simplified.to_owned())));
        let with_mark = [&[0xef, 0xbb, 0xbf][..], simplified.as_bytes()].concat();
        assert_eq!(likeliest(&with_mark), Some(("UTF-8", simplified.to_owned())));
        let wide: Vec<u8> =
            std::iter::once(0xfeff).chain(simplified.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert_eq!(likeliest(&wide), Some(("UTF-16LE", simplified.to_owned())));
        // Cut in the middle of a character.
        let cut = &simplified.as_bytes()[..simplified.len() - 1];
        assert_eq!(likeliest(cut).map(|found| found.0), Some("UTF-8"));
    }
}
