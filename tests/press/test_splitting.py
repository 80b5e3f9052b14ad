"""What the engine sets is taken apart: each piece is the same, whatever is set with it."""

from __future__ import annotations

import io
from base64 import b64encode

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from aidgen.press.engine.document import HtmlDocument
from aidgen.press.pdf.assembly import assemble_pdf
from aidgen.press.pdf.structure import SetPiece
from aidgen.press.pieces.typeset import typeset_html
from aidgen.proof.accessibility import check_tags
from tests.sheets import FACTS, set_document, sides
from tests.wholes import BALL, CSS, MAINS, PICTURE, html, pieces, set_alone

MASKED = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='50'><title>A mask.</title><defs>"
    "<mask id='m'><rect width='90' height='50' fill='white'/>"
    "<text y='9' font-family='Source Sans Pro' font-style='italic'>M</text></mask>"
    "<pattern id='p' width='9' height='9' patternUnits='userSpaceOnUse'>"
    "<circle r='4' fill='green'/></pattern></defs>"
    "<rect width='90' height='50' fill='url(#p)' mask='url(#m)'/></svg>"
)
NESTED = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='50'><title>A text.</title>"
    "<g opacity='.8'><g opacity='.9'><text x='9' y='20' font-family='Source Sans Pro' "
    "font-weight='bold'>Tier 3</text></g></g></svg>"
)
TINTED = "<div style='height:30pt;background:linear-gradient(red, blue)'></div><p>Under.</p>"
DOT = (
    "<img alt='A dot.' width='20' src='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAA"
    "AAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='>"
)
FAINT = "<div style='opacity:.8'><p>Half</p><div style='opacity:.9'><p>there</p></div></div>"
FAINT_DOT = DOT.replace("<img ", "<img style='opacity:.3' ")
DRAWN = {
    "a picture": BALL,
    "words in a picture": PICTURE,
    "groups in groups": NESTED,
    "a mask and a pattern": MASKED,
    "a gradient": TINTED,
    "a photograph": DOT,
    "a faint text": FAINT,
    "faint pictures": f"{FAINT_DOT}{FAINT_DOT}<p>Beside.</p>",
}

ROUNDED = {"a faint text": 3}
"""Levels by which colours may be off: groups are rounded, one after the other."""


def document(*mains: str) -> str:
    inner = "".join(f"<main>{main}</main>" for main in mains)
    return f'<html lang="en"><head><title>x</title><style>{CSS}</style></head>{inner}</html>'


def sheet(*pieces: SetPiece) -> bytes:
    return assemble_pdf(FACTS, sides(pieces))


def pictures(pdf: bytes) -> list[Image.Image]:
    opened = pypdfium2.PdfDocument(pdf)
    try:
        return [page.render(scale=2).to_pil().convert("RGB") for page in opened]
    finally:
        opened.close()


def off(one: Image.Image, other: Image.Image) -> int:
    """Return by how many of 255 levels two pictures differ at most."""
    assert one.size == other.size
    levels = ImageChops.difference(one, other).histogram()
    return max(at % 256 for at, count in enumerate(levels) if count)


@pytest.mark.parametrize("name", MAINS)
def test_a_piece_is_set_the_same_alone_and_among_others(name: str) -> None:
    alone, among = set_alone(name), pieces()[name]
    assert alone.pages == among.pages
    assert (alone.tree, alone.anchors) == (among.tree, among.anchors)
    assert sheet(alone) == sheet(among)


def test_the_order_in_which_pieces_are_set_changes_none() -> None:
    names = list(reversed(MAINS))
    settings, _ = typeset_html(html(*names))
    for name, setting in zip(names, settings, strict=True):
        assert setting.piece.pages == pieces()[name].pages, name
        assert setting.piece.tree == pieces()[name].tree, name


def test_a_piece_may_have_two_pages() -> None:
    long = pieces()["long"]
    assert len(long.pages) == 2
    assert {page for tag in long.tree for page, _ in tag.marks()} == {0, 1}
    assert [len(piece.pages) for name, piece in pieces().items() if name != "long"] == [1] * 5
    assert len({page.digest for page in long.pages}) == 2


def test_a_piece_has_no_font_files_and_knows_its_glyphs() -> None:
    for piece in pieces().values():
        with pikepdf.open(io.BytesIO(piece.resources)) as document:
            assert not any(
                isinstance(each, pikepdf.Dictionary) and "/FontDescriptor" in each
                for each in document.objects
            )
    says = {
        use.face: "".join(use.says.values()) for use in pieces()["drift"].pages[0].fonts.values()
    }
    assert set("bold") <= set(says["Source-Sans-Pro-Bold"])
    assert "z" not in says["Source-Sans-Pro"]
    assert set("Sea7") <= set(
        next(
            "".join(use.says.values())
            for use in pieces()["toll"].pages[0].fonts.values()
            if use.face == "Source-Sans-Pro-Italic"
        )
    )


@pytest.mark.parametrize("name", DRAWN)
def test_what_a_piece_draws_with_goes_with_it(name: str) -> None:
    """The engine's own pages look the same, and so does the piece among others."""
    others = (FAINT, BALL, f"<p>Words before.</p>{PICTURE}")
    source = document(DRAWN[name])
    engine, *_ = HtmlDocument(source).lay_out().write_pdf("0" * 32)
    ((alone,), _) = typeset_html(source)
    (drawn,), (picture,) = pictures(engine), pictures(sheet(alone.piece))
    assert off(picture, drawn) <= ROUNDED.get(name, 0)
    settings, _ = typeset_html(document(*others, DRAWN[name]))
    among = settings[-1].piece
    assert (among.pages, among.tree) == (alone.piece.pages, alone.piece.tree)
    assert off(pictures(sheet(*(setting.piece for setting in settings)))[-1], picture) == 0
    assert check_tags(sheet(alone.piece), source) == ()


def test_a_page_knows_the_resources_that_it_uses_and_no_others() -> None:
    (ball,), (words,) = pieces()["faint"].pages, pieces()["toll"].pages
    kinds = [kind for kind, _ in ball.resources]
    assert kinds.count("/XObject") == 1
    assert not {each for each in ball.resources if each[0] == "/XObject"} & set(words.resources)
    assert pieces()["mark"].pages[0].resources == (), "an opacity of 1 is left out"
    for piece in pieces().values():
        with pikepdf.open(io.BytesIO(piece.resources)) as kept:
            for page, bare in zip(piece.pages, kept.pages, strict=True):
                found = {
                    (kind, name)
                    for kind, named in bare.Resources.items()
                    for name in dict(named.items())
                }
                assert found == set(page.resources)


def test_a_faint_text_is_marked_on_the_page_itself() -> None:
    (page,) = set_alone("faint").pages
    assert b"/P" in page.tags[0] or b"/Span" in page.tags[0]
    assert sum(b"TJ" in segment or b"Tj" in segment for segment in page.segments) == 1


def test_a_photograph_stays_as_it_is_in_its_file() -> None:
    """It is packed as JPEG, which nobody unpacks to tell what it is."""
    out = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").save(out, "JPEG")
    address = f"data:image/jpeg;base64,{b64encode(out.getvalue()).decode()}"
    image = f"<img alt='Grey.' style='width:50pt;height:50pt' src='{address}'>"
    made = set_document(document(f"<p>Grey.</p>{image}"))
    assert made.faults == ()
    with pikepdf.open(io.BytesIO(made.pdf)) as opened:
        (picture,) = dict(opened.pages[0].Resources.XObject).values()
        assert picture.Filter == "/DCTDecode"
