//! `guohe-tools diagram`: a position, or one of a game, as a picture. The drawing itself is in `guohe-diagram`.

use anyhow::{Context, anyhow, bail, ensure};
use clap::ValueEnum;
use guohe::board::Board;
use guohe::notation;
use guohe::types::Move;
use guohe_common::bounded::read_whole;
use guohe_common::place::{check_free, write_whole};
use guohe_common::say;
use guohe_diagram::{Arrow, Diagram, Set, Theme};
use guohe_games::MAX_BYTES;
use resvg::{tiny_skia, usvg};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Pixels of a PNG per unit of the SVG's size.
const PNG_SCALE: f32 = 2.0;

/// Draw a position as SVG or PNG; no fonts are needed.
///
/// The position is a FEN or `startpos`, with or without moves behind it, or a game file of any format that `convert`
/// reads. `game.xqf:12` is the position after 12 plies of its main line; without a number it is the last position.
#[derive(clap::Args)]
pub struct DiagramArgs {
    /// A FEN or startpos, with or without moves, or a game file
    #[arg(value_name = "FEN|GAME[:PLY]")]
    what: String,
    /// The file to write, .svg or .png; without it, SVG on standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Style of the pieces
    #[arg(long, value_enum, default_value_t = Pieces::Simplified)]
    pieces: Pieces,
    /// The colours; auto follows the reader's system
    #[arg(long, value_enum, default_value_t = Colors::Auto)]
    theme: Colors,
    /// Black at the bottom
    #[arg(long)]
    flip: bool,
    /// An arrow for a move in any notation; may be repeated, in other colours
    #[arg(long, value_name = "MOVE")]
    arrow: Vec<String>,
    /// Leave the numbers of the files out
    #[arg(long)]
    no_coordinates: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Pieces {
    Simplified,
    Traditional,
    Western,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colors {
    Auto,
    Light,
    Dark,
}

/// Draws the diagram.
///
/// # Errors
/// When the position or an arrow is invalid, or the file cannot be written.
pub fn run(args: &DiagramArgs) -> anyhow::Result<ExitCode> {
    let board = position(&args.what, args.game)?;
    let mut diagram = Diagram::new(&board);
    diagram.set = match args.pieces {
        Pieces::Simplified => Set::Simplified,
        Pieces::Traditional => Set::Traditional,
        Pieces::Western => Set::Western,
    };
    diagram.last_move = board.last_move();
    diagram.flipped = args.flip;
    diagram.coordinates = !args.no_coordinates;
    diagram.description = guohe_diagram::description(&board);
    for (color, text) in args.arrow.iter().enumerate() {
        // Coordinates need not be a legal move: an arrow may show a threat.
        let mv: Move = match text.parse() {
            Ok(mv) => mv,
            Err(_) => notation::read(&board, text).map_err(|why| anyhow!("--arrow: {why}"))?,
        };
        diagram.arrows.push(Arrow { mv, color });
    }
    let theme = match args.theme {
        Colors::Auto => Theme::Auto,
        Colors::Light => Theme::Light,
        Colors::Dark => Theme::Dark,
    };
    match args.out.as_deref().filter(|path| path.as_os_str() != "-") {
        None => say::out(format_args!("{}", diagram.svg(theme).trim_end())),
        Some(path) => {
            check_free(path, args.force)?;
            write_whole(path, &picture(&diagram, theme, path)?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The contents of the file at `path`, in the format of its extension.
fn picture(diagram: &Diagram, theme: Theme, path: &Path) -> anyhow::Result<Vec<u8>> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match extension.as_str() {
        // A device or a pipe may have any name.
        "svg" | "" => Ok(diagram.svg(theme).into_bytes()),
        // A PNG has the same colours for every reader.
        "png" => png(&diagram.svg(if theme == Theme::Auto { Theme::Light } else { theme })),
        other => bail!("a diagram is a .svg or a .png file, not .{other}"),
    }
}

/// `svg` in pixels, on a transparent ground.
fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).context("drawing the PNG")?;
    let size = tree.size().to_int_size().scale_by(PNG_SCALE).context("drawing the PNG")?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).context("drawing the PNG")?;
    let scale = tiny_skia::Transform::from_scale(PNG_SCALE, PNG_SCALE);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().context("drawing the PNG")
}

/// The error for text that is neither a FEN nor a file. It names both reasons if a FEN may have been meant.
fn neither(what: &str, path: &str, error: &std::io::Error) -> anyhow::Error {
    let no_file = format!("it cannot be read as a file: {error}");
    match Board::from_fen(what) {
        Err(why) if what.contains('/') && what.contains(' ') => anyhow!("'{what}' is not a FEN: {why}; {no_file}"),
        _ => anyhow!("'{path}' is not a FEN; {no_file}"),
    }
}

/// The position that `what` names, with the moves that led to it.
fn position(what: &str, game: usize) -> anyhow::Result<Board> {
    let words = what.strip_prefix("position ").unwrap_or(what);
    let words = words.strip_prefix("fen ").unwrap_or(words);
    let first = words.split(' ').next().unwrap_or_default();
    let is_start = first == "startpos";
    let is_file = Path::new(what).exists() || what.rsplit_once(':').is_some_and(|(path, _)| Path::new(path).exists());
    if (is_start || first.matches('/').count() == 9) && !is_file {
        let start =
            if is_start { Board::startpos() } else { Board::from_fen(words).with_context(|| format!("'{what}'"))? };
        let reading = guohe_games::read(what.as_bytes());
        if let Some(note) = reading.notes.first() {
            bail!("'{what}': {}", note.text.english);
        }
        return Ok(reading.games.first().map_or(start, |game| {
            let mut board = game.board();
            for mv in game.main_line() {
                board.make(mv);
            }
            board
        }));
    }
    let (path, ply) = match what.rsplit_once(':') {
        // Behind a drive on Windows stands no ply.
        Some((path, ply)) if !Path::new(what).exists() && Path::new(path).exists() => {
            (path, Some(ply.parse::<usize>().with_context(|| format!("'{ply}' is not a number of plies"))?))
        }
        _ => (what, None),
    };
    let bytes = read_whole(Path::new(path), MAX_BYTES as u64).map_err(|error| neither(what, path, &error))?;
    let reading = guohe_games::read(&bytes);
    for note in &reading.notes {
        say::remark!("{path}: {note}");
    }
    ensure!(!reading.games.is_empty(), "no game in {path}");
    let Some(tree) = game.checked_sub(1).and_then(|index| reading.games.get(index)) else {
        bail!("{path} has {}, but no number {game}", say::counted(reading.games.len() as u64, "game"));
    };
    let line: Vec<Move> = tree.main_line().collect();
    let plies = ply.unwrap_or(line.len());
    ensure!(plies <= line.len(), "the main line of the game has {} plies, not {plies}", line.len());
    let mut board = tree.board();
    for mv in &line[..plies] {
        board.make(*mv);
    }
    Ok(board)
}
