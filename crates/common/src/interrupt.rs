//! Ctrl-C and SIGTERM as a question that long work asks from time to time, so that it can end with what it has.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

static ASKED: AtomicBool = AtomicBool::new(false);

/// The status of a program that a signal ended, as shells tell it.
const STATUS: u8 = 130;

/// From now on the first Ctrl-C, SIGTERM or SIGHUP only makes [`is_asked`] true. The second ends the program on the spot.
pub fn listen() {
    // A second handler is refused: the first serves everybody.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Relaxed) {
            std::process::exit(STATUS.into());
        }
    });
}

/// From now on Ctrl-C, SIGTERM or SIGHUP ends the program at once, after `last_words`.
pub fn end_after(last_words: impl Fn() + Send + 'static) {
    // A second handler is refused: the first serves everybody.
    let _ = ctrlc::set_handler(move || {
        last_words();
        std::process::exit(STATUS.into());
    });
}

/// Whether somebody asked the program to end.
pub fn is_asked() -> bool {
    ASKED.load(Relaxed)
}

/// The status of a program that was asked to end, or else success.
pub fn status() -> ExitCode {
    if is_asked() { ExitCode::from(STATUS) } else { ExitCode::SUCCESS }
}
