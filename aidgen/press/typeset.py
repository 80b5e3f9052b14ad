"""HTML to PDF by WeasyPrint, with our fonts alone and reaching nothing outside the page.

Whoever imports this module pays for WeasyPrint (about half a second), so only the process that
typesets does.
"""

from __future__ import annotations

import logging
import os
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from aidgen.assets.fonts import font_files
from aidgen.page.promises import Fit, Overflow, Sheet
from aidgen.press.copyfit import Copyfit
from aidgen.press.layout import Fitting, fittings, overflows, sheet, split, unset
from aidgen.press.reading import Reading, reading
from aidgen.problems import Unequipped


@dataclass(frozen=True)
class Typeset:
    """A finished PDF, and what was noticed while it was set."""

    pdf: bytes
    pages: int
    overflows: tuple[Overflow, ...]
    split: tuple[str, ...]
    """The boxes that have to be whole and are on several pages."""
    unset: tuple[str, ...]
    """The texts that are in no box of any page."""
    warnings: tuple[str, ...]
    smallest: float
    """The size in pt of the smallest type on its pages."""
    sheets: tuple[Sheet, ...]
    """Each page as it was laid out."""
    fits: tuple[Fit, ...]
    """How each card and region fits its content."""
    reading: Reading
    """The elements of the HTML with the pieces that were set for them."""


def typeset(html: str, identifier: str) -> Typeset:
    """Set `html` as a tagged PDF (PDF/UA-1); `identifier` becomes the file's ID.

    The same HTML gives the same bytes. Raises Unequipped if fonts or Pango are missing.
    """
    weasyprint = _engine()
    notes = _Notes()
    logger = logging.getLogger("weasyprint")
    logger.handlers = [notes]
    logger.setLevel(logging.WARNING)
    source = weasyprint.HTML(string=html, url_fetcher=_Fetcher(), base_url=None)
    copyfit = Copyfit(source.etree_element)
    document = source.render(font_config=_fonts(), pdf_variant="pdf/ua-1")
    while copyfit.adjusted([page._page_box for page in document.pages]):
        document = source.render(font_config=_fonts(), pdf_variant="pdf/ua-1")
    pdf = document.write_pdf(pdf_identifier=identifier.encode(), pdf_variant="pdf/ua-1")
    pages = [page._page_box for page in document.pages]
    sheets = tuple(map(sheet, pages))
    return Typeset(
        pdf,
        len(pages),
        tuple(found for i, page in enumerate(pages, start=1) for found in overflows(page, i)),
        tuple(split(pages)),
        tuple(unset(source.etree_element, pages)),
        tuple(notes.messages),
        round(min((run.size for one in sheets for run in one.runs), default=0), 2),
        sheets,
        tuple(map(_fit, fittings(pages))),
        reading(source.etree_element, pages),
    )


def _fit(found: Fitting) -> Fit:
    room = None if found.room is None else round(found.room, 1)
    return Fit(found.element.get("data-fit"), found.page, round(found.size, 1), room)


class _Notes(logging.Handler):
    """Collects what the engine complains of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@cache
def _engine() -> Any:
    """Import WeasyPrint, the font set made known first: Pango reads it once."""
    os.environ["FONTCONFIG_FILE"] = str(_font_set())
    try:
        import weasyprint
    except OSError as error:
        raise Unequipped(f"WeasyPrint needs Pango, which is not installed ({error})") from None
    return weasyprint


@cache
def _fonts() -> Any:
    _engine()
    from weasyprint.text.fonts import FontConfiguration

    return FontConfiguration()


def _Fetcher() -> Any:  # noqa: N802 - a class that exists once WeasyPrint is imported
    """Return a fetcher that knows `data:` alone: a page can reach no file and no network."""
    from weasyprint.urls import URLFetcher

    return URLFetcher(allowed_protocols={"data"})


def warm() -> None:
    """Do once what every page needs: import the engine, read the fonts."""
    _fonts()


def _font_set() -> Path:
    """Write a private fontconfig file that knows our fonts alone, and return its path."""
    folder = Path(tempfile.gettempdir()) / f"aidgen-fonts-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    accepted = "".join(f"<glob>{escape(str(path))}</glob>" for path in font_files())
    folders = {path.parent for path in font_files()}
    text = (
        "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
        + "".join(f"<dir>{escape(str(path))}</dir>" for path in sorted(folders))
        + f"<cachedir>{escape(str(folder / 'cache'))}</cachedir>"
        + f"<selectfont><rejectfont><glob>*.?tf</glob></rejectfont>"
        f"<acceptfont>{accepted}</acceptfont></selectfont></fontconfig>"
    )
    path = folder / "fonts.conf"
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        scratch = folder / f"fonts.{os.getpid()}"
        scratch.write_text(text, encoding="utf-8")
        scratch.replace(path)
    return path
