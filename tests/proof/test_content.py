"""The reader of content streams: what operators do, in their order."""

from __future__ import annotations

import pikepdf
import pytest

from aidgen.proof.content import (
    DrawnObject,
    Event,
    Fonts,
    Malformed,
    MarkBegin,
    MarkEnd,
    Painting,
    ShownText,
    read_content,
)


def events(content: bytes) -> list[Event]:
    with pikepdf.new() as document:
        form = document.make_stream(b"", Subtype=pikepdf.Name.Form, Matrix=[1, 0, 0, 1, 5, 6])
        resources = pikepdf.Dictionary(
            XObject=pikepdf.Dictionary(F=form),
            ExtGState=pikepdf.Dictionary(P=pikepdf.Dictionary(ca=0.25, CA=0.5)),
            Properties=pikepdf.Dictionary(M=pikepdf.Dictionary(MCID=7)),
        )
        return list(read_content(document.make_stream(content), resources, Fonts()))


def test_marks_have_their_number_and_the_text_in_their_place() -> None:
    content = (
        b"/P <</MCID 3>> BDC /Span <</ActualText (x)>> BDC EMC EMC /Artifact BMC EMC /P /M BDC"
    )
    assert events(content) == [
        MarkBegin("/P", 3, None),
        MarkBegin("/Span", None, "x"),
        MarkEnd(),
        MarkEnd(),
        MarkBegin("/Artifact", None, None),
        MarkEnd(),
        MarkBegin("/P", 7, None),
    ]


@pytest.mark.parametrize("operator", ["f", "F", "f*", "B", "B*", "b", "b*", "S", "s"])
def test_painting_has_the_opacity_that_was_set(operator: str) -> None:
    content = f"0 0 9 9 re {operator} q /P gs 0 0 9 9 re {operator} Q 0 0 9 9 re {operator}"
    assert events(content.encode()) == [Painting(1.0), Painting(0.5), Painting(1.0)]


def test_shadings_and_inline_images_are_painted() -> None:
    assert events(b"/S sh BI /W 1 /H 1 /BPC 8 /CS /G ID x EI") == [Painting(1.0)] * 2


def test_a_form_has_its_place_and_opacity() -> None:
    (drawn,) = events(b"q 2 0 0 2 1 1 cm /P gs /F Do Q")
    assert isinstance(drawn, DrawnObject)

    assert drawn.matrix == (2, 0, 0, 2, 11, 13)
    assert drawn.opacity == 0.25


def test_text_says_whether_it_has_a_place_of_its_own() -> None:
    content = b"BT (ab) Tj (cd) Tj 1 0 Td [(e) 5 (fg)] TJ T* (hi) Tj 0 0 (jk) \" (lm) ' ET"
    shown = events(content)
    assert [event.moved for event in shown if isinstance(event, ShownText)] == [
        *(True, False, True, True, True, True),
    ]
    assert isinstance(shown[0], ShownText)
    assert shown[0].codes == (0x6162,)


@pytest.mark.parametrize(
    ("content", "operator"), [(b"1 0 0 1 cm", "cm"), (b"Do", "Do"), (b"/F Tf", "Tf"), (b"qq", "qq")]
)
def test_an_operator_with_the_wrong_operands_does_nothing(content: bytes, operator: str) -> None:
    assert events(content + b" f") == [Malformed(operator), Painting(1.0)]
