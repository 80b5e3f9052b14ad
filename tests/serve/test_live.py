"""Live pages as they are used: in a browser, while files are saved."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser import PROVED, Live, complaints, luminous, opened, pictured, schemed, until
from tests.mini import change

DRAWN = """
return [...document.querySelectorAll("#pages .piece")]
  .filter((one) => one.dataset.drawn && one.dataset.shown === one.dataset.wanted)
  .map((one) => one.dataset.drawn);
"""


def test_a_save_shows_the_new_card_and_only_that_is_drawn_anew(driver: Any, live: Live) -> None:
    opened(driver, live.of("deck"))
    assert until(driver, PROVED, "proved")
    before = driver.execute_script(DRAWN)
    file, old, new = "content/mini/rules.yaml", "at least *3* wins.", "at least *3* will win."
    change(live.pack, file, old, new)
    changed = until(
        driver,
        f"const now = (() => {{{DRAWN}}})(); const were = arguments[0];"
        "return now.length >= were.length && now.some((one) => !were.includes(one)) && now;",
        before,
    )
    assert len(set(changed) & set(before)) > 0
    assert until(driver, PROVED, "proved")
    assert complaints(driver) == []


def test_a_picture_that_did_not_come_is_asked_for_again(driver: Any, live: Live) -> None:
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/picture/*"]})
    try:
        opened(driver, live.of("deck"))
        assert until(driver, "return document.getElementById('state').dataset.state === 'proved'")
        assert driver.execute_script(PROVED, "proved") == 0
    finally:
        driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    assert until(driver, PROVED, "proved")


def test_what_is_wrong_is_reported_at_its_line_and_gone_when_it_is_mended(
    driver: Any, live: Live
) -> None:
    opened(driver, live.of("board"))
    assert until(driver, PROVED, "proved")
    file = "content/mini/rules.yaml"
    text = (live.pack / file).read_text(encoding="utf-8")
    (live.pack / file).write_text(text.replace("rules:", "rulez:", 1), encoding="utf-8")
    reported = "return document.querySelector('#problems:not([hidden]) li')?.textContent"
    assert "rules.yaml:" in until(driver, reported)
    assert driver.execute_script("return document.querySelectorAll('#pages img').length") > 0
    (live.pack / file).write_text(text, encoding="utf-8")
    assert until(driver, "return document.getElementById('problems').hidden")
    assert until(driver, PROVED, "proved")


def picked(driver: Any, context: str) -> None:
    """Click a text on its page."""
    click = "const spot = document.querySelector(`.spot[data-context='${arguments[0]}']`);"
    until(driver, f"{click} if (spot) spot.click(); return spot", context)
    shown = "return document.getElementById('context').textContent === arguments[0]"
    assert until(driver, shown, context)


def written(driver: Any, words: str) -> None:
    """Write a text into the form and save it by keyboard."""
    area = driver.find_element(By.CSS_SELECTOR, "#source textarea")
    area.clear()
    area.send_keys(words)
    area.send_keys(Keys.CONTROL, Keys.ENTER)


GLIMPSED = """
const image = document.querySelector("#places img");
if (!image?.complete || !image.naturalWidth) return "";
const canvas = document.createElement("canvas");
Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
canvas.getContext("2d").drawImage(image, 0, 0);
const now = canvas.toDataURL();
return now !== arguments[0] && now;
"""
"""The picture of the first place of a text, if it is another one than before."""
SEEN = """
const images = [...document.querySelectorAll("#places img")];
return images.length && images.every((one) => one.complete && one.naturalWidth)
  && document.getElementById("state").dataset.state === "proved"
  && [...document.querySelectorAll("#pages .piece")]
    .every((one) => !one.dataset.shown || one.dataset.shown === one.dataset.wanted);
"""
"""Whether all pictures are there, and those of now."""


def test_a_text_is_clicked_and_edited_in_its_file(driver: Any, live: Live, update: bool) -> None:
    opened(driver, live.of("deck"))
    assert until(driver, PROVED, "proved")
    picked(driver, "mini.rules.dark.text")
    path = live.pack / "content/mini/rules.yaml"
    before = path.read_text(encoding="utf-8")
    old = "Heroes see half as far."
    were = until(driver, GLIMPSED, "")
    written(driver, "Heroes see no farther.")
    said = "return document.getElementById('said').textContent"
    assert until(driver, said).startswith("saved: content/mini/rules.yaml:")
    assert path.read_text(encoding="utf-8") == before.replace(old, "Heroes see no farther.")
    row = "return [...document.querySelectorAll('#texts .row')].some((one) => "
    assert until(driver, f"{row} one.textContent === 'Heroes see no farther.')")
    place = "return document.querySelectorAll('#places li').length"
    assert until(driver, place) >= 2  # the book has it, too
    assert until(driver, GLIMPSED, were)
    if update:
        assert until(driver, SEEN)
    pictured(driver, "live-text", update=update)


def test_what_somebody_else_has_saved_is_shown_beside_and_not_overwritten(
    driver: Any, live: Live
) -> None:
    opened(driver, live.of("deck"))
    assert until(driver, PROVED, "proved")
    picked(driver, "mini.rules.dark.text")
    path = live.pack / "content/mini/rules.yaml"
    change(live.pack, "content/mini/rules.yaml", "Heroes see half as far.", "Theirs.")
    written(driver, "Mine.")
    assert until(driver, "return !document.getElementById('meanwhile').hidden")
    beside = "return ['theirs', 'mine'].map((id) => document.getElementById(id).textContent)"
    assert driver.execute_script(beside) == ["Theirs.", "Mine."]
    driver.find_element(By.ID, "take").click()
    driver.switch_to.alert.dismiss()  # what is typed is not lost unasked
    assert driver.execute_script(beside) == ["Theirs.", "Mine."]
    assert (
        driver.find_element(By.CSS_SELECTOR, "#source textarea").get_attribute("value") == "Mine."
    )
    assert "Theirs." in path.read_text(encoding="utf-8")
    driver.find_element(By.ID, "keep").click()
    said = "return document.getElementById('said').textContent.startsWith('saved')"
    assert until(driver, said)
    assert "Mine." in path.read_text(encoding="utf-8")


def test_the_next_fuzzy_text_is_a_key_away(driver: Any, live: Live) -> None:
    opened(driver, live.of("book", "fr"))
    assert until(driver, "return document.querySelectorAll('#texts .row').length")
    driver.find_element(By.TAG_NAME, "body").send_keys("f")
    context = "return document.getElementById('context').textContent"
    assert until(driver, context) == "mini.rules.guess.text"
    active = "return document.activeElement.value"
    assert until(driver, active) == "La tanière est mal éclairée !"


COLOURED = """
const [want, near] = [arguments[0], 24];
return [...document.querySelectorAll("#pages .piece img")].some((image) => {
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
  for (let at = 0; at < data.length; at += 4)
    if (want.every((part, of) => Math.abs(data[at + of] - part) < near)) return true;
});
"""
"""Whether a picture on the pages has a colour, given as red, green and blue."""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
DRAWING = f'{SVG}<path fill="{{}}" d="M0 0h9v9z"/></svg>'


def test_another_colour_of_the_theme_and_another_picture_are_shown(driver: Any, live: Live) -> None:
    picture = live.pack / "assets" / "mine.svg"
    picture.write_text(DRAWING.format("#ff0000"), encoding="utf-8")
    shown = "module: night, image: {file: mine.svg, alt: A den}, contents: [rules.dark]"
    change(live.pack, "content/mini/aids.yaml", "module: night, contents: [rules.dark]", shown)
    opened(driver, live.of("deck"))
    assert until(driver, COLOURED, [255, 0, 0])
    picture.write_text(DRAWING.format("#00ff00"), encoding="utf-8")
    assert until(driver, COLOURED, [0, 255, 0])
    assert not driver.execute_script(COLOURED, [255, 0, 0])
    change(live.pack, "content/mini/game.yaml", "#335577", "#aa00aa")
    assert until(driver, COLOURED, [170, 0, 170])
    assert until(driver, PROVED, "proved")


def test_the_pdf_of_what_is_open_is_that_of_a_build(
    driver: Any, live: Live, built: Path, tmp_path: Path
) -> None:
    folder = {"behavior": "allow", "downloadPath": str(tmp_path)}
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", folder)
    opened(driver, live.of("deck"))
    assert until(driver, PROVED, "proved")
    driver.find_element(By.ID, "pdf").click()
    said = "return document.getElementById('pdf-said').textContent"
    assert until(driver, "return !document.getElementById('pdf').disabled")
    assert driver.execute_script(said) == ""
    path = tmp_path / "mini-deck-en.pdf"
    while not path.is_file():  # the browser is writing it, under another name
        assert until(driver, "return true")
        time.sleep(0.05)
    assert path.read_bytes() == (built / "out/mini/en" / path.name).read_bytes()
    change(live.pack, "content/mini/rules.yaml", "Heroes see half as far.", "far" * 99)
    assert until(driver, "return document.getElementById('state').dataset.state === 'faulty'")
    driver.find_element(By.ID, "pdf").click()
    assert until(driver, f"{said}.startsWith('no PDF: ')")
    assert len(list(tmp_path.iterdir())) == 1


def test_what_a_designer_looks_at(driver: Any, live: Live, update: bool) -> None:
    opened(driver, live.of("deck"))
    assert until(driver, PROVED, "proved")
    driver.find_element(By.CSS_SELECTOR, "#design summary").click()
    boxes = """return [...document.querySelectorAll("#fit tbody td:first-child")]
      .map((one) => one.innerText)"""
    assert set(until(driver, boxes)) == {
        *("cards.fight.front", "cards.fight.back", "cards.night.front"),
    }
    assert "#" in driver.find_element(By.ID, "colours").text
    for value in ("grey", "deutan"):
        driver.execute_script(
            "const eyes = document.getElementById('eyes'); eyes.value = arguments[0];"
            "eyes.dispatchEvent(new Event('change'))",
            value,
        )
        seen = "return getComputedStyle(document.querySelector('#pages img')).filter"
        assert driver.execute_script(seen) != "none"
        assert driver.execute_script("return document.getElementById('pages').className") == value
    driver.find_element(By.ID, "light").click()
    behind = "return document.querySelectorAll('.behind .piece').length"
    assert until(driver, behind) > 0
    driver.find_element(By.ID, "cut").click()
    cut = """return [...document.querySelectorAll(".side > .piece")]
      .filter((one) => one.checkVisibility()).every((one) => one.dataset.width < 200)"""
    assert driver.execute_script(cut)
    edged = """return new Set([...document.querySelectorAll(".side > .piece:not(.whole)")]
      .filter((one) => getComputedStyle(one).outlineStyle === "dashed")
      .map((one) => one.dataset.height)).size"""
    assert driver.execute_script(edged) == 1  # the cards, and nothing within them
    assert complaints(driver) == []
    pictured(driver, "live-design", update=update)


def test_live_pages_are_no_wider_than_their_window_and_dark_where_the_system_is(
    driver: Any, live: Live
) -> None:
    opened(driver, live.of("deck"))
    assert until(driver, PROVED, "proved")
    for width in (360, 768, 1280):
        driver.set_window_size(width, 900)
        wide = "return [document.documentElement.scrollWidth, window.innerWidth]"
        found, room = driver.execute_script(wide)
        assert found <= room, width
    with schemed(driver, "dark"):
        assert luminous(driver) < 0.2
