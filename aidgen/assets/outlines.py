"""The outlines of the glyphs of a font file, and whether those of two files are alike."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont

HEADER = 10
"""Bytes in which a glyph of a TrueType font says how many contours it has, and its edges."""
NEGATIVE = 0x80
"""From here on the first byte is that of a number below 0: a glyph put together of others."""
PART, MORE = 6, 0x20
"""Bytes in which such a glyph names a part: flags, its number, where it lies. A flag says whether
there is another."""
FURTHER = {0x01: 2, 0x08: 2, 0x40: 4, 0x80: 8}
"""How many bytes more there are by other flags: of where it lies, and of how it is scaled."""


class Outlines:
    """The outlines of a font file, by the numbers of its glyphs."""

    def __init__(self, font: TTFont) -> None:
        """Take a font; it is read when it is asked for."""
        self._font = font
        self.of = cache(self._of)
        """Return the em, the points of a glyph, and how they are joined; nothing if there is none.
        """

    def alike(self, code: int, other: Outlines) -> bool:
        """Tell whether a glyph has the same outline in two files."""
        return self._is_said_alike(code, other) or bool(self.of(code) == other.of(code))

    def _is_said_alike(self, code: int, other: Outlines) -> bool:
        """Tell whether both say it in the same bytes: then not all of a file has to be unpacked."""
        if not (self._table and other._table) or self._em != other._em:
            return False
        mine = self._packed(code)
        if mine is None or mine != other._packed(code):
            return False
        return all(self._is_said_alike(part, other) for part in parts(mine))

    def _of(self, code: int) -> tuple[Any, ...]:
        font, order = self._font, self._font.getGlyphOrder()
        if not 0 <= code < len(order):
            return ()
        if "glyf" in font:
            glyphs = font["glyf"]
            points, ends, flags = glyphs[order[code]].getCoordinates(glyphs)
            return self._em, tuple(points), tuple(ends), tuple(flags)
        pen = RecordingPen()
        font.getGlyphSet()[order[code]].draw(pen)
        return self._em, tuple(pen.value)

    @cached_property
    def _em(self) -> int:
        return int(self._font["head"].unitsPerEm)

    @cached_property
    def _table(self) -> bytes:
        return bytes(self._font.reader["glyf"]) if "glyf" in self._font else b""

    def _packed(self, code: int) -> bytes | None:
        """Return the bytes of a glyph but for its hints, b"" if it is blank; None if it is broken.

        OpenType 1.9, `glyf`: a header, the ends of the contours, hints, the points.
        """
        if not 0 <= code < len(self._font["loca"]) - 1:
            return None
        found = self._table[self._font["loca"][code] : self._font["loca"][code + 1]]
        if not found:
            return found
        try:
            (contours,) = struct.unpack_from(">h", found)
            if contours < 0:
                return found
            hints = HEADER + 2 * contours
            (length,) = struct.unpack_from(">H", found, hints)
        except struct.error:
            return None
        return found[:hints] + found[hints + 2 + length :].rstrip(b"\0")


def parts(glyph: bytes) -> Iterator[int]:
    """Yield the numbers of the glyphs that a glyph is put together of, by its bytes.

    OpenType 1.9, `glyf`: of each, flags, its number, where it lies, and how it is scaled. Raises
    struct.error if they end early.
    """
    if not glyph or glyph[0] < NEGATIVE:
        return
    at, flags = HEADER, MORE
    while flags & MORE:
        flags, number = struct.unpack_from(">HH", glyph, at)
        yield number
        at += PART + sum(size for flag, size in FURTHER.items() if flags & flag)
