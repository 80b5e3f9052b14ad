"""A published translation held against the canon, record by record: tables, rules, figures."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from aidgen.collation.grids import Difference, Original, differences, matches, originals
from aidgen.collation.likeness import folded
from aidgen.collation.manuscript import Manuscript
from aidgen.collation.statements import Said, Sentence, Statement, hold, sentences, split
from aidgen.game.canon import Canon
from aidgen.game.context import Context
from aidgen.game.figures import Range, neutral
from aidgen.game.records import Branch, Part, Procedure, Rule, State, Step, Table
from aidgen.game.texts import PLACEHOLDER, Text
from aidgen.language.language import Language
from aidgen.problems import Problem, Where


@dataclass(frozen=True)
class Finding:
    """What the file says of one record, or of a chapter that is no record's: a line of the report.

    `verdict` is `same`, `1 difference`, `missing`, `not in the canon`.
    """

    name: str
    verdict: str
    problems: tuple[Problem, ...] = ()

    def __str__(self) -> str:
        """Return the line that sums it up."""
        return f"{self.name}: {self.verdict}"


Written = Callable[[Context], Where]
"""From a context to the line where it is written."""


def collate(
    found: Manuscript, canon: Canon, source: Canon, language: Language, written: Written
) -> list[Finding]:
    """Return what `found` says of each record of `canon`, in the order of the game's files.

    `source` is the same game in its source language; `written` tells where a text stands. What
    concerns the whole file and what is not in the canon comes last.
    """
    grids = [grid for chapter in found.chapters for grid in chapter.grids]
    known = list(originals(canon, source))
    paired, unknown, unmatched = matches(grids, known, language)
    told = sentences(found.chapters, language)
    statements = list(_statements(canon, source, unmatched, language))
    collation = hold(statements, told)
    listed: dict[str, list[Difference]] = defaultdict(list)
    here: set[str] = set(collation.found)
    here -= {_name(one) for one in unmatched if one.numeric}
    for match in paired:
        here.add(_name(match.original))
        listed[_name(match.original)] += differences(match, language)
    for record, said in collation.differences.items():
        listed[record] += said
    unnamed = _unnamed(canon, source, told)
    report = _Report(canon, found, written, listed, here, unnamed)
    findings = [report.finding(name, path) for name, path in _records(canon, known)]
    for grid in unknown:
        problem = Problem(grid.where, "this table is none of the canon's", severity="warning")
        findings.append(Finding(_titled(grid.titles, grid.where), NOT_IN_CANON, (problem,)))
    for number in collation.foreign:
        chapter = found.chapters[number]
        problem = Problem(chapter.where, "no record says what this does", severity="warning")
        titles = (chapter.title,) if chapter.title else ()
        findings.append(Finding(_titled(titles, chapter.where), NOT_IN_CANON, (problem,)))
    if found.problems:
        findings.append(Finding(found.file, _counted(len(found.problems)), found.problems))
    return findings


def _unnamed(canon: Canon, source: Canon, told: list[Sentence]) -> frozenset[str]:
    """Return the expansions whose name, in either language, stands nowhere in the file."""
    said = " ".join(folded(sentence.said.text) for sentence in told)
    return frozenset(
        name
        for name, module in canon.game.modules.items()
        if folded(module.title) not in said and folded(source.game.modules[name].title) not in said
    )


def _titled(titles: tuple[str, ...], where: Where) -> str:
    return f"{where} “{titles[0]}”" if titles else str(where)


def _name(original: Original) -> str:
    return ".".join(name for name in original.path if name != "parts")


def _counted(number: int) -> str:
    return f"{number} difference" + ("s" if number > 1 else "")


@dataclass(frozen=True)
class _Report:
    canon: Canon
    found: Manuscript
    written: Written
    listed: Mapping[str, list[Difference]]
    here: set[str]
    unnamed: frozenset[str]
    """The expansions of which the file does not say the name: it cannot have their rules."""

    def finding(self, name: str, path: tuple[str, ...]) -> Finding:
        """Return what is found of one record."""
        shown = f"{self.canon.game.id}.{name}"
        said = self.listed.get(name, [])
        if said:
            problems = tuple(sorted(map(self._problem, said)))
            return Finding(shown, _counted(len(problems)), problems)
        record = self.canon.find(f"{path[0]}.{path[1]}")
        unnamed = record.module is not None and record.module in self.unnamed
        if (name in self.here and not unnamed) or record.certainty != "certain":
            return Finding(shown, SAME)
        message = f"`{shown}` is missing"
        hint = self._hint(path)
        problem = Problem(Where(self.found.file), message, hint, "warning")
        return Finding(shown, MISSING, (problem,))

    def _problem(self, one: Difference) -> Problem:
        return Problem(one.where, one.message, self._hint(one.path), one.severity)

    def _hint(self, path: tuple[str, ...]) -> str:
        context = self.canon.at(*path)
        return f"`{context}`, {self.written(context)}"


def _records(canon: Canon, known: list[Original]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every record that an aid prints, with its path, in the order of the game's files."""
    printed = frozenset[str]().union(*(canon.printed(aid) for aid in canon.aids))
    tables = {(_name(one), one.path) for one in known if not one.reckoned}
    names = [
        (f"{kind}.{name}", (kind, name))
        for kind in ("rules", "procedures", "states")
        for name in getattr(canon, kind)
    ]
    shown = [one for one in [*names, *tables] if _is_printed(one[0], printed)]
    place = {name: canon.where(canon.at(*path)) for name, path in shown}
    yield from sorted(shown, key=lambda one: (place[one[0]], one[0]))


def _is_printed(name: str, printed: frozenset[str]) -> bool:
    parts = name.split(".")
    return any(".".join(parts[:end]) in printed for end in range(1, len(parts) + 1)) or any(
        ref.startswith(f"{name}.") for ref in printed
    )


# What the canon says ----------------------------------------------------------------------------


def _statements(
    canon: Canon, source: Canon, unmatched: list[Original], language: Language
) -> Iterator[Statement]:
    """Yield the sentences of all records, but for the cells of tables that the file has."""
    example = str(canon.words.get("example", "Example:")).rstrip(": \N{NO-BREAK SPACE}\u202f")
    quoted = _quoted(source)
    for record, path, text in _texts(canon):
        doubtful = getattr(canon, path[0])[path[1]].certainty != "certain"
        made_up = doubtful or path[-1] == "example" or text.startswith(example)
        for block in re.split(r"\n\s*\n|\n(?=\s*(?:-|\d+\.)\s)", text):
            line = " ".join(re.sub(r"^\s*(?:-|\d+\.)\s+", "", block).split())
            for _, sentence in split(line):
                said = Said.of(sentence, language)
                values = {f: quoted[path, f] for f in said.digits if (path, f) in quoted}
                yield Statement(record, path, said, example=made_up, values=values)
    for original in unmatched:
        for key, row in original.rows.items():
            if any(isinstance(cell, Text) for cell in row.values()):
                text = " ".join(str(cell) for cell in row.values() if cell is not None)
                path = (*original.path, "rows", key)
                said = Said.of(text, language, row=True)
                places = [(f, (*path, name)) for f in said.digits for name in row]
                values = {f: quoted[at, f] for f, at in places if (at, f) in quoted}
                yield Statement(_name(original), path, said, prose=False, values=values)


def _quoted(source: Canon) -> dict[tuple[tuple[str, ...], str], str]:
    """Return which value of the game a figure is in a text, by the text's path and the figure."""
    found: dict[tuple[tuple[str, ...], str], str] = {}
    for path, text in source.texts():
        for name in PLACEHOLDER.findall(text):
            if name in source.values:
                raw = source.values[name].raw
                ends = (raw.low, raw.high) if isinstance(raw, Range) else (neutral(raw),)
                found |= {(path.ids, str(end)): name for end in ends}
    return found


def _texts(canon: Canon) -> Iterator[tuple[str, tuple[str, ...], str]]:
    for name, rule in canon.rules.items():
        yield from _fields(f"rules.{name}", ("rules", name), rule, ("title", "text", "example"))
    for name, procedure in canon.procedures.items():
        yield from _procedure(f"procedures.{name}", ("procedures", name), procedure)
    for name, state in canon.states.items():
        yield from _fields(f"states.{name}", ("states", name), state, ("title", "effect", "ends"))
    for name, table in canon.tables.items():
        record = f"tables.{name}" + "".join(f".{part}" for part in list(table.parts)[:1])
        yield from _fields(record, ("tables", name), table, ("title", "intro", "note"))
        for part_name, part in table.parts.items():
            path = ("tables", name, "parts", part_name)
            yield from _fields(f"tables.{name}.{part_name}", path, part, ("title", "note"))


def _procedure(
    record: str, path: tuple[str, ...], procedure: Procedure
) -> Iterator[tuple[str, tuple[str, ...], str]]:
    yield from _fields(record, path, procedure, ("title", "intro", "outro"))
    for step_name, step in procedure.steps.items():
        inner = (*path, "steps", step_name)
        yield from _fields(record, inner, step, ("text",))
        for branch_name, branch in step.branches.items():
            yield from _fields(record, (*inner, "branches", branch_name), branch, ("text",))


def _fields(
    record: str,
    path: tuple[str, ...],
    node: Rule | Procedure | State | Table | Part | Step | Branch,
    names: tuple[str, ...],
) -> Iterator[tuple[str, tuple[str, ...], str]]:
    for name in names:
        text = getattr(node, name)
        if text is not None:
            yield record, (*path, name), str(text)


SAME, MISSING, NOT_IN_CANON = "same", "missing", "not in the canon"
