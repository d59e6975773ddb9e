#!/usr/bin/env python3
"""Compares the speed of two builds that search the same nodes.

Usage: tools/bench/paired.py OLD NEW [--searches 1200] [--nodes 20000]

An engine of each build searches the same positions in turn, on the same processor core. So other programs and guests
of the host slow both down alike. It prints by how much the processor time of NEW differs: the mean of the logarithms
of the ratios, without the highest and the lowest tenth, and a 95 % interval by resampling. It fails when the builds
choose different moves, for then they search different trees. Linux only.

The engines start three times, each time from fresh copies of the files: two copies of one file may differ by some per
cent, always in the same direction, by where the system has put the pages of the file. The interval leaves out these
differences; the lines of the starts show them.
"""

import argparse
import itertools
import math
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

STARTS = 3
# Searches in one game. The first one fills the caches and does not count.
GAME = 20
OPENINGS = pathlib.Path(__file__).parent.parent / "data" / "openings-heldout.txt"


class Engine:
    """An engine that speaks UCCI, with one thread and no book."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.ask("ucci", "ucciok")
        self.ask("setoption usebook false\nsetoption hashsize 64\nsetoption threads 1\nisready", "readyok")

    def ask(self, command, answer):
        """Sends a command. Returns the line that begins with `answer`."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith(answer):
                return line
        sys.exit(f"{self.process.args[0]} ended before it answered {command.splitlines()[-1]!r}")

    def processor_time(self):
        """Nanoseconds of all threads."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)

    def search(self, position, nodes):
        """Searches a position. Returns the processor time, and the best move if there is one."""
        before = self.processor_time()
        answer = self.ask(f"position {position}\ngo nodes {nodes}", ("bestmove", "nobestmove")).split()
        return self.processor_time() - before, answer[1] if len(answer) > 1 else None

    def quit(self):
        self.process.communicate("quit\n")


def ratios_of_one_start(programs, fens, searches, nodes):
    """The ratios of the processor time of the second program to that of the first."""
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        engines = [Engine(shutil.copy(program, pathlib.Path(folder) / name))
                   for program, name in zip(programs, ("old", "new"))]
        while len(ratios) < searches:
            position = f"fen {next(fens)}"
            for engine in engines:
                engine.ask("setoption newgame\nisready", "readyok")
            for number in range(GAME):
                if number % 2 == 0:
                    (old, move), (new, other) = [engine.search(position, nodes) for engine in engines]
                else:
                    (new, other), (old, move) = [engine.search(position, nodes) for engine in reversed(engines)]
                if move != other:
                    sys.exit(f"the builds choose different moves: {move} and {other} at 'position {position}'")
                if number > 0:
                    ratios.append(new / old)
                if move is None:
                    break
                position += f" {move}" if " moves " in position else f" moves {move}"
        for engine in engines:
            engine.quit()
    return ratios


def trimmed_mean(values):
    """The mean without the tenth at each end."""
    cut = len(values) // 10
    return statistics.mean(sorted(values)[cut:len(values) - cut])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--searches", type=int, default=1200, help="searches that count, at least (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=20000, help="nodes of a search (default: %(default)s)")
    arguments = parser.parse_args()
    if arguments.searches < 10 * STARTS:
        parser.error(f"an interval needs at least {10 * STARTS} searches")
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    fens = [line for line in OPENINGS.read_text().splitlines() if line and not line.startswith("#")]
    random.Random(1).shuffle(fens)
    fens = itertools.cycle(fens)
    logarithms = []
    for start in range(STARTS):
        searches = arguments.searches // STARTS
        ratios = ratios_of_one_start([arguments.old, arguments.new], fens, searches, arguments.nodes)
        logarithms += map(math.log, ratios)
        print(f"start {start + 1}/{STARTS}: {percent(trimmed_mean(list(map(math.log, ratios))))}", file=sys.stderr)
    draw = random.Random(2)
    means = sorted(trimmed_mean(draw.choices(logarithms, k=len(logarithms))) for _ in range(400))
    print(f"Processor time of new against old: {percent(trimmed_mean(logarithms))} "
          f"({percent(means[10])} to {percent(means[-11])}; {len(logarithms)} searches of {arguments.nodes:,} nodes).")


def percent(logarithm):
    """A ratio as a difference."""
    return f"{100 * (math.exp(logarithm) - 1):+.1f} %"


if __name__ == "__main__":
    main()
