#!/usr/bin/env python3
"""Commands sent in the same write as `stop` must be carried out, even if the search ends at the same moment.

Usage: after_stop.py ENGINE [ROUNDS]

Each round, in both protocols: an endless search; after a random time, in one write, `stop`, another position and a
search with a limit. Both searches must be answered, the second by a move of the side to move in the second position.
"""

import random
import sys
import time

from engine import Engine, Failure


def check(path, dialect, rounds):
    engine = Engine(path, dialect)
    for option in ("usebook", "hashsize"):
        engine.send(f"setoption name {option} value {'false' if option == 'usebook' else 8}")
    random.seed(rounds)
    for number in range(rounds):
        engine.send("position startpos\ngo infinite")
        if number % 4:
            time.sleep(random.random() / 100)
        engine.send("stop\nposition startpos moves h2e2 b9c7 h0g2" + ("\ngo depth 3\nisready" if number % 2 else ""))
        said = []
        while [line.split()[0] for line in said].count("bestmove") < 2 or "readyok" not in said:
            line = engine.until("bestmove", "nobestmove", "readyok")[-1]
            said.append(line)
            if not number % 2 and len(said) == 1:
                engine.send("go depth 3\nisready")
        # isready never waits, so its answer may come anywhere.
        first, second = (line for line in said if line != "readyok")
        # Red stands on ranks 0 to 3, Black, who is to move in the second position, on ranks 6 to 9.
        if first.split()[1][1] not in "0123" or second.split()[1][1] not in "6789":
            raise Failure(f"{dialect}, round {number}: {first} and {second}")
    engine.silent_for(0.2)
    engine.quit("bye" if dialect == "ucci" else None)
    print(f"{dialect}: {2 * rounds} searches, each answered once and in its own position")


if __name__ == "__main__":
    try:
        for dialect in ("ucci", "uci"):
            check(sys.argv[1], dialect, int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
    except Failure as failure:
        sys.exit(f"after_stop: {failure}")
