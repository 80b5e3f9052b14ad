"""Leaflets: panels in the order in which they are read, folds marked, forms to be filled in."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from aidgen import BUNDLED_PACK
from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.kinds.sheet import LEAFLET_EDGE, LEAFLET_GAP
from aidgen.page.render import render
from aidgen.problems import InputError
from aidgen.rules import check_game
from tests.commands import aidgen
from tests.mini import WIDE, change

KEEPER = "content/wide/keeper.yaml"
PRINTABLE = 4.25


def sheet(pack: Path = WIDE, options: PrintOptions = NO_OPTIONS) -> str:
    """Return the HTML of the leaflet of Wide."""
    game_data = localize(load(pack, "wide"), {}, "en")
    (document,) = render(game_data, "keeper", (pack, BUNDLED_PACK), options).documents
    return document.html


def sides(html: str) -> list[list[tuple[float, float, str]]]:
    """Return the panels of each side: left edge and width in mm, and the first region in it."""
    panel = re.compile(
        r'left:([\d.]+)mm;top:0mm;width:([\d.]+)mm;height:210mm.*?data-box="aids.keeper.blocks.(\w+)',
        re.DOTALL,
    )
    return [
        sorted((float(left), float(width), name) for left, width, name in panel.findall(side))
        for side in html.split("<main")[1:]
    ]


def test_a_leaflet_of_two_folds_has_three_panels_a_side() -> None:
    outside, inside = sides(sheet())
    assert [(left, width) for left, width, _ in outside] == [(0, 98), (98, 99.5), (197.5, 99.5)]
    assert [(left, width) for left, width, _ in inside] == [(0, 99.5), (99.5, 99.5), (199, 98)]
    assert outside[2][2] == "hero", "the first panel is at the right"


def test_folds_are_marked_where_printers_print_and_panels_keep_clear() -> None:
    for side, creases in zip(sheet().split("<main")[1:], ((98, 197.5), (99.5, 199)), strict=True):
        lines = [part for part in side.split("\n") if 'class="ag-crop"' in part]
        assert len(lines) == 4
        for crease in creases:
            assert sum(f"left:{crease - 0.1:.3f}mm" in line for line in lines) == 2
        assert all("height:3.000mm" in line for line in lines)
        assert any("top:4.500mm" in line for line in lines)
    assert min(LEAFLET_EDGE, LEAFLET_GAP) > PRINTABLE
    assert LEAFLET_EDGE >= 4.5 + 3.0


def test_how_to_fold_it_stands_at_the_foot_of_the_back_alone() -> None:
    outside, inside = sheet().split("<main")[1:]
    assert [side.count("flip on the short edge") for side in (outside, inside)] == [1, 0]
    assert [side.count("<h1>") for side in (outside, inside)] == [1, 0]


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
        names = list(_names(document.Root.AcroForm.Fields))
    # The front, the three panels inside, the flap, and the back.
    assert titles == [
        *("Hero", "Portrait", "Looks", "Gifts", "Health", "States", "Vows", "Belongings", "Coins"),
        *("Friends and foes", "Pocket", "Notes", "Sketches"),
    ]
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
