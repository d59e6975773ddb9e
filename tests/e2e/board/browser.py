"""A real browser (headless Chromium) for the checks of pages: how it is started, and what it saw and asked for."""

import base64
import json
import signal
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

# In a container /dev/shm is often too small for Chromium, whose tabs then crash.
ARGUMENTS = (
    "--headless=new --no-sandbox --disable-dev-shm-usage --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync --lang=zh-CN --window-size=1280,900"
).split()


# On SIGTERM a normal exit, so that the `finally` blocks end browser and server.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def checker(name):
    """A function that tells what holds, and ends the program called `name` at the first thing that does not."""
    def check(condition, what):
        if not condition:
            raise SystemExit(f"{name}: FAILED: {what}")
        print(f"{name}: {what}", flush=True)
    return check


def start_driver(scripts=True):
    options = webdriver.ChromeOptions()
    for argument in ARGUMENTS:
        options.add_argument(argument)
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def picture(driver, path, whole=False):
    """What the window shows, or the whole page, as PNG."""
    data = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": whole})["data"]
    with open(path, "wb") as file:
        file.write(base64.b64decode(data))


def resize(driver, width, height):
    # A phone has no bar that takes from the width.
    driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})


def is_quiet(driver, check, is_own):
    """Nothing in the console, and nothing asked for but what is the page's own."""
    said = driver.get_log("browser")
    check(not said, f"nothing in the console {said or ''}")
    asked = set()
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked.add(message["params"]["request"]["url"])
    others = [url for url in asked if not is_own(url)]
    check(asked and not others, f"{len(asked)} addresses asked for, all its own {others or ''}")
