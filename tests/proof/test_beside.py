from __future__ import annotations

import base64
import io
from dataclasses import replace

import pytest
from PIL import Image

from aidgen.layout.promises import Promises
from aidgen.proof.ink import PictureFrame, compare_pictures
from tests.sheets import SetDocument, proved, set_document

WORDS = "<p>Some words that stand here</p>"
ICON = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 256 256'>"
    "<g fill='%23700'><path d='M20 20h99v99a50 50 0 0 1-99 0z'/></g></svg>"
)
CHART = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50' width='300' height='150'>"
    "<title>A chart</title><path d='M5 45L50 20L95 9' stroke='#000' fill='none' "
    "stroke-dasharray='6 2'/><circle cx='50' cy='20' r='4' fill='#fff' stroke='#a00'/>"
    "<rect x='9' y='9' width='9' height='9' rx='2' transform='rotate(30 9 9)'/>"
    "<polygon points='60,40 70,40 65,30'/><line x1='0' y1='48' x2='99' y2='48' stroke='navy'/>"
    "<ellipse cx='80' cy='30' rx='9' ry='4' style='fill:#080'/></svg>"
)


def picture() -> str:
    found, out = Image.new("RGB", (9, 9), (200, 30, 30)), io.BytesIO()
    found.putpixel((4, 4), (0, 0, 0))
    found.save(out, "PNG")
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"


def made(body: str, css: str = "") -> SetDocument:
    head = f"<title>A title</title><style>body{{font-family:Source Sans Pro}}{css}</style>"
    return set_document(f'<html lang="en"><head>{head}</head><body>{body}</body></html>')


def reported(page: SetDocument, like: SetDocument | None = None) -> tuple[str, ...]:
    """Return the faults of ink and others of a page, or of it drawn in place of another."""
    sheets = (like or page).sheets
    return tuple(map(str, proved(page.pdf, Promises(), sheets).faults))


@pytest.mark.parametrize(
    ("body", "css"),
    [
        (WORDS, "p { border: 2pt solid #700; border-radius: 3mm; padding: 3mm }"),
        (WORDS, "p { border-left: 3pt solid #070; border-bottom: 1pt solid #007 }"),
        (WORDS, "p { border: 6pt solid; border-color: #111 #555 #999 #ccc; border-radius: 9pt }"),
        (WORDS, "p { border: 2mm double #000; border-radius: 50%; width: 30mm; height: 30mm }"),
        (WORDS, "p { border: 1pt dashed #000 } "),
        (WORDS, "p { border: 2pt dotted #a00; border-radius: 2mm }"),
        (WORDS, "p { border: 3pt ridge #a00 }"),
        (WORDS, "p { outline: 1pt solid #00a; outline-offset: 2pt }"),
        (WORDS, "p { background: #ecebe8 }"),
        (WORDS, "p { background: #ecebe8; background-clip: content-box; padding: 3mm }"),
        (WORDS, "html { background: #eef } body { margin: 9mm } @page { background: #fee }"),
        (WORDS, "p { background: rgba(200, 0, 0, .3); opacity: .9 }"),
        (WORDS, "p { background: linear-gradient(#fff, #eee); box-shadow: 1mm 1mm 1mm #999 }"),
        (WORDS, f'p::before {{ content: "1"; background: url("data:image/svg+xml,{ICON}") }}'),
        (WORDS, f'p {{ background: url("data:image/svg+xml,{ICON}") no-repeat center/8mm }}'),
        (WORDS, f'p {{ background: url("data:image/svg+xml,{ICON}") 0 0/4mm }}'),
        (WORDS, f"p {{ background: url({picture()}) no-repeat 40mm 0/9mm }}"),
        (WORDS, "p { transform: rotate(20deg); border: 1pt solid; width: 50mm; margin: 20mm }"),
        (WORDS, "p { height: 9mm; width: 60mm; overflow: hidden; border-radius: 3mm; border: 1pt "
                "solid #000; background: #eee }"),
        (WORDS, "p { text-decoration: underline; text-underline-offset: 2pt }"),
        (WORDS, "p { text-decoration: underline dotted 1pt }"),
        (WORDS, "p { text-decoration: overline double #a00 }"),
        (WORDS * 3, "body { columns: 3; column-rule: 1pt solid #900 }"),
        (f"{WORDS}{CHART}", ""),
        (f"{WORDS}<img alt='A square' src='{picture()}' style='width:9mm;border:1pt solid'>", ""),
        ("<p>a <span style='background:#eee;border:1pt solid'>b</span> c</p>", ""),
        ("<p>a <b style='display:inline-block;background:#eee;border:1pt solid'>b</b> c</p>", ""),
        (
            "<div style='float:left;background:#ddd;width:20mm'>left</div>"
            "<div style='background:#eee'>right of it</div>",
            "",
        ),
        (
            "<div class='a'></div><div class='b'></div><div class='c'></div>",
            "div { position: absolute; width: 20mm; height: 20mm } .a { background: #a00; "
            "z-index: 2 } .b { background: #0a0; top: 9mm; left: 9mm } .c { background: #00a; "
            "top: 12mm; left: 3mm; z-index: -1 }",
        ),
        (
            "<div style='opacity:.99;background:#eee;height:20mm'><p style='position:relative;"
            "top:9mm;background:#999'>lower</p></div>",
            "",
        ),
        (
            "<table><thead><tr><th>A<th>B</thead><tr><td>1<td>2<tr><td>3<td>4</table>",
            "table { border-collapse: collapse; border: 1pt solid #000 } thead th { border-bottom: "
            "2pt solid #a00 } td { border: .5pt solid #999 } tr:last-child td { background: #eee }",
        ),
        (
            "<table><tr><td>1<td><td>2</table>",
            "table { border-spacing: 2mm; border: 1pt solid #000; empty-cells: hide } "
            "td { border: 1pt solid #00a; background: #eef; border-radius: 1mm }",
        ),
        ("<ul><li>one<li>two</ul><ol><li>three</ol>", ""),
        ("<p>one <s>two</s> three</p>", ""),
        (WORDS, "p { visibility: hidden; border: 1pt solid #000 }"),
    ],
)  # fmt: skip
def test_what_a_style_sheet_draws_is_expected(body: str, css: str) -> None:
    faults = [fault for fault in reported(made(body, css)) if "ink" in fault]
    assert faults == []


def test_a_text_is_struck_through_by_its_meaning_alone() -> None:
    assert reported(made("<p>one <s>two</s> three</p>")) == ()
    (fault,) = reported(made(WORDS, "p { text-decoration: line-through }"))
    assert "“Some words that stand here” has ink that is not in the layout" in fault
    nested = "<p>one <b>two</b> three</p>"
    assert reported(made(nested, "b { text-decoration: line-through }")) != ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("border: 1pt solid #000", ""),
        ("border: 1pt solid #000", "border: 1pt solid #fff"),
        ("border: 1pt solid #000", "border: 3pt solid #000; margin: -2pt"),
        ("border: 1pt dashed #000", "border: 1pt solid transparent"),
        ("background: #ecebe8", ""),
        ("background: #ecebe8", "background: #d0d0d0"),
        ("text-decoration: underline", ""),
        ("text-decoration: underline dotted 1pt", ""),
        (f"background: url(&quot;data:image/svg+xml,{ICON}&quot;) no-repeat 40mm 0/9mm", ""),
        (f"background: url({picture()}) no-repeat 40mm 0/9mm", ""),
    ],
)
def test_what_is_missing_or_too_much_is_reported(before: str, after: str) -> None:
    here, there = (made(f"<p style='{style}'>Some words</p>".replace("'data", '"data').replace(
        "svg>'", 'svg>"')) if "svg" not in style else made(f'<p style="{style}">Some words</p>')
        for style in (before, after))  # fmt: skip
    assert reported(here) == reported(there) == ()
    assert any("ink" in fault for fault in reported(here, there))
    assert any("ink" in fault for fault in reported(there, here))


def test_a_side_of_a_dashed_border_that_is_left_out_is_reported() -> None:
    style = "border: 1pt dashed #000; border-radius: {}; border-top-style: {}"
    for radius in ("0", "12pt"):
        whole, lacking = (
            made(f"<p style='{style.format(radius, top)}'>a</p>") for top in ("dashed", "hidden")
        )
        assert reported(whole) == ()
        assert any("ink" in fault for fault in reported(lacking, whole))


@pytest.mark.parametrize("x", [31, 36, 90])
def test_a_picture_is_cut_off_at_its_frame(x: int) -> None:
    bar = f"<rect x='{x}' width='9' height='9'/>"
    page = made(f"{WORDS}<svg width='40' height='40' viewBox='0 0 40 40'>{bar}</svg>")
    assert reported(page) == ()


def test_a_place_is_reported_in_pt_with_how_large_it_is() -> None:
    here, there = made("<p style='border-bottom:2pt solid #000'>a</p>"), made("<p>a</p>")
    (sheet,) = there.sheets
    like = [replace(sheet, leads=here.sheets[0].leads)]
    (fault,) = (str(one) for one in proved(here.pdf, Promises(), like).faults)
    assert fault.startswith(
        "page 1: has ink that is not in the layout at 62, 757 pt, 471.0 × 1.9 pt"
    )


def test_what_lies_a_point_aside_or_is_a_matter_of_rounding_is_not_reported() -> None:
    frame = PictureFrame(0, 100, 72)
    plain = Image.new("L", (90, 90), 255)
    line, aside, faint = plain.copy(), plain.copy(), plain.copy()
    for x in range(90):
        line.putpixel((x, 40), 0)
        aside.putpixel((x, 41), 0)
        faint.putpixel((x, 10), 255 - 12)
    assert compare_pictures(aside, line, (), frame) is None
    assert compare_pictures(faint, plain, (), frame) is None
    found = compare_pictures(line, plain, (), frame)
    assert found is not None
    assert (found.is_darker, found.bounds) == (True, (1, 59, 89, 60))
    lacking = compare_pictures(plain, line, (), frame)
    assert lacking is not None
    assert not lacking.is_darker
