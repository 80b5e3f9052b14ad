"""YAML read as plain data, together with the place (file, line, column) of every node.

Scalars follow YAML 1.2 (`no` and `1:30` are words); duplicate keys, anchors, merge keys and tags
are refused, because each of them lets a file say something other than what its reader sees.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from itertools import takewhile
from operator import itemgetter
from typing import Any

import yaml

from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox.limits import STANDARD, Limits, over_limit

Steps = tuple[str | int, ...]

# How many files are remembered as they were read: those of two games, and before.
CACHED_FILES = 64
# The most faults of one file that are reported: nobody reads more at once.
MOST_REPORTED = 200
# Lines that a note to translators may have.
LONGEST_NOTE = 40
# Characters of a comment that are quoted.
LONGEST_QUOTE = 40
# Characters of a file with a syntax error that PyYAML reads again, to explain the error better than
# libyaml does: it takes ten seconds for a million.
LONGEST_EXPLAINED = 100_000
# How many lines before a syntax error its cause is looked for.
LINES_AROUND = 20
# Characters that a plain text of YAML cannot start with, and that mean nothing else there.
RESERVED = tuple("@`%|>")
# Half a character, as an escape may write it: nothing can print it.
SURROGATE = re.compile(r"[\ud800-\udfff]")
WORDS: dict[str, object] = {"": None, "~": None, "null": None, "true": True, "false": False}
# A whole number without zeros in front (007 may be a name), or one with decimals, as YAML has it.
NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]{0,17}))|-?(?:\.[0-9]+|[0-9]+\.[0-9]*)")
# A note in a comment, alone on its line or behind a space: the whole of it, and its words.
NOTE = re.compile(r"(?:^|(?<=\s))(#\s?translators:\s*(.*))$", re.MULTILINE)
# Slips of the pen: an opener is looked for in the line that cannot be read, a key in the one before
# it, the others also above.
SLIP = re.compile(
    r"""
    [ ]*(?P<space>[^\S \t\r])\s*\S
    | .*?:\s+(?P<colour>\#[0-9A-Fa-f]{3}(?:[0-9A-Fa-f]{3})?)\b
    | \s*(?:-[ ]+)*(?:[^\s:\#'"]+:[ ]+)?(?P<opener>[{\[*])
        (?:(?<=\*)[^\s*]+\*|(?<!\*)[^{}\[\]]*[}\]])\s*[^\s\#,\]}]
    | \s*(?:-[ ]+)*(?P<key>[A-Za-z_][\w-]*:)(?!//)[^\s:]
    """,
    re.VERBOSE,
)
SLIPS = {
    "space": "found a space of another kind before the text, such as a no-break space",
    "colour": "found `#`, which begins a comment",
    "opener": "found a text that starts with `{}`",
    "key": "found no space behind `{}`",
}
HINTS = {
    "space": "indent with usual spaces",
    "colour": 'put quotes around it: "{}"',
    "opener": "put the whole text in quotes",
    "key": "put one there",
}


@dataclass(frozen=True)
class Source:
    """One YAML file: its data, the place of each value and key, and notes to translators by key.

    A list or mapping has the place of its key.
    """

    file: str
    data: object
    places: dict[Steps, Where] = field(default_factory=dict)
    keys: dict[Steps, Where] = field(default_factory=dict)
    notes: dict[Steps, str] = field(default_factory=dict)
    doubts: tuple[Problem, ...] = ()


@lru_cache(maxsize=CACHED_FILES)
def parse_yaml(text: str, name: str, limits: Limits = STANDARD) -> Source:
    """Read YAML `text`, called `name` in problems; raises InputError with every fault found.

    What was read is remembered: while one file is written, the others stay as they are.
    """
    try:
        return _parse(text, name, limits)
    except yaml.MarkedYAMLError as error:
        problem = _slip(error, text, name) or _explain_syntax_error(error, text, name)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        message = f"character U+{error.character:04X} is not allowed in YAML"
        problem = Problem(Where(name, line), message)
    raise InputError([problem])


def _parse(text: str, name: str, limits: Limits) -> Source:
    # libyaml is ten times as fast, and PyYAML explains its errors better.
    if yaml.__with_libyaml__:
        try:
            return _Reader(text, name, limits, yaml.CSafeLoader).read()
        except yaml.YAMLError as error:
            if isinstance(error, yaml.MarkedYAMLError) and len(text) > LONGEST_EXPLAINED:
                raise
    return _Reader(text, name, limits, yaml.SafeLoader).read()


class _Reader:
    """Reads a file event by event, so that nothing is built of what is refused."""

    def __init__(self, text: str, name: str, limits: Limits, loader: Any) -> None:
        self.text = text
        self.limits = limits
        self.events: Iterator[Any] = yaml.parse(text, Loader=loader)
        self.source = Source(name, None)
        self.problems: list[Problem] = []
        self.doubts: list[Problem] = []
        # Line and column, from 0, of the start and end of each.
        self.scalars: list[tuple[tuple[int, int], tuple[int, int]]] = []
        self.nodes = 0

    def read(self) -> Source:
        """Return the data of the file; raises InputError with all its faults."""
        starts = (event for event in self.events if isinstance(event, yaml.DocumentStartEvent))
        data = self._node(next(self.events), (), 1) if next(starts, None) else None
        if second := next(starts, None):
            self._report(second.start_mark, "found a second document, expected one")
        notes = self._notes()
        if self.problems:
            raise InputError(self.problems[:MOST_REPORTED])
        return replace(self.source, data=data, notes=notes, doubts=tuple(self.doubts))

    def _report(self, mark: Any, message: str, hint: str = "") -> None:
        self.problems.append(Problem(_where(self.source.file, mark), message, hint))

    def _node(self, event: Any, path: Steps, depth: int) -> object:
        self.source.places[path] = _where(self.source.file, event.start_mark)
        self._refuse(event, depth)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[object] = []
            while not isinstance(inner := next(self.events), yaml.SequenceEndEvent):
                items.append(self._node(inner, (*path, len(items)), depth + 1))
            return items
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(event, path, depth)
        self._check_scalar(event)
        return str(event.value) if event.style else plain_scalar(str(event.value))

    def _refuse(self, event: Any, depth: int) -> None:
        """Raise InputError for anchors, aliases and tags, and for what is beyond the limits."""
        where = _where(self.source.file, event.start_mark)
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            message = f"found the anchor or alias `{event.anchor}`, expected plain data"
            hint = "refer to the record by its id; quote text that starts with * or &"
            raise InputError.at(where, message, hint)
        if event.tag:
            tag = self.text[event.start_mark.index :].split(maxsplit=1)[0]
            hint = "quote text that starts with !"
            raise InputError.at(where, f"found the tag `{tag}`, expected plain data", hint)
        if isinstance(event, yaml.CollectionStartEvent) and depth > self.limits.nesting:
            raise InputError([over_limit(where, "nesting", depth, self.limits)])
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            raise InputError([over_limit(where, "nodes", self.nodes, self.limits)])

    def _mapping(self, start: Any, path: Steps, depth: int) -> dict[str, object]:
        data: dict[str, object] = {}
        while not isinstance(key_event := next(self.events), yaml.MappingEndEvent):
            key = self._key(key_event, path, depth)
            value_event = next(self.events)
            if key is None:
                self._node(value_event, (*path, ""), depth + 1)  # it has its own faults
                continue
            if start.flow_style and value_event.start_mark.index == key_event.end_mark.index:
                message = f"found `{key}` without a value, expected `key: value`"
                hint = "a comma in braces ends the text: quote text that contains one"
                self._report(key_event.start_mark, message, hint)
            steps = (*path, key)
            self.source.keys[steps] = _where(self.source.file, key_event.start_mark)
            data[key] = self._node(value_event, steps, depth + 1)
            if isinstance(value_event, yaml.CollectionStartEvent):
                self.source.places[steps] = self.source.keys[steps]
        return data

    def _key(self, event: Any, path: Steps, depth: int) -> str | None:
        if not isinstance(event, yaml.ScalarEvent):
            self._node(event, (*path, ""), depth + 1)
            self._report(event.start_mark, "found a list or mapping as a key, expected a name")
            return None
        self._refuse(event, depth)
        self._check_scalar(event)
        key = str(event.value)
        if key == "<<":
            message = "found the merge key `<<`, expected plain keys"
            hint = "write out the keys, or refer to the record by its id"
        elif first := self.source.keys.get((*path, key)):
            message, hint = f"duplicate `{key}`, first at line {first.line}", "keep one"
        else:
            return key
        self._report(event.start_mark, message, hint)
        return None

    def _check_scalar(self, event: Any) -> None:
        start, end = event.start_mark, event.end_mark
        self.scalars.append(((start.line, start.column), (end.line, end.column)))
        behind = self.text[end.index : end.index + LONGEST_QUOTE].partition("\n")[0].strip()
        is_glued = behind[:1] == "#" and behind[1:2].isalnum() and not NOTE.match(behind)
        if is_glued and not event.style:
            hint = "quote the text if it goes on there; begin a comment with `# `"
            message = f"`{behind}` is a comment, and is not printed"
            self.doubts.append(Problem(_where(self.source.file, end), message, hint, "warning"))
        if half := SURROGATE.search(event.value):
            self._report(start, f"found U+{ord(half[0]):04X}, half of a surrogate pair")

    def _notes(self) -> dict[Steps, str]:
        # A note at the end of a line belongs to the first key of the line, one on lines of its own
        # to the next key. It may go on in the comment lines that follow it.
        keys = sorted((where.line, where.column, key) for key, where in self.source.keys.items())
        lines = self.text.splitlines() if "translators:" in self.text else []
        notes: dict[Steps, str] = {}
        for number, line in enumerate(lines, start=1):
            match = NOTE.search(line)
            at = (number - 1, match.start(1) if match else 0)
            last = bisect_right(self.scalars, (at, at)) - 1
            if match is None or (last >= 0 and at < self.scalars[last][1]):  # it is in a text
                continue
            words = [match[2]]
            below = bisect_left(keys, number + 1, key=itemgetter(0))
            if line[: match.start(1)].strip():
                above = bisect_left(keys, number, key=itemgetter(0))
                chosen = keys[above:below] or keys[:above][-1:]
            else:
                chosen = keys[below:]
                comments = (part.strip() for part in lines[number : number + LONGEST_NOTE])
                words += takewhile(lambda part: part[:1] == "#" and not NOTE.search(part), comments)
            if not chosen:
                where = Where(self.source.file, number, match.start(1) + 1)
                message = "found a note to translators with no text below it"
                self.problems.append(Problem(where, message))
                continue
            note, key = " ".join(part.removeprefix("#").strip() for part in words), chosen[0][2]
            notes[key] = f"{notes[key]}\n{note}" if key in notes else note
        return {key: note for key, note in notes.items() if note}


def _where(file: str, mark: Any) -> Where:
    return Where(file, mark.line + 1, mark.column + 1)


def plain_scalar(text: str) -> object:
    """Return the value of a plain scalar of YAML 1.2."""
    if text.lower() in WORDS and text in (text.lower(), text.capitalize(), text.upper()):
        return WORDS[text.lower()]
    match = NUMBER.fullmatch(text)
    if match is None:
        return text
    return int(text) if match[1] else Decimal(text)


def _explain_syntax_error(error: yaml.MarkedYAMLError, text: str, name: str) -> Problem:
    # The type of the error, its marks and the text there tell what is wrong: PyYAML may reword its
    # messages.
    mark, context = error.problem_mark or error.context_mark, error.context_mark
    message, hint = f"not YAML: {error.problem or error.context}", ""
    if mark is None:
        return Problem(Where(name), message)
    line = text.split("\n")[mark.line] if mark.line <= text.count("\n") else ""
    char, before, rest = text[mark.index : mark.index + 1], line[: mark.column], line[mark.column :]
    is_key = bool(rest[:1].strip("# ")) and ": " in f"{rest} "
    is_deep = False
    if isinstance(error, yaml.scanner.ScannerError):
        is_deep = char == ":"
        if is_deep and ": " in before:
            is_deep = False
            message = "found a second `: ` in one line, expected one key and one value"
            hint = "quote the text, or put it below the key after `>-`"
        elif "\t" in line:
            message, hint = "found a tab, expected spaces", "indent with spaces"
        elif char in RESERVED:
            hint = "quote text that starts with this character"
        elif context is not None and context.line < mark.line:
            mark, message = context, "found a line without a key"
            hint = "indent it as deep as the text above that goes on in it"
    elif isinstance(error, yaml.parser.ParserError) and context is not None:
        is_in_brackets = text[context.index : context.index + 1] in ("[", "{")
        is_deep = is_key and mark.column > context.column and not is_in_brackets
        hint = "check the indentation of this line and of the one above"
        if is_in_brackets:
            hint = "" if char in ("", ",", "]", "}") else "quote text that contains ? or :"
    if is_deep:
        message, hint = "this key is indented too deeply", "align it with the key above"
    return Problem(_where(name, mark), message, hint)


def _slip(error: yaml.MarkedYAMLError, text: str, name: str) -> Problem | None:
    mark, context = error.problem_mark, error.context_mark
    ends = mark is not None and not text[mark.index :].strip("\0 \n")
    if ends and context is not None and text[context.index : context.index + 1] in ("'", '"'):
        return Problem(_where(name, context), "found a quote that is not closed")
    lines = text.split("\n")
    last = min(mark.line if mark else 0, len(lines) - 1)
    first = max(min(context.line if context else last, last), last - LINES_AROUND)
    before = next((at for at in range(last - 1, -1, -1) if lines[at].strip()), last)
    for number in sorted({*range(first, last + 1), before}):
        match = SLIP.match(lines[number])
        kind = str(match.lastgroup) if match else ""
        if match and number == {"opener": last, "key": before}.get(kind, number):
            at = Where(name, number + 1, match.start(kind) + 1)
            return Problem(at, SLIPS[kind].format(match[kind]), HINTS[kind].format(match[kind]))
    if mark and context and mark.line > context.line and (bracket := text[context.index]) in "[{":
        # The parser goes on until it must stop: the slip is above.
        hint = f"line {mark.line + 1} is still within it"
        return Problem(_where(name, context), f"found a `{bracket}` that is not closed", hint)
    return None
