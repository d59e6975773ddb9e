#!/usr/bin/env python3
"""Other programs read our notation: cchess reads PGN in ICCS and Chinese, pyffish confirms moves in WXF.

Usage: notation_readers.py ENGINE TOOLS

The arena plays the first forty plies of games from several starts and writes them as PGN without comments. cchess must
read every move. (It refuses 士4进5 if both advisors are on one file, which happens later in games.) pyffish must write
the same WXF for every move for which it has one. Moves are compared with the coordinates in the match file.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import cchess
import pyffish

from ranks import to_one

GAMES = 6
STARTS = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1",
    "4k4/9/6P2/6P2/9/9/9/9/1R7/1R1K5 w - - 0 1",
]


def play(engine, tools, folder, notation):
    """Games of the arena: the records of the match file, and by number the PGN of each game."""
    jsonl, pgn = folder / f"{notation}.jsonl", folder / f"{notation}.pgn"
    starts = folder / "starts.txt"
    starts.write_text("\n".join(STARTS) + "\n", encoding="utf-8")
    options = ["proto=ucci", "option.usebook=false", "option.hashsize=8"]
    command = [tools, "arena", "--engine", f"cmd={engine}", "name=one", *options]
    command += ["--engine", f"cmd={engine}", "name=two", *options]
    command += ["--games", str(GAMES), "--nodes", "300", "--max-plies", "40", "--openings", starts]
    command += ["--out", jsonl, "--pgn", pgn, "--pgn-notation", notation, "--pgn-plain"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    records = [json.loads(line) for line in jsonl.read_text(encoding="utf-8").splitlines()[1:]]
    texts = {}
    for text in pgn.read_text(encoding="utf-8").split("\n[Game "):
        text = text if text.startswith("[Game ") else "[Game " + text
        texts[int(re.search(r'\[Round "(\d+)"\]', text)[1]) - 1] = text
    if len(records) != GAMES or len(texts) != GAMES:
        sys.exit(f"notation: {len(records)} records, {len(texts)} texts of {GAMES} games")
    return records, texts


def cchess_reads(text, folder):
    """The moves of a PGN game as cchess reads them, in coordinates."""
    file = folder / "game.pgn"
    file.write_text(text, encoding="utf-8")
    lines = cchess.read_from_pgn(file).dump_iccs_moves()
    return lines[0] if lines else []


def check_pgn(engine, tools, folder, notation):
    records, texts = play(engine, tools, folder, notation)
    moves = 0
    for record in records:
        text = texts[record["game"]]
        for tag in ("Variant", "Date", "Site", "Round", "Red", "White", "Black", "Result", "RedVersion", "Format"):
            if not re.search(rf'^\[{tag} "[^"]+"\]$', text, re.MULTILINE):
                sys.exit(f"notation: no tag {tag} in\n{text}")
        expected = record["moves"].split()
        found = cchess_reads(text, folder)
        if found != expected:
            sys.exit(f"notation: cchess read\n{found} instead of\n{expected} from\n{text}")
        moves += len(expected)
    print(f"notation: cchess read {len(records)} games, {moves} moves in {notation}")


def wxf_moves(text):
    """The moves of a game without its tags, numbers and result."""
    words = text.split("\n\n", 1)[1].split()
    return [word for word in words if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word)]


def check_wxf(engine, tools, folder):
    records, texts = play(engine, tools, folder, "wxf")
    moves = 0
    for record in records:
        fen = record["fen"]
        coordinates = record["moves"].split()
        # pyffish writes a sideways move with '=', the federation and we with '.'.
        own = [to_one(move) for move in coordinates]
        theirs = pyffish.get_san_moves("xiangqi", fen, own, False, pyffish.NOTATION_XIANGQI_WXF)
        expected = [move.replace("=", ".") for move in theirs]
        found = wxf_moves(texts[record["game"]])
        if found != expected:
            sys.exit(f"notation: pyffish writes\n{expected}, we write\n{found}")
        moves += len(found)
    print(f"notation: pyffish agrees on {len(records)} games, {moves} moves in WXF")


def main():
    engine, tools = (pathlib.Path(name).resolve() for name in sys.argv[1:])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for notation in ("iccs", "chinese", "fullwidth"):
            check_pgn(engine, tools, folder, notation)
        check_wxf(engine, tools, folder)


main()
