from __future__ import annotations

import re
from pathlib import Path

import pytest

from aidgen.assets.faces import characters
from aidgen.assets.papers import CARDS, PAPERS
from aidgen.game.canon import Canon
from aidgen.game.load import OURS
from aidgen.language.localize import localize
from aidgen.page.kinds import KINDS
from aidgen.page.kinds.sheet import in_rows
from aidgen.page.render import render
from aidgen.press.engine import Source
from aidgen.press.typeset import typeset
from tests.mini import change, read


def html(canon: Canon, aid: str) -> str:
    return render(localize(canon, {}, canon.locale), aid, (OURS,)).html


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_sets_what_it_is_given(mini: Canon, name: str) -> None:
    for aid, found in mini.aids.items():
        if found.kind == name:
            made = typeset(html(mini, aid), "0" * 32)
            assert made.faults == ()
            assert made.smallest
            assert made.smallest.size >= KINDS[name].smallest_type


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_is_called_by_its_name_and_knows_its_papers(name: str) -> None:
    kind = KINDS[name]
    assert kind.name == name
    assert kind.papers
    assert set(kind.papers) <= {*PAPERS, *CARDS}
    assert kind.holds in ("contents", "blocks")


def faces(page: str) -> list[list[tuple[float, float, str]]]:
    """Return, for each side of the sheets, left and top of each card and what it says."""
    sides = re.split(r'<section class="side ', page)[1:]
    card = r'<article class="card[^>]*left:([\d.]+)mm;top:([\d.]+)mm.*?data-fit="cards\.([^"]+)"'
    return [
        [(float(left), float(top), name) for left, top, name in re.findall(card, side, re.DOTALL)]
        for side in sides
    ]


def test_every_back_lies_behind_its_front(mini: Canon) -> None:
    front, back = faces(html(mini, "deck"))
    assert [name for _, _, name in front] == ["fight.front", "night.front", "fight.front"]
    assert [name for _, _, name in back] == ["fight.back", "fight.back"]
    behind = {(round(210 - left - 63, 2), top): name for left, top, name in back}
    for left, top, name in front:
        if name == "fight.front":
            assert behind[round(left, 2), top] == "fight.back"


def test_every_back_of_expedition_lies_behind_its_front(expedition: Canon) -> None:
    for aid, found in expedition.aids.items():
        if found.kind == "cards":
            sides = faces(html(expedition, aid))
            assert any(".back" in name for side in sides for _, _, name in side) == any(
                expedition.cards[ref.split(".")[1]].back for ref in found.contents
            )
            if not any(".back" in name for side in sides for _, _, name in side):
                continue
            for front, back in zip(sides[::2], sides[1::2], strict=True):
                fronts = {(round(left, 2), top): name for left, top, name in front}
                for left, top, name in back:
                    opposite = fronts[round(210 - left - 63, 2), top]
                    assert opposite.replace(".front", ".back") == name


def test_copies_of_a_card_are_all_printed(mini: Canon) -> None:
    (card,) = (card for card in mini.cards.values() if card.copies == 2)
    many = mini.model_copy(update={"cards": {"fight": card.model_copy(update={"copies": 10})}})
    sides = faces(html(many, "deck"))
    assert [len(side) for side in sides] == [9, 9, 1, 1]


def test_a_deck_without_backs_has_no_sides_for_them(mini: Canon) -> None:
    alone = mini.model_copy(update={"cards": {"night": mini.cards["night"]}})
    assert len(faces(html(alone, "deck"))) == 1


def test_the_type_of_a_card_may_be_given(mini: Canon) -> None:
    card = mini.cards["night"]
    front = card.front.model_copy(update={"text_size": 7.9})
    given = mini.model_copy(update={"cards": {"night": card.model_copy(update={"front": front})}})
    assert "font-size:7.9pt" in html(given, "deck")


def test_blocks_stand_side_by_side_as_far_as_their_widths_allow(mini: Canon) -> None:
    aid = mini.aids["board"]
    block = aid.blocks["fight"]
    widths = {"a": 6, "b": 6, "c": 4, "d": 9, "e": 3}
    blocks = {name: block.model_copy(update={"width": width}) for name, width in widths.items()}
    view = in_rows(mini, aid.model_copy(update={"blocks": blocks}), PAPERS["A4"])
    pages = view.get("pages", [view.get("rows")])
    rows = [[region.name for region in row] for page in pages for row in page]
    assert rows == [["a", "b"], ["c"], ["d", "e"]]


def test_our_fonts_draw_the_letters_and_signs_of_our_languages() -> None:
    needed = "abcxyzABCXYZ0123456789àâçéèêëîïôœùûüÿÀÂÇÉÈÊŒÆæäößñ¿«»“”‘’„–—−×≥≤½…·%€&"
    assert [letter for letter in needed if letter not in characters()] == []


def test_the_columns_of_the_parts_of_a_table_line_up(pack: Path) -> None:
    """Whatever is in them: a long number in one part moves no column of it."""
    change(pack, "content/mini/tables.yaml", "2+: [2, 4]", "2+: [2, 4000000]")
    pages = Source(html(read(pack), "book")).laid_out().pages
    edges = [
        tuple(
            round(cell.edges.border[0])
            for cell in table.descendants()
            if cell.sort == "cell" and cell.edges
        )
        for page in pages
        for table in page.page.root.descendants()
        if table.element is not None
        and table.tag == "table"
        and ".wounds.parts." in table.element.get("data-context", "")
    ]
    assert len(edges) >= 2
    assert len(set(edges)) == 1
