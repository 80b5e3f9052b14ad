"""Pieces on sides of paper: copies, backs behind their fronts, crop marks, margins of books."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import PAPERS, Rect, Size
from aidgen.assets.shops import SHOPS
from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK
from aidgen.imposition.sheet import Sheet
from aidgen.language.localize import localize
from aidgen.page.composed import Placed, Side
from aidgen.page.pieces import Book, Document, Leaf, Piece, Section
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.pagination import (
    CROP_MARK_WIDTH,
    Beginning,
    Extent,
    SetBody,
    bind_book,
    booklet_signature,
    compose,
    page_numbers,
)
from aidgen.problems import InputError

A4 = Size(210.0, 297.0)


def deck(game_data: GameData, aid: str = "deck") -> Section:
    parts = render(localize(game_data, {}, game_data.locale), aid, (BUNDLED_PACK,)).section
    return parts


def leaves(game_data: GameData, aid: str) -> Section:
    parts = render(localize(game_data, {}, game_data.locale), aid, (BUNDLED_PACK,)).section
    return parts


def book(game_data: GameData) -> Book:
    parts = render(localize(game_data, {}, game_data.locale), "book", (BUNDLED_PACK,)).book
    assert parts is not None
    return parts


def names(of: Section) -> dict[Piece, str]:
    """Return what the faces of a deck are called."""
    found = {}
    for number, card in enumerate(of.leaves):
        found[card.front] = f"{number}.front"
        if card.back:
            found[card.back] = f"{number}.back"
    return found


def faces(of: Section) -> list[list[tuple[float, float, str]]]:
    """Return, for each side of paper, left and top of each face and what it is called."""
    known = names(of)
    return [
        [(one.left, one.top, known[one.piece]) for one in side.placed if one.piece in known]
        for side in compose((of,))
    ]


# Decks


def test_every_back_lies_behind_its_front(mini: GameData) -> None:
    front, back = faces(deck(mini))
    assert [name for _, _, name in front] == ["0.front", "1.front", "0.front"]
    assert [name for _, _, name in back] == ["0.back", "0.back"]
    behind = {(round(210 - left - 63, 2), top): name for left, top, name in back}
    for left, top, name in front:
        if name == "0.front":
            assert behind[round(left, 2), top] == "0.back"


def test_every_back_of_expedition_lies_behind_its_front(expedition: GameData) -> None:
    looked = 0
    for aid, found in expedition.aids.items():
        if found.kind not in ("cards", "tokens"):
            continue
        made = deck(expedition, aid)
        sides = faces(made)
        two_sided = any(card.back for card in made.leaves)
        assert any(".back" in name for side in sides for _, _, name in side) == two_sided
        for front, back in zip(sides[::2], sides[1::2], strict=True) if two_sided else ():
            fronts = {(round(left, 2), top): name for left, top, name in front}
            for left, top, name in back:
                opposite = fronts[round(210 - left - made.trim.width, 2), top]
                assert opposite.replace(".front", ".back") == name
                looked += 1
    assert looked > 20


def test_copies_of_a_card_are_all_printed(mini: GameData) -> None:
    (card,) = (card for card in mini.cards.values() if card.copies == 2)
    many = mini.model_copy(update={"cards": {"fight": card.model_copy(update={"copies": 10})}})
    assert [len(side) for side in faces(deck(many))] == [9, 9, 1, 1]


def test_a_whole_set_comes_before_the_next_copies(mini: GameData) -> None:
    made = deck(mini)
    one, other = (replace(card, back=None) for card in made.leaves)
    made = replace(made, leaves=(replace(one, copies=3), replace(other, copies=2)))
    (side,) = faces(made)
    assert [name for _, _, name in side] == [f"{i}.front" for i in (0, 1, 0, 1, 0)]


def test_a_deck_without_backs_has_no_sides_for_them(mini: GameData) -> None:
    alone = mini.model_copy(update={"cards": {"night": mini.cards["night"]}})
    assert len(faces(deck(alone))) == 1


def test_no_two_faces_lie_over_each_other_nor_beyond_the_paper(mini: GameData) -> None:
    for aid in ("deck", "counters"):
        made = deck(mini, aid)
        many = replace(made, leaves=tuple(replace(card, copies=30) for card in made.leaves))
        for side in faces(many):
            places = sorted((left, top) for left, top, _ in side)
            assert len(set(places)) == len(places)
            for left, top in places:
                assert 0 <= left <= A4.width - made.trim.width
                assert 0 <= top <= A4.height - made.trim.height
            for one, other in ((a, b) for a in places for b in places if a < b):
                apart = (abs(one[0] - other[0]), abs(one[1] - other[1]))
                assert apart[0] >= made.trim.width + made.gap - 1e-6 or (
                    apart[1] >= made.trim.height + made.gap - 1e-6
                )


def test_the_foot_lies_on_each_face_and_is_read_aloud_on_none(mini: GameData) -> None:
    made = deck(mini)
    assert made.foot
    known = names(made)
    for side in compose((made,)):
        wanted = [
            (one.left + made.foot.left, one.top + made.foot.top)
            for one in side.placed
            if one.piece in known
        ]
        feet = [one for one in side.placed if one.piece == made.foot.piece]
        assert [(one.left, one.top) for one in feet] == wanted
        assert all(one.again for one in feet)


def test_headline_and_notice_are_read_aloud_once(mini: GameData) -> None:
    made = deck(mini)
    for number, side in enumerate(compose((made,)), start=1):
        assert side.placed[0] == Placed(made.headed(number, 2), again=number > 1)
        notice = made.notice
        assert notice
        assert side.placed[-1] == Placed(notice.piece, notice.left, notice.top, again=number > 1)
        assert side.size == A4


def marks(side: Side[Piece]) -> list[Placed[Piece]]:
    return [one for one in side.placed if 'class="crop"' in one.piece.inner]


def test_crop_marks_are_drawn_on_every_side_and_read_aloud_on_none(mini: GameData) -> None:
    made = deck(mini)
    for side in compose((made,)):
        (crop,) = marks(side)
        assert crop.again
        assert (crop.left, crop.top, crop.piece.size) == (0.0, 0.0, A4)
        wanted = list(Sheet(A4, made.trim, made.gap).crop_marks())
        assert crop.piece.inner.count('class="crop"') == len(wanted)
        for mark in wanted:
            place = (
                f"left:{mark.x1 - CROP_MARK_WIDTH / 2:g}mm;top:{mark.y1:g}mm;"
                f"width:{CROP_MARK_WIDTH:g}mm"
            )
            if mark.x1 != mark.x2:
                place = f"left:{mark.x1:g}mm;top:{mark.y1 - CROP_MARK_WIDTH / 2:g}mm"
            assert place in crop.piece.inner


def test_what_is_punched_has_no_crop_marks(mini: GameData) -> None:
    assert not any(map(marks, compose((deck(mini, "counters"),))))


# What a reader chooses


def placed_faces(made: Section, choices: PrintOptions) -> list[str]:
    """Return what lies on each side of paper."""
    known = names(made)
    sides = compose((made,), choices)
    return [
        " ".join(known[one.piece] for one in side.placed if one.piece in known) for side in sides
    ]


def test_all_fronts_come_before_all_backs_on_one_side_of_paper(mini: GameData) -> None:
    made = deck(mini)
    many = replace(made, leaves=tuple(replace(card, copies=6) for card in made.leaves))
    found = placed_faces(many, PrintOptions(single_sided=True))
    assert [side.split(".")[1].split()[0] for side in found] == ["front"] * 2 + ["back"] * 2
    assert all(
        "print-duplex" not in side.placed[0].piece.inner for side in compose((made,), FOLDED)
    )


@pytest.mark.parametrize("shop", ["", "pdf"])
def test_all_fronts_come_before_all_backs_whatever_the_sizes(mini: GameData, shop: str) -> None:
    """A stack is turned over whole: behind a sheet that has no backs there is a blank side."""
    made = deck(mini)
    large, small = (lettered(2, trim, A4, made) for trim in (Size(70.0, 120.0), Size(44.0, 68.0)))
    plain = replace(
        made, leaves=tuple(replace(card, back=None) for card in large.leaves), foot=None
    )
    sides = compose((large, plain, small), PrintOptions(single_sided=True, shop=SHOPS.get(shop)))
    found = [[one.piece.inner for one in side.placed if one.unit] for side in sides]
    if shop:
        assert found == [["0f"], ["1f"]] * 3 + [["0b"], ["1b"]] * 2
        return
    assert found == [["0f", "1f"]] * 3 + [["0b", "1b"], [], ["0b", "1b"]]
    assert not sides[4].placed
    heads = [side.placed[0].piece.inner for side in sides if side.placed]
    assert ["ui.print-duplex" in head for head in heads] == [True, False, True, True, True]


def test_decks_without_backs_have_no_sides_for_them_on_one_side_of_paper(mini: GameData) -> None:
    made = lettered(2, Size(44.0, 68.0), A4, deck(mini))
    plain = replace(made, leaves=tuple(replace(card, back=None) for card in made.leaves))
    assert len(compose((plain, plain), PrintOptions(single_sided=True))) == 2


FOLDED = PrintOptions(gutterfold=True)


def test_a_folded_sheet_has_backs_beside_fronts_and_says_so(mini: GameData) -> None:
    made = deck(mini)
    (side,) = compose((made,), FOLDED)
    assert placed_faces(made, FOLDED) == ["0.front 1.front 0.front 0.back 0.back"]
    assert "ui.print-fold" in side.placed[0].piece.inner
    assert side.size == A4.turned()
    known = names(made)
    at = {(one.left, one.top): known[one.piece] for one in side.placed if one.piece in known}
    backs = [place for place, name in at.items() if name == "0.back"]
    assert all(at[round(297 - left - 63, 6), top] == "0.front" for left, top in backs)


def test_a_sheet_of_cards_without_backs_is_not_to_be_folded(mini: GameData) -> None:
    made = deck(mini)
    bare = replace(made, leaves=tuple(replace(card, back=None) for card in made.leaves))
    assert compose((bare,), FOLDED) == compose((bare,))


def test_backs_alone_are_moved(mini: GameData) -> None:
    made = deck(mini)
    plain, moved = compose((made,)), compose((made,), PrintOptions(offset=(1.5, -0.5)))
    assert moved[0] == plain[0]
    for one, other in zip(plain[1].placed, moved[1].placed, strict=True):
        assert (other.left, other.top) == (one.left + 1.5, one.top - 0.5)


def test_the_ground_of_a_card_lies_below_it_and_around_it(mini: GameData) -> None:
    choices = PrintOptions(paper="letter", bleed=3.0)
    parts = render(localize(mini, {}, mini.locale), "deck", (BUNDLED_PACK,), choices).section
    front, back = compose((parts,), choices)
    assert front.size == Size(279.4, 215.9)
    for side in (front, back):
        grounds = [one for one in side.placed if 'class="bleed"' in one.piece.inner]
        cards = [one for one in side.placed if one.piece in names(parts)]
        faces = [one for one in cards if "data-box" in one.piece.inner]  # a pattern has no ground
        assert len(grounds) == len(faces) >= 2
        for ground, card in zip(grounds, faces, strict=True):
            assert (ground.left, ground.top) == (card.left - 3, card.top - 3)
            assert ground.piece.size == Size(69.0, 94.0)
            assert ground.again
            assert side.placed.index(ground) < side.placed.index(cards[0])
    lefts = sorted({one.left for one in front.placed if one.piece in names(parts)})
    assert [other - one for one, other in pairwise(lefts)] == [pytest.approx(69)] * 2


def test_what_goes_on_around_a_back_is_its_pattern_and_the_bar_of_its_title() -> None:
    """Also around one that says nothing, behind a card that has no back of its own.

    Within a frame, a pattern ends at the frame, and the paper goes on around it.
    """
    game_data = Pack(BUNDLED_PACK).localized("pilgrims-loot", "fr")
    plain = game_data.game.theme.model_copy(update={"frame": "none"})
    (ref, *_) = game_data.aids["object-cards"].contents
    name = ref.removeprefix("cards.")
    card = game_data.cards[name]
    bare = card.model_copy(update={"back": None})
    aid = game_data.aids["object-cards"].model_copy(
        update={"contents": (f"cards.{name}", "cards.bare")}
    )
    both = game_data.model_copy(
        update={
            "cards": {name: card, "bare": bare},
            "aids": {**game_data.aids, "object-cards": aid},
        }
    )
    bled = PrintOptions(bleed=3.0)
    framed = render(both, "object-cards", (BUNDLED_PACK,), bled).section
    assert all(leaf.back_bleed for leaf in framed.leaves)
    assert "bleed around" not in "".join(
        leaf.back_bleed.inner for leaf in framed.leaves if leaf.back_bleed
    )
    frameless = both.model_copy(update={"game": both.game.model_copy(update={"theme": plain})})
    made = render(frameless, "object-cards", (BUNDLED_PACK,), bled).section
    one, other = made.leaves
    assert one.back_bleed
    assert other.back_bleed
    assert one.back_bleed.inner.count("bleed around") == 5  # not above or beside the bar
    assert one.back_bleed.inner.count('class="bleed"') == 3
    assert other.back_bleed.inner.count("bleed around") == 8  # on all sides, and four corners
    assert [leaf.front.footed for leaf in made.leaves] == [True, True]
    assert [leaf.back and leaf.back.footed for leaf in made.leaves] == [False, False]
    assert other.back_bleed.inner.count('class="bleed"') == 0
    assert made.leaves[1].front_bleed


PAPER = re.compile(
    r'class="bleed paper" style="left:(.*?)mm;top:(.*?)mm;width:(.*?)mm;height:(.*?)mm"'
)


def test_the_paper_of_a_card_goes_on_around_it_and_not_below_it(mini: GameData) -> None:
    made = render(
        localize(mini, {}, mini.locale), "deck", (BUNDLED_PACK,), PrintOptions(bleed=3.0)
    ).section
    card = Rect(3.0, 3.0, made.trim.width, made.trim.height)
    for one in made.leaves:
        assert one.front_bleed
        found = PAPER.findall(one.front_bleed.inner)
        edges = [Rect(*map(float, edge)) for edge in found]
        assert all(
            edge.left + edge.width <= card.left
            or edge.left >= card.left + card.width
            or edge.top + edge.height <= card.top
            or edge.top >= card.top + card.height
            for edge in edges
        )
        whole = one.front_bleed.size
        ring = whole.width * whole.height - card.width * card.height
        assert sum(edge.width * edge.height for edge in edges) == pytest.approx(ring)


def test_a_bar_goes_on_in_the_colour_of_its_card() -> None:
    game_data = Pack(BUNDLED_PACK).localized("pilgrims-loot", "fr")
    (ref, *_) = game_data.aids["object-cards"].contents
    name = ref.removeprefix("cards.")
    card = game_data.cards[name].model_copy(update={"colour": "#5b2a86"})
    coloured = game_data.model_copy(update={"cards": {**game_data.cards, name: card}})
    made = render(coloured, "object-cards", (BUNDLED_PACK,), PrintOptions(bleed=3.0)).section
    assert made.leaves[0].front_bleed
    bars = re.findall(r'class="bleed" style="(.*?)"', made.leaves[0].front_bleed.inner)
    assert len(bars) == 3
    assert all(bar.startswith("--ink:#5b2a86;--on-ink:#ffffff;") for bar in bars)


# Any choice -------------------------------------------------------------------------------------

WAYS = {
    "duplex": PrintOptions(),
    "apart": PrintOptions(single_sided=True),
    "folded": PrintOptions(gutterfold=True),
    "shifted": PrintOptions(offset=(0.5, -1.0)),
}
"""The ways in which backs come behind their fronts."""


def lettered(cards: int, trim: Size, paper: Size, like: Section) -> Section:
    """Return a deck of cards called by numbers, on whose fronts and backs nothing else stands."""
    face = replace(like.leaves[0].front, size=trim)
    made = tuple(
        replace(
            like.leaves[0],
            front=replace(face, inner=f"{number}f"),
            back=replace(face, inner=f"{number}b"),
            copies=1,
            name=str(number),
        )
        for number in range(cards)
    )
    return replace(like, leaves=made, trimmed=trim, paper=paper, foot=None)


@pytest.fixture(scope="module")
def numbered(mini: GameData) -> Section:
    """A deck for all choices: 23 cards called by numbers."""
    return lettered(23, Size(44.0, 68.0), A4, deck(mini))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("bleed", [0.0, 3.0])
@pytest.mark.parametrize("gap", [None, 6.0, 9.5])
@pytest.mark.parametrize("paper", [*PAPERS], ids=str)
def test_back_i_lies_behind_front_i_whatever_is_chosen(
    numbered: Section, paper: str, gap: float | None, bleed: float, way: str
) -> None:
    choices = replace(WAYS[way], gap=gap, bleed=bleed)
    made = replace(numbered, paper=PAPERS[paper])
    try:
        sides = compose((made,), choices)
    except InputError:
        assert PAPERS[paper].width < 150  # with all that is asked for, no card finds room on it
        return
    fronts: dict[str, tuple[int, Placed[Piece], Side[Piece]]] = {}
    backs: dict[str, tuple[int, Placed[Piece], Side[Piece]]] = {}
    for number, side in enumerate(sides):
        for one in side.placed:
            if one.unit:
                into = fronts if one.piece.inner.endswith("f") else backs
                into[one.unit] = number, one, side
    assert set(fronts) == set(backs) == {card.name for card in made.leaves}
    right, down = choices.offset
    after = {"apart": len(sides) // 2, "folded": 0}.get(way, 1)
    for name, (number, front, side) in fronts.items():
        behind, back, other = backs[name]
        assert behind == number + after
        assert other.size == side.size
        mirrored = side.size.width - front.left - made.trim.width
        assert (back.left - right, back.top - down) == pytest.approx((mirrored, front.top))


@pytest.mark.parametrize("pages", range(1, 65))
def test_each_page_of_a_booklet_stands_once_against_the_fold(pages: int) -> None:
    half = Size(148.5, 210.0)
    sides = booklet_signature([page(number, half) for number in range(pages)], A4)
    met = [one for side in sides for one in side.placed if one.piece.inner != "folio"]
    assert sorted(one.turn for one in met) == list(range(pages))
    assert len(sides) == 2 * -(-pages // 4)
    for one in met:
        odd = one.turn % 2  # the first page is a right one
        assert abs(one.left - (0.0 if odd else half.width)) <= 1.6
        assert one.top == 0.0


def test_cards_larger_than_their_paper_are_reported(mini: GameData) -> None:
    large = replace(deck(mini), trimmed=Size(200.0, 290.0))
    with pytest.raises(InputError, match="no card of 200 × 290 mm finds room on 210 × 297 mm"):
        compose((large,))


@pytest.mark.parametrize(
    ("aid", "paper", "wanted"),
    [
        ("board", "letter", Size(215.9, 279.4)),
        ("screen", "legal", Size(355.6, 215.9)),
        ("book", "letter", Size(139.7, 215.9)),
        ("book", "a3", Size(210.0, 297.0)),
        ("book", "a4", Size(148.0, 210.0)),
        ("deck", "a3", Size(297.0, 420.0)),
        ("counters", "letter", Size(215.9, 279.4)),
    ],
)
def test_the_paper_of_an_aid_is_that_part_of_a_sheet_that_its_author_wants(
    mini: GameData, aid: str, paper: str, wanted: Size
) -> None:
    game_data = localize(mini, {}, mini.locale)
    assert paper_of(render(game_data, aid, (BUNDLED_PACK,), PrintOptions(paper=paper))) == wanted


def test_a_page_of_a_booklet_is_half_a_sheet(mini: GameData) -> None:
    game_data = localize(mini, {}, mini.locale)
    whole = game_data.aids["book"].model_copy(update={"paper": "Letter"})
    game_data = game_data.model_copy(update={"aids": {"book": whole}})
    for choices, wanted in (
        (PrintOptions(booklet=True), Size(139.7, 215.9)),
        (PrintOptions(booklet=True, paper="a4"), Size(148.0, 210.0)),
    ):
        assert paper_of(render(game_data, "book", (BUNDLED_PACK,), choices)) == wanted


def paper_of(parts: Document) -> Size:
    return parts.paper


def page(number: int, size: Size) -> Side[Piece]:
    blank = Piece("", f"<p>{number}</p>", size, "0", 8)
    return Side(size, (Placed(blank), Placed(replace(blank, inner="folio"), 10.0, 200.0)))


def test_a_booklet_has_its_pages_at_the_fold_and_is_read_in_their_order() -> None:
    pages = [page(number, Size(148, 210)) for number in range(6)]
    sides = booklet_signature(pages, A4)
    assert [side.size for side in sides] == [A4.turned()] * 4
    read: dict[int, set[tuple[float, float]]] = {}
    for side in sides:
        for one in side.placed:
            read.setdefault(one.turn, set()).add((one.left, one.top))
    assert sorted(read) == [0, 1, 2, 3, 4, 5]
    assert read[0] == read[2] == {(148.5, 0.0), (158.5, 200.0)}
    assert read[1] == read[3] == {(0.5, 0.0), (10.5, 200.0)}
    assert [one.turn for one in sides[0].placed] == [0, 0]
    assert [one.turn for one in sides[1].placed] == [1, 1]


def test_inner_pages_of_a_thick_booklet_are_moved_towards_the_fold() -> None:
    sides = booklet_signature([page(number, Size(148, 210)) for number in range(64)], A4)
    lefts = [side.placed[0].left for side in sides[::2]]
    assert lefts == [pytest.approx(0.5 + 0.1 * sheet) for sheet in range(16)]
    assert sides[-1].placed[2].left == pytest.approx(148.5 - 1.5)


# Sheets


def test_the_mark_of_a_sheet_stands_on_each_page_and_is_read_aloud_once(mini: GameData) -> None:
    made = leaves(mini, "board")
    (strip,) = made.strips
    page = made.leaves[0].front
    other = replace(page, inner="<p>Two</p>")
    made = replace(made, leaves=(*made.leaves, Leaf(other)))
    first, second = compose((made,))
    assert [side.size for side in (first, second)] == [made.paper] * 2
    assert first.placed == (
        Placed(page),
        Placed(strip.piece, strip.left, strip.top, again=False),
    )
    assert second.placed == (
        Placed(other),
        Placed(strip.piece, strip.left, strip.top, again=True),
    )


# Books

BEGINNINGS = {
    "sections.play": Beginning(1, first=True),
    "sections.lists": Beginning(2, first=False),
    "sections.words": Beginning(4, first=True),
    "credits": Beginning(4, first=False),
}
BODY = Extent(5, BEGINNINGS)


def in_margins(of: Book, side: Side[Piece]) -> dict[str, str]:
    """Return what stands in the margins of a page: of each strip its words."""
    known = {
        of.title.piece: "title",
        of.opening.piece: "contents",
        **{chapter.title.piece: chapter.ref for chapter in of.chapters},
        of.marks[0].piece: "mark of the left",
        of.marks[1].piece: "mark of the right",
    }
    above, folio, mark = side.placed[1:]
    assert all(one.again for one in (above, folio, mark))
    (number,) = folio.piece.promises.texts
    return {"above": known[above.piece], "folio": number.text, "mark": known[mark.piece]}


def whole(made: Book, extent: Extent = BODY) -> SetBody:
    """Return the body of a book as it was set as one take."""
    return SetBody((made.body.whole,), (extent,))


def test_takes_are_counted_through(mini: GameData) -> None:
    made = book(mini)
    first, second = made.body.take(0, 2), made.body.take(2, 4)
    begins = {"a": Beginning(1, first=True), "b": Beginning(2, first=False, down=20)}
    later = {"b": Beginning(1, first=True), "c": Beginning(1, first=True)}
    body = SetBody((first, second), (Extent(2, begins), Extent(1, later)))
    assert body.pages == ((first, 1), (first, 2), (second, 1))
    assert body.extent == Extent(3, {**begins, "c": Beginning(3, first=True)})


def test_the_pages_of_a_book_follow_each_other(mini: GameData) -> None:
    made = book(mini)
    contents = made.numbered(page_numbers(made, BODY, 1))
    pages = bind_book(made, contents, whole(made), 1)
    assert [(side.placed[0].piece, side.placed[0].page) for side in pages] == [
        (made.cover, 1),
        (contents, 1),
        *((made.body.whole, page) for page in range(1, 6)),
    ]
    assert {side.size for side in pages} == {made.paper}
    assert not any(side.placed[0].again for side in pages)


def test_the_margins_of_a_book_say_where_one_is(mini: GameData) -> None:
    made = book(mini)
    cover, *pages = bind_book(made, made.numbered(page_numbers(made, BODY, 1)), whole(made), 1)
    assert len(cover.placed) == 1
    left, right = "mark of the left", "mark of the right"
    assert [in_margins(made, side) for side in pages] == [
        {"above": "title", "folio": "2/7", "mark": left},
        {"above": "sections.play", "folio": "3/7", "mark": right},
        {"above": "title", "folio": "4/7", "mark": left},
        {"above": "sections.lists", "folio": "5/7", "mark": right},
        {"above": "title", "folio": "6/7", "mark": left},
        {"above": "credits", "folio": "7/7", "mark": right},
    ]


def test_a_running_title_is_that_of_the_chapter_that_a_page_opens_with(mini: GameData) -> None:
    made = book(mini)
    begun = {**BEGINNINGS, "sections.lists": Beginning(3, first=False)}
    pages = bind_book(
        made, made.numbered(page_numbers(made, BODY, 1)), whole(made, Extent(5, begun)), 1
    )
    assert in_margins(made, pages[4])["above"] == "sections.play"
    begun["sections.lists"] = Beginning(3, first=True)
    pages = bind_book(
        made, made.numbered(page_numbers(made, BODY, 1)), whole(made, Extent(5, begun)), 1
    )
    assert in_margins(made, pages[4])["above"] == "sections.lists"


def test_contents_that_need_a_second_page_number_all_that_follows_anew(mini: GameData) -> None:
    made = book(mini)
    contents = made.numbered(page_numbers(made, BODY, 2))
    figures = [one.text for one in contents.promises.texts if one.text.isdigit()]
    assert figures == ["4", "5", "7", "7"]
    pages = bind_book(made, contents, whole(made), 2)
    assert len(pages) == 1 + 2 + 5
    assert [(side.placed[0].piece, side.placed[0].page) for side in pages[1:3]] == [
        (contents, 1),
        (contents, 2),
    ]
    above = [in_margins(made, side)["above"] for side in pages[2:7:2]]
    assert above == ["contents", "sections.play", "sections.words"]


@pytest.mark.parametrize("contents_pages", [1, 2])
def test_the_contents_say_where_each_record_begins(mini: GameData, contents_pages: int) -> None:
    made = book(mini)
    contents = made.numbered(page_numbers(made, BODY, contents_pages))
    pages = bind_book(made, contents, whole(made), contents_pages)
    figures = [one.text for one in contents.promises.texts if one.text.isdigit()]
    for figure, begins in zip(figures, BEGINNINGS.values(), strict=True):
        placed = pages[int(figure) - 1].placed[0]
        assert (placed.piece, placed.page) == (made.body.whole, begins.page)


@pytest.mark.parametrize("paper", ["", "letter", "legal", "a3"])
@pytest.mark.parametrize("across", [False, True])
def test_a_page_of_half_a_sheet_is_on_it_twice_and_read_aloud_once(
    mini: GameData, paper: str, across: bool
) -> None:
    half = mini.aids["pad"].model_copy(update={"paper": "A5", "landscape": across})
    game_data = mini.model_copy(update={"aids": {**mini.aids, "pad": half}})
    choices = PrintOptions(two_up=True, paper=paper)
    section = render(game_data, "pad", (BUNDLED_PACK,), choices).section
    page = section.paper
    (side,) = compose([section], choices)
    whole = PAPERS[{"": "A4", "letter": "Letter", "legal": "Legal", "a3": "A3"}[paper]]
    assert {side.size.width, side.size.height} == {whole.width, whole.height}
    marks, *placed = side.placed
    count = len(placed) // 2
    first, second = placed[:count], placed[count:]
    assert [one.piece for one in first] == [one.piece for one in second]
    assert not first[0].again
    assert all(one.again for one in (marks, *second))
    right, down = second[0].left - first[0].left, second[0].top - first[0].top
    step = (0, side.size.height / 2) if across else (side.size.width / 2, 0)
    assert (right, down) == pytest.approx(step)
    assert right >= page.width - 0.01 or down >= page.height - 0.01, "none covers the other"
    edges = second[0].left + page.width, second[0].top + page.height
    assert edges[0] <= side.size.width + 0.01
    assert edges[1] <= side.size.height + 0.01
    drawn = re.findall(r"left:([\d.]+)mm;top:([\d.]+)mm;width:([\d.]+)mm", marks.piece.inner)
    middle = step[1] if across else step[0]
    at = [float(top if across else left) for left, top, _ in drawn]
    assert at == pytest.approx([middle - CROP_MARK_WIDTH / 2] * 2, abs=0.01)


def test_backs_without_a_text_can_be_left_out(mini: GameData) -> None:
    choices = PrintOptions(no_backs=True)
    counters = render(mini, "counters", (BUNDLED_PACK,), choices).section
    assert all(leaf.back is None for leaf in counters.leaves)
    assert not counters.two_sided
    before = render(mini, "deck", (BUNDLED_PACK,)).section.leaves
    after = render(mini, "deck", (BUNDLED_PACK,), choices).section.leaves
    for leaf, other in zip(before, after, strict=True):
        back = mini.cards[leaf.name].back
        assert (other.back is None) == (back is None or not (back.text or back.contents))
        assert leaf.front == other.front
