#!/usr/bin/env python3
"""A game by the Python library cchess, which ends lines with CR LF, writes options as in UCI, does not wait for
answers, and sends FENs of two fields.

Usage: cchess_client.py ENGINE
"""

import sys
import time

import cchess

PLIES = 12
ANSWERS = ("bestmove", "dead", "draw", "resign")


def answer(engine, seconds=10):
    """The answer to a `go`, and the reports before it."""
    reports = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        action = engine.get_action()
        if not action:
            time.sleep(0.01)
            continue
        if action["action"] in ANSWERS:
            return action, reports
        reports.append(action)
    sys.exit(f"cchess: no answer within {seconds} s, reports: {reports[-3:]}")


def main():
    engine = cchess.UcciEngine()
    if not engine.load(sys.argv[1]):
        sys.exit("cchess: the engine did not load")
    if not engine.wait_for_ready(10):
        sys.exit("cchess: the engine did not get ready")
    engine.set_option("usebook", "false")
    board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
    for _ in range(PLIES):
        engine.go_from(board.to_fen(), {"depth": 6})
        action, reports = answer(engine)
        if action["action"] != "bestmove":
            sys.exit(f"cchess: {action}")
        mv = action["move"]
        if not board.is_valid_iccs_move(mv):
            sys.exit(f"cchess: {mv} is not legal in {board.to_fen()}")
        print(mv, next((report for report in reversed(reports) if "score" in report), None))
        board.move_iccs(mv)
        board.next_turn()
    # The side to move is mated: the answer must be that there is no move.
    engine.go_from("R3k4/R8/9/9/9/9/9/9/9/3K5 b", {"depth": 6})
    action, _ = answer(engine)
    if action["action"] != "dead":
        sys.exit(f"cchess: mated, but {action}")
    engine.quit()


if __name__ == "__main__":
    main()
    print("cchess: ok")
