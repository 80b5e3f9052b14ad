"""Families of type made ready: found in packages, named by what is in them, refused if no fonts."""

from __future__ import annotations

import io

import pytest
from fontTools.ttLib import TTFont

from aidgen.assets.faces import face_named, face_of, is_face, our_faces
from aidgen.assets.families import (
    Family,
    FontFiles,
    faces_of,
    is_known,
    package_files,
    prepare_family,
)
from aidgen.assets.files import AssetError
from aidgen.assets.fonts import font_files

REGULAR = next(path for path in font_files() if path.name == "SourceSansPro-Regular.ttf")


@pytest.fixture(scope="module")
def vollkorn() -> Family:
    """Return a variable family of a package."""
    return prepare_family(package_files("Vollkorn"))


def test_a_variable_family_has_every_weight_under_a_name_of_its_own(vollkorn: Family) -> None:
    assert vollkorn.label == "Vollkorn"
    assert vollkorn.upright == vollkorn.slanted == (400, 600, 700)
    assert vollkorn.name.startswith("Vollkorn T")
    widths = []
    for weight in (400, 600, 700):
        face = face_of((vollkorn.name,), weight, False)
        assert face is not None
        assert face.path in faces_of(vollkorn.name)
        widths.append(face.length("Hamburgefonts"))
    assert widths == sorted(set(widths))


def test_a_face_is_found_by_the_name_that_a_pdf_gives_it(vollkorn: Family) -> None:
    name = f"{vollkorn.name.replace(' ', '-')}-Bold-Italic"
    assert face_named(name) is face_of((vollkorn.name,), 700, True)
    assert name not in our_faces()
    assert not is_face(name.replace("-T", "-Tg"))


def test_one_weight_stands_for_all_of_a_family_of_titles() -> None:
    found = prepare_family(package_files("Lilita One"))
    assert (found.upright, found.slanted) == ((400,), ())
    assert is_known(found.name)
    assert not is_known("Lilita One")


def test_another_content_is_another_name() -> None:
    content = REGULAR.read_bytes()
    with TTFont(io.BytesIO(content)) as font:
        font["OS/2"].usWeightClass = 500
        out = io.BytesIO()
        font.save(out)
    one, other = (prepare_family(FontFiles("Mine", (each,))) for each in (content, out.getvalue()))
    assert one.name != other.name
    assert one.name.startswith("Mine T")
    assert other.name.startswith("Mine T")


def test_a_family_that_is_not_there_says_what_to_install() -> None:
    with pytest.raises(AssetError) as refused:
        package_files("No Such Family")
    assert "fontpkg-no-such-family" in refused.value.hint


NOT_TRUETYPE = (b"wOF2", b"wOFF", b"OTTO", b"ttcf", b"typ1", b"\0\0\0\0", b"GIF8")


def test_what_is_no_font_or_may_not_be_embedded_is_refused() -> None:
    out, unnamed = io.BytesIO(), io.BytesIO()
    with TTFont(REGULAR) as font:
        font["OS/2"].fsType = 2
        font.save(out)
        font["cmap"].tables = []
        font.save(unnamed)
    for content, said in (
        (b"", "is not a font with TrueType outlines"),
        *((start + REGULAR.read_bytes()[4:], "is not a font with") for start in NOT_TRUETYPE),
        (b"\0\1\0\0" + b"\xff" * 500, "not a readable font"),
        (REGULAR.read_bytes()[:3000], "not a readable font"),
        (out.getvalue(), "does not allow"),
        (unnamed.getvalue(), "has no table of Unicode characters (cmap)"),
    ):
        with pytest.raises(AssetError) as refused:
            prepare_family(FontFiles("Mine", (content,)))
        assert said in refused.value.message
