"""Faults planted into a rulebook, one to a line: what a printer, or a scan, gets wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from tests.collation.books import Lines
from tests.mistranslations import Tongue
from tests.tongues import OPPOSITES


@dataclass(frozen=True)
class Fault:
    """A line of a text, by its number from 0, and what stands there instead."""

    line: int
    text: str

    def plant(self, lines: Lines) -> Lines:
        """Return the text with the fault."""
        return [*lines[: self.line], self.text, *lines[self.line + 1 :]]


Change = Callable[[str, Tongue, Random], Iterator[str]]


def faults(kind: str, lines: Lines, tongue: Tongue, random: Random) -> list[Fault]:
    """Return every fault of a kind that a text may have."""
    in_table = kind in ("cell", "heading")
    below = [*lines[1:], ""]
    return [
        Fault(number, changed)
        for number, line in enumerate(lines)
        if (line.count("|") > 2) == in_table
        and not RULE.fullmatch(line)
        and (kind == "heading") <= bool(RULE.fullmatch(below[number]))
        for changed in KINDS[kind](line, tongue, random)
    ]


def _cells(line: str, _: Tongue, random: Random) -> Iterator[str]:
    for found in re.finditer(r"\d+", line):
        number = int(found[0]) + random.choice((1, 2, 3, 10))
        yield f"{line[: found.start()]}{number}{line[found.end() :]}"


def _headings(line: str, _: Tongue, random: Random) -> Iterator[str]:
    for found in re.finditer(r"\d+(?=\s*[-–]|\s*\|)", line):
        yield f"{line[: found.start()]}{int(found[0]) + random.choice((1, 2))}{line[found.end() :]}"


def _numbers(line: str, _: Tongue, random: Random) -> Iterator[str]:
    for found in re.finditer(r"(?<![\w.,/-])\d+(?![\w/]|[.,]\d)", line):
        if not _holds_no_figure(line, *found.span()):
            number = int(found[0])
            others = {number + 1, number - 1, 2 * number, number + 3, number + 10} - {number}
            other = random.choice(sorted(one for one in others if one > 1))
            yield f"{line[: found.start()]}{other}{line[found.end() :]}"


def _dice(line: str, tongue: Tongue, random: Random) -> Iterator[str]:
    letters = {"d", "D", *tongue.words["dice-letter"].split("|")}
    for found in re.finditer(rf"(?<!\w)\d*(?:{'|'.join(sorted(letters))})(\d+)(?!\w)", line):
        faces = random.choice([one for one in ("4", "6", "8", "10", "12", "20") if one != found[1]])
        yield f"{line[: found.start(1)]}{faces}{line[found.end(1) :]}"


def _words(line: str, tongue: Tongue, _: Random) -> Iterator[str]:
    """Say another number where one is said in words."""
    words = {value: word for word, value in reversed(tongue.numbers.items())}
    for found in re.finditer(r"[^\W\d_]+", line):
        value = tongue.numbers.get(found[0].lower(), 0)
        if value and not _holds_no_figure(line, *found.span()):
            other = words.get(value + 1) or words.get(value - 1) or words[2]
            yield f"{line[: found.start()]}{other}{line[found.end() :]}"


def _comparisons(line: str, tongue: Tongue, _: Random) -> Iterator[str]:
    """Say "at most" for "at least", and so on, where that changes what the line says."""
    said = tongue.language.read(line)
    for name, opposite in OPPOSITES.items():
        for form in tongue.comparators(name):
            ends = (form[0] == "#", form[-1] == "#")
            ways = tongue.comparators(opposite)
            other = next((one for one in ways if (one[0] == "#", one[-1] == "#") == ends), ways[0])
            for found in re.finditer(re.escape(form.strip("# ")), line):
                new = f"{line[: found.start()]}{other.strip('# ')}{line[found.end() :]}"
                if tongue.language.read(new).comparisons != said.comparisons:
                    yield new


def _holds_no_figure(line: str, start: int, end: int) -> bool:
    spans = (found.span() for found in NO_FIGURES.finditer(line))
    return any(one < end and start < other for one, other in spans)


KINDS: dict[str, Change] = {
    "cell": _cells,
    "heading": _headings,
    "number": _numbers,
    "word": _words,
    "die": _dice,
    "comparison": _comparisons,
}

RULE = re.compile(r"[\s|:-]*\|[\s|:-]*")

# The marks of entries, addresses, versions, dates, numbers of pages.
NO_FIGURES = re.compile(
    r"^\W*\d+(?:\.\d+)*[.)]\s|https?:\S+|\S+@\S+|\[[^\]]*\]\([^)]*\)|\S+\.[a-z]+/\S*"
    r"|\bv?\d+\.\d+\.\d+|\bp(?:ages?|\.)?\s*\d+|\d{4}-\d\d-\d\d"
)
