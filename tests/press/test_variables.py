"""Values in which names of authors stand: worked out once for what these mean."""

from __future__ import annotations

from aidgen.press.engine.document import HtmlDocument

SHARED = "p, b { padding-left: var(--gap); font-family: var(--font) }"


def paddings(body: str) -> list[float]:
    """Return how far the words of each paragraph stand from its left edge, in px."""
    html = f"<html lang='en'><style>{SHARED}</style><body>{body}</body></html>"
    pages = HtmlDocument(html).lay_out().pages
    boxes = [box for page in pages for one in page.page.children for box in one.descendants()]
    edges = [box.edges for box in boxes if box.tag == "p" and box.edges and box.sort == "block"]
    return [one.content[0] - one.padding[0] for one in edges]


def test_a_name_means_what_it_means_where_it_stands() -> None:
    own = "".join(f"<p style='--gap: {width}px'>x</p>" for width in range(100))
    assert paddings(own) == list(range(100))
    nested = (
        "<div style='--gap: 4px'><p>x</p><div style='--gap: calc(2px * 4)'><p>x</p></div></div>"
    )
    assert paddings(nested) == [4, 8]


def test_a_name_that_means_nothing_is_reported_once() -> None:
    html = f"<html><style>{SHARED}</style><body style='--gap: red'><p>x</p><b>y</b></body></html>"
    reported = HtmlDocument(html).lay_out().warnings
    assert len([one for one in reported if "padding-left: red" in one]) == 1
