"""A published text held against the canon, record by record: tables, rules, figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from aidgen.collation.claims import folded, is_read
from aidgen.collation.manuscript import Grid, Manuscript
from aidgen.collation.prose import KINDS, compare, statements
from aidgen.collation.tables import Variant, matches, originals, variants
from aidgen.game.canon import Canon
from aidgen.game.context import Context
from aidgen.language.language import Language
from aidgen.problems import Problem, Where


@dataclass(frozen=True)
class Finding:
    """What the file says of one record, or of what is no record's: a line of the report."""

    name: str
    verdict: str
    """`same`, `in other words`, `missing`, `2 differences`, …"""
    problems: tuple[Problem, ...] = ()

    def __str__(self) -> str:
        """Return the line that sums it up."""
        return f"{self.name}: {self.verdict}"


Written = Callable[[Context], Where]
"""From the context of a text or a figure to the line where it is written."""


def collate(
    file: Manuscript, canon: Canon, source: Canon, language: Language, written: Written
) -> list[Finding]:
    """Return what `file` says of each record of `canon`, in the order of the game's files.

    `source` is the same game in its source language; `written` tells where a text stands. How much
    of the game is translated comes first; what is not in the canon, and faults of the file, last.
    """
    matched, foreign, unmatched = matches(file.grids, list(originals(canon)))
    ours = list(statements(canon, [one for one in unmatched if one.wordy]))
    prose = compare(ours, file.sentences, language)
    differing: dict[str, list[Variant]] = defaultdict(list)
    for alignment in matched:
        differing[alignment.original.record] += variants(alignment, language)
    for record, said in prose.variants.items():
        differing[record] += said
    known = [one.original for one in matched]
    asked = [one for one in unmatched if one.asked]
    lost = {one.record for one in asked if not one.wordy}
    report = _Report(
        canon=canon,
        file=file.name,
        written=written,
        differing=differing,
        same=(prose.same - lost) | {one.record for one in known},
        told=(prose.told - lost) | {one.record for one in known},
        unnamed=_unnamed(canon, source, " ".join(one.text for one in file.sentences)),
    )
    records = {one.record: one.context for one in (*known, *asked)}
    records |= {
        one.record: canon.at(*one.context.ids[:2]) for one in ours if one.context.kind != "tables"
    }
    share = list(_share(canon, file.name))
    faults = [Finding(file.name, _counted(file.problems), file.problems)]
    return [
        *share,
        *(report.finding(*record) for record in _printed(canon, records)),
        *([] if share else map(_foreign, foreign)),
        *(faults if file.problems else []),
    ]


@dataclass(frozen=True)
class _Report:
    canon: Canon
    file: str
    written: Written
    differing: Mapping[str, Sequence[Variant]]
    same: Set[str]
    told: Set[str]
    unnamed: Set[str]
    """The expansions of which the file does not say the name: it cannot have their rules."""

    def finding(self, name: str, context: Context) -> Finding:
        """Return what the file says of one record."""
        shown = f"{self.canon.game.id}.{name}"
        if variants := self.differing.get(name):
            problems = {
                Problem(one.where, one.message, self._hint(one.context), one.severity)
                for one in variants
            }
            return Finding(shown, _counted(problems), tuple(sorted(problems)))
        record = self.canon.find(self.canon.at(*context.ids[:2]).ref)
        if name in self.told and record.module not in self.unnamed:
            return Finding(shown, "same" if name in self.same else "in other words")
        if record.certainty != "certain":
            return Finding(shown, "not asked for")
        problem = Problem(Where(self.file), f"`{shown}` is missing", self._hint(context), "warning")
        return Finding(shown, "missing", (problem,))

    def _hint(self, context: Context) -> str:
        return f"`{context}`, {self.written(context)}"


def _printed(canon: Canon, records: Mapping[str, Context]) -> list[tuple[str, Context]]:
    """Return the records that an aid prints, whole or in part, in the order of the game's files."""
    printed = [f"{ref}." for ref in frozenset[str]().union(*map(canon.printed, canon.aids))]
    shown = [
        (name, context)
        for name, context in records.items()
        if any(ref.startswith(f"{name}.") or f"{name}.".startswith(ref) for ref in printed)
    ]
    return sorted(shown, key=lambda record: (canon.where(record[1]), record[0]))


def _unnamed(canon: Canon, source: Canon, text: str) -> set[str]:
    """Return the expansions of whose name, in either language, no longer word is in the file."""
    words = {*folded(text).split()}
    titles = {
        name: folded(f"{module.title} {source.game.modules[name].title}").split()
        for name, module in canon.game.modules.items()
    }
    return {name for name, title in titles.items() if not {w for w in title if len(w) > 3} & words}


def _share(canon: Canon, file: str) -> Iterator[Finding]:
    """Yield how much of the game can be compared, unless all can."""
    texts = [is_read(text) for context, text in canon.texts() if context.kind in KINDS]
    if not all(texts):
        share = f"{100 * sum(texts) // len(texts)} % translated: only that is compared"
        said = share if any(texts) else "nothing translated: only tables are compared"
        name = f"{canon.game.id} in {canon.locale}"
        yield Finding(name, said, (Problem(Where(file), f"{name}: {said}", severity="warning"),))


def _foreign(grid: Grid) -> Finding:
    title = f" “{grid.title}”" if grid.title else ""
    where = replace(grid.rows[0][0].where, column=1)
    problem = Problem(where, "this table is none of the canon's", severity="warning")
    return Finding(f"{where}{title}", "not in the canon", (problem,))


def _counted(problems: Collection[Problem]) -> str:
    return f"{len(problems)} difference" + ("s" if len(problems) > 1 else "")
