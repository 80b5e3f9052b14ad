"""Live pages as they are used: in a browser, while files are saved."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser import PROVED, Live, complaints, luminous, opened, schemed, until
from tests.mini import change

DRAWN = """
return [...document.querySelectorAll("#pages .page")]
  .filter((page) => page.dataset.shown && page.dataset.shown === page.dataset.wanted)
  .map((page) => page.dataset.shown);
"""


def test_a_save_shows_the_new_pages(driver: Any, live: Live) -> None:
    opened(driver, live.of("deck"))
    assert until(driver, PROVED, "proved")
    before = driver.execute_script(DRAWN)
    change(live.pack, "content/mini/rules.yaml", "at least *3* wins.", "at least *3* will win.")
    until(
        driver,
        f"const now = (() => {{{DRAWN}}})(); const were = arguments[0];"
        "return now.length >= were.length && now.some((one) => !were.includes(one)) && now;",
        before,
    )
    assert until(driver, PROVED, "proved")
    assert complaints(driver) == []


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


SAID = "return document.getElementById('said').textContent"
FIELD = "return document.querySelector('#field textarea')?.value"
RULES, PO = "content/mini/rules.yaml", "locales/fr/mini.po"


def pick_on_page(driver: Any, context: str) -> None:
    """Click a text on its page."""
    click = "const spot = document.querySelector(`.spot[data-context='${arguments[0]}']`);"
    until(driver, f"{click} if (spot) spot.click(); return spot", context)
    until(driver, "return document.getElementById('context').textContent === arguments[0]", context)
    until(driver, "return document.activeElement.matches('#field textarea')")


def pick_in_list(driver: Any, context: str) -> None:
    row = "const row = document.querySelector(`#texts [data-context='${arguments[0]}']`);"
    until(driver, f"{row} if (row) row.click(); return row", context)
    until(driver, "return document.getElementById('context').textContent === arguments[0]", context)
    until(driver, "return document.activeElement.matches('#field textarea')")


def write(driver: Any, words: str) -> None:
    """Write a text into the field and save it by keyboard."""
    area = driver.find_element(By.CSS_SELECTOR, "#field textarea")
    area.send_keys(Keys.CONTROL, "a")
    area.send_keys(words, Keys.CONTROL, Keys.ENTER)


def test_a_text_is_clicked_and_edited_in_its_file(driver: Any, live: Live) -> None:
    opened(driver, live.of("deck"))
    assert until(driver, PROVED, "proved")
    pick_on_page(driver, "mini.rules.dark.text")
    path = live.pack / RULES
    before = path.read_text(encoding="utf-8")
    write(driver, "Heroes see no farther.")
    assert until(driver, f"{SAID}.startsWith('saved: content/mini/rules.yaml:')")
    new = before.replace("Heroes see half as far.", "Heroes see no farther.")
    assert path.read_text(encoding="utf-8") == new
    row = "return [...document.querySelectorAll('#texts .row')].some((one) => "
    assert until(driver, f"{row} one.textContent === 'Heroes see no farther.')")
    write(driver, "Heroes see half as far.")  # one's own save is no conflict
    until(driver, f"{FIELD} === 'Heroes see half as far.'")
    end = time.monotonic() + 20
    while path.read_text(encoding="utf-8") != before:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert until(driver, PROVED, "proved")


SLOW_SAVES = """
const send = window.fetch;
window.fetch = async (address, options) => {
  if (options?.method === "POST" && address.startsWith("text/"))
    await new Promise((done) => (window.release = done));
  return send(address, options);
};
"""
"""Saves wait until `release` is called."""
RELEASE = "const waiting = Boolean(window.release); window.release?.(); return waiting"


def test_what_is_typed_during_a_save_is_never_lost(driver: Any, live: Live) -> None:
    opened(driver, live.of("deck"))
    pick_in_list(driver, "mini.rules.dark.text")
    driver.execute_script(SLOW_SAVES)
    write(driver, "First.")
    area = driver.find_element(By.CSS_SELECTOR, "#field textarea")
    area.send_keys(" Second.")
    until(driver, RELEASE)
    assert "what you typed since is not" in until(driver, f"{SAID}.includes('since') && {SAID[7:]}")
    assert "text: First." in (live.pack / RULES).read_text(encoding="utf-8")
    rows = "return [...document.querySelectorAll('#texts .row')].map((one) => one.dataset.context)"
    pick_in_list(driver, next(name for name in driver.execute_script(rows) if "dark" not in name))
    pick_in_list(driver, "mini.rules.dark.text")
    assert driver.execute_script(FIELD) == "First. Second."
    driver.execute_script("window.release = null")
    area = driver.find_element(By.CSS_SELECTOR, "#field textarea")
    area.send_keys(Keys.CONTROL, Keys.ENTER)
    until(driver, RELEASE)
    assert until(driver, f"{SAID}.startsWith('saved')")
    assert "text: First. Second." in (live.pack / RULES).read_text(encoding="utf-8")
    write(driver, " ")
    until(driver, RELEASE)
    assert until(driver, f"{SAID}.includes('not saved: a source text may not be empty')")
    area.send_keys(Keys.CONTROL, "z")


def test_a_text_changed_by_somebody_else_is_shown_beside_ones_own(driver: Any, live: Live) -> None:
    opened(driver, live.of("deck"))
    assert until(driver, PROVED, "proved")
    pick_in_list(driver, "mini.rules.dark.text")
    driver.find_element(By.CSS_SELECTOR, "#field textarea").send_keys(Keys.END, " Mine.")
    change(live.pack, RULES, "Heroes see half as far.", "Theirs.")
    write(driver, "Mine.")
    assert until(driver, "return !document.getElementById('conflict').hidden")
    beside = "return ['theirs', 'mine'].map((id) => document.getElementById(id).textContent)"
    assert driver.execute_script(beside) == ["Theirs.", "Mine."]
    driver.find_element(By.ID, "take").click()
    driver.switch_to.alert.dismiss()  # asked before the typed text is lost
    assert driver.execute_script(FIELD) == "Mine."
    assert "Theirs." in (live.pack / RULES).read_text(encoding="utf-8")
    driver.find_element(By.ID, "keep").click()
    assert until(driver, f"{SAID}.startsWith('saved')")
    assert "Mine." in (live.pack / RULES).read_text(encoding="utf-8")


def test_translating_beside_the_source(driver: Any, live: Live) -> None:
    before = (live.pack / PO).read_text(encoding="utf-8")
    opened(driver, live.of("book", "fr"))
    assert until(driver, "return document.querySelectorAll('#texts .row').length")
    driver.find_element(By.TAG_NAME, "body").send_keys("f")  # the next fuzzy text
    context = "return document.getElementById('context').textContent"
    assert until(driver, context) == "mini.rules.guess.text"
    assert until(driver, "return document.activeElement.value") == "La tanière est mal éclairée !"
    pick_in_list(driver, "mini.rules.start.text")
    source = driver.find_element(By.ID, "original-words")
    assert (source.text, source.get_attribute("lang")) == (
        "Every hero has {health} health & a *sword*.",
        "en",
    )
    area = driver.find_element(By.CSS_SELECTOR, "#field textarea")
    assert area.get_attribute("lang") == "fr"
    area.send_keys(Keys.END, " Mine, 77 times.")
    put = "return [...document.querySelectorAll('#help .put')].map((one) => one.textContent)"
    assert "{health}" in driver.execute_script(put)
    typed = driver.execute_script(FIELD)
    pick_in_list(driver, "mini.rules.guess.text")
    marks = "return [...document.querySelectorAll('#texts .mark')].map((one) => one.textContent)"
    assert "not saved" in until(driver, marks)
    pick_in_list(driver, "mini.rules.start.text")
    assert driver.execute_script(FIELD) == typed
    assert (live.pack / PO).read_text(encoding="utf-8") == before
    area = driver.find_element(By.CSS_SELECTOR, "#field textarea")
    area.send_keys(Keys.CONTROL, Keys.ENTER)
    assert "77" in until(driver, "return document.getElementById('checked').textContent")
    driver.find_element(By.ID, "find").send_keys("TANIERE")
    listed = "return [...document.querySelectorAll('#texts .row')].map((one) => one.textContent)"
    rows = driver.execute_script(listed)
    assert rows
    assert all("tanière" in row.lower() or "den" in row.lower() for row in rows)
    assert complaints(driver) == []


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
    change(live.pack, "content/mini/rules.yaml", "Heroes see half as far.", "far " * 600)
    assert until(driver, "return document.getElementById('state').dataset.state === 'faulty'")
    driver.find_element(By.ID, "pdf").click()
    assert until(driver, f"{said}.startsWith('no PDF: ')")
    assert len(list(tmp_path.iterdir())) == 1


def test_pages_are_looked_at_in_grey_through_the_paper_and_in_the_dark(
    driver: Any, live: Live
) -> None:
    opened(driver, live.of("deck"))
    assert until(driver, PROVED, "proved")
    for value in ("grey", "deutan"):
        driver.execute_script(
            "const eyes = document.getElementById('eyes'); eyes.value = arguments[0];"
            "eyes.dispatchEvent(new Event('change'))",
            value,
        )
        filtered = "return getComputedStyle(document.querySelector('#pages img')).filter"
        assert driver.execute_script(filtered) != "none"
    driver.find_element(By.ID, "light").click()
    assert until(driver, "return document.querySelectorAll('.behind').length") > 0
    with schemed(driver, "dark"):
        assert luminous(driver) < 0.2
    assert complaints(driver) == []
