"""The cover of a book: its titles, a picture and a notice, none upon another."""

from __future__ import annotations

from pathlib import Path

import pytest
from weasyprint.formatting_structure.boxes import Box

from aidgen.game.data import GameData
from tests.commands import here
from tests.page.test_breaks import styled
from tests.trial import write_pack

TITLES = "<div class=ag-titles><h1>{words}</h1><p class=ag-aid-title>Rulebook</p></div>"
FOOT = "<div class=ag-notice><p>It is ours.</p></div><p class=ag-edition>1</p>"
IMAGE = """<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">"""


def parts(mini: GameData, words: str, icon: str) -> dict[str, Box]:
    """Return the boxes of a cover by their classes."""
    cover = f"<header class=ag-cover>{TITLES.format(words=words)}{icon}{FOOT}</header>"
    (page,) = styled(mini, "book", cover, "124mm 300mm").render().pages
    boxes = (box for box in page._page_box.descendants() if box.element is not None)
    return {box.element.get("class") or box.element_tag: box for box in reversed([*boxes])}


@pytest.mark.parametrize(
    "icon",
    [f"<div class='ag-cover-icon ag-picture'>{IMAGE}</div>", "<div class=ag-cover-icon>x</div>"],
)
def test_what_is_on_a_cover_stands_below_titles_of_any_length(mini: GameData, icon: str) -> None:
    short, long = parts(mini, "Mini", icon), parts(mini, "A game of many words " * 5, icon)
    name = next(name for name in short if name.startswith("ag-cover-icon"))
    assert long[name].content_box_y() > short[name].content_box_y()
    titles = long["ag-titles"]
    assert long[name].content_box_y() > titles.position_y + titles.height


def test_a_picture_on_a_cover_has_no_more_than_titles_and_notice_leave(mini: GameData) -> None:
    icon = f"<div class='ag-cover-icon ag-picture'>{IMAGE}</div>"
    short, long = parts(mini, "Mini", icon), parts(mini, "A game of many words " * 5, icon)
    picture, foot = long["ag-cover-icon ag-picture"], long["ag-notice"].content_box_y()
    assert 0 < picture.height < short["ag-cover-icon ag-picture"].height
    assert picture.content_box_y() + picture.height < foot
    assert long["img"].height <= picture.height


def test_a_cover_with_an_icon_is_one_page_of_any_paper_and_a_title_one_line_above_cards(
    tmp_path: Path,
) -> None:
    papers = [("A5", "false"), ("A4", "true"), ("Half Letter", "false")]
    books = "".join(
        f'  b{number}: {{title: "Two\\\\\\nlines", kind: book, icon: sword, paper: {paper},'
        f" landscape: {way}, contents: [sections.s]}}\n"
        for number, (paper, way) in enumerate(papers)
    )
    records = (
        "rules: {r: {title: R, text: Rest.}}\nsections: {s: {title: S, contents: [rules.r]}}\n"
        "cards: {c: {front: {title: C, text: Rest.}}}\naids:\n"
        '  d: {title: "Two\\\\\\nlines", kind: cards, paper: poker, contents: [cards]}\n'
    )
    pack = write_pack(tmp_path, records + books)
    done = here("build", "--pack", pack, "--out", tmp_path / "out")
    assert done.stderr == ""
    assert done.returncode == 0
