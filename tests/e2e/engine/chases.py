"""A second, independent implementation of the Asian rules of repetition: slow, but simple enough to compare with
`docs/rules.md`.

Each clause can be relaxed by name. A different verdict of pyffish is explained by the clauses that must be relaxed to
get it.
"""

import itertools

# By kind of piece: the stronger kinds, which it chases even when they are protected.
STRONGER = {"N": "R", "C": "R", "A": "RCN", "B": "RCN"}

# By clause: what pyffish 0.0.90 does instead.
RELAXATIONS = {
    "renewal": "a chase need not be new: a piece that could already be captured is chased when a second attacker joins,"
    " or when a rook or cannon retreats along its line",
    "standing": "a piece that can be captured after the move is chased, whether or not it could be captured before",
    "check": "a move that gives check is a chase, too",
    "exposed": "a capture that would expose the attacker's own king is a threat, too",
    "indirect": "cutting off a protector of a piece already attacked, or unpinning its attacker, is no chase",
    "pins": "a protector counts if it is not pinned, and the king always, without a test of the recapture",
    "equals": "a piece chases one of its own kind even if that could capture it first",
    "pawns": "a pawn chases if its capture would give a discovered check",
    "one root": "a piece is chased as soon as one of its protectors is pinned, even if it has others",
    "entry": "the move to the first occurrence is part of the cycle",
}


def parse(fen):
    """The pieces by square, and whether Red is to move. A square is (file, rank), both from 0."""
    pieces = {}
    for index, row in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                pieces[file, 9 - index] = letter
                file += 1
    return pieces, fen.split()[1] != "b"


def square(name):
    return ord(name[0]) - ord("a"), int(name[1])


def name_of(at):
    return chr(ord("a") + at[0]) + str(at[1])


def is_red(piece):
    return piece.isupper()


def between(one, other):
    """The squares strictly between two squares of one line; None when they share no line."""
    if one[0] == other[0]:
        low, high = sorted((one[1], other[1]))
        return [(one[0], rank) for rank in range(low + 1, high)]
    if one[1] == other[1]:
        low, high = sorted((one[0], other[0]))
        return [(file, one[1]) for file in range(low + 1, high)]
    return None


def in_palace(at):
    return 3 <= at[0] <= 5 and (at[1] <= 2 or at[1] >= 7)


def reaches(pieces, start, end):
    """Whether the piece on `start` can pseudo-legally capture on `end`."""
    piece = pieces[start]
    across, up = end[0] - start[0], end[1] - start[1]
    kind = piece.upper()
    if kind in "RC":
        way = between(start, end)
        return way is not None and sum(at in pieces for at in way) == (kind == "C")
    if kind == "N":
        leg = (start[0] + int(across / 2), start[1] + int(up / 2))
        return {abs(across), abs(up)} == {1, 2} and leg not in pieces
    if kind == "B":
        eye = (start[0] + across // 2, start[1] + up // 2)
        return abs(across) == abs(up) == 2 and eye not in pieces and (start[1] < 5) == (end[1] < 5)
    if kind == "A":
        return abs(across) == abs(up) == 1 and in_palace(end)
    if kind == "K":
        return abs(across) + abs(up) == 1 and in_palace(end)
    forward = 1 if is_red(piece) else -1
    crossed = (start[1] >= 5) == is_red(piece)
    return (across, up) == (0, forward) or (crossed and up == 0 and abs(across) == 1)


def steps(pieces, start):
    """The targets of the legal quiet moves of the piece on `start`."""
    as_rook = {**pieces, start: "R"} if pieces[start].upper() == "C" else pieces
    points = [(file, rank) for file in range(9) for rank in range(10) if (file, rank) not in pieces]
    return [end for end in points if reaches(as_rook, start, end) and is_safe(pieces, start, end)]


def captures(pieces, start):
    """The targets of the legal captures of the piece on `start`."""
    enemies = [at for at, piece in pieces.items() if is_red(piece) != is_red(pieces[start])]
    return [end for end in enemies if reaches(pieces, start, end) and is_safe(pieces, start, end)]


def king(pieces, red):
    return next(at for at, piece in pieces.items() if piece == ("K" if red else "k"))


def attackers_of_king(pieces, red):
    """The squares of the pieces that attack the king of one side, a facing king included."""
    own, other = king(pieces, red), king(pieces, not red)
    enemies = [at for at, piece in pieces.items() if is_red(piece) != red and piece.upper() != "K"]
    found = {at for at in enemies if reaches(pieces, at, own)}
    if own[0] == other[0] and not any(at in pieces for at in between(own, other)):
        found.add(other)
    return found


def after(pieces, start, end):
    changed = dict(pieces)
    changed[end] = changed.pop(start)
    return changed


def is_safe(pieces, start, end):
    """Whether a move leaves the mover's king unattacked."""
    return not attackers_of_king(after(pieces, start, end), is_red(pieces[start]))


def is_pinned_by_knight(pieces, at):
    """Whether the piece on `at` stands on the leg of an enemy knight that would otherwise attack its king."""
    red = is_red(pieces[at])
    without = {on: piece for on, piece in pieces.items() if on != at}
    return any(pieces[on].upper() == "N" for on in attackers_of_king(without, red) - attackers_of_king(pieces, red))


def is_pinned(pieces, at):
    """Whether the king would be attacked without the piece: how pyffish defines a pin."""
    red = is_red(pieces[at])
    own, other = king(pieces, red), king(pieces, not red)
    own_on_file = [on for on, piece in pieces.items() if on[0] == at[0] and is_red(piece) == red]
    if own[0] == other[0] == at[0] and len(own_on_file) == 2:
        return True
    without = {on: piece for on, piece in pieces.items() if on != at}
    return bool(attackers_of_king(without, red) - attackers_of_king(pieces, red))


def may_recapture(pieces, protector, at, relaxed):
    """Whether the piece on `protector`, which reaches `at`, may recapture there."""
    if "pins" not in relaxed:
        return is_safe(pieces, protector, at)
    if pieces[protector].upper() == "K":
        other = king(pieces, not is_red(pieces[protector]))
        return other[0] != at[0] or any(on in pieces for on in between(other, at))
    return not is_pinned(pieces, protector)


class Captures:
    """The captures of one side if it were its turn, as pairs of squares: (attacker, victim)."""

    def __init__(self, pieces, red, relaxed=()):
        # Pseudo-legal captures; captures that are a chase; and pairs (protector, victim), of protectors that may
        # recapture and of those that would expose their king.
        self.attacks, self.chases, self.roots, self.false_roots = set(), set(), set(), set()
        already = attackers_of_king(pieces, red)
        for attacker, piece in pieces.items():
            if is_red(piece) == red and piece.upper() != "K":
                for victim, enemy in pieces.items():
                    if is_red(enemy) != red and reaches(pieces, attacker, victim):
                        self.add(pieces, attacker, victim, already, relaxed)

    def add(self, pieces, attacker, victim, already, relaxed):
        kind, of = pieces[attacker].upper(), pieces[victim].upper()
        red = is_red(pieces[attacker])
        if kind == "P":
            without = {at: piece for at, piece in pieces.items() if at != attacker}
            uncovers_check = attackers_of_king(without, not red) - attackers_of_king(pieces, not red)
            if "pawns" not in relaxed or not uncovers_check:
                return
        elif of == "P" and (victim[1] < 5) != red:
            return
        if of == "K":
            return
        self.attacks.add((attacker, victim))
        taken = after(pieces, attacker, victim)
        if attackers_of_king(taken, red) - already and "exposed" not in relaxed:
            return
        is_exchange = kind == of and reaches(pieces, victim, attacker) and (
            not is_pinned(pieces, victim) if "pins" in relaxed else is_safe(pieces, victim, attacker)
        )
        ready = {at for at, piece in taken.items() if is_red(piece) != red and reaches(taken, at, victim)}
        roots = {at for at in ready if may_recapture(taken, at, victim, relaxed)}
        self.roots |= {(at, victim) for at in roots}
        self.false_roots |= {(at, victim) for at in ready - roots}
        is_rooted = bool(roots) and not ("one root" in relaxed and ready - roots)
        if of in STRONGER.get(kind, "") or not (is_rooted or (is_exchange and "equals" not in relaxed)):
            self.chases.add((attacker, victim))


class Game:
    """A game from a FEN. Pieces are numbered to identify them in all its positions."""

    def __init__(self, fen, moves):
        pieces, self.red_begins = parse(fen)
        self.boards = [pieces]
        self.numbers = [{at: number for number, at in enumerate(sorted(pieces))}]
        self.moves = [(square(mv[:2]), square(mv[2:])) for mv in moves]
        for start, end in self.moves:
            self.boards.append(after(self.boards[-1], start, end))
            self.numbers.append(after(self.numbers[-1], start, end))

    def cycle_start(self, fold):
        """The index of the position that begins the cycle, if the last one has occurred `fold` times; else None."""
        last = len(self.boards) - 1
        same = [index for index in range(last % 2, last + 1, 2) if self.boards[index] == self.boards[last]]
        return same[-fold] if len(same) >= fold else None

    def gives_check(self, index):
        """Whether the move `index`, counted from 0, gives check."""
        start, _ = self.moves[index]
        return bool(attackers_of_king(self.boards[index + 1], not is_red(self.boards[index][start])))

    def chased_by(self, index, relaxed):
        """The pieces that a move chases, those that it newly attacks, and of these the rooks pinned by a knight."""
        start, end = self.moves[index]
        red = is_red(self.boards[index][start])
        if self.gives_check(index) and "check" not in relaxed:
            return set(), set(), set()
        now, name = self.boards[index + 1], self.numbers[index + 1]
        before, name_before = Captures(self.boards[index], red, relaxed), self.numbers[index]
        named = lambda pairs: {(name_before[one], name_before[other]) for one, other in pairs}
        attacks, roots = named(before.attacks), named(before.roots)
        chased_before = named(before.chases)
        captures = Captures(now, red, relaxed)
        chased, attacked, pinned = set(), set(), set()
        for attacker, victim in captures.chases:
            backs_off = attacker == end and now[end].upper() in "RC" and start in (between(end, victim) or [])
            joins = (
                (name[attacker], name[victim]) not in attacks
                or ("renewal" in relaxed and backs_off)
                or "standing" in relaxed
            )
            # A chase is new if the piece could not be captured before, or if other pieces replaced all its attackers.
            stays = {(name[by], name[of]) for by, of in captures.chases if of == victim} & chased_before
            if stays and not ({"standing", "renewal"} & set(relaxed) and joins):
                continue
            ties_root = any((name[root], name[of]) in roots for root, of in captures.false_roots if of == victim)
            if "indirect" in relaxed and not (joins or ties_root):
                continue
            chased.add(name[victim])
            if joins or ties_root:
                attacked.add(name[victim])
                if now[victim].upper() == "R" and is_pinned_by_knight(now, victim):
                    pinned.add(name[victim])
        return chased, attacked, pinned

    def verdict(self, fold=3, relaxed=(), relaxed_for=(True, False)):
        """`draw`, `red-loses`, `black-loses` or `none`. Clauses are relaxed for `relaxed_for`, where True is Red."""
        first = self.cycle_start(fold)
        if first is None:
            return "none"
        checks = {True: True, False: True}
        for index in range(first, len(self.moves)):
            checks[is_red(self.boards[index][self.moves[index][0]])] &= self.gives_check(index)
        guilt = checks
        if not any(checks.values()):
            guilt = {red: self.guilt(red, first, relaxed if red in relaxed_for else ()) for red in (True, False)}
        if guilt[True] == guilt[False]:
            return "draw"
        return "red-loses" if guilt[True] > guilt[False] else "black-loses"

    def guilt(self, red, first, relaxed):
        """The severity of the chase by all moves of a side: 0 for none, 1 for an indirect one, 2 for attacks, 3 for
        attacks on a rook pinned by a knight."""
        begin = first - 1 if "entry" in relaxed and first > 0 else first
        own = [
            self.chased_by(index, relaxed)
            for index in range(begin, len(self.moves))
            if is_red(self.boards[index][self.moves[index][0]]) == red
        ]
        # Chased by every move in the same way: attacked, or indirectly.
        attacked = set.intersection(*(attacked for _, attacked, _ in own))
        indirectly = set.intersection(*(chased - attacked for chased, attacked, _ in own))
        pinned = set.intersection(*(pinned for _, _, pinned in own))
        return sum(map(bool, (attacked | indirectly, attacked, pinned)))


def explain(fen, moves, ours, theirs, fold=3):
    """The smallest set of clauses whose relaxation turns our verdict into theirs, for the side in dispute only or for
    both. None if there is none."""
    game = Game(fen, moves)
    blamed = theirs if theirs != "draw" else ours
    disputed = blamed == "red-loses"
    for count in range(1, 4):
        for relaxed in itertools.combinations(RELAXATIONS, count):
            for sides in ((disputed,), (True, False)):
                if game.verdict(fold, relaxed, sides) == theirs:
                    return relaxed
    return None
