"""Files of other tools: PO without contexts, XLIFF 1.2 and 2, CSV, TMX, and TBX for the glossary.

translate-toolkit reads and writes XLIFF, TMX and TBX; it is the optional dependency
`aidgen[exchange]`. For XLIFF 2 it handles only segments, so the notes, names and codes of units are
handled here.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

from aidgen.problems import InputError, MachineError, Problem, UsageError, Where
from aidgen.sandbox import files
from aidgen.sandbox.limits import STANDARD, Limits, over_limit
from aidgen.sandbox.xml import refuse_harmful
from aidgen.translation.memory import LanguagePair, MemoryUnit, units_of
from aidgen.translation.po import line_of, read_po

UnitAtLine = tuple[int, MemoryUnit]
"""A line number, and the unit found there."""


def toolkit(module: str) -> Any:
    """Return a module of translate-toolkit; raises MachineError if it is not installed."""
    try:
        return import_module(f"translate.storage.{module}")
    except ImportError:
        message = "this needs translate-toolkit: `pip install aidgen[exchange]`"
        raise MachineError(message) from None


def line_of_element(element: Any) -> int:
    """Return the line on which an XML element begins; 0 if unknown."""
    return int(element.sourceline or 0)


def xml_tag(locale: str) -> str:
    """Return a locale in XML notation: pt-BR."""
    return locale.replace("_", "-")


def read_units(path: Path, limits: Limits = STANDARD) -> list[MemoryUnit]:
    """Return the texts and translations in a file.

    Raises UsageError if its type is unknown, InputError if it cannot be read or exceeds a limit,
    MachineError if translate-toolkit is needed and missing.
    """
    reader = _by_suffix(UNIT_READERS, path)
    try:
        return list(_check_limits(reader(path, limits), str(path), limits))
    except (MachineError, InputError):
        raise
    except Exception as error:  # libraries raise anything on a broken file
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError([Problem(Where(str(path)), f"cannot be read: {reason}")]) from None


def _check_limits(lines: Iterable[UnitAtLine], name: str, limits: Limits) -> Iterator[MemoryUnit]:
    """Yield the units; raises InputError at the first that exceeds a limit."""
    for number, (line, offer) in enumerate(lines, start=1):
        if number > limits.entries:
            raise InputError([over_limit(Where(name, line), "entries", number, limits)])
        said = (offer.note, offer.remark, offer.former)
        for text in (offer.source, offer.target, offer.context, *said):
            if len(text) > limits.text:
                raise InputError([over_limit(Where(name, line), "text", len(text), limits)])
            if control := CONTROL.search(text):
                message = f"found U+{ord(control[0]):04X}, a control character"
                raise InputError([Problem(Where(name, line), message, "remove it")])
        yield offer


# Control characters but tabs and line ends, and halves of surrogate pairs.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def write_units(
    path: Path, offers: Sequence[MemoryUnit], languages: LanguagePair, *, second: bool = False
) -> bytes:
    """Return the content of a file of the type given by its name.

    XLIFF is version 1.2, or 2.0 if `second`. Raises as `read_units` does.
    """
    writer = _by_suffix(UNIT_WRITERS, path)
    if second and writer is write_xliff_1:
        writer = write_xliff_2
    content: bytes = writer(offers, languages)
    return content


def _by_suffix(table: Mapping[str, Callable[..., Any]], path: Path) -> Callable[..., Any]:
    if path.suffix not in table:
        hint = f"expected a name that ends in {', '.join(table)}"
        raise UsageError([Problem(Where(str(path)), f"unknown file type `{path.suffix}`", hint)])
    return table[path.suffix]


# Reading -----------------------------------------------------------------------------------------


def _read_po_file(path: Path, limits: Limits) -> Iterator[UnitAtLine]:
    real = path.resolve()  # the named file may be a link
    po, lines = read_po(real, str(path), limits=limits, foreign=True)
    for entry in po:
        yield from ((line_of(entry, lines), offer) for offer in units_of([entry]))


def _read_csv(path: Path, limits: Limits) -> Iterator[UnitAtLine]:
    """Read a table with column names in the first line; csv2po puts a location first.

    Commas, semicolons or tabs separate its cells, as spreadsheets save them in different languages;
    a first line such as `sep=;` may name the separator.
    """
    real = path.resolve()
    text = files.read_text(real, real.parent, str(path), limits, most="brought_bytes")
    named = SEPARATOR_LINE.match(text)
    table = text[named.end() :] if named else text
    separator = named[1] if named else _separator_of(table)
    rows = csv.DictReader(io.StringIO(table), delimiter=separator)
    if len(rows.fieldnames or ()) > limits.sheet_columns:
        columns = len(rows.fieldnames or ())
        raise InputError([over_limit(Where(str(path), 1), "sheet_columns", columns, limits)])
    for row in rows:
        known = {str(name).strip().lower(): words or "" for name, words in row.items()}
        if not {"source", "target"} <= known.keys():
            raise ValueError("the first line must name the columns `source` and `target`")
        said = {field: _unescape_cell(known.get(name, "")) for field, name in CSV_COLUMNS.items()}
        fuzzy = known.get("fuzzy", "").strip().lower() in TRUE_CELLS
        line = rows.line_num + bool(named)
        yield line, MemoryUnit(context=known.get("context", ""), fuzzy=fuzzy, **said)


def _separator_of(table: str) -> str:
    """Return the sign between the names of columns in the first line of a table."""
    first = table.partition("\n")[0]
    return max(SEPARATORS, key=first.count)


def _unescape_cell(cell: str) -> str:
    """Return a cell without the apostrophes that protect it from evaluation: `'- a`."""
    return ESCAPED.sub("", cell)


def _escape_cell(cell: str) -> str:
    """Return a cell of which no part is evaluated, even where `;` and ends of lines end cells."""
    return FORMULA.sub("'", cell)


def _read_xliff(path: Path, limits: Limits) -> Iterator[UnitAtLine]:
    yield from read_xliff(_read_xml(path, limits))


def _read_tmx(path: Path, limits: Limits) -> Iterator[UnitAtLine]:
    kind = toolkit("tmx").tmxfile
    for unit in kind.parsestring(_read_xml(path, limits)).units:
        yield (
            line_of_element(unit.xmlelement),
            MemoryUnit(str(unit.source or ""), str(unit.target or "")),
        )


def _read_xml(path: Path, limits: Limits) -> bytes:
    """Return an XML file that is safe to parse; raises InputError if it is too large or harmful."""
    real = path.resolve()
    content = files.read_file(real, real.parent, str(path), limits, most="brought_bytes")
    refuse_harmful(content, str(path), limits)
    return content


# Writing -----------------------------------------------------------------------------------------


def _write_csv(offers: Sequence[MemoryUnit], _: LanguagePair) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["context", "fuzzy", *CSV_COLUMNS.values()])
    for one in offers:
        said = [_escape_cell(getattr(one, field)) for field in CSV_COLUMNS]
        writer.writerow([one.context, "true" if one.fuzzy else "", *said])
    return out.getvalue().encode()


def _write_tmx(offers: Sequence[MemoryUnit], languages: LanguagePair) -> bytes:
    store = toolkit("tmx").tmxfile()
    for one in offers:
        if one.target and not one.fuzzy:
            tags = xml_tag(languages.source), xml_tag(languages.target)
            store.addtranslation(one.source, tags[0], one.target, tags[1])
    return bytes(store)


def _write_tbx(offers: Sequence[MemoryUnit], languages: LanguagePair) -> bytes:
    """Write the terms of the glossary, each in its printed form."""
    store = toolkit("tbx").tbxfile()
    store.setsourcelanguage(xml_tag(languages.source))
    store.settargetlanguage(xml_tag(languages.target))
    for one in offers:
        _, _, path = one.context.partition(".")
        if path.startswith("terms.") and not path.endswith(".definition") and one.target:
            unit = store.addsourceunit(one.source.split("|")[0])
            unit.target = one.target.split("|")[0]
    return bytes(store)


CSV_COLUMNS = {
    "source": "source",
    "target": "target",
    "note": "note",
    "remark": "comment",
    "former": "former source",
}
"""The fields of a unit with their column names."""
SEPARATORS = (",", ";", "\t")
"""The signs that spreadsheets put between cells."""
# The line by which Excel learns the separator: sep=;
SEPARATOR_LINE = re.compile(r'\ufeff?"?sep=([,;\t])"?\r?\n', re.IGNORECASE)
# Before the start of a formula in a spreadsheet, perhaps after apostrophes; some leave tabs out
# before it. Those that expect semicolons or tabs between cells find cells within ours.
FORMULA = re.compile(r"(?:\A|(?<=[;\t\r\n]))(?='*[-+=@\t\r])")
# The apostrophe that was put there.
ESCAPED = re.compile(r"(?:\A|(?<=[;\t\r\n]))'(?='*[-+=@\t\r])")
TRUE_CELLS = ("1", "true", "yes", "fuzzy")


def read_xliff(content: bytes) -> Iterator[UnitAtLine]:
    """Yield the units of a file of either version, each with its line.

    Raises ValueError or SyntaxError if it is not XLIFF, MachineError without translate-toolkit.
    """
    if XLIFF_2_PREFIX in content[:VERSION_BYTES]:
        yield from _read_xliff_2(content)
        return
    for unit in toolkit("xliff").xlifffile.parsestring(content).units:
        if unit.istranslatable():
            context = str(unit.getid() or "").rpartition("\x04")[2]
            said = {name: unit.getnotes(origin) for name, origin in NOTE_ORIGINS.items()}
            source, target = str(unit.source or ""), str(unit.target or "")
            fuzzy = bool(target) and unit.isfuzzy()
            yield (
                line_of_element(unit.xmlelement),
                MemoryUnit(source, target, context, fuzzy, **said),
            )


def write_xliff_1(offers: Sequence[MemoryUnit], languages: LanguagePair) -> bytes:
    """Return a file of version 1.2."""
    source, target = xml_tag(languages.source), xml_tag(languages.target)
    begin = (
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">'
        f'<file original="{ORIGINAL}" source-language="{source}" target-language="{target}"'
        ' datatype="plaintext"><body/></file></xliff>'
    )
    store = toolkit("xliff").xlifffile.parsestring(begin.encode())
    for one in offers:
        unit = store.addsourceunit(one.source, ORIGINAL)
        unit.setid(one.context)
        if one.target:
            unit.target = one.target
            unit.markfuzzy(one.fuzzy)
            if not one.fuzzy:
                unit.markapproved()
        for name, origin in NOTE_ORIGINS.items():
            unit.addnote(getattr(one, name), origin)
    return bytes(store)


def write_xliff_2(offers: Sequence[MemoryUnit], languages: LanguagePair) -> bytes:
    """Return a file of version 2.0; contexts are names of units, since ids cannot contain `#`."""
    tags = xml_tag(languages.source), xml_tag(languages.target)
    store = toolkit("xliff2").Xliff2File(sourcelanguage=tags[0], targetlanguage=tags[1])
    for number, one in enumerate(offers, start=1):
        segment = store.addsourceunit(one.source)
        segment.setid(f"u{number}")
        if one.target:
            segment.target = one.target
            segment.markfuzzy(one.fuzzy)
        unit = segment.getunitelement()
        unit.set("name", one.context)
        _add_notes(unit, one)
    return bytes(store)


def _add_notes(unit: Any, offer: MemoryUnit) -> None:
    """Insert the notes of a unit before its segment, as the standard requires."""
    notes = unit.makeelement(f"{{{XLIFF_2_NAMESPACE}}}notes")
    for name, origin in NOTE_ORIGINS.items():
        if said := getattr(offer, name):
            note = notes.makeelement(f"{{{XLIFF_2_NAMESPACE}}}note", category=origin)
            note.text = said
            notes.append(note)
    if len(notes):
        unit.insert(0, notes)


# Reading XLIFF 2 ---------------------------------------------------------------------------------


def _read_xliff_2(content: bytes) -> Iterator[UnitAtLine]:
    segments = toolkit("xliff2").Xliff2File.parsestring(content).units
    for _, group in groupby(segments, key=lambda one: one.getunitelement()):
        parts = [*group]
        if parts[0].istranslatable():
            unit = parts[0].getunitelement()
            yield line_of_element(unit), _unit_of(unit, parts)


def _unit_of(unit: Any, segments: Iterable[Any]) -> MemoryUnit:
    """Return an XLIFF 2 unit, with its segments (which tools may have split) joined."""
    codes = {str(data.get("id")): data.text or "" for data in unit.iter("{*}data")}
    pieces = [*unit.iterchildren("{*}segment", "{*}ignorable")]
    source = "".join(_text_of(piece.find("{*}source"), codes) for piece in pieces)
    whole = all(piece.find("{*}target") is not None for piece in unit.iterchildren("{*}segment"))
    target = "".join(_target_of(piece, codes) for piece in pieces) if whole else ""
    notes = [*unit.iterfind("{*}notes/{*}note")]
    said = {
        name: "\n".join(one.text or "" for one in notes if one.get("category") == origin)
        for name, origin in NOTE_ORIGINS.items()
    }
    fuzzy = bool(target) and any(segment.isfuzzy() for segment in segments)
    return MemoryUnit(source, target, unit.get("name") or unit.get("id") or "", fuzzy, **said)


def _target_of(piece: Any, codes: Mapping[str, str]) -> str:
    """Return the translation of a segment; what is between segments stays as in the source."""
    target = piece.find("{*}target")
    return _text_of(piece.find("{*}source") if target is None else target, codes)


def _text_of(element: Any, codes: Mapping[str, str]) -> str:
    """Return the text of an element, including what other tools replaced by codes.

    Raises ValueError if it is longer than the file may be: a code can stand in many places.
    """
    pieces, length = [], 0
    for piece in _pieces_of(element, codes):
        pieces.append(piece)
        length += len(piece)
        if length > STANDARD.brought_bytes:
            raise ValueError("its codes stand for a text that is too long")
    return "".join(pieces)


def _pieces_of(element: Any, codes: Mapping[str, str]) -> Iterator[str]:
    if element is None:
        return
    keys = [element.get(name) for name in ("dataRef", "dataRefStart", "dataRefEnd")]
    alone, before, after = (codes.get(key or "", "") for key in keys)
    yield from (alone, before, element.text or "")
    for child in element:
        yield from _pieces_of(child, codes)
        yield child.tail or ""
    yield after


XLIFF_2_NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"
XLIFF_2_PREFIX = b"urn:oasis:names:tc:xliff:document:2"
"""The common prefix of the namespaces of 2.0 (and 2.1) and 2.2."""
VERSION_BYTES = 2000
"""The version of an XLIFF file is within this many bytes."""
ORIGINAL = "aidgen"
"""The name of the translated file in XLIFF."""
NOTE_ORIGINS = {"note": "developer", "remark": "translator", "former": "former-source"}
"""The origin of each kind of note; the last is the source of a fuzzy translation."""


UNIT_READERS: Mapping[str, Callable[[Path, Limits], Iterator[UnitAtLine]]] = {
    ".po": _read_po_file,
    ".csv": _read_csv,
    ".xlf": _read_xliff,
    ".xliff": _read_xliff,
    ".tmx": _read_tmx,
}


UNIT_WRITERS: Mapping[str, Callable[[Sequence[MemoryUnit], LanguagePair], bytes]] = {
    ".csv": _write_csv,
    ".xlf": write_xliff_1,
    ".xliff": write_xliff_1,
    ".tmx": _write_tmx,
    ".tbx": _write_tbx,
}
"""Readers and writers by file suffix."""
