"""Packs broken on purpose: what they bring draws, claims or leaves out something else than it says.

Each kind makes one mutant by chance, and tells whether it was held back for certain: refused when
it is read or rendered, or a fault of its page.
"""

from __future__ import annotations

import copy
import io
import random
import re
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import uharfbuzz
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

from aidgen.assets.families import FontFiles, prepare_family
from aidgen.assets.files import AssetError
from aidgen.assets.fonts import font_files
from aidgen.assets.letterforms import DIGITS, SIGNS
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

# Fonts --------------------------------------------------------------------------------------------

REGULAR = next(path for path in font_files() if path.name == "SourceSansPro-Regular.ttf")


@cache
def few_letters(font: bytes) -> bytes:
    """Return a font with few glyphs, under their names: each that it has is looked at."""
    wanted = uharfbuzz.SubsetInput()
    wanted.sets(uharfbuzz.SubsetInputSets.UNICODE).update(map(ord, f"{DIGITS}{SIGNS}AaxÉ"))
    dropped = (int.from_bytes(tag, "big") for tag in (b"GSUB", b"GPOS", b"GDEF"))
    wanted.sets(uharfbuzz.SubsetInputSets.DROP_TABLE_TAG).update(dropped)
    wanted.flags = uharfbuzz.SubsetFlags.GLYPH_NAMES
    face = uharfbuzz.Face(uharfbuzz.Blob(font))
    return bytes(uharfbuzz.subset(face, wanted).blob.data)


def changed(change: Callable[[TTFont, dict[int, str]], object]) -> FontFiles:
    """Return the files of a family with a font that was changed."""
    with TTFont(io.BytesIO(few_letters(REGULAR.read_bytes()))) as font:
        change(font, font.getBestCmap())
        out = io.BytesIO()
        font.save(out)
    return FontFiles("Mine", (out.getvalue(),), "OFL-1.1")


def outline_of(shown: str, said: str) -> Callable[[TTFont, dict[int, str]], None]:
    """Draw one character where another is said."""

    def change(font: TTFont, names: dict[int, str]) -> None:
        font["glyf"][names[ord(said)]] = copy.deepcopy(font["glyf"][names[ord(shown)]])

    return change


def empty(char: str) -> Callable[[TTFont, dict[int, str]], None]:
    """Draw nothing for a character."""

    def change(font: TTFont, names: dict[int, str]) -> None:
        font["glyf"][names[ord(char)]] = Glyph()

    return change


def speck(char: str) -> Callable[[TTFont, dict[int, str]], None]:
    """Draw next to nothing for a character."""

    def change(font: TTFont, names: dict[int, str]) -> None:
        pen = TTGlyphPen(None)
        pen.moveTo((0, 0))
        pen.lineTo((0, 3))
        pen.lineTo((3, 3))
        pen.closePath()
        font["glyf"][names[ord(char)]] = pen.glyph()

    return change


def renamed(font: TTFont, names: dict[int, str]) -> None:
    """Draw 8 in a glyph that is called after 4, and that the table has no character for."""
    order = [*font.getGlyphOrder(), "four.alt"]
    font.setGlyphOrder(order)
    glyphs = font["glyf"]
    glyphs.glyphs["four.alt"] = copy.deepcopy(glyphs[names[ord("8")]])
    glyphs.glyphOrder = order
    font["hmtx"].metrics["four.alt"] = font["hmtx"].metrics[names[ord("4")]]


def substituted(feature: str) -> Callable[[TTFont, dict[int, str]], None]:
    """Draw 7 in a glyph without a name, which a feature of the font puts in the place of 4."""

    def change(font: TTFont, names: dict[int, str]) -> None:
        order = [*font.getGlyphOrder(), "weird1"]
        font.setGlyphOrder(order)
        glyphs = font["glyf"]
        glyphs.glyphs["weird1"] = copy.deepcopy(glyphs[names[ord("7")]])
        glyphs.glyphOrder = order
        font["hmtx"].metrics["weird1"] = font["hmtx"].metrics[names[ord("4")]]
        rule = f"feature {feature} {{ sub {names[ord('4')]} by weird1; }} {feature};"
        addOpenTypeFeaturesFromString(font, f"languagesystem latn dflt; {rule}")

    return change


LIES: dict[str, tuple[Callable[[TTFont, dict[int, str]], object], str]] = {
    **{
        f"{said} is {shown}": (outline_of(shown, said), f"draws `{said}` as")
        for said, shown in ("47", "74", "12", "31", "50", "68", "96", "80", "29", "01")
    },
    **{
        f"{said} is {shown}": (outline_of(shown, said), "draws `")
        for said, shown in ("+−", "−+", "×+", "<>", "≥≤", "%/", "=−")
    },
    **{f"no ink for {char}": (empty(char), f"for `{char}`") for char in "0479aÉ"},
    **{f"a speck for {char}": (speck(char), f"for `{char}`") for char in "4x%"},
    "a glyph that is called 4": (renamed, "draws `4` as `8`"),
    **{
        f"a glyph in the place of 4 by {feature}": (substituted(feature), "`4`")
        for feature in ("calt", "liga", "lnum", "locl", "ss01", "sups")
    },
}


def _lie(*begins: str) -> Callable[[random.Random], bool]:
    """Refuse a font with one of the lies whose name begins so."""
    known = [name for name in LIES if name.startswith(begins)]

    def is_refused(chance: random.Random) -> bool:
        try:
            prepare_family(changed(LIES[chance.choice(known)][0]))
        except AssetError:
            return True
        return False

    return is_refused


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


CLAIMS = (
    '<p data-context="g.cards.a.front.text">Pay 9.</p>',
    '<p data-context="g.cards.a.front.text">Pay nothing.</p>',
    '<p data-context="g.cards.a.front.text">{{ side.face.title|line }}</p>',
    '<p data-context="g.cards.a.front.text"></p>',
    '<p data-context="g.cards.b.front.text">Pay 3.</p>',
    '<p{{ side.face.text|promise }}>{{ side.face.text|plain|replace("3", "9") }}</p>',
    '<span data-figure="3">9</span>',
    '<p aria-hidden="true">Pay 9</p>',
)
"""What claims to be a text of the card, and shows another one or none."""


def _claims(chance: random.Random) -> bool:
    return is_layout_refused(LAYOUT.replace("</article>", f"{chance.choice(CLAIMS)}</article>"))


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
    "glyph without ink": _lie("no ink"),
    "glyph with a speck of ink": _lie("a speck"),
    "glyph with the outline of another": _lie(*"0123456789+−×<≥%="),
    "glyph in the place of another": _lie("a glyph"),
    **{f"layout without its {part}": _left_out(part) for part in PARTS},
    "template that claims what it does not show": _claims,
    "letters over each other": _styled("letter-spacing:-.5em", "letter-spacing:-1em"),
    "text cut off": _styled("overflow:hidden;max-height:1mm;display:block"),
    "text beyond its page": _styled("position:relative;left:-300mm", "position:relative;top:400mm"),
    "text in the colour of its background": _styled(
        "color:#345;background:#345", "color:#fff;background:#fff", "opacity:.02"
    ),
    "text that is hidden": _styled("visibility:hidden", "display:none", "font-size:.1pt"),
}
"""The kinds of mutants of packs; each tells whether it was held back."""
