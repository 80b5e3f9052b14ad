"""What a page promises to print, and where the layout put it: by these a PDF is proved."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Promise:
    """Words that a page prints, as they will be read; of a table, all cells row by row."""

    text: str
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in its place on a page: left end and baseline, width and type size, in pt.

    Heights count from the bottom of the page, as in a PDF; `turn` is in degrees, anticlockwise.
    """

    text: str
    x: float
    y: float
    width: float
    size: float
    turn: float = 0.0
