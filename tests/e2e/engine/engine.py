"""An engine on a pipe, for the end-to-end scripts. It sends and reads lines; of the protocols it knows only handshake
and end."""

import os
import queue
import subprocess
import threading
import time


class Failure(Exception):
    """The test has failed."""


class Engine:
    """An engine whose output is read by a thread, with the time of arrival of each line."""

    def __init__(self, command, handshake="ucci", name=None, env=None, ending=b"\n"):
        self.command = [command] if isinstance(command, str) else list(command)
        self.ending = ending
        self.name = name or os.path.basename(self.command[0])
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,  # as many front ends do: what goes to stderr arrives as a reply
            env=env,
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.greeting = []
        if handshake:
            self.send(handshake)
            self.greeting = self.until(handshake + "ok")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.perf_counter(), line.decode("utf-8", "replace").rstrip("\r\n")))
        self.lines.put((time.perf_counter(), None))

    def send(self, text, encoding="utf-8"):
        """Sends a line. Returns the time just before."""
        sent = time.perf_counter()
        try:
            self.process.stdin.write(text.encode(encoding) + self.ending)
            self.process.stdin.flush()
        except OSError as error:
            raise Failure(f"{self.name} does not read its input: {error}") from error
        return sent

    def line(self, timeout=10.0):
        """The next line and its time of arrival."""
        try:
            when, line = self.lines.get(timeout=max(timeout, 0.001))
        except queue.Empty:
            raise Failure(f"{self.name} did not answer within {timeout:.1f} s") from None
        if line is None:
            raise Failure(f"{self.name} ended, exit status {self.process.wait(5)}")
        return when, line

    def until(self, *words, timeout=10.0):
        """The lines up to and including the first that begins with one of `words`."""
        return self.timed_until(*words, timeout=timeout)[1]

    def timed_until(self, *words, timeout=10.0):
        """The time of arrival of the last line, and the lines of `until`."""
        end = time.monotonic() + timeout
        lines = []
        while True:
            when, line = self.line(end - time.monotonic())
            lines.append(line)
            if line.split(" ")[0] in words:
                return when, lines

    def silent_for(self, seconds, but=("info",)):
        """Fails if a line that does not begin with a word of `but` arrives within `seconds`."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                _, line = self.lines.get(timeout=left)
            except queue.Empty:
                return
            if line is None:
                raise Failure(f"{self.name} ended, exit status {self.process.wait(5)}")
            if line.split(" ")[0] not in but:
                raise Failure(f"{self.name} sent an unexpected line: {line}")

    def quit(self, farewell="bye", timeout=2.0):
        """Sends `quit`. The engine must answer by `farewell`, if any, and end within `timeout` with status 0."""
        self.send("quit")
        if farewell:
            self.until(farewell, timeout=timeout)
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Failure(f"{self.name} did not end after quit") from None
        if status != 0:
            raise Failure(f"{self.name} ended with status {status}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
