"""What a text says of figures, by a language's words, however odd both are."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aidgen.game.texts import Text
from aidgen.language.consistency import mismatches
from aidgen.language.language import LANGUAGE_WORDS, Language, Pair
from tests.pairs import language


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        ("3 + 1, {a} + {b}", "operators", ("+", "+")),
        ("3+1, 3 +1, +1", "operators", ("+",)),
        ("a ÷ 2, ÷ 2", "operators", ("÷",)),
        ("+1, −2, ±{x}, 3-4, x-5", "numbers", ("+1", "-2", "3", "4", "5", "±{x}")),
        ("2 2 cards, 2, 2", "slips", ("2 2",)),
        ("{low}{high}", "slips", ("{low}{high}",)),
        ("both, twice", "asides", ("2",)),
        ("1 card, one card, a card", "articles", 2),
        ("1 card, 1 + 1, 1.21.0", "ones", 4),
        ("1 card, 1 + 1, 1.21.0", "fixed", 3),
        ("3 cards 1 coin, 1 card", "fixed", 1),
    ],
)
def test_what_a_text_says_is_read(text: str, field: str, expected: object) -> None:
    assert getattr(language("en").read(text), field) == expected


def test_idioms_say_nothing() -> None:
    meaning = language("en").read("Above all, once more, more or less")
    assert meaning == language("en").read("")


def test_a_phrase_may_be_read_and_yet_not_be_counted() -> None:
    words = {"number-words": "zero one two hundred", "percent": "%|per hundred"}
    meaning = Language.of({name: Text(word) for name, word in words.items()}).read(
        "two per hundred"
    )
    assert (meaning.numbers, meaning.percents) == (("2",), ("%",))


def test_a_language_knows_which_of_its_words_are_empty() -> None:
    words = {"number-words": Text("zero one"), "half": Text(" ")}
    assert Language.of(words).silent == LANGUAGE_WORDS - {"number-words"}
    assert language("fr").silent == frozenset()
    lacking = {"highest", "idioms", "lowest", "negations", "opposites", "ordinals", "small-words"}
    assert language("ja").silent == lacking


ODD_WORDS = st.dictionaries(
    st.sampled_from(sorted(LANGUAGE_WORDS)),
    st.text("ab12=|#?+*% .,-zwei\\[(", max_size=20).map(Text),
)
ODD_TEXTS = st.text("ab12=|#?+*%/ .,-{}zwei½٣\ue000\ufffc", max_size=40)


@settings(max_examples=200)
@given(ODD_WORDS, ODD_TEXTS)
def test_no_word_list_and_no_text_is_too_odd_to_be_read(
    given: Mapping[str, Text], text: str
) -> None:
    odd = Pair(Language.of(given), Language.of(given))
    assert list(mismatches(text, text, odd)) == []
    if not any("*" in word for word in given.values()):  # which is any word, and any number
        more = [disagreement.message for disagreement in mismatches(text, f"{text} 7777", odd)]
        assert "number: `7777` is not in the source" in more
