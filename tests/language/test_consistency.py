"""Wrong translations are reported, and right ones are not."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.language.consistency import mismatches
from aidgen.language.language import Pair
from tests.mistranslations import Mutant, Shipped, mutants, our_catalogues, shipped
from tests.pairs import doubts, language, pairs

CATALOGUES = our_catalogues()

DIGIT = re.compile(r"(?![0٠])\d")
"""A digit that makes another number when it stands twice; a nought may not."""

FRENCH = ("en", "fr")

EACH = 3
"""Of so many texts of ours one has its mutants judged; `bench/translations.py` judges them all."""


@cache
def texts(path: Path) -> list[Shipped]:
    """Return the texts of a PO file of ours."""
    return list(shipped(path))


@cache
def made(path: Path) -> list[tuple[Shipped, list[Mutant]]]:
    """Return the part of them that has its mutants judged, each with them all."""
    return [(one, list(mutants(one))) for one in texts(path)[1::EACH]]


# What is right, and what is wrong, in all our files


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_mutants_of_ours_are_reported_and_no_text_as_it_is(path: Path) -> None:
    alarms = [one.context for one in texts(path) if one.alarms()]
    missed, tried = [], 0
    for one, changed in made(path):
        for kind, text in changed:
            tried += 1
            if not any(one.judge.doubts(one.source, text, term=one.term)):
                missed.append((kind, one.context, text))
    assert alarms == []
    assert missed == []
    assert tried > 0


def test_there_are_mutants_of_every_kind_and_thousands_of_them() -> None:
    every = (one for path in CATALOGUES for one in texts(path))
    kinds = Counter(kind for one in every for kind, _ in mutants(one))
    assert kinds.total() >= 3000
    for kind in (
        "number changed",
        "number dropped",
        "number doubled",
        "number word changed",
        "decimal sign dropped",
        "sign changed",
        "comparator changed",
        "comparator dropped",
        "operator dropped",
        "percent dropped",
        "placeholder changed",
        "placeholder doubled",
        "link changed",
        "emphasis dropped",
        "list changed",
        "term changed",
        "terms exchanged",
        "figures exchanged",
        "range turned",
        "range made two",
        "extreme turned",
        "source left",
        "half left",
    ):
        assert kinds[kind] > 0, kind


def test_of_right_translations_one_in_a_hundred_is_doubted_at_most() -> None:
    tried = pairs()
    doubted = [(pair, said) for pair in tried if (said := doubts(*pair[2:], pair[:2]))]
    assert len(tried) >= 500
    assert len({target for _, target, _, _ in tried}) >= 8
    assert len(doubted) <= len(tried) / 100, doubted


@pytest.mark.parametrize("pair", [pair for pair in pairs() if DIGIT.search(pair[3])])
def test_a_digit_more_in_a_right_translation_is_reported(pair: tuple[str, str, str, str]) -> None:
    more = DIGIT.sub(r"\g<0>\g<0>", pair[3], count=1)
    assert doubts(pair[2], more, pair[:2])


# One thing at a time


@pytest.mark.parametrize(
    ("source", "text", "message"),
    [
        ("Draw 2 cards.", "Piochez 3 cartes.", "number: found `3`, expected `2`"),
        ("Draw two cards.", "Piochez trois cartes.", "number: found `3`, expected `2`"),
        ("Draw 2 cards.", "Piochez des cartes.", "number: `2` is missing"),
        ("Draw cards.", "Piochez 2 cartes.", "number: `2` is not in the source"),
        ("Draw 2 cards.", "Piochez 2 2 cartes.", "number: `2` appears too often"),
        ("Draw 1 card.", "Piochez carte.", "number: `1` is missing"),
        ("A hero draws 1 card.", "Un héros pioche carte.", "number: `1` is missing"),
        ("Gain +1.", "Gagnez −1.", "number: found `-1`, expected `+1`"),
        ("Gain +1.", "Gagnez 1.", "number: found `1`, expected `+1`"),
        ("+{x} to it", "{x} à cela", "number: `+{x}` is missing"),
        ("9–11", "9–12", "number: found `12`, expected `11`"),
        ("From 9 to 11", "De 9 à 12", "number: found `12`, expected `11`"),
        ("1.5 times", "15 fois", "number: found `15`, expected `1.5`"),
        (
            "1.5 times",
            "1.5 fois",
            "number: `1.5` uses `.`; this language's decimal separator is `,`",
        ),
        ("1,500 m", "1,500 m", "number: found `1.5`, expected `1500`"),
        ("Half the deck", "Le quart du paquet", "number: `0.5` is missing"),
        ("Twice", "Trois fois", "number: found `3`, expected `2`"),
        ("Seventeen", "Dix-huit", "number: found `18`, expected `17`"),
        ("The third round", "Le quatrième tour", "number: found `4`, expected `3`"),
        ("Level II", "Niveau III", "number: found `3`, expected `2`"),
        ("50% of it", "50 de cela", "percent: `%` is missing"),
        ("2d6", "2d8", "dice: found `2d8`, expected `2d6`"),
        ("2d6", "3d6", "dice: found `3d6`, expected `2d6`"),
        ("2d6+1", "2d6", "dice: found `2d6`, expected `2d6+1`"),
        ("5+ wins", "5 gagne", "comparison: `≥` is missing"),
        ("At least 3", "Au plus 3", "comparison: found `≤`, expected `≥`"),
        ("More than 3", "Moins de 3", "comparison: found `<`, expected `>`"),
        ("More than 3", "Au moins 3", "comparison: found `≥`, expected `>`"),
        (
            "At least 2 and at most 4",
            "Au moins 4 et au plus 2",
            "comparison: found `≤ 2`, `≥ 4`, expected `≤ 4`, `≥ 2`",
        ),
        ("{a} + {b}", "{a} {b}", "operator: `+` is missing"),
        ("Take {n}.", "Prenez {m}.", "placeholder: found `{m}`, expected `{n}`"),
        ("Use :sword:.", "Utilisez : sword :.", "icon: `sword` is missing"),
        ("[Here](rules.a)", "[Ici](rules.b)", "link: found `rules.b`, expected `rules.a`"),
        ("**Go**", "*Allez*", "emphasis: found `*…*`, expected `**…**`"),
        ("**Go**", "**Allez*", "emphasis: found `*`, `*…*`, expected `**…**`"),
        ("- a\n- b", "- a\nb", "list: `-` is missing"),
    ],
)
def test_what_a_translation_says_otherwise_is_reported(
    source: str, text: str, message: str
) -> None:
    assert message in doubts(source, text, FRENCH)


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("ar", "اسحب ٤ بطاقات."),
        ("hi", "४ कार्ड निकालें।"),
        ("ja", "カードを４枚引く。"),
        ("pl", "Dobierz cztery karty."),
    ],
)
def test_other_scripts_and_languages_are_read(locale: str, text: str) -> None:
    assert doubts("Draw 4 cards.", text, ("en", locale)) == []
    assert doubts("Draw 3 cards.", text, ("en", locale)) == ["number: found `4`, expected `3`"]


def test_a_comparison_with_a_number_is_not_one_without() -> None:
    assert doubts("A harder fight", "Un combat plus difficile ou plus long", FRENCH) == []
    assert doubts("3 or more", "3 ou plus difficile", FRENCH) == []
    assert doubts("3 fights", "3 combats ou plus", FRENCH) == [
        "comparison: `≥` is not in the source"
    ]


# Any text, any number


@given(st.text("ab1 2+-−–.,%{}x:*[]()#|½٣３VI\n", max_size=40))
def test_any_text_agrees_with_itself(text: str) -> None:
    for locale in ("en", "fr", "pl"):
        said = mismatches(text, text, Pair(language(locale), language(locale)))
        assert [one for one in said if one.severity == "error"] == []


@given(st.integers(0, 10**6))
def test_a_number_is_the_same_in_any_script_and_grouping(number: int) -> None:
    arabic = "".join(chr(0x660 + int(digit)) for digit in str(number))
    grouped = f"{number:,}"
    for text in (arabic, grouped.replace(",", "\u202f"), grouped.replace(",", " "), str(number)):
        assert doubts(f"{grouped} points", f"{text} points", FRENCH) == []
    assert doubts(f"{grouped} points", f"{number + 1} points", FRENCH) != []


FREE_SIGNS = [
    ("en", "ja", "+2 attack", "攻撃+2"),
    ("en", "ja", "-2 attack", "攻撃−2"),
    ("en", "zh_CN", "+1 attack", "攻击+1点"),
    ("en", "zh_CN", "+{n} attack", "攻击+{n}点"),
    ("en", "ko", "+3 attack", "공격+3"),
    ("en", "th", "+3 attack", "โจมตี+3"),
    ("ja", "en", "攻撃+2", "+2 attack"),
    ("en", "ja", "Strength + 2", "力+2"),
    ("en", "ja", "Strength + 1", "力+1"),
    ("en", "zh_CN", "Strength + {n}", "力量+{n}"),
    ("en", "zh_CN", "Strength - 2", "力量-2"),
    ("ja", "en", "力 + 2", "Strength + 2"),
    ("en", "ja", "2 + 3 cards", "二+三枚"),
    ("en", "ja", "d6+1 damage", "ダメージd6+1点"),
    ("en", "zh_CN", "2d6 damage", "造成2d6点伤害"),
    ("en", "ja", "Levels 3-5, ×2, 1/2", "レベル3-5、ダメージ×2、1/2"),
]


@pytest.mark.parametrize(("one", "other", "source", "text"), FREE_SIGNS)
def test_a_letter_of_a_script_without_spaces_ends_before_digits_and_signs(
    one: str, other: str, source: str, text: str
) -> None:
    assert doubts(source, text, (one, other)) == []


@pytest.mark.parametrize(
    ("source", "text", "reported"),
    [
        ("+2 attack", "攻撃-2", "number: found `-2`, expected `+2`"),
        ("+2 attack", "攻撃2", "number: found `2`, expected `+2`"),
        ("3 attack", "攻撃+3", "number: found `+3`, expected `3`"),
        ("Strength + 2", "力-2", "operator: `+` is missing"),
        ("Strength + 2", "力+3", "operator: `+` is missing"),
        ("2d6 damage", "2d8点", "dice: found `2d8`, expected `2d6`"),
    ],
)
def test_a_wrong_sign_behind_such_a_letter_is_reported(
    source: str, text: str, reported: str
) -> None:
    assert reported in doubts(source, text, ("en", "ja"))
