"""A question leads to the right cell of a table, or to the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.page.lookups import lookups
from aidgen.pipeline.pack import Pack
from aidgen.serve.search_index import search_index
from tests.questions import (
    ANSWERS,
    DAMAGE,
    cell_questions,
    count_cells,
    damage_questions,
    lookup_questions,
    write_search_page,
)

EVERY = 37
"""Which of the questions are asked here; bench/questions.py asks all. It has no factor in common
with the numbers of wordings, parties, tiers and rolls."""
FIRST = "return arguments[0].map((words) => search(words).results[0]?.doc.href ?? '-')"
UNSURE = {
    "en": (
        "7 players tier 3 roll 4",  # there is no such table
        "one player tier 3 roll 4",
        "tier 7 roll 14",  # for how many?
        "4 adventurers tier 7",
        "4 adventurers tier 7 roll 25",
        "4 adventurers tier 7 roll 0",
        "5 adventurers 7 tier sum 14",  # 5, or 7?
        "4 adventurers tier 3+4 roll 14",
        "4 adventurers tier 3 and tier 4 roll 14",
        "4 adventurers tier 1.5 roll 14",
        "4 adventurers, tier sum 7, 14",
        "4 adventurers tier ½ roll 14",
        "4 adventurers tier sum 7 roll at least 14",
        "4 adventurers tier sum 7 roll 5-12",
        "4 or 5 adventurers tier sum 7 roll 14",
        "4 adventurers 3 goblins tier sum 7 roll 14",
        "4 adventurers tier sum 7 roll 14 roll 3",
        "4 adventurers tier sum -7 roll 14",
        "4,7,14",
        "damage",
        "damage 4 7 14",
    ),
    "fr": ("4 joueurs rang dix sept jet 14", "un joueur rang 3 jet 4", "4 joueurs 7 rang 14"),
    "de": ("7 Spieler Stufe 3 Wurf 4", "4 Spieler Stufe 7 Wurf mindestens 14"),
    "es": ("siete jugadores rango 3 tirada 4", "4 jugadores rango 7 tirada 21"),
    "it": ("sette giocatori grado 3 tiro 4", "4 giocatori grado 7 tiro 21"),
}
SURE = {
    "en": (
        ("tier sum 9+ for six players, d20: 20", "8"),
        ("1d20 = 14, four players, tier seven", "5"),
        ("damage of 4 adventurers at tier sum 7 with a roll of 13–16", "5"),
        ("4 adventurrs, teir sum 7, roll 14", "5"),
        ("average damage, 4 adventurers, tier sum 7", "4.8"),
    ),
    "fr": (("six joueurs rang trois jet de dix-sept", "4"), ("4 AVENTURIERS RANG 7 JET 14", "5")),
    "de": (
        ("Schaden fünf Abenteurer Stufensumme 7 Wurf 14", "5"),
        ("fuenf Spieler Stufe 7 Wurf zwölf", "5"),
    ),
    "es": (("cuatro aventureros, rango siete, tirada de dieciséis", "5"),),
    "it": (("quattro avventurieri, grado sette, tiro di sedici", "5"),),
}


LEAST = {"it": 0.75}
"""The share of cells that are found; "uno" and "sei" are other words, too: the table is shown."""


@pytest.fixture(scope="module")
def expedition() -> Pack:
    return Pack(BUNDLED_PACK)


def opened(driver: Any, pack: Pack, game: str, locale: str, folder: Path) -> Any:
    """Open the search of a game; return the game."""
    game_data = pack.localized(game, locale)
    index = search_index(game_data, tuple(lookups(game_data)), {})
    driver.get(write_search_page(folder, index, locale))
    return game_data


@pytest.mark.parametrize("locale", DAMAGE)
def test_no_number_is_guessed(driver: Any, expedition: Pack, tmp_path: Path, locale: str) -> None:
    game_data = opened(driver, expedition, "expedition", locale, tmp_path)
    questions = tuple(damage_questions(game_data, locale))
    assert len(questions) == 6000
    counted = count_cells(driver, questions[::EVERY])
    assert counted.wrong == ()
    assert counted.right / (counted.right + counted.shown) > LEAST.get(locale, 0.8)
    reported = driver.execute_script(ANSWERS, list(UNSURE[locale]))
    assert dict(zip(UNSURE[locale], reported, strict=True)) == {
        words: [] for words in UNSURE[locale]
    }
    found = driver.execute_script(ANSWERS, [words for words, _ in SURE[locale]])
    cells = {
        words: [cell[-1] for cell in one]
        for (words, _), one in zip(SURE[locale], found, strict=True)
    }
    assert cells == {words: [cell] for words, cell in SURE[locale]}


@pytest.mark.parametrize(
    ("game", "locale"),
    [("argosia", "en"), ("gloomhaven", "fr"), ("pilgrims-loot", "en"), ("expedition", "de")],
)
def test_every_cell_of_every_table(
    driver: Any, expedition: Pack, tmp_path: Path, game: str, locale: str
) -> None:
    game_data = opened(driver, expedition, game, locale, tmp_path)
    counted = count_cells(driver, tuple(cell_questions(game_data))[::11])
    assert counted.wrong == ()
    assert counted.right > counted.shown
    asked = [one for one in lookup_questions() if one.place == f"{game}/{locale}"]
    reported = driver.execute_script(FIRST, [one.words for one in asked])
    pairs = zip(asked, reported, strict=True)
    missed = [one.words for one, href in pairs if not any(ref in href for ref in one.records)]
    assert len(missed) <= 0.05 * len(asked), missed


def test_the_row_is_marked_where_the_cell_is_not_certain(
    driver: Any, expedition: Pack, tmp_path: Path
) -> None:
    opened(driver, expedition, "expedition", "en", tmp_path)
    driver.execute_script("show(document.getElementById('asked'), 'damage tier sum 7 roll 14')")
    (first, *_) = driver.find_elements("css selector", "#results > li")
    assert first.find_element("css selector", "h2").text == "Damage"
    assert first.find_elements("css selector", ".answer") == []
    assert [one.text for one in first.find_elements("css selector", "caption")] == [
        f"{number} adventurers" for number in range(2, 7)
    ]
    cells = [one.text for one in first.find_elements("css selector", ".chosen > td.chosen")]
    assert cells == ["4", "5", "5", "5", "6"]
