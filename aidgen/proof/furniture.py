"""What the pages of a PDF draw with – fonts, pictures, patterns – held against what was proved."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf

from aidgen.assets.faces import FontFace, faces
from aidgen.page.faults import Fault
from aidgen.proof.embedded import Fonts

HAIR = 1
"""By how much, in thousandths of an em, a PDF may say another width of a glyph: it rounds them."""
USUAL_WIDTH = 1000
"""Of a glyph of which nothing is said, in thousandths of an em (ISO 32000-1, 9.7.4.3)."""


@dataclass(frozen=True)
class Lettering:
    """A font as a page was proved to draw with it: its name there, our face, what glyphs say."""

    name: str
    face: str
    says: tuple[tuple[int, str], ...]
    """The number of each glyph that is drawn, and what it says; "" if it says nothing."""


@dataclass(frozen=True)
class Furniture:
    """All that pages were proved to draw with."""

    letterings: tuple[Lettering, ...]
    things: tuple[tuple[str, str], ...]
    """Kind and name of each other resource; its name is a digest of it."""


def check_furniture(document: pikepdf.Pdf, wanted: Sequence[Furniture]) -> Iterator[Fault]:
    """Yield what the pages of `document`, which share their resources, draw with otherwise."""
    if len({page.get("/Resources", NONE).objgen for page in document.pages}) != 1:
        yield Fault(kind="glyph", found="has pages with resources of their own")
    shared: Any = document.pages[0].get("/Resources", NONE)
    yield from _fonts(shared, {one: None for each in wanted for one in each.letterings})
    yield from _things(shared, {one: None for each in wanted for one in each.things})


NONE = pikepdf.Dictionary()


# Fonts ------------------------------------------------------------------------------------------


def _fonts(shared: Any, wanted: Mapping[Lettering, None]) -> Iterator[Fault]:
    """Yield the fonts that are not ours, and glyphs that are drawn otherwise than in them."""
    fonts = Fonts()
    known = dict(shared.get("/Font", NONE).items())
    for described in known.values():
        font = fonts.font(described)
        if font is not None:
            font.ask_all()
    for lettering in wanted:
        described = known.get(lettering.name)
        font = None if described is None else fonts.font(described)
        if font is None or font.face is not faces().get(lettering.face):
            found = f"does not have the font {lettering.face} as {lettering.name}"
            yield Fault(kind="glyph", found=found)
            continue
        widths = dict(_widths(described))
        for code, said in lettering.says:
            font.char(code)
            if said and not font.said(code):  # what it says is held against our face
                found = f"does not say that {lettering.face} draws “{said}”"
                yield Fault(kind="glyph", found=found)
            if abs(widths.get(code, USUAL_WIDTH) - _width(font.face, code)) > HAIR:
                found = f"says that “{said}” of {lettering.face} is of another width"
                yield Fault(kind="glyph", found=found)
    yield from fonts.faults()


def _width(face: FontFace, code: int) -> float:
    return 1000 * face.advance(code)


def _widths(described: Any) -> Iterator[tuple[int, float]]:
    """Yield the glyphs of a font, and the widths that the PDF says they have."""
    listed = list(described.DescendantFonts[0].get("/W", []))
    for first, widths in zip(listed[::2], listed[1::2], strict=False):
        for code, width in enumerate(widths, start=int(first)):
            yield code, float(width)


# Pictures and what else there is ----------------------------------------------------------------


def _things(shared: Any, wanted: Mapping[tuple[str, str], None]) -> Iterator[Fault]:
    """Yield what is drawn with that is not there, or is not what it is called by, a digest."""
    fonts = shared.get("/Font", NONE)
    for kind, name in wanted:
        if name not in shared.get(kind, NONE):
            yield Fault(kind="stray", found=f"draws with {name}, which is not there")
    for kind, things in shared.items():
        for name, thing in things.items() if kind != "/Font" else ():
            digest = hashlib.sha256(b"".join(_bytes(thing))).hexdigest()
            if not digest.startswith(str(name).removeprefix("/R")):
                yield Fault(kind="stray", found=f"draws with {name}, which is not what was proved")
            if any(own.objgen != fonts.objgen for own in _fonts_within(thing)):
                yield Fault(kind="glyph", found=f"draws {name} with fonts of its own")


def _unpacked(stream: pikepdf.Stream) -> bytes:
    """Return what a stream holds; a photograph (JPEG) is not unpacked."""
    is_photograph = stream.get("/Filter") == "/DCTDecode"
    return stream.read_raw_bytes() if is_photograph else stream.read_bytes()


def _bytes(thing: Any) -> Iterator[bytes]:
    """Yield what a resource is, keys in their order; its fonts are those of the pages."""
    if isinstance(thing, pikepdf.Stream):
        yield _unpacked(thing)
        thing = thing.stream_dict
    if isinstance(thing, pikepdf.Dictionary):
        for key, value in sorted(thing.items()):
            if key not in ("/Length", "/Filter", "/DecodeParms", "/Parent", "/Font"):
                yield str(key).encode()
                yield from _bytes(value)
    elif isinstance(thing, pikepdf.Array):
        for value in thing:
            yield from _bytes(value)
    else:
        yield repr(thing).encode()


def _fonts_within(thing: Any) -> Iterator[Any]:
    """Yield the fonts of a form or a pattern, and of all that it draws with."""
    if isinstance(thing, pikepdf.Stream):
        thing = thing.stream_dict
    if isinstance(thing, pikepdf.Dictionary):
        for key, value in thing.items():
            if key == "/Font":
                yield value
            elif key != "/Parent":
                yield from _fonts_within(value)
    elif isinstance(thing, pikepdf.Array):
        for value in thing:
            yield from _fonts_within(value)
