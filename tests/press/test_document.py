"""Documents laid out again and again: style sheets are read once, and say what they said."""

from __future__ import annotations

import socket
from base64 import b64encode
from pathlib import Path

import pytest
from PIL import EpsImagePlugin
from weasyprint import HTML

from aidgen.assets.rasters import is_complete
from aidgen.press.engine import document
from aidgen.press.engine.document import HtmlDocument, Rendering, _fetcher
from aidgen.problems import MachineError

PAGE = "@page { size: 60mm 40mm; margin: 5mm } p { margin: 0; font: 9pt Source Sans Pro }"


def made(css: str, body: str, further: str = "") -> HtmlDocument:
    head = f"<title>x</title><style>{PAGE}{css}</style>{further}"
    return HtmlDocument(f"<html lang='en'><head>{head}</head><body>{body}</body></html>")


def sizes(rendering: Rendering) -> list[float]:
    texts = (text for page in rendering.pages for text in page.texts)
    return [round(text.box.lettering.size * 0.75, 2) for text in texts]


def first(rendering: Rendering) -> str:
    return next(text.words.text for page in rendering.pages for text in page.texts)


def test_a_style_sheet_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    source = made("p { font-size: 11pt }", "<p>One</p>")
    assert sizes(source.lay_out()) == [11.0]
    monkeypatch.setattr(document, "load_engine", None)
    assert sizes(source.lay_out()) == [11.0]


def test_what_an_element_says_of_itself_counts_for_more_and_what_is_important_for_most() -> None:
    body = "<p style='font-size:12pt'>One</p><p class='big' style='font-size:12pt'>Two</p>"
    source = made("p { font-size: 11pt } .big { font-size: 14pt !important }", body)
    assert sizes(source.lay_out()) == [12.0, 14.0]


def test_further_sheets_count_as_they_stand() -> None:
    """What stands first and is more exact counts for more than what stands behind it."""
    further = "<style>p { font-size: 8pt }</style>"
    assert sizes(made("body p { font-size: 11pt }", "<p>One</p>", further).lay_out()) == [11.0]


def test_what_a_sheet_has_of_wrong_is_reported_each_time() -> None:
    for _ in range(2):
        (reported,) = made("p { colour: red }", "<p>One</p>").lay_out().warnings
        assert "colour" in reported


def test_what_is_wrong_on_a_page_is_reported_the_first_time_and_after() -> None:
    for _ in range(2):
        source = made("p { color: #123456 }", "<p>One</p><img alt='x' src='x.png'>")
        assert any("x.png" in reported for reported in source.lay_out().warnings)


def test_counters_of_a_sheet_are_those_of_its_documents_alone() -> None:
    stars = "@counter-style stars { system: cyclic; symbols: '*'; suffix: ' ' }"
    item = "<p style='display:list-item;list-style:stars inside'>One</p>"
    assert first(made(stars, item).lay_out()) == "* "
    assert first(made("", item).lay_out()) != "* "


GROUNDS = {
    "color: red": False,
    "background: white": True,
    "background: rgba(1, 2, 3, 0)": False,
    "background: currentcolor": True,
    "background: currentcolor; color: transparent": False,
    "background: linear-gradient(red, blue)": True,
    "background: white; visibility: hidden": False,
    "box-shadow: 1mm 1mm red": True,
    "border-top: 1pt solid": True,
}


def test_what_has_a_ground_has_it_where_it_is_only_measured() -> None:
    body = "".join(f"<div style='{style}'><p>One</p></div>" for style in GROUNDS)
    source = made("p { font-size: 5pt }", f"<main>{body}</main>")
    for endless in (False, True):
        (page,) = source.lay_out(endless=endless).pages
        boxes = [box for box in page.page.root.descendants() if box.tag == "div" and box.whole]
        assert dict(zip(GROUNDS, (box.painted for box in boxes), strict=True)) == GROUNDS


def test_grounds_are_drawn_after_a_trial() -> None:
    source = made("p { background: #abcdef }", "<main><p>One</p></main>")
    plain = source.lay_out().write_untagged_pdf()
    source.lay_out(endless=True)
    assert source.lay_out().write_untagged_pdf() == plain
    assert b"0.670588 0.803922 0.937255" in plain


def test_fonts_that_are_not_found_are_a_lack_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    conf = tmp_path / "fonts.conf"
    conf.write_text(f"<fontconfig><dir>{tmp_path}</dir></fontconfig>")
    made("", "<p>One</p>").lay_out()
    monkeypatch.setenv("FONTCONFIG_FILE", str(conf))
    monkeypatch.setattr(
        document, "_shared_fonts", lambda families, _: document._open_fonts(families)
    )
    with pytest.raises(MachineError, match="does not find the fonts in"):
        made("", "<p>One</p>").lay_out()


EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n0 0 9 9 rectfill showpage\n"


@pytest.mark.parametrize("kind", ["image/png", "image/x-eps", "font/ttf", "text/plain"])
def test_no_picture_starts_a_program(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow would hand EPS to Ghostscript, whatever the address says that it is."""
    started: list[object] = []
    monkeypatch.setattr(EpsImagePlugin, "Ghostscript", lambda *given: started.append(given))
    address = f"data:{kind};base64,{b64encode(EPS).decode()}"
    style = f"@page {{ size: 99pt }} p {{ background: url({address}) }}"
    url_fetcher = _fetcher()
    HTML(
        string=f'<style>{style}</style><p>x</p><img src="{address}" alt="">',
        url_fetcher=url_fetcher,
    ).write_pdf()
    assert not is_complete(EPS)
    assert started == []


def test_a_page_reaches_no_file_and_no_address(tmp_path: Path) -> None:
    sheet = tmp_path / "theirs.css"
    sheet.write_text("p { font-size: 33px }", encoding="utf-8")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.setblocking(False)
        web = f"http://127.0.0.1:{listener.getsockname()[1]}"
        links = "".join(
            f'<link rel="stylesheet" href="{url}"><style>@import "{url}";</style><img src="{url}">'
            for url in (web, sheet.as_uri())
        )
        style = f"<style>p {{ background: url({web}/a.png) }}</style>"
        page = made("", f"<p>x</p>{links}", style).lay_out()
        with pytest.raises(BlockingIOError):
            listener.accept()
    assert sizes(page) == [9]
