"""What of a translation is still in the language of its source."""

from __future__ import annotations

import pytest

from aidgen.game.texts import Text
from aidgen.language.language import Language, Pair
from aidgen.language.untranslated import (
    ADDRESS_PATTERN,
    CAPITALISED_NAME,
    Vocabulary,
    untranslated_words,
)
from tests.pairs import doubts, language

PAIR = Pair(language("en"), language("fr"))


@pytest.mark.parametrize(
    ("source", "text", "message"),
    [
        ("Draw the top card.", "Draw the top card.", "is identical to the source"),
        ("damage table", "damage table", "is identical to the source"),
        ("Draw the top card.", "Piochez the carte.", "`the` is still in the source language"),
        (
            "Then draw one of your cards.",
            "Ensuite, draw one of your cartes.",
            "`draw one of your` is still in the source language",
        ),
        ("The Horror", "The Horror", None),
        ("Persona 3", "Persona 3", None),
        ("Draw The Book of Hours.", "Piochez The Book of Hours.", None),
        ("See example.org/where-to-buy.", "Voyez example.org/where-to-buy.", None),
        ("{health} + {bonus}", "{health} + {bonus}", None),
    ],
)
def test_what_was_left_in_the_source_language_is_reported(
    source: str, text: str, message: str | None
) -> None:
    assert doubts(source, text, ("en", "fr")) == ([message] if message else [])


def test_a_word_is_left_that_all_other_texts_translate() -> None:
    others = [(f"Lose {n} damage, Anna.", f"Perdez {n} dégâts, Anna.") for n in range(2, 9)]
    known = Vocabulary.of(PAIR, others)
    said = list(untranslated_words("Take damage, Anna.", "Subissez damage, Anna.", known))
    assert [(one.message, one.severity) for one in said] == [
        ("`damage` is still in the source language", "warning")
    ]


def test_of_a_long_passage_the_beginning_is_quoted() -> None:
    words = " ".join(f"w{'abcdefghijklmnopqrstuvwxyz'[n]}" for n in range(26))
    reported = list(untranslated_words(f"{words} end", f"{words} fin", Vocabulary.of(PAIR, [])))
    assert [one.message for one in reported] == [
        f"`{' '.join(words.split()[:24])}` is still in the source language"
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Draw Call of the Wild now", ["Call of the Wild"]),
        ("the Book of Hours", ["Book of Hours"]),
        ("a Book of the very old Hours", []),
        ("A b c", []),
    ],
)
def test_a_name_is_words_with_capitals_and_small_ones_between(text: str, names: list[str]) -> None:
    assert CAPITALISED_NAME.findall(text) == names


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("see (example.org/a), or a@b.", ["(example.org/a),", "a@b."]),
        ("and/or a. b", ["and/or"]),
        ("e.g. this", ["e.g."]),
        ("at the end. Then", []),
    ],
)
def test_an_address_is_all_between_two_spaces(text: str, addresses: list[str]) -> None:
    assert ADDRESS_PATTERN.findall(text) == addresses


@pytest.mark.parametrize(
    ("locale", "source", "text"),
    [
        ("pl", "It is to be drawn.", "Trzeba to dobrać."),
        ("it", "From all decks.", "Da all mazzi."),
        ("de", "All that was drawn.", "Alles, was all gezogen wurde."),
        ("hu", "This is drawn.", "Ez is húzva."),
        ("nb", "At the end.", "Slik at du ender."),
    ],
)
def test_a_word_that_both_languages_have_is_no_leftover(
    locale: str, source: str, text: str
) -> None:
    words = {name: "-" for name in ("small-words",)}
    target = Language.of({name: Text(word) for name, word in words.items()}, locale)
    vocabulary = Vocabulary.of(Pair(language("en"), target), [])
    assert not list(untranslated_words(source, text, vocabulary))
    left = list(untranslated_words("Draw the card.", "Xxx the yyy.", vocabulary))
    assert [one.message for one in left] == ["`the` is still in the source language"]


def test_a_word_that_translations_use_without_their_source_is_theirs() -> None:
    others = [("You draw.", "Tira his carta."), ("You lose.", "Perdi his dado.")]
    pair = Pair(language("en"), Language.of({"small-words": Text("-")}, "eo"))
    source, text = "Draw his card.", "Tira his carta."
    assert [*untranslated_words(source, text, Vocabulary.of(pair, []))]
    assert not [*untranslated_words(source, text, Vocabulary.of(pair, others))]
