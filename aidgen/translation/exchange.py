"""Files of other tools: PO without contexts, XLIFF, CSV, TMX, and TBX for the glossary.

XLIFF, TMX and TBX are read and written by translate-toolkit, which is no part of aidgen: whoever
wants it installs `aidgen[exchange]`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from aidgen.problems import InputError, MachineError, Problem, UsageError, Where
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, beyond
from aidgen.sandbox.xml import refuse_harmful
from aidgen.translation import xliff
from aidgen.translation.offers import Languages, Offer, offers_of
from aidgen.translation.po import line_of
from aidgen.translation.po import read as read_po
from aidgen.translation.toolkit import Line, line_in, tag, toolkit


def offered(path: Path, limits: Limits = STANDARD) -> list[Offer]:
    """Read the texts and translations of a file.

    Raises UsageError if its kind is unknown, InputError if it cannot be read or has more than the
    limits allow, MachineError if that needs translate-toolkit, which is missing.
    """
    reader = _chosen(READERS, path)
    try:
        return list(_within(reader(path, limits), str(path), limits))
    except (MachineError, InputError):
        raise
    except Exception as error:  # whatever a library makes of a broken file
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError([Problem(Where(str(path)), f"cannot be read: {reason}")]) from None


def _within(lines: Iterable[Line], name: str, limits: Limits) -> Iterator[Offer]:
    """Pass offers on; raises InputError at the first that is beyond a limit."""
    for number, (line, offer) in enumerate(lines, start=1):
        if number > limits.entries:
            raise InputError([beyond(Where(name, line), "entries", number, limits)])
        said = (offer.note, offer.remark, offer.former)
        for text in (offer.source, offer.target, offer.context, *said):
            if len(text) > limits.text:
                raise InputError([beyond(Where(name, line), "text", len(text), limits)])
        yield offer


def written(
    path: Path, offers: Sequence[Offer], languages: Languages, *, second: bool = False
) -> bytes:
    """Return the content of a file, of the kind that its name says, which holds some texts.

    XLIFF is of version 1.2, or of the `second`. Raises as `offered` does.
    """
    writer = _chosen(WRITERS, path)
    if second and writer is xliff.first_version:
        writer = xliff.second_version
    content: bytes = writer(offers, languages)
    return content


def _chosen(table: Mapping[str, Callable[..., Any]], path: Path) -> Callable[..., Any]:
    if path.suffix not in table:
        hint = f"expected a name that ends in {', '.join(table)}"
        raise UsageError(
            [Problem(Where(str(path)), f"`{path.suffix}` is no kind known here", hint)]
        )
    return table[path.suffix]


# Reading -----------------------------------------------------------------------------------------


def _po(path: Path, limits: Limits) -> Iterator[Line]:
    real = path.resolve()  # who names a file may name a link
    po, lines = read_po(real, str(path), limits=limits, foreign=True)
    for entry in po:
        yield from ((line_of(entry, lines), offer) for offer in offers_of([entry]))


def _csv(path: Path, limits: Limits) -> Iterator[Line]:
    """Read a table whose first line says what its columns are; csv2po's have a location first."""
    real = path.resolve()
    text = files.text(real, real.parent, str(path), limits, most="brought_bytes")
    rows = csv.DictReader(io.StringIO(text))
    if len(rows.fieldnames or ()) > limits.sheet_columns:
        columns = len(rows.fieldnames or ())
        raise InputError([beyond(Where(str(path), 1), "sheet_columns", columns, limits)])
    for row in rows:
        known = {str(name).strip().lower(): words or "" for name, words in row.items()}
        if not {"source", "target"} <= known.keys():
            raise ValueError("expected a first line with `source` and `target`")
        said = {field: _unquoted(known.get(name, "")) for field, name in COLUMNS.items()}
        fuzzy = known.get("fuzzy", "").strip().lower() in TRUE
        yield rows.line_num, Offer(context=known.get("context", ""), fuzzy=fuzzy, **said)


def _unquoted(cell: str) -> str:
    """Return a cell without the apostrophe that keeps spreadsheets from reckoning: `'- a`."""
    return cell[1:] if cell[:1] == "'" and RECKONED.match(cell) else cell


def _quoted(cell: str) -> str:
    return f"'{cell}" if RECKONED.match(cell) else cell


def _xliff(path: Path, limits: Limits) -> Iterator[Line]:
    yield from xliff.read(_xml(path, limits))


def _tmx(path: Path, limits: Limits) -> Iterator[Line]:
    kind = toolkit("tmx").tmxfile
    for unit in kind.parsestring(_xml(path, limits)).units:
        yield line_in(unit.xmlelement), Offer(str(unit.source or ""), str(unit.target or ""))


def _xml(path: Path, limits: Limits) -> bytes:
    """Return an XML file that may be parsed; raises InputError if it is too large, or harmful."""
    real = path.resolve()
    content = files.read(real, real.parent, str(path), limits, most="brought_bytes")
    refuse_harmful(content, str(path), limits)
    return content


# Writing -----------------------------------------------------------------------------------------


def _as_csv(offers: Sequence[Offer], _: Languages) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["context", "fuzzy", *COLUMNS.values()])
    for one in offers:
        said = [_quoted(getattr(one, field)) for field in COLUMNS]
        writer.writerow([one.context, "true" if one.fuzzy else "", *said])
    return out.getvalue().encode()


def _as_tmx(offers: Sequence[Offer], languages: Languages) -> bytes:
    store = toolkit("tmx").tmxfile()
    for one in offers:
        if one.target and not one.fuzzy:
            tags = tag(languages.source), tag(languages.target)
            store.addtranslation(one.source, tags[0], one.target, tags[1])
    return bytes(store)


def _as_tbx(offers: Sequence[Offer], languages: Languages) -> bytes:
    """Write the words of the glossary, each in its printed form."""
    store = toolkit("tbx").tbxfile()
    store.setsourcelanguage(tag(languages.source))
    store.settargetlanguage(tag(languages.target))
    for one in offers:
        _, _, path = one.context.partition(".")
        if path.startswith("terms.") and not path.endswith(".definition") and one.target:
            unit = store.addsourceunit(one.source.split("|")[0])
            unit.target = one.target.split("|")[0]
    return bytes(store)


READERS: Mapping[str, Callable[[Path, Limits], Iterator[Line]]] = {
    ".po": _po,
    ".csv": _csv,
    ".xlf": _xliff,
    ".xliff": _xliff,
    ".tmx": _tmx,
}
WRITERS: Mapping[str, Callable[[Sequence[Offer], Languages], bytes]] = {
    ".csv": _as_csv,
    ".xlf": xliff.first_version,
    ".xliff": xliff.first_version,
    ".tmx": _as_tmx,
    ".tbx": _as_tbx,
}
"""What is read and written, by the end of a file's name."""

COLUMNS = {
    "source": "source",
    "target": "target",
    "note": "note",
    "remark": "comment",
    "former": "former source",
}
"""What an offer says, and how the column of a table is called that has it."""
# What a spreadsheet takes for a formula, with an apostrophe before it or not.
RECKONED = re.compile(r"'*[-+=@]")
TRUE = ("1", "true", "yes", "fuzzy")
