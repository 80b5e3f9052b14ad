"""Pictures are named in HTML while it is asked for, and stand in it otherwise."""

from __future__ import annotations

from aidgen.assets.files import files_of, named_pictures, naming_pictures
from aidgen.assets.pictures import read_picture

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0%s"/></svg>'


def test_a_picture_that_is_named_twice_is_one_file() -> None:
    one, other = read_picture(SVG % b"H4"), read_picture(SVG % b"V4")
    assert one.address.startswith("data:image/svg+xml;base64,")
    with naming_pictures():
        html = f"<img src='{one.address}'><p style='background:url({one.address})'>"
        assert other.address != one.address
        pictures = named_pictures()
    assert len(pictures) == 2
    assert list(files_of(html, pictures).values()) == [one.content]
    assert one.address.startswith("data:")
