"""The language that nobody speaks: longer words, all else untouched, and words nobody can reach."""

from __future__ import annotations

import re
from pathlib import Path

from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from aidgen.assets.fonts import font_files
from aidgen.game.data import GameData
from aidgen.game.figures import Figure
from aidgen.game.texts import ICON, LINK, Text
from aidgen.language.localize import (
    CLOSE,
    OPEN,
    localize,
    pseudolocalize,
    stretch,
)
from aidgen.page.markdown import plain_text
from aidgen.proof.words import unknown_words
from tests.mini import read
from tests.sheets import printed

FIGURES = re.compile(r"\w*\d\w*")


def changed(game_data: GameData) -> list[tuple[str, str]]:
    """Return each text of the canon, and what becomes of it."""
    own = localize(game_data, {}, game_data.game.language)
    other = pseudolocalize(own, "en_XA")
    pairs = zip(own.leaves, other.leaves, strict=True)
    return [(str(text), str(new)) for (_, text), (_, new) in pairs if isinstance(text, Text)]


def test_markup_icons_targets_and_figures_stay(expedition: GameData) -> None:
    pairs = changed(expedition)
    assert len(pairs) > 400
    for text, new in pairs:
        assert ICON.findall(new) == ICON.findall(text)
        assert [to for _, to in LINK.findall(new)] == [to for _, to in LINK.findall(text)]
        assert FIGURES.findall(plain_text(new)) == FIGURES.findall(plain_text(text))
        assert new.count("*") == text.count("*")
        assert new.count("\n") == text.count("\n")


def test_words_are_a_third_longer_and_none_stays_what_it_was(expedition: GameData) -> None:
    pairs = changed(expedition)
    letters = [sum(map(str.isalpha, "".join(texts))) for texts in zip(*pairs, strict=True)]
    assert 1.3 < letters[1] / letters[0] < 1.4
    words = re.compile(r"(?<![\w{])[^\W\d_]+(?![\w}])")
    for text, new in pairs:
        here, there = (plain_text(each.replace("{page}", "")) for each in (text, new))
        same = set(words.findall(here)) & set(words.findall(there))
        assert not same, text


def test_every_paragraph_and_item_is_in_brackets_and_the_list_is_still_one(mini: GameData) -> None:
    text = dict(changed(mini))[str(localize(mini, {}, "en").rules["fight"].text)]
    assert [line[:3] for line in text.split("\n")] == [f"{OPEN}Řö", "", f"- {OPEN}", f"- {OPEN}"]
    assert text.count(OPEN) == text.count(CLOSE) == 3


def test_figures_of_tables_stay(expedition: GameData) -> None:
    own = localize(expedition, {}, "en")
    figures = [leaf for _, leaf in own.leaves if isinstance(leaf, Figure)]
    after = [leaf for _, leaf in pseudolocalize(own, "en_XA").leaves if isinstance(leaf, Figure)]
    assert figures == after


def test_every_face_has_what_it_writes(expedition: GameData) -> None:
    written = {letter for text, new in changed(expedition) for letter in set(new) - set(text)}
    for path in font_files():
        with TTFont(path, lazy=True) as font:
            lacking = written - {chr(code) for code in font.getBestCmap()}
        assert not lacking, path.name


@given(st.text("aé1 -*\n:.[](){}d‹’", max_size=30))
def test_whatever_the_text_it_is_changed_without_an_error(text: str) -> None:
    game_data = read(Path(__file__).parents[1] / "packs" / "mini")
    game = game_data.game.model_copy(update={"title": Text(text)})
    title = pseudolocalize(game_data.model_copy(update={"game": game}), "en_XA").game.title
    assert re.findall(r"\d", title) == re.findall(r"\d", text)


def found(body: str, said: str) -> list[tuple[int, str]]:
    """Return the stray words of a page that says `body`."""
    html = f"<html lang=en><title>x</title><style>{CSS}</style><body>{body}</body></html>"
    return list(unknown_words(printed(html).pdf, said))


CSS = (
    '@page { size: 60mm 40mm; margin: 5mm; @bottom-left { content: "Fõõťť"; font-size: 8pt } }'
    'html { font: 9pt "Source Sans Pro"; hyphens: auto } .up { text-transform: uppercase }'
)


def test_words_that_no_text_says_are_found_with_their_page() -> None:
    assert found("<p>Ťwöö wööřďďš", "‹Ťwöö wööřďďš› Fõõťť") == []
    page = '<p>Ťwöö wööřďďš<p style="break-before:page">HP: Ťwöö wööřďďš, 2d6 A'
    assert found(page, "‹Ťwöö wööřďďš› Fõõťť") == [(2, "HP")]
    assert found("<p>Ťwöö", "‹Ťwöö›") == [(1, "Fõõťť")]


def test_words_broken_or_set_in_capitals_are_no_strays() -> None:
    long = "unbelievable incomprehensibilities notwithstanding"
    assert found(f"<p>{long}</p><p class=up>{long}", f"{long} Fõõťť") == []


def test_targets_icons_and_words_with_digits_are_kept() -> None:
    text = "[a](rules.b) :sword: 2d6+1 a1b c_3 (d)"
    assert stretch(text) == "‹[å](rules.b) :sword: 2d6+1 a1b c_3 (ď)›"
