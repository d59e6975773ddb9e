#!/usr/bin/env python3
"""Compares legal moves, checks and game ends with pyffish, an independent implementation of the rules.

Usage: oracle.py ENGINE [POSITIONS]

Positions come from games of random moves and from games of the engine against itself after random first moves. The
engine gets each by `position fen ...`, those of its own games also with all their moves, and answers `perft 1` and `d`.
A share of the positions is composed, with pieces on points that they cannot reach in a game, such as pawns on their
own back rank or bishops across the river. Repetitions and draws are not compared here.
"""

import random
import re
import sys

import pyffish

from engine import Engine, Failure
from ranks import from_one, to_one

VARIANT = "xiangqi"
SEED = 20101204
RANDOM_PLIES = 160
ENGINE_PLIES = 220
SHARE_OF_ENGINE_GAMES = 0.3
SHARE_OF_COMPOSED = 0.1
# Minimum numbers in a sample of 10,000.
LEAST = {"checks": 300, "game ends": 25, "captures": 3000}


def without_counters(fen):
    """The FEN with its counters reset: pyffish calls a game drawn when the count of plies without a capture is high."""
    return " ".join(fen.split()[:2] + ["-", "-", "0", "1"])


def is_capture(fen, mv):
    """Whether a legal move, with ranks from 0, is a capture. Asking pyffish would take most of the time."""
    rank = fen.split()[0].split("/")[9 - int(mv[3])]
    return re.sub(r"\d", lambda digit: " " * int(digit[0]), rank)[ord(mv[2]) - ord("a")] != " "


class Comparison:
    """Compares positions, and counts checks, game ends and captures in them."""

    def __init__(self, engine):
        self.engine = engine
        self.seen = set()
        self.counts = dict.fromkeys(LEAST, 0)

    def compare(self, fen, position=None):
        """Compares one position, given to the engine by the command `position`; returns the legal moves."""
        fen = without_counters(fen)
        expected = sorted(from_one(mv) for mv in pyffish.legal_moves(VARIANT, fen, []))
        new = fen not in self.seen
        if new or position:
            self.seen.add(fen)
            self.check_against(fen, expected, position or f"position fen {fen}")
        if new:
            self.counts["checks"] += pyffish.gives_check(VARIANT, fen, [])
            self.counts["game ends"] += not expected
            self.counts["captures"] += any(is_capture(fen, mv) for mv in expected)
        return expected

    def check_against(self, fen, expected, position):
        self.engine.send(position)
        # `isready` is answered while `perft` counts, so the last line of `perft` marks its end.
        self.engine.send("perft 1")
        lines = []
        while not (lines and re.fullmatch(r"\d+ nodes \d+ nps", lines[-1])):
            lines.append(self.engine.line()[1])
        self.engine.send("d")
        self.engine.send("isready")
        lines += self.engine.until("readyok")
        found = sorted(match[1] for line in lines if (match := re.fullmatch(r"([a-i]\d[a-i]\d): 1", line)))
        total = [line for line in lines if re.fullmatch(r"\d+ nodes \d+ nps", line)]
        if found != expected:
            missing, extra = set(expected) - set(found), set(found) - set(expected)
            raise Failure(f"legal moves differ in {fen}: missing {missing}, too many {extra}")
        if len(total) != 1 or int(total[0].split()[0]) != len(expected):
            raise Failure(f"the total of perft is wrong in {fen}: {total}")
        shown = "\n".join(lines)
        if fen.split()[0] not in shown:
            raise Failure(f"`d` does not show the FEN of {fen}:\n{shown}")
        side = "Black" if fen.split()[1] == "b" else "Red"
        in_check = pyffish.gives_check(VARIANT, fen, [])
        state = ("in check" if in_check else "to move") if expected else ("mated" if in_check else "stalemated")
        if f"{side} is {state}" not in lines:
            raise Failure(f"`d` should say that {side} is {state} in {fen}:\n{shown}")


def composed_fen(rng):
    """Kings in their palaces, and some of the other pieces anywhere."""
    squares = [(file, rank) for file in range(9) for rank in range(10)]
    others = [piece for piece in "AABBNNRRCCPPPPPaabbnnrrccppppp" if rng.random() < 0.5]
    board = {(rng.randrange(3, 6), rng.randrange(0, 3)): "K", (rng.randrange(3, 6), rng.randrange(7, 10)): "k"}
    board.update(zip(rng.sample([square for square in squares if square not in board], len(others)), others))
    rows = ["".join(board.get((file, rank), "1") for file in range(9)) for rank in range(9, -1, -1)]
    rows = [re.sub("1+", lambda gap: str(len(gap[0])), row) for row in rows]
    return f"{'/'.join(rows)} {rng.choice('wb')} - - 0 1"


def king_can_be_taken(fen):
    """Whether the side to move could capture the king, so that the position is illegal."""
    pieces, side = fen.split()[:2]
    if pyffish.gives_check(VARIANT, without_counters(f"{pieces} {'b' if side == 'w' else 'w'}"), []):
        return True
    rows = [re.sub(r"\d", lambda digit: "." * int(digit[0]), row) for row in pieces.split("/")]
    return any(re.search(r"k\.*K", "".join(file)) for file in zip(*rows))


def composed_game(rng, comparison):
    """A composed position and some random moves from it. A move that ends the game is preferred."""
    fen = composed_fen(rng)
    while king_can_be_taken(fen):
        fen = composed_fen(rng)
    for _ in range(10):
        moves = comparison.compare(fen)
        if not moves:
            return
        ends = [mv for mv in moves if not pyffish.legal_moves(VARIANT, fen, [to_one(mv)])]
        fen = pyffish.get_fen(VARIANT, fen, [to_one(rng.choice(ends or moves))])


def random_game(rng, comparison):
    """Random moves, of which more than a random share are captures and checks, so that games end."""
    fen = pyffish.start_fen(VARIANT)
    for _ in range(RANDOM_PLIES):
        moves = comparison.compare(fen)
        if not moves:
            return
        candidates = rng.sample(moves, min(3, len(moves)))
        sharp = [mv for mv in candidates if is_capture(fen, mv) or pyffish.gives_check(VARIANT, fen, [to_one(mv)])]
        mv = (sharp or candidates)[0] if rng.random() < 0.6 else candidates[-1]
        fen = pyffish.get_fen(VARIANT, fen, [to_one(mv)])


def engine_game(rng, comparison):
    """A game of the engine against itself at a small depth. Each position is sent with all moves of the game."""
    fen = pyffish.start_fen(VARIANT)
    moves = []
    for ply in range(ENGINE_PLIES):
        legal = comparison.compare(fen, f"position startpos moves {' '.join(moves)}")
        if not legal:
            return
        if ply < 6:
            mv = rng.choice(legal)
        else:
            comparison.engine.send("go depth 3")
            best = comparison.engine.until("bestmove", "nobestmove")[-1].split()
            if best[0] != "bestmove" or best[1] not in legal:
                raise Failure(f"no legal move but '{' '.join(best)}' in {fen}")
            mv = best[1]
        moves.append(mv)
        fen = pyffish.get_fen(VARIANT, fen, [to_one(mv)])


def main():
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    rng = random.Random(SEED)
    with Engine(sys.argv[1]) as engine:
        engine.send("setoption usebook false")
        comparison = Comparison(engine)
        composed = SHARE_OF_ENGINE_GAMES + SHARE_OF_COMPOSED
        for share, play in [(SHARE_OF_ENGINE_GAMES, engine_game), (composed, composed_game), (1.0, random_game)]:
            while len(comparison.seen) < wanted * share:
                play(rng, comparison)
        engine.quit()
    print(f"{len(comparison.seen)} positions agree: {comparison.counts}")
    for what, least in LEAST.items():
        if comparison.counts[what] < least * wanted / 10_000:
            raise Failure(f"only {comparison.counts[what]} {what} in the sample, which are too few")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"oracle: {failure}")
    print("oracle: ok")
