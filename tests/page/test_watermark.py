"""Words across a page: as large as may be, in the middle, and never beyond its edges."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path

from aidgen.assets.papers import Size
from aidgen.page.drawings import watermark_piece
from aidgen.page.pieces import Piece

LIKE = Piece("<head>", "<p>A text.</p>", Size(9.0, 9.0), "4mm", 8.0, long=True)
SIZES = [Size(63.0, 88.0), Size(88.0, 63.0), Size(25.0, 25.0), Size(297.0, 210.0)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("words", ["X", "PLAYTEST 3", "Ébauche du 3 novembre, à ne pas copier"])
def test_words_fill_the_page_aslant_and_no_more(size: Size, words: str) -> None:
    made = watermark_piece(LIKE, words, size)
    assert (made.size, made.margin, made.long, made.promises.texts) == (size, "0", False, ())
    svg = re.search(r"<svg.*</svg>", made.inner)
    assert svg
    path = ElementTree.fromstring(svg[0])[0]
    pen = BoundsPen(None)
    parse_path(path.attrib["d"], pen)
    left, top, right, bottom = pen.bounds
    assert 0 < left < right < size.width
    assert 0 < top < bottom < size.height
    assert (left + right) / 2 == pytest.approx(size.width / 2, rel=0.12)
    assert (top + bottom) / 2 == pytest.approx(size.height / 2, rel=0.12)
    if len(words) > 9:
        assert right - left > size.width / 2
