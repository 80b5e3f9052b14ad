"""Words on the pages of a PDF that are in no text of the canon: nobody can translate them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pikepdf

from aidgen.proof.glyphs import drawn


def strays(pdf: bytes, said: str) -> Iterator[tuple[int, str]]:
    """Yield page and word of each word of `pdf` that is not among the words `said`, once a page.

    Dice and other words with a digit in them are figures. At the ends of a run, which a line may
    end, a part of a word will do.
    """
    words = set(_WORD.findall(said.casefold()))
    parts = "\n".join((said, said.upper()))
    told: set[tuple[int, str]] = set()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for run in drawn(document).runs:
            found = _WORD.findall(run.text)
            for i, word in enumerate(found):
                broken = i in (0, len(found) - 1) and word in parts
                here = (run.page + 1, word)
                if word.casefold() not in words and not broken and here not in told:
                    told.add(here)
                    yield here


_WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?!\w)")
"""A word: letters alone, and more than one; a single letter is a mark, as that of a branch."""
