"""Texts that nobody would write are read as fast as others: in time that grows as they do."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from aidgen.game.texts import ICON, LINK, PLACEHOLDER
from aidgen.language.agreement import disagreements
from aidgen.language.glossary import Glossary, misused
from aidgen.language.language import Pair
from aidgen.language.leftovers import Vocabulary, leftovers
from aidgen.language.pseudo import stretched
from aidgen.language.typography import typography
from tests.pairs import language

LENGTH = 10_000
"""In characters: enough for a pattern that tries each end of each run to come to the limit."""
LIMIT = 0.7
"""In seconds of CPU: twice what the slowest of these takes on a machine that is busy."""

PAIR = Pair(language("en"), language("fr"))
GLOSSARY = Glossary.of(
    [(["zz", "a*a*a*a*a*a*a*a*b"], ["zz", "a*a*a*a*a*a*a*a*b"]), (["a a"], ["main"])],
    ["The a a"],
)
VOCABULARY = Vocabulary.of(PAIR, [])

PIECES = (
    *"a1½*_-+.:'\"{[(«!é\n ",
    *("a ", "A a ", "a-", "a.", "a/", "a@", "x://", "a.a/", "A.a.", "a b "),
    *("deux ", "vingt-", "cent mille ", "hundred ", "half-", "plus de 3 ", "5 ou plus ", ">a"),
    *("3 + ", "+3", "d6 ", "2d6+1/", "1.", "1,", "1/", " 000", "1-", "% ", "ne pas ", "au plus "),
    *("{n}", "{a", "**a ", "a**b", "[a](", "](", "](a", ":a", "\n- ", "\n\f", " »", "'a ", "the "),
)
"""What a text is made of, said again and again."""

DOORS: dict[str, Callable[[str], object]] = {
    "marks": lambda text: [pattern.findall(text) for pattern in (ICON, LINK, PLACEHOLDER)],
    "disagreements": lambda text: [
        *disagreements("a", text, PAIR),
        *disagreements(text, "a", PAIR),
    ],
    "misused": lambda text: list(misused(text, text, PAIR, GLOSSARY)),
    "leftovers": lambda text: list(leftovers(text, f"{text}x", VOCABULARY)),
    "typography": lambda text: typography(text, "fr"),
    "pseudo": stretched,
}
"""All that reads a stranger's text here."""


@pytest.mark.parametrize("door", DOORS)
def test_no_text_takes_longer_than_its_length(door: str) -> None:
    slow = {}
    for piece in PIECES:
        text = piece * (LENGTH // len(piece))
        begin = process_time()
        DOORS[door](text)
        if (taken := process_time() - begin) > LIMIT:
            slow[piece] = taken
    assert slow == {}


@pytest.mark.parametrize("form", ["a*a*a*a*a*a*a*a*b", "*a*a*a*a*", "a a a a a a a b", "*"])
def test_no_form_of_a_term_takes_long(form: str) -> None:
    glossary = Glossary.of([([form], [form])])
    for text in ("a" * LENGTH, "a " * (LENGTH // 2)):
        begin = process_time()
        list(misused(text, text, PAIR, glossary))
        assert process_time() - begin < LIMIT
