"""A PDF heard as a screen reader would read it: what is told wrongly, not at all, or out of order.

The points are those of PDF/UA-1 (ISO 14289-1) that a machine can look at, as far as our pages have
what they speak of, and what the page's HTML says besides.
"""

from __future__ import annotations

import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

import pikepdf

from aidgen.language.letters import bare

Place = tuple[int, int]
"""A page, counted from 0, and a number of marked content there."""


def hear(pdf: bytes, html: str) -> tuple[str, ...]:
    """Return every fault in the tags of `pdf`, which was made from `html`, each in words."""
    script = _Script()
    script.feed(html)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        if "/StructTreeRoot" not in document.Root:
            return ("is not tagged",)
        book = _Book(document, script)
        return tuple(dict.fromkeys(fault for check in CHECKS for fault in check(book)))


# What the HTML says -------------------------------------------------------------------------------


@dataclass
class _Open:
    tag: str
    lang: str
    hidden: bool


class _Script(HTMLParser):
    """What the HTML gives to be read: words with their languages, pictures, headings of tables."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [_Open("", "", False)]
        self.words: list[tuple[str, str]] = []
        """Each text, its letters alone, with its language."""
        self.pictures: list[str] = []
        self.scopes: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Go into an element."""
        said = {name: value or "" for name, value in attributes}
        around = self.open[-1]
        hidden = around.hidden or said.get("aria-hidden") == "true" or tag in UNREAD
        if not hidden and said.get("scope"):
            self.scopes.append(SCOPES.get(said["scope"], ""))
        if tag == "img" and not hidden and said.get("alt"):
            self.pictures.append(said["alt"])
        if tag not in VOID:
            self.open.append(_Open(tag, said.get("lang", around.lang), hidden))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if any(one.tag == tag for one in self.open):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Take words."""
        here, (*_, around, _) = self.open[-1], (_Open("", "", False), *self.open)
        if here.tag == "title" and around.tag == "svg" and not self.open[-3].hidden:
            self.pictures.append(data)
        elif not here.hidden and _bare(data):
            self.words.append((_bare(data), here.lang))


def _bare(text: str) -> str:
    """Return the letters of a text: hyphens and capitals are the style sheet's."""
    return bare(text).casefold()


# What the PDF says --------------------------------------------------------------------------------


@dataclass
class _Heard:
    """A structure element: what it is, what it is in, what is in it."""

    node: Any
    tag: str
    parent: _Heard | None
    lang: str
    kids: list[_Heard | Place] = field(default_factory=list)
    annotations: list[Any] = field(default_factory=list)

    @property
    def elements(self) -> list[_Heard]:
        """The elements that are directly in it."""
        return [kid for kid in self.kids if isinstance(kid, _Heard)]

    def all(self) -> Iterator[_Heard]:
        """Yield it and all elements within, in reading order."""
        yield self
        for kid in self.elements:
            yield from kid.all()

    def places(self) -> Iterator[tuple[Place, str]]:
        """Yield all content within but that of pictures, with its language, in reading order."""
        for kid in self.kids:
            if isinstance(kid, _Heard):
                yield from kid.places() if kid.tag != "Figure" else ()
            else:
                yield kid, self.lang

    def fact(self, name: str, default: Any = None) -> Any:
        """Return an attribute of it."""
        return self.node.get("/A", pikepdf.Dictionary()).get(name, default)


class _Book:
    """A PDF with all that is to be looked at."""

    def __init__(self, document: pikepdf.Pdf, script: _Script) -> None:
        self.document, self.script = document, script
        self.pages: dict[Any, int] = {page.objgen: i for i, page in enumerate(document.pages)}
        self.contents = [_Content(i, page) for i, page in enumerate(document.pages)]
        root: Any = document.Root.StructTreeRoot
        self.roles = dict(root.get("/RoleMap", {}).items())
        self.root = _Heard(root, "", None, str(document.Root.get("/Lang", "")))
        self.read(root.get("/K", pikepdf.Array()), self.root, 0)
        self.elements = list(self.root.all())[1:]

    def read(self, kids: Any, around: _Heard, page: int) -> None:
        """Take what stands in an element."""
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if isinstance(kid, int):
                around.kids.append((page, kid))
                continue
            here = self.pages.get(kid.Pg.objgen, -1) if "/Pg" in kid else page
            if "/MCID" in kid:
                around.kids.append((here, int(kid.MCID)))
            elif kid.get("/Type") == "/OBJR":
                around.annotations.append(kid.Obj)
            else:
                lang = str(kid.get("/Lang", around.lang))
                tag = str(kid.get("/S", ""))
                found = _Heard(kid, str(self.roles.get(tag, tag))[1:], around, lang)
                around.kids.append(found)
                self.read(kid.get("/K", pikepdf.Array()), found, here)

    @cached_property
    def owners(self) -> dict[Place, list[_Heard]]:
        """The elements in which each piece of content stands."""
        found = defaultdict(list)
        for element in self.elements:
            for kid in element.kids:
                if not isinstance(kid, _Heard):
                    found[kid].append(element)
        return found

    @cached_property
    def parents(self) -> dict[int, Any]:
        """What the parent tree holds under each number."""
        nums = list(self.root.node.get("/ParentTree", {}).get("/Nums", []))
        return {int(key): value for key, value in zip(nums[::2], nums[1::2], strict=False)}

    @cached_property
    def names(self) -> dict[bytes, Any]:
        """The elements that the tree knows by a name."""
        names = list(self.root.node.get("/IDTree", {}).get("/Names", []))
        return {bytes(key): value for key, value in zip(names[::2], names[1::2], strict=False)}

    def text(self, element: _Heard) -> str:
        """Return the words of an element, for those who look for it."""
        found = "".join(self.contents[page].texts[mcid] for (page, mcid), _ in element.places())
        return " ".join(found.split())[:40]

    def tables(self) -> list[_Heard]:
        """Return the tables."""
        return [element for element in self.elements if element.tag == "Table"]


class _Content:
    """What a page paints, and under which marks."""

    def __init__(self, number: int, page: Any) -> None:
        self.number, self.page = number, page
        self.texts: dict[int, str] = defaultdict(str)
        """What each piece of marked content says, by the tables of its fonts."""
        self.marks: list[int | str] = []
        self.seen: list[int] = []
        self.faults: list[str] = []
        self.fonts: dict[Any, dict[int, str]] = {}
        self.read(page, page.get("/Resources", {}))
        if self.marks:
            self.faults.append("opens a mark that it never closes")

    def read(self, stream: Any, resources: Any) -> None:
        """Follow the instructions of the page or of a form that it draws."""
        says: dict[int, str] = {}
        for instruction in pikepdf.parse_content_stream(stream):
            operands, operator = instruction.operands, str(instruction.operator)
            if operator in PAINTING:
                self.paint(operator, operands, resources, says)
            elif operator == "Tf":
                says = self.font(resources, str(operands[0]))
            elif operator in ("BDC", "BMC"):
                self.begin(operands)
            elif operator == "EMC":
                if not self.marks:
                    self.faults.append("closes a mark that it never opened")
                del self.marks[-1:]

    def font(self, resources: Any, name: str) -> dict[int, str]:
        """Return what the glyphs of a font say."""
        font = resources.get("/Font", {}).get(name)
        if font is None:
            return {}
        if font.objgen not in self.fonts:
            self.fonts[font.objgen] = dict(_said(font))
        return self.fonts[font.objgen]

    def paint(self, operator: str, operands: Any, resources: Any, says: dict[int, str]) -> None:
        """Look under which mark something is painted."""
        mark = next((mark for mark in reversed(self.marks) if mark != OTHER), OTHER)
        if mark == OTHER:
            self.faults.append("paints what is neither tagged nor an artifact")
        if operator == "Do":
            form = resources.get("/XObject", {}).get(str(operands[0]), {})
            if form.get("/Subtype") == "/Form":
                self.read(form, form.get("/Resources", resources))
        elif operator in ("Tj", "TJ") and isinstance(mark, int):
            pieces = operands[0] if isinstance(operands[0], pikepdf.Array) else operands
            for piece in pieces:
                if isinstance(piece, pikepdf.String):
                    codes = bytes(piece)
                    pairs = zip(codes[::2], codes[1::2], strict=False)
                    self.texts[mark] += "".join(says.get(a << 8 | b, "") for a, b in pairs)

    def begin(self, operands: Any) -> None:
        """Open a mark."""
        facts = operands[1] if len(operands) > 1 else {}
        mark: int | str = OTHER
        if not isinstance(facts, pikepdf.Name) and "/MCID" in facts:
            mark = int(facts["/MCID"])
            if mark in self.seen:
                self.faults.append(f"marks two contents with the number {mark}")
            self.seen.append(mark)
        elif operands[0] == "/Artifact":
            mark = ARTIFACT
        if mark != OTHER and any(around != OTHER for around in self.marks):
            self.faults.append("has tagged contents or artifacts within one another")
        self.marks.append(mark)


def _said(font: Any) -> Iterator[tuple[int, str]]:
    """Yield the codes and characters of a font's own table."""
    table = font.get("/ToUnicode")
    text = table.read_bytes().decode("latin-1") if table is not None else ""
    entries = text[text.find("beginbfchar") :]
    for code, said in re.findall(r"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>", entries):
        yield int(code, 16), bytes.fromhex(said).decode("utf-16-be", "replace")


# What has to hold ---------------------------------------------------------------------------------


def _catalog(book: _Book) -> Iterator[str]:
    """The file says what it is, in which language, and by which title it is to be shown."""
    root: Any = book.document.Root
    marked: Any = root.get("/MarkInfo", pikepdf.Dictionary())
    shown: Any = root.get("/ViewerPreferences", pikepdf.Dictionary())
    if not re.fullmatch(LANGUAGE, str(root.get("/Lang", ""))):
        yield "says no language, or none that there is"
    if not marked.get("/Marked"):
        yield "does not say that it is tagged"
    if marked.get("/Suspects"):
        yield "says that its tags are not to be relied on"
    if not shown.get("/DisplayDocTitle"):
        yield "does not show its title"
    told: dict[str, str] = {}
    if "/Metadata" in root:
        metadata = book.document.open_metadata()
        told = {name: str(metadata.get(name, "")) for name in ("dc:title", "pdfuaid:part")}
    if told.get("pdfuaid:part") != "1":
        yield "does not say that it is PDF/UA-1"
    title = str(book.document.docinfo.get("/Title", ""))
    if not title or told.get("dc:title") != title:
        yield "has no title, or two"


def _outline(book: _Book) -> Iterator[str]:
    """There is an outline to go by, and each of its entries leads to a page."""
    outline: Any = book.document.Root.get("/Outlines", pikepdf.Dictionary())
    if "/First" not in outline:
        yield "has no outline"
    queue = [outline.get("/First")]
    while queue:
        item = queue.pop()
        if item is None:
            continue
        queue += [item.get("/First"), item.get("/Next")]
        target: Any = item.get("/Dest")
        if not isinstance(target, pikepdf.Array) or target[0].objgen not in book.pages:
            yield f"outline: “{item.get('/Title', '')}” leads nowhere"


def _marks(book: _Book) -> Iterator[str]:
    """All that is painted is either an artifact, or tagged exactly once."""
    for content in book.contents:
        page = f"page {content.number + 1}"
        yield from (f"{page}: {fault}" for fault in content.faults)
        parents = book.parents.get(int(content.page.get("/StructParents", -1)), ())
        for mcid in content.seen:
            owners = book.owners.get((content.number, mcid), [])
            said = content.texts[mcid].strip() or f"content {mcid}"
            if len(owners) != 1:
                yield f"{page}: “{said}” stands in {len(owners)} elements, expected 1"
            elif not (mcid < len(parents) and _same(parents[mcid], owners[0].node)):
                yield f"{page}: “{said}” names another element than the one it stands in"
    for number, mcid in book.owners:
        if number not in range(len(book.contents)) or mcid not in book.contents[number].seen:
            yield f"page {number + 1}: an element holds the content {mcid}, which is not there"


def _same(one: Any, other: Any) -> bool:
    return one is not None and one.objgen == other.objgen


def _tree(book: _Book) -> Iterator[str]:
    """Each element is of a standard type, in its right place, with something in it."""
    if [element.tag for element in book.root.elements] != ["Document"]:
        yield "is not one document"
    for element in book.elements:
        parent = element.parent or book.root
        around = parent.tag
        if element.tag not in TYPES:
            yield f"has an element of the type {element.tag}, which there is not"
        elif element.tag in WITHIN and around not in WITHIN[element.tag]:
            yield f"has {element.tag} in {around or 'no element'}: “{book.text(element)}”"
        if around in HOLDS and element.tag not in HOLDS[around]:
            yield f"has {element.tag} in {around}: “{book.text(element)}”"
        if around in HOLDS and any(not isinstance(kid, _Heard) for kid in parent.kids):
            yield f"has words in {around}, but in none of its parts"
        if not _same(element.node.get("/P"), parent.node):
            yield f"has {element.tag} that names another parent: “{book.text(element)}”"
        if not element.kids and element.tag not in CELLS:
            yield f"has {element.tag} with nothing in it"
        if not re.fullmatch(LANGUAGE, element.lang):
            yield f"says no language of “{book.text(element)}”, or none that there is"


def _headings(book: _Book) -> Iterator[str]:
    """There is one first heading, it comes first, and no level is left out."""
    found = [element for element in book.elements if re.fullmatch(r"H\d", element.tag)]
    levels = [int(element.tag[1]) for element in found]
    if levels.count(1) != 1:
        yield f"has {levels.count(1)} headings of level 1, expected 1"
    for before, element in zip([0, *levels], found, strict=False):
        if int(element.tag[1]) > before + 1:
            yield f"goes from level {before} to level {element.tag[1]} at “{book.text(element)}”"


def _grid(table: _Heard) -> list[tuple[_Heard, set[int], set[int]]]:
    """Return the cells of a table with the rows and columns that each is in."""
    taken: set[tuple[int, int]] = set()
    cells = []
    rows = [element for element in table.all() if element.tag == "TR"]
    for number, row in enumerate(rows):
        column = 0
        for cell in row.elements:
            while (number, column) in taken:
                column += 1
            high = range(number, number + int(cell.fact("/RowSpan", 1)))
            wide = range(column, column + int(cell.fact("/ColSpan", 1)))
            taken |= {(i, j) for i in high for j in wide}
            cells.append((cell, set(high), set(wide)))
    return cells


def _tables(book: _Book) -> Iterator[str]:
    """Tables are regular, and each cell names the headings that stand above it and beside it."""
    for table in book.tables():
        cells = _grid(table)
        name = f"table “{book.text(table)}”"
        squares = Counter((i, j) for _, rows, columns in cells for i in rows for j in columns)
        high = len({i for i, _ in squares})
        wide = len({j for _, j in squares})
        if len(squares) != high * wide or set(squares.values()) - {1}:
            yield f"{name}: its rows are not of one length"
        heads = [cell for cell in cells if cell[0].tag == "TH"]
        for head, _, _ in heads:
            if head.fact("/Scope") not in ("/Row", "/Column", "/Both"):
                yield f"{name}: “{book.text(head)}” does not say what it is the heading of"
            if not _same(book.names.get(bytes(head.node.get("/ID", b""))), head.node):
                yield f"{name}: “{book.text(head)}” cannot be found by its name"
        for cell in cells:
            if cell[0].tag == "TD":
                yield from (f"{name}: {fault}" for fault in _named(book, cell, heads))


def _named(
    book: _Book,
    cell: tuple[_Heard, set[int], set[int]],
    heads: Sequence[tuple[_Heard, set[int], set[int]]],
) -> Iterator[str]:
    """Yield what is wrong with the headings that a cell names."""
    element, rows, columns = cell
    said = sorted(bytes(name) for name in element.fact("/Headers", ()))
    expected = sorted(
        bytes(head.node.get("/ID", b""))
        for head, beside, above in heads
        if (beside & rows and head.fact("/Scope") in ("/Row", "/Both"))
        or (above & columns and head.fact("/Scope") in ("/Column", "/Both"))
    )
    for name in said:
        if name not in book.names:
            yield f"“{book.text(element)}” names a heading that is not there"
    if said != expected or not said:
        yield f"“{book.text(element)}” does not name its headings"


def _scopes(book: _Book) -> Iterator[str]:
    """The headings of tables are for rows and columns as they are in the HTML."""
    found = [
        str(element.fact("/Scope", "/"))[1:] for element in book.elements if element.tag == "TH"
    ]
    if book.script.scopes and found != book.script.scopes:
        yield "has headings of tables that are for other cells than in the HTML"


def _figures(book: _Book) -> Iterator[str]:
    """Each picture has its text and says where it is."""
    figures = [element for element in book.elements if element.tag == "Figure"]
    said = [str(element.node.get("/Alt", "")) for element in figures]
    if list(map(_bare, said)) != list(map(_bare, book.script.pictures)):
        yield f"says of its pictures {said}, expected {book.script.pictures}"
    for element in figures:
        if not element.node.get("/Alt"):
            yield "has a picture that nothing stands for"
        box = [float(edge) for edge in element.fact("/BBox", ())]
        pages = {page for (page, _), _ in element.places()}
        sheets = [
            book.contents[page].page.mediabox for page in pages if page in range(len(book.contents))
        ]
        if len(box) != 4 or not all(_holds(sheet, box) for sheet in sheets):
            yield f"does not say where the picture “{element.node.get('/Alt', '')}” is"


def _holds(sheet: Any, box: Sequence[float]) -> bool:
    left, bottom, right, top = (float(edge) for edge in sheet)
    return left - 1 <= box[0] < box[2] <= right + 1 and bottom - 1 <= box[1] < box[3] <= top + 1


def _links(book: _Book) -> Iterator[str]:
    """Each link leads from its words, says where to, and is met where it is read."""
    owners = [(one, element) for element in book.elements for one in element.annotations]
    for content in book.contents:
        page = f"page {content.number + 1}"
        annotations = list(content.page.get("/Annots", []))
        if annotations and content.page.get("/Tabs") != "/S":
            yield f"{page}: its links are not met in reading order"
        for annotation in annotations:
            own = [element for one, element in owners if _same(one, annotation)]
            said = str(annotation.get("/Contents", ""))
            if [element.tag for element in own] != ["Link"]:
                yield f"{page}: the link “{said}” does not stand in one element for links"
            elif not _same(book.parents.get(int(annotation.get("/StructParent", -1))), own[0].node):
                yield f"{page}: the link “{said}” names another element than its own"
            if not said.strip():
                yield f"{page}: a link does not say where it leads"
    for element in book.elements:
        if element.tag == "Link" and not element.annotations:
            yield f"has a link that cannot be followed: “{book.text(element)}”"


def _fonts(book: _Book) -> Iterator[str]:
    """Each font is in the file, and says which characters its glyphs are."""
    for content in book.contents:
        for font in content.page.get("/Resources", {}).get("/Font", {}).values():
            inner = font.get("/DescendantFonts", [font])[0].get("/FontDescriptor", {})
            name = str(font.get("/BaseFont", ""))[1:]
            if not any(f"/FontFile{kind}" in inner for kind in ("", 2, 3)):
                yield f"does not embed the font {name}"
            if "/ToUnicode" not in font:
                yield f"does not say which characters the glyphs of {name} are"


def _words(book: _Book) -> Iterator[str]:
    """All words of the HTML are read, in its order and in its languages, and no others.

    What the style sheet adds, such as numbers and marks of lists, is a few letters long.
    """
    said, langs = "", []
    for (page, mcid), lang in book.root.places():
        if 0 <= page < len(book.contents):
            words = _bare(book.contents[page].texts[mcid])
            said += words
            langs += [lang] * len(words)
    end = 0
    for words, lang in book.script.words:
        start = said.find(words, end, end + ADDED + len(words))
        if start < 0:
            yield f"does not read “{words}” where it stands"
            start = said.find(words, end)
        if start < 0:
            continue
        end = start + len(words)
        other = sorted(set(langs[start:end]) - {lang})
        if other:
            yield f"reads “{words}” as {', '.join(other)}, expected {lang}"
    if len(said) - end > ADDED:
        yield f"reads more than there is: “{said[end:][:40]}”"


CHECKS = (
    *(_catalog, _outline, _fonts, _marks, _tree, _headings),
    *(_tables, _scopes, _figures, _links, _words),
)
"""What has to hold, in the order in which it is told."""
OTHER, ARTIFACT = "other", "artifact"
ADDED = 4
"""How many letters the style sheet may add between two texts."""
LANGUAGE = r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?"
"""Language, script and region (BCP 47)."""
PAINTING = {
    *("f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh"),
    *("Do", "INLINE IMAGE", "Tj", "TJ", "'", '"'),
}
"""Operators that leave something on the page (ISO 32000-1, annex A)."""
CELLS = ("TH", "TD")
ROWS = ("Table", "THead", "TBody", "TFoot")
GROUPS = ("Document", "Part", "Art", "Sect", "Div", "BlockQuote")
WITHIN = {
    "Document": ("",),
    "TR": ROWS,
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
} | {f"H{level}": GROUPS for level in range(1, 7)}
"""In what an element of some type may stand."""
HOLDS = {
    "Table": ("Caption", "TR", "THead", "TBody", "TFoot"),
    "THead": ("TR",),
    "TBody": ("TR",),
    "TFoot": ("TR",),
    "TR": CELLS,
    "L": ("LI", "L", "Caption"),
    "LI": ("Lbl", "LBody"),
    "TOC": ("TOCI", "TOC", "Caption"),
}
"""All that may stand in an element of some type."""
TYPES = {
    *(*GROUPS, *WITHIN, *HOLDS, *CELLS),
    *("P", "Caption", "NonStruct", "Span", "Quote", "Note", "Link", "Figure", "Formula"),
}
"""The standard types that our pages may have (ISO 32000-1, 14.8.4)."""
SCOPES = {"row": "Row", "rowgroup": "Row", "col": "Column", "colgroup": "Column"}
UNREAD = ("head", "script", "style", "svg", "template")
VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
