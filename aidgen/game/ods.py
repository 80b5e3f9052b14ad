"""ODS files: the cells of a sheet as they are saved, or why they cannot be printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from xml.etree import ElementTree

from aidgen.game.number_formats import (
    FORMAT_AS_SHOWN,
    UnreadableError,
    displayed_text,
    number_text,
)
from aidgen.game.workbooks import (
    FORMAT_AS_TEXT,
    NUMBER,
    SheetRow,
    WorkbookParts,
    WorkbookReading,
    listed_looks,
    look_words,
    marked_runs,
    refusal,
    saved_text,
    shift_figures,
    strike,
    text_or_problem,
    without_empty_end,
)
from aidgen.problems import Problem, Where

Element = ElementTree.Element
CONTENT = "content.xml"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
GROUPS = tuple(f"{_TABLE}{name}" for name in ("table-row-group", "table-rows", "table-header-rows"))
"""What has rows in it, besides a table."""
COUNT = re.compile(r"[1-9][0-9]{0,6}")
MOST_SPACES = 100


@dataclass(frozen=True)
class _Look:
    """How words look."""

    bold: bool = False
    italic: bool = False
    struck: bool = False
    shift: str = ""
    """`superscript` or `subscript` of words that are raised or lowered."""
    underlined: bool | None = None
    colour: str | None = None
    """In six digits; None, here and above, of a style that does not name it."""

    @property
    def unprinted(self) -> str:
        """What of the look is not printed."""
        return look_words(underlined=bool(self.underlined), colour=self.colour or "")


Looks = Mapping[str, _Look]
PLAIN = _Look()


def ods_rows(parts: WorkbookParts, reading: WorkbookReading) -> Iterator[SheetRow]:
    """Yield the rows of a sheet of an ODS file."""
    limits = reading.limits
    root = parts.tree(CONTENT, f"{_OFFICE}document-content")
    sheets = root.findall(f"{_OFFICE}body/{_OFFICE}spreadsheet/{_TABLE}table")
    hidden = _hidden_tables(root)
    name = reading.choose_sheet(
        (one.get(f"{_TABLE}name", ""), one.get(f"{_TABLE}style-name") in hidden) for one in sheets
    )
    sheet = next(one for one in sheets if one.get(f"{_TABLE}name", "") == name)
    looks = _looks(root)
    number = 0
    merged: dict[int, tuple[int, str | Problem]] = {}  # by column: the last row, and the text
    for row, is_hidden in _table_rows(sheet):
        times = min(_count(row, "number-rows-repeated"), limits.sheet_rows + 2)
        texts = _row(row, Where(reading.shown, number + 1), looks, merged, reading)
        if any(texts):
            if is_hidden:
                reading.hidden.update(range(number + 1, number + 1 + times))
            for again in range(times):
                yield number + 1 + again, texts
        number += _count(row, "number-rows-repeated")


def _count(element: Element, name: str) -> int:
    """Return how often an element is repeated, or how much it spans. Raises ValueError."""
    count = element.get(f"{_TABLE}{name}", "1")
    if not COUNT.fullmatch(count):
        raise ValueError(f"{name} {count}")
    return int(count)


def _table_rows(parent: Element, *, hidden: bool = False) -> Iterator[tuple[Element, bool]]:
    """Yield the rows of a table, each with whether it is hidden."""
    for child in parent:
        if child.tag == f"{_TABLE}table-row":
            yield child, hidden or child.get(f"{_TABLE}visibility", "visible") != "visible"
        elif child.tag in GROUPS:
            folded = child.get(f"{_TABLE}display", "true") == "false"
            yield from _table_rows(child, hidden=hidden or folded)


def _hidden_tables(root: Element) -> set[str | None]:
    """Return the styles of hidden sheets."""
    return {
        style.get(f"{_STYLE}name")
        for style in root.iter(f"{_STYLE}style")
        if any(
            one.get(f"{_TABLE}display") == "false"
            for one in style.iter(f"{_STYLE}table-properties")
        )
    }


def _looks(root: Element) -> Looks:
    """Return the look of each style."""
    looks: dict[str, _Look] = {}
    for style in root.iter(f"{_STYLE}style"):
        for said in style.iter(f"{_STYLE}text-properties"):
            place = said.get(f"{_STYLE}text-position", "").split(" ")[0]
            raised = place and not place.startswith(("sub", "-", "0"))
            line, colour = (
                said.get(name) for name in (f"{_STYLE}text-underline-style", f"{_FO}color")
            )
            looks[style.get(f"{_STYLE}name", "")] = _Look(
                bold=said.get(f"{_FO}font-weight", "") in ("bold", "600", "700", "800", "900"),
                italic=said.get(f"{_FO}font-style", "") in ("italic", "oblique"),
                struck=said.get(f"{_STYLE}text-line-through-style", "none") != "none",
                shift="superscript" if raised else "subscript" if place[:1] in ("s", "-") else "",
                underlined=None if line is None else line != "none",
                colour=None if colour is None else colour.lstrip("#").upper(),
            )
    return looks


def _row(
    row: Element,
    where: Where,
    looks: Looks,
    merged: dict[int, tuple[int, str | Problem]],
    reading: WorkbookReading,
) -> list[str | Problem]:
    """Return the texts of a row without empty ones at the end; of columns, one too many at most."""
    texts: list[str | Problem] = []
    for cell in row:
        if cell.tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            at_cell = replace(where, column=len(texts) + 1)
            column = len(texts)
            room = reading.limits.sheet_columns + 1 - column
            times = min(_count(cell, "number-columns-repeated"), room)
            if cell.tag == f"{_TABLE}covered-table-cell":  # whatever it holds is not shown
                for at in range(column, column + times):
                    last, upper = merged.get(at, (0, ""))
                    texts.append(upper if where.line <= last else "")
                continue
            said = text_or_problem(partial(_cell_text, cell, at_cell, looks), at_cell, reading)
            texts += [said] * times
            deep = _count(cell, "number-rows-spanned")
            if deep > 1:
                merged[column] = (where.line + deep - 1, said)
    return without_empty_end(texts)


def _cell_text(cell: Element, where: Where, looks: Looks) -> str:
    """Return the text of a cell; raises InputError if it cannot be printed."""
    text = _value(cell, where, looks)
    return strike(text) if looks.get(cell.get(f"{_TABLE}style-name", ""), PLAIN).struck else text


def _value(cell: Element, where: Where, looks: Looks) -> str:
    if cell.find(f".//{_TABLE}table") is not None:
        raise refusal(where, "found a table within a cell", "put it on a sheet of its own")
    kind = cell.get(f"{_OFFICE}value-type", "")
    if kind in ("date", "time"):
        shown = cell.get(f"{_OFFICE}{kind}-value", "")
        raise refusal(
            where, f"found the date or time {shown}, expected text or a number", FORMAT_AS_TEXT
        )
    paragraphs = cell.findall(f"{_TEXT}p")
    own = looks.get(cell.get(f"{_TABLE}style-name", ""), PLAIN)
    usual = _Look(underlined=own.underlined, colour=own.colour)
    plain, said = (
        "\n".join(
            marked_runs((words, look.bold, look.italic) for words, look in runs)
            for runs in (_runs(one, known, usual, where) for one in paragraphs)
        )
        for known in ({}, looks)
    )
    if cell.get(f"{_CALC}value-type") == "error":
        raise refusal(where, f"found the formula error {said}")
    if kind in ("float", "currency", "percentage"):
        value = cell.get(f"{_OFFICE}value", "")
        if not NUMBER.fullmatch(value):
            raise refusal(where, f"found `{value[:40]}`, expected a number")
        return _number(plain, kind, float(value), where)
    if kind == "boolean":
        return str(cell.get(f"{_OFFICE}boolean-value") == "true").lower()
    if cell.get(f"{_OFFICE}string-value", plain).split() != plain.split():
        raise refusal(where, f"found `{plain[:40]}` beside another value")
    runs = (run for one in paragraphs for run in _runs(one, looks, usual, where))
    return said + listed_looks((words, look.unprinted) for words, look in runs)


def _number(displayed: str, kind: str, value: float, where: Where) -> str:
    """Return a number as its cell shows it; raises InputError if it shows something else."""
    percent = kind == "percentage"
    try:
        if not displayed:
            return number_text(value, "0.#########%" if percent else "General")
        return displayed_text(value, displayed, percent=percent, currency=kind == "currency")
    except UnreadableError as error:
        raise refusal(where, f"found {value:.15g} {error}", FORMAT_AS_SHOWN) from None


def _runs(element: Element, looks: Looks, look: _Look, where: Where) -> Iterator[tuple[str, _Look]]:
    """Yield the runs of a paragraph, each with its look.

    Several spaces and line breaks are separate elements. Raises InputError at any others.
    """
    name = element.tag.removeprefix(_TEXT)
    if name == "span":
        new = looks.get(element.get(f"{_TEXT}style-name", ""), look)
        look = replace(
            new,
            underlined=look.underlined if new.underlined is None else new.underlined,
            colour=look.colour if new.colour is None else new.colour,
        )
    if name == "s":
        spaces = element.get(f"{_TEXT}c", "1")
        yield " " * min(int(spaces), MOST_SPACES), look
    elif name in ("tab", "line-break"):
        yield "\n" if name == "line-break" else " ", look
    elif name in ("p", "span", "a"):
        for child in (None, *element):
            if child is not None:
                yield from _runs(child, looks, look, where)
            text = element.text if child is None else child.tail
            said = shift_figures(saved_text(text or ""), look.shift)
            yield strike(said) if look.struck else said, look
    else:
        raise refusal(where, f"found <{name.rpartition('}')[2]}> in a text", "delete it")
