"""What screen readers meet in a PDF."""

from __future__ import annotations

from functools import cache

import pytest

from aidgen.layout.document import Document
from aidgen.press.type import lay_out
from aidgen.press.writing import write
from tests.press.structure import elements, opened, outline

HEAD = '<!DOCTYPE html><html lang="en"><head><title>T</title><style>'
CSS = '@page { size: 80mm 50mm; margin: 5mm } * { margin: 0 } body { font: 9pt "Source Sans Pro" }'


@cache
def written(body: str) -> bytes:
    html = f"{HEAD}{CSS}</style></head><body>{body}</body></html>"
    return write(lay_out(Document(html)))


@pytest.mark.parametrize(
    ("body", "tags"),
    [
        ("<h1>A</h1><p>b <i>c</i></p>", "H1(…) P(…)"),
        # Headings begin at the first level, and leave out none.
        ("<h2>A</h2><h4>B</h4><h4>C</h4><h2>D</h2>", "H1(…) H2(…) H2(…) H1(…)"),
        (
            "<ul><li>a<li>b<ul><li>c</ul></ul>",
            "L(LI(Lbl(…) LBody(…)) LI(Lbl(…) LBody(…)) L(LI(Lbl(…) LBody(…))))",
        ),
        (
            "<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>",
            "L(LI(Lbl(…) LBody(…)) LI(Lbl(…) LBody(…)))",
        ),
        ("<dl><div><dt>a</dt><dd>b</dd></div></dl>", "L(LI(Lbl(…) LBody(…)))"),
        ('<p>a<span aria-hidden="true"> b</span></p>', "P(…)"),
        ('<p aria-hidden="true">a</p>', ""),
        ('<h1 data-anchor="x">A</h1><p aria-hidden="true"><a data-leads="x">b</a></p>', "H1(…)"),
        ('<p>a<b style="display: inline-block; transform: scale(0)">b</b></p>', "P(…)"),
        ('<svg width="9" height="9"><rect width="9" height="9"/></svg>', ""),
        ('<svg width="9" height="9"><title>A box</title></svg>', "Figure(…)"),
        ('<h1 data-anchor="x">A</h1><a data-leads="x">b <i>c</i></a>', "H1(…) Link(@ …)"),
        ('<a data-leads="nowhere">b</a>', "…"),
        ("<p>a</p><div></div><p></p>", "P(…)"),
    ],
)
def test_elements_have_their_types(body: str, tags: str) -> None:
    tree = outline(written(body)).removeprefix("Document(").removesuffix(")")
    assert tree == tags


LONG_LIST = "<ol>" + "".join(f"<li>Item {n}</li>" for n in range(14)) + "</ol>"
LONG_TABLE = (
    '<table><thead><tr><th scope="col">Roll</th><th scope="col">Effect</th></tr></thead><tbody>'
    + "".join(f'<tr><th scope="row">{n}</th><td>Hit</td></tr>' for n in range(1, 15))
    + "</tbody></table>"
)


def test_what_a_page_end_parts_is_one_element() -> None:
    pdf = written(f"<main>{LONG_LIST}</main>")
    assert len(opened(pdf).pages) == 2
    assert outline(pdf) == f"Document(Part(L({' '.join(['LI(Lbl(…) LBody(…))'] * 14)})))"


def test_a_table_over_three_pages_has_its_heads_once() -> None:
    pdf = opened(written(f"<main>{LONG_TABLE}</main>"))
    assert len(pdf.pages) == 3
    assert len(elements(pdf, "Table")) == 1
    heads = elements(pdf, "TH")
    assert [str(head.A.Scope) for head in heads[:3]] == ["/Column", "/Column", "/Row"]
    assert len(heads) == 2 + 14
    assert len(elements(pdf, "TR")) == 15


def test_content_on_another_page_than_its_element_names_its_page() -> None:
    pdf = opened(written("<p>" + "All of the words of one paragraph. " * 30 + "</p>"))
    (paragraph,) = elements(pdf, "P")
    pages = {kid.get("/Pg", paragraph.Pg).objgen for kid in paragraph.K}
    assert len(pages) == len(pdf.pages) == 2


def test_each_mark_of_a_page_leads_to_its_element() -> None:
    pdf = opened(written('<h1>A</h1><p aria-hidden="true">hidden</p><p>b</p>'))
    _, owners = list(pdf.Root.StructTreeRoot.ParentTree.Nums)[:2]
    assert [owner and str(owner.P.S) for owner in owners] == ["/H1", None, "/P"]
    content = pdf.pages[0].Contents.read_bytes()
    assert content.count(b"/MCID") == 2


def test_panels_are_read_in_their_order_and_not_side_by_side() -> None:
    panel = "<div style='position: absolute; left: {}mm; width: 30mm' data-order='{}'>{}</div>"
    title, steps = "<h1>A</h1><h2>B</h2>", "<h2>D</h2><ul><li>d</ul>"
    outside = panel.format(40, 1, title) + panel.format(0, 3, steps)
    pdf = written(
        f"<main>{outside}</main><main style='break-before: page'>"
        f"{panel.format(0, 2, '<h2>C</h2><p>c</p>')}</main>"
    )
    assert outline(pdf) == "Document(Part(H1(…) H2(…) H2(…) P(…) H2(…) L(LI(Lbl(…) LBody(…)))))"
    with opened(pdf).open_outline() as listed:
        (first,) = listed.root
        assert [each.title for each in first.children] == ["B", "C", "D"]


def test_translucent_words_are_in_a_part_that_names_their_element() -> None:
    pdf = opened(written('<h1>A</h1><p style="opacity: .5">b</p><p aria-hidden="true">c</p>'))
    (paragraph,) = elements(pdf, "P")
    (mark,) = paragraph.K[0].K
    owners = dict(zip(*[iter(pdf.Root.StructTreeRoot.ParentTree.Nums)] * 2, strict=True))
    assert owners[int(mark.Stm.StructParents)][int(mark.MCID)].P.objgen == paragraph.objgen
    assert b"/MCID" in mark.Stm.read_bytes()
    assert pdf.pages[0].Contents.read_bytes().count(b"/MCID") == 1


def test_a_link_says_its_words_and_leads_to_a_place() -> None:
    pdf = opened(written('<a data-leads="x">To <i>the</i> rule</a><h1 data-anchor="x">A</h1>'))
    (link,) = pdf.pages[0].Annots
    assert str(link.Contents) == "To the rule"
    assert link.Dest[0].objgen == pdf.pages[0].objgen
    assert "/Names" not in pdf.Root


def test_words_in_another_language_say_so() -> None:
    pdf = opened(written('<p><i lang="fr">Oui</i></p>'))
    assert [str(each.Lang) for each in elements(pdf, "NonStruct")] == ["fr"]


def test_the_outline_lists_headings_but_those_left_out() -> None:
    pdf = opened(written('<h1>A</h1><h2 data-outline="none">B</h2><h2>C</h2>'))
    with pdf.open_outline() as listed:
        (first,) = listed.root
        assert (first.title, [each.title for each in first.children]) == ("A", ["C"])
