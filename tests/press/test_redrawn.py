"""Pictures that are drawn again and again: each time as the engine draws them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

from aidgen.press.engine.document import Source
from aidgen.press.engine.redrawn import STATE
from tests.press.test_tuning import SHAPES

SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{}</svg>"
BLACK = (20, 20, "black")
PLACES = ((20, 20, ""), BLACK, (20, 20, ""), (30, 20, ""), (20, 30, ""), (20, 20, ""), BLACK)
"""Where a picture stands, one place after the other: in what size, and after what colour."""


def picture(shape: str) -> Any:
    from weasyprint.images import SVGImage

    drawing = SVG.format(shape.replace("%23", "#"))
    return SVGImage(ElementTree.fromstring(drawing), "", None, None)


def page() -> Any:
    """Return a page of the engine on which nothing stands."""
    from weasyprint.pdf import pydyf
    from weasyprint.pdf.stream import Stream

    kinds = ("ExtGState", "XObject", "Pattern", "Shading", "ColorSpace")
    resources = pydyf.Dictionary({kind: pydyf.Dictionary() for kind in kinds})
    return Stream({}, (0, 0, 99, 99), resources, {}, None, {}, None)


def said(stream: Any) -> tuple[list[str], list[str]]:
    """Return what a page draws, and what it has for it."""
    states = stream._resources["ExtGState"]
    return [str(part) for part in stream.stream], [f"{n} {s.data}" for n, s in states.items()]


def draw_all(stream: Any, draw: Callable[..., None], shown: Callable[[], Any]) -> list[Any]:
    """Draw a picture in all places; return what the page remembers after each."""
    remembered = []
    for width, height, colour in PLACES:
        with stream.stacked():
            if colour:
                stream._current_font = ("any", 9)
                stream.set_color(Black())
            draw(shown(), stream, width, height, None)
            remembered.append([getattr(stream, name) for name in (*STATE, "_current_font")])
            assert stream.ctm == stream._ctm_stack[-2]
    return remembered


@pytest.mark.parametrize("shape", SHAPES)
def test_a_picture_is_drawn_again_as_it_would_be_anew(shape: str) -> None:
    Source("<p>The engine is ready</p>").laid_out()
    from weasyprint.images import SVGImage

    ours: Callable[..., None] = SVGImage.draw
    anew: Callable[..., None] = ours.__wrapped__  # type: ignore[attr-defined]
    one, mine, engines = picture(shape), page(), page()
    remembered = draw_all(mine, ours, lambda: one)
    assert remembered == draw_all(engines, anew, lambda: picture(shape))
    assert said(mine) == said(engines)


def test_a_picture_can_be_drawn_on_another_page() -> None:
    Source("<p>The engine is ready</p>").laid_out()
    one, first, second = picture(SHAPES[0]), page(), page()
    for stream in (first, second):
        one.draw(stream, 20, 20, None)
    assert said(first) == said(second)
    assert said(first)[1]


@pytest.mark.parametrize("step", ["set_svg_size", "draw_node", "draw_markers"])
def test_a_picture_that_cannot_be_drawn_is_told_each_time(
    step: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    Source("<p>The engine is ready</p>").laid_out()
    from weasyprint import svg

    def fail(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(svg.Node if step == "set_svg_size" else svg.SVG, step, fail)
    one = picture(SHAPES[1])
    for _ in range(2):
        one.draw(page(), 20, 20, None)
    assert len(caplog.records) == 2


class Black(tuple[float, ...]):
    """A colour, as the engine has them: black."""

    space = "srgb"

    def __new__(cls) -> Black:
        return super().__new__(cls, (0.0, 0.0, 0.0, 1.0))

    def to(self, _: str) -> Any:
        return self

    coordinates = (0.0, 0.0, 0.0)
