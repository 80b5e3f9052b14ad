"""Packs broken on purpose: layouts that leave out a text, style sheets that hide one.

Each kind makes one mutant by chance, and tells whether it was held back for certain: refused when
it is read or rendered, or a fault of its page.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from aidgen.game.load import BUNDLED_PACK, load
from aidgen.language.localize import localize
from aidgen.page.pieces import Piece
from aidgen.page.render import render
from aidgen.pipeline.plan import plan
from aidgen.press.pdf.assembly import assemble_pdf
from aidgen.press.pieces.typeset import typeset_pieces
from aidgen.problems import InputError
from aidgen.proof.pieces import ExpectedPiece, check_pieces
from tests.mutants import every
from tests.opened import NoPlace
from tests.ours import PACK
from tests.sheets import FACTS, pieces_of, sides, smallest
from tests.trial import write_pack

# Templates ----------------------------------------------------------------------------------------

LAYOUT = (
    '<article class="card" data-box="{{ side.name }}">'
    "<h2>{{ side.face.title|line }}</h2>"
    "{% if side.art %}"
    '<img src="{{ side.art.address }}" alt="{{ side.art.alt|plain }}">{% endif %}'
    "{% for slots in side.slots.values() %}{% for slot in slots %}"
    "<p>{{ slot.value|line }}</p>{% endfor %}{% endfor %}"
    "<div>{{ side.face.text|block }}</div></article>"
)
"""A layout that prints all that its cards have."""
PARTS = {
    "title": "<h2>{{ side.face.title|line }}</h2>",
    "text": "<div>{{ side.face.text|block }}</div>",
    "field": "<p>{{ slot.value|line }}</p>",
    "picture": '<img src="{{ side.art.address }}" alt="{{ side.art.alt|plain }}">',
}
DECK = """
decks: {d: {layout: own, fields: {cost: {}, note: {}}}}
cards:
  a:
    deck: d
    fields: {cost: 3, note: swift}
    front: {title: One, text: Pay 3., image: {file: a.svg, alt: A wave, height: 12}}
aids: {deck: {title: Cards, kind: cards, paper: poker, contents: [cards]}}
"""
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'


def is_layout_refused(layout: str) -> bool:
    """Tell whether a layout of a pack is refused when a card is rendered."""
    with tempfile.TemporaryDirectory() as name:
        folder = write_pack(Path(name), DECK)
        for file, content in {"templates/cards/own.html": layout, "assets/a.svg": ART}.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(content, encoding="utf-8")
        try:
            render(localize(load(folder, "g"), {}, "en"), "deck", (folder, BUNDLED_PACK))
        except InputError:
            return True
        return False


def _left_out(part: str) -> Callable[[random.Random], bool]:
    return lambda chance: is_layout_refused(LAYOUT.replace(PARTS[part], ""))


# Style sheets -------------------------------------------------------------------------------------

# The start of an element that promises a text.
PROMISING = re.compile(r"<(?:p|li|dd|h2|h3)\b[^>]*? data-context=\"[^\"]+\"(?=[^>]*>[^<]{9})")


def _styled(*styles: str) -> Callable[[random.Random], bool]:
    """Give a text of ours one of some styles, and prove its piece."""

    def is_fault(chance: random.Random) -> bool:
        job = chance.choice(plan(PACK).jobs)
        pieces = pieces_of(render(job.game_data, job.aid, job.pack.roots))
        piece = chance.choice(pieces)
        places = [found for found in PROMISING.finditer(piece.inner) if "style=" not in found[0]]
        if not places:
            raise NoPlace
        place = chance.choice(places)
        style = f' style="{chance.choice(styles)}"'
        inner = f"{piece.inner[: place.end()]}{style}{piece.inner[place.end() :]}"
        return _has_fault(replace(piece, inner=inner))

    return is_fault


def _has_fault(piece: Piece) -> bool:
    (chosen,) = smallest([piece])
    (setting,) = typeset_pieces([chosen])
    pdf = assemble_pdf(FACTS, sides([setting.piece]))
    proofs = check_pieces(pdf, [ExpectedPiece(chosen.promises, setting.sheets)])
    return any(not fault.is_doubt for fault in (*setting.faults, *every(proofs)))


PACKS: dict[str, Callable[[random.Random], bool]] = {
    **{f"layout without its {part}": _left_out(part) for part in PARTS},
    "letters over each other": _styled("letter-spacing:-.5em", "letter-spacing:-1em"),
    "text cut off": _styled("overflow:hidden;max-height:1mm;display:block"),
    "text beyond its page": _styled("position:relative;left:-300mm", "position:relative;top:400mm"),
    "text in the colour of its background": _styled(
        "color:#345;background:#345", "color:#fff;background:#fff", "opacity:.02"
    ),
    "text that is hidden": _styled("visibility:hidden", "display:none", "font-size:.1pt"),
}
"""The kinds of mutants of packs; each tells whether it was held back."""
