"""PO files written so that an entry which says the same as before stays as it was, byte for byte.

Poedit, Weblate and polib break lines at other places. Whoever wrote a file last has chosen; we wrap
only what we change.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import polib


@dataclass(frozen=True)
class _Block:
    """An entry as it stands in a file: what it says, and the lines that say it."""

    said: tuple[object, ...]
    remarked: tuple[object, ...]
    message: str
    remarks: str


def as_before(new: polib.POFile, old: str) -> str:
    """Return a PO file as text, with the lines of its former text `old` where they say the same."""
    known: dict[tuple[object, ...], _Block] = {}
    for written in BETWEEN.split(old.replace("\r\n", "\n").strip("\n")):
        block = _block(written)
        if block is not None:
            known.setdefault(block.said, block)
    return "\n\n".join(_kept(text, known) for text in _texts(new)) + "\n"


def _texts(new: polib.POFile) -> list[str]:
    return BETWEEN.split(str(new).strip("\n"))


def _kept(text: str, known: dict[tuple[object, ...], _Block]) -> str:
    block = _block(text)
    before = known.get(block.said) if block else None
    if block is None or before is None:
        return text
    remarks = before.remarks if before.remarked == block.remarked else block.remarks
    return remarks + before.message


def _block(text: str) -> _Block | None:
    """Read the text of an entry, None if it is not that of one entry alone."""
    try:
        po = polib.pofile(text + "\n")
    except (OSError, ValueError, IndexError):
        return None
    entries = [*po]
    lines = text.split("\n")
    first = next((at for at, line in enumerate(lines) if MESSAGE.match(line)), len(lines))
    remarks, message = "".join(f"{line}\n" for line in lines[:first]), "\n".join(lines[first:])
    if not entries and po.metadata:  # the header
        said = ("", *po.metadata.items())
        return _Block(said, (po.header, po.metadata_is_fuzzy), message, remarks)
    if len(entries) != 1 or po.metadata:
        return None
    (one,) = entries
    forms = tuple(sorted(one.msgstr_plural.items()))
    said = (one.obsolete, one.msgctxt, one.msgid, one.msgid_plural or "", one.msgstr, *forms)
    before = (one.previous_msgctxt, one.previous_msgid, one.previous_msgid_plural)
    comment = " ".join(one.comment.split())  # it is wrapped, too
    remarked = (one.tcomment, comment, tuple(one.occurrences), tuple(one.flags), before)
    return _Block(said, remarked, message, remarks)


# One blank line or more.
BETWEEN = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+(?=\S)")
# The first line of what an entry says, also if it is obsolete; remarks of the former source stay
# before it.
MESSAGE = re.compile(r'(?:#~ ?)?(?:msg|")')
