//! The machine: memory, processors, and the folder of the executable.

use crate::{config, files, memory};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

/// Assumed memory in megabytes where the system does not report it.
const ASSUMED_MEMORY: u32 = 4096;

/// Free memory needed at the start, in megabytes: for thread stacks, network and histories.
pub const MIN_MEMORY: usize = 128;

/// Whether [`MIN_MEMORY`] can be allocated.
pub fn has_min_memory() -> bool {
    memory::can_allocate(MIN_MEMORY << 20)
}

/// Half of the machine's memory in megabytes, at least 16; half of [`ASSUMED_MEMORY`] outside Linux.
pub fn max_hash() -> u32 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    (total_memory(&text).unwrap_or(ASSUMED_MEMORY) / 2).clamp(16, config::MAX_HASH)
}

/// Processors that the engine may use, at least one.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// `MemTotal` of Linux's `/proc/meminfo`, in megabytes.
fn total_memory(meminfo: &str) -> Option<u32> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    u32::try_from(kilobytes / 1024).ok()
}

/// The file that an option names. A relative path starts at the folder of the executable; if there is no such file, at
/// the working directory.
pub fn file_named(name: &[u8]) -> PathBuf {
    let file = files::path_of(name);
    let beside = executable_folder().join(&file);
    if !beside.exists() && file.exists() { file } else { beside }
}

/// The folder of the executable; empty if unknown.
pub fn executable_folder() -> PathBuf {
    let file = std::env::current_exe().unwrap_or_default();
    file.parent().map(PathBuf::from).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read() {
        assert_eq!(total_memory("MemFree: 1 kB\nMemTotal:       16384000 kB\n"), Some(16000));
        assert_eq!(total_memory("MemTotal: much"), None);
    }

    #[test]
    fn files_are_looked_up_beside_the_program_first() {
        let folder = executable_folder();
        assert_eq!(file_named(b"no such file.txt"), folder.join("no such file.txt"));
        // Tests run in the folder of the package.
        assert_eq!(file_named(b"Cargo.toml"), PathBuf::from("Cargo.toml"));
        let own = std::env::current_exe().unwrap();
        assert_eq!(file_named(own.file_name().unwrap().as_encoded_bytes()), own);
        assert_eq!(file_named(own.as_os_str().as_encoded_bytes()), own);
    }
}
