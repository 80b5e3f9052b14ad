"""What has changed places, and what is right in another order."""

from __future__ import annotations

import pytest

from aidgen.language.consistency import opposite_mismatches, order_mismatches
from aidgen.language.glossary import Glossary, term_order_mismatches
from aidgen.language.language import Pair
from tests.pairs import language

FRENCH = Pair(language("en"), language("fr"))
TERMS = Glossary.of(
    [
        (["advantage"], ["avantage"]),
        (["disadvantage"], ["désavantage"]),
        (["trick"], ["truc"]),
        (["creature"], ["créature"]),
    ]
)


@pytest.mark.parametrize(
    ("source", "text", "message"),
    [
        (
            "{die} per 10 feet, at most {most}",
            "{most} par 10 pieds, au plus {die}",
            "order: found `{most}`, `10`, expected `{die}`, `10`",
        ),
        ("2 cards and 3 coins", "3 cartes et 2 pièces", "order: found `3`, `2`, expected `2`, `3`"),
        (
            "Draw 3 and keep 1.",
            "Piochez-en 1, gardez-en 3.",
            "order: found `1`, `3`, expected `3`, `1`",
        ),
        ("Pay :a: for :b:.", "Payez :b: pour :a:.", "order: found `b`, `a`, expected `a`, `b`"),
        (
            "See [A](rules.a) and [B](rules.b).",
            "Voir [A](rules.b) et [B](rules.a).",
            "order: found `rules.b`, `rules.a`, expected `rules.a`, `rules.b`",
        ),
        ("1–2 players", "2–2 joueurs", "order: found the range `2–2`"),
        ("Roll 4–7.", "Faites 4–8.", "order: found the range `4–8`"),
        ("Roll 9–11.", "Faites 11–9.", "order: the range `11–9` is reversed"),
        ("From {a}–{b}", "De {b}–{a}", "order: the range `{b}–{a}` is reversed"),
        ("Roll 9–11.", "Faites 9 et 11.", "order: found `9 et 11`, expected the range `9–11`"),
        ("On 5-8, run.", "Sur 5, 8, fuyez.", "order: found `5, 8`, expected the range `5–8`"),
    ],
)
def test_figures_that_changed_places_are_reported(source: str, text: str, message: str) -> None:
    assert [one.message for one in order_mismatches(source, text, FRENCH)] == [message]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("2 cards and 3 coins", "2 cartes et 3 pièces"),
        ("A 20–15 vote", "Un vote de 20–15"),
        ("Draw one card, then 2.", "Piochez deux cartes après une."),
        ("1 point per 3 cards", "Pour 3 cartes, 1 point"),
        ("2 of 3", "3"),
        ("Roll 9–11.", "Faites 9 à 11."),
        ("9–11, or 2 and 3", "9-11, ou 2 et 3"),
        ("2 and 3 of 2–3", "2 et 3 de 2–3"),
    ],
)
def test_figures_in_their_order_are_not(source: str, text: str) -> None:
    assert list(order_mismatches(source, text, FRENCH)) == []


def test_terms_that_are_easily_mixed_up_are_reported_wherever_they_stand() -> None:
    source = "Keep the best with advantage and the worst with disadvantage"
    right = "Gardez le meilleur avec un avantage et le pire avec un désavantage"
    wrong = "Gardez le meilleur avec un désavantage et le pire avec un avantage"
    assert list(term_order_mismatches(source, right, TERMS)) == []
    (reported,) = term_order_mismatches(source, wrong, TERMS)
    assert (
        reported.message
        == "order: found `désavantage`, `avantage`, expected `advantage`, `disadvantage`"
    )


def test_other_terms_are_reported_if_they_changed_clauses() -> None:
    assert list(term_order_mismatches("A creature’s trick", "Un truc de créature", TERMS)) == []
    source, wrong = "A creature comes; do a trick.", "Un truc vient ; faites une créature."
    assert [one.severity for one in term_order_mismatches(source, wrong, TERMS)] == ["warning"]


@pytest.mark.parametrize(
    ("source", "text", "right"),
    [
        ("the highest die", "le dé le plus haut", True),
        ("the highest die", "le dé le plus bas", False),
        ("rounded down", "arrondi à l’inférieur", True),
        ("rounded down", "arrondi au supérieur", False),
        ("the lowest of the highest", "le plus bas des plus hauts", True),
        ("the highest die", "le meilleur dé", True),
    ],
)
def test_highest_is_not_lowest(source: str, text: str, right: bool) -> None:
    assert (list(opposite_mismatches(source, text, FRENCH)) == []) is right


@pytest.mark.parametrize(
    ("source", "text", "reported"),
    [
        ("Start with 1 plant and 47 M€.", "Commencez avec 47 M€ et 1 plante.", False),
        ("Gain 2 M€ and pay 5 M€.", "Gagnez 5 M€ et payez 2 M€.", True),
        ("Gain 2 VP and pay 5 M€.", "Gagnez 5 VP et payez 2 M€.", True),
        ("Pay 4 coins a tile (max 5).", "Par tuile (max 5), payez 4 pièces.", False),
        ("It gets +2 while it has 3 cards.", "Tant qu’il a 3 cartes, il a +2.", False),
    ],
)
def test_a_figure_with_a_mark_of_its_own_may_stand_elsewhere(
    source: str, text: str, reported: bool
) -> None:
    assert bool(list(order_mismatches(source, text, FRENCH))) is reported
