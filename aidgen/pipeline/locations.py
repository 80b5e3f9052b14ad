"""Finds the source of things on a page: where a text is printed and written, and the source of each
fault."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from aidgen.assets.colours import LEGIBLE, WHITE, are_alike, contrast, parse_colour
from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.layout.faults import Fault
from aidgen.layout.promises import PrintedText
from aidgen.page.stylesheet import STYLESHEET_NAME
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job
from aidgen.problems import InputError, Problem, Severity, Where
from aidgen.sandbox import files


@dataclass(frozen=True, order=True)
class Print:
    """A text on paper: its msgctxt, the PDF, page and card, and the line where it is written."""

    context: str
    pdf: Path
    page: int
    box: str
    where: Where

    def __str__(self) -> str:
        """Return where it is printed, and where it is written."""
        box = f", {self.box}" if self.box else ""
        return f"{self.context}: {self.pdf}, page {self.page}{box} ({self.where})"

    def answers(self, asked: str) -> bool:
        """Tell whether it matches a query: its context or the beginning of it, or PDF[:PAGE]."""
        name, _, page = asked.partition(":")
        if name.endswith(".pdf"):
            return self.pdf.name == Path(name).name and page in ("", str(self.page))
        return f"{self.context}.".startswith(f"{asked}.")


def prints(
    pack: Pack, game_data: GameData, pdf: Path, texts: Iterable[PrintedText]
) -> Iterator[Print]:
    """Yield where each of `texts` of a `pdf` is printed, and where it is written."""
    for text in texts:
        if text.page:
            where = pack.written(game_data, Context.read(text.context))
            yield Print(text.context, pdf, text.page, text.box, where)


@dataclass(frozen=True)
class Printing:
    """A PDF: its aid, language and file name."""

    pack: Pack
    game_data: GameData
    aid: str
    pdf: str

    @classmethod
    def of(cls, job: Job) -> Printing:
        """Return the PDF of a job, in its own language."""
        return cls(job.pack, job.game_data, job.aid, job.output.name)

    def where(self, context: str) -> Where:
        """Return where the text of a context is written: the line in the PO file, or the YAML."""
        return self.pack.written(self.game_data, Context.read(context))


def problems(
    printing: Printing, faults: Iterable[Fault], texts: Sequence[PrintedText]
) -> Iterator[Problem]:
    """Yield each of `faults` of a PDF, which prints `texts`, at the line that causes it.

    The line is that of the text it concerns. For a card or region that is too full it is that of
    the longest text, the first to shorten; the hint names the others. A fault without a text leads
    to its template, or else to the card, region or aid. A fault on several pages is reported once.
    """
    pages: dict[Fault, list[int]] = defaultdict(list)
    pale: list[Fault] = []
    for fault in faults:
        if _is_of_accent(fault, printing.game_data.game.accent):
            pale.append(fault)
        else:
            pages[replace(fault, page=0)].append(fault.page)
    if pale:
        yield _accent(printing, pale)
    for fault, numbers in pages.items():
        yield _problem(printing, fault, _page_reference(printing, numbers), texts)


def _problem(printing: Printing, fault: Fault, place: str, texts: Sequence[PrintedText]) -> Problem:
    context, hint = fault.context, ""
    if fault.kind == "fit" and fault.box and not fault.words:
        context, hint = _longest(fault.box, texts)
    elif fault.kind == "pages" and printing.game_data.aids[printing.aid].blocks:
        hint = FULL
    severity: Severity = "warning" if fault.is_doubt else "error"
    in_template = _in_styles(printing, fault) if fault.quote else None
    if in_template and not fault.words:  # a mistake of a style sheet is the same in every PDF
        return Problem(in_template, fault.describe(), hint, severity)
    message = fault.describe(place)
    if in_template:
        return Problem(in_template, message, hint, severity)
    if context:
        return Problem(printing.where(context), f"`{context}`: {message}", hint, severity)
    where = printing.game_data.where(_faulty_record(printing, fault))
    return Problem(where, message, hint, severity)


def _faulty_record(printing: Printing, fault: Fault) -> Context:
    """Return the card or region that a fault concerns; of what concerns none, the aid."""
    if fault.box:
        return Context.read(f"{printing.game_data.game.id}.{fault.box}")
    aid = printing.game_data.at("aids", printing.aid)
    return aid / "pages" if fault.kind == "pages" else aid


def _page_reference(printing: Printing, numbers: Iterable[int]) -> str:
    """Return the PDF and its pages, as they are named in a message."""
    listed = ", ".join(str(number) for number in dict.fromkeys(numbers) if number)
    return f"{printing.pdf}, page {listed}" if listed else printing.pdf


def _longest(box: str, texts: Sequence[PrintedText]) -> tuple[str, str]:
    """Return the context of the text that is longest as printed in a box, and a hint to others."""
    letters: dict[str, int] = {}
    for text in texts:
        if text.box == box:
            letters[text.context] = max(text.letters, letters.get(text.context, 0))
    longest, *others = sorted(letters, key=lambda context: -letters[context]) or [""]
    hint = f"also there: {', '.join(others[:OTHERS])}" if others else ""
    if len(others) > OTHERS:
        hint += f" and {len(others) - OTHERS} more"
    return longest, hint


def _is_of_accent(fault: Fault, accent: str) -> bool:
    """Tell whether words are invisible because the game's accent is nearly white."""
    if contrast(parse_colour(accent), WHITE) >= LEGIBLE:
        return False
    return any(are_alike(parse_colour(seen), parse_colour(accent)) for seen in fault.colours)


def _accent(printing: Printing, faults: Sequence[Fault]) -> Problem:
    accent = printing.game_data.game.accent
    ratio = contrast(parse_colour(accent), WHITE)
    place = _page_reference(printing, [fault.page for fault in faults])
    return Problem(
        printing.game_data.where(printing.game_data.at("game", "accent")),
        f"`accent`: {accent} has a contrast of {ratio:.2g} : 1 to white, expected at least "
        f"{LEGIBLE:g} : 1: “{faults[0].words}” is hard to see in {place}",
        severity="warning" if all(fault.is_doubt for fault in faults) else "error",
    )


def _in_styles(printing: Printing, fault: Fault) -> Where | None:
    """Return the first line of style sheets and templates that has the HTML or CSS of a fault.

    Blanks are ignored; a piece that is longer than a line is found by its beginning.
    """
    parts = (re.escape(part) for part in re.split(r"\s+|(?<=:)", fault.quote[:SOUGHT]) if part)
    sought = re.compile(r"\s*".join(parts))
    for root, path in _style_files(printing, is_theme_first=fault.kind in OF_TYPE):
        try:
            text = files.read_text(path, root)
        except InputError:  # of what cannot be read, no page was made
            continue
        match = sought.search(text)
        if match:
            line = text.count("\n", 0, match.start()) + 1
            return Where(path.relative_to(root).as_posix(), line)
    return None


def _style_files(printing: Printing, *, is_theme_first: bool) -> Iterator[tuple[Path, Path]]:
    """Yield the templates, the pack's own first, and the game's style sheet; each after its root.

    A text is set in the type that the style sheet asks for, whatever the templates ask for.
    """
    root = printing.game_data.root
    sheet = root / "content" / printing.game_data.game.id / STYLESHEET_NAME
    theme = [(root, sheet)] if sheet.is_file() else []
    templates = (
        (top, path)
        for top in printing.pack.roots
        for path in sorted((top / "templates").rglob("*"))
        if path.suffix in (".html", ".css")
    )
    yield from chain(theme, templates) if is_theme_first else chain(templates, theme)


OF_TYPE = ("font",)
"""The faults of a request for type."""
FULL = "say less, make a block wider, or let one begin another page: `new_page: true`"
"""What to do about a page of blocks that is too full in the smallest type."""
OTHERS = 4
"""How many texts of a card are named beside the longest."""
SOUGHT = 60
"""How many letters of a quotation are searched for in the templates: enough to identify it."""
