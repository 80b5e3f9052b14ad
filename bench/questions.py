"""What strangers ask of the site of our games, by keyboard alone: what is found, and how soon.

The pages are those of the site, made of the records; no PDF is needed.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from selenium.webdriver.common.keys import Keys

from aidgen.page.lookups import lookups
from aidgen.pipeline.pack import Pack
from aidgen.serve.site import SEARCH_SCRIPT, search_index
from aidgen.serve.site_pages import SiteGame, game_page, rule_page
from tests.browser import chromium, until

SOON = 5.0
"""Seconds from the first key to the answer."""


@dataclass(frozen=True)
class Question:
    """What is asked, the page it should lead to, and words of the answer on the page of results."""

    place: str
    """Game and language."""
    words: str
    page: str
    answer: str


QUESTIONS = (
    Question(
        "expedition/en",
        "damage for tier sum 7, four adventurers, roll 14",
        "tables.damage",
        "4 adventurers · Tier sum 7 · 13–16 → 5",
    ),
    Question("expedition/en", "what happens at 0 health", "states.no-health", "0 health"),
    Question("expedition/en", "who takes the damage", "rules.", "damage"),
    Question("gloomhaven/en", "When does Muddle end?", "states.muddle", "next turn"),
    Question("gloomhaven/en", "what does stun do", "states.stun", "Stun"),
    Question("argosia/en", "save against an element", "rules.elements", "save"),
    Question(
        "expedition/fr",
        "dégâts pour une somme de rangs de 7, quatre aventuriers, jet de 14",
        "tables.damage",
        "4 aventuriers · Somme des rangs 7 · 13–16 → 5",
    ),
    Question("expedition/fr", "qui subit les dégâts ?", "rules.", "dégâts"),
    Question(
        "expedition/fr", "que se passe-t-il à 0 point de vie", "states.no-health", "point de vie"
    ),
    Question("gloomhaven/fr", "quand se termine la confusion ?", "states.muddle", "prochain tour"),
    Question("gloomhaven/fr", "que fait l'étourdissement ?", "states.stun", "Étourdissement"),
    Question("argosia/fr", "jet de sauvegarde contre un élément", "rules.elements", "sauvegarde"),
    Question("expedition/en", "where can I park a spaceship", "", "No aid here says anything"),
    Question("expedition/fr", "où garer un vaisseau spatial", "", "vaisseau, spatial"),
)
FOUND = """
const told = document.getElementById("told").textContent.trim();
const hit = document.querySelector("#results a");
return (hit || told) && [hit?.href ?? "", told + document.getElementById("results").innerText];
"""


def write_pages(pack: Pack, place: str, out: Path) -> None:
    """Write the pages of a game in a language, with nothing printed."""
    game, locale = place.split("/")
    game_data = pack.localized(game, locale)
    records = tuple(lookups(game_data))
    shelf = SiteGame(game_data, game, (), records, f"{game}.zip", f"1 · {game_data.mark}")
    rules = out / place / "rules"
    rules.mkdir(parents=True)
    rules.with_name("index.html").write_text(game_page(shelf), encoding="utf-8")
    rules.with_name("index.js").write_text(search_index(game_data, records, {}), encoding="utf-8")
    for record in records:
        (rules / f"{record.ref}.html").write_text(rule_page(shelf, record, ()), encoding="utf-8")


def typed(driver: Any, keys: Sequence[str]) -> None:
    """Type on whatever has the focus."""
    for key in keys:
        driver.switch_to.active_element.send_keys(key)


def asked(driver: Any, question: Question) -> str:
    """Ask, go to what is found first, and say how that went; stops at a wrong answer."""
    steps = 0
    while driver.execute_script("return document.activeElement.id") != "asked":
        typed(driver, [Keys.TAB])
        steps += 1
    begun = time.monotonic()
    typed(driver, [question.words])
    address, shown = until(driver, FOUND)
    seconds = time.monotonic() - begun
    plain = " ".join(shown.split())
    assert question.answer in plain, f"{question.words}: {plain}"
    assert question.page in address, f"{question.words}: {address}"
    assert seconds < SOON, f"{question.words}: {seconds:.1f} s"
    keys = steps + len(question.words)
    if address:
        typed(driver, [Keys.ENTER])
        typed(driver, [Keys.ENTER])
        until(driver, "return location.href === arguments[0]", address)
        keys += 2
    hit = address.rpartition("/")[2] or "nothing"
    return f"{question.place}: {question.words} → {hit}, {seconds:.1f} s, {keys} keys, no click"


def main() -> None:
    """Ask all; stops with 1 at a wrong answer."""
    pack = Pack(ROOT)
    with tempfile.TemporaryDirectory() as name, chromium() as driver:
        out = Path(name)
        (out / "search.js").write_bytes(SEARCH_SCRIPT.read_bytes())
        for place in dict.fromkeys(one.place for one in QUESTIONS):
            write_pages(pack, place, out)
        for question in QUESTIONS:
            driver.get("about:blank")
            driver.get(f"file://{out}/{question.place}/index.html")
            print(asked(driver, question), flush=True)


if __name__ == "__main__":
    main()
