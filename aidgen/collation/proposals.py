"""What a published text says in cells that nobody has translated yet: proposed, to be read."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from aidgen.collation.manuscript import Manuscript, plain
from aidgen.collation.tables import Alignment, matches, originals
from aidgen.game.canon import Canon
from aidgen.game.context import Context
from aidgen.game.texts import Text


@dataclass(frozen=True)
class Proposal:
    """A text of the file that stands where the canon has one that is not translated."""

    context: Context
    source: str
    text: str


def proposals(file: Manuscript, canon: Canon, source: Canon) -> Iterator[Proposal]:
    """Yield what the tables of `file` have in the place of untranslated headings and cells.

    A table is known by its figures. Of sentences there is no telling which is which, as long as
    nothing is translated: for them, nothing is proposed.
    """
    texts = dict(source.texts())
    for alignment in matches(file.grids, list(originals(canon)))[0]:
        for text, words in _beside(alignment):
            if text.context in texts:
                yield Proposal(text.context, str(texts[text.context]), words)


def _beside(alignment: Alignment) -> Iterator[tuple[Text, str]]:
    """Yield each untranslated cell of a table of the canon with the file's words for it."""
    for row, other_row in alignment.rows.items():
        for column, other in alignment.columns.items():
            cell = alignment.original.rows[row][column]
            words = plain(alignment.grid.rows[other_row][other].text).strip()
            if isinstance(cell, Text) and cell.state == "missing" and words:
                yield cell, words


def as_csv(proposed: Iterable[Proposal]) -> str:
    """Write proposals as a table that `i18n import` reads, all of them fuzzy."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["context", "source", "target", "fuzzy"])
    writer.writerows([str(one.context), one.source, one.text, "true"] for one in proposed)
    return out.getvalue()
