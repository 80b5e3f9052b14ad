"""PO files, and the texts of a canon that they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import polib

from aidgen.game.canon import Canon
from aidgen.game.context import UI, Context
from aidgen.game.texts import Text
from aidgen.language.genders import GENDERS, variants
from aidgen.language.language import LANGUAGE_WORDS
from aidgen.problems import Problem, Unusable, Where


def wanted(
    canon: Canon, domain: str, genders: Sequence[str] = ()
) -> Iterator[tuple[Context, Text]]:
    """Yield context and text of all that catalogue `domain` (a game or `ui`) holds.

    In a language that has `genders`, a text that goes by them has variants.
    """
    texts = list(canon.texts())
    if domain == UI:
        texts = [(Context(UI, (name,)), word) for name, word in canon.words.items()]
    yield from variants(canon, domain, texts, genders)


def is_own(context: Context) -> bool:
    """Tell whether a text is no translation of its source, but a language's own list of words."""
    return context.is_ui and (context.name in LANGUAGE_WORDS or context == GENDERS)


def read(path: Path, name: str, *, twice: bool = False) -> tuple[polib.POFile, list[int]]:
    """Return the PO file at `path`, called `name` in problems, and the line of each msgstr.

    Raises Unusable at what is no PO file, and, unless that may be so, at an entry that is there
    `twice`, as in a file of another tool without contexts.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        number = path.read_bytes()[: error.start].count(b"\n") + 1
        raise Unusable([Problem(Where(name, number), "is not UTF-8")]) from None
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        # polib drops a character where a quote is missing, and says nothing.
        found = _LINE.fullmatch(line)
        if found is None:
            message = "found no line of a PO file, expected a comment, or a keyword and a text"
            hint = 'texts stand in quotes; a quote within one is written \\"'
            raise Unusable([Problem(Where(name, number), message, hint)])
        if str(found[1]).startswith("msgstr"):
            lines.append(number)
    try:
        po = polib.pofile(text + "\n")  # a text without line end may name a file
    except (OSError, ValueError, IndexError) as error:
        at = re.search(r"line (\d+)\)?:? ?(.*)", str(error))
        message = (at[2] if at else "") or "this line is not expected here"
        raise Unusable(
            [Problem(Where(name, int(at[1]) if at else 0), f"broken entry: {message}")]
        ) from None
    if not twice and (problems := list(_twice(po, name, lines))):
        raise Unusable(problems)
    return po, lines


def _twice(po: polib.POFile, name: str, lines: list[int]) -> Iterator[Problem]:
    """Yield the entries that are there a second time: of those in use, a context may be so once."""
    first: dict[tuple[str | None, ...], int] = {}
    for entry in po:
        key = (entry.msgctxt, entry.msgid) if entry.obsolete else (entry.msgctxt,)
        line = line_of(entry, lines)
        if key in first:
            message = f"`{entry.msgctxt or ''}` is here twice, first at line {first[key]}"
            yield Problem(Where(name, line, 1), message, "keep one")
        first.setdefault(key, line)


def line_of(entry: polib.POEntry, lines: list[int]) -> int:
    """Return the line of the first msgstr of `entry`, among those of all."""
    start = entry.linenum or 0
    return next((line for line in lines if line > start), start)


_LINE = re.compile(
    r"\s*(?:#.*|"
    r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?'
)
"""A line of a PO file: a comment, a keyword with a text, a further line of a text, or nothing."""
