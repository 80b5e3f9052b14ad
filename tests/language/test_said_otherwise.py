"""Right translations that say the same in other ways, and wrong ones that only look like them."""

from __future__ import annotations

import pytest

from aidgen.game.texts import Text
from aidgen.language.consistency import mismatches
from aidgen.language.language import Language, Pair
from aidgen.language.numbers import month_names
from aidgen.language.untranslated import Vocabulary, untranslated_words
from tests.pairs import language


def reported(source: str, text: str, locale: str) -> dict[str, str]:
    """Return what is reported of a translation from English, and how severe it is."""
    pair = Pair(language("en"), language(locale))
    return {one.message: one.severity for one in mismatches(source, text, pair)}


@pytest.mark.parametrize(
    ("source", "text", "locale"),
    [
        ("Size must be at least 4.", "El tamaño debe ser al menos de 4.", "es"),
        ("House 50 or more people.", "Поселите 50 или более жителей.", "ru"),
        ("Costs 10,000 gold.", "Стоит 10 тысяч золотых.", "ru"),
        ("Costs 2 million gold.", "Kostet zwei Millionen Gold.", "de"),
        ("Costs 30,000 gold.", "3万ゴールドかかる。", "ja"),
        ("A billion people live there.", "Hi viuen mil milions de persones.", "ca"),
        ("It attacks at 1.5x speed.", "Атакует в полтора быстрее.", "ru"),
        ("Lasts two and a half turns.", "Dauert 2½ Züge.", "de"),
        ("It is reduced by 50%.", "Er wird halbiert.", "de"),
        ("Its +100% bonus counts.", "Er wird verdoppelt.", "de"),
        ("At 50% or more, stop.", "À la moitié ou plus, arrêtez.", "fr"),
        ("Over 15,000 km of roads", "Plus de 15.000 km de routes", "fr"),
        ("In the 19th century", "Au XIXème siècle", "fr"),
        ("The DM-300 hits you.", "D.M.-300 vous frappe.", "fr"),
        ("The DM-300 hits. It is large.", "DM-300 frappe. DM-300 est grand.", "fr"),
        ("Licence BY-SA 3.0", "Licence Partage 3.0 (CC BY-SA 3.0)", "fr"),
        ("Gains 10-20% health.", "Gagne 10% à 20% de santé.", "fr"),
        ("The 25th of December", "12月25日", "ja"),
        ("In January 1740", "1740年1月", "zh_CN"),
        ("Size 3-5, 2-9 for experts", "尺寸 3-5，2-9 为专家", "zh_CN"),
        ("It is 192.168.1.42 here.", "Hier ist es 192.168.1.42 heute.", "de"),
        ("A battle of three", "معركة ثّلاثة", "ar"),
        ("Gain twenty points", "获得二\u200b十点", "zh_CN"),
        ("Add a+b to it.", "Ajoutez-y a+b.", "fr"),
        ("It is 1 => 2 here.", "Ici, 1 donne 2.", "fr"),
        ("Remove both Mi-Go from it.", "Retira 2 a los Mi-Go.", "es"),
        ("Take a “Boat” card + 1 coin.", "Prenez une carte « Barque » + 1 pièce.", "fr"),
        ("Pay more than 1 in a game.", "Paga più di un gettone a partita.", "it"),
        ("When a card(s) is discarded:", "Wenn eine oder mehr Karten abgelegt werden:", "de"),
        ("See rule 2k6.", "Zob. punkt 2k6.", "pl"),
        ("Tea at 6:15, scones at 6:30.", "Te kl. 6.15, scones 6.30.", "sv"),
        ("If more than 1 player is left:", "二人以上のプレイヤーが残ったら:", "ja"),
        ("If more than one move is needed:", "2 手以上を要する場合:", "ja"),
        ("It takes 1/1000 of a second.", "1000分の1秒かかる。", "ja"),
        ("Seventy-two matches", "七十二根火柴", "zh_CN"),
        ("Fifteen matches", "十五本のマッチ", "ja"),
        ("Choose up to 3 sets of 2 players.", "Wähle bis zu 3 Paare von Spielern.", "de"),
    ],
)
def test_nothing_is_reported(source: str, text: str, locale: str) -> None:
    assert reported(source, text, locale) == {}


@pytest.mark.parametrize(
    ("source", "text", "locale"),
    [
        ("You run at +50% speed now.", "Sie laufen jetzt um 50% schneller.", "de"),
        ("It deals +{n} damage now.", "Il inflige {n} dégâts.", "fr"),
        ("Pay 5,000 gold to him.", "Págale 5,000 de oro.", "es"),
        ("You take 3 coins now.", "Du nimmst jetzt mindestens 3 Münzen.", "de"),
        ("Every hero has 3 health.", "Chaque héros a au moins 3 points de vie.", "fr"),
        ("Heroes below 50% health", "Helden mit höchstens 50% Leben", "de"),
        ("15 or 30% fewer cards", "15 % ou 30 % de cartes en moins", "fr"),
        ("It takes 0 turns.", "Cela ne prend aucun tour.", "fr"),
        ("A River adds 1 trade to a tile.", "Une Rivière y ajoute un point de commerce.", "fr"),
        ("A classic 15-puzzle game", "Un taquin classique", "fr"),
        ("A free 3D racing game", "Trójwymiarowa gra wyścigowa", "pl"),
        ("1000 points: a bonus of 1000", "Tusentals poäng: en bonus", "sv"),
    ],
)
def test_what_may_be_right_is_a_warning(source: str, text: str, locale: str) -> None:
    found = reported(source, text, locale)
    assert {*found.values()} == {"warning"}, found


@pytest.mark.parametrize(
    ("source", "text", "locale"),
    [
        ("+2 attack", "2 Angriff", "de"),
        ("You run at +50% speed now.", "Sie laufen jetzt mit -50% Tempo.", "de"),
        ("You run at +50% speed now.", "Sie laufen jetzt um 60% schneller.", "de"),
        ("a + 2", "a 2", "fr"),
        ("House 50 or more people.", "Beherbergt mehr als 50 Leute.", "de"),
        ("Heroes below 50% health", "Helden mit mindestens 50% Leben", "de"),
        ("Costs 10,000 gold.", "Стоит 10 миллионов золотых.", "ru"),
        ("It is reduced by 60%.", "Er wird halbiert.", "de"),
        ("The 25th of December", "11月25日", "ja"),
        ("A classic 15-puzzle game", "Un 16-puzzle classique", "fr"),
        ("The DM-300 hits you.", "DM-200 vous frappe.", "fr"),
        ("Draw 0 cards.", "Tirez une carte.", "fr"),
        ("Gain 5% and 10% of it.", "Recevez-en 5 et 10.", "fr"),
        ("Pay 5,000 gold to him.", "Págale 6,000 de oro.", "es"),
    ],
)
def test_what_is_wrong_stays_an_error(source: str, text: str, locale: str) -> None:
    assert "error" in reported(source, text, locale).values()


@pytest.mark.parametrize(
    "kept",
    [
        "(e4, d4, e5, d5)",
        "gtk-menu-bar-accel",
        "mgv_floatland_ymax_taper",
        "strict_version_check_all",
    ],
)
def test_letters_and_names_of_settings_are_no_passage_left(kept: str) -> None:
    vocabulary = Vocabulary.of(Pair(language("en"), language("fr")), [])
    assert [
        *untranslated_words(f"See {kept} for that.", f"Voyez {kept} pour cela.", vocabulary)
    ] == []


def test_a_comparison_that_is_part_of_a_longer_one_is_none() -> None:
    words = {"number-format": "1,5", "more-than": "mer", "at-least": "# eller mer"}
    given = Language.of({name: Text(word) for name, word in words.items()})
    assert given.read("50 gubbar eller mer").comparisons == ("≥",)
    assert given.read("mer än 50 gubbar").comparisons == (">",)


def test_months_are_those_of_the_language() -> None:
    assert month_names("de")["Dezember"] == "12"
    assert month_names("fr")["août"] == "8"
    assert month_names("ja") == {}
    assert month_names("xx") == month_names("") == {}


@pytest.mark.parametrize(
    ("source", "text", "locale"),
    [
        ("It gets +1 attack range.", "Его радиус атаки увеличен на 1.", "ru"),
        ("It deals +{n} damage now.", "Il inflige {n} dégâts de plus.", "fr"),
        ("He takes -25% and +25% of it.", "Er nimmt 25% weniger und 25% mehr.", "de"),
        ("Move 1 wall, door or trap.", "Bewege 1 Mauer, 1 Tür oder 1 Falle.", "de"),
        ("Take 1 sword and 1 bow.", "Nimm je 1 Schwert und Bogen.", "de"),
        ("If 12 or more turns have passed:", "Nach mehr als 11 Zügen:", "de"),
        ("With fewer than 6 cards:", "Avec 5 cartes ou moins :", "fr"),
        ("Use levels 2-4.", "Usa los niveles 2, 3 y 4.", "es"),
        ("Discard the other 4 cards.", "Défaussez le reste.", "fr"),
        ("Chapter 1: Dawn", "Kapitel I: Morgen", "de"),
        ("30,000 years", "30 000 años", "es"),
        ("A value of 3 or 8.", "Un valor de 3/8.", "es"),
        ("Roll 3 :skull: dice.", "Lance 3:skull: dés.", "fr"),
        ("Place 3 {unit} tokens.", "Lege 3{unit} Marker.", "de"),
        ("Draw 2, then 3.", "Piochez-en 2, puis 3 (5 en tout).", "fr"),
        ("Point to 12.", "Puntate il 12 (non esiste la penalità +2).", "it"),
        ("Means are rounded.", "Le “Mean of 3” sono arrotondate.", "it"),
        ("It is solved (+2 seconds).", "Es gilt als “+2”, also mit 2 Sekunden gelöst.", "de"),
    ],
)
def test_what_says_the_same_is_no_error(source: str, text: str, locale: str) -> None:
    assert "error" not in reported(source, text, locale).values()


@pytest.mark.parametrize(
    ("source", "text", "locale"),
    [
        ("Gain 1 coin.", "Erhalte l Münze.", "de"),
        ("Then gain 1 coin.", "Dann erhältst du I Münze.", "de"),
        ("Use levels 2-4.", "Usa los niveles 2, 3 y 5.", "es"),
        ("If 12 or more turns have passed:", "Nach mehr als 12 Zügen:", "de"),
        ("Place {low} {high} tokens.", "Lege {low}3 Marker.", "de"),
        ("See rule 2k6.", "Zob. punkt 2k8.", "pl"),
        ("Roll 2d6.", "Rzuć 2k8.", "pl"),
        ("Tea at 6:15.", "Te kl. 6.45.", "sv"),
        ("If more than 1 player is left:", "三人以上のプレイヤーが残ったら:", "ja"),
        ("If 2 or more players are left:", "二人以下のプレイヤーが残ったら:", "ja"),
        ("It takes 1/1000 of a second.", "100分の1秒かかる。", "ja"),
        ("Seventy-two matches", "七十一根火柴", "zh_CN"),
        ("Choose up to 3 sets of 2 players.", "Wähle bis zu 2 Paare von Spielern.", "de"),
        ("It is solved (+2 seconds).", "Es gilt als gelöst (+3 Sekunden).", "de"),
    ],
)
def test_what_looks_like_it_is_an_error(source: str, text: str, locale: str) -> None:
    assert "error" in reported(source, text, locale).values()
