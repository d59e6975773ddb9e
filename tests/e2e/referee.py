#!/usr/bin/env python3
"""Judges the games of an arena's match file again, by the rules of pyffish.

Usage: referee.py GAMES_JSONL ENGINE_NAME

Every move must be legal, and every ending by rule the same: a game that the arena ended by repetition must be over for
pyffish with the same winner, and one that went on must not have been lost by a ruling on the way. Prints each disagreement with its
position, and how often ENGINE_NAME lost by a ruling of either referee. Exits with 1 on an illegal move.
"""

import collections
import json
import re
import sys

import pyffish

VARIANT = "xiangqi"


def up(mv):
    """Ranks from 1, as pyffish counts them."""
    return f"{mv[0]}{int(mv[1]) + 1}{mv[2]}{int(mv[3]) + 1}"


def winner(value, fen, moves):
    """Red, black or draw, from a value for the side to move."""
    if value == 0:
        return "draw"
    to_move = "red" if (" w" in fen) == (len(moves) % 2 == 0) else "black"
    other = "black" if to_move == "red" else "red"
    return to_move if value > 0 else other


def main():
    path, engine = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        header, *games = [json.loads(line) for line in file if line.strip()]
    names = [player["name"] for player in header["engines"]]
    endings = collections.Counter()
    disagreements = []
    lost = {"arena": 0, "pyffish": 0}
    for game in games:
        if "moves" not in game:
            continue
        fen = game["fen"]
        moves = [up(mv) for mv in game["moves"].split()]
        red = names[game["red"]]
        ours = {"1-0": "red", "0-1": "black"}.get(game["result"], "draw")
        verdict = None
        for ply, mv in enumerate(moves):
            if mv not in pyffish.legal_moves(VARIANT, fen, moves[:ply]):
                sys.exit(f"game {game['game']}: {mv} is not legal after {moves[:ply]} from {fen}")
            ended, value = pyffish.is_optional_game_end(VARIANT, fen, moves[: ply + 1])
            if ended:
                verdict = (ply + 1, winner(value, fen, moves[: ply + 1]))
                break
        by_rule = re.match(r"repetition|natural|limit|dead", game["reason"]) is not None
        loser = {"red": "black", "black": "red"}
        is_ours = lambda side: (red == engine) == (side == "red")
        if "ruling" in game["reason"] and ours != "draw" and is_ours(loser[ours]):
            lost["arena"] += 1
        if verdict and verdict[1] != "draw" and is_ours(loser[verdict[1]]):
            lost["pyffish"] += 1
        theirs = f"{verdict[1]} at ply {verdict[0]}" if verdict else "none"
        own = f"{ours} at ply {len(moves)}" if by_rule else "none"
        agree = (theirs == own) or (not by_rule and verdict is None)
        endings[(game["reason"], "agree" if agree else "differ")] += 1
        if not agree:
            disagreements.append(f"game {game['game']}: arena {game['reason']} {own}, pyffish {theirs}: {fen} moves {game['moves']}")
    for (reason, kind), count in sorted(endings.items()):
        print(f"{reason:24} {kind:7} {count}")
    for line in disagreements:
        print(line)
    print(f"{len(games)} games, {len(disagreements)} disagreements; {engine} lost by a ruling: arena {lost['arena']}, pyffish {lost['pyffish']}")


if __name__ == "__main__":
    main()
