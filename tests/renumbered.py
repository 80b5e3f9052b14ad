"""Every number of a game's canon and of its translations, and ways to change each of them once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.fields import Model
from aidgen.game.figures import Dice, Figure, Range, Ratio, Raw, neutral
from aidgen.game.formulas import derive_columns
from aidgen.game.load import BUNDLED_PACK
from aidgen.game.tables import Table
from aidgen.game.texts import Text
from aidgen.language.language import LANGUAGE_WORDS
from aidgen.language.localize import localize
from aidgen.layout.promises import read_promises
from aidgen.proof.readback import PromiseCheck, Readback
from aidgen.translation.catalog import (
    Catalog,
    CatalogEntry,
    mark_outdated,
    read_catalog,
    texts_by_context,
)
from aidgen.translation.checks import check_catalog
from tests.mini import pair
from tests.ours import PACK
from tests.sheets import rendered


@dataclass(frozen=True)
class Change:
    """One number of a canon changed: where it stands, how it was changed, and what came of it."""

    path: Context
    how: str
    make: Callable[[], GameData]

    def __str__(self) -> str:
        """Say what was changed, and how."""
        return f"{self.path.ref}: {self.how}"


# Numbers of the canon -----------------------------------------------------------------------------


def changes(game_data: GameData) -> Iterator[Change]:
    """Yield a change for every number of a canon that is a fact of the game, not of its look.

    Derived cells are no numbers of their own, but those in their formulas are.
    """
    for path, leaf in game_data.leaves():
        if isinstance(leaf, Text) and not path.is_ui:
            for how, text in reworded(leaf, game_data.game.language):
                yield _change(game_data, path, how, Text(text))
        elif (
            isinstance(leaf, Figure) and not _is_worked_out(game_data, path) and path.kind != "aids"
        ):
            for raw in others(leaf.raw):
                how = f"{leaf} → {neutral(raw)}"
                yield _change(game_data, path, how, replace(leaf, raw=raw, written=neutral(raw)))
    for name, table in game_data.tables.items():
        yield from _of_table(game_data, game_data.at("tables", name), table)
    for kind, fields in COUNTS.items():
        for name, record in getattr(game_data, kind).items():
            yield from _of_counts(game_data, game_data.at(kind, name), record, fields)


def others(raw: Raw) -> Iterator[Raw]:
    """Yield a figure with each of its numbers changed once."""
    if isinstance(raw, Range):
        assert raw.low is not None
        yield Range(raw.low + 1, raw.high)
        if raw.high is not None:
            yield Range(raw.low, raw.high + 1)
    elif isinstance(raw, Dice):
        yield Dice(raw.count + 1, raw.faces, raw.bonus)
        yield Dice(raw.count, raw.faces + 2, raw.bonus)
        if raw.bonus:
            yield Dice(raw.count, raw.faces, raw.bonus + 1)
    elif isinstance(raw, Fraction):
        yield raw + 1
    elif isinstance(raw, Ratio):
        yield Ratio(raw.first + 1, raw.second)
        yield Ratio(raw.first, raw.second + 1)
    else:
        yield replace(raw, number=raw.number + 1)


def reworded(text: str, locale: str) -> Iterator[tuple[str, str]]:
    """Yield how, and into what, a text changes with each of its numbers, digits and words."""
    words = number_words(locale)
    for found in re.finditer(r"\d+|[^\W\d_]+", re.sub(r"\{[^}]*\}|\]\([^)]*\)", _blanked, text)):
        old = found[0]
        if old.isdecimal():
            new = str(int(old) + 1)
        elif words.get(old.lower(), 1) != 1:  # the word for 1 may be an article
            old_value = words[old.lower()]
            near = (old_value + 1, old_value - 1, 2)
            new = next(word for value in near for word in words if words[word] == value)
        else:
            continue
        yield f"{old} → {new}", text[: found.start()] + new + text[found.end() :]


def _blanked(found: re.Match[str]) -> str:
    return "*" * len(found[0])


@cache
def number_words(locale: str) -> Mapping[str, int]:
    """Return the number words of a language, but for those that another may leave out."""
    ui = texts_by_context([_catalog(locale, "ui")])
    english = PACK.game_data("expedition").words["number-words"]
    groups = ui.get(Context.read("ui.number-words"), english).lower().split()
    found: dict[str, int] = {}
    for place, group in enumerate(groups):
        value, _, words = group.rpartition("=")
        said = [word for word in words.split("|") if not word.endswith("?")]
        if "." not in value:
            found |= dict.fromkeys(said, int(value or place))
    return found


def _is_worked_out(game_data: GameData, path: Context) -> bool:
    """Tell whether a figure is a row's name, or a cell that a formula gives."""
    if path.kind != "tables" or "rows" not in path.ids:
        return False
    table = game_data.tables[path.ids[1]]
    column = table.columns[path.name]
    return column.derive is not None or (path.name == table.key and column.type != "text")


def _change(game_data: GameData, path: Context, how: str, new: object) -> Change:
    return Change(path, how, lambda: derive_columns(put(game_data, path.ids, lambda _: new)))


def put(node: Any, path: Sequence[str], change: Callable[[Any], object]) -> Any:
    """Return `node` with what stands at `path` changed."""
    if not path:
        return change(node)
    step, *rest = path
    if isinstance(node, Model):
        return node.model_copy(update={step: put(getattr(node, step), rest, change)})
    return {
        name: put(child, rest, change) if name == step else child for name, child in node.items()
    }


def _of_table(game_data: GameData, path: Context, table: Table) -> Iterator[Change]:
    """Yield changes of the names of rows, and of the numbers in formulas."""
    for name, column in table.columns.items():
        for found in re.finditer(r"(?<![a-z_\d.])\d+", column.derive or ""):
            formula = str(column.derive)
            new = f"{formula[: found.start()]}{int(found[0]) + 1}{formula[found.end() :]}"
            yield _change(game_data, path / "columns" / name / "derive", f"{formula} → {new}", new)
    if table.columns[table.key].type == "text":
        return
    for part, _, rows in table.grids():
        place = path / "parts" / part / "rows" if part else path / "rows"
        for row in rows:
            figure = Figure.read(row)
            for raw in others(figure.raw) if figure else ():
                yield _renaming(game_data, place, row, _free(neutral(raw), rows))


def _renaming(game_data: GameData, path: Context, old: str, new: str) -> Change:
    """Return the change of one name of the mapping at `path`."""

    def make() -> GameData:
        return derive_columns(put(game_data, path.ids, lambda names: _renamed(names, old, new)))

    return Change(path / old, f"{old} → {new}", make)


def _free(name: str, rows: Mapping[str, object]) -> str:
    """Return a name for a row that no other row has."""
    return name if name not in rows else f"{name}7" if name.isdecimal() else f"9{name}"


def _renamed(rows: Mapping[str, object], old: str, new: str) -> dict[str, object]:
    return {new if name == old else name: cells for name, cells in rows.items()}


def _of_counts(
    game_data: GameData, path: Context, record: Model, fields: Sequence[str]
) -> Iterator[Change]:
    """Yield changes of how often something is printed, and of the numbers of a track."""
    for field in fields:
        count = getattr(record, field)
        if isinstance(count, int):
            yield _change(game_data, path / field, f"{count} → {count + 1}", count + 1)
    for mark in getattr(record, "marks", {}):
        if mark.isdecimal():
            yield _renaming(game_data, path / "marks", mark, str(int(mark) + 1))


COUNTS: Mapping[str, Sequence[str]] = {
    "blanks": ("start", "end", "step", "repeat"),
    "cards": ("copies",),
    "aids": ("copies",),
}
"""The counts of records that are no figures, and are printed all the same."""

# What came of a change ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Printed:
    """The pieces of an aid, as they were read back, and the HTML that they were made of."""

    game: str
    aid: str
    locale: str
    reading: Readback
    html: str


def outcome(change: Change, game: str, prints: Sequence[Printed]) -> str:
    """Say whether the PDFs that print a number are refused once the canon has another.

    Returns CAUGHT, MISSED if one is not refused that promises something else, DRAWN if pages change
    and their words do not, NOWHERE if no page changes.
    """
    changed, mark = change.make(), PACK.game_data(game).mark
    found = set()
    known = {locale: localized(changed, game, locale) for locale in {one.locale for one in prints}}
    for one in prints:
        if not _may_print(changed, one.aid, change.path):
            continue
        html = _marked(rendered(known[one.locale], one.aid, PACK.roots), changed.mark, mark)
        if html == one.html:
            continue
        old, new = read_promises(one.html), read_promises(html)
        if new == old:
            found.add(DRAWN)
        elif new.pictured != old.pictured or PromiseCheck(one.reading, new.texts).faults():
            found.add(CAUGHT)
        else:
            found.add(MISSED)
    return next((what for what in (MISSED, CAUGHT, DRAWN) if what in found), NOWHERE)


def _marked(html: str, mark: str, other: str) -> str:
    """Return pages with the digest of their game's figures replaced: it would give away each."""
    return html.replace(mark, other)


def localized(game_data: GameData, game: str, locale: str) -> GameData:
    """Return a changed canon in a language by the shipped translations, as a build does."""
    found = [mark_outdated(game_data, name, _catalog(locale, name)) for name in ("ui", game)]
    return localize(game_data, texts_by_context(found), locale)


def _may_print(game_data: GameData, aid: str, path: Context) -> bool:
    """Tell whether an aid can print what stands at `path`: the record, or what any page has."""
    kind, name = path.kind, path.ids[1] if len(path.ids) > 1 else ""
    if kind not in ("rules", "procedures", "tables", "states", "cards", "blanks"):
        return True
    refs = game_data.printed_refs(aid)
    charts = [f"charts.{chart}" for chart, found in game_data.charts.items() if found.table == name]
    wanted = [kind, f"{kind}.{name}", *(charts if kind == "tables" else ())]
    return any(ref in wanted or ref.startswith(f"{kind}.{name}.") for ref in refs)


@cache
def _catalog(locale: str, domain: str) -> Catalog:
    name = f"locales/{locale}/{domain}.po"
    return read_catalog(BUNDLED_PACK / name, name)


CAUGHT, MISSED, DRAWN, NOWHERE = "caught", "missed", "drawn, not said", "printed nowhere"


# Numbers of translations --------------------------------------------------------------------------


@dataclass(frozen=True)
class Misprint:
    """One number of a translated text changed."""

    context: Context
    how: str
    entry: CatalogEntry

    def __str__(self) -> str:
        """Say what was changed, and how."""
        return f"{self.context}: {self.how}"


def misprints(domain: str, locale: str) -> Iterator[Misprint]:
    """Yield a change for every number in every text of a shipped PO file.

    The lists of number words and the like are no texts: by them the others are read.
    """
    for context, entry in _catalog(locale, domain).entries.items():
        listed = context.is_ui and context.name in LANGUAGE_WORDS
        if entry.text.state == "translated" and not listed:
            for how, text in reworded(entry.text, locale):
                yield Misprint(context, how, replace(entry, text=Text(text, "translated")))


def reported(misprint: Misprint, game: str, domain: str, locale: str) -> bool:
    """Tell whether the check of translations has an error at the changed entry."""
    return not unreported([misprint], game, domain, locale)


def unreported(
    misprints: Sequence[Misprint], game: str, domain: str, locale: str
) -> tuple[Misprint, ...]:
    """Return those of some changes at whose entry the check of translations has no error.

    They are made at once, each in an entry of its own.
    """
    game_data = PACK.game_data(game)
    shipped = _catalog(locale, domain)
    changed = {one.context: one.entry for one in misprints}
    assert len(changed) == len(misprints)
    target = texts_by_context([_catalog(locale, "ui")])
    source = {} if domain == "ui" else texts_by_context([_catalog(game_data.game.language, "ui")])
    languages = pair(game_data, source, target)
    catalog = Catalog(shipped.file, {**shipped.entries, **changed})
    problems = [one.problem for one in check_catalog(game_data, domain, catalog, languages)]
    wrong = {one.where for one in problems if one.severity == "error"}
    return tuple(one for one in misprints if one.entry.where not in wrong)
