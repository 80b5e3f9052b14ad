"""A PDF put together from pieces: fonts, copies, links, outline and tags of the whole."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from aidgen.assets.faces import Outlines, faces
from aidgen.assets.papers import Size
from aidgen.page.composed import Placed, Side
from aidgen.press.pdf.assembly import assemble_pdf
from aidgen.press.pdf.structure import SetPiece
from aidgen.press.pieces.typeset import typeset_html
from aidgen.proof.readback import read_back
from tests.sheets import FACTS, sides
from tests.wholes import HEIGHT, WIDTH, pieces, whole


def opened(pdf: bytes) -> Any:
    return pikepdf.open(io.BytesIO(pdf))


def one_side(*placings: Placed[SetPiece]) -> tuple[Side[SetPiece], ...]:
    return (Side(Size(WIDTH, HEIGHT), placings),)


def at(name: str, left: float = 0.0, top: float = 0.0, *, again: bool = False) -> Placed[SetPiece]:
    return Placed(pieces()[name], left, top, again=again)


def elements(node: Any) -> Iterator[Any]:
    yield node
    for kid in node.get("/K", []):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield from elements(kid)


def test_the_same_pieces_in_the_same_places_give_the_same_bytes() -> None:
    first = whole().pdf
    assert whole().pdf == first
    moved = one_side(at("toll", 10.0)), one_side(at("toll", 10.1))
    assert len({assemble_pdf(FACTS, each) for each in moved}) == 2
    reported = replace(FACTS, title="Another")
    assert assemble_pdf(reported, whole().sides) != first


def test_fonts_are_merged_into_one_subset_a_face() -> None:
    with opened(whole().pdf) as document:
        fonts = document.pages[0].Resources.Font.values()
        files = [font.DescendantFonts[0].FontDescriptor for font in fonts]
        whole_fonts = [
            each
            for each in document.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/Subtype") == "/Type0"
        ]
        assert len(whole_fonts) == len(files)
        names = [str(each.FontName).partition("+")[2] for each in files]
        assert sorted(names) == sorted(set(names))
        assert {"Source-Sans-Pro", "Source-Sans-Pro-Bold", "Source-Sans-Pro-Italic"} == set(names)
        for each, name in zip(files, names, strict=True):
            uses = [
                use
                for piece in pieces().values()
                for page in piece.pages
                for use in page.fonts.values()
                if use.face == name
            ]
            wanted = {glyph for use in uses for glyph in use.says}
            face = faces()[name]
            with TTFont(io.BytesIO(each.FontFile2.read_bytes())) as font:
                drawn = {
                    code for code in range(font["maxp"].numGlyphs) if Outlines(font).of(code)[1]
                }
                assert all(face.shapes.of(code) == Outlines(font).of(code) for code in wanted)
            composites = len(drawn - wanted)
            assert composites <= 4, "no more glyphs than are drawn, and what they are made of"
            assert len(each.FontFile2.read_raw_bytes()) < 20_000


def test_a_form_draws_with_the_fonts_of_the_whole() -> None:
    with opened(whole().pdf) as document:
        resources = {page.Resources.objgen for page in document.pages}
        assert len(resources) == 1
        shared = document.pages[0].Resources
        forms = [each for each in shared.XObject.values() if "/Font" in each.Resources]
        assert forms
        assert {form.Resources.Font.objgen for form in forms} == {shared.Font.objgen}


def test_pieces_look_on_a_sheet_as_they_do_by_themselves() -> None:
    scale = 2

    def pictures(pdf: bytes) -> list[Any]:
        document = pypdfium2.PdfDocument(pdf)
        try:
            return [page.render(scale=scale).to_pil() for page in document]
        finally:
            document.close()

    together = one_side(at("drift", 20, 50), at("faint", 220, 50), at("toll", 20, 250))
    (sheet,) = pictures(assemble_pdf(FACTS, together))
    for placing in together[0].placed:
        (alone,) = pictures(assemble_pdf(FACTS, sides([placing.piece])))
        left, top = int(placing.left * scale), int(placing.top * scale)
        cut = sheet.crop((left, top, left + alone.width, top + alone.height))
        assert cut.tobytes() == alone.tobytes()


def test_what_is_said_again_is_an_artifact_and_a_copy_is_read_again() -> None:
    again = assemble_pdf(
        FACTS, one_side(at("title"), at("mark", 0, 200), at("mark", 0, 400, again=True))
    )
    copies = assemble_pdf(FACTS, one_side(at("title"), at("mark", 0, 200), at("mark", 0, 400)))
    assert read_back(again).words.count("Mark12") == 1
    assert read_back(copies).words.count("Mark12") == 2
    with opened(again) as document:
        content = document.pages[0].Contents.read_bytes()
        assert content.count(b"/Artifact <</Type /Pagination>> BDC") == 1
        assert len(re.findall(rb"/MCID (\d+)", content)) == len(
            document.Root.StructTreeRoot.ParentTree.Nums[1]
        )


def test_marks_are_numbered_through_on_each_side() -> None:
    with opened(whole().pdf) as document:
        for page in document.pages:
            numbers = re.findall(rb"<</MCID (\d+)>> BDC", page.Contents.read_bytes())
            assert list(map(int, numbers)) == list(range(len(numbers)))


def test_a_piece_of_two_pages_is_one_in_the_tags() -> None:
    with opened(whole().pdf) as document:
        pages = {page.objgen: number for number, page in enumerate(document.pages)}
        parts = list(document.Root.StructTreeRoot.K[0].K)
        assert len(parts) == 7  # the copy of a piece included; marks and what is said again are not
        (long,) = (part for part in parts if pages[part.Pg.objgen] == 1)
        other = [
            kid
            for each in elements(long)
            for kid in each.K
            if isinstance(kid, pikepdf.Dictionary) and "/MCID" in kid
        ]
        assert {pages[kid.Pg.objgen] for kid in other} == {2}


def test_headings_of_tables_have_names_of_their_own_in_each_copy() -> None:
    with opened(whole().pdf) as document:
        names = [str(name) for name in list(document.Root.StructTreeRoot.IDTree.Names)[::2]]
        assert len(names) == len(set(names)) == 6
        assert names == sorted(names)


def test_links_lead_across_pieces_to_the_first_place_of_a_record() -> None:
    with opened(whole().pdf) as document:
        pages = {page.objgen: number for number, page in enumerate(document.pages)}
        links = [
            (number, note)
            for number, page in enumerate(document.pages)
            for note in page.get("/Annots", [])
        ]
        assert [(number, str(note.Contents)) for number, note in links] == [
            (0, "the drift"),
            (2, "it"),
        ]
        for _, note in links:
            page, _, left, top, _ = note.Dest
            assert pages[page.objgen] == 0
            # 9 pt of margin below the piece's upper edge
            assert (float(left), float(top)) == pytest.approx((10, HEIGHT - 170 - 9), abs=0.01)
        left, bottom, right, top = (float(edge) for edge in links[0][1].Rect)
        assert 220.5 + 9 < left < right < 420.5
        assert HEIGHT - 10 - 150 < bottom < top < HEIGHT - 10


def test_a_link_that_leads_nowhere_is_the_words_in_it() -> None:
    with opened(assemble_pdf(FACTS, one_side(at("title"), at("toll", 0, 200)))) as document:
        assert "/Annots" not in document.pages[0]
        kinds = {str(each.S) for each in elements(document.Root.StructTreeRoot.K[0])}
        assert "/Link" not in kinds
    assert "Seethedrift." in read_back(assemble_pdf(FACTS, one_side(at("toll")))).words


def test_the_outline_has_each_heading_once_where_it_stands_first() -> None:
    with opened(whole().pdf) as document, document.open_outline() as outline:
        (title,) = outline.root
        assert title.title == "Ferry"
        assert [item.title for item in title.children] == ["Toll", "Drift", "Long"]
        pages = {page.objgen: number for number, page in enumerate(document.pages)}
        targets = [item.destination for item in title.children]
        assert [pages[target[0].objgen] for target in targets] == [0, 0, 1]
        assert float(targets[1][3]) == pytest.approx(HEIGHT - 170 - 9, abs=0.01)


def test_the_outline_follows_where_headings_stand_first_though_some_are_printed_again() -> None:
    names = ("toll", "drift", "title", "toll")
    side = one_side(*(at(name, 210.0 * number) for number, name in enumerate(names)))
    with opened(assemble_pdf(FACTS, side)) as document, document.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Toll", "Drift", "Ferry"]


def test_what_a_piece_draws_beyond_its_page_is_not_on_paper() -> None:
    place = "position:absolute;left:-30pt;top:20pt;width:20pt;height:9pt"
    bar = f"<p style='{place};background:#000'></p>"
    html = f"<style>@page {{ size: 90pt 60pt; margin: 9pt }}</style><main>x{bar}</main>"
    ((setting,), _) = typeset_html(f'<html lang="en">{html}</html>')

    def darkest(left: float) -> int:
        side = one_side(Placed(setting.piece, left))
        page = pypdfium2.PdfDocument(assemble_pdf(FACTS, side))[0].render(grayscale=True).to_pil()
        return int(page.crop((int(left) - 40, 0, int(left) - 1, 99)).getextrema()[0])

    assert darkest(100.0) == 255


def test_what_it_says_of_itself_is_what_it_was_reported() -> None:
    said = replace(FACTS, title="A & B <c>", author="D & E", language="fr-CA", description="“F”")
    with opened(assemble_pdf(said, whole().sides)) as document:
        assert str(document.Root.Lang) == "fr-CA"
        assert str(document.docinfo["/Title"]) == "A & B <c>"
        with document.open_metadata() as metadata:
            assert metadata["dc:title"] == "A & B <c>"
            assert metadata["dc:creator"] == ["D & E"]
            assert metadata["dc:description"] == "“F”"
            assert metadata["pdfuaid:part"] == "1"


def test_a_resource_that_pieces_share_is_there_once() -> None:
    twice = one_side(at("faint"), at("faint", 220), at("toll", 0, 200))
    with opened(assemble_pdf(FACTS, twice)) as document:
        names = [name for page in pieces()["faint"].pages for _, name in page.resources]
        shared = document.pages[0].Resources
        held = Counter(
            str(name) for kind, named in shared.items() if kind != "/Font" for name in named
        )
        assert set(names) <= set(held)
        assert max(held.values()) == 1
