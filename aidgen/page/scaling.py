"""Pieces enlarged as a whole: type, boxes and pictures alike, as by a magnifying glass."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import tinycss2
from tinycss2.ast import Node

from aidgen.assets.papers import Size
from aidgen.page.pieces import CardFace, Choice, Leaf, Piece, Strip

LENGTH_UNITS = frozenset({"mm", "cm", "in", "pt", "pc", "px"})
"""The units of lengths that depend on no other length."""
# A style in HTML: style="left: 4mm"
STYLE_ATTRIBUTE = re.compile(r'(?<=\bstyle=")[^"]*')


def scale_leaf(leaf: Leaf, factor: float) -> Leaf:
    """Return a card that is larger by a factor, with all that is printed on it."""
    further = leaf.further
    if further is not None:
        face = further.face
        further = replace(further, face=lambda portion: _scale_face(face(portion), factor))
    return replace(
        leaf,
        front=scale_piece(leaf.front, factor),
        back=leaf.back and scale_piece(leaf.back, factor),
        front_bleed=leaf.front_bleed and scale_piece(leaf.front_bleed, factor),
        back_bleed=leaf.back_bleed and scale_piece(leaf.back_bleed, factor),
        front_foot=leaf.front_foot and scale_strip(leaf.front_foot, factor),
        back_foot=leaf.back_foot and scale_strip(leaf.back_foot, factor),
        further=further,
    )


def _scale_face(face: CardFace, factor: float) -> CardFace:
    return CardFace(
        scale_piece(face.piece, factor),
        face.bleed and scale_piece(face.bleed, factor),
        face.foot and scale_strip(face.foot, factor),
    )


def scale_strip(strip: Strip, factor: float) -> Strip:
    """Return a strip that is larger by a factor, with its place."""
    piece = scale_piece(strip.piece, factor)
    return Strip(piece, strip.left * factor, round(strip.top * factor, 3))


def scale_piece(piece: Piece, factor: float) -> Piece:
    """Return a piece that is larger by a factor."""
    choice = piece.choice and Choice(
        round(piece.choice.least * factor, 2), round(piece.choice.most * factor, 2)
    )
    return replace(
        piece,
        head=_scaled_head(piece.head, factor),
        inner=STYLE_ATTRIBUTE.sub(lambda style: scale_lengths(style[0], factor), piece.inner),
        size=scale_size(piece.size, factor),
        margin=scale_lengths(piece.margin, factor),
        smallest=round(piece.smallest * factor, 2),
        choice=choice,
        type_size=piece.type_size and round(piece.type_size * factor, 2),
    )


def scale_size(size: Size, factor: float) -> Size:
    """Return a size that is larger by a factor."""
    return Size(round(size.width * factor, 2), round(size.height * factor, 2))


@lru_cache(16)
def _scaled_head(head: str, factor: float) -> str:
    return scale_lengths(head, factor)


def scale_lengths(sheet: str, factor: float) -> str:
    """Return a style sheet, or HTML with one, whose lengths are larger by a factor."""
    lengths = [
        (token.source_line, token.source_column - 1, token.representation, token.serialize())
        for token in _tokens(tinycss2.parse_component_value_list(sheet))
        if token.type == "dimension" and token.lower_unit in LENGTH_UNITS
    ]
    lines = sheet.split("\n")
    for line, start, number, written in sorted(lengths, reverse=True):
        text, scaled = lines[line - 1], f"{round(float(number) * factor, 4):g}"
        behind = text[start + len(number) :]
        assert text.startswith(written, start), f"{written} is not at {line}:{start + 1}"
        lines[line - 1] = f"{text[:start]}{scaled}{behind}"
    return "\n".join(lines)


def _tokens(tokens: Sequence[Node]) -> Iterator[Node]:
    for token in tokens:
        yield token
        yield from _tokens(
            getattr(token, "content", None) or getattr(token, "arguments", None) or ()
        )
