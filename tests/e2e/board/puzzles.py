#!/usr/bin/env python3
"""Solves puzzles on the board's page in a real browser (headless Chromium), by the mouse.

usage: puzzles.py <guohe-tools> [folder for screenshots, target/board without it]

Three puzzles each in a wide window and on a phone, in both languages, from either side of the board; a wrong move, a
mate other than the solution's, a hint, the solution, what is kept over a reload and told to another tab, and a mate in
one for beginners. Fifty seconds.
"""

import os
import re
import signal
import subprocess
import sys
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from board_page import Page
from browser import checker, is_quiet, picture, resize, start_driver

check = checker("puzzles")
FILES = ("mates-in-one.txt", "puzzles.txt")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def squares(board):
    """The pieces of a FEN's board by their squares."""
    found = {}
    for rank, row in zip(range(9, -1, -1), board.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                found["abcdefghi"[file] + str(rank)] = letter
                file += 1
    return found


def after(pieces, move):
    found = dict(pieces)
    found[move[2:]] = found.pop(move[:2])
    return found


def fen(pieces, move):
    """The position of these pieces, where `move` is one of the side to move."""
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(pieces.get(file + str(rank), "1") for file in "abcdefghi")
        rows.append(re.sub("1+", lambda gap: str(len(gap.group())), row))
    return f"{'/'.join(rows)} {'w' if pieces[move[:2]].isupper() else 'b'}"


def turned(pieces, moves):
    """The same with the colours exchanged."""
    flip = lambda text: re.sub(r"\d", lambda rank: str(9 - int(rank.group())), text)
    return {flip(square): letter.swapcase() for square, letter in pieces.items()}, [flip(move) for move in moves]


def read(folder):
    """The moves of the puzzles by the position that the solver sees."""
    solutions = {}
    lines = [line for name in FILES for line in open(os.path.join(folder, name), encoding="ascii")]
    for line in lines:
        board, moves, *_ = line.split(" ")
        moves = re.findall("....", moves)
        for pieces, line in ((squares(board), moves), turned(squares(board), moves)):
            solutions[frozenset(after(pieces, line[0]).items())] = line
    return solutions


class Trainer(Page):
    def seen(self):
        """The pieces on the board by their squares."""
        return dict(self.driver.execute_script(
            """return [...document.querySelectorAll('.board .piece')].map((piece) =>
                 [piece.dataset.square, piece.querySelector('use[href^="#gd-"]').getAttribute('href').at(-1)])"""))

    def point(self, square):
        x, y = self.driver.execute_script(
            """const svg = document.querySelector('.board'), piece = svg.querySelector('.piece');
            const [, px, py] = piece.getAttribute('transform').match(/translate\\(([\\d.]+) ([\\d.]+)/).map(Number);
            const place = (square, isFlipped) => {
              const file = 'abcdefghi'.indexOf(square[0]), rank = Number(square[1]);
              return [100 * (isFlipped ? 8 - file : file), 100 * (isFlipped ? rank : 9 - rank)];
            };
            const isFlipped = place(piece.dataset.square, false).join() !== [px, py].join();
            const point = new DOMPoint(...place(arguments[0], isFlipped)).matrixTransform(svg.getScreenCTM());
            const box = svg.getBoundingClientRect();
            return [point.x - (box.left + box.width / 2), point.y - (box.top + box.height / 2)];""", square)
        ActionChains(self.driver).move_to_element_with_offset(self.find(".board"), round(x), round(y)).click().perform()

    def says(self):
        return self.text("#puzzle-says")

    def is_to_move(self):
        return self.driver.execute_script("return !document.getElementById('puzzle-hint').disabled")

    def is_done(self):
        return self.driver.execute_script("return !document.getElementById('puzzle-again').disabled")

    def puzzle(self, solutions):
        """Waits until the solver is to move; the puzzle's moves."""
        self.wait(lambda _: self.is_to_move(), "the opponent has made his mistake")
        return solutions[frozenset(self.seen().items())]

    def next(self):
        self.click("#puzzle-next")
        self.wait(lambda _: not self.is_to_move(), "another puzzle comes")

    def other_mate(self, pieces, wanted):
        """A move other than `wanted` that mates at once, if there is one."""
        return self.driver.execute_async_script(
            """const [start, wanted, done] = arguments;
            import('./link.js').then(async ({ answer }) => {
              for (const { mv } of (await answer('position', { start })).legal) {
                if (mv !== wanted && (await answer('mate', { start, moves: [mv], most: 0 })).moves === 0) return done(mv);
              }
              return done(null);
            });""", fen(pieces, wanted), wanted)

    def solve(self, line, is_last_other=False):
        """Plays the solver's moves. Whether it ended by another mate than the solution's."""
        pieces = after(self.seen(), line[1])
        for at, mv in enumerate(line[1::2]):
            self.wait(lambda _: self.is_to_move(), "it is the solver's turn")
            other = self.other_mate(self.seen(), mv) if is_last_other and 2 * at + 2 == len(line) else None
            self.move(other or mv)
            if 2 * at + 2 < len(line):
                pieces = after(pieces, line[2 * at + 2])
                self.wait(lambda _: self.is_to_move() and self.seen() == pieces, "the opponent answers")
                pieces = after(pieces, line[2 * at + 3])
        self.wait(lambda _: self.is_done(), f"the puzzle is solved ({self.says()})")
        return other is not None


def solves(page, solutions, what):
    others = 0
    for number in range(3):
        line = page.puzzle(solutions)
        others += page.solve(line, is_last_other=True)
        is_solved = re.match("做对了|解出了|Solved", page.says())
        check(is_solved, f"{what}: puzzle {number + 1} of {len(line) // 2} moves is solved")
        if number < 2:
            page.next()
    return others


def is_within(page, width):
    found = page.driver.execute_script("return document.documentElement.scrollWidth")
    check(found <= width, f"nothing is wider than the window of {width} pixels")


def errs(page, solutions):
    """A wrong move, a hint and the solution."""
    page.next()
    line = page.puzzle(solutions)
    legal = page.driver.execute_async_script(
        """const [start, done] = arguments;
        import('./link.js').then(async ({ answer }) => done((await answer('position', { start })).legal));""",
        fen(page.seen(), line[1]))
    start, known = line[1][:2], {move["mv"] for move in legal} | set(page.pieces())
    empty = (file + rank for file in "abcdefghi" for rank in "0123456789" if file + rank not in known)
    page.move(start + next(point for point in empty if start + point not in known))
    page.wait(lambda _: page.text("#toast"), "why a move is not legal")
    for move in legal:
        if move["mv"] == line[1]:
            continue
        page.move(move["mv"])
        page.wait(lambda _: page.is_to_move() and page.find("#puzzle-says").get_attribute("data-mood") != "right",
                  "the move is judged and taken back")
        if page.find("#puzzle-says").get_attribute("data-mood") == "wrong":
            break
    check(re.search("不对，.*不能很快成杀|does not mate soon|gains nothing", page.says()), "a wrong move is refused")
    check(page.text("#puzzle-score").count("−") == 1, "it costs points, once")
    page.click("#puzzle-hint")
    check(page.find(".board .ring circle"), "the hint rings the piece")
    page.click("#puzzle-solution")
    page.wait(lambda _: page.is_done(), "the solution is shown")
    check(page.text("#puzzle-facts .puzzle-tags"), "what the puzzle shows is told afterwards")


def answers_in_full(page, solutions):
    """On the smallest phone the longest answers stand above the board as a whole, and do not move it."""
    page.puzzle(solutions)
    for language in ("zh", "en"):
        resize(page.driver, 320, 568)
        page.language(language)
        found = page.driver.execute_async_script(
            """const [done] = arguments;
            import('./puzzle-board.js').then(({ tell, trainer }) => {
              const [bar, board] = ['#status', '.board'].map((name) => document.querySelector(name));
              const before = [trainer.solving.status, ...trainer.solving.says];
              const found = ['Refuted', 'RefutedGain', 'Slow', 'Unknown'].map((name) => {
                const top = board.getBoundingClientRect().top;
                tell('judging', `puzzle${name}`, 'H2-E2', 'H9-G7');
                const isCut = bar.scrollWidth > bar.clientWidth || bar.scrollHeight > bar.clientHeight;
                return isCut || board.getBoundingClientRect().top !== top ? bar.textContent : '';
              });
              tell(...before);
              done(found.filter(Boolean));
            });""")
        check(not found, f"320 wide, {language}: the answer to a wrong move is there as a whole {found or ''}")


def tells_other_tabs(page, solutions):
    """A try in one tab is not lost by a try in another, which was opened before."""
    rating = lambda: page.text("#puzzle-score dd")
    driver = page.driver
    first, address = driver.current_window_handle, driver.current_url
    driver.switch_to.new_window("tab")
    driver.get(address)
    page.wait_until_ready()
    page.tab("puzzles")
    page.puzzle(solutions)
    other = driver.current_window_handle
    driver.switch_to.window(first)
    solved = driver.execute_script("return JSON.parse(localStorage.getItem('guohe-puzzles')).solved")
    page.solve(page.puzzle(solutions))
    after = rating()
    driver.switch_to.window(other)
    page.wait(lambda _: rating().startswith(re.match(r"\d+", after).group()), "the other tab knows the rating")
    page.solve(page.puzzle(solutions))
    both = driver.execute_script("return JSON.parse(localStorage.getItem('guohe-puzzles')).solved")
    check(both == solved + 2, "of two tabs neither loses what the other has solved")
    driver.close()
    driver.switch_to.window(first)


def begins(page, solutions):
    """A mate in one, which moves no rating."""
    before = page.text("#puzzle-score dd")
    Select(page.find("#puzzle-theme")).select_by_value("mate1")
    line = page.puzzle(solutions)
    page.solve(line)
    check(len(line) == 2 and page.text("#puzzle-score dd").startswith(re.match(r"\d+", before).group()),
          "a mate in one is solved and moves no rating")
    return line


def goes_to_the_board(page, line):
    """The puzzle as a game: after the mistake, with the solution in the list, the solver below; then another game."""
    is_red = page.seen()[line[-1][2:]].isupper()
    page.click("#puzzle-board")
    page.wait(lambda _: page.plies() == len(line), "the puzzle's moves are listed")
    current, seal = page.driver.execute_script(
        """return [[...document.querySelectorAll('#move-list button')].findIndex((move) => move.matches('.current')),
             document.querySelector('#player-bottom .seal').classList.contains('red')];""")
    check((current, seal) == (0, is_red), "a puzzle goes to the board after the mistake, with the solver below")
    page.new_game("human", "level")


def main():
    tools = os.path.abspath(sys.argv[1])
    pictures = sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "target/board")
    os.makedirs(pictures, exist_ok=True)
    solutions = read(os.path.join(ROOT, "crates/board/src/page"))
    server = subprocess.Popen([tools, "board", "--no-open", "--no-library", "--port", "0"], stdout=subprocess.PIPE, text=True)
    driver = None
    try:
        driver = start_driver()
        address = next(found.group() for line in server.stdout if (found := re.search(r"http://127[^\s]+", line)))
        began = time.monotonic()
        page = Trainer(driver, address)
        driver.execute_script("localStorage.setItem('guohe-puzzle-choice', JSON.stringify({ theme: 'mate2', choice: '0' }))")
        driver.refresh()
        page = Trainer(driver, address)
        others = 0
        for width, height, language in ((1280, 900, "zh"), (360, 740, "zh"), (360, 740, "en"), (1280, 900, "en")):
            resize(driver, width, height)
            page.language(language)
            page.tab("game")
            page.tab("puzzles")
            if page.is_done():
                page.next()
            others += solves(page, solutions, f"{width} wide, {language}")
            is_within(page, width)
            driver.execute_script("scrollTo(0, 0)")
            picture(driver, os.path.join(pictures, f"puzzle-{language}-{width}.png"))
        tries = 12
        while not others and tries < 60:
            page.next()
            others += page.solve(page.puzzle(solutions), is_last_other=True)
            tries += 1
        check(others, f"{others} of {tries} puzzles are solved by another mate than the solution's")
        errs(page, solutions)
        page.next()
        answers_in_full(page, solutions)
        resize(driver, 1280, 900)
        points = page.text("#puzzle-score dd")
        page.reload()
        page.tab("puzzles")
        page.puzzle(solutions)
        kept = re.match(r"\d+", page.text("#puzzle-score dd")).group()
        check(points.startswith(kept), f"the rating of {kept} is kept over a reload")
        tells_other_tabs(page, solutions)
        goes_to_the_board(page, begins(page, solutions))
        page.wait(lambda _: len(page.pieces()) == 32, "the game has its board back")
        check(not driver.execute_script("return document.body.classList.contains('solving')"), "the game has its board back")
        is_quiet(driver, check, lambda url: url.startswith((address, "blob:", "data:")))
        print(f"puzzles: ok, {time.monotonic() - began:.0f} s", flush=True)
    finally:
        if driver:
            driver.quit()
        server.send_signal(signal.SIGINT)
        server.wait(10)


if __name__ == "__main__":
    main()
