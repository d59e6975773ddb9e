"""What comes after a game, for board.py and web.py: a mate against level 0, the rematch, the review, a mistake tried again;
on a phone and on a screen, in both languages."""

import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import resize

# Red mates by b7b9. Otherwise Black mates by i3i0, unless Red gives check.
POSITION = "3k5/R8/1R7/9/9/9/8r/9/7r1/4K4 w - - 0 1"
MATE, BLUNDER, WRONG = "b7b9", "b7b8", "b7b6"
SIZES = {"phone": (360, 740), "screen": (1280, 800)}
WORDS = {
    "zh": {"ending": "将死", "mated": "将死", "back": "红方胜（回看中）", "none": "没有可以重走的失误", "find": "请找出更好的着法", "failed": "不够好", "won": "最好",
           "done": "1 处找到了更好的着法", "why": "实战", "illegal": "车"},
    "en": {"ending": "Checkmate", "mated": "checkmate", "back": "Red wins (looking back)",
           "none": "no mistake to try again", "find": "Find a better move", "failed": "not good enough",
           "won": "is the best move", "done": "found for 1 of 1", "why": "Played", "illegal": "rook"},
}


def start(page):
    """A game against level 0 from the position."""
    page.set_up(POSITION)
    page.new_game("human", "level", level=0, start="current")
    page.tab("game")


def role(page, name, within=""):
    """Clicks the button of this role, once it is there."""
    selector = f"{within} [data-role={name}]"
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, selector), f"the button {name}", 20)
    page.driver.execute_script("arguments[0].scrollIntoView({ block: 'nearest' })", page.find(selector))
    page.click(selector)


def says(page, selector, word, what):
    page.wait(lambda _: word in page.text(selector), f"{what}: {word}", 20)


def fits(page):
    """Nothing sticks out of the window."""
    return page.driver.execute_script(
        """return [...document.querySelectorAll('aside *')].filter((e) => e.getClientRects().length && !e.closest('svg')
             && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.className).join()""")


def mates_and_plays_again(page, words, check, where):
    start(page)
    page.move(MATE)
    page.wait(lambda _: words["ending"] in page.ending(), "the end", 20)
    # By keys: on a phone the words at the end may lie over the buttons.
    body = page.driver.find_element(By.TAG_NAME, "body")
    body.send_keys(Keys.ARROW_LEFT)
    says(page, "#status", words["back"], "the end, told from an earlier position")
    still = [name for name in ("draw", "resign") if page.find(f"[data-do={name}]").is_enabled()]
    check(not still, f"{where}: nobody ends a finished game again {still or ''}")
    body.send_keys(Keys.END)
    page.wait(lambda _: words["back"] not in page.text("#status"), "the end is on the board again")
    role(page, "review")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, ".review .numbers"), "the review", 30)
    says(page, "div.moment", words["mated"], "the mate is told as the end")
    is_best = page.driver.execute_async_script(
        "const [done] = arguments; import('./state.js').then(({ state }) => done(state.tree.node(1).judged.best))")
    check(is_best is True, f"{where}: the review knows the engine's first choice")
    page.click("[data-do=learn]")
    says(page, "#toast", words["none"], "nothing to learn")
    before = page.seed()
    role(page, "rematch")
    page.wait(lambda _: page.seed() != before, "another game has begun")
    page.wait(lambda _: page.plies() == 1, "the engine has the other colour and moves", 30)
    is_black = page.driver.execute_script(
        "return document.querySelector('#player-bottom .seal').classList.contains('black')")
    check(is_black, f"{where}: a mate, its review, and the rematch with colours exchanged")


def blunders_and_reviews(page, check, where):
    start(page)
    page.move(BLUNDER)
    page.wait(lambda _: page.plies() == 2, "the answer", 20)
    if not page.ending():
        page.click("[data-do=resign]")
        page.click("#ask-yes")
    role(page, "review")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, ".review .numbers"), "the review", 30)
    before = page.text("#review .numbers")
    check(any("1" in cell.text for cell in page.driver.find_elements(By.CSS_SELECTOR, "#review td[data-sign='??']"))
          and not fits(page), f"{where}: the review counts the blunder {fits(page)}")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#move-list .current[data-sign='??']"), "the first key moment")
    page.driver.find_element(By.TAG_NAME, "body").send_keys("]")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#move-list .current[data-sign]"), "a key moment after the last")
    page.reload()
    check(page.text("#review .numbers") == before, f"{where}: a reload keeps the review")
    body = page.driver.find_element(By.TAG_NAME, "body")
    body.send_keys(Keys.HOME)
    arrows = lambda: [element.get_attribute("class") for element in page.driver.find_elements(By.CSS_SELECTOR, ".board .gd-arrows")]
    page.wait(lambda _: page.text("div.moment") == "" and not arrows(), "nothing is said of the start")
    body.send_keys("]")
    says(page, "div.moment", "??", "the key goes to the first key moment")
    found = sorted(arrows())
    check(found == ["gd-arrows gd-g5", "gd-arrows gd-g6"], f"{where}: arrows show the blunder and the better move {found}")
    body.send_keys(Keys.HOME)
    page.wait(lambda _: page.text("div.moment") == "", "nothing is said of the start")
    role(page, "moment")
    says(page, "div.moment", "??", "a click goes to the key moment")
    hidden = page.driver.execute_script(
        """const more = arguments[0]; return ['.board', 'div.moment > p', 'div.moment > .better', ...more].map((name) => [name, document.querySelector(name).getBoundingClientRect()])
             .filter(([, box]) => box.top < -1 || box.bottom > innerHeight + 1).map(([name, box]) => [name, box.top, box.bottom])""",
        ["[data-do=learn]"] if "phone" in where else [])
    check(not hidden, f"{where}: board, sentence, better line and the way to learn are on the screen together {hidden or ''}")
    listed = page.driver.execute_script("return document.getElementById('move-list').getBoundingClientRect().top < innerHeight - 40")
    check(listed or "phone" in where, f"{where}: the moves are on the screen, too")
    cut = page.driver.execute_script(
        """const bottom = (name) => document.querySelector(name).getBoundingClientRect().bottom;
        return bottom('#curve svg') - bottom('.upper')""")
    check(cut <= 1 or "phone" in where, f"{where}: the curve is in sight as a whole {cut}")
    marked = page.driver.find_elements(By.CSS_SELECTOR, "#move-list [data-sign='??'], #curve [data-sign='??']")
    check(len(marked) == 2, f"{where}: the blunder is marked in the list and on the curve")
    if "phone" not in where:
        page.click("#analyse")
        page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#lines button"), "lines of analysis")
        page.click("#analyse")
        page.wait(lambda _: sorted(arrows()) == found, "both arrows are back after an analysis")


def focused(page):
    """What keys act on: the role or the name of an element."""
    return page.driver.execute_script(
        "const { dataset, id, tagName } = document.activeElement; return dataset.role ?? (id || tagName)")


def tries_again(page, words, check, where):
    page.find("[data-do=learn]").send_keys(Keys.ENTER)
    says(page, "#learn", words["find"], "what is to be found")
    check(focused(page) == "svg", f"{where}: keys find the move on the board: {focused(page)}")
    seen = page.driver.find_elements(By.CSS_SELECTOR, "#move-list, #review")
    check(not any(element.is_displayed() for element in seen), f"{where}: nothing tells what comes")
    page.move("b7c5")
    says(page, "#toast", words["illegal"], "why a rook does not move so")
    page.move(WRONG)
    says(page, "#learn .said", words["failed"], "a move that is no better")
    check(focused(page) == "tryAgain", f"{where}: and go on at the next step: {focused(page)}")
    page.find("[data-role=tryAgain]").send_keys(Keys.ENTER)
    check(focused(page) == "svg", f"{where}: and on the board again: {focused(page)}")
    page.find("#learn [data-role=hint]").send_keys(Keys.ENTER)
    check(focused(page) == "hint", f"{where}: and stay on a button that stays: {focused(page)}")
    ringed, chosen = [page.driver.find_elements(By.CSS_SELECTOR, f".board .{name} circle") for name in ("ring", "chosen")]
    check(len(ringed) == 1 and not chosen and not fits(page), f"{where}: a hint rings the piece {fits(page)}")
    page.move(MATE)
    says(page, "#learn .said", words["won"], "the best move")
    role(page, "nextMistake")
    says(page, "#learn .said", words["done"], "the end of the lesson")
    check(focused(page) == "backToGame", f"{where}: and at the end: {focused(page)}")
    role(page, "again")
    says(page, "#learn", words["find"], "the lesson again")
    role(page, "solution")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, ".board .gd-a5"), "an arrow shows the solution")
    says(page, "#learn .why", words["why"], "why the move was a mistake")
    page.find("#learn [data-role=close]").send_keys(Keys.ENTER)
    page.wait(lambda _: page.find("#move-list").is_displayed(), "the game is back")
    check(focused(page) == "move-list", f"{where}: after the lesson keys walk through the moves: {focused(page)}")
    check(page.plies() == 2, f"{where}: a mistake is tried again, found, and shown; the game is as it was")


def after_a_game(driver, page, check):
    began = time.monotonic()
    for size, (width, height) in SIZES.items():
        for language, words in WORDS.items():
            resize(driver, width, height)
            page.language(language)
            where = f"{size}, {language}"
            mates_and_plays_again(page, words, check, where)
            blunders_and_reviews(page, check, where)
            tries_again(page, words, check, where)
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    page.language("zh")
    check(True, f"reviews and lessons in {time.monotonic() - began:.0f} s")
