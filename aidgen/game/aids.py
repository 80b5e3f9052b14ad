"""Play aids: their blocks, boards, grids, standees, tokens, and kinds of a game's own."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Annotated, Literal, cast

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, WithJsonSchema

from aidgen.game.fields import (
    CELL_PATTERN,
    FOLDER_PATTERN,
    BookColumns,
    FigureValue,
    Id,
    Illustration,
    Length,
    Model,
    Number,
    Picture,
    PictureFile,
    Record,
    Ref,
    ShrinkTo,
    TextSize,
    Whole,
    limited_text,
)
from aidgen.game.figures import Figure, Range
from aidgen.game.texts import Text

SHARE_PATTERN = r"^\d{1,2} ?/ ?\d{1,2}$"

# The default, in mm.
DIAMETER = 20.0
# Into how many parts a row of a sheet is divided.
ROW_PARTS = 12
# Other names of papers.
PAPER_NAMES = {"digest": "Half Letter"}
PaperName = Annotated[str, BeforeValidator(lambda typed: PAPER_NAMES.get(typed, typed))]
Base = Literal[
    "board",
    "book",
    "cards",
    "flow",
    "form",
    "gm-screen",
    "grid",
    "leaflet",
    "sheet",
    "standees",
    "tokens",
]


class Space(Model):
    """A place on a board that has a name: a cell of its grid, or a box in mm."""

    title: Text = limited_text(60, "name of a space on a board")
    icon: Id | None = None
    cell: str | None = Field(None, pattern=CELL_PATTERN, description="B3 on squares, 0203 on hexes")
    left: Length | None = Field(None, description="of its box, from the left edge of the board")
    top: Length | None = Field(None, description="of its box, from the upper edge of the board")
    width: Length | None = Field(None, ge=5, description="of its box, as in `40 mm`")
    height: Length | None = Field(None, ge=4, description="of its box, as in `12 mm`")
    look: Literal["plain", "framed"] = "plain"
    text_size: Number = Field(9.0, ge=7, le=72, description="in points")

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """Left, top, width and height in mm, if all are given."""
        edges = (self.left, self.top, self.width, self.height)
        return None if None in edges else cast("tuple[float, float, float, float]", edges)


class Board(Model):
    """A board: its size, and what is printed below and above the grid of its aid."""

    width: Length = Field(ge=50, description="as in `600 mm` or `24 in`")
    height: Length = Field(ge=50, description="as in `400 mm` or `16 in`")
    image: PictureFile | None = Field(None, description="a picture that fills the board")
    overlap: Length = Field(10.0, ge=0, le=40, description="what two neighbouring sheets both show")
    spaces: Mapping[Id, Space] = Field({}, description="places on it that have a name")


class Grid(Model):
    """A grid ruled on a page: cells of one shape and size, edge to edge."""

    shape: Literal["square", "hex"] = "square"
    cell: Length = Field(ge=3, le=100, description="from side to side, as in `10 mm` or `1 in`")
    points: Literal["up", "across"] | None = Field(
        None, description="of hexes: where two of their corners point; up, if left out"
    )
    line: Length = Field(0.2, ge=0.05, le=2, description="how heavy its lines are, as in `0.2 mm`")
    colour: Literal["grey", "black", "ink", "second"] = Field(
        "grey", description="of its lines: grey, black, or one of the theme's"
    )
    numbered: bool = Field(False, description="number the cells: squares as B3, hexes as 0203")


class Standee(Model):
    """A paper figure: two halves back to back from a fold, and their base."""

    width: Length = Field(25.0, ge=15, le=150, description="as in `25 mm` or `1 in`")
    height: Length = Field(40.0, ge=20, le=120, description="of what one sees of it")
    base: Length = Field(12.0, ge=0, le=30, description="of the flap below; `0 mm` for a tent")


class TokenBack(Model):
    """What is on the backs of tokens: one of these."""

    icon: Id | None = None
    image: PictureFile | None = Field(None, description="a picture that fills the back")
    states: Mapping[Id, Id] = Field({}, description="the state behind each state on a front")


class Token(Model):
    """How tokens are made."""

    diameter: Length = Field(DIAMETER, ge=15, le=90, description="as in `25 mm` or `1 in`")
    back: TokenBack | None = Field(None, description="default: whether they are good or bad")


class OwnKind(Model):
    """A kind of aid that extends a built-in one."""

    extends: Base
    papers: tuple[str, ...] = Field((), description="the papers it goes on; all of the other's")
    smallest_type: Number | None = Field(None, ge=6, le=14, description="in points")
    template: str | None = Field(
        None,
        pattern=FOLDER_PATTERN,
        description="the folder of templates that come before the other kind's; its own name",
    )


def _read_share(typed: object) -> int:
    """Return a part of a row, as in 1/2, in twelfths; raises ValueError for what is none."""
    with suppress(ValueError, ZeroDivisionError):
        parts = Fraction(typed.replace(" ", "") if isinstance(typed, str) else "") * ROW_PARTS
        if "/" in str(typed) and parts.denominator == 1 and 2 <= parts <= ROW_PARTS:
            return int(parts)
    raise ValueError(f"found `{typed}`, expected a part of a row, as in 1/2, 2/3 or 5/12")


RowShare = Annotated[
    int,
    PlainValidator(_read_share),
    WithJsonSchema(
        {"type": "string", "pattern": SHARE_PATTERN, "description": "of its row, as in 1/2 or 5/12"}
    ),
]


Look = Literal["plain", "framed", "shaded", "title-bar"]


class Block(Model):
    """A region of a sheet."""

    title: Text | None = Field(None, description="title of a region of a sheet")
    icon: Id | None = None
    module: Id | None = None
    width: RowShare = 12
    height: Whole | None = Field(None, ge=5, description="in mm; default: as tall as needed")
    new_page: bool = Field(False, description="start a new page, or panel of a screen, here")
    look: Look = "plain"
    scale: Number = Field(1.0, ge=0.8, le=2, description="of its type; above 1 if looked up often")
    full: bool = Field(False, description="print full texts in place of brief forms")
    image: Illustration | None = Field(None, description="a picture above what is in it")
    contents: tuple[Ref, ...]


def _check_pages(figure: Figure) -> Figure:
    raw = figure.raw
    low, high = (raw.low or 1, raw.high) if isinstance(raw, Range) else (raw, raw)
    if not isinstance(low, int | Fraction) or low < 1 or low.denominator != 1:
        raise ValueError(f"found `{figure}`, expected a number of pages, as in 1, 12-16 or 6-")
    if isinstance(high, int) and high < low:
        raise ValueError(f"found `{figure}`, expected a range that rises")
    return figure


class Aid(Record):
    """A document to print."""

    icon: Id | None = None
    title: Text = Field(description="title of a printed aid")
    image: Illustration | None = Field(None, description="of a book: a picture on its cover")
    reader: Literal["gm", "player"] | None = Field(None, description="who uses it; default: all")
    kind: str
    paper: PaperName
    landscape: bool = False
    pages: Annotated[FigureValue, AfterValidator(_check_pages)] | None = Field(
        None, description="how many pages it may have, as in 1 or 12-16"
    )
    contents: tuple[Ref, ...] = ()
    carries: tuple[Ref, ...] = Field(
        (), description="what it has to print, the most important first, as in `states.poison-*`"
    )
    look: Look | None = Field(None, description="of its blocks that name none; default: plain")
    blocks: Mapping[Id, Block] = {}
    folds: Whole | None = Field(None, ge=1, le=3, description="of a leaflet; default: 2")
    columns: BookColumns | None = Field(None, description="of a book; default: 1")
    chapters: Literal["page", "right"] | None = Field(
        None, description="of a book: each chapter begins a new page, or a right one"
    )
    page_references: Literal[True] | None = Field(
        None, description="of a book: whether each link names the page that it leads to"
    )
    endpapers: Literal[True] | None = Field(None, description="of a book: blank inside covers")
    grid: Grid | None = Field(None, description="of paper that is ruled, or a board: what with")
    board: Board | None = Field(None, description="of a board: its size, and what is on it")
    standee: Standee | None = Field(None, description="of standees and tents: their size")
    token: Token | None = Field(None, description="of tokens: their size and backs")
    copies: Whole = Field(1, ge=1, le=99, description="of each token")
    only: str | None = Field(None, description="which cards: `level <= 3 and fire in tags`")
    text_size: TextSize = None
    shrink_to: ShrinkTo = None

    @property
    def board_image(self) -> Picture | None:
        """The picture on its board, which may be named on either."""
        return (self.board and self.board.image) or self.image

    @property
    def page_limits(self) -> tuple[int, int | None]:
        """The fewest and the most pages allowed; None for no upper limit."""
        pages = self.pages or Figure(Range(1, None), "")
        if isinstance(pages.raw, Range):
            return pages.raw.low or 1, pages.raw.high
        return int(pages.number), int(pages.number)
