//! The player's games in a folder, each a PGN file that other programs read, too. The page holds and searches them;
//! this side lists, writes and removes files. A request names a game, never a path.

use guohe::notation::Style;
use guohe_common::place;
use guohe_games::bilingual::Bilingual;
use guohe_games::{GameTree, Target, TextEncoding};
use guohe_play::service::{LARGEST_FILE, Refusal, Reply, answer};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs, io};

/// Files of the folder that the page is given, the newest.
const MOST_GAMES: usize = 2_000;
/// Bytes of a game's name. File systems allow 255, and while a file is written its name is longer than the game's by
/// 16.
const LONGEST_NAME: usize = 239;

/// A folder of games.
pub struct Library {
    folder: PathBuf,
}

/// What the page asks of the library.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum Wish {
    /// All games.
    List,
    /// Writes a game; `game` is as the request `export` takes it.
    Put { name: String, game: Value },
    /// Removes the game of this name.
    Remove { name: String },
}

/// The folder for a program's data, as the system has it.
fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    }
}

/// Where games are kept when no folder is named: `guohe/games` in the folder for a program's data, if there is one.
pub fn usual_folder() -> Option<PathBuf> {
    data_folder().map(|folder| folder.join("guohe").join("games"))
}

/// A game's file in the encoding of this name, if it has all characters of the file.
fn encoded(file: Vec<u8>, encoding: Option<&str>) -> Vec<u8> {
    let encoding = match encoding {
        Some("gb18030") => TextEncoding::Gb18030,
        Some("Big5") => TextEncoding::Big5,
        _ => return file,
    };
    let reading = guohe_games::read(&file);
    let written = reading.games.first().map(|game| guohe_games::write(game, 1, Target::Pgn(game.style()), encoding));
    written.filter(|written| written.notes.is_empty()).map_or(file, |written| written.bytes)
}

fn unable(folder: &Path, error: &io::Error) -> Refusal {
    let folder = folder.display();
    Refusal::bad(
        format!("棋局文件夹 {folder} 无法使用：{error}"),
        format!("The folder {folder} cannot be used: {error}"),
    )
}

fn is_pgn(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

/// The name of the game in `file`: without `.pgn`, but whole if it ends otherwise, as `a.PGN`, or in `.pgn` twice. So
/// two files never have the same name.
fn name_of(file: &str) -> &str {
    file.strip_suffix(".pgn").filter(|name| !is_pgn(Path::new(name))).unwrap_or(file)
}

/// The name of the file of the game `name`.
fn file_of(name: &str) -> String {
    if is_pgn(Path::new(name)) { name.to_owned() } else { format!("{name}.pgn") }
}

impl Library {
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// What a request comes to.
    ///
    /// # Errors
    /// When it makes no sense, or the folder cannot be read or written.
    pub fn answer(&self, body: &[u8]) -> Result<Value, Refusal> {
        let wish = serde_json::from_slice(body)
            .map_err(|error| Refusal::bad(format!("请求有误：{error}"), format!("The request is wrong: {error}.")))?;
        match wish {
            Wish::List => {
                let games = self.list().map_err(|error| unable(&self.folder, &error))?;
                Ok(json!({ "folder": self.folder.display().to_string(), "games": games }))
            }
            Wish::Put { name, game } => self.put(&name, &game).map(|()| json!({})),
            Wish::Remove { name } => self.remove(&name).map(|()| json!({})),
        }
    }

    /// The files of games, with the times of their last change.
    fn files(&self) -> io::Result<Vec<(SystemTime, PathBuf)>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            let is_game = is_pgn(&path);
            // What was removed meanwhile is no game any more.
            if let (true, Ok(about)) = (is_game, fs::metadata(&path))
                && about.is_file()
                && about.len() <= LARGEST_FILE as u64
            {
                files.push((about.modified().unwrap_or(UNIX_EPOCH), path));
            }
        }
        Ok(files)
    }

    /// The first game of each file: name, milliseconds of the last change since 1970, the game as the page keeps it,
    /// and whether it is the whole file. A file of several games, or one that was not read without loss, must not be
    /// written over by what was read.
    fn list(&self) -> io::Result<Vec<Value>> {
        let mut files = self.files()?;
        files.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
        files.truncate(MOST_GAMES);
        let mut games = Vec::new();
        for (time, path) in files {
            let (Ok(bytes), Some(name)) = (fs::read(&path), path.file_name().and_then(|name| name.to_str())) else {
                continue;
            };
            let Ok(Reply::Json(mut found)) = answer("import", &bytes, None) else { continue };
            let is_whole = found["notes"].as_array().is_some_and(Vec::is_empty);
            let Some(Value::Array(read)) = found.get_mut("games").map(Value::take) else { continue };
            let is_only = is_whole && read.len() == 1;
            let Some(game) = read.into_iter().next() else { continue };
            let at = time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
            games.push(json!({ "name": name_of(name), "at": at, "tree": game, "isOnly": is_only }));
        }
        Ok(games)
    }

    /// The file of the game `name`, if there is one.
    fn file(&self, name: &str) -> io::Result<Option<PathBuf>> {
        let file = self.folder.join(file_of(name));
        Ok(self.files()?.into_iter().map(|(_, path)| path).find(|path| *path == file))
    }

    fn put(&self, name: &str, game: &Value) -> Result<(), Refusal> {
        let unable = |error: io::Error| unable(&self.folder, &error);
        // What the system allows in the name of a file, so that a deleted game of another program can come back.
        let forbidden = if cfg!(windows) { r#"/\:*?"<>|"# } else { "/" };
        let is_plain = |letter: char| !letter.is_control() && !forbidden.contains(letter);
        let is_name = (1..=LONGEST_NAME).contains(&name.len()) && !name.starts_with('.') && name.chars().all(is_plain);
        let path = match self.file(name).map_err(unable)? {
            Some(path) => path,
            None if !is_name => {
                return Err(Refusal::bad("棋局名称有误", "This is no name of a game."));
            }
            None => self.folder.join(file_of(name)),
        };
        let before = fs::read(&path).ok().map(|bytes| guohe_games::read(&bytes));
        if before.as_ref().is_some_and(|before| before.games.len() > 1 || !before.notes.is_empty()) {
            return Err(Refusal::bad(
                "另一个程序改过这个文件，棋局没有写入",
                "Another program has changed the file: the game is not written.",
            ));
        }
        // The file keeps its notation and encoding: the program that wrote it may read no other.
        let written = before.as_ref().and_then(|before| before.games.first());
        let to = match written.map(GameTree::style) {
            Some(Style::Traditional) => "pgn-traditional",
            Some(Style::Wxf) => "pgn-wxf",
            Some(Style::Iccs) => "pgn-iccs",
            _ => "pgn",
        };
        let request = json!({ "game": game, "to": to }).to_string();
        let Reply::File(file) = answer("export", request.as_bytes(), None)? else {
            return Err(Refusal::bad("棋局无法保存", "The game cannot be written."));
        };
        fs::create_dir_all(&self.folder).map_err(unable)?;
        let bytes = encoded(file.bytes, before.and_then(|before| before.encoding));
        place::write_whole(&path, &bytes).map_err(|error| {
            let reason =
                Bilingual::new(format!("棋局无法保存：{error:#}"), format!("The game cannot be written: {error:#}"));
            Refusal::unlawful(reason)
        })
    }

    fn remove(&self, name: &str) -> Result<(), Refusal> {
        let unable = |error: io::Error| unable(&self.folder, &error);
        match self.file(name).map_err(unable)? {
            Some(path) => fs::remove_file(path).map_err(unable),
            // Another tab was quicker.
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::board::STARTPOS;

    fn ask(library: &Library, request: &Value) -> Result<Value, String> {
        library.answer(request.to_string().as_bytes()).map_err(|refusal| refusal.reason.english)
    }

    fn game(red: &str) -> Value {
        let nodes =
            json!([{ "move": null, "parent": null }, { "move": { "mv": "h2e2" }, "parent": 0, "comment": "好" }]);
        json!({ "start": STARTPOS, "tags": { "Red": red, "Guohe": "{\"id\":\"a-1\"}" }, "nodes": nodes })
    }

    #[test]
    fn games_are_written_listed_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(folder.path().join("new"));
        assert_eq!(ask(&library, &json!({ "kind": "list" })).unwrap()["games"], json!([]));
        for red in ["Before", "胡荣华"] {
            ask(&library, &json!({ "kind": "put", "name": "a-1", "game": game(red) })).unwrap();
        }
        let found = ask(&library, &json!({ "kind": "list" })).unwrap()["games"].clone();
        assert_eq!(found.as_array().unwrap().len(), 1);
        let tree = &found[0]["tree"];
        assert_eq!((&found[0]["name"], &tree["tags"]["Red"]), (&json!("a-1"), &json!("胡荣华")));
        assert_eq!(tree["tags"]["Guohe"], "{\"id\":\"a-1\"}");
        assert_eq!((&tree["nodes"][1]["move"]["mv"], &tree["nodes"][1]["comment"]), (&json!("h2e2"), &json!("好")));
        ask(&library, &json!({ "kind": "remove", "name": "a-1" })).unwrap();
        ask(&library, &json!({ "kind": "remove", "name": "a-1" })).unwrap();
        assert_eq!(ask(&library, &json!({ "kind": "list" })).unwrap()["games"], json!([]));
    }

    #[test]
    fn a_file_of_another_program_keeps_its_encoding_and_its_other_games() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(folder.path().to_owned());
        let file = folder.path().join("x.pgn");
        let put = || ask(&library, &json!({ "kind": "put", "name": "x", "game": game("胡荣华") }));
        let read = || guohe_games::read(&fs::read(&file).unwrap());
        put().unwrap();
        let own = read();
        let chinese = guohe_games::write(&own.games[0], 1, Target::Pgn(Style::Chinese), TextEncoding::Gb18030).bytes;
        fs::write(&file, &chinese).unwrap();
        put().unwrap();
        assert_eq!((read().encoding, read().games[0].tag("Red")), (Some("gb18030"), Some("胡荣华")));
        let two = [&chinese[..], &chinese[..]].concat();
        fs::write(&file, &two).unwrap();
        assert!(put().unwrap_err().contains("Another program"));
        assert_eq!(fs::read(&file).unwrap(), two);
    }

    /// Windows forbids the colon.
    #[test]
    #[cfg(not(windows))]
    fn a_file_of_another_program_comes_back_under_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("2024-05-01 12:30.pgn");
        fs::write(&file, "1. 炮二平五 *\n").unwrap();
        let library = Library::new(folder.path().to_owned());
        let name = ask(&library, &json!({ "kind": "list" })).unwrap()["games"][0]["name"].clone();
        ask(&library, &json!({ "kind": "remove", "name": name })).unwrap();
        assert!(!file.exists());
        ask(&library, &json!({ "kind": "put", "name": name, "game": game("x") })).unwrap();
        assert!(file.exists());
    }

    #[test]
    fn no_request_reaches_beyond_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let outside = folder.path().join("other.pgn");
        fs::write(&outside, "1. 炮二平五 *\n").unwrap();
        let library = Library::new(folder.path().join("games"));
        for name in ["../other", "", "a/b", ".a", "..", "a\nb", &"x".repeat(LONGEST_NAME + 1)] {
            let put = ask(&library, &json!({ "kind": "put", "name": name, "game": game("x") }));
            assert_eq!(put.unwrap_err(), "This is no name of a game.", "{name}");
            ask(&library, &json!({ "kind": "remove", "name": name })).unwrap();
        }
        assert_eq!(fs::read_to_string(outside).unwrap(), "1. 炮二平五 *\n");
        assert!(ask(&library, &json!({ "kind": "put", "name": "a", "game": {} })).is_err());
        assert!(ask(&library, &json!({ "kind": "burn" })).is_err());
    }

    #[test]
    fn files_of_other_programs_are_listed_by_their_names() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("名局.PGN"), "[Red \"一\"]\n\n1. 炮二平五 马8进7 *\n").unwrap();
        fs::write(folder.path().join("notes.txt"), "no game").unwrap();
        fs::write(folder.path().join("broken.pgn"), [0xff; 100]).unwrap();
        let library = Library::new(folder.path().to_owned());
        let found = ask(&library, &json!({ "kind": "list" })).unwrap()["games"].clone();
        assert_eq!(found.as_array().unwrap().len(), 1);
        assert_eq!((&found[0]["name"], &found[0]["isOnly"]), (&json!("名局.PGN"), &json!(true)));
        let two_games = "[Red \"一\"]\n\n1. 炮二平五 *\n\n[Red \"二\"]\n\n1. 炮八平五 *\n";
        fs::write(folder.path().join("two.pgn"), two_games).unwrap();
        let found = ask(&library, &json!({ "kind": "list" })).unwrap()["games"].clone();
        let two = found.as_array().unwrap().iter().find(|game| game["name"] == "two").unwrap();
        assert_eq!(two["isOnly"], false, "one of its games must not replace the file");
        fs::write(folder.path().join("cut.pgn"), "1. 炮二平五 炮8平9 2. 炮五进九 马8进7 *\n").unwrap();
        let found = ask(&library, &json!({ "kind": "list" })).unwrap()["games"].clone();
        let cut = found.as_array().unwrap().iter().find(|game| game["name"] == "cut").unwrap();
        assert_eq!((&cut["isOnly"], &cut["tree"]["isCut"]), (&json!(false), &json!(true)), "the unread rest stays");
        ask(&library, &json!({ "kind": "remove", "name": "名局.PGN" })).unwrap();
        assert!(!folder.path().join("名局.PGN").exists());
        // A deletion can be undone.
        for name in ["名局", "2024.05.01 决赛", &"局".repeat(LONGEST_NAME / 3)] {
            ask(&library, &json!({ "kind": "put", "name": name, "game": game("x") })).unwrap();
            assert!(folder.path().join(format!("{name}.pgn")).exists());
        }
    }

    #[test]
    fn a_file_keeps_the_words_of_its_moves() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(folder.path().to_owned());
        for (first, name) in [("H2-E2", "iccs"), ("C2.5", "wxf"), ("炮二平五", "zh")] {
            let path = folder.path().join(format!("{name}.pgn"));
            fs::write(&path, format!("[Red \"a\"]\n\n1. {first} *\n")).unwrap();
            ask(&library, &json!({ "kind": "put", "name": name, "game": game("x") })).unwrap();
            let text = fs::read_to_string(path).unwrap();
            assert!(text.contains("\"x\"") && text.contains(first), "{text}");
        }
    }

    #[test]
    fn games_and_files_have_names_one_to_one() {
        for (file, name) in [("a.pgn", "a"), ("a.PGN", "a.PGN"), ("a.PGN.pgn", "a.PGN.pgn"), ("a.b.pgn", "a.b")] {
            assert_eq!((name_of(file), file_of(name).as_str()), (name, file));
        }
    }

    // Elsewhere the two names are usually one file.
    #[cfg(target_os = "linux")]
    #[test]
    fn files_whose_names_differ_in_case_are_two_games() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["a.pgn", "a.PGN"] {
            fs::write(folder.path().join(file), "1. 炮二平五 *\n").unwrap();
        }
        let library = Library::new(folder.path().to_owned());
        let found = ask(&library, &json!({ "kind": "list" })).unwrap()["games"].clone();
        let mut names: Vec<&str> =
            found.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
        names.sort_unstable();
        assert_eq!(names, ["a", "a.PGN"]);
        ask(&library, &json!({ "kind": "put", "name": "a.PGN", "game": game("x") })).unwrap();
        let text = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(text("a.PGN").contains("\"x\"") && !text("a.pgn").contains("\"x\""));
        ask(&library, &json!({ "kind": "remove", "name": "a" })).unwrap();
        assert!(folder.path().join("a.PGN").exists() && !folder.path().join("a.pgn").exists());
    }
}
