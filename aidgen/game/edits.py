"""Edit one text of a YAML file in place, leaving the rest of the file untouched."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

import yaml

from aidgen.game.source import parse_yaml, plain_scalar
from aidgen.problems import InputError, Problem, Where

YAML_LINE = 100
"""Characters that a line may have where the text has no longer one."""
# What ends a block's header: as in `>-`, perhaps with a comment.
BLOCK_HEADER = re.compile(r"[|>][-+0-9]*[^\n]*\n")


def rewrite_text(text: str, where: Where, words: str) -> str:
    """Return the content of a YAML file with the text at a place replaced by `words`.

    It is written in the style that it had; comments, order and all other lines stay as they are.
    Raises InputError if there is no text, or if anything else in the file would change.
    """
    nodes = list(_scalars(text, where.file))
    places = [(node.start_mark.line + 1, node.start_mark.column + 1) for node in nodes]
    if (where.line, where.column) not in places:
        hint = "the file has changed: reload it"
        raise InputError([Problem(where, "found no text here", hint)])
    number = places.index((where.line or 0, where.column or 0))
    wanted = [node.value for node in nodes]
    wanted[number] = words.strip()
    for new in _candidates(text, nodes[number], words.strip()):
        if _reads_as(new, where.file, wanted, number):
            return new
    raise InputError([Problem(where, "this text cannot be written here", "edit the file itself")])


def _scalars_if_valid(text: str, name: str) -> list[Any]:
    try:
        return list(_scalars(text, name))
    except (yaml.YAMLError, InputError):
        return []


def _scalars(text: str, name: str) -> Iterator[Any]:
    """Yield the keys and values of a file in their order; raises InputError if it is not data."""
    parse_yaml(text, name)
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.ScalarEvent):
            yield event


def _reads_as(new: str, name: str, wanted: Sequence[str], number: int) -> bool:
    """Tell whether a file holds the `wanted` scalars, and the new one is text, not a number."""
    nodes = _scalars_if_valid(new, name)
    said = [node.value for node in nodes]
    if len(said) != len(wanted):
        return False
    # A block ends with a line break that is not part of the text.
    said[number] = said[number].strip()
    node = nodes[number]
    is_text = bool(node.style) or isinstance(plain_scalar(node.value), str)
    return is_text and said == list(wanted)


def _candidates(text: str, node: Any, words: str) -> Iterator[str]:
    """Yield ways to write a text, that which it was written in first."""
    start, end = node.start_mark.index, node.end_mark.index
    if node.style in ("|", ">"):
        header = BLOCK_HEADER.match(text, start)
        if header is not None:
            end = _block_end(text, header.end(), start)
            old = text[header.end() : end]
            block = _write_block(old, words, folded=node.style == ">")
            yield text[: header.end()] + block + text[end:]
            end -= 1  # the line's end stays
    styles = {"": (words, _single_quoted(words)), "'": (_single_quoted(words),)}.get(
        node.style or "", ()
    )
    for spelt in (*styles, _double_quoted(words)):
        yield text[:start] + _wrap(spelt, text[start:end]) + text[end:]


def _block_end(text: str, start: int, key: int) -> int:
    """Return where the block that begins at `start` ends: before the first less indented line."""
    lines = text[start:].splitlines(keepends=True)
    first = next((line for line in lines if line.strip()), "")
    least = _indentation(first)
    block = list(takewhile(lambda line: not line.strip() or _indentation(line) >= least, lines))
    while block and not block[-1].strip():
        block.pop()
    return start + sum(map(len, block))


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _write_block(old: str, words: str, *, folded: bool) -> str:
    lines = old.splitlines()
    margin = " " * _indentation(next(line for line in lines if line.strip()))
    if not folded:
        return "".join(f"{margin}{line}\n" if line else "\n" for line in words.split("\n"))
    width = max(YAML_LINE, *map(len, lines)) - len(margin)
    kept = [line.strip() for line in lines]
    paragraphs = re.sub(r"\n+", lambda breaks: breaks[0] + "\n", words).split("\n")
    new = [line for one in paragraphs for line in (_fill_lines(one, width, kept) if one else [""])]
    return "".join(f"{margin}{line}\n" if line else "\n" for line in new)


def _fill_lines(paragraph: str, width: int, kept: Sequence[str]) -> list[str]:
    """Return a paragraph in lines: as they were as far as they say the same, then to a width."""
    lines: list[str] = []
    left = paragraph
    while left:
        known = next((one for one in kept if one and f"{left} ".startswith(f"{one} ")), "")
        line = known or _first_line(left, width)
        lines.append(line)
        left = left[len(line) :].removeprefix(" ")
    return lines


def _first_line(words: str, width: int) -> str:
    """Return as many words as a line holds, one at least."""
    if len(words) <= width:
        return words
    space = words.rfind(" ", 0, width + 1)
    return words[:space] if space > 0 else words.partition(" ")[0]


def _wrap(spelt: str, old: str) -> str:
    """Return a text within a line; one that took several lines is divided as it was, where it may.

    What is quoted, or plain, and begins a new line loses one space: so lines end at single spaces.
    """
    lines = old.splitlines()
    if len(lines) < 2:
        return spelt
    margin = " " * _indentation(lines[-1])
    kept = [line.strip() for line in lines]
    return f"\n{margin}".join(
        _fill_lines(spelt, max(YAML_LINE, *map(len, lines)) - len(margin), kept)
    )


def _single_quoted(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"


def _double_quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)
