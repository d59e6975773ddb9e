#!/usr/bin/env python3
"""Compares the speed of two builds that search the same nodes: `bench` of both in turn, by user time.

Usage: tools/bench/paired.py OLD NEW [--runs 10] [--depth 11]

Prints a table in Markdown: the seconds of each build, and by how much NEW differs, as the mean of the paired
differences with its 95 % interval. Which of a pair runs first changes from pair to pair. It fails when the builds
search different numbers of nodes, for then they do not do the same work. Nothing else should run meanwhile.
"""

import argparse
import math
import os
import re
import statistics
import subprocess
import sys

# Student's t for a two-sided interval of 95 %, by degrees of freedom; beyond them the normal value.
T95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
       2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045]


def bench(program, depth):
    """Runs one bench. Returns its nodes and its seconds of user time."""
    process = subprocess.Popen([program, "bench", str(depth)], stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{program} bench {depth} failed")
    nodes = re.findall(r"^(\d+) nodes", output, re.MULTILINE)
    if not nodes:
        sys.exit(f"{program} bench {depth} names no nodes")
    return int(nodes[-1]), usage.ru_utime


def half_width(values):
    """Half the 95 % interval of the mean."""
    if len(values) < 2:
        return math.inf
    t = T95[len(values) - 2] if len(values) - 2 < len(T95) else 1.96
    return t * statistics.stdev(values) / math.sqrt(len(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--runs", type=int, default=10, help="pairs of runs, at least 2 (default: %(default)s)")
    parser.add_argument("--depth", type=int, default=11, help="depth of the bench (default: %(default)s)")
    arguments = parser.parse_args()
    if arguments.runs < 2:
        parser.error("an interval needs at least two pairs")
    programs = [os.path.abspath(arguments.old), os.path.abspath(arguments.new)]
    for program in programs:
        # The first run reads the program from the disk.
        bench(program, 1)
    seconds = [[], []]
    nodes = set()
    for run in range(arguments.runs):
        for which in ((0, 1), (1, 0))[run % 2]:
            counted, time = bench(programs[which], arguments.depth)
            nodes.add(counted)
            seconds[which].append(time)
        print(f"pair {run + 1}/{arguments.runs}: {seconds[0][-1]:.3f} s, {seconds[1][-1]:.3f} s", file=sys.stderr)
        if len(nodes) > 1:
            sys.exit(f"the builds search different nodes: {sorted(nodes)}")
    percent = [100 * (new / old - 1) for old, new in zip(*seconds)]
    old, new = (statistics.mean(times) for times in seconds)
    print("| build | user time, s | nodes/s |")
    print("|---|---|---|")
    for name, times in (("old", seconds[0]), ("new", seconds[1])):
        mean = statistics.mean(times)
        print(f"| {name} | {mean:.3f} ± {half_width(times):.3f} | {min(nodes) / mean:,.0f} |")
    print(f"\nUser time of new against old: {statistics.mean(percent):+.2f} % ± {half_width(percent):.2f} %, "
          f"{old / new:.3f} times the nodes/s ({arguments.runs} pairs, bench {arguments.depth}, {min(nodes):,} nodes).")


if __name__ == "__main__":
    main()
