"""The scripts of the site, in a browser: answers, search, dice, pins, pop-ups, keys, offline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from aidgen import BUNDLED_PACK
from aidgen.page.lookups import lookups
from aidgen.pipeline.pack import Pack
from aidgen.serve.search_index import search_index
from aidgen.serve.site import PUBLIC_FOLDER
from aidgen.serve.site_pages import SiteGame, rule_page
from tests.browser import complaints, until
from tests.questions import (
    ANSWERS,
    cell_questions,
    count_cells,
    damage_questions,
    lookup_questions,
    write_search_page,
)
from tests.trial import write_pack
from tests.web import web_server

# Which of the questions are asked here; bench/questions.py asks all. It has no factor in common
# with the numbers of wordings, parties, tiers and rolls.
EVERY = 37
FIRST = "return arguments[0].map((words) => search(words).results[0]?.doc.href ?? '-')"


# Answers ------------------------------------------------------------------------------------------


UNSURE = {
    "en": (
        "7 players tier 3 roll 4",  # there is no such table
        "tier 7 roll 14",  # for how many?
        "4 adventurers tier 7 roll 25",
        "5 adventurers 7 tier sum 14",  # 5, or 7?
        "4 adventurers tier 3 and tier 4 roll 14",
        "4 adventurers tier 1.5 roll 14",
        "4 adventurers tier sum 7 roll at least 14",
        "4 or 5 adventurers tier sum 7 roll 14",
        "4 adventurers tier sum 7 roll 14 roll 3",
        "4 players, easier, tier 6, roll 14",  # a rule says: the table for one player fewer
        "damage 4 7 14",
    ),
    "fr": ("4 joueurs rang dix sept jet 14", "un joueur rang 3 jet 4", "4 joueurs 7 rang 14"),
    "de": ("7 Spieler Stufe 3 Wurf 4",),
}
SURE = {
    "en": (
        ("tier sum 9+ for six players, d20: 20", "8"),
        ("1d20 = 14, four players, tier seven", "5"),
        ("4 adventurrs, teir sum 7, roll 14", "5"),
        ("average damage, 4 adventurers, tier sum 7", "4.8"),
    ),
    "fr": (("six joueurs rang trois jet de dix-sept", "4"), ("4 AVENTURIERS RANG 7 JET 14", "5")),
    "de": (("fuenf Spieler Stufe 7 Wurf zwölf", "5"),),
}


@pytest.fixture(scope="module")
def expedition() -> Pack:
    return Pack(BUNDLED_PACK)


def open_search(driver: Any, pack: Pack, game: str, locale: str, folder: Path) -> Any:
    """Open a page with the search of a game; return the game."""
    game_data = pack.localized(game, locale)
    index = search_index(game_data, tuple(lookups(game_data)), {})
    driver.get(write_search_page(folder, index, locale))
    return game_data


def show(driver: Any, question: str) -> list[str]:
    """Ask a question; return what is said of it, then the titles of what is shown."""
    script = """
    show(document.getElementById("asked"), arguments[0]);
    return [document.getElementById("summary").textContent,
      ...[...document.querySelectorAll("#results h2")].map((one) => one.textContent)];
    """
    shown: list[str] = driver.execute_script(script, question)
    return shown


@pytest.mark.parametrize("locale", ["en", "fr", "de"])
def test_no_number_is_guessed(driver: Any, expedition: Pack, tmp_path: Path, locale: str) -> None:
    game_data = open_search(driver, expedition, "expedition", locale, tmp_path)
    counted = count_cells(driver, tuple(damage_questions(game_data, locale))[::EVERY])
    assert counted.wrong == ()
    assert counted.right / (counted.right + counted.shown) > 0.8
    answers = driver.execute_script(ANSWERS, list(UNSURE[locale]))
    assert dict(zip(UNSURE[locale], answers, strict=True)) == {
        words: [] for words in UNSURE[locale]
    }
    found = driver.execute_script(ANSWERS, [words for words, _ in SURE[locale]])
    cells = {
        words: [cell[-1] for cell in one]
        for (words, _), one in zip(SURE[locale], found, strict=True)
    }
    assert cells == {words: [cell] for words, cell in SURE[locale]}


@pytest.mark.parametrize(
    ("game", "locale"), [("argosia", "en"), ("gloomhaven", "fr"), ("expedition", "de")]
)
def test_cells_and_rules_are_found_first(
    driver: Any, expedition: Pack, tmp_path: Path, game: str, locale: str
) -> None:
    game_data = open_search(driver, expedition, game, locale, tmp_path)
    counted = count_cells(driver, tuple(cell_questions(game_data))[::11])
    assert counted.wrong == ()
    assert counted.right > counted.shown
    asked = [one for one in lookup_questions() if one.place == f"{game}/{locale}"]
    reported = driver.execute_script(FIRST, [one.words for one in asked])
    pairs = zip(asked, reported, strict=True)
    missed = [one.words for one, href in pairs if not any(ref in href for ref in one.records)]
    assert len(missed) <= 0.05 * len(asked), missed


def test_an_uncertain_question_shows_its_tables_and_a_rule_that_changes_them(
    driver: Any, expedition: Pack, tmp_path: Path
) -> None:
    open_search(driver, expedition, "expedition", "en", tmp_path)
    assert show(driver, "damage tier sum 7 roll 14")[1] == "Damage"
    (first, *_) = driver.find_elements(By.CSS_SELECTOR, "#results > li")
    assert first.find_elements(By.CSS_SELECTOR, ".answer") == []
    cells = [one.text for one in first.find_elements(By.CSS_SELECTOR, ".chosen > td.chosen")]
    assert cells == ["4", "5", "5", "5", "6"]
    show(driver, "damage for 4 or 5 adventurers tier sum 7 roll 14")
    captions = driver.find_elements(By.CSS_SELECTOR, "#results > li:first-child caption")
    assert [one.text for one in captions] == ["4 adventurers", "5 adventurers"]
    _, first, second, *_ = show(driver, "4 players, easier, tier 6, roll 14")
    assert (first, second) == ("Damage", "Easier and harder fights")
    assert driver.find_elements(By.CSS_SELECTOR, "#results .answer") == []


def test_no_question_ends_at_an_empty_page(driver: Any, expedition: Pack, tmp_path: Path) -> None:
    open_search(driver, expedition, "expedition", "en", tmp_path)
    reported, *titles = show(driver, "fumblle")
    assert reported == "Nowhere: fumblle. Nearest:"
    assert len(titles) == 3


# Dice ---------------------------------------------------------------------------------------------


# The die of a table, and the rolls that its rows have.
DICE: Mapping[str, tuple[str, Mapping[str, Iterable[int]]]] = {
    "percent": ("d%", {"01-50": range(1, 51), "51-80": range(51, 81), "81-00": range(81, 101)}),
    "treasure": ("d100", {"01-33": range(1, 34), "34-66": range(34, 67), "67-00": range(67, 101)}),
    "mood": ("d10", {"1-3": range(1, 4), "4-9": range(4, 10), '"0"': [10]}),
    "weather": ("d10", {"0-4": range(5), "5-9": range(5, 10)}),
    "names": ("d66", {"11-36": range(11, 37), "41-66": range(41, 67)}),
    "triple": ("d666", {"111-366": range(111, 367), "411-666": range(411, 667)}),
    "sum": ("2d6+1d4", {"3-8": range(3, 9), "9-16": range(9, 17)}),
    "fate": ("4dF", {"-4 to -1": range(-4, 0), "0 to +1": range(2), "+2 to +4": range(2, 5)}),
    "moves": ("2d6", {"10+": range(10, 13), "7-9": range(7, 10), "6-": range(2, 7)}),
    "coins": ("3d6×10", {"30-90": range(30, 91), "100-180": range(100, 181)}),
    "quarters": ("d44", {"11-24": range(11, 25), "31-44": range(31, 45)}),
    "thousand": ("d1000", {"001-500": range(1, 501), "501-000": range(501, 1001)}),
    "words": ("d6", {"up to 2": (1, 2), "3, 4": (3, 4), "5 or better": (5, 6)}),
    "natural": ("d20", {"1–19": range(1, 20), "Nat 20": [20]}),
}
ROLL = """
const button = [...document.querySelectorAll(".dice button")].at(-1);
return Array.from({ length: 40 }, () => {
  button.click();
  const rows = [...document.querySelectorAll("tbody tr")];
  const marked = rows.filter((row) => row.querySelector(".chosen"));
  const rolled = document.querySelector(".dice .answer").textContent.match(/: (-?\\d+)\\. /)[1];
  return [Number(rolled), marked.map((row) => row.rowIndex - 1)];
});
"""


@pytest.fixture
def dice_pages(tmp_path: Path) -> Path:
    """The pages of a table for each die."""
    tables = "".join(
        f"  {name}:\n    title: Chart of {name}\n    die: {die}\n"
        "    columns: {roll: {header: Roll, type: range}, it: {header: It, type: text}}\n"
        "    rows:\n" + "".join(f"      {label}: [row {at}]\n" for at, label in enumerate(rows))
        for name, (die, rows) in DICE.items()
    )
    pack = Pack(write_pack(tmp_path / "pack", f"tables:\n{tables}"))
    game_data = pack.localized("g", "en")
    records = tuple(lookups(game_data))
    folder = tmp_path / "site" / "g" / "en"
    (folder / "rules").mkdir(parents=True)
    for path in PUBLIC_FOLDER.glob("*.js"):
        (tmp_path / "site" / path.name).write_bytes(path.read_bytes())
    (folder / "index.js").write_text(search_index(game_data, records, {}), encoding="utf-8")
    shelf = SiteGame(game_data, "G", (), records, "g.zip", "1 · 123456")
    for record in records:
        page = folder / "rules" / f"{record.ref}.html"
        page.write_text(rule_page(shelf, record, ()), encoding="utf-8")
    return folder / "rules"


def test_every_die_is_rolled_and_marks_its_row(driver: Any, dice_pages: Path) -> None:
    for name, (die, rows) in DICE.items():
        driver.get((dice_pages / f"tables.{name}.html").as_uri())
        until(driver, "return document.querySelector('.dice')")
        spans = [set(rolls) for rolls in rows.values()]
        for rolled, marked in driver.execute_script(ROLL):
            assert [at for at, span in enumerate(spans) if rolled in span] == marked, (die, rolled)
            if die in ("d66", "d666"):
                assert set(str(rolled)) <= set("123456")
            if die == "3d6×10":
                assert rolled % 10 == 0


def test_rows_that_end_at_00_are_found_by_questions(driver: Any, dice_pages: Path) -> None:
    driver.get((dice_pages / "tables.treasure.html").as_uri())
    until(driver, "return document.querySelector('.dice')")
    questions = [
        "chart of treasure, roll 86",
        "chart of treasure, roll 00",
        "chart of mood, roll 0",
    ]
    found = driver.execute_script(ANSWERS, questions)
    assert [[cell[-1] for cell in cells] for cells in found] == [["row 2"], ["row 2"], ["row 2"]]


# At the table -------------------------------------------------------------------------------------


@pytest.fixture
def clean(driver: Any, address: str) -> Iterator[None]:
    """Nothing is kept in the browser before and after a test."""
    driver.get(address)
    driver.execute_script("localStorage.clear()")
    yield
    driver.execute_script("localStorage.clear()")


def test_keys_of_a_table_are_tapped_and_its_die_rolled(driver: Any, address: str) -> None:
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
    for _ in range(20):
        buttons["Roll d6"].click()
        rolled, cell = reported.text.removeprefix("d6: ")[0], reported.text[-1]
        assert cell == ("2" if int(rolled) <= 3 else "4")


@pytest.mark.usefixtures("clean")
def test_pins_popups_and_languages(driver: Any, address: str) -> None:
    driver.get(f"{address}mini/en/rules/states.tired.html")
    until(driver, "return document.querySelector('.pin')").click()
    driver.get(f"{address}mini/en/index.html")
    titles = "return [...document.querySelectorAll('.pinned h3')].map((one) => one.textContent)"
    assert until(driver, titles) == ["Tired"]
    driver.find_element(By.CSS_SELECTOR, ".pinned .pin").click()
    assert not driver.find_element(By.ID, "table").is_displayed()
    driver.get(f"{address}mini/en/rules/rules.fight.html")
    until(driver, "return document.getElementById('popup')")
    link = driver.find_element(By.CSS_SELECTOR, ".ag-record a")
    driver.execute_script("arguments[0].focus()", link)
    popup = driver.find_element(By.ID, "popup")
    assert popup.text.startswith("Start\nEvery hero has 12 health")
    link.send_keys(Keys.ESCAPE)
    assert not popup.is_displayed()
    driver.find_element(By.LINK_TEXT, "Français").click()
    assert driver.current_url == f"{address}mini/fr/rules/rules.fight.html"


def test_keys_lead_to_the_box_and_to_the_results(driver: Any, address: str) -> None:
    driver.get(f"{address}mini/en/rules/rules.fight.html")
    until(driver, "return !document.getElementById('search').hidden")
    driver.find_element(By.TAG_NAME, "body").send_keys("/")
    box = driver.switch_to.active_element
    assert box.get_attribute("id") == "asked"
    box.send_keys("figth")  # a typing error
    reported = "return document.getElementById('summary').textContent"
    assert until(driver, reported).startswith("Results: ")
    assert driver.title.startswith("figth – ")
    headings = [one.text for one in driver.find_elements(By.TAG_NAME, "h1") if one.text]
    assert headings == ["figth"]
    box.send_keys(Keys.ARROW_DOWN)
    assert driver.switch_to.active_element.text == "Fight"
    driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
    assert driver.switch_to.active_element.get_attribute("id") == "asked"
    box.send_keys(Keys.ESCAPE)
    assert driver.find_element(By.ID, "content").is_displayed()
    assert complaints(driver) == []


def test_a_game_is_there_without_a_network(driver: Any, site: Path) -> None:
    with web_server(site) as served:
        driver.get(f"{served}mini/en/index.html")
        until(driver, "return navigator.serviceWorker.controller")
        kept = f"{served}mini/en/rules/tables.wounds.html"
    driver.get(f"{kept}?q=tired")
    assert until(driver, "return document.querySelector('#results h2')?.textContent") == "Tired"
