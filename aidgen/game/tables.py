"""Tables: typed columns, raw values, families of tables that share their columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from aidgen.game.fields import (
    Cell,
    Id,
    LookupRecord,
    Model,
    Number,
    RecordIllustration,
    Rows,
    TableCheck,
    ValueId,
    Whole,
    limited_text,
)
from aidgen.game.figures import Figure, read_faces
from aidgen.game.texts import Text

Align = Literal["left", "centre", "right"]


class Column(Model):
    """A column of a table; its heading is words, or the range of the die that selects it."""

    header: Text | None = Field(None, description="table heading: as short as can be")
    also: Text | None = Field(
        None, description="other words by which people ask for it, joined by |; never printed"
    )
    range: Annotated[Figure | None, BeforeValidator(lambda typed: read_faces(typed) or typed)] = (
        None
    )
    type: Literal["number", "range", "text"] = "number"
    unit: Text | None = limited_text(8, "unit behind a table heading", None)
    derive: str | None = Field(None, description="formula over the other columns and the values")
    decimals: Whole = Field(0, ge=0, le=2, description="the fewest, in a derived column")
    width: Number | None = Field(None, gt=0, le=100, description="per cent of the table's width")
    align: Align | None = Field(None, description="default: words left, figures centred")
    turned: bool = Field(False, description="whether its heading is set upwards, to take less room")


class Part(Model):
    """One of a family of tables that share their columns."""

    title: Text = Field(description="title of a table")
    note: Text | None = Field(None, description="note below a table")
    rows: Rows


class Table(LookupRecord):
    """A table: typed columns, raw values, and the rules for its values."""

    title: Text = Field(description="title of a table")
    image: RecordIllustration | None = Field(None, description="a picture beside its text")
    intro: Text | None = Field(None, description="what comes before a table: how to read it")
    brief: Text | None = Field(None, description="the same for a card: as short as can be")
    note: Text | None = Field(None, description="note below a table")
    die: Figure | None = None
    columns: Mapping[ValueId, Column] = Field(min_length=1)
    rows: Rows | None = None
    parts: Mapping[Id, Part] = {}
    across: bool = Field(False, description="print the rows side by side, one column each")
    fold: Whole = Field(1, ge=1, le=8, description="print its rows in this many columns")
    checks: tuple[TableCheck, ...] = ()

    def grids(self) -> Iterator[tuple[str, Text, Mapping[str, Mapping[str, Cell]]]]:
        """Yield the id ("" for the only one), title and rows of each table of the family."""
        if self.rows is not None:
            yield "", self.title, self.rows
        for name, part in self.parts.items():
            yield name, part.title, part.rows

    @property
    def folded(self) -> Table:
        """The table with its rows side by side in as many columns as it is folded into.

        The rows run down the first columns, then down the next ones.
        """
        if self.fold == 1 or self.rows is None:
            return self
        rows = list(self.rows.items())
        deep = -(-len(rows) // self.fold)
        columns: dict[str, Column] = {}
        cells = {name: dict[str, Cell]() for name, _ in rows[:deep]}
        for start in range(0, len(rows), deep):
            mark = f"_{start // deep + 1}" if start else ""
            columns |= {f"{name}{mark}": column for name, column in self.columns.items()}
            for line, at in zip(cells.values(), range(start, start + deep), strict=True):
                row = rows[at][1] if at < len(rows) else {}
                line |= {f"{name}{mark}": row.get(name, Text("")) for name in self.columns}
        return self.model_copy(
            update={"columns": MappingProxyType(columns), "rows": MappingProxyType(cells)}
        )

    @property
    def ranged(self) -> bool:
        """Whether its columns are headed by ranges of its die."""
        return any(column.range is not None for column in self.columns.values())

    @property
    def grouped(self) -> bool:
        """Whether its parts are the groups of one list, and not tables to roll on."""
        return (
            len(self.parts) > 1
            and self.columns[self.key].type == "text"
            and not (self.die or self.across or self.ranged)
            and all(part.note is None for part in self.parts.values())
        )

    @property
    def keys(self) -> tuple[str, ...]:
        """The ids of the columns that name the rows: the first, of a folded table each first."""
        first = self.key
        marked = {f"{first}_{at}" for at in range(2, self.fold + 1)}
        return (first, *(name for name in self.columns if name in marked))

    @property
    def key(self) -> str:
        """The id of the first column, which names the rows."""
        return next(iter(self.columns))
