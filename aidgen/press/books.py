"""Books: a body, and a front with its cover and contents, whose page numbers come from the body.

A body is laid out with guesses for the page numbers that it names; the right ones are written into
its lines. Its index comes last, when they are known. All is laid out again only if some do not fit.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import count
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from aidgen.layout.boxes import LaidPage, Layout
from aidgen.layout.document import ASKS, Document
from aidgen.press.engine.html import LEADS, HtmlDocument
from aidgen.press.engine.moving import write_words
from aidgen.press.engine.reading import read_pages

# The placeholder for the page number of a record, or for those of several.
ASKED = re.compile(f"{ASKS}([^{ASKS}]+){ASKS}")
# The attribute of the element that it becomes, and that element.
NUMBER_OF = "data-pages"
NUMBER = rf'<span {NUMBER_OF}="\1"></span>'
# The classes of a front: as it is, with contents close together, and with chapters alone.
DENSITIES = ("", "ag-tight", "ag-sparse")
# The class of what contents name of a chapter.
WITHIN = "ag-within"
# What a style sheet has that counts the pages of the whole book.
COUNTED = "counter(pages"
# The number of a page that is not known yet: no number of most books is wider.
GUESS = 99
# How often the pages of a book may move with its page numbers.
MOST_ROUNDS = 5
# Instead of the part that starts on the top of a page, where one goes on from the page before.
GOES_ON = -1
# How the classes begin of what is in the margins of all pages.
RUNNING = "ag-running"
# The attribute of an index.
INDEX = "data-index"
# How the anchors begin that are places in a text or glossary, and not where a record begins.
PLACES = ("index:", "plate:", "terms.")


def lay_out_book(document: Document) -> Layout:
    """Return a book laid out, its front first."""
    front, body = _parsed(document.front, document), _parsed(document.html, document)
    put_page_numbers(body.root, {})
    _link(front, body)
    length = sum(1 for _ in front.root.iter("main"))
    for layouts in count(1):
        inner = _lay_out_body(front, body, length, is_counted=COUNTED in document.html)
        numbers = page_numbers(inner, length + 1)
        put_page_numbers(front.root, numbers)
        changed = put_page_numbers(body.root, numbers)
        _link(front, body)
        outer = _lay_out_front(front, length, len(inner) if COUNTED in document.front else 0)
        written = [write_words(page, changed) for page in inner]
        if layouts == MOST_ROUNDS or (len(outer.pages) == length and all(written)):
            break
        length = len(outer.pages)
    inner = [after or page for page, after in zip(inner, written, strict=True)]
    whole = outer.copy([*outer.pages, *inner])
    return Layout(
        pages=read_pages(whole),
        roots=(front.root, body.root),
        warnings=tuple(dict.fromkeys((*front.warnings, *body.warnings))),
        layouts=layouts,
        engine=whole,
    )


def _lay_out_body(
    front: HtmlDocument, body: HtmlDocument, length: int, *, is_counted: bool
) -> list[Any]:
    """Return the pages of a body behind a front of so many pages. From its index on, they are laid
    out with the numbers of those before, unless each page names the number of all.
    """
    main = next(body.root.iter("main"))
    whole = [*main]
    parts = [part for part in whole if not _is_running(part)]
    at = next((n for n, part in enumerate(parts) if part.find(f".//*[@{INDEX}]") is not None), 0)
    if is_counted or not at:
        return [*_lay_out_between(body, length, 0).pages]
    # Style sheets still see it behind what is before.
    for part in parts[at:]:
        part.set("hidden", "")
    pages = _lay_out_between(body, length, 0).pages
    for part in parts[at:]:
        part.attrib.pop("hidden")
    put_page_numbers(parts[at], page_numbers(pages, length + 1))
    _link(front, body)
    # What is in all margins comes on a page before it, which is not kept.
    new_page = Element("div", {"style": "break-after:page"})
    main[:] = [*filter(_is_running, whole), new_page, *parts[at:]]
    after = _lay_out_between(body, length + len(pages) - 1, 0).pages[1:]
    main[:] = whole
    return [*pages, *after]


def _lay_out_front(front: HtmlDocument, length: int, after: int) -> Any:
    """Return a front laid out; contents that need more pages come closer together, and if need be
    name the chapters alone.
    """
    content = next(front.root.iter("body"))
    for density in DENSITIES:
        content.set("class", density)
        for entry in content.iter("li"):
            if density == DENSITIES[-1]:
                entry[:] = [part for part in entry if part.get("class") != WITHIN]
        outer = _lay_out_between(front, 0, after)
        if len(outer.pages) <= length:
            break
    return outer


def _parsed(html: str, document: Document) -> HtmlDocument:
    return HtmlDocument(ASKED.sub(NUMBER, html), document.files)


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


def put_page_numbers(root: Element, numbers: Mapping[str, int]) -> Collection[Element]:
    """Put page numbers in their places, by record, a guess where one is unknown; return the places
    that had others.

    In a list each page is named once and linked; of several, those where records begin are strong.
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
        tag = "strong" if records and len(targets) > 1 else "span"
        wanted.append((tag, (records or targets[page])[0], str(page)))
    # What is as it was stays: pages that are laid out show these elements.
    if wanted == [(item.tag, item[0].get(LEADS), item[0].text) for item in place]:
        return
    place[:] = []
    for tag, ref, page_number in wanted:
        if len(place):
            place[-1].tail = ", "
        SubElement(SubElement(place, tag), "a", {LEADS: ref}).text = page_number
