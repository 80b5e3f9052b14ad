"""Rulebooks to be collated: games printed as Markdown, as somebody might have published them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, partial

from aidgen.collation.collate import Finding, collate
from aidgen.collation.manuscript import parse
from aidgen.game.canon import Canon
from aidgen.game.records import Cell, Procedure, Rule, State, Table
from aidgen.pipeline.pack import Pack
from tests.mini import MINI
from tests.ours import PACK

Lines = list[str]


@cache
def pack_of(game: str) -> Pack:
    """Return the pack that has a game."""
    return Pack(MINI) if game == "mini" else PACK


def findings(lines: Lines, game: str = "expedition", locale: str = "en") -> list[Finding]:
    """Hold a text against a game."""
    pack = pack_of(game)
    translated = pack.localized(game, locale)
    return collate(
        parse("\n".join(lines), "book.md"),
        translated,
        pack.canon(game),
        pack.language(game, locale),
        partial(pack.written, translated),
    )


def chapters(canon: Canon, *, brief: bool = False) -> Iterator[tuple[str, Lines]]:
    """Yield the name of each record of a game with its lines; what is no record's has no name.

    `brief` tells a record in the words that cards have for it, where there are such.
    """
    yield "", [f"# {canon.game.title}", "", *(one.title for one in canon.game.modules.values()), ""]
    for kind in ("rules", "procedures", "states"):
        for name, record in getattr(canon, kind).items():
            yield f"{kind}.{name}", _prose(record, brief)
    for name, table in canon.tables.items():
        yield "", [f"## {table.title}", "", table.intro or "", "", table.note or "", ""]
        for part, title, rows in table.grids():
            note = table.parts[part].note if part else None
            lines = [*([f"### {title}", ""] if part else []), *_grid(table, rows), note or "", ""]
            yield f"tables.{name}" + (f".{part}" if part else ""), lines


def printed(lines: Lines) -> Lines:
    """Return `lines` with the spaces that a typewriter has, each line on its own."""
    return re.sub(r"[\u00a0\u202f]", " ", "\n".join(lines)).split("\n")


def book(game: str, locale: str, *, brief: bool = False) -> Lines:
    """Write all rules and tables of a game in Markdown."""
    return list(_book(game, locale, brief))


@cache
def _book(game: str, locale: str, brief: bool) -> tuple[str, ...]:
    canon = pack_of(game).localized(game, locale)
    return tuple(printed([line for _, lines in chapters(canon, brief=brief) for line in lines]))


def piped(cells: list[object]) -> str:
    """Write the row of a table."""
    return "| " + " | ".join("" if cell is None else str(cell) for cell in cells) + " |"


def _prose(record: Rule | Procedure | State, brief: bool) -> Lines:
    lines = [f"## {record.title}", ""]
    if isinstance(record, Rule):
        text = record.brief if brief and record.brief else record.text
        return [*lines, text, "", *([record.example, ""] if record.example else [])]
    if isinstance(record, State):
        return [*lines, record.effect, "", *([record.ends, ""] if record.ends else [])]
    lines += [record.intro or "", ""]
    for number, step in enumerate(record.steps.values(), start=1):
        lines.append(f"{number}. {step.brief if brief and step.brief else step.text}")
        for branch in step.branches.values():
            lines.append(f"    - {branch.brief if brief and branch.brief else branch.text}")
    return [*lines, "", record.outro or "", ""]


def _grid(table: Table, rows: Mapping[str, Mapping[str, Cell]]) -> Lines:
    header: list[object] = [column.range or column.header for column in table.columns.values()]
    rule = piped(["---"] * len(header))
    return [piped(header), rule, *(piped(list(row.values())) for row in rows.values()), ""]
