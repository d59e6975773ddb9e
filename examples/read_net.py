#!/usr/bin/env python3
"""Evaluates positions with a network file as docs/data-formats.md describes it, in plain Python.

Usage: read_net.py FILE.nnue < positions    (a FEN a line; prints centipawns for the side to move)"""

import array
import hashlib
import struct
import sys

KINDS = "KABNRCP"
INPUTS = 689
WEIGHTS = dict(K=1 << 28, R=1 << 25, C=1 << 22, N=1 << 19, P=1 << 15, B=1 << 13, A=1 << 12)


def has_input(kind, own, file, rank):
    """Whether the viewer can see such a piece on this point; ranks count from the viewer's own side."""
    home = rank if own else 9 - rank
    return {
        "K": home <= 2 and (3 <= file <= 4 if own else 3 <= file <= 5),
        "A": (file, home) in ((3, 0), (5, 0), (4, 1), (3, 2), (5, 2)),
        "B": (file, home) in ((2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)),
        "P": home >= 5 or home >= 3 and file % 2 == 0,
    }.get(kind, True)


def inputs():
    """The number of the input of each (own, kind, square as the viewer sees it)."""
    table, count = {}, 0
    for own in (True, False):
        for kind in KINDS:
            points = [square for square in range(90) if has_input(kind, own, square % 9, square // 9)]
            number = {square: count + index for index, square in enumerate(points)}
            for square in range(90):
                distance = lambda other: (square % 9 - other % 9) ** 2 + (square // 9 - other // 9) ** 2
                table[own, kind, square] = number[min(points, key=distance)]
            count += len(points)
    assert count == INPUTS
    return table


def tie_break(kind, rank, distance):
    """The tie-break that is added to the weight, 0 to 127: SplitMix64's finalizer of the number of piece and square."""
    bits = ((KINDS.index(kind) * 10 + rank) * 5 + distance) * 0x9E3779B97F4A7C15 % 2**64
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % 2**64
    return (bits ^ bits >> 31) >> 57


def view(pieces, red):
    """The own king's point (0 to 5) and the inputs that are on, as Red or Black sees the pieces (letter, square)."""
    balance = {True: 0, False: 0}
    for letter, square in pieces:
        file, rank = square % 9, square // 9 if letter.isupper() else 9 - square // 9
        weight = WEIGHTS[letter.upper()] + tie_break(letter.upper(), rank, abs(file - 4))
        balance[letter.isupper()] += weight * ((file > 4) - (file < 4))
    king = next(square for letter, square in pieces if letter == ("K" if red else "k"))
    mirrored = king % 9 > 4 or king % 9 == 4 and (balance[red] or balance[not red]) > 0
    on, point = [], 0
    for letter, square in pieces:
        file, rank = square % 9, square // 9
        file, rank = 8 - file if mirrored else file, rank if red else 9 - rank
        own = letter.isupper() == red
        on.append(TABLE[own, letter.upper(), 9 * rank + file])
        if own and letter.upper() == "K":
            point = 2 * rank + file - 3
    return point, on


TABLE = inputs()


def numbers(code, data):
    """The little-endian numbers of `data`."""
    result = array.array(code, data)
    if sys.byteorder == "big":
        result.byteswap()
    return result


class Network:
    def __init__(self, data):
        magic, version, self.hidden, zones, outputs, hidden_scale, self.output_scale, self.scale, features, count, _ = (
            struct.unpack_from("<8sIHBBHHHHII", data)
        )
        assert (magic, version, zones, outputs) == (b"guoheNET", 2, 6, 8), "not a network that is described here"
        assert (hidden_scale, features, count) == (255, 3, INPUTS), "not a network that is described here"
        assert hashlib.sha256(data[:32] + data[64:]).digest() == data[32:64], "damaged"
        sizes = [6 * INPUTS * self.hidden, self.hidden, 8 * 2 * self.hidden]
        at, parts = 96, []
        for size in sizes:
            parts.append(numbers("h", data[at : at + 2 * size]))
            at += 2 * size
        self.input_weights, self.input_bias, self.output_weights = parts
        self.output_bias = numbers("i", data[at:])

    def evaluate(self, fen):
        """Centipawns for the side to move."""
        pieces, red = [], fen.split()[1] != "b"
        for rank, row in zip(range(9, -1, -1), fen.split()[0].split("/")):
            file = 0
            for letter in row:
                if not letter.isdigit():
                    pieces.append((letter, 9 * rank + file))
                file += int(letter) if letter.isdigit() else 1
        output = sum(letter in "RNCrnc" for letter, _ in pieces) * 8 // 13
        total = 0
        for side, viewer in enumerate((red, not red)):
            point, on = view(pieces, viewer)
            rows = [self.row((point * INPUTS + number) * self.hidden) for number in on]
            sums = (sum(column) for column in zip(self.input_bias, *rows))
            start = (2 * output + side) * self.hidden
            weights = self.output_weights[start : start + self.hidden]
            total += sum(min(max(value, 0), 255) ** 2 * weight for value, weight in zip(sums, weights))
        value = toward_zero(total, 255) + self.output_bias[output]
        value = toward_zero(value * self.scale, 255 * self.output_scale)
        if abs(value) > 1500:
            value = (1 if value > 0 else -1) * (1500 + (abs(value) - 1500) // 8)
        # 0 is kept for draws by the rules.
        return min(max(value, -8000), 8000) or 1

    def row(self, start):
        return self.input_weights[start : start + self.hidden]


def toward_zero(number, by):
    """Division that rounds as C's does."""
    return abs(number) // by * (1 if number >= 0 else -1)


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        network = Network(file.read())
    for line in sys.stdin:
        if line.strip():
            print(network.evaluate(line))
