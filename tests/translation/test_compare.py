"""Two texts compared: what is wrong is reported, what is only said otherwise is not."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aidgen.translation.compare import compare
from aidgen.translation.words import LANGUAGE_WORDS, Language
from tests.mistranslations import mutants, our_catalogues, shipped
from tests.pairs import doubts, language, pairs

WRONG = """
fr | error | number | Draw 3 cards. | Piochez 4 cartes.
fr | warning | number | Draw 3 cards. | Piochez des cartes.
fr | warning | number | Draw cards. | Piochez 3 cartes.
fr | warning | number | Draw three cards. | Piochez quatre cartes.
xx | error | number | Gain 7 coins. | Xx 9 yy.
xx | error | number | On 1-2, draw two. | Xx 1-3, yy.
xx | warning | number | Draw 2 cards. | Xx yy.
fr | error | number | On 1-2 or 3-4 | Sur 1-3 ou 2-4
fr | error | number | On 1–4 | Sur 4–1
de | error | number | 1.5 m | 2,5 m
es | error | number | EE-3 Carbine | Carabina E-33
de | error | number | Version 1.21.0 | Version 1.22.0
es | error | number | 1,234 coins | 1.235 monedas
fr | error | sign | +2 to attack | −2 en attaque
fr | warning | sign | +{bonus} to the roll | {bonus} au jet
fr | error | dice | Roll 2d6. | Lancez 3d6.
de | error | dice | Roll 2d6. | Wirf 2W8.
fr | warning | dice | Roll 2d6. | Lancez.
fr | error | percent | 50 % of damage | 50 dégâts
fr | error | comparison | At least 3 cards | Au plus 3 cartes
it | error | comparison | (3) or less | (3) o più
fr | warning | comparison | On 5+ | Sur 5
fr | warning | opposite | The highest roll | Le jet le plus bas
fr | warning | opposite | Add 2 to the roll | Soustrayez 2 du jet
fr | error | placeholder | Move {pace} fields. | Avancez de {pas} cases.
fr | warning | placeholder | {a} and {a} | {a}
fr | error | placeholder | {a} and {a} | {a} et {b}
fr | warning | placeholder | Lose {a}. | Perdez {a} ou {b}.
fr | warning | placeholder | Lose {a}. | Perdez {a} {a}.
fr | error | icon | Lose :coin::coin:. | Perdez :coin:.
fr | error | number | Give +1/+2. | Donnez +2/+1.
fr | error | number | A 2/1 ally, two 2/1 allies | Un allié 1/2, deux alliés 2/1
fr | error | icon | Spend :coin:. | Dépensez :sword:.
fr | error | link | [here](rules.a) | [ici](rules.b)
fr | error | emphasis | a *big* sword | une grande épée
fr | error | list | - a\\n- b | - a, b
fr | error | left | Draw a card and then play it. | Piochez, Draw a card and then play it.
fr | error | left | Draw a card. | Draw a card.
fr | warning | repeated | Each draws 1. | Chacun en pioche alors une. Chacun en pioche alors une.
fr | warning | typing | The dragon | Le dragon dragon
fr | warning | typing | The dragon (red) | Le dragon (rouge
fr | warning | typing | Say "no". | Dites "non.
fr | warning | typing | The café | Le cafÃ©
de | warning | typing | Roll 2d6. | Wirf 2d6.
fr | warning | typing | It takes 1.5 turns. | Il faut 1.5 tour.
ru | warning | typing | For all | зa всех
"""
"""Language, severity and check of a wrong translation, with its source."""

RIGHT = """
fr | It is less dangerous now that it is out of gas. | Il n’a plus de gaz : c’est moins dangereux.
de | strikes decrease when wounded | kann nicht mehr so oft zuschlagen
es | If you have more coins than any other player, you win. | Si los demás tienen menos, ganas.
de | Lose a quarter. | Verliere 1/4.
xx | Draw 1 card, then two. | Xx yy.
fr | Discard 1 or more tokens from a ship. | Défaussez 1 jeton ou plus d’un navire.
it | twice as far, six carriages | due volte più lontano, sei mezzi
es | 5 or more Attack | 5 p. de ataque o más
de | Part 1 | Teil I
de | a 4-cylinder engine | ein Vierzylinder
fr | in the 1960s | dans les années 60
es | Discard 1+ :icon:. | Descarta 1 o más de :icon:.
it | (3) or less | (3) o meno
fr | Boosts it by 50%. | La multiplie par 1,5.
fr | no more than 2 cards | pas plus de 2 cartes
de | You cannot include more than 1 copy. | Du kannst nicht mehr als 1 Exemplar aufnehmen.
fr | {hero}’s {skill} | {skill} de {hero}
fr | feed +4 more | en nourrissent 4 autres
fr | Draw 5, keep 1 of the 5. | Piochez-en 5, gardez-en 1.
fr | from the 1700s to the 19th century | du XVIIIe au XIXe siècle
fr | Raise oxygen. Draw a :coin:. | Montez l’oxygène. Piochez :coin: ou une autre :coin:.
de | Add {0} {1}. | Füge {1} {0} hinzu.
fr | app version 1.2 | version 1.2 de l’app
de | 12,345.5 points | 12.345,5 Punkte
pl | Draw 1 card. | Dobierz kartę.
fr | Roll two d6. | Lancez 2d6.
de | Heroes control R2-D2. | Die Helden kontrollieren R2-D2.
fr | Halves the money | Divise l’argent par 2
de | Two Two Pairs of one suit | Zwei Zwei Paare einer Farbe
es | At least 5 away, go to most foes. | Al menos a 5, ve al mayor número.
fr | Drop {a}; lose it. | Lâchez {a}, perdez {a}.
fr | Artoo helps you. | R2 vous aide.
it | When IG-88 attacks, it moves 3. | Quando attacchi, muovi di 3.
it | so-so music | musica così così
"""
"""A language and a right translation, each reported by an earlier edition."""


def rows(table: str) -> list[list[str]]:
    lines = table.strip().replace("\\n", "\n").replace("\n- b", "\u2028- b").split("\n")
    return [line.replace("\u2028", "\n").split(" | ") for line in lines]


@pytest.mark.parametrize(("locale", "severity", "check", "source", "target"), rows(WRONG))
def test_a_wrong_translation_is_reported(
    locale: str, severity: str, check: str, source: str, target: str
) -> None:
    problems = compare(source, target, language("en"), language(locale))
    reported = {(one.message.partition(":")[0], one.severity) for one in problems}
    assert (check, severity) in reported, problems


@pytest.mark.parametrize(("locale", "source", "target"), rows(RIGHT))
def test_a_right_translation_is_not_reported(locale: str, source: str, target: str) -> None:
    assert doubts(source, target, ("en", locale)) == []


def test_of_right_translations_that_look_different_hardly_any_is_reported() -> None:
    right = list(pairs())
    reported = [pair for pair in right if doubts(*pair[2:], pair[:2])]
    assert len(right) > 500
    assert len(reported) <= 10, reported


@pytest.mark.parametrize("locale", ["it", "en"])
def test_mutants_of_our_translations_are_reported_and_the_texts_themselves_are_not(
    locale: str,
) -> None:
    """A few of each kind; `bench/translations.py` has all of them judged."""
    path = next(path for path in our_catalogues() if path.parent.name == locale)
    texts = list(shipped(path))
    assert [text.context for text in texts if text.alarms()] == []
    listed = [(text, *mutant) for text in texts for mutant in mutants(text)]
    sample = random.Random(1).sample(listed, 400)
    seen = [
        bool(text.judge.doubts(text.source, changed, term=text.term)) for text, _, changed in sample
    ]
    assert sum(seen) >= 372


ODD_WORDS = st.dictionaries(
    st.sampled_from(sorted(LANGUAGE_WORDS)), st.text("ab12=|#?+*% .,-zwei\\[(", max_size=20)
)
ODD_TEXTS = st.text("ab12=|#?+*%/ .,-{}zwei½٣\ue000\ufffc", max_size=40)


@settings(max_examples=100)
@example({"number-words": "=1 a=x"}, "")
@given(ODD_WORDS, ODD_TEXTS)
def test_no_word_list_and_no_text_is_too_odd_to_be_read(words: dict[str, str], text: str) -> None:
    odd = Language.of(words)
    compare(text, f"{text} 7777", odd, odd)


def test_a_text_says_the_same_as_itself() -> None:
    text = "On 5+, gain 2d6+1 :coin: or {a} %, at least 3; half of 1,234.5."
    english = language("en")
    problems = [one.message for one in compare(text, text, english, english)]
    assert problems == ["left: is identical to the source"]


def test_long_texts_take_linear_time() -> None:
    begun = time.process_time()
    for part in ("2 ", "{a} ", "1/", "5+", "at least ", "ninety-nine ", "a.", "*b* "):
        compare(part * 5_000, part * 5_000, language("en"), language("fr"))
    assert time.process_time() - begun < 4  # 1.5; of quadratic time it is over 5
