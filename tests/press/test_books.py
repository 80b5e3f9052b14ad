"""Books: the pages of the body between those of the front."""

from __future__ import annotations

from functools import cache

from aidgen.layout.boxes import Layout
from aidgen.layout.document import Document, page_of
from aidgen.press.type import lay_out
from aidgen.press.writing import write
from tests.press.structure import opened, words

HEAD = '<!DOCTYPE html><html lang="en"><head><title>A book</title><style>'
CSS = """
@page { size: 100mm 80mm; margin: 10mm; @bottom-left { content: counter(page) "/" counter(pages) }}
@page :left { @top-left { content: "left" }} @page :right { @top-right { content: "right" }}
* { margin: 0 } body { font: 9pt "Source Sans Pro" } .new { break-before: page }
"""


def html(body: str) -> str:
    return f"{HEAD}{CSS}</style></head><body><main>{body}</main></body></html>"


COVER = "<h1>A book</h1>"
CONTENTS = (
    f'<p class="new">Traps <a data-leads="traps">{page_of("traps")}</a></p>'
    f'<p>Doors <a data-leads="doors">{page_of("doors")}</a></p>'
    f"<p>Index {page_of('traps,index:a,doors')}</p>"
)
CHAPTERS = (
    '<h2 data-anchor="traps">Traps</h2><p>First.</p><p data-anchor="index:a">A pit.</p>'
    f'<h2 class="new" data-anchor="doors">Doors</h2>'
    f"<p>See the traps on page {page_of('traps')}.</p>"
)


@cache
def book(contents: str = CONTENTS) -> Layout:
    return lay_out(Document(html(CHAPTERS), front=html(COVER + contents)))


@cache
def text(contents: str = CONTENTS) -> list[str]:
    return words(write(book(contents)))


def test_the_pages_of_the_body_follow_those_of_the_front() -> None:
    assert [page.number for page in book().pages] == [1, 2, 3, 4]
    assert ["A book" in text()[0], "First." in text()[2], "See the" in text()[3]] == [True] * 3


def test_contents_know_the_pages_of_chapters() -> None:
    assert "Traps 3" in text()[1]
    assert "Doors 4" in text()[1]
    assert "Index 3, 4" in text()[1], "each page once"
    assert "on page 3." in text()[3]


def test_pages_are_counted_through() -> None:
    for number, page in enumerate(text(), start=1):
        assert f"{number}/4" in page
        assert ("right" if number % 2 else "left") in page


def test_a_front_that_grows_moves_the_body() -> None:
    longer = CONTENTS + '<p class="new">More</p>'
    assert "Traps 4" in text(longer)[1]
    assert "4/5" in text(longer)[3]


def test_links_lead_across_from_the_front_to_the_body() -> None:
    pdf = opened(write(book()))
    pages = [page.obj.objgen for page in pdf.pages]
    targets = [pages.index(link.Dest[0].objgen) + 1 for link in pdf.pages[1].Annots]
    assert targets == [3, 4, 3, 4]


def test_the_outline_is_of_front_and_body() -> None:
    with opened(write(book())) as pdf, pdf.open_outline() as listed:
        (title,) = listed.root
        assert (title.title, [each.title for each in title.children]) == (
            "A book",
            ["Traps", "Doors"],
        )


def test_an_index_is_laid_out_once_behind_the_pages_of_its_words() -> None:
    see, end = (f"<p>On {page_of(ref)}.</p>" for ref in ("index", "traps"))
    place = f'<div data-index=""><p>Pit {page_of("index:a,doors")}</p></div>'
    index = f'<section><h2 data-anchor="index">Index</h2>{place}</section>{end}'
    front = html(f"{COVER}</main><main>{CONTENTS}")
    body = html(CHAPTERS + see + index)
    layout = lay_out(Document(body.replace('"/" counter(pages)', ""), front=front))
    pages, place_of_pit = words(write(layout)), layout.roots[1].find(".//div//span")
    assert (layout.layouts, "On 5." in pages[3]) == (1, True)
    assert [said in pages[4] for said in ("Pit 3, 4", "On 3.", "right")] == [True] * 3
    links = [(item.tag, item[0].get("href")) for item in place_of_pit or ()]
    assert links == [("span", "#index%3Aa"), ("strong", "#doors")], "strong where records begin"


def test_an_index_is_laid_out_again_where_each_page_names_the_number_of_all() -> None:
    body = html(f"{CHAPTERS}<div><p data-index=''>Pit {page_of('index:a,doors')}</p></div>")
    layout = lay_out(Document(body, front=html(f"{COVER}</main><main>{CONTENTS}")))
    page = words(write(layout))[3]
    assert (layout.layouts, "Pit 3, 4" in page, "4/4" in page) == (2, True, True)
