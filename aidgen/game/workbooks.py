"""What workbooks have in common: their parts, their texts, and cells that cannot be printed.

Of a workbook we read what its cells show, and nothing else. We read XLSX and ODS files ourselves,
and strictly: a file that a spreadsheet program would have to repair is refused.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

from aidgen.problems import InputError, Problem, Where, did_you_mean
from aidgen.sandbox.limits import Limits, over_limit
from aidgen.sandbox.xml import refuse_harmful

SheetRow = tuple[int, Sequence[str | Problem]]
"""The number of a row, and the texts of its cells, or why they cannot be printed."""
MOST_PARTS = 500
"""Parts of a workbook: it has some ten, and one for each picture."""
MOST_TAGS = 400_000
"""Tags of a part: 100,000 texts, or 100,000 cells; they take three seconds."""
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:E[+-]?[0-9]+)?", re.I)
"""A number as it is saved: Python itself reads nan and 1_000 as numbers, too."""
STRICT_NAMES = {
    f"http://purl.oclc.org/ooxml/{name}".encode(): f"http://schemas.openxmlformats.org/{usual}".encode()
    for name, usual in (
        ("spreadsheetml/main", "spreadsheetml/2006/main"),
        ("officeDocument/relationships", "officeDocument/2006/relationships"),
    )
}
"""What Excel calls the elements of a “Strict Open XML” workbook, and of any other."""
XML_SUFFIXES = (".xml", ".rels")
FORMAT_AS_TEXT = (
    "format the cells as text before you type values that look like dates, such as 1/2 or 2-5"
)


def refusal(where: Where, message: str, hint: str = "") -> InputError:
    """Return the error that a cell or a file cannot be read."""
    return InputError([Problem(where, message, hint)])


@dataclass(frozen=True)
class WorkbookReading:
    """A workbook that is read, `shown` in problems: which sheet is wanted, and what it has."""

    shown: str
    sheet: str | None
    """The name of the sheet; None for the first that is not hidden."""
    limits: Limits
    hidden: set[int] = field(default_factory=set)
    """The numbers of hidden rows with cells, as far as it was read."""
    sheets: list[str] = field(default_factory=list)
    """The names of all its sheets, hidden ones last."""
    doubts: list[Problem] = field(default_factory=list)
    """Warnings about its cells."""

    def choose_sheet(self, sheets: Iterable[tuple[str, bool]]) -> str:
        """Return the name of the sheet to read, of those that there are and may be hidden.

        Raises InputError if there is none of that name, or two.
        """
        self.sheets.extend(name for name, _ in sorted(sheets, key=lambda sheet: sheet[1]))
        name = self.sheet or next(iter(self.sheets), "")
        where = Where(self.shown)
        if name not in self.sheets:
            hint = did_you_mean(name, self.sheets) or f"known: {', '.join(self.sheets)}"
            raise refusal(where, f"has no sheet `{name}`", hint)
        if self.sheets.count(name) > 1:
            raise refusal(where, f"has more than one sheet `{name}`")
        return name


@dataclass(frozen=True)
class WorkbookParts:
    """The XML parts of a workbook."""

    parts: Mapping[str, bytes]
    shown: str
    limits: Limits

    def tree(self, name: str, root: str) -> ElementTree.Element:
        """Return a part as a tree with the root `root`; raises InputError if it has none."""
        where = Where(self.shown)
        part = self.parts.get(name, b"")
        if part.count(b"<") > MOST_TAGS:
            raise refusal(where, f"has more than {MOST_TAGS:,} tags in {name}")
        refuse_harmful(part, f"{self.shown}/{name}", self.limits)
        for strict, usual in STRICT_NAMES.items():
            part = part.replace(strict, usual)
        tree = ElementTree.fromstring(part)
        if tree.tag != root:
            found, expected = (tag.rpartition("}")[2] for tag in (tree.tag, root))
            hint = "save it as an “Excel workbook” (.xlsx), or as .ods"
            message = f"found <{found}> of another format in {name}, expected <{expected}>"
            raise refusal(where, message, hint)
        return tree


def read_parts(content: bytes, shown: str, limits: Limits) -> WorkbookParts:
    """Return the XML parts of a workbook; raises InputError if they are too many or too large."""
    found: dict[str, bytes] = {}
    room = limits.unpacked_bytes
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            infos = archive.infolist()
            if len(infos) > MOST_PARTS:
                raise refusal(Where(shown), f"has more than {MOST_PARTS} parts")
            for info in infos:
                if info.filename in found:
                    raise refusal(Where(shown), f"has two parts {info.filename}")
                if info.filename.endswith(XML_SUFFIXES):
                    with archive.open(info) as stream:
                        found[info.filename] = stream.read(room + 1)
                    room -= len(found[info.filename])
                if room < 0:
                    unpacked = limits.unpacked_bytes - room
                    raise InputError([over_limit(Where(shown), "unpacked_bytes", unpacked, limits)])
    except (BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError, ValueError):
        hint = "save it again as .xlsx or .ods, without a password"
        raise refusal(Where(shown), "is not a readable workbook", hint) from None
    return WorkbookParts(found, shown, limits)


def text_or_problem(
    read: Callable[[], str], where: Where, reading: WorkbookReading
) -> str | Problem:
    """Return the text of the cell at `where`, or why it cannot be printed; notes what is lost."""
    limits = reading.limits
    try:
        text, *listed = read().split(LOOKS)
    except InputError as error:
        return error.problems[0]
    if len(text) > limits.text:
        raise InputError([over_limit(where, "text", len(text), limits)])
    if struck := STRUCK_WORDS.search(text):
        message = f"found `{struck[1][:40]}`, which is struck out"
        return Problem(where, message, "delete it, or take the line through it away")
    looks = dict(zip(listed[::2], listed[1::2], strict=True))
    if len(looks) > 1:
        look, words = [(look, words) for look, words in looks.items() if look][-1]
        message = f"`{words[:40]}` is {look.partition('|')[0]} in the sheet, and printed plain"
        hint = "make it bold or italic"
        reading.doubts.append(Problem(where, message, hint, severity="warning"))
    return text


def without_empty_end(texts: list[str | Problem]) -> list[str | Problem]:
    """Return the texts of a row without empty ones at the end."""
    while texts and not texts[-1]:
        texts.pop()
    return texts


def saved_text(text: str) -> str:
    """Return a text of a file, without the characters that mean something to us alone."""
    return OUR_SIGNS.sub("\ufffd", text)


# The noncharacters of `STRUCK`, `LOOKS` and `OWN_LOOK`, which a hostile file may hold.
OUR_SIGNS = re.compile("[\ufdd0-\ufdd3]")


def shift_figures(text: str, place: str) -> str:
    """Return a text with its figures raised (`superscript`) or lowered (`subscript`)."""
    return text.translate(SHIFTED.get(place, {}))


def strike(text: str) -> str:
    """Mark words that are struck out."""
    return f"{STRUCK[0]}{text}{STRUCK[1]}" if text.strip() else text


def look_words(*, underlined: bool, colour: str) -> str:
    """Return what of a look we do not print; black and all that is nearly black is no colour."""
    if NEARLY_BLACK.fullmatch(colour):
        colour = ""
    return " and ".join(["underlined"] * underlined + [f"coloured|{colour}"] * bool(colour))


def listed_looks(runs: Iterable[tuple[str, str]]) -> str:
    """Return what follows the text of a cell to tell how its runs look, words and look of each.

    It is each look with the first words that have it, and nothing if they all look alike.
    """
    looks: dict[str, str] = {}
    for words, look in runs:
        if words.strip():
            looks.setdefault(look, words.strip())
    if len(looks) == 1:
        return ""
    return "".join(f"{LOOKS}{look}{LOOKS}{words}" for look, words in looks.items())


LOOKS, OWN_LOOK = "\ufdd2", "\ufdd3"
"""What separates the looks behind the text of a cell, and what stands for the look of the cell."""
# A colour that is printed as black, in six digits.
NEARLY_BLACK = re.compile("(?:[0-3][0-9A-F]){3}")
SHIFTED = {
    "superscript": str.maketrans("0123456789+-−()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ"),
    "subscript": str.maketrans("0123456789+-−()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₍₎"),
}
STRUCK = "\ufdd0", "\ufdd1"
"""What surrounds words that are struck out: characters that no text has."""
STRUCK_WORDS = re.compile(f"{STRUCK[0]}([^{STRUCK[1]}]*)", re.DOTALL)
# The words of a line of a run, without the spaces around them.
RUN_WORDS = re.compile(r"^([^\S\n]*)(\S(?:.*\S)?)([^\S\n]*)$", re.MULTILINE)


def marked_runs(runs: Iterable[tuple[str, bool, bool]]) -> str:
    """Return the text of runs, each with whether it is bold and italic, in Markdown."""
    alike: list[tuple[list[str], bool, bool]] = []
    for text, bold, italic in runs:
        if alike and (not text.strip() or alike[-1][1:] == (bold, italic)):
            alike[-1][0].append(text)
        elif text:
            alike.append(([text], bold, italic))
    return "".join(
        RUN_WORDS.sub(rf"\1{stars}\2{stars}\3", "".join(texts))
        if (stars := "**" * bold + "*" * italic)
        else "".join(texts)
        for texts, bold, italic in alike
    )
