"""Edit one text of a YAML file in place, leaving the rest of the file untouched."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import TextWrapper
from typing import Any

import yaml

from aidgen.game.source import parse_yaml, plain_scalar
from aidgen.problems import InputError, Where

# Characters that a line may have where the text has no longer one.
YAML_LINE = 100


def rewrite_text(text: str, where: Where, words: str) -> str:
    """Return a YAML file with the text at a place replaced by `words`, in its style.

    Raises InputError if there is no text, or if anything else in the file would change.
    """
    words = words.strip()
    nodes = list(_scalars(text, where.file))
    places = [(node.start_mark.line + 1, node.start_mark.column + 1) for node in nodes]
    if (where.line, where.column) not in places:
        raise InputError.at(where, "found no text here", "the file has changed: reload it")
    number = places.index((where.line, where.column))
    node, expected = nodes[number], [node.value for node in nodes]
    if expected[number].strip() == words:
        return text
    expected[number] = words
    start = node.start_mark.index
    # PyYAML counts the empty lines behind a block as part of it.
    old = text[start : node.end_mark.index].rstrip()
    for spelt in _spellings(words, node.style or "", old):
        new = text[:start] + spelt + text[start + len(old) :]
        if _reads_as(new, where.file, expected, number):
            return new
    raise InputError.at(where, "this text cannot be written here", "edit the file itself")


def _scalars(text: str, name: str) -> Iterator[Any]:
    parse_yaml(text, name)  # raises InputError if it is not data
    events = yaml.parse(text, Loader=yaml.SafeLoader)
    return (event for event in events if isinstance(event, yaml.ScalarEvent))


def _reads_as(new: str, name: str, expected: Sequence[str], number: int) -> bool:
    """Tell whether a file holds the expected scalars, and the new one is text, not a number."""
    try:
        nodes = list(_scalars(new, name))
    except (yaml.YAMLError, InputError):
        return False
    # A block ends with a line break that is not part of the text.
    values = [node.value.strip() if at == number else node.value for at, node in enumerate(nodes)]
    return values == list(expected) and (
        bool(nodes[number].style) or isinstance(plain_scalar(nodes[number].value), str)
    )


def _spellings(words: str, style: str, old: str) -> Iterator[str]:
    """Yield ways to write a text, that in which `old` was written first."""
    lines = old.split("\n")
    if style in ("|", ">"):
        yield "\n".join((lines[0], *_block(words, lines[1:], is_folded=style == ">")))
    single = "'" + words.replace("'", "''") + "'"
    spellings = {"": (words, single), "'": (single,)}.get(style, ())
    for spelt in (*spellings, json.dumps(words, ensure_ascii=False)):
        if len(lines) > 1 and style not in ("|", ">"):
            # A line of plain or quoted text ends at a space, which the line break stands for.
            yield "\n".join(_fill(spelt, lines)).lstrip()
        yield spelt


def _block(words: str, old: Sequence[str], *, is_folded: bool) -> Iterator[str]:
    """Yield the lines of a block; paragraphs of a folded one that are the same stay as they are."""
    lines = words.split("\n")
    if not is_folded:
        margin = _margin(next(line for line in old if line.strip()))
        yield from (f"{margin}{line}".rstrip() for line in lines)
        return
    paragraphs = [
        list(group) for is_text, group in groupby(old, lambda line: bool(line.strip())) if is_text
    ]
    kept = {" ".join(map(str.strip, paragraph)): paragraph for paragraph in paragraphs}
    for number, line in enumerate(lines, 1):
        yield from kept.get(line) or _fill(line, old) or [""]
        # An empty line stands for the line break between two paragraphs.
        if line and number < len(lines):
            yield ""


def _fill(paragraph: str, old: Sequence[str]) -> list[str]:
    margin, width = _margin(old[-1]), max(YAML_LINE, *map(len, old))
    # YAML joins lines with a space: they may be divided nowhere else.
    filler = TextWrapper(width, margin, margin, break_long_words=False, break_on_hyphens=False)
    return filler.wrap(paragraph)


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" "))]
