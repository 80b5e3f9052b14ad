"""A PDF heard as a screen reader would read it: what is told wrongly, not at all, or out of order.

The points are those of PDF/UA-1 (ISO 14289-1) that a machine can look at, as far as our pages have
what they speak of, and what the page's HTML says besides. No code is shared with what writes tags.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pikepdf

from aidgen.page.faults import Fault
from aidgen.proof.script import Script, bare_letters, script
from aidgen.proof.tagged_tables import scopes, tables
from aidgen.proof.tagtree import Heard, TaggedBook
from aidgen.proof.tagwords import CELLS, HOLDS, TYPES, WITHIN, tag_name

Check = Callable[[TaggedBook, Script], Iterator[Fault]]


def hear(pdf: bytes, html: str) -> tuple[Fault, ...]:
    """Return every fault in the tags of pieces, whose PDF was made from `html`."""
    lines = script(html)
    checks = PIECES if lines.lines or lines.pictures else DECORATION
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return _faults(document, checks, lines)


def hear_whole(document: pikepdf.Pdf, *, titles: int = 1) -> tuple[Fault, ...]:
    """Return every fault in what a whole document says of itself, and in how its pieces follow.

    It has so many headings of level 1: one in each language, none if its pages are single cards.
    """
    checks: list[Check] = [*WHOLE, partial(_headings, titles=titles)]
    return _faults(document, checks, Script((), (), ()))


def _faults(document: pikepdf.Pdf, checks: Sequence[Check], lines: Script) -> tuple[Fault, ...]:
    if "/StructTreeRoot" not in document.Root:
        return (Fault(kind="tags", found="cannot be read aloud: it is not tagged"),)
    book = TaggedBook(document)
    return tuple(dict.fromkeys(fault for check in checks for fault in check(book, lines)))


def _tags(found: str, **more: Any) -> Fault:
    return Fault(kind="tags", found=found, **more)


def _catalog(book: TaggedBook, _: Script) -> Iterator[Fault]:
    """The file says what it is, in which language, and by which title it is to be shown."""
    root: Any = book.document.Root
    marked: Any = root.get("/MarkInfo", pikepdf.Dictionary())
    shown: Any = root.get("/ViewerPreferences", pikepdf.Dictionary())
    if not LANGUAGE.fullmatch(str(root.get("/Lang", ""))):
        yield _tags("says no language, or none that there is")
    if not marked.get("/Marked"):
        yield _tags("does not say that it can be read aloud")
    if marked.get("/Suspects"):
        yield _tags("says that the order in which it is read is not to be relied on")
    if not shown.get("/DisplayDocTitle"):
        yield _tags("does not show its title")
    told: dict[str, str] = {}
    if "/Metadata" in root:
        metadata = book.document.open_metadata()
        told = {name: str(metadata.get(name, "")) for name in ("dc:title", "pdfuaid:part")}
    if told.get("pdfuaid:part") != "1":
        yield _tags("does not say that it is accessible (PDF/UA-1)")
    title = str(book.document.docinfo.get("/Title", ""))
    if not title or told.get("dc:title") != title:
        yield _tags("has no title, or two")


def _bookmarks(book: TaggedBook, _: Script) -> Iterator[Fault]:
    """There are bookmarks to go by, and each leads to a page."""
    outline: Any = book.document.Root.get("/Outlines", pikepdf.Dictionary())
    if "/First" not in outline:
        yield _tags("has no bookmarks")
    queue = [outline.get("/First")]
    while queue:
        item = queue.pop()
        if item is None:
            continue
        queue += [item.get("/First"), item.get("/Next")]
        target: Any = item.get("/Dest")
        if not isinstance(target, pikepdf.Array) or target[0].objgen not in book.pages:
            yield _tags("is a bookmark that leads nowhere", words=str(item.get("/Title", "")))


def _marks(book: TaggedBook, _: Script) -> Iterator[Fault]:
    """All that is painted is either decoration, or read aloud exactly once."""
    for content in book.contents:
        number = content.number + 1
        yield from (_tags(found, page=number) for found in content.faults)
        parents = book.parents.get(int(content.page.get("/StructParents", -1)), ())
        for mcid in content.seen:
            owners = book.owners.get((content.number, mcid), [])
            words = content.texts[mcid].strip() or f"piece {mcid}"
            if len(owners) != 1:
                found = f"is read aloud {len(owners)} times, expected once"
                yield _tags(found, words=words, page=number)
            elif not (mcid < len(parents) and same(parents[mcid], owners[0].node)):
                yield _tags("is not found where it is read aloud", words=words, page=number)
    for page, mcid in book.owners:
        if page not in range(len(book.contents)) or mcid not in book.contents[page].seen:
            yield _tags(f"reads aloud a piece that is not there, number {mcid}", page=page + 1)


def same(one: Any, other: Any) -> bool:
    """Tell whether two objects of a PDF are one."""
    return one is not None and one.objgen == other.objgen


def _tree(book: TaggedBook, _: Script) -> Iterator[Fault]:
    """Each element is of a standard type, in its right place, with something in it."""
    if [element.tag for element in book.root.elements] != ["Document"]:
        yield _tags("is not read aloud as one document")
    for element in book.elements:
        for found in _misplaced(element, element.parent or book.root):
            yield _tags(found, words=book.text(element), page=book.page(element))
        if not element.kids and element.tag not in CELLS and not element.annotations:
            before, name = book.before(element), tag_name(element.tag)
            follows = f"is followed by {name}" if before else name
            yield _tags(f"{follows} that is empty", words=before)
        if not LANGUAGE.fullmatch(element.lang):
            found = "is in no language, or in none that there is"
            yield _tags(found, words=book.text(element), page=book.page(element))


def _silence(book: TaggedBook, _: Script) -> Iterator[Fault]:
    """Nothing is read aloud: all is decoration, as crop marks are."""
    for element in book.elements:
        if element.tag != "Document" or element.kids:
            found = f"reads aloud {tag_name(element.tag)} where there is nothing to be read"
            yield _tags(found, words=book.text(element), page=book.page(element))


def _misplaced(element: Heard, parent: Heard) -> Iterator[str]:
    """Yield what is wrong with the type of an element, and with what it stands in."""
    around, name = parent.tag, tag_name(element.tag)
    place = tag_name(around) if around else "nothing"
    if element.tag not in TYPES:
        yield f"is read aloud as {name}, which means nothing"
    elif element.tag in WITHIN and around not in WITHIN[element.tag]:
        yield f"is {name} in {place}, where none may be"
    if around in HOLDS and element.tag not in HOLDS[around]:
        yield f"is {name} in {place}, which holds none"
    if around in HOLDS and parent.is_mixed:
        yield f"stands beside words in {place} that are in none of its parts"
    if not same(element.node.get("/P"), parent.node):
        yield f"is {name} that names another place as its own"


def _headings(book: TaggedBook, _: Script, titles: int) -> Iterator[Fault]:
    """There are so many first headings, one of them comes first, and no level is left out."""
    headings = _headings_of(book)
    levels = [int(element.tag[1]) for element in headings]
    if levels.count(1) != titles:
        yield _tags(f"has {levels.count(1)} headings of level 1", expected=str(titles))
    for before, element in zip([0 if titles else 1, *levels], headings, strict=False):
        level = int(element.tag[1])
        if level > before + 1:
            found = f"is a heading of level {level} right after level {before}"
            yield _tags(found, words=book.text(element), page=book.page(element))


def _headings_of(book: TaggedBook) -> list[Heard]:
    return [element for element in book.elements if re.fullmatch(r"H\d", element.tag)]


def _same_headings(book: TaggedBook, lines: Script) -> Iterator[Fault]:
    """The headings are those of the HTML, in their order."""
    headings = _headings_of(book)
    if len(headings) != len(lines.headings):
        yield _tags(f"has {len(headings)} headings", expected=f"{len(lines.headings)}")
        return
    for element, (tag, words) in zip(headings, lines.headings, strict=True):
        letters = bare_letters("".join(book.said(place) for place, _ in element.places()))
        if element.tag != tag or words not in letters:
            yield _tags(
                f"is read aloud as {tag_name(element.tag)} where the page has {tag_name(tag)}",
                words=book.text(element),
                page=book.page(element),
            )


def _figures(book: TaggedBook, lines: Script) -> Iterator[Fault]:
    """Each picture has its text and says where it is."""
    figures = [element for element in book.elements if element.tag == "Figure"]
    said = [str(element.node.get("/Alt", "")) for element in figures]
    if list(map(bare_letters, said)) != list(map(bare_letters, lines.pictures)):
        yield _tags(f"says of its pictures {_listed(said)}", expected=_listed(lines.pictures))
    for element in figures:
        alt = str(element.node.get("/Alt", ""))
        if not alt:
            yield _tags("has a picture that no words stand for", page=book.page(element))
        box = [float(edge) for edge in element.fact("/BBox", ())]
        pages = {page for (page, _), _ in element.places()}
        sheets = [
            book.contents[page].page.mediabox for page in pages if page in range(len(book.contents))
        ]
        if len(box) != 4 or not all(_holds(sheet, box) for sheet in sheets):
            yield _tags(f"does not say where the picture “{alt}” is", page=book.page(element))


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words) or "nothing"


def _holds(sheet: Any, box: Sequence[float]) -> bool:
    left, bottom, right, top = (float(edge) for edge in sheet)
    across = left - EDGE <= box[0] < box[2] <= right + EDGE
    return across and bottom - EDGE <= box[1] < box[3] <= top + EDGE


def _links(book: TaggedBook, _: Script) -> Iterator[Fault]:
    """Each link leads from its words, says where to, and is met where it is read."""
    owners: dict[Any, list[Heard]] = defaultdict(list)
    for element in book.elements:
        for annotation in element.annotations:
            owners[annotation.objgen].append(element)
        if element.tag == "Link" and not element.annotations:
            found = "is a link that cannot be followed"
            words, page = book.text(element), book.page(element)
            yield Fault(kind="unread", found=found, words=words, page=page)
    for number, sheet in enumerate(book.document.pages, start=1):
        annotations = list(sheet.get("/Annots", pikepdf.Array()))
        if annotations and sheet.get("/Tabs") != "/S":
            yield _tags("its links are not met in reading order", page=number)
        for annotation in annotations:
            if annotation.get("/Subtype") == "/Widget":
                continue  # is looked at as a field
            words = str(annotation.get("/Contents", "")).strip()
            for found in _misled(book, annotation, owners[annotation.objgen]):
                yield _tags(found, words=words, page=number)
            if not words:
                yield _tags("a link does not say where it leads", page=number)


def _misled(book: TaggedBook, annotation: Any, owners: Sequence[Heard]) -> Iterator[str]:
    """Yield what is wrong with where a link is read, `owners` being the elements that hold it."""
    if [element.tag for element in owners] != ["Link"]:
        yield "is a link, and is not read aloud as one link"
    elif not same(book.parents.get(int(annotation.get("/StructParent", -1))), owners[0].node):
        yield "is a link that is read aloud elsewhere"


def _fonts(book: TaggedBook, _: Script) -> Iterator[Fault]:
    """Each font is in the file, and says which characters its glyphs are."""
    resources: list[Any] = [page.get("/Resources", {}) for page in book.document.pages]
    used: list[Any] = [each.get("/Font", {}) for each in resources]
    fonts = {font.objgen: font for fonts in used for font in fonts.values()}
    for font in fonts.values():
        inner = font.get("/DescendantFonts", [font])[0].get("/FontDescriptor", {})
        name = str(font.get("/BaseFont", ""))[1:]
        if not any(f"/FontFile{kind}" in inner for kind in ("", 2, 3)):
            yield _tags(f"does not have the font {name} in it")
        if "/ToUnicode" not in font:
            yield _tags(f"does not say which characters it draws with {name}")


def _words(book: TaggedBook, lines: Script) -> Iterator[Fault]:
    """All words of the HTML are read, in its order and in its languages, and no others.

    What the style sheet adds, such as numbers and marks of lists, is a few letters long.
    """
    heard, langs = "", []
    for place, lang in book.root.places():
        letters = bare_letters(book.said(place))
        heard += letters
        langs += [lang] * len(letters)
    end = 0
    for line in lines.lines:
        start = heard.find(line.letters, end, end + ADDED + len(line.letters))
        if start < 0:
            yield Fault(kind="unread", found="is not read aloud where it stands", words=line.words)
            start = heard.find(line.letters, end)
        if start < 0:
            continue
        end = start + len(line.letters)
        other = ", ".join(sorted(set(langs[start:end]) - {line.lang}))
        if other:
            found = f"is read aloud as {other}"
            yield Fault(kind="unread", found=found, expected=line.lang, words=line.words)
    if len(heard) - end > ADDED:
        found = f"reads aloud more than there is: “{heard[end:][:MORE]}”"
        yield Fault(kind="unread", found=found)


PIECES: tuple[Check, ...] = (_marks, _tree, _same_headings, tables, scopes, _figures, _words)
"""What has to hold of pieces, in the order in which it is told."""
DECORATION: tuple[Check, ...] = (_marks, _silence, _words)
"""What has to hold of pieces that say nothing."""
WHOLE: tuple[Check, ...] = (_catalog, _bookmarks, _fonts, _tree, tables, _links)
"""What has to hold of a document that is put together from pieces, beside its headings."""
ADDED = 4
"""How many letters the style sheet may add between two texts."""
MORE = 40
"""How many letters of what is too much are quoted."""
EDGE = 1
"""By how much in pt a picture may reach over the edge of its page: frames are drawn around it."""
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?")
"""Language, script and region (BCP 47)."""
