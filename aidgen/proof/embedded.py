"""The fonts in a PDF held against our font files: is each ours, and does it say what it draws?"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pikepdf
from fontTools.ttLib import TTFont, TTLibError

from aidgen.assets.faces import FontFace, Outlines, faces
from aidgen.game.texts import text_letters
from aidgen.page.faults import Fault

UNKNOWN = "\N{REPLACEMENT CHARACTER}"
"""What a glyph says that stands for no character."""
# <0041> <00410301>: a code and what it says, in UTF-16
ENTRY = re.compile(r"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>")


class EmbeddedFont:
    """A font of a PDF: our face, what the PDF says its characters are, and its outlines."""

    def __init__(self, face: FontFace, says: Mapping[int, str], embedded: TTFont) -> None:
        """Take the parts of a font; its codes are the numbers of its glyphs."""
        self.face = face
        self._says, self._embedded = says, Outlines(embedded)
        self._chars: dict[int, str] = {}
        self._read: dict[int, tuple[str, float]] = {}

    def read(self, code: int) -> tuple[str, float]:
        """Return the character of a glyph, and how far it moves the pen, in em."""
        if code not in self._read:
            self._read[code] = self.char(code), self.face.advance(code)
        return self._read[code]

    def ask_all(self) -> None:
        """Look at all glyphs that the PDF says something of."""
        for code in self._says:
            self.char(code)

    def said(self, code: int) -> str:
        """Return what the PDF says of a glyph; "" if it says nothing."""
        return self._says.get(code, "")

    def char(self, code: int) -> str:
        """Return the character of a glyph: what the PDF says where our face bears it out."""
        if code not in self._chars:
            chars, said = self.face.chars(code), self._says.get(code, "")
            self._chars[code] = said if said in chars else chars[0] if chars else UNKNOWN
        return self._chars[code]

    def faults(self, name: str) -> Iterator[Fault]:
        """Yield what it says wrongly, and the glyphs asked for that are not those of our face."""
        for code, said in self._says.items():
            if not any(text_letters(said) == text_letters(char) for char in self.face.chars(code)):
                found = f"is read as “{said}” where its font {name} draws “{self._shown(code)}”"
                yield Fault(kind="glyph", found=found)
        for code in self._chars:
            if not self.face.shapes.alike(code, self._embedded):
                found = f"draws “{self._shown(code)}” otherwise than our font {name}"
                yield Fault(kind="glyph", found=found)

    def _shown(self, code: int) -> str:
        return "".join(self.face.chars(code)[:1])


class Fonts:
    """The fonts of a PDF, each looked at once."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: dict[object, tuple[str, EmbeddedFont | None]] = {}

    def font(self, described: Any) -> EmbeddedFont | None:
        """Return the font that an object of the PDF describes; None if it is none of ours."""
        key = described.objgen if described.is_indirect else len(self._known)
        if key not in self._known:
            name = str(described.get("/BaseFont", "")).lstrip("/").split("+")[-1]
            self._known[key] = name, _font(described, name)
        return self._known[key][1]

    def faults(self) -> Iterator[Fault]:
        """Yield what is wrong with the fonts asked for, and the glyphs drawn with them."""
        for name, font in self._known.values():
            if font is not None:
                yield from font.faults(name)
                continue
            ours = "codes in its own way" if name in faces() else "which is not ours"
            found = f"draws with the font {name}, {ours}: a character is in none of our fonts"
            yield Fault(kind="glyph", found=found)


def _font(described: Any, name: str) -> EmbeddedFont | None:
    """Return a font whose codes are the numbers of glyphs of ours, else None."""
    face = faces().get(name)
    try:
        (inner,) = described.DescendantFonts
        cubic = inner.Subtype == "/CIDFontType0"
        numbers = "/Identity" if cubic else str(inner.CIDToGIDMap)
        if (str(described.Encoding), numbers) != ("/Identity-H", "/Identity"):
            return None
        file = inner.FontDescriptor["/FontFile3" if cubic else "/FontFile2"]
        embedded = TTFont(io.BytesIO(file.read_bytes()), lazy=True)
    except (AttributeError, KeyError, TTLibError, ValueError, pikepdf.PdfError):
        return None
    says = dict(_said(described.get("/ToUnicode")))
    return EmbeddedFont(face, says, embedded) if face else None


def _said(table: Any) -> Iterator[tuple[int, str]]:
    """Yield the codes and characters of a ToUnicode table."""
    text = table.read_bytes().decode("latin-1") if table is not None else ""
    for code, said in ENTRY.findall(text[text.find("beginbfchar") :]):
        yield int(code, 16), bytes.fromhex(said).decode("utf-16-be", "replace")
