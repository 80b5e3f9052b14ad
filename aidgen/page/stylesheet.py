"""The style sheet of a game: rules that change how things look, from an allow-list.

The engine's own parser reads it, and only what is allowed is written out again: we and the engine
cannot read it differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import tinycss2
from tinycss2.ast import FunctionBlock, StringToken
from tinycss2.serializer import serialize_string_value

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
SHEETS_KEPT = 32
"""How many style sheets with other sizes of type are remembered: aids of one kind share theirs."""
Node = Any
"""A token or rule of tinycss2, which has no types."""


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
    if len(css) > LONGEST_SHEET:
        message = f"has {len(css):,} characters, expected at most {LONGEST_SHEET:,}"
        return StyleSheet(problems=(Problem(Where(name), message),))
    return read(css, name, game_data.root, game_data.limits)


def read(css: str, name: str, root: Path, limits: Limits = STANDARD) -> StyleSheet:
    """Return a style sheet called `name` of the pack `root`, the pictures that it names in it."""
    reader = _StyleReader(name, root, limits)
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    return StyleSheet("\n".join(filter(None, map(reader.rule, rules))), tuple(reader.problems))


class _Refused(Exception):  # noqa: N818 - no error: the input is refused
    """A node that has no place in a theme, and why."""

    def __init__(self, node: Node, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.node, self.message, self.hint = node, message, hint


@dataclass
class _StyleReader:
    """Reads the rules of one style sheet, and notes their problems."""

    name: str
    root: Path
    limits: Limits
    problems: list[Problem] = field(default_factory=list)

    def rule(self, rule: Node) -> str:
        """Return a rule with the declarations that are allowed; nothing if it is refused."""
        try:
            if rule.type != "qualified-rule":
                raise _Refused(rule, f"found {_quoted(rule)}, expected {A_RULE}", NESTED)
            selector = _serialize([*_selector(rule.prelude, 0)], rule)
        except _Refused as refused:
            self._note(refused)
            return ""
        parts = tinycss2.parse_blocks_contents(
            rule.content, skip_comments=True, skip_whitespace=True
        )
        return f"{selector} {{ {' '.join(filter(None, map(self.declaration, parts)))} }}"

    def declaration(self, declared: Node) -> str:
        """Return a declaration as it may be part of a page; nothing if it is refused."""
        try:
            if declared.type != "declaration":
                raise _Refused(declared, f"found {_quoted(declared)}, expected {A_RULE}", NESTED)
            name = declared.lower_name
            value = self._value(name, declared)
        except _Refused as refused:
            self._note(refused)
            return ""
        name = declared.name if name.startswith("--") else name
        return f"{name}: {value}{' !important' if declared.important else ''};"

    def _value(self, name: str, declared: Node) -> str:
        """Return the value of a declaration; raises _Refused."""
        if name == "content":
            message = "`content` is not for a theme: words come from the game alone"
            raise _Refused(declared, message)
        if not name.startswith("--") and name not in PROPERTIES:
            hint = did_you_mean(name, PROPERTIES) or "see docs/reference/theme.md"
            raise _Refused(declared, f"`{name}` is not for a theme", hint)
        if not name.isascii() or not name.replace("-", "").replace("_", "").isalnum():
            raise _Refused(declared, f"`{name[:40]}` is no name of a variable in a theme")
        tokens = [*self._tokens(name, declared.value, 0)]
        words = [token for token in tokens if token.type != "whitespace"]
        if name in KEYWORDS:
            _check_keywords(name, words)
        if name in SPACINGS and not _is_spacing(name, words):
            few, many = SPACINGS[name]
            hint = f"between {few:g} and {many:g} em, in em, pt or mm"
            raise _Refused(declared, f"`{name}` is not so small or large in a theme", hint)
        if name.startswith("--") and sum(map(_uses, tokens)) > 1:
            raise _Refused(declared, f"`{name}` uses more than one other variable")
        return _serialize(tokens, declared).strip()

    def _tokens(self, name: str, tokens: Sequence[Node], depth: int) -> Iterator[Node]:
        """Yield the tokens of a value without comments, pictures put in. Raises _Refused."""
        for token in tokens:
            kind = token.type
            if kind == "url" or (kind == "function" and token.lower_name == "url"):
                yield self._picture(name, token)
            elif kind in ("function", "() block"):
                if depth == DEEPEST or (kind == "function" and token.lower_name not in FUNCTIONS):
                    raise _not_for(token)
                inner = "arguments" if kind == "function" else "content"
                setattr(token, inner, [*self._tokens(name, getattr(token, inner), depth + 1)])
                yield token
            elif (
                (kind == "string" and name in ("font", "font-family"))
                or kind in PLAIN
                or (kind == "literal" and token.value in OPERATORS)
            ):
                yield token
            elif kind != "comment":
                raise _not_for(token)

    def _picture(self, name: str, token: Node) -> Node:
        """Return the picture that a style sheet names as an address that holds it."""
        named = [token] if token.type == "url" else _without_space(token.arguments)
        if not name.startswith("background") or [one.type for one in named] not in A_FILE:
            raise _not_for(token)
        file = named[0].value.strip()
        try:
            inner = file.split("/")
            if not all(inner) or ".." in inner or any(sign in file for sign in NOT_IN_FILES):
                hint = "a file in its folder `assets`, by its path there"
                raise AssetError("leads out of the pack", hint)
            address = pack_picture(self.root, file, self.limits).address
        except AssetError as refused:
            raise _Refused(token, f"`{file}` {refused.message}", refused.hint) from None
        at = (token.source_line, token.source_column)
        written = StringToken(*at, address, f'"{serialize_string_value(address)}"')
        return FunctionBlock(*at, "url", [written])

    def _note(self, refused: _Refused) -> None:
        where = Where(self.name, refused.node.source_line, refused.node.source_column)
        self.problems.append(Problem(where, refused.message, refused.hint))


def _selector(tokens: Sequence[Node], depth: int) -> Iterator[Node]:
    """Yield the tokens of a selector without comments. Raises _Refused."""
    if len(_without_space(tokens)) > LONGEST_SELECTOR:
        raise _Refused(tokens[0], f"a selector has at most {LONGEST_SELECTOR} parts")
    for token in tokens:
        if token.type in ("function", "[] block"):
            is_function = token.type == "function"
            if depth == DEEPEST or (is_function and token.lower_name not in PSEUDO_CLASSES):
                raise _not_for(token)
            inner = "arguments" if is_function else "content"
            setattr(token, inner, [*_selector(getattr(token, inner), depth + 1)])
            yield token
        elif token.type in (*PLAIN, "string") or (
            token.type == "literal" and token.value in COMBINATORS
        ):
            yield token
        elif token.type != "comment":
            raise _not_for(token)


def _serialize(tokens: Sequence[Node], node: Node) -> str:
    """Return tokens as CSS that is read as these tokens again. Raises _Refused."""
    text = " ".join(tinycss2.serialize(tokens).split())
    again = tinycss2.parse_component_value_list(text)
    if "<" in text or "\\" in text or tinycss2.serialize(again) != text:
        raise _Refused(node, "has a sign that is not for a theme: `<` or a backslash")
    return text


def _check_keywords(name: str, words: Sequence[Node]) -> None:
    """Raise _Refused if a property has another value than the words that it may have."""
    for word in words:
        if word.type != "ident" or word.lower_value not in (*KEYWORDS[name], *INHERITED):
            hint = did_you_mean(str(getattr(word, "value", "")), KEYWORDS[name])
            hint = hint or f"one of {', '.join(KEYWORDS[name])}"
            raise _Refused(word, f"`{name}: {word.serialize()}` is not for a theme", hint)


def _is_spacing(name: str, words: Sequence[Node]) -> bool:
    """Tell whether a space between letters or words keeps them apart, and together."""
    (few, many), only = SPACINGS[name], words[0] if len(words) == 1 else None
    if only is None or only.type == "ident":
        return only is not None and only.lower_value in ("normal", *INHERITED)
    if only.type == "number":
        return bool(only.value == 0)
    size = EM_UNITS.get(only.lower_unit, 0.0) if only.type == "dimension" else 0.0
    return bool(size) and few <= only.value * size <= many


def _uses(token: Node) -> int:
    """Return how often a token uses a variable."""
    if token.type == "function":
        return int(token.lower_name == "var") + sum(map(_uses, token.arguments))
    return sum(map(_uses, token.content)) if token.type == "() block" else 0


def _without_space(tokens: Sequence[Node]) -> list[Node]:
    return [token for token in tokens if token.type not in ("whitespace", "comment")]


def _quoted(node: Node) -> str:
    """Return how a message quotes something that is not a rule or declaration."""
    if node.type == "at-rule":
        return f"`@{node.at_keyword}`"
    return "a rule within another" if node.type == "qualified-rule" else "no rule"


def _not_for(token: Node) -> _Refused:
    if token.type == "function":  # not written out: it may be nested without end
        named = f"{token.name[:40]}()"
    else:
        named = token.type[0] if token.type.endswith(" block") else token.serialize()[:40]
    return _Refused(token, f"`{named}` is not for a theme", "rules of looks alone")


A_RULE = "`selector { property: value; }`"
NESTED = "rules stand side by side, none within another, and no @ at all"
DEEPEST = 6
"""Levels of parentheses in a value or selector."""
LONGEST_SELECTOR = 60
"""Tokens of a selector: the time of matching grows fast with its length."""
A_FILE = (["url"], ["string"])
NOT_IN_FILES = ":\\?#%"
"""Signs of addresses, and of no file in `assets`."""
PLAIN = ("whitespace", "ident", "hash", "number", "percentage", "dimension")
OPERATORS = (",", "/", "+", "-", "*")
COMBINATORS = (".", ",", ":", "::", ">", "+", "~", "*", "=", "~=", "|=", "^=", "$=", "*=", "-")
PSEUDO_CLASSES = ("not", "is", "where", "nth-child", "nth-last-child", "nth-of-type", "lang")
FUNCTIONS = (
    *("var", "calc", "min", "max", "clamp", "rgb", "rgba", "hsl", "hsla", "lab", "lch"),
    *("oklab", "oklch", "color-mix", "linear-gradient", "radial-gradient"),
    *("repeating-linear-gradient", "repeating-radial-gradient"),
)
"""The functions of a value: colours, sums and gradients."""
INHERITED = ("inherit", "initial", "unset")
FIGURES = ("lining-nums", "oldstyle-nums", "proportional-nums", "tabular-nums")
CAPITALS = ("small-caps", "all-small-caps")
KEYWORDS: Mapping[str, Sequence[str]] = {
    "text-transform": ("none", "uppercase", "lowercase", "capitalize"),
    "list-style-type": (
        *("none", "disc", "circle", "square", "decimal", "lower-alpha", "upper-alpha"),
        *("lower-roman", "upper-roman"),
    ),
    "font-variant": ("normal", "none", *CAPITALS, *FIGURES),
    "font-variant-caps": ("normal", *CAPITALS),
    "font-variant-numeric": ("normal", *FIGURES),
}
"""The allowed words of properties that could change what is read: no fractions, no text before an
item."""
SPACINGS = {"letter-spacing": (-0.05, 0.5), "word-spacing": (0.0, 1.0)}
"""From how many em to how many letters and words may be moved apart: they neither run together
nor fall apart. An em is taken as 10 pt."""
EM_UNITS = {"em": 1.0, "rem": 1.0, "pt": 0.1, "px": 0.075, "mm": 0.283}
_PROPERTIES = """
    color background background-color background-image background-position background-repeat
    background-size border border-top border-right border-bottom border-left border-color
    border-style border-width border-radius border-collapse border-spacing border-top-width
    border-bottom-width border-top-color border-bottom-color font font-family font-size
    font-style font-weight font-variant font-variant-caps font-variant-numeric
    letter-spacing word-spacing line-height text-align text-align-last
    text-decoration text-decoration-color text-decoration-style text-indent text-transform
    hyphens list-style-type vertical-align white-space margin margin-top margin-right
    margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left
    width height min-width min-height max-width max-height opacity break-before break-after
    break-inside caption-side box-decoration-break
"""
PROPERTIES = tuple(_PROPERTIES.split())
"""The properties that a rule of a theme may set."""


HEADLINE_SIZE, SLOWED = 16.0, 0.4
"""The size in pt from which type grows less, and by which factor: a title of a chapter stays a
fifth larger than one of a section."""
SIZES = ("font-size", "--disc-type", "--icon")
"""Properties whose value is a size of type in pt."""
PLACES = ("--step-indent", "--disc", "--disc-corner", "--disc-top", "--icon-indent")
"""Properties whose value, in mm, is the place of a disc or icon before a text: it grows with it."""


@lru_cache(SHEETS_KEPT)
def with_legible_type(sheet: str, smallest: float, *, fixed: bool = False) -> str:
    """Return a style sheet in which no relative type size can be less than `smallest`, in pt.

    A full page is set in smaller type, down to the smallest that is legible. Parts of it that are
    set in nine tenths of that, such as the number of a step, would be too small. If `fixed`, no
    size in pt can be less either.
    """

    def legible(name: str, value: Node) -> str | None:
        if fixed and name == "font-size" and _has_unit(value, "pt") and value.value < smallest:
            return f"{smallest:g}pt"
        return f"max({value.serialize()}, {smallest:g}pt)" if _is_part(name, value) else None

    return _rewrite(sheet, legible)


@lru_cache(SHEETS_KEPT)
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
    """Yield each property of a style sheet and the first token of its value."""
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
