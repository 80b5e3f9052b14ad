"""Books: a body, and a front with its cover and contents, whose page numbers come from the body.

A body is laid out with guesses for the page numbers that it names; the right ones are written into
its lines. Only if some do not fit, as in an index, the pages from there on are laid out again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from aidgen.layout.boxes import Layout
from aidgen.layout.document import ASKS, Document
from aidgen.press.engine.html import LEADS, HtmlDocument
from aidgen.press.engine.moving import write_words
from aidgen.press.engine.reading import read_pages

# The placeholder for the page number of a record, or for those of several.
ASKED = re.compile(f"{ASKS}([^{ASKS}]+){ASKS}")
# The attribute of the element that it becomes, and that element.
NUMBER_OF = "data-pages"
NUMBER = rf'<span {NUMBER_OF}="\1"></span>'
# The class of a front whose contents are close together, so that they need no other page.
TIGHT = "ag-tight"
# The number of a page that is not known yet: no number of most books is wider.
GUESS = 99
# How often the pages of a book may move with its page numbers.
MOST_ROUNDS = 5
# Instead of the part that starts on the top of a page, where one goes on from the page before.
GOES_ON = -1
# How the classes begin of what is in the margins of all pages.
RUNNING = "ag-running"
# How the anchors begin that are places in a text, and no records.
PLACES = ("index:", "plate:")


def lay_out_book(document: Document) -> Layout:
    """Return a book laid out, its front first."""
    front, body = _parsed(document.front, document), _parsed(document.html, document)
    _link(front, body)
    length = sum(1 for _ in front.root.iter("main"))
    for _ in range(MOST_ROUNDS):
        inner, layouts = _lay_out_body(front, body, length)
        outer = _lay_out_between(front, 0, len(inner))
        if len(outer.pages) > length:
            next(front.root.iter("body")).set("class", TIGHT)
            outer = _lay_out_between(front, 0, len(inner))
        if len(outer.pages) == length:
            break
        length = len(outer.pages)
    whole = outer.copy([*outer.pages, *inner])
    return Layout(
        pages=read_pages(whole),
        roots=(front.root, body.root),
        warnings=tuple(dict.fromkeys((*front.warnings, *body.warnings))),
        layouts=layouts,
        engine=whole,
    )


def _parsed(html: str, document: Document) -> HtmlDocument:
    return HtmlDocument(ASKED.sub(NUMBER, html), document.files)


def _lay_out_body(
    front: HtmlDocument, body: HtmlDocument, length: int
) -> tuple[Sequence[Any], int]:
    """Return the engine's pages of a body behind a front of that length, and how often pages were
    laid out; its page numbers are in both trees.
    """
    put_page_numbers(body.root, {})
    pages = list(_lay_out_between(body, length, 0).pages)
    for layouts in range(1, MOST_ROUNDS + 1):
        numbers = page_numbers(pages, length + 1)
        put_page_numbers(front.root, numbers)
        changed = put_page_numbers(body.root, numbers)
        _link(front, body)
        # What goes on moving has the right number at least, in whatever room.
        slack = 0.0 if layouts < MOST_ROUNDS else inf
        written = [write_words(page, changed, slack) for page in pages]
        pages = [after or page for page, after in zip(pages, written, strict=True)]
        if slack or all(written):
            break
        starts = page_starts(pages, body.root)
        full = written.index(None)
        first = max(page for page in range(full + 1) if starts[page] != GOES_ON)
        again = _lay_out_parts(body, range(starts[first], starts[-1]), length + first)
        pages[first:] = again.pages
    return pages, layouts


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
    body = _parsed(document.html, document)
    put_page_numbers(body.root, numbers)
    body.link({*body.anchors, *numbers})
    if starts[-1] != len(_parts(body.root)):
        return None
    first = max(number for number in range(page + 1) if starts[number] != GOES_ON)
    # What is on the next page may move to this one, and keeps its last lines from being alone.
    stop = next((start for start in starts[page + 2 :] if start != GOES_ON), starts[-1])
    engine = _lay_out_parts(body, range(starts[first], stop), front + first)
    roots, warnings = (body.root,), tuple(body.warnings)
    return Layout(read_pages(engine), roots, warnings, engine=engine), page - first


def _lay_out_parts(body: HtmlDocument, wanted: range, before: int) -> Any:
    """Return the engine's document of some parts of a body, behind `before` pages."""
    parts = _parts(body.root)
    main, content = next(body.root.iter("main")), next(body.root.iter("body"))
    children = {element: list(element) for element in (content, main, *main)}
    kept = [parts[number] for number in wanted]
    chapters = {chapter for chapter, _ in kept}
    titles: Sequence[Element] = ()
    for number, (chapter, part) in enumerate(parts):
        if (chapter, part) not in kept and part not in chapters:
            chapter.remove(part)
            if number < wanted.start:
                titles = [*part.iter("h2")] or titles
    goes_on = bool(wanted.start)
    if goes_on:
        # On a page of its own before, from which margins take it: here it would open the page.
        running = Element("div", {"style": "break-after:page"})
        running.extend([*filter(_is_running, main), *titles[-1:]])
        main[:] = [child for child in main if child not in running]
        content.insert(0, running)
    # Where its chapter begins is on an earlier page.
    around = kept[0][0] if kept[0][0] is not main else Element("section")
    around.set("style", "break-before:auto")
    engine = _lay_out_between(body, before - goes_on, 0)
    del around.attrib["style"]
    for element, inner in children.items():
        element[:] = inner
    return engine.copy(engine.pages[goes_on:])


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


def page_starts(pages: Sequence[Any], root: Element) -> tuple[int, ...]:
    """Return for each of the engine's pages of a body which of its parts starts on its top, or
    `GOES_ON`; and how many parts there are.
    """
    parts = _parts(root)
    numbers = {part: number for number, (_, part) in enumerate(parts)}
    seen, starts = set[int](), list[int]()
    for page in pages:
        elements = (box.element for box in page._page_box.descendants())
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


def put_page_numbers(root: Element, numbers: Mapping[str, int]) -> Collection[Element]:
    """Put page numbers in their places, by record, a guess where one is unknown; return the places
    that had others.

    In a list each page is named once and linked; those where records begin are strong.
    """
    changed = set[Element]()
    for place in root.iterfind(f".//*[@{NUMBER_OF}]"):
        refs = place.get(NUMBER_OF, "").split(",")
        before = [*place.itertext()]
        if len(refs) == 1:
            place.text = str(numbers.get(refs[0], GUESS))
        else:
            _put_list(place, [ref for ref in refs if ref], numbers)
        if before != [*place.itertext()]:
            changed.add(place)
    return changed


def _put_list(place: Element, refs: Sequence[str], numbers: Mapping[str, int]) -> None:
    targets: dict[int, list[str]] = {}
    for ref in refs:
        targets.setdefault(numbers.get(ref, GUESS), []).append(ref)
    wanted = list[tuple[str, str, str]]()
    for page in sorted(targets):
        records = [ref for ref in targets[page] if not ref.startswith(PLACES)]
        tag = "strong" if records else "span"
        wanted.append((tag, (records or targets[page])[0], str(page)))
    # What is as it was stays: pages that are laid out show these elements.
    if wanted == [(item.tag, item[0].get(LEADS), item[0].text) for item in place]:
        return
    place[:] = []
    for tag, ref, page_number in wanted:
        if len(place):
            place[-1].tail = ", "
        SubElement(SubElement(place, tag), "a", {LEADS: ref}).text = page_number
