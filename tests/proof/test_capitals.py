"""Words whose capitals a style sheet changes: read as what was promised, and as nothing else."""

from __future__ import annotations

import io
import re

import pikepdf
import pytest

from aidgen.layout.faults import Fault
from aidgen.layout.promises import Promise, Promises
from aidgen.proof.capitals import bound_letters, free_letters
from aidgen.proof.readback import PromiseCheck, Readback, read_back
from tests.sheets import SetDocument, proved, set_document

WORDS = "Engine upgrade of the Straße, 2nd by Élan fi"
SPAN = f"<h2>{WORDS}</h2><p>Plain Words.</p>"
TABLE = "<table><tr><th>Price in Gold</th><td>Ten of Them</td></tr></table>"


def page(
    css: str, body: str = SPAN, family: str = "Source Sans Pro", lang: str = "en"
) -> SetDocument:
    head = f"<title>A title</title><style>body {{ font-family: {family} }} {css}</style>"
    return set_document(f'<html lang="{lang}"><head>{head}</head><body>{body}</body></html>')


def promises(*texts: str) -> Promises:
    return Promises(tuple(map(Promise, texts)))


def kinds(faults: tuple[Fault, ...]) -> set[str]:
    return {fault.kind for fault in faults}


@pytest.mark.parametrize("family", ["Source Sans Pro", "Source Serif Pro"])
@pytest.mark.parametrize(
    "looks",
    [
        *("text-transform: uppercase", "text-transform: lowercase", "text-transform: capitalize"),
        *("font-variant: small-caps", "font-variant: all-small-caps", "letter-spacing: .1em"),
        "font-variant: small-caps; text-transform: uppercase; letter-spacing: -.02em",
    ],
)
def test_what_a_theme_does_to_titles_is_proved(family: str, looks: str) -> None:
    set_page = page(f"h2, th {{ {looks} }}", SPAN + TABLE, family)
    assert set_page.faults == ()
    rows = (("Price in Gold", "Ten of Them"),)
    wanted = Promises((Promise(WORDS), Promise("Plain Words."), Promise("", rows=rows)))
    assert proved(set_page.pdf, wanted, set_page.sheets).faults == ()


@pytest.mark.parametrize(
    ("css", "wanted", "reported"),
    [
        (
            "h2 { text-transform: uppercase }",
            "engine upgrade OF the strasse, 2ND by élan FI",
            set(),
        ),
        ("h2 { text-transform: uppercase }", WORDS.replace("2nd", "3rd"), {"lost"}),
        ("h2 { text-transform: uppercase }", WORDS.replace("upgrade", "up grades"), {"lost"}),
        ("p { text-transform: uppercase }", WORDS.replace("Engine", "engine"), {"lost"}),
        ("", WORDS.replace("Engine", "engine"), {"lost"}),
    ],
)
def test_only_capitals_that_are_changed_may_be_others(
    css: str, wanted: str, reported: set[str]
) -> None:
    found = proved(page(css).pdf, promises(wanted, "Plain Words."), page(css).sheets)
    assert kinds(found.faults) == reported


@pytest.mark.parametrize(
    ("language", "title", "printed"),
    [
        ("de", "Größe und Maß", "GRÖSSEUNDMASS"),
        ("tr", "Kılıç ile iz", "KILIÇİLEİZ"),
        ("el", "Γάιδαρος ή ΐ", "ΓΑΪΔΑΡΟΣΗΪ"),
    ],
)
def test_titles_in_capitals_are_read_in_any_language(
    language: str, title: str, printed: str
) -> None:
    set_page = page("h2 { text-transform: uppercase }", f"<h2>{title}</h2><p>1</p>", lang=language)
    assert bound_letters(read_back(set_page.pdf).words).upper() == f"{printed}1"
    assert proved(set_page.pdf, promises(title, "1"), set_page.sheets).faults == ()
    wrong = proved(set_page.pdf, promises(title.replace(title[1], "o"), "1"), set_page.sheets)
    assert kinds(wrong.faults) == {"lost"}


def read_parts(*parts: str) -> Readback:
    """Return texts as read back; those in capitals may be read as either case."""
    texts = [free_letters(part) if part.isupper() else part.replace(" ", "") for part in parts]
    words = "".join(texts)
    return Readback(words, (), (), ((0, 1),), words, {(0, 0): 0}, {})


def test_the_nearest_of_two_texts_that_are_alike_is_read() -> None:
    # the title in capitals, not the same word further on in another text
    readback = read_parts("WOLF", "Die Größe", "Ein Wolf lebt")
    wanted = [*map(Promise, ("Wolf", "Die Größe", "Ein Wolf lebt"))]
    check = PromiseCheck(readback, wanted)
    assert check.faults() == ()
    assert check.places == (range(4), range(4, 12), range(12, 23))
    (fault,) = PromiseCheck(readback, [wanted[0], wanted[0], wanted[1]]).faults()
    assert str(fault) == "“Die Größe” is not printed in its place"


def test_a_page_number_after_a_title_that_capitals_make_longer_is_that_of_its_page() -> None:
    words = free_letters("GRÖSSE") + "2" + free_letters("GRÖSSE")
    readback = Readback(words, (), (), ((0, 1), (7, 2)), words, {}, {})
    assert PromiseCheck(readback, [Promise("Größe"), Promise("Größe")]).faults() == ()


def test_words_after_one_that_capitals_make_longer_are_apart() -> None:
    body = "<p><strong>Straße</strong> am Fluss</p>"
    set_page = page("strong { text-transform: uppercase }", body, lang="de")
    found = proved(set_page.pdf, promises("Straße am Fluss"), set_page.sheets)
    assert found.faults == ()


def test_a_capital_that_is_missing_in_capitals_is_reported() -> None:
    set_page = page("h2 { text-transform: uppercase; font-kerning: none }", f"<h2>{WORDS}</h2>gnN")
    with pikepdf.open(io.BytesIO(set_page.pdf)) as document:
        content = document.pages[0].Contents.read_bytes()
        n, capital = re.findall(rb"<(\w{4})>", content)[-2:]
        first = content.index(b"<" + capital + b">")
        edited = content[:first] + b"<" + n + b">" + content[first + 6 :]
        document.pages[0].Contents = document.make_stream(edited)
        out = io.BytesIO()
        document.save(out)
    found = proved(out.getvalue(), promises(WORDS, "gnN"), set_page.sheets)
    assert {"astray", "lost"} <= kinds(found.faults)


def test_a_font_without_small_capitals_is_a_doubt() -> None:
    (doubt,) = page("em { font-variant: small-caps }", "<p>No <em>slanted</em> ones</p>").faults
    assert doubt.is_doubt
    assert str(doubt) == ("page 1: Source Sans Pro slanted has no small capitals")
