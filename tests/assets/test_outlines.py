"""Outlines of glyphs, held against those of another file of the font."""

from __future__ import annotations

import io
import struct
from functools import cache

import pikepdf
import pytest
from fontTools.ttLib import TTFont

from aidgen.assets.faces import FontFace, Outlines, component_glyphs, faces
from aidgen.press.pdf.fonts import embed_font

NAME = "Source-Sans-Pro"
LETTERS = "aéç B-ḍ"
"""Simple ones, some that are put together of others, and a blank."""


def face() -> FontFace:
    return faces()[NAME]


def opened(content: bytes) -> TTFont:
    return TTFont(io.BytesIO(content), lazy=True)


@cache
def whole() -> TTFont:
    return opened(face().path.read_bytes())


def number(letter: str) -> int:
    return int(whole().getGlyphID(whole().getBestCmap()[ord(letter)]))


@cache
def in_a_pdf() -> bytes:
    """Return the font with the glyphs of those letters, as it stands in a PDF."""
    says = {number(letter): letter for letter in LETTERS}
    with pikepdf.new() as document:
        font = embed_font(document, "F", NAME, says)
        file: bytes = font["/DescendantFonts"][0]["/FontDescriptor"]["/FontFile2"].read_bytes()
    return file


def changed(table: str, at: int) -> Outlines:
    """Return the outlines of that font with one byte of a table changed."""
    content = bytearray(in_a_pdf())
    content[opened(in_a_pdf()).reader.tables[table].offset + at] ^= 3
    return Outlines(opened(bytes(content)))


@pytest.mark.parametrize("letter", LETTERS)
def test_a_glyph_is_known_without_its_font_being_unpacked(letter: str) -> None:
    font = opened(in_a_pdf())
    assert face().shapes.alike(number(letter), Outlines(font))
    assert "glyf" not in font.tables


@pytest.mark.parametrize("name", [NAME, "Source-Serif-Pro-Italic", "IBM-Plex-Sans-Arabic"])
def test_what_glyphs_are_put_together_of(name: str) -> None:
    font = opened(faces()[name].path.read_bytes())
    begins, table, glyphs = font["loca"], bytes(font.reader["glyf"]), font["glyf"]
    found = 0
    for number, glyph in enumerate(font.getGlyphOrder()):
        packed = table[begins[number] : begins[number + 1]]
        named = glyphs[glyph].getComponentNames(glyphs)
        assert [font.getGlyphName(part) for part in component_glyphs(packed)] == named
        found += bool(named)
    assert found > 100


def test_parts_may_be_scaled_and_turned() -> None:
    header = struct.pack(">hhhhh", -1, 0, 0, 9, 9)
    further = (0x08 | 0x20, 2), (0x40 | 0x21, 6), (0x80 | 0x20, 8), (0x01, 2)
    listed = (
        struct.pack(">HHbb", flags, number, 0, 0) + bytes(size)
        for number, (flags, size) in enumerate(further, start=5)
    )
    assert list(component_glyphs(header + b"".join(listed))) == [5, 6, 7, 8]


def test_a_glyph_is_another_if_one_of_its_parts_is() -> None:
    font = opened(in_a_pdf())
    behind = font["loca"][number("e") + 1]
    point = next(at for at in range(behind - 1, 0, -1) if font.reader["glyf"][at])
    other = changed("glyf", point)
    assert not face().shapes.alike(number("e"), other)
    assert not face().shapes.alike(number("é"), other)
    assert face().shapes.alike(number("a"), other)


def test_a_glyph_is_another_in_a_larger_em() -> None:
    em = 19  # the lower of its bytes
    assert not any(face().shapes.alike(number(letter), changed("head", em)) for letter in "aé")


def test_a_glyph_that_is_left_out_is_not_like_one_that_is_there() -> None:
    assert not face().shapes.alike(number("z"), Outlines(opened(in_a_pdf())))
    assert not face().shapes.alike(number("ê"), Outlines(opened(in_a_pdf())))
