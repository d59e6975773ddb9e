#!/usr/bin/env python3
"""Tests the program on a platform as front ends use it: handshake, options, a game with the commands of uci2wb and CR
LF, book and network in files with Chinese names, engine.toml beside the program, the log.

Usage: conversation.py PROGRAM [RUNNER ...], for example: conversation.py guohe.exe wine

RUNNER is the command that runs the program. The program is copied to a folder with a Chinese name; all files are
written there.
"""

import os
import shutil
import sys
import tempfile

from engine import Engine, Failure

HERE = os.path.dirname(os.path.abspath(__file__))
NETWORKS = os.path.join(HERE, "..", "..", "..", "nets")
# A line whose first move is not in the built-in book.
BOOK = "B00 ; 仕角炮局 ; Palcorner Cannon ; 5/5 ; b2d2 h9g7 h0g2\n"
BOOK_MOVE = "b2d2"
PLIES = 40


class Platform:
    """A folder with a copy of the program, and the command that runs it."""

    def __init__(self, program, runner, folder):
        self.folder = folder
        self.program = shutil.copy(program, folder)
        self.runner = runner

    def start(self, handshake="ucci", arguments=()):
        engine = Engine([*self.runner, self.program, *arguments], handshake=None, ending=b"\r\n")
        if handshake:
            engine.send(handshake)
            # The first start in an emulator is slow.
            engine.greeting = engine.until(handshake + "ok", timeout=120)
        return engine

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8", newline="\r\n") as file:
            file.write(text)

    def remove(self, *names):
        for name in names:
            os.remove(os.path.join(self.folder, name))


def expect(truth, what):
    if not truth:
        raise Failure(what)


def handshakes(platform):
    """The handshake, the announced options and the end of both protocols."""
    with platform.start("ucci") as engine:
        expect(engine.greeting[0].startswith("id name "), engine.greeting[0])
        expect(any(line.startswith("option hashsize ") for line in engine.greeting), "hashsize is not announced")
        engine.quit(timeout=30)
    with platform.start("uci") as engine:
        expect(any(line.startswith("option name Hash ") for line in engine.greeting), "Hash is not announced")
        engine.quit(farewell=None, timeout=30)


def options(platform):
    """Options take effect: several lines, several threads, a small table."""
    with platform.start() as engine:
        for name, value in [("usebook", "false"), ("hashsize", "2"), ("threads", "2"), ("multipv", "3")]:
            engine.send(f"setoption {name} {value}")
        engine.send("position startpos")
        engine.send("go depth 6")
        lines = engine.until("bestmove", timeout=60)
        expect(any(" multipv 3 " in line for line in lines), "multipv says nothing")
        expect(not any("message" in line for line in lines), f"complaints: {lines}")
        engine.quit(timeout=30)


def game(platform):
    """Plays both sides of a game with the commands of uci2wb. The next `position` shows whether each move was legal."""
    moves = []
    with platform.start() as engine:
        engine.send("setoption usebook false")
        for _ in range(PLIES):
            engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
            engine.send("go time 1000 increment 100 opptime 1000 oppincrement 100")
            lines = engine.until("bestmove", "nobestmove", timeout=60)
            expect(not any("message" in line for line in lines), f"after {moves}: {lines}")
            if lines[-1].startswith("nobestmove"):
                break
            moves.append(lines[-1].split(" ")[1])
        engine.quit(timeout=30)
    expect(len(moves) == PLIES, f"the game ended after {moves}")


def stop_and_ponder(platform):
    """`stop` ends an endless search, and after `ponderhit` a pondering search ends."""
    with platform.start() as engine:
        engine.send("setoption usebook false")
        engine.send("go infinite")
        engine.silent_for(0.3)
        engine.send("isready")
        engine.until("readyok", timeout=30)
        engine.send("stop")
        engine.until("bestmove", timeout=30)
        engine.send("go ponder time 1000 increment 0")
        engine.silent_for(0.3)
        engine.send("ponderhit")
        engine.until("bestmove", timeout=30)
        engine.quit(timeout=30)


def after_stop(platform):
    """Commands in the same write as `stop` are carried out: each `go` is answered for its own position."""
    with platform.start() as engine:
        engine.send("setoption usebook false")
        for _ in range(10):
            engine.send("position startpos\r\ngo infinite")
            engine.silent_for(0.05)
            engine.send("stop\r\nposition startpos moves h2e2\r\ngo depth 3")
            answers = [engine.until("bestmove", "nobestmove", timeout=30)[-1] for _ in range(2)]
            # Red's first move starts on ranks 0 to 3, Black's on ranks 6 to 9.
            ranks = [int(answer.split(" ")[1][1]) for answer in answers if answer.startswith("bestmove ")]
            expect(len(ranks) == 2 and ranks[0] <= 3 and ranks[1] >= 6, f"after a stop: {answers}")
        engine.quit(timeout=30)


def encodings(platform):
    """The encodings in which front ends send paths: on Windows also GBK."""
    return ["utf-8", "gbk"] if platform.program.endswith(".exe") else ["utf-8"]


def book(platform):
    """A book with a Chinese name in the folder of the program."""
    platform.write("开局库.txt", BOOK)
    for encoding in encodings(platform):
        with platform.start() as engine:
            engine.send("setoption bookfiles 开局库.txt", encoding)
            engine.send("position startpos")
            engine.send("go depth 4")
            lines = engine.until("bestmove", timeout=30)
            expect(lines[-1].split(" ")[1] == BOOK_MOVE, f"{encoding}: the book's move is {BOOK_MOVE}, not {lines}")
            engine.quit(timeout=30)
    platform.remove("开局库.txt")


def network(platform):
    """A network with a Chinese name, set by option. A missing network is reported."""
    networks = sorted(name for name in os.listdir(NETWORKS) if name.endswith(".nnue"))
    shutil.copy(os.path.join(NETWORKS, networks[0]), os.path.join(platform.folder, "网络.nnue"))
    for encoding in encodings(platform):
        with platform.start() as engine:
            engine.send("setoption usebook false")
            engine.send("setoption evalfile 网络.nnue", encoding)
            engine.send("go depth 4")
            lines = engine.until("bestmove", timeout=30)
            expect(not any("message" in line for line in lines), f"{encoding}: complaints: {lines}")
            engine.send("setoption evalfile 没有.nnue", encoding)
            engine.send("go depth 4")
            lines = engine.until("bestmove", timeout=30)
            expect(any("message" in line for line in lines), f"{encoding}: a missing network is not reported: {lines}")
            engine.quit(timeout=30)
    platform.remove("网络.nnue")


def settings_and_log(platform):
    """engine.toml in the folder of the program is read, and the log is written there with input and output."""
    platform.write("开局库.txt", BOOK)
    text = 'hash = 8\nmultipv = 2\n[book]\nfiles = ["开局库.txt"]\n[log]\nlevel = "debug"\nfile = "日志.log"\n'
    platform.write("engine.toml", text)
    with platform.start() as engine:
        expect(any(line.startswith("option hashsize ") and line.endswith("default 8") for line in engine.greeting),
               f"engine.toml was not read: {engine.greeting}")
        engine.send("position startpos")
        engine.send("go depth 3")
        lines = engine.until("bestmove", timeout=30)
        expect(lines[-1].split(" ")[1] == BOOK_MOVE, f"the book's move is {BOOK_MOVE}, not {lines}")
        engine.quit(timeout=30)
    with open(os.path.join(platform.folder, "日志.log"), encoding="utf-8") as file:
        log = file.read()
    for words in ["ucci", "position startpos", "bestmove " + BOOK_MOVE, "bye"]:
        expect(words in log, f"the log does not hold '{words}'")
    platform.remove("engine.toml", "日志.log", "开局库.txt")


def main():
    program, runner = os.path.abspath(sys.argv[1]), sys.argv[2:]
    folder = tempfile.mkdtemp(prefix="象棋引擎-")
    try:
        platform = Platform(program, runner, folder)
        for check in [handshakes, options, game, stop_and_ponder, after_stop, book, network, settings_and_log]:
            check(platform)
            print(f"platform: {check.__name__}", flush=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"platform: {failure}")
    print("platform: ok")
