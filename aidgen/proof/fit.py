"""Whether everything fits: text that is cut off or outside its place, small or without a glyph."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from aidgen.assets.faces import face_for, face_names
from aidgen.assets.families import is_known, own_families
from aidgen.assets.svg import FILE
from aidgen.layout.boxes import PT_PER_PX, PX_PER_MM, LaidBox
from aidgen.layout.document import LONG_CLASS, Document
from aidgen.layout.faults import Fault, shorten
from aidgen.layout.fits import TOLERANCE, BoxFit, LaidText, Overflow, PageItems

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
# What shapes are called, by their tags.
SHAPES = {"svg": "a drawing", "img": "a picture", "td": "a cell", "th": "a cell", "hr": "a line"}


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
            yield page.fault("close", message, head, expected=expected)


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
                yield page.fault(
                    "fit",
                    f"the table is {excess:.1f} mm too wide",
                    expected=f"a width of at most {round(width, 1):g} mm",
                    words=table.get("data-title", ""),
                    context=table.get("data-context", ""),
                    box=name,
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
        return page.fault("fit", message, box=item.around.name)
    if not isinstance(item, LaidText):
        message = f"{SHAPES.get(item.box.tag.rpartition('}')[2], 'a box')}: {message}"
    expected = "" if leaving.width is None else f"a width of at most {leaving.width:g} mm"
    return page.fault("fit", message, item, expected=expected)


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
    texts = [(text, page) for page in pages for text in page.texts if not text.around.margin]
    too_small = [(text, page) for text, page in texts if text.size < smallest - ROUNDING]
    for text, page in sorted(too_small, key=lambda pair: pair[0].size)[:1]:
        expected = f"at least {smallest:g} pt"
        yield page.fault("small", f"is set in {text.size:.2g} pt", text, expected=expected)


def _near_cut(page: PageItems, safe: tuple[float, float, float, float]) -> Iterator[Fault]:
    """Yield the text of a page that is most outside of what no print shop cuts off."""
    left, top, width, height = (length * PX_PER_MM for length in safe)
    worst, beyond_most = None, NEAR_CUT
    for text in page.texts:
        x, y, right, bottom = text.rect
        beyond = max(left - x, top - y, right - left - width, bottom - top - height) / PX_PER_MM
        if beyond > beyond_most:
            worst, beyond_most = text, beyond
    if worst:
        yield page.fault("cut", f"is {beyond_most:.1f} mm outside the safe zone", worst)


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
                yield page.fault("font", message, text, expected=expected, quote=family)
            missing = _missing_characters(text) if not reported >= set(text.box.text) else ""
            reported.update(text.box.text)
            if missing:
                message = f"has “{missing}”, which is in none of our fonts"
                yield page.fault("font", message, text)


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


INSIDE = "a picture of the pack"
NO_PICTURE = "none that can be drawn: it is broken, or has too many pixels (`--limits`)"
# The messages of a layout (WeasyPrint 70) as patterns, the kind of fault that each means, and the
# report, what is expected and the quotation, with groups of the pattern. The first match counts.
# fmt: off
MESSAGES: tuple[tuple[str, str, str, str, str], ...] = (
    (r"Failed to load image at (?P<q>['\"])(?P<address>data:.*?)(?P=q)", "picture",
     "the picture “{address}” cannot be loaded: it is " + NO_PICTURE, "", "{address}"),
    (r"Failed to load image at (?P<q>['\"])(?P<address>.*?)(?P=q)", "picture",
     "the picture “{address}” cannot be loaded", INSIDE, "{address}"),
    (r"Relative URI reference without a base URI: (?P<address>.*)", "picture",
     "“{address}” lies outside the page", INSIDE, "{address}"),
    (r"Failed to load inline SVG: (?P<reason>.+)", "picture",
     "an <svg> cannot be drawn: {reason}", "", "<svg"),
    (r"Failed to render SVG image (?P<address>\S*)(?P<reason>.*)", "picture",
     "the picture “{address}” cannot be drawn to its end{reason}",
     "plain SVG, not too large", "{address}"),
    (r"Failed to load stylesheet at (?P<address>\S*) ?: ", "style",
     "the style sheet “{address}” cannot be loaded", "its rules in the page", "{address}"),
    (r"Font-face '(?P<name>.*)' cannot be loaded", "font",
     "the font “{name}” cannot be loaded", "", "{name}"),
    (r"Ignored `\s*(?P<rule>.*?)\s*` at \d+:\d+, (?P<reason>.*)\.", "style",
     "the style sheet has `{rule}`, which is left out: {reason}", "", "{rule}"),
    (r"Content discarded: target points to undefined anchor ['\"]*(?P<name>.*?)['\"]*$",
     "link", "a link leads to “#{name}”, which is nowhere", "", "#{name}"),
    (r"(?P<all>.*)", "style", "{all}", "", ""),
)
# fmt: on


def message_faults(messages: Iterable[str], files: Mapping[str, bytes]) -> Iterator[Fault]:
    """Yield a fault for each message of the engine about a document and its `files`."""
    for text in messages:
        matches = ((row, re.match(row[0], text, re.DOTALL)) for row in MESSAGES)
        (_, kind, report, expected, quote), match = next(pair for pair in matches if pair[1])
        parts = match.groupdict() if match else {}
        address = parts.get("address") or ""
        for name, content in files.items() if address else ():
            # It is a drawing of the pack, or in one.
            if content[:4] == b"<svg" and (address.endswith(name) or address.encode() in content):
                parts["address"] = ElementTree.fromstring(content).get(FILE, address)
        shown = shorten(parts.get("address") or "", SHOWN_LETTERS)
        message = report.format(**{**parts, "address": shown})
        yield Fault(kind=kind, message=message, expected=expected, quote=quote.format(**parts))
