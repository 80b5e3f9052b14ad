"""PO files, and the texts of a canon that they hold."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

import polib

from aidgen.game.context import UI, Context
from aidgen.game.data import GameData
from aidgen.game.texts import Text
from aidgen.language.genders import GENDERS, variants
from aidgen.language.language import LANGUAGE_WORDS
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, beyond


def wanted(
    canon: GameData, domain: str, genders: Sequence[str] = ()
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


def read(
    path: Path,
    name: str,
    *,
    root: Path | None = None,
    limits: Limits = STANDARD,
    foreign: bool = False,
) -> tuple[polib.POFile, list[int]]:
    """Return the PO file at `path`, called `name` in problems, and the line of each msgstr.

    It has to lie in the pack `root`. Raises InputError at what is no PO file, and, unless it is a
    `foreign` file, of another tool, at an entry that is there twice, which may be so without
    contexts, and at a header that says another language than the folder.
    """
    most = "brought_bytes" if foreign else "file_bytes"
    text = files.text(path, root or path.parent, name, limits, most=most)
    lines = list(_lines(text, name))
    if len(lines) > limits.entries:
        raise InputError([beyond(Where(name), "entries", len(lines), limits)])
    try:
        po = polib.pofile(text + "\n")  # a text without line end may name a file
    except (OSError, ValueError, IndexError) as error:
        at = re.search(r"line (\d+)\)?:? ?(.*)", str(error))
        message = (at[2] if at else "") or "this line is not expected here"
        raise InputError(
            [Problem(Where(name, int(at[1]) if at else 0), f"broken entry: {message}")]
        ) from None
    if not foreign and (problems := [*_misheaded(po, text, name), *_twice(po, name, lines)]):
        raise InputError(problems)
    return po, lines


def _lines(text: str, name: str) -> Iterator[int]:
    """Yield the line of each msgstr; raises InputError at a line that a PO file cannot have."""
    for number, line in enumerate(text.splitlines(), start=1):
        # polib drops a character where a quote is missing, and says nothing.
        found = _LINE.fullmatch(line)
        if found is None:
            message = "found no line of a PO file, expected a comment, or a keyword and a text"
            hint = 'texts stand in quotes; a quote within one is written \\"'
            raise InputError([Problem(Where(name, number), message, hint)])
        if str(found[1]).startswith("msgstr"):
            yield number


def _misheaded(po: polib.POFile, text: str, name: str) -> Iterator[Problem]:
    """Yield what the header says that the file is not: another language, another charset."""
    folder = PurePosixPath(name).parent.name
    said = po.metadata.get("Language", "").strip()
    both = zip(_tongue(said), _tongue(folder), strict=False)  # fr_FR may lie in the folder fr
    if said and folder and any(one != other for one, other in both):
        where = Where(name, _header_line(text, "Language:"))
        hint = f"`Language: {folder}`, or move the file to locales/{said}/"
        yield Problem(where, f"says that it is in `{said}`, expected `{folder}`", hint)
    charset = re.search(r"charset=([\w.:-]+)", po.metadata.get("Content-Type", ""))
    if charset and charset[1] != "CHARSET" and not _is_utf_8(charset[1]):
        where = Where(name, _header_line(text, "charset="))
        yield Problem(where, f"says that it is in {charset[1]}, expected UTF-8")


def _tongue(locale: str) -> list[str]:
    """Return language, script and region of a locale, however it is spelt: pt-BR, pt_BR.UTF-8."""
    return re.split("[-_]", re.split("[.@]", locale)[0].lower())


def _is_utf_8(charset: str) -> bool:
    try:
        return codecs.lookup(charset).name in ("utf-8", "ascii")
    except LookupError:
        return False


def _header_line(text: str, words: str) -> int:
    return text.count("\n", 0, text.find(words)) + 1


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


def line_of(entry: polib.POEntry, lines: Sequence[int]) -> int:
    """Return the line of the first msgstr of `entry`, among those of all."""
    start = entry.linenum or 0
    after = bisect_right(lines, start)
    return lines[after] if after < len(lines) else start


_LINE = re.compile(
    r"\s*(?:#.*|"
    r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?'
)
"""A line of a PO file: a comment, a keyword with a text, a further line of a text, or nothing."""
