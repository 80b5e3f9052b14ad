"""Whether the words that a page promises are laid out, whole, and in the PDF as laid out."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pypdfium2

from aidgen.game.figures import neutral
from aidgen.game.texts import letters_without_hyphens
from aidgen.language.quantities import is_same_figure, parse_quantity
from aidgen.layout.boxes import PT_PER_PX
from aidgen.layout.faults import Fault, shorten
from aidgen.layout.fits import LaidText, PageItems
from aidgen.layout.promises import PrintedText, Promise, Promises

# What the style sheet puts beside the words of an element; `first-letter` is one of its own.
GENERATED = ("before", "after", "marker", "footnote-call", "footnote-marker")
# How many letters of a wrong text are shown.
SHOWN = 40
# How far in pt beside its place a letter is looked for: italics lean out of theirs.
ASIDE = 1.0
# In other scripts a glyph may be a part of a letter, or several letters: what a PDF says of it is
# not exact.
EXACT_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "HIRAGANA", "KATAKANA", "CJK", "HANGUL")
# Digits, and signs of arithmetic.
EXACT_KINDS = ("Nd", "Sm")
# Letters whose other case is another letter in Turkish, and one that loses its accent.
ALIKE = str.maketrans({"ı": "i", "İ": "i", "ς": "σ"})


def check_words(
    pages: Sequence[PageItems], promises: Promises, pdf: bytes
) -> tuple[Sequence[Fault], tuple[PrintedText, ...]]:
    """Return the promised words that are not laid out on `pages` or that the PDF lacks, and the
    texts of the game, on each page that has a part of them."""
    printed = _printed(pages, promises)
    shown = {each.text for each in printed if each.windowed and printed[each]}
    faults = [
        fault
        for each in printed
        if printed[each] or not each.windowed or each.text not in shown
        for fault in _text_faults(each, printed[each])
    ]
    faults += _drawn_faults(pages, promises, pdf)
    texts = tuple(
        PrintedText(
            context=promise.context,
            page=page,
            box=promise.box,
            letters=sum(len(text.box.text) for number, text in parts if number == page),
        )
        for promise, parts in printed.items()
        if promise.context and not promise.is_cell
        for page in dict.fromkeys(text_page for text_page, _ in parts)
    )
    return faults, texts


# The parts of a text that were laid out, each with the number of its page.
Parts = Sequence[tuple[int, LaidText]]


def _printed(pages: Sequence[PageItems], promises: Promises) -> Mapping[Promise, Parts]:
    flowing: dict[Promise, list[tuple[int, LaidText]]] = defaultdict(list)
    running: dict[Promise, list[tuple[int, LaidText]]] = defaultdict(list)
    for page in pages:
        for text in page.texts:
            element = text.box.element
            if element is None or text.box.generated in GENERATED or element not in promises:
                continue
            parts = running if text.around.margin else flowing
            parts[promises[element]].append((page.page.number, text))
    return {each: flowing.get(each) or running.get(each, []) for each in promises.values()}


def _text_faults(promise: Promise, parts: Parts) -> Iterator[Fault]:
    page, figure = parts[0][0] if parts else 0, promise.figure
    fault = Fault(kind="words", message="", context=promise.context, box=promise.box, page=page)
    cell = f"in row {promise.row} of table “{promise.table}” " if promise.is_cell else ""
    printed = "".join(text.box.text for _, text in parts)
    if not _is_printed(promise.text, printed, parts):
        shown = shorten(" ".join(printed.split()), SHOWN)
        message = f"is printed as “{shown}”" if printed else "is not printed"
        yield replace(fault, message=f"{cell}{message}", words=promise.text)
        return
    quantity = parse_quantity(promise.whole) if figure is not None else None
    if figure is not None and (quantity is None or not is_same_figure(quantity, figure)):
        wanted = str(figure) if isinstance(figure, Fraction) else neutral(figure)
        message = f"{cell}is not what the game has"
        yield replace(fault, message=message, expected=wanted, words=promise.whole)


def _is_printed(wanted: str, printed: str, parts: Parts) -> bool:
    """Tell whether what is printed is what is wanted, once or several times.

    The heads of a table are printed again on each page, and so is a running title. What floats in a
    text is printed before or after it.
    """
    types = [text.box.lettering for _, text in parts]
    # The style sheet changes the capitals.
    has_other_case = any(each.transform or each.small_capitals for each in types)
    read = _plain if has_other_case else letters_without_hyphens
    here, there = read(printed), read(wanted)
    if here == there or _without_hyphens(parts, there, read) == there:
        return True
    times = len(here) // len(there) if there else 0
    return times > 0 and sorted(here) == sorted(there * times)


def _without_hyphens(parts: Parts, wanted: str, read: Callable[[str], str]) -> str:
    printed = ""
    for _, text in parts:
        letters = read(text.box.text)
        if not wanted.startswith(printed + letters) and wanted.startswith(printed + letters[:-1]):
            letters = letters[:-1]
        printed += letters
    return printed


def _plain(text: str) -> str:
    """Return a text without what `text-transform` changes: capitals, and accents that they lose."""
    folded = letters_without_hyphens(text).translate(ALIKE).casefold().translate(ALIKE)
    parts = unicodedata.normalize("NFD", folded)
    return "".join(char for char in parts if not unicodedata.combining(char))


# The PDF ------------------------------------------------------------------------------------------


def _drawn_faults(pages: Sequence[PageItems], promises: Promises, pdf: bytes) -> Iterator[Fault]:
    """Yield the promised texts whose letters are not all in the PDF, on the page of the layout.

    A page has more letters: those of its pictures. Their order is that of drawing, not of reading.
    """
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for page, drawn in zip(pages, document, strict=False):
            with closing(drawn.get_textpage()) as reader:
                yield from _page_faults(page, promises, reader)


def _page_faults(
    page: PageItems, promises: Promises, reader: pypdfium2.PdfTextPage
) -> Iterator[Fault]:
    wanted = Counter(_comparable("".join(text.box.text for text in page.texts)))
    if not wanted - Counter(_comparable(reader.get_text_range())):
        return
    reported = set()
    for text in page.texts:
        if text.box.element not in promises:
            continue  # it may be hidden on purpose
        left, top, right, bottom = (edge * PT_PER_PX for edge in text.rect)
        height = page.page.height * PT_PER_PX
        place = (left - ASIDE, height - bottom - ASIDE, right + ASIDE, height - top + ASIDE)
        here = Counter(_comparable(reader.get_text_bounded(*place)))
        cause = text.around.context or text
        if cause not in reported and Counter(_comparable(text.box.text)) - here:
            reported.add(cause)
            yield page.fault("words", "is not in the PDF, or not whole", text)


def _comparable(text: str) -> str:
    """Return the letters, digits and signs of a text that a PDF has as they are, in any case."""
    return "".join(filter(_is_exact, _plain(text)))


@cache
def _is_exact(char: str) -> bool:
    kind = unicodedata.category(char)
    return kind in EXACT_KINDS or unicodedata.name(char, "").startswith(EXACT_SCRIPTS)


# Words of no text ---------------------------------------------------------------------------------

# Letters alone, two or more: a single letter is a label, as that of a branch.
WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?!\w)")


def unknown_words(pdf: bytes, expected: str) -> Iterator[tuple[int, str]]:
    """Yield page, from 1, and word of each word of a PDF that is not in the text `expected`, once.

    Nobody can translate these. Dice and other words with a digit are figures. A word at the end of
    a line may be a part of one.
    """
    words = {word.casefold() for word in WORD.findall(expected)}
    parts = expected + expected.upper()
    with pypdfium2.PdfDocument(pdf) as document:
        for number in range(len(document)):
            lines = document[number].get_textpage().get_text_range().splitlines()
            on_page: dict[str, None] = {}
            for line in lines:
                here = WORD.findall(line)
                for at, word in enumerate(here):
                    is_part = at in (0, len(here) - 1) and word in parts
                    if word.casefold() not in words and not is_part:
                        on_page[word] = None
            yield from ((number + 1, word) for word in on_page)
