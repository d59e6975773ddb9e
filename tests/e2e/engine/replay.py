#!/usr/bin/env python3
"""Replays the game that two engines played in XBoard by the rules of pyffish.

Usage: replay.py DEBUG_FILE PGN_FILE

XBoard's debug file has the moves as the engines sent them, and the saved game their number and the result.
"""

import re
import sys

import pyffish

VARIANT = "xiangqi"


def main():
    debug_path, pgn_path = sys.argv[1:]
    with open(debug_path, encoding="utf-8", errors="replace") as debug:
        moves = re.findall(r"^\d+ <(?:first|second)\s*: move ([a-i]\d+[a-i]\d+)\s*$", debug.read(), re.MULTILINE)
    with open(pgn_path, encoding="utf-8", errors="replace") as pgn:
        text = pgn.read()
    result = re.search(r'^\[Result "(.*)"\]', text, re.MULTILINE).group(1)
    numbers = re.findall(r"\b(\d+)\. ", re.sub(r"\{[^}]*\}", "", text.split("\n\n", 1)[1]))
    if len(moves) < 20 or (len(moves) + 1) // 2 != int(numbers[-1]):
        sys.exit(f"replay: {len(moves)} plies in the debug file, {numbers[-1]} moves in the saved game")
    # Xiangqi in CECP counts ranks from 0, pyffish from 1.
    fen = pyffish.start_fen(VARIANT)
    for ply, mv in enumerate(moves, 1):
        mv = f"{mv[0]}{int(mv[1]) + 1}{mv[2]}{int(mv[3]) + 1}"
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
