//! The protocol with arbitrary input: nothing panics or hangs. Commands that may take long or much memory are left out:
//! deep `perft`, `bench`, the size of the table and the number of threads.
#![no_main]

use guohe::config::Config;
use guohe::protocol::Session;
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use std::io::sink;

/// Whether the line takes little time and memory, and reads no file.
fn is_modest(line: &[u8]) -> bool {
    let word: Vec<u8> = line.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
    let has = |part: &[u8]| word.windows(part.len()).any(|window| window == part);
    // A path made up by the fuzzer may name any file of this machine.
    let is_heavy = [&b"hash"[..], b"threads", b"file", b"perft", b"bench"].iter().any(|part| has(part));
    !is_heavy || word.len() < b"perft1".len() + 1 && (word.ends_with(b"1") || word.ends_with(b"2"))
}

fuzz_target!(|bytes: &[u8]| {
    let mut input: Vec<u8> = Vec::new();
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| is_modest(line)) {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    // `quit` ends searches without a limit. A small table keeps each start short.
    input.extend_from_slice(b"quit\n");
    let config = Config { hash: 1, ..Config::default() };
    // An error of the output is not what this target looks for.
    let _ = Session::new(config, sink()).map(|mut session| session.run(Cursor::new(input)));
});
