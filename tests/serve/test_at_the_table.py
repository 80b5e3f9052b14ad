"""The site in play: dice, pinned records, pop-ups, languages, keys, and without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser import complaints, until
from tests.serve.test_site import address, site  # noqa: F401
from tests.web import web_server


@pytest.fixture
def clean(driver: Any, address: str) -> Iterator[None]:  # noqa: F811
    """Nothing is kept in the browser before and after a test."""
    driver.get(address)
    driver.execute_script("localStorage.clear()")
    yield
    driver.execute_script("localStorage.clear()")


def test_a_table_of_dice_is_rolled_and_its_keys_are_tapped(driver: Any, address: str) -> None:  # noqa: F811
    driver.get(f"{address}mini/en/rules/tables.wounds.html")
    until(driver, "return document.querySelector('.dice')")
    buttons = {one.text: one for one in driver.find_elements(By.CSS_SELECTOR, ".dice button")}
    assert list(buttons) == [
        *("Alone", "Together", "1", "2+", "1–3", "4–6", "Average", "Roll d6"),
    ]
    for label in ("Together", "2+", "4–6"):
        buttons[label].click()
    reported = driver.find_element(By.CSS_SELECTOR, ".dice .answer")
    assert reported.text == "Together · Level 2+ · 4–6 → 4"
    (marked,) = driver.find_elements(By.CSS_SELECTOR, "td.chosen")
    assert marked.text == "4"
    cells = set()
    for _ in range(40):
        buttons["Roll d6"].click()
        rolled, cell = reported.text.removeprefix("d6: ")[0], reported.text[-1]
        assert cell == ("2" if int(rolled) <= 3 else "4")
        cells.add(rolled)
    assert cells <= set("123456")
    assert len(cells) > 3


@pytest.mark.usefixtures("clean")
def test_what_is_pinned_is_on_ones_table(driver: Any, address: str) -> None:  # noqa: F811
    driver.get(f"{address}mini/en/rules/states.tired.html")
    until(driver, "return document.querySelector('.pin')").click()
    driver.get(f"{address}mini/en/index.html")
    titles = "return [...document.querySelectorAll('.pinned h3')].map((one) => one.textContent)"
    assert until(driver, titles) == ["Tired"]
    driver.find_element(By.CSS_SELECTOR, ".pinned .pin").click()
    assert not driver.find_element(By.ID, "table").is_displayed()


def test_a_link_says_what_it_leads_to(driver: Any, address: str) -> None:  # noqa: F811
    driver.get(f"{address}mini/en/rules/rules.fight.html")
    until(driver, "return document.getElementById('popup')")
    link = driver.find_element(By.CSS_SELECTOR, ".record a")
    driver.execute_script("arguments[0].focus()", link)
    popup = driver.find_element(By.ID, "popup")
    assert popup.text.startswith("Start\nEvery hero has 12 health")
    assert link.get_attribute("aria-describedby") == "popup"
    link.send_keys(Keys.ESCAPE)
    assert not popup.is_displayed()


def test_the_same_record_in_another_language(driver: Any, address: str) -> None:  # noqa: F811
    driver.get(f"{address}mini/en/rules/rules.fight.html")
    driver.find_element(By.LINK_TEXT, "Français").click()
    assert driver.current_url == f"{address}mini/fr/rules/rules.fight.html"


def test_keys_lead_to_the_box_and_to_what_is_found(driver: Any, address: str) -> None:  # noqa: F811
    driver.get(f"{address}mini/en/rules/rules.fight.html")
    until(driver, "return !document.getElementById('search').hidden")
    driver.find_element(By.TAG_NAME, "body").send_keys("/")
    box = driver.switch_to.active_element
    assert box.get_attribute("id") == "asked"
    box.send_keys("figth")  # a typing error
    reported = "return document.getElementById('summary').textContent"
    assert until(driver, reported).startswith("Results: ")
    assert driver.title.startswith("figth – ")
    one = "main, [role=main]", "h1"  # of each one is shown, that of the page or that of the search
    seen = (
        "return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility())"
    )
    shown = [[part.text for part in driver.execute_script(seen, which)] for which in one]
    assert [len(parts) for parts in shown] == [1, 1]
    assert shown[1] == ["figth"]
    box.send_keys(Keys.ARROW_DOWN)
    assert driver.switch_to.active_element.text == "Fight"
    driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
    assert driver.switch_to.active_element.get_attribute("id") == "asked"
    box.send_keys(Keys.ESCAPE)
    assert driver.find_element(By.ID, "content").is_displayed()
    assert complaints(driver) == []


def test_a_game_is_there_without_a_network(driver: Any, site: Path) -> None:  # noqa: F811
    with web_server(site) as served:
        driver.get(f"{served}mini/en/index.html")
        until(driver, "return navigator.serviceWorker.controller")
        kept = f"{served}mini/en/rules/tables.wounds.html"
    driver.get(f"{kept}?q=tired")
    assert until(driver, "return document.querySelector('#results h2')?.textContent") == "Tired"
