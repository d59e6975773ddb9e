#!/usr/bin/env python3
"""Checks every count of tests/data/perft.txt with the program: `position fen ...`, `perft N`.

Usage: perft.py ENGINE
"""

import sys
from pathlib import Path

from engine import Engine, Failure

SUITE = Path(__file__).resolve().parents[2] / "data" / "perft.txt"
# Minimum size of the suite, in case lines were lost.
LEAST_POSITIONS, LEAST_NODES = 45, 300_000_000


def suite():
    """Positions with their counts by depth."""
    for line in SUITE.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            fen, *counts = (field.strip() for field in line.split(";"))
            yield fen, {int(depth.removeprefix("D")): int(count) for depth, count in map(str.split, counts)}


def perft(engine, fen, depth):
    """The total, which must be the sum of the counts of the first moves."""
    engine.send(f"position fen {fen}")
    engine.send(f"perft {depth}")
    moves = []
    while True:
        words = engine.line(timeout=120)[1].split()
        if words[1:2] == ["nodes"]:
            if sum(moves) != int(words[0]):
                raise Failure(f"{fen} at depth {depth}: the moves add up to {sum(moves)}, the total says {words[0]}")
            return int(words[0])
        moves.append(int(words[-1]))


def main():
    positions = nodes = 0
    with Engine(sys.argv[1]) as engine:
        for fen, counts in suite():
            positions += 1
            for depth, expected in counts.items():
                found = perft(engine, fen, depth)
                if found != expected:
                    raise Failure(f"{fen} at depth {depth}: {found} instead of {expected}")
                nodes += found
        engine.quit()
    print(f"{positions} positions, {nodes} nodes")
    if positions < LEAST_POSITIONS or nodes < LEAST_NODES:
        raise Failure("the suite lost positions or depths")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"perft: {failure}")
    print("perft: ok")
