#!/usr/bin/env python3
"""Runs searches, stops and ponderhits on an engine built with ThreadSanitizer, with four threads and a tiny table.

Usage: races.py ENGINE

The sanitizer ends the engine at the first data race. `races.sh` builds such an engine.
"""

import sys
import time

from engine import Engine, Failure

# Seconds; the sanitizer makes the engine about twenty times slower.
PATIENCE = 120.0


def main(path):
    engine = Engine(path)
    for option in ("usebook false", "threads 4", "hashsize 1"):
        engine.send(f"setoption {option}")
    searches = 0
    for moves in ("", " moves h2e2", " moves h2e2 h9g7", " moves h2e2 h9g7 h0g2"):
        engine.send(f"position startpos{moves}")
        for command in ("go depth 9", "go nodes 100000"):
            engine.send(command)
            engine.until("bestmove", timeout=PATIENCE)
            searches += 1
        for command, answer in (("go infinite", "stop"), ("go ponder time 300 increment 0", "ponderhit")):
            engine.send(command)
            time.sleep(0.5)
            engine.send("isready")
            engine.until("readyok")
            engine.send(answer)
            engine.until("bestmove", timeout=PATIENCE)
            searches += 1
        engine.send("setoption newgame")
    engine.quit(timeout=PATIENCE)
    print(f"races: none in {searches} searches")


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Failure as failure:
        sys.exit(f"races: {failure}")
