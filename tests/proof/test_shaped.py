from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from aidgen.layout.promises import Promise, Promises
from aidgen.page.layout import Letter, Run
from tests.sheets import SetDocument, proved, set_document

TEXT = "AVATAR d20 To office"
PROMISED = Promises((Promise(TEXT),))


def made(css: str = "", text: str = TEXT) -> SetDocument:
    head = f"<title>A title</title><style>body{{font-family:Source Sans Pro}}{css}</style>"
    body = f"<p>{text}</p>"
    return set_document(f'<html lang="en"><head>{head}</head><body>{body}</body></html>')


def reported(
    change: Callable[[tuple[Letter, ...]], tuple[Letter, ...]], css: str = "", text: str = TEXT
) -> list[str]:
    """Return the faults of a page whose glyphs were laid out differently from the drawn ones."""
    page = made(css, text)
    (sheet,) = page.sheets
    (run,) = sheet.runs
    other: Run = replace(run, letters=change(run.letters))
    return [
        str(fault)
        for fault in proved(
            page.pdf, Promises((Promise(text),)), [replace(sheet, runs=(other,))]
        ).faults
    ]


def at(number: int, change: Callable[[Letter], Letter]) -> Callable[..., tuple[Letter, ...]]:
    """Return what changes the letter of a number."""

    def changed(letters: tuple[Letter, ...]) -> tuple[Letter, ...]:
        return tuple(change(one) if i == number else one for i, one in enumerate(letters))

    return changed


@pytest.mark.parametrize(
    "css",
    [
        "",
        "p { letter-spacing: .1em; word-spacing: 1em }",
        "p { font-kerning: none }",
        "p { transform: rotate(33deg) scale(.7); margin: 40mm }",
        "p { text-align: justify; width: 30mm; font-style: italic }",
    ],
)
def test_glyphs_stand_where_they_were_laid_out(css: str) -> None:
    page = made(css)
    assert proved(page.pdf, PROMISED, page.sheets).faults == ()


def test_kerning_is_part_of_the_layout() -> None:
    (run,), (loose,) = (page.sheets[0].runs for page in (made(), made("p { font-kerning: none }")))
    assert run.letters[1].along < loose.letters[1].along
    assert [one.code for one in run.letters][:6] == [one.code for one in loose.letters][:6]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (at(8, lambda one: one._replace(along=one.along + 1)), "has “2” 1.0 pt from where it was"),
        (at(8, lambda one: one._replace(above=1)), "has “2” 1.0 pt from where it was laid out"),
        (at(8, lambda one: one._replace(code=9)), "has “2” where another glyph was laid out"),
        (lambda letters: letters[:-1], "glyphs, laid out were"),
    ],
)
def test_a_glyph_that_stands_elsewhere_is_reported(
    change: Callable[[tuple[Letter, ...]], tuple[Letter, ...]], fault: str
) -> None:
    assert reported(lambda letters: letters) == []
    (found,) = reported(change)
    assert found.startswith("page 1: “AVATAR d20 To o")
    assert fault in found


def test_a_hair_is_not_reported() -> None:
    assert reported(at(8, lambda one: one._replace(along=one.along + 0.3))) == []


LINE = "Roll a d20 and add what you have learnt, then see who is hit by 12 or more"


def test_a_glyph_that_slides_is_reported_at_the_end_of_a_line_as_well() -> None:
    """Far from the first glyph of a run there is more room for rounding, and not for a slide."""
    assert reported(lambda letters: letters, text=LINE) == []
    (found,) = reported(at(65, lambda one: one._replace(along=one.along + 0.6)), text=LINE)
    assert "0.6 pt from where it was laid out" in found
