"""A localized canon poured into the template of a kind: one HTML text that names the PDF wholly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from aidgen.game.canon import Canon
from aidgen.game.records import Aid
from aidgen.page.blanks import fields
from aidgen.page.chart import charts
from aidgen.page.environment import pour
from aidgen.page.hyphenation import hyphenation
from aidgen.page.kinds import KINDS
from aidgen.page.markdown import Texts, Words
from aidgen.page.promised import promised
from aidgen.page.promises import Counts, Promises


@dataclass(frozen=True)
class Page:
    """All that goes into one PDF: the HTML is its whole content, and the key of its place."""

    html: str
    pages: tuple[int, int | None]
    """Fewest and most pages it may have."""
    smallest_type: float
    """The smallest size of type in pt that its kind allows."""

    @cached_property
    def promises(self) -> Promises:
        """What it promises, as its HTML says."""
        return promised(self.html)

    @property
    def promised(self) -> Counts:
        """How much it promises."""
        texts = self.promises.texts
        tables = [promise.rows for promise in texts if promise.rows]
        cells = sum(len(row) for rows in tables for row in rows)
        return Counts(len(texts) - len(tables), cells, self.promises.boxes)


def render(canon: Canon, aid_name: str, roots: tuple[Path, ...]) -> Page:
    """Pour `canon` into the template of the aid called `aid_name`.

    `roots` are the packs whose templates are searched, in order. Raises Unusable where a template
    asks for what is not there.
    """
    aid = canon.aids[aid_name]
    kind = KINDS[aid.kind]
    printed = canon.printed(aid_name)
    texts = Texts(canon, printed)
    variables = {
        "canon": canon,
        "texts": texts,
        "words": Words(texts, canon.words),
        "charts": charts(canon, printed),
        "fields": fields(canon, printed),
        "figures_mark": canon.mark,
        "aid": aid,
        "aid_name": aid_name,
        "kind": kind,
        "size": kind.size(aid),
        "hyphenation": hyphenation(canon),
        "language": canon.locale.replace("_", "-"),
        **kind.view(canon, aid, kind.size(aid)),
    }
    html = pour(f"{kind.name}/page.html", variables, roots)
    return Page(html, _limits(aid), kind.smallest_type)


def _limits(aid: Aid) -> tuple[int, int | None]:
    """Return the fewest and the most pages that an aid may have."""
    if aid.pages is None:
        return 1, None
    least = int(aid.pages.number)
    return least, getattr(aid.pages.raw, "high", least)
