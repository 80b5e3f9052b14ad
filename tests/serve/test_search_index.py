"""What the search of the site finds first, in small indexes of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aidgen.serve.search_index import words_of_html
from tests.browser import until
from tests.questions import write_search_page

EMPTY = {
    "numbers": [],
    "ignored": "de un la à au du des le les",
    "synonyms": [],
    "rolls": [],
    "doubts": [],
    "dice": ["d"],
}
LONG = "Un monstre, un sort ou un objet inflige parfois des dégâts. " * 8
SAVES = {
    "Dégâts élémentaires": f"{LONG} Ceux d’un élément : la cible a droit à un jet de sauvegarde, "
    "même contre une créature.",
    "Résistance": "Résistance à l’élément : la cible a un avantage au jet de sauvegarde.",
    "Toujours permis": "Contre l’effet d’un élément, tu as droit à un jet de sauvegarde.",
    "Feu": "La cible subit 1d8 dégâts.",
    "Initiative": "Lance 1d20.",
}
CHECKS = {
    "Tests de compétence avec The Future": "Test de compétence : un de plus.",
    "Tests de compétence": "Pour un test de compétence, lance 1d20, puis ajoute ton bonus.",
    "Bonus": "Il vaut 2.",
}


def test_signs_stay_with_the_words_of_links_and_blocks_apart() -> None:
    found = words_of_html(
        "<h2>Fight</h2><p>At least <em>3</em>: see <a href='#'>the start</a>.</p><svg>x</svg>"
    )
    assert found == "Fight At least 3: see the start."


@pytest.mark.parametrize(
    ("texts", "question", "first"),
    [
        (SAVES, "jet de sauvegarde contre un élément", "Dégâts élémentaires"),  # and not the short
        (CHECKS, "test de compétence", "Tests de compétence"),  # the whole name
    ],
)
def test_the_answer_comes_first(
    driver: Any, tmp_path: Path, texts: dict[str, str], question: str, first: str
) -> None:
    docs = [
        {"title": title, "href": "#", "text": text, "printed": []} for title, text in texts.items()
    ]
    index = json.dumps({**EMPTY, "docs": docs, "locale": "fr"}, ensure_ascii=False)
    address = write_search_page(tmp_path, f"globalThis.aidgenIndex = {index};", "fr")
    driver.get(f"{address}?q={question}")
    assert until(driver, "return document.querySelector('#results a')?.textContent") == first
