"""What is wrong on a page is found, each with its cause; what an author does on purpose is not."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from aidgen.proof.fit import message_faults
from tests.verified import PAGE, changed, styled, verified

IN_CARD = "does not fit, expected a width of at most 50 mm"
IN_CELL = "does not fit, expected a width of at most 2.8 mm"
CUT = f"“The wolf”: 3.6 mm to the right {IN_CARD}"
LOST = "“Draw 2 cards and discard one of them.” is not printed"
ALIKE = "is a contrast of 1 : 1, expected at least 3 : 1"
OURS = "expected Source Sans Pro or Source Serif Pro, or a font of the pack"

WRONG = {
    # Text that has no room
    ".card p { font-size: 30pt }": [
        "fit: page 1: cards.wolf: 30.1 mm (about 7.6 lines) below does not fit"
    ],
    ".card h2 { font-size: 40pt }": [f"fit: page 1: {CUT}"],
    ".card p { overflow: hidden; height: 2mm }": [
        "fit: page 1: “them.”: 5.2 mm below does not fit"
    ],
    ".card p { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }": [
        f"fit: page 1: “cards and discard one of them.”: 0.5 mm to the right {IN_CARD}"
    ],
    ".card p { margin-left: 30mm; white-space: nowrap }": [
        f"fit: page 1: “cards and discard one of them.”: 30.5 mm to the right {IN_CARD}"
    ],
    ".card p { text-indent: -200mm }": [f"fit: page 1: “Draw”: 200 mm to the left {IN_CARD}"],
    ".card p { position: absolute; left: 200mm }": [
        f"fit: page 1: “discard”: 159.7 mm to the right {IN_CARD}"
    ],
    ".card p { transform: translateY(-30mm) }": [
        "fit: page 1: “cards and discard one of”: 22.9 mm above does not fit"
    ],
    ".sheet ol { margin-left: 90mm; white-space: nowrap }": [
        "fit: page 1: “Run”: 126.4 mm to the right does not fit, expected a width of at most 80 mm"
    ],
    "table { width: 8mm; table-layout: fixed } th, td { white-space: nowrap }": [
        f"fit: page 1: “Place”: 5.7 mm to the right {IN_CELL}",
        f"fit: page 1: “Head”: 5.2 mm to the right {IN_CELL}",
        f"fit: page 1: “Leg”: 2.8 mm to the right {IN_CELL}",
    ],
    # Text that is not there
    ".card p { display: none }": [f"words: {LOST}"],
    ".card p { font-size: 0 }": [f"words: {LOST}"],
    "b { display: none }": [
        "words: page 1: “Draw 2 cards and discard one of them.” is printed as “Draw cards and"
        " discard one of them.”"
    ],
    "li li { display: none }": ["words: page 1: “Move Run Fight” is printed as “MoveFight”"],
    "tbody tr:last-child { display: none }": [
        "words: “4–6” in row 3 of table “Hits” is not printed",
        "words: “Leg” in row 3 of table “Hits” is not printed",
    ],
    ".card p { max-lines: 1; continue: discard }": [
        "words: page 1: “Draw 2 cards and discard one of them.” is printed as “Draw 2 cards and"
        " discard one of”"
    ],
    ".card p { transform: scale(0) }": ["words: page 1: “Draw” is not in the PDF, or not whole"],
    ".card p { visibility: hidden }": ["words: page 1: “Draw” is not in the PDF, or not whole"],
    # Text that nobody can read
    ".card p { color: #f4ecd8 }": [
        f"contrast: page 1: “Draw” cannot be read: #f4ecd8 on #f4ecd8 {ALIKE}"
    ],
    ".card p { opacity: 0 }": [
        f"contrast: page 1: “Draw” cannot be read: #f4ecd8 on #f4ecd8 {ALIKE}"
    ],
    "td:first-child { color: #fff }": [
        f"contrast: page 1: “1–3” cannot be read: #ffffff on #ffffff {ALIKE}"
    ],
    ".card p { color: #ccc }": [
        "contrast: page 1: “Draw” cannot be read: #cccccc on #f4ecd8 is a contrast of 1.4 : 1,"
        " expected at least 3 : 1"
    ],
    ".card { background: linear-gradient(#111, #222); color: #181818 }": [
        "contrast: page 1: “The wolf” cannot be read: #181818 on #121212 is a contrast of 1.1 : 1,"
        " expected at least 3 : 1"
    ],
    ".card::after { content: ''; position: absolute; inset: 0; background: #f4ecd8 }": [
        "contrast: page 1: “The wolf” is hidden by something over it"
    ],
    ".sheet::before { content: ''; position: absolute; inset: -50mm; background: #fff }": [
        "contrast: page 1: “The wolf” is hidden by something over it"
    ],
    # Fonts
    ".card p { font-family: Nowhere }": [
        f"font: page 1: “Draw” asks for the font “Nowhere”, which is not there, {OURS}"
    ],
    # What may be meant
    ".card p { color: #999 }": [
        "faint: page 1: “Draw” is hard to read: #999999 on #f4ecd8 is a contrast of 2.4 : 1,"
        " expected at least 3 : 1"
    ],
    ".card h2 { font-size: 24pt; color: #ddd; background: #fff }": [
        "faint: page 1: “The wolf” is hard to read: #dddddd on #ffffff is a contrast of 1.4 : 1,"
        " expected at least 3 : 1"
    ],
    "p { colr: red }": [
        "style: the style sheet has `colr: red`, which is left out: unknown property"
    ],
    "th, td { border: 0; padding: 0 } table { border-spacing: 0; font-size: 12pt }": [
        "close: page 1: “Roll” is 0.0 pt from the next column head, “Place”, expected at least"
        " 3.6 pt"
    ],
}
"""Rules that break the right page, and what is then reported."""


@pytest.mark.parametrize("css", WRONG)
def test_a_rule_that_breaks_a_page_is_reported_with_its_cause(css: str) -> None:
    assert styled(css).faults == WRONG[css]


WRONG_HTML = {
    '<td data-figure="1-3">1–3': [
        '<td data-figure="1-3">1–2',
        "words: page 1: “1–2” in row 2 of table “Hits” is not what the game has, expected 1-3",
    ],
    '<td data-figure="4-6">4–6': [
        '<td data-figure="4-6">–',
        "words: page 1: “–” in row 3 of table “Hits” is not what the game has, expected 4-6",
    ],
    "Fight</li>": [
        '<a href="#nowhere">Fight</a></li>',
        "link: a link leads to “#nowhere”, which is nowhere",
    ],
    "Fight": [
        "Fi\U00013000ght",
        "font: page 1: “Fi\U00013000ght” has “\U00013000”, which is in none of our fonts",
    ],
    "Run": [
        '<img src="https://example.org/run.png" alt="Run">Run',
        "picture: the picture “https://example.org/run.png” cannot be loaded, expected a picture"
        " of the pack",
    ],
    "Move": [
        '<img src="data:image/png;base64,AAAA" alt="">Move',
        "picture: the picture “data:image/png;base64,AAAA” cannot be loaded: it is none that can be"
        " drawn: it is broken, or has too many pixels (`--limits`)",
    ],
}
"""What is changed in the HTML of the right page, and what is then reported."""


@pytest.mark.parametrize("old", WRONG_HTML)
def test_a_change_that_breaks_a_page_is_reported_with_its_cause(old: str) -> None:
    new, *expected = WRONG_HTML[old]
    assert changed(old, new).faults == expected


RIGHT = {
    "as it is": "",
    "letters apart": "h2, p { letter-spacing: .5em }",
    "a large first letter": "p::first-letter { font-size: 22pt; color: #7a2e16; line-height: 1 }",
    "a drop cap": "p::first-letter { float: left; font-size: 16pt; line-height: 1 }",
    "a first line": "p::first-line { font-variant: small-caps }",
    "struck out": "b { text-decoration: line-through }",
    "capitals": "h2, p, th, td { text-transform: uppercase }",
    "small capitals": "h2, p { font-variant: small-caps }",
    "old style figures": "td { font-variant-numeric: oldstyle-nums tabular-nums }",
    "ligatures": "p { font-family: 'Source Serif Pro'; font-variant-ligatures: common-ligatures }",
    "a weight that is not there": "p { font-weight: 300; font-stretch: condensed }",
    "italics that are not there": "p { font-family: Heebo; font-style: italic }",
    "a second font that is not there": "p { font-family: 'Source Serif Pro', Nowhere, serif }",
    "a narrow column": ".card p { width: 12mm; hyphens: auto; text-align: justify }",
    "a soft hyphen's sign": ".card p { width: 12mm; hyphens: auto; hyphenate-character: '=' }",
    "dark": ".card { background: #14161c; color: #eee }",
    "a gradient": "h2 { background: linear-gradient(90deg, #7a2e16, #b4622a); color: #fff }",
    "a page with a gradient": "body { background: linear-gradient(#fff, #e7eef5) }",
    "a translucent panel": ".card { background: #222 } .card > * { background: #fffc }",
    "light type": "p { color: #858585 }",
    "a turned title": ".card h2 { position: absolute; left: 0; top: 36mm; width: 34mm;"
    " transform: rotate(-90deg); transform-origin: 0 0 }",
    "turned heads": "th { height: 12mm } th { transform: rotate(-45deg) }",
    "a title over the edge": ".card h2 { margin-left: -1mm; padding-left: 2mm }",
    "texts over each other": ".card p { margin-top: -6mm }",
    "a disc": ".card::before { content: ''; position: absolute; right: -4mm; top: -4mm;"
    " width: 12mm; height: 12mm; border-radius: 6mm; background: #caa }",
    "words before and after": "h2::before { content: '» ' } h2::after { content: ' «' }",
    "bullets of our own": "ol { list-style: none } li::before { content: '→ ' }",
    "dots to the page": "h2::after { content: leader('.') '3' } .card h2 { white-space: normal }",
    "two columns": "p { columns: 2 }",
    "from right to left": ".card { direction: rtl; text-align: right }",
}
"""What authors do on purpose, as rules for the right page: none of it is reported."""


@pytest.mark.parametrize("name", RIGHT)
def test_what_an_author_does_on_purpose_is_not_reported(name: str) -> None:
    assert styled(RIGHT[name]).faults == []


PICTURE = "data:image/svg+xml," + quote(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    '<path fill="#f4ecd8" d="M0 0h9v9H0"/><path d="M0 0L9 9" stroke="#caa"/>'
    '<text x="1" y="5" font-size="3">7 wolves</text></svg>'
)
CARD = '<div class="card" data-box="cards.wolf" data-fit="cards.wolf" data-height="fixed">{}</div>'
RIGHT_HTML = {
    "art behind a title": '<img src="{light}" alt="" style="position:absolute;left:0;top:0;'
    'width:50mm;height:20mm"><h2 data-context="a" style="position:relative">The wolf</h2>',
    "art that is cropped": '<div style="overflow:hidden;height:9mm"><img src="{light}" alt="A wolf"'
    ' style="width:50mm;height:50mm;margin-top:-9mm"></div><h2 data-context="a">The wolf</h2>',
    "a texture": '<div style="background:url({light});height:40mm"><p data-context="a">Read me,'
    " 1 or 2 times.</p></div>",
    "words in a picture": '<p data-context="a">Wolves <svg xmlns="http://www.w3.org/2000/svg"'
    ' viewBox="0 0 30 9" width="30" height="9"><text x="1" y="7" font-size="7">9 lives</text>'
    "</svg>",
    "a float in a text": '<p data-context="a">One <span style="float:right">two</span> three</p>',
    "a text on each page": '<p data-context="a" style="position:fixed;top:12mm">Wolves</p>',
    "a ghost": '<p>Wolves <span style="color:transparent">1 or 2</span></p>',
    "a quotation mark": '<blockquote data-context="a" class="quoted">Howl at 3.</blockquote>',
    "a copy of a hidden word": '<p data-context="a">Hare</p><p style="display:none">Fox</p>',
    "a hidden copy": '<p data-context="a">Wolves</p><p aria-hidden="true" style="opacity:.1">Wolves'
    '</p><p aria-hidden="true" style="position:absolute;left:48mm">Wolves</p>',
    "a text in parts": '<p data-context="a">One <b>two</b></p><ul data-continues><li>three</li>'
    "<li>four</li></ul>",
    "soft hyphens and joiners": '<p data-context="a" style="width:9mm">Wolf\u00adhounds of '
    "Mid\u00adwinter\u200b-hall, 1\u00a0of\u202f2\u2060!</p>",
    "ligatures": '<p data-context="a" style="font-family:\'Source Serif Pro\'">Office, fly, ﬁn,'
    " ½, ², Å, e\u0301</p>",
    "capitals of sharp s": '<p data-context="a" class="upper">Große Straße, ﬂut</p>',
    "Turkish capitals": '<p data-context="a" class="upper" lang="tr">ılık iyi</p>',
    "Greek capitals": '<p data-context="a" class="upper" lang="el">γάιδαρος, Άρης</p>',
    "Arabic": '<p data-context="a" lang="ar" dir="rtl">اسحب (بطاقتين) ثم تخلص من 1</p>',
    "Hebrew": '<p data-context="a" lang="he" dir="rtl">משכו 2 קלפים (או 3).</p>',
    "Hindi": '<p data-context="a" lang="hi">क्षत्रिय को 2 कार्ड दें</p>',
    "Thai": '<p data-context="a" lang="th">จั่วการ์ด 2 ใบ</p>',
    "Japanese": '<p data-context="a" lang="ja">カードを2枚引く。</p>',
    "ruby": '<p data-context="a"><ruby>漢<rt>かん</rt></ruby></p>',
    "an icon's name": '<p data-context="a">2 <span style="font-size:0">swords</span></p>'.replace(
        '<span style="font-size:0">swords</span>', '<span aria-hidden="true">⚔</span>'
    ),
    "an empty text": '<p data-context="a"></p><p data-context="b">–</p>',
    "a wide space": '<pre data-context="a">1    2\n3</pre>',
}
"""The same as cards of their own; `{light}` is a picture with words in it."""


@pytest.mark.parametrize("name", RIGHT_HTML)
def test_a_card_of_its_own_kind_is_not_reported(name: str) -> None:
    inner = RIGHT_HTML[name].replace("{light}", PICTURE)
    css = (
        ".upper { text-transform: uppercase } .quoted { position: relative } .quoted::before {"
        " content: '“'; position: absolute; left: -22mm; top: -9mm; font-size: 60pt; color: #eee }"
    )
    assert styled(css, CARD.format(inner)).faults == []


def test_a_list_in_lists_is_whole_or_reported() -> None:
    depth = 15
    words = "".join(f"<ul><li>Level {level} " for level in range(depth))
    body = f'<div data-context="a" style="font-size:3pt">{words}{"</li></ul>" * depth}</div>'
    assert styled("ul { padding-left: 1mm }", body).faults == []
    cut = styled("ul { padding-left: 1mm }" + "ul " * depth + "{ display: none }", body)
    (fault,) = cut.printed.faults
    assert (fault.kind, fault.context, fault.page) == ("words", "a", 1)
    assert fault.message.startswith("is printed as “•Level 0") or "Level 0" in fault.message


def test_a_table_repeats_its_head_on_each_page() -> None:
    rows = "".join(f'<tr><td data-figure="{n}">{n}</td><td>Wolf</td></tr>' for n in range(40))
    table = (
        '<table data-context="tables.wolves" data-title="Wolves"><thead><tr><th>No.</th>'
        f"<th>Beast</th></tr></thead><tbody>{rows}</tbody></table>"
    )
    document = styled("", table)
    assert len(document.layout.pages) == 3
    assert document.faults == []


def test_a_running_title_is_printed_on_each_page() -> None:
    css = "@page { @top-left { content: element(title) } } h2 { position: running(title) }"
    body = '<h2 data-context="a">The wolves</h2>' + '<p data-context="b">Howl.</p>' * 40
    document = styled(css, body)
    assert len(document.layout.pages) == 2
    assert document.faults == []


def test_where_a_text_is_printed() -> None:
    printed = verified(PAGE).printed
    assert [(text.context, text.page, text.box, text.letters) for text in printed.texts] == [
        ("cards.wolf.title", 1, "cards.wolf", 8),
        ("cards.wolf.text", 1, "cards.wolf", 36),
        ("rules.turn", 1, "sheet.hits", 12),
    ]
    assert [(fit.name, fit.page, fit.size) for fit in printed.fits] == [("cards.wolf", 1, 9.0)]
    assert [(size.width, size.height) for size in printed.sizes] == [(100, 120)]


def test_type_that_is_too_small_is_a_doubt() -> None:
    document = verified(PAGE, smallest=10)
    assert document.faults == ["small: page 1: “Draw” is set in 9 pt, expected at least 10 pt"]


def test_a_text_near_the_cut_is_a_doubt() -> None:
    document = verified(PAGE, safe=(11, 6, 83, 108))
    assert document.faults == ["cut: page 1: “The wolf” is 1.0 mm outside the safe zone"]
    assert verified(PAGE, safe=(3, 3, 94, 114)).faults == []


def test_a_card_that_is_printed_twice_is_reported_once() -> None:
    card = CARD.format('<p data-context="a" style="font-size:40pt">Draw a card, then two.</p>')
    both = card + card.replace('class="card"', 'class="card" style="top:60mm"')
    (fault,) = styled("", both).printed.faults
    assert (fault.kind, fault.box, fault.words) == ("fit", "cards.wolf", "")


def test_a_card_in_parts_is_reported() -> None:
    words = '<p data-context="a">Draw.</p>' * 20
    card = f'<div data-fit="cards.wolf" data-height="fixed" style="height:200mm">{words}</div>'
    (fault,) = styled("p { margin: 4mm 0 }", card).printed.faults
    assert str(fault) == "cards.wolf: is split, on page 1, 2"


def board(left: float) -> str:
    """Return a window on a board, so many mm from its left edge."""
    style = f"overflow:hidden;position:relative;width:30mm;height:20mm;--left:-{left}mm"
    words = '<p data-context="inn">Inn</p><p data-context="mill" style="left:24mm">Old mill</p>'
    return f'<div data-window style="{style}"><div class="board">{words}</div></div>'


def test_a_text_of_a_board_is_whole_on_one_sheet_at_least() -> None:
    css = ".board, .board p { position: absolute; width: 40mm } .board { left: var(--left) }"
    assert styled(css, board(0) + board(20)).faults == []
    assert styled(css, board(0) + board(1)).faults == ["words: “Old mill” is not printed"] * 1


def test_messages_of_the_engine() -> None:
    messages = {
        "Failed to load inline SVG: no path": "picture: an <svg> cannot be drawn: no path",
        "Failed to render SVG image aidgen:picture/1 (ValueError('a'))": "picture: the picture"
        " “art/a.svg” cannot be drawn to its end (ValueError('a')), expected plain SVG, not too"
        " large",
        "Font-face 'Wolf' cannot be loaded": "font: the font “Wolf” cannot be loaded",
        "Relative URI reference without a base URI: a.png": "picture: “a.png” lies outside the"
        " page, expected a picture of the pack",
        "Failed to load stylesheet at a.css : gone": "style: the style sheet “a.css” cannot be"
        " loaded, expected its rules in the page",
        "Something else": "style: Something else",
    }
    files = {"picture/1": b'<svg data-file="art/a.svg"></svg>'}
    faults = [f"{fault.kind}: {fault}" for fault in message_faults(messages, files)]
    assert faults == list(messages.values())


def test_a_label_over_a_dark_picture_is_hard_to_read() -> None:
    svg = "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E{}%3C/svg%3E"
    area = svg.format("%3Cpath d='M0 0h9v9H0z' fill='{}'/%3E")
    body = f'<div><img src="data:image/svg+xml,{area}"><p>Gate</p></div>'
    css = "img { width: 40mm } div p { position: absolute; left: 2mm; top: 2mm }"
    assert styled(css, body.format("%23ccc")).faults == []
    assert styled(css, body.format("%23333")).faults == [
        "faint: page 1: “Gate” is hard to read: #000000 on #333333 is a contrast of 1.7 : 1,"
        " expected at least 3 : 1"
    ]


def test_a_text_that_is_drawn_over_a_panel_is_not_hidden() -> None:
    """Boxes that are placed are drawn in their order."""
    panel = (
        '<div style="position:absolute;left:0;top:0;width:40mm;height:9mm;background:#ccc"></div>'
    )
    words = '<p data-context="a" style="position:absolute;top:0;margin:0">Howl at 3.</p>'
    hidden = ["contrast: page 1: “Howl at 3.” is hidden by something over it"]
    assert styled("", panel + words).faults == []
    assert styled("", words + panel).faults == hidden
    assert styled("", panel + words.replace("position:absolute;", "")).faults == hidden


def test_a_text_that_leaves_its_page_is_reported() -> None:
    line = '<p data-context="a" style="margin-left:60mm;white-space:nowrap">The wolves howl.</p>'
    assert styled("", line).faults == []
    assert styled("", line.replace("60mm", "80mm")).faults == [
        "fit: page 1: “The wolves howl.”: 7.8 mm to the right does not fit the page, "
        "expected a width of at most 100 mm"
    ]


@pytest.mark.parametrize("place", ['main class="ag-long" style="columns: 2"', 'div data-fit="b"'])
def test_a_table_wider_than_its_place_is_reported_once(place: str) -> None:
    cells = "<td>mmmmmmmm</td>" * 4
    table = f'<table data-context="g.tables.t" data-title="Wide"><tr>{cells}</tr></table>'
    body = f'<{place} style="width: 43.4mm">{table}</{place.split()[0]}>'
    assert [fault for fault in styled("", body).faults if fault.startswith("fit")] == [
        "fit: page 1: “Wide”: the table is 53.1 mm too wide, expected a width of at most 43.4 mm"
    ]


@pytest.mark.parametrize("fill", ["#fff", "white", "rgb(255, 255, 255)", "hsl(0, 0%, 99%)", "none"])
def test_an_icon_in_the_colour_behind_it_is_doubted(fill: str) -> None:
    svg = f'<svg class="ag-icon" width="9" height="9"><title>Sun</title><g fill="{fill}">'
    line = f'<p data-context="a">Take {svg}<path d="M0 0h9v9z"></path></g></svg></p>'
    assert styled("", line.replace(fill, "currentColor")).faults == []
    assert styled("", line.replace(fill, "#c00")).faults == []
    (doubt,) = styled("", line).faults
    assert doubt.startswith("faint: page 1: “Sun” is an icon with a contrast of 1 : 1 to what is")


def test_a_footnote_is_printed_on_its_page() -> None:
    note = '<span style="float: footnote" data-context="b" data-note>They bite.</span>'
    document = styled("", f'<p data-context="a">Wolves{note}</p>')
    assert document.faults == []
    assert [text.context for text in document.printed.texts] == ["a", "b"]
