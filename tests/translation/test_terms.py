"""Whether a translation uses the terms of the glossary."""

from __future__ import annotations

import pytest

from aidgen.translation.terms import Glossary, likely_form, term_differences

GLOSSARY = Glossary.of(
    [
        (["damage"], ["dégâts", "dégât"]),
        (["healing"], ["soins", "soin"]),
        (["hand"], ["main", "mains"]),
        (["draw pile"], ["pioche"]),
        (["pile"], ["pile"]),
        (["warrior"], ["guerri*"]),
        (["cutter"], ["Kutter"]),
    ],
    ["Hand of Fate", "Healing"],
)


@pytest.mark.parametrize(
    ("source", "text", "message"),
    [
        ("Your hand", "Votre main", ""),
        ("Your hand", "Vos doigts", "`hand` is not translated as in the glossary, expected `main`"),
        ("A Zombie Hand attacks.", "Une Griffe zombie attaque.", ""),
        ("Look for the Hand of Fate.", "Cherchez la Poigne du destin.", ""),
        ("The draw pile", "La pioche", ""),
        ("A warrior", "Une guerrière", ""),
        ("The customs cutter", "Der Zollkutter", ""),
        ("damage, damage, healing", "dégâts, soins, soins", "`soins` is there more often"),
        ("damage after damage", "dégâts sur dégâts", ""),
        ("The hand, then the hand", "La main, puis celle-ci", ""),
        (
            "Your hand is full. Take damage.",
            "Dégâts plein. Prenez une main.",
            "have changed places",
        ),
    ],
)
def test_terms_are_as_in_the_glossary(source: str, text: str, message: str) -> None:
    reported = [one.message for one in term_differences(source, text, GLOSSARY)]
    assert len(reported) == bool(message), reported
    assert all(message in one for one in reported)


@pytest.mark.parametrize(
    ("source", "asked"),
    [
        ("Draw the hand from the draw pile.", {"hand": 1, "draw pile": 1}),
        ("{hand} in hand, :pile: and [the pile](rules.hand)", {"hand": 1, "pile": 1}),
        ("Zombie Hand, Zombie-Hand, the Hand", {"hand": 1}),
        ("Hand of Fate", {"hand": 1}),
    ],
)
def test_terms_are_counted_outside_of_names_and_marks(source: str, asked: dict[str, int]) -> None:
    counted = GLOSSARY.count_in_source(source)
    assert {GLOSSARY.terms[number].source: counted[number] for number in counted} == asked


@pytest.mark.parametrize(
    ("term", "text", "form"),
    [
        ("atak", "Trafia cię siła ataku.", "ataku"),
        ("atak", "To trafia.", ""),
        ("somma dei gradi", "Le somme dei gradi.", "somme dei gradi"),
        ("Stufe", "Zwei Stufen.", ""),
    ],
)
def test_a_word_that_begins_like_a_term_is_proposed(term: str, text: str, form: str) -> None:
    terms = Glossary.of([(["a"], ["atak"]), (["b"], ["Stufe"]), (["c"], ["Stufen"])])
    assert likely_form(term, text, terms) == form
