"""A PDF re-read by other libraries than the one that wrote it: does it say what was promised?"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator, Sequence

import pikepdf
import pypdfium2

from aidgen.measure import characters

FONTS = ("Source-Sans-Pro", "Source-Serif-Pro", "SourceSansPro", "SourceSerifPro")
THUMBNAIL_WIDTH = 480
"""Width in px of the picture of a first page in the gallery."""


def prove(pdf: bytes, promises: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with `pdf`: promised words it does not say, fonts that are not ours."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        yield from _fonts(document)
        yield from _metadata(document)
    text = " ".join(_pages(pdf))
    ours = {letter for character in characters() for letter in _bare(character)}
    for character in sorted(set(_bare(text)) - ours):
        yield f"has no glyph for “{character}” (U+{ord(character):04X}): none of our fonts has it"
    said = _bare(text)
    for promise in dict.fromkeys(promises):
        if _bare(promise) not in said and not _in_pieces(promise, said):
            yield f"is printed nowhere, or not whole: “{promise}”"


def thumbnail(pdf: bytes) -> bytes:
    """Return a picture (PNG) of the first page of `pdf`."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        bitmap = page.render(scale=THUMBNAIL_WIDTH / max(page.get_width(), page.get_height()))
        out = io.BytesIO()
        bitmap.to_pil().convert("P", colors=32).save(out, "PNG", optimize=True)
        return out.getvalue()
    finally:
        document.close()


def _fonts(document: pikepdf.Pdf) -> Iterator[str]:
    names = {
        str(item.get("/BaseFont", ""))
        for item in document.objects
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"
    }
    for name in sorted(names):
        if not any(ours in name for ours in FONTS):
            yield f"embeds the font {name}, which is not ours: a character is in none of our fonts"


def _metadata(document: pikepdf.Pdf) -> Iterator[str]:
    root = document.Root
    if not str(root.get("/Lang", "")):
        yield "says no language"
    if not document.docinfo.get("/Title"):
        yield "has no title"
    if "/StructTreeRoot" not in root:
        yield "is not tagged"


def _pages(pdf: bytes) -> Iterator[str]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            yield page.get_textpage().get_text_bounded()
    finally:
        document.close()


def _bare(text: str) -> str:
    """Return the letters and digits of a text: spaces and hyphens are the typesetter's."""
    text = unicodedata.normalize("NFKC", text)
    return re.sub(r"[\s\-\u00ad\u2010\u2011\ufffe\x02•]", "", text)


def _in_pieces(promise: str, said: str) -> bool:
    """Tell whether every sentence of a text that a page break may have cut is there."""
    sentences = [_bare(piece) for piece in re.split(r"(?<=[.;:!?])\s", promise)]
    for sentence in sentences:
        if sentence in said:
            continue
        cuts = range(1, len(sentence))
        if not any(sentence[:cut] in said and sentence[cut:] in said for cut in cuts):
            return False
    return True
