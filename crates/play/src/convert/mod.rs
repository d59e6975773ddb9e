//! `guohe-tools convert`: games from one format into another. What the formats are is in `guohe-games`; here are the
//! files.

mod output;
mod summary;

use anyhow::{bail, ensure};
use clap::ValueEnum;
use guohe::notation::Style;
use guohe_common::inputs::{self, Input};
use guohe_common::interrupt;
use guohe_common::language::Language;
use guohe_common::say::remark;
use guohe_games::bilingual::Bilingual;
use guohe_games::{Target, TextEncoding};
use indicatif::ProgressBar;
use output::{Output, interrupted};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use summary::Summary;

/// Convert game files: Chinese PGN, XQF, UBB (DhtmlXQ), CBR/CBL, PlayOK's WXF, lists of moves.
///
/// Formats and encodings are recognised by the contents of a file. Everything that is left out or lost is named on
/// standard error. The exit status is 0; 1 when no game could be read, or when one of several files that are there
/// could not be opened; 2 when a file that is named does not exist, and for any other error.
#[derive(clap::Args)]
pub struct ConvertArgs {
    /// Files, folders (with their subfolders), or - for standard input
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// The format to write
    #[arg(long, value_enum, default_value_t = To::Pgn)]
    to: To,
    /// The encoding of text formats
    #[arg(long, value_enum)]
    encoding: Option<Encoding>,
    /// The characters of the moves in Chinese PGN [default: simplified, in Big5 traditional]
    #[arg(long, value_enum)]
    script: Option<Characters>,
    /// A file for all games, or a folder (existing, or a name that ends in /) for one file for each file read, or for
    /// each game if the format holds one [default: standard output]
    #[arg(short, long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Show the notes one by one instead of a summary
    #[arg(long)]
    notes: bool,
    /// Language of messages [default: the system's]
    #[arg(long, value_enum)]
    lang: Option<Language>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// PGN with 炮二平五
    Pgn,
    /// PGN with H2-E2
    PgnIccs,
    /// PGN with C2.5
    PgnWxf,
    /// DhtmlXQ marks for forums
    Ubb,
    /// XQF version 10
    Xqf,
    /// the position at the end of the main line
    Fen,
    /// position fen … moves …, for the engine's console
    Moves,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Encoding {
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    #[value(alias = "gbk", alias = "gb2312")]
    Gb18030,
    Big5,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Characters {
    Simplified,
    Traditional,
}

impl ConvertArgs {
    /// The format and the encoding, if they go together.
    fn target(&self) -> anyhow::Result<(Target, TextEncoding)> {
        let style = match self.script {
            // Big5 has no simplified characters.
            None if self.encoding == Some(Encoding::Big5) => Style::Traditional,
            None | Some(Characters::Simplified) => Style::Chinese,
            Some(Characters::Traditional) => Style::Traditional,
        };
        let target = match self.to {
            To::Pgn => Target::Pgn(style),
            To::PgnIccs => Target::Pgn(Style::Iccs),
            To::PgnWxf => Target::Pgn(Style::Wxf),
            To::Ubb => Target::Ubb,
            To::Xqf => Target::Xqf,
            To::Fen => Target::Fen,
            To::Moves => Target::Moves,
        };
        ensure!(
            self.script.is_none() || self.to == To::Pgn,
            Bilingual::new("--script 只用于 --to pgn 的中文着法", "--script is for the Chinese moves of --to pgn")
        );
        ensure!(
            self.encoding.is_none() || target.is_text(),
            Bilingual::new(
                "--encoding 只用于文本；XQF 总是 GB 18030",
                "--encoding is for text; XQF is always GB 18030"
            )
        );
        let encoding = match self.encoding {
            None | Some(Encoding::Utf8) => TextEncoding::Utf8,
            Some(Encoding::Gb18030) => TextEncoding::Gb18030,
            Some(Encoding::Big5) => TextEncoding::Big5,
        };
        Ok((target, encoding))
    }
}

/// Converts.
///
/// # Errors
/// When options do not go together, an input is not there, or the output cannot be written.
pub fn run(args: &ConvertArgs) -> anyhow::Result<ExitCode> {
    let language = Language::or_system(args.lang);
    run_in(args, language).map_err(|error| language.of_error(error))
}

fn run_in(args: &ConvertArgs, language: Language) -> anyhow::Result<ExitCode> {
    let (target, encoding) = args.target()?;
    let inputs = inputs::list(&args.inputs)?;
    ensure!(!inputs.is_empty(), Bilingual::new("文件夹里没有文件", "there is no file in the folders"));
    let mut output = Output::open(args.out.as_deref(), &inputs, target, args.force)?;
    let mut summary = Summary::new(language);
    let start = Instant::now();
    match convert(args, &inputs, (target, encoding), &mut output, &mut summary) {
        Err(error) if interrupt::is_asked() => {
            remark!("{:#}", language.of_error(error));
            return Ok(interrupt::status());
        }
        end => end?,
    }
    summary.say(start.elapsed(), args.notes);
    output.finish()?;
    if summary.games == 0 && summary.files == 0 {
        bail!(Bilingual::new("一个文件也打不开", "no file could be opened"));
    }
    let is_whole = summary.games > 0 && summary.unopened == 0;
    Ok(ExitCode::from(u8::from(!is_whole)))
}

fn convert(
    args: &ConvertArgs,
    inputs: &[Input],
    (target, encoding): (Target, TextEncoding),
    output: &mut Output,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    // Drawn on a terminal only.
    let bar = if inputs.len() > 1 { ProgressBar::new(inputs.len() as u64) } else { ProgressBar::hidden() };
    for input in inputs {
        ensure!(!interrupt::is_asked(), interrupted());
        bar.inc(1);
        let bytes = match input.read(summary.language) {
            Ok(bytes) => bytes,
            Err(why) => {
                bar.suspend(|| summary.unopened(&why));
                continue;
            }
        };
        let reading = guohe_games::read(&bytes);
        summary.add(input, &reading);
        let mut notes = reading.notes;
        let mut games = Vec::with_capacity(reading.games.len());
        for (index, game) in reading.games.iter().enumerate() {
            let written = guohe_games::write(game, index + 1, target, encoding);
            summary.notes(input, &written.notes);
            notes.extend(written.notes);
            games.push(written.bytes);
        }
        if args.notes {
            bar.suspend(|| notes.iter().for_each(|note| remark!("{}", summary.told(input, note))));
        }
        if !output.put(input, &games, target)? {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(())
}
