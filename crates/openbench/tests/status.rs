//! How the program ends.
#![cfg(target_os = "linux")]

use std::fs::{File, read_to_string, remove_dir_all};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn fastchess() -> Command {
    Command::new(env!("CARGO_BIN_EXE_fastchess"))
}

/// Waits until something is true.
fn wait_for(mut is_true: impl FnMut() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !is_true() {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_full_disk_behind_standard_output_is_a_failure() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let outcome = fastchess().arg("-version").stdout(full).stderr(Stdio::piped()).output().unwrap();
    let error = String::from_utf8_lossy(&outcome.stderr);
    assert!(outcome.status.code() == Some(1) && error.contains("writing to standard output"), "{error}");
}

#[test]
fn an_engine_that_hangs_while_it_starts_ends_with_the_match() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("status-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let hung = ["-engine", "cmd=sh", "name=a", "args=-c 'echo $$ > new; mv new pid; exec sleep 100'"];
    let mut command = fastchess();
    command.args(hung).args(["-engine", "cmd=sh", "name=b", "-each", "depth=1"]).current_dir(&folder);
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mark = folder.join("pid");
    wait_for(|| mark.exists());
    let engine = read_to_string(&mark).unwrap().trim().to_owned();
    Command::new("kill").arg(run.id().to_string()).status().unwrap();
    let mut status = None;
    wait_for(|| {
        status = run.try_wait().unwrap();
        status.is_some()
    });
    assert_eq!(status.unwrap().code(), Some(1));
    wait_for(|| !Path::new("/proc").join(&engine).exists());
    remove_dir_all(folder).unwrap();
}
