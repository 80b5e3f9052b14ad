"""An HTML document that WeasyPrint lays out, with our fonts and no access outside the document."""

from __future__ import annotations

import logging
from codecs import BOM_UTF8
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from copy import copy
from functools import cache, lru_cache
from typing import Any
from urllib.parse import quote, unquote
from xml.etree.ElementTree import Element

from aidgen.assets.files import SCHEME
from aidgen.assets.pictures import raster_reader
from aidgen.assets.svg import arcs_to_curves, svg_with_curves
from aidgen.press.engine.drawings import Pictures
from aidgen.press.engine.fonts import engine_fonts, load_engine
from aidgen.press.engine.hyphens import hyphenation_exceptions

# The engine writes a tagged PDF (ISO 14289-1).
PDF_VARIANT = "pdf/ua-1"
# How many parsed style sheets a process keeps: a document is laid out up to three times, and the
# documents of a deck share theirs. Parsing one of ours takes as long as laying out five cards.
SHEETS_KEPT = 8
ANCHOR = "data-anchor"
LEADS = "data-leads"
OUTLINE = "data-outline"
QUOTED = str.maketrans({'"': r"\22 ", "\\": r"\5c "})
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# What is in the style sheet of a document with footnotes, and the pseudo-elements of the engine's
# own sheet for them.
NOTE = "footnote"
NOTE_PARTS = ("footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback")
PATH_TAG = "{http://www.w3.org/2000/svg}path"


class HtmlDocument:
    """An HTML document that can be laid out repeatedly while its elements change in between."""

    def __init__(self, html: str, files: Mapping[str, bytes]) -> None:
        """Parse `html`, whose pictures are in `files`.

        Raises MachineError if fonts or Pango are missing.
        """
        with collect_warnings() as self.warnings:
            page = load_engine().HTML if NOTE in html else _page_without_notes()
            self._html = page(string=html, url_fetcher=_fetcher(files))
        self.root: Element = self._html.etree_element
        for path in self.root.iter(PATH_TAG):
            if "a" in path.get("d", "").lower():
                path.set("d", arcs_to_curves(path.get("d", "")))
        self.anchors = _write_anchors(self.root)
        has_fonts = "@font-face" in html
        self._options = {} if has_fonts else self._take_style_sheet()
        self._fonts = engine_fonts(self.root, fresh=has_fonts)
        self._pictures = Pictures()

    def _take_style_sheet(self) -> dict[str, Any]:
        """Return the style sheet of the document parsed, as options of the engine, and leave it out
        of the document.

        The engine gets it as a user style sheet: `style` attributes override it, as they do an
        author's sheet. Beside other sheets of the document it would lose to them, so then it stays
        where it is. Fonts of a sheet belong to one document, so then it stays, too.
        """
        sheets = list(self.root.iter("style"))
        if len(sheets) != 1:
            return {}
        css, sheets[0].text = sheets[0].text or "", ""
        sheet, counters, warnings = _parse_css(css)
        self.warnings += warnings
        # The engine adds counters of its own.
        return {"stylesheets": [sheet], "counter_style": type(counters)(counters)}

    def link(self, anchors: Collection[str]) -> None:
        """Write its links as HTML has them, if they lead to one of `anchors`.

        A link that leads nowhere, as one of a card to a chapter of the book, is left as its words.
        """
        for element in self.root.iter():
            target = element.get(LEADS)
            if target is not None and target in anchors:
                element.set("href", f"#{quote(target)}")

    def lay_out(self) -> Any:
        """Return the document of the engine, laid out; what it warns of is added to `warnings`."""
        with collect_warnings() as warnings, hyphenation_exceptions(self.root):
            document = self._html.render(
                font_config=self._fonts,
                pdf_variant=PDF_VARIANT,
                cache=self._pictures,
                **self._options,
            )
        self.warnings += warnings
        return document

    def picture(self, url: str, orientation: Any = "from-image") -> Any:
        """Return a picture as the engine has it."""
        from weasyprint import DEFAULT_OPTIONS
        from weasyprint.images import get_image_from_uri

        fetcher = self._html.url_fetcher
        return get_image_from_uri(
            self._pictures, fetcher, DEFAULT_OPTIONS, url=url, orientation=orientation
        )


def _write_anchors(root: Element) -> Collection[str]:
    """Write the targets of links as HTML has them, and return them.

    Headings that are not to be listed, or not read aloud, are left out of the outline; one without
    words is listed by the names of its pictures.
    """
    anchors: dict[str, None] = {}
    for element in root.iter():
        anchor = element.get(ANCHOR)
        if anchor and anchor not in anchors:  # a card may be printed several times
            anchors[anchor] = None
            element.set("id", anchor)
        if element.get(OUTLINE) == "none" or element.get("aria-hidden") == "true":
            for heading in (inner for inner in element.iter() if inner.tag in HEADINGS):
                _add_style(heading, "bookmark-level:none")
        elif element.tag in HEADINGS and not "".join(_words(element)).strip():
            names = " ".join("".join(element.itertext()).split()).translate(QUOTED)
            _add_style(element, f'bookmark-label:"{names}"')
    return tuple(anchors)


def _add_style(element: Element, rule: str) -> None:
    element.set("style", f"{element.get('style', '')};{rule}".lstrip(";"))


def _words(element: Element) -> Iterator[str]:
    if not element.tag.endswith("svg"):
        yield element.text or ""
        for child in element:
            yield from _words(child)
            yield child.tail or ""


@cache
def _page_without_notes() -> Any:
    # It would style the five parts of a footnote for every element: a fifth of a layout's time.
    (sheet,) = load_engine().HTML(string="<p>")._ua_stylesheets()
    less = copy(sheet)
    less.matcher = copy(sheet.matcher)
    # A selector's test, specificity, order, pseudo-element and declarations
    less.matcher.other_selectors = [
        selector for selector in sheet.matcher.other_selectors if selector[3] not in NOTE_PARTS
    ]
    return type("Page", (load_engine().HTML,), {"_ua_stylesheets": lambda *_: [less]})


@lru_cache(maxsize=SHEETS_KEPT)
def _parse_css(css: str) -> tuple[Any, Any, Sequence[str]]:
    engine = load_engine()
    from weasyprint.css.counters import CounterStyle

    counters = CounterStyle()
    with collect_warnings() as warnings:
        sheet = engine.CSS(string=css, url_fetcher=_fetcher({}), counter_style=counters)
    return sheet, counters, warnings


@contextmanager
def collect_warnings() -> Iterator[list[str]]:
    """Return a list that collects the engine's warnings, with reasons, until the context ends."""
    messages: list[str] = []

    def collect(record: logging.LogRecord) -> bool:
        if record.levelno >= logging.WARNING:
            messages.append(record.getMessage())
        elif record.exc_info and messages:  # the reason of the last one
            messages[-1] += f" ({record.exc_info[1]!r})"
        return False  # nobody else hears of it

    logger = logging.getLogger("weasyprint")
    level = logger.level
    logger.addFilter(collect)
    logger.setLevel(logging.DEBUG)
    try:
        yield messages
    finally:
        logger.removeFilter(collect)
        logger.setLevel(level)


def _fetcher(files: Mapping[str, bytes]) -> Any:
    """Return a URL fetcher for `data:` and `files`: a page can reach no other file, no network."""
    return _fetcher_class()(files)


@cache
def _fetcher_class() -> Any:
    load_engine()
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def __init__(self, files: Mapping[str, bytes]) -> None:
            super().__init__(allowed_protocols={"data", SCHEME})
            self._files = files

        def fetch(self, url: str, headers: Any = None) -> Any:
            raster_reader().limit_formats()  # the engine looks at the first bytes alone
            scheme, _, name = url.partition(":")
            if scheme == SCHEME:
                if unquote(name) not in self._files:
                    raise ValueError("is not among the files of the document")
                return self._response(url, self._files[unquote(name)])
            with closing(super().fetch(url, headers)) as response:
                is_picture = response.content_type.startswith("image/")
                content = response.read()
                if not is_picture:
                    return URLFetcherResponse(url, content, response.headers)
                return self._response(url, content)

        def _response(self, url: str, content: bytes) -> Any:
            picture = check_picture(content)
            mime = "image/svg+xml" if _is_xml(picture) else "image"
            return URLFetcherResponse(url, picture, {"Content-Type": mime})

    return Fetcher


def check_picture(picture: bytes) -> bytes:
    """Return a picture as the engine is to draw it.

    Raises ValueError or AssetError if it is no picture or truncated: a part of it would be drawn.
    """
    if _is_xml(picture):
        return svg_with_curves(picture)
    if not raster_reader().is_complete(picture):
        raise ValueError("is no picture that can be read to its end")
    return picture


def _is_xml(picture: bytes) -> bool:
    return picture.removeprefix(BOM_UTF8).lstrip().startswith(b"<")
