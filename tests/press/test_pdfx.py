"""PDFs for a printing press: the inks of colours, and what the proof finds in a wrong one."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageCms

from aidgen.assets.profiles import PressProfile, Separation, is_grey, limit_ink, read_profile
from aidgen.assets.shops import PdfxStandard
from aidgen.page.composed import Facts
from aidgen.press.pdf.pdfx import convert_for_press, evaluate_function
from aidgen.problems import MachineError
from aidgen.proof.pressed import PressCheck
from tests.profile import cmyk_profile

PROFILE = PressProfile("Test press", cmyk_profile())
SEPARATION = Separation(PROFILE, 2.4)
FACTS = Facts("A & B", "en", "Ada", "")
PARTS = st.floats(0, 1)

PAGE = b"""q 0 0 0 rg 1 0 0 RG 10 10 50 50 re B Q
q .1 .3 .35 rg 20 20 5 5 re f .5 g 30 20 5 5 re f Q
q /Pattern cs /P scn 0 0 9 9 re f Q
q /S sh Q /F Do /I Do
q 0 0 1 rg /Idle gs 3 3 5 5 re f Q
"""


def original(content: bytes = PAGE, change: Callable[[Any, Any], object] | None = None) -> bytes:
    """Return a page with shapes, a gradient, a pattern, a form and a picture, in RGB."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(100, 100))
    page.Contents = pdf.make_stream(content)
    picture = Image.linear_gradient("L").resize((40, 30)).convert("RGB")
    picture = ImageChops.multiply(picture, Image.new("RGB", picture.size, (250, 120, 30)))
    image = pdf.make_stream(picture.tobytes())
    for key, value in (
        ("/Type", pikepdf.Name.XObject),
        ("/Subtype", pikepdf.Name.Image),
        ("/Width", 40),
        ("/Height", 30),
        ("/BitsPerComponent", 8),
        ("/ColorSpace", pikepdf.Name.DeviceRGB),
    ):
        image[key] = value
    form = pdf.make_stream(b"0 1 0 rg 1 1 5 5 re f")
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox = [0, 0, 9, 9]
    page.Resources = pikepdf.Dictionary(
        XObject=pikepdf.Dictionary(F=form, I=image),
        Shading=pikepdf.Dictionary(S=gradient(pdf)),
        Pattern=pikepdf.Dictionary(
            P=pikepdf.Dictionary(PatternType=2, Shading=gradient(pdf)),
        ),
        ExtGState=pikepdf.Dictionary(Idle=pikepdf.Dictionary(ca=1, CA=1)),
    )
    if change is not None:
        change(pdf, page)
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def gradient(pdf: pikepdf.Pdf) -> Any:
    ends = ([1, 0, 0], [1, 1, 1], [0, 0, 0.5])
    parts = [
        pikepdf.Dictionary(FunctionType=2, Domain=[0, 1], C0=ends[at], C1=ends[at + 1], N=1)
        for at in (0, 1)
    ]
    function = pikepdf.Dictionary(
        FunctionType=3, Domain=[0, 1], Bounds=[0.25], Encode=[0, 1, 0, 1], Functions=parts
    )
    return pdf.make_indirect(
        pikepdf.Dictionary(
            ShadingType=2,
            ColorSpace=pikepdf.Name.DeviceRGB,
            Coords=[0, 0, 9, 9],
            Domain=[0, 1],
            Function=function,
        )
    )


def converted(pdf: bytes, standard: PdfxStandard = "x1a") -> bytes:
    made = convert_for_press(pdf, SEPARATION, standard, FACTS, datetime(2026, 1, 2, tzinfo=UTC))
    assert made.refused == ()
    return made.content


def faults(pdf: bytes, press: bytes, *, opaque: bool = True) -> list[str]:
    return [*PressCheck(PROFILE, 2.4).faults(pdf, press, opaque=opaque)]


def test_what_pages_share_is_converted_once() -> None:
    """A group of two pages, and forms of which each paints the next one twice."""

    def share(pdf: Any, page: Any) -> None:
        form = page.Resources.XObject.F
        form.Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency)
        for _ in range(40):
            inner = pikepdf.Dictionary(A=form, B=form)
            form = pdf.make_stream(b"0 1 0 rg /A Do /B Do")
            form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            form.BBox, form.Resources = [0, 0, 9, 9], pikepdf.Dictionary(XObject=inner)
        page.Resources.XObject.F = form
        other = pdf.add_blank_page(page_size=(100, 100))
        other.Contents = pdf.make_stream(b"/F Do")
        other.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))

    pdf = original(change=share)
    assert faults(pdf, converted(pdf)) == []


# Inks ---------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.tuples(PARTS, PARTS, PARTS), st.floats(1.5, 4))
def test_no_colour_takes_more_ink_than_may_be(
    colour: tuple[float, float, float], most: float
) -> None:
    (ink,) = Separation(PROFILE, most).inks([colour])
    assert sum(ink) <= most + 1e-6
    if is_grey(colour):
        assert ink[:3] == (0, 0, 0)


def test_greys_are_printed_with_black_alone_the_darker_the_more() -> None:
    inks = SEPARATION.inks([(step / 20,) * 3 for step in range(21)])
    blacks = [black for _, _, _, black in inks]
    assert all(ink[:3] == (0.0, 0.0, 0.0) for ink in inks)
    assert (blacks[0], blacks[-1]) == (1.0, 0.0)
    assert blacks == sorted(blacks, reverse=True)
    assert len(set(blacks)) == 21


def test_a_limit_takes_colours_before_black() -> None:
    assert limit_ink((0.8, 0.8, 0.8, 0.9), 2.4) == (0.5, 0.5, 0.5, 0.9)
    assert limit_ink((0.1, 0.2, 0.3, 0.4), 2.4) == (0.1, 0.2, 0.3, 0.4)
    assert limit_ink((0.0, 0.0, 0.0, 1.0), 0.5) == (0.0, 0.0, 0.0, 1.0)


def test_a_picture_is_divided_like_its_colours_within_the_limit() -> None:
    colours = [(200, 30, 40), (10, 90, 200), (12, 12, 14), (255, 255, 255)]
    strip = Image.new("RGB", (len(colours), 1))
    strip.frombytes(bytes(part for colour in colours for part in colour))
    content = SEPARATION.picture(strip).tobytes()
    for number, colour in enumerate(colours):
        ink = [part / 255 for part in content[4 * number : 4 * number + 4]]
        (exact,) = PROFILE.inks([(colour[0] / 255, colour[1] / 255, colour[2] / 255)])
        assert sum(ink) <= 2.4
        assert ink == pytest.approx(limit_ink(exact, 2.4), abs=0.06)


def test_a_file_that_is_no_profile_of_a_press_is_refused(tmp_path: Path) -> None:
    for name, content in (
        ("text.icc", b"not a profile"),
        ("short.icc", PROFILE.content[:2000]),
        ("empty.icc", PROFILE.content[:128] + bytes(len(PROFILE.content) - 128)),
        ("srgb.icc", ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(MachineError, match=name):
            read_profile(path)


# The file -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("standard", ["x1a", "x4"])
def test_a_converted_pdf_is_what_its_standard_demands(standard: PdfxStandard) -> None:
    pdf = original()
    press = converted(pdf, standard)
    assert faults(pdf, press) == []
    with pikepdf.open(io.BytesIO(press)) as document:
        assert document.pdf_version == {"x1a": "1.4", "x4": "1.6"}[standard]
        version = {"x1a": "PDF/X-1a:2003", "x4": "PDF/X-4"}[standard]
        assert str(document.docinfo["/GTS_PDFXVersion"]) == version
        assert document.docinfo["/Trapped"] == "/False"
        assert str(document.docinfo["/CreationDate"]) == "D:20260102000000Z"
        (intent,) = document.Root.OutputIntents
        assert intent.DestOutputProfile.read_bytes() == cmyk_profile()
        (page,) = document.pages
        code = page.Contents.read_bytes()
        assert page.TrimBox == page.MediaBox
        assert not any(operator in code for operator in (b" rg", b" RG", b" g\n"))
        assert code.startswith(b"q\n0 0 0 1 k\n")
        assert page.Resources.Shading.S.ColorSpace == "/DeviceCMYK"
        assert page.Resources.XObject.I.ColorSpace == "/DeviceCMYK"
        assert len(page.Resources.XObject.I.read_bytes()) == 40 * 30 * 4
        assert version in document.Root.Metadata.read_bytes().decode()


def test_a_gradient_keeps_its_colours_all_the_way() -> None:
    pdf = pikepdf.new()
    function = gradient(pdf).Function
    assert evaluate_function(function, 0.125) == pytest.approx([1, 0.5, 0.5])
    assert evaluate_function(function, 0.25) == pytest.approx([1, 1, 1])
    assert evaluate_function(function, 1.0) == pytest.approx([0, 0, 0.5])
    with pikepdf.open(io.BytesIO(converted(original()))) as document:
        samples = document.pages[0].Resources.Shading.S.Function.read_bytes()
    white = samples[4 * 16 : 4 * 17]
    assert max(white) <= 12, "a quarter of the way it is white"


def transparent(pdf: Any, page: Any) -> None:
    page.Resources.ExtGState.Idle.ca = 0.5


def test_pdfx_1a_has_no_transparency_and_pdfx_4_may() -> None:
    pdf = original(change=transparent)
    made = convert_for_press(pdf, SEPARATION, "x1a", FACTS, datetime.now(UTC))
    assert made.refused == ("has transparency, which PDF/X-1a cannot have",)
    assert "has transparency" in faults(pdf, made.content)
    assert faults(pdf, converted(pdf, "x4"), opaque=False) == []


# The proof ----------------------------------------------------------------------------------------


def replace_code(old: bytes, new: bytes) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        stream = document.pages[0].Contents
        content = stream.read_bytes()
        assert old in content
        stream.write(content.replace(old, new, 1))

    return change


def other_picture(document: Any) -> None:
    image = document.pages[0].Resources.XObject.I
    image.write(bytes(255 - byte for byte in image.read_bytes()))


def rgb_again(document: Any) -> None:
    document.pages[0].Resources.XObject.I.ColorSpace = pikepdf.Name.DeviceRGB


def other_gradient(document: Any) -> None:
    function = document.pages[0].Resources.Shading.S.Function
    function.write(function.read_bytes()[::-1])


def no_trim(document: Any) -> None:
    del document.pages[0].obj["/TrimBox"]


def no_intent(document: Any) -> None:
    del document.Root["/OutputIntents"]


def link(document: Any) -> None:
    document.pages[0].Annots = [pikepdf.Dictionary(Subtype=pikepdf.Name.Link)]


def delete_title(document: Any) -> None:
    del document.docinfo["/Title"]


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        (replace_code(b"0 0 0 1 k", b"1 0 0 1 k"), "prints the grey 0 0 0 with colours"),
        (replace_code(b"0 0 0 1 k", b"0 0 0 .3 k"), "prints 0 0 0 in another colour"),
        (replace_code(b"0 0 0 1 k", b"1 1 1 1 k"), "prints 0 0 0 with 400 % of ink"),
        (replace_code(b"0 0 0 1 k", b"0 0 0 rg"), "has a colour that is not in inks"),
        (replace_code(b"20 20 5 5 re", b"21 20 5 5 re"), "draws something else"),
        (replace_code(b"/P scn", b"/Q scn"), "paints with /Q in place of /P"),
        (replace_code(b"/F Do", b""), "draws something else than the original"),
        (other_picture, "has a picture in other colours"),
        (rgb_again, "has colours in DeviceRGB"),
        (other_gradient, "in another colour"),
        (no_trim, "has no TrimBox"),
        (no_intent, "names no press"),
        (link, "has links or notes"),
        (delete_title, "has no Title"),
    ],
)
def test_the_proof_finds_what_differs(change: Callable[[Any], None], reported: str) -> None:
    pdf = original()
    with pikepdf.open(io.BytesIO(converted(pdf))) as document:
        change(document)
        out = io.BytesIO()
        document.save(out, fix_metadata_version=False)
    found = faults(pdf, out.getvalue())
    assert any(reported in fault for fault in found), found
