"""What must hold across the records of a game: a table of laws, one function a law."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from aidgen.assets.icons import icon_names
from aidgen.game.canon import Canon
from aidgen.game.derived import quoted
from aidgen.game.figures import Dice, Figure, Range
from aidgen.game.records import Cell, Model, Table
from aidgen.game.texts import ICON, LINK, PLACEHOLDER, phrase
from aidgen.language.plurals import names
from aidgen.laws.markdown import texts_are_of_the_dialect
from aidgen.page.kinds import KINDS
from aidgen.problems import Problem, Where, did_you_mean

Law = Callable[[Canon], Iterator[Problem]]
Path = tuple[str, ...]


def check(canon: Canon) -> list[Problem]:
    """Return every breach of a law in the canon, in the order of the files."""
    return sorted(problem for law in LAWS.values() for problem in law(canon))


def ranges_follow(canon: Canon) -> Iterator[Problem]:
    """Yield ranges that leave a gap, overlap, or do not cover the die that leads to them."""
    for name, table in canon.tables.items():
        bounds = None
        if table.die is not None:
            if not isinstance(table.die.raw, Dice):
                where = canon.where(("tables", name, "die"))
                yield Problem(where, f"found the die `{table.die}`, expected dice", "as in d20")
                continue
            die = table.die.raw
            count = max(1, die.count)
            bounds = Range(count + die.bonus, count * die.faces + die.bonus)
        for ranges in _ranges(name, table):
            yield from _follow(canon, ranges, bounds, str(table.die or ""))


def _ranges(name: str, table: Table) -> Iterator[dict[Path, Cell]]:
    """Yield the ranges that must follow one another: of the columns, or of each table's rows."""
    columns: dict[Path, Cell] = {
        ("tables", name, "columns", column_name, "range"): column.range
        for column_name, column in table.columns.items()
        if column.range is not None
    }
    if columns:
        yield columns
    if table.columns[table.key].type == "range" or (table.die and not columns):
        for part, _, rows in table.grids():
            yield {(*path, table.key): row[table.key] for path, row in _rows(name, part, rows)}


def _follow(
    canon: Canon, ranges: Mapping[Path, Cell], bounds: Range | None, die: str
) -> Iterator[Problem]:
    """Hold the ranges, in their order, against each other and the numbers of the die."""
    needs = f" ({die} needs {bounds.low}–{bounds.high})" if bounds else ""
    before, last = "", bounds.low - 1 if bounds else None
    path: Path = ()
    for path, cell in ranges.items():
        where, found = canon.where(path), _as_range(cell, bounds)
        if found is None:
            yield Problem(where, f"found `{cell}`, expected a range of numbers, as in 3-4")
            continue
        low, high = found
        if high < low:
            yield Problem(where, f"`{cell}` runs backwards")
            low, high = high, low
        yield from _outside(where, str(cell), (low, high), bounds, die)
        if last is not None and low <= last and before:
            message = f"`{cell}` overlaps `{before}`: {_span(low, min(last, high))}"
            yield Problem(where, message)
        if last is not None and low > last + 1:
            after = f" after `{before}`" if before else ""
            message = f"`{cell}` leaves a gap{after}: {_span(last + 1, low - 1)}{needs}"
            yield Problem(where, message)
        before, last = str(cell), max(high, high if last is None else last)
    if bounds and bounds.high and before and last is not None and last < bounds.high:
        message = f"`{before}` leaves a gap after it: {_span(last + 1, bounds.high)}{needs}"
        yield Problem(canon.where(path), message)


def _as_range(cell: Cell, bounds: Range | None) -> tuple[int, int] | None:
    """Return the first and last number of a cell; one that is open ends with the die."""
    raw = cell.raw if isinstance(cell, Figure) else None
    if isinstance(raw, Range):
        end = bounds.high if bounds and bounds.high else max(raw.low, ENDLESS)
        return raw.low, end if raw.high is None else raw.high
    if isinstance(raw, Fraction) and raw.denominator == 1:
        return int(raw), int(raw)
    return None


def _outside(
    where: Where, shown: str, found: tuple[int, int], bounds: Range | None, die: str
) -> Iterator[Problem]:
    """Yield the numbers of a range that the die does not have."""
    if bounds is None or bounds.high is None:
        return
    (low, high), has = found, f"({die} has {bounds.low}–{bounds.high})"
    if low < bounds.low:
        span = _span(low, min(high, bounds.low - 1))
        yield Problem(where, f"`{shown}` is out of range: {span} {has}")
    if high > bounds.high:
        span = _span(max(low, bounds.high + 1), high)
        yield Problem(where, f"`{shown}` is out of range: {span} {has}")


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


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


def _rows(
    name: str, part: str, rows: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Yield the path and the cells of each row."""
    path: Path = ("tables", name, "parts", part, "rows") if part else ("tables", name, "rows")
    for row, cells in rows.items():
        yield (*path, row), cells


def _raw_columns(table: Table) -> list[str]:
    """Return the columns whose cells are typed in, and are numbers."""
    return [
        name
        for name, column in table.columns.items()
        if name != table.key and column.derive is None and column.type == "number"
    ]


def _rise(canon: Canon, path: Path, cells: Mapping[str, Any], of: str) -> Iterator[Problem]:
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


def _fall(canon: Canon, path: Path, found: Figure, before: Figure, of: str) -> Problem:
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


def contents_can_be_printed(canon: Canon) -> Iterator[Problem]:
    """Yield references to what no template prints there: it would be left out without a word."""
    for path, ref in _references(canon):
        if "contents" not in path:
            continue
        allowed, hint = PRINTED, "rules, procedures, tables, charts, states, blanks, `terms`"
        if path[0] == "aids" and "blocks" not in path:
            kind = KINDS.get(canon.aids[path[1]].kind)
            if kind is None or not kind.lists:
                continue
            allowed, hint = kind.lists, f"{kind.name} lists {kind.lists}"
        if not re.fullmatch(allowed, ref):
            yield Problem(canon.where(path), f"`{ref}` cannot be printed here", hint)


def _all_refs(canon: Canon) -> Iterator[str]:
    for kind in type(canon).model_fields:
        records = getattr(canon, kind)
        if isinstance(records, Mapping) and kind not in ("places", "words", "values"):
            yield from (f"{kind}.{name}" for name in records)


def _references(canon: Canon) -> Iterator[tuple[Path, str]]:
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
    for path, wording in canon.wordings():
        for _, target in LINK.findall(wording):
            yield path, target


def _listed(path: Path, holder: Any) -> Iterator[tuple[Path, str]]:
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
    for path, wording in canon.wordings():
        if set("{}") & set(PLACEHOLDER.sub("", wording)):
            yield Problem(canon.where(path), "found a lone brace, expected {value}")


def texts_keep_their_limits(canon: Canon) -> Iterator[Problem]:
    """Yield texts with more characters than their place on the page has room for."""
    for path, text in canon.texts():
        _, limit = canon.role(path)
        longest = max(map(canon.length, text.wordings))
        if limit is not None and longest > limit:
            message = f"found {longest} characters, expected at most {limit}"
            yield Problem(canon.where(path), message)


def forms_go_by_a_number(canon: Canon) -> Iterator[Problem]:
    """Yield texts whose forms go by no number, or are not those of their language."""
    known = names(canon.game.language)
    for path, text in canon.texts():
        where, counts = canon.where(path), PLACEHOLDER.findall(text)
        if text.plural and canon.counted(text) is None:
            message = "has forms, but `other` quotes no whole number to go by"
            yield Problem(where, message, "quote a value such as {rounds}, or write one text")
            continue
        for name, wording in text.plural:
            lost = [f"`{{{value}}}`" for value in counts if f"{{{value}}}" not in wording]
            if name not in known:
                message = f"`{name}` is no form of `{canon.game.language}`"
                yield Problem(where, message, f"forms: {', '.join(known)}")
            elif len(lost) > 1:  # the one by which it goes may be said in words: "a card"
                yield Problem(where, f"`{name}` does not quote {', '.join(lost)} as `other` does")


def notes_reach_texts(canon: Canon) -> Iterator[Problem]:
    """Yield notes to translators that belong to no text."""
    reached = {path[:end] for path, _ in canon.texts() for end in range(1, len(path) + 1)}
    for path in canon.notes:
        if path not in reached and path[0] != "words":
            hint = "a note stands above a text, or at the end of its line"
            yield Problem(canon.where(path), "found a note to translators above no text", hint)


def icons_exist(canon: Canon) -> Iterator[Problem]:
    """Yield names of icons, in records and in texts, that the set does not have."""
    found = [(path, icon) for path, said in canon.wordings() for icon in ICON.findall(said)]
    for path, icon in [*found, *_said(canon, "icon")]:
        if icon not in icon_names():
            hint = did_you_mean(icon, icon_names())
            yield Problem(canon.where(path), f"`{icon}` is no icon", hint)


def marks_are_declared(canon: Canon) -> Iterator[Problem]:
    """Yield records whose expansion or edition `game.yaml` does not name."""
    for path, module in _said(canon, "module"):
        if module not in canon.game.modules:
            hint = did_you_mean(module, canon.game.modules)
            yield Problem(canon.where(path), f"`{module}` is no module", hint)
    for path, source in _said(canon, "source"):
        for edition in (quote.split(":")[0] for quote in source.split(", ")):
            if edition not in canon.game.editions:
                hint = did_you_mean(edition, canon.game.editions)
                yield Problem(canon.where(path), f"`{edition}` is no edition", hint)


def foreign_phrases_are_used(canon: Canon) -> Iterator[Problem]:
    """Yield phrases of another language that stand in no text."""
    for words in canon.game.foreign:
        if not any(re.search(phrase(words), text) for _, text in canon.texts()):
            where = canon.where(("game", "foreign", words))
            yield Problem(where, f"`{words}` stands in no text", "write it as in the texts")


def _said(node: Any, field: str, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield what each record, however deep, says in its key `field`."""
    if isinstance(node, Mapping):
        for name, child in node.items():
            yield from _said(child, field, (*path, name))
    elif isinstance(node, Model):
        for name in type(node).model_fields:
            child = getattr(node, name)
            if name == field and isinstance(child, str):
                yield (*path, name), child
            elif name not in ("places", "words"):
                yield from _said(child, field, (*path, name))


def tables_have_rows(canon: Canon) -> Iterator[Problem]:
    """Yield tables without rows: they would print nothing."""
    for name, table in canon.tables.items():
        if not any(rows for _, _, rows in table.grids()):
            yield Problem(canon.where(("tables", name)), "has no `rows`, and would print nothing")


def charts_can_be_drawn(canon: Canon) -> Iterator[Problem]:
    """Yield columns that a chart is to draw, and that are not there or hold no numbers."""
    for name, chart in canon.charts.items():
        table = canon.tables.get(chart.table)
        where = canon.where(("charts", name, "y"))
        for column in chart.y:
            if table is None:
                break
            cells = [cells.get(column) for _, _, rows in table.grids() for cells in rows.values()]
            if column not in table.columns:
                hint = did_you_mean(column, table.columns)
                yield Problem(where, f"`{column}` is no column of `tables.{chart.table}`", hint)
            elif not all(isinstance(cell, Figure) for cell in cells):
                yield Problem(where, f"column `{column}` has cells that are no numbers")


def blanks_can_be_printed(canon: Canon) -> Iterator[Problem]:
    """Yield fields to fill in that would print nothing, or no end of boxes."""
    for name, blank in canon.blanks.items():
        where = canon.where(("blanks", name))
        if blank.shape in ("boxes", "fields") and not blank.labels:
            yield Problem(where, "has no `labels`, and would print nothing")
        counts = (blank.start, blank.start if blank.end is None else blank.end, blank.repeat)
        if any(count not in canon.values for count in _named(counts)):
            continue
        start, end, repeat = map(canon.count, counts)
        if end < start or repeat < 1:
            message = f"runs from {start} to {end}, {repeat} times, and would print nothing"
            yield Problem(where, message)
        elif ((end - start) // blank.step + 1) * repeat > MOST_BOXES:
            message = f"runs from {start} to {end}, {repeat} times: more than {MOST_BOXES} boxes"
            yield Problem(where, message)


def _named(counts: Iterable[int | str]) -> list[str]:
    """Return the names of values among `counts`."""
    return [count for count in counts if isinstance(count, str)]


def marks_are_on_their_track(canon: Canon) -> Iterator[Problem]:
    """Words below a box need a box with their number, or they would be lost."""
    for name, blank in canon.blanks.items():
        counts = (blank.start, blank.start if blank.end is None else blank.end)
        if blank.shape != "track" or any(count not in canon.values for count in _named(counts)):
            continue
        start, end = map(canon.count, counts)
        for mark in blank.marks:
            known = mark in canon.values or re.fullmatch(r"-?\d+", mark)
            number = canon.count(mark if mark in canon.values else int(mark)) if known else start
            if number not in range(start, end + 1, blank.step) and start <= end:
                message = f"found a mark at {number}, which is on no box of the track"
                hint = f"boxes go from {start} to {end} in steps of {blank.step}"
                yield Problem(canon.where(("blanks", name, "marks", mark)), message, hint)


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


PRINTED = r"terms|(rules|procedures|tables|charts|states|blanks)\.[^.]+|tables\.[^.]+\.[^.]+"
"""References to records that a section, a card or a block can print."""

MOST_BOXES = 1000
"""How many boxes or lines a field to fill in may have: more would fill pages."""

ENDLESS = 10**9
"""The end of a range such as 9+ where no die ends it; figures have fewer digits."""

LAWS: dict[str, Law] = {
    "ranges": ranges_follow,
    "rise": tables_rise,
    "rows": tables_have_rows,
    "charts": charts_can_be_drawn,
    "blanks": blanks_can_be_printed,
    "marks": marks_are_on_their_track,
    "cells": cells_have_their_type,
    "references": references_lead_somewhere,
    "contents": contents_can_be_printed,
    "values": values_are_used,
    "braces": braces_are_placeholders,
    "icons": icons_exist,
    "limits": texts_keep_their_limits,
    "forms": forms_go_by_a_number,
    "notes": notes_reach_texts,
    "declared": marks_are_declared,
    "foreign": foreign_phrases_are_used,
    "markdown": texts_are_of_the_dialect,
    "aids": aids_can_be_made,
    "printed": records_are_printed,
}
