"""What a page may open: its own pictures, no file, no address and no other program."""

from __future__ import annotations

import socket
from base64 import b64encode
from pathlib import Path

import pytest
from PIL import EpsImagePlugin

from aidgen.layout.document import Document
from aidgen.press.writing import write
from tests.sheets import lay_out, page

EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n0 0 9 9 rectfill showpage\n"
RED = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


@pytest.mark.parametrize("kind", ["image/png", "image/x-eps", "font/ttf", "text/plain"])
def test_no_picture_starts_a_program(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow would hand EPS to Ghostscript, whatever the address says that it is."""
    started: list[object] = []
    monkeypatch.setattr(EpsImagePlugin, "Ghostscript", lambda *words: started.append(words))
    address = f"data:{kind};base64,{b64encode(EPS).decode()}"
    body = f'<p style="background: url({address})">x</p><img src="{address}" alt="">'
    body += '<img src="aidgen:a.eps" alt="">'
    write(lay_out(Document(page(body), {"a.eps": EPS})), fillable=False)
    assert started == []


def test_a_page_reaches_no_file_and_no_address(tmp_path: Path) -> None:
    sheet = tmp_path / "theirs.css"
    sheet.write_text("p { font-size: 33pt }", encoding="utf-8")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.setblocking(False)
        web = f"http://127.0.0.1:{listener.getsockname()[1]}"
        links = "".join(
            f'<link rel="stylesheet" href="{url}"><style>@import "{url}";</style><img src="{url}">'
            for url in (web, sheet.as_uri())
        )
        html = page(f"<p>x</p>{links}", f"p {{ background: url({web}/a.png) }}")
        layout = lay_out(Document(html))
        with pytest.raises(BlockingIOError):
            listener.accept()
    (root,) = (laid.root for laid in layout.pages)
    assert {box.lettering.size for box in root.descendants() if box.words} == {12.0}  # px: 9 pt


def test_a_page_shows_the_pictures_that_come_with_it() -> None:
    html = page('<img src="aidgen:red.svg" alt="Red" style="width: 20mm">')
    shown, missing = (lay_out(Document(html, files)) for files in ({"red.svg": RED}, {}))
    assert shown.warnings == ()
    (warning,) = missing.warnings
    assert warning.endswith("is not among the files of the document")
