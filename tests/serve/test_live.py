"""Live pages as they are used: in a browser, while files are saved."""

from __future__ import annotations

from typing import Any

from tests.browser import PROVED, Live, complaints, opened, until
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
    text = (live.pack / file).read_text(encoding="utf-8")
    change(live.pack, file, old, new)
    changed = until(
        driver,
        f"const now = (() => {{{DRAWN}}})(); const were = arguments[0];"
        "return now.length === were.length && now.some((one) => !were.includes(one)) && now;",
        before,
    )
    assert len(set(changed) & set(before)) > 0
    assert until(driver, PROVED, "proved")
    (live.pack / file).write_text(text, encoding="utf-8")
    assert complaints(driver) == []


def test_what_is_wrong_is_told_at_its_line_and_gone_when_it_is_mended(
    driver: Any, live: Live
) -> None:
    opened(driver, live.of("board"))
    assert until(driver, PROVED, "proved")
    file = "content/mini/rules.yaml"
    text = (live.pack / file).read_text(encoding="utf-8")
    (live.pack / file).write_text(text.replace("rules:", "rulez:", 1), encoding="utf-8")
    told = "return document.querySelector('#problems:not([hidden]) li')?.textContent"
    assert "rules.yaml:" in until(driver, told)
    assert driver.execute_script("return document.querySelectorAll('#pages img').length") > 0
    (live.pack / file).write_text(text, encoding="utf-8")
    assert until(driver, "return document.getElementById('problems').hidden")
    assert until(driver, PROVED, "proved")
