"""Each tolerance of the proof: a fault just inside it passes, one just outside is reported.

The numbers are written here and not imported, so that a tolerance that is raised or lowered fails.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageDraw

from aidgen.assets.papers import hull
from aidgen.layout.faults import Fault
from aidgen.layout.promises import Promise, Promises
from aidgen.page.layout import Anchor, LaidLine, LaidSheet, Letter, Run
from aidgen.page.shapes import Outline, Painted, Tint
from aidgen.proof.accessibility import check_tags
from aidgen.proof.annotations import PlacedNavigation, check_links
from aidgen.proof.content import Glyph, TextRun, read_text_runs
from aidgen.proof.ink import PictureFrame, check_ink, compare_pictures
from aidgen.proof.layout import check_lines, check_page_edges, compare_glyphs
from aidgen.proof.overlaps import check_overlaps
from aidgen.proof.stacking import (
    Patch,
    StackedPiece,
    Window,
    find_hidden,
    find_on_dark,
    find_patches,
    find_unshown,
)
from tests.bound import bound
from tests.proof.test_fields import FORM
from tests.sheets import SetDocument, proved, set_document
from tests.wholes import whole

Change = Callable[[pikepdf.Pdf], None]


@cache
def page(body: str, css: str = "") -> SetDocument:
    head = f"<title>A title</title><style>body{{font-family:Source Sans Pro}}{css}</style>"
    return set_document(f'<html lang="en"><head>{head}</head><body>{body}</body></html>')


def changed(pdf: bytes, change: Change) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        change(document)
        document.save(out)
    return out.getvalue()


def kinds(faults: tuple[Fault, ...]) -> set[str]:
    return {fault.kind for fault in faults}


# Ink ----------------------------------------------------------------------------------------------

STEM = "<p style='font-size:200pt;line-height:1;margin:0;color:{}'>l</p>"
"""A letter that is one upright bar."""


def kind_of_stem(cover: float = 0.0, cover_grey: float = 1.0, colour: str = "#000") -> set[str]:
    """Return the faults of a bar whose uppermost part, of its height, has another grey."""
    document = page(STEM.format(colour))
    with pikepdf.open(io.BytesIO(document.pdf)) as pdf:
        (run,) = (run for run in read_text_runs(pdf).runs if run.text.strip())
    left, bottom, right, top = run.boxes[0]
    covered = cover * (top - bottom)
    over = f"q {cover_grey} g {left - 9} {top - covered} {right - left + 18} {covered} re f Q"

    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].contents_add(pdf.make_stream(over.encode() if cover else b""))

    covered_pdf = changed(document.pdf, change)
    found = proved(covered_pdf, Promises(), document.sheets).faults
    return kinds(found) & {"unseen", "pale"}


@pytest.mark.parametrize(("part", "reported"), [(0.02, set()), (0.06, {"unseen"})])
def test_three_hundredths_of_a_letter_may_be_hidden(part: float, reported: set[str]) -> None:
    assert kind_of_stem(part) == reported


@pytest.mark.parametrize(
    ("part", "grey", "reported"),
    [
        (0.12, 0, set()),
        (0.2, 0, {"unseen"}),
        (0.12, 30 / 255, set()),  # of the same tone, within 40 of 255
        (0.12, 50 / 255, {"unseen"}),
    ],
)
def test_fifteen_hundredths_of_a_letter_may_fall_on_a_line_of_its_tone(
    part: float, grey: float, reported: set[str]
) -> None:
    assert kind_of_stem(part, grey) == reported


@pytest.mark.parametrize(
    ("colour", "reported"),
    [
        ("#949494", set()),  # a contrast of 3.03 : 1, enough for large type
        ("#9e9e9e", {"pale"}),  # 2.68 : 1
        ("#fbfbfb", {"pale"}),
        ("#fdfdfd", {"unseen"}),  # 1.017 : 1
    ],
)
def test_a_letter_has_a_contrast_of_three_to_its_background(
    colour: str, reported: set[str]
) -> None:
    assert kind_of_stem(colour=colour) == reported


@pytest.mark.parametrize(
    ("colour", "size", "weight", "reported"),
    [
        ("#767676", 10, 400, set()),  # 4.54 : 1
        ("#808080", 10, 400, {"faint"}),  # 3.95 : 1
        ("#808080", 17.5, 400, {"faint"}),
        ("#808080", 18.5, 400, set()),
        ("#808080", 13.5, 700, {"faint"}),
        ("#808080", 14.5, 700, set()),
        ("#808080", 14.5, 400, {"faint"}),
        ("#9a9a9a", 10, 400, {"pale"}),
        ("#ffffff;background:#80808a", 8, 400, {"faint"}),
        ("#ffffff;background:#606060", 8, 400, set()),
        ("#707070;background:#000", 8, 400, {"faint"}),
        ("#404040;background:#000", 8, 400, {"pale"}),
        ("#ff0000;background:#0000ff", 9, 400, {"pale"}),
        ("#101010;background:linear-gradient(90deg,#fff 50%,#333 50%)", 9, 400, {"pale"}),
        ("#101010;background:linear-gradient(90deg,#fff,#aaa)", 9, 400, set()),
    ],
)
def test_small_type_has_a_contrast_of_four_and_a_half(
    colour: str, size: float, weight: int, reported: set[str]
) -> None:
    style = f"display:inline-block;color:{colour};font-size:{size}pt;font-weight:{weight}"
    document = page(f"<p style='{style}'>Some words of an ordinary text, and others.</p>")
    found = proved(document.pdf, Promises(), document.sheets).faults
    assert kinds(found) & {"unseen", "pale", "faint"} == reported


@pytest.mark.parametrize(("colour", "reported"), [("#b4b4b4", 0), ("#969696", 1)])
def test_a_point_that_no_glyph_of_ours_draws_is_a_third_black_at_most(
    colour: str, reported: int
) -> None:
    document = page(f"<p>One</p><p style='color:{colour}'>Two</p>")
    with pikepdf.open(io.BytesIO(document.pdf)) as pdf:
        known = [run for run in read_text_runs(pdf).runs if "One" in run.text]
        edges = tuple(float(edge) for edge in pdf.pages[0].mediabox)
    findings = list(check_ink(document.pdf, [edges], known, document.sheets))  # type: ignore[list-item]
    assert len(findings) == reported
    assert all("differ from our fonts" in finding.fault.found for finding in findings)


# Pictures -----------------------------------------------------------------------------------------

BLANK = Image.new("L", (300, 60), 255)
FRAME = PictureFrame(0, 60, 72)
"""A point of the picture is a pt on the page."""


def drawn_on(boxes: list[tuple[tuple[int, int, int, int], int]]) -> Image.Image:
    picture = BLANK.copy()
    for box, grey in boxes:
        ImageDraw.Draw(picture).rectangle(box, fill=grey)
    return picture


@pytest.mark.parametrize(("grey", "reported"), [(244, False), (241, True)])
def test_a_difference_of_twelve_of_255_is_rounding(grey: int, reported: bool) -> None:
    box = (10, 10, 40, 40)
    assert (compare_pictures(drawn_on([(box, grey)]), BLANK, (), FRAME) is not None) == reported


@pytest.mark.parametrize(("aside", "reported"), [(1, False), (2, True)])
def test_a_line_may_lie_one_point_of_the_picture_aside(aside: int, reported: bool) -> None:
    line, other = ((10, 10 + by, 250, 10 + by) for by in (0, aside))
    assert (
        compare_pictures(drawn_on([(line, 0)]), drawn_on([(other, 0)]), (), FRAME) is not None
    ) == reported


@pytest.mark.parametrize(("grey", "reported"), [(170, False), (190, True)])
def test_what_has_no_exact_form_has_three_tenths_of_its_contrast(grey: int, reported: bool) -> None:
    box = (10, 10, 30, 30)
    vague = ((8.0, 28.0, 33.0, 52.0),)
    found = compare_pictures(drawn_on([(box, grey)]), drawn_on([(box, 0)]), vague, FRAME)
    assert (found is not None) == reported


@pytest.mark.parametrize(
    ("thick", "gap", "reported"),
    [
        (1, (38, 62), False),  # across the end of a part: both parts have ink
        (1, (33, 59), True),  # all of a part of 24 pt
        (4, (57, 83), False),  # a part is twelve times as long as the line is thick
        (4, (57, 107), True),
    ],
)
def test_a_dashed_line_has_ink_in_each_part(
    thick: int, gap: tuple[int, int], reported: bool
) -> None:
    length = 96 if thick == 1 else 192
    line = ((10, 20, 10 + length, 19 + thick), 0)
    hole = ((gap[0], 0, gap[1], 59), 255)
    vague = ((10.0, 40.0 - thick, 10.0 + length, 40.0),)
    found = compare_pictures(drawn_on([line, hole]), drawn_on([line]), vague, FRAME)
    assert (found is not None) == reported


# Places -------------------------------------------------------------------------------------------

TEXT = "Roll a d20 and add what you have learnt, then see who is hit by 12 or more"


def reported_of_run(change: Callable[[Run], Run], body: str = f"<p>{TEXT}</p>") -> set[str]:
    """Return the faults of a text that was laid out otherwise than it is drawn."""
    document = page(body)
    (sheet,) = document.sheets
    *others, run = sheet.runs
    other = replace(sheet, runs=(*others, change(run)))
    pictured = tuple(one.text for one in sheet.runs if one.pictured)
    found = proved(document.pdf, Promises(pictured=pictured), [other]).faults
    return kinds(found) - {"number"}


PICTURE = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='60'>"
    "<text x='9' y='20' font-size='14' font-family='Source Sans Pro'>Tier</text></svg>"
)


@pytest.mark.parametrize("body", [f"<p>{TEXT}</p>", PICTURE])
@pytest.mark.parametrize(
    ("change", "reported"),
    [
        (lambda run: replace(run, x=run.x + 0.9), False),
        (lambda run: replace(run, x=run.x + 1.1), True),
        (lambda run: replace(run, y=run.y - 0.9), False),
        (lambda run: replace(run, y=run.y - 1.1), True),
        (lambda run: replace(run, size=run.size * 1.015), False),
        (lambda run: replace(run, size=run.size * 1.025), True),
        (lambda run: replace(run, width=run.width * 1.02 + 0.8), False),
        (lambda run: replace(run, width=run.width * 1.03 + 1.2), True),
        (lambda run: replace(run, turn=1.0), False),
        (lambda run: replace(run, turn=1.3), True),
    ],
)
def test_a_text_is_one_pt_and_two_hundredths_from_its_layout_at_most(
    change: Callable[[Run], Run], reported: bool, body: str
) -> None:
    assert bool(reported_of_run(change, body)) == reported


@pytest.mark.parametrize(
    ("along", "wide", "reported"),
    [(0.9, 1.0, False), (1.2, 1.0, True), (0.0, 1.015, False), (0.0, 1.025, True)],
)
def test_each_letter_of_a_picture_is_where_those_before_it_end(
    along: float, wide: float, reported: bool
) -> None:
    """The last letter but one is moved in pt, or widened, in the PDF."""

    def change(pdf: pikepdf.Pdf) -> None:
        code = list(pikepdf.parse_content_stream(pdf.pages[0]))
        at = [number for number, step in enumerate(code) if str(step.operator) == "Tm"][-2]
        place = [float(number) for number in code[at].operands]
        place[4] += along / 0.75
        place[0] *= wide
        code[at] = pikepdf.ContentStreamInstruction(place, pikepdf.Operator("Tm"))
        pdf.pages[0].Contents = pdf.make_stream(pikepdf.unparse_content_stream(code))

    document = page(f"<p>x</p>{PICTURE}")
    promises = Promises(pictured=("Tier",))
    found = proved(changed(document.pdf, change), promises, document.sheets).faults
    assert ("astray" in kinds(found)) == reported


EM = 10.0


@cache
def drawn_h() -> Glyph:
    """Return the letter H as a page draws it."""
    with pikepdf.open(io.BytesIO(page("<p>H</p>").pdf)) as pdf:
        (run,) = read_text_runs(pdf).runs
    return run.glyphs[0]


def letter(x: float, y: float = 0.0) -> Glyph:
    """Return the letter H in 10 pt at a place."""
    return drawn_h()._replace(matrix=(EM, 0, 0, EM, x, y))


@pytest.mark.parametrize(("over", "reported"), [(0.4, 0), (0.6, 1)])
@pytest.mark.parametrize("edge", [0, 1, 2, 3])
def test_ink_reaches_half_a_pt_over_its_place_at_most(
    edge: int, over: float, reported: int
) -> None:
    run = TextRun(0, None, (letter(50, y=50),))
    edges = [0.0, 0.0, 100.0, 100.0]
    edges[edge] = hull(run.boxes)[edge] + (over if edge < 2 else -over)
    assert len(list(check_page_edges([run], [tuple(edges)]))) == reported  # type: ignore[list-item]


def overlap_kinds(*glyphs: Glyph) -> list[str]:
    """Return what is found of letters, each of which is a text of its own."""
    return [one.fault.kind for one in check_overlaps([TextRun(0, None, (g,)) for g in glyphs])]


@pytest.mark.parametrize(
    ("part", "reported"), [(0.005, []), (0.05, ["close"]), (0.09, ["overlap"])]
)
def test_a_letter_may_touch_another_and_six_hundredths_of_it_are_covered(
    part: float, reported: list[str]
) -> None:
    _, bottom, _, top = letter(0).bounds or (0, 0, 0, 0)
    assert overlap_kinds(letter(0), letter(0, (1 - part) * (top - bottom))) == reported


@pytest.mark.parametrize(("back", "reported"), [(0.2, []), (0.3, ["overlap"])])
def test_in_a_line_a_letter_may_lean_on_the_next_by_a_quarter_of_an_em(
    back: float, reported: list[str]
) -> None:
    advance = drawn_h().face.advance(drawn_h().code)
    assert overlap_kinds(letter(0), letter(EM * (advance - back))) == reported


def test_letters_whose_ink_is_apart_do_not_overlap() -> None:
    """A small letter in the upper half of an H, between its stems."""
    left, _, right, _ = letter(0).bounds or (0, 0, 0, 0)
    small = letter(0)._replace(matrix=(2.0, 0, 0, 2.0, (left + right) / 2 - 0.65, EM / 2.2))
    assert overlap_kinds(letter(0), small) == []
    assert overlap_kinds(letter(0), small._replace(matrix=(2.0, 0, 0, 2.0, left, 3))) == ["overlap"]


# Within a text ------------------------------------------------------------------------------------


def unlike_by(moves: Callable[[int], float], matrix: tuple[float, ...] = (EM, 0, 0, EM)) -> bool:
    """Tell whether letters are reported that are moved, in em, or one of them that is shaped so."""
    run = Run(
        "H" * 80,
        0,
        0,
        0,
        EM,
        letters=tuple(Letter(drawn_h().code, i * 9.0, 0.0) for i in range(80)),
    )
    a, b, c, d = matrix
    glyphs = [letter(i * 9 + moves(i) * EM) for i in range(80)]
    glyphs[70] = glyphs[70]._replace(matrix=(a, b, c, d, *glyphs[70].matrix[4:]))
    return bool(compare_glyphs(glyphs, run))


@pytest.mark.parametrize(
    ("moves", "reported"),
    [
        # From the one before it: 0.04 em
        (lambda i: 0.035 * (i == 60), False),
        (lambda i: 0.045 * (i == 60), True),
        # From the first: 0.02 em, and 0.001 em more with each letter
        (lambda i: 0.018 * (i == 1), False),
        (lambda i: 0.024 * (i == 1), True),
        (lambda i: 0.0011 * i, False),
        (lambda i: 0.0014 * i, True),
    ],
)
def test_a_letter_slides_by_hundredths_of_an_em_at_most(
    moves: Callable[[int], float], reported: bool
) -> None:
    assert unlike_by(moves) == reported


@pytest.mark.parametrize("place", [0, 1, 2, 3])
@pytest.mark.parametrize(("part", "reported"), [(0.015, False), (0.025, True)])
def test_a_letter_is_shaped_as_the_first_but_for_two_hundredths(
    place: int, part: float, reported: bool
) -> None:
    matrix = [EM, 0.0, 0.0, EM]
    matrix[place] += part * EM
    assert unlike_by(lambda i: 0.0, tuple(matrix)) == reported


@pytest.mark.parametrize(("aside", "reported"), [(0.9, False), (1.1, True)])
def test_a_text_with_words_in_its_place_begins_within_one_pt(aside: float, reported: bool) -> None:
    """Its words are then those that were laid out there; else it says nothing."""

    def claimed(pdf: pikepdf.Pdf) -> None:
        content = pdf.pages[0].Contents.read_bytes()
        content = content.replace(b"BT", b"/Span <</ActualText (Ten)>> BDC\nBT", 1)
        pdf.pages[0].Contents = pdf.make_stream(content.replace(b"ET", b"ET\nEMC", 1))

    document = page("<p>Ten</p>")
    (sheet,) = document.sheets
    (run,) = sheet.runs
    other = replace(sheet, runs=(replace(run, x=run.x + aside),))
    found = proved(changed(document.pdf, claimed), Promises((Promise("Ten"),)), [other]).faults
    assert any("is not drawn as its font shapes" in fault.found for fault in found) == reported


# Lines and texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("room", "reported"), [(19.4, 0), (19.6, 1)])
def test_a_line_may_have_a_pt_and_a_half_more_than_its_next_word(
    room: float, reported: int
) -> None:
    line = LaidLine("as much as fits", room, "damage.", 18.0)
    assert len(list(check_lines([LaidSheet(400, 600, (), (line,))]))) == reported


@pytest.mark.parametrize(("letters", "reported"), [(290, False), (310, True)])
def test_three_hundred_letters_may_stand_between_two_texts(letters: int, reported: bool) -> None:
    document = page(f"<p>first</p><p>{'so ' * (letters // 2)}</p><p>second</p>")
    promises = Promises((Promise("first"), Promise("second")))
    assert ("lost" in kinds(proved(document.pdf, promises, document.sheets).faults)) == reported


@pytest.mark.parametrize(("words", "reported"), [("abcd", set()), ("abcde", {"unread"})])
def test_a_style_sheet_adds_four_letters_at_most(words: str, reported: set[str]) -> None:
    document = page(f"<p>{words}</p><p>Twelve health</p>")
    lang = '<html lang="en"><main>{}</main></html>'
    assert kinds(check_tags(document.pdf, lang.format("<p>Twelve health</p>"))) == reported
    last = page(f"<p>Twelve health</p><p>{words}</p>")
    assert kinds(check_tags(last.pdf, lang.format("<p>Twelve health</p>"))) == reported


@pytest.mark.parametrize(("over", "reported"), [(0.9, 0), (1.1, 1)])
@pytest.mark.parametrize("edge", [0, 1, 2, 3])
def test_a_picture_reaches_one_pt_over_its_page_at_most(
    edge: int, over: float, reported: int
) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        (figure,) = figures(pdf.Root.StructTreeRoot.K[0])
        box = [float(each) for each in figure.A.BBox]
        paper = [float(each) for each in pdf.pages[0].mediabox]
        box[edge] = paper[edge] + (-over if edge < 2 else over)
        figure.A.BBox = pikepdf.Array(box)

    body = "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='20'><title>A wave</title>"
    body = f"<p>Sea</p>{body}<circle cx='9' cy='9' r='8'/></svg>"
    document = page(body)
    found = check_tags(changed(document.pdf, change), f'<html lang="en"><main>{body}</main></html>')
    assert len([fault for fault in found if "where the picture" in fault.found]) == reported


def figures(node: Any) -> list[Any]:
    within = [
        each
        for kid in node.get("/K", [])
        if isinstance(kid, pikepdf.Dictionary)
        for each in figures(kid)
    ]
    return [*within, node] if node.get("/S") == "/Figure" else within


# Paper and pieces ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "reported"), [(0.4, False), (0.6, True)])
@pytest.mark.parametrize("edge", ["width", "height"])
def test_a_page_of_a_piece_is_half_a_pt_larger_at_most(
    edge: str, more: float, reported: bool
) -> None:
    document = page("<p>x</p>")
    (sheet,) = document.sheets
    other = replace(sheet, **{edge: getattr(sheet, edge) + more})
    assert ("paper" in kinds(proved(document.pdf, Promises(), [other]).faults)) == reported


@pytest.mark.parametrize(("more", "reported"), [(0.008, False), (0.012, True)])
def test_paper_is_a_hundredth_of_a_pt_larger_at_most(more: float, reported: bool) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].MediaBox = pikepdf.Array([0, 0, 440, 660 + more])

    found = whole().faults(changed(whole().pdf, change))
    assert kinds(found) == ({"paper"} if reported else set())


@pytest.mark.parametrize(("over", "reported"), [(0.008, False), (0.012, True)])
def test_pieces_lie_a_hundredth_of_a_pt_on_each_other_at_most(over: float, reported: bool) -> None:
    lower = StackedPiece("a", ((10.0, 10.0, 20.0, 20.0),), ())
    across = StackedPiece("b", ((20.0 - over, 10.0, 30.0, 20.0),), ())
    above = StackedPiece("b", ((10.0, 20.0 - over, 20.0, 30.0),), ())
    for upper in (across, above):
        assert bool(list(find_hidden([lower, upper]))) == reported


@pytest.mark.parametrize(("tone", "reported"), [(226, []), (222, [1])])
def test_a_text_of_another_piece_lies_on_grey_224_at_darkest(
    tone: int, reported: list[int]
) -> None:
    lower = StackedPiece("a", (), (Patch((0.0, 0.0, 50.0, 50.0), tone),))
    upper = StackedPiece("b", ((10.0, 10.0, 20.0, 20.0),), ())
    assert list(find_on_dark([lower, upper])) == reported


@pytest.mark.parametrize(("part", "reported"), [(0.45, False), (0.55, True)])
def test_half_of_an_area_may_be_painted_over(part: float, reported: bool) -> None:
    lower = StackedPiece("a", (), (Patch((0.0, 0.0, 50.0, 50.0), None),))
    upper = StackedPiece("b", (), (Patch((0.0, 0.0, 60.0, 50.0 * part), 85),))
    assert bool(list(find_hidden([lower, upper]))) == reported


def test_a_piece_draws_half_a_pt_over_its_page_at_most() -> None:
    outline = Outline((-5.0, -5.0, 20.0, 20.0), ((0.0, 0.0),) * 4)
    painted = Painted(Tint((outline,), (0.0, 0.0, 0.0, 1.0)), (1, 0, 0, 1, 0, 0))
    (patch,) = find_patches(LaidSheet(100, 100, (), painted=(painted,)))
    assert patch.bounds == (-0.5, -0.5, 20, 20)


@pytest.mark.parametrize(("gap", "reported"), [(0.02, 0), (0.04, 1)])
def test_windows_leave_a_hair_between_them_at_most(gap: float, reported: int) -> None:
    """A hundredth of a pt along the whole edge of a page of 100 × 50 pt: 1.5 square pt."""
    windows = [(0.0, 0.0, 50.0, 50.0), (50.0 + gap, 0.0, 100.0, 50.0)]
    shown = [Window("a", (100.0, 50.0), window, 1) for window in windows]
    assert len(list(find_unshown(shown))) == reported


# Links, fields, fonts -----------------------------------------------------------------------------

LINKED = "<h1>First</h1><p><a data-leads='x'>Go</a></p><p data-anchor='x'>There</p>"


@pytest.mark.parametrize(("off", "reported"), [(2.8, set()), (3.2, {"leads"})])
def test_a_target_is_three_pt_from_its_heading_at_most(off: float, reported: set[str]) -> None:
    document = page(LINKED)
    (sheet,) = document.sheets
    (heading,), (anchor,) = sheet.leads.headings, sheet.leads.anchors
    with pikepdf.open(io.BytesIO(document.pdf)) as pdf:
        for leads in (
            replace(sheet.leads, headings=(replace(heading, y=heading.y - off),)),
            replace(sheet.leads, anchors=(Anchor("x", anchor.x, anchor.y - off),)),
        ):
            assert (
                kinds(tuple(check_links(pdf, [PlacedNavigation("a", 0, 0, 0.0, 0.0, leads)])))
                == reported
            )


@pytest.mark.parametrize(("off", "reported"), [(2.8, set()), (3.2, {"leads"})])
@pytest.mark.parametrize("edge", [0, 1, 2, 3])
def test_a_link_reaches_three_pt_over_its_words_at_most(
    edge: int, off: float, reported: set[str]
) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        (note,) = pdf.pages[0].Annots
        box = [float(each) for each in note.Rect]
        box[edge] += -off if edge < 2 else off
        note.Rect = pikepdf.Array(box)

    document = page(LINKED)
    with pikepdf.open(io.BytesIO(changed(document.pdf, change))) as pdf:
        pieces = [PlacedNavigation("a", 0, 0, 0.0, 0.0, document.sheets[0].leads)]
        assert kinds(tuple(check_links(pdf, pieces))) == reported


@pytest.mark.parametrize(("off", "reported"), [(0.008, False), (0.012, True)])
@pytest.mark.parametrize("edge", [0, 1, 2, 3])
def test_a_field_is_a_hundredth_of_a_pt_from_its_blank_at_most(
    edge: int, off: float, reported: bool
) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        note = next(one for one in pdf.pages[0].Annots if one.Subtype == "/Widget")
        box = [float(each) for each in note.Rect]
        box[edge] += off
        note.Rect = pikepdf.Array(box)

    form = bound("mini", "pad", "en", FORM)
    found = form.faults(changed(form.pdf, change))
    assert bool(found) == reported


@pytest.mark.parametrize(("more", "reported"), [(0.4, False), (1.6, True)])
def test_a_glyph_is_a_thousandth_of_an_em_wider_at_most(more: float, reported: bool) -> None:
    """The PDF rounds widths to half a thousandth."""

    def change(pdf: pikepdf.Pdf) -> None:
        fonts: Any = pdf.pages[0].Resources.Font
        for font in fonts.values():
            widths = font.DescendantFonts[0].W
            for each in widths[1::2]:
                for at, width in enumerate(list(each)):
                    each[at] = float(width) + more

    assert bool(whole().faults(changed(whole().pdf, change))) == reported
