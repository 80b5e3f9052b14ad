"""Low ink and large print: measured on pixels, and by the type that was set."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import replace
from functools import cache

import pypdfium2
import pytest
from PIL import Image, ImageFilter

from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import PAPERS, PT_PER_MM, Size
from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK, load
from aidgen.language.localize import localize
from aidgen.page.kinds import KINDS
from aidgen.page.kinds.cards import large_scale
from aidgen.page.kinds.sheet import on_page
from aidgen.page.pieces import Choice, Leaf, Piece
from aidgen.page.render import render
from aidgen.page.scaling import scale_lengths
from aidgen.page.stylesheet import enlarge_type, enlarged_size, with_legible_type
from aidgen.pipeline.pagination import compose, paginate
from aidgen.press.pieces.typeset import typeset_pieces
from aidgen.proof.pieces import ExpectedPiece, check_pieces
from tests.inks import inks
from tests.mini import MINI, aid_of
from tests.sheets import SetDocument, pieces_of, set_all, smallest

EMBER_KEEP = BUNDLED_PACK / "examples" / "ember-keep"
LOW, LARGE = PrintOptions(ink="low"), PrintOptions(large=True)
STROKE = 5
"""In pixels at 56 dpi: what is as wide both ways, 2.3 mm, is no letter or line but a ground."""


@cache
def printed(aid: str, choices: PrintOptions) -> SetDocument:
    game_data = localize(load(MINI, "mini"), {}, "en")
    return set_all(smallest(pieces_of(render(game_data, aid, (BUNDLED_PACK,), choices))))


def grounds(document: SetDocument) -> float:
    """Return how much ink there is in grounds, as a part of a page that is black."""
    found = []
    with pypdfium2.PdfDocument(io.BytesIO(document.pdf)) as pdf:
        for page in pdf:
            picture: Image.Image = page.render(scale=56 / 72).to_pil().convert("L")
            for _ in range(STROKE // 2):  # as one filter of `STROKE`, in a third of the time
                picture = picture.filter(ImageFilter.MaxFilter(3))
            tones = enumerate(picture.histogram())
            dark = sum((255 - tone) * pixels for tone, pixels in tones)
            found.append(dark / 255 / (picture.width * picture.height))
    return sum(found)


@pytest.mark.parametrize("aid", ["board", "deck", "book", "screen", "counters"])
def test_low_ink_has_at_most_a_third_of_the_grounds_and_says_the_same(aid: str) -> None:
    normal, low = printed(aid, NO_OPTIONS), printed(aid, LOW)
    assert low.faults == ()
    assert grounds(normal) > 0.001
    assert grounds(low) <= grounds(normal) / 3
    said = [[run.text for sheet in one.sheets for run in sheet.runs] for one in (normal, low)]
    assert said[0] == said[1]


@cache
def of_kind(kind: str, choices: PrintOptions) -> bytes:
    """Return the first aid of a kind, its pieces each on a page."""
    game_data, name = aid_of(kind)
    return set_all(smallest(pieces_of(render(game_data, name, (BUNDLED_PACK,), choices)))).pdf


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"grid"}))
def test_of_what_is_no_words_low_ink_takes_at_most_a_third(kind: str) -> None:
    normal, low = (sum(inks(of_kind(kind, ink), words=False)) for ink in (NO_OPTIONS, LOW))
    assert 0 < low <= normal / 3


def test_pictures_are_pale_and_all_words_seen_with_little_ink() -> None:
    game_data = localize(load(EMBER_KEEP, "ember-keep"), {}, "en")
    left = []
    for ink in (NO_OPTIONS, LOW):
        parts = render(game_data, "easy-dangers", (EMBER_KEEP, BUNDLED_PACK), ink)
        pieces = smallest(pieces_of(parts))
        made = set_all(pieces)
        known = zip(pieces, made.settings, strict=True)
        proofs = check_pieces(
            made.pdf, [ExpectedPiece(piece.promises, one.sheets) for piece, one in known]
        )
        assert [fault for one in proofs.parts for fault in one.faults] == []
        left.append(sum(inks(made.pdf, words=False)))
    assert left[1] <= left[0] / 3


def test_a_book_breaks_its_pages_alike_with_little_ink() -> None:
    normal, low = (
        [[run.text for run in sheet.runs] for sheet in printed("book", ink).sheets]
        for ink in (NO_OPTIONS, LOW)
    )
    assert normal == low


def test_pages_of_a_sheet_in_large_print_are_upright_and_numbered(mini: GameData) -> None:
    aid = mini.aids["board"]
    tray = aid.blocks["night"].model_copy(update={"height": 61.0, "contents": ()})
    blocks = {**aid.blocks, **{f"tray{number}": tray for number in range(9)}}
    wide = aid.model_copy(update={"landscape": True, "blocks": blocks})
    game_data = mini.model_copy(update={"aids": {**mini.aids, "board": wide}})
    parts = render(game_data, "board", (BUNDLED_PACK,), LARGE).section
    ((page,),) = (leaf.faces for leaf in parts.leaves)
    assert (parts.paper.width, parts.paper.height) == (210, 297)
    _, *more = typeset_pieces([page])[0].sheets
    assert len(more) >= 2, "a tray keeps its height"
    sides = paginate(replace(parts, leaves=(Leaf(page, extent=1 + len(more)),)), LARGE)
    feet = [side.placed[-1].piece.inner for side in sides]
    assert all(f">{number}/{len(feet)}<" in foot for number, foot in enumerate(feet, 1))


@pytest.mark.parametrize("aid", ["book", "board", "pad", "plan"])
def test_large_print_is_at_least_as_large_as_its_kind_says(aid: str) -> None:
    kind = KINDS[load(MINI, "mini").aids[aid].kind]
    document = printed(aid, LARGE)
    assert document.faults == ()
    least = min(run.size for sheet in document.sheets for run in sheet.runs)
    assert least >= kind.large_type - 0.01
    assert kind.large_type == (14 if kind.name == "book" else 12)
    assert {(round(sheet.width), round(sheet.height)) for sheet in document.sheets} >= {(595, 842)}


def test_the_text_of_a_book_in_large_print_has_16_to_18_pt() -> None:
    letters: Counter[float] = Counter()
    for run in (run for sheet in printed("book", LARGE).sheets for run in sheet.runs):
        letters[round(run.size, 1)] += len(run.text)
    assert 16 <= letters.most_common(1)[0][0] <= 18


def test_cards_in_large_print_are_the_same_cards_half_as_large_again(mini: GameData) -> None:
    """Four are on a sheet; nothing is on another line."""
    usual, large = (
        render(mini, "deck", (BUNDLED_PACK,), one).section for one in (NO_OPTIONS, LARGE)
    )
    assert large.trim == Size(round(1.5 * usual.trim.width, 2), round(1.5 * usual.trim.height, 2))
    assert large.paper == usual.paper
    for card, larger in zip(usual.leaves, large.leaves, strict=True):
        for face, scaled in zip(card.faces, larger.faces, strict=True):
            assert scaled.smallest == 1.5 * face.smallest
            small, big = (
                typeset_pieces([one.sized(size)])[0] for one, size in ((face, 8), (scaled, 12))
            )
            assert big.faults == small.faults
            runs, others = (
                [run for sheet in one.sheets for run in sheet.runs] for one in (small, big)
            )
            assert [run.text for run in others] == [run.text for run in runs]
            assert [run.size for run in others] == pytest.approx(
                [1.5 * run.size for run in runs], abs=0.1
            )
    assert len(compose((large,))) >= len(compose((usual,)))


def test_a_card_in_large_print_is_no_larger_than_paper() -> None:
    assert large_scale(Size(63, 88)) == 1.5
    assert large_scale(Size(150, 200)) == 1.25
    assert large_scale(Size(191, 250)) == 1


def test_a_screen_in_large_print_is_on_a3_unless_a_paper_is_chosen(mini: GameData) -> None:
    found = [
        render(mini, "screen", (BUNDLED_PACK,), choices).section.pieces[0]
        for choices in (NO_OPTIONS, LARGE, PrintOptions(large=True, paper="letter"))
    ]
    usual, large, letter = found
    assert sides(large) == [297, 420]
    assert (large.size.width > large.size.height) == (usual.size.width > usual.size.height)
    assert large.choice
    assert usual.choice
    assert large.choice.most > usual.choice.most
    assert sides(letter) == [215.9, 279.4]


def sides(page: Piece) -> list[float]:
    return sorted((page.size.width, page.size.height))


def test_lengths_are_scaled_and_nothing_else() -> None:
    sheet = (
        "<style>a { width: .4mm; margin: calc(1.0mm - .5 * var(--x)) -2pt; line-height: 1.2;\n"
        '  background: url("data:,9mm") 0 0 / 50% 3em; color: #123; --y: +2.50MM }</style>'
    )
    assert scale_lengths(sheet, 1.5) == (
        "<style>a { width: 0.6mm; margin: calc(1.5mm - .5 * var(--x)) -3pt; line-height: 1.2;\n"
        '  background: url("data:,9mm") 0 0 / 50% 3em; color: #123; --y: 3.75MM }</style>'
    )


@pytest.mark.parametrize("aid", ["deck", "board", "pad", "plan", "screen", "counters"])
def test_nothing_on_a_full_page_is_smaller_than_its_kind_allows(aid: str) -> None:
    """Numbers of steps and marks in boxes are a part of the type, which a full page has least."""
    least = min(run.size for sheet in printed(aid, NO_OPTIONS).sheets for run in sheet.runs)
    assert least >= KINDS[load(MINI, "mini").aids[aid].kind].smallest_type - 0.01


def test_type_smaller_than_that_around_it_ends_where_it_can_just_be_read() -> None:
    sheet = (
        "a { font-size: .8em } b { font-size: var(--disc-type) } c { font-size: 1.2em; x: .5em }"
    )
    assert with_legible_type(sheet, 8) == (
        "a { font-size: max(.8em, 8pt) } b { font-size: max(var(--disc-type), 8pt) } "
        "c { font-size: 1.2em; x: .5em }"
    )


def test_headlines_grow_less_than_the_text_and_nothing_is_smaller_than_it() -> None:
    sheet = "a { font-size: 9pt; } b { font-size: 17pt } c { font-size: .8em } d { width: 9pt }"
    assert enlarge_type(sheet, 1.5) == (
        "a { font-size: 13.5pt; } b { font-size: 19.8pt } c { font-size: 1em } d { width: 9pt }"
    )
    assert enlarge_type("i { font-size: 36pt } :root { --disc: 4mm }", 1.5) == (
        "i { font-size: 36pt } :root { --disc: 6mm }"
    )
    assert enlarge_type(sheet, 1.0) == sheet


@pytest.mark.parametrize("factor", [1.2, 1.35, 14 / 9, 2.0])
def test_titles_of_chapters_stay_a_step_larger_than_those_of_sections(factor: float) -> None:
    chapter, section, text = (enlarged_size(size, factor) for size in (17, 11.5, 9.4))
    assert chapter >= 1.2 * section
    assert section > 1.05 * text


@pytest.mark.parametrize(
    ("paper", "most"), [("A5", 14.0), ("A4", 14.0), ("Letter", 14.0), ("A3", 19.8)]
)
def test_what_is_larger_than_a4_may_have_larger_type(paper: str, most: float) -> None:
    for page in (PAPERS[paper], PAPERS[paper].turned()):
        found = on_page(Choice(8.0, 14.0), page)
        assert found.least == 8.0
        assert found.most == pytest.approx(most, abs=0.1)


@pytest.mark.parametrize(
    ("paper", "size"), [("", 9.4), ("letter", 9.4), ("legal", 10.4), ("a3", 12.7)]
)
def test_a_book_on_larger_paper_has_larger_type_and_no_long_lines(paper: str, size: float) -> None:
    made = render(
        localize(load(MINI, "mini"), {}, "en"), "book", (BUNDLED_PACK,), PrintOptions(paper=paper)
    ).book
    assert made is not None
    assert made.body.whole.type_size == pytest.approx(size, abs=0.05)
    assert (made.paper.width - 27) * PT_PER_MM / size < 42
