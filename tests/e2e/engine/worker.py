"""Runs the match runner with the command lines of OpenBench's worker, and parses its output as the worker does.

    tests/e2e/engine/worker.py FASTCHESS ENGINE

Plays a few games like client version 49: a test by pairs, a data generation without exchanged colours, and an engine
that crashes. Needs only Python.
"""

import os
import re
import shlex
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

USUAL = ("-recover -variant standard -testEnv -concurrency 2 -rounds {rounds} -games {games} {calls}  "
         "-engine dir=Engines/ cmd=./{dev} proto=uci {limit} option.Threads=1 option.Hash=8 option.OwnBook=false "
         "name=Guohe-dev -engine dir=Engines/ cmd=./Guohe-BASE0000 proto=uci {limit} option.Threads=1 option.Hash=8 "
         "option.OwnBook=false name=Guohe-base {book} -pgnout file=PGNs/{pgn} seldepth=true nodes=true "
         "match_line='^info string pgncomment .*'")
CALLS = "-resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10"
BOOK = ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - hmvc 0; fmvn 1;",
        "rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - hmvc 0; fmvn 1;",
        "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/RNBAKAB1R w - - hmvc 0; fmvn 1;"]


def worker(folder, runner, line):
    """The results by number of the game, the counts of faults, and the exit status, as the worker reads them."""
    words = shlex.split(f"{runner} {line}")
    started = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE)
    games, faults = {}, {"crashes": 0, "timelosses": 0, "illegals": 0}
    while True:
        text = started.stdout.readline().strip().decode("ascii")
        if not text:
            break
        if "Finished game" in text:
            reason, tokens = text.split(":")[1], text.split()
            faults["crashes"] += "disconnect" in reason or "stalls" in reason
            faults["timelosses"] += "on time" in reason
            faults["illegals"] += "illegal" in reason
            games[int(tokens[2])] = tokens[6]
    started.wait()
    return games, faults, started.returncode


def pgn(file):
    """For each game the tags, the moves with comments, and the result. Empty lines separate tags and moves."""
    blocks = file.read_text(encoding="ascii").split("\n\n")
    assert blocks.pop() == "" and len(blocks) % 2 == 0, blocks[-1]
    for tags, moves in zip(blocks[::2], blocks[1::2]):
        tags = dict(re.match(r'\[(\w+) "([^"]*)"\]$', line).groups() for line in tags.splitlines())
        moves = " ".join(moves.splitlines())
        found = re.findall(r"\s*(?:\d+\.{1,3} )?([a-zA-Z0-9+=#*-]+) (?:\s*\{\s*([^}]*)\s*\})?", moves)
        yield tags, found, re.search(r"\s*(1-0|0-1|1/2-1/2|\*)$", moves).group(1)


def check_games(file, count, with_all=True):
    games = list(pgn(file))
    assert len(games) == count, (len(games), count)
    for tags, moves, result in games:
        assert {"Event", "Round", "White", "Black", "Result", "TimeControl"} <= tags.keys(), tags
        assert tags["Result"] == result and int(tags["PlyCount"]) == len(moves), tags
        for move, comment in moves:
            assert re.fullmatch(r"[a-i][0-9][a-i][0-9]", move), move
            if with_all:
                for pattern in (r"([+-]?M?\d+(?:\.\d+)?)/(\d+)", r"[\d.]+s", r"n=\d+", r"sd=\d+"):
                    assert re.search(pattern, comment), comment
    return games


def main():
    runner, engine = (str(Path(word).resolve()) for word in sys.argv[1:])
    version = subprocess.run([runner, "--version"], capture_output=True, text=True, check=True).stdout
    assert tuple(map(int, re.search(r"\d+\.\d+(\.\d+)?", version).group().split("."))) >= (1, 8, 1), version
    with tempfile.TemporaryDirectory(prefix="worker ") as name:
        folder = Path(name)
        for sub in ("Engines", "Books", "PGNs"):
            (folder / sub).mkdir()
        for copy in ("Guohe-DEV00000", "Guohe-BASE0000"):
            os.symlink(engine, folder / "Engines" / copy)
        # This engine exits during its second search.
        crash = folder / "Engines/Guohe-CRASH000"
        crash.write_text(f"#!/bin/sh\nn=0\nwhile read -r line; do echo \"$line\"; case $line in go*) n=$((n+1));; esac\n"
                         f"[ $n -ge 2 ] && exit 1; done | {shlex.quote(engine)}\n")
        crash.chmod(crash.stat().st_mode | stat.S_IXUSR)
        (folder / "Books/x.epd").write_text("".join(line + "\n" for line in BOOK))

        book = "-openings file=Books/x.epd format=epd order=random start=5 -srand 7"
        line = USUAL.format(rounds=2, games=2, calls=CALLS, dev="Guohe-DEV00000", limit="tc=1.00+0.01 timemargin=250",
                            book=book, pgn="1.pgn")
        games, faults, status = worker(folder, runner, line)
        assert sorted(games) == [1, 2, 3, 4] and set(games.values()) <= {"1-0", "0-1", "1/2-1/2"}, games
        assert not any(faults.values()) and status == 0, (faults, status)
        played = check_games(folder / "PGNs/1.pgn", 4)
        assert {tags["White"] for tags, *_ in played} == {"Guohe-dev", "Guohe-base"}
        print("a test of pairs:", games)

        book = "-openings file=Books/x.epd format=epd order=sequential start=2"
        line = USUAL.format(rounds=3, games=1, calls="", dev="Guohe-DEV00000", limit="tc=inf nodes=200", book=book, pgn="2.pgn")
        games, faults, status = worker(folder, runner, line)
        assert sorted(games) == [1, 2, 3] and not any(faults.values()) and status == 0, (games, faults, status)
        played = check_games(folder / "PGNs/2.pgn", 3)
        assert len({tags.get("FEN") for tags, *_ in played}) == 3
        print("a data generation:", games)

        line = USUAL.format(rounds=1, games=2, calls=CALLS, dev="Guohe-CRASH000", limit="tc=inf nodes=200",
                            book="", pgn="3.pgn")
        games, faults, status = worker(folder, runner, line)
        assert faults == {"crashes": 2, "timelosses": 0, "illegals": 0} and status == 0, (faults, status)
        played = check_games(folder / "PGNs/3.pgn", 2, with_all=False)
        assert all("abandoned" in tags["Termination"] for tags, *_ in played)
        print("an engine that crashes:", games, faults)

        unknown = subprocess.run([runner, "-engine", "cmd=x", "-sparkle"], capture_output=True, text=True)
        assert unknown.returncode == 2 and "-sparkle" in unknown.stderr, unknown
    print("worker: ok")


if __name__ == "__main__":
    main()
