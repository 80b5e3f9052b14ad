"""A translation written anew in its place in a PO file, and nothing else in the file touched."""

from __future__ import annotations

import re
from collections.abc import Sequence

import polib

from aidgen.game.context import Context
from aidgen.problems import InputError, Problem, Where
from aidgen.translation.sync import WIDTH
from aidgen.translation.wrapping import BETWEEN

# The line on which the first translation of an entry begins.
TRANSLATED = re.compile(r"^msgstr", re.MULTILINE)
# A line of flags.
FLAGS = re.compile(r"^#,(.*)$\n?", re.MULTILINE)
# The lines of a former source.
FORMER = re.compile(r"^#\|.*$\n?", re.MULTILINE)


def translated(text: str, where: Where, context: Context, forms: Sequence[str]) -> str:
    """Return the text of a PO file with the translation of a context, in its `forms`, written anew.

    An entry that was fuzzy is so no more. Comments, wrapping and order of all else stay. Raises
    InputError if the file has no such entry, or has it in another number of forms.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    start, end, entry = _found(text.replace("\r\n", "\n"), where, context)
    whole = text.replace("\r\n", "\n")
    if len(forms) != len(entry.msgstr_plural or [""]):
        expected = len(entry.msgstr_plural or [""])
        message = f"found {len(forms)} forms of `{context}`, expected {expected}"
        raise InputError([Problem(where, message)])
    if entry.msgstr_plural:
        entry.msgstr_plural = dict(zip(sorted(entry.msgstr_plural), forms, strict=True))
    else:
        entry.msgstr = forms[0]
    written = entry.__unicode__(wrapwidth=WIDTH).rstrip("\n")
    said = TRANSLATED.search(written)
    block = whole[start:end]
    before = TRANSLATED.search(block)
    assert said is not None
    assert before is not None
    remarks = FORMER.sub("", FLAGS.sub(_without_fuzzy, block[: before.start()]))
    new = whole[:start] + remarks + written[said.start() :] + whole[end:]
    return new.replace("\n", newline)


def _without_fuzzy(line: re.Match[str]) -> str:
    flags = [flag.strip() for flag in line[1].split(",")]
    left = [flag for flag in flags if flag and flag != "fuzzy"]
    if len(left) == len(flags):
        return line[0]
    return f"#, {', '.join(left)}\n" if left else ""


def _found(text: str, where: Where, context: Context) -> tuple[int, int, polib.POEntry]:
    """Return the entry of a context that is in use: where it begins and ends, and what it says."""
    begin = 0
    ends = [*BETWEEN.finditer(text), None]
    for gap in ends:
        end = gap.start() if gap else len(text.rstrip("\n"))
        entry = _entry(text[begin:end], context)
        if entry is not None:
            return begin, end, entry
        begin = gap.end() if gap else end
    message = f"has no entry `{context}`"
    raise InputError([Problem(where, message, "`aidgen i18n sync` brings the file into step")])


def _entry(block: str, context: Context) -> polib.POEntry | None:
    if context.name not in block:
        return None
    try:
        entries = polib.pofile(block + "\n")
    except (OSError, ValueError, IndexError):
        return None
    for entry in entries:
        if entry.msgctxt == str(context) and not entry.obsolete:
            return entry
    return None
