#!/usr/bin/env python3
"""Ten games of the engine against itself in the static page: the memory of the page must not grow.

usage: web_memory.py <folder written by make web> [games, 10 without it]

A tenth of a second a move; about a minute a game. Counted is what the page's process holds alone (Linux: its PSS), after
garbage was collected.
"""

import os
import sys

from board_page import Page
from browser import checker, start_driver
from web import again, serve

check = checker("web memory")
LONGEST_GAME = 900
# The first games fill tables and caches.
WARM = 2
GROWTH = 1.1
# Megabytes that a renderer holds at least, even of an empty page.
LEAST = 50
# A process that has ended meanwhile; what may not be read is a failure.
GONE = (FileNotFoundError, ProcessLookupError)


def megabytes(driver):
    """What the renderers of this browser hold."""
    driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    browser = driver.service.process.pid
    parents, total = {}, 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as file:
                parents[int(pid)] = int(file.read().rpartition(")")[2].split()[1])
        except GONE:
            pass
    for pid in parents:
        ancestor = pid
        while ancestor in parents and ancestor != browser:
            ancestor = parents[ancestor]
        if ancestor != browser:
            continue
        try:
            with open(f"/proc/{pid}/cmdline") as file:
                if "--type=renderer" not in file.read():
                    continue
            with open(f"/proc/{pid}/smaps_rollup") as file:
                total += next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except GONE:
            pass
    return total / 1024


def main():
    folder = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    server = serve(folder)
    address = f"http://127.0.0.1:{server.server_port}/"
    driver = start_driver()
    try:
        page = Page(driver, address)
        # The service worker, which isolates the page, serves it from the second visit on.
        driver.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
        again(page, address)
        check(driver.execute_script("return crossOriginIsolated"), "the page shares memory with its workers")
        held = [megabytes(driver)]
        check(held[0] > LEAST, f"the page holds {held[0]:.0f} MB")
        for game in range(games):
            page.new_game("time", "time", seconds=0.1)
            page.wait(lambda _: not driver.execute_script("return document.getElementById('ending').hidden"),
                      "the game ends", LONGEST_GAME)
            plies = page.plies()
            held.append(megabytes(driver))
            check(plies > 0 and held[-1] > LEAST, f"game {game + 1}: {plies} plies, {held[-1]:.0f} MB")
            driver.get_log("performance")
        warm = max(held[:WARM + 1])
        check(max(held) <= GROWTH * warm, f"{held[0]:.0f} MB at first, {warm:.0f} MB after {WARM} games, at most {max(held):.0f} MB")
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
