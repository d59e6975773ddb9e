//! Ctrl-C and SIGTERM as a question that long work asks from time to time, so that it can end with what it has. Signals
//! that were ignored when the program began stay so: SIGHUP under `nohup`, SIGINT in a script's background job.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

static ASKED: AtomicBool = AtomicBool::new(false);

/// The status of a program that a signal ended, as shells tell it.
const STATUS: u8 = 130;

/// From now on the first Ctrl-C, SIGTERM or SIGHUP only makes [`is_asked`] true. The second ends the program on the spot.
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
    let ignored = unix::ignored();
    // A second handler is refused: the first serves everybody.
    let _ = ctrlc::set_handler(handler);
    #[cfg(unix)]
    unix::ignore(&ignored);
}

/// What the handler's crate lacks: it takes every signal, ignored or not.
#[cfg(unix)]
#[allow(unsafe_code)]
mod unix {
    use std::mem::MaybeUninit;
    use std::ptr;

    /// Those of the handled signals that are ignored.
    pub fn ignored() -> Vec<libc::c_int> {
        let is_ignored = |&signal: &libc::c_int| {
            let mut action = MaybeUninit::<libc::sigaction>::zeroed();
            // SAFETY: no new action is given, and the old one is written to a place of its type. Zeros are valid there.
            let action = unsafe {
                libc::sigaction(signal, ptr::null(), action.as_mut_ptr());
                action.assume_init()
            };
            action.sa_sigaction == libc::SIG_IGN
        };
        [libc::SIGINT, libc::SIGTERM, libc::SIGHUP].into_iter().filter(is_ignored).collect()
    }

    /// Ignores signals.
    pub fn ignore(signals: &[libc::c_int]) {
        for &signal in signals {
            // SAFETY: no code runs for an ignored signal.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
    }
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
    fn what_was_ignored_stays_ignored() {
        unix::ignore(&[libc::SIGHUP]);
        listen();
        assert!(unix::ignored().contains(&libc::SIGHUP) && !unix::ignored().contains(&libc::SIGTERM));
    }
}
