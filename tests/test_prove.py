from __future__ import annotations

import io

import pikepdf
import pytest
from PIL import Image

from aidgen.prove import THUMBNAIL_WIDTH, prove, thumbnail
from aidgen.typeset import typeset

TEXT = "Every hero has twelve health. Heroes rest at night; they heal by one."


def pdf(body: str, css: str = "") -> bytes:
    head = f"<title>A title</title><style>body{{font-family:Source Sans Pro}}{css}</style>"
    return typeset(f'<html lang="en"><head>{head}</head><body>{body}</body></html>', "0" * 32).pdf


def changed(content: bytes, what: str) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as document:
        if what == "Lang":
            del document.Root.Lang
        elif what == "Title":
            del document.docinfo["/Title"]
        elif what == "tags":
            del document.Root.StructTreeRoot
        elif what == "font":
            for item in document.objects:
                if isinstance(item, pikepdf.Dictionary) and "/BaseFont" in item:
                    item.BaseFont = pikepdf.Name("/ABCDEF+Comic-Sans")
        document.save(out)
    return out.getvalue()


def test_a_clean_pdf_passes() -> None:
    assert list(prove(pdf(f"<p>{TEXT}</p>"), [TEXT, "Every hero has twelve health."])) == []


@pytest.mark.parametrize(
    "body",
    [
        "<p>Every hero has</p><p>Heroes rest at night; they heal by one.</p>",
        "<p>Every hero has twelve health. Heroes rest at night; they heal by</p>",
        "<p>Every hero has eleven health. Heroes rest at night; they heal by one.</p>",
        "<p></p>",
    ],
)
def test_words_that_are_missing_or_changed_are_told(body: str) -> None:
    assert list(prove(pdf(body), [TEXT])) == [f"is printed nowhere, or not whole: “{TEXT}”"]


def test_text_that_is_hidden_is_told() -> None:
    assert list(prove(pdf(f"<p style='display:none'>{TEXT}</p>"), [TEXT])) != []


@pytest.mark.parametrize(
    "css",
    [
        "p { width: 25mm; hyphens: auto; text-align: justify }",
        "@page { size: 60mm 24mm; margin: 3mm } p { orphans: 1; widows: 1 }",
        "p { letter-spacing: .1em }",
    ],
)
def test_lines_hyphens_and_pages_may_divide_a_text(css: str) -> None:
    assert list(prove(pdf(f"<p>{TEXT}</p>", css), [TEXT])) == []


def test_ligatures_and_signs_are_read_as_they_were_written() -> None:
    text = "Œuf, ﬁn – “fifty” ½ ≥ 5 × 2 … €"
    assert list(prove(pdf(f"<p>{text}</p>"), [text])) == []


def test_a_promise_that_stands_twice_is_told_once() -> None:
    assert len(list(prove(pdf("<p>x</p>"), ["absent", "absent"]))) == 1


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("Lang", "says no language"),
        ("Title", "has no title"),
        ("tags", "is not tagged"),
        ("font", "embeds the font /ABCDEF+Comic-Sans, which is not ours"),
    ],
)
def test_what_a_pdf_lacks_is_told(what: str, told: str) -> None:
    (found,) = prove(changed(pdf("<p>x</p>"), what), ["x"])
    assert found.startswith(told)


def test_a_character_that_none_of_our_fonts_has_is_told() -> None:
    assert list(prove(pdf("<p>漢 abc</p>"), ["漢 abc"])) == [
        "has no glyph for “漢” (U+6F22): none of our fonts has it"
    ]


def test_the_thumbnail_is_a_picture_of_the_first_page() -> None:
    picture = Image.open(io.BytesIO(thumbnail(pdf("<p>x</p>", "@page { size: A5 }"))))
    assert picture.format == "PNG"
    assert max(picture.size) == pytest.approx(THUMBNAIL_WIDTH, abs=1)
    assert picture.size[0] < picture.size[1]
