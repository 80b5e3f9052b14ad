"""What must hold across the records of a game: a table of laws, one function a law."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from aidgen.canon import (
    ICON,
    LINK,
    PLACEHOLDER,
    Canon,
    Record,
    Table,
    quoted,
)
from aidgen.figures import Dice, Figure, Range
from aidgen.icons import icon_names
from aidgen.kinds import KINDS
from aidgen.problems import Problem, did_you_mean

Law = Callable[[Canon], Iterator[Problem]]


def check(canon: Canon) -> list[Problem]:
    """Return every breach of a law in the canon, in the order of the files."""
    return sorted(problem for law in LAWS.values() for problem in law(canon))


def die_is_covered(canon: Canon) -> Iterator[Problem]:
    """Yield faces of a table's die that no range holds, or more than one, or that it lacks."""
    for name, table in canon.tables.items():
        if table.die is None or not isinstance(table.die.raw, Dice):
            continue
        ranges: dict[tuple[str, ...], Figure] = {
            ("tables", name, "columns", column_name, "range"): column.range
            for column_name, column in table.columns.items()
            if column.range is not None
        }
        if ranges:
            yield from _cover(canon, table.die.raw, ranges)
            continue
        for part, _, rows in table.grids():
            path = ("tables", name, "parts", part, "rows") if part else ("tables", name, "rows")
            keys = {(*path, row): cells[table.key] for row, cells in rows.items()}
            yield from _cover(canon, table.die.raw, keys)


def _cover(canon: Canon, die: Dice, ranges: Mapping[tuple[str, ...], Figure]) -> Iterator[Problem]:
    """Hold the ranges, in their order, against the faces of the die."""
    seen: dict[int, str] = {}
    last = ("", 0)
    for path, figure in ranges.items():
        raw = figure.raw
        if isinstance(raw, Fraction):
            raw = Range(int(raw), int(raw))
        if not isinstance(raw, Range):
            yield Problem(canon.where(path), f"found `{figure}`, expected faces of a d{die.faces}")
            continue
        high = die.faces if raw.high is None else raw.high
        faces = range(raw.low, high + 1)
        if not faces:
            yield Problem(canon.where(path), f"`{figure}` runs backwards")
        outside = [face for face in faces if not 1 <= face <= die.faces]
        if outside:
            message = (
                f"`{figure}` is out of range: {_faces(outside)} (d{die.faces} has 1–{die.faces})"
            )
            yield Problem(canon.where(path), message)
        double = [face for face in faces if face in seen]
        if double:
            message = f"`{figure}` overlaps `{seen[double[0]]}`: {_faces(double)}"
            yield Problem(canon.where(path), message)
        gap = [face for face in range(last[1] + 1, raw.low) if face <= die.faces]
        if gap and not double:
            after = f" after `{last[0]}`" if last[0] else ""
            message = (
                f"`{figure}` leaves a gap{after}: {_faces(gap)} (d{die.faces} needs 1–{die.faces})"
            )
            yield Problem(canon.where(path), message)
        seen |= dict.fromkeys(faces, str(figure))
        last = (str(figure), max(last[1], high))
    gap = list(range(last[1] + 1, die.faces + 1))
    if ranges and gap:
        message = (
            f"`{last[0]}` leaves a gap after it: {_faces(gap)} (d{die.faces} needs 1–{die.faces})"
        )
        yield Problem(canon.where(list(ranges)[-1]), message)


def _faces(faces: list[int]) -> str:
    if len(faces) == 1:
        return f"face {faces[0]}"
    return f"faces {faces[0]}–{faces[-1]}"


def tables_rise(canon: Canon) -> Iterator[Problem]:
    """Yield cells that are smaller than the one before them where a law says none may be."""
    for name, table in canon.tables.items():
        grids = list(table.grids())
        for i, (part, _, rows) in enumerate(grids):
            before = grids[i - 1] if i else None
            for path, cells in _rows(name, part, rows):
                if "rows-rise" in table.laws:
                    yield from _rise(canon, path, cells, "of the column before")
            if "columns-rise" in table.laws:
                yield from _columns_rise(canon, table, name, part, rows)
            if "parts-rise" in table.laws and before is not None:
                yield from _parts_rise(canon, table, name, (part, rows), before)


def _rows(name: str, part: str, rows: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[Any, Any]]:
    path = ("tables", name, "parts", part, "rows") if part else ("tables", name, "rows")
    for row, cells in rows.items():
        yield (*path, row), cells


def _raw_columns(table: Table) -> list[str]:
    """Return the columns whose cells are typed in, and are numbers."""
    return [
        name
        for name, column in table.columns.items()
        if name != table.key and column.derive is None and column.type == "number"
    ]


def _rise(
    canon: Canon, path: tuple[str, ...], cells: Mapping[str, Any], of: str
) -> Iterator[Problem]:
    known = [(name, cell) for name, cell in cells.items() if (*path, name) in canon.places]
    figures = [(name, cell) for name, cell in known if isinstance(cell, Figure)]
    for (_, one), (name, other) in pairwise(figures):
        if other.number < one.number:
            yield _fall(canon, (*path, name), other, one, of)


def _columns_rise(
    canon: Canon, table: Table, name: str, part: str, rows: Mapping[str, Mapping[str, Any]]
) -> Iterator[Problem]:
    listed = list(_rows(name, part, rows))
    for (_, above), (path, cells) in pairwise(listed):
        for column in _raw_columns(table):
            if _falls(above[column], cells[column]):
                yield _fall(
                    canon, (*path, column), cells[column], above[column], "of the row above"
                )


def _parts_rise(
    canon: Canon, table: Table, name: str, here: tuple[str, Any], before: tuple[str, Any, Any]
) -> Iterator[Problem]:
    part, rows = here
    title = before[1]
    for path, cells in _rows(name, part, rows):
        earlier = before[2].get(path[-1])
        if earlier is None:
            yield Problem(
                canon.where(path), f"row `{path[-1]}` is not in the table before, {title}"
            )
            continue
        for column in _raw_columns(table):
            if _falls(earlier[column], cells[column]):
                of = f"of the table before, {title}"
                yield _fall(canon, (*path, column), cells[column], earlier[column], of)


def _falls(one: Any, other: Any) -> bool:
    return isinstance(one, Figure) and isinstance(other, Figure) and other.number < one.number


def _fall(canon: Canon, path: tuple[str, ...], found: Figure, before: Figure, of: str) -> Problem:
    message = f"found {found} in column `{path[-1]}`, expected at least the {before} {of}"
    return Problem(canon.where(path), message)


def cells_have_their_type(canon: Canon) -> Iterator[Problem]:
    """Yield cells that are words where the column holds figures."""
    for name, table in canon.tables.items():
        for part, _, rows in table.grids():
            for path, cells in _rows(name, part, rows):
                for column_name, column in table.columns.items():
                    cell = cells[column_name]
                    if column.type != "text" and cell is not None and not isinstance(cell, Figure):
                        message = (
                            f"found `{cell}` in column `{column_name}`, expected a {column.type}"
                        )
                        yield Problem(canon.where((*path, column_name)), message)


def references_lead_somewhere(canon: Canon) -> Iterator[Problem]:
    """Yield references, in lists of contents and in links of texts, that name no record."""
    everything = list(_all_refs(canon))
    for path, ref in _references(canon):
        try:
            canon.find(ref)
        except KeyError:
            hint = did_you_mean(ref, everything)
            yield Problem(canon.where(path), f"`{ref}` leads nowhere", hint)


def _all_refs(canon: Canon) -> Iterator[str]:
    for kind in type(canon).model_fields:
        records = getattr(canon, kind)
        if isinstance(records, Mapping) and kind not in ("places", "words", "values"):
            yield from (f"{kind}.{name}" for name in records)


def _references(canon: Canon) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every reference with the path of the list entry or text that makes it."""
    for name, section in canon.sections.items():
        yield from _listed(("sections", name), section)
    for name, card in canon.cards.items():
        for side in ("front", "back"):
            if face := getattr(card, side):
                yield from _listed(("cards", name, side), face)
    for name, aid in canon.aids.items():
        yield from _listed(("aids", name), aid)
        for block_name, block in aid.blocks.items():
            yield from _listed(("aids", name, "blocks", block_name), block)
    for name, chart in canon.charts.items():
        yield ("charts", name, "table"), f"tables.{chart.table}"
    for path, text in canon.texts():
        for _, target in LINK.findall(text):
            yield path, target


def _listed(path: tuple[str, ...], holder: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    for i, ref in enumerate(holder.contents):
        yield (*path, "contents", str(i)), ref


def values_are_used(canon: Canon) -> Iterator[Problem]:
    """Yield placeholders that no value defines, and values that no text or formula quotes."""
    used = set()
    for path, name in quoted(canon):
        used.add(name)
        if name not in canon.values:
            message = f"`{{{name}}}` is no value of the game"
            yield Problem(canon.where(path), message, did_you_mean(name, canon.values))
    for name in canon.values.keys() - used:
        message = f"value `{name}` is used nowhere"
        yield Problem(canon.where(("values", name)), message, "quote it in a text, or remove it")


def braces_are_placeholders(canon: Canon) -> Iterator[Problem]:
    """Yield texts with a brace that opens or closes no placeholder."""
    for path, text in canon.texts():
        if set("{}") & set(PLACEHOLDER.sub("", text)):
            yield Problem(canon.where(path), "found a lone brace, expected {value}")


def icons_exist(canon: Canon) -> Iterator[Problem]:
    """Yield names of icons, in records and in texts, that the set does not have."""
    found = [(path, icon) for path, text in canon.texts() for icon in ICON.findall(text)]
    found += _record_icons(canon, ())
    for path, icon in found:
        if icon not in icon_names():
            hint = did_you_mean(icon, icon_names())
            yield Problem(canon.where(path), f"`{icon}` is no icon", hint)


def _record_icons(node: Any, path: tuple[str, ...]) -> list[tuple[tuple[str, ...], str]]:
    found: list[tuple[tuple[str, ...], str]] = []
    if isinstance(node, Mapping):
        for name, child in node.items():
            found += _record_icons(child, (*path, name))
    elif hasattr(type(node), "model_fields"):
        for name in type(node).model_fields:
            child = getattr(node, name)
            if name == "icon" and isinstance(child, str):
                found.append(((*path, name), child))
            elif name not in ("places", "words"):
                found += _record_icons(child, (*path, name))
    return found


def marks_are_declared(canon: Canon) -> Iterator[Problem]:
    """Yield records whose expansion or edition `game.yaml` does not name."""
    for kind in type(canon).model_fields:
        records = getattr(canon, kind)
        if not isinstance(records, Mapping) or kind in ("places", "words", "values"):
            continue
        for name, record in records.items():
            if isinstance(record, Record):
                yield from _declared(canon, (kind, name), record)


def _declared(canon: Canon, path: tuple[str, ...], record: Record) -> Iterator[Problem]:
    if record.module is not None and record.module not in canon.game.modules:
        hint = did_you_mean(record.module, canon.game.modules)
        yield Problem(canon.where((*path, "module")), f"`{record.module}` is no module", hint)
    for quote in (record.source or "").split(", "):
        edition = quote.split(":")[0]
        if edition and edition not in canon.game.editions:
            hint = did_you_mean(edition, canon.game.editions)
            yield Problem(canon.where((*path, "source")), f"`{edition}` is no edition", hint)


def aids_can_be_made(canon: Canon) -> Iterator[Problem]:
    """Yield aids of an unknown kind, or whose kind cannot print what they ask for."""
    for name, aid in canon.aids.items():
        path = ("aids", name)
        if aid.kind not in KINDS:
            hint = did_you_mean(aid.kind, KINDS) or f"kinds: {', '.join(KINDS)}"
            yield Problem(canon.where((*path, "kind")), f"`{aid.kind}` is no kind of aid", hint)
            continue
        kind = KINDS[aid.kind]
        if aid.paper not in kind.papers:
            hint = f"{aid.kind} goes on {', '.join(kind.papers)}"
            message = f"found the paper `{aid.paper}`, which this kind does not have"
            yield Problem(canon.where((*path, "paper")), message, hint)
        if not getattr(aid, kind.holds):
            message = f"has no `{kind.holds}`, and would print nothing"
            yield Problem(canon.where(path), message)


def records_are_printed(canon: Canon) -> Iterator[Problem]:
    """Yield rules, procedures, tables and states that no aid of the game prints."""
    printed = {ref for name in canon.aids for ref in canon.printed(name)}
    kinds = ("sections", "rules", "procedures", "tables", "charts", "states", "cards", "blanks")
    for kind in kinds:
        for name in getattr(canon, kind):
            parts = any(ref.startswith(f"{kind}.{name}.") for ref in printed)
            if f"{kind}.{name}" not in printed and not parts:
                message = f"`{kind}.{name}` is printed by no aid"
                yield Problem(canon.where((kind, name)), message, "add it to an aid's contents")


LAWS: dict[str, Law] = {
    "die": die_is_covered,
    "rise": tables_rise,
    "cells": cells_have_their_type,
    "references": references_lead_somewhere,
    "values": values_are_used,
    "braces": braces_are_placeholders,
    "icons": icons_exist,
    "declared": marks_are_declared,
    "aids": aids_can_be_made,
    "printed": records_are_printed,
}
