"""Who checks and who chases in a repetition, computed once more: slowly, by hand, and apart from the engine.

A second implementation of the Asian rules, plain enough to be read beside `docs/rules.md`. Each clause can be relaxed
by name; a verdict of pyffish that differs is explained by the clauses that must be relaxed to arrive at it.
"""

import itertools

# What a man may chase even when it is protected, beyond his own value.
STRONGER = {"N": "R", "C": "R", "A": "RCN", "B": "RCN"}

# Clause by clause, what pyffish 0.0.90 does instead.
RELAXATIONS = {
    "renewal": "a chase need not be new: a second attacker joining in, or a rook or cannon backing off along its own"
    " line, chases a man that could be taken already",
    "standing": "a man who can be taken after the move is chased, whether or not he could be taken before it",
    "check": "a move that gives check chases as well",
    "exposed": "a capture that would expose the attacker's own king still chases",
    "indirect": "cutting off the defence of a man attacked already, or untying his attacker, is no chase",
    "pins": "a defender counts by whether he is pinned, the king always counts, instead of by trying to take back",
    "equals": "like against like chases even though the other could take first",
    "pawns": "a pawn chases when its capture would uncover a check",
    "one root": "a man is chased as soon as one of his defenders is pinned, whoever else defends him",
    "entry": "the move that led to the first occurrence belongs to the cycle",
}


def parse(fen):
    """The men by square and whether Red is to move. A square is (file, rank), both from 0."""
    men = {}
    for index, row in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                men[file, 9 - index] = letter
                file += 1
    return men, fen.split()[1] != "b"


def square(name):
    return ord(name[0]) - ord("a"), int(name[1])


def name_of(at):
    return chr(ord("a") + at[0]) + str(at[1])


def is_red(man):
    return man.isupper()


def between(one, other):
    """The squares strictly between two of one line; none when they share no line."""
    if one[0] == other[0]:
        low, high = sorted((one[1], other[1]))
        return [(one[0], rank) for rank in range(low + 1, high)]
    if one[1] == other[1]:
        low, high = sorted((one[0], other[0]))
        return [(file, one[1]) for file in range(low + 1, high)]
    return None


def in_palace(at):
    return 3 <= at[0] <= 5 and (at[1] <= 2 or at[1] >= 7)


def reaches(men, start, end):
    """Whether the man on `start` takes on `end`, where another stands, by the way he moves."""
    man = men[start]
    across, up = end[0] - start[0], end[1] - start[1]
    kind = man.upper()
    if kind in "RC":
        way = between(start, end)
        return way is not None and sum(at in men for at in way) == (kind == "C")
    if kind == "N":
        leg = (start[0] + int(across / 2), start[1] + int(up / 2))
        return {abs(across), abs(up)} == {1, 2} and leg not in men
    if kind == "B":
        eye = (start[0] + across // 2, start[1] + up // 2)
        return abs(across) == abs(up) == 2 and eye not in men and (start[1] < 5) == (end[1] < 5)
    if kind == "A":
        return abs(across) == abs(up) == 1 and in_palace(end)
    if kind == "K":
        return abs(across) + abs(up) == 1 and in_palace(end)
    forward = 1 if is_red(man) else -1
    crossed = (start[1] >= 5) == is_red(man)
    return (across, up) == (0, forward) or (crossed and up == 0 and abs(across) == 1)


def steps(men, start):
    """The empty squares to which the man on `start` can go without leaving his king attacked."""
    as_rook = {**men, start: "R"} if men[start].upper() == "C" else men
    points = [(file, rank) for file in range(9) for rank in range(10) if (file, rank) not in men]
    return [end for end in points if reaches(as_rook, start, end) and is_safe(men, start, end)]


def captures(men, start):
    """The squares on which the man on `start` can take without leaving his king attacked."""
    enemies = [at for at, man in men.items() if is_red(man) != is_red(men[start])]
    return [end for end in enemies if reaches(men, start, end) and is_safe(men, start, end)]


def king(men, red):
    return next(at for at, man in men.items() if man == ("K" if red else "k"))


def attackers_of_king(men, red):
    """The squares of the men that attack the king of one side, facing kings included."""
    own, other = king(men, red), king(men, not red)
    found = {at for at, man in men.items() if is_red(man) != red and man.upper() != "K" and reaches(men, at, own)}
    if own[0] == other[0] and not any(at in men for at in between(own, other)):
        found.add(other)
    return found


def after(men, start, end):
    changed = dict(men)
    changed[end] = changed.pop(start)
    return changed


def is_safe(men, start, end):
    """Whether a capture leaves the taker's king unattacked."""
    return not attackers_of_king(after(men, start, end), is_red(men[start]))


def is_pinned_by_horse(men, at):
    """Whether the man on `at` stands on the leg of an enemy horse that would otherwise attack his king."""
    red = is_red(men[at])
    without = {on: man for on, man in men.items() if on != at}
    return any(men[on].upper() == "N" for on in attackers_of_king(without, red) - attackers_of_king(men, red))


def is_pinned(men, at):
    """Whether a man's departure, wherever to, would expose his king; the pins of pyffish."""
    red = is_red(men[at])
    own, other = king(men, red), king(men, not red)
    if own[0] == other[0] == at[0] and sum(on[0] == at[0] and is_red(man) == red for on, man in men.items()) == 2:
        return True
    without = {on: man for on, man in men.items() if on != at}
    return bool(attackers_of_king(without, red) - attackers_of_king(men, red))


def defends(men, defender, at, relaxed):
    """Whether the man on `defender`, who reaches `at`, takes back there, where an enemy has just taken."""
    if "pins" not in relaxed:
        return is_safe(men, defender, at)
    if men[defender].upper() == "K":
        other = king(men, not is_red(men[defender]))
        return other[0] != at[0] or any(on in men for on in between(other, at))
    return not is_pinned(men, defender)


class Captures:
    """What one side could take, were it its turn. Pairs are (taker, victim), all of them squares."""

    def __init__(self, men, red, relaxed=()):
        # Every pair by the way men move, those of them that chase, and who would take back and who only seems to.
        self.attacks, self.chases, self.roots, self.false_roots = set(), set(), set(), set()
        already = attackers_of_king(men, red)
        for taker, man in men.items():
            if is_red(man) == red and man.upper() != "K":
                for victim, enemy in men.items():
                    if is_red(enemy) != red and reaches(men, taker, victim):
                        self.add(men, taker, victim, already, relaxed)

    def add(self, men, taker, victim, already, relaxed):
        kind, of = men[taker].upper(), men[victim].upper()
        red = is_red(men[taker])
        if kind == "P":
            without = {at: man for at, man in men.items() if at != taker}
            uncovers_check = attackers_of_king(without, not red) - attackers_of_king(men, not red)
            if "pawns" not in relaxed or not uncovers_check:
                return
        elif of == "P" and (victim[1] < 5) != red:
            return
        if of == "K":
            return
        self.attacks.add((taker, victim))
        taken = after(men, taker, victim)
        if attackers_of_king(taken, red) - already and "exposed" not in relaxed:
            return
        is_exchange = kind == of and reaches(men, victim, taker) and (
            not is_pinned(men, victim) if "pins" in relaxed else is_safe(men, victim, taker)
        )
        ready = {at for at, man in taken.items() if is_red(man) != red and reaches(taken, at, victim)}
        roots = {at for at in ready if defends(taken, at, victim, relaxed)}
        self.roots |= {(at, victim) for at in roots}
        self.false_roots |= {(at, victim) for at in ready - roots}
        is_rooted = bool(roots) and not ("one root" in relaxed and ready - roots)
        if of in STRONGER.get(kind, "") or not (is_rooted or (is_exchange and "equals" not in relaxed)):
            self.chases.add((taker, victim))


class Game:
    """A game from a FEN, with the men numbered so that each can be followed."""

    def __init__(self, fen, moves):
        men, self.red_begins = parse(fen)
        self.boards = [men]
        self.numbers = [{at: number for number, at in enumerate(sorted(men))}]
        self.moves = [(square(mv[:2]), square(mv[2:])) for mv in moves]
        for start, end in self.moves:
            self.boards.append(after(self.boards[-1], start, end))
            self.numbers.append(after(self.numbers[-1], start, end))

    def cycle_start(self, fold):
        """The index of the position that begins the cycle, if the last has stood `fold` times."""
        last = len(self.boards) - 1
        same = [index for index in range(last % 2, last + 1, 2) if self.boards[index] == self.boards[last]]
        return same[-fold] if len(same) >= fold else None

    def gives_check(self, index):
        """Whether move number `index`, from 0, gives check."""
        start, _ = self.moves[index]
        return bool(attackers_of_king(self.boards[index + 1], not is_red(self.boards[index][start])))

    def chased_by(self, index, relaxed):
        """The men whom a move chases, those whom it attacks anew, and those of them who are rooks that a horse pins."""
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
        for taker, victim in captures.chases:
            backs_off = taker == end and now[end].upper() in "RC" and start in (between(end, victim) or [])
            joins = (
                (name[taker], name[victim]) not in attacks
                or ("renewal" in relaxed and backs_off)
                or "standing" in relaxed
            )
            # Chased anew is who could not be taken before, and whose takers were all relieved by others.
            stays = {(name[by], name[of]) for by, of in captures.chases if of == victim} & chased_before
            if stays and not ({"standing", "renewal"} & set(relaxed) and joins):
                continue
            ties_root = any((name[root], name[of]) in roots for root, of in captures.false_roots if of == victim)
            if "indirect" in relaxed and not (joins or ties_root):
                continue
            chased.add(name[victim])
            if joins or ties_root:
                attacked.add(name[victim])
                if now[victim].upper() == "R" and is_pinned_by_horse(now, victim):
                    pinned.add(name[victim])
        return chased, attacked, pinned

    def verdict(self, fold=3, relaxed=(), relaxed_for=(True, False)):
        """`draw`, `red-loses`, `black-loses` or `none`. Clauses are relaxed for the sides named, True for Red."""
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
        """How grave the chase is that runs through all of a side's moves: 0 for none, 1 for an indirect one, 2 for
        attacks, 3 for attacks on a rook that a horse pins."""
        begin = first - 1 if "entry" in relaxed and first > 0 else first
        own = [
            self.chased_by(index, relaxed)
            for index in range(begin, len(self.moves))
            if is_red(self.boards[index][self.moves[index][0]]) == red
        ]
        # With every move in the same way: attacked, or indirectly.
        attacked = set.intersection(*(attacked for _, attacked, _ in own))
        indirectly = set.intersection(*(chased - attacked for chased, attacked, _ in own))
        pinned = set.intersection(*(pinned for _, _, pinned in own))
        return sum(map(bool, (attacked | indirectly, attacked, pinned)))


def explain(fen, moves, ours, theirs, fold=3):
    """The fewest clauses whose relaxation, for the side in dispute, turns our verdict into theirs; None if none do."""
    game = Game(fen, moves)
    blamed = theirs if theirs != "draw" else ours
    disputed = blamed == "red-loses"
    for count in range(1, 4):
        for relaxed in itertools.combinations(RELAXATIONS, count):
            for sides in ((disputed,), (True, False)):
                if game.verdict(fold, relaxed, sides) == theirs:
                    return relaxed
    return None
