"""What makes playing comfortable: a game by one click, moves in advance, the library, the opening explorer, and what a
screen reader hears of the board."""

import os
import subprocess
import tempfile
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from board_page import Page
from browser import resize

SIZES = ((360, 780), (1280, 800))
GAME = "[Event \"{0}\"]\n[Red \"{1}\"]\n[Black \"Two\"]\n[Result \"1-0\"]\n\n" \
       "1. 炮八平五 马2进3 2. 马八进七 车1平2 1-0\n"


def choose(page, name, value):
    """Sets an input of the dialog that begins a game, as its slider and lists do."""
    page.driver.execute_script(
        """const input = document.getElementById(arguments[0]);
        input.value = arguments[1];
        input.dispatchEvent(new Event('input', { bubbles: true }));""", name, value)


def begin_by_one_click(page, color, level, clock=None):
    page.click("#new-game")
    choose(page, "quick-level", level)
    choose(page, "clock", "own" if clock else "")
    if clock:
        for name, value in zip(("own-minutes", "own-increment"), clock):
            page.find(f"#{name}").clear()
            page.find(f"#{name}").send_keys(value)
    before = page.seed()
    page.click(f"#new-dialog [data-color={color}]")
    page.wait(lambda _: page.seed() != before, "the game has begun")


def analyses_once(page):
    page.tab("game")
    page.click("#analyse")
    page.click("#analyse")


def prefers_another_line(page):
    page.click("[data-do=first]")
    page.wait(lambda _: "h2" in page.pieces(), "the start")
    page.move("b2e2")
    page.wait(lambda _: page.plies() == 2 and "b2" not in page.pieces(), "another first move")
    moves = lambda: page.driver.find_elements(By.CSS_SELECTOR, "#move-list button")
    page.wait(lambda _: len(moves()) == 4, "the engine's answer to it", 30)
    page.click("[data-do=promote]")


def returns_with_analysis(page):
    """The game is left for another, where an analysis is begun, and comes back with it."""
    page.new_game("human", "human")
    page.click("#analyse")
    page.click("#notice [data-role=back]")
    page.wait(lambda _: page.plies() == 2, "the game is back")
    page.click("#analyse")


def begins_games(page, check):
    begin_by_one_click(page, "red", 0, ("7.5", "3"))
    check("7:30" in page.text("#player-bottom"), f"a clock of one's own: {page.text('#player-bottom')}")
    begin_by_one_click(page, "black", 0)
    page.wait(lambda _: page.plies() == 1, "the engine's first move")
    check(page.find("#player-bottom .seal").get_attribute("class").find("black") >= 0, "Black is below, and Red begins")
    games = "return JSON.parse(localStorage.getItem('guohe-level'))?.games ?? 0"
    counted = page.driver.execute_script(games)
    page.click("[data-do=resign]")
    page.click("#ask-yes")
    page.wait(lambda _: page.ending(), "the end")
    check(page.driver.execute_script(games) == counted + 1, "the result counts for the level that suits")
    # Each kind of help alone.
    helps = {"a move taken back": lambda: page.click("[data-do=undo]"), "a hint": lambda: page.click("[data-do=hint]"),
             "an analysis": lambda: analyses_once(page), "a review": lambda: page.click("#make-review"),
             "another line": lambda: prefers_another_line(page),
             "an analysis that goes on": lambda: returns_with_analysis(page)}
    for name, help_by in helps.items():
        begin_by_one_click(page, "red", 0)
        page.move("h2e2")
        page.wait(lambda _: page.plies() == 2, "the engine's answer")
        help_by()
        page.wait(lambda _: page.find("[data-do=resign]").is_enabled(), "the game goes on")
        page.click("[data-do=resign]")
        page.click("#ask-yes")
        page.wait(lambda _: page.ending(), "the end")
        check(page.driver.execute_script(games) == counted + 1, f"a game with {name} does not")
    page.click("#new-game")
    check(page.find("#suits").is_displayed(), f"that level is offered: {page.text('#suits')}")
    page.click("#new-dialog [value=cancel]")


def begins_with_a_handicap(page, check):
    """A position and a level are chosen where the players are: only one slider and one way to begin are there at a time."""
    page.click("#new-game")
    choose(page, "quick-level", 5)
    page.driver.execute_script("document.getElementById('other-games').open = true")
    for color, kind in (("red", "human"), ("black", "level")):
        Select(page.find(f"#{color}-player")).select_by_value(kind)
    choose(page, "black-level", 1)
    check(page.find("#quick-level").get_attribute("value") == "1", "the dialog has one level")
    parts = page.driver.find_elements(By.CSS_SELECTOR, "#quick-level, #new-dialog [data-color]")
    check(len(parts) == 4 and not any(part.is_displayed() for part in parts), "and one way to begin")
    Select(page.find("#start-from")).select_by_value("0")
    seen = page.driver.execute_script(
        """const [dialog, button] = ['#new-dialog', '#new-dialog [value=cancel]'].map((name) =>
             document.querySelector(name).getBoundingClientRect());
           return dialog.top >= 0 && dialog.bottom <= innerHeight && button.bottom <= dialog.bottom;""")
    check(seen, "the dialog is within the window, and so is its way out")
    before = page.seed()
    page.driver.execute_script("document.querySelector('#new-dialog button.primary').scrollIntoView()")
    page.click("#new-dialog button.primary")
    page.wait(lambda _: page.seed() != before and "b0" not in page.pieces(), "the game without a horse")
    name = page.text("#player-top")
    check("1" in name, f"a handicap goes with the level that is chosen: {name}")


def moves_in_advance(driver, page, check):
    page.new_game("human", "time", seconds=8)
    marks = lambda: len(driver.find_elements(By.CSS_SELECTOR, ".board .premove circle"))
    page.move("e0e1")
    page.wait(lambda d: page.plies() == 1, "the move")
    page.move("h2e2")
    check(marks() == 2 and page.plies() == 1, "a move in advance is marked and not yet played")
    page.point("e5")
    check(marks() == 0, "a click elsewhere takes it back")
    page.move("b2e2")
    page.find("#comment").send_keys("not yet left")
    page.wait(lambda _: page.plies() == 3, "the engine's move and the one that waited", 30)
    check(marks() == 0 and "b2" not in page.pieces(), "it is played after the engine's move")
    page.find("#comment").send_keys(" and goes on")
    check("not yet left and goes on" in page.text("#move-list"), "a comment in the field stays one when the engine moves")
    page.click("#move-list button")
    # The list is drawn anew when the engine has told the position.
    first = "return document.querySelector('#move-list button').className"
    page.wait(lambda _: "current" in driver.execute_script(first), "a click right after a comment is heard")
    page.new_game("human", "time", seconds=60)
    page.move("e0e1")
    page.wait(lambda d: page.plies() == 1, "the move")
    page.move("h2e2")
    page.click("[data-do=undo]")
    page.wait(lambda _: page.plies() == 0, "the move is taken back")
    time.sleep(0.5)
    check(marks() == 0 and page.plies() == 0, "a move in advance goes with the move that is taken back")


def keeps_and_finds(driver, page, check, name):
    page.drop("game.pgn", GAME.format(f"Cup of {name}", name).encode())
    page.wait(lambda _: page.plies() == 4, "the opened game")
    page.tab("file")
    search = page.find("#find-words")
    search.clear()
    search.send_keys(f"{name.lower()} cup")
    rows = lambda: driver.find_elements(By.CSS_SELECTOR, "#kept-games li:not(.removed-row)")
    page.wait(lambda _: len(rows()) == 1, "one game found")
    check(name in page.text("#kept-games"), f"a game is found by player and event: {page.text('#found')}")
    Select(page.find("#find-result")).select_by_value("0-1")
    check(len(rows()) == 0, "it is not among the games that Black won")
    Select(page.find("#find-result")).select_by_value("1-0")
    page.click("#kept-games li .quiet")
    page.wait(lambda _: len(rows()) == 0, "the game is deleted")
    page.click("[data-role=undo-removal]")
    page.wait(lambda _: len(rows()) == 1, "the game is back")
    check(True, "a deletion is undone")
    page.reload()
    page.tab("file")
    page.find("#find-words").send_keys(name)
    page.wait(lambda _: len(rows()) == 1, "the game after a reload")
    check(True, "the library outlives the page")
    # The mirror image of the game's second position.
    page.new_game("human", "human")
    page.move("h2e2")
    page.wait(lambda _: page.plies() == 1, "a move")
    page.tab("file")
    page.click("#find-position")
    page.wait(lambda _: len(rows()) == 1, "the game with this position")
    check(True, "a game is found by a position, mirrored")
    page.click("#find-position")
    page.find("#find-words").clear()
    page.find("#find-words").send_keys(" ")


def keeps_a_folder(driver, tools, check):
    """A board with a folder keeps its games there as PGN, and shows those of another board."""
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "games")
        command = [tools, "board", "--no-open", "--port", "0", "--library", library]
        for is_first in (True, False):
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            try:
                page = Page(driver, server.stdout.readline().strip())
                if is_first:
                    page.new_game("human", "human")
                    page.move("h2e2")
                    page.wait(lambda _: page.plies() == 1, "a move")
                    page.drop("game.pgn", GAME.format("Cup", "Kept").encode())
                    page.wait(lambda _: page.plies() == 4, "the opened game")
                    # A file has another name while it is written.
                    files = lambda: [name for name in os.listdir(library) if name.endswith(".pgn")]
                    page.wait(lambda _: len(files()) == 2, "two files")
                    texts = [open(os.path.join(library, name), encoding="utf-8").read() for name in files()]
                    check(any("Kept" in text and "马2进3" in text for text in texts), "games are PGN files")
                    check(all("[Red " in text and "[Black " in text for text in texts), "each names its players")
                    with open(os.path.join(library, "other.pgn"), "w", encoding="utf-8") as file:
                        file.write(GAME.format("Cup", "Foreign"))
                else:
                    page.tab("file")
                    listed = page.text("#kept-games")
                    check("Kept" in listed and "Foreign" in listed, "another board lists the files of the folder")
                    check(library in page.text("#library-hint"), "the page names the folder")
                    page.find("#find-words").send_keys("Foreign")
                    page.wait(lambda d: len(d.find_elements(By.CSS_SELECTOR, "#kept-games li")) == 1, "one game")
                    page.click("#kept-games li .quiet")
                    page.wait(lambda _: len(os.listdir(library)) == 2, "the file is gone")
                    page.click("[data-role=undo-removal]")
                    page.wait(lambda _: len(os.listdir(library)) == 3, "the file is back")
                    check(True, "a deletion removes the file, and its undoing brings it back")
            finally:
                server.kill()
                server.wait()


def explores(driver, page, check):
    page.new_game("human", "human")
    page.tab("game")
    if not driver.execute_script("return document.getElementById('explorer').open"):
        page.click("#explorer summary")
    page.click("#explorer [data-source=masters]")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, ".explorer-table tbody tr"), "rows")
    # Opening the panel and choosing a source draw the rows twice.
    time.sleep(0.5)
    first = page.find(".explorer-table tbody button").text
    check(first in ("炮二平五", "C2.5"), f"masters begin with the central cannon: {page.text('.explorer-table tbody tr')}")
    pointed = lambda: len(driver.find_elements(By.CSS_SELECTOR, ".board .pointed .gd-arrows"))
    row = page.find(".explorer-table tbody tr")
    driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", row)
    ActionChains(driver).move_to_element(row).move_by_offset(4, 2).perform()
    page.wait(lambda _: pointed() == 1, "an arrow for the row under the mouse")
    # The row plays its move, and the next table is drawn under a mouse at rest.
    ActionChains(driver).click().perform()
    page.wait(lambda _: page.plies() == 1, "the move of the explorer")
    time.sleep(0.5)
    check(pointed() == 0, "the arrow of a row goes with its position")
    page.click("#explorer [data-source=mine]")
    page.wait(lambda d: "马2进3" in page.text("#explorer-rows") or "H2+3" in page.text("#explorer-rows")
              or "马8进7" in page.text("#explorer-rows") or "H8+7" in page.text("#explorer-rows"), "the own games")
    check(True, "the explorer plays a move, and knows the games of the library")
    page.click("#explorer summary")


def tells_beginners(page, check, language):
    page.click("[data-do=beginners]")
    check(page.find("#text-dialog").accessible_name, "a text in a box has its title as its name")
    text = page.text("#text-body")
    check(("蹩马腿" if language == "zh" else "its leg") in text, "rules and notation are one click away")
    page.click("#text-dialog button")


def is_heard(driver, page, check, language):
    page.new_game("human", "human")
    page.point("b2")
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    names = {node.get("name", {}).get("value") for node in nodes if not node.get("ignored")}
    wanted = {"zh": ["h2 红炮", "b2 红炮，已选中", "可走到 b9", "e9 黑将"],
              "en": ["h2 Red Cannon", "b2 Red Cannon, selected", "can go to b9", "e9 Black King"]}[language]
    missing = [name for name in wanted if name not in names]
    check(not missing, f"a screen reader hears squares, pieces and the choice {missing or ''}")
    page.point("b2")


def keeps_the_focus(driver, page, check):
    """What the keyboard has chosen is drawn again, and still has the focus."""
    focused = lambda selector: driver.execute_script("return document.activeElement.matches(arguments[0])", selector)

    def enter(selector):
        driver.execute_script("document.querySelector(arguments[0]).focus()", selector)
        ActionChains(driver).send_keys(Keys.ENTER).perform()

    page.new_game("human", "human")
    page.move("h2e2")
    page.wait(lambda _: page.plies() == 1, "a move")
    page.move("h9g7")
    page.wait(lambda _: page.plies() == 2, "another move")
    enter("#move-list [data-id='1']")
    page.wait(lambda _: focused("#move-list .current"), "the focus on the move that was gone to")
    page.click("[data-do=last]")
    page.click("#analyse")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#lines li:nth-child(2)"), "lines")
    enter("#lines li:nth-child(2) button")
    page.wait(lambda _: page.plies() == 3, "the move of a line by the keyboard")
    page.wait(lambda _: focused("#lines button"), "the focus on a line")
    page.click("#analyse")
    page.tab("edit")
    for _ in range(2):
        enter("#palette :nth-child(3)")
        page.wait(lambda _: focused("#palette [aria-pressed=true]"), "the focus on the piece that was chosen")
    page.click("[data-do=edit-cancel]")
    page.click("#new-game")
    check(page.find("#new-dialog").accessible_name, "moves, lines and pieces keep the focus, and the dialog has a name")
    page.click("#new-dialog [value=cancel]")
    page.tab("game")


def all_habits(driver, page, check, sizes=SIZES, languages=("zh", "en")):
    for width, height in sizes:
        resize(driver, width, height)
        for language in languages:
            driver.execute_script("scrollTo(0, 0)")
            page.language(language)
            begins_games(page, check)
            begins_with_a_handicap(page, check)
            moves_in_advance(driver, page, check)
            keeps_and_finds(driver, page, check, f"Player{width}{language}")
            explores(driver, page, check)
            tells_beginners(page, check, language)
            is_heard(driver, page, check, language)
            keeps_the_focus(driver, page, check)
            check(True, f"all of this at {width} pixels, in {language}")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    page.language("zh")
    page.tab("game")
