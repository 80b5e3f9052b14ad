from __future__ import annotations

import re
from pathlib import Path

import pytest

from aidgen.assets.files import Refused
from aidgen.assets.icons import PALE, drawn, icon_names, known, outline, own_names
from aidgen.game.load import OURS


def test_the_set_has_the_icons_it_promises() -> None:
    assert len(icon_names()) > 1000
    assert {"sword", "moon", "bed"} <= icon_names()


def test_an_outline_is_the_inside_of_an_svg() -> None:
    assert outline("sword").startswith("<path")
    assert "svg" not in outline("sword")


def test_an_unknown_icon_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        outline("swrod")


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20">{}</svg>'


def test_dice_and_suits_come_with_us() -> None:
    assert {f"d{faces}" for faces in (4, 6, 8, 10, 12, 20)} <= own_names([OURS])
    assert sum(name.startswith("suit-") for name in own_names([OURS])) == 4
    assert "#123456" in drawn("d20", [OURS]).inked("#123456")


def test_an_icon_of_a_pack_comes_before_ours(tmp_path: Path) -> None:
    folder = tmp_path / "assets" / "icons"
    folder.mkdir(parents=True)
    (folder / "sword.svg").write_text(SVG.format('<path d="M0 0H9"/>'))
    (folder / "bad.svg").write_text(SVG.format("<text>x</text>"))
    found = drawn("sword", [tmp_path, OURS])
    assert (found.view, found.shapes) == ("0 0 10 20", '<path d="M0 0H9"></path>')
    assert drawn("moon", [tmp_path, OURS]).shapes == outline("moon")
    assert {"sword", "bad", "d20", "moon"} <= known([tmp_path, OURS])
    with pytest.raises(Refused, match="<text>"):
        drawn("bad", [tmp_path])


@pytest.mark.parametrize("name", ["rocket", "skull", "coins"])
def test_icons_of_the_set_have_curves_in_place_of_arcs(name: str) -> None:
    paths = re.findall(r' d="([^"]*)"', outline(name))
    assert paths
    assert not any(re.search("[aA]", path) for path in paths)


def test_an_icon_may_be_pale_in_its_colour() -> None:
    found = drawn("sword", (OURS,))
    assert found.inked("#8a2b1d").startswith('<g fill="#8a2b1d">')
    assert found.inked("#8a2b1d66").startswith('<g fill="#8a2b1d" fill-opacity="0.40"')


def test_an_icon_of_the_set_is_drawn_in_lines_if_asked() -> None:
    assert drawn("sword", [OURS], lined=True).shapes == outline("sword", lined=True)
    assert outline("sword", lined=True) != outline("sword")


def test_what_is_a_form_and_no_more_stays_solid_and_is_pale() -> None:
    found = drawn("circle", [OURS], lined=True).shapes
    assert outline("circle") in found
    assert f'fill-opacity="{PALE}"' in found


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
            f'<g fill-opacity="{PALE}" stroke-opacity="{PALE}">'
            '<path d="M0 0H9Z" fill="#123456"></path></g>',
        ),
    ],
    ids=["solid", "by itself solid", "a line already", "in a colour of its own"],
)
def test_an_icon_of_a_pack_is_drawn_in_lines(tmp_path: Path, shape: str, lined: str) -> None:
    folder = tmp_path / "assets" / "icons"
    folder.mkdir(parents=True)
    (folder / "flag.svg").write_text(SVG.format(shape))
    assert drawn("flag", [tmp_path], lined=True).shapes == lined
