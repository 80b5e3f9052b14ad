"""A Markdown file as chapters of passages and grids, each with its place, however damaged it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from aidgen.problems import Misspoken, Problem, Unusable, Where


@dataclass(frozen=True)
class Slot:
    """A cell of a grid, without the spaces around it, and where it stands."""

    text: str
    where: Where


@dataclass(frozen=True)
class Grid:
    """A table of the file: its rows as they are written, whatever their number of cells."""

    header: tuple[Slot, ...]
    rows: tuple[tuple[Slot, ...], ...]
    where: Where
    titles: tuple[str, ...]
    """The headings it stands under, the nearest first."""

    def turned(self) -> Grid:
        """Return the grid with its rows as columns; short rows leave the last columns short."""
        lines = (self.header, *self.rows)
        wide = max(map(len, lines))
        columns = [tuple(line[i] for line in lines if i < len(line)) for i in range(wide)]
        return Grid(columns[0], tuple(columns[1:]), self.where, self.titles)


@dataclass(frozen=True)
class Passage:
    """A paragraph or an entry of a list, on one line, with the place of each of its letters."""

    text: str
    starts: tuple[tuple[int, Where], ...]
    """Where each line of the file begins in `text`, in order."""

    def at(self, letter: int) -> Where:
        """Return the place in the file of a letter, counted from 0."""
        start, where = max(pair for pair in self.starts if pair[0] <= max(letter, 0))
        return Where(where.file, where.line, where.column + letter - start)


@dataclass
class Chapter:
    """What stands between a heading and the next; the first has no heading."""

    title: str
    where: Where
    level: int
    titles: tuple[str, ...] = ()
    """Its own heading and those above it, the nearest first."""
    passages: list[Passage] = field(default_factory=list)
    grids: list[Grid] = field(default_factory=list)


@dataclass(frozen=True)
class Manuscript:
    """The file: its chapters in order, and what is wrong with its Markdown and its letters."""

    file: str
    chapters: tuple[Chapter, ...]
    problems: tuple[Problem, ...]


def manuscript(path: Path) -> Manuscript:
    """Read the Markdown file at `path`.

    Raises Misspoken if there is no such file, Unusable if it is no text in UTF-8 or too long.
    """
    shown = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise Misspoken([Problem(Where(shown), f"cannot be read: {error.strerror}")]) from None
    except (OSError, ValueError) as error:
        raise Misspoken([Problem(Where(shown), f"cannot be read: {error}")]) from None
    if len(data) > LARGEST:
        message = f"has more than {LARGEST // 10**6} MB, which is no rulebook"
        raise Unusable([Problem(Where(shown), message, "cut it at its chapters")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        message = f"byte {error.start + 1} is not UTF-8"
        raise Unusable([Problem(Where(shown, line), message, "save the file as UTF-8")]) from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise Unusable([Problem(Where(shown, line), "holds a zero byte: it is no text")])
    return parse(text, shown)


def parse(text: str, name: str) -> Manuscript:
    """Read Markdown `text`, called `name` in problems."""
    lines, problems = _letters_restored(re.split(r"\r\n|\r|\n", text), name)
    chapters = [Chapter("", Where(name, 1), 0)]
    reader = _Reader(name, lines, chapters, problems)
    for block in _blocks(_MARKDOWN.parse("\n".join(lines)), lines):
        reader.take(*block)
    return Manuscript(name, tuple(chapters), tuple(problems))


def _letters_restored(lines: list[str], name: str) -> tuple[list[str], list[Problem]]:
    """Return the lines with UTF-8 that was read as another encoding put right, and where it was."""
    problems: list[Problem] = []
    restored = []
    for number, line in enumerate(lines, start=1):
        parts, end = [], 0
        for found in _MOJIBAKE.finditer(line):
            try:
                right = found[0].encode("cp1252").decode("utf-8")
            except UnicodeError:
                continue
            message = f"found `{found[0]}`, which is `{right}` read in a wrong encoding"
            where = Where(name, number, found.start() + 1)
            problems.append(Problem(where, message, f"read as `{right}` here"))
            parts += [line[end : found.start()], right]
            end = found.end()
        restored.append("".join([*parts, line[end:]]))
    return restored, problems


def _blocks(tokens: Sequence[Token], lines: list[str]) -> Iterator[tuple[str, int, int, int]]:
    """Yield kind, level, first and last line (counted from 0, the last left out) of each block."""
    inside = False
    for token in tokens:
        if token.type in ("table_open", "table_close"):
            inside = token.type == "table_open"
        if token.map is None or (inside and token.type != "table_open"):
            continue
        first, last = token.map
        if token.type == "table_open":
            while last > first and not lines[last - 1].strip():
                last -= 1
            yield "table", 0, first, last
        elif token.type == "heading_open":
            yield "heading", int(token.tag[1:]), first, last
        elif token.type in ("paragraph_open", "html_block", "code_block", "fence"):
            yield "paragraph", 0, first, last


@dataclass
class _Reader:
    """Puts blocks into chapters; the lists are filled in place."""

    name: str
    lines: list[str]
    chapters: list[Chapter]
    problems: list[Problem]

    def take(self, kind: str, level: int, first: int, last: int) -> None:
        """Take one block of the file."""
        if kind == "heading":
            self._heading(_bare(self.lines[first]), level, first)
        elif kind == "table":
            self._table(first, last, ruled=True)
        else:
            self._paragraph(first, last)

    def _heading(self, title: str, level: int, line: int) -> None:
        above = next((one.titles for one in reversed(self.chapters) if one.level < level), ())
        where = Where(self.name, line + 1, 1)
        self.chapters.append(Chapter(title, where, level, (title, *above)))

    def _paragraph(self, first: int, last: int) -> None:
        """Take a paragraph apart: tables without a rule line, headings in capitals, bullets."""
        begin = first
        for number in range(first, last):
            line = self.lines[number]
            if number < begin:
                continue
            end = number
            while end < last and _CELLS.search(self.lines[end]):
                end += 1
            if end - number >= 2:
                self._passage(begin, number)
                self._table(number, end, ruled=_rule_in(self.lines[number:end]))
                begin = end
            elif _is_shouted(line) or (last - first == 1 and self._is_alone(line)):
                self._passage(begin, number)
                self._heading(_bare(line), SHOUTED if _is_shouted(line) else ALONE, number)
                begin = number + 1
            elif number > begin and self._begins(number, first, last):
                self._passage(begin, number)
                begin = number
        self._passage(begin, last)

    def _begins(self, number: int, first: int, last: int) -> bool:
        """Tell whether a line begins a passage of its own: a bullet, or a line after a short one.

        Lines with tabs, or that all begin with a capital, are rows of a table without its pipes.
        """
        above, line = self.lines[number - 1], self.lines[number]
        if _BULLET.match(line) or "\t" in above + line:
            return True
        lines = self.lines[first:last]
        if len(lines) > 2 and all(_CAPITAL.match(one) for one in lines):
            return True
        wide = max(len(one.strip()) for one in lines)
        return len(above.strip()) < 0.7 * wide and bool(_CAPITAL.match(line))

    def _is_alone(self, line: str) -> bool:
        """Tell whether a paragraph of one line looks like a heading: short, and no sentence."""
        bare = _bare(line)
        return (
            len(bare) <= 60
            and not _BULLET.match(line)
            and not re.search(r"[.!?:;,»”\")|\t$]$|[|\t=$]", bare)
            and (bare[:1].isupper() or bare[:1].isdigit())
            and len(re.findall(r"[^\W\d_]", bare)) > len(bare) / 2
        )

    def _passage(self, first: int, last: int) -> None:
        parts: list[str] = []
        starts: list[tuple[int, Where]] = []
        for number in range(first, last):
            line = self.lines[number]
            begin = len(line) - len(line.lstrip())
            marker = _BULLET.match(line)
            begin = marker.end() if marker and number == first else begin
            kept = line[begin:].rstrip()
            if kept:
                starts.append((sum(map(len, parts)), Where(self.name, number + 1, begin + 1)))
                parts.append(kept + " ")
        if parts:
            self.chapters[-1].passages.append(Passage("".join(parts).rstrip(), tuple(starts)))

    def _table(self, first: int, last: int, ruled: bool) -> None:
        rows = [
            _slots(self.lines[number], self.name, number)
            for number in range(first, last)
            if not _RULE.fullmatch(self.lines[number])
        ]
        where = Where(self.name, first + 1, 1)
        if not ruled:
            message = "the header of this table has no rule line, so Markdown sees no table"
            self.problems.append(Problem(where, message, "put `| --- |` below it", "warning"))
        rows = [row for row in rows if row]
        if rows:
            titles = self.chapters[-1].titles
            self.chapters[-1].grids.append(Grid(rows[0], tuple(rows[1:]), where, titles))


def _rule_in(lines: Sequence[str]) -> bool:
    return len(lines) > 1 and bool(_RULE.fullmatch(lines[1]))


def _slots(line: str, name: str, number: int) -> tuple[Slot, ...]:
    """Return the cells of a line; the pipes at its ends are not needed."""
    begin = len(line) - len(line.lstrip("> \t"))
    bare = line[begin:].rstrip()
    if bare.startswith("|"):
        begin, bare = begin + 1, bare[1:]
    if re.search(r"(?<!\\)\|$", bare):
        bare = bare[:-1]
    slots = []
    for part in _PIPE.split(bare):
        column = begin + len(part) - len(part.lstrip()) + 1
        text = _bare(part).replace("\\|", "|")
        slots.append(Slot(text, Where(name, number + 1, column)))
        begin += len(part) + 1
    return tuple(slots)


def _is_shouted(line: str) -> bool:
    bare = _bare(line)
    letters = [letter for letter in bare if letter.isalpha()]
    return len(letters) >= 5 and len(bare) <= 70 and bare == bare.upper() and "|" not in bare


def _bare(text: str) -> str:
    """Return `text` without the marks of Markdown and HTML."""
    plain = re.sub(r"</?[a-zA-Z][^<>]{0,60}>", "", text).strip()
    plain = re.sub(r"^#{1,6}\s+|\s+#+$|^>\s*", "", plain)
    return re.sub(r"\*+|(?<!\w)_+|_+(?!\w)|`|~~", "", plain).strip()


def _markdown() -> MarkdownIt:
    """Return a reader of blocks alone; what stands inside a line is read here."""
    markdown = (
        MarkdownIt("commonmark", {"html": True}).enable("table").disable(["lheading", "code"])
    )
    markdown.core.ruler.enableOnly(["normalize", "block"])
    return markdown


LARGEST = 4 * 10**6
"""Bytes; a long rulebook has half a million."""

SHOUTED, ALONE = 7, 8
"""Levels of headings that no # marks: a line in capitals; a short line by itself."""

_MARKDOWN = _markdown()
_RULE = re.compile(r"[\s>]*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
_PIPE = re.compile(r"(?<!\\)\|")
_CELLS = re.compile(r"(?<!\\)\|.*(?<!\\)\|")
_BULLET = re.compile(
    r"[>\s]*(?:[-*+•●◦▪–—]|\d{1,2}[.)]|\d{1,2}(?:\.\d{1,2})+(?=\s+[^\W\d_]))\s+(?=\S)|\s*[●•]\s*"
)
_CAPITAL = re.compile(r"\s*[A-ZÀ-Þ\d*]")
_MOJIBAKE = re.compile(r"[ÂÃâ][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]{1,2}")
