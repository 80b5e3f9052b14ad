"""A form knows the letters of the languages that its page is in."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest

from aidgen.assets.characters import CODE_PAGES, code_page, code_page_characters
from aidgen.assets.faces import faces
from aidgen.press.pdf.forms import FIELD_FACE, AcroForm
from aidgen.press.pdf.structure import Area, PieceField

SAID = {
    "Élan vital, « œuvre »": "cp1252",
    "Größe – Maß": "cp1252",
    "Punkty życia, zbroja, ślad": "cp1250",
    "Životy a útěk": "cp1250",
    "Ķermenis, gājiens, žetons": "cp1257",
    "Sağlık, ışık": "cp1254",
    "Viață și noroc, ținut": "iso8859-16",
    "Ĉevalo, ĝardeno": "iso8859-3",
    "Очки здоровья, ход": "cp1251",
    "Життя, її хід": "cp1251",
    "Ζωή, γύρος": "cp1253",
    "مرحبا": "cp1252",
    "": "cp1252",
}


@pytest.mark.parametrize(("words", "expected"), SAID.items())
def test_a_page_is_filled_in_with_the_letters_that_it_says(words: str, expected: str) -> None:
    assert code_page(frozenset(words)) == expected


@pytest.mark.parametrize("name", CODE_PAGES)
def test_our_font_has_all_letters_of_each(name: str) -> None:
    assert not faces()[FIELD_FACE].missing_characters("".join(code_page_characters(name)))


def _filled(words: str, said: str) -> bytes:
    """Return a page with one field that holds words, on a page that says others."""
    out = io.BytesIO()
    with pikepdf.new() as document:
        document.add_blank_page(page_size=(200, 30))
        form = AcroForm(document)
        field = PieceField("name", "Name", False, Area(0, (0, 0, 200, 30)), None)
        widget = form.widget(field, (0, 0, 200, 30))
        widget.V = words
        del widget.AP
        document.pages[0].Annots = pikepdf.Array([widget])
        form.finish(frozenset(said))
        document.save(out)
    return out.getvalue()


def _complaints(pdf: bytes, folder: Path) -> str:
    """Return what a viewer complains of when it draws what is filled in."""
    path = folder / "form.pdf"
    path.write_bytes(pdf)
    asked = ["pdftoppm", "-r", "96", "-singlefile", str(path), str(folder / "form")]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stderr


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler is not there")
@pytest.mark.parametrize("words", ["Łódź ślężąc", "Şığıl", "Очки здоровья", "Ζωή και γύρος"])
def test_another_viewer_draws_them_in_our_font(words: str, tmp_path: Path) -> None:
    assert not _complaints(_filled(words, words), tmp_path)
    assert "character" in _complaints(_filled(words, "Western"), tmp_path)
