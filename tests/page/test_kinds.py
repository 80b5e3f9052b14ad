"""What each kind of aid makes of its records: pieces that hold, in the type that they may have."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.aids import Aid
from aidgen.game.data import GameData
from aidgen.game.records import Face
from aidgen.language.localize import localize
from aidgen.page.kinds import KINDS
from aidgen.page.kinds.cards import bounds
from aidgen.page.render import render
from aidgen.page.sheets import Rendered, TypeRange


def parts(game_data: GameData, aid: str) -> Rendered:
    return render(localize(game_data, {}, game_data.locale), aid, (BUNDLED_PACK,))


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_is_called_by_its_name_and_knows_its_papers(name: str) -> None:
    kind = KINDS[name]
    assert kind.name == name
    assert kind.papers
    assert kind.holds in ("contents", "blocks", "grid", "board")


def test_the_type_of_a_card_may_be_given(mini: GameData) -> None:
    card = mini.cards["night"]
    front = card.front.model_copy(update={"text_size": 7.9})
    given = mini.model_copy(update={"cards": {"night": card.model_copy(update={"front": front})}})
    deck = parts(given, "deck").decks[0]
    (face,) = (card.front for card in deck.cards)
    assert face.choice == TypeRange(7.9, 7.9)


def test_the_type_of_a_card_is_left_to_the_layout_unless_it_is_given(mini: GameData) -> None:
    deck = parts(mini, "deck").decks[0]
    faces = [face for card in deck.cards for face in card.faces]
    assert {(face.choice, face.type_size) for face in faces} == {(TypeRange(7.4, 13.0), None)}


def regions(page: str) -> list[list[str]]:
    """Return the names of the regions of a page, row by row."""
    rows = page.split('<div class="ag-row"')[1:]
    return [re.findall(r'data-box="aids\.board\.blocks\.([^"]+)"', row) for row in rows]


def board(game_data: GameData, **changes: Mapping[str, object]) -> Rendered:
    """Return a sheet of blocks like the one of Mini, but for some changes."""
    aid = game_data.aids["board"]
    blocks = {name: aid.blocks["fight"].model_copy(update=new) for name, new in changes.items()}
    aids = {"board": aid.model_copy(update={"blocks": blocks})}
    return parts(game_data.model_copy(update={"aids": aids}), "board")


def test_blocks_stand_side_by_side_as_far_as_their_widths_allow(mini: GameData) -> None:
    widths = {"a": 6, "b": 6, "c": 4, "d": 9, "e": 3}
    (sheet,) = board(mini, **{name: {"width": width} for name, width in widths.items()}).documents
    assert regions(sheet.html) == [["a", "b"], ["c"], ["d", "e"]]


def test_a_block_may_begin_a_page(mini: GameData) -> None:
    (sheet,) = board(
        mini, a={"width": 6}, b={"width": 6, "new_page": True}, c={"width": 6}
    ).documents
    _, first, second = sheet.html.split("<main")
    assert [regions(first), regions(second)] == [[["a"]], [["b", "c"]]]
    assert ("<h1>" in first, "<h1>" in second) == (True, False)
    assert ("1/2" in first, "2/2" in second) == (True, True)


def test_the_smallest_type_of_a_card_is_never_larger_than_its_largest() -> None:
    aid = Aid.model_validate(
        {"title": "A", "kind": "cards", "paper": "poker", "contents": ["cards"], "shrink_to": 9}
    )
    face = Face.model_validate({"title": "B", "text_size": 7.5})
    assert bounds(face, aid) == TypeRange(7.5, 7.5)
    assert bounds(face.model_copy(update={"text_size": 11.0}), aid) == TypeRange(9.0, 11.0)


AID = {"title": "A", "kind": "sheet", "paper": "A4"}


@pytest.mark.parametrize(
    ("pages", "expected"),
    [(1, (1, 1)), ("12-16", (12, 16)), ("6-", (1, 6)), ("up to 6", (1, 6)), ("2+", (2, None))],
)
def test_the_pages_of_an_aid_have_two_ends_or_one(
    pages: object, expected: tuple[int, int | None]
) -> None:
    assert Aid.model_validate({**AID, "pages": pages}).page_limits == expected
