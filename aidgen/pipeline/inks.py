"""Of which pages it is filed that their ink is as it was laid out: they are not drawn again.

A piece that goes on over several pages is set and proved whole when one of them changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from aidgen.page.layout import Sheet
from aidgen.page.pieces import Piece
from aidgen.pipeline.filing import Shelf, head_digest, joined
from aidgen.press.setpieces import SetPage
from aidgen.press.setting import Setting

INK = "ink"
"""What is filed of a page."""


def ink_keys(piece: Piece, setting: Setting) -> tuple[str, ...]:
    """Return under what it is filed of each page that its ink is right; "" if it is not to be."""
    pages = zip(setting.piece.pages, setting.sheets, strict=True)
    return tuple(_key(piece, page, sheet) if piece.long else "" for page, sheet in pages)


def _key(piece: Piece, page: SetPage, sheet: Sheet) -> str:
    """Return a digest of what is on a page, and of what was to be drawn there.

    The head of the piece names its fonts; what a resource is called says what it is.
    """
    fonts = sorted((name, use.face) for name, use in page.fonts.items())
    parts = (page.width, page.height, page.resources, fonts, sheet.width, sheet.height)
    return joined([INK, head_digest(piece.head), page.digest, repr(parts), repr(sheet.painted)])


def right(keys: Iterable[str], shelf: Shelf) -> frozenset[int]:
    """Return the numbers of those of `keys`, from 0, of which it is filed."""
    return frozenset(
        number for number, key in enumerate(keys) if key and shelf.get(key, bool) is True
    )


def file_right(keys: Iterable[str], shelf: Shelf) -> None:
    """File that the ink of pages is right. Raises OSError."""
    for key in filter(None, keys):
        shelf.put(key, record=True)
