"""Small pages labelled by hand: what a reader sees of each, and whether we are reported."""

from __future__ import annotations

import re
from string import ascii_lowercase

import pytest

from aidgen.layout.promises import Promise, Promises
from tests.sheets import proved, set_document

FRAME = (
    "@page { size: 90mm 70mm; margin: 5mm }"
    "* { box-sizing: border-box } body, p, h2, ul, table { margin: 0; padding: 0 }"
    "html { font: 10pt/4.5mm Source Sans Pro }"
    "td, th { padding: 0 }"
)
"""A page whose content is 80 mm wide and 60 mm high, in lines of 4.5 mm."""

TOLD = {
    "fits": "",
    "below": r"below does not fit|below$",
    "to the right": "to the right does not fit",
    "to the left": "to the left does not fit",
    "above": "above does not fit",
    "clipped": "does not fit|cannot be seen",
    "overlaps": "overlap|cannot be seen",
    "off the page": "does not fit|reaches over the edge|is set nowhere",
    "split": "is split, on page",
    "set nowhere": "is set nowhere",
    "not seen": "cannot be seen|is not drawn where it was laid out",
}
"""The labels, and in which words each has to be reported."""

BOX = '<div class="box" data-fit="box" style="{}">{}</div>'
"""A box of 40 by 18 mm: four lines."""
BOX_CSS = ".box { width: 40mm; height: 18mm }"
SVG = "<svg xmlns='http://www.w3.org/2000/svg' {}><rect width='100%' height='100%'/></svg>"


def box(inside: str, style: str = "") -> str:
    return BOX.format(style, inside)


def lines(number: int) -> str:
    return "<br>".join(f"line {letter} goes" for letter in ascii_lowercase[:number])


def bar(width: str, height: str, style: str = "") -> str:
    """Return a black picture of a size."""
    return SVG.format(f"width='{width}' height='{height}' style='{style}'")


LONG = "Unterwasserhöhlenforschungsgesellschaft"

LAYOUTS = {
    # Boxes and lines
    "as many lines as there is room for": ("fits", box(lines(4)), ""),
    "one line too many": ("below", box(lines(5)), ""),
    "one line too many, hidden": ("below", box(lines(5), "overflow: hidden"), ""),
    "half a line too many": ("below", box(lines(4), "padding-top: 2.5mm"), ""),
    "padding that leaves room": ("fits", box(lines(3), "padding: 2mm"), ""),
    "a blank line at the end": ("fits", box(lines(4) + "<br>"), ""),
    "a margin alone below the last line": (
        "fits",
        box(f"<p>{lines(4)}</p>"),
        "p { margin: 0 0 3mm }",
    ),
    "a box as high as its lines": ("fits", box(lines(6), "height: auto"), ""),
    "a least height that is passed": (
        "fits",
        f'<div class="box" data-fit="box" style="height: auto; min-height: 9mm">{lines(5)}</div>',
        "",
    ),
    "a greatest height that is passed": (
        "below",
        box(lines(5), "height: auto; max-height: 18mm"),
        "",
    ),
    "a last line without descenders, just in": (
        "fits",
        box(lines(3) + "<br>no ones", "height: 17.5mm"),
        "",
    ),
    "a last line with descenders, cut": (
        "clipped",
        box(lines(3) + "<br>gypsy", "height: 16mm; overflow: hidden"),
        "",
    ),
    "larger type in a last line": (
        "below",
        box(lines(3) + "<br><big>goes</big>"),
        "big { font-size: 30pt; line-height: 1 }",
    ),
    "larger type that has room": (
        "fits",
        box("<big>goes</big>"),
        "big { font-size: 30pt; line-height: 1 }",
    ),
    "accents of capitals, out of the box": (
        "fits",
        box("ŮČÍ", "font-size: 16pt; line-height: .9; margin-top: 3mm"),
        "",
    ),
    "accents of capitals, cut off": (
        "clipped",
        box("ŮČÍ", "font-size: 16pt; line-height: .9; margin-top: 3mm; overflow: hidden"),
        "",
    ),
    "accents of capitals, out of the page": (
        "above",
        box("ŮČÍ", "font-size: 16pt; line-height: .9"),
        "",
    ),
    "capitals out of the box": (
        "above",
        box("NO", "font-size: 16pt; line-height: .2; margin-top: 3mm"),
        "",
    ),
    # Words too long, lines not broken
    "a long word in a narrow box": ("to the right", box(LONG, "width: 30mm"), ""),
    "a long word, hidden": ("to the right", box(LONG, "width: 30mm; overflow: hidden"), ""),
    "a long word that is divided": ("fits", box(LONG, "width: 30mm; hyphens: auto"), ""),
    "a long word that may break anywhere": (
        "fits",
        box(LONG, "width: 30mm; overflow-wrap: anywhere"),
        "",
    ),
    "a long word in a wide box": ("fits", box(LONG, "width: 75mm"), ""),
    "a line that is not broken": (
        "to the right",
        box("a line that goes on and on and on", "white-space: nowrap"),
        "",
    ),
    "a line that is not broken, aligned to the right": (
        "to the left",
        box("<p>a line that goes on and on and on</p>"),
        "p { white-space: nowrap; position: absolute; right: 0 }"
        ".box { position: relative; margin-left: 20mm }",
    ),
    "a line not broken that has room": (
        "fits",
        box("a line that goes on", "white-space: nowrap"),
        "",
    ),
    "a bold end that reaches out": (
        "to the right",
        box("a line that goes as <b>far as bold</b>", "white-space: nowrap; width: 42.5mm"),
        "",
    ),
    "the same line, not bold": (
        "fits",
        box("a line that goes as far as bold", "white-space: nowrap; width: 42.5mm"),
        "",
    ),
    "letters set wide": (
        "to the right",
        box("a wide line", "letter-spacing: 3mm; white-space: nowrap"),
        "",
    ),
    # Negative margins and places
    "pulled out to the left": (
        "to the left",
        box("<p>out</p>", "margin-left: 9mm"),
        "p { margin-left: -4mm }",
    ),
    "pulled out above": (
        "above",
        box("<p>out</p>", "margin-top: 9mm; padding-top: .1mm"),
        "p { margin-top: -4mm }",
    ),
    "a hanging indent": (
        "fits",
        box("<p>hanging text</p>"),
        "p { padding-left: 4mm; text-indent: -4mm }",
    ),
    "an indent that hangs out": (
        "to the left",
        box("<p>hanging text</p>", "margin-left: 9mm"),
        "p { text-indent: -4mm }",
    ),
    "moved within its box": (
        "fits",
        box("<p>moved</p>"),
        "p { position: relative; top: 9mm; left: 9mm }",
    ),
    "moved out of its box": ("below", box("<p>moved</p>"), "p { position: relative; top: 16mm }"),
    "a place within the box": (
        "fits",
        box("<p>placed</p>", "position: relative"),
        "p { position: absolute; bottom: 0; right: 0 }",
    ),
    "a place below the box": (
        "below",
        box("<p>placed</p>", "position: relative"),
        "p { position: absolute; top: 15mm }",
    ),
    "a place to the right of the box": (
        "to the right",
        box("<p>placed</p>", "position: relative"),
        "p { position: absolute; left: 35mm }",
    ),
    "nested boxes that fit": (
        "fits",
        box(f"<div>{lines(2)}</div>"),
        ".box > div { height: 9mm; width: 30mm }",
    ),
    "an inner box too low, within its outer": (
        "below",
        box('<div data-fit="inner">' + lines(3) + "</div>"),
        "[data-fit=inner] { height: 9mm }",
    ),
    "an inner box that leaves its outer": (
        "below",
        box(f"<div>{lines(2)}</div>", "padding-top: 10mm"),
        ".box > div { height: 9mm }",
    ),
    # Floats
    "floats beside each other": (
        "fits",
        box("<p>one</p><p>two</p>"),
        "p { float: left; width: 20mm }",
    ),
    "floats that wrap below": (
        "below",
        box(f"<p>{lines(3)}</p><p>{lines(3)}</p>"),
        "p { float: left; width: 25mm }",
    ),
    "a float at the right that is too wide": (
        "to the left",
        box("<p>floating on and on and on and on</p>", "margin-left: 30mm"),
        "p { float: right; white-space: nowrap }",
    ),
    "text around a float": (
        "fits",
        box("<p>aside</p>" + "some text goes here"),
        "p { float: left; width: 12mm; height: 9mm }",
    ),
    "a float pulled over text": (
        "overlaps",
        box("<p>under it</p><div>over it</div>"),
        ".box > div { float: left; margin-top: -4.5mm }",
    ),
    # Flex and grid
    "a flex row that fits": ("fits", box("<p>one</p><p>two</p>", "display: flex"), "p { flex: 1 }"),
    "a flex row too wide": (
        "to the right",
        box("<p>one two</p><p>three four</p><p>five six</p>", "display: flex"),
        "p { flex: none; width: 18mm; white-space: nowrap }",
    ),
    "a flex column too high": (
        "below",
        box(f"<p>{lines(3)}</p><p>{lines(3)}</p>", "display: flex; flex-direction: column"),
        "p { flex: none }",
    ),
    "a grid that fits": (
        "fits",
        box("<p>a</p><p>b</p><p>c</p><p>d</p>", "display: grid; grid-template-columns: 1fr 1fr"),
        "",
    ),
    "a grid with one row too many": (
        "below",
        box(
            "".join(f"<p>row {i}</p>" for i in range(10)),
            "display: grid; grid-template-columns: 1fr 1fr",
        ),
        "",
    ),
    "a grid column too narrow": (
        "to the right",
        box(f"<p>a</p><p>{LONG}</p>", "display: grid; grid-template-columns: 20mm 20mm"),
        "",
    ),
    # Tables
    "a table that fits": (
        "fits",
        box("<table><tr><td>one<td>two<tr><td>three<td>four</table>"),
        "",
    ),
    "a table with a row too many": (
        "below",
        box("<table>" + "<tr><td>one<td>two" * 6 + "</table>"),
        "",
    ),
    "a word too wide for its cell": (
        "to the right",
        "<table><tr><td>Forschungsgesellschaft<td>two</table>",
        "table { table-layout: fixed; width: 40mm }",
    ),
    "a figure too wide for its cell": (
        "to the right",
        "<table><tr><td>1234567<td>2</table>",
        "table { table-layout: fixed; width: 20mm } td { width: 10mm }",
    ),
    "cells as wide as their words": ("fits", f"<table><tr><td>{LONG}<td>two</table>", ""),
    "a table wider than its box": (
        "to the right",
        box(f"<table><tr><td>{LONG}<td>{LONG}</table>", "width: 30mm"),
        "",
    ),
    "a cell over two columns": (
        "fits",
        "<table><tr><td colspan=2>Gesellschaften<tr><td>1<td>2</table>",
        "table { table-layout: fixed; width: 30mm }",
    ),
    # Columns
    "two columns that fit": (
        "fits",
        box(f"<p>{lines(8)}</p>", "columns: 2; column-gap: 2mm; height: auto"),
        "",
    ),
    "a word too wide for its column": (
        "to the right",
        box(LONG, "columns: 2; column-gap: 2mm"),
        "",
    ),
    "columns too low for their lines": (
        "off the page",
        box(lines(20), "columns: 2; column-fill: auto; overflow: hidden"),
        "",
    ),
    # Turned, scaled, shifted
    "turned on its side, with room": (
        "fits",
        box("<p>turned</p>"),
        "p { transform: rotate(90deg); width: 12mm; height: 4.5mm; position: relative; top: 6mm }",
    ),
    "turned on its side, too long": (
        "below",
        box("<p>turned on its side</p>"),
        "p { transform: rotate(90deg); transform-origin: 0 0; white-space: nowrap }"
        "p { width: 30mm; margin-left: 9mm }",
    ),
    "aslant within its box": (
        "fits",
        box("<p>aslant</p>"),
        "p { transform: rotate(15deg); width: 15mm; position: relative; top: 5mm }",
    ),
    "aslant, out of its box": (
        "above",
        box("<p>aslant and going on</p>", "margin-top: 12mm"),
        "p { transform: rotate(-25deg); transform-origin: 0 100%; white-space: nowrap }",
    ),
    "shrunk to fit": (
        "fits",
        box(f"<p>{lines(6)}</p>"),
        "p { transform: scale(.6); transform-origin: 0 0 }",
    ),
    "grown out of its box": (
        "below",
        box(f"<p>{lines(3)}</p>"),
        "p { transform: scale(1.6); transform-origin: 0 0 }",
    ),
    "shifted out of its box": (
        "below",
        box("<p>shifted</p>"),
        "p { transform: translate(0, 16mm) }",
    ),
    "a turned box that holds its lines": (
        "fits",
        box(lines(3), "transform: rotate(90deg); margin: 12mm"),
        "",
    ),
    # Pictures and what has no words
    "an icon as high as its line": (
        "fits",
        box(f"an {bar('4mm', '4mm', 'vertical-align: bottom')} icon"),
        "",
    ),
    "a tall icon that makes its line higher": ("fits", box(f"an {bar('4mm', '15mm')} icon"), ""),
    "a tall icon in the last line": ("below", box(f"{lines(3)}<br>{bar('4mm', '9mm')}"), ""),
    "an icon hanging below the last line": (
        "below",
        box(f"{lines(4)} {bar('4mm', '5mm', 'vertical-align: -4mm; margin-bottom: -2mm')}"),
        "",
    ),
    "a picture too wide": ("to the right", box(bar("50mm", "9mm")), ""),
    "a picture out to the left": (
        "to the left",
        box(bar("9mm", "9mm", "margin-left: -5mm"), "margin-left: 9mm"),
        "",
    ),
    "a picture that fits": ("fits", box(bar("40mm", "17mm", "display: block")), ""),
    "a ruled line below the box": (
        "below",
        box(f"{lines(3)}<hr>"),
        "hr { margin: 9mm 0 0; border: 1pt solid }",
    ),
    "a ruled line within": (
        "fits",
        box(f"{lines(3)}<hr>"),
        "hr { margin: 1mm 0 0; border: 1pt solid }",
    ),
    "a tinted box too wide": (
        "to the right",
        box("<p>tinted</p>"),
        "p { background: #ddd; width: 45mm }",
    ),
    "a tinted box that fits": ("fits", box("<p>tinted</p>"), "p { background: #ddd; width: 39mm }"),
    "a box without paint, too wide": ("fits", box("<p>plain</p>"), "p { width: 45mm }"),
    # Clips
    "a clip that is large enough": (
        "fits",
        "<div>whole</div>",
        "div { overflow: hidden; height: 4.5mm }",
    ),
    "a clip through a line": (
        "clipped",
        "<div>cut off</div>",
        "div { overflow: hidden; height: 2mm }",
    ),
    "a clip at the side": (
        "clipped",
        "<div>cut off at the side</div>",
        "div { overflow: hidden; width: 20mm; white-space: nowrap }",
    ),
    "a clip around a clip": (
        "clipped",
        "<section><div>cut off</div></section>",
        "section { overflow: hidden; height: 2mm } div { overflow: hidden; height: 4.5mm }",
    ),
    "a picture cut by a clip": (
        "clipped",
        f"<div>{bar('30mm', '9mm')}</div>",
        "div { overflow: hidden; width: 20mm }",
    ),
    # Overlaps
    "lines pushed into each other": (
        "overlaps",
        "<p>first</p><p>other</p>",
        "p + p { margin-top: -3mm }",
    ),
    "lines set close": ("fits", "<p>first</p><p>other</p>", "p { line-height: 1 }"),
    "lines set too close": ("overlaps", f"<p>{'gypsy ÄÖÜ ' * 12}</p>", "p { line-height: .55 }"),
    "two places that meet": (
        "overlaps",
        "<p>first</p><p>other</p>",
        "p { position: absolute; top: 0; left: 0 }",
    ),
    "two places side by side": (
        "fits",
        "<p>first</p><p>other</p>",
        "p { position: absolute; left: 0 } p + p { left: 20mm }",
    ),
    "a picture over text": (
        "overlaps",
        f"<p>under it</p>{bar('20mm', '4mm', 'position: absolute; left: 0; top: 0')}",
        "",
    ),
    "a picture under white text": (
        "fits",
        f"{bar('20mm', '9mm', 'position: absolute; left: 0; top: 0')}<p>over it</p>",
        "p { color: #fff; position: relative }",
    ),
    # Pages
    "lines that go on on the next page": ("fits", f"<p>{lines(20)}</p>", ""),
    "a box that goes on on the next page": ("fits", f'<div data-fit="box">{lines(20)}</div>', ""),
    "a box that has to be whole, on two pages": (
        "split",
        f'<div data-fit="box" data-height="fixed">{lines(20)}</div>',
        "",
    ),
    "a box that moves to the next page whole": (
        "fits",
        f'<p>{lines(10)}</p><div data-fit="box">{lines(6)}</div>',
        "div { break-inside: avoid }",
    ),
    "off the page to the right": (
        "off the page",
        "<p>away</p>",
        "p { position: absolute; left: 88mm }",
    ),
    "off the page to the left": ("off the page", "<p>away</p>", "p { margin-left: -30mm }"),
    "off the page above": ("off the page", "<p>away</p>", "p { margin-top: -30mm }"),
    "off the page below": ("off the page", "<p>away</p>", "p { position: absolute; top: 66mm }"),
    "far off the page": ("off the page", "<p>away</p>", "p { position: absolute; left: 300mm }"),
    "in the margin of the page": (
        "off the page",
        "<p>margin</p>",
        "p { position: absolute; left: -4mm }",
    ),
    "a picture off the page": ("off the page", bar("30mm", "9mm", "margin-left: 70mm"), ""),
    "a picture within the page": ("fits", bar("80mm", "50mm", "display: block"), ""),
    "a tinted band to the page's edge": (
        "fits",
        "<p>band</p>",
        "p { background: #ddd; margin: 0 -5mm; padding: 0 5mm }",
    ),
    # What is not there
    "not displayed": ("set nowhere", "<p>gone</p>", "p { display: none }"),
    "not visible": ("not seen", "<p>gone</p>", "p { visibility: hidden }"),
    "of no size": ("not seen", "<p>gone</p>", "p { font-size: .01pt }"),
    "white on white": ("not seen", "<p>pale</p>", "p { color: #fff }"),
    "almost transparent": ("not seen", "<p>pale</p>", "p { opacity: .05 }"),
    "light on dark": ("fits", "<p>light</p>", "p { color: #fff; background: #222 }"),
}
"""What each is, its label, its page, and its style."""


def complaints(body: str, css: str) -> list[str]:
    head = f"<title>A title</title><style>{FRAME}{BOX_CSS}{css}</style>"
    made = set_document(f'<html lang="de"><head>{head}</head><body>{body}</body></html>')
    proof = proved(made.pdf, Promises(tuple(tables(body))), made.sheets)
    return [*map(str, made.faults), *map(str, proof.faults)]


def tables(body: str) -> list[Promise]:
    """Return the tables of a page as its promises."""
    return [
        Promise("", tuple(tuple(re.findall(r"<td[^>]*>([^<]*)", row)) for row in rows))
        for table in re.findall(r"<table>(.*?)</table>", body)
        if (rows := table.split("<tr>")[1:])
    ]


@pytest.mark.parametrize("name", LAYOUTS)
def test_what_a_reader_sees_is_what_is_reported(name: str) -> None:
    label, body, css = LAYOUTS[name]
    reported = complaints(body, css)
    if label == "fits":
        assert reported == []
    else:
        assert any(re.search(TOLD[label], fault) for fault in reported), reported


def test_there_are_enough_layouts_with_every_label() -> None:
    labels = [label for label, _, _ in LAYOUTS.values()]
    assert set(labels) == set(TOLD)
    assert min(labels.count("fits"), len(labels) - labels.count("fits")) >= 30


def test_what_leaves_the_page_furthest_is_named() -> None:
    body = '<p data-context="g.a">here</p><p data-context="g.b"><b>away</b></p>'
    css = f"{FRAME} b {{ margin-left: 76mm }}"
    faults = set_document(f"<html><style>{css}</style><body>{body}</body></html>").faults
    reported = {(one.context, one.words) for one in faults if one.kind == "overflow"}
    assert reported == {("g.b", "away")}


STEPS = """ol { counter-reset: step; list-style: none } li { counter-increment: step }
li::before { content: counter(step) }"""


@pytest.mark.parametrize(
    ("items", "reported"),
    [
        ('<li data-counted="1">a</li><li data-counted="2">b</li>', []),
        ('<li>a</li><li data-counted="3">b</li>', ["is counted as 2, expected 3"]),
        (
            '<li style="counter-set: step 7" data-counted="2">a</li>',
            ["is counted as 8, expected 2"],
        ),
        ('<li data-counted="x">a</li>', ["is counted as 1, expected x"]),
        ('<li class="bare" data-counted="4">a</li>', []),
    ],
)
def test_what_is_counted_is_what_was_to_be_counted(items: str, reported: list[str]) -> None:
    found = complaints(f"<ol>{items}</ol>", f"{STEPS}\n.bare::before {{ content: none }}")
    assert found == reported


JOINED = f"{FRAME} table {{ width: auto; border-collapse: collapse }}"


@pytest.mark.parametrize(
    ("gap", "reported"), [(0.1, True), (0.36, True), (0.45, False), (1.0, False), (9.0, False)]
)
@pytest.mark.parametrize("heads", [("13–16", "17–20"), ("Cost", "Sum"), ("1", "2"), ("Ä", "jq")])
def test_column_heads_are_a_space_and_a_half_apart(
    gap: float, reported: bool, heads: tuple[str, str]
) -> None:
    """A space and a half are 0.3 em in Source Sans; the padding is half of the gap, in em."""
    row = "".join(f'<th scope="col">{head}</th>' for head in heads)
    css = f"{JOINED} th {{ padding: 0 {gap * 0.75 / 2:.3f}em }}"
    source = f"<table><tr>{row}</tr></table>"
    faults = set_document(f"<html><style>{css}</style><body>{source}</body></html>").faults
    close = [one for one in faults if one.kind == "close"]
    assert [one.words for one in close] == [heads[0]] * reported
    assert all("from the next column head" in one.found and one.is_doubt for one in close)


def test_heads_of_one_column_and_of_turned_or_other_rows_may_touch() -> None:
    heads = '<th scope="col"><b>a</b><i>b</i></th><th scope="row">c</th><td>d</td>'
    css = f"{JOINED} th, td {{ padding: 0 }}"
    source = f"<table><tr>{heads}</tr></table>"
    faults = set_document(f"<html><style>{css}</style><body>{source}</body></html>").faults
    assert [one for one in faults if one.kind == "close"] == []


@pytest.mark.parametrize(
    ("body", "css", "reported"),
    [
        ("<ul><li>lanterns</ul>", "", ""),
        ("<ul><li>lanterns</ul>", "li { list-style-type: square }", ""),
        ("<ul><li>lanterns</ul>", "li { list-style-type: none }", ""),
        ("<ul><li>lanterns</ul>", "li { list-style-type: '12 ' }", "12"),
        ("<ul><li>lanterns</ul>", "li { list-style-type: '− ' }", "−"),
        ("<ul><li>lanterns</ul>", "li { list-style-type: decimal }", "1."),
        ("<ul><li>lanterns</ul>", "li::before { content: '≥' }", "• ≥"),
        ("<ul><li>5 lanterns</ul>", "li { list-style: none } li::before { content: '1' }", "1"),
        ("<ol><li>a<li>b</ol>", "", ""),
        ("<ol start='4'><li>a<li>b</ol>", "", "1."),
        ("<ol><li>a<li>b</ol>", "li { list-style-type: upper-roman }", ""),
        ("<ol><li>a<li>b</ol>", "li { list-style-type: lower-alpha }", ""),
        ("<ol><li>a<li>b</ol>", "li { list-style-type: disc }", ""),
        ("<ol><li>a<li>b</ol>", "ol { counter-reset: list-item 6 }", "7."),
        ("<ol><li>a<li>b</ol>", "li { counter-increment: list-item 2 }", "2."),
        ("<ol><li style=\"list-style-type:'7. '\">a</ol>", "", ""),
        (
            "<ol><li style=\"list-style-type:'7. '\">a</ol>",
            "li { list-style-type: '9. ' !important }",
            "9.",
        ),
    ],
)
def test_the_mark_of_an_item_is_its_number_or_a_bullet(body: str, css: str, reported: str) -> None:
    found = complaints(body, f"ul, ol {{ padding-left: 40px }} {css}")
    marks = [one for one in found if "before an item of a list" in one]
    expected = f"“{reported}” is put before an item of a list by the style sheet"
    assert [one.partition(", expected")[0] for one in marks][:1] == ([expected] if reported else [])
