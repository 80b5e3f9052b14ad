"""Low ink and large print: measured on pixels, and by the type that was set."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from functools import cache

import pypdfium2
import pytest
from PIL import Image, ImageFilter

from aidgen import BUNDLED_PACK
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import PAPERS, PT_PER_MM, Size
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.layout.document import Printed
from aidgen.page.kinds.sheet import on_page
from aidgen.page.render import render
from aidgen.page.sheets import TypeRange, large_scale
from aidgen.page.stylesheet import enlarge_type, with_legible_type
from aidgen.pipeline.pack import Pack
from tests.inks import inks
from tests.mini import MINI
from tests.sheets import typeset, typeset_aid

EMBER_KEEP = BUNDLED_PACK / "examples" / "ember-keep"
LOW, LARGE = PrintOptions(ink="low"), PrintOptions(large=True)
STROKE = 5
"""In pixels at 56 dpi: what is as wide both ways, 2.3 mm, is no letter or line but a ground."""


@cache
def printed(aid: str, options: PrintOptions) -> Printed:
    """Return an aid of Mini typeset: what is cut out, each side on a page of its own size."""
    game_data = localize(load(MINI, "mini"), {}, "en")
    parts = render(game_data, aid, (BUNDLED_PACK,), options)
    faces = [
        face
        for deck in parts.decks
        for card in deck.sized(deck.smallest_types).cards
        for face in card.faces
    ]
    return typeset(*faces) if faces else typeset_aid(parts)


def words(document: Printed) -> list[str]:
    """Return the words of each page."""
    with pypdfium2.PdfDocument(document.pdf) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]


def grounds(document: Printed) -> float:
    """Return how much ink there is in grounds, as a part of a page that is black."""
    found = []
    with pypdfium2.PdfDocument(io.BytesIO(document.pdf)) as pdf:
        for page in pdf:
            picture: Image.Image = page.render(scale=56 / 72).to_pil().convert("L")
            for _ in range(STROKE // 2):  # as one filter of `STROKE`, in a third of the time
                picture = picture.filter(ImageFilter.MaxFilter(3))
            tones = enumerate(picture.histogram())
            dark = sum((255 - tone) * pixels for tone, pixels in tones)
            found.append(dark / 255 / (picture.width * picture.height))
    return sum(found)


@pytest.mark.parametrize("aid", ["board", "deck", "counters"])
def test_low_ink_has_at_most_a_third_of_the_grounds_and_says_the_same(aid: str) -> None:
    normal, low = printed(aid, NO_OPTIONS), printed(aid, LOW)
    assert low.faults == ()
    assert grounds(normal) > 0.001
    assert grounds(low) <= grounds(normal) / 3
    assert words(normal) == words(low)


def test_pictures_are_pale_and_all_words_seen_with_little_ink() -> None:
    game_data = localize(load(EMBER_KEEP, "ember-keep"), {}, "en")
    left = []
    for ink in (NO_OPTIONS, LOW):
        parts = render(game_data, "easy-dangers", (EMBER_KEEP, BUNDLED_PACK), ink)
        made = typeset_aid(parts)
        assert made.faults == ()
        left.append(sum(inks(made.pdf, words=False)))
    assert left[1] <= left[0] / 3


@pytest.mark.parametrize("locale", ["en", "fr"])
@pytest.mark.parametrize("aid", ["board", "deck", "book", "screen"])
def test_large_print_has_nothing_under_12_pt_nor_near_the_edge(aid: str, locale: str) -> None:
    """Marks and notes included: by the glyphs of the PDF."""
    parts = render(Pack(MINI).localized("mini", locale), aid, (BUNDLED_PACK,), LARGE)
    sizes, edges = zip(*glyphs(typeset_aid(parts).pdf), strict=True)
    assert min(sizes) > 11.99
    assert min(edges) > 4.49


def glyphs(pdf: bytes) -> Iterator[tuple[float, float]]:
    """Yield the size of each letter in pt, and how far in mm it is from the edge of its page."""
    for page in pypdfium2.PdfDocument(pdf):
        (width, height), words = page.get_size(), page.get_textpage()
        for at in range(words.count_chars()):
            if words.get_text_range(at, 1).strip():
                matrix = pypdfium2.raw.FS_MATRIX()
                pypdfium2.raw.FPDFText_GetMatrix(words, at, matrix)
                scale = math.hypot(matrix.b, matrix.d)
                left, low, right, high = words.get_charbox(at)
                edge = min(left, low, width - right, height - high) / PT_PER_MM
                yield pypdfium2.raw.FPDFText_GetFontSize(words, at) * scale, edge


def test_a_card_in_large_print_is_no_larger_than_paper() -> None:
    assert large_scale(Size(63, 88), 8) == 1.5
    assert large_scale(Size(63, 88), 7.5) == 1.6
    assert large_scale(Size(150, 200), 8) == 1.25
    assert large_scale(Size(191, 250), 8) == 1


def test_type_smaller_than_that_around_it_ends_where_it_can_just_be_read() -> None:
    sheet = (
        "a { font-size: .8em } b { font-size: var(--disc-type) } c { font-size: 1.2em; x: .5em }"
    )
    assert with_legible_type(sheet, 8) == (
        "a { font-size: max(.8em, 8pt) } b { font-size: max(var(--disc-type), 8pt) } "
        "c { font-size: 1.2em; x: .5em }"
    )


def test_headlines_grow_less_than_the_text_and_nothing_is_smaller_than_it() -> None:
    sheet = "a { font-size: 9pt; } b { font-size: 17pt } c { font-size: .8em } d { width: 9pt }"
    assert enlarge_type(sheet, 1.5) == (
        "a { font-size: 13.5pt; } b { font-size: 19.8pt } c { font-size: 1em } d { width: 9pt }"
    )
    assert enlarge_type("i { font-size: 36pt } :root { --disc: 4mm }", 1.5) == (
        "i { font-size: 36pt } :root { --disc: 6mm }"
    )
    assert enlarge_type(sheet, 1.0) == sheet


@pytest.mark.parametrize(
    ("paper", "most"), [("A5", 14.0), ("A4", 14.0), ("Letter", 14.0), ("A3", 19.8)]
)
def test_what_is_larger_than_a4_may_have_larger_type(paper: str, most: float) -> None:
    for page in (PAPERS[paper], PAPERS[paper].turned()):
        found = on_page(TypeRange(8.0, 14.0), page)
        assert found.least == 8.0
        assert found.most == pytest.approx(most, abs=0.1)


@pytest.mark.parametrize(
    ("paper", "size"), [("", 9.4), ("letter", 9.4), ("legal", 10.43), ("a3", 12.65)]
)
def test_a_book_on_larger_paper_has_larger_type_and_no_long_lines(paper: str, size: float) -> None:
    made = render(
        localize(load(MINI, "mini"), {}, "en"), "book", (BUNDLED_PACK,), PrintOptions(paper=paper)
    )
    assert f"--type:{size:g}pt" in made.documents[0].html
    assert (made.paper.width - 27) * PT_PER_MM / size < 42
