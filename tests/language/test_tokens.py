"""A text as tokens: what is one, what stands before it, and how phrases know it."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.game.texts import ICON
from aidgen.language.tokens import (
    Digits,
    Held,
    Number,
    Sign,
    TextToken,
    WordToken,
    tokenize,
    tokenize_form,
)


def kinds(text: str) -> list[tuple[type[TextToken], str]]:
    return [(type(token), token.text) for token in tokenize(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Draw 12.", [(WordToken, "Draw"), (Digits, "12"), (Sign, ".")]),
        ("l’arme", [(WordToken, "l"), (Sign, "’"), (WordToken, "arme")]),
        ("2d6", [(Digits, "2"), (WordToken, "d"), (Digits, "6")]),
        ("{low}–{high}", [(Held, "{low}"), (Sign, "–"), (Held, "{high}")]),
        ("{low", [(Sign, "{"), (WordToken, "low")]),
        ("1½", [(Digits, "1"), (Number, "½")]),
        ("a_b", [(WordToken, "a"), (Sign, "_"), (WordToken, "b")]),
        ("कार्ड निकालें।", [(WordToken, "कार्ड"), (WordToken, "निकालें"), (Sign, "।")]),
        ("三枚 draw", [(WordToken, "三"), (WordToken, "枚"), (WordToken, "draw")]),
        ("e\u0301te\u0301", [(WordToken, "été")]),
        (
            "Use :sword: and [a](rules.b).",
            [(WordToken, w) for w in ("Use", "and", "a")] + [(Sign, ".")],
        ),
        ("**Go** *now*", [(WordToken, "Go"), (WordToken, "now")]),
        ("", []),
        (" \n*", []),
    ],
)
def test_a_text_is_words_digits_signs_and_placeholders(
    text: str, expected: list[tuple[type[TextToken], str]]
) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("DRAW Été", ["draw", "été"]),
        ("３ ٤ ४", ["3", "4", "4"]),
        ("− – ‐ ≧ ’ ％", ["-", "-", "-", "≥", "'", "%"]),
        ("{n} 2", ["", "2"]),
    ],
)
def test_phrases_know_a_token_by_its_key(text: str, keys: list[str]) -> None:
    assert [token.key for token in tokenize(text)] == keys


def test_a_gap_holds_the_space_and_the_stars_before_a_token() -> None:
    gaps = [(token.gap, token.spaced) for token in tokenize("**a**b *c*\u00a0d")]
    assert gaps == [("**", False), ("**", False), (" *", True), ("*\u00a0", True)]


def test_a_star_in_a_form_is_a_letter() -> None:
    assert [token.key for token in tokenize_form("guerri* a*b *")] == ["guerri*", "a*b", "*"]


@given(st.text("abÉ12 .,-–{}½٣三_\n\u0301:()", max_size=40))
def test_no_character_is_lost(text: str) -> None:
    rejoined = "".join(token.gap + token.text for token in tokenize(text))
    assert rejoined == normalize("NFC", ICON.sub(" ", text).rstrip())
