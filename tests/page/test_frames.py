"""A frame on a card: whole at its corners, and what stands at the head ends where they turn."""

from __future__ import annotations

import io
import re
from base64 import b64decode

import pypdfium2
import pytest

from aidgen.page.frames import frame_address
from tests.sheets import printed

WIDE, HIGH = 63.0, 88.0
PLATE = "position:absolute;left:3mm;top:3mm;width:57mm;height:8mm;background:#145059"
FRAME = "position:absolute;left:0;top:0;width:63mm;height:88mm;background:url({}) 0 0/63mm 88mm"


def _dark(corners: str, ground: str, x: float, y: float) -> bool:
    """Tell whether a place in mm on a card is dark that has a plate at its head."""
    frame = frame_address("double", corners, WIDE, HIGH, "#145059", "#9a6b14", 0, ground)
    page = f"<style>@page{{size:{WIDE}mm {HIGH}mm;margin:0}}</style>"
    card = f'<div style="{PLATE}"></div><div style="{FRAME.format(frame)}"></div>'
    made = printed(f"<html><head><title>A</title>{page}</head><body>{card}</body></html>")
    with pypdfium2.PdfDocument(io.BytesIO(made.pdf)) as pdf:
        picture = pdf[0].render(scale=200 / 72).to_pil().convert("L")
    return bool(picture.getpixel((round(x * 200 / 25.4), round(y * 200 / 25.4))) < 128)


@pytest.mark.parametrize(("corners", "outside"), [("notched", 3.15), ("cut", 2.4)])
def test_a_plate_ends_where_corners_turn(corners: str, outside: float) -> None:
    assert not _dark(corners, "#ffffff", outside, outside)
    assert not _dark(corners, "#ffffff", WIDE - outside, outside)
    assert _dark(corners, "#ffffff", 10, 8), "the plate"
    assert _dark("notched", "", 3.15, 3.15), "without a ground it lies on the corner"


@pytest.mark.parametrize(("height", "beside"), [(12.0, 4), (6.0, 0)])
def test_a_meander_has_keys_on_sides_that_have_room_for_one(height: float, beside: int) -> None:
    (_, encoded) = frame_address("meander", "square", WIDE, height, "#000", "#999").split(",")
    keys = re.findall(r"[Mm]\S+ \S+L", b64decode(encoded).decode())
    assert len(keys) == 2 * (36 + beside)
