#!/usr/bin/env python3
"""Reads the games of `guohe-tools datagen` as docs/data-formats.md describes them, and prints their totals.

Usage: read_games.py DIR    (finished chunks and journals; needs the package `zstandard`)"""

import hashlib
import pathlib
import struct
import sys

import zstandard

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"


def read_game(data, at):
    """One game that begins at byte `at`, and the byte after it."""
    end, fen_length, opening_length, plies = struct.unpack_from("<BBBH", data, at)
    at += 5
    fen = data[at : at + fen_length].decode() or START
    at += fen_length
    opening = struct.unpack_from(f"<{opening_length}H", data, at)
    at += 2 * opening_length
    searched = list(struct.iter_unpack("<Hh", data[at : at + 4 * plies]))
    return (end >> 5, bool(end & 16), end & 15, fen, opening, searched), at + 4 * plies


def read_games(folder):
    """The games of all chunks, then those that only a journal holds."""
    chunked = {}
    for manifest in sorted(pathlib.Path(folder).glob("*of*-*.manifest")):
        data = zstandard.ZstdDecompressor().stream_reader(manifest.with_suffix(".games.zst").open("rb")).read()
        at = 0
        while at < len(data):
            game, at = read_game(data, at)
            yield game
            run = manifest.name.split("-")[0]
            chunked[run] = chunked.get(run, 0) + 1
    for journal in sorted(pathlib.Path(folder).glob("*.journal")):
        data, at, games = journal.read_bytes(), 0, {}
        while at + 20 <= len(data):
            length, number, check = struct.unpack_from("<IQ8s", data, at)
            body = data[at + 20 : at + 20 + length]
            if hashlib.sha256(struct.pack("<Q", number) + body).digest()[:8] != check:
                break
            games[number] = read_game(body, 0)[0]
            at += 20 + length
        first = chunked.get(journal.stem, 0)
        yield from (games[number] for number in sorted(games) if number >= first)


def squares(fen):
    """The pieces by square, 0 for a0 to 89 for i9; capitals are Red's."""
    board = {}
    for rank, row in zip(range(9, -1, -1), fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if not letter.isdigit():
                board[9 * rank + file] = letter
            file += int(letter) if letter.isdigit() else 1
    return board


def in_check(board, red):
    """Whether the king of Red (else of Black) is attacked."""
    king = next(square for square, piece in board.items() if piece == ("K" if red else "k"))
    enemy = (lambda letters: letters.lower()) if red else (lambda letters: letters)
    file, rank = king % 9, king // 9
    at = lambda f, r: board.get(9 * r + f) if 0 <= f < 9 and 0 <= r < 10 else None
    for df, dr in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        line = [at(file + df * n, rank + dr * n) for n in range(1, 10)]
        line = [piece for piece in line if piece][:2]
        if line and (line[0] == enemy("R") or line[0] == enemy("K") and df == 0):
            return True
        if line[1:] == [enemy("C")]:
            return True
        # A pawn attacks forwards and, past the river, sideways: never backwards.
        if at(file + df, rank + dr) == enemy("P") and dr != (-1 if red else 1):
            return True
    for df, dr in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        # The point next to the knight blocks it: the one diagonal to the king.
        if not at(file + df, rank + dr) and enemy("N") in (at(file + 2 * df, rank + dr), at(file + df, rank + 2 * dr)):
            return True
    return False


def quiet_positions(game):
    """The positions to learn from: board, side to move (True for Red), score, and result from the mover's view."""
    winner, played_out, _, fen, opening, searched = game
    board, red = squares(fen), fen.split()[1] != "b"
    plies_without_capture, seen = 0, set()
    largest = 3000 if played_out else 2000
    for ply, (move, score) in enumerate([(move, None) for move in opening] + searched):
        start, goal = move >> 7, move & 127
        position = (frozenset(board.items()), red)
        if (
            score is not None
            and position not in seen
            and ply >= (8 if fen == START else 0)
            and abs(score) < largest
            and goal not in board
            and plies_without_capture < 60
            and not in_check(board, red)
        ):
            yield dict(board), red, score, 0.5 if winner == 2 else float((winner == 0) == red)
        seen.add(position)
        plies_without_capture = 0 if goal in board else plies_without_capture + 1
        board[goal] = board.pop(start)
        red = not red


if __name__ == "__main__":
    totals = [0] * 8
    for game in read_games(sys.argv[1]):
        totals[0] += 1
        totals[1] += len(game[5])
        totals[2] += sum(1 for _ in quiet_positions(game))
        totals[3 + game[0]] += 1
        totals[6] += game[1]
        totals[7] += len(game[4]) > 10
    names = ["games", "plies", "quiet", "red_wins", "black_wins", "draws", "played_out", "continued"]
    print("\n".join(f"{name} = {total}" for name, total in zip(names, totals)))
