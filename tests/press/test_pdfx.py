"""PDFs for a printing press, made by Ghostscript."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import ImageCms

from aidgen.press import pdfx
from aidgen.press.pdfx import convert_for_press, find_profile
from aidgen.problems import MachineError

PAGE = b"""0 0 0 rg 10 10 20 20 re f
.5 .5 .5 RG 40 40 20 20 re S
.8 .1 .1 rg 60 10 20 20 re f
BT /F 12 Tf 10 80 Td (Words) Tj ET
"""


def original(content: bytes = PAGE, opacity: float = 1.0) -> bytes:
    """Return a page in RGB with squares, a text, a link and a group as the engine uses them."""
    pdf = pikepdf.new()
    page: Any = pdf.add_blank_page(page_size=(100, 100))
    page.Contents = pdf.make_stream(content)
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Courier
    )
    states = pikepdf.Dictionary(G=pikepdf.Dictionary(ca=opacity))
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font), ExtGState=states)
    page.Group = pikepdf.Dictionary(
        Type=pikepdf.Name.Group, S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceRGB
    )
    link = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=pikepdf.Array([0, 0, 9, 9])
    )
    page.Annots = pikepdf.Array([pdf.make_indirect(link)])
    pdf.docinfo["/Title"] = "A & B"
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def colours(content: bytes) -> list[tuple[str, tuple[float, ...]]]:
    """Return the instructions of the first page that set a colour."""
    with pikepdf.open(io.BytesIO(content)) as document:
        return [
            (str(step.operator), tuple(round(float(part), 2) for part in step.operands))
            for step in pikepdf.parse_content_stream(document.pages[0])
            if str(step.operator) in ("rg", "RG", "g", "G", "k", "K", "sc", "SC", "scn", "SCN")
        ]


@pytest.mark.parametrize(
    ("standard", "name", "version"), [("x1a", "PDF/X-1a:2003", "1.4"), ("x4", "PDF/X-4", "1.6")]
)
def test_a_press_gets_inks_and_black_alone_for_greys(
    standard: Any, name: str, version: str
) -> None:
    content, _, flattened = convert_for_press(original(), find_profile(), standard)
    grey, black, *rest = sorted(colours(content))
    assert (grey, black) == (("G", (0.5,)), ("g", (0.0,)))
    assert [operator for operator, _ in rest if operator != "g"] == ["k"]
    assert not flattened
    with pikepdf.open(io.BytesIO(content)) as document:
        assert document.pdf_version == version
        assert str(document.docinfo["/GTS_PDFXVersion"]) == name
        assert str(document.docinfo["/Title"]) == "A & B"
        assert str(document.docinfo["/Trapped"]) == "/False"
        (intent,) = document.Root.OutputIntents
        assert str(intent.S) == "/GTS_PDFX"
        assert intent.DestOutputProfile.read_bytes() == find_profile().read_bytes()
        page = document.pages[0]
        assert [float(edge) for edge in page.TrimBox] == [0, 0, 100, 100]
        assert not len(page.get("/Annots", []))
        assert "/Group" not in page
        with document.open_metadata() as metadata:
            assert metadata["pdfxid:GTS_PDFXVersion"] == name
    assert convert_for_press(original(), find_profile(), standard)[0] == content


def test_transparency_is_flattened_for_pdfx_1a_alone() -> None:
    half = original(b"/G gs " + PAGE, opacity=0.5)
    assert convert_for_press(half, find_profile(), "x1a")[2]
    kept, _, flattened = convert_for_press(half, find_profile(), "x4")
    assert not flattened
    assert b"DeviceRGB" not in kept
    with pikepdf.open(io.BytesIO(kept)) as document:
        assert "/Font" in document.pages[0].Resources


def test_the_ink_is_that_of_the_darkest_place() -> None:
    _, ink, _ = convert_for_press(original(), find_profile(), "x4")
    assert ink == pytest.approx(180, abs=60)
    _, dark, _ = convert_for_press(original(b".1 .1 .25 rg 0 0 100 100 re f"), find_profile(), "x4")
    assert 240 < dark < 400


def test_without_ghostscript_there_is_no_pdfx(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MachineError, match="PDF/X needs Ghostscript: `apt install ghostscript`"):
        convert_for_press(original(), find_profile(), "x4")


def test_a_profile_is_one_of_a_press(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = tmp_path / "screen.icc"
    screen.write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    with pytest.raises(MachineError, match="is a profile for RGB, expected one for CMYK"):
        find_profile(screen)
    screen.write_bytes(b"no profile")
    with pytest.raises(MachineError, match="cannot be read as an ICC profile"):
        find_profile(screen)
    monkeypatch.setattr(pdfx, "PROFILE_FOLDERS", ())
    with pytest.raises(MachineError, match=r"--profile FILE\.icc"):
        find_profile()
