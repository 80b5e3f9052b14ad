"""PDFs broken on purpose: each kind of mutant does one thing to a clean PDF that a reader notices.

A mutant is chosen by a seeded random generator; a kind that finds no place for itself in a document
says so with `NoPlace`.
"""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from aidgen.assets.fonts import font_files
from aidgen.layout.faults import Fault
from aidgen.layout.promises import Promise
from aidgen.page.pieces import Piece
from aidgen.page.render import facts, render
from aidgen.pipeline.plan import Job
from aidgen.press.pdf.assembly import assemble_pdf
from aidgen.press.pieces.typeset import typeset_pieces
from aidgen.proof.pieces import ExpectedPiece, Proofs, check_pieces
from tests.mutants_beside import BESIDE, ON_PAPER
from tests.mutants_file import FILE
from tests.mutants_within import WITHIN
from tests.opened import Document, NoPlace, Show, bare_words, parsed
from tests.ours import PACK
from tests.sheets import fitted, pieces_of, sides, smallest

PX_PER_MM = 96 / 25.4
"""The engine writes in px of 1/96 inch, downwards."""


@dataclass(frozen=True)
class Clean:
    """The pieces of an aid on a proof sheet as they were set, with all that they are held against.

    They are proved as a build does it: each is a part, on pages of its own.
    """

    name: str
    pdf: bytes = field(repr=False)
    parts: tuple[ExpectedPiece, ...] = field(repr=False)

    @property
    def texts(self) -> tuple[Promise, ...]:
        """All that its pieces promise, in their order."""
        return tuple(text for part in self.parts for text in part.promises.texts)

    def proofs(self, pdf: bytes | None = None) -> Proofs:
        """Prove the document itself, or another in its place."""
        return check_pieces(pdf or self.pdf, self.parts)

    def faults(self, pdf: bytes | None = None) -> tuple[Fault, ...]:
        """Return all that is reported of the document itself, or of another in its place."""
        return every(self.proofs(pdf))


def every(proofs: Proofs) -> tuple[Fault, ...]:
    """Return all that is reported of a document."""
    return (*(fault for proof in proofs.parts for fault in proof.faults), *proofs.common)


@cache
def clean(game: str, aid: str, locale: str) -> Clean:
    """Set the pieces of an aid of ours, once in a process."""
    job = Job(PACK, game, aid, locale)
    return _clean(job, fitted(_pieces(job)))


@cache
def sample(game: str, aid: str, locale: str, most: int | None = None) -> Clean:
    """Set the first pieces of an aid of ours, `most` at most, in the smallest of their types.

    What is held against what is the same as in the type that fills a page, which takes many times
    as long to find.
    """
    job = Job(PACK, game, aid, locale)
    return _clean(job, smallest(_pieces(job)[:most]))


def _pieces(job: Job) -> Sequence[Piece]:
    return pieces_of(render(job.game_data, job.aid, job.pack.roots))


def _clean(job: Job, pieces: Sequence[Piece]) -> Clean:
    settings = typeset_pieces(pieces)
    assert not any(setting.faults for setting in settings), settings
    pdf = assemble_pdf(facts(job.game_data, job.aid), sides([one.piece for one in settings]))
    parts = (
        ExpectedPiece(piece.promises, one.sheets)
        for piece, one in zip(pieces, settings, strict=True)
    )
    return Clean(f"{job.game}-{job.aid}-{job.locale}", pdf, tuple(parts))


def mutant(pdf: bytes, kind: str, seed: int) -> bytes:
    """Return `pdf` changed in one place, chosen by `seed`; raises NoPlace if there is none."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        opened = Document(document, random.Random(f"{kind} {seed}"))
        (KINDS | WHOLE | HARMLESS)[kind](opened)
        out = io.BytesIO()
        document.save(out, encryption=opened.encryption or False)
    return out.getvalue()


# Breaking -----------------------------------------------------------------------------------------


def _edit_digit(
    change: Callable[[Document, Show, int], list[int]],
) -> Callable[[Document], None]:
    def act(document: Document) -> None:
        show = document.pick(lambda show: re.search(r"\d", show.text))
        says = document.says[show.font]
        pieces = list(document.code[show.show].operands[0])
        places = [
            (i, at)
            for i, piece in enumerate(pieces)
            if isinstance(piece, pikepdf.String)
            for at in range(0, len(bytes(piece)), 2)
            if says.get(int.from_bytes(bytes(piece)[at : at + 2]), "").isdecimal()
        ]
        i, at = document.chance.choice(places)
        codes = bytes(pieces[i])
        edited = change(document, show, int.from_bytes(codes[at : at + 2]))
        new = b"".join(code.to_bytes(2) for code in edited)
        pieces[i] = pikepdf.String(codes[:at] + new + codes[at + 2 :])
        document.set_operands(show.show, [pikepdf.Array(pieces)])
        document.write()

    return act


def _digits_exchanged(document: Document) -> None:
    """Change the order of two digits that stand side by side."""
    show = document.pick(lambda show: re.search(r"(\d)(?!\1)\d", show.text))
    says = document.says[show.font]
    pieces = list(document.code[show.show].operands[0])
    codes = [
        (i, at, bytes(piece)[at : at + 2])
        for i, piece in enumerate(pieces)
        if isinstance(piece, pikepdf.String)
        for at in range(0, len(bytes(piece)), 2)
    ]
    chars = [says.get(int.from_bytes(code), "") for _, _, code in codes]
    pairs = [
        (one, other)
        for one, other, here, there in zip(codes, codes[1:], chars, chars[1:], strict=False)
        if here.isdecimal() and there.isdecimal() and here != there
    ]
    (i, at, here), (j, by, there) = document.chance.choice(pairs)
    for number, place, code in ((i, at, there), (j, by, here)):
        old = bytes(pieces[number])
        pieces[number] = pikepdf.String(old[:place] + code + old[place + 2 :])
    document.set_operands(show.show, [pikepdf.Array(pieces)])
    document.write()


def _sign_dropped(document: Document) -> None:
    """Take a sign away that tells one number from another."""
    show = document.pick(lambda show: re.search(r"[−+]\d|\d[,.–+−]", show.text))
    says = document.says[show.font]
    pieces = list(document.code[show.show].operands[0])
    places = [
        (i, at)
        for i, piece in enumerate(pieces)
        if isinstance(piece, pikepdf.String)
        for at in range(0, len(bytes(piece)), 2)
        if says.get(int.from_bytes(bytes(piece)[at : at + 2]), "") in tuple("−+,.–")
    ]
    i, at = document.chance.choice(places)
    codes = bytes(pieces[i])
    pieces[i] = pikepdf.String(codes[:at] + codes[at + 2 :])
    document.set_operands(show.show, [pikepdf.Array(pieces)])
    document.write()


def _line_dropped(document: Document) -> None:
    show = document.pick()
    document.set_operands(show.show, [pikepdf.Array()])
    document.write()


def _another_digit(document: Document, show: Show, code: int) -> list[int]:
    says = document.says[show.font]
    others = [other for other, char in says.items() if char.isdecimal() and char != says[code]] or [
        other for other, char in says.items() if char.isalpha()
    ]
    if not others:
        raise NoPlace
    return [document.chance.choice(others)]


def _emptied(document: Document) -> None:
    show = document.chance.choice(document.cells())
    document.set_operands(show.show, [pikepdf.Array()])
    document.write()


def _swapped(document: Document) -> None:
    one, other = document.two_cells()
    for index in ("show", "tf"):
        here, there = getattr(one, index), getattr(other, index)
        swapped = document.code[here].operands, document.code[there].operands
        document.set_operands(there, swapped[0])
        document.set_operands(here, swapped[1])
    document.write()


def _moved(*moves: tuple[float, float]) -> Callable[[Document], None]:
    """Move a text by one of `moves`, in mm."""

    def act(document: Document) -> None:
        show = document.pick()
        *turned, x, y = document.code[show.tm].operands
        across, down = document.chance.choice(moves)
        place = [float(x) + across * PX_PER_MM, float(y) + down * PX_PER_MM]
        document.set_operands(show.tm, [*turned, *place])
        document.write()

    return act


def _shaped(*shapes: tuple[float, float, float, float]) -> Callable[[Document], None]:
    """Give a text one of the matrices `shapes`, its place kept."""

    def act(document: Document) -> None:
        show = document.pick()
        *_, x, y = document.code[show.tm].operands
        document.set_operands(show.tm, [*document.chance.choice(shapes), x, y])
        document.write()

    return act


def _wrapped(before: str) -> Callable[[Document], None]:
    return lambda document: document.wrap(document.pick(), before)


def _spread(document: Document) -> None:
    document.wrap(document.pick(lambda show: len(bare_words(show.text)) > 1), "9 Tc")


def _painted(*colours: str) -> Callable[[Document], None]:
    """Paint a dark text in one of `colours`."""

    def act(document: Document) -> None:
        show = document.pick(lambda show: max(show.colour) < 0.6)
        colour = document.chance.choice(colours)
        index = show.begin + 1
        document.code[index:index] = parsed(colour, document.pdf)
        document.code[show.end + 2 : show.end + 2] = parsed(
            f"{' '.join(map(str, show.colour))} {'rg' if len(show.colour) == 3 else 'g'}",
            document.pdf,
        )
        document.write()

    return act


def _clipped_by_half(document: Document) -> None:
    show = document.pick()
    x, y, width, size = document.box(show)
    middle = y - 0.25 * size
    top = document.chance.choice((middle, middle - 3 * size))
    document.wrap(show, f"{x - size} {top} {width + 2 * size} {3 * size} re W n")


def _covered(part: str) -> Callable[[Document], None]:
    """Lay a filled rectangle over a text, or over half of it."""

    def act(document: Document) -> None:
        show = document.pick()
        x, y, width, size = document.box(show)
        top, height = y - size, 1.4 * size
        if part == "half":
            side = document.chance.choice(("left", "right", "top", "bottom"))
            x += width / 2 * (side == "right")
            width /= 1 + (side in ("left", "right"))
            top += 0.75 * size * (side == "bottom")
            height = 0.75 * size if side in ("top", "bottom") else height
        colour = document.chance.choice(("1 1 1 rg", "0 0 0 rg", "0.5 0.1 0.1 rg"))
        place = f"{x:.3f} {top:.3f} {width:.3f} {height:.3f}"
        document.wrap(show, "", f"q {colour} {place} re f Q")

    return act


def _lying(document: Document) -> None:
    show = document.pick()
    font = document.fonts[show.font]
    says = document.says[show.font]
    code = document.chance.choice([code for code in document.codes(show) if says[code].strip()])
    lie = document.chance.choice([char for char in "0123456789abcxyz" if char != says[code]])
    table = font.ToUnicode.read_bytes().decode("latin-1")
    start = table.find("beginbfchar")
    entry = rf"<{code:04x}> ?<\w+>"
    reported = re.sub(entry, f"<{code:04x}> <{ord(lie):04x}>", table[start:], count=1)
    assert reported != table[start:]
    font.ToUnicode.write((table[:start] + reported).encode("latin-1"))


def _exchanged_in_tounicode(document: Document) -> None:
    """Let the PDF's own table say of two characters of one text that each is the other."""
    show = document.pick()
    font = document.fonts[show.font]
    says = document.says[show.font]
    used = sorted({code for code in document.codes(show) if re.search(r"\w", says[code])})
    if len({says[code] for code in used}) < 2:
        raise NoPlace
    one = document.chance.choice(used)
    other = document.chance.choice([code for code in used if says[code] != says[one]])
    table = font.ToUnicode.read_bytes().decode("latin-1")
    start = table.find("beginbfchar")
    entries = table[start:]
    for code, lie in ((one, says[other]), (other, says[one])):
        said = lie.encode("utf-16-be").hex()
        entries = re.sub(rf"<{code:04x}> ?<\w+>", f"<{code:04x}> <{said}>", entries, count=1)
    font.ToUnicode.write((table[:start] + entries).encode("latin-1"))


def _spoken_lie(key: str) -> Callable[[Document], None]:
    """Give an element of the structure a text that is read and copied in place of its own."""

    def act(document: Document) -> None:
        found: list[Any] = []

        def walk(node: Any) -> None:
            if isinstance(node, pikepdf.Array):
                for child in node:
                    walk(child)
            elif isinstance(node, pikepdf.Dictionary) and "/MCID" not in node:
                kids = node.get("/K", pikepdf.Array())
                if node.get("/S") in ("/P", "/TD", "/TH", "/Span", "/H2", "/H3"):
                    found.append(node)
                walk(kids)

        walk(document.pdf.Root.StructTreeRoot.K)
        if not found:
            raise NoPlace
        document.chance.choice(found)[key] = pikepdf.String("7 (lie)")

    return act


def _spoken_over_mark(document: Document) -> None:
    """Mark a piece of content with a text that is read and copied in its place."""
    show = document.pick()
    lie = "/Span <</ActualText (99)>> BDC"
    document.code[show.show + 1 : show.show + 1] = parsed("EMC", document.pdf)
    document.code[show.show : show.show] = parsed(lie, document.pdf)
    document.write()


def _glyph_map_lies(document: Document) -> None:
    """Let the font draw one glyph where another is asked for."""
    show = document.pick()
    font = document.fonts[show.font].DescendantFonts[0]
    says = document.says[show.font]
    used = sorted({code for code in document.codes(show) if re.search(r"\w", says[code])})
    one = document.chance.choice(used)
    others = [code for code in says if re.search(r"\w", says[code]) and says[code] != says[one]]
    if not others:
        raise NoPlace
    codes = list(range(max(says) + 1))
    codes[one] = document.chance.choice(others)
    table = b"".join(code.to_bytes(2) for code in codes)
    font.CIDToGIDMap = document.pdf.make_stream(table)


def _covered_by_note(document: Document) -> None:
    """Lay an annotation over a text, which is no part of the page's content."""
    show = document.pick()
    x, y, width, size = document.box(show)
    around = pikepdf.Rectangle(x, y - size, x + width, y + 0.4 * size)
    rect = show.matrix.transform(around)
    form = document.pdf.make_stream(b"0.9 0.8 0.5 rg 0 0 9 9 re f")
    form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, 9, 9]
    note = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot,
        Subtype=pikepdf.Name.Stamp,
        Rect=list(rect.as_array()),
        F=4,
        AP=pikepdf.Dictionary(N=form),
    )
    notes = document.page.get("/Annots", pikepdf.Array())
    notes.append(document.pdf.make_indirect(note))
    document.page.Annots = notes


def _in_hidden_layer(document: Document) -> None:
    """Put a text into a layer that is switched off."""
    show = document.pick()
    pdf = document.pdf
    layer = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="off"))
    pdf.Root.OCProperties = pikepdf.Dictionary(
        OCGs=[layer], D=pikepdf.Dictionary(OFF=[layer], Order=[layer])
    )
    document.page.Resources.Properties = pikepdf.Dictionary(Off=layer)
    document.code[show.end + 1 : show.end + 1] = parsed("EMC", pdf)
    document.code[show.begin : show.begin] = parsed("/OC /Off BDC", pdf)
    document.write()


def _page_turned(document: Document) -> None:
    document.page.Rotate = document.chance.choice((90, 180, 270))


def _page_scaled(document: Document) -> None:
    document.page.UserUnit = document.chance.choice((0.5, 2))


def _paper_changed(document: Document) -> None:
    """Let the page be larger than the paper it was laid out on."""
    left, bottom, right, top = (float(edge) for edge in document.page.MediaBox)
    more = document.chance.choice(((0, 0, 60, 0), (0, -60, 0, 0), (-60, 0, 0, 0), (0, 0, 0, 60)))
    edges = [edge + by for edge, by in zip((left, bottom, right, top), more, strict=True)]
    for name in ("/MediaBox", "/CropBox", "/TrimBox", "/BleedBox", "/ArtBox"):
        document.page[name] = pikepdf.Array(edges)


def _pages_exchanged(document: Document) -> None:
    pages = document.pdf.pages
    if len(pages) < 2:
        raise NoPlace
    one, other = document.chance.sample(range(len(pages)), 2)
    first, second = pages[min(one, other)], pages[max(one, other)]
    if first.Contents.read_bytes() == second.Contents.read_bytes():
        raise NoPlace
    del pages[max(one, other)]
    del pages[min(one, other)]
    pages.insert(min(one, other), second)
    pages.insert(max(one, other), first)


def _missing(document: Document) -> None:
    show = document.pick()
    says = document.says[show.font]
    pieces = list(document.code[show.show].operands[0])
    places = [
        (i, at)
        for i, piece in enumerate(pieces)
        if isinstance(piece, pikepdf.String)
        for at in range(0, len(bytes(piece)), 2)
        if says.get(int.from_bytes(bytes(piece)[at : at + 2]), "").strip()
    ]
    i, at = document.chance.choice(places)
    codes = bytes(pieces[i])
    pieces[i] = pikepdf.String(codes[:at] + b"\0\0" + codes[at + 2 :])
    document.set_operands(show.show, [pikepdf.Array(pieces)])
    document.write()


def _font_edited(
    change: Callable[[Document, TTFont, str, list[str]], None],
) -> Callable[[Document], None]:
    """Change a glyph in the font file of a text."""

    def act(document: Document) -> None:
        show = document.pick()
        descriptor = document.fonts[show.font].DescendantFonts[0].FontDescriptor
        says = document.says[show.font]
        used = sorted({code for code in document.codes(show) if re.search(r"\w", says[code])})
        with TTFont(io.BytesIO(descriptor.FontFile2.read_bytes())) as font:
            order = font.getGlyphOrder()
            drawn = [
                order[code] for code in says if re.search(r"\w", says[code]) and code < len(order)
            ]
            change(document, font, order[document.chance.choice(used)], drawn)
            out = io.BytesIO()
            font.save(out)
        descriptor.FontFile2 = document.pdf.make_stream(out.getvalue())

    return act


def _without_outline(document: Document, font: TTFont, name: str, drawn: list[str]) -> None:
    font["glyf"][name] = TTGlyphPen(None).glyph()


def _other_outline(document: Document, font: TTFont, name: str, drawn: list[str]) -> None:
    glyphs = font["glyf"]
    shapes = {
        other: str(glyphs[other].getCoordinates(glyphs)[0]) for other in sorted({name, *drawn})
    }
    # One that is put together from others may be put together from this one.
    others = [
        other
        for other in shapes
        if shapes[other] != shapes[name] and not glyphs[other].isComposite()
    ]
    if not others:
        raise NoPlace
    glyphs[name] = glyphs[document.chance.choice(others)]


def _font_replaced(document: Document) -> None:
    show = document.pick()
    font = document.fonts[show.font].DescendantFonts[0]
    own = str(font.BaseFont)
    bold, slanted = "Bold" in own or "Heavy" in own, "Italic" in own
    others = [
        path
        for path in font_files()
        if ("Bold" in path.stem or "Black" in path.stem) != bold
        and ("It" in path.stem.split("-")[1]) != slanted
    ]
    path: Path = document.chance.choice(others)
    font.FontDescriptor.FontFile2 = document.pdf.make_stream(path.read_bytes())


def _font_renamed(document: Document) -> None:
    show = document.pick()
    document.fonts[show.font].BaseFont = pikepdf.Name("/ABCDEF+Comic-Sans")


def _widths_changed(document: Document) -> None:
    show = document.pick(lambda show: len(show.text.strip()) > 3)
    font = document.fonts[show.font].DescendantFonts[0]
    more = document.chance.choice((-200, 300))
    listed = list(font.W)
    for widths in listed[1::2]:
        for i, width in enumerate(list(widths)):
            widths[i] = float(width) + more


def _drawn_twice(document: Document) -> None:
    show, other = document.pick(), document.pick()
    *_, x, y = (float(value) for value in document.code[other.tm].operands)
    copy = list(document.code[show.begin : show.end + 1])
    *turned, _, _ = document.code[show.tm].operands
    place = [*turned, x + document.chance.uniform(-6, 6), y + document.chance.uniform(-4, 4)]
    copy[show.tm - show.begin] = pikepdf.ContentStreamInstruction(place, pikepdf.Operator("Tm"))
    font = document.code[show.tf]
    copy.insert(1, font)
    document.code[show.end + 1 : show.end + 1] = copy
    document.write()


def _page_removed(document: Document) -> None:
    if len(document.pdf.pages) < 2:
        raise NoPlace
    del document.pdf.pages[document.number]


def _page_doubled(document: Document) -> None:
    document.pdf.pages.insert(document.number, document.page)


def _page_cropped(document: Document) -> None:
    _, _, width, height = (float(edge) for edge in document.page.MediaBox)
    left, right = document.chance.choice(((0, 0.5), (0.5, 0)))
    document.page.CropBox = [left * width, 0, (1 - right) * width, height]


def _page_cut(document: Document) -> None:
    show = document.pick()
    del document.code[show.begin :]
    document.write()


def _marks_swapped(document: Document) -> None:
    one, other = document.two_cells()
    for i, (operands, operator) in enumerate(list(document.code)):
        if str(operator) == "BDC" and "/MCID" in operands[1]:
            mcid = int(operands[1].MCID)
            if mcid in (one.mcid, other.mcid):
                new = other.mcid if mcid == one.mcid else one.mcid
                document.set_operands(i, [operands[0], pikepdf.Dictionary(MCID=new)])
    document.write()


def _transparent(*alphas: float) -> Callable[[Document], None]:
    def act(document: Document) -> None:
        states = document.page.Resources.get("/ExtGState", pikepdf.Dictionary())
        states["/Faint"] = pikepdf.Dictionary(ca=document.chance.choice(alphas))
        document.page.Resources.ExtGState = states
        document.wrap(document.pick(), "/Faint gs")

    return act


def _row_untagged(document: Document) -> None:
    rows: list[Any] = []

    def walk(node: Any) -> None:
        if isinstance(node, pikepdf.Array):
            for child in node:
                walk(child)
        elif isinstance(node, pikepdf.Dictionary):
            if node.get("/S") == "/TR":
                rows.append(node)
            walk(node.get("/K", pikepdf.Array()))

    walk(document.pdf.Root.StructTreeRoot.K)
    if not rows:
        raise NoPlace
    document.chance.choice(rows).K = pikepdf.Array()


KINDS: dict[str, Callable[[Document], None]] = {
    "digit changed": _edit_digit(_another_digit),
    "digit dropped": _edit_digit(lambda document, show, code: []),
    "digit doubled": _edit_digit(lambda document, show, code: [code, code]),
    "digits exchanged": _digits_exchanged,
    "sign dropped": _sign_dropped,
    "line dropped": _line_dropped,
    "cell emptied": _emptied,
    "cells swapped": _swapped,
    "row untagged": _row_untagged,
    "marks of cells swapped": _marks_swapped,
    "moved off the page": _moved((800, 0), (-800, 0), (0, 800), (0, -800)),
    "moved 3 mm aside": _moved((3, 0), (-3, 0), (0, 3), (0, -3)),
    "scaled tiny": _shaped((0.1, 0, 0, -0.1), (0.3, 0, 0, -0.3)),
    "squeezed": _shaped((0.2, 0, 0, -1), (1, 0, 0, -0.2)),
    "mirrored or turned": _shaped((-1, 0, 0, -1), (1, 0, 0, 1), (0, 1, 1, 0)),
    "letters spread": _spread,
    "painted white": _painted("1 1 1 rg", "1 g"),
    "painted pale": _painted("0.93 0.93 0.93 rg", "0.85 g"),
    "clipped away": _wrapped("0 0 0 0 re W n"),
    "clipped by half": _clipped_by_half,
    "covered": _covered("whole"),
    "covered by half": _covered("half"),
    "invisible mode": _wrapped("3 Tr"),
    "clipping mode": _wrapped("7 Tr"),
    "opacity nought": _transparent(0, 0.05, 0.15),
    "drawn twice": _drawn_twice,
    "ToUnicode lies": _lying,
    "ToUnicode exchanged": _exchanged_in_tounicode,
    "ActualText lies": _spoken_lie("/ActualText"),
    "ActualText in content": _spoken_over_mark,
    "glyph map lies": _glyph_map_lies,
    "covered by a note": _covered_by_note,
    "in a hidden layer": _in_hidden_layer,
    "glyph missing": _missing,
    "outline emptied": _font_edited(_without_outline),
    "outline of another": _font_edited(_other_outline),
    "font replaced": _font_replaced,
    "font renamed": _font_renamed,
    "widths changed": _widths_changed,
    "page removed": _page_removed,
    "page doubled": _page_doubled,
    "pages exchanged": _pages_exchanged,
    "page turned": _page_turned,
    "page scaled": _page_scaled,
    "paper changed": _paper_changed,
    "page cropped": _page_cropped,
    "page cut short": _page_cut,
    **WITHIN,
    **BESIDE,
}
"""The kinds of mutants of pieces on a proof sheet, each by what it does."""

WHOLE = FILE | ON_PAPER
"""The kinds of mutants of documents that are put together from pieces."""

HARMLESS: dict[str, Callable[[Document], None]] = {
    "written anew": Document.write,
    "state kept": _wrapped(""),
    "clipped by what is larger": _wrapped("-99 -99 9999 9999 re W n"),
    "opacity almost full": _transparent(1, 0.95),
    "painted anew": _painted("0 g", "0.1 0.1 0.1 rg"),
    "moved by a hair": _moved((0.1, 0), (-0.1, 0), (0, 0.1), (0, -0.1)),
}
"""Changes that no reader would notice: not one may be reported."""
