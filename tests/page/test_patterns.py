"""Patterns of backs, as printed: no icon is cut, and both ends are the same."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from tests.mini import change
from tests.page.test_faces import deck_of
from tests.sheets import typeset

CARD = "{front: {title: A, text: B}BACK}"


def printed_icons(pack: Path, pattern: str, back: str) -> Image.Image:
    """Return the icons on the back of a card at 300 dpi: black, and all else white."""
    accent = '  accent: "#335577"\n'
    theme = f"  theme: {{frame: meander, pattern: {{colour: '#bb8877', {pattern}}}}}\n"
    change(pack, "content/mini/game.yaml", accent, accent + theme)
    deck = deck_of(pack, CARD.replace("BACK", back)).decks[0]
    drawn = typeset(*deck.cards[-1].faces[1:])
    with pypdfium2.PdfDocument(io.BytesIO(drawn.pdf)) as pdf:
        page = pdf[0].render(scale=300 / 72).to_pil().convert("RGB")
    away = ImageChops.difference(page, Image.new("RGB", page.size, "#bb8877")).convert("L")
    return away.point(lambda level: 255 if level > 2 else 0)


@pytest.mark.parametrize("size", ["poker", "mini"])
@pytest.mark.parametrize("back", ["", ", back: {title: C, icon: moon}"])
def test_no_icon_of_a_pattern_is_cut(pack: Path, size: str, back: str) -> None:
    change(pack, "content/mini/aids.yaml", "paper: poker", f"paper: {size}")
    page = printed_icons(pack, "icons: [hexagon], size: 6 mm", back)
    left = {place for place, level in enumerate(page.tobytes()) if not level}
    areas = []
    while left:
        edge, area = {left.pop()}, 0
        while edge:
            area += len(edge)
            edge = {at + step for at in edge for step in (1, -1, page.width, -page.width)} & left
            left -= edge
        areas += [area] if area > 20 else []  # less is the edge of a darker line
    assert len(areas) > 30
    assert min(areas) > 0.96 * max(areas)


def test_a_back_without_words_is_the_same_from_both_ends(pack: Path) -> None:
    page = printed_icons(pack, "icons: [boot, fish], turned: true, fade: true", "")
    turned = ImageChops.difference(page, page.transpose(Image.Transpose.ROTATE_180))
    assert turned.histogram()[255] < 0.1 * page.histogram()[0]
