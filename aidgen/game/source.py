"""YAML read as plain data, together with the place (file, line, column) of every node.

Scalars follow YAML 1.2 (`no` and `1:30` are words); duplicate keys, anchors, merge keys and tags
are refused, because each of them lets a file say something other than what its reader sees.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import yaml

from aidgen.game.texts import exceeded_limits
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, over_limit

Steps = tuple[str | int, ...]

_INT = re.compile(r"-?[0-9]{1,18}")
# A number with zeros in front: it stays as it was typed, since 007 may be a name.
_PADDED = re.compile(r"-?0[0-9]")
# As YAML has it, without an exponent: .5, 1.25, 3.
_FLOAT = re.compile(r"-?(\.[0-9]+|[0-9]+\.[0-9]*)")
# A note in a comment, alone on its line or behind a space: the whole of it, and its words.
_NOTE = re.compile(r"(?:^|(?<=\s))(#\s?translators:\s*(.*))$", re.MULTILINE)
CACHED_FILES = 64
"""How many files are remembered as they were read: those of two games, and before."""
_WORDS: dict[str, object] = {"": None, "~": None, "null": None, "true": True, "false": False}


@dataclass(frozen=True)
class Source:
    """One YAML file: its data, and the place of each value and key.

    A list or mapping has the place of its key. `notes` are comments for translators, by the key
    below or beside them.
    """

    file: str
    data: object
    places: dict[Steps, Where] = field(default_factory=dict)
    keys: dict[Steps, Where] = field(default_factory=dict)
    notes: dict[Steps, str] = field(default_factory=dict)
    doubts: tuple[Problem, ...] = ()


def read_yaml(
    path: Path, name: str | None = None, *, root: Path | None = None, limits: Limits = STANDARD
) -> Source:
    """Read the YAML file at `path`, called `name` in problems; it has to lie in the pack `root`.

    Raises InputError with every fault found, where the file cannot be read as data.
    """
    shown = name or str(path)
    return parse_yaml(files.read_text(path, root or path.parent, shown, limits), shown, limits)


@lru_cache(maxsize=CACHED_FILES)
def parse_yaml(text: str, name: str, limits: Limits = STANDARD) -> Source:
    """Read YAML `text`, called `name` in problems; raises InputError as `read_yaml` does.

    What was read is remembered: while one file is written, the others stay as they are.
    """
    source = Source(name, None)
    problems: list[Problem] = []
    try:
        node = compose_yaml(text, name, limits)
        data = None if node is None else _plain_data(node, (), source, problems)
        notes = _notes(text, node, source.keys, problems, name)
    except yaml.MarkedYAMLError as error:
        raise InputError(
            [_slip(error, text, name) or _explain_syntax_error(error, text, name)]
        ) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        message = f"character U+{error.character:04X} is not allowed in YAML"
        raise InputError([Problem(Where(name, line), message)]) from None
    if node is not None:
        problems += _oversized_texts(node, name, limits)
    if problems:
        raise InputError(problems[:MOST_REPORTED])
    return Source(name, data, source.places, source.keys, notes)


def compose_yaml(text: str, name: str, limits: Limits = STANDARD) -> yaml.Node | None:
    """Return the root node of `text`, by libyaml (ten times faster) unless there is a fault."""
    if yaml.__with_libyaml__:
        try:
            if not _is_indirect(yaml.parse(text, Loader=yaml.CSafeLoader), name, limits):
                return yaml.compose(text, Loader=yaml.CSafeLoader)
        except yaml.MarkedYAMLError:
            if len(text) > LONGEST_EXPLAINED:
                raise
            # the loader in Python explains it better, with its column
        except yaml.YAMLError:
            pass
    _refuse_indirection(text, name)
    events = yaml.parse(text, Loader=yaml.SafeLoader)
    _is_indirect(events, name, limits)
    return yaml.compose(text, Loader=yaml.SafeLoader)


def _is_indirect(events: Iterator[yaml.Event], name: str, limits: Limits) -> bool:
    """Tell whether there is an anchor, an alias or a tag among the events of a file.

    Raises InputError at the first event that is beyond the limits: nothing was built by then.
    """
    depth = nodes = 0
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > limits.nesting:
                problem = over_limit(place_of(name, event.start_mark), "nesting", depth, limits)
                raise InputError([problem])
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        nodes += isinstance(event, yaml.NodeEvent)
        if nodes > limits.nodes:
            raise InputError([over_limit(place_of(name, event.start_mark), "nodes", nodes, limits)])
        if getattr(event, "anchor", None) or getattr(event, "tag", None):
            return True
    return False


def _oversized_texts(node: yaml.Node, name: str, limits: Limits) -> Iterator[Problem]:
    """Yield the texts below `node` that are too long, have too much markup, or half characters."""
    if isinstance(node, yaml.ScalarNode):
        if half := SURROGATE.search(str(node.value)):
            message = f"found U+{ord(half[0]):04X}, half of a surrogate pair"
            yield Problem(place_of(name, node.start_mark), message)
        for key, number in exceeded_limits(str(node.value), limits):
            yield over_limit(place_of(name, node.start_mark), key, number, limits)
        return
    for child in node.value:
        for inner in child if isinstance(child, tuple) else (child,):
            yield from _oversized_texts(inner, name, limits)


def place_of(name: str, mark: Any) -> Where:
    """Return the place of a mark in a file called `name`."""
    if mark is None:
        return Where(name)
    return Where(name, mark.line + 1, mark.column + 1)


def _refuse_indirection(text: str, name: str) -> None:
    """Raise InputError at the first anchor, alias or tag."""
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        where = place_of(name, token.start_mark)
        if isinstance(token, (yaml.AnchorToken, yaml.AliasToken)):
            message = f"found the anchor or alias `{token.value}`, expected plain data"
            hint = "refer to the record by its id; quote text that starts with * or &"
            raise InputError([Problem(where, message, hint)])
        if isinstance(token, yaml.TagToken):
            tag = "".join(part or "" for part in token.value)
            hint = "quote text that starts with !"
            raise InputError([Problem(where, f"found the tag `{tag}`, expected plain data", hint)])


def _plain_data(node: yaml.Node, path: Steps, found: Source, problems: list[Problem]) -> object:
    found.places[path] = place_of(found.file, node.start_mark)
    if isinstance(node, yaml.SequenceNode):
        return [_plain_data(item, (*path, i), found, problems) for i, item in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, path, found, problems)
    return str(node.value) if getattr(node, "style", None) else plain_scalar(str(node.value))


def _mapping(
    node: yaml.MappingNode, path: Steps, found: Source, problems: list[Problem]
) -> dict[str, object]:
    data: dict[str, object] = {}
    for key_node, value_node in node.value:
        where = place_of(found.file, key_node.start_mark)
        if not isinstance(key_node, yaml.ScalarNode):
            problems.append(Problem(where, "found a list or mapping as a key, expected a name"))
            continue
        key = str(key_node.value)
        if key == "<<":
            hint = "write out the keys, or refer to the record by its id"
            problems.append(Problem(where, "found the merge key `<<`, expected plain keys", hint))
            continue
        if key in data:
            first = found.keys[(*path, key)]
            message = f"duplicate `{key}`, first at line {first.line}"
            problems.append(Problem(where, message, "keep one"))
            continue
        if node.flow_style and value_node.start_mark.index == key_node.end_mark.index:
            message = f"found `{key}` without a value, expected `key: value`"
            hint = "a comma in braces ends the text: quote text that contains one"
            problems.append(Problem(where, message, hint))
            continue
        found.keys[(*path, key)] = where
        data[key] = _plain_data(value_node, (*path, key), found, problems)
        if not isinstance(value_node, yaml.ScalarNode):
            found.places[(*path, key)] = where
    return data


def _notes(
    text: str,
    node: yaml.Node | None,
    keys: Mapping[Steps, Where],
    problems: list[Problem],
    name: str,
) -> dict[Steps, str]:
    """Return the notes to translators among the comments, by the key that each belongs to.

    A note at the end of a line belongs to the first key of the line, one on lines of its own to
    the next key. It may go on in the comment lines that follow it.
    """
    if _NOTE.search(text) is None:
        return {}
    scalars = [] if node is None else list(_spans(node))
    starts = [start for start, _ in scalars]
    order = sorted(keys.items(), key=lambda item: (item[1].line, item[1].column))
    key_lines = [where.line for _, where in order]
    lines = text.splitlines()
    notes: dict[Steps, list[str]] = {}
    for number, line in enumerate(lines, start=1):
        match = _NOTE.search(line)
        if match is None:
            continue
        at = (number - 1, match.start(1))
        last = bisect_right(starts, at) - 1
        if last >= 0 and at < scalars[last][1]:
            continue
        alone = not line[: match.start(1)].strip()
        note = (
            [match[2], *_following_comments(lines[number : number + LONGEST_NOTE])]
            if alone
            else [match[2]]
        )
        below, above = bisect_right(key_lines, number), bisect_left(key_lines, number)
        beside = order[above:below][:1] or order[:above][-1:]
        for key, _ in order[below : below + 1] if alone else beside:
            notes.setdefault(key, []).append(" ".join(part.strip() for part in note))
            break
        else:
            message = "found a note to translators with no text below it"
            problems.append(Problem(Where(name, number, match.start(1) + 1), message))
    return {key: "\n".join(filter(None, said)) for key, said in notes.items()}


def _following_comments(lines: Sequence[str]) -> Iterator[str]:
    """Yield the words of the comment lines with which `lines` begin, up to the next note."""
    for line in lines:
        comment = re.fullmatch(r"\s*#(.*)", line)
        if comment is None or _NOTE.search(line):
            return
        yield comment[1]


def _spans(node: yaml.Node) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield where each scalar below `node` begins and ends, as lines and columns from 0."""
    if isinstance(node, yaml.ScalarNode):
        start, end = node.start_mark, node.end_mark
        yield (start.line, start.column), (end.line, end.column)
        return
    for child in node.value:
        for inner in child if isinstance(child, tuple) else (child,):
            yield from _spans(inner)


def plain_scalar(text: str) -> object:
    """Return the value of a plain scalar of YAML 1.2."""
    if text.lower() in _WORDS and text in (text.lower(), text.capitalize(), text.upper()):
        return _WORDS[text.lower()]
    if _INT.fullmatch(text) and not _PADDED.match(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return Decimal(text)
    return text


def _explain_syntax_error(error: yaml.MarkedYAMLError, text: str, name: str) -> Problem:
    """Explain a syntax error of YAML to the author.

    The type of the error, its marks and the text there tell what is wrong: PyYAML may reword its
    messages.
    """
    mark, context = error.problem_mark or error.context_mark, error.context_mark
    message, hint = f"not YAML: {error.problem or error.context}", ""
    if mark is None:
        return Problem(Where(name), message)
    line = text.split("\n")[mark.line] if mark.line <= text.count("\n") else ""
    char, before, rest = text[mark.index : mark.index + 1], line[: mark.column], line[mark.column :]
    in_brackets = context is not None and text[context.index : context.index + 1] in ("[", "{")
    is_key = re.match(r"[^\s#].*?:(\s|$)", rest) is not None
    if isinstance(error, yaml.scanner.ScannerError):
        if char == ":" and ": " in before:
            message = "found a second `: ` in one line, expected one key and one value"
            hint = "quote the text, or put it below the key after `>-`"
        elif char == ":":
            message, hint = "this key is indented too deeply", "align it with the key above"
        elif "\t" in line:
            message, hint = "found a tab, expected spaces", "indent with spaces"
        elif char in RESERVED:
            hint = "quote text that starts with this character"
    elif isinstance(error, yaml.parser.ParserError) and context is not None:
        if in_brackets:
            hint = "" if char in ("", ",", "]", "}") else "quote text that contains ? or :"
        elif is_key and mark.column > context.column:
            message, hint = "this key is indented too deeply", "align it with the key above"
        else:
            hint = "check the indentation of this line and of the one above"
    return Problem(place_of(name, mark), message, hint)


def _slip(error: yaml.MarkedYAMLError, text: str, name: str) -> Problem | None:
    """Return the slip of the pen that a syntax error comes from, where that can be seen."""
    mark, context = error.problem_mark, error.context_mark
    ends = mark is not None and not text[mark.index :].strip("\0 \n")
    if ends and context is not None and text[context.index : context.index + 1] in ("'", '"'):
        return Problem(place_of(name, context), "found a quote that is not closed")
    lines = text.split("\n")
    last = min(mark.line if mark else 0, len(lines) - 1)
    first = max(min(context.line if context else last, last), last - LINES_AROUND)
    before = next((at for at in range(last - 1, -1, -1) if lines[at].strip()), last)
    for number in sorted({*range(first, last + 1), before}):
        for slip in SLIPS:
            found = slip.pattern.match(lines[number])
            if found and (number == {"last": last, "before": before}.get(slip.line, number)):
                at = Where(name, number + 1, found.start(1) + 1)
                return Problem(at, slip.message.format(found[1]), slip.hint.format(found[1]))
    return None


class _Slip(NamedTuple):
    """A slip of the pen: in which line, by its first group, and what to say of that."""

    line: Literal["any", "before", "last"]
    """Any from the beginning of what cannot be read to its end, that end, or the line before it."""
    pattern: re.Pattern[str]
    message: str
    hint: str


LINES_AROUND = 20
"""How many lines before a syntax error its cause is looked for."""
SLIPS = (
    _Slip(
        "any",
        re.compile(r" *([^\S \t\r])\s*\S"),
        "found a space of another kind before the text, such as a no-break space",
        "indent with usual spaces",
    ),
    _Slip(
        "any",
        re.compile(r".*?:\s+(#[0-9A-Fa-f]{3}(?:[0-9A-Fa-f]{3})?)\b"),
        "found `#`, which begins a comment",
        'put quotes around it: "{}"',
    ),
    _Slip(
        "last",
        re.compile(
            r"\s*(?:- +)*(?:[^\s:#'\"]+: +)?([{\[*])"
            r"(?:(?<=\*)[^\s*]+\*|(?<!\*)[^{}\[\]]*[}\]])\s*[^\s#,\]}]"
        ),
        "found a text that starts with `{}`",
        "put the whole text in quotes",
    ),
    _Slip(
        "before",
        re.compile(r"\s*(?:- +)*([A-Za-z_][\w-]*:)(?!//)[^\s:]"),
        "found no space behind `{}`",
        "put one there",
    ),
)
RESERVED = tuple("@`%|>")
"""Characters that a plain text of YAML cannot start with, and that mean nothing else there."""
SURROGATE = re.compile(r"[\ud800-\udfff]")
"""Half a character, as an escape may write it: nothing can print it."""
LONGEST_EXPLAINED = 100_000
"""Characters of a file whose syntax errors are looked for by the loader in Python, which explains
them better and takes ten seconds for a million."""
MOST_REPORTED = 200
"""The most faults of one file that are reported: nobody reads more at once."""
LONGEST_NOTE = 40
"""Lines that a note to translators may have."""
