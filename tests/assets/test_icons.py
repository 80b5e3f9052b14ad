from __future__ import annotations

from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.assets.files import AssetError
from aidgen.assets.icons import (
    PALE_OPACITY,
    Icon,
    find_icon,
    icon_shapes,
    known_icons,
    own_icon_names,
)

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20">{}</svg>'


def test_dice_and_suits_come_with_us() -> None:
    assert {f"d{faces}" for faces in (4, 6, 8, 10, 12, 20)} <= own_icon_names([BUNDLED_PACK])
    assert sum(name.startswith("suit-") for name in own_icon_names([BUNDLED_PACK])) == 4
    assert "#123456" in find_icon("d20", [BUNDLED_PACK]).in_colour("#123456")


def test_an_icon_of_a_pack_comes_before_ours(tmp_path: Path) -> None:
    folder = tmp_path / "assets" / "icons"
    folder.mkdir(parents=True)
    (folder / "sword.svg").write_text(SVG.format('<path d="M0 0H9"/>'))
    (folder / "bad.svg").write_text(SVG.format("<text>x</text>"))
    found = find_icon("sword", [tmp_path, BUNDLED_PACK])
    assert (found.view, found.shapes) == ("0 0 10 20", '<path d="M0 0H9"></path>')
    assert find_icon("moon", [tmp_path, BUNDLED_PACK]).shapes == icon_shapes("moon")
    assert {"sword", "bad", "d20", "moon"} <= known_icons([tmp_path, BUNDLED_PACK])
    with pytest.raises(AssetError, match="an icon with text"):
        find_icon("bad", [tmp_path])


def test_an_icon_may_be_pale_in_its_colour() -> None:
    found = find_icon("sword", (BUNDLED_PACK,))
    assert found.in_colour("#8a2b1d").startswith('<g fill="#8a2b1d">')


def test_an_icon_of_the_set_is_drawn_in_lines_if_asked() -> None:
    assert find_icon("sword", [BUNDLED_PACK], lined=True).shapes == icon_shapes("sword", lined=True)
    assert icon_shapes("sword", lined=True) != icon_shapes("sword")


def test_what_is_a_form_and_no_more_stays_solid_and_is_pale() -> None:
    found = find_icon("circle", [BUNDLED_PACK], lined=True).shapes
    assert icon_shapes("circle") in found
    assert 'fill-opacity="0.33"' in found


@pytest.mark.parametrize(
    ("shape", "lined"),
    [
        (
            '<path d="M0 0H9Z" fill="currentColor"/>',
            '<path d="M0 0H9Z" fill="none" stroke="currentColor" stroke-width="0.625"></path>',
        ),
        (
            '<circle r="2"/>',
            '<circle r="2" fill="none" stroke="currentColor" stroke-width="0.625"></circle>',
        ),
        (
            '<path d="M0 0H9" fill="none" stroke="currentColor"/>',
            '<path d="M0 0H9" fill="none" stroke="currentColor"></path>',
        ),
        (
            '<path d="M0 0H9Z" fill="#123456"/>',
            f'<g fill-opacity="{PALE_OPACITY}" stroke-opacity="{PALE_OPACITY}">'
            '<path d="M0 0H9Z" fill="#123456"></path></g>',
        ),
    ],
    ids=["solid", "by itself solid", "a line already", "in a colour of its own"],
)
def test_an_icon_of_a_pack_is_drawn_in_lines(tmp_path: Path, shape: str, lined: str) -> None:
    folder = tmp_path / "assets" / "icons"
    folder.mkdir(parents=True)
    (folder / "flag.svg").write_text(SVG.format(shape))
    assert find_icon("flag", [tmp_path], lined=True).shapes == lined


FIGURE = "M2 2L8 8H2z"


@pytest.mark.parametrize(
    ("drawn", "shapes"),
    [
        (
            '<path d="M0 0h10v20H0z"/><path fill="#fff" d="{}"/>',
            '<path fill="currentColor" d="{}">',
        ),
        (
            '<path d="M0 0h10v20H0z" fill="#000"/><g><path d="{}" fill="#FFF"/></g>',
            'fill="currentC',
        ),
        ('<defs/><rect width="10" height="20"/><path fill="white" d="{}"/>', 'fill="currentColor"'),
        ('<path fill="#fff" d="M0 0H10V20H0z"/><path d="{}"/>', '<path d="{}"></path>'),
    ],
)
def test_a_figure_on_a_tile_takes_the_colour_of_its_place(
    tmp_path: Path, drawn: str, shapes: str
) -> None:
    found = own_icon(tmp_path, drawn.format(FIGURE))
    assert shapes.format(FIGURE) in found.shapes
    assert found.shapes.count("<path") == 1
    assert "<rect" not in found.shapes


@pytest.mark.parametrize(
    "drawn",
    [
        '<path d="M0 0h9v20H0z"/><path fill="#fff" d="{}"/>',  # smaller than the field
        '<path d="M0 0h10v20H0z"/><path fill="#fc0" d="{}"/>',
        '<path fill="#a00" d="M0 0h10v20H0z"/><path fill="#fff" d="{}"/>',
        '<path d="M0 0h10v20H0z"/><path fill="#fff" d="{}"/><path d="{}"/>',
        '<path d="M0 0h10v20H0z"/>',
    ],
)
def test_any_other_drawing_keeps_its_colours(tmp_path: Path, drawn: str) -> None:
    assert own_icon(tmp_path, drawn.format(FIGURE, FIGURE)).shapes.count("<path") == drawn.count(
        "<p"
    )


def own_icon(pack: Path, drawn: str) -> Icon:
    """Return an icon of a pack."""
    folder = pack / "assets" / "icons"
    folder.mkdir(parents=True)
    (folder / "own.svg").write_text(SVG.format(drawn), encoding="utf-8")
    return find_icon("own", [pack])
