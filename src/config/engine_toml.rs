//! Reading `engine.toml`.

use super::declarations::{OPTIONS, REMOVED};
use super::fields::Config;
use crate::files::{self, FileError};
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Name of the file that is looked up beside the executable.
pub const FILE_NAME: &str = "engine.toml";

/// Maximum size of the file, bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The contents of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The settings.
    pub config: Config,
    /// A message for each key of an older version, which is ignored.
    pub notices: Vec<FileError>,
}

/// An error and its place in the text.
struct Mistake {
    span: Range<usize>,
    message: String,
}

impl Config {
    /// Reads the text of `file`, in which relative paths start at the file's own folder.
    ///
    /// # Errors
    /// The first unknown key, bad value or syntax error, with its line.
    pub fn parse(text: &str, file: &Path) -> Result<Loaded, FileError> {
        // Editors on Windows put a byte order mark in front.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let folder = file.parent().unwrap_or(Path::new(""));
        read(text, folder, file).map_err(|mistake| FileError {
            path: file.to_owned(),
            line: Some(line_of(text.as_bytes(), mistake.span.start)),
            message: mistake.message,
        })
    }

    /// Reads `file`.
    ///
    /// # Errors
    /// When it cannot be read, and as [`Config::parse`].
    pub fn load(file: &Path) -> Result<Loaded, FileError> {
        let bytes = files::read_whole(file, MAX_BYTES).map_err(|error| FileError {
            path: file.to_owned(),
            line: None,
            message: error.to_string(),
        })?;
        // `engine.toml` has Chinese comments, and an editor may save them as GB 18030: they need not be readable.
        Self::parse(&String::from_utf8_lossy(&bytes), file)
    }
}

/// The number, from 1, of the line that holds the byte at `at`.
fn line_of(text: &[u8], at: usize) -> usize {
    1 + text.iter().take(at).filter(|&&byte| byte == b'\n').count()
}

fn read(text: &str, folder: &Path, file: &Path) -> Result<Loaded, Mistake> {
    let document = DeTable::parse(text).map_err(|error| Mistake {
        span: error.span().unwrap_or_default(),
        message: error.message().split('\n').next().unwrap_or_default().trim().to_owned(),
    })?;
    let mut loaded = Loaded { config: Config::default(), notices: Vec::new() };
    loaded.config.log.file = folder.join(&loaded.config.log.file);
    for (path, span, value) in entries(document.get_ref())? {
        if let Some((_, version)) = REMOVED.iter().find(|(removed, _)| *removed == path) {
            let message = format!("{path} was removed after version {version} and has no effect");
            let line = Some(line_of(text.as_bytes(), span.start));
            loaded.notices.push(FileError { path: file.to_owned(), line, message });
            continue;
        }
        let option = OPTIONS
            .iter()
            .find(|option| !path.is_empty() && option.toml == path)
            .ok_or_else(|| Mistake { span, message: format!("unknown key {}", path.escape_debug()) })?;
        option.set_toml(&mut loaded.config, value.get_ref(), folder).map_err(|message| Mistake {
            span: value.span(),
            message: format!("{} {message}", text.get(value.span()).unwrap_or(&path)),
        })?;
    }
    Ok(loaded)
}

/// All keys with section, place in the text and value, in the order of the text.
fn entries<'a>(document: &'a DeTable<'_>) -> Result<Vec<KeyValue<'a>>, Mistake> {
    let is_section = |name: &str| !name.is_empty() && OPTIONS.iter().any(|option| option.section_and_key().0 == name);
    let mut entries: Vec<KeyValue<'a>> = Vec::new();
    for (key, value) in document {
        let name: &str = key.get_ref();
        match value.get_ref() {
            DeValue::Table(section) if is_section(name) => {
                let inner = section.iter().map(|(key, value)| (format!("{name}.{}", key.get_ref()), key.span(), value));
                entries.extend(inner);
            }
            _ if is_section(name) => {
                return Err(Mistake { span: key.span(), message: format!("{name} is a section, written [{name}]") });
            }
            _ => entries.push((name.to_owned(), key.span(), value)),
        }
    }
    entries.sort_by_key(|(_, span, _)| span.start);
    Ok(entries)
}

/// A key with its section (`book.files`), its place in the text, and its value.
type KeyValue<'a> = (String, Range<usize>, &'a Spanned<DeValue<'a>>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;

    fn parse(text: &str) -> Result<Config, String> {
        Config::parse(text, Path::new("dir/engine.toml")).map(|loaded| loaded.config).map_err(|error| error.to_string())
    }

    fn check_error(text: &str, line: usize, mentions: &str) {
        let error = parse(text).unwrap_err();
        let place = format!("{}:{line}: ", Path::new("dir/engine.toml").display());
        assert!(error.starts_with(&place), "{text:?} gave {error}");
        assert!(error.contains(mentions), "{text:?} gave {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }

    #[test]
    fn values_are_read_and_paths_start_at_the_file() {
        let file = |name: &str| Path::new("dir").join(name);
        assert_eq!(parse("evalfile = \"x.nnue\"").unwrap().evalfile, Some(file("x.nnue")));
        let config = parse(
            "hash = 256\n[book]\nuse = false\nfiles = [\"a.txt\"]\n[rules]\nrepetition = \"League\"\n\
             [log]\nfile = \"x.log\"",
        )
        .unwrap();
        assert_eq!(config.hash, 256);
        assert_eq!(config.book.enabled, Some(false));
        assert_eq!(config.book.files, Some(vec![file("a.txt")]));
        assert_eq!(config.rules.repetition, RuleSet::League);
        assert_eq!(config.log.file, file("x.log"));
        assert_eq!(parse("[book]\nfiles = \"a.txt\"").unwrap().book.files, Some(vec![file("a.txt")]));
        for none in ["[]", "\"\""] {
            assert_eq!(parse(&format!("[book]\nfiles = {none}")).unwrap().book.files, Some(vec![]));
        }
        assert_eq!(parse("\u{feff}hash = 1").unwrap().hash, 1);
        assert_eq!(parse("hash = 0x1_0").unwrap().hash, 16);
        assert_eq!(parse("rules.fold = 4\nstyle = 'risky'").unwrap().rules.fold, 4);
        let mut defaults = Config::default();
        defaults.log.file = file("guohe.log");
        assert_eq!(parse("").unwrap(), defaults);
    }

    #[test]
    fn the_built_in_book_and_network_have_a_name() {
        let text = "evalfile = \"embedded\"\n[book]\nfiles = [\"Embedded\"]";
        assert_eq!(parse(text), parse(""));
        assert_eq!(parse("[book]\nfiles = \"embedded\""), parse(""));
        check_error("[book]\nfiles = [\"embedded\", \"a.txt\"]", 2, "and others");
    }

    #[test]
    fn errors_name_the_line() {
        check_error("hash = 16\nhsh = 1\n", 2, "hsh");
        check_error("[rules]\nfold = 5\n", 2, "5 is not a whole number from 3 to 4");
        check_error("threads = -1", 1, "-1");
        check_error("\n\nthreads = \"many\"", 3, "\"many\" is not a whole number from 0 to 128");
        check_error("threads = 99999999999999999999", 1, "99999999999999999999");
        check_error("[rules]\n\nrepetition = \"none\"", 3, "\"none\" is not one of asian, computer");
        check_error("[log]\nlevel = \"loud\"", 2, "loud");
        check_error("hash = ", 1, "");
        check_error("hash = 1\nhash = 2", 2, "");
        check_error("[books]\nuse = true", 1, "books");
        check_error("book = true", 1, "written [book]");
        check_error("[book]\nfiles = 7", 2, "not a list of files");
        check_error("[book]\nuse = \"yes\"", 2, "\"yes\" is not true or false");
        check_error("ponder = 1", 1, "1 is not true or false");
        check_error("evalfile = 1", 1, "1 is not the name of a file");
        check_error("\"\" = 1", 1, "unknown key ");
        check_error("\"a\\nb\" = 1", 1, "unknown key a\\nb");
        check_error("natural-limit = 60", 1, "unknown key natural-limit");
        check_error("[log]\nhash = 60", 2, "unknown key log.hash");
        // An option that only front ends can set.
        check_error("usemillisec = false", 1, "usemillisec");
        // The first mistake in the text is reported, in any section.
        check_error("hash = 1\n[rules]\nfold = 9\n[book]\nuse = 1", 3, "9");
    }

    #[test]
    fn removed_keys_are_named_and_the_rest_is_read() {
        let text =
            "evaluation = \"classical\"\nhash = 128\n[book]\nred-files = [\"r.txt\"]\nblack-files = 7\nplies = 9";
        let loaded = Config::parse(text, Path::new("engine.toml")).unwrap();
        assert_eq!((loaded.config.hash, loaded.config.book.plies), (128, 9));
        let notices: Vec<String> = loaded.notices.iter().map(FileError::to_string).collect();
        let notice = |line, key| format!("engine.toml:{line}: {key} was removed after version 0.2.0 and has no effect");
        assert_eq!(notices, [notice(1, "evaluation"), notice(4, "book.red-files"), notice(5, "book.black-files")]);
        assert_eq!(Config::parse("hash = 1", Path::new("engine.toml")).unwrap().notices, []);
    }

    #[test]
    fn only_comments_may_be_in_another_encoding() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("engine.toml");
        // 置换表 in GB 18030.
        let comment = b"  # \xd6\xc3\xbb\xbb\xb1\xed\r\n";
        std::fs::write(&file, [comment, &b"hash = 128\r\n"[..]].concat()).unwrap();
        assert_eq!(Config::load(&file).unwrap().config.hash, 128);
        // A comment inside a list, too. But a name would be that of another file.
        std::fs::write(&file, [b"[book]\nfiles = [", &comment[..], b"'a.txt']"].concat()).unwrap();
        assert_eq!(Config::load(&file).unwrap().config.book.files, Some(vec![folder.path().join("a.txt")]));
        for text in [&b"evalfile = '\xbf\xaa'"[..], b"log.file = '\xbf\xaa'", b"book.files = ['a.txt', '\xbf\xaa']"] {
            std::fs::write(&file, text).unwrap();
            let error = Config::load(&file).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{}:1: ", file.display())), "{error}");
            assert!(error.ends_with("is not UTF-8: save the settings as UTF-8"), "{error}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let error = Config::load(Path::new("no/such/engine.toml")).unwrap_err();
        assert_eq!(error.line, None);
        assert!(error.to_string().contains("engine.toml: "));
    }
}
