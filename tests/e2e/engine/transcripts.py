"""Replays the transcripts of docs/protocol.md, each in a new engine. Lines that begin with `> ` are sent; the engine
must answer the other lines, in order. `…` in a line means any text, alone on a line any number of lines.

Usage: transcripts.py ENGINE
"""

import contextlib
import pathlib
import queue
import re
import subprocess
import sys
import threading

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs/protocol.md"
SECONDS = 20
END = object()


class Engine:
    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(END)

    def line(self):
        """The next line; END at the end of the output; None after SECONDS without a line."""
        try:
            return self.lines.get(timeout=SECONDS)
        except queue.Empty:
            return None


def fits(expected, line):
    pattern = ".*".join(re.escape(part) for part in expected.split("…"))
    return isinstance(line, str) and re.fullmatch(pattern, line) is not None


def replay(path, transcript):
    """The first error, or None."""
    engine = Engine(path)
    may_skip = False
    for text in transcript:
        if text.startswith("> "):
            engine.process.stdin.write(text[2:] + "\n")
            continue
        if text == "…":
            may_skip = True
            continue
        line = engine.line()
        while may_skip and isinstance(line, str) and not fits(text, line):
            line = engine.line()
        may_skip = False
        if not fits(text, line):
            engine.process.kill()
            return f"expected '{text}', got {'nothing' if line in (None, END) else repr(line)}"
    # A transcript may end with `quit` itself, and the engine be gone.
    with contextlib.suppress(BrokenPipeError):
        engine.process.stdin.write("quit\n")
    with contextlib.suppress(BrokenPipeError):
        engine.process.stdin.close()
    rest = []
    while isinstance(line := engine.line(), str):
        rest.append(line)
    # In UCCI the engine answers `quit` by `bye`. After a final `…` it may also answer a search that still ran.
    rest = [line for line in rest if line != "bye" and not may_skip]
    if line is None or engine.process.wait(SECONDS) != 0:
        engine.process.kill()
        return "the engine did not end with status 0"
    return f"'{rest[0]}' came after the end" if rest else None


def main():
    blocks = re.findall(r"^```console\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks, f"{PAGE} has no transcripts"
    failures = 0
    for block in blocks:
        lines = block.splitlines()
        if fault := replay(sys.argv[1], lines):
            failures += 1
            print(f"transcripts: '{lines[0]}': {fault}", file=sys.stderr)
    print(f"transcripts: {len(blocks)} replayed, {failures} wrong")
    sys.exit(1 if failures else 0)


main()
