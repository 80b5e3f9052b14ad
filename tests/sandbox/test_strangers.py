"""What strangers may write into a pack: found at its line, and soon."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from aidgen.pipeline.pack import Pack
from aidgen.problems import InputError, Problem
from tests.mini import change

PO = "locales/fr/mini.po"
LONGEST = 5.0
"""Seconds of processor time for what is refused, or judged."""


def problems(pack: Path) -> list[Problem]:
    """Return all that is wrong with the game Mini."""
    try:
        return Pack(pack).problems("mini")
    except InputError as error:
        return list(error.problems)


@pytest.mark.parametrize(
    ("said", "reported"),
    [
        ("Chaque ３ héros", "U+FF13 FULLWIDTH DIGIT THREE, a digit that none of our fonts has"),
        ("Chaque ٣ héros", "U+0663 ARABIC-INDIC DIGIT THREE"),
        ("Chaque \u202ehéros", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("Chaque h\ufffdros", "U+FFFD REPLACEMENT CHARACTER, the replacement for a lost character"),
        ("Chaque héros 龍", "IDEOGRAPH-9F8D, which "),
        ("Chaque \x07héros", "U+0007"),
    ],
)
def test_what_cannot_be_printed_is_an_error_at_its_line_in_the_translation(
    pack: Path, said: str, reported: str
) -> None:
    change(pack, PO, "Chaque héros", said)
    line = next(
        number
        for number, text in enumerate((pack / PO).read_text("utf-8").split("\n"), start=1)
        if said in text
    )
    found = [one for one in problems(pack) if one.where.file == PO and reported in one.message]
    assert [(one.where.line, one.severity) for one in found] == [(line, "error")]


BOMBS = {
    "links": "[a](" * 1_900,
    "hyphens": "a-" * 3_900,
    "number words": "deux " * 1_500,
    "comparisons": "plus de 3 " * 790,
    "signs": "≥ 3 ≤ " * 1_300,
    "spaces": "a" + " " * 7_000 + "b",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_text_that_asks_for_much_work_is_judged_soon(pack: Path, name: str) -> None:
    change(pack, PO, "Chaque héros", BOMBS[name])
    change(pack, "content/mini/rules.yaml", "Move 2 fields.", f"'{BOMBS[name]}'")
    begun = time.process_time()
    problems(pack)
    assert time.process_time() - begun < LONGEST


@pytest.mark.parametrize(
    "language", ['e335577"', "e335577", "../fr", "fr\u0000", "en_XA", "x" * 300]
)
def test_a_language_that_is_none_is_reported_at_its_line(pack: Path, language: str) -> None:
    change(
        pack, "content/mini/game.yaml", "language: en\n  ", f"language: {json.dumps(language)}\n  "
    )
    reported = [one for one in problems(pack) if one.where.file == "content/mini/game.yaml"]
    assert [(one.where.line, one.severity) for one in reported] == [(6, "error")]
