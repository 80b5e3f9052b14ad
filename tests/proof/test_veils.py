"""A watermark lets all be seen that is below it: what hides it is reported, however it is drawn."""

from __future__ import annotations

import pikepdf
import pytest

from aidgen.proof.stacking import check_watermark

PALE = pikepdf.Dictionary(ca=0.1, CA=0.1)


def reported(content: bytes, form: bytes = b"", *, group: bool = True) -> list[str]:
    with pikepdf.new() as document:
        inner = document.make_stream(form)
        inner.Subtype = pikepdf.Name.Form
        inner.Resources = pikepdf.Dictionary(ExtGState=pikepdf.Dictionary(P=PALE))
        if group:
            inner.Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency)
        resources = pikepdf.Dictionary(
            ExtGState=pikepdf.Dictionary(P=PALE, F=pikepdf.Dictionary(ca=0.1)),
            XObject=pikepdf.Dictionary(X=inner),
        )
        return [fault.found for fault in check_watermark(content, resources, 3)]


def test_what_is_pale_as_a_whole_or_in_its_parts_hides_nothing() -> None:
    assert reported(b"q /P gs 0 0 9 9 re f Q") == []
    assert reported(b"q /P gs /X Do Q", b"0 0 9 9 re f") == []
    assert reported(b"/X Do", b"/P gs 0 0 9 9 re f") == []


@pytest.mark.parametrize(
    ("content", "form", "group"),
    [
        (b"0 0 9 9 re f", b"", True),
        (b"q /P gs Q 0 0 9 9 re f", b"", True),
        (b"/F gs 0 0 9 9 re B", b"", True),
        (b"/X Do", b"0 0 9 9 re f", True),
        (b"/P gs /X Do", b"0 0 9 9 re f", False),
    ],
)
def test_what_is_opaque_is_reported(content: bytes, form: bytes, group: bool) -> None:
    (found,) = reported(content, form, group=group)
    assert found == "has a watermark that hides what is below it: it is 100% opaque"


def test_a_watermark_is_no_text_and_no_picture_of_points() -> None:
    assert reported(b"/P gs BT (a) Tj ET") == ["has a watermark with a text in it"]
    assert reported(b"/P gs /Y Do") == ["has a watermark with an image in it"]
