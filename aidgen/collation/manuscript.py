"""A Markdown file as sentences and tables, each with its place, however damaged it is."""

from __future__ import annotations

import errno
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path

from aidgen.problems import Misspoken, Problem, Unusable, Where
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits


@dataclass(frozen=True)
class Slot:
    """A cell of a grid, without the spaces around it, and where it stands."""

    text: str
    where: Where


@dataclass(frozen=True)
class Grid:
    """A table of the file, short rows filled up with empty cells."""

    rows: tuple[tuple[Slot, ...], ...]
    """The first has the headings."""
    title: str
    """The sentence above it, which may be its heading."""

    def turned(self) -> Grid:
        """Return the grid with its rows as columns."""
        return Grid(tuple(zip(*self.rows, strict=True)), self.title)


@dataclass(frozen=True)
class Sentence:
    """A sentence, or a heading, as it stands in the file, with the place of its first letter."""

    raw: str
    where: Where
    heading: bool

    @cached_property
    def text(self) -> str:
        """The sentence without marks."""
        return plain(self.raw[:LONGEST])

    def at(self, letter: int) -> Where:
        """Return the place in the file of a letter of `raw`, counted from 0."""
        below = self.raw.count("\n", 0, letter)
        column = letter - self.raw.rfind("\n", 0, letter) if below else self.where.column + letter
        return Where(self.where.file, self.where.line + below, column)


@dataclass(frozen=True)
class Manuscript:
    """The file: its sentences and its tables in order, and the signs in it that were misread."""

    name: str
    sentences: tuple[Sentence, ...]
    grids: tuple[Grid, ...]
    problems: tuple[Problem, ...]


def manuscript(path: Path, limits: Limits = STANDARD) -> Manuscript:
    """Read the Markdown file at `path`.

    Raises Misspoken if it is not there, Unusable if it is no text in UTF-8 or too long.
    """
    where = Where(str(path))
    try:
        real = path.resolve(strict=True)  # who names a file may name a link
        if real.is_dir():
            raise IsADirectoryError(errno.EISDIR, "Is a directory")
    except (OSError, RuntimeError, ValueError) as error:
        message = f"cannot be read: {getattr(error, 'strerror', error)}"
        raise Misspoken([Problem(where, message)]) from None
    text = files.text(real, real.parent, str(path), limits, most="brought_bytes")
    if "\0" in text:
        raise Unusable([Problem(where, "holds a zero byte: it is no text")])
    return parse(text, str(path))


def parse(text: str, name: str) -> Manuscript:
    """Read Markdown `text`, called `name` in problems."""
    lines = re.split(r"\r\n|\r|\n", text)
    problems = tuple(
        Problem(
            Where(name, number, found.start() + 1),
            f"found `{found[0]}`, which is `{_meant(found)}` read in a wrong encoding",
            f"read as `{_meant(found)}` here",
        )
        for number, line in enumerate(lines, start=1)
        for found in _MOJIBAKE.finditer(line)
        if _meant(found) != found[0]
    )
    lines = [_QUOTE.sub(_spaces, _MOJIBAKE.sub(_meant, line)) for line in lines]
    sentences: list[Sentence] = []
    grids: list[Grid] = []
    for block in _blocks(lines):
        table = _table(lines, block)
        sentences += _sentences(lines, range(block.start, table.start), name)
        if table:
            rows = [
                _slots(lines[n], Where(name, n + 1))
                for n in table
                if not _RULE.fullmatch(lines[n].strip())
            ]
            ((wide, _),) = Counter(map(len, rows)).most_common(1)
            title = sentences[-1].text if sentences else ""
            grids.append(Grid(tuple(_filled(row, wide) for row in rows), title))
        sentences += _sentences(lines, range(table.stop, block.stop), name)
    return Manuscript(name, tuple(sentences), tuple(grids), problems)


def _meant(found: re.Match[str]) -> str:
    """Return the sign in UTF-8 that was read as several of another encoding."""
    try:
        return found[0].encode("cp1252").decode("utf-8")
    except UnicodeError:
        return found[0]


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _blocks(lines: Sequence[str]) -> Iterator[range]:
    """Yield the lines, by number, between empty ones; a heading stands alone."""
    first = 0
    for number, line in enumerate([*lines, ""]):
        heading = bool(_HEADING.match(line))
        if heading or not line.strip():
            yield range(first, number)
            yield range(number, number + heading)
            first = number + 1


def _table(lines: Sequence[str], block: range) -> range:
    """Return the lines of a block that are a table, or none: from the first pipe to the last.

    Without a rule line, two lines must have two pipes.
    """
    piped = [number for number in block if _PIPE.search(lines[number])]
    rows = sum(len(_PIPE.findall(lines[number])) > 1 for number in piped)
    if rows > 1 or any(_RULE.fullmatch(lines[number].strip()) for number in piped[1:]):
        return range(piped[0], piped[-1] + 1)
    return range(block.stop, block.stop)


def _slots(line: str, where: Where) -> tuple[Slot, ...]:
    """Return the cells of a line; the pipes at its ends are not needed."""
    parts = _PIPE.split(line.rstrip())
    starts = [*accumulate((len(part) + 1 for part in parts), initial=1)]
    first = int(len(parts) > 1 and not parts[0].strip())
    last = len(parts) - int(len(parts) > first + 1 and not parts[-1].strip())
    return tuple(
        Slot(
            _MARKS.sub("", part).replace("\\|", "|").strip(),
            Where(where.file, where.line, start + indent),
        )
        for part, start in zip(parts[first:last], starts[first:], strict=False)
        for indent in [len(part) - len(part.lstrip())]
    )


def _filled(row: tuple[Slot, ...], wide: int) -> tuple[Slot, ...]:
    """Return a row as wide as the table: filled up, or with its last cells in one."""
    if len(row) < wide:
        return (*row, *[Slot("", row[-1].where)] * (wide - len(row)))
    last = " | ".join(slot.text for slot in row[wide - 1 :] if slot.text)
    return (*row[: wide - 1], Slot(last, row[wide - 1].where))


def _sentences(lines: Sequence[str], block: range, name: str) -> Iterator[Sentence]:
    """Yield the sentences of these lines; entries of lists, and rows with tabs, stand alone."""
    starts = [
        number
        for number in block
        if number == block.start
        or _BULLET.match(lines[number])
        or "\t" in lines[number - 1] + lines[number]
    ]
    for first, stop in pairwise([*starts, block.stop]):
        heading = _HEADING.match(lines[first])
        mark = heading or _BULLET.match(lines[first])
        begin = mark.end() if mark else 0
        raw = "\n".join(lines[first:stop])[begin:]
        paragraph = Sentence(raw, Where(name, first + 1, begin + 1), bool(heading))
        for start, text in split(paragraph.raw):
            yield Sentence(text, paragraph.at(start), paragraph.heading)


def split(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a text, each with the number of letters before it."""
    begin = 0
    for end in [*(found.end() for found in _END.finditer(text)), len(text)]:
        sentence = text[begin:end]
        if re.search(r"\w", sentence):
            yield begin + len(sentence) - len(sentence.lstrip()), sentence.strip()
        begin = end


def plain(text: str) -> str:
    """Return a text without marks, addresses, numbers of pages, and spaces around it."""
    return _NO_FIGURES.sub(" ", _MARKS.sub("", _LINK.sub(r"\1", text))).strip()


LONGEST = 1000
"""Letters of a sentence, or a cell, that are read: some of the patterns take their square."""

_QUOTE = re.compile(r"^[\s>]*>")
_HEADING = re.compile(r"\s*#{1,6}\s+")
_RULE = re.compile(r"(?=.*\|)\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?")
_PIPE = re.compile(r"(?<!\\)\|")

# What begins an entry of a list: a sign and a space; `1.` or `1)`; `1.2` before a word; a dot.
_BULLET = re.compile(
    r"\s*(?:[-*+•●◦▪–—]|\d{1,2}[.)]|\d{1,2}(?:\.\d{1,2})+(?=\s+[^\W\d_]))\s+(?=\S)|\s*[●•]\s*"
)

# Behind a full stop and closing signs: spaces before a word, or a number with a word; or a tab.
_END = re.compile(r"(?<=[.!?…])[\"»”)*_]*\s+(?=[\"«“(*_]*[^\W\d_]|\d+ [^\W\d_]{2})|\t+")

# A link, of which the words stay.
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")

# An HTML tag; stars, backquotes and tildes that mark; underlines at the borders of words.
_MARKS = re.compile(r"</?[a-zA-Z][^<>]{0,60}>|\*+|(?<![^\W_])_+|_+(?![^\W_])|`|~~")

# The letters that cp1252 makes of the two or three bytes of a sign in UTF-8: `â‰¥` of `≥`.
_MOJIBAKE = re.compile(r"[ÂÃâ][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]{1,2}")

# Numbers that are no figures of the rules: in addresses, versions, dates, and of pages.
_NO_FIGURES = re.compile(
    r"(?i)\S{1,64}@\S+|\b(?:https?://)?[\w-]{1,64}\.[a-z]{2,4}/\S*"
    r"|\bv?\d+\.\d+\.\d+\b|\bp(?:ages?|\.)?\s*\d+|\d{4}-\d\d-\d\d"
)
