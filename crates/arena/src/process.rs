//! The process of an engine: its pipes and its end, which is the end of whatever it started, too.
//!
//! On Unix it heads a process group of its own. A terminal's Ctrl-C does not reach it there: it ends with its input.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A process that does not outlive this value, nor do those that it started.
pub struct Process {
    child: Child,
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts it with pipes.
    ///
    /// # Errors
    /// When there is no such program.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        Ok(Self { child: command.spawn()?, status: None })
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its input, output and stderr, once.
    pub fn pipes(&mut self) -> Option<(ChildStdin, ChildStdout, ChildStderr)> {
        Some((self.child.stdin.take()?, self.child.stdout.take()?, self.child.stderr.take()?))
    }

    /// How it ended, if it does within `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            if self.status.is_none() {
                self.status = self.child.try_wait().ok().flatten();
                if self.status.is_some() {
                    // At once: later the number of the group may be another's.
                    self.kill_group();
                }
            }
            if self.status.is_some() || Instant::now() >= until {
                return self.status;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Ends what the process started, behind a shell script for instance, and the process itself.
    fn kill_group(&self) {
        // It fails only when all are gone already.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.kill_group();
            // Either call fails only when the process is gone already.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Read;

    /// A shell that starts another process and says so; the other holds its output open.
    fn family(last_words: &str) -> (Process, ChildStdin, ChildStdout) {
        // Nobody waits for a day: a test whose process outlives the one that started it hangs.
        let script = format!("sleep 86400 & echo x; {last_words}");
        let mut process = Process::start(Command::new("sh").args(["-c", &script])).unwrap();
        let (input, mut output, _) = process.pipes().unwrap();
        output.read_exact(&mut [0; 2]).unwrap();
        (process, input, output)
    }

    /// Waits until nobody holds the output.
    fn assert_all_end(mut output: ChildStdout) {
        output.read_to_end(&mut Vec::new()).unwrap();
    }

    #[test]
    fn what_a_killed_process_started_ends_with_it() {
        let (process, _input, output) = family("wait");
        drop(process);
        assert_all_end(output);
    }

    #[test]
    fn what_a_process_left_behind_ends_with_it() {
        let (mut process, _input, output) = family("exit 3");
        let status = loop {
            if let Some(status) = process.wait(Duration::from_millis(100)) {
                break status;
            }
        };
        assert_eq!(status.code(), Some(3));
        assert_all_end(output);
    }
}
