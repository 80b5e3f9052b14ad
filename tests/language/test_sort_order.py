from __future__ import annotations

import pytest

from aidgen.game.data import GameData
from aidgen.game.records import Card, Deck
from aidgen.game.texts import Text
from aidgen.language.locales import sort_key
from aidgen.language.localize import localize
from tests.sheets import rendered


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("pl", "ćma lina łuk mapa zamek"),
        ("sv", "arm zon ås ängel öga"),
        ("da", "zebra ære øre ås"),
        ("de", "Apfel Äpfel Ast Äther Zug"),
        ("es", "luz nube ñandú oso"),
        ("cs", "cena čas duch hora chata jazyk"),
        ("fr", "cote coté côte côté œil oser"),
        ("pt_BR", "agua água barco"),
        ("en", "deck decoy Deer deer’s"),
    ],
)
def test_words_stand_where_readers_of_a_language_look_for_them(locale: str, words: str) -> None:
    expected = words.split()
    assert sorted(reversed(expected), key=sort_key(locale)) == expected


def test_words_of_several_parts_follow_the_first_of_them() -> None:
    words = ["skill", "Skill card", "skill check", "skills"]
    assert sorted(reversed(words), key=sort_key("en")) == words


def test_the_glossary_of_a_language_stands_in_its_order(mini: GameData) -> None:
    terms = {
        name: next(iter(mini.terms.values())).model_copy(update={"one": Text(word)})
        for name, word in [
            ("bow", "łuk|łuki"),
            ("map", "mapa"),
            ("rope", "lina"),
            ("key", "żelazo"),
        ]
    }
    game_data = localize(mini.model_copy(update={"terms": terms}), {}, "pl")
    assert [term.one for term in game_data.terms.values()] == ["lina", "łuk", "mapa", "żelazo"]
    html = rendered(game_data, "book")
    places = [html.index(f">{term.one}</span>") for term in game_data.terms.values()]
    assert places == sorted(places)


def test_a_deck_is_sorted_by_titles_if_it_says_so_and_another_is_not(mini: GameData) -> None:
    titles = {"c": "Öl", "b": "Zug", "a": "Ohr", "d": "Uhr", "e": "Arm"}
    cards = {
        name: Card.model_validate(
            {"deck": "plain" if name in "de" else "sorted", "front": {"title": title}}
        )
        for name, title in titles.items()
    }
    decks = {"sorted": Deck.model_validate({"sort": "title"}), "plain": Deck.model_validate({})}
    game_data = localize(mini.model_copy(update={"cards": cards, "decks": decks}), {}, "de")
    assert list(game_data.cards) == ["a", "c", "b", "d", "e"]
