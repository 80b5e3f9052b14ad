"""Words and signs that a style sheet puts beside a text: they stand in no text of the canon."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aidgen.page.faults import Fault
from aidgen.page.layout import Sheet

# The dots that lead to a page, a number or a single letter, and what closes it; or quotes
COUNTER = re.compile(r"[ .\xa0]*(?:\d+|[A-Za-zÀ-ÖØ-öø-ÿ])?[ .:)\xa0]*|[“”„«»‘’‹› \xa0\u202f]*")


def put_beside(sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """Yield what is no counter, and stands before or after an element by the style sheet alone.

    A “not”, a minus, a percent sign: they change what a text says, and nobody can translate them.
    What stands in the margins of a page is held to its promises.
    """
    for number, sheet in enumerate(sheets, start=1):
        for run in sheet.runs:
            if run.generated and not run.margin and not COUNTER.fullmatch(run.text):
                found = "is put beside a text by the style sheet"
                yield Fault(kind="stray", found=found, words=run.text.strip(), page=number)
