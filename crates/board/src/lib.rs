//! `guohe-tools board`: a board in the browser with the engine behind it. The page holds the games; this side knows the
//! rules, reads and writes files, and thinks. Serves the loopback address only, or with `--lan` the home network.
//!
//! In reading order: [`gate`] checks who may send requests, [`page`] holds the files of the page, [`tabs`] the event
//! streams, [`library`] the player's games; [`thinker`] runs one search at a time and keeps the finished reports,
//! [`service`] answers requests, [`server`] routes addresses, [`lan`] finds the address for phones. The answers
//! themselves come from [`guohe_play::service`].

mod gate;
mod lan;
mod library;
mod page;
mod server;
mod service;
mod tabs;
mod thinker;

use anyhow::Context;
use guohe_common::language::Language;
use guohe_common::say::{remark, say};
use guohe_games::bilingual::Bilingual;
use library::Library;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The port of the page where none is named.
const USUAL_PORT: u16 = 8390;

/// Open a board in the browser: play, analyse, read and write games.
#[derive(clap::Args)]
pub struct BoardArgs {
    /// Port to listen on; 0 means any free port [default: 8390, or any free port where that is taken]
    #[arg(long)]
    port: Option<u16>,
    /// Only print the address, do not open a browser.
    #[arg(long)]
    no_open: bool,
    /// Listen in the home network instead of this machine alone, and print a QR code for a phone.
    #[arg(long)]
    lan: bool,
    /// Folder for the games that were played or opened, each a PGN file [default: guohe/games in the user's data
    /// folder; with --lan none, and the games stay in each browser]
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Keep no games in a folder, only in the browser.
    #[arg(long, conflicts_with = "library")]
    no_library: bool,
    /// Search threads at full strength; 0 uses half of the processors.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Transposition table, MB.
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Language of the page and of messages [default: the browser's and the system's]
    #[arg(long, value_enum)]
    lang: Option<Language>,
}

/// Runs `guohe-tools board` until Ctrl-C.
///
/// # Errors
/// When the port is taken or the system has no random numbers or no thread to give.
pub fn run(args: &BoardArgs) -> anyhow::Result<ExitCode> {
    let language = Language::or_system(args.lang);
    run_in(args, language).map_err(|error| language.of_error(error))
}

fn run_in(args: &BoardArgs, language: Language) -> anyhow::Result<ExitCode> {
    let lan = if args.lan { Some(lan::address()?) } else { None };
    let host = lan.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let listener = listen(host, args.port)?;
    let token = gate::Token::random().context("the system gives no random numbers")?;
    let address = format!("http://{}/{token}/", listener.local_addr()?);
    say!("{address}");
    let open = "The board is open at the address above. Ctrl-C ends it.";
    remark!("{}", language.pick("棋盘地址见上一行，按 Ctrl-C 结束。", open));
    if args.port.is_none() && listener.local_addr()?.port() != USUAL_PORT {
        let taken = language.choose(
            || {
                format!(
                    "端口 {USUAL_PORT} 被占用，棋盘也许已经打开。\
                     浏览器按端口保存设置和习题成绩，这里看不到原来的。"
                )
            },
            || {
                format!(
                    "Port {USUAL_PORT} is taken: is the board open already? \
                     Settings and puzzle results are kept by port, so the usual ones are not here."
                )
            },
        );
        remark!("{taken}");
    }
    if args.lan {
        remark!("{}", lan::picture(&address)?);
        remark!("{}", lan::warning(language));
    }
    if !args.no_open {
        // A browser in the terminal holds its caller until it is left, and the page must be served meanwhile. The
        // listener is bound: a browser that is quicker than the server waits for it.
        std::thread::Builder::new().name("browser".to_owned()).spawn(move || open_browser(&address, language))?;
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if args.threads == 0 { (cores / 2).max(1) } else { args.threads.min(cores) };
    let page = args.lang.map(|language| language.pick("zh", "en"));
    let folder = match &args.library {
        Some(folder) => Some(folder.clone()),
        // Who shares the board in the home network need not share his games.
        None if args.no_library || args.lan => None,
        None => library::usual_folder(),
    };
    server::serve(listener, token, lan, page, threads, args.hash as usize, folder.map(Library::new))?;
    Ok(ExitCode::SUCCESS)
}

/// Listens at the port that was asked for. Without one the port is the usual one, as a browser keeps settings and games
/// by the address, or any other where that is taken.
fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, Bilingual> {
    if port.is_none()
        && let Ok(listener) = TcpListener::bind((host, USUAL_PORT))
    {
        return Ok(listener);
    }
    let port = port.unwrap_or(0);
    TcpListener::bind((host, port)).map_err(|error| {
        Bilingual::new(
            format!("{host} 的端口 {port} 无法使用：{error}"),
            format!("port {port} on {host} cannot be used: {error}"),
        )
    })
}

/// Opens the page with the first program of `BROWSER` that does not fail, or else as the system does; says that the
/// user must if that fails, too.
fn open_browser(address: &str, language: Language) {
    let named = if cfg!(unix) { std::env::var("BROWSER").unwrap_or_default() } else { String::new() };
    if browsers(&named, address).any(opens) {
        return;
    }
    if let Err(error) = open::that_detached(address) {
        let alone = language.choose(
            || format!("无法启动浏览器（{error}）：请自行打开上面的地址。"),
            || format!("No browser could be started ({error}): open the address yourself."),
        );
        remark!("{alone}");
    }
}

/// The commands in `BROWSER`, as xdg-open reads it: they stand between colons, and the address takes the place of `%s`,
/// or else stands at the end.
fn browsers(named: &str, address: &str) -> impl Iterator<Item = Command> {
    named.split(':').filter_map(move |text| {
        let mut words = text.split_whitespace();
        let mut command = Command::new(words.next()?);
        command.args(words.map(|word| word.replace("%s", address)));
        if !text.contains("%s") {
            command.arg(address);
        }
        Some(command)
    })
}

/// Whether the browser starts and does not fail. One in the terminal ends when the user leaves it.
fn opens(mut browser: Command) -> bool {
    // One that a signal ended has no code: Ctrl-C may end it together with the board, and no other should follow.
    browser.status().is_ok_and(|status| status.code().is_none_or(|code| code == 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_read_as_xdg_open_reads_them() {
        let read = |named| -> Vec<Vec<String>> {
            let words = |command: Command| {
                let words = std::iter::once(command.get_program()).chain(command.get_args());
                words.map(|word| word.to_string_lossy().into_owned()).collect()
            };
            browsers(named, "http://a/").map(words).collect()
        };
        let read_first = |named| read(named).swap_remove(0);
        assert_eq!(read_first("firefox"), ["firefox", "http://a/"]);
        assert_eq!(read_first("term -e w3m"), ["term", "-e", "w3m", "http://a/"]);
        assert_eq!(read_first("term %s --title --app=%s"), ["term", "http://a/", "--title", "--app=http://a/"]);
        assert_eq!(read(": one: two %s:").len(), 2, "empty ones are left out");
    }

    #[test]
    #[cfg(unix)]
    fn a_browser_that_fails_is_not_open() {
        let opened = |script| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]);
            opens(shell)
        };
        assert_eq!(["exit 0", "exit 3", "kill -INT $$"].map(opened), [true, false, true]);
        assert!(!opens(Command::new("no/such/browser")));
    }
}
