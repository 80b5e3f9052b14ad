"""A small document put together from pieces of every sort, and what it is held against."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from aidgen.assets.papers import Size
from aidgen.layout.faults import Fault
from aidgen.layout.promises import read_promises
from aidgen.page.composed import Facts, Placed, Side
from aidgen.pipeline.documents import expected_tags, seal
from aidgen.press.pdf.assembly import assemble_pdf, page_of_placing
from aidgen.press.pdf.structure import SetPiece
from aidgen.press.pieces.typeset import Typeset, typeset_html
from aidgen.proof.accessibility import check_tags
from aidgen.proof.document import SealedPage, check_document
from aidgen.proof.pieces import ExpectedPiece, check_pieces
from tests.sheets import FACTS, sides

CSS = """
@page { size: 200pt 150pt; margin: 9pt }
body, p, h1, h2, table { margin: 0 } body { font: 10pt/14pt Source Sans Pro }
main + main { break-before: page }
b { font-weight: bold } .faint { opacity: .8 }
"""
PICTURE = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='20'><title>A wave.</title>"
    "<g opacity='.9'><text x='2' y='16' font-size='12' font-style='italic' "
    "font-family='Source Sans Pro'>Sea 7</text></g></svg>"
)
BALL = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><title>A ball.</title>"
    "<linearGradient id='g'><stop offset='0' stop-color='#333'/>"
    "<stop offset='1' stop-color='#333' stop-opacity='.3'/></linearGradient>"
    "<g opacity='.9'><circle cx='9' cy='9' r='8' fill='url(#g)'/>"
    "<circle cx='9' cy='9' r='4' fill='#999'/></g></svg>"
)
TABLE = (
    "<table><tr><th scope='col'>Roll</th><th scope='col'>Wound</th></tr>"
    "<tr><th scope='row'>1</th><td>arm</td></tr></table>"
)
MAINS = {
    "title": "<h1>Ferry</h1><p>Nine nights.</p>",
    "toll": f"<h2>Toll</h2><p>See <a data-leads='x.drift'>the drift</a>.</p>{PICTURE}",
    "drift": f"<h2 data-anchor='x.drift'>Drift</h2><p>A <b>bold</b> toll.</p>{TABLE}",
    "faint": f"<p class='faint'>Lost at sea.</p>{BALL}",
    "long": f"<h2>Long</h2><p>{'More words of one piece. ' * 18}</p>"
    "<p>Back to <a data-leads='x.drift'>it</a>.</p>",
    "mark": "<p>Mark 12</p>",
}
"""Pieces by name, each the content of a `main`."""
# The beginning of an element whose words are promised.
TEXTS = re.compile(r"<(p|h\d)\b(.*?>)")


def html(*names: str) -> str:
    """Return some of the pieces, all of them if none is named, as an HTML document."""
    mains = "".join(f"<main>{MAINS[name]}</main>" for name in names or MAINS)
    return f'<html lang="en"><head><title>x</title><style>{CSS}</style></head>{mains}</html>'


def set_alone(name: str) -> SetPiece:
    """Return a piece as it is set by itself."""
    ((setting,), complaints) = typeset_html(html(name))
    assert not complaints
    return setting.piece


@dataclass(frozen=True)
class Whole:
    """A document put together, and what it is held against."""

    sides: tuple[Side[SetPiece], ...] = field(repr=False)
    laid: tuple[Side[SealedPage], ...] = field(repr=False)
    facts: Facts = FACTS

    @property
    def pdf(self) -> bytes:
        """Its bytes."""
        return assemble_pdf(self.facts, self.sides)

    def faults(self, pdf: bytes | None = None) -> tuple[Fault, ...]:
        """Return what is reported of it, or of another PDF in its place."""
        return check_document(pdf or self.pdf, self.laid, expected_tags(self.sides))


@cache
def pieces() -> Mapping[str, SetPiece]:
    """Return the pieces, set together and proved."""
    return {name: setting.piece for name, setting in settings().items()}


@cache
def settings() -> Mapping[str, Typeset]:
    """Return the pieces as they were set, after they have been proved."""
    made, complaints = typeset_html(html())
    assert not complaints
    found = [setting.piece for setting in made]
    proof_sheet = assemble_pdf(FACTS, sides(found))
    assert check_tags(proof_sheet, html()) == ()
    parts = [
        ExpectedPiece(read_promises(TEXTS.sub(r'<\1 data-context=""\2', main)), setting.sheets)
        for main, setting in zip(MAINS.values(), made, strict=True)
    ]
    for proof in check_pieces(proof_sheet, parts).parts:
        assert proof.faults == (), proof.faults
    return dict(zip(MAINS, made, strict=True))


PLACES: Sequence[Sequence[tuple[str, int, float, float, bool]]] = (
    (
        ("title", 0, 10, 10, False),
        ("toll", 0, 220.5, 10, False),
        ("drift", 0, 10, 170, False),
        ("faint", 0, 220.5, 170, False),
        ("drift", 0, 10, 330.25, False),
        ("mark", 0, 220.5, 500, False),
    ),
    (("long", 0, 10, 10, False), ("toll", 0, 220.5, 170, True), ("mark", 0, 220.5, 500, True)),
    (("long", 1, 10, 10, False), ("mark", 0, 220.5, 500, True)),
)
"""Of each side: what stands on it, which page of it, where in pt, whether it is said elsewhere."""
WIDTH, HEIGHT = 440.0, 660.0


@cache
def whole() -> Whole:
    """Return the document: two copies of a piece, a piece of two pages, marks on every side."""
    sides = tuple(
        Side(
            Size(WIDTH, HEIGHT),
            tuple(
                Placed(pieces()[name], left, top, page + 1, again)
                for name, page, left, top, again in placed
            ),
        )
        for placed in PLACES
    )
    names = {id(piece): name for name, piece in pieces().items()}
    return Whole(
        sides,
        tuple(side.with_pieces(lambda one: sealed(one, names[id(one.piece)])) for side in sides),
    )


def sealed(placed: Placed[SetPiece], name: str) -> SealedPage:
    """Return a page of a piece as the proof has to find it, by the piece's name."""
    page = page_of_placing(placed)
    return SealedPage(
        key=name,
        seal=seal(page),
        width=page.width,
        height=page.height,
        texts=(),
        patches=(),
        name="",
        navigation=settings()[name].sheets[placed.page - 1].leads,
    )
