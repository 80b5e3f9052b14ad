"""The edition mark: its digest is known when all documents are laid out, and is drawn last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partialmethod

import pikepdf
from fontTools.misc.transform import Transform
from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen

from aidgen.assets.faces import face_named
from aidgen.assets.papers import IDENTITY, Matrix, multiply
from aidgen.layout.boxes import PT_PER_PX, LaidBox, Layout

MARK_ATTRIBUTE = "data-mark"
# The face in which marks are drawn, and in which their placeholders are set.
MARK_FACE = "Source-Sans-Pro"
# What the templates leave room for.
PLACEHOLDER = "d0d0d0"
FORM_NAME = "/EditionMark"

# The page of an edition mark, from 0, and the instructions of a PDF that set its colour and place.
Mark = tuple[int, str]


def marks_of(layout: Layout) -> tuple[Mark, ...]:
    """Return where edition marks are: at the first word of each element with `data-mark`."""
    return tuple(
        mark
        for page in layout.pages
        for child in page.children
        for mark in _marks(child, IDENTITY, page.number - 1, page.height)
    )


def _marks(box: LaidBox, matrix: Matrix, page: int, height: float) -> Iterator[Mark]:
    matrix = multiply(box.matrix, matrix) if box.matrix != IDENTITY else matrix
    if box.element is None or MARK_ATTRIBUTE not in box.element.attrib:
        for child in box.children:
            yield from _marks(child, matrix, page, height)
        return
    text = next((inner for inner in box.descendants() if inner.text), None)
    if text is None:
        return
    x, y = Transform(*matrix).transformPoint(text.line[:2])
    along, up = (part * text.lettering.size * PT_PER_PX for part in (matrix[0], -matrix[1]))
    colour = " ".join(f"{round(255 * part) / 255:.3g}" for part in text.lettering.colour[:3])
    place = f"{x * PT_PER_PX:.3f} {(height - y) * PT_PER_PX:.3f}"
    yield page, f"{colour} rg {along:.4f} {up:.4f} {-up:.4f} {along:.4f} {place} cm"


def stamp(document: pikepdf.Pdf, marks: Sequence[Mark], words: str) -> None:
    """Draw `words` at each mark of a PDF, as outlines: no text that is read aloud."""
    form = document.make_stream(_outlines(words))
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox, form.Resources = pikepdf.Array([-1, -1, len(words), 2]), pikepdf.Dictionary()
    for number in sorted({number for number, _ in marks}):
        page = document.pages[number]
        places = [place for on_page, place in marks if on_page == number]
        drawn = "".join(f"q {place} {FORM_NAME} Do Q\n" for place in places).encode()
        resources = pikepdf.Dictionary(dict(page.obj.Resources.items()))  # pages may share theirs
        parts = dict(resources.get("/XObject", {}).items())
        resources.XObject = pikepdf.Dictionary(parts | {FORM_NAME: form})
        page.obj.Resources = resources
        # The engine's content begins with a change of units; what it changes is put back.
        page.contents_add(document.make_stream(b"q\n"), prepend=True)
        page.contents_add(document.make_stream(b"Q\n/Artifact BMC\n" + drawn + b"EMC\n"))


class _PdfPen(BasePen):  # type: ignore[misc]
    """Writes outlines as operators of a PDF (ISO 32000-1, 8.5.2)."""

    def __init__(self) -> None:
        super().__init__()
        self.operators = list[str]()

    def _write(self, operator: str, *points: tuple[float, float]) -> None:
        self.operators.append(" ".join([*(f"{x:.4f} {y:.4f}" for x, y in points), operator]))

    _moveTo = partialmethod(_write, "m")  # noqa: N815
    _lineTo = partialmethod(_write, "l")  # noqa: N815
    _curveToOne = partialmethod(_write, "c")  # noqa: N815
    _closePath = partialmethod(_write, "h")  # noqa: N815


@lru_cache(maxsize=8)
def _outlines(words: str) -> bytes:
    face, pen, left = face_named(MARK_FACE), _PdfPen(), 0.0
    # A digest of narrow letters is spaced, or there would be a gap behind it.
    space = (face.length(PLACEHOLDER) - face.length(words)) / len(words)
    for letter in words:
        face.draw(letter, TransformPen(pen, (1 / face.em, 0, 0, 1 / face.em, left, 0)))
        left += face.length(letter) + space
    return ("\n".join([*pen.operators, "f"])).encode()
