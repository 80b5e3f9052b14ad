"""PO files written so that an entry which says the same as before stays as it was, byte for byte.

Poedit, Weblate and polib break lines at other places, end them otherwise, and have the header in
another order. Whoever wrote a file last has chosen; we wrap only what we change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import polib

Said = tuple[object, ...]


@dataclass(frozen=True)
class _Block:
    """An entry as it stands in a file: what it says, and the lines that say it."""

    said: Said
    remarked: Said
    message: str
    remarks: str


def as_before(new: polib.POFile, old: str) -> str:
    """Return a PO file as text, with the lines of its former text `old` where they say the same.

    What has changed is wrapped as wide as the rest, and lines end as before.
    """
    former = old.replace("\r\n", "\n").strip("\n")
    new.wrapwidth = width(former, new.wrapwidth)
    texts = BETWEEN.split(str(new).strip("\n"))
    texts[0] = _headed(texts[0], former)
    before = BETWEEN.split(former)
    same = {*texts} & {*before}  # need not be read: most of a file, and reading is dear
    known: dict[Said, _Block] = {}
    for written in before:
        block = _block(written) if written not in same else None
        if block is not None:
            known.setdefault(block.said, block)
    text = "\n\n".join(one if one in same else _kept(one, known) for one in texts) + "\n"
    return text.replace("\n", "\r\n") if "\r\n" in old else text


def width(text: str, usual: int) -> int:
    """Return after how many characters a PO file breaks lines, 0 if it does so for no length.

    If too few of its texts are longer than one line, that is `usual`.
    """
    lines = [line for line in text.split("\n") if not line.startswith("#")]
    broken = sorted(
        len(line)
        for line, after in pairwise(lines)
        if after.startswith('"') and not line.endswith(('""', '\\n"'))
    )
    if len(broken) < TELLING:
        return 0 if max(map(len, lines), default=0) > WIDEST else usual
    return broken[-TELLING]  # one or two may have had a word that is longer


def _kept(text: str, known: Mapping[Said, _Block]) -> str:
    block = _block(text) if known else None
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
        said = ("", *sorted(po.metadata.items()))
        return _Block(said, (po.header, po.metadata_is_fuzzy), message, remarks)
    if len(entries) != 1 or po.metadata:
        return None
    (one,) = entries
    forms = tuple(sorted(one.msgstr_plural.items()))
    said = (one.obsolete, one.msgctxt, one.msgid, one.msgid_plural or "", one.msgstr, *forms)
    before = (one.previous_msgctxt, one.previous_msgid, one.previous_msgid_plural)
    comment = " ".join(one.comment.split())  # it is wrapped, too
    # polib takes what a translator says above the first entry of a text for that of the file.
    says = (po.header, one.tcomment)
    remarked = (says, comment, tuple(one.occurrences), frozenset(one.flags), before)
    return _Block(said, remarked, message, remarks)


# The header --------------------------------------------------------------------------------------


def _headed(new: str, former: str) -> str:
    """Return the header `new` with its fields in the order, and on the lines, of the former text.

    polib has an order of its own; a field that is new goes to the end.
    """
    begin, fields = _fields(new)
    _, before = _fields(BETWEEN.split(former)[0])
    order = {name: at for at, name in enumerate(before)}
    names = sorted(fields, key=lambda name: order.get(name, len(order)))
    lines = [
        before[name] if name in before and _plain(before[name]) == _plain(fields[name]) else text
        for name, text in ((name, fields[name]) for name in names)
    ]
    return "\n".join([begin, *lines])


def _fields(text: str) -> tuple[str, dict[str, str]]:
    """Return what stands before the fields of a header, and the line or lines of each by its name.

    What is no header has no fields.
    """
    begin, divided, rest = text.partition('msgid ""\nmsgstr ""\n')
    fields: dict[str, str] = {}
    gathered: list[str] = []
    for line in rest.split("\n"):
        gathered.append(line)
        if line.endswith('\\n"'):
            fields[gathered[0][1:].partition(":")[0]] = "\n".join(gathered)
            gathered = []
    return (begin + divided.rstrip("\n"), fields) if fields and not gathered else (text, {})


def _plain(lines: str) -> str:
    """Return the lines of a field as one."""
    return lines.replace('"\n"', "")


# One blank line or more.
BETWEEN = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+(?=\S)")
# The first line of what an entry says, also if it is obsolete; remarks of the former source stay
# before it.
MESSAGE = re.compile(r'(?:#~ ?)?(?:msg|")')

WIDEST = 120
"""A line so long shows that a file breaks none: gettext's width is 79, ours 88."""
TELLING = 3
"""So many broken texts show at which width a file breaks lines."""
