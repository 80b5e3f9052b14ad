"""HTML as the engine gets it: pictures, links, words that are divided, and what it complains of."""

from __future__ import annotations

import base64
import io

import pytest
from PIL import EpsImagePlugin, Image

from aidgen.assets.files import AssetError
from aidgen.layout.boxes import Layout
from aidgen.layout.document import Document
from aidgen.press.engine.html import check_picture
from aidgen.press.type import lay_out
from aidgen.press.writing import write
from tests.press.structure import drawn, laid_out_page, opened, words

CSS = "@page { size: 60mm 40mm; margin: 0 } * { margin: 0 } img { display: block; width: 30px }"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>'


def png() -> bytes:
    """Return a red picture of 30 by 30 points."""
    out = io.BytesIO()
    Image.new("RGB", (30, 30), "red").save(out, "PNG")
    return out.getvalue()


def with_files(body: str, **files: bytes) -> Layout:
    head = f"<head><title>T</title><style>{CSS}</style></head>"
    named = {name.replace("_", "."): content for name, content in files.items()}
    return lay_out(Document(f'<html lang="en">{head}<body>{body}</body></html>', named))


def test_a_picture_is_one_of_the_files_of_the_document() -> None:
    layout = with_files('<img src="aidgen:art.png" alt="Art">', art_png=png())
    assert layout.warnings == ()
    assert drawn(write(layout)).getpixel((15, 15)) == (255, 0, 0)


def test_a_drawing_and_a_picture_in_the_page_are_shown_too() -> None:
    inline = base64.b64encode(png()).decode()
    body = f'<img src="aidgen:a.svg" alt=""><img src="data:image/png;base64,{inline}" alt="">'
    page = drawn(write(with_files(body, a_svg=SVG)))
    assert page.getpixel((15, 15)) == (0, 0, 0)
    assert page.getpixel((15, 45)) == (255, 0, 0)


@pytest.mark.parametrize(
    "address", ["aidgen:other.png", "file:///etc/hostname", "https://example.org/a.png", "a.png"]
)
def test_nothing_else_can_be_reached(address: str) -> None:
    layout = with_files(f'<img src="{address}" alt="">', art_png=png())
    assert len(layout.warnings) == 1
    assert address in layout.warnings[0]


def test_a_picture_that_is_cut_short_is_refused() -> None:
    assert check_picture(png()) == png()
    with pytest.raises(ValueError, match="to its end"):
        check_picture(png()[:-30])
    with pytest.raises(AssetError, match="is not SVG"):
        check_picture(b"<html></html>")


def test_a_link_leads_to_the_first_of_several_anchors() -> None:
    body = (
        '<p data-anchor="a b%">One</p><p data-anchor="a b%">Again</p>'
        '<a data-leads="a b%">Go</a> <a data-leads="nowhere">Stay</a>'
    )
    layout = laid_out_page(body, CSS)
    assert layout.warnings == ()
    pdf = opened(write(layout))
    (link,) = pdf.pages[0].Annots
    assert float(link.Dest[3]) == pytest.approx(40 / 25.4 * 72, abs=0.01)


def test_what_cannot_be_used_is_told_once() -> None:
    layout = laid_out_page("<p>One</p>", "p { colr: red }")
    assert [warning.partition(",")[0] for warning in layout.warnings] == [
        "Ignored `colr: red ` at 1:5"
    ]


HYPHENS = (
    "@page { size: 60mm 90mm } p, table { width: 19mm; hyphens: auto; font: 10pt Source Sans Pro }"
)


def lines(listed: str, body: str) -> list[str]:
    meta = f'<meta name="hyphenation" content="{listed}">'
    head = f"<head><title>T</title>{meta}<style>{HYPHENS}</style></head>"
    layout = lay_out(Document(f'<html lang="de">{head}<body>{body}</body></html>'))
    boxes = layout.pages[0].root.descendants()
    return [box.text.rstrip("-‐") for box in boxes if box.text]


@pytest.mark.parametrize("body", ["<p>Ansturmaktion</p>", "<table><td>Ansturmaktion</table>"])
def test_a_word_is_divided_where_the_document_says(body: str) -> None:
    assert lines("", body) == ["Ansturmak", "tion"]
    assert lines("ansturm-aktion", body) == ["Ansturm", "aktion"]
    # Other documents know nothing of it.
    assert lines("- --", body) == ["Ansturmak", "tion"]


def test_the_same_layout_gives_the_same_bytes() -> None:
    first, second = (write(with_files("<h1>A</h1><p>b</p>")) for _ in range(2))
    assert first == second
    assert words(first) == ["Ab"]


def test_a_pdf_says_what_it_is_and_how_it_is_read() -> None:
    html = '<html lang="ar" dir="rtl"><head><title>عنوان</title></head><body><p>x</p></body></html>'
    pdf = opened(write(lay_out(Document(html))))
    assert str(pdf.docinfo.Title) == "عنوان"
    assert str(pdf.docinfo.Creator) == "aidgen"
    assert str(pdf.Root.Lang) == "ar"
    assert str(pdf.Root.ViewerPreferences.Direction) == "/R2L"
    assert pdf.Root.ViewerPreferences.DisplayDocTitle
    with pdf.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"


def test_a_drawing_that_is_shown_often_is_kept_once() -> None:
    curves = "".join(f"<path d='M{n} 0c1 2 3 4 5 {n}'/>" for n in range(200))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{curves}</svg>'.encode()
    frame = '<div style="width: 30px; height: 20px; background: url(aidgen:a.svg) 0 0/30px"></div>'
    image = '<img src="aidgen:a.svg" alt="">'
    once, often = (write(with_files(frame * n + image * n, a_svg=svg)) for n in (1, 4))
    assert len(often) < 1.5 * len(once)
    page = drawn(often).convert("L")
    assert [page.crop((0, top, 30, top + 20)).getextrema()[0] < 128 for top in (0, 20, 40, 60)] == [
        *(True, True, True, True)
    ]


EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n0 0 9 9 rectfill showpage\n"


@pytest.mark.parametrize("kind", ["image/png", "image/x-eps", "text/plain"])
def test_no_picture_starts_a_program(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow would hand EPS to Ghostscript, whatever the address says that it is."""
    started: list[object] = []
    monkeypatch.setattr(EpsImagePlugin, "Ghostscript", lambda *words: started.append(words))
    address = f"data:{kind};base64,{base64.b64encode(EPS).decode()}"
    body = f'<p style="background: url({address})">x</p><img src="{address}" alt="">'
    write(with_files(f'{body}<img src="aidgen:art.eps" alt="">', art_eps=EPS))
    assert started == []


def test_a_heading_that_is_not_read_aloud_is_no_bookmark() -> None:
    body = (
        "<h1>One</h1><div aria-hidden='true'><h1>Two</h1></div>"
        "<main data-outline='none'><h2>Three</h2></main>"
    )
    with opened(write(with_files(body))).open_outline() as outline:
        assert [item.title for item in outline.root] == ["One"]
