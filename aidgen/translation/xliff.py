"""XLIFF, versions 1.2 and 2: texts with context, state, notes, and what they were made for.

translate-toolkit reads and writes what the versions have in common. In version 2 it knows segments
alone; notes, names and the codes of other tools are of the unit around them, and read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from aidgen.translation.offers import Languages, Offer
from aidgen.translation.toolkit import Line, line_in, tag, toolkit


def read(content: bytes) -> Iterator[Line]:
    """Yield the texts of a file, each with its line; of which version it is, it says itself.

    Raises ValueError or SyntaxError if it is no XLIFF, MachineError without translate-toolkit.
    """
    if SECOND in content[:HEAD]:
        yield from _second(content)
        return
    for unit in toolkit("xliff").xlifffile.parsestring(content).units:
        if unit.istranslatable():
            context = str(unit.getid() or "").rpartition("\x04")[2]
            said = {name: unit.getnotes(origin) for name, origin in ORIGINS.items()}
            source, target = str(unit.source or ""), str(unit.target or "")
            fuzzy = bool(target) and unit.isfuzzy()
            yield line_in(unit.xmlelement), Offer(source, target, context, fuzzy, **said)


def first_version(offers: Sequence[Offer], languages: Languages) -> bytes:
    """Return a file of version 1.2."""
    source, target = tag(languages.source), tag(languages.target)
    begin = (
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">'
        f'<file original="{ORIGIN}" source-language="{source}" target-language="{target}"'
        ' datatype="plaintext"><body/></file></xliff>'
    )
    store = toolkit("xliff").xlifffile.parsestring(begin.encode())
    for one in offers:
        unit = store.addsourceunit(one.source, ORIGIN)
        unit.setid(one.context)
        if one.target:
            unit.target = one.target
            unit.markfuzzy(one.fuzzy)
            if not one.fuzzy:
                unit.markapproved()
        for name, origin in ORIGINS.items():
            unit.addnote(getattr(one, name), origin)
    return bytes(store)


def second_version(offers: Sequence[Offer], languages: Languages) -> bytes:
    """Return a file of version 2.0: the context is the name of a unit, as no id may have a `#`."""
    tags = tag(languages.source), tag(languages.target)
    store = toolkit("xliff2").Xliff2File(sourcelanguage=tags[0], targetlanguage=tags[1])
    for number, one in enumerate(offers, start=1):
        segment = store.addsourceunit(one.source)
        segment.setid(f"u{number}")
        if one.target:
            segment.target = one.target
            segment.markfuzzy(one.fuzzy)
        unit = segment.getunitelement()
        unit.set("name", one.context)
        _note(unit, one)
    return bytes(store)


def _note(unit: Any, offer: Offer) -> None:
    """Put the notes of an offer before the segment of a unit, where the standard has them."""
    notes = unit.makeelement(f"{{{NAMESPACE}}}notes")
    for name, origin in ORIGINS.items():
        if said := getattr(offer, name):
            note = notes.makeelement(f"{{{NAMESPACE}}}note", category=origin)
            note.text = said
            notes.append(note)
    if len(notes):
        unit.insert(0, notes)


# Version 2, read ---------------------------------------------------------------------------------


def _second(content: bytes) -> Iterator[Line]:
    segments = toolkit("xliff2").Xliff2File.parsestring(content).units
    for _, group in groupby(segments, key=lambda one: one.getunitelement()):
        parts = [*group]
        if parts[0].istranslatable():
            unit = parts[0].getunitelement()
            yield line_in(unit), _of_unit(unit, parts)


def _of_unit(unit: Any, segments: Iterable[Any]) -> Offer:
    """Return what a unit says: of its segments, which a tool may have cut, one text is made."""
    codes = {str(data.get("id")): data.text or "" for data in unit.iter("{*}data")}
    pieces = [*unit.iterchildren("{*}segment", "{*}ignorable")]
    source = "".join(_said(piece.find("{*}source"), codes) for piece in pieces)
    whole = all(piece.find("{*}target") is not None for piece in unit.iterchildren("{*}segment"))
    target = "".join(_target(piece, codes) for piece in pieces) if whole else ""
    notes = [*unit.iterfind("{*}notes/{*}note")]
    said = {
        name: "\n".join(one.text or "" for one in notes if one.get("category") == origin)
        for name, origin in ORIGINS.items()
    }
    fuzzy = bool(target) and any(segment.isfuzzy() for segment in segments)
    return Offer(source, target, unit.get("name") or unit.get("id") or "", fuzzy, **said)


def _target(piece: Any, codes: Mapping[str, str]) -> str:
    """Return the translation of a segment; what lies between two stays as it is in the source."""
    target = piece.find("{*}target")
    return _said(piece.find("{*}source") if target is None else target, codes)


def _said(element: Any, codes: Mapping[str, str]) -> str:
    """Return the text of an element, with what other tools took out of it as a code."""
    if element is None:
        return ""
    keys = [element.get(name) for name in ("dataRef", "dataRefStart", "dataRefEnd")]
    alone, before, after = (codes.get(key or "", "") for key in keys)
    inner = "".join(_said(child, codes) + (child.tail or "") for child in element)
    return f"{alone}{before}{element.text or ''}{inner}{after}"


NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"
SECOND = b"urn:oasis:names:tc:xliff:document:2"
"""How the name spaces of 2.0, which is also that of 2.1, and of 2.2 begin."""
HEAD = 2000
"""In so many bytes an XLIFF file says which version it is."""
ORIGIN = "aidgen"
"""What XLIFF takes for the name of the file that was translated."""
ORIGINS = {"note": "developer", "remark": "translator", "former": "former-source"}
"""Who says each kind of note of an offer; the last is what a fuzzy translation was made for."""
