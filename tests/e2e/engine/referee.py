#!/usr/bin/env python3
"""Judges the games of a match file of the arena again by the rules of pyffish.

Usage: referee.py GAMES_JSONL ENGINE_NAME

Every move must be legal, and every ending by rule the same: where the arena ended a game by repetition, pyffish must
end it with the same winner, and it must not end a game that went on. Where a verdict differs, `chases.py` finds the
clauses that must be relaxed to get the verdict of pyffish. Prints each disagreement with its position, and how often
ENGINE_NAME lost by a ruling of the arena and of pyffish. Exits with 1 on an illegal move and on an unexplained
disagreement.
"""

import collections
import json
import re
import sys

import pyffish

import chases
from ranks import to_one

VARIANT = "xiangqi"
# The natural limit of pyffish: moves by each side without a capture.
NATURAL_LIMIT = 50


def winner(value, fen, moves):
    """`red`, `black` or `draw`, from a value from the side to move's view."""
    if value == 0:
        return "draw"
    to_move = "red" if (" w" in fen) == (len(moves) % 2 == 0) else "black"
    other = "black" if to_move == "red" else "red"
    return to_move if value > 0 else other


def verdict_of(number, fen, moves):
    """The first verdict of pyffish in a game: number of plies and winner. None without one. All moves must be legal."""
    verdict = None
    at = fen
    for ply, mv in enumerate(moves):
        if mv not in pyffish.legal_moves(VARIANT, at, []):
            sys.exit(f"referee: game {number}: {mv} is not legal after {moves[:ply]} from {fen}")
        at = pyffish.get_fen(VARIANT, at, [mv])
        if verdict is None:
            ended, value = pyffish.is_optional_game_end(VARIANT, fen, moves[: ply + 1])
            verdict = (ply + 1, winner(value, fen, moves[: ply + 1])) if ended else None
    return verdict


def explanation(game, ours, theirs, limit):
    """Why the verdicts differ; None without an explanation. Each verdict is the number of plies and the winner.

    A ruling of ours is explained only if `chases.py` confirms it.
    """
    moves = game["moves"].split()
    if ours and theirs and ours[0] == theirs[0]:
        words = {"red": "black-loses", "black": "red-loses", "draw": "draw"}
        is_confirmed = chases.Game(game["fen"], moves).verdict() == words[ours[1]]
        relaxed = is_confirmed and chases.explain(game["fen"], moves, words[ours[1]], words[theirs[1]])
        if not relaxed:
            return None
        return "; ".join(chases.RELAXATIONS[clause] for clause in relaxed)
    if ours and not theirs and game["reason"].startswith("dead"):
        return "pyffish does not end this game by dead material"
    first = min((ours or theirs)[0], (theirs or ours)[0])
    is_repeated = chases.Game(game["fen"], moves[:first]).cycle_start(3) is not None
    if not is_repeated and limit != NATURAL_LIMIT:
        return f"{limit} moves without a capture make a draw for the arena, {NATURAL_LIMIT} for pyffish"
    return None


def main():
    path, engine = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        header, *games = [json.loads(line) for line in file if line.strip()]
    names = [player["name"] for player in header["engines"]]
    endings = collections.Counter()
    disagreements, unexplained = [], 0
    lost = {"arena": 0, "pyffish": 0}
    loser = {"red": "black", "black": "red"}
    for game in games:
        if "moves" not in game:
            continue
        moves = [to_one(mv) for mv in game["moves"].split()]
        red = names[game["red"]]
        result = {"1-0": "red", "0-1": "black"}.get(game["result"], "draw")
        is_ours = lambda side: (red == engine) == (side == "red")
        theirs = verdict_of(game["game"], game["fen"], moves)
        by_rule = re.match(r"repetition|natural|limit|dead", game["reason"]) is not None
        ours = (len(moves), result) if by_rule else None
        if "ruling" in game["reason"] and result != "draw" and is_ours(loser[result]):
            lost["arena"] += 1
        if theirs and theirs[1] != "draw" and is_ours(loser[theirs[1]]):
            lost["pyffish"] += 1
        endings[(game["reason"], "agree" if ours == theirs else "differ")] += 1
        if ours != theirs:
            why = explanation(game, ours, theirs, header["natural_limit"])
            unexplained += why is None
            told = lambda verdict: f"{verdict[1]} at ply {verdict[0]}" if verdict else "none"
            disagreements.append(
                f"game {game['game']}: arena {game['reason']} {told(ours)}, pyffish {told(theirs)} "
                f"({why or 'UNEXPLAINED'}): {game['fen']} moves {game['moves']}"
            )
    for (reason, kind), count in sorted(endings.items()):
        print(f"{reason:24} {kind:7} {count}")
    for line in disagreements:
        print(line)
    print(f"{len(games)} games, {len(disagreements)} disagreements; {engine} lost by a ruling: arena {lost['arena']}, pyffish {lost['pyffish']}")
    if unexplained:
        sys.exit(f"referee: {unexplained} unexplained disagreements")


if __name__ == "__main__":
    main()
