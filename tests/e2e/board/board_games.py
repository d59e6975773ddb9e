"""The games of a person on the board: changes undone, games replaced and found again, draws, clocks, what is seen."""

import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from board_page import Page
from browser import resize

GAME = "[Event \"Club\"]\n[Red \"One\"]\n[Black \"Two\"]\n[Result \"1-0\"]\n\n" \
       "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 4. 兵七进一 卒7进1 5. 马八进七 象3进5 1-0\n"


def press(driver, key, control=False):
    keys = ActionChains(driver)
    (keys.key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL) if control else keys.send_keys(key)).perform()


def until_plies(page, wanted, what):
    page.wait(lambda _: page.plies() == wanted, what, 20)


def undoes_changes(driver, page, check):
    """U steps back in a game that was opened; whatever changes a game can be undone and redone."""
    page.drop("game.pgn", GAME.encode())
    until_plies(page, 10, "the opened game")
    check(not page.find("[data-do=resign]").is_enabled(), "nobody resigns a game that was read from a file")
    for _ in range(4):
        press(driver, Keys.ARROW_RIGHT)
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#move-list .current[data-id='4']"), "the fourth move")
    press(driver, "u")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#move-list .current[data-id='3']"), "a step back")
    check(page.plies() == 10, "U in an opened game steps back and deletes nothing")
    page.click("[data-do=remove]")
    until_plies(page, 2, "the moves are deleted")
    check("8" in page.text("#toast"), f"the page says how many moves went: {page.text('#toast')}")
    press(driver, "z", control=True)
    until_plies(page, 10, "the moves are back")
    check(page.find("#undo").is_enabled() is False, "there is nothing more to undo")
    page.click("#redo")
    until_plies(page, 2, "they are deleted again")
    page.click("#undo")
    until_plies(page, 10, "they are back again")
    press(driver, "y", control=True)
    until_plies(page, 2, "Ctrl+Y deletes them again")
    check(True, "a deletion is undone and redone, by keys and by buttons")

    page.new_game("human", "level", level=1)
    page.move("h2e2")
    until_plies(page, 2, "the engine's answer")
    for key, node in ((Keys.ARROW_LEFT, 1), (Keys.ARROW_RIGHT, 2)):
        press(driver, key)
        page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, f"#move-list .current[data-id='{node}']"), f"move {node}")
    check(True, "after a click on the board the arrow keys walk through the game")
    page.click("[data-do=undo]")
    until_plies(page, 0, "both are taken back")
    press(driver, "z", control=True)
    until_plies(page, 2, "both are there again")
    press(driver, "z", control=True)
    until_plies(page, 0, "the player's move is undone together with the answer")
    time.sleep(0.7)
    check(page.plies() == 0, "after an undo the player is to move")
    page.click("#redo")
    until_plies(page, 2, "and redone")
    page.click("[data-do=back]")
    page.click("[data-do=undo]")
    time.sleep(0.3)
    check(page.plies() == 2, "a step back inside a game deletes nothing")
    page.click("[data-do=last]")
    page.click("[data-do=remove]")
    time.sleep(0.5)
    until_plies(page, 2, "the engine answers again")


def times(driver):
    """When each game of the library was played, by its id."""
    return driver.execute_async_script(
        """const done = arguments[0];
        import('./library.js').then(({ keptGames }) => done(Object.fromEntries(keptGames().map(({ id, at }) => [id, at]))));""")


def keeps_replaced_games(driver, page, check):
    """A game that makes room for another comes back, with its players and its result."""
    page.new_game("human", "human")
    for mv in ("h2e2", "h9g7", "h0g2"):
        page.move(mv)
    until_plies(page, 3, "three moves")
    page.drop("game.pgn", GAME.encode())
    until_plies(page, 10, "the dropped game")
    notice = page.find("#notice")
    check("我的棋局" in notice.text and notice.is_displayed(), "the page says where the game before is")
    page.click("#notice [data-role=back]")
    until_plies(page, 3, "the game that was replaced")
    page.move("i9h9")
    until_plies(page, 4, "it goes on")
    page.new_game("human", "level", level=2)
    page.click("[data-do=resign]")
    page.click("#ask-yes")
    page.wait(lambda _: "认输" in page.ending(), "the resignation")
    page.move("h2e2")
    page.new_game("human", "human")
    page.tab("file")
    listed = page.text("#kept-games")
    check("2 回合" in listed and "未下完" in listed, f"the replaced game is in the list: {listed[:120]}")
    page.reload()
    page.tab("file")
    check(page.text("#kept-games") == listed, "the list is there after a reload")
    played = times(driver)
    page.click("#kept-games li:first-child button")
    until_plies(page, 4, "a game from the list")
    check(page.find("#panel-game").is_displayed(), "a game from the list is opened on the Game tab")
    page.drop("game.pgn", GAME.replace("One", "Looked At").encode())
    until_plies(page, 10, "an opened game")
    page.new_game("human", "human")
    page.tab("file")
    check("Looked At" in page.text("#kept-games"), "a game that was opened is kept")
    now = times(driver)
    check(all(now[game] == at for game, at in played.items()), "a game that is only looked at keeps its time")
    page.tab("game")


def keeps_a_library(driver, page, check):
    """What earlier pages kept comes into the library, a huge game does not, and a browser that keeps nothing plays."""
    driver.execute_script(
        """const nodes = [{ move: null, parent: null, children: [1] }, { move: { mv: 'h2e2' }, parent: 0, children: [] }];
        const human = { kind: 'human', level: 5, time: 1 };
        const entry = { id: 'old', at: 1, game: { players: { red: human, black: human } } };
        entry.tree = { start: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1', tags: { Red: 'Before' }, nodes };
        localStorage.setItem('guohe-games', JSON.stringify([entry]));""")
    page.reload()
    page.tab("file")
    page.find("#find-words").send_keys("Before")
    check("Before" in page.text("#kept-games"), "a game that an earlier page has kept is in the library")
    page.tab("game")
    check(driver.execute_script("return localStorage.getItem('guohe-games')") == "[]", "it has left the old list")
    found = driver.execute_async_script(
        """const done = arguments[0];
        import('./library.js').then(({ isKeepable, keptGames }) => {
          const entry = keptGames()[0];
          done([isKeepable(entry), isKeepable({ ...entry, text: 'x'.repeat(3_000_000) })]);
        });""")
    check(found == [True, False], "a huge game is not kept")
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
          Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });"""})
    page.reload()
    told = [page.text("#toast"), page.text("#library-hint")]
    is_said = "保存数据" in told[0] or "keep nothing" in told[0]
    check(told[0] == told[1] and is_said, f"it says that games are lost: {told[0]}")
    page.move("h2e2")
    page.wait(lambda _: "e2" in page.pieces(), "a move without a store")
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    check(True, "a browser that forbids every store has a page that plays")
    page.reload()
    is_silent = not page.find("#toast").is_displayed()
    check(is_silent and "本浏览器里" in page.text("#library-hint"), "with a store it says nothing")
    for refusal in ("throw new DOMException('full', 'QuotaExceededError')", "this.transaction.abort()"):
        driver.execute_script(
            f"window.put ??= IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function () {{ {refusal}; }}")
        page.new_game("human", "human")
        page.move("h2e2")
        page.wait(lambda _: "e2" in page.pieces(), "a move that cannot be kept")
        page.new_game("human", "human")
        page.wait(lambda _: "浏览器没能保存" in page.text("#toast"), "a full store is told in the language of the page")
    driver.execute_script("IDBObjectStore.prototype.put = window.put")
    check(True, f"a full store is told in words: {page.text('#toast')}")


def shows_what_a_file_holds(driver, page, check):
    """Several games, and what could not be read, stand above the moves."""
    other = GAME.replace("Club", "Cup").replace("5. 马八进七", "5. 车九进九")
    page.drop("three.pgn", (GAME + "\n" + other + "\n" + GAME.replace("Club", "Final")).encode())
    page.wait(lambda d: len(d.find_elements(By.CSS_SELECTOR, "#notice .games button")) == 3, "the list of three games")
    check(page.find("#panel-game").is_displayed() and page.find("#notice .games").is_displayed(),
          "the list of games is where the game is")
    notes = page.text("#notice ul")
    check(notes.startswith("第 2 局（第 ") and "“车九进九”" in notes, f"what could not be read is said there, too: {notes[:80]}")
    page.click("#notice .games li:nth-child(2) button")
    until_plies(page, 8, "the second game, as far as it could be read")
    check(page.find("#notice .games [aria-current]").text.startswith("2."), "the list shows which game is open")
    check("Cup" in page.text("#opening"), f"the event of the game is told: {page.text('#opening')}")
    press(driver, Keys.END)
    page.wait(lambda _: page.text("#status").endswith(" · 红方胜（棋谱所记，后面有着法没读懂）"),
              "the result of the file at the end of what could be read of its game")
    page.drop("bad.pgn", b"no game")
    page.wait(lambda _: page.text("#toast") == "bad.pgn 里没有棋局。", "the answer to a file without a game")
    listed = page.driver.find_elements(By.CSS_SELECTOR, "#notice .games button")
    check(len(listed) == 3 and listed[1].get_attribute("aria-current") and "bad.pgn" in page.text("#notice ul"),
          "the list of games stays, and the note names the file")
    resize(driver, 360, 780)
    driver.execute_script("scrollTo(0, 0)")
    page.drop("three.pgn", (GAME + "\n" + other + "\n" + GAME.replace("Club", "Final")).encode())
    page.wait(lambda d: d.execute_script(
        """const box = document.querySelector('#notice .games').getBoundingClientRect();
        return box.top > 0 && box.bottom <= innerHeight + 1;"""),
        "the list of games within a phone's window", 10)
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    check(True, "on a phone the list is scrolled to")
    page.click("#notice .close")
    check(not page.find("#notice").is_displayed(), "the notice can be closed")


def declines_draws_in_the_opening(page, check):
    for level in (0, 5, 20):
        page.new_game("human", "level", level=level)
        page.move("h2e2")
        until_plies(page, 2, "the engine's answer")
        page.click("[data-do=draw]")
        page.wait(lambda _: "不同意" in page.text("#toast") or page.ending(), "the answer to the offer")
        check(not page.ending(), f"level {level} declines a draw at ply 2")
        page.driver.execute_script("document.getElementById('toast').textContent = ''")


def thinks_visibly(page, check):
    """With 10 minutes and 5 seconds on the clock the strongest level moves within 15 seconds and shows its depth."""
    page.driver.execute_script("document.getElementById('clock').value = '600+5'")
    page.new_game("human", "level", level=20)
    page.driver.execute_script("document.getElementById('clock').value = ''")
    page.move("e0e1")
    began = time.monotonic()
    page.wait(lambda _: "深度" in page.text("#player-top") or page.plies() == 2, "the depth", 20)
    shown = page.text("#player-top")
    page.wait(lambda _: page.plies() == 2, "the move", 40)
    used = time.monotonic() - began
    check("深度" in shown and used < 18, f"the engine shows that it thinks, and moves after {used:.1f} s: {shown}")


def lets_clicks_through(driver, page, check):
    """Nothing lies over what a person wants to click or see."""
    for width, height in ((360, 780), (740, 360), (1280, 800)):
        resize(driver, width, height)
        driver.execute_script("scrollTo(0, 0)")
        covered = driver.execute_script(
            """const toast = document.getElementById('toast');
            toast.hidden = false;
            toast.className = 'error';
            toast.textContent = '一句很长的话'.repeat(12);
            const buttons = document.querySelectorAll('header button, .tools button:not(:disabled)');
            const covered = [...buttons].filter((button) => {
              const box = button.getBoundingClientRect();
              const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
              return y < innerHeight && !button.contains(document.elementFromPoint(x, y));
            });
            toast.hidden = true;
            return covered.map((button) => button.textContent || button.dataset.do);""")
        check(not covered, f"a message at {width} × {height} takes no click from a button {covered or ''}")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    page.new_game("human", "level", level=2)
    page.click("[data-do=resign]")
    check(page.find("#ask-dialog").is_displayed() and not page.ending(), "resigning is asked about first")
    page.click("#ask-dialog [value=cancel]")
    time.sleep(0.2)
    check(not page.ending(), "a game is not resigned by a slip")
    gap = driver.execute_script(
        """const box = (name) => document.querySelector(`[data-do=${name}]`).getBoundingClientRect();
        return Math.max(box('resign').left - box('draw').right, box('resign').top - box('draw').bottom);""")
    check(gap >= 12, f"resigning stands apart from the offer of a draw: {gap} px")
    page.click("[data-do=resign]")
    page.click("#ask-yes")
    page.wait(lambda _: page.ending(), "the end")
    overlap = driver.execute_script(
        """const box = (name) => document.querySelector(name).getBoundingClientRect();
        const [end, board] = [box('#ending'), box('.board')];
        return end.left < board.right && board.left < end.right && end.top < board.bottom && board.top < end.bottom;""")
    check(not overlap, "the words at the end cover nothing of the board")
    press(driver, "z", control=True)
    page.wait(lambda _: not page.find("#ending").is_displayed(), "the game goes on", 10)
    check("红方走棋" in page.text("#status"), "a resignation can be undone")


def fits_a_phone_held_across(driver, page, check):
    resize(driver, 740, 360)
    driver.execute_script("scrollTo(0, 0)")
    hidden = driver.execute_script(
        """return [...document.querySelectorAll('.board, .player, .tools button, header button')].filter((e) => {
          const box = e.getBoundingClientRect();
          return box.bottom > innerHeight || box.right > innerWidth || box.top < 0;
        }).map((e) => e.className.baseVal ?? e.className);""")
    width = page.find(".board").rect["width"]
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    check(not hidden and width > 270,
          f"on a phone held across everything of the game is seen, the board {width:.0f} px wide {hidden or ''}")


def kept(driver, red):
    """The games of this red player in the library, the newest first: moves, and whether there is a review."""
    return driver.execute_async_script(
        """const [red, done] = arguments;
        import('./library.js').then(({ keptGames }) => {
          const found = keptGames().filter(({ tree }) => tree.tags?.Red === red);
          done(found.map(({ tree, game }) => [tree.nodes.length - 1, Boolean(game.review)]));
        });""", red)


def keeps_the_newest_state(driver, page, check):
    """A review is kept, a file does not undo what was done to its game, and an old tab spoils nothing."""
    game = GAME.replace("One", "Newest").encode()
    page.drop("game.pgn", game)
    until_plies(page, 10, "the dropped game")
    page.click("[data-do=review]")
    page.wait(lambda _: kept(driver, "Newest") == [[10, True]], "the review of an opened game is kept")
    press(driver, Keys.END)
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#move-list .current[data-id='10']"), "the last move")
    page.move("a0a1")
    until_plies(page, 11, "a move more")
    page.new_game("human", "human")
    page.drop("game.pgn", game)
    until_plies(page, 10, "the file's game again")
    press(driver, Keys.END)
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#move-list .current[data-id='10']"), "the last move")
    page.move("a0a1")
    until_plies(page, 11, "another move")
    page.new_game("human", "human")
    check(kept(driver, "Newest") == [[11, False], [11, True]], f"the game worked on stays beside it: {kept(driver, 'Newest')}")

    page.move("h2e2")
    until_plies(page, 1, "a game in this tab")
    first, address = driver.current_window_handle, driver.current_url
    page.new_game("human", "human")
    page.tab("file")
    page.click("#kept-games li:first-child button")
    until_plies(page, 1, "the game from the list")
    driver.switch_to.new_window("tab")
    other = Page(driver, address)
    check("未下完" in other.text("#notice"), "a page that is opened anew offers the last game if it is unfinished")
    other.click("#notice [data-role=back]")
    until_plies(other, 1, "the same game in another tab")
    other.move("h9g7")
    until_plies(other, 2, "it goes on there")
    other.new_game("human", "human")
    driver.close()
    driver.switch_to.window(first)
    page.new_game("human", "human")
    page.tab("file")
    check("1 回合" in page.text("#kept-games li:first-child"), "an old tab does not take back what another has played")
    length = driver.execute_async_script(
        """const done = arguments[0];
        import('./library.js').then(({ keptGames }) => done(keptGames()[0].tree.nodes.length - 1));""")
    check(length == 2, f"the game has both moves: {length}")
    page.tab("game")


def never_hidden(driver):
    driver.execute_script("Object.defineProperty(document, 'hidden', { configurable: true, get: () => false })")


def goes_on_in_two_tabs(driver, page, check):
    """A tab shows what was played in another, and where both went on no move is lost."""
    page.new_game("human", "human")
    page.move("h2e2")
    until_plies(page, 1, "a game in this tab")
    first, address = driver.current_window_handle, driver.current_url
    driver.switch_to.new_window("tab")
    second, other = driver.current_window_handle, Page(driver, address)
    other.tab("file")
    other.click("#kept-games li:first-child button")
    until_plies(other, 1, "the same game in another tab")
    other.move("h9g7")
    until_plies(other, 2, "it goes on there")
    driver.switch_to.window(first)
    until_plies(page, 2, "the first tab shows it")
    page.move("h0g2")
    until_plies(page, 3, "it goes on here")
    driver.switch_to.window(second)
    until_plies(other, 3, "the other tab shows that")
    never_hidden(driver)
    other.move("i9h9")
    until_plies(other, 4, "a move there")
    driver.switch_to.window(first)
    never_hidden(driver)
    check(page.plies() == 3, "a tab that is seen has told nothing yet")
    for plies, mv in enumerate(("b9c7", "b0c2"), 4):
        page.move(mv)
        until_plies(page, plies, "another move here")
    page.new_game("human", "human")
    driver.switch_to.window(second)
    other.new_game("human", "human")
    check("两边的都已保留" in other.text("#toast"), f"the page says so: {other.text('#toast')}")
    lengths = driver.execute_async_script(
        """const done = arguments[0];
        import('./library.js').then(({ keptGames }) =>
          done(keptGames().slice(0, 2).map(({ tree }) => tree.nodes.length - 1)));""")
    check(sorted(lengths) == [4, 5], f"where both tabs went on with a game both are kept: {lengths}")
    driver.close()
    driver.switch_to.window(first)
    driver.execute_script("delete document.hidden")


def ends_only_at_the_end(driver, page, check):
    """Who looks back ends nothing, a clock stands while nobody thinks, and an ended game can be tried out."""
    page.new_game("human", "level", level=1)
    page.move("h2e2")
    until_plies(page, 2, "the engine's answer")
    page.click("[data-do=back]")
    page.wait(lambda _: not page.find("[data-do=resign]").is_enabled(), "nobody resigns in an earlier position")
    check(not page.find("[data-do=draw]").is_enabled(), "nor offers a draw there")
    page.click("[data-do=forward]")
    page.wait(lambda _: page.find("[data-do=resign]").is_enabled(), "at the end it can be resigned")
    page.click("[data-do=resign]")
    page.click("#ask-yes")
    page.wait(lambda _: page.ending(), "the end")
    page.click("[data-do=first]")
    page.wait(lambda _: not page.ending(), "the start has no end")
    page.move("b2e2")
    variation = "#move-list .line .line"
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, variation), "a variation of an ended game")
    check(page.plies() == 2, "it stands beside the game")
    page.click("[data-do=undo]")
    page.wait(lambda d: not d.find_elements(By.CSS_SELECTOR, variation), "it is taken back")
    page.click("[data-do=first]")
    page.click("[data-do=last]")
    page.wait(lambda _: "认输" in page.ending(), "the game is still resigned")
    check(True, "an ended game can be tried out, and stays ended")


def tells_the_present_state(driver, page, check):
    """No headline, bar or curve that tells of something else."""
    page.new_game("human", "human")
    page.move("h2e2")
    until_plies(page, 1, "a move")
    page.tab("edit")
    page.click("#palette button")
    check("摆棋" in page.text("#status"), f"the headline says that a position is set up: {page.text('#status')}")
    driver.execute_script("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.click("[data-do=edit-clear]")
    page.tab("file")
    page.click("[data-do=copy-fen]")
    copied = driver.execute_script("return window.copied")
    check(copied == "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", f"the position that is set up is copied: {copied}")
    page.tab("edit")
    page.click("[data-do=edit-cancel]")
    page.tab("file")
    page.click("[data-do=copy-fen]")
    copied = driver.execute_script("return window.copied")
    wanted = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b"
    check(copied.startswith(wanted), f"and that of the game: {copied}")
    page.tab("game")
    page.click("#analyse")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#lines li"), "lines")
    check(page.find("#bar-of-score").is_displayed(), "an analysis has its bar")
    page.move("h9g7")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#curve .curve"), "the curve")
    start = driver.execute_script("return document.querySelector('#curve .curve').getAttribute('d')")
    check(start.startswith("M10.0 "), f"the curve begins with the game: {start}")
    page.click("#analyse")
    check(not page.find("#bar-of-score").is_displayed(), "without analysis there is no bar")


def all_games(driver, page, check):
    undoes_changes(driver, page, check)
    keeps_replaced_games(driver, page, check)
    keeps_a_library(driver, page, check)
    shows_what_a_file_holds(driver, page, check)
    declines_draws_in_the_opening(page, check)
    thinks_visibly(page, check)
    lets_clicks_through(driver, page, check)
    fits_a_phone_held_across(driver, page, check)
    ends_only_at_the_end(driver, page, check)
    keeps_the_newest_state(driver, page, check)
    goes_on_in_two_tabs(driver, page, check)
    tells_the_present_state(driver, page, check)
