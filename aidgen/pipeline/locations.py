"""Finds the source of things on a page: of each text the line, of each fault its cause."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from pathlib import Path

from aidgen.game.aids import Aid
from aidgen.game.context import Context
from aidgen.game.data import GameData, find_all
from aidgen.game.fields import Picture
from aidgen.layout.faults import Fault
from aidgen.layout.promises import PrintedText
from aidgen.page.kinds import kind_of
from aidgen.page.stylesheet import STYLESHEET_NAME
from aidgen.pipeline.pack import Pack
from aidgen.problems import InputError, Problem, Severity, Where
from aidgen.sandbox import files

# What to do about a page of blocks that is too full in the smallest type.
FULL = (
    "say less, make a block wider, set a long table in columns with `fold`, print it in a book, "
    "or let a block begin another page: `new_page: true`"
)
# What to do about what is wider than its place in some kinds of aids, beside to shorten it.
WIDE = {
    "book": ", or set its chapter in one column",
    "cards": ", or make its card larger: `size` of the deck, or `paper`",
    "tokens": ", or make the token larger: `diameter`",
    "standees": ", or make the figure wider: `width`",
    "board": ", or make its space wider: `width`",
}
WIDE_BLOCK = ", or make its block wider: `width`"
WIDE_CELL = f"{WIDE_BLOCK}; a long heading can be `turned: true`"
WIDE_FIELD = ", or let its lines break: `place: list` in the deck"
# The key of an aid that some kinds of faults are about.
KEYS = {"pages": "pages", "order": "carries"}
# What to do about a page that looks unfinished.
ADVICE = {
    "blank": "print more there, the same in fewer pages, or let what follows break",
    "broken": "shorten what is before it, or start a page with it",
    "alone": "shorten what is before it, or start a page earlier",
    "uneven": "shorten the fullest, let it go on with `overflow`, or make the deck's cards larger",
    "order": "give it more room, or name first what is largest",
}
# How many texts of a card are named beside the longest.
MOST_NAMED = 4
# How many letters of a quotation are searched for in the templates: enough to identify it.
SOUGHT = 60


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


@dataclass(frozen=True)
class Printing:
    """A PDF: its aid, language and file name."""

    pack: Pack
    game_data: GameData
    aid: str
    pdf: str


def problems(
    printing: Printing, faults: Iterable[Fault], texts: Sequence[PrintedText]
) -> Iterator[Problem]:
    """Yield each of `faults` of a PDF, which prints `texts`, at the line that causes it, once.

    The line is that of its text, its template, or else of the card, region or aid.
    """
    pages: dict[Fault, list[int]] = defaultdict(list)
    for fault in faults:
        pages[replace(fault, page=0)].append(fault.page)
    for fault, numbers in pages.items():
        listed = ", ".join(str(number) for number in dict.fromkeys(numbers) if number)
        place = f"{printing.pdf}, page {listed}" if listed else printing.pdf
        yield _problem(printing, fault, place, texts)


def _problem(printing: Printing, fault: Fault, place: str, texts: Sequence[PrintedText]) -> Problem:
    context, hint = fault.context, ADVICE.get(fault.kind, "")
    aid = printing.game_data.aids[printing.aid]
    # The longest text of a card or region that is too full is the first to shorten.
    if fault.kind == "fit" and fault.box and not fault.words and not context:
        context, hint = _longest(fault.box, texts)
    elif fault.kind == "pages" and aid.blocks:
        hint = FULL
    elif fault.kind == "fit":
        hint = _cure(printing.game_data, aid, Context.read(context))
        if fault.words and fault.box and fault.box not in context:
            place = f"{fault.box}, {place}"
    severity: Severity = "error" if fault.level == "fault" else "warning"
    in_template = _quoted_at(printing, fault) if fault.quote else None
    if in_template:  # a mistake of a style sheet that concerns no words is the same in every PDF
        return Problem(in_template, fault.describe(place if fault.words else ""), hint, severity)
    message = fault.describe(place)
    if context:
        where = printing.pack.written(printing.game_data, Context.read(context))
        return Problem(where, f"`{context}`: {message}", hint, severity)
    record = printing.game_data.at("aids", printing.aid)
    if fault.box:
        record = Context.read(f"{printing.game_data.game.id}.{fault.box}")
    elif fault.kind in KEYS:
        record /= KEYS[fault.kind]
    return Problem(printing.game_data.where(record), message, hint, severity)


def _cure(game_data: GameData, aid: Aid, context: Context) -> str:
    if context.kind == "drawings":
        return "shorten it, or enlarge its rectangle"
    if aid.blocks:
        return f"shorten it{WIDE_CELL if context.kind == 'tables' else WIDE_BLOCK}"
    if "fields" in context.ids:  # of a card, or of its deck
        name = context.ids[1]
        deck = game_data.deck(name if context.kind == "decks" else game_data.cards[name].deck)
        if deck and deck.fields[context.ids[3]].place != "list":
            return f"shorten it{WIDE_FIELD}"
    kind = kind_of(game_data, aid.kind)
    return f"shorten it{WIDE.get(kind.name if kind else '', '')}"


def _longest(box: str, texts: Sequence[PrintedText]) -> tuple[str, str]:
    letters: dict[str, int] = {}
    for text in texts:
        if text.box == box:
            letters[text.context] = max(text.letters, letters.get(text.context, 0))
    longest, *others = sorted(letters, key=lambda context: -letters[context]) or [""]
    hint = f"also there: {', '.join(others[:MOST_NAMED])}" if others else ""
    return longest, hint


def _quoted_at(printing: Printing, fault: Fault) -> Where | None:
    """Return where a template or style sheet has what a fault quotes, or a record that file."""
    game_data = printing.game_data
    for context, picture in find_all(game_data, game_data.at(), Picture):
        if picture.file == fault.quote:
            return game_data.where(context / "file")
    # The engine writes blanks as it likes.
    sought = "".join(fault.quote[:SOUGHT].split())
    for root, path in _style_files(printing, fault):
        try:
            lines = files.read_text(path, root).splitlines()
        except InputError:  # of what cannot be read, no page was made
            continue
        dense = ["".join(line.split()) for line in lines]
        at = "".join(dense).find(sought)
        if at >= 0:
            ends = accumulate(map(len, dense))
            line = next(number for number, end in enumerate(ends, start=1) if end > at)
            return Where(path.relative_to(root).as_posix(), line)
    return None


def _style_files(printing: Printing, fault: Fault) -> Iterator[tuple[Path, Path]]:
    """Yield the templates, the pack's own first, and the style sheet; each after its root."""
    root = printing.game_data.root
    sheet = root / "content" / printing.game_data.game.id / STYLESHEET_NAME
    theme = [(root, sheet)] if sheet.is_file() else []
    templates = (
        (top, path)
        for top in printing.pack.roots
        for path in sorted((top / "templates").rglob("*"))
        if path.suffix in (".html", ".css")
    )
    # The style sheet says in which type a text is set, whatever the templates ask for.
    yield from chain(theme, templates) if fault.kind == "font" else chain(templates, theme)
