"""Whether everything fits: text that is cut off or outside its place, small or without a glyph."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from aidgen.assets.faces import face_for, face_names
from aidgen.assets.families import is_known, own_families
from aidgen.layout.boxes import PT_PER_PX, PX_PER_MM, LaidBox
from aidgen.layout.document import LONG_CLASS, Document
from aidgen.layout.faults import Fault, FaultKind, shorten
from aidgen.layout.fits import TOLERANCE, BoxFit, LaidItem, LaidText, Overflow, PageItems

# The usual height of a line as a part of its type, to count an excess in lines.
LINE_HEIGHT = 1.25
# By how many pt or mm something may be too small, or too near the cut.
ROUNDING = 0.05
# By how many mm a text may be outside the safe zone: its box is larger than its letters.
NEAR_CUT = 0.3
# Any font will do for these (CSS Fonts 4, 2.1.3).
GENERIC_FAMILIES = ("serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui")
# Categories of characters that need no glyph: spaces, accents that a letter may bring along.
INVISIBLE_CATEGORIES = ("Cc", "Cf", "Zl", "Zp", "Zs", "Mn", "Cn")
# How many of our families are named: the others are for other scripts.
OWN_SHOWN = 2
# What the engine divides words with: it takes another hyphen where a font has none.
HYPHEN = "\N{HYPHEN}"


def check_fit(
    document: Document,
    roots: Sequence[Element],
    pages: Sequence[PageItems],
    fits: Sequence[BoxFit],
) -> Iterator[Fault]:
    """Yield what does not fit the pages of a document; `roots` are its trees."""
    wide_tables = tuple(_wide_tables(pages))
    tables = tuple(f"{table.context}." for table in wide_tables if table.context)
    for fault in _overflow_faults(pages):
        if not f"{fault.context}.".startswith(tables):  # else its table is the cause
            yield fault
    for fit in fits:
        if fit.divided:
            listed = ", ".join(map(str, dict.fromkeys(fit.pages)))
            yield Fault(kind="fit", message=f"is split, on page {listed}", box=fit.name)
    yield from _long_pages(pages, fits)
    yield from wide_tables
    yield from _link_faults(roots)
    yield from _small_type(document.smallest, pages)
    yield from _font_faults(pages)
    for page in pages:
        if document.safe is not None:
            yield from _near_cut(page, document.safe)
        for head, following, gap, least in page.close_heads:
            message = f"is {gap * PT_PER_PX:.1f} pt from the next column head, “{following.quoted}”"
            expected = f"at least {least * PT_PER_PX:.1f} pt"
            yield _text_fault("close", message, head, page, expected)


def _long_pages(pages: Sequence[PageItems], fits: Sequence[BoxFit]) -> Iterator[Fault]:
    numbers: dict[Element, list[int]] = defaultdict(list)
    for page in pages:
        for main in page.page.mains:
            if main.element is not None and LONG_CLASS not in main.element.get("class", "").split():
                numbers[main.element].append(page.page.number)
    for element, taken in numbers.items():
        if len(taken) > 1:
            inner = set(element.iter())
            over = (fit.name for fit in fits if fit.element in inner and fit.pages[-1] > taken[0])
            message = f"takes up {len(taken)} pages"
            yield Fault(
                kind="pages", message=message, expected="1", box=next(over, ""), page=taken[0]
            )


def _wide_tables(pages: Sequence[PageItems]) -> Iterator[Fault]:
    """Yield the tables that are wider than their column of a book, their card or their region."""
    for page in pages:
        places = [(holder.box, holder.box.border[2]) for holder in page.fits]
        for main in page.page.mains:
            if main.element is not None and LONG_CLASS in main.element.get("class", "").split():
                places.append((main, main.content[2] if main.sized else page.page.width))
        for box, edge in places:
            name = box.element.get("data-fit", "") if box.element is not None else ""
            for table, excess, width in _beyond_column(box, edge):
                yield Fault(
                    kind="fit",
                    message=f"the table is {excess:.1f} mm too wide",
                    expected=f"a width of at most {round(width, 1):g} mm",
                    words=table.get("data-title", ""),
                    context=table.get("data-context", ""),
                    box=name,
                    page=page.page.number,
                )


def _beyond_column(box: LaidBox, right: float) -> Iterator[tuple[Element, float, float]]:
    """Yield the tables that go beyond the edge of a box in px, how far, and their room, in mm."""
    for child in box.children:
        if child.sized and child.element is not None and child.element.tag == "table":
            excess = (child.border[2] - right) / PX_PER_MM
            if excess > TOLERANCE:
                yield child.element, excess, (right - child.border[0]) / PX_PER_MM
        else:
            yield from _beyond_column(child, child.content[2] if child.sized else right)


def _text_fault(
    kind: FaultKind,
    message: str,
    text: LaidItem,
    page: PageItems,
    expected: str = "",
    quote: str = "",
) -> Fault:
    return Fault(
        kind=kind,
        message=message,
        expected=expected,
        words=text.quoted,
        context=text.around.context,
        box=text.around.name,
        page=page.page.number,
        quote=quote,
    )


def _overflow_faults(pages: Sequence[PageItems]) -> Iterator[Fault]:
    """Yield what is larger than its place; of what is printed several times, the worst."""
    worst: dict[object, tuple[PageItems, Overflow]] = {}
    for page in pages:
        for leaving in page.overflows:
            around = leaving.furthest.around
            # A paragraph is laid out in many pieces: lines, and what is bold or in italics.
            cause: object = (around.context or leaving.item, around.name)
            if leaving.item is None:
                cause = around.name or leaving.holder
            if cause not in worst or worst[cause][1].length < leaving.length:
                worst[cause] = page, leaving
    for page, leaving in worst.values():
        yield _overflow_fault(page, leaving)


def _overflow_fault(page: PageItems, leaving: Overflow) -> Fault:
    item, message = leaving.furthest, f"{leaving.length:g} mm"
    if leaving.holder is not None and leaving.side == "below":
        lines = leaving.length * PX_PER_MM / (leaving.holder.lettering.size * LINE_HEIGHT)
        message += f" (about {lines:.1f} lines)"
    message += f" {leaving.side} does not fit{' the page' if leaving.of_page else ''}"
    if leaving.item is None:  # a card that is too full: its longest text will be named
        return Fault(kind="fit", message=message, box=item.around.name, page=page.page.number)
    if not isinstance(item, LaidText):
        message = f"{item.label}: {message}"
    expected = "" if leaving.width is None else f"a width of at most {leaving.width:g} mm"
    return _text_fault("fit", message, item, page, expected)


def _link_faults(roots: Sequence[Element]) -> Iterator[Fault]:
    """Yield the links within a document that lead to no element: the engine drops them."""
    elements = [element for root in roots for element in root.iter()]
    targets = {element.get(key) for element in elements for key in ("id", "name")}
    links = dict.fromkeys(element.get("href", "") for element in elements if element.tag == "a")
    for link in links:
        if link.startswith("#") and unquote(link[1:]) not in targets:
            message = f"a link leads to “{link}”, which is nowhere"
            yield Fault(kind="link", message=message, quote=link)


def _small_type(smallest: float, pages: Sequence[PageItems]) -> Iterator[Fault]:
    # Running titles and page numbers may be smaller.
    sizes = [
        (text.size, text, page) for page in pages for text in page.texts if not text.around.margin
    ]
    too_small = [each for each in sizes if each[0] < smallest - ROUNDING]
    if too_small:
        size, text, page = min(too_small, key=lambda each: each[0])
        expected = f"at least {smallest:g} pt"
        yield _text_fault("small", f"is set in {size:.2g} pt", text, page, expected)


def _near_cut(page: PageItems, safe: tuple[float, float, float, float]) -> Iterator[Fault]:
    """Yield the text of a page that is most outside of what no print shop cuts off."""
    left, top, width, height = (length * PX_PER_MM for length in safe)
    overhangs = []
    for text in page.texts:
        x, y, right, bottom = text.rect
        beyond = max(left - x, top - y, right - left - width, bottom - top - height) / PX_PER_MM
        if beyond > NEAR_CUT:
            overhangs.append((beyond, text))
    if overhangs:
        beyond, text = max(overhangs, key=lambda pair: pair[0])
        yield _text_fault("cut", f"is {beyond:.1f} mm outside the safe zone", text, page)


# Fonts --------------------------------------------------------------------------------------------


def _font_faults(pages: Sequence[PageItems]) -> Iterator[Fault]:
    reported: set[str] = set()
    for page in pages:
        for text in page.texts:
            family = text.box.lettering.families[0] if text.box.lettering.families else ""
            is_there = family in {"", *GENERIC_FAMILIES, *reported} or is_known(family)
            if not is_there:
                reported.add(family)
                message = f"asks for the font “{family}”, which is not there"
                expected = f"{' or '.join(own_families()[:OWN_SHOWN])}, or a font of the pack"
                yield _text_fault("font", message, text, page, expected, quote=family)
            missing = _missing_characters(text) if not reported >= set(text.box.text) else ""
            reported.update(text.box.text)
            if missing:
                message = f"has “{missing}”, which is in none of our fonts"
                yield _text_fault("font", message, text, page)


def _missing_characters(text: LaidText) -> str:
    drawn = unicodedata.normalize("NFC", text.box.text)
    # The engine takes one of our upright faces where a font lacks a character.
    faces, others = text.box.lettering.faces, face_names(own_families(), 400, False)
    missing = (
        char
        for char in dict.fromkeys(drawn)
        if char != HYPHEN and unicodedata.category(char) not in INVISIBLE_CATEGORIES
        if face_for(char, faces) is None and face_for(char, others) is None
    )
    return "".join(missing)


# Messages of the engine ---------------------------------------------------------------------------

# How many letters of an address are shown: those of data: are as long as what they hold.
SHOWN_LETTERS = 60


@dataclass(frozen=True)
class Message:
    """A message of the engine, and the fault that it means, with groups of the pattern in it."""

    pattern: str
    kind: FaultKind | None
    """None if it is no fault."""
    report: str = ""
    expected: str = ""
    quote: str = ""


INSIDE = "a picture of the pack"
NO_PICTURE = "none that can be drawn: it is broken, or has too many pixels (`--limits`)"
# The meaning of the engine's messages (WeasyPrint 70); the first match counts.
# fmt: off
MESSAGES = (
    Message(r"Failed to load image at (?P<q>['\"])(?P<address>data:.*?)(?P=q)", "picture",
            "the picture “{address}” cannot be loaded: it is " + NO_PICTURE, "", "{address}"),
    Message(r"Failed to load image at (?P<q>['\"])(?P<address>.*?)(?P=q)", "picture",
            "the picture “{address}” cannot be loaded", INSIDE, "{address}"),
    Message(r"Relative URI reference without a base URI: (?P<address>.*)", "picture",
            "“{address}” lies outside the page", INSIDE, "{address}"),
    Message(r"Failed to load inline SVG: (?P<reason>.+)", "picture",
            "an <svg> cannot be drawn: {reason}", "", "<svg"),
    # Of which one, the engine does not say: its aid is the place.
    Message(r"Failed to render SVG image", "picture",
            "a picture (SVG) cannot be drawn: it takes more memory than there is, or is too large"),
    Message(r"Failed to load stylesheet at (?P<address>\S*) ?: ", "style",
            "the style sheet “{address}” cannot be loaded", "its rules in the page", "{address}"),
    Message(r"Font-face '(?P<name>.*)' cannot be loaded", "font",
            "the font “{name}” cannot be loaded", "", "{name}"),
    Message(r"Ignored `\s*(?P<rule>.*?)\s*` at \d+:\d+, (?P<reason>.*)\.", "style",
            "the style sheet has `{rule}`, which is left out: {reason}", "", "{rule}"),
    Message(r"No anchor #", None),  # links are looked at themselves
    Message(r"Content discarded: target points to undefined anchor ['\"]*(?P<name>.*?)['\"]*$",
            "link", "a link leads to “#{name}”, which is nowhere", "", "#{name}"),
    Message(r'\.notdef glyph rendered for Unicode string.*?: "(?P<words>.*?)"', "font",
            "draws “{words}” as an empty box: it is in none of our fonts"),
    Message(r'Image ".*" has no required alt', None),  # tags report it
    Message(r"(?P<all>.*)", "style", "{all}"),
)
# fmt: on


def message_faults(messages: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each message of the engine that is one."""
    for text in messages:
        matches = ((each, re.match(each.pattern, text, re.DOTALL)) for each in MESSAGES)
        message, match = next((each, match) for each, match in matches if match)
        parts = match.groupdict()
        address = parts.get("address") or ""
        shown = shorten(address, SHOWN_LETTERS)
        if message.kind is not None:
            yield Fault(
                kind=message.kind,
                message=message.report.format(**{**parts, "address": shown}),
                expected=message.expected,
                quote=message.quote.format(**parts),
            )
