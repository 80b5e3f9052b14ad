"""Editing on live pages: nothing that is typed is lost, and numbers are edited, too."""

from __future__ import annotations

from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser import PROVED, Live, complaints, opened, until
from tests.mini import change

RULES, GAME, PO = "content/mini/rules.yaml", "content/mini/game.yaml", "locales/fr/mini.po"
SAID = "return document.getElementById('said').textContent.startsWith(arguments[0])"
MARK_FIELDS = "document.querySelectorAll('textarea').forEach((one) => (one.dataset.old = 'yes'))"
NO_OLD_FIELD = "!document.querySelector('textarea[data-old]')"
AREA = "return document.querySelector('#translation textarea')?.value"


def chosen(driver: Any, context: str) -> None:
    """Choose a text in the list; wait until its fields are made anew, if it was chosen, too."""
    driver.execute_script(MARK_FIELDS)
    row = "const row = document.querySelector(`#texts [data-context='${arguments[0]}']`);"
    until(driver, f"{row} if (row) row.click(); return row", context)
    shown = "return document.getElementById('context').textContent === arguments[0]"
    until(driver, f"{shown} && document.activeElement.matches('textarea:not([data-old])')", context)


def area_of(driver: Any, side: str) -> Any:
    return driver.find_element(By.CSS_SELECTOR, f"#{side} textarea")


def test_what_is_typed_is_kept_until_it_is_saved_or_thrown_away(driver: Any, live: Live) -> None:
    before = (live.pack / PO).read_text(encoding="utf-8")
    opened(driver, live.of("book", "fr"))
    chosen(driver, "mini.rules.start.text")
    area = area_of(driver, "translation")
    assert (area.get_attribute("lang"), area_of(driver, "source").get_attribute("lang")) == (
        "fr",
        "en",
    )
    assert area_of(driver, "source").get_attribute("readOnly") == "true"
    old = area.get_attribute("value")
    area.send_keys(Keys.END, " Mine, 77 times.")
    reported = "return document.getElementById('checked').textContent"
    assert "77" in until(driver, reported)  # checked while one types
    area.send_keys(Keys.ALT, "n")
    other = "return document.getElementById('context').textContent !== arguments[0]"
    until(driver, other, "mini.rules.start.text")
    driver.refresh()
    marks = "return [...document.querySelectorAll('#texts .mark')].map((one) => one.textContent)"
    assert until(driver, f"{marks}.includes('draft')")
    chosen(driver, "mini.rules.start.text")
    assert driver.execute_script(AREA) == f"{old} Mine, 77 times."
    assert (live.pack / PO).read_text(encoding="utf-8") == before
    driver.find_element(By.ID, "discard").click()
    driver.switch_to.alert.dismiss()
    assert driver.execute_script(AREA) == f"{old} Mine, 77 times."
    driver.find_element(By.ID, "discard").click()
    driver.switch_to.alert.accept()
    assert driver.execute_script(AREA) == old
    assert not driver.find_element(By.ID, "discard").is_displayed()
    assert complaints(driver) == []


def test_ones_own_second_save_is_no_conflict_and_is_taken_back(driver: Any, live: Live) -> None:
    path = live.pack / RULES
    before = path.read_text(encoding="utf-8")
    opened(driver, live.of("deck"))
    chosen(driver, "mini.rules.dark.text")
    for words in ("Once.", "Twice."):
        area = area_of(driver, "source")
        area.clear()
        area.send_keys(words, Keys.CONTROL, Keys.ENTER)
        assert until(driver, SAID, "saved")
        # As if the server answered with the pack as it was before the save.
        driver.execute_script("document.getElementById('said').textContent = ''")
        assert words in path.read_text(encoding="utf-8")
        chosen(driver, "mini.rules.dark.text")
    assert driver.find_element(By.ID, "meanwhile").is_displayed() is False
    for words in ("Once.", "Heroes see half as far."):
        # It is said twice: when the file is written, and when the text is shown anew.
        driver.execute_script(MARK_FIELDS)
        driver.find_element(By.ID, "undo").click()
        assert until(driver, f"{SAID} && {NO_OLD_FIELD}", "taken back")
        assert words in path.read_text(encoding="utf-8")
    assert path.read_text(encoding="utf-8") == before


def test_a_number_is_changed_in_its_file(driver: Any, live: Live) -> None:
    path = live.pack / GAME
    before = path.read_text(encoding="utf-8")
    opened(driver, live.of("book"))
    until(driver, PROVED, "proved")  # the numbers are shown anew after each change of a file
    chosen(driver, "mini.rules.start.text")
    (value,) = driver.find_elements(By.CSS_SELECTOR, "#values .value")
    assert "{health}" in value.text
    link = value.find_element(By.CSS_SELECTOR, "a.where")
    assert link.get_attribute("href").startswith(f"vscode://file{live.pack}/{GAME}:16:")
    box = value.find_element(By.TAG_NAME, "input")
    assert box.get_attribute("value") == "12"
    box.clear()
    box.send_keys("many", Keys.ENTER)
    said = "return document.querySelector('#values output').textContent"
    assert "expected a number" in until(driver, said)
    # Another file changes meanwhile: what is typed stays.
    driver.execute_script("window.first = document.getElementById('texts').firstChild")
    change(live.pack, PO, "a {health} points", "a bien {health} points")
    until(driver, "return window.first !== document.getElementById('texts').firstChild")
    until(driver, PROVED, "proved")
    assert box.get_attribute("value") == "many"
    change(live.pack, PO, "a bien {health} points", "a {health} points")
    box.clear()
    box.send_keys("15", Keys.ENTER)
    until(driver, "return !document.getElementById('undo').hidden")  # saved
    assert path.read_text(encoding="utf-8") == before.replace("health: 12", "health: 15")
    driver.find_element(By.ID, "undo").click()
    assert until(driver, SAID, "taken back")
    assert path.read_text(encoding="utf-8") == before


def test_texts_are_found_and_faults_are_never_beside_checked(driver: Any, live: Live) -> None:
    opened(driver, live.of("book", "fr"))
    until(driver, "return document.querySelectorAll('#texts .row').length > 5")
    driver.find_element(By.ID, "find").send_keys("TANIERE")
    listed = "return [...document.querySelectorAll('#texts .row')].map((one) => one.textContent)"
    rows = driver.execute_script(listed)  # at once: the list is made anew meanwhile
    assert rows
    assert all("tanière" in row.lower() or "den" in row.lower() for row in rows)
    before = (live.pack / PO).read_text(encoding="utf-8")
    until(driver, PROVED, "proved")
    driver.execute_script("""
      const state = document.getElementById("state");
      window.mixed = 0;
      new MutationObserver(() => {
        const faults = document.querySelector("#problems .error");
        if (state.dataset.state === "proved" && faults) window.mixed += 1;
      }).observe(document.body, {subtree: true, childList: true, attributes: true});
    """)
    change(live.pack, PO, "a {health} points", "a 13 points")
    assert until(driver, "return document.querySelector('#problems:not([hidden]) .error')")
    until(driver, "return document.getElementById('state').dataset.state === 'faulty'")
    assert driver.execute_script("return window.mixed") == 0
    (live.pack / PO).write_text(before, encoding="utf-8")
    until(driver, PROVED, "proved")
