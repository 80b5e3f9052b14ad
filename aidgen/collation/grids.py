"""Tables of a file held against tables of the canon: which is which, and where cells differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from aidgen.collation.likeness import folded, letters_alike, titles_alike
from aidgen.collation.manuscript import Grid, Slot
from aidgen.game.canon import Canon
from aidgen.game.figures import Figure, Range, Raw
from aidgen.game.records import Cell, Table
from aidgen.game.texts import Text
from aidgen.language.language import Language
from aidgen.language.quantities import numeral, same
from aidgen.problems import Severity, Where

Verdict = Literal["same", "letters", "figures"]


class Difference(NamedTuple):
    """What a file says otherwise than the canon: where, and the path of the canon's record."""

    where: Where
    message: str
    path: tuple[str, ...]
    severity: Severity = "error"


@dataclass(frozen=True)
class Original:
    """A table of the canon, or a part of one, as it is printed."""

    path: tuple[str, ...]
    titles: tuple[str, ...]
    keys: tuple[str, ...]
    """The ids of the rows."""
    columns: tuple[str, ...]
    """The ids of the columns."""
    headers: tuple[Figure | Text | None, ...]
    derived: frozenset[str]
    rows: Mapping[str, Mapping[str, Cell]]
    lying: bool

    def column(self, name: str) -> list[Cell]:
        """Return the cells of a column, from top to bottom."""
        return [row.get(name) for row in self.rows.values()]

    @property
    def numeric(self) -> bool:
        """Whether no cell holds words, so that only a table can say what it says."""
        return not any(
            isinstance(cell, Text) for row in self.rows.values() for cell in row.values()
        )

    @property
    def reckoned(self) -> bool:
        """Whether all its cells are worked out by formulas: nothing that a source would print."""
        return set(self.columns[1:]) <= self.derived


def originals(canon: Canon, source: Canon) -> Iterator[Original]:
    """Yield every table, and every part of a family, of `canon`, with titles in `source` too."""
    for name, table in canon.tables.items():
        for part, title, rows in table.grids():
            path = ("tables", name, *(("parts", part) if part else ()))
            other = source.tables[name]
            others = [other.title, *([other.parts[part].title] if part else [])]
            titles = tuple(dict.fromkeys(map(str, (title, table.title, *others))))
            yield _original(path, titles, table, rows)


def _original(
    path: tuple[str, ...],
    titles: tuple[str, ...],
    table: Table,
    rows: Mapping[str, Mapping[str, Cell]],
) -> Original:
    return Original(
        path=path,
        titles=titles,
        keys=tuple(rows),
        columns=tuple(table.columns),
        headers=tuple(column.range or column.header for column in table.columns.values()),
        derived=frozenset(name for name, column in table.columns.items() if column.derive),
        rows=rows,
        lying=table.lying,
    )


# Cells ------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def quantity(text: str) -> Raw | None:
    """Return the figure that a damaged cell writes, whatever its dashes; None if it is none."""
    plain = text.strip().replace(" ", "").replace("\N{NO-BREAK SPACE}", "")
    plain = re.sub(rf"(?<=\d)\s*[{DASHES}]+\s*(?=\d)", "–", plain)
    found = None if re.match(r"\d*[^\W\d]", plain) else numeral(plain)
    return found if isinstance(found, Range) else numeral(re.sub(rf"^[{DASHES}]", "-", plain))


def verdict(cell: Cell, found: str, language: Language) -> Verdict:
    """Tell whether a cell of a file says what the canon's does, and if not, what differs."""
    if cell is None or not re.search(r"\w", str(cell)):
        return "same" if not re.search(r"\w", found) else "letters"
    if isinstance(cell, Figure):
        return "same" if _same_figure(cell, found, language) else "figures"
    if folded(cell) == folded(found) and _signs(cell) == _signs(found):
        return "same"
    if not re.search(r"\w", found):
        return "letters"
    one, other = language.read(cell), language.read(found)
    if (one.dice, one.numbers, one.bounds) != (other.dice, other.numbers, other.bounds):
        return "figures"
    return "letters" if folded(cell) != folded(found) else "same"


def _signs(text: str) -> list[str]:
    plain = text.translate({ord(dash): "-" for dash in DASH_SIGNS})
    return re.findall(r"[<>≤≥]|\d\+|[+-](?=\d)", plain)


def _same_figure(cell: Figure, found: str, language: Language) -> bool:
    raw = quantity(found)
    if isinstance(raw, (Fraction, Range)):
        return same(raw, cell.raw)
    if not re.search(r"\d", found) and not re.search(r"\w", found):
        return False
    one, other = language.read(cell.written), language.read(found)
    if one.dice or other.dice:
        return one.dice == other.dice and not other.numbers
    if isinstance(cell.raw, Range) and cell.raw.high is not None:
        ends = {str(cell.raw.low), str(cell.raw.high)}
        return set(other.numbers) | ({"1"} if other.ones else set()) == ends
    said = (other.numbers, bool(other.ones or other.articles), other.bounds)
    return (one.numbers, bool(one.ones or one.articles), one.bounds) == said


def _said(cell: object) -> str:
    return f"`{cell}`" if cell is not None and str(cell) else "an empty cell"


# Which table is which ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """A table of the file and the table of the canon that it is."""

    grid: Grid
    """Turned, if its rows are the columns of the canon's."""
    original: Original
    likeness: float


def matches(
    grids: Sequence[Grid], known: Sequence[Original], language: Language
) -> tuple[list[Match], list[Grid], list[Original]]:
    """Return which table is which, the best first taken; and what is left on both sides."""
    found: list[tuple[float, int, int, Grid]] = []
    for i, grid in enumerate(grids):
        for j, original in enumerate(known):
            score, standing = max(
                ((_likeness(way, original, language), way) for way in _ways(grid)),
                key=lambda pair: pair[0],
            )
            if score >= ENOUGH:
                found.append((-score, i, j, standing))
    found.sort(key=lambda one: (round(one[0], 6), one[1], one[2]))
    mine: dict[int, Match] = {}
    taken: set[int] = set()
    for score, i, j, standing in found:
        if i not in mine and j not in taken:
            mine[i] = Match(standing, known[j], -score)
            taken.add(j)
    left = [grid for i, grid in enumerate(grids) if i not in mine]
    return list(mine.values()), left, [one for j, one in enumerate(known) if j not in taken]


def _ways(grid: Grid) -> Iterator[Grid]:
    yield grid
    if len(grid.rows) * len(grid.header) <= MOST_CELLS:
        yield grid.turned()


def _likeness(grid: Grid, original: Original, language: Language) -> float:
    """Return how alike a table of the file and one of the canon are, from 0 to 1."""
    wide, high = len(original.columns), len(original.rows)
    if not grid.rows or not 0.5 <= len(grid.rows) / max(high, 1) <= 2 or len(grid.header) < 2:
        return 0.0
    if not _may_be(grid, original):
        return 0.0
    places = _columns(grid, original, language)
    pairs = _rows(grid, original, places, language).pairs
    equal = sum(
        verdict(original.rows[key][name], slots[place].text, language) == "same"
        or letters_alike(str(original.rows[key][name]), slots[place].text) > ALMOST
        for key, slots in pairs
        for name, place in places.items()
        if place < len(slots)
    )
    cells = equal / max(wide * high, 1)
    heads = sum(
        _header_like(header, grid.header[places[name]].text)
        for name, header in zip(original.columns, original.headers, strict=True)
        if name in places and places[name] < len(grid.header)
    )
    pairs_of_titles = ((own, title) for own in original.titles[:1] for title in grid.titles[:2])
    title = max((titles_alike(*pair) for pair in pairs_of_titles), default=0.0)
    return 0.65 * cells + 0.2 * heads / wide + 0.15 * title


def _may_be(grid: Grid, original: Original) -> bool:
    """Tell, quickly, whether a table has enough of the words and figures of another."""
    found = [word for row in grid.rows for slot in row for word in folded(slot.text).split()]
    cells = (cell for row in original.rows.values() for cell in row.values())
    known = {word for cell in cells for word in folded(str(cell)).split()}
    return sum(word in known for word in found) >= 0.25 * len(found)


def _header_like(header: Figure | Text | None, found: str) -> float:
    if header is None:
        return 0.0
    if isinstance(header, Figure):
        raw = quantity(found.rpartition(":")[2])
        return float(raw is not None and same(raw, header.raw))
    return letters_alike(header, found)


# Columns and rows -------------------------------------------------------------------------------


def _columns(grid: Grid, original: Original, language: Language) -> dict[str, int]:
    """Return which column of the file is which of the canon: all in order, or by what they hold."""
    if len(grid.header) == len(original.columns):
        return {name: place for place, name in enumerate(original.columns)}
    wide = len(grid.header)
    worth = [
        [_column_like(grid, place, original, i, language) for place in range(wide)]
        for i in range(len(original.columns))
    ]
    return {original.columns[i]: place for i, place in _in_order(worth)}


def _column_like(grid: Grid, place: int, original: Original, i: int, language: Language) -> float:
    cells = original.column(original.columns[i])
    slots = [row[place].text if place < len(row) else "" for row in grid.rows]
    equal = sum(
        verdict(cell, slot, language) == "same" for cell, slot in zip(cells, slots, strict=False)
    )
    return _header_like(original.headers[i], grid.header[place].text) + equal / max(len(cells), 1)


def _in_order(worth: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Return the pairs (row, column) of most worth of which none crosses another."""
    high, wide = len(worth), len(worth[0]) if worth else 0
    best = [[0.0] * (wide + 1) for _ in range(high + 1)]
    for i in range(high - 1, -1, -1):
        for j in range(wide - 1, -1, -1):
            paired = worth[i][j] - 0.3 + best[i + 1][j + 1]
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < high and j < wide:
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            pairs.append((i, j))
            i, j = i + 1, j + 1
    return pairs


@dataclass(frozen=True)
class _Rows:
    """Which row of the file is which of the canon."""

    pairs: tuple[tuple[str, tuple[Slot, ...]], ...]
    """Those with the same key, and those whose key alone differs."""
    missing: tuple[str, ...]
    extra: tuple[tuple[Slot, ...], ...]
    twice: tuple[tuple[str, tuple[Slot, ...]], ...]


def _rows(grid: Grid, original: Original, places: Mapping[str, int], language: Language) -> _Rows:
    """Pair the rows by their first cells; what is left, by the others, then by their place."""
    at = places.get(original.columns[0], 0)
    keyed: dict[str, list[int]] = {}
    loose: list[int] = []
    for i, row in enumerate(grid.rows):
        key = _key(row[at].text if at < len(row) else "", original, language)
        if key is None:
            loose.append(i)
        else:
            keyed.setdefault(key, []).append(i)

    def like(i: int, key: str) -> float:
        return _row_like(grid.rows[i], original.rows[key], places, language)

    pairs: dict[str, int] = {}
    for key, found in keyed.items():
        pairs[key] = max(found, key=lambda i, key=key: (like(i, key), -i))  # type: ignore[misc]
    twice = [(key, i) for key, found in keyed.items() for i in found if i != pairs[key]]
    for i in [*loose, *(i for _, i in twice)]:
        free = [key for key in original.keys if key not in pairs]
        scores = [(like(i, key), -place, key) for place, key in enumerate(free)]
        if scores and max(scores)[0] >= 0.5:
            pairs[max(scores)[2]] = i
        elif i in loose and (near := _between(i, pairs, original.keys)):
            pairs[near] = i
    used = set(pairs.values())
    return _Rows(
        tuple((key, grid.rows[pairs[key]]) for key in original.keys if key in pairs),
        tuple(key for key in original.keys if key not in pairs),
        tuple(grid.rows[i] for i in loose if i not in used),
        tuple((key, grid.rows[i]) for key, i in twice if i not in used),
    )


def _between(i: int, pairs: Mapping[str, int], keys: Sequence[str]) -> str:
    """Return the key that row `i` must have between its neighbours, or "" if there is none."""
    for place, key in enumerate(keys):
        above = pairs.get(keys[place - 1]) == i - 1 if place else i == 0
        below = place + 1 == len(keys) or pairs.get(keys[place + 1]) == i + 1
        if key not in pairs and above and below:
            return key
    return ""


def _key(found: str, original: Original, language: Language) -> str | None:
    """Return the id of the row that a first cell names: the same, or almost the same letters."""
    first = original.columns[0]
    for key, row in original.rows.items():
        if verdict(row[first], found, language) == "same":
            return key
    texts = {key: row[first] for key, row in original.rows.items() if isinstance(row[first], Text)}
    scores = [(letters_alike(text, found), key) for key, text in texts.items()]
    return max(scores)[1] if scores and max(scores)[0] >= ALMOST else None


def _row_like(
    row: Sequence[Slot], cells: Mapping[str, Cell], places: Mapping[str, int], language: Language
) -> float:
    """Return which share of the cells behind the first is the same."""
    names = [name for name in list(places)[1:] if name in cells]
    equal = sum(
        verdict(cells[name], row[places[name]].text, language) == "same"
        for name in names
        if places[name] < len(row)
    )
    return equal / len(names) if names else 0.0


# Differences ------------------------------------------------------------------------------------


def differences(match: Match, language: Language) -> Iterator[Difference]:
    """Yield what a table of the file says otherwise than the canon's, from the top down."""
    grid, original = match.grid, match.original
    places = _columns(grid, original, language)
    yield from _header_differences(grid, original, places)
    rows = _rows(grid, original, places, language)
    held = ("rows",)
    for key in rows.missing:
        path = (*original.path, *held, key)
        yield Difference(grid.where, f"row {_title_of(original, key)} is missing", path)
    for key, row in rows.twice:
        path = (*original.path, *held, key)
        where = row[0].where if row else grid.where
        yield Difference(where, f"row {_title_of(original, key)} is here twice", path)
    for row in rows.extra:
        where = row[0].where if row else grid.where
        said = " | ".join(slot.text for slot in row)
        yield Difference(where, f"row `{said}` is none of the canon's", original.path)
    for key, row in rows.pairs:
        yield from _row_differences(key, row, match, places, language)


def _title_of(original: Original, key: str) -> str:
    return _said(original.rows[key][original.columns[0]])


def _header_differences(
    grid: Grid, original: Original, places: Mapping[str, int]
) -> Iterator[Difference]:
    for name, header in zip(original.columns, original.headers, strict=True):
        path = (*original.path[:2], "columns", name)
        if name not in places:
            severity: Severity = "warning" if name in original.derived else "error"
            message = f"column {_said(header)} is missing"
            yield Difference(grid.where, message, path, severity)
        elif isinstance(header, Figure) and not _header_like(
            header, grid.header[places[name]].text
        ):
            slot = grid.header[places[name]]
            message = f"heading: found {_said(slot.text)}, the canon has {_said(header)}"
            yield Difference(slot.where, message, path)
    for place, slot in enumerate(grid.header):
        if place not in places.values():
            message = f"column {_said(slot.text)} is none of the canon's"
            yield Difference(slot.where, message, original.path, "warning")


def _row_differences(
    key: str,
    row: tuple[Slot, ...],
    match: Match,
    places: Mapping[str, int],
    language: Language,
) -> Iterator[Difference]:
    original, path = match.original, (*match.original.path, "rows", key)
    cells = [original.rows[key][name] for name in places]
    wide = len(match.grid.header)
    if (len(row) != wide and any(slot.text for slot in row[wide:])) or len(row) < wide:
        where = row[0].where if row else match.grid.where
        message = f"row {_title_of(original, key)} has {len(row)} cells, expected {wide}"
        yield Difference(where, f"{message}: {_said(' | '.join(map(_written, cells)))}", path)
        return
    faults = [
        (name, row[place], what)
        for name, place in places.items()
        if (what := verdict(original.rows[key][name], row[place].text, language)) != "same"
    ]
    if len(faults) > 1 and (at := _shifted(cells, [row[i] for i in places.values()], language)):
        message = f"row {_title_of(original, key)}: the cells are shifted from {_said(at.text)} on"
        expected = _said(" | ".join(map(_written, cells)))
        yield Difference(at.where, f"{message}, the canon has {expected}", path)
        return
    for name, slot, what in faults:
        message = (
            f"found {_said(slot.text)}, the canon has {_said(_written(original.rows[key][name]))}"
        )
        severity: Severity = "error" if what == "figures" else "warning"
        yield Difference(slot.where, message, (*path, name), severity)


def _written(cell: Cell) -> str:
    return "" if cell is None else str(cell)


def _shifted(cells: Sequence[Cell], slots: Sequence[Slot], language: Language) -> Slot | None:
    """Return the first cell that stands in its neighbour's place, if those behind it do so, too."""
    codes = [folded(_written(cell)) or "-" for cell in cells]
    for step in (1, -1):
        for begin in range(len(slots) - 2):
            last = len(slots) - max(step, 0)
            moved = [
                verdict(cells[i], slots[i + step].text, language) == "same"
                for i in range(begin + max(-step, 0), last)
            ]
            still = all(verdict(cells[i], slots[i].text, language) == "same" for i in range(begin))
            if still and len(moved) > 1 and all(moved) and len(set(codes[begin:])) > 1:
                return slots[begin]
    return None


DASH_SIGNS = "‐‑‒–—―−﹣－"
DASHES = rf"\-~{DASH_SIGNS}"
"""All that a damaged file may have for the dash of a range, or for a minus."""

ENOUGH = 0.45
"""How alike two tables must be to be one."""
ALMOST = 0.8
"""How alike the letters of two cells are that a scan has made different."""
MOST_CELLS = 2000
"""Larger tables are not tried on their side, too."""
