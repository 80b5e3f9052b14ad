"""Which doubts of a translation are errors, which are warnings, and what nobody can doubt."""

from __future__ import annotations

import pytest

from aidgen.game.texts import Text
from aidgen.language.consistency import mismatches
from aidgen.language.language import Language, Pair
from aidgen.language.untranslated import Vocabulary, untranslated_words
from tests.pairs import WORDS, language


def reported(source: str, text: str, target: Language | None = None) -> dict[str, str]:
    """Return what is reported of a translation, and how severe it is."""
    pair = Pair(language("en"), target or language("fr"))
    return {one.message: one.severity for one in mismatches(source, text, pair)}


def bare(**words: str) -> Language:
    """Return a language of which a translator has given these words, and no others."""
    return Language.of({name.replace("_", "-"): Text(word) for name, word in words.items()})


@pytest.mark.parametrize(
    ("source", "text", "message", "severity"),
    [
        ("Greatsword", "Épée à trois mains", "number: `3` is not in the source", "warning"),
        ("Mislead", "Double illusoire", "number: `2` is not in the source", "warning"),
        ("Half", "Partiel", "number: `0.5` is missing", "warning"),
        ("Three cards", "Des cartes", "number: `3` is missing", "warning"),
        ("3 cards", "Des cartes", "number: `3` is missing", "error"),
        ("Cards", "3 cartes", "number: `3` is not in the source", "error"),
        ("Three cards", "Quatre cartes", "number: found `4`, expected `3`", "error"),
        ("≥ a few", "Quelques-uns", "comparison: `≥` is missing", "error"),
        ("At least 3", "Au plus 3", "comparison: found `≤`, expected `≥`", "error"),
        ("Take {n}.", "Prenez.", "placeholder: `{n}` is missing", "error"),
    ],
)
def test_what_one_text_alone_says_in_words_is_a_warning(
    source: str, text: str, message: str, severity: str
) -> None:
    assert reported(source, text) == {message: severity}


@pytest.mark.parametrize(
    ("source", "text", "locale", "message", "severity"),
    [
        ("Put a 10 on a 9.", "Кладите десятку на 9.", "ru", "number: `10` is missing", "warning"),
        ("Put a 10 on a 9.", "Кладите карту на 9.", "ru", "number: `10` is missing", "error"),
        ("2 piles", "2 piles, 2 tuiles", "fr", "number: `2` appears too often", "warning"),
        (
            "Two piles, up to the seventh",
            "Две стопки, перед седьмыми, вторая",
            "ru",
            "number: found `2`, expected `7`",
            "warning",
        ),
        ("Seven piles, 2 up", "Две стопки, две", "ru", "number: found `2`, expected `7`", "error"),
        ("4 of a kind", "Viererpasch", "de", "number: `4` is missing", "warning"),
        ("4 of a kind", "Vier-Pasch 5", "de", "number: `5` is not in the source", "error"),
        ("5 of a kind", "Femtal", "sv", "number: `5` is missing", "warning"),
        ("3 of a kind", "Femtal", "sv", "number: `3` is missing", "error"),
        ("Fourteen cards", "4 cartes", "fr", "number: found `4`, expected `14`", "error"),
        (
            "What percentage?",
            "Wie viel Prozent?",
            "de",
            "percent: `%` is not in the source",
            "warning",
        ),
        ("Which share?", "Wie viel %?", "de", "percent: `%` is not in the source", "error"),
        ("Half of it, 5%", "Die Hälfte, 5", "de", "percent: `%` is missing", "error"),
        (
            "One of four, and four more",
            "从四张里拿一张得1分",
            "zh_CN",
            "number: found `1`, expected `4`",
            "warning",
        ),
        (
            "One of 4, and 4",
            "从4张里拿一张得1分",
            "zh_CN",
            "number: found `1`, expected `4`",
            "error",
        ),
    ],
)
def test_what_a_text_may_say_by_another_word_is_a_warning(
    source: str, text: str, locale: str, message: str, severity: str
) -> None:
    assert reported(source, text, language(locale)) == {message: severity}


@pytest.mark.parametrize(
    ("source", "text", "locale"),
    [
        ("Fifty-four spaces", "Cincuenta y cuatro espacios", "es"),
        ("Roll 2d6.", "Бросьте 2К6.", "ru"),
        ("Leave space eighteen.", "On laisse le dix-huitième emplacement.", "fr"),
    ],
)
def test_numbers_in_two_words_and_dice_in_capitals_are_read(
    source: str, text: str, locale: str
) -> None:
    assert reported(source, text, language(locale)) == {}


def test_two_numbers_are_no_sum_in_digits() -> None:
    assert reported("54 spaces", "50 et 4 espaces") == {
        "number: found `4`, `50`, expected `54`": "error"
    }


def test_a_language_without_articles_may_leave_a_one_out() -> None:
    assert reported("1 card", "Karta", language("pl")) == {}


def test_a_warning_says_why_it_is_none() -> None:
    (one,) = mismatches("Mislead", "Double illusoire", Pair(language("en"), language("fr")))
    assert one.hint.endswith(
        "only a warning: either text may use another word, and words have several meanings"
    )


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Two-handed sword", "Espadon"),
        ("A four-armed thing", "Une chose à bras"),
        ("Greatsword", "Épée à deux mains"),
        ("Three-quarters", "Important (3/4)"),
        ("Half of it", "1/2 de cela"),
        ("SRD 5.1 (CC BY 4.0)", "DRS 5.1 (CC BY 4.0)"),
        ("Traveller 2.0", "Traveller 2.0"),
    ],
)
def test_words_in_compounds_parts_and_names_are_no_numbers(source: str, text: str) -> None:
    assert reported(source, text) == {}


def test_a_compound_that_says_another_number_is_reported() -> None:
    assert reported("A two-sided card", "Une carte à trois faces") == {
        "number: found `3`, expected `2`": "error"
    }
    assert reported("Speed 5.1", "Vitesse 5.1") == {
        "number: `5.1` uses `.`; this language's decimal separator is `,`": "warning"
    }


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("This scenario", "Ten Scenariusz"),
        ("The fifth round of 5", "Piąta runda"),
        ("At least 3", "Przynajmniej 3"),
        ("Roll 2d6.", "Rzuć 2k6."),
        ("Half of the two", "Połowa obu"),
    ],
)
def test_without_its_words_a_language_is_not_read_as_english(source: str, text: str) -> None:
    assert reported(source, text, bare()) == {}


def test_without_its_words_digits_and_signs_are_compared_all_the_same() -> None:
    assert reported("12 cards", "10 kart", bare()) == {"number: found `10`, expected `12`": "error"}
    assert reported("≥ 3", "< 3", bare()) == {"comparison: found `<`, expected `≥`": "error"}
    assert reported("Roll a d20.", "Rzuć d12.", bare()) == {
        "dice: found `d12`, expected `d20`": "error"
    }
    assert reported("Cards", "10 kart", bare()) == {"number: `10` is not in the source": "error"}


def test_a_hyphen_says_that_a_language_has_no_such_words() -> None:
    given = {name.replace("-", "_"): words for name, words in WORDS["ja"].items()}
    assert "ordinals" in bare(**given).silent
    assert "ordinals" not in bare(**{**given, "ordinals": "-"}).silent


def test_without_its_small_words_none_of_them_is_taken_for_another_language() -> None:
    for given, reported in ((language("pl"), ["`the`"]), (bare(), [])):
        vocabulary = Vocabulary.of(Pair(language("en"), given), [])
        found = [
            one.message
            for one in untranslated_words("Go to the den", "Jest to the nora", vocabulary)
        ]
        assert [one for one in found] == [
            f"{one} is still in the source language" for one in reported
        ]
