"""The outlines of the glyphs of a font file, and whether those of two files are alike."""

from __future__ import annotations

import struct
from functools import cache, cached_property
from typing import Any

from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont

HEADER = 10
"""Bytes in which a glyph of a TrueType font says how many contours it has, and its edges."""


class Outlines:
    """The outlines of a font file, by the numbers of its glyphs."""

    def __init__(self, font: TTFont) -> None:
        """Take a font; it is read when it is asked for."""
        self._font = font
        self.of = cache(self._of)
        """Return the em, the points of a glyph, and how they are joined; nothing if there is none.
        """

    def alike(self, code: int, other: Outlines) -> bool:
        """Tell whether a glyph has the same outline in two files.

        Where both say it in the same bytes, nothing has to be unpacked.
        """
        packed = self._packed(code)
        if packed and self._em == other._em and packed == other._packed(code):
            return True
        return bool(self.of(code) == other.of(code))

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

    def _packed(self, code: int) -> bytes:
        """Return the bytes of a glyph but for its hints; nothing if it is put together of others.

        OpenType 1.9, `glyf`: a header, the ends of the contours, hints, the points.
        """
        if not self._table or not 0 <= code < len(self._font["loca"]) - 1:
            return b""
        found = self._table[self._font["loca"][code] : self._font["loca"][code + 1]]
        try:
            (contours,) = struct.unpack_from(">h", found)
            hints = HEADER + 2 * contours
            (length,) = struct.unpack_from(">H", found, hints)
        except struct.error:
            return b""
        if contours <= 0:
            return b""
        return found[:hints] + found[hints + 2 + length :].rstrip(b"\0")
