from __future__ import annotations

import http.server
import io
import threading
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from aidgen.assets.fonts import font_files
from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.layout.promises import Promise, Promises
from aidgen.page.pieces import together
from aidgen.page.render import facts, render
from aidgen.press.pieces.faults import Smallest
from aidgen.problems import MachineError
from tests.mini import MINI, read
from tests.sheets import SetDocument, pieces_of, proved, set_document

POLL = 0.01
"""How often in s a server asks whether it is to end."""


def html(body: str, css: str = "") -> str:
    return (
        '<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>A title</title>'
        '<meta name="author" content="An author">'
        f"<style>body {{ font-family: Source Sans Pro }} {css}</style></head>"
        f"<body>{body}</body></html>"
    )


def set_page(body: str, css: str = "") -> SetDocument:
    return set_document(html(body, css))


def words(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "".join(page.get_textpage().get_text_bounded() for page in document)
    finally:
        document.close()


@pytest.fixture(scope="module")
def book() -> SetDocument:
    game_data = localize(read(MINI), {}, "en")
    pieces = pieces_of(render(game_data, "book", (BUNDLED_PACK,)))
    return set_document(together(pieces), facts(game_data, "book"))


def test_the_same_html_gives_the_same_bytes() -> None:
    body = "<h1>One</h1><p>Two <em>three</em></p><table><tr><td>4</td></tr></table>"
    assert set_page(body).pdf == set_page(body).pdf


def test_a_page_is_set_without_complaint(book: SetDocument) -> None:
    assert book.faults == ()
    assert len(book.sheets) > 1
    promised = [Promise("Someone who walks into caves.")]
    faults = proved(book.pdf, Promises(tuple(promised)), book.sheets).faults
    assert [fault for fault in faults if "not whole" in fault.found] == []


def test_language_title_author_outline_and_tags_are_in_the_pdf(book: SetDocument) -> None:
    with pikepdf.open(io.BytesIO(book.pdf)) as document:
        root = document.Root
        assert str(root.Lang) == "en"
        assert str(document.docinfo["/Title"]) == "Mini – Book"
        assert str(document.docinfo["/Author"]) == "Made by nobody."
        assert bool(root.MarkInfo.Marked)
        assert "/StructTreeRoot" in root
        with document.open_outline() as outline:
            titles = [item.title for top in outline.root for item in (top, *top.children)]
        assert {"Play", "Lists"} <= set(titles)
        assert "pdfuaid:part" in document.open_metadata()


def test_only_our_fonts_are_embedded(book: SetDocument) -> None:
    with pikepdf.open(io.BytesIO(book.pdf)) as document:
        fonts = {
            str(item["/FontDescriptor"]["/FontName"])
            for item in document.objects
            if isinstance(item, pikepdf.Dictionary) and "/FontDescriptor" in item
        }
    assert fonts
    assert all("Source" in name for name in fonts), fonts


def test_a_font_of_the_machine_is_not_used() -> None:
    made = set_page("<p>abc</p>", "p { font-family: DejaVu Serif, Arial, monospace }")
    assert proved(made.pdf, Promises((Promise("abc"),)), made.sheets).faults == ()


@pytest.mark.parametrize(
    "body",
    [
        '<img src="{}">',
        '<link rel="stylesheet" href="{}">',
        '<p style="background: url({})">x</p>',
        '<object data="{}">x</object>',
        '<style>@import "{}"; @font-face {{ font-family: x; src: url({}) }}</style><p>x',
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="{}"/></svg>',
    ],
)
@pytest.mark.parametrize("scheme", ["file", "http", "relative"])
def test_a_page_reaches_no_file_and_no_network(tmp_path: Path, body: str, scheme: str) -> None:
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, format: str, *args: object) -> None: ...

    secret = tmp_path / "secret.svg"
    secret.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
        "<text y='9' font-family='Source Sans Pro'>SECRET</text></svg>"
    )
    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(POLL,))
        thread.start()
        try:
            url = {
                "file": secret.as_uri(),
                "http": f"http://127.0.0.1:{server.server_port}/secret.svg",
                "relative": str(secret),
            }[scheme]
            made = set_page(body.replace("{}", url).replace("{{", "{").replace("}}", "}"))
        finally:
            server.shutdown()
            thread.join()
    assert asked == []
    assert "SECRET" not in words(made.pdf)
    assert any(url in fault.quote for fault in made.faults), (
        "what a page may not have must be reported"
    )


def test_a_picture_within_the_page_is_drawn() -> None:
    svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    assert set_page(f'<img alt="x" src="data:image/svg+xml,{svg}">').faults == ()


@pytest.mark.parametrize(
    ("lines", "reported"),
    [(2, []), (4, ["card: 8 mm (about 1.8 lines) below does not fit"])],
)
def test_text_that_is_too_long_for_a_fixed_box_is_reported(lines: int, reported: list[str]) -> None:
    css = (
        "div { height: 9mm; width: 40mm; line-height: 4.5mm; font-size: 10.2pt; overflow: hidden }"
    )
    text = "<br>".join(["x"] * lines)
    made = set_page(f'<div data-fit="card">{text}</div>', css)
    assert [found.describe() for found in made.faults if found.kind == "overflow"] == reported


def test_a_word_that_is_too_wide_for_a_fixed_box_is_reported() -> None:
    made = set_page('<div data-fit="card">wwwwwwwwww</div>', "div { width: 9mm; height: 9mm }")
    (found,) = made.faults
    assert (found.kind, found.box, found.page) == ("overflow", "card", 1)
    assert "to the right" in found.found


def test_the_smallest_type_is_measured() -> None:
    body = '<p data-context="x.rules.a.text" data-box="one">a<small>b</small></p>'
    smallest = set_page(body, "p{font-size:9pt} small{font-size:6pt}").smallest
    assert smallest == Smallest(6, "b", "x.rules.a.text", "one", 1)
    assert set_page("<p></p>").smallest is None


def test_a_missing_font_is_a_lack_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aidgen.assets.fonts.FONT_PACKAGES", ("font_source_none_pro",))
    with pytest.raises(MachineError, match="font-source-none-pro is not installed"):
        font_files()


def test_every_face_has_a_file() -> None:
    files = font_files()
    assert len(files) == len({path.name for path in files}) >= 10
    assert all(path.stat().st_size > 10_000 for path in files)
