"""Fronts that are too full: on how few faces a text stands, and that all of it is proved there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from aidgen.build.continuing import best, continued
from aidgen.build.fits import going_on
from aidgen.build.pressing import Press
from aidgen.game.load import OURS
from aidgen.language.localize import localize
from aidgen.page.kinds.dividing import parts_of
from aidgen.page.pieces import Deck
from aidgen.page.render import render
from tests.bound import Here
from tests.mini import change, read

AIDS = "content/mini/aids.yaml"
NIGHT = "  night: {front: {title: Night, module: night, contents: [rules.dark]}}\n"
LONG = "One more word of what is to be told here, and then a few words more. " * 3
"""A paragraph of which two fill a card of 44 × 68 mm, and three do not stand on it."""
DECKS = "decks: {long: {size: mini, numbered: true}}"


def test_as_few_faces_as_can_be_are_taken_in_the_largest_type() -> None:
    held = {(0, 1): 9.0, (0, 2): 7.4, (1, 2): 10.0, (1, 3): 8.0, (2, 3): 12.0}
    assert best(held, 3, 9) == ((0, 1), (1, 3))
    assert best(held, 3, 1) == ()
    assert best({(0, 1): 9.0, (1, 2): 9.0}, 3, 9) == ()


def test_a_text_is_divided_between_paragraphs_and_items_and_before_records(pack: Path) -> None:
    text = "First.\\n\\nThese:\\n- one\\n- two\\n\\n1. once\\n\\n2. twice"
    front = f'{{title: Night, text: "{text}", contents: [rules.dark, states.tired]}}'
    change(pack, AIDS, NIGHT, f"  night: {{front: {front}}}\n")
    face = read(pack).cards["night"].front
    assert face.text is not None
    found = [
        one if isinstance(one, str) else face.text[one.start : one.stop] for one in parts_of(face)
    ]
    assert found == [
        "First.", "These:\n- one", "- two\n\n1. once\n\n2. twice", "rules.dark", "states.tired",
    ]  # fmt: skip


def deck(pack: Path, tmp_path: Path, overflow: str, paragraphs: int) -> Deck:
    """Return the deck of Mini with a small card of so many paragraphs, as it goes on."""
    text = "\\n\\n".join(f"{number} {LONG}" for number in range(paragraphs))
    front = f'{{title: Night, icon: moon, text: "{text}", contents: [rules.dark]}}'
    card = f"{{deck: long, copies: 2, overflow: {overflow}, front: {front}}}"
    change(pack, AIDS, NIGHT, f"  night: {card}\n")
    (pack / "content/mini/decks.yaml").write_text(DECKS, encoding="utf-8")
    change(pack, AIDS, "contents: [cards]}", "contents: [cards.night]}")
    canon = read(pack)
    parts = render(localize(canon, {}, canon.locale), "deck", (canon.root, OURS))
    assert isinstance(parts, Deck)
    made = asyncio.run(_continued(parts, tmp_path))
    assert isinstance(made, Deck)
    return made


async def _continued(parts: Deck, folder: Path) -> object:
    return await continued(parts, Press(Here(), folder))


def words(deck: Deck) -> list[str]:
    """Return what the promised texts of the card say, face by face."""
    faces = [face for card in deck.cards for face in (card.front, card.back) if face]
    return [
        " ".join(text.text for text in face.promises.texts if ".night.front.text" in text.context)
        for face in faces
    ]


@pytest.mark.parametrize(
    ("overflow", "cards", "backs"), [("next card", 2, 0), ("back", 1, 1), ("shrink", 1, 0)]
)
def test_what_is_too_full_goes_on_and_nothing_is_lost(
    pack: Path, tmp_path: Path, overflow: str, cards: int, backs: int
) -> None:
    made = deck(pack, tmp_path, overflow, 3)
    assert (len(made.cards), sum(bool(card.back) for card in made.cards)) == (cards, backs)
    assert all(card.copies == 2 for card in made.cards)
    assert " ".join(words(made)) == " ".join(f"{number} {LONG.strip()}" for number in range(3))
    if overflow != "shrink":
        assert all(f">1/1 · {n}/2<" in face for n, face in enumerate(inner(made), start=1))


def inner(deck: Deck) -> list[str]:
    return [face.inner for card in deck.cards for face in (card.front, card.back) if face]


def test_a_card_that_is_not_full_stays_whole(pack: Path, tmp_path: Path) -> None:
    (card,) = deck(pack, tmp_path, "next card", 1).cards
    assert ">1/1<" in card.front.inner


def test_a_card_goes_on_on_as_many_cards_as_it_needs(pack: Path, tmp_path: Path) -> None:
    made = deck(pack, tmp_path, "next card", 5)
    assert [card.name for card in made.cards] == ["night", "night.2", "night.3"]
    assert inner(made)[2].count('data-box="cards.night.front.3"') == 1


def test_the_fit_report_tells_what_goes_on_on_what() -> None:
    names = [
        "cards.a.front",
        "cards.a.front.2",
        "cards.a.front.3",
        "cards.b.front.back",
        "cards.c.back",
    ]
    assert going_on(names) == ("cards.a goes on on 3 cards", "cards.b goes on on its back")
