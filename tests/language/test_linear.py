"""Texts that nobody would write are read as fast as others: in time that grows as they do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time

import pytest

from aidgen.game.texts import ICON, LINK, PLACEHOLDER
from aidgen.language.consistency import mismatches
from aidgen.language.glossary import Glossary, term_mismatches
from aidgen.language.language import Pair
from aidgen.language.localize import stretch, typography
from aidgen.language.untranslated import Vocabulary, untranslated_words
from tests.pairs import language

LENGTH = 10_000
"""In characters: enough for a pattern that tries each end of each run to come to the limit."""
TIMES, MOST = 45, 0.5
"""How many times as long as an ordinary text one may take, twice what the slowest of these takes;
and how many seconds of CPU the ordinary one may."""
ORDINARY = "Heroes rest at night, and heal by 2 health at most. "

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
        *mismatches("a", text, PAIR),
        *mismatches(text, "a", PAIR),
    ],
    "misused": lambda text: list(term_mismatches(text, text, PAIR, GLOSSARY)),
    "leftovers": lambda text: list(untranslated_words(text, f"{text}x", VOCABULARY)),
    "typography": lambda text: typography(text, "fr"),
    "pseudo": stretch,
}
"""All that reads a stranger's text here."""


def seconds(work: Callable[[], object]) -> float:
    """Return how long the processor is at work."""
    begin = process_time()
    work()
    return process_time() - begin


@pytest.fixture(scope="module")
def limit() -> float:
    """In seconds of CPU: what a machine that is half as fast takes is twice as long."""
    text = ORDINARY * (LENGTH // len(ORDINARY))
    texts = [f"{text}{ending}" for ending in "abc"]  # what was read before is cached
    usual = min(seconds(partial(DOORS["disagreements"], each)) for each in texts)
    assert usual < MOST
    return TIMES * usual


@pytest.mark.parametrize("door", DOORS)
def test_no_text_takes_longer_than_its_length(door: str, limit: float) -> None:
    texts = {piece: piece * (LENGTH // len(piece)) for piece in PIECES}
    taken = {piece: seconds(partial(DOORS[door], text)) for piece, text in texts.items()}
    assert {piece: long for piece, long in taken.items() if long > limit} == {}


@pytest.mark.parametrize("form", ["a*a*a*a*a*a*a*a*b", "*a*a*a*a*", "a a a a a a a b", "*"])
def test_no_form_of_a_term_takes_long(form: str, limit: float) -> None:
    glossary = Glossary.of([([form], [form])])
    for text in ("a" * LENGTH, "a " * (LENGTH // 2)):
        assert seconds(lambda: list(term_mismatches(text, text, PAIR, glossary))) < limit  # noqa: B023 - now
