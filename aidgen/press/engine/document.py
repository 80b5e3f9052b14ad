"""HTML documents laid out by WeasyPrint, with our fonts alone and no access outside the page.

Loading the engine takes about half a second, so only a process that typesets imports it.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape

import pyphen
from pyphen import DataInt, HyphDict

from aidgen.assets.families import faces_of
from aidgen.assets.fonts import font_files, fonts_folder, link_folder, script_fonts, write_prepared
from aidgen.assets.svg import arcs_to_curves, svg_with_curves
from aidgen.press.engine.boxes import page_box
from aidgen.press.engine.pages import LaidPage
from aidgen.press.engine.patches import MarkedContent, apply_patches, record_marked_content, trial
from aidgen.problems import MachineError

PDF_VARIANT = "pdf/ua-1"
"""The engine writes a tagged PDF (ISO 14289-1): only then does it mark content."""
ENDLESS_CSS = """@page endless { size: 3000mm 9000mm; margin: 0 }
main { page: endless !important }"""
"""Paper for measuring, larger than anything that fits on one page."""
SHEETS_KEPT = 8
"""How many parsed style sheets a process keeps: it typesets a few aids at a time."""
LONG_CLASS = "long"
"""The class of a piece that may continue over several pages."""
THEME_FONTS = "fonts"
"""The `meta` element that lists the font families of a theme, separated by commas."""


class HtmlDocument:
    """An HTML document that can be laid out repeatedly while its elements change in between."""

    def __init__(self, html: str) -> None:
        """Parse `html`. Raises MachineError if fonts or Pango are missing."""
        with _collect_warnings() as warnings:
            self._html = load_engine().HTML(string=html, url_fetcher=_fetcher(), base_url=None)
        self._warnings = tuple(warnings)
        self._has_fonts = "@font-face" in html
        self.root: Element = self._html.etree_element
        _replace_arcs(self.root)
        self._sheet = self.root.find("head/style")
        self._css = "" if self._sheet is None else self._sheet.text or ""
        self._has_one_sheet = len(list(self.root.iter("style"))) == 1
        self._families = _theme_families(self.root)
        self._is_long = any(
            LONG_CLASS in main.get("class", "").split() for main in self.root.iter("main")
        )

    def lay_out(self, *, endless: bool = False, drawn: bool = True) -> Rendering:
        """Return the document laid out on pages, or on `endless` ones that divide nothing.

        What is only measured, as on endless pages, need not be `drawn`.
        """
        with ExitStack() as stack:
            warnings = stack.enter_context(_collect_warnings())
            stack.enter_context(_styles_as_classes(self.root, self._sheet))
            if self._sheet is not None and endless:
                stack.enter_context(
                    _with_text(self._sheet, f"{self._sheet.text or ''}\n{ENDLESS_CSS}")
                )
            if self._is_long:
                stack.enter_context(_with_first_page(next(self.root.iter("body"))))
            if endless or not drawn:
                stack.enter_context(trial())
            stack.enter_context(hyphenation_exceptions(self.root))
            rules = stack.enter_context(self._parsed_sheet())
            document = self._html.render(
                font_config=self._fonts(), pdf_variant=PDF_VARIANT, **rules.options
            )
        if self._is_long:
            document = document.copy(document.pages[1:])
        pages = (LaidPage(i, page_box(page)) for i, page in enumerate(document.pages, start=1))
        return Rendering(tuple(pages), (*self._warnings, *rules.warnings, *warnings), document)

    @contextmanager
    def _parsed_sheet(self) -> Iterator[_ParsedCss]:
        """Parse the style sheet of the document once, and leave it out of the document meanwhile.

        The engine gets it as a user style sheet: `style` attributes override it, as they do an
        author's sheet. Beside other sheets of the document it would lose to them, so then it stays
        where it is. Fonts of a sheet belong to one document, so then it stays, too.
        """
        if self._sheet is None or self._has_fonts or not self._has_one_sheet:
            yield _ParsedCss()
            return
        css = self._sheet.text or ""
        with _with_text(self._sheet, ""):
            yield _parse_css(self._css).with_css(css.removeprefix(self._css))

    def _fonts(self) -> Any:
        """Return the engine's fonts; new ones for a document with its own fonts.

        The engine warns only once about a font that cannot be loaded.
        """
        if self._has_fonts:
            return _open_fonts(self._families)
        return _shared_fonts(self._families, os.getpid())


@contextmanager
def _with_text(element: Element, text: str) -> Iterator[None]:
    """Give an element another text for a while."""
    before, element.text = element.text, text
    try:
        yield
    finally:
        element.text = before


@contextmanager
def _with_first_page(body: Element) -> Iterator[None]:
    """Put a page before all others for a while.

    The engine drops the space above the first text of each page but the first. A piece must begin
    where it would begin if the piece before it continued on its first page.
    """
    first = Element("div", {"style": "break-after: page"})
    body.insert(0, first)
    try:
        yield
    finally:
        body.remove(first)


PIECE_TAG = "main"
CLASS_REPEATS = 4
"""How often a rule repeats its class, to override the rules of templates."""


@contextmanager
def _styles_as_classes(root: Element, sheet: Element | None) -> Iterator[None]:
    """Replace the `style` attributes of pieces with classes of the style sheet for a while.

    The engine shares computed styles between elements that the same rules match, but never
    between elements with `style` attributes.
    """
    styled = [main for main in root.iter(PIECE_TAG) if "}" not in main.get("style", "}")]
    if sheet is None or not styled:
        yield
        return
    attributes = [dict(main.attrib) for main in styled]
    styles = dict.fromkeys(main.attrib["style"] for main in styled)
    names = {style: f"styled-{i}" for i, style in enumerate(styles)}
    rules = (
        f"{PIECE_TAG}{f'.{name}' * CLASS_REPEATS} {{ {style} }}\n" for style, name in names.items()
    )
    for main in styled:
        main.set("class", f"{main.get('class', '')} {names[main.attrib.pop('style')]}".strip())
    try:
        with _with_text(sheet, f"{sheet.text or ''}\n{''.join(rules)}"):
            yield
    finally:
        for main, before in zip(styled, attributes, strict=True):
            main.attrib.clear()
            main.attrib.update(before)


@dataclass(frozen=True)
class _ParsedCss:
    """Style sheets as the engine parsed them, and its warnings."""

    sheets: tuple[Any, ...] = ()
    counters: Any = None
    warnings: tuple[str, ...] = ()

    @property
    def options(self) -> dict[str, Any]:
        """The options of the engine; it adds its own counters to a copy of ours."""
        if not self.sheets:
            return {}
        counters = type(self.counters)(self.counters)
        return {"stylesheets": list(self.sheets), "counter_style": counters}

    def with_css(self, css: str) -> _ParsedCss:
        """Return these rules followed by those of a sheet that is not kept."""
        if not css:
            return self
        added = _parse_css.__wrapped__(css)
        counters = type(self.counters)({**self.counters, **added.counters})
        warnings = (*self.warnings, *added.warnings)
        return _ParsedCss((*self.sheets, *added.sheets), counters, warnings)


@lru_cache(maxsize=SHEETS_KEPT)
def _parse_css(css: str) -> _ParsedCss:
    """Return a style sheet as the engine parses it; a document is laid out several times."""
    engine = load_engine()
    from weasyprint.css.counters import CounterStyle

    counters = CounterStyle()
    with _collect_warnings() as warnings:
        sheet = engine.CSS(string=css, url_fetcher=_fetcher(), counter_style=counters)
    return _ParsedCss((sheet,), counters, tuple(warnings))


@dataclass(frozen=True)
class Rendering:
    """A document laid out."""

    pages: tuple[LaidPage, ...]
    warnings: tuple[str, ...]
    """The messages that the engine logged."""
    _document: Any = field(repr=False)

    def write_pdf(self, identifier: str) -> tuple[bytes, tuple[str, ...], MarkedContent]:
        """Return the PDF, all warnings, and where the content of each box is marked.

        The PDF has marked content but no structure tree. `identifier` becomes the file's ID.
        """
        with _collect_warnings() as warnings, record_marked_content() as marked:
            pdf = self._document.write_pdf(
                pdf_identifier=identifier.encode(), pdf_variant=PDF_VARIANT, uncompressed_pdf=True
            )
        return bytes(pdf), (*self.warnings, *warnings), marked

    def write_untagged_pdf(self, page: int | None = None) -> bytes:
        """Return a PDF for viewing, without tags; only one page if `page` is given, from 0."""
        document = self._document
        if page is not None:
            document = document.copy(document.pages[page : page + 1])
        with _collect_warnings():
            return bytes(document.write_pdf(uncompressed_pdf=True, pdf_variant=None))


def count_pages(html: str) -> int:
    """Lay out `html` and return its number of pages. Raises MachineError without fonts or Pango."""
    return len(HtmlDocument(html).lay_out().pages)


class _WarningList(logging.Handler):
    """Collects the engine's warnings."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextmanager
def _collect_warnings() -> Iterator[list[str]]:
    """Return a list that collects the engine's warnings until the context ends."""
    handler = _WarningList()
    logger = logging.getLogger("weasyprint")
    before = logger.handlers, logger.level
    logger.handlers = [handler]
    logger.setLevel(logging.WARNING)
    try:
        yield handler.messages
    finally:
        logger.handlers, level = before
        logger.setLevel(level)


@cache
def load_engine() -> Any:
    """Import WeasyPrint with our patches. Pango reads the font configuration when it is loaded."""
    try:
        os.environ["FONTCONFIG_FILE"] = str(_fontconfig_file())
    except OSError as error:
        raise MachineError(f"cannot prepare the fonts: {error}") from None
    try:
        import weasyprint
    except OSError as error:
        raise MachineError(f"WeasyPrint needs Pango, which is not installed ({error})") from None
    apply_patches()
    return weasyprint


@cache
def _shared_fonts(families: tuple[str, ...], process: int) -> Any:
    """Return the engine's fonts, with some families of a theme, as the process opened them.

    Pango 1.56 and later asks a thread for each new font. A forked process lacks its parent's
    threads and would wait forever.
    """
    return _open_fonts(families)


def _open_fonts(families: tuple[str, ...]) -> Any:
    """Open our fonts and those of some families of a theme.

    Raises MachineError if fontconfig does not find ours: it would substitute others. The proof
    reports texts for which a font of a theme was substituted.
    """
    load_engine()
    from weasyprint.text import fonts

    configuration, fontconfig = fonts.FontConfiguration(), fonts.fontconfig
    ours = fontconfig.FcConfigGetFonts(configuration._config, fontconfig.FcSetSystem)
    if not ours or ours.nfont < len(_all_font_files()):
        raise MachineError(
            f"fontconfig does not find the fonts in {link_folder(_all_font_files())}"
        )
    for path in (path for family in families for path in faces_of(family)):
        fontconfig.FcConfigAppFontAddFile(configuration._config, os.fsencode(path))
    if families:
        changed = fonts.pangoft2.pango_fc_font_map_config_changed
        changed(fonts.ffi.cast("PangoFcFontMap *", configuration.font_map))
    return configuration


def _theme_families(root: Element) -> tuple[str, ...]:
    meta = root.find(f"head/meta[@name='{THEME_FONTS}']")
    listed = "" if meta is None else meta.get("content", "")
    return tuple(filter(None, listed.split(", ")))


def _fontconfig_file() -> Path:
    """Write a fontconfig file for our fonts alone, and return its path.

    It names a folder of links, because our fonts are beside other files, and not every fontconfig
    can select files of a folder: 2.17 accepts no full paths.
    """
    folder = fonts_folder()
    text = (
        "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
        f"<dir>{escape(str(link_folder(_all_font_files())))}</dir>"
        f"<cachedir>{escape(str(folder / 'cache'))}</cachedir></fontconfig>"
    )
    # Named by its content: another installation on this machine may have other fonts.
    path = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.conf"
    if not path.is_file():
        write_prepared(path, text.encode())
    return path


@cache
def _all_font_files() -> tuple[Path, ...]:
    """Return the files of our fonts, and of the installed fonts of other scripts."""
    others = {file.path for listed in script_fonts().values() for file in listed}
    return (*font_files(), *sorted(others))


PATH_TAG = "{http://www.w3.org/2000/svg}path"
# The beginning of an SVG: an XML declaration, comments, then the first element
SVG_START = re.compile(rb"\s*(?:<[?!][^>]*>\s*)*<(?:\w+:)?svg\b")
XML_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*<")


@cache
def _fetcher() -> Any:
    """Return a URL fetcher for `data:` alone: a page can reach no file and no network."""
    load_engine()
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    _import_raster_reader().refuse_truncated_pictures()  # the engine has asked for the opposite

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            _import_raster_reader().limit_formats()  # the engine looks at the first bytes alone
            response = super().fetch(url, headers)
            if not response.content_type.startswith("image/"):
                return response
            with closing(response):
                return URLFetcherResponse(url, check_picture(response.read()), response.headers)

    return Fetcher(allowed_protocols={"data"})


def check_picture(picture: bytes) -> bytes:
    """Return a picture as the engine is to draw it.

    Raises ValueError if it is not a picture or is truncated: the engine would draw a part of it.
    """
    if XML_START.match(picture):
        if not SVG_START.match(picture.removeprefix(b"\xef\xbb\xbf")):
            raise ValueError("is no SVG")
        return svg_with_curves(picture)
    if not _import_raster_reader().is_complete(picture):
        raise ValueError("is no picture that can be read to its end")
    return picture


def _import_raster_reader() -> Any:
    """Import the reader of raster pictures, which loads Pillow, only when it is needed."""
    return import_module("aidgen.assets.rasters")


def _replace_arcs(root: Element) -> None:
    """Replace the arcs of all inline SVGs of a page with Bézier curves."""
    for path in root.iter(PATH_TAG):
        data = path.get("d", "")
        if "a" in data.lower():
            path.set("d", arcs_to_curves(data))


HYPHENATION_META = "hyphenation"
"""The `meta` element that lists words with hyphens where they may be divided."""


@contextmanager
def hyphenation_exceptions(root: Element) -> Iterator[None]:
    """Have the words that a document lists hyphenated as listed while it is laid out.

    The words go into the cache of Pyphen's dictionary, which belongs to the process. Soft hyphens
    in the words would not do in table cells: WeasyPrint 70 treats such a word as indivisible when
    it computes the widths of columns.
    """
    words = {word.replace("-", ""): word for word in _listed_words(root)}
    dictionary = _hyphenation_dictionary(root.get("lang", ""))
    if dictionary is None or not words:
        yield
        return
    positions = dictionary.cache
    before = {word: positions[word] for word in words if word in positions}
    positions.update({word: _hyphen_positions(hyphened) for word, hyphened in words.items()})
    try:
        yield
    finally:
        for word in words:
            positions.pop(word, None)
        positions.update(before)


def _listed_words(root: Element) -> list[str]:
    meta = root.find(f"head/meta[@name='{HYPHENATION_META}']")
    words = "" if meta is None else meta.get("content", "")
    return [word for word in words.lower().split() if word.strip("-")]


def _hyphenation_dictionary(language: str) -> HyphDict | None:
    """Return Pyphen's dictionary of a language, the one that the engine uses; None without one."""
    name = pyphen.language_fallback(language)
    if name is None:
        return None
    path = pyphen.LANGUAGES[name]
    if path not in pyphen.hdcache:
        pyphen.hdcache[path] = _read_dictionary(path)
    dictionary: HyphDict = pyphen.hdcache[path]
    return dictionary


def _read_dictionary(path: Path) -> HyphDict:
    """Return the dictionary in a file, from a JSON copy that loads ten times as fast.

    The German dictionary has 66,000 patterns, and each process that typesets reads it. A
    dictionary whose hyphens change spellings has no copy: JSON stores only their positions.
    """
    copy = fonts_folder() / f"{path.stem}-{pyphen.VERSION}-{path.stat().st_size}.json"
    dictionary: HyphDict = HyphDict.__new__(HyphDict)
    dictionary.cache = {}
    try:
        dictionary.maxlen, dictionary.patterns = json.loads(copy.read_bytes())
    except (OSError, ValueError):
        dictionary = HyphDict(path)
        if not any(isinstance(v, DataInt) for _, vs in dictionary.patterns.values() for v in vs):
            with suppress(OSError):  # the copy only saves time
                write_prepared(copy, json.dumps([dictionary.maxlen, dictionary.patterns]).encode())
    return dictionary


def _hyphen_positions(word: str) -> list[Any]:
    """Return the places of the hyphens of a word as Pyphen keeps them."""
    parts = word.split("-")[:-1]
    return [DataInt(sum(map(len, parts[: i + 1]))) for i in range(len(parts))]
