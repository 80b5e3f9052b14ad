"""YAML read as plain data, together with the place (file, line, column) of every node.

Scalars follow YAML 1.2 (`no` and `1:30` are words); duplicate keys, anchors, merge keys and tags
are refused, because each of them lets a file say something other than what its reader sees.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

import yaml

from aidgen.problems import Problem, Unusable, Where

Steps = tuple[str | int, ...]

_INT = re.compile(r"-?[0-9]{1,18}")
_FLOAT = re.compile(r"-?(\.[0-9]+|[0-9]+\.[0-9]*)")
_WORDS: dict[str, object] = {"": None, "~": None, "null": None, "true": True, "false": False}


@dataclass(frozen=True)
class Source:
    """One YAML file: its data, and where each value and each key of it stands.

    A list or mapping below a key stands where its key does.
    """

    file: str
    data: object
    places: dict[Steps, Where] = field(default_factory=dict)
    keys: dict[Steps, Where] = field(default_factory=dict)


def source(path: Path, name: str | None = None) -> Source:
    """Read the YAML file at `path`, called `name` in problems.

    Raises Unusable with every fault found, where the file cannot be read as data.
    """
    shown = name or str(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Unusable([Problem(Where(shown), f"cannot be read: {error.strerror}")]) from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        message = f"byte {error.start + 1} is not UTF-8"
        raise Unusable([Problem(Where(shown, line), message, "save the file as UTF-8")]) from None
    return parse(text, shown)


def parse(text: str, name: str) -> Source:
    """Read YAML `text`, called `name` in problems; raises Unusable as `source` does."""
    found = Source(name, None)
    problems: list[Problem] = []
    try:
        node = _compose(text, name)
        data = None if node is None else _plain(node, (), found, problems)
    except RecursionError:
        raise Unusable([Problem(Where(name), "is nested too deeply")]) from None
    except yaml.MarkedYAMLError as error:
        raise Unusable([_explain(error, text, name)]) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        message = f"character U+{error.character:04X} is not allowed in YAML"
        raise Unusable([Problem(Where(name, line), message)]) from None
    if problems:
        raise Unusable(problems)
    return Source(name, data, found.places, found.keys)


def _compose(text: str, name: str) -> yaml.Node | None:
    """Return the root node of `text`, by libyaml (ten times faster) unless there is a fault."""
    if yaml.__with_libyaml__:
        try:
            events = yaml.parse(text, Loader=yaml.CSafeLoader)
            if not any(
                getattr(event, "anchor", None) or getattr(event, "tag", None) for event in events
            ):
                return yaml.compose(text, Loader=yaml.CSafeLoader)
        except yaml.YAMLError:
            pass  # said better, and at its column, by the loader in Python
    _refuse_indirection(text, name)
    return yaml.compose(text, Loader=yaml.SafeLoader)


def _at(name: str, mark: yaml.Mark) -> Where:
    return Where(name, mark.line + 1, mark.column + 1)


def _refuse_indirection(text: str, name: str) -> None:
    """Raise Unusable at the first anchor, alias or tag."""
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        where = _at(name, token.start_mark)
        if isinstance(token, (yaml.AnchorToken, yaml.AliasToken)):
            message = f"found the anchor or alias `{token.value}`, expected plain data"
            hint = "write the record once and quote it by its id; quote a text with * or & in front"
            raise Unusable([Problem(where, message, hint)])
        if isinstance(token, yaml.TagToken):
            tag = "".join(part or "" for part in token.value)
            hint = "quote a text with ! in front"
            raise Unusable([Problem(where, f"found the tag `{tag}`, expected plain data", hint)])


def _plain(node: yaml.Node, path: Steps, found: Source, problems: list[Problem]) -> object:
    found.places[path] = _at(found.file, node.start_mark)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, (*path, i), found, problems) for i, item in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, path, found, problems)
    return str(node.value) if getattr(node, "style", None) else _scalar(str(node.value))


def _mapping(
    node: yaml.MappingNode, path: Steps, found: Source, problems: list[Problem]
) -> dict[str, object]:
    data: dict[str, object] = {}
    for key_node, value_node in node.value:
        where = _at(found.file, key_node.start_mark)
        if not isinstance(key_node, yaml.ScalarNode):
            problems.append(Problem(where, "found a list or mapping as a key, expected a name"))
            continue
        key = str(key_node.value)
        if key == "<<":
            hint = "write the keys out, or quote the record by its id"
            problems.append(Problem(where, "found the merge key `<<`, expected plain keys", hint))
            continue
        if key in data:
            first = found.keys[(*path, key)]
            message = f"`{key}` is here twice, first at line {first.line}"
            problems.append(Problem(where, message, "keep one"))
            continue
        found.keys[(*path, key)] = where
        data[key] = _plain(value_node, (*path, key), found, problems)
        if not isinstance(value_node, yaml.ScalarNode):
            found.places[(*path, key)] = where
    return data


def _scalar(text: str) -> object:
    if text.lower() in _WORDS and text in (text.lower(), text.capitalize(), text.upper()):
        return _WORDS[text.lower()]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return Decimal(text)
    return text


def _explain(error: yaml.MarkedYAMLError, text: str, name: str) -> Problem:
    """Say a YAML syntax error in the words of the person who wrote the line."""
    mark = error.problem_mark or error.context_mark
    where = _at(name, mark) if mark else Where(name)
    message, hint = f"not YAML: {error.problem or error.context}", ""
    line = text.split("\n")[mark.line] if mark and mark.line < text.count("\n") + 1 else ""
    before = line[: mark.column] if mark else ""
    if "mapping values are not allowed" in message and ": " not in before:
        message, hint = "found a key that is indented too deeply", "start it below the key above"
    elif "mapping values are not allowed" in message:
        message = "found a second `: ` in one line, expected one key and one value"
        hint = "put the text in quotes, or below the key after `>-`"
    elif "cannot start any token" in message and "\t" in line:
        message, hint = "found a tab, expected spaces", "indent with spaces"
    elif "got '?'" in message:
        hint = "put a text with ? or : in it in quotes"
    elif "cannot start any token" in message:
        hint = "put a text that starts with such a character in quotes"
    elif "expected <block end>" in message and "found '<block mapping start>'" in message:
        message, hint = "found a key that is indented too deeply", "start it below the key above"
    elif "expected <block end>" in message:
        hint = "check the indentation of this line and of the one above"
    return Problem(where, message, hint)
