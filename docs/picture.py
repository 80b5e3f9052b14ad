"""Makes the pictures of README and how-tos: `python docs/picture.py [build [examples [site]]]`.

The games of `examples/` are built with `--out examples-build`. If there is a site in `build/site`,
it and the live preview are opened in Chromium.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageOps
from pypdfium2 import PdfDocument
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

FOLDERS = ("build", "examples-build", "build/site")
TALL, EDGE, GREY = 540, 15, "#d9d9d9"
"""How high in pixels a page is, and what is around it."""
COLOURS = 48
CARD = (29.8, 545.7, 386.9, 46.8)
"""What to cut off a sheet of poker cards, so that its first card is left: in pt from the left, the
bottom, the right and the top."""
ACROSS, DOWN = 178.58, 249.45
"""How far the next card is, in pt."""
PAGES: tuple[tuple[str, int, tuple[float, ...]], ...] = (
    ("en/expedition-damage-tables-en", 0, ()),
    ("fr/expedition-rulebook-fr", 5, ()),
    ("fr/expedition-player-cards-fr", 0, CARD),
)
COVERS = ("lamplighters/en/lamplighters-rulebook-en", "ember-keep/en/ember-keep-rulebook-en")
SALVAGE, WARM = "tidewrack/en/tidewrack-salvage-en", 192
"""The cards of the fan, and of how many colours their picture is."""
FAN = ((0, 2, 0), (2, 2, 2), (2, 1, 1), (4, 0, 1), (6, 0, 0))
"""Of each card of the fan: its page, and where it is on that, across and down."""
HELD, TURN = 2.1, 13
"""How far below the tops of cards the middle of the fan is, in cards; the degrees between two."""

WINDOW, WIDE, SCREEN_COLOURS = (1100, 650), 900, 24
"""Of a browser: its size in pixels; of a picture of it: how wide it is, and of how many colours."""
QUESTION = "expedition/en/index.html?q=damage for tier sum 7, four adventurers, roll 14"
PAGES_OF_SITE = (
    ("front", "index.html", 190),
    ("search", QUESTION, 0),
    ("aid", "expedition/en/rulebook.html#rules.equal-damage-9", -40),
    ("rule", "expedition/en/rules/drawings.damage.html", 0),
)
"""The pages that are shown, and how far they are scrolled then."""
LIVE, TEXT = "game=expedition&aid=player-cards&locale=en", "expedition.rules.surges.brief"
"""What is open in the live preview, and the text that is clicked."""
READY, PATIENCE = "return document.getElementById('state').dataset.state === 'proved'", 120
"""Whether all pages are verified, and how many seconds that may take."""


def page(path: Path, number: int, crop: tuple[float, ...], edge: int = EDGE) -> Image.Image:
    """Return a picture of a page, or of what is left when `crop` is cut off."""
    found = PdfDocument(path)[number]
    tall = found.get_height() - (crop[1] + crop[3] if crop else 0)
    picture = found.render(scale=TALL / tall, crop=crop or (0, 0, 0, 0)).to_pil()
    return ImageOps.expand(picture.resize((picture.width, TALL)), edge, GREY)


def row(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures side by side."""
    wall = Image.new("RGB", (sum(each.width for each in pictures), TALL + 2 * EDGE), GREY)
    for i, each in enumerate(pictures):
        wall.paste(each, (sum(left.width for left in pictures[:i]), 0))
    return wall


def fan(sheets: Path) -> Image.Image:
    """Return some cards of a few sheets, as in a hand."""
    left, bottom, right, top = CARD
    hand = Image.new("RGBA", (1400, 900))
    for i, (number, across, down) in enumerate(FAN):
        x, y = across * ACROSS, down * DOWN
        card = page(sheets, number, (left + x, bottom - y, right - x, top + y), 0)
        corners = Image.new("L", card.size)
        ImageDraw.Draw(corners).rounded_rectangle((2, 2, card.width - 3, TALL - 3), 18, 255)
        card.putalpha(corners)
        high = round(card.height * HELD)
        room = Image.new("RGBA", (2 * high, 2 * high))
        room.paste(card, (high - card.width // 2, 0), card)
        turned = room.rotate(TURN * (len(FAN) // 2 - i), Image.Resampling.BICUBIC)
        hand.alpha_composite(turned.crop((high - 700, 0, high + 700, 900)))
    box = hand.getbbox() or (0, 0, 1, 1)
    wide = round((box[2] - box[0]) * TALL / (box[3] - box[1]))
    small = hand.crop(box).resize((wide, TALL), Image.Resampling.LANCZOS)
    wall = Image.new("RGB", (wide + 2 * EDGE, TALL + 2 * EDGE), GREY)
    wall.paste(small, (EDGE, EDGE), small)
    return wall


@contextmanager
def browser() -> Iterator[Any]:
    """Yield Chromium."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for option in ("headless=new", "no-sandbox", "hide-scrollbars"):
        options.add_argument(f"--{option}")
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    size = {"width": WINDOW[0], "height": WINDOW[1], "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        yield driver
    finally:
        driver.quit()


def until(driver: Any, script: str, *words: str) -> None:
    """Wait until a script returns something that is true."""
    end = time.monotonic() + PATIENCE
    while not driver.execute_script(script, *words):
        if time.monotonic() > end:
            raise TimeoutError(script)
        time.sleep(0.1)


def screen(driver: Any, path: Path) -> None:
    """Save a picture of what a browser shows."""
    time.sleep(1)  # for what moves
    seen = Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB")
    seen.thumbnail((WIDE, WIDE), Image.Resampling.LANCZOS)
    seen.quantize(SCREEN_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def screens(site: Path, here: Path) -> None:
    """Save pictures of a site and of the live preview."""
    with browser() as driver:
        for name, address, far in PAGES_OF_SITE:
            driver.get(f"{site.resolve().as_uri()}/{address}")
            driver.execute_script("window.scrollBy(0, arguments[0])", far)
            screen(driver, here / f"site-{name}.png")
        command = [sys.executable, "-m", "aidgen", "serve", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as served:
            assert served.stdout is not None
            driver.get(f"{served.stdout.readline().split(': ')[1].strip()}#{LIVE}")
            until(driver, READY)
            click = "const text = document.querySelector(`.spot[data-context='${arguments[0]}']`);"
            until(driver, f"{click} text?.click(); return text", TEXT)
            until(driver, "return document.activeElement.matches('#field textarea')")
            screen(driver, here / "live-text.png")
            served.terminate()


if __name__ == "__main__":
    here = Path(__file__).parent
    given = sys.argv[1:]
    folder, examples, site = map(Path, (*given, *FOLDERS[len(given) :]))
    pages = [page(folder / "expedition" / f"{name}.pdf", *place) for name, *place in PAGES]
    row(pages).quantize(COLOURS).save(here / "picture.png", optimize=True)
    covers = [page(examples / f"{name}.pdf", 0, ()) for name in COVERS]
    shelf = row([*covers, fan(examples / f"{SALVAGE}.pdf")])
    shelf.quantize(WARM, kmeans=2).save(here / "examples.png", optimize=True)
    if site.is_dir():
        screens(site, here)
