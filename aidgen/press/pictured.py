"""The words of pictures: SVG texts, in their places."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element

from aidgen.assets.faces import face_of
from aidgen.assets.fonts import is_whole
from aidgen.assets.geometry import UNIT, Bounds, Matrix, moved, times
from aidgen.page.layout import Letter, Run
from aidgen.press.engine.boxes import PT_PER_PX, Lettering, PageBox
from aidgen.press.shaping import whole
from aidgen.press.whole import families_of

SVG = "{http://www.w3.org/2000/svg}"
"""The namespace of pictures."""
USUAL_SIZE = 16.0
"""The size in px of a text that says none (SVG 1.1, 10.10: medium)."""
STROKES = {"normal": "400", "bold": "700"}
"""The weights that have names."""
ANCHORED = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a text is read before its place, by `text-anchor`."""
# rotate(DEGREES X Y), three numbers with blanks between them
ROTATE = re.compile(r"rotate\(([-\d.]+) ([-\d.]+) ([-\d.]+)\)")
# A number at the beginning, as in 12px: sign, digits with a point somewhere, exponent
NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.IGNORECASE)


@dataclass(frozen=True)
class PicturedText:
    """A text of a picture, in the units of the picture."""

    element: Element
    words: str
    lettering: Lettering
    x: float
    y: float
    before: float
    """How much of it stands to the left of its place."""
    rtl: bool
    """Whether it is read from right to left."""
    matrix: Matrix

    def run(self, matrix: Matrix, page: PageBox) -> Run:
        """Return it in its place on a page; `matrix` takes its units to px."""
        matrix = times(self.matrix, matrix)
        a, b, c, d, _, _ = matrix
        asked, scale = self.lettering, math.hypot(a, b) * PT_PER_PX
        width, glyphs = self._laid_out(page.fonts)
        left, down = moved(self.x - self.before * width, self.y, matrix)
        return Run(
            self.words,
            x=left * PT_PER_PX,
            y=(page.height - down) * PT_PER_PX,
            width=width * scale,
            size=asked.size * math.hypot(c, d) * PT_PER_PX,
            turn=-math.degrees(math.atan2(b, a)),
            pictured=True,
            letters=tuple(Letter(code, x * scale, y * scale) for code, x, y in glyphs),
            faces=asked.faces,
        )

    def _laid_out(self, fonts: Any) -> tuple[float, tuple[Letter, ...]]:
        """Return how wide it is, and its glyphs if it is drawn as a whole."""
        asked = self.lettering
        if is_whole(self.words, asked.families):
            return whole(self.words, asked, fonts, rtl=self.rtl)
        face = face_of(asked.families, asked.weight, asked.slanted)
        return face.length(self.words) * asked.size if face else 0.0, ()


def pictured_texts(picture: Element) -> Iterator[PicturedText]:
    """Yield the texts of an SVG element; none of any other."""
    if picture.tag == f"{SVG}svg":
        yield from _texts(picture, {})


def in_frame(picture: Element, frame: Bounds) -> Matrix:
    """Return what takes the units of a picture to px: it fills `frame` with its sides kept."""
    left, top, right, bottom = frame
    x, y, width, height = _view(picture) or (0.0, 0.0, right - left, bottom - top)
    if not (width and height):  # nothing of it can be seen
        return UNIT
    scale = min((right - left) / width, (bottom - top) / height)
    across = left + (right - left - width * scale) / 2 - x * scale
    down = top + (bottom - top - height * scale) / 2 - y * scale
    return (scale, 0, 0, scale, across, down)


def _view(picture: Element) -> tuple[float, float, float, float] | None:
    """Return the `viewBox` of a picture."""
    numbers = [_number(number) for number in picture.get("viewBox", "").replace(",", " ").split()]
    return (numbers[0], numbers[1], numbers[2], numbers[3]) if len(numbers) == 4 else None


def _texts(node: Element, inherited: Mapping[str, str]) -> Iterator[PicturedText]:
    known = {**inherited, **node.attrib}
    if node.tag == f"{SVG}text":
        rtl, read = known.get("direction") == "rtl", ANCHORED.get(known.get("text-anchor", ""), 0.0)
        yield PicturedText(
            node,
            node.text or "",
            _lettering(known),
            x=_number(node.get("x")),
            y=_number(node.get("y")),
            before=1 - read if rtl else read,
            rtl=rtl,
            matrix=_rotation(node.get("transform", "")),
        )
    for child in node:
        yield from _texts(child, known)


def _lettering(known: Mapping[str, str]) -> Lettering:
    weight = known.get("font-weight", "400")
    return Lettering(
        families_of(known.get("font-family", "")),
        _number(known.get("font-size"), USUAL_SIZE),
        int(_number(STROKES.get(weight, weight), 400)),
        known.get("font-style", "normal") != "normal",
        known.get("font-stretch", "normal"),
    )


def _number(text: str | None, default: float = 0.0) -> float:
    """Return the number at the beginning of an attribute, `default` if there is none."""
    number = NUMBER.match(text or "")
    return float(number[0]) if number else default


def _rotation(transform: str) -> Matrix:
    turned = ROTATE.fullmatch(transform)
    if not turned:
        return UNIT
    turn, x, y = (float(number) for number in turned.groups())
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return times((1, 0, 0, 1, -x, -y), (cos, sin, -sin, cos, x, y))
