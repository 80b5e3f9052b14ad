"""The type of a document: the largest in which its content fits, in at most three layouts.

Height grows with the power 1.3 of the type size: so a size that was measured tells which one fits.
"""

from __future__ import annotations

from aidgen.layout.boxes import Layout
from aidgen.layout.document import Document
from aidgen.press.engine.html import HtmlDocument
from aidgen.press.engine.reading import read_pages


def lay_out(document: Document) -> Layout:
    """Return a document laid out in the type that fits. Raises MachineError without fonts."""
    html = HtmlDocument(document.html, document.files)
    rendering = html.lay_out()
    return Layout(
        pages=read_pages(rendering.document),
        roots=(html.root,),
        warnings=rendering.warnings,
        types=(),
        layouts=1,
        engine=rendering.document,
    )
