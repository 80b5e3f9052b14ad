"""Whether a translation says the terms of the glossary."""

from __future__ import annotations

import pytest

from aidgen.language.glossary import Glossary, term_mismatches
from aidgen.language.language import Pair
from tests.pairs import language

PAIR = Pair(language("en"), language("fr"))

GLOSSARY = Glossary.of(
    [
        (["damage"], ["dégâts", "dégât"]),
        (["healing"], ["soins", "soin"]),
        (["hand"], ["main", "mains"]),
        (["draw pile"], ["pioche"]),
        (["pile"], ["pile"]),
        (["warrior"], ["guerri*"]),
    ],
    ["Hand of Fate", "Healing"],
)


@pytest.mark.parametrize(
    ("source", "text", "messages"),
    [
        ("Your hand", "Votre main", []),
        (
            "Your hand",
            "Vos doigts",
            ["`hand` is not translated as in the glossary, expected `main`"],
        ),
        ("A Zombie Hand attacks.", "Une Griffe zombie attaque.", []),
        ("Look for the Hand of Fate.", "Cherchez la Poigne du destin.", []),
        ("Hand cards to your friends.", "Donnez des cartes.", ["`hand` is not translated"]),
        ("The draw pile", "La pioche", []),
        ("A warrior", "Une guerrière", []),
        ("2 damage and 3 healing", "3 soins et 2 dégâts", []),
        (
            "2 damage and 3 healing",
            "2 points de soins et 3 dégâts",
            ["number: `2` is with `soins`"],
        ),
        ("{a} damage, {b} healing", "{b} dégâts, {a} soins", ["number: `{a}` is with `soins`"]),
        ("damage, damage, healing", "dégâts, soins, soins", ["`soins` appears more often"]),
        ("damage after damage", "dégâts sur dégâts", []),
        ("The hand, then the hand", "La main, puis celle-ci", []),
    ],
)
def test_terms_are_said_as_the_glossary_says(source: str, text: str, messages: list[str]) -> None:
    said = list(term_mismatches(source, text, PAIR, GLOSSARY))
    assert len(said) == len(messages), said
    assert all(part in one.message for part, one in zip(messages, said, strict=True))


@pytest.mark.parametrize(
    ("source", "asked"),
    [
        ("Draw the hand from the draw pile.", {"hand": 1, "draw pile": 1}),
        ("{hand} in hand, :pile: and [the pile](rules.hand)", {"hand": 1, "pile": 1}),
        ("Zombie Hand, Zombie-Hand, the Hand", {"hand": 1}),
        ("The **Hand of Fate** is in “Hand of Fate”.", {}),
        ("Hand of Fate", {"hand": 1}),
        ("Draw Pile Hand", {"draw pile": 1, "hand": 1}),
    ],
)
def test_terms_are_asked_for_but_in_names_and_marks(source: str, asked: dict[str, int]) -> None:
    counted = GLOSSARY.count_in_source(source)
    assert {GLOSSARY.terms[number].source: counted[number] for number in counted} == asked
