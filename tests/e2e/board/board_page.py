"""The page of `guohe-tools board` as a person handles it: by the mouse, and by what there is to see."""

import base64
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

PATIENCE = 60


class Page:
    """One tab of the board."""

    def __init__(self, driver, address):
        self.driver = driver
        driver.get(address)
        self.wait_until_ready()

    def wait_until_ready(self):
        self.wait(lambda d: d.execute_script("return document.documentElement.dataset.ready"), "the page is ready")

    def reload(self):
        self.driver.refresh()
        self.wait_until_ready()

    def wait(self, condition, what, patience=PATIENCE):
        WebDriverWait(self.driver, patience, 0.05).until(condition, what)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector):
        """Clicks an element, once it is there: the page may still wait for the server's answer."""
        self.wait(lambda driver: driver.find_elements(By.CSS_SELECTOR, selector), f"{selector} is there")
        self.find(selector).click()

    def tab(self, name):
        self.click(f"#tab-{name}")

    def text(self, selector):
        return self.driver.execute_script("return document.querySelector(arguments[0]).textContent", selector)

    def ending(self):
        """The words at the end of the game; empty while none are shown, though those of an earlier game are kept."""
        return self.driver.execute_script(
            "const end = document.getElementById('ending'); return end.hidden ? '' : end.textContent")

    def plies(self):
        return len(self.driver.find_elements(By.CSS_SELECTOR, "#move-list .main > button"))

    def pieces(self):
        """The pieces on the board, as squares."""
        return set(self.driver.execute_script(
            "return [...document.querySelectorAll('.board .piece')].map((piece) => piece.dataset.square)"))

    def point(self, square):
        """Clicks a point of the board with the mouse, where a person would."""
        board = self.find(".board")
        x, y, width = self.driver.execute_script(
            """arguments[0].scrollIntoView({ block: 'nearest' });
            const svg = arguments[0], file = 'abcdefghi'.indexOf(arguments[1][0]), rank = Number(arguments[1][1]);
            const isFlipped = document.querySelector('#player-bottom .seal').classList.contains('black');
            const p = new DOMPoint(100 * (isFlipped ? 8 - file : file), 100 * (isFlipped ? rank : 9 - rank))
              .matrixTransform(svg.getScreenCTM());
            const r = svg.getBoundingClientRect();
            return [p.x - (r.left + r.width / 2), p.y - (r.top + r.height / 2), r.width];""", board, square)
        ActionChains(self.driver).move_to_element_with_offset(board, round(x), round(y)).click().perform()

    def move(self, text):
        self.point(text[:2])
        self.point(text[2:])

    def legal(self):
        """The legal moves of the position on the board, as the page asks its server for them."""
        return self.driver.execute_async_script(
            """const done = arguments[0];
            import('./link.js').then(async ({ answer }) => {
              const saved = JSON.parse(sessionStorage.getItem('game')).tree;
              const moves = [];
              for (let at = saved.current; at !== 0; at = saved.nodes[at].parent) moves.unshift(saved.nodes[at].move.mv);
              const found = await answer('position', { start: saved.start, moves });
              done(found.legal.map((move) => move.mv));
            });""")

    def new_game(self, red, black, level=3, start=None, seconds=1):
        self.click("#new-game")
        self.driver.execute_script("document.getElementById('other-games').open = true")
        for color, kind in (("red", red), ("black", black)):
            Select(self.find(f"#{color}-player")).select_by_value(kind)
            if kind != "human":
                self.driver.execute_script(
                    "const l = document.getElementById(arguments[0]); l.value = arguments[1]; l.dispatchEvent(new Event('input', { bubbles: true }))",
                    f"{color}-{kind}", level if kind == "level" else seconds)
        if start is not None:
            Select(self.find("#start-from")).select_by_value(start)
        before = self.seed()
        # In a low window the button stands below the end of the dialog, which scrolls.
        self.driver.execute_script("document.querySelector('#new-dialog button.primary').scrollIntoView()")
        self.click("#new-dialog button.primary")
        # The dialog tells of its end by an event of its own, and the position comes from the server: both take their time.
        self.wait(lambda _: self.seed() != before, "the new game has begun")

    def seed(self):
        """What tells one game from another; none before the first was kept."""
        return self.driver.execute_script("return JSON.parse(sessionStorage.getItem('game'))?.game.seed")

    def language(self, wanted):
        if self.driver.execute_script("return document.documentElement.lang") != wanted:
            # By script: it must work behind an open dialog, too.
            self.driver.execute_script("document.getElementById('language').click()")

    def drop(self, name, content):
        self.driver.execute_script(
            """const data = new DataTransfer();
            data.items.add(new File([Uint8Array.from(atob(arguments[1]), (c) => c.charCodeAt(0))], arguments[0]));
            for (const kind of ['dragover', 'drop']) document.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));""",
            name, base64.b64encode(content).decode())

    def set_up(self, fen):
        """A position through the editor; returns what the editor says against it."""
        self.tab("edit")
        field = self.find("#fen")
        field.clear()
        field.send_keys(fen)
        # What is wrong with the last letter but one must have been said before the answer to the button is told from it.
        time.sleep(0.4)
        self.driver.execute_script("document.getElementById('edit-error').textContent = ''")
        before = self.seed()
        self.click("[data-do=edit-use]")
        self.wait(lambda _: self.seed() != before or self.text("#edit-error"), "the position is taken or refused")
        return self.text("#edit-error")
