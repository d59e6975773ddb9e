//! Ctrl-C and SIGTERM as a question that long work asks from time to time, so that it can end with what it has.
//! Under `nohup` SIGHUP stays ignored.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

static ASKED: AtomicBool = AtomicBool::new(false);

/// The status of a program that a signal ended, as shells tell it.
const STATUS: u8 = 130;

/// From now on the first Ctrl-C, SIGTERM or SIGHUP only makes [`is_asked`] true. The second ends the program on the
/// spot.
pub fn listen() {
    handle(|| {
        if ASKED.swap(true, Relaxed) {
            std::process::exit(STATUS.into());
        }
    });
}

/// From now on Ctrl-C, SIGTERM or SIGHUP ends the program at once, after `last_words`.
pub fn end_after(last_words: impl Fn() + Send + 'static) {
    handle(move || {
        last_words();
        std::process::exit(STATUS.into());
    });
}

fn handle(handler: impl Fn() + Send + 'static) {
    #[cfg(unix)]
    let before = on_hangup(libc::SIG_IGN);
    // A second handler is refused: the first serves everybody.
    let is_set = ctrlc::set_handler(handler).is_ok();
    // The handler takes SIGHUP even if it was ignored.
    #[cfg(unix)]
    if !is_set || before == libc::SIG_IGN {
        on_hangup(before);
    }
    #[cfg(not(unix))]
    let _ = is_set;
}

/// Sets what happens at SIGHUP. Returns what happened before.
#[cfg(unix)]
#[allow(unsafe_code)]
fn on_hangup(handler: libc::sighandler_t) -> libc::sighandler_t {
    // SAFETY: it is ignored, or has a handler that it had before.
    unsafe { libc::signal(libc::SIGHUP, handler) }
}

/// Whether somebody asked the program to end.
pub fn is_asked() -> bool {
    ASKED.load(Relaxed)
}

/// The status of a program that was asked to end, or else success.
pub fn status() -> ExitCode {
    if is_asked() { ExitCode::from(STATUS) } else { ExitCode::SUCCESS }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_ignored_hangup_stays_ignored() {
        on_hangup(libc::SIG_IGN);
        listen();
        assert_eq!(on_hangup(libc::SIG_IGN), libc::SIG_IGN);
    }
}
