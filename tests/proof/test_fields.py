"""Forms broken on purpose: what is filled in elsewhere, otherwise or not at all is reported."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from aidgen.assets.options import NO_OPTIONS, PrintOptions
from tests.bound import Bound, bound

FORM = PrintOptions(fillable=True)


def form() -> Bound:
    return bound("mini", "pad", "en", FORM)


def fields(document: pikepdf.Pdf) -> Iterator[Any]:
    for page in document.pages:
        yield from (one for one in page.get("/Annots", ()) if one.Subtype == "/Widget")


def name(field: Any) -> str:
    parts: list[str] = []
    while field is not None:
        parts.insert(0, str(field.T))
        field = field.get("/Parent")
    return ".".join(parts)


def reported(change: Callable[[pikepdf.Pdf], None]) -> list[str]:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(form().pdf)) as document:
        change(document)
        document.save(out)
    return [fault.found for fault in form().faults(out.getvalue())]


def test_a_form_has_a_field_for_each_blank_with_its_name_and_words() -> None:
    assert form().faults() == ()
    with pikepdf.open(io.BytesIO(form().pdf)) as document:
        found = {name(one): (str(one.FT), str(one.TU)) for one in fields(document)}
    assert found["mini.blanks.names.labels.hero"] == ("/Tx", "Name – Hero")
    assert found["mini.blanks.packs.labels.rope"] == ("/Btn", "Pack – Rope")
    assert found["mini.blanks.health.0"] == ("/Btn", "Health – 0 out")
    assert found["mini.blanks.dice.2.each"] == ("/Tx", "Dice 2 – Hero")
    assert [one for one in found if one.startswith("mini.blanks.notes")] == [
        f"mini.blanks.notes.{number}" for number in (1, 2, 3)
    ]


def test_fields_are_read_aloud_after_the_words_before_them() -> None:
    with pikepdf.open(io.BytesIO(form().pdf)) as document:
        kinds = [str(one.S)[1:] for one in _below(document.Root.StructTreeRoot.K[0].K)]
        assert all(page.Tabs == "/S" for page in document.pages)
    assert kinds.count("Form") == sum(1 for _ in _fields_of(form().pdf))
    first = kinds.index("Form")
    assert kinds[first - 2][0] == "H" or kinds[first - 1] == "P"


def _fields_of(pdf: bytes) -> Iterator[str]:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        yield from map(name, fields(document))


def _below(kids: Any) -> Iterator[Any]:
    for kid in kids:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield kid
            yield from _below(kid.get("/K", []))


def _picture(pdf: bytes) -> bytes:
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        document.init_forms()
        return bytes(document[0].render(scale=1.5).to_pil().convert("L").tobytes())


def test_on_paper_an_empty_form_is_what_the_aid_is_without_one() -> None:
    plain = bound("mini", "pad", "en", NO_OPTIONS)
    assert _picture(plain.pdf) == _picture(form().pdf)
    with pikepdf.open(io.BytesIO(plain.pdf)) as document:
        assert "/AcroForm" not in document.Root


def test_what_is_ticked_is_seen() -> None:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(form().pdf)) as document:
        for one in fields(document):
            if one.FT == "/Btn":
                one.V = one.AS = pikepdf.Name.On
        document.save(out)
    pairs = list(zip(_picture(form().pdf), _picture(out.getvalue()), strict=True))
    assert sum(after < before - 100 for before, after in pairs) > 200


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler is not there")
def test_what_is_filled_in_is_drawn_in_our_font_by_another_viewer(tmp_path: Path) -> None:
    """Which is reported by what the viewer complains of, and by the ink."""
    pictures = []
    for words in ("", "Élan vital"):
        path = tmp_path / f"filled{len(words)}.pdf"
        with pikepdf.open(io.BytesIO(form().pdf)) as document:
            for one in fields(document):
                if one.FT == "/Tx":
                    one.V = words
                    del one.AP
            document.save(path)
        asked = ["pdftoppm", "-r", "72", "-gray", str(path), str(path.with_suffix(""))]
        done = subprocess.run(asked, capture_output=True, text=True, check=True)
        assert "font" not in done.stderr.lower()
        (made,) = tmp_path.glob(f"filled{len(words)}-*.pgm")
        pictures.append(made.read_bytes())
    assert sum(after < before - 60 for before, after in zip(*pictures, strict=True)) > 100


def _first(document: pikepdf.Pdf, kind: str) -> Any:
    return next(one for one in fields(document) if kind == one.FT)


def _moved(document: pikepdf.Pdf) -> None:
    one = _first(document, "/Tx")
    one.Rect = [float(edge) + 2 for edge in one.Rect]


def _gone(document: pikepdf.Pdf) -> None:
    del document.pages[0].Annots[0]


def _renamed(document: pikepdf.Pdf) -> None:
    _first(document, "/Tx").T = "other"


def _mute(document: pikepdf.Pdf) -> None:
    del _first(document, "/Btn").TU


def _dark(document: pikepdf.Pdf) -> None:
    one = _first(document, "/Btn")
    one.AP.N.Off = document.make_stream(b"0 0 9 9 re f")


def _ticked(document: pikepdf.Pdf) -> None:
    _first(document, "/Btn").AS = pikepdf.Name.On


def _unseen(document: pikepdf.Pdf) -> None:
    one = _first(document, "/Btn")
    one.AP.N.On = document.make_stream(b"")


def _filled(document: pikepdf.Pdf) -> None:
    _first(document, "/Tx").V = "Something"


def _acting(document: pikepdf.Pdf) -> None:
    _first(document, "/Tx").A = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")


def _counting(document: pikepdf.Pdf) -> None:
    document.Root.AcroForm.CO = pikepdf.Array()


def _hidden(document: pikepdf.Pdf) -> None:
    _first(document, "/Tx").F = 2


def _unheard(document: pikepdf.Pdf) -> None:
    del _first(document, "/Tx")["/StructParent"]


def _bare(document: pikepdf.Pdf) -> None:
    del document.Root.AcroForm.DR.Font.Ours.FontDescriptor["/FontFile2"]


def _loose(document: pikepdf.Pdf) -> None:
    document.Root.AcroForm.Fields = pikepdf.Array()


@pytest.mark.filterwarnings("ignore::pikepdf.PageCopyWarning")  # of what is broken here
@pytest.mark.parametrize(
    ("change", "found"),
    [
        (_moved, "is filled in elsewhere"),
        (_gone, "is filled in elsewhere"),
        (_renamed, "is a field called mini.blanks.names.labels.other, expected "),
        (_mute, "is a field with the tooltip “”"),
        (_dark, "is a field that leaves ink before it is filled in"),
        (_ticked, "is a box that is ticked already"),
        (_unseen, "is a box on which no tick can be seen"),
        (_filled, "is a field that is filled in already"),
        (_acting, "holds /A, which no play aid needs, in its field"),
        (_counting, "holds /CO, which no play aid needs, in its form to fill in"),
        (_hidden, "is a field that is on paper otherwise than on screen"),
        (_unheard, "is a field that is not met where it is read aloud"),
        (_bare, "does not have the font in it that it is filled in with"),
        (_loose, "has a form of 0 fields"),
    ],
)
def test_what_is_wrong_with_a_form_is_reported(
    change: Callable[[pikepdf.Pdf], None], found: str
) -> None:
    assert any(one.startswith(found) for one in reported(change)), reported(change)


def test_a_form_that_nobody_asked_for_is_reported() -> None:
    plain = bound("mini", "pad", "en", NO_OPTIONS)
    reported = [fault.found for fault in plain.faults(form().pdf)]
    assert "holds /AcroForm, which no play aid needs, in its catalogue" in reported
    assert "holds a note (/Widget), which no play aid needs" in reported
