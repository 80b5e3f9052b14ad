"""PDFs joined to one."""

from __future__ import annotations

from functools import cache

from aidgen.layout.document import Document
from aidgen.press.joining import joined
from aidgen.press.type import lay_out
from aidgen.press.writing import save, write
from tests.press.structure import opened, outline, words
from tests.sheets import page

RED = '<svg width="40" height="40" style="background: #a00"><title>Red</title></svg>'
TABLE = '<table><tr><th scope="col">Roll</th></tr><tr><td>1</td></tr></table>'
PALE = '<p style="opacity: .5">Pale</p>'
BLANK = '<div data-field="game.name" data-hint="Name" style="height: 20px"></div>'


@cache
def run(number: int) -> bytes:
    links = f'<a data-leads="rule">To the rule {number}</a><h2 data-anchor="rule">Rule</h2>'
    html = page(f"<h1>Run {number}</h1>{links}{TABLE}{RED}{BLANK}{PALE}<p>{'word ' * 400}</p>")
    return write(lay_out(Document(html)), fillable=True)


def join(*pdfs: bytes) -> bytes:
    with joined(pdfs) as document:
        return save(document)


@cache
def three() -> bytes:
    return join(run(1), run(2), run(3))


def test_a_joined_pdf_has_all_pages_in_order() -> None:
    pages = words(three())
    assert [page.partition(" To")[0] for page in pages if "Run" in page] == [
        *("Run 1", "Run 2", "Run 3")
    ]
    assert pages == [page for number in (1, 2, 3) for page in words(run(number))]


def test_it_is_the_same_each_time() -> None:
    assert join(run(1), run(2), run(3)) == three()


def test_its_structure_is_that_of_all_in_a_row() -> None:
    each = [
        outline(run(number)).removeprefix("Document(").removesuffix(")") for number in (1, 2, 3)
    ]
    assert outline(three()) == f"Document({' '.join(each)})"


def test_each_mark_and_annotation_leads_to_its_own_element() -> None:
    pdf = opened(three())
    numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
    owners = {int(key): owner for key, owner in zip(numbers[::2], numbers[1::2], strict=True)}
    assert len(owners) == len(numbers) // 2
    for sheet in pdf.pages:
        for owner in owners[int(sheet.obj.StructParents)]:
            if owner is not None:
                pages = {kid.Pg.objgen for kid in owner.K if not isinstance(kid, int)}
                assert sheet.obj.objgen in {owner.Pg.objgen, *pages}
        for annotation in sheet.obj.get("/Annots", []):
            element = owners[int(annotation.StructParent)]
            named = [kid.Obj.objgen for kid in element.K if not isinstance(kid, int)]
            assert named == [annotation.objgen]


def test_its_links_lead_to_the_pages_of_their_own_run() -> None:
    pdf = opened(three())
    for sheet in pdf.pages:
        for link in (each for each in sheet.obj.get("/Annots", []) if "/Dest" in each):
            assert link.Dest[0].objgen == sheet.obj.objgen


def test_its_outline_lists_the_headings_of_all() -> None:
    with opened(three()) as pdf, pdf.open_outline() as listed:
        titles = [(each.title, [inner.title for inner in each.children]) for each in listed.root]
    assert titles == [("Run 1", ["Rule"]), ("Run 2", ["Rule"]), ("Run 3", ["Rule"])]


def test_its_fields_have_names_of_their_own() -> None:
    pdf = opened(three())
    assert [str(field.T) for field in pdf.Root.AcroForm.Fields] == ["game", "game-2", "game-3"]


def test_what_runs_share_is_kept_once() -> None:
    assert len(join(run(1), run(1), run(1))) < 1.5 * len(run(1))


def test_the_keys_of_translucent_parts_are_their_own() -> None:
    pdf = opened(three())
    parts = {
        part.objgen: int(part.StructParents)
        for sheet in pdf.pages
        for part in sheet.Resources.XObject.values()
        if "/StructParents" in part
    }
    assert len(parts) == len({*parts.values()}) == 3
