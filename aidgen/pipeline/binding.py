"""How the pages of a PDF are bound: booklets, two on a sheet, two languages facing each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from aidgen.assets.papers import Size
from aidgen.imposition import sheet as imposition
from aidgen.layout.document import Document, Printed
from aidgen.layout.faults import Fault
from aidgen.page.sheets import Rendered
from aidgen.pipeline.tasks import PrintedUnit
from aidgen.press.pages import OpenPdf, Side, move_backs, place, reorder, trim


@dataclass(frozen=True, kw_only=True)
class Binding:
    """The documents of a job in one language, and what decides how their pages are bound."""

    documents: tuple[Document, ...] = ()
    paired: int = 0
    """How many documents have those of another language on their backs; the others are complete."""
    units: tuple[PrintedUnit, ...] = ()
    looks: tuple[Fault, ...] = ()
    """Advice on its cards."""
    two_sided: bool = False
    """Whether its sheets have to be printed on both sides."""
    is_book: bool = False
    """Whether they rather are."""
    locale: str
    rendered: Rendered
    """The aid that they are of, without its documents and decks."""


def bind(
    document: OpenPdf, aid: Rendered, printed: Sequence[Printed], paired: int
) -> tuple[tuple[Size, ...], int]:
    """Bind the pages of an aid in one language or in two.

    Returns the size of each page in mm, and how many blank ones were added at the end.
    Of two languages, so many pages of each are `paired`, if one is on the backs of the other.
    """
    sizes, blank = printed[0].sizes, 0
    if len(printed) > 1:
        sizes = _pair_languages(document, aid, printed, paired)
    if aid.endpapers:
        # The inside of a book's back cover is blank; that of its front cover is a page already.
        blank = 2 + -(len(sizes) + 2) % imposition.LEAVES
        reorder(document, [*range(len(sizes)), *[None] * blank])
        sizes = (sizes[0],) * (len(sizes) + blank)
    sides: list[Side] = []
    if aid.folded_sheet:
        sides = list(_booklet(sizes, aid.folded_sheet, aid.backwards))
    elif aid.doubled_sheet:
        sides = [_twice(number, size, aid.doubled_sheet) for number, size in enumerate(sizes)]
    if sides:
        place(document, sides)
        sizes = tuple(sheet for sheet, _ in sides)
    if aid.offset != (0, 0):
        move_backs(document, *aid.offset)
    if cut := aid.cut:
        trim(document, cut.left, cut.top, cut.width, cut.height)
    return sizes, blank


def _booklet(sizes: Sequence[Size], upright: Size, backwards: bool) -> Iterator[Side]:
    sheet = upright.turned()
    fold = sheet.width / 2
    for opened in imposition.booklet_sides(len(sizes), backwards=backwards):
        pages = []
        for page, is_left in ((opened.left, True), (opened.right, False)):
            if page is not None:
                width, top = sizes[page].width, (sheet.height - sizes[page].height) / 2
                left = fold - width + opened.creep if is_left else fold - opened.creep
                pages.append((page, left, top))
        yield sheet, pages


def _twice(number: int, page: Size, upright: Size) -> Side:
    is_beside = page.width <= page.height
    sheet = upright.turned() if is_beside else upright
    step = sheet.width / 2 if is_beside else sheet.height / 2
    half = Size(step, sheet.height) if is_beside else Size(sheet.width, step)
    left, top = (half.width - page.width) / 2, (half.height - page.height) / 2
    other = (left + step, top) if is_beside else (left, top + step)
    return sheet, ((number, left, top), (number, *other))


# Two languages ----------------------------------------------------------------------------------


def _pair_languages(
    document: OpenPdf, aid: Rendered, printed: Sequence[Printed], paired: int
) -> tuple[Size, ...]:
    """Put the pages of two languages in order; those of books face each other, chapter by chapter.

    Where the second is behind the first, pages that are not `paired` come last.
    """
    first, second = (len(each.sizes) for each in printed)
    size = printed[0].sizes[0]
    pairs = list(zip_longest(range(first), range(first, first + second)))
    order: list[int | None] = [*range(first + second)]
    if aid.second == "facing":
        order = list(_facing(*printed))
    elif aid.second == "behind":
        order = [page for pair in pairs[:paired] for page in pair]
        order += [*range(paired, first), *range(first + paired, first + second)]
    elif aid.second == "beside":
        wide = size.width > size.height
        sheet = Size(size.width, 2 * size.height) if wide else Size(2 * size.width, size.height)
        corners = [(0.0, 0.0), (0.0, size.height) if wide else (size.width, 0.0)]
        sides: list[Side] = [
            (sheet, [(page, *corner) for page, corner in placed if page is not None])
            for placed in (zip(pair, corners, strict=True) for pair in pairs)
        ]
        place(document, sides)
        return (sheet,) * len(sides)
    reorder(document, order)
    return (size,) * len(order)


def _facing(first: Printed, second: Printed) -> Iterator[int | None]:
    start = len(first.sizes)
    yield 0
    for left, right in zip(_chapters(first), _chapters(second), strict=True):
        for pair in zip_longest(left, [start + page for page in right]):
            yield from pair
    yield start


def _chapters(book: Printed) -> list[range]:
    begins: dict[str, int] = {}
    for text in book.texts:
        # In the contents, several titles are on one page: the body comes after it.
        if ".sections." in text.context and text.context.endswith(".title"):
            begins[text.context] = max(begins.get(text.context, 0), text.page - 1)
    starts = [1, *sorted({*begins.values()}), len(book.sizes)]
    return [range(start, stop) for start, stop in pairwise(starts)]
