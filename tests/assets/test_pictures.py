"""Pictures of a pack: what is let in, what is cleaned away, and what is refused by name."""

from __future__ import annotations

import io
from base64 import b64decode
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path
from PIL import Image, ImageCms

from aidgen import BUNDLED_PACK
from aidgen.assets.files import AssetError, svg_address
from aidgen.assets.pictures import pack_picture, read_picture
from aidgen.sandbox.limits import Limits

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">%s</svg>'


def points(mode: str = "RGB", kind: str = "PNG", **options: object) -> bytes:
    """Return a small picture of points."""
    out = io.BytesIO()
    Image.new(mode, (30, 20)).save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_of_points_is_known_by_its_points(kind: str) -> None:
    found = read_picture(points(kind=kind))
    assert (found.kind, found.width, found.height, found.remark) == (kind.lower(), 30, 20, "")
    assert found.dpi(25.4, 25.4) == 20
    assert b64decode(found.address.partition(",")[2]) == points(kind=kind)


@pytest.mark.parametrize("orientation", [1, 6])
def test_nothing_of_where_a_photograph_was_taken_is_left_in_it(orientation: int) -> None:
    said = Image.Exif()
    said[0x0112], said[0x010F] = orientation, "Maker of cameras"
    said.get_ifd(0x8825)[29] = "2026:11:26 at home"
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    taken = points(kind="JPEG", exif=said, icc_profile=profile, comment=b"my garden")
    assert all(words in taken for words in (b"Maker of", b"at home", b"my garden"))
    kept = b64decode(read_picture(taken).address.partition(",")[2])
    assert not any(words in kept for words in (b"Maker of", b"at home", b"my garden", b"Exif"))
    if orientation == 1:
        before, after = Image.open(io.BytesIO(taken)), Image.open(io.BytesIO(kept))
        assert after.info["icc_profile"] == profile
        assert before.tobytes() == after.tobytes()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "entities"),
        ("<svg/>".encode("utf-16-le"), "UTF-8"),
        (b"<svg/>", "namespace"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "viewBox"),
        (b"<svg", "not SVG"),
        (b"GIF89a", "not a readable PNG, JPEG or SVG"),
        (points()[:40], "not a readable PNG, JPEG or SVG"),
    ],
)
def test_what_cannot_be_printed_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(AssetError) as refused:
        read_picture(content)
    assert said in refused.value.message


def test_a_picture_of_too_many_points_is_not_opened() -> None:
    with pytest.raises(AssetError, match="30 × 20 points"):
        read_picture(points(kind="JPEG", quality=60), Limits(picture_pixels=500))


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "save it with a width and a height"),
        (points()[:40], "save it again in a program that opens it"),
        (b"II*\0 and more", "it is a TIFF: save it as PNG"),
    ],
)
def test_what_cannot_be_printed_has_a_way_out(content: bytes, hint: str) -> None:
    with pytest.raises(AssetError) as refused:
        read_picture(content)
    assert refused.value.hint.endswith(hint)


def test_a_picture_of_too_many_points_can_be_saved_smaller() -> None:
    with pytest.raises(AssetError) as refused:
        read_picture(points(), Limits(picture_pixels=500))
    assert refused.value.hint.startswith("save it smaller: 300 dpi are enough; ")


def test_a_picture_of_too_many_bytes_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    with (tmp_path / "assets" / "a.png").open("wb") as file:
        file.truncate(10**9)  # it has no bytes on the disk
    with pytest.raises(AssetError, match="has 1,000,000,000 bytes, expected at most 5,000,000"):
        pack_picture(tmp_path, "a.png")
    (tmp_path / "assets" / "a.png").write_bytes(points())
    with pytest.raises(AssetError) as refused:
        pack_picture(tmp_path, "a.png", Limits(asset_bytes=9))
    assert refused.value.hint.endswith("`--limits asset_bytes=…`")


def test_a_profile_that_is_left_out_is_reported() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    assert "ignored" in read_picture(points(icc_profile=profile)).remark
    usual = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    assert read_picture(points(icc_profile=usual)).remark == ""


def test_the_ship_and_its_waves_are_not_cut_off_at_the_edge_of_the_cover() -> None:
    root = ElementTree.parse(BUNDLED_PACK / "assets" / "argosia" / "cover.svg").getroot()
    _, _, width, height = map(float, root.get("viewBox", "").split())
    for line in root:  # what is moved in groups lies within, too, but is not followed here
        half = float(line.get("stroke-width", 0)) / 2
        pen = BoundsPen(None)
        if line.get("d") and not line.get("transform"):
            parse_path(line.get("d", ""), pen)
        if pen.bounds:
            left, top, right, bottom = pen.bounds
            assert min(left, top) >= half
            assert right <= width - half
            assert bottom <= height - half


@pytest.mark.parametrize(
    "sign", ['"', "\\", "\n", ")", "&", "&quot;", "#", "%22", "%", "'", "é", "\0"]
)
def test_no_drawing_ends_the_address_that_holds_it(sign: str) -> None:
    address = svg_address(f"<svg d={sign}M0>x</svg>")
    assert not set(address) & set('"\\\n&#\0')
    assert unquote(address.partition(",")[2]) == f"<svg d={sign}M0>x</svg>"


@pytest.mark.parametrize("view", ["\\0 0 10 10", "0,0,10,10", "0\\ 0 10 10", " 0 0  10 10 "])
def test_the_view_of_a_drawing_is_four_numbers(view: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><path d="M0 0"/></svg>'
    assert b' viewBox="0 0 10 10"' in read_picture(svg.encode()).content
