#!/usr/bin/env python3
"""Counts the puzzles that Fairy-Stockfish solves by the same first move.

usage: puzzles_fairy.py <file of puzzles> [count, 200 without it] [depth, 15 without it]

Asks the Debian package fairy-stockfish for its move in random puzzles, with an empty table for each. Prints the share
for mates and for wins of material, and each puzzle in which it plays another move.
"""

import random
import re
import subprocess
import sys

from ranks import from_one, to_one

PROGRAM = "/usr/games/fairy-stockfish"


class Fairy:
    def __init__(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")
        self.ask("setoption name UCI_Variant value xiangqi\nsetoption name Hash value 64\nisready", "readyok")

    def ask(self, command, until):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith(until):
                return line
        raise SystemExit("fairy-stockfish has ended")

    def move(self, board, first, depth):
        self.ask("ucinewgame\nisready", "readyok")
        self.process.stdin.write(f"position fen {board} b - - 0 1 moves {to_one(first)}\n")
        return from_one(self.ask(f"go depth {depth}", "bestmove").split()[1])


def main():
    lines = [line.split() for line in open(sys.argv[1], encoding="ascii")]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    depth = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    drawn = random.Random(1).sample(lines, min(count, len(lines)))
    fairy = Fairy()
    tally = {"mates": [0, 0], "wins of material": [0, 0]}
    for board, moves, rating, letters, source in drawn:
        moves = re.findall("....", moves)
        found = fairy.move(board, moves[0], depth)
        kind = tally["mates" if "m" in letters else "wins of material"]
        kind[0] += found == moves[1]
        kind[1] += 1
        if found != moves[1]:
            print(f"{source}: {found} instead of {moves[1]}: {board} after {moves[0]}, {letters}", flush=True)
    solved, all_of_them = (sum(each[at] for each in tally.values()) for at in (0, 1))
    for name, (right, of) in tally.items():
        print(f"{name}: {right} of {of}")
    print(f"depth {depth}: {solved} of {all_of_them} with the same first move ({100 * solved / all_of_them:.1f} %)")


if __name__ == "__main__":
    main()
