"""What is told of a translation that is wrong, and that nothing is told of one that is right."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aidgen.game.texts import Text
from aidgen.language.agreement import Glossary, disagreements, emphasis, misused
from aidgen.language.language import LANGUAGE_WORDS, Language
from aidgen.language.leftovers import Vocabulary, leftovers
from tests.mistranslations import mutants, our_catalogues, shipped, tongue
from tests.pairs import WORDS, pairs

CATALOGUES = our_catalogues()


@cache
def language(locale: str) -> Language:
    if locale in ("en", "fr", "de"):
        return tongue(locale).language
    if locale in WORDS:
        english = {name: Text(word) for name, word in tongue("en").words.items()}
        given = {name: Text(word) for name, word in WORDS[locale].items()}
        return Language.of({**english, **given})
    return tongue("en").language  # a language whose words nobody has given yet


DIGIT = re.compile(r"(?![0٠])\d")
"""A digit that makes another number when it stands twice; a nought may not."""


def told(source: str, text: str, here: str = "en", there: str = "fr") -> list[str]:
    """Return what is told of a translation, but for its terms."""
    one, other = language(here), language(there)
    said = [*disagreements(source, text, one, other)]
    said += leftovers(source, text, Vocabulary.of(one, other, []))
    return [disagreement.message for disagreement in said]


# What is right, and what is wrong, in all our files


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_mutant_of_ours_is_told_and_no_text_as_it_is(path: Path) -> None:
    alarms, missed, tried = [], [], 0
    for one in shipped(path):
        if any(one.judge.told(one.source, one.text, term=one.term)):
            alarms.append(one.context)
        for kind, text in mutants(one):
            tried += 1
            if not any(one.judge.told(one.source, text, term=one.term)):
                missed.append((kind, one.context, text))
    assert alarms == []
    assert missed == []
    assert tried > 0


def test_there_are_mutants_of_every_kind_and_thousands_of_them() -> None:
    made = Counter(kind for path in CATALOGUES for one in shipped(path) for kind, _ in mutants(one))
    assert made.total() >= 5000
    for kind in (
        "number changed",
        "number dropped",
        "number doubled",
        "number word changed",
        "decimal sign dropped",
        "sign changed",
        "comparator changed",
        "comparator dropped",
        "operator dropped",
        "percent dropped",
        "placeholder changed",
        "placeholder doubled",
        "link changed",
        "emphasis dropped",
        "list changed",
        "term changed",
        "source left",
        "half left",
    ):
        assert made[kind] > 0, kind


def test_of_right_translations_one_in_a_hundred_is_doubted_at_most() -> None:
    tried = pairs()
    doubted = [(pair, said) for pair in tried if (said := told(pair[2], pair[3], *pair[:2]))]
    assert len(tried) >= 200
    assert len({there for _, there, _, _ in tried}) >= 8
    assert len(doubted) <= len(tried) / 100, doubted


@pytest.mark.parametrize("pair", [pair for pair in pairs() if DIGIT.search(pair[3])])
def test_a_digit_more_in_a_right_translation_is_told(pair: tuple[str, str, str, str]) -> None:
    here, there, source, text = pair
    more = DIGIT.sub(r"\g<0>\g<0>", text, count=1)
    assert told(source, more, here, there)


# One thing at a time


@pytest.mark.parametrize(
    ("source", "text", "message"),
    [
        ("Draw 2 cards.", "Piochez 3 cartes.", "number: found `3`, expected `2`"),
        ("Draw two cards.", "Piochez trois cartes.", "number: found `3`, expected `2`"),
        ("Draw 2 cards.", "Piochez des cartes.", "number: `2` is missing"),
        ("Draw cards.", "Piochez 2 cartes.", "number: `2` is too much"),
        ("Draw 2 cards.", "Piochez 2 2 cartes.", "number: `2` is too much"),
        ("Draw 1 card.", "Piochez carte.", "number: `1` is missing"),
        ("A hero draws 1 card.", "Un héros pioche carte.", "number: `1` is missing"),
        ("Gain +1.", "Gagnez −1.", "number: found `-1`, expected `+1`"),
        ("Gain +1.", "Gagnez 1.", "number: found `1`, expected `+1`"),
        ("+{x} to it", "{x} à cela", "number: `+{x}` is missing"),
        ("9–11", "9–12", "number: found `12`, expected `11`"),
        ("From 9 to 11", "De 9 à 12", "number: found `12`, expected `11`"),
        ("1.5 times", "15 fois", "number: found `15`, expected `1.5`"),
        ("1.5 times", "1.5 fois", "number: `1.5` has not the decimal sign of this language"),
        ("1,500 m", "1,500 m", "number: found `1.5`, expected `1500`"),
        ("Half the deck", "Le quart du paquet", "number: found `4`, expected `0.5`"),
        ("Twice", "Trois fois", "number: found `3`, expected `2`"),
        ("Seventeen", "Dix-huit", "number: found `18`, expected `17`"),
        ("The third round", "Le quatrième tour", "number: found `4`, expected `3`"),
        ("Level II", "Niveau III", "number: found `3`, expected `2`"),
        ("50% of it", "50 de cela", "percent: `%` is missing"),
        ("2d6", "2d8", "dice: found `2d8`, expected `2d6`"),
        ("2d6", "3d6", "dice: found `3d6`, expected `2d6`"),
        ("2d6+1", "2d6", "dice: found `2d6`, expected `2d6+1`"),
        ("5+ wins", "5 gagne", "comparison: `≥` is missing"),
        ("At least 3", "Au plus 3", "comparison: found `≤`, expected `≥`"),
        ("More than 3", "Moins de 3", "comparison: found `<`, expected `>`"),
        ("More than 3", "Au moins 3", "comparison: found `≥`, expected `>`"),
        (
            "At least 2 and at most 4",
            "Au moins 4 et au plus 2",
            "comparison: found `≤ 2`, `≥ 4`, expected `≤ 4`, `≥ 2`",
        ),
        ("{a} + {b}", "{a} {b}", "operator: `+` is missing"),
        ("Take {n}.", "Prenez {m}.", "placeholder: found `{m}`, expected `{n}`"),
        ("Use :sword:.", "Utilisez : sword :.", "icon: `sword` is missing"),
        ("[Here](rules.a)", "[Ici](rules.b)", "link: found `rules.b`, expected `rules.a`"),
        ("**Go**", "*Allez*", "emphasis: found `*…*`, expected `**…**`"),
        ("**Go**", "**Allez*", "emphasis: found `*`, `*…*`, expected `**…**`"),
        ("- a\n- b", "- a\nb", "list: `-` is missing"),
    ],
)
def test_what_a_translation_says_otherwise_is_told(source: str, text: str, message: str) -> None:
    assert message in told(source, text)


@pytest.mark.parametrize(
    ("there", "text"),
    [
        ("ar", "اسحب ٤ بطاقات."),
        ("hi", "४ कार्ड निकालें।"),
        ("ja", "カードを４枚引く。"),
        ("pl", "Dobierz cztery karty."),
    ],
)
def test_other_scripts_and_languages_are_read(there: str, text: str) -> None:
    assert told("Draw 4 cards.", text, there=there) == []
    assert told("Draw 3 cards.", text, there=there) == ["number: found `4`, expected `3`"]


def test_a_comparison_with_a_number_is_not_one_without() -> None:
    assert told("A harder fight", "Un combat plus difficile ou plus long") == []
    assert told("3 or more", "3 ou plus difficile") == []
    assert told("3 fights", "3 combats ou plus") == ["comparison: `≥` is too much"]


@pytest.mark.parametrize(
    ("text", "strong", "weak", "stray"),
    [
        ("**[See](rules.a)**: go", 1, 0, 0),
        ("**[See](rules.a)**, *now*.", 1, 1, 0),
        ("***Both***", 1, 1, 0),
        ("**One** and **two**", 2, 0, 0),
        ("2 * 3 * 4", 0, 0, 0),
        ("**open", 0, 0, 2),
        ("*a **b** c*", 1, 1, 0),
    ],
)
def test_emphasis_is_counted_in_pairs(text: str, strong: int, weak: int, stray: int) -> None:
    assert emphasis(text) == +Counter({"**…**": strong, "*…*": weak, "*": stray})


# Terms

GLOSSARY = Glossary.of(
    [
        (["damage"], ["dégâts", "dégât"]),
        (["healing"], ["soins", "soin"]),
        (["hand"], ["main", "mains"]),
        (["draw pile"], ["pioche"]),
        (["pile"], ["pile"]),
        (["warrior"], ["guerri*"]),
    ],
    ["Hand of Fate", "Healing"],
)


@pytest.mark.parametrize(
    ("source", "text", "messages"),
    [
        ("Your hand", "Votre main", []),
        ("Your hand", "Vos doigts", ["`hand` is not said as in the glossary, expected `main`"]),
        ("A Zombie Hand attacks.", "Une Griffe zombie attaque.", []),
        ("Look for the Hand of Fate.", "Cherchez la Poigne du destin.", []),
        ("Hand cards to your friends.", "Donnez des cartes.", ["`hand` is not said"]),
        ("The draw pile", "La pioche", []),
        ("A warrior", "Une guerrière", []),
        ("2 damage and 3 healing", "3 soins et 2 dégâts", []),
        (
            "2 damage and 3 healing",
            "2 points de soins et 3 dégâts",
            ["number: `2` is with `soins`"],
        ),
        ("{a} damage, {b} healing", "{b} dégâts, {a} soins", ["number: `{a}` is with `soins`"]),
        ("damage, damage, healing", "dégâts, soins, soins", ["found `soins` more often"]),
        ("damage after damage", "dégâts sur dégâts", []),
        ("The hand, then the hand", "La main, puis celle-ci", []),
    ],
)
def test_terms_are_said_as_the_glossary_says(source: str, text: str, messages: list[str]) -> None:
    said = list(misused(source, text, language("en"), language("fr"), GLOSSARY))
    assert len(said) == len(messages), said
    assert all(part in one.message for part, one in zip(messages, said, strict=True))


# What was left


@pytest.mark.parametrize(
    ("source", "text", "message"),
    [
        ("Draw the top card.", "Draw the top card.", "is the same as the source"),
        ("damage table", "damage table", "is the same as the source"),
        ("Draw the top card.", "Piochez the carte.", "leaves `the` as in the source"),
        (
            "Then draw one of your cards.",
            "Ensuite, draw one of your cartes.",
            "leaves `draw one of your` as in the source",
        ),
        ("The Horror", "The Horror", None),
        ("Persona 3", "Persona 3", None),
        ("Draw The Book of Hours.", "Piochez The Book of Hours.", None),
        ("See example.org/where-to-buy.", "Voyez example.org/where-to-buy.", None),
        ("{health} + {bonus}", "{health} + {bonus}", None),
    ],
)
def test_what_was_left_in_the_source_language_is_told(
    source: str, text: str, message: str | None
) -> None:
    assert told(source, text) == ([message] if message else [])


def test_a_word_is_left_that_all_other_texts_translate() -> None:
    others = [(f"Lose {n} damage, Anna.", f"Perdez {n} dégâts, Anna.") for n in range(2, 9)]
    known = Vocabulary.of(language("en"), language("fr"), others)
    said = list(leftovers("Take damage, Anna.", "Subissez damage, Anna.", known))
    assert [(one.message, one.severity) for one in said] == [
        ("leaves `damage` as in the source", "warning")
    ]


@given(st.text("ab1 2+-−–.,%{}x:*[]()#|½٣３VI\n", max_size=40))
def test_any_text_agrees_with_itself(text: str) -> None:
    for locale in ("en", "fr", "pl"):
        said = disagreements(text, text, language(locale), language(locale))
        assert [one for one in said if one.severity == "error"] == []


@given(st.integers(0, 10**6))
def test_a_number_is_the_same_in_any_script_and_grouping(number: int) -> None:
    arabic = "".join(chr(0x660 + int(digit)) for digit in str(number))
    grouped = f"{number:,}"
    for text in (arabic, grouped.replace(",", "\u202f"), grouped.replace(",", " "), str(number)):
        assert told(f"{grouped} points", f"{text} points") == []
    assert told(f"{grouped} points", f"{number + 1} points") != []


@settings(max_examples=25)
@given(
    st.dictionaries(
        st.sampled_from(sorted(LANGUAGE_WORDS)),
        st.text("ab12=|#?+*% .,-zwei\\[(", max_size=20).map(Text),
    ),
    st.text("ab12=|#?+*%/ .,-{}zwei½٣\ue000\ue100", max_size=40),
)
def test_no_word_list_and_no_text_is_too_odd_to_be_read(given: dict[str, Text], text: str) -> None:
    odd = Language.of(given)
    assert list(disagreements(text, text, odd, odd)) == list(disagreements(text, text, odd, odd))
    odd.read("at least 1/0 or 1.21.0 of " + "9" * 5000)
