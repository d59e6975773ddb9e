"""Games that come in and go out by the File tab: pasted, chosen, kept together, exported, saved and copied."""

import os
import subprocess
import tempfile

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from board_games import press, until_plies

MOVES = "炮二平五 马8进7 马二进三 车9平8"
TEXT = "1. 炮二平五 马8进7 {one comment} (1... 炮8平5 2. 马二进三) 2. 马二进三 车9平8 1-0"
# More than the list shows at first, which is 30.
MANY = 32


def game(red):
    return f'[Event "Club"]\n[Red "{red}"]\n[Black "Two"]\n[Result "1-0"]\n\n{TEXT}\n'


def say_nothing(page):
    page.driver.execute_script("document.getElementById('toast').textContent = ''")


def paste_on_the_page(page):
    page.driver.execute_script("document.activeElement.blur()")
    press(page.driver, "v", control=True)


def put_in_the_clipboard(page, text):
    """Cuts the text out of the field of the File tab, by keys."""
    page.tab("file")
    page.driver.execute_script(
        """const field = document.getElementById('pasted');
        field.value = arguments[0];
        field.focus();
        field.select();""", text)
    press(page.driver, "x", control=True)


def pasted_in_the_field(page):
    page.driver.execute_script("const field = document.getElementById('pasted'); field.value = ''; field.focus();")
    press(page.driver, "v", control=True)
    return page.find("#pasted").get_attribute("value")


def choose_a_file(page, path):
    page.tab("file")
    page.find("#file").send_keys(path)


def saved(page, folder, name, selector):
    """The file that a click brings."""
    path = os.path.join(folder, name)
    page.click(selector)
    page.wait(lambda _: os.path.exists(path), f"the file {name}")
    with open(path, "rb") as file:
        return file.read()


def rows(page):
    return page.driver.find_elements(By.CSS_SELECTOR, "#kept-games li:not(.removed-row)")


def opens_what_is_pasted(page, check):
    for what, text, plies in (("a game", game("Pasted"), 4), ("moves", "h2e2 h9g7 h0g2", 3)):
        put_in_the_clipboard(page, text)
        paste_on_the_page(page)
        until_plies(page, plies, f"{what} with Ctrl-V")
    put_in_the_clipboard(page, "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1")
    paste_on_the_page(page)
    page.wait(lambda _: page.pieces() == {"d9", "a1", "e0"}, "a FEN with Ctrl-V")
    check(page.plies() == 0, "a game, moves and a FEN are opened with Ctrl-V")


def keeps_all_of_a_file(page, folder, check):
    path = os.path.join(folder, "many.pgn")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(game(f"Chosen {number}") for number in range(1, MANY + 1)))
    choose_a_file(page, path)
    offered = lambda: page.driver.find_elements(By.CSS_SELECTOR, "#notice .games button")
    page.wait(lambda _: len(offered()) == MANY and page.plies() == 4, "the games of the chosen file, and the first")
    page.tab("file")
    page.find("#find-words").clear()
    page.find("#find-words").send_keys("Chosen")
    before = len(rows(page))
    page.tab("game")
    page.click("#notice [data-do=keep-all]")
    page.wait(lambda _: page.text("#toast") == f"已存入 {MANY} 局", "all are kept")
    page.tab("file")
    found = page.text("#found")
    check(before <= 1 and found == f"{MANY} 局", f"all games of a chosen file are kept: {found}, {before} before")
    page.click("#more-games")
    check(len(rows(page)) == MANY, f"the list shows {len(rows(page))} games")


def exports_the_list(page, folder, check):
    text = saved(page, folder, "guohe-games.pgn", "[data-do=export-all]").decode()
    names = [f'[Red "Chosen {number}"]' in text for number in range(1, MANY + 1)]
    check(text.count("[Event ") == MANY and all(names), f"{text.count('[Event ')} games of the list in one file")
    check(text.count("{one comment} (1... 炮8平5") == MANY, "with their comments and variations")


def saves_the_game(page, tools, folder, check):
    for kind in ("pgn", "xqf", "ubb"):
        Select(page.find("#save-as")).select_by_value(kind)
        saved(page, folder, f"guohe.{kind}", "[data-do=save]")
        command = [tools, "convert", os.path.join(folder, f"guohe.{kind}"), "--to", "pgn", "-o", "-"]
        read = " ".join(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
        check(read.count("[Event ") == 1 and read.endswith(TEXT), f"the whole game is in guohe.{kind}: {read}")


def copies_the_moves(page, check):
    say_nothing(page)
    page.click("[data-do=copy-moves]")
    page.wait(lambda _: page.text("#toast") == "已复制", "the moves are copied")
    copied = pasted_in_the_field(page)
    check(copied == MOVES, f"the moves are copied: {copied}")


def copies_the_picture(page, check):
    """The picture that is copied, pasted again: its size, and how much of it is board and red."""
    say_nothing(page)
    page.click("[data-do=copy-picture]")
    page.wait(lambda _: page.text("#toast") == "已复制", "the picture is copied")
    page.driver.execute_script(
        """addEventListener('paste', (event) => {
          event.stopImmediatePropagation();
          window.pasted = event.clipboardData.files[0] ?? null;
        }, { capture: true, once: true });""")
    paste_on_the_page(page)
    page.wait(lambda d: d.execute_script("return window.pasted !== undefined"), "something is pasted")
    kind = page.driver.execute_script("return window.pasted?.type")
    check(kind == "image/png", f"what is copied is a picture: {kind}")
    width, height, board, red = page.driver.execute_async_script(
        """const done = arguments[0];
        createImageBitmap(window.pasted).then((image) => {
          const { width, height } = image;
          const context = new OffscreenCanvas(width, height).getContext('2d');
          context.drawImage(image, 0, 0);
          const { data } = context.getImageData(0, 0, width, height);
          const share = (...color) => {
            let count = 0;
            for (let at = 0; at < data.length; at += 4) count += color.every((part, n) => data[at + n] === part);
            return count / (width * height);
          };
          done([width, height, share(240, 214, 164), share(179, 32, 27)]);
        });""")
    check(width > 500 and height > width and board > 0.3 and red > 0.01,
          f"a picture of {width} × {height} is copied, {board:.0%} of it board and {red:.1%} red")


def all_files(page, tools, check):
    with tempfile.TemporaryDirectory() as folder:
        page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
        opens_what_is_pasted(page, check)
        keeps_all_of_a_file(page, folder, check)
        exports_the_list(page, folder, check)
        saves_the_game(page, tools, folder, check)
        copies_the_moves(page, check)
        copies_the_picture(page, check)
        page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "default"})
    page.find("#find-words").clear()
