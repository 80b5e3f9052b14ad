"""The style sheet of a game: rules of looks alone, by a list of what they may say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import tinycss2

from aidgen.assets import files
from aidgen.assets.files import AssetError
from aidgen.assets.pictures import pack_picture
from aidgen.game.data import GameData
from aidgen.problems import Problem, Where, did_you_mean
from aidgen.sandbox.limits import STANDARD, Limits

STYLESHEET_NAME = "theme.css"
"""Its name, beside `game.yaml`."""
LONGEST_SHEET = 60_000
"""Characters of a style sheet: all of ours together have 20,000."""


@dataclass(frozen=True)
class StyleSheet:
    """A style sheet as it may stand in a page, and what is wrong with it."""

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
    if len(css) > LONGEST_SHEET:
        message = f"has {len(css):,} characters, expected at most {LONGEST_SHEET:,}"
        return StyleSheet(problems=(Problem(Where(name), message),))
    return read(css, name, game_data.root, game_data.limits)


def read(css: str, name: str, root: Path, limits: Limits = STANDARD) -> StyleSheet:
    """Return a style sheet called `name` of the pack `root`, the pictures that it names in it."""
    bare = SHEET_COMMENT.sub(_blank_comment, css)
    problems: list[Problem] = []
    written: list[str] = []
    address = partial(_address, root=root, limits=limits)
    at = 0
    for rule in RULE.finditer(bare):
        problems += _between(bare, at, rule.start(), name)
        at = rule.end()
        selector, body = rule["selector"], rule["body"]
        line = bare.count("\n", 0, rule.start("selector")) + 1
        if found := FORBIDDEN.search(selector):
            problems.append(_not_for(found[0], Where(name, line)))
            continue
        begun = rule.start("body")
        kept = []
        for declared in DECLARATION.finditer(body):
            place = Where(name, bare.count("\n", 0, begun + declared.start("name")) + 1)
            try:
                kept.append(_resolve_declaration(declared, place, address))
            except _Found as found_wrong:
                problems.append(found_wrong.problem)
        written.append(f"{' '.join(selector.split())} {{ {' '.join(kept)} }}")
    problems += _between(bare, at, len(bare), name)
    return StyleSheet("\n".join(written), tuple(problems))


Address = Callable[[re.Match[str], Where], str]
"""From a picture that is named, and where, to an address that holds it."""


class _Found(Exception):  # noqa: N818 - a verdict on the input
    """Something is wrong with a declaration."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def _between(css: str, start: int, end: int, name: str) -> Iterator[Problem]:
    """Yield what stands where a rule was expected."""
    stray = css[start:end].strip()
    if stray:
        at = start + len(css[start:end]) - len(css[start:end].lstrip())
        where = Where(name, css.count("\n", 0, at) + 1)
        found = stray.split("\n")[0][:40]
        yield Problem(where, f"found `{found}`, expected `selector {{ property: value; }}`", NESTED)


def _resolve_declaration(declared: re.Match[str], where: Where, address: Address) -> str:
    """Return a declaration with the picture that it names in it; raises _Found."""
    name, value = declared["name"].strip().lower(), " ".join(declared["value"].split())
    if name == "content":
        if value not in ("none", "normal", '""', "''"):
            message = f"found `content: {value}`: words come from the game alone"
            raise _Found(Problem(where, message, "`content: none` or an empty text"))
    elif not name.startswith("--") and not ALLOWED.fullmatch(name):
        hint = did_you_mean(name, PROPERTIES) or "see docs/reference/theme.md"
        raise _Found(Problem(where, f"`{name}` is not for a theme", hint))
    if found := FORBIDDEN.search(URL.sub("", value)):
        raise _Found(_not_for(found[0], where))
    return f"{name}: {URL.sub(lambda match: address(match, where), value)};"


def _address(named: re.Match[str], where: Where, root: Path, limits: Limits) -> str:
    """Return the picture that a style sheet names as an address that holds it; raises _Found."""
    file = named["file"].strip().strip("\"'").strip()
    try:
        if not re.fullmatch(r"[A-Za-z0-9_-][\w./-]*", file, re.ASCII):
            raise AssetError(
                "leads out of the pack", "a file in its folder `assets`, by its path there"
            )
        found = pack_picture(root, file, limits)
    except AssetError as refused:
        raise _Found(Problem(where, f"`{file}`: {refused.message}", refused.hint)) from None
    return f'url("{found.address}")'


def _not_for(found: str, where: Where) -> Problem:
    return Problem(where, f"`{found.strip()}` is not for a theme", "rules of looks alone")


def _blank_comment(comment: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", comment[0])


SHEET_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# What stands before a brace, and what stands in it: no braces within
RULE = re.compile(r"(?P<selector>[^{};]*[^{};\s][^{};]*)\{(?P<body>[^{}]*)\}")
# name: value; a value may have quotes and parentheses with a semicolon in them
DECLARATION = re.compile(
    r"(?P<name>[^:;\s][^:;]*):(?P<value>(?:[^;\"'(]|\"[^\"]*\"|'[^']*'|\([^)]*\))*)(?:;|\Z)"
)
URL = re.compile(r"url\s*\((?P<file>[^)]*)\)", re.IGNORECASE)
FORBIDDEN = re.compile(
    r"@\w*|\\|<|url\s*\(|image\s*\(|image-set|expression|attr\s*\(|-moz-|javascript:|element\s*\(",
    re.IGNORECASE,
)
"""What no rule of a theme has: it loads, runs, or says words."""
NESTED = "rules stand side by side, none within another, and no @ at all"
_PROPERTIES = """
    color background background-color background-image background-position background-repeat
    background-size border border-top border-right border-bottom border-left border-color
    border-style border-width border-radius border-collapse border-spacing border-top-width
    border-bottom-width border-top-color border-bottom-color font font-family font-size
    font-style font-weight font-variant font-variant-caps font-variant-numeric
    font-feature-settings letter-spacing word-spacing line-height text-align text-align-last
    text-decoration text-decoration-color text-decoration-style text-indent text-transform
    hyphens list-style-type vertical-align white-space margin margin-top margin-right
    margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left
    width height min-width min-height max-width max-height opacity break-before break-after
    break-inside caption-side box-decoration-break
"""
PROPERTIES = tuple(_PROPERTIES.split())
"""What a rule of a theme may say."""
ALLOWED = re.compile("|".join(map(re.escape, PROPERTIES)))


Node = Any
"""A token of tinycss2, which has no types."""
HEADLINE_SIZE, SLOWED = 16.0, 0.4
"""From how many pt on type grows less, and which part of what is above that is left: a title of a
chapter stays a fifth larger than one of a section."""
SIZES = ("font-size", "--disc-type", "--icon")
"""Properties whose value is a size of type in pt."""
PLACES = ("--step-indent", "--disc", "--disc-corner", "--disc-top", "--icon-indent")
"""Properties whose value, in mm, is the place of a disc or icon before a text: it grows with it."""


def with_legible_type(sheet: str, smallest: float) -> str:
    """Return a style sheet in which no relative type size can be less than `smallest`, in pt.

    A full page is set in smaller type, down to the smallest that is legible. Parts of it that are
    set in nine tenths of that, such as the number of a step, would be too small.
    """

    def legible(name: str, value: Node) -> str | None:
        return f"max({value.serialize()}, {smallest:g}pt)" if _is_part(name, value) else None

    return _rewrite(sheet, legible)


def enlarge_type(sheet: str, factor: float) -> str:
    """Return a style sheet whose type is larger by a factor."""
    if factor == 1:
        return sheet

    def enlarged(name: str, value: Node) -> str | None:
        if name in SIZES and _has_unit(value, "pt"):
            return f"{enlarged_size(value.value, factor):g}pt"
        if name in PLACES and _has_unit(value, "mm"):
            return f"{round(value.value * factor, 2):g}mm"
        return "1em" if _is_part(name, value) else None

    return _rewrite(sheet, enlarged)


def _has_unit(value: Node, unit: str) -> bool:
    return bool(value.type == "dimension" and value.unit == unit)


def _is_part(name: str, value: Node) -> bool:
    """Tell whether a type size is a part of that of the element around."""
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
    """Yield each property of a style sheet and the first token of its value."""
    tokens = [token for token in tokens if token.type not in ("whitespace", "comment")]
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
