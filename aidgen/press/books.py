"""Books: a body, and a front with its cover and contents, whose page numbers come from the body."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from aidgen.layout.boxes import LaidPage, Layout
from aidgen.layout.document import ASKS, Document
from aidgen.press.engine.html import HtmlDocument
from aidgen.press.engine.reading import read_pages

# The placeholder for the page number of a record, or for those of several.
ASKED = re.compile(f"{ASKS}([^{ASKS}]+){ASKS}")
# The number of a page that is not known yet: as wide as most.
GUESS = 99
# The style of a number with room for three digits.
WIDE_NUMBER = "display:inline-block;min-width:3ch"
# How often the pages of a body may move with its page numbers; then these get a fixed width, and
# nothing moves any more.
FREE_ROUNDS = 3
MOST_ROUNDS = 5
# Instead of the part that starts on the top of a page, where one goes on from the page before.
GOES_ON = -1
# How the classes begin of what is in the margins of all pages.
RUNNING = "ag-running"
# How the anchors begin that are places in a text, and no records.
PLACES = ("index:", "plate:")


def lay_out_book(document: Document) -> Layout:
    """Return a book laid out, its front first."""
    numbers: Mapping[str, int] = {}
    length = 0  # of the front; 0 while it is not known
    body_asks = ASKS in document.html
    for number in range(1, MOST_ROUNDS + 1):
        is_wide = number > FREE_ROUNDS
        body = HtmlDocument(put_page_numbers(document.html, numbers, is_wide), document.files)
        front = HtmlDocument(put_page_numbers(document.front, numbers), document.files)
        _link(front, body)
        if not length:
            length = len(front.lay_out().pages)
        inner = _lay_out_between(body, length, 0)
        before, numbers = numbers, page_numbers(inner.pages, length + 1)
        front = HtmlDocument(put_page_numbers(document.front, numbers), document.files)
        _link(front, body)
        outer = _lay_out_between(front, 0, len(inner.pages))
        is_longer = len(outer.pages) != length
        length = len(outer.pages)
        if not is_longer and (not body_asks or before == numbers):
            break
    whole = outer.copy([*outer.pages, *inner.pages])
    return Layout(
        pages=read_pages(whole),
        roots=(front.root, body.root),
        warnings=tuple(dict.fromkeys((*front.warnings, *body.warnings))),
        layouts=number,
        engine=whole,
    )


def _link(front: HtmlDocument, body: HtmlDocument) -> None:
    anchors = {*front.anchors, *body.anchors}
    front.link(anchors)
    body.link(anchors)


def _lay_out_between(html: HtmlDocument, before: int, after: int) -> Any:
    # With pages around it, it counts its own, and knows left ones, as in the whole book.
    body = next(html.root.iter("body"))
    content = list(body)
    first = (Element("div", {"style": "break-after:page"}) for _ in range(before))
    last = (Element("div", {"style": "break-before:page"}) for _ in range(after))
    body[:] = [*first, *content, *last]
    document = html.lay_out()
    body[:] = content
    return document.copy(document.pages[before : len(document.pages) - after])


def lay_out_body_page(
    document: Document, numbers: Mapping[str, int], starts: Sequence[int], front: int, page: int
) -> tuple[Layout, int] | None:
    """Return a layout that has a page, from 0, of the body of a book, and its number in that.

    It has only the parts around that page, from the last page on whose top one starts. `numbers`
    are the pages of records, `front` is the number of pages in front, `starts` are `page_starts` of
    an earlier layout. None if the body had more or fewer parts then.
    """
    body = HtmlDocument(put_page_numbers(document.html, numbers), document.files)
    body.link({*body.anchors, *numbers})
    parts = _parts(body.root)
    if starts[-1] != len(parts):
        return None
    first = max(number for number in range(page + 1) if starts[number] != GOES_ON)
    # What is on the next page may move to this one, and keeps its last lines from being alone.
    stop = next((start for start in starts[page + 2 :] if start != GOES_ON), len(parts))
    kept = parts[starts[first] : stop]
    chapters = {chapter for chapter, _ in kept}
    titles: Sequence[Element] = ()
    for number, (chapter, part) in enumerate(parts):
        if (chapter, part) not in kept and part not in chapters:
            chapter.remove(part)
            if number < starts[first]:
                titles = [*part.iter("h2")] or titles
    # On a page of its own before, from which margins take it: here it would open the page.
    running = Element("div", {"style": "break-after:page"})
    main = next(body.root.iter("main"))
    running.extend([*filter(_is_running, main), *titles[-1:]])
    main[:] = [child for child in main if child not in running]
    next(body.root.iter("body")).insert(0, running)
    engine = _lay_out_between(body, front + first - 1, 0)
    roots, warnings = (body.root,), tuple(body.warnings)
    return Layout(read_pages(engine), roots, warnings, engine=engine), page - first + 1


def _parts(root: Element) -> list[tuple[Element, Element]]:
    """Return what a page may start with, each with what it is in: chapters, what is in them."""
    main = next(root.iter("main"))
    return [
        (around, part)
        for child in main
        if not _is_running(child)
        for around, part in ((main, child), *((child, inner) for inner in child))
    ]


def _is_running(element: Element) -> bool:
    return element.get("class", "").startswith(RUNNING)


def page_starts(pages: Sequence[LaidPage], root: Element) -> tuple[int, ...]:
    """Return for each page of a body which of its parts starts on its top, or `GOES_ON`; and how
    many parts there are.
    """
    parts = _parts(root)
    numbers = {part: number for number, (_, part) in enumerate(parts)}
    seen, starts = set[int](), list[int]()
    for page in pages:
        elements = (box.element for box in page.root.descendants())
        here = [numbers[element] for element in elements if element in numbers]
        # A chapter goes on with a part that starts.
        none = GOES_ON if starts else 0
        top = next(
            (part for part in here if part not in seen or parts[part][0].tag != "main"), none
        )
        starts.append(GOES_ON if top in seen else top)
        seen |= {*here}
    return (*starts, len(parts))


def page_numbers(pages: Sequence[Any], first: int) -> Mapping[str, int]:
    """Return the number of the page on which each anchor is, the first being `first`."""
    numbers: dict[str, int] = {}
    for number, page in enumerate(pages, start=first):
        for anchor in page.anchors:
            numbers.setdefault(anchor, number)
    return numbers


def put_page_numbers(html: str, numbers: Mapping[str, int], wide: bool = False) -> str:
    """Return HTML with page numbers in their places, by record; a guess where one is unknown.

    In a list each page is named once and linked. A `wide` number takes the same room, however many
    digits it has.
    """

    def number(asked: re.Match[str]) -> str:
        refs = [ref for ref in asked[1].split(",") if ref]
        if len(refs) == 1 and "," not in asked[1]:
            page = str(numbers.get(refs[0], GUESS))
            return f'<span style="{WIDE_NUMBER}">{page}</span>' if wide else page
        targets: dict[int, list[str]] = {}
        for place, ref in enumerate(refs):
            targets.setdefault(numbers.get(ref, GUESS - place), []).append(ref)
        return ", ".join(_linked_number(page, targets[page]) for page in sorted(targets))

    return ASKED.sub(number, html)


def _linked_number(page: int, refs: Sequence[str]) -> str:
    records = [ref for ref in refs if not ref.startswith(PLACES)]
    number = f'<a data-leads="{(records or refs)[0]}">{page}</a>'
    return f"<strong>{number}</strong>" if records else number
