#!/usr/bin/env python3
"""Plays with the board in a real browser (headless Chromium), as a person does: by the mouse.

usage: board.py <guohe-tools> [folder for screenshots, target/board without it]

Twenty plies by clicks against level 3; clicks that are no legal moves; a repetition that ends the game, in both
languages; a file with variations dropped on the page; analysis on and off; a reload; two tabs, more tabs than a browser
allows connections, an engine that waits behind a report; a tab behind a forwarded port, as through ssh -L; keys; an
engine against itself; every format saved and read again, a game of ten megabytes too; games pasted, chosen, kept,
exported, saved and copied; the report; the position editor; changes undone and redone; games that were replaced; offers
of a draw; the time of a move; games begun by one click, moves in advance, the library, the opening explorer, the tree
of a screen reader; a mate, a rematch, the review of a game and a mistake tried again; the sizes of a phone, a tablet
and a screen, light and dark, with the contrast of every text. The page must ask nobody but its own address and say
nothing in the console. Ctrl-C must end the server within a second, and a browser in the terminal must find the page
served.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from board_files import all_files
from board_games import all_games
from board_habits import all_habits, keeps_a_folder
from board_library import follows_the_command_line, keeps_files
from board_page import Page
from board_review import after_a_game
from browser import checker, is_quiet, picture, resize, start_driver

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
check = checker("board")
SCRIPT_GAME = """[Game "Chinese Chess"]
[Event "<script>document.title='broken'</script>"]
[Red "<b>Red</b>"]
[Result "*"]

1. 炮二平五 马8进7 {one <i>comment</i>} (1... 炮8平5 2. 马二进三) 2. 马二进三 车9平8 *
"""


def plays_by_clicks(page):
    page.new_game("human", "level", level=3)
    page.point("e4")
    page.move("b0d1")
    check(page.plies() == 0 and "b0" in page.pieces(), "clicks on empty points and blocked moves move nothing")
    check("马腿" in page.text("#toast"), "a blocked horse is refused with its reason")
    played = 0
    first = ["h2e2", "h0g2", "i0h0", "b0c2"]
    while played < 20:
        legal = page.legal()
        wanted = next((mv for mv in first if mv in legal), None) or legal[len(legal) // 2]
        page.move(wanted)
        played += 1
        page.wait(lambda _: page.plies() >= played + 1 or page.ending(), f"level 3 answers move {played}")
        if page.ending():
            break
        played += 1
    check(page.plies() >= 20 or page.ending(), f"{page.plies()} plies by clicks against level 3")
    # A game that the human's own move has ended has no answer to take back.
    is_answered = page.plies() % 2 == 0
    wanted = page.plies() - (2 if is_answered else 1)
    page.click("[data-do=undo]")
    page.wait(lambda _: page.plies() <= wanted, "take back")
    check(page.plies() == wanted and page.ending() == "",
          "a move is taken back together with its answer" if is_answered else "the last move is taken back")
    arrows = lambda: page.driver.find_elements(By.CSS_SELECTOR, ".board .gd-arrows")
    page.click("[data-do=hint]")
    page.wait(lambda _: arrows(), "the arrow of a hint")
    check(" · " in page.text("#toast"), f"a hint comes with its score: {page.text('#toast')}")
    page.click("[data-do=back]")
    page.wait(lambda _: not arrows() and "暂停" in page.text("#status"), "no arrow in an earlier position, and the game waits")
    page.click("[data-do=last]")
    page.wait(lambda _: "暂停" not in page.text("#status"), "the game goes on")


def keeps_the_game_over_a_reload(page):
    before = (page.plies(), page.pieces())
    page.reload()
    page.wait(lambda _: (page.plies(), page.pieces()) == before, "the game after a reload")
    check(True, "a reload keeps the game")


def ends_by_repetition(page):
    said = page.set_up("4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1")
    check("照面" in said, f"a position with facing kings is refused with its reason: {said}")
    check(page.set_up("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1") == "", "a position is set up in the editor")
    for mv in "a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9".split():
        page.move(mv)
        page.wait(lambda _: mv[2:] in page.pieces(), mv)
    page.wait(lambda _: page.ending(), "the end of the game")
    page.language("zh")
    chinese = page.text("#ending p")
    page.language("en")
    english = page.text("#ending p")
    check("长将" in chinese and "红方负" in chinese, f"perpetual check in Chinese: {chinese}")
    check("erpetual check" in english and "Red loses" in english, f"perpetual check in English: {english}")
    page.click("#ending button")
    page.wait(lambda _: page.find("#text-dialog").is_displayed(), "the ruling")
    check("check" in page.text("#text-body"), "the ruling is explained, move by move")
    page.click("#text-dialog button")
    page.language("zh")


def reads_a_dropped_file(page, tools):
    page.drop("game.pgn", SCRIPT_GAME.encode("gb18030"))
    page.wait(lambda _: page.plies() == 4, "the moves of the dropped file")
    check(len(page.driver.find_elements(By.CSS_SELECTOR, "#move-list .line .line")) == 1, "its variation is shown")
    check("<i>comment</i>" in page.text("#move-list"), "its comment is text, not markup")
    check(page.driver.title != "broken", "a script in a tag does nothing")
    game = subprocess.run([tools, "convert", "-", "--to", "xqf", "-o", "-"], input=SCRIPT_GAME.encode(), capture_output=True)
    if game.returncode == 0 and game.stdout[:2] == b"XQ":
        page.new_game("human", "human")
        check(page.plies() == 0, "a new game has no moves")
        page.drop("game.xqf", game.stdout)
        page.wait(lambda _: page.plies() == 4, "the moves of the XQF file")
        check(len(page.driver.find_elements(By.CSS_SELECTOR, "#move-list .line .line")) == 1, "an XQF file dropped shows its variation")
    else:
        raise SystemExit(f"board: FAILED: no XQF to drop: {game.stderr.decode()}")
    before = page.pieces()
    page.drop("nonsense.bin", bytes(range(256)) * 50)
    page.wait(lambda _: page.text("#toast") == "nonsense.bin 里没有棋局。", "the answer to nonsense")
    check(page.pieces() == before, "a file of nonsense changes nothing")


def analyses(page):
    page.tab("game")
    page.click("#analyse")
    page.wait(lambda d: len(d.find_elements(By.CSS_SELECTOR, "#lines li")) == 3, "three lines")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, ".board .gd-arrow"), "arrows")
    check(True, "analysis shows three lines and arrows")
    first = lambda d: d.execute_script(
        "return [...document.querySelectorAll('#lines .pv')].map((line) => line.textContent.split(' ')[0])")
    before = set(first(page.driver))
    page.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_LEFT)
    # The other side is to move there: no line can begin as one of those before.
    page.wait(lambda d: len(first(d)) == 3 and not before & set(first(d)), "lines of another position")
    check(True, "a step back shows the lines of that position")
    # The page shows nothing more as soon as the button is pressed. That the engine has stopped is told by its silence: in
    # the first seconds of an analysis it is heard several times a second.
    page.driver.execute_async_script(
        """const done = arguments[0];
        window.heard = 0;
        import('./actions.js').then(({ on }) => done(on('info', () => (window.heard += 1))));""")
    page.click("#analyse")
    time.sleep(1)
    heard = page.driver.execute_script("return window.heard")
    time.sleep(2)
    more = page.driver.execute_script("return window.heard") - heard
    check(more == 0 and page.find("#analyse").get_attribute("aria-pressed") == "false",
          f"the engine stops with the analysis, and was heard {more} times afterwards")


def two_tabs(driver, page, address):
    first = driver.current_window_handle
    page.new_game("human", "level", level=1)
    page.wait(lambda _: page.plies() == 0, "a new game")
    driver.switch_to.new_window("tab")
    other = Page(driver, address)
    other.new_game("human", "human")
    other.move("h2e2")
    other.wait(lambda _: other.plies() == 1, "a move in the second tab")
    other.tab("game")
    other.click("#analyse")
    other.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#lines li"), "lines in the second tab")
    second = driver.current_window_handle
    driver.switch_to.window(first)
    page.move("b2e2")
    page.wait(lambda _: page.plies() == 2, "the answer in the first tab, while the second analyses")
    check(page.plies() == 2, "a move goes before the analysis of another tab")
    driver.switch_to.window(second)
    check(other.plies() == 1, "the other tab's game is its own")
    driver.close()
    driver.switch_to.window(first)


def many_tabs(driver, page, address):
    """More tabs than a browser allows connections to one server, each with a page that listens."""
    first = driver.current_window_handle
    page.new_game("human", "level", level=1)
    others = []
    for _ in range(8):
        driver.switch_to.new_window("tab")
        others.append(driver.current_window_handle)
        tab = Page(driver, address)
        tab.new_game("human", "level", level=1)
        tab.move("h2e2")
        tab.wait(lambda _: tab.plies() == 2, f"an answer in tab {len(others) + 1}")
    check(True, f"{len(others) + 1} tabs at a time, each with its answers")
    for handle in others[:-1]:
        driver.switch_to.window(handle)
        driver.close()
    driver.switch_to.window(others[-1])
    driver.close()
    driver.switch_to.window(first)
    page.move("b2e2")
    page.wait(lambda _: page.plies() == 2, "the answer in the first tab after a rest")
    check(page.plies() == 2, "the first tab has its game and its answers after it was hidden")


def tabs_that_wait(driver, page, address):
    """More tabs whose games wait for the engine than a browser allows connections to one server."""
    first = driver.current_window_handle
    others = []
    driver.set_page_load_timeout(20)
    for _ in range(8):
        driver.switch_to.new_window("tab")
        others.append(driver.current_window_handle)
        tab = Page(driver, address)
        tab.new_game("human", "time", seconds=6)
        # A move that the book does not know: the engine thinks.
        tab.move("e0e1")
        tab.wait(lambda _: tab.plies() >= 1, f"the move in tab {len(others) + 1}")
        check(tab.plies() == 1, f"tab {len(others) + 1} waits for the engine")
    check(True, f"{len(others) + 1} tabs at a time, and none that waits blocks the others")
    driver.switch_to.window(others[0])
    page.wait(lambda _: page.plies() == 2, "the answer in a tab that was hidden while it waited", 60)
    check(page.plies() == 2, "a tab that was hidden while it waited has its answer")
    for handle in others:
        driver.switch_to.window(handle)
        driver.close()
    driver.switch_to.window(first)


def hide(driver, hidden):
    """Tells the page that it is hidden, or seen."""
    driver.execute_script(
        """Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));""".replace("=> hidden", f"=> {str(hidden).lower()}"))


def asks_again_when_forgotten(driver, page):
    """A game waits for the engine in a hidden page when the server forgets the page, as it does after a long rest."""
    driver.execute_script(
        """const before = window.fetch;
        window.fetch = (url, request) => {
          if (url === 'api/go') window.tabOfPage = JSON.parse(request.body).tab;
          return before(url, request);
        };""")
    page.new_game("human", "time", seconds=4)
    page.move("e0e1")
    page.wait(lambda d: d.execute_script("return window.tabOfPage"), "the engine is asked")
    hide(driver, True)
    time.sleep(0.5)
    driver.execute_async_script(
        "const done = arguments[0]; fetch('api/leave', { method: 'POST', body: JSON.stringify({ tab: window.tabOfPage }) }).then(() => done())")
    hide(driver, False)
    page.wait(lambda _: page.plies() == 2, "the engine's move after the page was forgotten", 20)
    driver.execute_script("delete document.hidden")
    check(page.plies() == 2, "a page that was forgotten asks again for the engine's move")


def rests_while_hidden(driver, page, address):
    """An analysis goes on while its page is hidden, and is seen on the return."""
    page.tab("game")
    page.click("#analyse")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#lines li"), "lines")
    hide(driver, True)
    time.sleep(1)
    driver.execute_script("document.getElementById('toast').textContent = ''")
    before = page.text("#depth")
    time.sleep(3)
    check(page.text("#depth") == before, "a hidden page has given its stream back")
    hide(driver, False)
    page.wait(lambda _: page.text("#depth") != before, "what was found meanwhile", 10)
    toast = driver.execute_script("return document.getElementById('toast').textContent")
    check("连接" not in toast, f"a page that comes back shows the analysis that went on and tells of no break: {toast}")
    driver.execute_script("delete document.hidden")
    page.click("#analyse")


def waits_behind_a_report(driver, page, address):
    """A report in one tab, a game with a clock in another: the engine's clock stands until the engine begins."""
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    other = Page(driver, address)
    other.drop("moves.txt", long_game(47).encode())
    other.wait(lambda _: other.plies() == 96, "a long game to report on")
    other.tab("file")
    other.click("#panel-file [data-do=report]")
    other.wait(lambda d: d.execute_script("return document.getElementById('report-progress').value > 0"), "the report runs")
    second = driver.current_window_handle
    driver.switch_to.window(first)
    driver.execute_script("document.getElementById('clock').value = '600+5'")
    page.new_game("human", "level", level=1)
    driver.execute_script("document.getElementById('clock').value = ''")
    page.move("h2e2")
    page.wait(lambda _: "排队" in page.text("#status"), "the engine waits")
    before = page.text("#player-top time")
    time.sleep(3)
    status, clock = page.text("#status"), page.text("#player-top time")
    check("排队" in status and clock == before, f"the clock of an engine that waits stands: {before}, {clock}, {status}")
    driver.switch_to.window(second)
    driver.close()
    driver.switch_to.window(first)
    page.wait(lambda _: page.plies() == 2, "the engine's move once the report is gone")
    check(page.plies() == 2, "the engine moves once it may")


def long_game(rounds):
    """Chariots that walk to and fro, Red's over nine files and Black's over seven, so that few positions come again."""
    def walk(rank, files):
        way = files + files[-2::-1]
        return [f"{way[at % (len(way) - 1)]}{rank}{way[at % (len(way) - 1) + 1]}{rank}" for at in range(rounds)]

    pairs = zip(["a0a1", *walk(1, "abcdefghi")], ["a9a8", *walk(8, "abcdefg")])
    return " ".join(mv for pair in pairs for mv in pair)


def sends_back_what_it_opened(page):
    """A game of as many nodes as a page is given can be saved."""
    found = page.driver.execute_async_script(
        """const done = arguments[0];
        import('./link.js').then(async ({ ask }) => {
          const start = JSON.parse(sessionStorage.getItem('game')).tree.start;
          const cycle = ['a0a1', 'a9a8', 'a1a0', 'a8a9'];
          const nodes = [{ move: null, parent: null, children: [], comment: '' }];
          let parent = 0;
          for (let ply = 0; nodes.length < 99_000; ply++) {
            if (ply % 9_000 === 0) parent = 0;
            nodes.push({ move: { mv: cycle[ply % 4], zh: '车九进一', wxf: 'R9+1' }, parent, children: [], comment: 'x'.repeat(40) });
            parent = nodes.length - 1;
          }
          const game = { start, tags: {}, nodes };
          const sent = JSON.stringify(game).length;
          const saved = await ask('export', { game, to: 'pgn-iccs' }).then((r) => r.ok, (e) => String(e.message));
          done({ sent, saved });
        });""")
    check(found["sent"] > 8 << 20 and found["saved"] is True, f"a game of {found['sent']} bytes is saved: {found['saved']}")


def wait_until_gone(pid):
    """Whether a process, which may be nobody's child any more, is gone within five seconds."""
    for _ in range(50):
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
        except FileNotFoundError:
            return True
        time.sleep(0.1)
    return False


def opens_a_browser_in_the_terminal(tools):
    """A text browser holds the terminal: it must find the page served, and Ctrl-C must end both."""
    with tempfile.TemporaryDirectory() as folder:
        seen, pid, browser = (os.path.join(folder, name) for name in ("seen", "pid", "w3m"))
        with open(browser, "w") as file:
            file.write(f"""#!{sys.executable}
import os, sys, time, urllib.request
page = urllib.request.urlopen(sys.argv[1], timeout=20).read()
open({pid!r}, "w").write(str(os.getpid()))
open({seen!r}, "wb").write(page)
time.sleep(600)
""")
        os.chmod(browser, 0o755)
        server = subprocess.Popen([tools, "board", "--no-library"], env={**os.environ, "BROWSER": browser}, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            for _ in range(200):
                if os.path.exists(seen) and os.path.getsize(seen):
                    break
                time.sleep(0.1)
            check(os.path.exists(seen) and b"<html" in open(seen, "rb").read(), "a browser in the terminal is served")
            # The terminal sends it to all who run in it.
            os.killpg(server.pid, signal.SIGINT)
            server.wait(10)
            gone = wait_until_gone(open(pid).read())
            check(gone, f"Ctrl-C ends the browser and the board, with status {server.returncode}")
        finally:
            server.kill()
            server.wait()


def behind_a_forwarded_port(driver, page, address):
    """The page through another port, as ssh -L gives it."""
    first = driver.current_window_handle
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=forward, args=(listener, int(address.split(":")[2].split("/")[0])), daemon=True).start()
    driver.switch_to.new_window("tab")
    token = address.rstrip("/").rsplit("/", 1)[1]
    for host in ("127.0.0.1", "localhost"):
        far = Page(driver, f"http://{host}:{listener.getsockname()[1]}/{token}/")
        far.new_game("human", "level", level=0)
        far.move("h2e2")
        far.wait(lambda _: far.plies() == 2, "an answer through a forwarded port")
        check(far.plies() == 2, f"a game through a forwarded port as {host}")
    driver.close()
    driver.switch_to.window(first)


def forward(listener, port):
    """Hands on what comes to the listener, both ways, knowing nothing of it."""
    def pump(one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
        except OSError:
            # The browser has gone: so does the other side.
            other.close()

    while True:
        near, _ = listener.accept()
        far = socket.create_connection(("127.0.0.1", port))
        threading.Thread(target=pump, args=(near, far), daemon=True).start()
        threading.Thread(target=pump, args=(far, near), daemon=True).start()


def plays_by_keys(driver, page):
    page.new_game("human", "human")
    page.wait(lambda _: page.plies() == 0, "a new game")
    driver.execute_script("document.querySelector('.board').focus()")
    # The cursor stands on e0, unless the mouse has moved it: to the corner a0, then to the cannon on h2.
    keys = [Keys.ARROW_LEFT] * 8 + [Keys.ARROW_DOWN] * 9 + [Keys.ARROW_RIGHT] * 4
    keys += [Keys.ARROW_RIGHT] * 3 + [Keys.ARROW_UP] * 2 + [Keys.ENTER] + [Keys.ARROW_LEFT] * 3 + [Keys.ENTER]
    for key in keys:
        ActionChains(driver).send_keys(key).perform()
    page.wait(lambda _: page.plies() == 1, "a move by keys")
    check("e2" in page.pieces() and "h2" not in page.pieces(), "a move is made by the keyboard alone")
    before = page.find("#player-bottom .seal").get_attribute("class")
    ActionChains(driver).send_keys("f").perform()
    check(page.find("#player-bottom .seal").get_attribute("class") != before, "F turns the board")
    ActionChains(driver).send_keys("f", Keys.ARROW_UP).perform()
    page.wait(lambda _: page.text("#status").startswith("e3"), "the status tells the cursor's place")
    ActionChains(driver).send_keys(Keys.TAB).perform()
    page.wait(lambda _: "黑方走棋" in page.text("#status"), "and who is to move, once the board is left")


def drags(driver, page):
    page.new_game("human", "human")
    page.wait(lambda _: page.plies() == 0, "a new game")
    piece = driver.find_element(By.CSS_SELECTOR, '.board .piece[data-square="h2"]')
    step = piece.rect["width"]
    # From h2 to e2: three files to the left.
    files = driver.execute_script("return document.querySelector('.board').getScreenCTM().a * 100")
    ActionChains(driver).move_to_element(piece).click_and_hold().move_by_offset(-round(files), 3) \
        .move_by_offset(-round(2 * files), -3).release().perform()
    page.wait(lambda _: page.plies() == 1, "a move by dragging")
    check(step > 20 and "e2" in page.pieces(), "a piece is dragged to its place")


def resigns_and_agrees(page):
    page.new_game("human", "human")
    page.move("h2e2")
    page.wait(lambda _: page.plies() == 1, "a move")
    page.click("[data-do=draw]")
    page.click("#ask-yes")
    page.wait(lambda _: page.ending(), "the draw")
    check("和棋" in page.ending(), "two people agree to a draw")
    page.new_game("human", "level", level=2)
    page.click("[data-do=resign]")
    page.click("#ask-yes")
    page.wait(lambda _: "认输" in page.ending(), "the resignation")
    check("黑方胜" in page.ending(), "resigning gives the game to the other side")


def plays_itself(page):
    page.new_game("level", "level", level=0)
    page.wait(lambda _: page.plies() >= 6, "an engine plays itself")
    page.click("[data-do=back]")
    time.sleep(0.5)
    before = page.plies()
    time.sleep(1)
    check(page.plies() == before, "a walk back halts the engines")
    page.click("[data-do=last]")
    page.wait(lambda _: page.plies() > before, "the engines go on")
    check(True, "an engine plays itself, halts and goes on")


def saves_and_reads(page):
    """Every format the page offers, saved by the server and read again."""
    formats = page.driver.execute_script("return [...document.querySelectorAll('#save-as option')].map((o) => o.value)")
    read = page.driver.execute_async_script(
        """const [formats, done] = arguments;
        import('./link.js').then(async ({ ask }) => {
          const game = JSON.parse(sessionStorage.getItem('game')).tree;
          const read = {};
          for (const to of formats) {
            const bytes = await (await ask('export', { game, to })).blob();
            const { games } = await (await ask('import', bytes)).json();
            const moves = ({ nodes }) => nodes.flatMap(({ move }) => move?.mv ?? []).sort().join(' ');
            read[to] = games.map((game) => [game.start, moves(game)]);
          }
          done(read);
        });""", formats)
    start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    end = "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3"
    expected = dict.fromkeys(("pgn", "pgn-traditional", "pgn-wxf", "pgn-iccs", "xqf", "ubb"),
                             [start, "h0g2 h0g2 h2e2 h7e7 h9g7 i9h9"])
    expected |= {"moves": [start, "h0g2 h2e2 h9g7 i9h9"], "fen": [end, ""]}
    check(sorted(formats) == sorted(expected), f"the page saves as {', '.join(formats)}")
    for to, game in expected.items():
        check(read[to] == [game], f"saved as {to} and read again: {read[to]}")


def counts_from_the_fen(page):
    check(page.set_up("2bak4/4a4/4b4/9/9/6N2/4P4/9/4A4/3AK4 b - - 0 40") == "", "a position is set up at its 40th move")
    page.tab("game")
    page.move("e9f9")
    page.wait(lambda _: page.plies() == 1, "a move")
    number = page.find("#move-list .main > button").get_attribute("data-number")
    check(number == "40. …", f"moves are counted from the FEN's number: {number}")
    page.tab("edit")
    fen = page.find("#fen").get_attribute("value")
    check(fen.startswith("2ba1k3/") and " w " in fen, f"the editor shows the FEN of the board: {fen}")
    page.tab("game")


def leaves_its_game(page):
    """Other moves than those of the game are called a side line."""
    page.new_game("human", "human")
    for move in ("h2e2", "h9g7"):
        page.move(move)
    page.click("[data-do=back]")
    page.move("b9c7")
    page.wait(lambda _: "变着" in page.text("#status"), "another move is a side line")
    page.click("[data-do=first]")
    page.click("[data-do=last]")


def opens_at_the_board(driver, page):
    """In a narrow window the lists stand below the board."""
    resize(driver, 390, 844)
    page.tab("file")
    driver.execute_script(
        "document.getElementById('pasted').value = '1. 炮二平五 马8进7 *';"
        "scrollTo(0, document.body.scrollHeight); document.querySelector('[data-do=read]').click()")
    page.wait(lambda d: d.execute_script("return scrollY") == 0 and "炮二平五" in page.text("#move-list"), "the game")
    check(True, "a game is opened with the board in sight")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def follows_the_theme(driver, page):
    """The system's until the player chooses one, which is kept."""
    theme = lambda: driver.execute_script("return document.documentElement.dataset.theme")
    for system in ("dark", "light"):
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                               {"features": [{"name": "prefers-color-scheme", "value": system}]})
        page.wait(lambda _: theme() == system, f"the theme of a {system} system")
    page.click("#theme")
    driver.refresh()
    check(theme() == "dark", "the chosen theme is kept")
    page.wait_until_ready()
    page.click("#theme")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    check(theme() == "light", "and changed again")


def draws_a_picture(page):
    """The picture that is saved, drawn by itself: a red piece is red and the board is wood."""
    page.tab("file")
    page.driver.execute_script(
        """window.saved = null; const before = URL.createObjectURL;
        URL.createObjectURL = (blob) => { window.saved ??= blob; return before.call(URL, blob); };""")
    page.click("[data-do=save-picture]")
    page.wait(lambda d: d.execute_script("return window.saved !== null"), "the picture")
    text = page.driver.execute_async_script("window.saved.text().then(arguments[0])")
    check("<svg" in text and "rgb(179, 32, 27)" in text and "rgb(240, 214, 164)" in text, "a saved picture has its colours inside")


def reports(page):
    page.tab("file")
    page.click("#panel-file [data-do=report]")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#report-made a"), "the report")
    hidden = page.driver.execute_script(
        """const [link, panel] = ['#report-made a', '#panel-file'].map((name) => document.querySelector(name).getBoundingClientRect());
        return link.bottom > Math.min(panel.bottom, innerHeight) + 1 || link.top < panel.top""")
    check(not hidden, "the way to the report is in sight")
    before = page.text("#report-made a")
    page.click("#language")
    check(page.text("#report-made a") != before, "the way to the report is in the language of the page")
    page.click("#language")
    link = page.find("#report-made a").get_attribute("href")
    length = page.driver.execute_async_script(
        "const done = arguments[1]; fetch(arguments[0]).then((r) => r.text()).then((t) => done(t.includes('<svg') ? t.length : 0))", link)
    check(length > 10_000, f"the report of the game is there, {length} characters")
    page.tab("game")


def replaces_a_report(page):
    """A report is asked for while that of another game is made."""
    page.drop("moves.txt", long_game(47).encode())
    page.wait(lambda _: page.plies() == 96, "a long game to report on")
    page.tab("file")
    page.click("#panel-file [data-do=report]")
    page.wait(lambda d: d.execute_script("return document.getElementById('report-progress').value > 0"), "the report runs")
    page.new_game("human", "human")
    page.move("h2e2")
    page.wait(lambda _: page.plies() == 1, "a short game")
    page.tab("file")
    page.click("#panel-file [data-do=report]")
    page.wait(lambda _: "已取消" in page.text("#toast"), "the end of the report before is told", 10)
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#report-made a"), "the report of the short game", 20)
    check(True, "of two reports of a page the first is cancelled, and the page says so")
    page.tab("game")


# Texts whose colours are too near to what is behind them (WCAG 2.1, 1.4.3), and targets that are too small (2.2, 2.5.8).
FAULTS = """
const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
const channel = (v) => ((v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const behind = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const color = parse(getComputedStyle(at).backgroundColor);
    if (color.length === 3 || color[3] === 1) return color;
  }
  return [255, 255, 255];
};
const faults = [];
for (const element of document.body.querySelectorAll('*')) {
  if (!element.checkVisibility() || element.closest('svg, .symbols, option') || element.disabled) continue;
  const box = element.getBoundingClientRect();
  const name = element.tagName + '#' + element.id + '.' + element.className;
  if (element.matches('button, select') && (box.width < 24 || box.height < 24)) faults.push(name + ' is small');
  if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
  const style = getComputedStyle(element);
  const [one, other] = [light(parse(style.color)), light(behind(element))].sort((a, b) => b - a);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
  const ratio = (one + 0.05) / (other + 0.05);
  if (ratio < (large ? 3 : 4.5)) faults.push(name + ' ' + ratio.toFixed(2));
}
return faults;
"""
# What is wider than the window, and at the size of a laptop what has to be scrolled to.
OUTSIDE = """
const wide = [...document.body.querySelectorAll('*')].filter((e) => e.offsetParent && e.getBoundingClientRect().right > innerWidth + 1
  && !e.closest('.symbols, svg, .moves'));
const low = innerWidth < 1000 && innerHeight > 500 ? [] : [...document.querySelectorAll('.tools button, .player')]
  .filter((e) => e.getBoundingClientRect().bottom > innerHeight);
return [...wide, ...low].slice(0, 3).map((e) => e.tagName + '#' + e.id + '.' + e.className + ' ' + e.textContent);
"""


def pictures(driver, page, folder, name):
    """The page at the sizes of a phone, held upright and across, a tablet and screens: each size in both languages and both
    themes, each language in both themes. A theme changes no size, and a language no colour."""
    os.makedirs(folder, exist_ok=True)
    themes = ["light", "dark"]
    for width, height in ((360, 780), (740, 360), (768, 1024), (1280, 800), (1366, 650)):
        resize(driver, width, height)
        themes.reverse()
        for language, theme in zip(("zh", "en"), themes):
            page.language(language)
            driver.execute_script("document.documentElement.dataset.theme = arguments[0]; scrollTo(0, 0)", theme)
            time.sleep(0.4)
            where = f"{name}-{width}-{language}-{theme}"
            outside, faults = driver.execute_script(OUTSIDE), driver.execute_script(FAULTS)
            picture(driver, os.path.join(folder, f"{where}.png"))
            check(not outside and not faults, f"{where}: all inside, all texts in contrast {outside + faults or ''}")
    driver.execute_script("document.documentElement.dataset.theme = ''")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    page.language("zh")


def everything(driver, address, tools, folder):
    page = Page(driver, address)
    page.language("zh")
    plays_by_clicks(page)
    keeps_the_game_over_a_reload(page)
    analyses(page)
    pictures(driver, page, folder, "game")
    two_tabs(driver, page, address)
    many_tabs(driver, page, address)
    tabs_that_wait(driver, page, address)
    asks_again_when_forgotten(driver, page)
    rests_while_hidden(driver, page, address)
    waits_behind_a_report(driver, page, address)
    behind_a_forwarded_port(driver, page, address)
    plays_by_keys(driver, page)
    drags(driver, page)
    resigns_and_agrees(page)
    all_games(driver, page, check)
    all_habits(driver, page, check)
    after_a_game(driver, page, check)
    plays_itself(page)
    ends_by_repetition(page)
    pictures(driver, page, folder, "end")
    page.tab("edit")
    page.click("#palette button")
    check(not page.find("#ending").is_displayed(), "the words at the end of a game do not cover the editor")
    pictures(driver, page, folder, "editor")
    page.click("[data-do=edit-cancel]")
    counts_from_the_fen(page)
    leaves_its_game(page)
    opens_at_the_board(driver, page)
    follows_the_theme(driver, page)
    reads_a_dropped_file(page, tools)
    saves_and_reads(page)
    sends_back_what_it_opened(page)
    reports(page)
    replaces_a_report(page)
    draws_a_picture(page)
    all_files(page, tools, check)
    for tab in ("file", "settings"):
        page.tab(tab)
        pictures(driver, page, folder, tab)
    page.click("#new-game")
    pictures(driver, page, folder, "new")
    own = ("http://127.0.0.1:", "http://localhost:", "blob:", "data:", "about:", "chrome:")
    is_quiet(driver, check, lambda url: url.startswith(own))


def main():
    tools = sys.argv[1]
    folder = sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "target", "board")
    opens_a_browser_in_the_terminal(tools)
    command = [tools, "board", "--no-open", "--no-library"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = server.stdout.readline().strip()
        check(address.startswith("http://127.0.0.1:"), "the first line is the address")
        driver = start_driver()
        try:
            everything(driver, address, tools, folder)
            keeps_a_folder(driver, tools, check)
            keeps_files(driver, tools, check)
            follows_the_command_line(driver, tools, check)
        finally:
            driver.quit()
        children = subprocess.run(["ps", "--ppid", str(server.pid), "-o", "pid="], capture_output=True, text=True).stdout
        check(not children.strip(), "the server has no child that could be left")
        server.send_signal(signal.SIGINT)
        try:
            server.wait(1)
        except subprocess.TimeoutExpired:
            raise SystemExit("board: FAILED: Ctrl-C did not end the server within a second")
        check(True, "Ctrl-C ends the server within a second")
    finally:
        server.kill()


if __name__ == "__main__":
    main()
