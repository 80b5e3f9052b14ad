from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import Any

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from aidgen.page.kinds import KINDS
from aidgen.page.pieces import Piece, together
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job
from aidgen.press.engine.document import HtmlDocument
from aidgen.proof.accessibility import check_document_tags, check_tags
from aidgen.proof.content import read_text_runs
from aidgen.proof.structure import StructureTree
from tests.mini import of_kind
from tests.sheets import pieces_of, set_document, smallest

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{}'
    '<path d="M0 0H40V40H0z"/></svg>'
)
BODY = f"""
<h1>Ferry</h1>
<p>A night on the <span lang="fr">rivière</span>, and <a data-leads="toll">the toll</a>.</p>
<ol><li>Light</li><li>Row</li></ol>
<h2 data-anchor="toll">Toll</h2>
<table><thead><tr><th scope="col">Crew</th><th scope="col">Coins</th></tr></thead>
<tbody><tr><th scope="row">1</th><td>two</td></tr>
<tr><th scope="row">2</th><td>four</td></tr></tbody>
</table>
<h3>Drift</h3>
<figure>{SVG.format("<title>The drift rises.</title>")}</figure>
<p>Then the next night begins.</p>
"""


def page(body: str, css: str = "", lang: str = "en") -> str:
    style = f"<style>body {{ font-family: Source Sans Pro }} {css}</style>"
    head = f"<head><title>A title</title>{style}</head>"
    return f'<html lang="{lang}">{head}<body>{body}</body></html>'


@cache
def made(html: str) -> bytes:
    """Return a page as a PDF with its tags."""
    return set_document(html).pdf


def faults(body: str, css: str = "") -> tuple[str, ...]:
    html = page(body, css)
    return reported(made(html), html)


def reported(pdf: bytes, html: str) -> tuple[str, ...]:
    """Return what is reported of a document, by its pieces and as a whole."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        whole = check_document_tags(StructureTree(document))
    return tuple(map(str, dict.fromkeys((*check_tags(pdf, html), *whole))))


def tree(body: str, css: str = "") -> str:
    """Return the structure of a page in one line: P(words), and what stands in each other."""
    with pikepdf.open(io.BytesIO(made(page(body, css)))) as document:
        texts: dict[tuple[int, int | None], str] = defaultdict(str)
        for run in read_text_runs(document).runs:
            texts[run.page, run.mcid] += run.text
        pages: dict[Any, int] = {sheet.objgen: i for i, sheet in enumerate(document.pages)}

        def reported(kid: Any, number: int) -> str:
            if isinstance(kid, int):
                return texts[number, kid].strip()
            number = pages[kid.Pg.objgen] if "/Pg" in kid else number
            if "/MCID" in kid:
                return texts[number, int(kid.MCID)].strip()
            if "/Obj" in kid:
                return f"→{kid.Obj.Contents}"
            lang = f"[{kid.Lang}]" if "/Lang" in kid else ""
            inner = [reported(each, number) for each in kid.K]
            return f"{str(kid.S)[1:]}{lang}({' '.join(filter(None, inner))})"

        document_element: Any = document.Root.StructTreeRoot.K[0]
        return reported(document_element, 0)


# Our own PDFs -------------------------------------------------------------------------------------


def pieces(kind: str) -> tuple[Piece, ...]:
    pack, game, aid = of_kind(kind)
    job = Job(Pack(pack), game, aid, "en")
    return smallest(pieces_of(render(job.game_data, job.aid, job.pack.roots)))


@pytest.mark.parametrize("kind", KINDS)
def test_the_pieces_of_each_kind_have_no_fault_and_look_as_the_engine_draws_them(kind: str) -> None:
    html = together(pieces(kind))
    engine, *_ = HtmlDocument(html).lay_out().write_pdf("0" * 32)
    after = made(html)
    assert check_tags(after, html) == ()
    for one, other in zip(PdfDocument(engine), PdfDocument(after), strict=True):
        pictures = [sheet.render(scale=1.5).to_pil() for sheet in (one, other)]
        assert pictures[0].tobytes() == pictures[1].tobytes()


def test_the_same_page_gives_the_same_bytes_and_another_one_another_identifier() -> None:
    assert set_document(page(BODY)).pdf == made(page(BODY))
    other = made(page(BODY.replace("Toll", "Tool")))
    found = []
    for pdf in (made(page(BODY)), other):
        with pikepdf.open(io.BytesIO(pdf)) as document:
            found.append(bytes(document.trailer.ID[0]))
    assert len(set(found)) == 2


# What the tags say --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<div><h1>A</h1><div>b</div>c</div>", "H1(A) P(b) P(c)"),
        ("<section><p>a <em>b</em></p></section>", "Sect(P(a b))"),
        ("<section><div></div></section><p> </p><p>a</p>", "P(a)"),
        ('<p lang="fr">a <b>b</b></p>', "P[fr](a b)"),
        ('<p>a <i lang="fr">b <u lang="en">c</u></i></p>', "P(a Span[fr](b Span[en](c)))"),
        ('<div lang="fr"><p>a</p></div>', "Div[fr](P(a))"),
        ('<p>a</p><p aria-hidden="true">b</p>', "P(a)"),
        (
            "<ul><li>a<ul><li>b</li></ul>c</li></ul>",
            "L(LI(Lbl(•) LBody(P(a) L(LI(Lbl(–) LBody(b))) P(c))))",
        ),
        ("<ol><li><p>a</p></li></ol>", "L(LI(Lbl(1.) LBody(P(a))))"),
        ("<dl><div><dt>a</dt><dd>b</dd></div></dl>", "L(LI(Term(a) LBody(b)))"),
        ("<blockquote><p>a</p></blockquote>", "BlockQuote(P(a))"),
        (
            '<nav><ol><li><a data-leads="x">a</a></li></ol></nav><h1 data-anchor="x">b</h1>',
            "TOC(TOCI(Reference(Link(a →a)))) H1(b)",
        ),
        ("<p>a <a>b</a></p>", "P(a b)"),
        (f"<p>a {SVG.format('<title>T</title>')}</p>", "P(a Figure())"),
        (f"<p>a {SVG.format('')}</p>", "P(a)"),
    ],
)
def test_elements_become_what_they_mean(body: str, expected: str) -> None:
    css = "nav li { list-style: none } ul ul { list-style-type: '– ' } ul { list-style-type: '• ' }"
    assert tree(body, css) == f"Document(Part({expected}))"


SMALL = "@page { size: 60mm 20mm; margin: 2mm } body { font-size: 12pt }"


def test_what_goes_on_over_the_page_is_one() -> None:
    words = " ".join(["word"] * 40)
    assert tree(f"<p>{words}</p>", SMALL).count("P(") == 1
    assert tree(f"<ol>{'<li>a</li>' * 9}</ol>", SMALL).count("L(") == 1
    assert faults(f"<h1>A</h1><ol>{'<li><p>a</p></li>' * 9}</ol>", SMALL) == ()


def test_the_head_of_a_table_that_goes_on_is_read_once() -> None:
    rows = "".join(f"<tr><th>{i}</th><td>b</td></tr>" for i in range(9))
    table = f"<h1>A</h1><table><thead><tr><th>x</th><th>y</th></tr></thead>{rows}</table>"
    assert len(PdfDocument(made(page(table, SMALL)))) > 1
    assert tree(table, SMALL).count("THead(TR(TH(x) TH(y)))") == 1
    assert faults(table, SMALL) == ()


def test_what_stands_in_the_margin_is_no_part_of_the_page() -> None:
    css = "@page { @top-left { content: 'head' } @bottom-right { content: counter(page) } }"
    assert tree("<p>a</p>", css) == "Document(Part(P(a)))"
    assert faults("<h1>a</h1>", css) == ()


def test_dots_that_lead_to_a_number_are_not_read_and_give_no_link_of_their_own() -> None:
    css = "a::after { content: leader('. ') '1' }"
    body = '<h1 data-anchor="x">b</h1><p><a data-leads="x">a</a></p>'
    assert tree(body, css) == "Document(Part(H1(b) P(Link(a 1 →a))))"
    assert faults(body, css) == ()


def test_a_link_over_two_lines_is_one_and_says_all_its_words() -> None:
    body = f'<h1 data-anchor="x">b</h1><p><a data-leads="x">{"word " * 9}end</a></p>'
    found = tree(body, SMALL)
    assert found.count("Link(") == 1
    assert found.count(f"→{'word ' * 9}end") > 1
    assert faults(body, SMALL) == ()


def test_cells_name_their_headings_over_spans() -> None:
    html = page(
        "<h1>A</h1><table><tr><th>a</th><th colspan='2'>b</th></tr>"
        "<tr><th rowspan='2'>c</th><td>d</td><td>e</td></tr><tr><td>f</td><td>g</td></tr></table>"
    )
    assert check_tags(made(html), html) == ()
    with pikepdf.open(io.BytesIO(made(html))) as document:
        names: Any = document.Root.StructTreeRoot.IDTree.Names
        scopes = {str(name): str(node.A.Scope) for name, node in zip(names[::2], names[1::2])}  # noqa: B905
        assert scopes == {"0-t1r1c1": "/Row", "0-t1r1c2": "/Column", "0-t1r2c1": "/Row"}


def test_a_picture_says_where_it_is() -> None:
    css = "@page { size: 100mm 100mm; margin: 0 } svg { position: absolute; left: 10mm; top: 20mm }"
    turned = css + " svg { transform: translate(0, 10mm); width: 10mm; height: 10mm }"
    html = page(f"<h1>A</h1>{SVG.format('<title>T</title>')}", turned)
    with pikepdf.open(io.BytesIO(made(html))) as document:
        root: Any = document.Root.StructTreeRoot
        (figure,) = (each for each in root.K[0].K[0].K if each.S == "/Figure")
        millimetres = [float(edge) * 25.4 / 72 for edge in figure.A.BBox]
    assert millimetres == pytest.approx([10, 60, 20, 70], abs=0.1)


# Faults -------------------------------------------------------------------------------------------


class Broken:
    """A clean PDF, opened to be broken."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        self.document = document
        self.catalog: Any = document.Root
        self.root: Any = document.Root.StructTreeRoot
        self.page: Any = document.pages[0].obj
        self.all: dict[str, list[Any]] = defaultdict(list)
        self.walk(self.root.K[0])

    def walk(self, node: Any) -> None:
        self.all[str(node.S)[1:]].append(node)
        for kid in node.K:
            if not isinstance(kid, int) and "/S" in kid:
                self.walk(kid)

    def metadata(self, old: str, new: str) -> None:
        text = self.catalog.Metadata.read_bytes().decode()
        assert old in text
        self.catalog.Metadata.write(text.replace(old, new).encode())

    def content(self, change: Callable[[list[Any]], list[Any]]) -> None:
        code = change(list(pikepdf.parse_content_stream(self.page)))
        self.page.Contents = self.document.make_stream(pikepdf.unparse_content_stream(code))


def delete(name: str, tag: str = "", number: int = 0) -> Callable[[Broken], None]:
    """Take away what an element, or the whole file, says under a name."""

    def act(broken: Broken) -> None:
        node = broken.all[tag][number] if tag else broken.catalog
        *way, last = name.split("/")
        for step in way:
            node = node[f"/{step}"]
        del node[f"/{last}"]

    return act


def put(name: str, value: Any, tag: str = "", number: int = 0) -> Callable[[Broken], None]:
    """Say something else under a name."""

    def act(broken: Broken) -> None:
        node = broken.all[tag][number] if tag else broken.catalog
        *way, last = name.split("/")
        for step in way:
            node = node[f"/{step}"]
        assert f"/{last}" in node
        node[f"/{last}"] = value

    return act


def retag(tag: str, new: str, number: int = 0) -> Callable[[Broken], None]:
    return put("S", pikepdf.Name(f"/{new}"), tag, number)


def kids(tag: str, change: Callable[[list[Any]], list[Any]]) -> Callable[[Broken], None]:
    """Change what stands in the first element of a type."""

    def act(broken: Broken) -> None:
        node = broken.all[tag][0]
        node.K = pikepdf.Array(change(list(node.K)))

    return act


def unmarked(code: list[Any]) -> list[Any]:
    """Take away the first mark, and its end."""
    first = next(i for i, each in enumerate(code) if str(each.operator) == "BDC")
    end = next(i for i in range(first, len(code)) if str(code[i].operator) == "EMC")
    return [each for i, each in enumerate(code) if i not in (first, end)]


def left_open(code: list[Any]) -> list[Any]:
    """Take away the last end of a mark."""
    last = max(i for i, each in enumerate(code) if str(each.operator) == "EMC")
    return [*code[:last], *code[last + 1 :]]


def nested(code: list[Any]) -> list[Any]:
    first = next(i for i, each in enumerate(code) if str(each.operator) == "BDC")
    inner = [
        pikepdf.ContentStreamInstruction([pikepdf.Name.Artifact], pikepdf.Operator("BMC")),
        pikepdf.ContentStreamInstruction([], pikepdf.Operator("EMC")),
    ]
    return [*code[: first + 1], *inner, *code[first + 1 :]]


def marked_alike(code: list[Any]) -> list[Any]:
    """Give the second mark the number of the first."""
    one, other = [i for i, each in enumerate(code) if str(each.operator) == "BDC"][:2]
    return [*code[:other], code[one], *code[other + 1 :]]


def swapped(items: list[Any]) -> list[Any]:
    return [items[1], items[0], *items[2:]]


def kidnapped(broken: Broken) -> None:
    """Let one paragraph hold the words of another too."""
    one, other, *_ = broken.all["P"]
    one.K.append(other.K[0])


def disowned(broken: Broken) -> None:
    """Let the parent tree give a piece to another element."""
    parents = broken.root.ParentTree.Nums[1]
    parents[0] = broken.all["P"][1]


def shifted(broken: Broken) -> None:
    """Move the last row to the head of the table."""
    broken.all["THead"][0].K.append(broken.all["TR"][2])
    broken.all["TBody"][0].K = pikepdf.Array([broken.all["TR"][1]])


def shortened(broken: Broken) -> None:
    row = broken.all["TR"][1]
    row.K = pikepdf.Array([row.K[0]])


def renamed(broken: Broken) -> None:
    """Let the tree find another element by the name of a heading."""
    broken.root.IDTree.Names[1] = broken.all["TH"][1]


def unlinked(broken: Broken) -> None:
    """Let a link hold no annotation."""
    link = broken.all["Link"][0]
    link.K = pikepdf.Array([kid for kid in link.K if isinstance(kid, int)])


def annotation(name: str, value: Any = None) -> Callable[[Broken], None]:
    def act(broken: Broken) -> None:
        (found,) = broken.page.Annots
        if value is None:
            del found[name]
        else:
            found[name] = value

    return act


def fonts(name: str) -> Callable[[Broken], None]:
    def act(broken: Broken) -> None:
        font = next(iter(broken.page.Resources.Font.values()))
        holder = font if name in font else font.DescendantFonts[0].FontDescriptor
        del holder[name]

    return act


BREAKS: dict[str, tuple[Callable[[Broken], None], str]] = {
    "no language": (delete("Lang"), "has no language, or an unknown one"),
    "a language that is none": (put("Lang", "english"), "has no language"),
    "not marked": (put("MarkInfo/Marked", False), "does not say that it can be read aloud"),
    "suspect": (
        lambda broken: broken.catalog.MarkInfo.update({"/Suspects": True}),
        "not to be relied on",
    ),
    "file name as title": (delete("ViewerPreferences/DisplayDocTitle"), "does not show its title"),
    "no PDF/UA": (
        lambda broken: broken.metadata("pdfuaid:part", "pdfuaid:rev"),
        "is accessible (PDF/UA-1)",
    ),
    "another title": (lambda broken: broken.metadata("A title", "B title"), "no title, or two"),
    "no title": (lambda broken: broken.document.docinfo.__delitem__("/Title"), "no title, or two"),
    "no outline": (delete("Outlines"), "has no bookmarks"),
    "no tags": (delete("StructTreeRoot"), "is not tagged"),
    "font not embedded": (fonts("/FontFile2"), "does not have the font"),
    "font without characters": (fonts("/ToUnicode"), "which characters"),
    "content unmarked": (
        lambda broken: broken.content(unmarked),
        "neither read aloud nor set apart",
    ),
    "artifact in content": (lambda broken: broken.content(nested), "within one another"),
    "number used twice": (lambda broken: broken.content(marked_alike), "under one number, 0"),
    "mark left open": (lambda broken: broken.content(left_open), "never ends it"),
    "content orphaned": (
        kids("P", lambda found: found[1:]),
        "is read aloud 0 times, expected once",
    ),
    "content twice": (kidnapped, "is read aloud 2 times, expected once"),
    "content that is not there": (kids("P", lambda found: [*found, 99]), "not there, number 99"),
    "parent tree wrong": (disowned, "is not found where it is read aloud"),
    "no parent tree": (lambda broken: broken.root.__delitem__("/ParentTree"), "is not found"),
    "parent wrong": (
        lambda broken: broken.all["P"][0].update({"/P": broken.all["L"][0]}),
        "names another place as its own",
    ),
    "unknown type": (retag("P", "Paragraph"), "as “Paragraph”, which means nothing"),
    "no document": (retag("Document", "Sect"), "is not read aloud as one document"),
    "item outside a list": (
        retag("L", "Sect"),
        "is an item of a list in a section, where none may be",
    ),
    "list of paragraphs": (retag("LI", "P"), "is a paragraph in a list, which holds none"),
    "body outside an item": (retag("LI", "Div"), "is the text of an item in a block"),
    "row outside a table": (retag("THead", "Div"), "is a row of a table in a block"),
    "words in a list": (kids("L", lambda found: [*found, 0]), "is beside words in a list"),
    "empty element": (kids("P", lambda found: []), "is followed by a paragraph that is empty"),
    "heading made a paragraph": (retag("H2", "P"), "has 2 headings, expected 3"),
    "paragraph made a heading": (retag("P", "H2"), "has 4 headings, expected 3"),
    "level left out": (retag("H2", "H3"), "is a heading of level 3 right after level 1"),
    "no first level": (retag("H1", "H2"), "0 headings of level 1"),
    "two first levels": (retag("H2", "H1"), "2 headings of level 1"),
    "no scope": (delete("A/Scope", "TH", 2), "“1” does not say what it is the heading of"),
    "other scope": (put("A/Scope", pikepdf.Name.Column, "TH", 2), "for other cells"),
    "heading without a name": (delete("ID", "TH", 1), "“Coins” cannot be found by the cells"),
    "name of another": (renamed, "“Crew” cannot be found by the cells"),
    "no names": (lambda broken: broken.root.__delitem__("/IDTree"), "cannot be found"),
    "no headers": (delete("A/Headers", "TD"), "“two” does not name its headings"),
    "headers that are not there": (
        put("A/Headers", pikepdf.Array(["nothing"]), "TD"),
        "“two” names a heading that is not there",
    ),
    "header of another cell": (
        put("A/Headers", pikepdf.Array(["0-t1r3c1", "0-t1r1c2"]), "TD"),
        "“two” does not name its headings",
    ),
    "row short of a cell": (shortened, "its rows are not of one length"),
    "row in the head": (shifted, "not read aloud in its place"),
    "rows crossed": (kids("TBody", swapped), "not read aloud in its place"),
    "picture without text": (delete("Alt", "Figure"), "a picture without alternative text"),
    "picture of something else": (put("Alt", "A map.", "Figure"), "expected “The drift rises.”"),
    "picture nowhere": (delete("A/BBox", "Figure"), "where the picture"),
    "picture off the page": (
        put("A/BBox", pikepdf.Array([0, 0, 9999, 9999]), "Figure"),
        "where the picture",
    ),
    "link without annotation": (unlinked, "is a link that cannot be followed"),
    "link that says nothing": (annotation("/Contents"), "does not say where it leads"),
    "link of another": (annotation("/StructParent", 0), "is a link that is read aloud elsewhere"),
    "link as a span": (retag("Link", "Span"), "is not read aloud as one link"),
    "links out of order": (lambda broken: broken.page.__delitem__("/Tabs"), "reading order"),
    "paragraphs crossed": (kids("Part", swapped), "not read aloud in its place"),
    "words crossed": (kids("P", swapped), "not read aloud in its place"),
    "foreign word unmarked": (delete("Lang", "Span"), "“rivière” is read aloud as en, expected fr"),
    "words in the wrong language": (put("Lang", "de", "Span"), "read aloud as de, expected fr"),
    "no language there is": (put("Lang", "french", "Span"), "has no language, or an unknown one"),
}
"""A way to break a clean PDF for each thing that is to hold, and what is reported then."""


@pytest.mark.parametrize("name", BREAKS)
def test_what_is_broken_is_reported(name: str) -> None:
    html = page(BODY)
    act, expected = BREAKS[name]
    with pikepdf.open(io.BytesIO(made(html))) as document:
        act(Broken(document))
        out = io.BytesIO()
        document.save(out)
    found = reported(out.getvalue(), html)
    assert any(expected in fault for fault in found), found


def test_what_is_whole_is_not_reported() -> None:
    assert faults(BODY) == ()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "Then the next",
            "Then the last",
            "“Then the last night begins.” is not read aloud in its place",
        ),
        ("Then the next night begins.", "", "reads aloud more than the page has"),
        ('lang="fr"', 'lang="de"', "“rivière” is read aloud as fr, expected de"),
        ('scope="row"', 'scope="col"', "for other cells"),
        ("The drift rises.", "The drift falls.", "expected “The drift falls.”"),
    ],
)
def test_a_pdf_is_held_against_its_html(old: str, new: str, fault: str) -> None:
    html = page(BODY)
    assert old in html
    found = reported(made(html), html.replace(old, new))
    assert any(fault in one for one in found), found
