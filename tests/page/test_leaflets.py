"""Leaflets: panels in the order in which they are read, folds marked, forms to be filled in."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from aidgen.page.composed import Placed
from aidgen.page.pieces import Piece, Section
from aidgen.pipeline.pagination import compose

from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import PAPERS, Folding, Size
from aidgen.game.load import BUNDLED_PACK, load
from aidgen.language.localize import localize
from aidgen.page.kinds.sheet import LEAFLET_EDGE, LEAFLET_FOOT, LEAFLET_GAP
from aidgen.page.render import render
from aidgen.pipeline.options import choosable
from aidgen.problems import InputError
from aidgen.rules import check_game
from tests.commands import aidgen
from tests.mini import WIDE, change

KEEPER = "content/wide/keeper.yaml"
FIRST = "    blocks:\n      hero: {contents: [blanks.hero]}\n"
PRINTABLE = 4.25


def panels(pack: Path = WIDE, choices: PrintOptions = NO_OPTIONS) -> Section:
    return render(
        localize(load(pack, "wide"), {}, "en"), "keeper", (pack, BUNDLED_PACK), choices
    ).section


def lying(leaves: Section) -> list[list[tuple[int, Placed[Piece]]]]:
    """Return the panels of each side, by their numbers."""
    numbers = {leaf.front: number for number, leaf in enumerate(leaves.leaves, start=1)}
    return [
        [(numbers[one.piece], one) for one in side.placed if one.piece in numbers]
        for side in compose((leaves,))
    ]


def test_a_leaflet_of_two_folds_has_three_panels_a_side() -> None:
    outside, inside = lying(panels())
    by_place = [sorted(side, key=lambda one: one[1].left) for side in (outside, inside)]
    assert [[number for number, _ in side] for side in by_place] == [[5, 6, 1], [2, 3, 4]]
    assert all(one.turn == number for side in (outside, inside) for number, one in side)


def test_each_panel_has_the_size_of_its_place() -> None:
    leaves = panels()
    assert leaves.paper == Size(297, 210)
    folded = Folding(leaves.paper, 2)
    for side in lying(leaves):
        for number, one in side:
            place = folded.place(number)
            assert (one.left, one.top) == (place.left, 0)
            assert one.piece.size == Size(place.width, place.height)


def test_a_reader_chooses_the_paper_and_what_makes_sense() -> None:
    game_data = load(WIDE, "wide")
    assert choosable(game_data, "keeper") == {"paper", "ink", "offset", "fillable"}
    assert panels(choices=PrintOptions(paper="letter")).paper == PAPERS["Letter"].turned()


def test_folds_are_marked_where_printers_print_and_panels_keep_clear() -> None:
    leaves = panels()
    for strip, creases in zip(leaves.strips, ((98, 197.5), (99.5, 199)), strict=True):
        lines = [part for part in strip.piece.inner.split("\n") if 'class="crop"' in part]
        assert len(lines) == 4
        for crease in creases:
            assert sum(f"left:{crease - 0.1:g}mm" in line for line in lines) == 2
        assert all("height:3.0mm" in line for line in lines)
        assert any("top:4.5mm" in line for line in lines)
    assert min(LEAFLET_EDGE, LEAFLET_GAP) > PRINTABLE
    assert LEAFLET_EDGE >= 4.5 + 3.0


def test_how_to_fold_it_stands_at_the_foot_of_the_back_alone() -> None:
    leaves = panels()
    assert [strip.piece.inner.count("flip on the short edge") for strip in leaves.strips] == [1, 0]
    assert leaves.leaves[5].front.margin.endswith(f"{LEAFLET_EDGE + LEAFLET_FOOT}mm")
    assert [page.front.inner.count("<h1>") for page in leaves.leaves] == [1, 0, 0, 0, 0, 0]


def test_panels_that_nobody_needs_are_left_free(wide: Path) -> None:
    change(wide, KEEPER, "      notes: {new_page: true, contents: [blanks.notes]}\n", "")
    change(wide, KEEPER, "sketches: {new_page: true, title", "sketches: {title")
    change(wide, KEEPER, "height: 170", "height: 20")
    outside, inside = lying(panels(wide))
    assert [number for number, _ in outside] == [1]
    assert [number for number, _ in inside] == [2, 3, 4]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("folds: 2", "folds: 1", "starts panel 5 of a leaflet that has only 4 (set more `folds`"),
        ("folds: 2", "folds: 4", "expected at most 3"),
        ("folds: 2", "landscape: true", "`landscape` does not apply to a leaflet"),
        ("height: 170", "height: 193", "height of 193 mm exceeds the 192 mm of A4"),
        ("kind: leaflet", "kind: form", "`folds` does not apply to `kind: form`"),
    ],
)
def test_a_leaflet_that_cannot_be_folded_is_reported(
    wide: Path, old: str, new: str, said: str
) -> None:
    change(wide, KEEPER, old, new)
    try:
        found = [str(problem) for problem in check_game(load(wide, "wide"))]
    except InputError as error:
        found = [str(problem) for problem in error.problems]
    assert any(said in problem for problem in found), found


def test_a_leaflet_is_read_panel_by_panel_and_filled_in_on_the_screen(tmp_path: Path) -> None:
    done = aidgen(
        "build", "wide", "--pack", WIDE, "--aid", "keeper", "--locale", "en", "--fillable",
        "--out", tmp_path,
    )  # fmt: skip
    assert (done.exit_code, done.stderr) == (0, "")
    (pdf,) = tmp_path.rglob("wide-keeper-en*.pdf")
    with pikepdf.open(io.BytesIO(pdf.read_bytes())) as document:
        assert len(document.pages) == 2
        titles = [item.title for item in document.open_outline().root[0].children]
        assert titles[:4] == ["Hero", "Portrait", "Looks", "Gifts"]
        assert titles[-2:] == ["Notes", "Sketches"]
        names = list(_names(document.Root.AcroForm.Fields))
    assert names[0] == "wide.blanks.hero.labels.name"
    assert len(names) == len(set(names)) > 60


def _names(fields: Any, before: str = "") -> Iterator[str]:
    """Yield the whole name of each field."""
    for field in fields:
        name = f"{before}{field.T}"
        if "/Kids" in field:
            yield from _names(field.Kids, f"{name}.")
        else:
            yield name
