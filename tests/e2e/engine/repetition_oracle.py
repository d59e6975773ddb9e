#!/usr/bin/env python3
"""Compares verdicts on repetitions with pyffish, and explains each difference by a clause of the rules.

Usage: repetition_oracle.py ENGINE [ENDINGS]

All games end with the third occurrence of a position. They are games of the engine against itself without the rules
of repetition, the cases of tests/data/repetition.txt with pieces added, moved and removed, and cycles of random moves
in random positions, in many of which every move attacks a piece. The engine judges each by `position fen ... moves
...` and `rules asian`, pyffish by `is_optional_game_end`. Where the two differ, `chases.py` finds the clauses that must
be relaxed to get pyffish's verdict. The run fails if there are none, or if `chases.py` does not confirm the engine's
verdict. Takes a few minutes.
"""

import collections
import pathlib
import random
import re
import subprocess
import sys

import pyffish

import chases
from engine import Engine, Failure
from ranks import to_one

VARIANT = "xiangqi"
CASES = pathlib.Path(__file__).resolve().parents[2] / "data" / "repetition.txt"
SEED = 20101206
SHARE_OF_ENGINE_GAMES = 0.06
SHARE_OF_VARIATIONS = 0.44
ENGINE_PLIES = 60
SHUFFLES_A_POSITION = 60
# By `sharpness`: the share of random cycles that is kept. Most cycles are idle, and all of those are draws.
SHARE_KEPT = [0.05, 0.1, 0.5, 1.0]
# `chases.py` judges all endings in dispute, and of the others one in this number.
CONFIRMED = 10
# Minimum numbers in a sample of 5,000.
LEAST = {"perpetual-check": 200, "perpetual-chase": 500, "mutual-chase": 10, "graver-chase": 20}
MAX_PIECES = {"A": 2, "B": 2, "N": 2, "R": 2, "C": 2, "P": 5}


def oracle_verdict(fen, moves):
    ended, value = pyffish.is_optional_game_end(VARIANT, fen, [to_one(mv) for mv in moves])
    if not ended:
        return "none"
    if value == 0:
        return "draw"
    red_to_move = (fen.split()[1] != "b") == (len(moves) % 2 == 0)
    return "red-loses" if (value < 0) == red_to_move else "black-loses"


def engine_verdict(engine, fen, moves):
    engine.send(f"position fen {fen} moves {' '.join(moves)}")
    engine.send("rules asian")
    _, outcome, reason = engine.until("verdict")[-1].split()
    return outcome, reason


def places(kind, red):
    """The squares for a piece of this kind and side."""
    points = [(file, rank) for file in range(9) for rank in range(10)]
    if kind == "K":
        own = [at for at in points if 3 <= at[0] <= 5 and at[1] <= 2]
    elif kind == "A":
        own = [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)]
    elif kind == "B":
        own = [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)]
    elif kind == "P":
        own = [at for at in points if at[1] >= 5 or (at[1] >= 3 and at[0] % 2 == 0)]
    else:
        own = points
    return own if red else [(file, 9 - rank) for file, rank in own]


def to_fen(pieces, red_to_move):
    ranks = []
    for rank in range(9, -1, -1):
        row = "".join(pieces.get((file, rank), "1") for file in range(9))
        ranks.append(re.sub("1+", lambda ones: str(len(ones[0])), row))
    return f"{'/'.join(ranks)} {'w' if red_to_move else 'b'} - - 0 1"


def scattered_position(rng):
    """Random pieces on random squares, few or many; None when the position is not legal."""
    pieces = {}
    density = rng.uniform(0.15, 0.7)
    for red in (True, False):
        pieces[rng.choice(places("K", red))] = "K" if red else "k"
    for red in (True, False):
        for kind, most in MAX_PIECES.items():
            for _ in range(most):
                at = rng.choice(places(kind, red))
                if rng.random() < density and at not in pieces:
                    pieces[at] = kind if red else kind.lower()
    red_to_move = rng.random() < 0.5
    if list(pieces.values()).count("K") != 1 or list(pieces.values()).count("k") != 1:
        return None
    return None if chases.attackers_of_king(pieces, not red_to_move) else to_fen(pieces, red_to_move)


def played_position(rng):
    """A position after random moves, of which more than a random share are captures; None when the game ends before."""
    board, red_to_move = chases.parse(pyffish.start_fen(VARIANT))
    for _ in range(rng.randrange(10, 120)):
        move = random_move(rng, board, red_to_move)
        if move is None:
            return None
        board = chases.after(board, *move)
        red_to_move = not red_to_move
    return to_fen(board, red_to_move)


def random_move(rng, board, red):
    """A random move, as two squares; None when none of up to eight pieces has one."""
    own = [at for at, piece in board.items() if chases.is_red(piece) == red]
    for start in rng.sample(own, min(len(own), 8)):
        ends = (rng.random() < 0.3 and chases.captures(board, start)) or chases.steps(board, start)
        if ends:
            return start, rng.choice(ends)
    return None


def random_round(rng, fen):
    """Moves that lead back to the position of `fen`: one piece of each side moves to and fro, or round."""
    length = rng.choice([2, 2, 2, 3, 4])
    board, red_to_move = chases.parse(fen)
    moves, pieces, homes = [], {}, {}
    for ply in range(2 * length):
        red = red_to_move == (ply % 2 == 0)
        if red not in pieces:
            pieces[red] = homes[red] = rng.choice([at for at, piece in board.items() if chases.is_red(piece) == red])
        ends = chases.steps(board, pieces[red])
        if ply >= 2 * length - 2:
            ends = [end for end in ends if end == homes[red]]
        if not ends:
            return None
        end = rng.choice(ends)
        moves.append(chases.name_of(pieces[red]) + chases.name_of(end))
        board = chases.after(board, pieces[red], end)
        pieces[red] = end
    return moves


def attacked_pieces(board, numbers, red):
    """The numbers of the pieces that one side attacks pseudo-legally, not counting attacks by its king and pawns."""
    attackers = [at for at, piece in board.items() if chases.is_red(piece) == red and piece.upper() not in "KP"]
    enemies = [at for at, piece in board.items() if chases.is_red(piece) != red]
    return {numbers[at] for at in enemies if any(chases.reaches(board, attacker, at) for attacker in attackers)}


def sharpness(fen, moves):
    """3 if all moves of a side threaten to win the same piece, 2 if they attack the same piece, 1 if a move attacks a
    piece, else 0. Pieces that are attacked all the time do not count."""
    game = chases.Game(fen, moves)
    sharp = 0
    for first in (0, 1):
        red = game.red_begins == (first == 0)
        own = range(first, len(moves), 2)
        after = [attacked_pieces(game.boards[index + 1], game.numbers[index + 1], red) for index in own]
        before = [attacked_pieces(game.boards[index], game.numbers[index], red) for index in own]
        pursued = set.intersection(*after) - set.intersection(*before)
        if pursued:
            won = [
                {game.numbers[index + 1][at] for _, at in chases.Captures(game.boards[index + 1], red).chases}
                for index in own
            ]
            sharp = max(sharp, 3 if pursued.intersection(*won) else 2)
        sharp = max(sharp, int(any(now - then for now, then in zip(after, before))))
    return sharp


def variations(rng):
    """The cycles of the known cases with a few pieces changed."""
    cases = []
    for line in CASES.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            _, _, fen, moves, _ = [field.strip() for field in line.split(";")]
            game = chases.Game(fen, moves.split())
            last = len(game.moves)
            same = [index for index in range(last % 2, last, 2) if game.boards[index] == game.boards[last]]
            red_to_move = game.red_begins == (last % 2 == 0)
            cases.append((game.boards[last], red_to_move, moves.split()[same[-1] :]))
    while True:
        board, red_to_move, once = rng.choice(cases)
        board = dict(board)
        for _ in range(rng.randrange(5)):
            at = rng.choice([(file, rank) for file in range(9) for rank in range(10)])
            kind, red = rng.choice("ABNRCP"), rng.random() < 0.5
            if board.get(at, "").upper() == "K":
                continue
            board.pop(at, None)
            piece = kind if red else kind.lower()
            if rng.random() < 0.5 and at in places(kind, red) and list(board.values()).count(piece) < MAX_PIECES[kind]:
                board[at] = piece
        if not chases.attackers_of_king(board, not red_to_move) and is_playable(board, red_to_move, once):
            yield to_fen(board, red_to_move), once * 2 + once[: rng.randrange(len(once))]


def is_playable(board, red_to_move, moves):
    """Whether the moves are legal and quiet."""
    for mv in moves:
        start, end = chases.square(mv[:2]), chases.square(mv[2:])
        if start not in board or chases.is_red(board[start]) != red_to_move or end not in chases.steps(board, start):
            return False
        board = chases.after(board, start, end)
        red_to_move = not red_to_move
    return True


def shuffles(rng):
    """Games that repeat a random cycle twice, and then a part of it."""
    while True:
        fen = (scattered_position if rng.random() < 0.6 else played_position)(rng)
        if fen is None:
            continue
        for _ in range(SHUFFLES_A_POSITION):
            once = random_round(rng, fen)
            if once and rng.random() < SHARE_KEPT[sharpness(fen, once)]:
                yield fen, once * 2 + once[: rng.randrange(len(once))]


def engine_games(rng, engine):
    """Games of the engine against itself up to a third occurrence, from the last capture on."""
    engine.send("setoption repetitionrule off")
    while True:
        fen = (scattered_position if rng.random() < 0.5 else played_position)(rng)
        if fen is None:
            continue
        board, red_to_move = chases.parse(fen)
        moves, seen = [], collections.Counter()
        for _ in range(ENGINE_PLIES):
            engine.send(f"position fen {fen} moves {' '.join(moves)}" if moves else f"position fen {fen}")
            engine.send(f"go depth {rng.choice([1, 2, 3])}")
            best = engine.until("bestmove", "nobestmove")[-1].split()
            if best[0] == "nobestmove":
                break
            # A few random moves lead the engine into other kinds of cycles.
            other = random_move(rng, board, red_to_move) if rng.random() < 0.03 else None
            start, end = other or (chases.square(best[1][:2]), chases.square(best[1][2:]))
            is_capture = end in board
            board = chases.after(board, start, end)
            red_to_move = not red_to_move
            if is_capture:
                fen, moves, seen = to_fen(board, red_to_move), [], collections.Counter()
            else:
                moves.append(chases.name_of(start) + chases.name_of(end))
            position = to_fen(board, red_to_move)
            seen[position] += 1
            if seen[position] == 3:
                yield fen, moves
                break


class Comparison:
    """The verdicts of the engine and of pyffish on every ending, and the explanations of the differences."""

    def __init__(self, engine):
        self.engine = engine
        self.endings = set()
        self.table = collections.Counter()
        self.explained = collections.defaultdict(list)
        self.sources = collections.Counter()
        self.confirmed = 0

    def compare(self, source, fen, moves):
        ending = f"{fen} moves {' '.join(moves)}"
        if ending in self.endings:
            return
        self.endings.add(ending)
        theirs = oracle_verdict(fen, moves)
        ours, reason = engine_verdict(self.engine, fen, moves)
        self.table[reason, ours, theirs] += 1
        self.sources[source, ours == "draw", ours == theirs] += 1
        if ours != theirs or len(self.endings) % CONFIRMED == 0:
            again = chases.Game(fen, moves).verdict()
            if again != ours:
                raise Failure(f"the engine says {ours}, chases.py says {again}: {ending}")
            self.confirmed += 1
        if ours != theirs:
            relaxed = chases.explain(fen, moves, ours, theirs)
            if relaxed is None:
                raise Failure(f"the engine says {ours}, pyffish says {theirs}, and no clause explains it: {ending}")
            self.explained[relaxed].append((ours, theirs, ending))

    def report(self):
        differing = sum(len(cases) for cases in self.explained.values())
        total = len(self.endings)
        print(f"\n{total} endings, {total - differing} agree ({100 * (total - differing) / total:.2f} %)")
        print(f"{self.confirmed} verdicts of the engine confirmed by chases.py\n")
        print(f"{'from':<20} {'verdict':<12} {'endings':>8} {'agree':>8}")
        for source in dict.fromkeys(source for source, _, _ in self.sources):
            for is_draw in (True, False):
                agree, differ = (self.sources[source, is_draw, agrees] for agrees in (True, False))
                print(f"{source:<20} {'draw' if is_draw else 'decisive':<12} {agree + differ:>8} {agree:>8}")
        print(f"\n{'reason':<20} {'guohe':<12} {'pyffish':<12} {'endings':>8}")
        for (reason, ours, theirs), count in sorted(self.table.items()):
            mark = "" if ours == theirs else "   differs"
            print(f"{reason:<20} {ours:<12} {theirs:<12} {count:>8}{mark}")
        print("\nWhat pyffish does instead where it differs:")
        for relaxed, cases in sorted(self.explained.items(), key=lambda item: -len(item[1])):
            print(f"{len(cases):>6}  {'; '.join(chases.RELAXATIONS[clause] for clause in relaxed)}")
            ours, theirs, ending = cases[0]
            print(f"        guohe {ours}, pyffish {theirs}: {ending}")

    def count(self, reason):
        return sum(count for (of, _, _), count in self.table.items() if of == reason)


def main():
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 5_000
    rng = random.Random(SEED)
    with Engine(sys.argv[1]) as engine:
        engine.send("setoption usebook false")
        comparison = Comparison(engine)
        until = 0.0
        for share, source in [
            (SHARE_OF_ENGINE_GAMES, engine_games(rng, engine)),
            (SHARE_OF_VARIATIONS, variations(rng)),
            (1 - SHARE_OF_ENGINE_GAMES - SHARE_OF_VARIATIONS, shuffles(rng)),
        ]:
            until += share * wanted
            while len(comparison.endings) < round(until):
                comparison.compare(source.__name__, *next(source))
        engine.quit()
    comparison.report()
    for what, least in LEAST.items():
        if comparison.count(what) < least * wanted / 5_000:
            raise Failure(f"too few {what} in the sample")


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"repetition_oracle: {failure}")
    print("repetition_oracle: ok")
