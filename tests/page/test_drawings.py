"""Labels of drawings: in their places, in the largest type that these hold; too long, a fault."""

from __future__ import annotations

from pathlib import Path

from aidgen import BUNDLED_PACK
from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import Size
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.drawings import drawings
from aidgen.page.lookups import lookups
from aidgen.page.render import render
from aidgen.page.theme import theme_styling
from tests.commands import aidgen

DRAWING = """
drawings:
  map:
    title: Map
    file: places.svg
    alt: Two islands.
    width: 40
    labels: {{south: "{south}", north: "The **north** of {{health}}"}}
    align: {{north: left}}
aids:
  map: {{title: Map, kind: sheet, paper: A5, blocks: {{map: {{contents: [drawings.map]}}}}}}
"""


def with_drawing(pack: Path, south: str) -> None:
    path = pack / "content" / "mini" / "zz-map.yaml"
    path.write_text(DRAWING.format(south=south), encoding="utf-8")


def test_labels_are_placed_in_the_largest_type_that_fits(pack: Path) -> None:
    with_drawing(pack, "A long way to the south, where few live")
    game = localize(load(pack, "mini"), {}, "en")
    printed, theme = frozenset({"drawings.map"}), theme_styling(game)
    placed = drawings(game, printed, theme, 8.0, 1.0, sparing=False)["drawings.map"]
    tops = [(round(label.place.top), label.align) for label in placed.labels]
    assert tops == [(10, "centre"), (2, "left")]
    assert (placed.size, placed.type) == (Size(40, 20), 9)


def test_in_large_print_a_drawing_is_no_wider_than_a_line(pack: Path) -> None:
    book = DRAWING.replace("width: 40", "width: 120").replace("kind: sheet", "kind: book")
    book = book.replace("blocks: {{map: {{contents: [drawings.map]}}}}", "contents: [sections.map]")
    book += "sections: {{map: {{title: Map, contents: [drawings.map]}}}}"
    (pack / "content/mini/zz-map.yaml").write_text(book.format(south="South"), encoding="utf-8")
    game = localize(load(pack, "mini"), {}, "en")
    html = render(game, "map", (pack, BUNDLED_PACK), PrintOptions(large=True)).documents[0].html
    assert '<div class="ag-drawing" style="width:183.0mm' in html  # A4 without its margins


def test_a_label_too_long_for_its_place_is_reported_in_its_line(pack: Path, tmp_path: Path) -> None:
    with_drawing(pack, "Nobody lives here. " * 9)
    result = aidgen("build", "--pack", pack, "--aid", "map", "--out", tmp_path, "--locale", "en")
    assert result.exit_code == 1
    place = "content/mini/zz-map.yaml:8:21: error: `mini.drawings.map.labels.south`: “Nobody"
    assert place in result.stderr
    assert "(shorten it, or enlarge its rectangle)" in result.stderr


def test_what_the_engine_cannot_draw_is_reported_at_its_file(pack: Path, tmp_path: Path) -> None:
    with_drawing(pack, "South")
    path = pack / "assets" / "places.svg"
    broken = path.read_text(encoding="utf-8").replace("</svg>", '<g transform="scale()"/></svg>')
    path.write_text(broken, encoding="utf-8")
    result = aidgen("build", "--pack", pack, "--aid", "map", "--out", tmp_path, "--locale", "en")
    assert result.exit_code == 1
    place = "content/mini/zz-map.yaml:5:11: error: the picture “places.svg” cannot be drawn to its"
    assert place in result.stderr


def test_a_drawing_is_a_record_of_the_site_found_by_its_labels(pack: Path) -> None:
    with_drawing(pack, "The south")
    game = localize(load(pack, "mini"), {}, "en")
    record = next(record for record in lookups(game) if record.ref == "drawings.map")
    assert record.words == "Map The south The north of 12"
    assert ' alt="Two islands.">' in record.html
    assert '<img src="data:image/svg+xml;base64,' in record.html
