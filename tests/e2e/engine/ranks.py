"""Moves with ranks counted from 0, as in UCCI and CECP, and from 1, as in pyffish and Fairy-Stockfish."""

import re


def from_one(mv):
    """`h10g8` becomes `h9g7`."""
    return moved(mv, -1)


def to_one(mv):
    """`h9g7` becomes `h10g8`."""
    return moved(mv, 1)


def moved(mv, by):
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) + by), mv)
