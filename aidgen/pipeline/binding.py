"""How the pages of a PDF are bound: booklets, two on a sheet, two languages facing each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from aidgen.assets.options import NO_OPTIONS, PrintOptions
from aidgen.assets.papers import PAPERS, SHARES, WHOLE, Rect, Size, chosen_sheet, fills_sheet
from aidgen.imposition import sheet as imposition
from aidgen.layout.document import Document, Printed
from aidgen.pipeline.tasks import PrintedUnit
from aidgen.press.pages import OpenPdf, Side, move_backs, place, reorder, trim

# A folded sheet has four pages.
BOOK_LEAVES = 4
# What the context of a chapter's title contains, and how it ends.
CHAPTER_TITLE = (".sections.", ".title")


@dataclass(frozen=True, kw_only=True)
class Binding:
    """The documents of a job in one language, and what decides how their pages are bound."""

    documents: tuple[Document, ...] = ()
    paired: int = 0
    """How many documents have those of another language on their backs; the others are complete."""
    units: tuple[PrintedUnit, ...] = ()
    options: PrintOptions = NO_OPTIONS
    paper: Size
    is_book: bool = False
    is_cut: bool = False
    backwards: bool = False
    """Whether it is bound at the right, as its language is read."""
    endpapers: bool = False
    """Whether the insides of a book's covers are blank."""
    cut: Rect | None = None
    """Where a print shop cuts each page, in mm."""


def bind(
    document: OpenPdf, bindings: Sequence[Binding], printed: Sequence[Printed], paired: int
) -> tuple[Size, ...]:
    """Bind the pages of an aid in one language or in two; return the size of each page in mm.

    Of cards in two languages, so many pages of each are `paired`.
    """
    binding, options = bindings[0], bindings[0].options
    sizes = printed[0].sizes
    if len(printed) > 1:
        sizes = _pair_languages(document, binding, printed, paired)
    if binding.endpapers:
        # The inside of a book's back cover is blank; that of its front cover is a page already.
        order = [*range(len(sizes)), *[None] * (2 + -(len(sizes) + 2) % BOOK_LEAVES)]
        reorder(document, order)
        sizes = (sizes[0],) * len(order)
    sides: list[Side] = []
    if options.booklet:
        name = next((name for name, size in PAPERS.items() if size == binding.paper), "A4")
        sheet = PAPERS[SHARES[chosen_sheet(name, options.paper)][WHOLE]]
        sides = list(_booklet(sizes, sheet, binding.backwards))
    elif options.two_up:
        sheet = PAPERS[SHARES[options.paper or "a4"][WHOLE]]
        sides = [_twice(number, size, sheet) for number, size in enumerate(sizes)]
    if sides:
        place(document, sides)
        sizes = tuple(sheet for sheet, _ in sides)
    if options.offset != (0, 0) and not binding.is_cut:  # backs of cards are moved on their sheets
        move_backs(document, *options.offset)
    if cut := binding.cut:
        trim(document, cut.left, cut.top, cut.width, cut.height)
    return sizes


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
    document: OpenPdf, binding: Binding, printed: Sequence[Printed], paired: int
) -> tuple[Size, ...]:
    """Put the pages of two languages in order.

    Cards have the second on their backs, sheets beside the first or behind it; the pages of books
    face each other, chapter by chapter.
    """
    first, second = (len(each.sizes) for each in printed)
    size = printed[0].sizes[0]
    pairs = list(zip_longest(range(first), range(first, first + second)))
    order: list[int | None] = [page for pair in pairs for page in pair]
    if binding.is_book:
        order = list(_facing(*printed))
    elif binding.is_cut and binding.options.single_sided:
        order = [*range(first + second)]
    elif binding.is_cut:
        order = [*order[: 2 * paired], *range(paired, first)]
        order += range(first + paired, first + second)
    elif not fills_sheet(binding.paper, binding.options.paper):
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
    inside, end = CHAPTER_TITLE
    for text in book.texts:
        # In the contents, several titles are on one page: the body comes after it.
        if inside in text.context and text.context.endswith(end):
            begins[text.context] = max(begins.get(text.context, 0), text.page - 1)
    starts = [1, *sorted({*begins.values()}), len(book.sizes)]
    return [range(start, stop) for start, stop in pairwise(starts)]
