"""Pictures of a pack: what is let in, what is cleaned away, and what is refused by name."""

from __future__ import annotations

import io
from base64 import b64decode
from urllib.parse import unquote

import pytest
from PIL import Image, ImageCms

from aidgen.assets.files import AssetError, svg_address
from aidgen.assets.pictures import read_picture
from aidgen.sandbox.limits import Limits

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">%s</svg>'


def points(mode: str = "RGB", kind: str = "PNG", **options: object) -> bytes:
    """Return a small picture of points."""
    out = io.BytesIO()
    Image.new(mode, (30, 20)).save(out, kind, **options)
    return out.getvalue()


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
        (b'<!DOCTYPE svg [<!ATTLIST svg a CDATA "b">]><svg/>', "declares attributes"),
        ("<svg/>".encode("utf-16-le"), "not SVG"),
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


def test_a_drawing_may_begin_with_a_byte_order_mark() -> None:
    assert read_picture(b"\xef\xbb\xbf" + SVG % b"").height == 20


def test_a_picture_of_too_many_points_is_not_opened() -> None:
    with pytest.raises(AssetError, match="30 × 20 points"):
        read_picture(points(kind="JPEG", quality=60), Limits(picture_pixels=500))


def test_a_profile_that_is_left_out_is_reported() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    assert "ignored" in read_picture(points(icc_profile=profile)).remark
    usual = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    assert read_picture(points(icc_profile=usual)).remark == ""


@pytest.mark.parametrize(
    "sign", ['"', "\\", "\n", ")", "&", "&quot;", "#", "%22", "%", "'", "é", "\0"]
)
def test_no_drawing_ends_the_address_that_holds_it(sign: str) -> None:
    address = svg_address(f"<svg d={sign}M0>x</svg>")
    assert not set(address) & set('"\\\n&#\0')
    assert unquote(address.partition(",")[2]) == f"<svg d={sign}M0>x</svg>"
