"""Whether pages look finished: used up, unbroken, of one size. That is taste, and only advice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from xml.etree.ElementTree import Element

from aidgen.assets.papers import Bounds, transform_bounds
from aidgen.layout.boxes import PX_PER_MM, LaidBox
from aidgen.layout.document import Fit
from aidgen.layout.faults import Fault
from aidgen.layout.fits import LaidItem, LaidText, PageItems
from aidgen.problems import count_noun

# How high in mm a blank band may be that parts two things: what is higher is not used.
GAP = 8.0
# The least share of a page that is used, and of one of a book, whose last line is at its foot.
LEAST_USED, LEAST_USED_IN_BOOK = 0.8, 0.85
# Which share of a framed block may be blank at its foot, if that is higher than so many mm.
HOLLOW, LEAST_HOLLOW = 0.3, 20.0
# The largest share of a page that a list or table takes that is kept on one page.
KEPT = 0.9
# How many lines look forgotten above a new chapter, or on a page of their own.
FEW_LINES = 2
# How many blank pages may end a book with covers: the inside of one, and the rest of a sheet.
MOST_BLANK = 4
# How many letters and signs a word has that looks forgotten on a last line.
SHORT_WORD = 5
# By how much type in pt, and the first lines of texts in mm, differ at least that look different.
SEEN, SEEN_LOWER = 0.3, 0.5
# How large type is at least, as a part of the largest of its aid, that looks as large.
AS_LARGE = 0.92
# The headings of chapters: the page before may end where it likes.
CHAPTER = ("h1", "h2")
# What is read as a whole, and what it consists of.
WHOLES, ROWS, CELLS = ("table", "ol", "ul"), ("tr", "li"), ("td", "th")


def judge_pages(pages: Sequence[PageItems], *, is_book: bool) -> Iterator[Fault]:
    """Yield what looks unfinished on pages, and how much of each is used.

    A page is not measured on which everything is placed by hand, as on a sheet of cards.
    """
    yield from _short_lines(pages)
    flows = [_flow(page) for page in pages]
    for page, flow, following in zip(pages, flows, [*flows[1:], []], strict=True):
        texts = [item for item in following[:1] if isinstance(item, LaidText)]
        goes_on = [text for text in texts if text.around.heading not in CHAPTER]
        is_inner = is_book and page.page.number > 1  # the first one is the cover
        # A left page is blank before a chapter on a right one, and those at the end are counted.
        if is_inner and page.page.number % 2 and not flow and any(flows[page.page.number :]):
            boxes = page.page.root.descendants()
            if not any(box.pictured or box.sort == "picture" for box in boxes):
                yield page.fault("blank", "is empty")
        if (share := _used(page, flow)) is not None:
            yield page.fault("used", f"{share:.0%}")
            least = (LEAST_USED_IN_BOOK if is_inner and goes_on else 0) if is_book else LEAST_USED
            if share < least:
                message, expected = f"only {share:.0%} is filled", f"at least {least:.0%}"
                yield page.fault("blank", message, expected=expected)
        yield from _hollow(page)
        if is_inner:
            yield from _book_faults(page, flow, goes_on)
    if is_book:
        yield from _broken(pages)


# What is used -------------------------------------------------------------------------------------


def _flow(page: PageItems) -> list[LaidItem]:
    """Return what flows on a page: no margins, nothing placed by hand, no frames."""
    items = (item for item in page.items if not item.around.margin and not item.around.order)
    return [item for item in items if isinstance(item, LaidText) or not item.box.children]


def _used(page: PageItems, flow: Sequence[LaidItem]) -> float | None:
    """Return which share of the height of a page no blank band crosses, as wide as its columns."""
    if not flow:
        return None
    left, low, right, bottom = page.page.content
    height, boxes = bottom - low, [*page.page.root.descendants()]
    # Drawings are decoration to those who read, and no items.
    drawn = (box.border for box in boxes if box.sort == "picture")
    rects = [*(item.rect for item in flow), *drawn]
    holders = (box for box in boxes if box.children and box.children[0].sort in ("block", "cell"))
    blank = sum(_blank_beside(box, rects) for box in holders) / (right - left)
    for _, above, _, below in sorted(rects, key=lambda rect: rect[1]):
        blank += max(0.0, above - low - GAP * PX_PER_MM)
        low = max(low, below)
    blank += max(0.0, bottom - low - GAP / 2 * PX_PER_MM)
    return round(1 - blank / height, 2)


def _blank_beside(box: LaidBox, rects: Sequence[Bounds]) -> float:
    """Return which area the columns of a box leave blank that are shorter than the longest.

    They are boxes of its element, or cells of a row of blocks.
    """
    rows: dict[float, list[tuple[float, float]]] = defaultdict(list)
    for child in (child for child in box.children if child.sized):
        is_block = child.sort == "cell" and child.tag not in CELLS
        is_column = child.sort == "block" and child.element is box.element and child.whole
        left, top, right, foot = child.border
        if right > left and (is_block or is_column):
            if not (is_block and child.painted):  # else its frame is as high as the row
                inside = (rect[3] for rect in rects if left <= sum(rect[::2]) / 2 <= right)
                foot = max((low for low in inside if top <= low <= foot), default=top)
            rows[top].append((foot, right - left))
    blank = 0.0
    for top, columns in rows.items():
        lowest, wide = max(columns)
        # One without any content has no box.
        lacking = (box.content[2] - box.content[0]) // wide - len(columns)
        columns += [(top, wide)] * int(lacking)
        blank += sum(max(0.0, lowest - foot - GAP * PX_PER_MM) * width for foot, width in columns)
    return blank


def _hollow(page: PageItems) -> Iterator[Fault]:
    """Yield the framed blocks that are blank at their foot, as high as a longer one beside them."""
    for holder in page.fits:
        # A cell that is as high as its row has its foot outside of its content.
        element, (_, top, _, bottom) = holder.box.element, holder.edge
        if element is not None and holder.box.painted and "data-height" not in element.attrib:
            feet = [item.rect[3] for item in page.flowing(holder.box) if not item.box.children]
            feet += [box.border[3] for box in holder.box.descendants() if box.sort == "picture"]
            free, name = bottom - max(feet, default=top), element.get("data-fit", "")
            if free > max(HOLLOW * (bottom - top), LEAST_HOLLOW * PX_PER_MM):
                message = f"its last {free / PX_PER_MM:.0f} mm are blank"
                yield page.fault("blank", message, box=name)


# Books --------------------------------------------------------------------------------------------


def _book_faults(
    page: PageItems, flow: Sequence[LaidItem], goes_on: Sequence[LaidItem]
) -> Iterator[Fault]:
    """Yield what is alone at the head or foot of a page; its chapter may go on with a text."""
    for item, behind in pairwise([*flow, *goes_on]):
        is_last = item.around.heading and not behind.around.heading
        if is_last and behind.rect[3] < item.rect[1]:
            yield page.fault("alone", "is a heading alone at the foot", item)
    titles = [item.around.heading in CHAPTER for item in flow]
    head = flow[: titles.index(True)] if True in titles else flow
    if not head and titles == sorted(titles, reverse=True):
        head = flow[sum(titles) :]  # contents, credits, or a chapter with a page to itself
    lines = {round(item.box.line[1]) for item in head if isinstance(item, LaidText)}
    if head and len(lines) <= FEW_LINES and all(isinstance(item, LaidText) for item in head):
        where = "above a new chapter" if head[-1] is not flow[-1] else "on the page"
        yield page.fault(
            "alone", f"begins all there is {where}: {count_noun(len(lines), 'line')}", head[0]
        )


def _broken(pages: Sequence[PageItems]) -> Iterator[Fault]:
    """Yield the lists and tables that go on overleaf though a page would hold them, or of which a
    row is alone."""
    parts: dict[Element | None, dict[int, list[LaidBox]]] = defaultdict(dict)
    for page in pages:
        for box in page.page.root.descendants():
            if box.whole and box.tag in WHOLES:
                parts[box.element].setdefault(page.page.number, [*box.descendants()])
    for places in parts.values():
        numbers, first = [*places], pages[min(places) - 1]
        texts = [
            [box for box in boxes if box.text.strip() and not box.generated]
            for boxes in places.values()
        ]
        if len(numbers) == 1 or not all(texts):
            continue
        words, (_, top, _, bottom) = texts[0][0].text.strip(), first.page.content
        rows = [{box.element for box in boxes if box.tag in ROWS} for boxes in places.values()]
        heads = set.intersection(*rows)  # they are repeated
        if 1 in (len(rows[0] - heads), len(rows[-1] - heads)):
            yield first.fault(
                "alone", "begins a list or table with one row alone on a page", words=words
            )
        feet = [[text.line[1] for text in inside] for inside in texts]
        share = sum(max(each) - min(each) for each in feet) / (bottom - top)
        if share < KEPT and any(number % 2 for number in numbers[:-1]):
            message = f"begins a list or table that goes on overleaf: {share:.0%} of a page"
            yield first.fault("broken", message, words=words)


def judge_end(blank: int) -> Iterator[Fault]:
    """Yield that a book is bound with too many blank pages at its end."""
    if blank > MOST_BLANK:
        message = f"{blank} blank pages are at its end: a page less saves a sheet"
        yield Fault(kind="blank", message=message)


# Lines, sets and sizes ----------------------------------------------------------------------------


def _short_lines(pages: Sequence[PageItems]) -> Iterator[Fault]:
    """Yield the last lines of paragraphs that are a short word alone."""
    last: dict[Element | None, tuple[PageItems, LaidBox]] = {}
    for page in pages:
        for box in page.page.root.descendants():
            if len(box.children) > 1 and box.children[-1].sort == "line" and box.tag != "th":
                last[box.element] = page, box
    for page, box in last.values():
        lines = ("".join(part.text for part in line.descendants()) for line in box.children[-2:])
        before, words = map(str.strip, lines)
        is_sentence = any(map(str.isalpha, before))  # and no track
        if is_sentence and len(words) <= SHORT_WORD and len(words.split()) == 1:
            yield page.fault("runt", f"ends with one word on a line: “{words}”", words=before)


def card_heads(pages: Iterable[PageItems]) -> Mapping[str, tuple[float, float]]:
    """Return the type in pt of the title of each card, and how low its first line is, in mm."""
    heads: dict[str, tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
    for text in (text for page in pages for text in page.texts):
        around, (title, start) = text.around, heads[text.around.name]
        if around.edge and around.heading in CHAPTER:
            title = title or text.size
        elif around.edge and around.holders and not around.holders[-1].placed:
            x, baseline, _ = text.box.line
            _, y, _, _ = transform_bounds((x, baseline, x, baseline), around.matrix)
            start = start or (y - around.edge[1]) / PX_PER_MM
        heads[around.name] = title, start
    return heads


def judge_sets(decks: Mapping[str, Sequence[Fit]]) -> Iterator[Fault]:
    """Yield in what the fronts of a deck, by its name, differ that lie side by side."""
    for deck, fits in decks.items():
        for message, lengths, unit, seen in (
            ("the text of fronts is set in", [fit.size for fit in fits], "pt", SEEN),
            ("titles of fronts are set in", [fit.title for fit in fits], "pt", SEEN),
            ("the first lines of fronts are at", [fit.start for fit in fits], "mm", SEEN_LOWER),
        ):
            least, most = min(filter(None, lengths), default=0.0), max(lengths)
            if most - least > seen:
                differ = f"{message} {least:.1f} to {most:.1f} {unit}"
                yield Fault(kind="uneven", message=differ, box=deck)


def judge_sizes(fits: Iterable[Fit], boxes: Collection[str], first: str) -> Iterator[Fault]:
    """Yield that what an aid has to carry first, which is in some boxes, is not the largest."""
    sizes = {fit.name: fit.size for fit in fits}
    size = max((sizes[name] for name in boxes if name in sizes), default=0.0)
    largest = max(sizes, key=lambda name: sizes[name], default="")
    if size and size < AS_LARGE * sizes[largest]:
        message = f"{first}, first in `carries`, is set in {size:g} pt"
        yield Fault(kind="order", message=f"{message}, {largest} in {sizes[largest]:g} pt")
