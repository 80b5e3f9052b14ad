"""Cards placed on sheets of paper, in HTML: slots, backs behind fronts, marks to cut along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from aidgen.assets.files import files_of
from aidgen.assets.papers import Rect, Size
from aidgen.imposition import sheet as imposition
from aidgen.layout.document import Document
from aidgen.page.sheets import BODY, END, FOLIO, HAIR, Card, Deck, Face, Turning
from aidgen.problems import InputError, Problem, Where

# How many sheets of paper a document holds, fronts and backs: one changed card typesets so many
# again. With one, the PDF of a deck of 54 is a third larger, and a cold build a tenth slower.
RUN = 2
# The same of faces that have a page each.
RUN_OF_FACES = 12


# A face in its place on a side of paper: how far it is from the left and the top, in mm.
_Slot = tuple[Face, float, float]


def impose(
    deck: Deck, only: imposition.Side | None = None, *, one_by_one: bool = False
) -> tuple[Document, ...]:
    """Return the sheets of a deck as documents, in the order in which they are printed.

    Of two languages, the fronts of the second are printed as backs: `only` names the side.
    Sides may be documents `one_by_one`. Raises InputError if no card finds room on the paper.
    """
    runs = _runs(deck, only)
    if one_by_one:
        runs = ((paper, [main]) for paper, mains in runs for main in mains)
    return tuple(_document(deck, mains) for mains in runs)


def faces_apart(deck: Deck) -> tuple[Document, ...]:
    """Return a page for each side of each card, as a print shop wants them; a back may be blank."""
    place, backs_first = deck.canvas, deck.backs_first
    assert place is not None, "a shop asks for them"
    sides = imposition.SIDES if deck.two_sided or backs_first else imposition.SIDES[:1]
    cards = [card for card in deck.cards for _ in range(card.copies if backs_first else 1)]
    turns = [(card, side) for card in cards for side in (reversed(sides) if backs_first else sides)]
    if deck.backs == "apart":
        turns.sort(key=lambda turn: sides.index(turn[1]))
    mains = [
        paper_side(place.size, "".join(_placed([*_slots([card], [place.card], side)], deck.bleed)))
        for card, side in turns
    ]
    safe = (place.safe.left, place.safe.top, place.safe.width, place.safe.height)
    return tuple(
        replace(_document(deck, (place.size, mains[start : start + RUN_OF_FACES])), safe=safe)
        for start in range(0, len(mains), RUN_OF_FACES)
    )


def _runs(deck: Deck, only: imposition.Side | None) -> Iterator[tuple[Size, list[str]]]:
    sheet = _sheet_of_paper(deck)
    batches = tuple(_batches(deck, sheet.room))
    sides = list(_turn_sheets(deck, batches, only))
    turning = _turning(sheet, two_sided=deck.two_sided or only is not None)
    cuts = sheet.crop_marks() if deck.crop_marks else ()
    marks = "".join(map(crop_mark, (*cuts, *sheet.fold_marks())))
    length = RUN * (2 if deck.two_sided and not sheet.fold else 1)
    mains: list[str] = []
    for number, (batch, turned) in enumerate(sides, start=1):
        slots = [
            slot
            for side in turned
            for slot in _slots(batch, _places(deck, sheet, side), "front" if only else side)
        ]
        counted = f' · <span data-context="">{number}/{len(sides)}</span>' if sides[1:] else ""
        words = deck.headlines[turning].replace(FOLIO, counted), deck.notice
        above, below = (_around(sheet, each, silent=number > 1) for each in words)
        # The notice is read aloud after the cards.
        inner = above + marks + "".join(_placed(slots, deck.bleed, deck.scale)) + below
        mains.append(paper_side(sheet.paper, inner, deck.offset if turned == ("back",) else (0, 0)))
        if len(mains) == length or number == len(sides):
            yield sheet.paper, mains
            mains = []


def _document(deck: Deck, run: tuple[Size, list[str]]) -> Document:
    paper, mains = run
    rule = (
        f"@page side {{ size: {paper.width:g}mm {paper.height:g}mm; margin: 0; }}\n"
        "main.ag-side { page: side; position: relative; overflow: hidden; }\n"
    )
    html = "".join([deck.head, rule, BODY, *mains, END])
    return Document(html, files=files_of(html, deck.files), smallest=deck.smallest)


def paper_side(paper: Size, inner: str, offset: tuple[float, float] = (0, 0)) -> str:
    """Return a side of paper, with what is on it moved to the right and down by an offset in mm."""
    if offset != (0, 0):
        inner = (
            f'<div style="position:absolute;left:{offset[0]:g}mm;top:{offset[1]:g}mm;'
            f'width:{paper.width:g}mm;height:{paper.height:g}mm">{inner}</div>'
        )
    return f'<main class="ag-side" style="height:{paper.height - HAIR:g}mm">\n{inner}</main>\n'


def _around(sheet: imposition.Sheet, words: str, *, silent: bool) -> str:
    """Return words above or below the cards: read aloud on the first side alone."""
    classes = "ag-around ag-beside" if sheet.beside else "ag-around"
    long = f' style="--long:{sheet.paper.height:g}mm"' if sheet.beside and sheet.large else ""
    hidden = ' aria-hidden="true"' if silent else ""
    return f'<div class="{classes}"{long}{hidden}>\n{words}</div>\n'


def _placed(slots: Sequence[_Slot], bleed: float, scale: float = 1.0) -> Iterator[str]:
    """Yield the elements of faces in their slots: what goes on around them is below all."""
    for face, left, top in slots:
        if face.bleed:
            around = face.bleed.placed(left - bleed * scale, top - bleed * scale, scale)
            yield f'<div aria-hidden="true">{around}</div>'
    for face, left, top in slots:
        yield face.placed(left, top, scale)


def _sheet_of_paper(deck: Deck) -> imposition.Sheet:
    scaled = Size(round(deck.trim.width * deck.scale, 2), round(deck.trim.height * deck.scale, 2))
    fold = deck.backs == "beside" and deck.two_sided
    sheet = imposition.fullest(
        imposition.Sheet(deck.paper, scaled, deck.gap, deck.bleed, fold, large=deck.large)
    )
    if not sheet.room:
        message = f"no card of {deck.trim} finds room on {deck.paper}"
        hint = f"{deck.gap:g} mm between two, {deck.bleed:g} mm of bleed, and marks around them"
        raise InputError([Problem(Where("--paper"), message, hint)])
    return sheet


def _turning(sheet: imposition.Sheet, *, two_sided: bool) -> Turning:
    if sheet.fold:
        return "fold"
    if not two_sided:
        return ""
    return "long" if sheet.paper.width <= sheet.paper.height else "short"


def _turn_sheets(
    deck: Deck, batches: Sequence[tuple[Card, ...]], only: imposition.Side | None
) -> Iterator[tuple[tuple[Card, ...], tuple[imposition.Side, ...]]]:
    """Yield what each side of paper has on it: some cards, and which of their faces."""
    sides = (only,) if only else imposition.SIDES if deck.two_sided else imposition.SIDES[:1]
    if deck.backs == "beside":
        yield from ((batch, sides) for batch in batches)
    elif deck.backs == "apart":
        yield from ((batch, (side,)) for side in sides for batch in batches)
    else:
        yield from ((batch, (side,)) for batch in batches for side in sides)


def _batches(deck: Deck, room: int) -> Iterator[tuple[Card, ...]]:
    """Yield the cards of each sheet, each as often as it is printed: a whole set, then the next."""
    copies = (
        card.unlisted() if copy else card
        for copy in range(max(card.copies for card in deck.cards))
        for card in deck.cards
        if copy < card.copies
    )
    while batch := tuple(islice(copies, room)):
        yield batch


def _places(deck: Deck, sheet: imposition.Sheet, side: imposition.Side) -> tuple[Rect, ...]:
    """Return the slots of a side in the order of its cards, from the right if it is read so."""
    places = sheet.slots(side)
    if not deck.backwards:
        return places
    across = sheet.paper.width
    return tuple(replace(place, left=across - place.left - place.width) for place in places)


def _slots(cards: Sequence[Card], places: Sequence[Rect], side: imposition.Side) -> Iterator[_Slot]:
    for place, card in zip(places, cards, strict=False):
        face = card.front if side == "front" else card.back
        if face is not None:
            yield face, round(place.left, 3), round(place.top, 3)


def crop_mark(rect: Rect) -> str:
    """Return a mark on paper, in mm."""
    return (
        f'<div class="ag-crop" aria-hidden="true" style="left:{rect.left:.3f}mm;'
        f'top:{rect.top:.3f}mm;width:{rect.width:.3f}mm;height:{rect.height:.3f}mm"></div>\n'
    )
