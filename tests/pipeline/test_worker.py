"""Pages of packs with templates of their own: each fault reported once, at its line, and alone."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image

from aidgen.game.load import BUNDLED_PACK
from aidgen.layout.faults import Fault
from aidgen.page.layout import Anchor, Fit, LaidLine, LaidSheet, Letter, Navigation, Run
from aidgen.page.shapes import (
    Border,
    Clip,
    FramePicture,
    Outline,
    Painted,
    Shape,
    ShapeSide,
    StraightLine,
    Tint,
    Vague,
)
from aidgen.pipeline.cache import Cache
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job
from aidgen.pipeline.production import JobResult, make
from aidgen.pipeline.worker import CachedSetting
from aidgen.press.pdf.structure import RecordPlace, SetPiece
from aidgen.press.pieces.faults import Smallest
from aidgen.press.pieces.typeset import Typeset
from aidgen.sandbox.limits import STANDARD, Limits
from tests.mini import change

PAGE = """<h1>{{ aid.title|line }}</h1>
<p>Hello
PIECE</p>
"""
LINE = PAGE.split("\n").index("PIECE</p>") + 1
SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{0}'><title>x</title></svg>"

CUT_SHORT = "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAIAAAACDbGyAAAAHElEQVQI12P4"
"""The beginning of a PNG of 5 × 5 points."""


def made(pack: Path, out: Path, *aids: str, limits: Limits = STANDARD) -> dict[str, JobResult]:
    opened = Pack(pack, limits)
    jobs = [Job(opened, "mini", aid, "en") for aid in aids]
    return {one.job.aid: one for one in make(jobs, out, workers=1)}


def problems(
    pack: Path, out: Path, piece: str, css: str = "", limits: Limits = STANDARD
) -> list[str]:
    """Return what is reported of Mini's only sheet, `piece` standing on it."""
    template = pack / "templates" / "sheet" / "page.html"
    template.parent.mkdir(parents=True, exist_ok=True)
    template.write_text(PAGE.replace("PIECE", piece), encoding="utf-8")
    if css:
        base = (BUNDLED_PACK / "templates" / "base.css").read_text(encoding="utf-8")
        (pack / "templates" / "base.css").write_text(f"{css}\n{base}", encoding="utf-8")
    return [str(problem) for problem in made(pack, out, "board", limits=limits)["board"].problems]


def test_a_template_of_ones_own_is_used(pack: Path, tmp_path: Path) -> None:
    assert problems(pack, tmp_path / "out", "!") == []


@pytest.mark.parametrize(
    ("picture", "reported"),
    [
        ('<img alt="a map" src="http://127.0.0.1:9/x.png">', "`src` leads out of the page"),
        ('<img src="http://127.0.0.1:9/x.png">', "`src` leads out of the page"),
        ('<img alt="" src="file:///etc/passwd">', "`src` leads out of the page"),
        ('<img alt="x" src="x.png">', "“x.png” lies outside the page"),
        ('<img alt="x" src="data:image/png;base64,aGVsbG8=">', "cannot be loaded: it is none"),
        (f'<img alt="x" src="data:image/png;base64,{CUT_SHORT}">', "it is none, is cut short, or"),
        ('<img alt="x" src="data:image/jpeg,<html></html>">', "cannot be loaded: it is none"),
        ("<img alt='x' src=\"data:image/svg+xml,<svg><path d='M0'></svg>\">", "cannot be loaded"),
        ('<img alt="x">', "an <img> names no picture"),
        (f'<img src="data:image/svg+xml,{SVG.format(9)}">', "says nothing to those who cannot"),
        ('<b style="background: url(http://127.0.0.1:9/x.png)">x</b>', "has no `http:`"),
        ('<object data="http://127.0.0.1:9/x.png">x</object>', "`<object` is not for templates"),
    ],
)
def test_a_picture_that_cannot_be_loaded_is_one_problem_at_its_line(
    pack: Path, tmp_path: Path, picture: str, reported: str
) -> None:
    (problem,) = problems(pack, tmp_path / "out", picture)
    assert re.match(rf"templates/sheet/page.html:{LINE}:(\d+:)? error: ", problem)
    assert reported in problem


@pytest.mark.parametrize(
    ("piece", "reported"),
    [
        ('<b style="font-size:9999999999px">x</b>', "a size in it is too large"),
        (SVG.format("1e300"), "typesetting failed"),
        ("<div>" * 400 + "x" + "</div>" * 400, "something in it is nested too deeply"),
        (f'<b style="width:{"(" * 3000}1px">x</b>', "something in it is nested too deeply"),
    ],
)
def test_a_page_that_the_engine_cannot_set_is_one_problem_and_no_other_pdf_is_touched(
    pack: Path, tmp_path: Path, piece: str, reported: str
) -> None:
    template = pack / "templates" / "sheet" / "page.html"
    template.parent.mkdir(parents=True)
    template.write_text(PAGE.replace("PIECE", piece), encoding="utf-8")
    found = made(pack, tmp_path / "out", "board", "counters", "deck")
    assert (found["counters"].published, found["deck"].published) == (True, True)
    (problem,) = found["board"].problems
    assert problem.where.file == "content/mini/aids.yaml"
    assert problem.message.startswith("mini-board-en.pdf: cannot be set: ")
    assert reported in problem.message
    again = made(pack, tmp_path / "out", "board")
    assert again["board"].problems, "what could not be set must not lie on the shelf"


@pytest.mark.parametrize("colour", ["#000", "#fff"])
def test_a_bar_that_what_stands_below_draws_over_a_card_is_reported(
    pack: Path, tmp_path: Path, colour: str
) -> None:
    place = (
        "position: absolute; left: 20mm; top: 20mm; width: 99mm; height: 60mm; "
        f"background: {colour}"
    )
    template = pack / "templates" / "sides" / "notice.html"
    template.parent.mkdir(parents=True)
    ours = (BUNDLED_PACK / "templates" / "sides" / "notice.html").read_text(encoding="utf-8")
    template.write_text(f'{ours}<div style="{place}"></div>', encoding="utf-8")
    problems = [str(problem) for problem in made(pack, tmp_path / "out", "deck")["deck"].problems]
    assert any("is hidden by what stands in the margin" in problem for problem in problems)


@pytest.mark.parametrize(
    ("css", "reported"),
    [
        ('p { font-family: "DejaVu Sans", "Source Sans Pro" }', "the font “DejaVu Sans”"),
        ("p { font-family: monospace }", "the font “monospace”"),
        ("p { font-weight: 300 }", "weight 300, which is not there"),
        ("p { font-style: italic; font-weight: 900 }", "slanted in weight 900"),
        ("p { font-stretch: condensed }", "Source Serif Pro condensed"),
        ("@font-face { font-family: Own; src: url(data:font/ttf;base64,AAAA) }", "font “Own”"),
        ("p { colr: red }", "`colr: red`, which is left out: unknown property"),
    ],
)
def test_type_and_rules_that_cannot_be_had_are_reported_at_their_line(
    pack: Path, tmp_path: Path, css: str, reported: str
) -> None:
    (problem,) = problems(pack, tmp_path / "out", "!", css)
    assert reported in problem
    assert problem.startswith("templates/base.css:1: error: ") or "slanted in weight" in problem


def test_what_is_there_is_named_beside_a_font_that_is_not(pack: Path, tmp_path: Path) -> None:
    (problem,) = problems(pack, tmp_path / "out", "!", "p { font-family: Futura }")
    assert ", expected Source Sans Pro or Source Serif Pro" in problem
    (problem,) = problems(pack, tmp_path / "out", "!", "p { font-weight: 300 }")
    assert problem.endswith(", expected 400, 600, 700 or 900")


def test_a_character_that_its_font_lacks_is_reported_once(pack: Path, tmp_path: Path) -> None:
    (problem,) = problems(pack, tmp_path / "out", "漢")
    assert "“Hello 漢” has “漢”, which is not in Source Sans Pro and Source Serif Pro" in problem


@pytest.mark.parametrize(("fonts", "there"), [("", True), ('"Source Sans Pro"', False)])
def test_a_font_stands_in_for_another_only_where_it_is_named(
    pack: Path, tmp_path: Path, fonts: str, there: bool
) -> None:
    """The arrow is in the serif font alone; our style sheet names both."""
    css = f"p {{ font-family: {fonts} }}" if fonts else ""
    found = problems(pack, tmp_path / "out", "↗", css)
    assert (found == []) == there
    if not there:
        (problem,) = found
        assert "“Hello ↗” has “↗”, which is not in Source Sans Pro" in problem


def test_a_link_to_nowhere_is_reported_at_its_line(pack: Path, tmp_path: Path) -> None:
    (problem,) = problems(pack, tmp_path / "out", '<a href="#nowhere">go</a>')
    assert re.match(rf"templates/sheet/page.html:{LINE}:(\d+:)? error: ", problem)
    assert "a link leads to “#nowhere”, which is nowhere" in problem


def test_an_empty_list_is_reported_in_words_of_its_author(pack: Path, tmp_path: Path) -> None:
    (problem,) = problems(pack, tmp_path / "out", "<ul></ul>")
    assert "“Hello” is followed by a list that is empty in mini-board-en.pdf" in problem


def test_too_many_pages_lead_to_the_aid_that_says_how_many(pack: Path, tmp_path: Path) -> None:
    change(pack, "content/mini/aids.yaml", "paper: A5,", "paper: A5, pages: 99,")
    (problem,) = made(pack, tmp_path / "out", "book")["book"].problems
    line = (pack / "content/mini/aids.yaml").read_text().split("\n")[problem.where.line - 1]
    assert line[problem.where.column - 1 :].startswith(("pages: 99", "99"))
    assert problem.message.endswith("pages, expected 99")


def test_a_document_of_too_many_pages_is_reported(pack: Path, tmp_path: Path) -> None:
    (reported,) = made(pack, tmp_path / "out", "book", limits=Limits(pages=3))["book"].problems
    assert str(reported).startswith("content/mini/aids.yaml:")
    assert "pages of a PDF, expected at most 3 (if the pack is your own" in str(reported)


def test_a_picture_of_too_many_pixels_is_reported_and_one_that_may_be_is_set(
    pack: Path, tmp_path: Path
) -> None:
    out = io.BytesIO()
    Image.new("1", (4000, 4000)).save(out, "PNG")
    data = f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"
    picture = f'<img alt="a square" style="width: 1cm" src="{data}">'
    few = Limits(picture_pixels=10**6)
    (reported,) = problems(pack, tmp_path / "out", picture, limits=few)
    assert "has more pixels than may be" in reported
    assert problems(pack, tmp_path / "out", picture) == []  # what is filed is not for these limits


# What is stored of a piece


OUTLINE = Outline((1.0, 2.0, 3.0, 4.0), ((0.5, 0.5), (0.0, 0.0), (1.0, 1.0), (2.0, 2.0)))
STRONG = ShapeSide(1.5, "double", (0.1, 0.2, 0.3, 1.0))
TURNED = (0.0, 1.0, -1.0, 0.0, 5.0, 6.0)
SHAPES: tuple[Shape, ...] = (
    Tint((OUTLINE,), (1.0, 0.5, 0.0, 0.25)),
    Border(OUTLINE, OUTLINE, (STRONG, STRONG, STRONG, STRONG)),
    StraightLine((0.0, 1.0), (2.0, 1.0), STRONG),
    FramePicture("<svg/>", (0.0, 0.0, 9.0, 9.0), (OUTLINE,), (9.0, 9.0), smooth=False),
    Vague(OUTLINE),
)
SHEET = LaidSheet(
    width=100.0,
    height=200.0,
    runs=(Run("Den", 1.0, 2.0, 30.0, 9.0, letters=(Letter(7, 0.0, 0.0),), faces=("Serif",)),),
    lines=(LaidLine("The den", 4.0, "is", 8.0, "mini.den"),),
    painted=tuple(Painted(shape, TURNED, (Clip(OUTLINE, TURNED),), 0.5) for shape in SHAPES),
    leads=Navigation(anchors=(Anchor("den", 1.0, 2.0),)),
)
TYPESET = Typeset(
    piece=SetPiece((), b"resources", (), (RecordPlace("den", 1, 2.0, first=True),)),
    faults=(Fault(kind="size", found="is small"),),
    sheets=(SHEET, SHEET),
    fits=(Fit("den", 1, 9.0, None),),
    smallest=Smallest(6.0, "Den", "mini.den", "cards.den", 1),
)


def test_all_of_a_typeset_piece_is_stored(tmp_path: Path) -> None:
    """A field that is left out would make a later proof compare less."""
    assert set(get_args(Shape)) == {type(shape) for shape in SHAPES}
    converted: tuple[Typeset | LaidSheet | Painted, ...] = (TYPESET, SHEET, *SHEET.painted)
    for whole in converted:  # field by field
        for field in fields(whole):
            assert getattr(whole, field.name) not in (field.default, (), None), field.name
    cache = Cache(tmp_path)
    cache.put("0" * 64, CachedSetting.of(TYPESET))
    stored = cache.get("0" * 64, CachedSetting)
    assert stored is not None
    assert stored.whole() == TYPESET
