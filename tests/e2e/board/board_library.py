"""A board with a folder of games: what becomes of its files, of deletions, and of games and settings in several tabs."""

import os
import subprocess
import tempfile

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from board_page import Page

WHOLE = '[Red "{0}"]\n[Black "B"]\n[Result "*"]\n\n1. 炮二平五 马8进7 2. 马二进三 马2进3 *\n'
# The third move is none.
CUT = WHOLE.replace("2. 马二进三", "2. 马二进七")


def files(library):
    """The games of the folder: a file has another name while it is written."""
    return {name for name in os.listdir(library) if name.endswith(".pgn")}


def row(page, name):
    """The row of the list that names a player."""
    rows = page.driver.find_elements(By.CSS_SELECTOR, "#kept-games li:not(.removed-row)")
    found = [item for item in rows if name in item.text]
    return found[0] if len(found) == 1 else None


def may_be_deleted(page, name):
    return bool(row(page, name).find_elements(By.CSS_SELECTOR, "[data-role=remove]"))


def hide(page):
    """Tells the page that it is hidden, and then that it is seen again."""
    for hidden in ("true", "false"):
        page.driver.execute_script(
            f"""Object.defineProperty(document, 'hidden', {{ configurable: true, get: () => {hidden} }});
            document.dispatchEvent(new Event('visibilitychange'));""")
    page.driver.execute_script("delete document.hidden")


def keeps_foreign_files(page, library, check):
    page.tab("file")
    page.wait(lambda _: row(page, "Cut") and row(page, "Two") and row(page, "Final"), "the files of the folder")
    check(not may_be_deleted(page, "Cut") and not may_be_deleted(page, "Two"),
          "a file that was not read as one whole game cannot be deleted")
    final = os.path.join(library, "2024.05.01 决赛.pgn")
    row(page, "Final").find_element(By.CSS_SELECTOR, "[data-role=remove]").click()
    page.wait(lambda _: not os.path.exists(final), "its file is gone")
    page.click("[data-role=undo-removal]")
    page.wait(lambda _: os.path.exists(final), "its file is back")
    check(True, "a file with dots in its name comes back")
    row(page, "Cut").find_element(By.CSS_SELECTOR, "[data-role=open]").click()
    page.wait(lambda _: page.plies() == 2, "what could be read of a game")
    page.find("body").send_keys(Keys.END)
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#move-list .current[data-id='2']"), "its last move")
    page.move("h0g2")
    page.wait(lambda _: page.plies() == 3, "a move more")
    page.new_game("human", "human")
    page.wait(lambda _: any(name.startswith("file-") for name in files(library)), "a file of its own")
    with open(os.path.join(library, "cut.pgn"), encoding="utf-8") as file:
        check(file.read() == CUT.format("Cut"), "a file that was read in part stays as it is")
    page.reload()
    page.tab("file")
    check(may_be_deleted(page, "Cut"), "the changed game takes the place of the one in that file")


def keeps_a_hidden_game(page, library, check):
    page.new_game("human", "human")
    page.move("h2e2")
    page.wait(lambda _: page.plies() == 1, "a move")
    before = files(library)
    hide(page)
    page.wait(lambda _: files(library) != before, "the game of a hidden page is kept")
    [name] = files(library) - before
    file = os.path.join(library, name)
    written = os.stat(file).st_mtime_ns
    hide(page)
    page.tab("file")
    page.wait(lambda d: d.find_elements(By.CSS_SELECTOR, "#kept-games [data-role=open][aria-current]"), "the game in the list")
    check(os.stat(file).st_mtime_ns == written, "a game that has not changed is not written again")
    page.click("#kept-games li:has([data-role=open][aria-current]) [data-role=remove]")
    page.wait(lambda _: not os.path.exists(file), "the game on the board is deleted")
    hide(page)
    page.new_game("human", "human")
    page.reload()
    check(files(library) == before, f"it stays deleted: {files(library) - before}")


def shares_settings(driver, page, check):
    first, address = driver.current_window_handle, driver.current_url
    driver.switch_to.new_window("tab")
    other = Page(driver, address)
    other.tab("settings")
    other.click("#show-coordinates")
    driver.switch_to.window(first)
    page.tab("settings")
    page.wait(lambda _: not page.find("#show-coordinates").is_selected(), "a setting of another tab", 10)
    page.click("#shaded")
    kept = driver.execute_script("return JSON.parse(localStorage.getItem('guohe'))")
    check(kept["coordinates"] is False and kept["shaded"] is False, "tabs do not undo each other's settings")


def follows_the_command_line(driver, tools, check):
    """`--lang` holds though another language was chosen in an earlier visit; without it the choice does."""
    port, found = "0", []
    for more, choice in (((), "zh"), (("--lang", "en"), "zh"), (("--lang", "zh"), "en"), ((), "zh")):
        command = [tools, "board", "--no-open", "--no-library", "--port", port, *more]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = server.stdout.readline().strip()
            port = address.split(":")[2].split("/")[0]
            page = Page(driver, address)
            found.append(driver.execute_script("return document.documentElement.lang"))
            page.language(choice)
        finally:
            server.kill()
            server.wait()
    check(found[1:] == ["en", "zh", "en"], f"the language of the command line, or else the one chosen last: {found}")


def keeps_files(driver, tools, check):
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "games")
        os.mkdir(library)
        texts = {"cut": CUT.format("Cut"), "two": WHOLE.format("Two") + "\n" + WHOLE.format("Second"),
                 "2024.05.01 决赛": WHOLE.format("Final")}
        for name, text in texts.items():
            with open(os.path.join(library, f"{name}.pgn"), "w", encoding="utf-8") as file:
                file.write(text)
        command = [tools, "board", "--no-open", "--port", "0", "--library", library]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            page = Page(driver, server.stdout.readline().strip())
            keeps_foreign_files(page, library, check)
            keeps_a_hidden_game(page, library, check)
            shares_settings(driver, page, check)
        finally:
            server.kill()
            server.wait()
