"""Whether a finished PDF can be read aloud: all of it, in order, in its languages.

The checks are those of PDF/UA-1 (ISO 14289-1) that a machine can make and that apply to our pages,
and that the structure tree agrees with the HTML. No code is shared with what writes the tree.
"""

from __future__ import annotations

import io
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pikepdf

from aidgen.game.texts import letters_without_hyphens
from aidgen.layout.faults import Fault
from aidgen.layout.promises import SpokenPage, read_spoken
from aidgen.proof.structure import StructureElement, StructureTree

TreeCheck = Callable[[StructureTree, SpokenPage], Iterator[Fault]]


def check_tags(pdf: bytes, html: str) -> tuple[Fault, ...]:
    """Return every fault in the tags of pieces, whose PDF was made from `html`."""
    spoken = read_spoken(html)
    is_silent = not spoken.pictures and not any(plain_letters(each.words) for each in spoken.words)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        tree = StructureTree(document)
        return _run_checks(tree, DECORATION_CHECKS if is_silent else PIECE_CHECKS, spoken)


def check_document_tags(tree: StructureTree, *, titles: int = 1) -> tuple[Fault, ...]:
    """Return every fault in the metadata of a whole document, and in how its pieces follow.

    It has `titles` headings of level 1: one a language, none if its pages are single cards.
    """
    checks: list[TreeCheck] = [*DOCUMENT_CHECKS, partial(_check_levels, titles=titles)]
    return _run_checks(tree, checks, SpokenPage())


def _run_checks(
    tree: StructureTree, checks: Sequence[TreeCheck], spoken: SpokenPage
) -> tuple[Fault, ...]:
    if not tree.is_tagged:
        return (_tag_fault("cannot be read aloud: it is not tagged"),)
    return tuple(dict.fromkeys(fault for check in checks for fault in check(tree, spoken)))


def _tag_fault(found: str, **more: Any) -> Fault:
    return Fault(kind="tags", found=found, **more)


def _element_fault(tree: StructureTree, element: StructureElement, found: str) -> Fault:
    return _tag_fault(found, words=tree.excerpt(element), page=tree.page_of(element))


def plain_letters(text: str) -> str:
    """Return the letters of a text without hyphens and capitals, which a style sheet may change."""
    return letters_without_hyphens(text).casefold()


def is_same(one: Any, other: Any) -> bool:
    """Tell whether two references to objects of a PDF are to the same one."""
    return one is not None and bool(one.objgen == other.objgen)


# The document -------------------------------------------------------------------------------------


def _check_metadata(tree: StructureTree, _: SpokenPage) -> Iterator[Fault]:
    """The file names its language, its title, and the standard that it follows."""
    document = tree.document
    root: Any = document.Root
    marked: Any = root.get("/MarkInfo", pikepdf.Dictionary())
    preferences: Any = root.get("/ViewerPreferences", pikepdf.Dictionary())
    if not LANGUAGE_TAG.fullmatch(str(root.get("/Lang", ""))):
        yield _tag_fault("has no language, or an unknown one")
    if not marked.get("/Marked"):
        yield _tag_fault("does not say that it can be read aloud")
    if marked.get("/Suspects"):
        yield _tag_fault("says that the order in which it is read is not to be relied on")
    if not preferences.get("/DisplayDocTitle"):
        yield _tag_fault("does not show its title")
    metadata: dict[str, str] = {}
    if "/Metadata" in root:
        opened = document.open_metadata()
        metadata = {name: str(opened.get(name, "")) for name in ("dc:title", "pdfuaid:part")}
    if metadata.get("pdfuaid:part") != "1":
        yield _tag_fault("does not say that it is accessible (PDF/UA-1)")
    title = str(document.docinfo.get("/Title", ""))
    if not title or metadata.get("dc:title") != title:
        yield _tag_fault("has no title, or two different ones")
    if "/First" not in root.get("/Outlines", pikepdf.Dictionary()):
        yield _tag_fault("has no bookmarks")


def _check_levels(tree: StructureTree, _: SpokenPage, titles: int) -> Iterator[Fault]:
    """A heading of level 1 comes first, there are `titles` of them, and no level is skipped."""
    headings = _headings_of(tree)
    levels = [int(element.tag[1]) for element in headings]
    if levels.count(1) != titles:
        yield _tag_fault(f"has {levels.count(1)} headings of level 1", expected=str(titles))
    for before, element in zip([0 if titles else 1, *levels], headings, strict=False):
        level = int(element.tag[1])
        if level > before + 1:
            found = f"is a heading of level {level} right after level {before}"
            yield _element_fault(tree, element, found)


def _check_fonts(tree: StructureTree, _: SpokenPage) -> Iterator[Fault]:
    """Each font is in the file, and maps its glyphs to characters."""
    resources: list[Any] = [page.get("/Resources", {}) for page in tree.document.pages]
    used: list[Any] = [each.get("/Font", {}) for each in resources]
    fonts = {font.objgen: font for fonts in used for font in fonts.values()}
    for font in fonts.values():
        inner = font.get("/DescendantFonts", [font])[0].get("/FontDescriptor", {})
        name = str(font.get("/BaseFont", ""))[1:]
        if not any(f"/FontFile{kind}" in inner for kind in ("", 2, 3)):
            yield _tag_fault(f"does not have the font {name} in it")
        if "/ToUnicode" not in font:
            yield _tag_fault(f"does not say which characters it draws with {name}")


def _check_annotations(tree: StructureTree, _: SpokenPage) -> Iterator[Fault]:
    """Each link belongs to its words, describes its target, and is in the tab order."""
    owners: dict[Any, list[StructureElement]] = defaultdict(list)
    for element in tree.elements:
        for annotation in element.annotations:
            owners[annotation.objgen].append(element)
        if element.tag == "Link" and not element.annotations:
            words, page = tree.excerpt(element), tree.page_of(element)
            found = "is a link that cannot be followed"
            yield Fault(kind="unread", found=found, words=words, page=page)
    for number, sheet in enumerate(tree.document.pages, start=1):
        annotations = list(sheet.get("/Annots", pikepdf.Array()))
        if annotations and sheet.get("/Tabs") != "/S":
            yield _tag_fault("its links are not in reading order", page=number)
        for annotation in annotations:
            if annotation.get("/Subtype") != "/Widget":  # `check_fields` looks at fields
                words = str(annotation.get("/Contents", "")).strip()
                for found in _link_tag_faults(tree, annotation, words, owners[annotation.objgen]):
                    yield _tag_fault(found, words=words, page=number)


def _link_tag_faults(
    tree: StructureTree, annotation: Any, words: str, owners: Sequence[StructureElement]
) -> Iterator[str]:
    """Yield the faults of how a link is read, `owners` being the elements that hold it."""
    figures = (each.node for owner in owners for each in owner.walk() if each.tag == "Figure")
    pictured = "".join(str(figure.get("/Alt", "")) for figure in figures)
    if [element.tag for element in owners] != ["Link"]:
        yield "is a link, and is not read aloud as one link"
    elif not is_same(tree.parents.get(int(annotation.get("/StructParent", -1))), owners[0].node):
        yield "is a link that is read aloud elsewhere"
    elif plain_letters(words) not in plain_letters(tree.text_of(owners[0]) or pictured):
        yield "is a link, and other words are read aloud"
    if not words:
        yield "a link does not say where it leads"


# The tree -----------------------------------------------------------------------------------------


def _check_content(tree: StructureTree, _: SpokenPage) -> Iterator[Fault]:
    """All that is painted is either decoration, or read aloud exactly once."""
    for content in tree.contents:
        number = content.number + 1
        yield from (_tag_fault(found, page=number) for found in content.faults)
        parents = tree.parents.get(int(content.page.get("/StructParents", -1)), ())
        for mcid in content.mcids:
            owners = tree.owners.get((content.number, mcid), [])
            words = content.texts[mcid].strip() or f"piece {mcid}"
            if len(owners) != 1:
                found = f"is read aloud {len(owners)} times, expected once"
                yield _tag_fault(found, words=words, page=number)
            elif not (mcid < len(parents) and is_same(parents[mcid], owners[0].node)):
                found = "is not found where it is read aloud"
                yield _tag_fault(found, words=words, page=number)
    for page, mcid in tree.owners:
        owned = tree.content_of(page)
        if owned is None or mcid not in owned.mcids:
            found = f"reads aloud a piece that is not there, number {mcid}"
            yield _tag_fault(found, page=page + 1)


def _check_elements(tree: StructureTree, _: SpokenPage) -> Iterator[Fault]:
    """Each element has a standard type, is in an element that may hold it, and is not empty."""
    if [element.tag for element in tree.root.elements] != ["Document"]:
        yield _tag_fault("is not read aloud as one document")
    for element in tree.elements:
        for found in _nesting_faults(element, element.parent or tree.root):
            yield _element_fault(tree, element, found)
        if not element.kids and element.tag not in CELL_TAGS and not element.annotations:
            before, name = tree.words_before(element), describe_tag(element.tag)
            follows = f"is followed by {name}" if before else name
            yield _tag_fault(f"{follows} that is empty", words=before)
        if not LANGUAGE_TAG.fullmatch(element.lang):
            found = "has no language, or an unknown one"
            yield _element_fault(tree, element, found)


def _nesting_faults(element: StructureElement, parent: StructureElement) -> Iterator[str]:
    """Yield the faults of an element's type and of its place in its parent."""
    around, name = parent.tag, describe_tag(element.tag)
    place = describe_tag(around) if around else "nothing"
    if element.tag not in TAG_NAMES:
        yield f"is read aloud as {name}, which means nothing"
    elif element.tag in PARENTS and around not in PARENTS[element.tag]:
        yield f"is {name} in {place}, where none may be"
    if around in CHILDREN and element.tag not in CHILDREN[around]:
        yield f"is {name} in {place}, which holds none"
    if around in CHILDREN and parent.is_mixed:
        yield f"is beside words in {place} that are in none of its parts"
    if not is_same(element.node.get("/P"), parent.node):
        yield f"is {name} that names another place as its own"


def _check_silence(tree: StructureTree, _: SpokenPage) -> Iterator[Fault]:
    """Nothing is read aloud: everything is decoration, as crop marks are."""
    for element in tree.elements:
        if element.tag != "Document" or element.kids:
            name = describe_tag(element.tag)
            found = f"reads aloud {name} where there is nothing to be read"
            yield _element_fault(tree, element, found)


# Against the HTML ---------------------------------------------------------------------------------


def _headings_of(tree: StructureTree) -> list[StructureElement]:
    return [element for element in tree.elements if re.fullmatch(r"H\d", element.tag)]


def _check_headings(tree: StructureTree, spoken: SpokenPage) -> Iterator[Fault]:
    """The headings are those of the HTML, in their order."""
    headings = _headings_of(tree)
    if len(headings) != len(spoken.headings):
        yield _tag_fault(f"has {len(headings)} headings", expected=f"{len(spoken.headings)}")
        return
    for element, (tag, words) in zip(headings, spoken.headings, strict=True):
        letters = plain_letters(tree.text_of(element))
        if element.tag != tag or plain_letters(words) not in letters:
            here, there = describe_tag(element.tag), describe_tag(tag)
            found = f"is read aloud as {here} where the page has {there}"
            yield _element_fault(tree, element, found)


def _check_figures(tree: StructureTree, spoken: SpokenPage) -> Iterator[Fault]:
    """Each picture has its alternative text and its bounds."""
    figures = [element for element in tree.elements if element.tag == "Figure"]
    texts = [str(element.node.get("/Alt", "")) for element in figures]
    document = tree.document
    if list(map(plain_letters, texts)) != list(map(plain_letters, spoken.pictures)):
        found = f"describes its pictures as {_quote_all(texts)}"
        yield _tag_fault(found, expected=_quote_all(spoken.pictures))
    for element, alt in zip(figures, texts, strict=True):
        if not alt:
            found = "has a picture without alternative text"
            yield _tag_fault(found, page=tree.page_of(element))
        box = [float(edge) for edge in element.attribute("/BBox", ())]
        pages = {page for (page, _), _ in element.places() if page >= 0}
        papers = [document.pages[page].mediabox for page in pages if page < len(document.pages)]
        if len(box) != 4 or not all(_is_on_page(box, paper) for paper in papers):
            found = f"does not say where the picture “{alt}” is"
            yield _tag_fault(found, page=tree.page_of(element))


def _quote_all(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words) or "nothing"


def _is_on_page(box: Sequence[float], paper: Any) -> bool:
    left, bottom, right, top = (float(edge) for edge in paper)
    across = left - FRAME_WIDTH <= box[0] < box[2] <= right + FRAME_WIDTH
    return across and bottom - FRAME_WIDTH <= box[1] < box[3] <= top + FRAME_WIDTH


def _check_words(tree: StructureTree, spoken: SpokenPage) -> Iterator[Fault]:
    """All words of the HTML are read aloud, in its order and its languages, and no others.

    The style sheet adds the marks of lists, and a few letters elsewhere, such as numbers.
    """
    items = (element for element in tree.elements if element.tag == "LI")
    labels = (kid for item in items for kid in item.elements if kid.written_tag == "Lbl")
    marks = {place for label in labels for place, _ in label.places()}
    read_aloud, langs = "", list[str]()
    for place, lang in tree.root.places():
        letters = "" if place in marks else plain_letters(tree.text_at(place))
        read_aloud += letters
        langs += [lang] * len(letters)
    end = 0
    for line in spoken.words:
        letters = plain_letters(line.words)
        start = read_aloud.find(letters, end, end + ADDED_LETTERS + len(letters))
        if start < 0:
            found = "is not read aloud in its place"
            yield Fault(kind="unread", found=found, words=line.words)
            start = read_aloud.find(letters, end)
        if start < 0:
            continue
        end = start + len(letters)
        wrong = ", ".join(sorted(set(langs[start:end]) - {line.lang}))
        if wrong:
            found = f"is read aloud as {wrong}"
            yield Fault(kind="unread", found=found, expected=line.lang, words=line.words)
    if len(read_aloud) - end > ADDED_LETTERS:
        found = f"reads aloud more than the page has: “{read_aloud[end:][:QUOTED_LETTERS]}”"
        yield Fault(kind="unread", found=found)


# Tables -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _HeardCell:
    """A cell of a table, with its rows and columns."""

    element: StructureElement
    rows: range
    columns: range


CellHeadings = Mapping[tuple[str, int], Sequence[bytes]]
"""The names of the headings of a row or a column, by `row` or `column` and its number."""


def _check_tables(tree: StructureTree, _: SpokenPage) -> Iterator[Fault]:
    """The rows of a table are equally long, and each cell names its headings."""
    for table in (element for element in tree.elements if element.tag == "Table"):
        cells = _cells_of(table)
        for element, found in (*_length_faults(table, cells), *_heading_faults(tree, cells)):
            words = "" if element is table else tree.excerpt(element)
            quoted = f"“{words}” " if words else ""
            found = f"table “{tree.excerpt(table)}”: {quoted}{found}"
            yield _tag_fault(found, page=tree.page_of(table))


def _cells_of(table: StructureElement) -> list[_HeardCell]:
    filled: set[tuple[int, int]] = set()
    cells = []
    rows = [element for element in table.walk() if element.tag == "TR"]
    for number, row in enumerate(rows):
        column = 0
        for element in row.elements:
            while (number, column) in filled:
                column += 1
            high = range(number, number + int(element.attribute("/RowSpan", 1)))
            wide = range(column, column + int(element.attribute("/ColSpan", 1)))
            filled |= {(i, j) for i in high for j in wide}
            cells.append(_HeardCell(element, high, wide))
    return cells


def _length_faults(
    table: StructureElement, cells: Sequence[_HeardCell]
) -> Iterator[tuple[StructureElement, str]]:
    squares = Counter((i, j) for cell in cells for i in cell.rows for j in cell.columns)
    high, wide = len({i for i, _ in squares}), len({j for _, j in squares})
    if len(squares) != high * wide or set(squares.values()) - {1}:
        yield table, "its rows are not of one length"


def _heading_faults(
    tree: StructureTree, cells: Sequence[_HeardCell]
) -> Iterator[tuple[StructureElement, str]]:
    """Yield the headings without a name, and the cells that do not name exactly their headings."""
    headings: dict[tuple[str, int], list[bytes]] = defaultdict(list)
    for cell in cells:
        element = cell.element
        if element.tag != "TH":
            continue
        scope, name = element.attribute("/Scope"), bytes(element.node.get("/ID", b""))
        if scope not in ("/Row", "/Column", "/Both"):
            yield element, "does not say what it is the heading of"
        if not is_same(tree.names.get(name), element.node):
            yield element, "cannot be found by the cells it is the heading of"
        for number in cell.rows if scope in ("/Row", "/Both") else ():
            headings["row", number].append(name)
        for number in cell.columns if scope in ("/Column", "/Both") else ():
            headings["column", number].append(name)
    for cell in cells:
        if cell.element.tag == "TD":
            yield from ((cell.element, found) for found in _cell_faults(tree, cell, headings))


def _cell_faults(tree: StructureTree, cell: _HeardCell, headings: CellHeadings) -> Iterator[str]:
    named = sorted(bytes(name) for name in cell.element.attribute("/Headers", ()))
    expected = {name for row in cell.rows for name in headings.get(("row", row), ())}
    expected |= {name for column in cell.columns for name in headings.get(("column", column), ())}
    for name in named:
        if name not in tree.names:
            yield "names a heading that is not there"
    if named != sorted(expected) or not named:
        yield "does not name its headings"


def _check_scopes(tree: StructureTree, spoken: SpokenPage) -> Iterator[Fault]:
    """The headings of tables are for the rows and columns that the HTML names."""
    scopes = tuple(
        str(element.attribute("/Scope", "/"))[1:]
        for element in tree.elements
        if element.tag == "TH"
    )
    expected = tuple(HTML_SCOPES.get(scope, "") for scope in spoken.scopes)
    if expected and scopes != expected:
        yield _tag_fault("has headings of tables that are for other cells than in the HTML")


# Types of elements --------------------------------------------------------------------------------

CELL_TAGS = ("TH", "TD")
_ROW_PARENTS = ("Table", "THead", "TBody", "TFoot")
_GROUPING = ("Document", "Part", "Art", "Sect", "Div", "BlockQuote")
PARENTS = {
    "Document": ("",),
    "TR": _ROW_PARENTS,
    "TH": ("TR",),
    "TD": ("TR",),
    "THead": ("Table",),
    "TBody": ("Table",),
    "TFoot": ("Table",),
    "LI": ("L",),
    "Lbl": ("LI", "TOCI"),
    "LBody": ("LI",),
    "TOCI": ("TOC",),
    "Reference": ("TOCI", "P"),
} | {f"H{level}": _GROUPING for level in range(1, 7)}
"""The types of elements that may hold an element of a type (ISO 32000-1, 14.8.4)."""
CHILDREN = {
    "Table": ("Caption", "TR", "THead", "TBody", "TFoot"),
    "THead": ("TR",),
    "TBody": ("TR",),
    "TFoot": ("TR",),
    "TR": CELL_TAGS,
    "L": ("LI", "L", "Caption"),
    "LI": ("Lbl", "LBody"),
    "TOC": ("TOCI", "TOC", "Caption"),
}
"""The types of elements that an element of a type may hold."""
TAG_NAMES = {
    "Document": "a document",
    "Part": "a part",
    "Art": "an article",
    "Sect": "a section",
    "Div": "a block",
    "BlockQuote": "a quotation",
    "P": "a paragraph",
    "Caption": "a caption",
    "Table": "a table",
    "THead": "the head of a table",
    "TBody": "the body of a table",
    "TFoot": "the foot of a table",
    "TR": "a row of a table",
    "TH": "a heading in a table",
    "TD": "a cell",
    "L": "a list",
    "LI": "an item of a list",
    "Lbl": "the mark of an item",
    "LBody": "the text of an item",
    "TOC": "a table of contents",
    "TOCI": "an entry of the contents",
    "Reference": "a reference",
    "NonStruct": "a wrapper",
    "Span": "a phrase",
    "Quote": "a quoted phrase",
    "Note": "a note",
    "Link": "a link",
    "Form": "a field",
    "Figure": "a picture",
    "Formula": "a formula",
} | {f"H{level}": f"a heading of level {level}" for level in range(1, 7)}
"""The standard types that our pages may have, in the words of someone who writes a page."""


def describe_tag(tag: str) -> str:
    """Return a type of elements in words; a type that is not standard is quoted."""
    return TAG_NAMES.get(tag, f"“{tag}”")


HTML_SCOPES = {"row": "Row", "rowgroup": "Row", "col": "Column", "colgroup": "Column"}
"""The scopes of headings of tables in HTML, and in a PDF."""
PIECE_CHECKS: tuple[TreeCheck, ...] = (
    *(_check_content, _check_elements, _check_headings, _check_tables, _check_scopes),
    *(_check_figures, _check_words),
)
"""The checks of pieces, in the order of their reports."""
DECORATION_CHECKS: tuple[TreeCheck, ...] = (_check_content, _check_silence, _check_words)
"""The checks of pieces without words."""
DOCUMENT_CHECKS: tuple[TreeCheck, ...] = (
    *(_check_metadata, _check_fonts, _check_elements, _check_tables, _check_annotations),
)
"""The checks of a document that is put together from pieces, but for its headings."""
ADDED_LETTERS = 4
"""How many letters the style sheet may add between two texts."""
QUOTED_LETTERS = 40
"""How many letters of surplus text are quoted."""
FRAME_WIDTH = 1
"""How far in pt a picture may reach over the edge of its page: it may have a frame around it."""
LANGUAGE_TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?")
"""Language, script and region (BCP 47)."""
