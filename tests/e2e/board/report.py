#!/usr/bin/env python3
"""Reads the pages of `guohe-tools analyse` in a real browser (headless Chromium), from the file itself.

usage: report.py <guohe-tools> [folder for screenshots]

Walks by keys, buttons, clicks on moves and on the curve; flips; changes the language; a game whose tags are scripts; the
page without JavaScript; the widths of a phone and a screen, light and dark, and of A4 in print. The page must say nothing
in the console and ask for nothing but itself.
"""

import base64
import os
import subprocess
import sys
import tempfile

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import checker, is_quiet, picture, resize, start_driver

check = checker("report")
SCRIPT = "<script>alert(1)</script>"
# A rook that is given away, comments with markup, and a script in every tag that the page shows.
GAME = f"""[Game "Chinese Chess"]
[Event "{SCRIPT}"]
[Site "{SCRIPT}"]
[Red "<img src=x onerror=alert(1)>"]
[Black "\\"'><b>Black</b>"]
[Result "0-1"]

1. 兵九进一 马2进3 2. 马八进九 卒9进1 3. 车九进一 马8进7 4. 车九平四 象7进5 {{</script>{SCRIPT}}} 5. 车四进八 将5平6
6. 马二进三 卒7进1 7. 炮二平一 车9平8 8. 车一平二 卒3进1 0-1
"""


def current(driver):
    """The ply that the page shows: the marked move, 0 at the start."""
    return driver.execute_script("const c = document.querySelector('#moves .current'); return c ? Number(c.dataset.ply) : 0")


def pieces(driver):
    """Where the pieces stand, by the letter that names them."""
    return driver.execute_script(
        """return [...document.querySelectorAll('#board use')].map((use) =>
             `${use.getAttribute('href')} ${use.getAttribute('x')} ${use.getAttribute('y')}`).sort()""")


def walks(driver):
    body = driver.find_element(By.TAG_NAME, "body")
    plies = driver.execute_script("return document.querySelectorAll('#moves [data-ply]').length")
    check(plies == 16 and current(driver) == plies, "the page begins at the end of the game")
    end = pieces(driver)
    body.send_keys(Keys.HOME)
    check(current(driver) == 0 and len(pieces(driver)) == 32, "Home goes to the start")
    start = pieces(driver)
    for _ in range(9):
        body.send_keys(Keys.ARROW_RIGHT)
    check(current(driver) == 9 and pieces(driver) != start, "the right arrow plays moves")
    check(len(driver.find_elements(By.CSS_SELECTOR, "#board .gd-arrows")) == 2, "arrows show a bad move and the better one")
    # A rook took an advisor.
    check(len(pieces(driver)) == 31, "what is taken is gone")
    body.send_keys(Keys.ARROW_LEFT)
    check(current(driver) == 8 and len(pieces(driver)) == 32, "the left arrow takes a move back")
    sign = driver.find_element(By.CSS_SELECTOR, "#moves [data-ply='8'] b").text
    arrows = len(driver.find_elements(By.CSS_SELECTOR, "#board .gd-arrows"))
    check(arrows == (2 if "?" in sign else 0), f"the arrows are those of the move on the board, which is marked {sign or 'as good'}")
    body.send_keys(Keys.END)
    check(current(driver) == plies and pieces(driver) == end, "End goes to the end")
    for step, ply in (("first", 0), ("forward", 1), ("last", plies), ("back", plies - 1)):
        driver.find_element(By.CSS_SELECTOR, f"[data-step={step}]").click()
        check(current(driver) == ply, f"the button {step}")
    driver.find_element(By.CSS_SELECTOR, "#moves [data-ply='3']").click()
    check(current(driver) == 3, "a click on a move goes there")
    curve = driver.find_element(By.ID, "curve")
    width = curve.size["width"]
    ActionChains(driver).move_to_element_with_offset(curve, round(width * (0.01 + 0.98 * 9 / plies - 0.5)), 0).click().perform()
    check(current(driver) == 9, "a click on the curve goes there")
    remark = driver.find_element(By.ID, "remark").text
    check("??" in remark, f"the remark of the blunder: {remark}")
    check(not any(f"-{digit}" in remark for digit in "0123456789"), "a minus sign is no hyphen")
    diagram = driver.find_element(By.CSS_SELECTOR, "#ply-9 svg")
    driver.find_element(By.CSS_SELECTOR, "#moves [data-ply='3']").click()
    diagram.click()
    check(current(driver) == 9, "a click on a diagram goes to its move")


def flips(driver):
    def corner():
        """Whether Red's king, and the first of Red's numbers, stand in the right and in the lower half of the board."""
        return driver.execute_script(
            """const r = document.querySelector('#board svg').getBoundingClientRect();
               const at = (e) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2 > r.left + r.width / 2, b.top + b.height / 2 > r.top + r.height / 2]; };
               const [king, number] = [document.querySelector('#board use[href="#gd-sK"]'), document.querySelector('#board .gd-number')];
               return [at(number)[0], at(king)[1]];""")
    check(corner() == [True, True], "Red is below")
    driver.find_element(By.ID, "flip").click()
    check(corner() == [False, False], "after flipping Black is below")
    driver.find_element(By.ID, "flip").click()
    check(corner() == [True, True], "and Red again")


def speaks_both_languages(driver):
    def shown(language):
        return driver.execute_script(
            "return [...document.querySelectorAll(`[lang=${arguments[0]}]`)].filter((e) => e !== document.documentElement && e.offsetParent).length", language)
    check(shown("zh") > 0 and shown("en") == 0, "the page speaks Chinese and nothing else")
    driver.find_element(By.ID, "language").click()
    check(shown("en") > 0 and shown("zh") == 0, "the button makes it speak English and nothing else")
    driver.find_element(By.ID, "language").click()


def has_alternative_texts(driver):
    nameless = driver.execute_script(
        """return [...document.querySelectorAll('svg')].filter((svg) => svg.getAttribute('aria-hidden') !== 'true'
             && !svg.querySelector(':scope > title') && !svg.getAttribute('aria-label')).length""")
    check(nameless == 0, "each picture has a text that stands for it")
    silent = driver.execute_script(
        "return [...document.querySelectorAll('button')].filter((b) => !(b.textContent.trim() && (b.title || b.textContent.trim().length > 1))).length")
    check(silent == 0, "each button has a name")


def is_within(driver, width, where):
    wide = driver.execute_script(
        """return [...document.body.querySelectorAll('*')].filter((e) => e.getClientRects().length && !e.closest('svg')
             && e.getBoundingClientRect().right > arguments[0] + 1).slice(0, 3).map((e) => `${e.tagName}.${e.className}`)""",
        width)
    check(not wide, f"nothing sticks out {where} {wide or ''}")


def fits(driver, folder, name):
    for theme in ("light", "dark"):
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
        for language in ("zh", "en"):
            if driver.execute_script("return document.documentElement.lang") != language:
                driver.find_element(By.ID, "language").click()
            for width in (360, 768, 1280):
                resize(driver, width, 800)
                is_within(driver, width, f"at {width} px ({language}, {theme})")
                if folder:
                    picture(driver, os.path.join(folder, f"{name}-{width}-{language}-{theme}.png"), whole=True)
    # A4 without the margins of 14 mm.
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": []})
    resize(driver, 688, 1017)
    is_within(driver, 688, "on paper")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    paper = {"paperWidth": 8.27, "paperHeight": 11.69, "printBackground": False, "preferCSSPageSize": True}
    printed = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", paper)["data"])
    check(printed.startswith(b"%PDF"), f"the page prints, {len(printed) // 1024} kB")
    if folder:
        with open(os.path.join(folder, f"{name}.pdf"), "wb") as file:
            file.write(printed)


def works_without_scripts(address):
    driver = start_driver(scripts=False)
    try:
        driver.get(address)
        figures = driver.find_elements(By.CSS_SELECTOR, "figure svg")
        check(figures and all(figure.is_displayed() and figure.size["width"] > 100 for figure in figures),
              "without JavaScript the diagrams are there")
        check(driver.find_element(By.CSS_SELECTOR, "#moves td").is_displayed(), "and the moves")
        check("alert(1)" in driver.find_element(By.CSS_SELECTOR, "#moves .said").text, "with what the game's own file says of them")
        hidden = driver.find_elements(By.CSS_SELECTOR, "button")
        check(not any(button.is_displayed() for button in hidden), "and no button that would do nothing")
    finally:
        driver.quit()


def main():
    tools = sys.argv[1]
    folder = sys.argv[2] if len(sys.argv) > 2 else None
    if folder:
        os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        page = os.path.join(place, "report.html")
        # As a Windows program would have saved it.
        subprocess.run([tools, "analyse", "-", "--nodes", "20000", "--lang", "zh", "--html", page], check=True,
                       input=GAME.encode("gb18030"), stdout=subprocess.DEVNULL)
        size = os.path.getsize(page)
        check(size < 300_000, f"the page has {size // 1024} kB")
        address = f"file://{page}"
        driver = start_driver()
        try:
            driver.get(address)
            check(SCRIPT in driver.execute_script("return document.body.textContent"), "a script in a tag is text")
            check(driver.execute_script("return document.scripts.length") == 2, "the page has its own scripts and no other")
            check(driver.execute_script("return document.querySelectorAll('img, iframe, link, object, embed').length") == 0,
                  "nothing to be fetched")
            walks(driver)
            flips(driver)
            speaks_both_languages(driver)
            has_alternative_texts(driver)
            fits(driver, folder, "report")
            is_quiet(driver, check, lambda url: url == address or url.startswith(("data:,", "chrome:", "about:")))
        finally:
            driver.quit()
        works_without_scripts(address)


if __name__ == "__main__":
    main()
