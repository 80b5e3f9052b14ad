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
from aidgen.press.joining import join
from aidgen.press.pages import PlacedPage, Side, move_backs, place, reorder, trim

BOOK_LEAVES = 4
"""A folded sheet has four pages."""
CHAPTER_TITLE = (".sections.", ".title")
"""What the context of a chapter's title contains, and how it ends."""


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
    bindings: Sequence[Binding], pdfs: Sequence[bytes], printed: Sequence[Printed], paired: int
) -> tuple[bytes, tuple[Size, ...]]:
    """Return the PDF of an aid in one language or in two, and the size of each page in mm.

    Of cards in two languages, so many pages of each are `paired`.
    """
    binding, options = bindings[0], bindings[0].options
    pdf, sizes = pdfs[0], printed[0].sizes
    if len(pdfs) > 1:
        pdf, sizes = _in_two_languages(binding, pdfs, printed, paired)
    if binding.endpapers:
        order = _with_endpapers(len(sizes))
        pdf, sizes = reorder(pdf, order), (sizes[0],) * len(order)
    sides: list[Side] = []
    if options.booklet:
        sheet = PAPERS[SHARES[chosen_sheet(_name(binding.paper), options.paper)][WHOLE]]
        sides = list(_booklet(sizes, sheet, binding.backwards))
    elif options.two_up:
        sheet = PAPERS[SHARES[options.paper or "a4"][WHOLE]]
        sides = [_twice(number, size, sheet) for number, size in enumerate(sizes)]
    if sides:
        pdf, sizes = place(pdf, sides), tuple(side.size for side in sides)
    if options.offset != (0, 0) and not binding.is_cut:  # backs of cards are moved on their sheets
        pdf = move_backs(pdf, *options.offset)
    if binding.cut is not None:
        cut = binding.cut
        pdf = trim(pdf, cut.left, cut.top, cut.width, cut.height)
    return pdf, sizes


def _name(paper: Size) -> str:
    return next((name for name, size in PAPERS.items() if size == paper), "A4")


def _with_endpapers(count: int) -> list[int | None]:
    """Return the order of the pages of a book with blank insides of its back cover.

    The blank inside of its front cover is a page of its front. The last page is the back cover.
    """
    blanks = 2 + -(count + 2) % BOOK_LEAVES
    return [*range(count), *[None] * blanks]


def _booklet(sizes: Sequence[Size], upright: Size, backwards: bool) -> Iterator[Side]:
    sheet = upright.turned()
    fold = sheet.width / 2
    for opened in imposition.booklet_sides(len(sizes), backwards=backwards):
        pages = []
        if opened.left is not None:
            size = sizes[opened.left]
            left = fold - size.width + opened.creep
            pages.append(PlacedPage(opened.left, left, (sheet.height - size.height) / 2))
        if opened.right is not None:
            size = sizes[opened.right]
            pages.append(
                PlacedPage(opened.right, fold - opened.creep, (sheet.height - size.height) / 2)
            )
        yield Side(sheet, tuple(pages))


def _twice(number: int, page: Size, upright: Size) -> Side:
    is_beside = page.width <= page.height
    sheet = upright.turned() if is_beside else upright
    step = sheet.width / 2 if is_beside else sheet.height / 2
    half = Size(step, sheet.height) if is_beside else Size(sheet.width, step)
    left, top = (half.width - page.width) / 2, (half.height - page.height) / 2
    other = (left + step, top) if is_beside else (left, top + step)
    return Side(sheet, (PlacedPage(number, left, top), PlacedPage(number, *other)))


# Two languages ----------------------------------------------------------------------------------


def _in_two_languages(
    binding: Binding, pdfs: Sequence[bytes], printed: Sequence[Printed], paired: int
) -> tuple[bytes, tuple[Size, ...]]:
    """Return the pages of two languages in one PDF.

    Cards have the second on their backs, sheets beside the first or behind it; the pages of books
    face each other, chapter by chapter.
    """
    first, second = (len(document.sizes) for document in printed)
    size, joined = printed[0].sizes[0], join(pdfs)
    options = binding.options
    if binding.is_book:
        order = list(_facing(*printed))
        return reorder(joined, order), (size,) * len(order)
    pairs = [
        (left if left < first else None, first + right if right < second else None)
        for left, right in zip_longest(range(first), range(second), fillvalue=max(first, second))
    ]
    behind = [page for pair in pairs for page in pair]
    if binding.is_cut:
        order = [page for at in range(paired) for page in (at, first + at)]
        order += [*range(paired, first), *range(first + paired, first + second)]
        whole = [*range(first + second)] if options.single_sided else order
        return reorder(joined, whole), (size,) * len(whole)
    if fills_sheet(binding.paper, options.paper):
        return reorder(joined, behind), (size,) * len(behind)
    wide = size.width > size.height
    sheet = Size(size.width, 2 * size.height) if wide else Size(2 * size.width, size.height)
    sides = [
        Side(
            sheet,
            tuple(
                PlacedPage(page, 0 if wide else at * size.width, at * size.height if wide else 0)
                for at, page in enumerate(pair)
                if page is not None
            ),
        )
        for pair in pairs
    ]
    return place(joined, sides), (sheet,) * len(sides)


def _facing(first: Printed, second: Printed) -> Iterator[int | None]:
    """Yield the pages of a book in two languages: each page of the first on the left of its own.

    A chapter that is shorter in one of them is followed by blank pages. The covers are outside.
    """
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
