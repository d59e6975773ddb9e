//! How much memory is left, and large pages for large memory: a table that is read at random misses the processor's
//! table of pages at nearly every probe when the pages are small.

/// Whether `bytes` more could be had just now. Where the system lends more than it has, they always could.
pub(crate) fn is_left(bytes: usize) -> bool {
    let mut reserved: Vec<u8> = Vec::new();
    let is_left = reserved.try_reserve_exact(bytes).is_ok();
    // So that the compiler does not leave out an allocation that nobody uses.
    std::hint::black_box(&reserved);
    is_left
}

/// The memory of `slice` is better kept in large pages. `name` is for the log, which hears whether the system was asked.
///
/// Linux has large pages for whoever asks (`madvise`). On the other systems they need rights that an engine does not
/// have, or come unasked; there this does nothing.
pub(crate) fn prefer_large_pages<T>(slice: &[T], name: &str) {
    let bytes = size_of_val(slice);
    if bytes < LARGE_PAGE {
        return;
    }
    match system::advise(slice) {
        Ok(()) => log::info!("{name}, {} kB: large pages asked for", bytes >> 10),
        Err(reason) => log::info!("{name}, {} kB: no large pages: {reason}", bytes >> 10),
    }
}

/// Bytes of a large page; less memory cannot hold one.
const LARGE_PAGE: usize = 2 << 20;

/// Whether the memory around `place` lies in large pages, which shows once it was written to; `None` when the system does
/// not say.
pub(crate) fn is_in_large_pages<T>(place: &T) -> Option<bool> {
    kilobytes_around(place, "AnonHugePages:").map(|kilobytes| kilobytes > 0)
}

/// Kilobytes in memory of the mapping around `place`; `None` when the system does not say.
#[cfg(test)]
pub(crate) fn resident_kilobytes<T>(place: &T) -> Option<u64> {
    kilobytes_around(place, "Rss:")
}

/// What Linux's `/proc/self/smaps` says in the line `field` of the mapping around `place`.
fn kilobytes_around<T>(place: &T, field: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/smaps").ok()?;
    kilobytes(&text, std::ptr::from_ref(place).addr(), field)
}

/// The line `field` of the mapping that holds `address`, in the form of `/proc/self/smaps`.
fn kilobytes(smaps: &str, address: usize, field: &str) -> Option<u64> {
    let mut is_in_mapping = false;
    for line in smaps.lines() {
        let bounds = line.split_once(' ').and_then(|(range, _)| range.split_once('-'));
        let bound = |text| usize::from_str_radix(text, 16).ok();
        if let Some((Some(start), Some(end))) = bounds.map(|(start, end)| (bound(start), bound(end))) {
            is_in_mapping = (start..end).contains(&address);
        } else if let (true, Some(rest)) = (is_in_mapping, line.strip_prefix(field)) {
            return rest.split_whitespace().next()?.parse().ok();
        }
    }
    None
}

#[cfg(target_os = "linux")]
mod system {
    use super::LARGE_PAGE;
    use std::io;

    /// Asks for large pages wherever whole ones fit into `slice`.
    #[allow(unsafe_code)]
    pub(super) fn advise<T>(slice: &[T]) -> io::Result<()> {
        let start = slice.as_ptr().addr();
        let skipped = start.next_multiple_of(LARGE_PAGE) - start;
        let length = size_of_val(slice).saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
        if length == 0 {
            return Err(io::Error::other("none fits"));
        }
        let first = slice.as_ptr().cast::<u8>().wrapping_add(skipped).cast_mut().cast();
        // SAFETY: `first` and the `length` bytes from it lie inside the slice, which is borrowed and so stays mapped for
        // the call, and this advice changes neither what the memory holds nor who may use it.
        if unsafe { libc::madvise(first, length, libc::MADV_HUGEPAGE) } == 0 {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;

    pub(super) fn advise<T>(_: &[T]) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asking_changes_nothing() {
        for length in [0, 1, LARGE_PAGE - 1, LARGE_PAGE, 3 * LARGE_PAGE + 5] {
            let memory = vec![7_u8; length];
            prefer_large_pages(&memory, "a test");
            assert!(memory.iter().all(|&byte| byte == 7), "{length}");
        }
    }

    #[test]
    fn the_mapping_is_found() {
        let smaps = "7f00-7f80 rw-p 00000000 00:00 0\nSize: 4 kB\nAnonHugePages:         0 kB\n\
                     8000-9000 rw-p 00000000 00:00 0 [heap]\nRss: 1 kB\nAnonHugePages:      2048 kB\nLocked: 0 kB\n";
        let check = |address, field, expected| assert_eq!(kilobytes(smaps, address, field), expected, "{address:x}");
        check(0x7f00, "AnonHugePages:", Some(0));
        check(0x8fff, "AnonHugePages:", Some(2048));
        check(0x8fff, "Rss:", Some(1));
        check(0x7f00, "Rss:", None);
        check(0x9000, "AnonHugePages:", None);
        assert_eq!(kilobytes("nothing of the kind", 0, "Rss:"), None);
    }
}
