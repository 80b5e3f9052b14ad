from __future__ import annotations

from fractions import Fraction

import pytest

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.figures import Bonus, Dice, Figure, Percent, Range, Ratio, Raw
from aidgen.game.texts import Text
from aidgen.language.locales import language_name
from aidgen.language.localize import localize
from aidgen.language.quantities import write_figure

NO_BREAK = "\N{NO-BREAK SPACE}"
NN = "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("raw", "french", "english"),
    [
        (Fraction(3, 2), "1,5", "1.5"),
        (Fraction(2), "2", "2"),
        (Fraction(1, 3), "0,33", "0.33"),
        (Fraction(-5), "−5", "−5"),
        (Fraction(12345), f"12{NN}345", "12,345"),
        (Range(9, 12), "9–12", "9–12"),
        (Range(9, None), "9+", "9+"),
        (Dice(2, 6, 1), "2d6+1", "2d6+1"),
        (Dice(0, 20), "d20", "d20"),
        (Dice(1, 6, -1), "1d6−1", "1d6−1"),
        (Bonus(Fraction(3, 2)), "+1,5", "+1.5"),
        (Percent(Fraction(25, 2)), f"12,5{NO_BREAK}%", "12.5%"),
        (Percent(Fraction(10), signed=True), f"+10{NO_BREAK}%", "+10%"),
        (Ratio(Fraction(20), Fraction(60)), "20/60", "20/60"),
    ],
)
def test_figures_are_written_as_each_language_writes_them(
    raw: Raw, french: str, english: str
) -> None:
    assert write_figure(raw, "fr") == french
    assert write_figure(raw, "en") == english


def test_decimals_are_written_at_least() -> None:
    assert write_figure(Fraction(2), "fr", decimals=1) == "2,0"
    assert write_figure(Fraction(9, 4), "fr", decimals=1) == "2,25"


def test_dice_bear_the_letter_of_the_language() -> None:
    assert write_figure(Dice(2, 6), "de", "W") == "2W6"


def texts(game_data: GameData) -> dict[str, Text]:
    return {str(context): text for context, text in game_data.texts()}


def test_a_text_without_translation_stays_and_says_so(mini: GameData) -> None:
    found = localize(mini, {Context.read("mini.rules.guess.text"): Text("Noir !", "fuzzy")}, "fr")
    said = texts(found)
    assert said["mini.rules.guess.text"] == "The den is dark."
    assert said["mini.rules.guess.text"].state == "fuzzy"
    assert said["mini.rules.dark.text"] == "Heroes see half as far."
    assert said["mini.rules.dark.text"].state == "missing"
    assert found.words["contents"].state == "missing"


def test_the_source_language_needs_no_translation(mini: GameData) -> None:
    states = {text.state for text in texts(localize(mini, {}, "en")).values()}
    assert states == {"source"}


def test_values_are_filled_in_as_the_language_writes_them(mini: GameData) -> None:
    words = {Context.read("ui.dice-letter"): Text("w|d", "translated")}
    said = texts(localize(mini, words, "de"))
    assert said["mini.rules.start.text"].startswith("Every hero has 12\N{NO-BREAK SPACE}health")
    assert said["mini.rules.fight.text"].startswith("Roll 2w6+1.")


def test_figures_in_tables_are_written_in_the_language(mini: GameData) -> None:
    found = localize(mini, {}, "fr")
    row = next(iter(found.tables["wounds"].parts["together"].rows.values()))
    assert str(row["average"]) == "1,0"
    assert str(found.tables["wounds"].columns["high"].range) == "4–6"
    figures = [leaf for _, leaf in found.leaves if isinstance(leaf, Figure)]
    assert len(figures) == len([leaf for _, leaf in mini.leaves if isinstance(leaf, Figure)])


def test_only_the_first_form_of_a_term_is_printed(mini: GameData) -> None:
    assert texts(localize(mini, {}, "en"))["mini.terms.hero.one"] == "hero"


def test_languages_are_named_in_themselves() -> None:
    assert language_name("fr") == "Français"
    assert language_name("en") == "English"
