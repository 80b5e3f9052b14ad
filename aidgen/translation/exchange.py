"""Files of other tools: PO without contexts, XLIFF, CSV, TMX, and TBX for the glossary.

XLIFF, TMX and TBX are read and written by translate-toolkit, which is no part of aidgen: whoever
wants it installs `aidgen[exchange]`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from aidgen.jail import files
from aidgen.jail.limits import STANDARD, Limits, beyond
from aidgen.jail.xml import refuse_harmful
from aidgen.problems import Misspoken, Problem, Unequipped, Unusable, Where
from aidgen.translation.offers import Offer, offers_of
from aidgen.translation.po import line_of
from aidgen.translation.po import read as read_po


@dataclass(frozen=True)
class Languages:
    """Of which language texts are, and into which they are translated."""

    source: str
    target: str


Line = tuple[int, Offer]
"""What a file offers, and at which line."""


def offered(path: Path, limits: Limits = STANDARD) -> list[Offer]:
    """Read the texts and translations of a file.

    Raises Misspoken if its kind is unknown, Unusable if it cannot be read or has more than the
    limits allow, Unequipped if that needs translate-toolkit, which is missing.
    """
    reader = _chosen(READERS, path)
    try:
        return list(_within(reader(path, limits), str(path), limits))
    except (Unequipped, Unusable):
        raise
    except Exception as error:  # whatever a library makes of a broken file
        reason = " ".join(str(error).split()) or type(error).__name__
        raise Unusable([Problem(Where(str(path)), f"cannot be read: {reason}")]) from None


def _within(lines: Iterable[Line], name: str, limits: Limits) -> Iterator[Offer]:
    """Pass offers on; raises Unusable at the first that is beyond a limit."""
    for number, (line, offer) in enumerate(lines, start=1):
        if number > limits.entries:
            raise Unusable([beyond(Where(name, line), "entries", number, limits)])
        for text in (offer.source, offer.target, offer.context, offer.note):
            if len(text) > limits.text:
                raise Unusable([beyond(Where(name, line), "text", len(text), limits)])
        yield offer


def written(path: Path, offers: Sequence[Offer], languages: Languages) -> bytes:
    """Return the content of a file, of the kind that its name says, which holds some texts."""
    content: bytes = _chosen(WRITERS, path)(offers, languages)
    return content


def _chosen(table: Mapping[str, Callable[..., Any]], path: Path) -> Callable[..., Any]:
    if path.suffix not in table:
        hint = f"expected a name that ends in {', '.join(table)}"
        raise Misspoken([Problem(Where(str(path)), f"`{path.suffix}` is no kind known here", hint)])
    return table[path.suffix]


def _toolkit(module: str) -> Any:
    """Return a module of translate-toolkit; raises Unequipped if it is not installed."""
    try:
        return import_module(f"translate.storage.{module}")
    except ImportError:
        message = "this needs translate-toolkit: `pip install aidgen[exchange]`"
        raise Unequipped(message) from None


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
        raise Unusable([beyond(Where(str(path), 1), "sheet_columns", columns, limits)])
    for row in rows:
        known = {str(name).strip().lower(): words or "" for name, words in row.items()}
        if not {"source", "target"} <= known.keys():
            raise ValueError("expected a first line with `source` and `target`")
        source, target = (_unquoted(known[name]) for name in ("source", "target"))
        fuzzy = known.get("fuzzy", "").strip().lower() in TRUE
        yield rows.line_num, Offer(source, target, known.get("context", ""), fuzzy)


def _unquoted(cell: str) -> str:
    """Return a cell without the apostrophe that keeps spreadsheets from reckoning: `'- a`."""
    return cell[1:] if cell[:1] == "'" and RECKONED.match(cell) else cell


def _quoted(cell: str) -> str:
    return f"'{cell}" if RECKONED.match(cell) else cell


def _xliff(path: Path, limits: Limits) -> Iterator[Line]:
    content = _xml(path, limits)
    second = b"urn:oasis:names:tc:xliff:document:2" in content[:HEAD]
    kind = _toolkit("xliff2").Xliff2File if second else _toolkit("xliff").xlifffile
    for unit in kind.parsestring(content).units:
        if unit.istranslatable():
            context = str(unit.getid() or "").rpartition("\x04")[2]
            offer = Offer(str(unit.source or ""), str(unit.target or ""), context, _is_fuzzy(unit))
            yield _line(unit), offer


def _is_fuzzy(unit: Any) -> bool:
    return bool(unit.target) and bool(unit.isfuzzy())


def _tmx(path: Path, limits: Limits) -> Iterator[Line]:
    kind = _toolkit("tmx").tmxfile
    for unit in kind.parsestring(_xml(path, limits)).units:
        yield _line(unit), Offer(str(unit.source or ""), str(unit.target or ""))


def _line(unit: Any) -> int:
    return int(unit.xmlelement.sourceline or 0)


def _xml(path: Path, limits: Limits) -> bytes:
    """Return an XML file that may be parsed; raises Unusable if it is too large, or harmful."""
    real = path.resolve()
    content = files.read(real, real.parent, str(path), limits, most="brought_bytes")
    refuse_harmful(content, str(path), limits)
    return content


# Writing -----------------------------------------------------------------------------------------


def _as_csv(offers: Sequence[Offer], _: Languages) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["context", "source", "target", "fuzzy", "note"])
    for one in offers:
        fuzzy = "true" if one.fuzzy else ""
        source, target = _quoted(one.source), _quoted(one.target)
        writer.writerow([one.context, source, target, fuzzy, _quoted(one.note)])
    return out.getvalue().encode()


def _as_xliff(offers: Sequence[Offer], languages: Languages) -> bytes:
    source, target = _tag(languages.source), _tag(languages.target)
    begin = (
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">'
        f'<file original="{ORIGIN}" source-language="{source}" target-language="{target}"'
        ' datatype="plaintext"><body/></file></xliff>'
    )
    store = _toolkit("xliff").xlifffile.parsestring(begin.encode())
    for one in offers:
        unit = store.addsourceunit(one.source, ORIGIN)
        unit.setid(one.context)
        if one.target:
            unit.target = one.target
            unit.markfuzzy(one.fuzzy)
            if not one.fuzzy:
                unit.markapproved()
        if one.note:
            unit.addnote(one.note)
    return bytes(store)


def _as_tmx(offers: Sequence[Offer], languages: Languages) -> bytes:
    store = _toolkit("tmx").tmxfile()
    for one in offers:
        if one.target and not one.fuzzy:
            tags = _tag(languages.source), _tag(languages.target)
            store.addtranslation(one.source, tags[0], one.target, tags[1])
    return bytes(store)


def _as_tbx(offers: Sequence[Offer], languages: Languages) -> bytes:
    """Write the words of the glossary, each in its printed form."""
    store = _toolkit("tbx").tbxfile()
    store.setsourcelanguage(_tag(languages.source))
    store.settargetlanguage(_tag(languages.target))
    for one in offers:
        _, _, path = one.context.partition(".")
        if path.startswith("terms.") and not path.endswith(".definition") and one.target:
            unit = store.addsourceunit(one.source.split("|")[0])
            unit.target = one.target.split("|")[0]
    return bytes(store)


def _tag(locale: str) -> str:
    return locale.replace("_", "-")


READERS: Mapping[str, Callable[[Path, Limits], Iterator[Line]]] = {
    ".po": _po,
    ".csv": _csv,
    ".xlf": _xliff,
    ".xliff": _xliff,
    ".tmx": _tmx,
}
WRITERS: Mapping[str, Callable[[Sequence[Offer], Languages], bytes]] = {
    ".csv": _as_csv,
    ".xlf": _as_xliff,
    ".xliff": _as_xliff,
    ".tmx": _as_tmx,
    ".tbx": _as_tbx,
}
"""What is read and written, by the end of a file's name."""

ORIGIN = "aidgen"
"""What XLIFF takes for the name of the file that was translated."""
# What a spreadsheet takes for a formula, with an apostrophe before it or not.
RECKONED = re.compile(r"'*[-+=@]")
TRUE = ("1", "true", "yes", "fuzzy")
HEAD = 2000
"""In so many bytes an XLIFF file says which version it is."""
