"""Chromium as Debian has it, driven by Selenium: for tests of pages as they are used."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

OPTIONS = (
    "--headless=new",
    "--no-sandbox",  # CI is root, whom Chromium's own sandbox refuses; pages are our own
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
)


def missing() -> str:
    """Say what of the browser this machine lacks; "" if nothing."""
    lacking = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    return f"found no {' and no '.join(lacking)}" if lacking else ""


def required() -> bool:
    """Tell whether it is a failure that there is no browser: in CI."""
    return bool(os.environ.get("CI"))


@contextmanager
def chromium(width: int = 1280, height: int = 900) -> Iterator[Any]:
    """Yield a browser with a window of a size in px."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for option in (*OPTIONS, f"--window-size={width},{height}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    # A page asks before typed text is lost; tests leave it all the same.
    prompts = {"beforeUnload": "accept", "default": "ignore"}
    options.set_capability("unhandledPromptBehavior", prompts)
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        yield driver
    finally:
        driver.quit()


PATIENCE = 40.0
"""Seconds after which what was waited for is taken not to come: it takes three, on a machine that
is as busy as can be thirty."""


@dataclass(frozen=True)
class Live:
    """Live pages that are served: their address, the pack, and the process."""

    address: str
    pack: Path
    process: int

    def of(self, aid: str, locale: str = "en") -> str:
        """Return the address of an aid of the game Mini."""
        return f"{self.address}#game=mini&aid={aid}&locale={locale}"


def until(driver: Any, script: str, *arguments: object) -> Any:
    """Wait until a script returns something that is true, and return it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = driver.execute_script(script, *arguments)
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"in vain: {script}\n{complaints(driver)}")


def complaints(driver: Any) -> list[str]:
    """Return what the browser complains of."""
    return [entry["message"] for entry in driver.get_log("browser")]


def opened(driver: Any, address: str) -> None:
    """Open an address anew, also if only its fragment is another."""
    driver.get("about:blank")
    driver.get_log("browser")  # of another page
    driver.get(address)


PROVED = """
const pages = [...document.querySelectorAll("#pages .page")];
return pages.length && document.getElementById("state").dataset.state === arguments[0]
  && pages.filter((page) => page.dataset.shown).length;
"""
"""How many pictures are shown, once all pages are in a state."""


@contextmanager
def schemed(driver: Any, scheme: str) -> Iterator[None]:
    """Have pages reported that the system is `light` or `dark`."""
    command = "Emulation.setEmulatedMedia"
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    driver.execute_cdp_cmd(command, {"features": features})
    yield
    driver.execute_cdp_cmd(command, {"features": []})


def luminous(driver: Any) -> float:
    """Return how light the ground of a page is, from 0 to 1."""
    found = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    parts = [int(part) for part in re.findall(r"\d+", found)[:3]]
    return sum(parts) / (3 * 255)
