#!/usr/bin/env python3
"""Replays a game of two engines in XBoard by the rules of pyffish.

Usage: replay.py DEBUG_FILE PGN_FILE
       replay.py --misled DEBUG_FILE ENGINE_LOG...

The moves are read from XBoard's debug file, their number and the result from the saved game. With --misled the status
is 0 if XBoard refused the last move because the adapter had sent the engine a position that is not that of the game,
and the move is legal in that position; otherwise 1.
"""

import re
import sys

import pyffish

from ranks import to_one

VARIANT = "xiangqi"


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def sent_moves(debug):
    """The moves sent by the engines, in order."""
    return re.findall(r"^\d+ <(?:first|second)\s*: move ([a-i]\d+[a-i]\d+)\s*$", debug, re.MULTILINE)


def placement(fen, moves):
    """The first two fields of the FEN after `moves`."""
    return pyffish.get_fen(VARIANT, fen, [to_one(mv) for mv in moves]).split()[:2]


def is_misled(debug, logs):
    """Whether XBoard refused the last move, and its engine had got a position that is not that of the game."""
    moves = sent_moves(debug)
    if not moves or f"Forfeit due to invalid move: {moves[-1]} " not in debug:
        return False
    game = placement(pyffish.start_fen(VARIANT), moves[:-1])
    for log in logs:
        position = None
        for line in log.splitlines():
            if found := re.search(r"> position fen (\S+ [wb]).* moves ?(.*)$", line):
                position = found.group(1) + " - - 0 1", found.group(2).split()
            elif f"< bestmove {moves[-1]}" in line and position is not None:
                fen, before = position
                legal = pyffish.legal_moves(VARIANT, fen, [to_one(mv) for mv in before])
                if to_one(moves[-1]) in legal and placement(fen, before) != game:
                    return True
    return False


def main():
    if sys.argv[1] == "--misled":
        debug, *logs = (read(path) for path in sys.argv[2:])
        sys.exit(0 if is_misled(debug, logs) else 1)
    debug_path, pgn_path = sys.argv[1:]
    moves = sent_moves(read(debug_path))
    text = read(pgn_path)
    result = re.search(r'^\[Result "(.*)"\]', text, re.MULTILINE).group(1)
    numbers = re.findall(r"\b(\d+)\. ", re.sub(r"\{[^}]*\}", "", text.split("\n\n", 1)[1]))
    if len(moves) < 20 or (len(moves) + 1) // 2 != int(numbers[-1]):
        sys.exit(f"replay: {len(moves)} plies in the debug file, {numbers[-1]} moves in the saved game")
    fen = pyffish.start_fen(VARIANT)
    for ply, mv in enumerate(moves, 1):
        mv = to_one(mv)
        if mv not in pyffish.legal_moves(VARIANT, fen, []):
            sys.exit(f"replay: ply {ply}, {mv}, is not legal in {fen}")
        fen = pyffish.get_fen(VARIANT, fen, [mv])
    if not pyffish.legal_moves(VARIANT, fen, []):
        expected = "0-1" if " w " in fen else "1-0"
        if result != expected:
            sys.exit(f"replay: the game ends in mate or stalemate, {expected}, but was scored {result}")
    print(f"replay: {len(moves)} legal plies, {result}")


if __name__ == "__main__":
    main()
