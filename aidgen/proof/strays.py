"""Words on the pages of a PDF that are in no text: in an invented language, they stand out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pypdfium2

# Letters alone, two or more: a single letter is a label, as that of a branch.
WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?!\w)")


def unknown_words(pdf: bytes, known: str) -> Iterator[tuple[int, str]]:
    """Yield page, from 1, and word of each word of a PDF that is not in the text `known`, once.

    Nobody can translate these. Dice and other words with a digit are figures. A word at the end of
    a line may be a part of one.
    """
    words = {word.casefold() for word in WORD.findall(known)}
    parts = known + known.upper()
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
