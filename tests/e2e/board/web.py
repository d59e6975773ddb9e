#!/usr/bin/env python3
"""Plays with the static page in a real browser (headless Chromium), served by a plain server of files.

usage: web.py <guohe-tools> <folder written by make web> [folder for screenshots, target/board without it]

Forty seconds. What board.py does with the server's page, as far as a page without a server has it: games, analysis, files, the report,
the sizes of a phone, a tablet and a screen. Then what only this page has: the first move of a first visit, the time that
a stop takes, with a fresh worker on a first visit and with shared memory afterwards, and visits with the server ended.
"""

import base64
import functools
import hashlib
import http.server
import os
import pathlib
import re
import shutil
import sys
import tempfile
import threading
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from board import ROOT, analyses, draws_a_picture, ends_by_repetition, pictures, plays_by_clicks, reads_a_dropped_file
from board import reports, saves_and_reads
from board_habits import all_habits
from board_page import Page
from board_review import after_a_game
from browser import checker, is_quiet, resize, start_driver

check = checker("web")
# Milliseconds from the wish to stop a search until the next one tells something.
STOPS = """
window.stops = [];
let [asked, isSearching] = [null, false];
const { store } = Atomics;
Atomics.store = (array, index, value) => {
  if (value === 1) [asked, isSearching] = [performance.now(), false];
  return store(array, index, value);
};
const { terminate } = Worker.prototype;
Worker.prototype.terminate = function () {
  [asked, isSearching] = [performance.now(), false];
  terminate.call(this);
};
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message, ...words) {
  if (message.isSearch) isSearching = true;
  postMessage.call(this, message, ...words);
};
window.Worker = class extends Worker {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", ({ data }) => {
      if (asked === null || !isSearching || data.kind !== "info") return;
      window.stops.push(performance.now() - asked);
      asked = null;
    });
  }
};
"""


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Broken(Files):
    """Half of a page."""

    def do_GET(self):
        if self.path == "/guohe.wasm":
            self.send_error(404)
        else:
            super().do_GET()


def serve(folder, files=Files):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(files, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def address_of(server):
    return f"http://127.0.0.1:{server.server_port}/"


def says_that_it_has_not_started(driver, folder):
    server = serve(folder, Broken)
    driver.get(address_of(server))
    WebDriverWait(driver, 60).until(lambda d: d.find_elements(By.CSS_SELECTOR, "#text-dialog[open]"), "what has failed")
    said = driver.find_element(By.ID, "text-dialog").text
    check("guohe.wasm" in said and driver.find_element(By.ID, "new-game").text, f"a page that cannot start says so: {said!r}")
    server.shutdown()
    # The browser has told of the missing file in the console.
    driver.get_log("browser")
    driver.get_log("performance")


def moves_soon(driver, folder):
    """The first move of the engine on a first visit: the program and the network come from the server.

    Tries up to three times, since another program may hold the processor. Each try has a server of its own, and so an
    origin of which the browser keeps nothing. Returns the page and all servers, that of the page last.
    """
    servers, times = [], []
    while not times or times[-1] > 3 and len(times) < 3:
        servers.append(serve(folder))
        began = time.monotonic()
        page = Page(driver, address_of(servers[-1]))
        page.move("h2e2")
        page.wait(lambda _: page.plies() == 2, "the first answer")
        times.append(time.monotonic() - began)
    said = ", ".join(f"{took:.1f}" for took in times)
    check(times[-1] <= 3, f"the engine's first move {said} s after a cold start")
    return page, servers


def stops(page, most):
    """Moves during an analysis: each stops a search and starts the next one. As the machine may be busy, one of three
    tries must be soon enough."""
    page.new_game("human", "human")
    page.tab("game")
    page.click("#analyse")
    page.wait(lambda d: d.execute_script("return document.querySelectorAll('#lines li').length") == 3, "lines")
    moves = "h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 a0a1 a9a8 g3g4 g6g5 c3c4 c6c5 i3i4 i6i5 a3a4".split()
    tries = []
    while not tries or tries[-1][-1] > most and len(tries) < 3:
        page.driver.execute_script("window.stops.length = 0")
        for number, move in enumerate(moves[5 * len(tries):5 * len(tries) + 5]):
            # A person takes a second or more for a move.
            time.sleep(1)
            page.move(move)
            page.wait(lambda d: d.execute_script("return window.stops.length") > number, "the next search tells something")
        tries.append(sorted(round(ms) for ms in page.driver.execute_script("return window.stops")))
    page.click("#analyse")
    is_shared = page.driver.execute_script("return crossOriginIsolated")
    way = "shared memory" if is_shared else "a fresh worker"
    check(tries[-1][-1] <= most, f"a search gives way to the next by {way} within {tries[-1][-1]} ms, of {tries}")


def again(page, address):
    page.driver.get(address)
    page.wait_until_ready()


def point_of(page, square):
    """Where a point of the board lies in the window."""
    return page.driver.execute_script(
        """const svg = document.querySelector('.board'), [file, rank] = arguments[0];
        const p = new DOMPoint(100 * 'abcdefghi'.indexOf(file), 100 * (9 - rank)).matrixTransform(svg.getScreenCTM());
        return [p.x, p.y];""", square)


def finger(page, start, end):
    """A finger that goes down at one place of the window and up at another."""
    def send(kind, *points):
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent",
                                    {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
    steps = 8
    send("touchStart", start)
    if start != end:
        for step in range(1, steps + 1):
            send("touchMove", [a + (b - a) * step / steps for a, b in zip(start, end)])
            time.sleep(0.02)
    send("touchEnd")
    time.sleep(0.3)


def touches(driver, page):
    """A phone: a finger that scrolls moves no piece; a tap chooses one, and then it can be dragged or sent by a tap."""
    resize(driver, 360, 640)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.new_game("human", "human")
    page.wait(lambda _: page.plies() == 0, "a new game")
    driver.execute_script("scrollTo(0, 0)")
    x, y = point_of(page, "h2")
    finger(page, (x, y), (x, y - 150))
    scrolled = driver.execute_script("return scrollY")
    driver.execute_script("scrollTo(0, 0)")
    finger(page, point_of(page, "h2"), point_of(page, "e2"))
    is_chosen = driver.execute_script("return document.querySelector('.board .chosen circle') !== null")
    check(scrolled > 50 and page.plies() == 0 and not is_chosen, f"a finger on a piece scrolls by {scrolled:.0f} and moves nothing")
    for way in ("drags", "taps"):
        source, target = ("h2", "e2") if way == "drags" else ("h9", "g7")
        before = page.plies()
        finger(page, point_of(page, source), point_of(page, source))
        if way == "drags":
            finger(page, point_of(page, source), point_of(page, target))
        else:
            finger(page, point_of(page, target), point_of(page, target))
        page.wait(lambda _: page.plies() == before + 1, f"a finger {way} a chosen piece", 10)
    check(target in page.pieces(), "a piece that a tap has chosen is dragged, or sent by a tap")
    width = driver.execute_script("return document.querySelector('.board').getBoundingClientRect().width")
    check(width == 360, "on a phone held upright the board is as wide as the window")
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def says_what_it_lacks(page):
    page.tab("settings")
    for language, word in (("en", "one thread"), ("zh", "单线程")):
        page.language(language)
        check(word in page.text("#missing"), f"what only a program can do is said: {page.text('#missing')}")
    page.tab("game")


def end(server):
    server.shutdown()
    server.server_close()


def works_without_a_server(page, server):
    end(server)
    for name in ("", "index.html"):
        again(page, address_of(server) + name)
    page.new_game("human", "level", level=2)
    page.move("b2e2")
    page.wait(lambda _: page.plies() == 2, "an answer without a server")
    check(True, "a visit with the server ended: the page opens by both its addresses, and the engine answers")


def integrity(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def name_version(worker, name):
    worker.write_text(re.sub(r"guohe-files-\w+", f"guohe-files-{name}", worker.read_text()))


def renewed(folder):
    """Another version of the page in `folder`, with another name of the network: its service worker is there, the
    rest of it comes with the function that is returned."""
    [network] = folder.glob("network-*.bin")
    script, worker = folder / "network.js", folder / "sw.js"
    before = script.read_text()
    after = before.replace(network.name, "network-other.bin")
    text = worker.read_text()
    assert integrity(before) in text, "the digest of network.js"
    worker.write_text(text.replace(network.name, "network-other.bin").replace(integrity(before), integrity(after)))
    name_version(worker, "other")

    def complete():
        script.write_text(after)
        network.rename(folder / "network-other.bin")
    return complete


# What becomes of a new service worker: `activated` or `redundant`.
UPDATE = """
const done = arguments[0];
navigator.serviceWorker.getRegistration().then((found) => {
  found.addEventListener("updatefound", () => {
    const fresh = found.installing;
    fresh.addEventListener("statechange", () => ["activated", "redundant"].includes(fresh.state) && done(fresh.state));
  });
  found.update();
});
"""


def works_after_an_update(driver, static):
    """A visit without a server, after one at which the browser has fetched a new version."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place, "page")
        shutil.copytree(static, folder)
        server = serve(str(folder))
        page = Page(driver, address_of(server))
        page.move("h2e2")
        page.wait(lambda _: page.plies() == 2, "an answer of the old version")
        again(page, address_of(server))
        driver.execute_script("return caches.delete('guohe-network')")
        name_version(folder / "sw.js", "early")
        check(driver.execute_async_script(UPDATE) == "activated",
              "where no network is kept, a new version takes over at once")
        again(page, address_of(server))
        page.move("h2e2")
        page.wait(lambda _: page.plies() == 2, "an answer of that version")
        complete = renewed(folder)
        check(driver.execute_async_script(UPDATE) == "redundant", "a version that is half uploaded is not kept")
        complete()
        again(page, address_of(server))
        is_waiting = "return navigator.serviceWorker.getRegistration().then((found) => Boolean(found.waiting))"
        page.wait(lambda d: d.execute_script(is_waiting), "the new version waits")
        driver.get("about:blank")
        end(server)
    again(page, address_of(server))
    page.new_game("human", "level", level=2)
    page.move("h2e2")
    page.wait(lambda _: page.plies() == 2, "an answer of the new version")
    kept = driver.execute_script(
        "return caches.open('guohe-network').then((cache) => cache.keys()).then((all) => all.map(({ url }) => url))")
    check([url.split("/")[-1] for url in kept] == ["network-other.bin"],
          f"after an update the engine answers without a server: {kept}")
    return server


def everything(driver, static, tools, folder):
    says_that_it_has_not_started(driver, static)
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": STOPS})
    page, servers = moves_soon(driver, static)
    page.language("zh")
    stops(page, 250)
    again(page, address_of(servers[-1]))
    check(driver.execute_script("return crossOriginIsolated"), "from the second visit on the page is isolated")
    stops(page, 150)
    plays_by_clicks(page)
    analyses(page)
    all_habits(driver, page, check, sizes=((1280, 800),), languages=("en",))
    says_what_it_lacks(page)
    pictures(driver, page, folder, "web")
    touches(driver, page)
    reads_a_dropped_file(page, tools)
    saves_and_reads(page)
    after_a_game(driver, page, check)
    reports(page)
    first = driver.current_window_handle
    page.tab("file")
    page.click("#report-made a")
    driver.switch_to.window(driver.window_handles[-1])
    check(driver.current_window_handle != first and "<svg" in driver.page_source, "the report opens in a tab of its own")
    driver.close()
    driver.switch_to.window(first)
    draws_a_picture(page)
    ends_by_repetition(page)
    works_without_a_server(page, servers[-1])
    servers.append(works_after_an_update(driver, static))
    own = [prefix + address_of(server) for server in servers for prefix in ("", "blob:")]
    is_quiet(driver, check, lambda url: url.startswith((*own, "data:", "about:", "chrome:")))


def main():
    tools, static = sys.argv[1:3]
    folder = sys.argv[3] if len(sys.argv) > 3 else os.path.join(ROOT, "target", "board")
    driver = start_driver()
    try:
        everything(driver, static, tools, folder)
    finally:
        driver.quit()
    check(True, "all done")


if __name__ == "__main__":
    main()
