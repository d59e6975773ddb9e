//! A test for free memory, and huge pages for large allocations: with small pages nearly every random access to a large
//! table misses the TLB.

use zerocopy::FromZeros;

/// Whether `bytes` more can be allocated. Always true on a system that overcommits.
pub(crate) fn can_allocate(bytes: usize) -> bool {
    let mut reserved: Vec<u8> = Vec::new();
    let is_free = reserved.try_reserve_exact(bytes).is_ok();
    // Keeps the compiler from removing the unused allocation.
    std::hint::black_box(&reserved);
    is_free
}

/// Asks the system for huge pages for the memory of `slice`. `name` is for the log.
///
/// Linux gives huge pages on request (`madvise`). Other systems give them without request, or only to privileged
/// processes; there this does nothing.
pub(crate) fn prefer_huge_pages<T>(slice: &[T], name: &str) {
    let bytes = size_of_val(slice);
    if bytes < HUGE_PAGE {
        return;
    }
    match system::advise(slice) {
        Ok(()) => log::info!("{name}, {} kB: huge pages requested", bytes >> 10),
        Err(reason) => log::info!("{name}, {} kB: no huge pages: {reason}", bytes >> 10),
    }
}

/// One zeroed `T` on the heap, on huge pages if the system gives them. `T` should be aligned to [`HUGE_PAGE`].
///
/// # Panics
/// When the memory cannot be allocated.
pub(crate) fn zeroed_on_huge_pages<T: FromZeros>(name: &str) -> Box<[T; 1]> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(1).expect("memory for the histories");
    // Before the first write, which takes the pages.
    prefer_huge_pages(memory.spare_capacity_mut(), name);
    T::extend_vec_zeroed(&mut memory, 1).expect("the memory is reserved");
    memory.try_into().ok().expect("one element")
}

/// Bytes of a huge page; a smaller allocation cannot hold one.
pub(crate) const HUGE_PAGE: usize = 2 << 20;

#[cfg(target_os = "linux")]
mod system {
    use super::HUGE_PAGE;
    use std::io;

    /// Requests huge pages for the part of `slice` that consists of whole huge pages.
    #[allow(unsafe_code)]
    pub(super) fn advise<T>(slice: &[T]) -> io::Result<()> {
        let start = slice.as_ptr().addr();
        let skipped = start.next_multiple_of(HUGE_PAGE) - start;
        let length = size_of_val(slice).saturating_sub(skipped) / HUGE_PAGE * HUGE_PAGE;
        if length == 0 {
            return Err(io::Error::other("too small"));
        }
        let first = slice.as_ptr().cast::<u8>().wrapping_add(skipped).cast_mut().cast();
        // SAFETY: `first` and the `length` bytes from it lie inside the slice, which is borrowed and so stays mapped
        // for the call, and this advice changes neither what the memory holds nor who may use it.
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
        for length in [0, 1, HUGE_PAGE - 1, HUGE_PAGE, 3 * HUGE_PAGE + 5] {
            let memory = vec![7_u8; length];
            prefer_huge_pages(&memory, "a test");
            assert!(memory.iter().all(|&byte| byte == 7), "{length}");
        }
    }
}
