"""Photographs as cameras, scanners and printers make them."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from aidgen.assets.files import AssetError
from aidgen.assets.papers import Size
from aidgen.assets.pictures import read_picture
from aidgen.assets.rasters import crop_raster


@pytest.mark.parametrize(("mode", "kind"), [("CMYK", "JPEG"), ("I;16", "PNG")])
def test_a_photo_of_a_printer_or_scanner_is_converted(mode: str, kind: str) -> None:
    level = 120 if mode == "CMYK" else 120 << 8
    picture = Image.new(mode, (30, 20), (0, 0, 0, 135) if mode == "CMYK" else level)
    out = io.BytesIO()
    picture.save(out, kind)
    found = read_picture(out.getvalue())
    with Image.open(io.BytesIO(found.content)) as made:
        assert made.mode in ("RGB", "L")
        assert abs(made.convert("L").getpixel((5, 5)) - 120) < 3  # type: ignore[operator]
    assert found.remark.startswith("is in CMYK") == (mode == "CMYK")


@pytest.mark.parametrize("turn", range(2, 9))
def test_a_photo_that_exif_turns_is_upright(turn: int) -> None:
    picture = Image.new("RGB", (30, 20))
    exif = picture.getexif()
    exif[0x0112] = turn
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=exif)
    found = read_picture(out.getvalue())
    assert (found.width, found.height) == ((20, 30) if turn > 4 else (30, 20))
    with Image.open(io.BytesIO(found.content)) as made:
        assert made.size == (found.width, found.height)
        assert made.getexif().get(0x0112, 1) == 1


def test_other_formats_are_named() -> None:
    for begun, name in (
        (b"GIF89a", "GIF"),
        (b"\0\0\0\x18ftypheic", "HEIC"),
        (b"8BPS", "Photoshop"),
    ):
        with pytest.raises(AssetError) as refused:
            read_picture(begun + bytes(20))
        assert name in refused.value.hint


@pytest.mark.parametrize(("width", "points"), [(25.4, (400, 200)), (254.0, (800, 400))])
def test_a_window_of_a_picture_is_no_finer_than_is_printed(
    width: float, points: tuple[int, int]
) -> None:
    out = io.BytesIO()
    Image.new("RGB", (1000, 500)).save(out, "PNG")
    window = crop_raster(read_picture(out.getvalue()), (100, 50, 900, 450), Size(width, width / 2))
    assert (window.width, window.height) == points
