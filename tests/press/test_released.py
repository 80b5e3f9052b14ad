"""What was laid out is given back as soon as nobody holds it: without Python's collector."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

import pytest

from aidgen.game.load import BUNDLED_PACK
from aidgen.page.kinds import KINDS
from aidgen.page.pieces import together
from aidgen.page.render import render
from aidgen.press.engine.document import Source
from tests.mini import aid_of
from tests.press.test_tuning import BODY
from tests.sheets import pieces_of


@contextmanager
def uncollected() -> Iterator[None]:
    """Have nothing collected for a while, and what there is passed over."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


def left_of_a_layout(html: str) -> Counter[str]:
    """Return what the engine, and we, still have of a document that was laid out and written."""
    source = Source(html)
    source.laid_out().pdf("first")
    with uncollected():
        source.laid_out(endless=True)
        source.laid_out().pdf("again")
        names = (f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())
        left = Counter(name for name in names if name.startswith(("weasyprint.", "aidgen.")))
        del left["weasyprint.css.properties.Dimension"]  # of what is kept of style sheets
        return left


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_left_of_the_layout_of_a_page(kind: str) -> None:
    canon, aid = aid_of(kind)
    pieces = pieces_of(render(canon, aid, (BUNDLED_PACK,)))
    alike = [piece for piece in pieces if piece.head == pieces[0].head]
    assert not left_of_a_layout(together(alike))


def test_nothing_is_left_of_what_css_may_say() -> None:
    sums = "<style>b { width: calc(1em + 2px); margin: max(2px, calc(1em - var(--gap))) }</style>"
    assert not left_of_a_layout(f"<html lang='en'><body>{BODY}{sums}<b>x</b></body></html>")


PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' {0}>{1}</svg>"
"""A picture, its attributes and what is in it."""


def address(picture: str) -> str:
    return f"data:image/svg+xml,{quote(picture)}"


def test_a_picture_in_a_picture_is_loaded_when_it_is_drawn() -> None:
    inner = PICTURE.format("width='9' height='9'", "<path d='M1 2h3v4z' fill='#123456'/>")
    shown = f"<image href='{address(inner)}' width='9' height='9'/>"
    outer = address(PICTURE.format("", shown))
    html = f"<html lang='en'><body><img alt='x' src='{outer}'></body></html>"
    pdf, told = Source(html).laid_out().pdf("picture")
    assert b"1 2 m" in pdf
    assert not told
    assert not left_of_a_layout(html)


def test_boxes_without_an_element_share_a_style() -> None:
    source = Source("<html><body>a<p>b</p>c<p>d</p>e</body></html>")
    (page,) = source.laid_out().pages
    root = next(box for box in page.page.engine.children if box.element_tag == "html")
    kids = root.children[0].children
    between = [box.style for box in kids if box.element_tag == "body"]
    assert len(between) == 3
    assert len({*map(id, between)}) == 1
