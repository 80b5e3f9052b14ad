"""Small pages of HTML, laid out, written and verified as a build does it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import tinyhtml5

from aidgen.layout.boxes import Layout
from aidgen.layout.document import Document, Printed
from aidgen.layout.promises import Promise, read_promises
from aidgen.press.type import lay_out
from aidgen.press.writing import write
from aidgen.proof.verify import verify

HEAD = """<!DOCTYPE html><html lang="en"><head><title>Cards</title><meta charset="utf-8"><style>
@page { size: 100mm 120mm; margin: 5mm }
body { font: 9pt "Source Sans Pro"; margin: 0 }
h2, p, table, ul, ol { margin: 0 0 1mm }
.card { position: absolute; left: 5mm; top: 5mm; width: 50mm; height: 40mm; background: #f4ecd8 }
.card h2 { font-size: 12pt; white-space: nowrap; overflow: hidden }
.sheet { position: absolute; left: 5mm; top: 50mm; width: 80mm; height: 50mm }
td, th { padding: .5mm 1mm; border: .2mm solid #777; text-align: left }
"""
BODY = """</style></head><body>
<div class="card" data-box="cards.wolf" data-fit="cards.wolf" data-height="fixed">
<h2 data-context="cards.wolf.title">The wolf</h2>
<p data-context="cards.wolf.text">Draw <b>2</b> cards and discard one of them.</p>
</div>
<div class="sheet" data-box="sheet.hits">
<table data-context="tables.hits" data-title="Hits">
<thead><tr><th scope="col">Roll</th><th scope="col">Place</th></tr></thead>
<tbody>
<tr><td data-figure="1-3">1–3</td><td data-context="tables.hits.head">Head</td></tr>
<tr><td data-figure="4-6">4–6</td><td data-context="tables.hits.leg">Leg</td></tr>
</tbody></table>
<ol data-context="rules.turn"><li>Move<ol><li>Run</li></ol></li><li>Fight</li></ol>
</div>
</body></html>"""
PAGE = f"{HEAD}{BODY}"
"""A page that is right: a card and a sheet."""


@dataclass(frozen=True)
class Verified:
    """A document, its layout, and what was printed of it."""

    document: Document
    layout: Layout
    printed: Printed

    @property
    def faults(self) -> list[str]:
        """Its faults and doubts, each as its kind and its message."""
        return [f"{fault.kind}: {fault}" for fault in self.printed.faults]


@cache
def verified(html: str, **fields: Any) -> Verified:
    """Return a document of a few pages, with other fields of its own, as a build prints it."""
    document = Document(html, **fields)
    layout = lay_out(document)
    return Verified(document, layout, verify(document, layout, write(layout)))


def read_html(html: str) -> list[Promise]:
    """Return what some HTML promises."""
    promises = read_promises([tinyhtml5.parse(html, namespace_html_elements=False)])
    return list(dict.fromkeys(promises.values()))


def styled(css: str, body: str = "") -> Verified:
    """Return the right page, with more rules and another body if there is one."""
    page = PAGE if not body else f"{HEAD}</style></head><body>{body}</body></html>"
    return verified(page.replace("</style>", f"{css}</style>", 1))


def changed(old: str, new: str) -> Verified:
    """Return the right page with its only `old` replaced by `new`."""
    assert PAGE.count(old) == 1, f"{old!r} is in the page {PAGE.count(old)} times"
    return verified(PAGE.replace(old, new))
