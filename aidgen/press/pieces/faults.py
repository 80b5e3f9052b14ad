"""What does not fit a laid out page: content larger than its place, divided, or in no box.

Boxes are measured in px downwards; results are in mm, or in pt upwards.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from math import hypot
from xml.etree.ElementTree import Element

from aidgen.assets.faces import face_for, face_of, is_known, own_families, weights_of
from aidgen.assets.families import label_of
from aidgen.assets.papers import Bounds, hull
from aidgen.game.texts import letters_without_hyphens
from aidgen.layout.faults import Fault, FaultKind
from aidgen.page.layout import LaidSheet
from aidgen.press.engine.boxes import (
    PT_PER_PX,
    PX_PER_MM,
    Addresses,
    LaidBox,
    TypeRequest,
    fit_name,
)
from aidgen.press.engine.pages import (
    WINDOW_ATTRIBUTE,
    LaidItem,
    LaidPage,
    LaidShape,
    LaidText,
    svg_texts,
)

OVERFLOW_TOLERANCE = 0.3
"""How far in mm content may reach beyond its box, for side bearings and rounding."""
COUNTED_ATTRIBUTE = "data-counted"
"""The attribute of an element with the number that the style sheet puts before it."""
HEAD_SPACES = 1.5
"""How many spaces there must be between two column heads: with fewer, 13–16 and 17–20 look like
one word."""
LINE_HEIGHT = 1.25
"""The usual line height as a part of the type size, to express an excess in lines."""


@dataclass(frozen=True)
class BoxFit:
    """An element with `data-fit` as it was laid out; its first part if it is divided.

    Its height is in mm, and so is the room left at its foot, None if it grows with its content; its
    type is in pt. In a crowded one something crosses an edge; a divided one continues elsewhere.
    """

    element: Element
    page: int
    size: float
    height: float
    room: float | None
    crowded: bool
    divided: bool

    @property
    def fullness(self) -> float:
        """How much of its height its content needs, 1 being all of it; 0 if it grows."""
        return (self.height - self.room) / self.height if self.room is not None else 0.0

    @property
    def holds(self) -> bool:
        """Whether it holds all that was laid out in it; one that grows may go on elsewhere."""
        whole = not self.divided or self.room is None
        return whole and not self.crowded and (self.room or 0) >= 0


@dataclass(frozen=True)
class _Excess:
    """How far something leaves its place on a side, in mm and in lines."""

    side: str
    length: float
    lines: float

    def __str__(self) -> str:
        lines = f" (about {self.lines:g} lines)" if self.lines else ""
        return f"{self.length:g} mm{lines} {self.side} does not fit"


@dataclass(frozen=True)
class _Overflow:
    """What leaves its place: a piece, all of a box named by `data-fit`, or all of the page."""

    excess: _Excess
    boxes: tuple[LaidBox, ...] = ()
    """The boxes named by `data-fit` in which it is."""
    piece: LaidItem | None = None
    furthest: LaidItem | None = None
    """For a fault of the whole page: the element that exceeds it most."""

    @property
    def element(self) -> Element | None:
        """The element that it is in."""
        box = self.piece.box if self.piece else self.boxes[-1] if self.boxes else None
        return box.element if box else None

    @property
    def whole(self) -> tuple[str, str] | None:
        """The card or region that it is all of, and the side; None if it is something else."""
        element = self.element
        if element is None or self.piece is not None:
            return None
        return fit_name(element), self.excess.side


def overflow_faults(pages: Sequence[LaidPage], addresses: Addresses) -> Iterator[Fault]:
    """Yield what is larger than its place: a box named by `data-fit`, a clip, a cell, the page.

    Content is text, shapes, pictures, and room left free to write on, without the leading below the
    last line. Copies of a card are reported once, with the greatest excess.
    """
    overflows = [(page.number, leaving) for page in pages for leaving in _distinct_overflows(page)]
    worst: dict[tuple[str, str], _Excess] = {}
    for _, leaving in overflows:
        if leaving.whole:
            known = worst.get(leaving.whole, leaving.excess)
            worst[leaving.whole] = max(known, leaving.excess, key=lambda excess: excess.length)
    for number, leaving in overflows:
        excess = worst[leaving.whole] if leaving.whole else leaving.excess
        name = leaving.piece.label if leaving.piece else ""
        of, element = leaving.piece or leaving.furthest, leaving.element
        if element is None and leaving.furthest:
            element = leaving.furthest.box.element
        of_page = "" if leaving.element is not None else " the page"
        yield Fault(
            kind="overflow",
            found=f"{name}{excess}{of_page}",
            words=of.quoted if of else "",
            context=addresses.context(element),
            box=addresses.box(leaving.element),
            page=number,
        )


def _distinct_overflows(page: LaidPage) -> Iterator[_Overflow]:
    """Yield what leaves its place on a page, one cause once.

    Of a card or region as a whole, its greatest excess is yielded; of the page, nothing if one of
    its parts does not fit already.
    """
    parts: dict[object, list[_Overflow]] = defaultdict(list)
    for leaving in _overflows(page):
        parts[leaving.piece or leaving.boxes[-1:]].append(leaving)
    of_page = parts.pop((), [])
    for alike in parts.values() if parts else [of_page] * bool(of_page):
        yield max(alike, key=lambda leaving: leaving.excess.length)


def _overflows(page: LaidPage) -> Iterator[_Overflow]:
    for piece in page.pieces:
        around = piece.around
        confined = [(piece.rect, place) for place in around.windows]
        confined += [(piece.body, place) for place in around.cells]
        for rect, place in confined:
            for excess in _beyond_place(rect, place):
                yield _Overflow(excess, around.fits, piece)
        for disc in piece.around.discs if isinstance(piece, LaidText) else ():
            for excess in _beyond_disc(piece.rect, disc):
                yield _Overflow(excess, piece.around.fits, piece)
    content = _content_bounds(page)
    for box, place in page.fits:
        line = box.lettering.size * LINE_HEIGHT
        for excess in _beyond_place(hull([*content[box], place]), place, line):
            yield _Overflow(excess, (box,))
    whole = (0, 0, page.page.width, page.page.height)
    for kind, edges in ((LaidText, page.page.content), (LaidShape, whole)):
        pieces = [piece for piece in page.pieces if isinstance(piece, kind)]
        for excess in _beyond_place(hull([one.rect for one in pieces]), edges) if pieces else ():
            yield _Overflow(excess, furthest=max(pieces, key=partial(_largest_overflow, edges)))


@dataclass(frozen=True)
class _CloseHeads:
    """The heads of two columns of a table that are too close: the space between, and the least."""

    left: LaidText
    right: LaidText
    gap: float
    least: float


def _close_heads(page: LaidPage) -> Iterator[_CloseHeads]:
    """Yield the neighbouring column heads, on one line, with less than `HEAD_SPACES` between."""
    heads = [(one.rect, one) for one in page.texts if one.around.head]
    for (edges, left), (beyond, right) in permutations(heads, 2):
        is_level = edges[1] < beyond[3] and beyond[1] < edges[3]
        if left.around.head is right.around.head or edges[0] >= beyond[0] or not is_level:
            continue
        lettering, gap = left.box.lettering, beyond[0] - edges[2]
        face = face_of(lettering.families, lettering.weight, lettering.slanted)
        least = HEAD_SPACES * face.length(" ") * lettering.size if face else 0.0
        if gap < least:
            yield _CloseHeads(left, right, gap, least)


def close_head_doubts(pages: Sequence[LaidPage], addresses: Addresses) -> Iterator[Fault]:
    """Yield the column heads that are so close to the next one that both look like one word."""
    for page in pages:
        for heads in _close_heads(page):
            gap, least = (length * PT_PER_PX for length in (heads.gap, heads.least))
            yield Fault(
                kind="close",
                found=f"is {gap:.1f} pt from the next column head, “{heads.right.quoted}”",
                expected=f"at least {least:.1f} pt",
                words=heads.left.quoted,
                context=addresses.context(heads.left.box.element),
                box=addresses.box(heads.left.box.element),
                page=page.number,
            )


def _largest_overflow(edges: Bounds, piece: LaidItem) -> float:
    """Return by how much in mm a piece leaves a page."""
    return max((excess.length for excess in _beyond_place(piece.rect, edges)), default=0.0)


def box_fits(pages: Sequence[LaidPage]) -> Iterator[BoxFit]:
    """Yield how each element with `data-fit` fits its content, and how much room it leaves."""
    parts = _box_parts(pages)
    seen = set()
    for page in filter(lambda page: page.fits, pages):
        crowded = {box for leaving in _overflows(page) for box in leaving.boxes}
        crowded |= {box for heads in _close_heads(page) for box in heads.left.around.fits}
        content = _content_bounds(page)
        for box, (_, top, _, bottom) in page.fits:
            if box.element is None or box.element in seen:
                continue
            seen.add(box.element)
            room = None
            if has_fixed_height(box.element):
                foot = hull(content[box])[3] if content[box] else top
                room = (bottom - foot) / PX_PER_MM
            yield BoxFit(
                element=box.element,
                page=page.number,
                size=box.lettering.size * PT_PER_PX,
                height=(bottom - top) / PX_PER_MM,
                room=room,
                crowded=box in crowded,
                divided=len(parts[box.element]) > 1,
            )


def _box_parts(pages: Sequence[LaidPage]) -> Mapping[Element, list[int]]:
    """Return the numbers of the pages on which the parts of each card or region are."""
    parts: dict[Element, list[int]] = defaultdict(list)
    for page in pages:
        for box, _ in page.fits:
            if box.element is not None:
                parts[box.element].append(page.number)
    return parts


def _content_bounds(page: LaidPage) -> Mapping[LaidBox, list[Bounds]]:
    """Return where the pieces are that each box named by `data-fit` has to hold."""
    bounds: dict[LaidBox, list[Bounds]] = defaultdict(list)
    for piece in page.pieces:
        for box in piece.around.fits:
            bounds[box].append(piece.rect if box.clips else piece.body)
    return bounds


def has_fixed_height(element: Element) -> bool:
    """Tell whether a card or region has a fixed height, and does not grow with its content."""
    return element.get("data-height") == "fixed"


def division_faults(pages: Sequence[LaidPage]) -> Iterator[Fault]:
    """Yield the boxes of fixed height that are not whole on one page, in one column.

    One that grows with its content may go on on the next page.
    """
    for element, numbers in _box_parts(pages).items():
        if len(numbers) > 1 and has_fixed_height(element):
            listed = ", ".join(map(str, dict.fromkeys(numbers)))
            yield Fault(kind="split", found=f"is split, on page {listed}", box=fit_name(element))


def missing_text_faults(
    root: Element, pages: Sequence[LaidPage], addresses: Addresses
) -> Iterator[Fault]:
    """Yield the texts below the element `root` of a document that are in no box of `pages`."""
    for element, words in lost_texts(root, typeset_texts(pages)):
        yield Fault(
            kind="unset",
            found="is set nowhere, or not whole",
            words=words,
            context=addresses.context(element),
            box=addresses.box(element),
        )


def numbering_faults(
    root: Element, pages: Sequence[LaidPage], addresses: Addresses
) -> Iterator[Fault]:
    """Yield the elements below `root` whose printed number differs from their own."""
    said = {
        one: number for one in root.iter() if (number := one.get(COUNTED_ATTRIBUTE)) is not None
    }
    counted: dict[Element, str] = defaultdict(str)
    for text in (text for page in pages if said for text in page.texts):
        if text.box.generated == "before" and text.box.element in said:
            counted[text.box.element] += text.words.text
    for element, found in counted.items():
        if found != said[element]:
            yield Fault(
                kind="lost",
                found=f"is counted as {found}",
                expected=said[element],
                context=next(filter(None, map(addresses.context, element.iter())), ""),
                box=addresses.box(element),
            )


def marker_faults(
    root: Element, pages: Sequence[LaidPage], addresses: Addresses
) -> Iterator[Fault]:
    """Yield the items of lists below `root` whose mark is neither their number nor a bullet.

    A style sheet could put a number, a sign or a word there that is not the text's.
    """
    expected = dict(_item_numbers(root))
    marks: dict[Element, str] = defaultdict(str)
    for text in (text for page in pages for text in page.texts):
        element = text.box.element
        if text.box.generated in ("marker", "before") and element in expected:
            marks[element] += text.words.text
    for element, mark in marks.items():
        found, numbers = mark.strip(), expected[element]
        if found and found not in BULLETS and found.rstrip(".)").casefold() not in numbers:
            yield Fault(
                kind="stray",
                found=f"“{found}” is put before an item of a list by the style sheet",
                expected=" or ".join((*numbers[:1], "a bullet")),
                context=next(filter(None, map(addresses.context, element.iter())), ""),
                box=addresses.box(element),
            )


def _item_numbers(root: Element) -> Iterator[tuple[Element, tuple[str, ...]]]:
    """Yield the items of lists, each with the ways its number may be written; none for bullets.

    Items that are counted otherwise have their own check.
    """
    for around in root.iter():
        items = [item for item in around if item.tag == "li"]
        start = around.get("start", "1")
        first = int(start) if around.tag == "ol" and start.lstrip("-").isdecimal() else 1
        for number, item in enumerate(items, start=first):
            typed = TYPED_NUMBER.search(item.get("style", ""))
            if item.get(COUNTED_ATTRIBUTE) is not None:
                continue
            if typed is not None:
                yield item, (typed[1].rstrip(".)").casefold(),)
            else:
                yield item, _number_forms(number) if around.tag == "ol" else ()


def _number_forms(number: int) -> tuple[str, ...]:
    """Return a number in digits, as a letter and as a Roman numeral, in small letters."""
    letter = chr(ord("a") + number - 1) if 1 <= number <= 26 else ""
    roman, left = "", max(number, 0)
    for value, numeral in ROMAN:
        roman += numeral * (left // value)
        left %= value
    return tuple(filter(None, (str(number), letter, roman)))


BULLETS = (*"•◦▪‣–·○●■□◆▸►", "")
"""What may be before an item of a list: none of these is read as a number or a sign."""
# The number of an item as it was typed, which `page/markdown.py` writes: list-style-type:'7. '
TYPED_NUMBER = re.compile(r"list-style-type:'([^']*?) '")
ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc")),
    *((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def typeset_texts(pages: Sequence[LaidPage]) -> Mapping[Element, list[str]]:
    """Return the text runs in the boxes of each element's own text."""
    pieces: dict[Element, list[str]] = defaultdict(list)
    for page in pages:
        for text in page.texts:
            if text.box.element is not None and text.box.whole:
                pieces[text.box.element].append(text.words.text)
    return pieces


def lost_texts(
    root: Element, pieces: Mapping[Element, Sequence[str]]
) -> Iterator[tuple[Element, str]]:
    """Yield the elements below `root` whose own words are not completely among `pieces`, with
    these."""
    for element in _normal_text(root):
        parts = [element.text, *(child.tail for child in element)]
        words = " ".join("".join(filter(None, parts)).split())
        if _letters_alone(words) not in _letters_alone("".join(pieces.get(element, ()))):
            yield element, words


def _normal_text(element: Element) -> Iterator[Element]:
    """Yield the elements whose text is to be read."""
    tag: object = element.tag  # of a comment it is a function
    if not isinstance(tag, str) or tag in UNREAD_TAGS or "}" in tag:
        return
    if element.get(WINDOW_ATTRIBUTE) is not None:
        return
    yield element
    for child in element:
        yield from _normal_text(child)


def _letters_alone(text: str) -> str:
    """Return the letters of a text in lower case: hyphens and capitals are the style sheet's."""
    return letters_without_hyphens(text).casefold()


def _beyond_place(rect: Bounds, place: Bounds, line: float = 0) -> Iterator[_Excess]:
    """Yield how far `rect` leaves its place; in lines too if they are `line` px high."""
    left, top, right, bottom = rect
    distances = bottom - place[3], right - place[2], place[0] - left, place[1] - top
    if max(distances) <= OVERFLOW_TOLERANCE * PX_PER_MM:
        return
    for side, excess in zip(EXCESS_SIDES, distances, strict=True):
        if excess > OVERFLOW_TOLERANCE * PX_PER_MM:
            lines = excess / line if line and side == "below" else 0
            yield _Excess(side, round(excess / PX_PER_MM, 1), round(lines, 1))


def _beyond_disc(rect: Bounds, disc: Bounds) -> Iterator[_Excess]:
    """Yield how far each corner of `rect` is beyond the circle in the square `disc`."""
    across, down = (disc[0] + disc[2]) / 2, (disc[1] + disc[3]) / 2
    corners = ((x, y) for x in (rect[0], rect[2]) for y in (rect[1], rect[3]))
    furthest = max(hypot(x - across, y - down) for x, y in corners)
    excess = (furthest - (disc[2] - disc[0]) / 2) / PX_PER_MM
    if excess > OVERFLOW_TOLERANCE:
        yield _Excess("past the rim", round(excess, 1), 0)


EXCESS_SIDES = "below", "to the right", "to the left", "above"
"""Where something leaves its place."""
UNREAD_TAGS = ("head", "script", "style", "svg", "template")
"""Elements whose text is not text of the page; the proof checks the words of pictures."""


SHOWN_LETTERS = 60
"""How many letters of an address are shown: those of data: are as long as what they hold."""
NO_PICTURE = (
    "it is none, is cut short, or has more pixels than may be (`--limits picture_pixels=…`)"
)
"""The engine does not tell which."""
INSIDE_PAGE = "what it shows within the page (data:)"


def warning_faults(messages: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each message of the engine that is one."""
    for message in messages:
        matches = ((one, re.match(one.pattern, message, re.DOTALL)) for one in WARNINGS)
        warning, match = next((one, match) for one, match in matches if match)
        said = match.groupdict()
        said["short"] = _shorten(said.get("address", ""))
        if warning.kind:
            yield Fault(
                kind=warning.kind,
                found=warning.found.format(**said),
                expected=warning.expected,
                quote=warning.quote.format(**said),
            )


def picture_faults(root: Element, addresses: Addresses) -> Iterator[Fault]:
    """Yield the pictures below `root` that show nothing, or that have no alternative."""
    for picture in root.iter("img"):
        source = picture.get("src", "").strip()
        box = addresses.box(picture)
        if not source:
            yield Fault(kind="picture", found="an <img> names no picture", quote="<img", box=box)
        if "alt" not in picture.attrib:
            found = f"the picture “{_shorten(source)}” says nothing to those who cannot see it"
            expected = 'alt="…", empty if it is only decoration'
            yield Fault(kind="tags", found=found, expected=expected, quote=source, box=box)


def _shorten(address: str) -> str:
    return address if len(address) <= SHOWN_LETTERS else f"{address[: SHOWN_LETTERS - 1]}…"


@dataclass(frozen=True)
class _Warning:
    """A message of the engine, and the fault that it means, with groups of the pattern in it."""

    pattern: str
    kind: FaultKind | None
    """None if it is no fault."""
    found: str = ""
    expected: str = ""
    quote: str = ""


_PICTURE = "the picture “{short}” cannot be loaded"
WARNINGS = (
    _Warning(
        r"(?>Failed to load image at (?P<mark>['\"])(?P<address>data:.*?)(?P=mark): )"
        r"(?!.*disallowed protocol)",
        *("picture", f"{_PICTURE}: {NO_PICTURE}", "", "{address}"),
    ),
    _Warning(
        r"Failed to load image at (?P<mark>['\"])(?P<address>.*?)(?P=mark): ",
        *("picture", _PICTURE, INSIDE_PAGE, "{address}"),
    ),
    _Warning(
        r"Relative URI reference without a base URI: (?P<address>.*)",
        *("picture", "“{short}” lies outside the page", INSIDE_PAGE, "{address}"),
    ),
    _Warning(
        r"Failed to load inline SVG: (?P<reason>.+)",
        *("picture", "an <svg> cannot be drawn: {reason}", "", "<svg"),
    ),
    _Warning(
        r"Failed to (load inline SVG: |render SVG image)",
        *("picture", "an <svg> cannot be drawn", "", "<svg"),
    ),
    _Warning(
        r"Failed to load stylesheet at (?P<address>\S*) ?: ",
        "style",
        "the style sheet “{short}” cannot be loaded",
        "its rules within the page",
        "{address}",
    ),
    _Warning(
        r"(?-s:Font-face '(?P<name>.*)' cannot be loaded)",
        *("font", "the font “{name}” cannot be loaded", "", "{name}"),
    ),
    _Warning(  # it would be ignored unnoticed: Ignored `colr: red` at 1:43, unknown property.
        r"Ignored `\s*(?P<rule>.*?)\s*` at \d+:\d+, (?P<reason>.*)\.",
        *("style", "the style sheet has `{rule}`, which is left out: {reason}", "", "{rule}"),
    ),
    _Warning(
        r"(?-s:No anchor #(?P<name>.*) for internal URI reference)",
        *("link", "a link leads to “#{name}”, which is nowhere", "", "#{name}"),
    ),
    _Warning(
        r"(?-s:Content discarded: target points to undefined anchor ['\"]*(?P<name>.*?)['\"]*$)",
        *("link", "a link leads to “#{name}”, which is nowhere", "", "#{name}"),
    ),
    _Warning(
        r'(?-s:\.notdef glyph rendered for Unicode string.*?: "(?P<words>.*?)")',
        *("glyph", "draws “{words}” as an empty box: it is in none of our fonts"),
    ),
    _Warning(r'Image ".*" has no required alt', None),  # `picture_faults` reports these
    _Warning(r"(?P<all>.*)", "style", "{all}"),
)
"""The meaning of the engine's messages (WeasyPrint 70); the first match counts."""


HYPHEN = "\N{HYPHEN}"
"""The engine's default hyphen; the same glyph in all our fonts."""
INVISIBLE_CATEGORIES = ("Cc", "Cf", "Zl", "Zp", "Zs")
"""Categories of characters that leave no ink and need no glyph: spaces and what steers lines."""


@dataclass(frozen=True)
class _TypeUse:
    """Words and the type that the page requests for them."""

    words: str
    lettering: TypeRequest
    element: Element | None
    page: int


@dataclass(frozen=True)
class Smallest:
    """The smallest type on the pages: its size in pt, and the words that are set in it."""

    size: float
    words: str
    context: str
    box: str
    page: int


def font_faults(pages: Sequence[LaidPage], addresses: Addresses) -> Iterator[Fault]:
    """Yield each request to fonts that cannot be met, once: a font, a weight, a character.

    The engine would silently use another.
    """
    known: set[tuple[str, str]] = set()
    for asked in _type_uses(pages):
        fault = _font_fault_of(asked)
        if fault is None or (fault.found, fault.expected) in known:
            continue
        known.add((fault.found, fault.expected))
        if fault.kind == "unproved":  # of a style: not every text in it is named
            yield replace(fault, page=asked.page)
            continue
        yield replace(
            fault,
            words=asked.words,
            context=addresses.context(asked.element),
            box=addresses.box(asked.element),
            page=asked.page,
        )


def smallest_type(
    pages: Sequence[LaidPage], sheets: Sequence[LaidSheet], addresses: Addresses
) -> Smallest | None:
    """Return the smallest type on `pages`, which have the runs of `sheets`; None without words."""
    sizes = (
        (round(run.size, 2), asked)
        for page, sheet in zip(pages, sheets, strict=True)
        for run, asked in zip(sheet.runs, _type_uses([page]), strict=True)
    )
    size, asked = min(sizes, key=lambda pair: pair[0], default=(0.0, None))
    if asked is None:
        return None
    context, box = addresses.context(asked.element), addresses.box(asked.element)
    return Smallest(size, asked.words, context, box, asked.page)


def _type_uses(pages: Sequence[LaidPage]) -> Iterator[_TypeUse]:
    """Yield the texts of pages and of their pictures, in the order of their runs."""
    for page in pages:
        for piece in page.all_pieces:
            element = piece.box.element
            if isinstance(piece, LaidText):
                yield _TypeUse(piece.quoted, piece.box.lettering, element, page.number)
            elif element is not None and piece.box.whole:
                for text in svg_texts(element):
                    yield _TypeUse(text.words, text.lettering, element, page.number)


def _font_fault_of(asked: _TypeUse) -> Fault | None:
    """Return what is missing for a request of type, None if nothing is."""
    if not asked.words.strip():
        return None
    lettering = asked.lettering
    strange = next((family for family in lettering.families if not is_known(family)), None)
    if strange is not None:
        found = f"asks for the font “{strange}”, which is not there"
        return Fault(kind="font", found=found, expected=" or ".join(own_families()), quote=strange)
    style = " slanted" if lettering.slanted else ""
    named = f"{' and '.join(map(label_of, lettering.families))}{style}"
    there = weights_of(lettering.families[0], slanted=lettering.slanted)
    if lettering.weight not in there:
        found = f"asks for {named} in weight {lettering.weight}, which is not there"
        *others, last = map(str, there or (0,))
        expected = f"{', '.join(others)} or {last}" if others else last if there else ""
        quote = f"font-weight: {lettering.weight}"
        return Fault(kind="font", found=found, expected=expected, quote=quote)
    if lettering.stretch != "normal":
        found = f"asks for {named} {lettering.stretch}, which is not there"
        return Fault(kind="font", found=found, quote=f"font-stretch: {lettering.stretch}")
    if lettering.small_capitals and any(map(str.isalpha, asked.words)):
        face = face_of(lettering.families[:1], lettering.weight, lettering.slanted)
        if face and not face.small_capitals:
            named = f"{label_of(lettering.families[0])}{style}"
            found = f"{named} has no small capitals"
            return Fault(kind="unproved", found=found, quote="small-caps")
    lacked = _missing_characters(asked.words, lettering)
    return Fault(kind="font", found=f"has “{lacked}”, which is not in {named}") if lacked else None


def _missing_characters(words: str, lettering: TypeRequest) -> str:
    drawn = filter(_is_drawn, words)
    return "".join(char for char in drawn if face_for(char, lettering.faces) is None)


def _is_drawn(char: str) -> bool:
    return char != HYPHEN and unicodedata.category(char) not in INVISIBLE_CATEGORIES
