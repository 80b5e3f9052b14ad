"""Pages of sheets: set in the largest type that fits, and filled to the foot."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest
from aidgen.press.typeset import typeset

from aidgen.press.boxes import PX_PER_MM
from aidgen.press.engine import Source
from aidgen.press.sheets import height_of, is_sheet, measured
from aidgen.press.trials import BLANK, choose_type

WORDS = "Draw three cards, keep the one you like best and put the others back. "
HEIGHT = 100.0
CSS = f"""
@page {{ size: 120mm {HEIGHT + 20}mm; margin: 10mm }}
* {{ box-sizing: border-box }} html {{ font-family: Source Sans Pro; --air: 0mm }}
body, p {{ margin: 0 }}
.page {{ width: 100mm }} .page + .page {{ break-before: page }}
.row {{ display: table; table-layout: fixed; width: 100mm }}
.block {{ display: table-cell; border: .3mm solid #000 }}
p + p {{ margin-top: calc(1mm + 2 * var(--air)) }}
"""


def page(*rows: tuple[int, ...], bounds: tuple[float, float] = (8, 14)) -> str:
    """Return a page of rows of blocks, each with as many paragraphs as a number says."""
    number = iter(range(99))

    def block(paragraphs: int) -> str:
        inside = f"<p>{WORDS}</p>" * paragraphs
        return (
            f"<div class='block' data-fit='b{next(number)}'><div data-spread>{inside}</div></div>"
        )

    inner = "".join(f"<div class='row' data-row>{''.join(map(block, row))}</div>" for row in rows)
    said = f"data-fill='{HEIGHT}' data-least='{bounds[0]}' data-most='{bounds[1]}'"
    return f"<div class='page' {said}>{inner}</div>"


def html(*pages: str) -> str:
    head = f"<title>x</title><style>{CSS}</style>"
    return f"<html lang='en'><head>{head}</head><body>{''.join(pages)}</body></html>"


def sizes(source: Source) -> list[float]:
    found = (re.search(r"font-size:([\d.]+)pt", str(one.get("style"))) for one in sheets(source))
    return [float(one[1]) for one in found if one]


def sheets(source: Source) -> list[Element]:
    return [element for element in source.root.iter() if is_sheet(element)]


def chosen(*pages: str) -> Source:
    source = Source(html(*pages))
    choose_type(source)
    return source


@pytest.mark.parametrize("paragraphs", [3, 8, 14, 22])
def test_a_page_is_filled_to_its_foot_on_one_sheet(paragraphs: int) -> None:
    source = chosen(page((paragraphs,)))
    (laid,) = source.laid_out().pages
    bottoms = [box.edges.border[3] for box, _ in laid.fits for box in [box] if box.edges]
    foot = (laid.page.content[3] - max(bottoms)) / PX_PER_MM
    assert 0 <= foot <= BLANK * HEIGHT
    assert 8 <= sizes(source)[0] <= 14


def test_pages_of_one_aid_share_a_size_of_type() -> None:
    source = chosen(page((9,)), page((10,)))
    first, second = sizes(source)
    assert first == second
    assert first == min(sizes(chosen(page((9,)))) + sizes(chosen(page((10,)))))


def test_a_page_with_much_less_on_it_may_be_larger_but_is_like_the_others() -> None:
    small, large = sizes(chosen(page((16,)), page((2,))))
    assert small < large <= small + 1.5


def test_blocks_of_a_row_end_at_the_same_height() -> None:
    source = chosen(page((4, 6), (3, 3)))
    for sheet in measured(source, sheets(source)).values():
        assert sheet.room == pytest.approx(0, abs=0.3)
    made = typeset(html(page((4, 6), (3, 3))), "0" * 32)
    assert made.faults == ()
    ends = [one.room for one in made.fits]
    assert len(made.sheets) == 1
    assert ends


def test_what_does_not_fit_at_the_smallest_goes_on_and_is_set_in_it() -> None:
    source = chosen(page((40,)))
    assert sizes(source) == [8]
    assert len(source.laid_out().pages) > 1


def test_a_sheet_without_bounds_is_left_as_it_is() -> None:
    source = chosen(page((3,)).replace("data-least", "data-x"))
    assert sizes(source) == []
    assert height_of(sheets(source)[0]) == HEIGHT
