"""The index of a book: below which letter a word is, language by language."""

from __future__ import annotations

import pytest

from aidgen.page.book_numbers import _index_letters


@pytest.mark.parametrize(
    ("locale", "word", "letter"),
    [
        ("en", "Élan", "E"),
        ("en", "3 ways", "#"),
        ("sv", "Ångest", "Å"),
        ("sv", "Ö", "Ö"),
        ("da", "Aal", "Å"),
        ("cs", "Chata", "CH"),
        ("pl", "Średni", "Ś"),
        ("es", "Ojo", "O"),
        ("hu", "Csiga", "CS"),
        ("de", "Öl", "O"),
    ],
)
def test_a_word_is_below_the_letter_of_its_language(locale: str, word: str, letter: str) -> None:
    assert _index_letters(locale)(word) == letter
