"""The style sheet of a game, which may look as its author likes and loads nothing from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import tinycss2
from tinycss2.ast import FunctionBlock, StringToken

from aidgen.assets import files
from aidgen.assets.files import AssetError
from aidgen.assets.pictures import pack_picture
from aidgen.game.data import GameData
from aidgen.problems import Problem, Where
from aidgen.sandbox.limits import STANDARD, Limits

# Its name, beside `game.yaml`.
STYLESHEET_NAME = "theme.css"
# How many style sheets with other sizes of type are remembered: aids of one kind share theirs.
SHEETS_KEPT = 32
# A token or rule of tinycss2, which has no types.
Node = Any
# What ends a style sheet within HTML, even in a string.
ENDS_SHEET = "</"
# At-rules that load something, and what to do instead.
LOADING_RULES = {
    "import": "put its rules here",
    "font-face": "name the font in the theme, as `fonts`",
}
# Signs of addresses, and of no file in `assets`.
NOT_IN_FILES = ":\\?#%"
# The size in pt from which type grows less, and by which factor: a title of a chapter stays a
# fifth larger than one of a section.
HEADLINE_SIZE, SLOWED = 16.0, 0.4
# Properties whose value is a size of type in pt, besides those that end in `TYPE`.
SIZES = ("font-size", "--icon")
TYPE = "-type"
# Properties whose value, in mm, is the place of a disc or icon before a text: it grows with it.
PLACES = ("--step-indent", "--disc", "--disc-corner", "--disc-top", "--icon-indent")


@dataclass(frozen=True)
class StyleSheet:
    """A style sheet that may be part of a page, and its problems."""

    css: str = ""
    problems: tuple[Problem, ...] = ()


def style_sheet(game_data: GameData) -> StyleSheet:
    """Return the style sheet of a game; an empty one if it has none."""
    folder = f"content/{game_data.game.id}"
    name = f"{folder}/{STYLESHEET_NAME}"
    if not (game_data.root / name).is_file():
        return StyleSheet()
    try:
        css = files.read_asset(game_data.root, STYLESHEET_NAME, folder, game_data.limits).decode(
            "utf-8-sig"
        )
    except (AssetError, UnicodeDecodeError) as error:
        return StyleSheet(problems=(Problem(Where(name), f"cannot be read: {error}"),))
    return read(css, name, game_data.root, game_data.limits)


def read(css: str, name: str, root: Path, limits: Limits = STANDARD) -> StyleSheet:
    """Return a style sheet called `name` of the pack `root`, the pictures that it names in it."""
    reader = _Reader(name, root, limits)
    try:
        tokens = reader.resolved(tinycss2.parse_component_value_list(css))
        written = tinycss2.serialize(tokens)
    except (RecursionError, ValueError):  # the second: Python reads no number of 5,000 digits
        problem = "nests blocks too deeply, or has a number of thousands of digits"
        reader.problems.append(Problem(Where(name), problem))
        written = ""
    if ENDS_SHEET in written:
        line = css[: css.find(ENDS_SHEET)].count("\n") + 1
        reader.problems.append(Problem(Where(name, line), f"has `{ENDS_SHEET}`, which ends it"))
    if reader.problems:  # a part of a style sheet would look like none of its author's
        return StyleSheet(problems=tuple(reader.problems))
    return StyleSheet(written)


@dataclass
class _Reader:
    name: str
    root: Path
    limits: Limits
    problems: list[Problem] = field(default_factory=list)

    def resolved(self, tokens: Sequence[Node]) -> list[Node]:
        """Return tokens with the addresses of pictures in place of their names."""
        return [self._resolve(token) for token in tokens]

    def _resolve(self, token: Node) -> Node:
        kind = token.type
        if kind == "url" or (kind == "function" and token.lower_name == "url"):
            return self._picture(token)
        if kind == "at-keyword" and token.lower_value in LOADING_RULES:
            self._note(token, f"`@{token.value}` loads something", LOADING_RULES[token.lower_value])
        elif kind == "error":
            self._note(token, f"cannot be read: {token.message}")
        elif kind == "function":
            token.arguments = self.resolved(token.arguments)
        elif kind.endswith(" block"):
            token.content = self.resolved(token.content)
        return token

    def _picture(self, token: Node) -> Node:
        named = [token] if token.type == "url" else [*_without_space(token.arguments)]
        if [part.type for part in named] not in (["url"], ["string"]):
            self._note(token, "`url()` has no file", "a picture in `assets`, by its path there")
            return token
        file = named[0].value.strip()
        if file.startswith("#"):  # a part of the page itself
            return token
        parts = file.split("/")
        if not all(parts) or ".." in parts or any(sign in file for sign in NOT_IN_FILES):
            hint = "a file in its folder `assets`, by its path there"
            self._note(token, f"`{file}` leads out of the pack", hint)
            return token
        try:
            address = pack_picture(self.root, file, self.limits).address
        except AssetError as refused:
            self._note(token, f"`{file}` {refused.message}", refused.hint)
            return token
        at = (token.source_line, token.source_column)
        return FunctionBlock(*at, "url", [StringToken(*at, address, f'"{address}"')])

    def _note(self, token: Node, message: str, hint: str = "") -> None:
        where = Where(self.name, token.source_line, token.source_column)
        self.problems.append(Problem(where, message, hint))


def _without_space(tokens: Sequence[Node]) -> list[Node]:
    return [token for token in tokens if token.type not in ("whitespace", "comment")]


# Sizes of type ----------------------------------------------------------------------------------


@lru_cache(SHEETS_KEPT)
def with_legible_type(sheet: str, smallest: float, *, fixed: bool = False) -> str:
    """Return a style sheet in which no relative type size can be less than `smallest`, in pt.

    A full page is set in smaller type, down to the smallest that is legible. Parts of it that are
    set in nine tenths of that, such as the number of a step, would be too small. If `fixed`, no
    size in pt can be less either.
    """

    def legible(name: str, value: Node) -> str | None:
        if fixed and _is_type(name) and _has_unit(value, "pt") and value.value < smallest:
            return f"{smallest:g}pt"
        return f"max({value.serialize()}, {smallest:g}pt)" if _is_part(name, value) else None

    return _rewrite(sheet, legible)


@lru_cache(SHEETS_KEPT)
def enlarge_type(sheet: str, factor: float) -> str:
    """Return a style sheet whose type is larger by a factor."""
    if factor == 1:
        return sheet

    def enlarged(name: str, value: Node) -> str | None:
        if _is_type(name) and _has_unit(value, "pt"):
            return f"{enlarged_size(value.value, factor):g}pt"
        if name in PLACES and _has_unit(value, "mm"):
            return f"{round(value.value * factor, 2):g}mm"
        return "1em" if _is_part(name, value) else None

    return _rewrite(sheet, enlarged)


def _is_type(name: str) -> bool:
    return name in SIZES or name.endswith(TYPE)


def _has_unit(value: Node, unit: str) -> bool:
    return bool(value.type == "dimension" and value.unit == unit)


def _is_part(name: str, value: Node) -> bool:
    """Tell whether a type size is relative to that of the parent element."""
    if name != "font-size":
        return False
    is_disc = value.type == "function" and value.serialize() == "var(--disc-type)"
    return is_disc or (_has_unit(value, "em") and value.value < 1)


def _rewrite(sheet: str, rewritten: Callable[[str, Node], str | None]) -> str:
    """Return a style sheet with other values: `rewritten` gets a property and its first value."""
    starts = [0]
    for line in sheet.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    edits = []
    for name, value in _declarations(tinycss2.parse_component_value_list(sheet)):
        new = rewritten(name, value)
        if new is not None:
            start = starts[value.source_line - 1] + value.source_column - 1
            edits.append((start, start + len(value.serialize()), new))
    for start, end, new in sorted(edits, reverse=True):
        sheet = sheet[:start] + new + sheet[end:]
    return sheet


def _declarations(tokens: Sequence[Node]) -> Iterator[tuple[str, Node]]:
    tokens = _without_space(tokens)
    for token in tokens:
        if token.type == "{} block":
            yield from _declarations(token.content)
    for name, colon, value in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if name.type == "ident" and colon == ":":
            yield name.value, value


def enlarged_size(size: float, factor: float) -> float:
    """Return type of a size in pt made larger by a factor, headlines less than the text."""
    full = size * factor
    return round(max(size, min(full, HEADLINE_SIZE + SLOWED * (full - HEADLINE_SIZE))), 2)
