from __future__ import annotations

import io
import re
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

import pikepdf
import pytest
from PIL import Image

from aidgen.assets.faces import faces
from aidgen.game.data import GameData
from aidgen.game.figures import Range, Raw
from aidgen.game.load import BUNDLED_PACK
from aidgen.language.localize import localize
from aidgen.language.quantities import is_same_figure, parse_figure, write_figure
from aidgen.layout.faults import Fault
from aidgen.layout.promises import Margin, Promise, Promises
from aidgen.page.layout import LaidLine, Run
from aidgen.page.render import render
from aidgen.proof.accessibility import check_document_tags, check_tags
from aidgen.proof.pictures import THUMBNAIL_WIDTH, thumbnail
from aidgen.proof.pieces import Proof, check_pieces
from aidgen.proof.readback import read_back
from aidgen.proof.structure import StructureTree
from tests.mutants import HARMLESS, KINDS, Clean, clean, every, mutant, sample
from tests.opened import NoPlace
from tests.shared import shared
from tests.sheets import SetDocument, pieces_of, proved, set_document

TEXT = "Every hero has twelve health. Heroes rest at night; they heal by one."
EACH = 1
"""How many mutants of a kind; `bench/mutations.py` tries many more."""


DOCUMENTS = (
    ("expedition", "damage-tables", "fr", 1),
    ("expedition", "player-cards", "fr", 4),
    ("argosia", "states", "fr", 1),
    ("gloomhaven", "conditions", "en", 1),
    ("pilgrims-loot", "gm-page", "fr", 1),
)


@pytest.fixture(scope="session")
def documents() -> list[Clean]:
    return shared("documents to be mutated", lambda: [sample(*words) for words in DOCUMENTS])


def made(body: str, css: str = "") -> SetDocument:
    head = f"<title>A title</title><style>body{{font-family:Source Sans Pro}}{css}</style>"
    return set_document(f'<html lang="en"><head>{head}</head><body>{body}</body></html>')


def proof(body: str, *texts: str | Promise, css: str = "", pictures: tuple[str, ...] = ()) -> Proof:
    page = made(body, css)
    promises = tuple(text if isinstance(text, Promise) else Promise(text) for text in texts)
    return proved(page.pdf, Promises(promises, pictured=tuple(pictures)), page.sheets)


def reported(proof: Proof) -> tuple[str, ...]:
    return tuple(map(str, proof.faults))


def changed(content: bytes, what: str) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as document:
        if what == "Lang":
            del document.Root.Lang
        elif what == "Title":
            del document.docinfo["/Title"]
        elif what == "tags":
            del document.Root.StructTreeRoot
        document.save(out)
    return out.getvalue()


# Texts --------------------------------------------------------------------------------------------


def test_a_clean_pdf_passes_and_is_counted() -> None:
    table = Promise("T", (("A", "B"), ("1", "2")))
    html = "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>"
    found = proof(f"<p>{TEXT}</p><p>So.</p>{html}", TEXT, "So.", table)
    assert replace(found, inked=()) == Proof((), 2, 4, len(TEXT) + 3 + 4, (1, 1, 0))
    (inked,) = found.inked
    assert len(inked) == 6
    assert all(0 < left < right and 0 < bottom < top for left, bottom, right, top in inked)


def test_texts_have_to_follow_each_other() -> None:
    assert proof("<p>first</p><p>second</p>", "first", "second").faults == ()
    wrong = proof("<p>second</p><p>first</p>", "first", "second")
    assert reported(wrong) == ("“second” is not printed in its place",)


def test_a_number_that_nobody_promised_is_reported() -> None:
    assert proof("<p>first</p><p>so</p><p>second</p>", "first", "second").faults == ()
    wrong = proof("<p>first</p><p>3</p><p>second</p>", "first", "second")
    (number,) = reported(wrong)
    assert number.startswith(
        "page 1: has “3” after “first”, which is not in the source, expected each"
    )
    assert proof("<p>first</p><p>so 3</p>", "first").faults != ()
    assert proof("<p>3</p><p>first</p>", "first").faults != ()


@pytest.mark.parametrize(("number", "faults"), [(2, 0), (1, 1), (3, 1)])
def test_the_page_numbers_of_contents_are_those_of_their_chapters(number: int, faults: int) -> None:
    chapters = "<h1 style='break-before:page'>One</h1><h1 style='break-before:page'>Two</h1>"
    found = proof(f"<p>One</p><p>{number}</p><p>Two</p><p>3</p>{chapters}", *["One", "Two"] * 2)
    assert len(found.faults) == faults


def test_texts_that_nobody_promised_may_stand_between_two_but_not_many() -> None:
    assert proof(f"<p>first</p><p>{'so ' * 9}</p><p>second</p>", "first", "second").faults == ()
    assert proof(f"<p>first</p><p>{'so ' * 900}</p><p>second</p>", "first", "second").faults != ()


@pytest.mark.parametrize(
    "body",
    [
        "<p>Every hero has</p><p>Heroes rest at night; they heal by one.</p>",
        "<p>Every hero has twelve health. Heroes rest at night; they heal by</p>",
        "<p>Every hero has eleven health. Heroes rest at night; they heal by one.</p>",
        "<p></p>",
    ],
)
def test_words_that_are_missing_or_changed_are_reported(body: str) -> None:
    assert reported(proof(body, TEXT)) == (f"“{TEXT}” is missing or incomplete",)


def test_text_that_is_hidden_is_reported() -> None:
    assert proof(f"<p style='display:none'>{TEXT}</p>", TEXT).faults != ()


@pytest.mark.parametrize(
    "css",
    [
        "p { width: 25mm; hyphens: auto; text-align: justify }",
        "@page { size: 60mm 24mm; margin: 3mm } p { orphans: 1; widows: 1 }",
        "p { letter-spacing: .1em }",
        "p { color: #fff; background: #753 }",
        "p { text-decoration: underline; font-style: italic }",
        "p { transform: rotate(90deg); width: 60mm; margin: 60mm }",
        "p { transform: scale(.8) translate(2mm, 3mm) }",
    ],
)
def test_lines_pages_and_looks_may_change_a_text(css: str) -> None:
    assert proof(f"<p>{TEXT}</p>", TEXT, css=css).faults == ()


@pytest.mark.parametrize("spacing", ["normal", ".02em", ".08em"])
def test_stretched_spaces_beside_other_styles_are_no_faults(spacing: str) -> None:
    css = f"p {{ width: 26mm; text-align: justify; letter-spacing: {spacing} }}"
    html = "<p>garçon – “vif – « <em>actif</em>’s (bref – ; « <strong>actif</strong> ? (» : jour"
    text = re.sub("<[^>]+>", "", html)
    assert proof(f"{html}</p>" * 4, *[text] * 4, css=css).faults == ()


def test_ligatures_and_signs_are_read_as_they_were_written() -> None:
    text = "Œuf, ﬁn – “fifty” ½ ≥ 5 × 2 … € −3 9-11"
    assert proof(f"<p>{text}</p>", text).faults == ()


def test_every_face_is_ours_by_its_name_in_the_pdf() -> None:
    styles = ["", "font-style:italic", "font-weight:600", "font-weight:900"]
    styles += ["font-weight:bold", "font-weight:bold;font-style:italic"]
    styles += ["font-weight:600;font-style:italic"]
    families = ["Source Sans Pro", "Source Serif Pro"]
    for family in families:
        body = "".join(f"<p style='font-family:{family};{style}'>Abc 12</p>" for style in styles)
        assert proof(body, *["Abc 12"] * len(styles)).faults == ()
    ours = [name for name in faces() if name.startswith("Source-")]
    assert len(ours) == len(styles) * len(families)


def test_a_promise_that_stands_twice_is_reported_once_and_has_to_be_kept_twice() -> None:
    assert len(proof("<p>x</p>", "absent", "absent").faults) == 1
    assert proof("<p>twice</p>", "twice", "twice").faults != ()
    assert proof("<p>twice</p><p>twice</p>", "twice", "twice").faults == ()


@pytest.mark.parametrize(
    ("what", "lack"),
    [
        ("Lang", "has no language, or an unknown one"),
        ("Title", "has no title, or two different ones"),
        ("tags", "cannot be read aloud: it is not tagged"),
    ],
)
def test_what_a_pdf_lacks_is_reported(what: str, lack: str) -> None:
    lacking = changed(made("<h1>x</h1>").pdf, what)
    with pikepdf.open(io.BytesIO(lacking)) as document:
        assert str(check_document_tags(StructureTree(document))[0]) == lack
    if what == "tags":
        assert reported(Proof(check_tags(lacking, ""), 0, 0, 0)) == (lack,)


def test_a_character_that_none_of_our_fonts_has_is_reported() -> None:
    wrong = reported(proof("<p>𓀀 abc</p>", "𓀀 abc"))
    assert any("has a glyph that is no character" in fault for fault in wrong)
    assert any("is read as “𓀀” where its font Source-Sans-Pro draws “”" in one for one in wrong)
    assert any("is in none of our fonts" in str(one) for one in made("<p>𓀀 abc</p>").faults)


# Tables -------------------------------------------------------------------------------------------


TABLE = Promise("Wounds", (("Roll", "Wound"), ("1", "arm"), ("2", "leg")))


def table(*rows: tuple[str, ...]) -> str:
    cells = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (TABLE.rows, ""),
        ((*TABLE.rows[:2], ("2", "log")), "row 3 reads 2 | log, expected 2 | leg"),
        ((*TABLE.rows[:2], ("leg", "2")), "row 3 reads leg | 2, expected 2 | leg"),
        ((*TABLE.rows[:2], ("2", "")), "row 3 reads 2 | , expected 2 | leg"),
        (TABLE.rows[:2], "row 3 reads , expected 2 | leg"),
        ((*TABLE.rows, ("3", "eye")), "has 4 rows, expected 3"),
        ((TABLE.rows[0], TABLE.rows[2], TABLE.rows[1]), "row 2 reads 2 | leg, expected 1 | arm"),
    ],
)
def test_every_cell_is_held_against_its_promise(
    rows: tuple[tuple[str, ...], ...], fault: str
) -> None:
    expected = (f"table “Wounds”: {fault}",) if fault else ()
    assert reported(proof(table(*rows), TABLE)) == expected


def test_a_table_too_many_or_too_few_is_reported() -> None:
    twice = table(*TABLE.rows) * 2
    assert reported(proof(twice, TABLE)) == ("has 2 tables, expected 1",)
    assert reported(proof("<p>x</p>", TABLE)) == ("has 0 tables, expected 1",)


def test_every_cell_is_held_against_the_canon_whatever_the_language_wrote() -> None:
    none, one, two = (None, None), Fraction(1), Fraction(2)
    figures = (none, (one, Fraction(7, 5)), (two, Range(9, 12)))
    promise = Promise("T", (("Roll", "Wound"), ("1", "1,4"), ("2", "9–12")), figures=figures)
    assert proof(table(*promise.rows), promise).faults == ()
    for wrong, fault in (
        ((none, (one, Fraction(8, 5)), figures[2]), "row 2 has 1,4, the game has 8/5"),
        ((*figures[:2], (Fraction(3), Range(9, 12))), "row 3 has 2, the game has 3"),
        ((*figures[:2], (two, Range(9, 13))), "row 3 has 9–12, the game has 9-13"),
        ((*figures[:2], (two, Range(9, None))), "row 3 has 9–12, the game has 9+"),
    ):
        other = replace(promise, figures=wrong)
        assert reported(proof(table(*promise.rows), other)) == (f"table “T”: {fault}",)


@pytest.mark.parametrize("locale", ["de", "en", "fr"])
def test_a_language_that_writes_a_wrong_figure_is_reported(
    mini: GameData, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    def faults() -> tuple[str, ...]:
        pieces = pieces_of(render(localize(mini, {}, locale), "book", (BUNDLED_PACK,)))
        found: list[str] = []
        for piece in (piece for piece in pieces if "Wounds" in piece.inner):
            page = set_document(piece.html)
            found += reported(proved(page.pdf, piece.promises, page.sheets))
        return tuple(found)

    assert faults() == ()
    right = write_figure

    def wrong(raw: Raw, locale: str, dice: str = "d", decimals: int = 0) -> str:
        other = Fraction(5, 2) if raw == Fraction(3, 2) else raw
        return right(other, locale, dice, decimals)

    monkeypatch.setattr("aidgen.language.localize.write_figure", wrong)
    point = "." if locale == "en" else ","
    assert f"table “Wounds”: row 3 has 2{point}5, the game has 3/2" in faults()


def test_tables_in_three_languages_have_the_figures_of_the_canon(expedition: GameData) -> None:
    rows = [part.rows for part in expedition.tables["damage"].parts.values()]
    games_data = [[cell.raw for row in part.values() for cell in row.values()] for part in rows]
    for locale in ("de", "en", "fr"):
        tables = read_back(sample("expedition", "damage-tables", locale).pdf).tables
        damage = [table[1:] for table in tables if len(table) == 10]
        found = [[parse_figure(cell) for row in table for cell in row] for table in damage]
        assert len(found) == len(games_data) == 5
        for here, there in zip(found, games_data, strict=True):
            assert len(here) == len(there)
            assert all(
                one is not None and is_same_figure(one, two)
                for one, two in zip(here, there, strict=True)
            )


# Pictures -----------------------------------------------------------------------------------------

PICTURE = (
    "<p>x</p><svg xmlns='http://www.w3.org/2000/svg' width='200' height='60'>"
    "<text x='9' y='20' font-size='14' font-family='Source Sans Pro'>{}</text></svg>"
)


def test_the_words_of_a_picture_are_read() -> None:
    assert proof(PICTURE.format("Tier 3"), pictures=("Tier 3",)).faults == ()
    assert proof(PICTURE.format("Tier 4"), pictures=("Tier 3",)).faults != ()
    assert proof(PICTURE.format(""), pictures=("Tier 3",)).faults != ()


# Places and ink -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<p style='color:#fff'>pale</p>", "page 1: “pale” cannot be seen"),
        ("<p style='color:#fff'>pale <b style='color:#000'>dark</b></p>", "“pale” cannot be seen"),
        (
            "<p>dark</p><p style='position:absolute;top:0;left:0;width:3mm;height:9mm;"
            "background:#fff'></p>",
            "“dark” cannot be seen whole: “d” is lost",
        ),
        (
            "<p style='color:#d4d4d4'>pale</p>",
            "“pale” cannot be read: #d4d4d4 on #ffffff is a contrast of 1.5 : 1, "
            "expected at least 3 : 1",
        ),
        (
            "<p style='background:#ff6;color:#fff'>One</p>",
            "“One” cannot be seen: #ffffff on #ffff66 is a contrast of 1.1 : 1",
        ),
        ("<p style='opacity:.1'>pale</p>", "cannot be seen"),
        ("<p style='background:#000'>dark</p>", "cannot be seen"),
        ("<p style='background:#700;color:#080'>same grey</p>", "cannot be read"),
        ("<p style='height:.5em;overflow:hidden'>cut off</p>", "cannot be seen"),
        (
            "<p>under</p><div style='position:absolute;left:0;right:0;top:0;height:9mm;"
            "background:#ddd'></div>",
            "cannot be seen",
        ),
        ("<p>one line</p><p style='margin-top:-2em'>another</p>", "overlap"),
        ("<p style='margin-left:-90mm'>out</p>", "reaches over the edge"),
        ("<p style='margin-top:-40mm'>out</p>", "reaches over the edge"),
    ],
)
def test_text_that_cannot_be_read_is_reported(body: str, fault: str) -> None:
    wrong = reported(proof(body))
    assert any(fault in one for one in wrong), wrong


def test_what_stands_in_a_margin_is_held_against_what_was_promised_there() -> None:
    page = made("<p>x</p>", "@page { @top-left { content: 'Ferry &amp; Night' } }")
    margin = Margin("top-left", "Ferry & Night", 0, context="ferry.game.title")
    promises = Promises((Promise("x"),), (margin,))
    (fault,) = proved(page.pdf, promises, page.sheets).faults
    assert str(fault) == (
        "page 1: has “Ferry &amp; Night” in its margin at the top-left, expected “Ferry & Night”"
    )
    assert fault.context == "ferry.game.title"
    right = replace(margin, words="Ferry &amp; Night")
    assert proved(page.pdf, replace(promises, margins=(right,)), page.sheets).faults == ()


def test_a_line_that_ends_too_early_is_reported_with_its_text() -> None:
    page = made("<p>This roll is for you.</p>")
    line = LaidLine("This", room=60.0, following="roll", width=20.0, context="x.rules.a.text")
    (sheet,) = page.sheets
    (fault,) = proved(page.pdf, Promises(), [replace(sheet, lines=(line,))]).faults
    assert str(fault) == "page 1: “This” is on a line that has room for “roll”"
    assert fault.context == "x.rules.a.text"


def test_what_cannot_be_seen_is_reported_with_its_text_and_its_card() -> None:
    cells = "<table><tr><td>1</td><td style='color:#fff'>two</td></tr></table>"
    rows = Promise("T", (("1", "two"),), context="x.tables.t", box="cards.b.front")
    words = Promise("a pale text", context="x.rules.a.text", box="cards.a.front")
    body = f"<p style='color:#eee'>a pale text</p>{cells}"
    pale, cell = proof(body, words, rows).faults
    assert (pale.kind, pale.context, pale.box) == ("pale", "x.rules.a.text", "cards.a.front")
    assert (pale.page, cell.page) == (1, 1)
    assert (cell.kind, cell.context, cell.box) == ("unseen", "x.tables.t", "cards.b.front")


def test_text_is_looked_for_where_it_was_laid_out() -> None:
    page = made("<p>There</p>")
    ((run,),) = (sheet.runs for sheet in page.sheets)
    (sheet,) = page.sheets
    for other in (
        Run(run.text, run.x + 1.5, run.y, run.width, run.size),
        Run(run.text, run.x, run.y - 1.5, run.width, run.size),
        Run(run.text, run.x, run.y, run.width + 3, run.size),
        Run(run.text, run.x, run.y, run.width, run.size * 1.05),
        Run(run.text, run.x, run.y, run.width, run.size, 5),
        Run("Here", run.x, run.y, run.width, run.size),
    ):
        assert proved(page.pdf, Promises(), [replace(sheet, runs=(other,))]).faults != ()
    assert proved(page.pdf, Promises(), [sheet]).faults == ()
    assert reported(proved(page.pdf, Promises(), [sheet, replace(sheet, runs=())])) == (
        "has 1 pages, laid out were 2",
    )


# Mutants ------------------------------------------------------------------------------------------


def test_no_clean_pdf_is_refused(documents: list[Clean]) -> None:
    rulebook = clean("expedition", "rulebook", "en")
    tokens = clean("pilgrims-loot", "tokens", "fr")
    for document in (*documents, rulebook, tokens):
        proofs = document.proofs()
        assert every(proofs) == (), document.name
        assert sum(proof.glyphs for proof in proofs.parts) > 350, document.name


def mutants(documents: list[Clean], kind: str, number: int) -> list[tuple[str, Clean, bytes]]:
    """Return mutants of a kind; each kind begins with another document."""
    found: list[tuple[str, Clean, bytes]] = []
    first = (*KINDS, *HARMLESS).index(kind)
    for seed in range(first, first + 10 * number):
        document = documents[seed % len(documents)]
        try:
            pdf = mutant(document.pdf, kind, seed)
        except NoPlace:
            continue
        found.append((f"{kind}, {document.name}, seed {seed}", document, pdf))
        if len(found) == number:
            break
    assert len(found) == number
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_mutant_is_caught(documents: list[Clean], kind: str) -> None:
    for name, document, pdf in mutants(documents, kind, EACH):
        assert document.faults(pdf), f"missed: {name}"


@pytest.mark.parametrize("kind", HARMLESS)
def test_a_change_that_nobody_would_notice_is_not_reported(
    documents: list[Clean], kind: str
) -> None:
    for name, document, pdf in mutants(documents, kind, 3):
        assert document.faults(pdf) == (), f"false alarm: {name}"


def test_ink_is_looked_at_on_pages_that_were_not_seen(documents: list[Clean]) -> None:
    document = documents[1]
    ((_, _, pdf),) = mutants([document], "picture on a free place", 1)

    def reported(seen: Collection[int]) -> list[tuple[Fault, ...]]:
        return [part.faults for part in check_pieces(pdf, document.parts, seen).parts]

    whole = reported(())
    (page,) = (number for number, faults in enumerate(whole) if faults)
    others = {*range(len(whole))} - {page}
    assert len(others) > 1
    assert reported(others) == whole
    assert not any(reported({page}))
    assert not any(reported(range(len(whole))))


# Thumbnails ---------------------------------------------------------------------------------------


def test_the_thumbnail_is_a_picture_of_the_first_page() -> None:
    picture = Image.open(io.BytesIO(thumbnail(made("<p>x</p>", "@page { size: A5 }").pdf)))
    assert picture.format == "PNG"
    assert max(picture.size) == pytest.approx(THUMBNAIL_WIDTH, abs=1)
    assert picture.size[0] < picture.size[1]
