"""HTML to PDF by WeasyPrint, with our fonts alone and reaching nothing outside the page.

Whoever imports this module pays for WeasyPrint (about half a second), so only the process that
typesets does.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from aidgen.fonts import font_files
from aidgen.problems import Unequipped
from aidgen.promises import Run

TOLERANCE = 0.3
"""How far in mm content may reach beyond its box, for side bearings and rounding."""
PT_PER_PX = 72 / 96
PX_PER_MM = 96 / 25.4
"""CSS and WeasyPrint measure in pixels of 1/96 inch."""


@dataclass(frozen=True)
class Overflow:
    """A box whose content is larger than the box: its name, how much in mm, and in lines."""

    name: str
    side: str
    excess: float
    lines: float

    def __str__(self) -> str:
        """Say what does not fit, and by how much."""
        lines = f" (about {self.lines:g} lines)" if self.lines else ""
        return f"{self.name}: {self.excess:g} mm{lines} {self.side} does not fit"


@dataclass(frozen=True)
class Typeset:
    """A finished PDF, and what was noticed while it was set."""

    pdf: bytes
    pages: int
    overflows: tuple[Overflow, ...]
    warnings: tuple[str, ...]
    smallest: float
    """The size in pt of the smallest type on its pages."""
    runs: tuple[tuple[Run, ...], ...]
    """The texts of each page, where the layout put them."""


def typeset(html: str, identifier: str) -> Typeset:
    """Set `html` as a tagged PDF (PDF/UA-1); `identifier` becomes the file's ID.

    The same HTML gives the same bytes. Raises Unequipped if fonts or Pango are missing.
    """
    weasyprint = _engine()
    notes = _Notes()
    logger = logging.getLogger("weasyprint")
    logger.handlers = [notes]
    logger.setLevel(logging.WARNING)
    document = weasyprint.HTML(string=html, url_fetcher=_Fetcher(), base_url=None).render(
        font_config=_fonts(), pdf_variant="pdf/ua-1"
    )
    pdf = document.write_pdf(pdf_identifier=identifier.encode(), pdf_variant="pdf/ua-1")
    overflows = tuple(
        found
        for number, page in enumerate(document.pages, start=1)
        for found in (*_overflows(page._page_box), *_off_page(page._page_box, number))
    )
    runs = tuple(tuple(_runs(page._page_box, page.height)) for page in document.pages)
    smallest = round(min((run.size for page in runs for run in page), default=0), 2)
    return Typeset(pdf, len(document.pages), overflows, tuple(notes.messages), smallest, runs)


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


def _runs(box: Any, height: float) -> Iterator[Run]:
    """Yield every piece of text in a box of a page that is `height` px high."""
    box = getattr(box, "_box", box)
    if getattr(box, "text", "").strip():
        x, baseline = box.position_x, box.position_y + box.baseline
        size = box.style["font_size"]
        place = (x, height - baseline, box.width, size)
        yield Run(box.text, *(length * PT_PER_PX for length in place))
    for child in getattr(box, "children", ()):
        yield from _runs(child, height)


def _overflows(box: Any) -> Iterator[Overflow]:
    """Yield the boxes named by `data-fit` whose content goes beyond them, to the right or below.

    Only a box whose `data-height` is "fixed" can be too low for its content.
    """
    box = getattr(box, "_box", box)
    element = getattr(box, "element", None)
    name = element.get("data-fit") if element is not None else None
    if element is not None and name and box.element_tag == element.tag and hasattr(box, "height"):
        bottom, right = _reach(box)
        below = (bottom - box.content_box_y() - box.height) / PX_PER_MM
        beyond = (right - box.content_box_x() - box.width) / PX_PER_MM
        line = box.style["font_size"] * 1.25 / PX_PER_MM
        if below > TOLERANCE and element.get("data-height") == "fixed":
            yield Overflow(name, "below", round(below, 1), round(below / line, 1))
        if beyond > TOLERANCE:
            yield Overflow(name, "to the right", round(beyond, 1), 0)
    for child in getattr(box, "children", ()):
        yield from _overflows(child)


def _off_page(page: Any, number: int) -> Iterator[Overflow]:
    """Yield how far the text of a page goes beyond its right margin, the margin boxes apart."""
    edge = page.content_box_x() + page.width
    root = next(child for child in page.children if child.element_tag == "html")
    beyond = (_reach(root)[1] - edge) / PX_PER_MM
    if beyond > TOLERANCE:
        yield Overflow(f"page {number}", "to the right", round(beyond, 1), 0)


def _reach(box: Any) -> tuple[float, float]:
    """Return how far down and to the right the content of a box goes, in px on the page."""
    bottom = right = 0.0
    for child in getattr(box, "children", ()):
        child = getattr(child, "_box", child)
        inner_bottom, inner_right = _reach(child)
        if hasattr(child, "border_height"):
            inner_bottom = max(inner_bottom, child.border_box_y() + child.border_height())
        if child.element_tag is not None and hasattr(child, "text"):
            inner_right = max(inner_right, child.position_x + child.width)
        bottom, right = max(bottom, inner_bottom), max(right, inner_right)
    return bottom, right
