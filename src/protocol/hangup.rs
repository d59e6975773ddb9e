//! Whether anybody still reads what the program writes. A failed write tells as well, but a count that takes minutes seldom
//! writes.

/// Whether somebody reads the standard output, as far as the system says; asking costs a microsecond.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn has_reader() -> bool {
    let mut output = libc::pollfd { fd: libc::STDOUT_FILENO, events: 0, revents: 0 };
    // SAFETY: the pointer is to one `pollfd`, which lives through the call.
    let changed = unsafe { libc::poll(&raw mut output, 1, 0) };
    changed <= 0 || output.revents & (libc::POLLERR | libc::POLLHUP) == 0
}

/// Elsewhere only a failed write tells.
#[cfg(not(target_os = "linux"))]
pub fn has_reader() -> bool {
    true
}
