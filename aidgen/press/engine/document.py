"""The engine, WeasyPrint, with our fonts alone and reaching nothing outside the page.

Whoever starts it pays for it (about half a second), so only the process that typesets does.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
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
from aidgen.assets.fonts import font_files, fonts_folder, link_folder, script_fonts, write_whole
from aidgen.assets.pictures import arcs_to_curves, svg_with_curves
from aidgen.press.engine.boxes import page_box
from aidgen.press.engine.defaults import plain
from aidgen.press.engine.endings import ended_whole
from aidgen.press.engine.libraries import loaded_by_name
from aidgen.press.engine.pages import LaidPage, drawn_whole
from aidgen.press.engine.patches import tuned
from aidgen.problems import MachineError

VARIANT = "pdf/ua-1"
"""What is written: a tagged PDF (ISO 14289-1)."""
ENDLESS = """@page endless { size: 3000mm 9000mm; margin: 0 }
main { page: endless !important }"""
"""Paper to measure on, larger than all that can stand on one page."""


KEPT = 8
"""How many style sheets are kept as they were read: a process sets a few aids at a time."""


LONG = "long"
"""The class of a piece that may go on over several pages."""
FONTS = "fonts"
"""The `meta` that lists the families of a theme, by their names, with commas between them."""


class Source:
    """An HTML document that can be laid out again and again, its elements changed in between."""

    def __init__(self, html: str) -> None:
        """Parse `html`. Raises MachineError if fonts or Pango are missing."""
        with _complaints() as complaints:
            self._html = _engine().HTML(string=html, url_fetcher=_fetcher(), base_url=None)
            plain(self._html, html, _engine())
        self._complaints = tuple(complaints)
        self._has_fonts = "@font-face" in html
        self.root: Element = self._html.etree_element
        without_arcs(self.root)
        self._sheet = self.root.find("head/style")
        self._text = "" if self._sheet is None else self._sheet.text or ""
        self._only_sheet = len(list(self.root.iter("style"))) == 1
        self._families = _themed(self.root)
        self._is_long = any(
            LONG in main.get("class", "").split() for main in self.root.iter("main")
        )

    def laid_out(self, *, endless: bool = False, drawn: bool = True) -> Rendering:
        """Return the document laid out on pages, or on `endless` ones: nothing is divided there.

        What is only measured need not be `drawn`; nothing is on endless pages.
        """
        with (
            _complaints() as complaints,
            shared(self.root, self._sheet),
            self._styled(ENDLESS if endless else ""),
            _measuring() if endless or not drawn else nullcontext(),
            self._begun_before(),
            taught(self.root),
            self._parsed() as rules,
        ):
            document = self._html.render(
                font_config=self._fonts(), pdf_variant=VARIANT, **rules.options
            )
        if self._is_long:
            document = document.copy(document.pages[1:])
        pages = (LaidPage(i, page_box(page)) for i, page in enumerate(document.pages, start=1))
        told = (*self._complaints, *rules.complaints, *complaints)
        return Rendering(tuple(pages), told, document)

    @contextmanager
    def _begun_before(self) -> Iterator[None]:
        """Have a page before all others for a while, if some pieces go on over several.

        The engine leaves out what air there is above a text at the top of each page but the first.
        What begins a piece is to stand where it would if the piece before it went on to it.
        """
        body = next(self.root.iter("body")) if self._is_long else None
        if body is None:
            yield
            return
        body.insert(0, Element("div", {"style": "break-after: page"}))
        yield
        del body[0]

    @contextmanager
    def _parsed(self) -> Iterator[_Rules]:
        """Have the style sheet of the document read beforehand, and left out of it for a while.

        It is handed to the engine as that of a user, which counts for less than what an element
        says of itself, as that of an author does; beside further sheets of the document it would
        count for less than they do. Fonts that a sheet brings belong to one document.
        """
        sheet, text = self._sheet, self._text
        if sheet is None or self._has_fonts or not self._only_sheet:
            yield _Rules()
            return
        whole = sheet.text or ""
        sheet.text = ""
        yield _rules(text).with_further(whole.removeprefix(text))
        sheet.text = whole

    def _fonts(self) -> Any:
        """Return the fonts: of a document that brings its own none that were met before.

        Of a font that was met and cannot be loaded the engine would say nothing again.
        """
        if self._has_fonts:
            return _opened(self._families)
        return _fonts(self._families, os.getpid())

    @contextmanager
    def _styled(self, css: str) -> Iterator[None]:
        """Add to the style sheet of the document for a while."""
        style = self._sheet
        if style is None or not css:
            yield
            return
        text = style.text
        style.text = f"{text or ''}\n{css}"
        yield
        style.text = text


@dataclass(frozen=True)
class _Rules:
    """Style sheets as the engine has read them, and what it complained of meanwhile."""

    sheets: tuple[Any, ...] = ()
    counters: Any = None
    complaints: tuple[str, ...] = ()

    @property
    def options(self) -> dict[str, Any]:
        """What they are to the engine; it adds counters of its own to those it is given."""
        if not self.sheets:
            return {}
        counters = type(self.counters)(self.counters)
        return {"stylesheets": list(self.sheets), "counter_style": counters}

    def with_further(self, css: str) -> _Rules:
        """Return them with a sheet that stands behind them and is not kept."""
        if not css:
            return self
        further = _rules.__wrapped__(css)
        counters = type(self.counters)({**self.counters, **further.counters})
        told = (*self.complaints, *further.complaints)
        return _Rules((*self.sheets, *further.sheets), counters, told)


@lru_cache(maxsize=KEPT)
def _rules(css: str) -> _Rules:
    """Return a style sheet as the engine reads it: each of its pages is laid out many times."""
    engine = _engine()
    from weasyprint.css.counters import CounterStyle

    counters = CounterStyle()
    with _complaints() as complaints:
        sheet = engine.CSS(string=css, url_fetcher=_fetcher(), counter_style=counters)
    return _Rules((sheet,), counters, tuple(complaints))


@dataclass(frozen=True)
class Rendering:
    """A document laid out."""

    pages: tuple[LaidPage, ...]
    complaints: tuple[str, ...]
    """What the engine has logged, in its own words."""
    _document: Any = field(repr=False)

    def pdf(self, identifier: str) -> tuple[bytes, tuple[str, ...]]:
        """Return it as a PDF with the engine's own tags, and what the engine complains of.

        `identifier` becomes the file's ID.
        """
        with _complaints() as complaints:
            written = self._document.write_pdf(
                pdf_identifier=identifier.encode(), pdf_variant=VARIANT, uncompressed_pdf=True
            )
        return bytes(written), (*self.complaints, *complaints)

    def plain_pdf(self, page: int | None = None) -> bytes:
        """Return it, or a page of it from 0, as a PDF without tags: to be looked at."""
        document = self._document
        if page is not None:
            document = document.copy(document.pages[page : page + 1])
        with _complaints():
            return bytes(document.write_pdf(uncompressed_pdf=True, pdf_variant=None))


def set_page(html: str) -> int:
    """Set `html` and return its number of pages. Raises MachineError without fonts or Pango."""
    return len(Source(html).laid_out().pages)


class _Log(logging.Handler):
    """Collects what the engine complains of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextmanager
def _complaints() -> Iterator[list[str]]:
    """Give a list that fills with what the engine complains of meanwhile."""
    log = _Log()
    logger = logging.getLogger("weasyprint")
    before, logger.handlers = logger.handlers, [log]
    logger.setLevel(logging.WARNING)
    try:
        yield log.messages
    finally:
        logger.handlers = before  # whoever else listens goes on


@contextmanager
def _measuring() -> Iterator[None]:
    """Have the engine leave out for a while what takes no room: grounds, and facts of a PDF."""
    from weasyprint import document, layout

    grounds, facts = layout.layout_backgrounds, document.get_html_metadata
    layout.layout_backgrounds, document.get_html_metadata = lambda *_: None, lambda _: {}
    try:
        yield
    finally:
        layout.layout_backgrounds, document.get_html_metadata = grounds, facts


@cache
def _engine() -> Any:
    """Import WeasyPrint, the font set made known first: Pango reads it once."""
    os.environ["FONTCONFIG_FILE"] = str(_font_set())
    try:
        with loaded_by_name():
            import weasyprint
    except OSError as error:
        raise MachineError(f"WeasyPrint needs Pango, which is not installed ({error})") from None
    from weasyprint import svg
    from weasyprint.layout import inline

    tuned(weasyprint)
    drawn_whole(svg)
    ended_whole(inline)
    return weasyprint


@cache
def _fonts(families: tuple[str, ...], process: int) -> Any:
    """Return the engine's fonts, of some families of a theme too, as a process has opened them.

    Pango asks a thread about a font that it has not met (1.56 and later: any text), and whoever is
    forked has no thread of its parent: it would wait for an answer for ever.
    """
    return _opened(families)


def _opened(families: tuple[str, ...]) -> Any:
    """Open the engine's fonts: ours, and those of some families of a theme.

    Raises MachineError if ours are not found: another would be taken in the place of each. Texts in
    the place of whose font, of a theme, another was taken are told by the proof.
    """
    _engine()
    from weasyprint.text import fonts

    found, system = fonts.FontConfiguration(), fonts.fontconfig
    ours = system.FcConfigGetFonts(found._config, system.FcSetSystem)
    if not ours or ours.nfont < len(_files()):
        raise MachineError(f"fontconfig does not find the fonts in {link_folder(_files())}")
    for path in (path for family in families for path in faces_of(family)):
        system.FcConfigAppFontAddFile(found._config, os.fsencode(path))
    if families:
        changed = fonts.pangoft2.pango_fc_font_map_config_changed
        changed(fonts.ffi.cast("PangoFcFontMap *", found.font_map))
    return found


def _themed(root: Element) -> tuple[str, ...]:
    """Return the families of a theme that a document names."""
    named = root.find(f"head/meta[@name='{FONTS}']")
    listed = "" if named is None else named.get("content", "")
    return tuple(filter(None, listed.split(", ")))


def _fetcher() -> Any:
    """Return what loads what a page names: `data:` alone."""
    _engine()
    return fetcher()


def _font_set() -> Path:
    """Write a private fontconfig file that knows our fonts alone, and return its path.

    They are links in a folder of their own, since other files lie beside them. Which files of a
    folder count cannot be said so that every fontconfig understands it: 2.17 takes no whole path.
    """
    folder = fonts_folder()
    text = (
        "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
        f"<dir>{escape(str(link_folder(_files())))}</dir>"
        f"<cachedir>{escape(str(folder / 'cache'))}</cachedir></fontconfig>"
    )
    # Called by what it says: what else is installed on this machine may know other fonts.
    path = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.conf"
    if not path.is_file():
        write_whole(path, text.encode())
    return path


@cache
def _files() -> tuple[Path, ...]:
    """Return the files of our fonts, and of those of other scripts that are installed."""
    further = {file.path for listed in script_fonts().values() for file in listed}
    return (*font_files(), *sorted(further))


PIECE_TAG = "main"
STRONG = 4
"""How often a rule names its class, to count for more than those of templates."""


@contextmanager
def shared(root: Element, sheet: Element | None) -> Iterator[None]:
    """Let the pieces of a document have their styles from its style `sheet` for a while."""
    styled = [main for main in root.iter(PIECE_TAG) if "}" not in main.get("style", "}")]
    if sheet is None or not styled:
        yield
        return
    before = [(main, main.attrib["style"], main.get("class", "")) for main in styled]
    names = {style: f"styled-{i}" for i, style in enumerate(dict.fromkeys(s for _, s, _ in before))}
    rules = (f"{PIECE_TAG}{f'.{name}' * STRONG} {{ {style} }}\n" for style, name in names.items())
    text = sheet.text
    sheet.text = f"{text or ''}\n{''.join(rules)}"
    for main, style, classes in before:
        del main.attrib["style"]
        main.set("class", f"{classes} {names[style]}".strip())
    yield
    sheet.text = text
    for main, style, classes in before:
        main.set("style", style)
        main.set("class", classes)


PATH = "{http://www.w3.org/2000/svg}path"
# What XML begins with, a declaration, a comment, then the first element
DRAWING = re.compile(rb"\s*(?:<[?!][^>]*>\s*)*<(?:\w+:)?svg\b")
XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<")


@cache
def fetcher() -> Any:
    """Return a fetcher that knows `data:` alone: a page can reach no file and no network.

    To be called when the engine may be imported.
    """
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    _rasters().refuse_truncated_pictures()  # the engine has asked for the opposite

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            response = super().fetch(url, headers)
            if not response.content_type.startswith("image/"):
                return response
            with closing(response):
                return URLFetcherResponse(url, looked_at(response.read()), response.headers)

    return Fetcher(allowed_protocols={"data"})


def looked_at(picture: bytes) -> bytes:
    """Return a picture as the engine is to draw it.

    Raises ValueError if it is none, or not whole: the engine would print what there is of it.
    """
    if XML.match(picture):
        if not DRAWING.match(picture.removeprefix(b"\xef\xbb\xbf")):
            raise ValueError("is no SVG")
        return svg_with_curves(picture)
    if not _rasters().is_complete(picture):
        raise ValueError("is no picture that can be read to its end")
    return picture


def _rasters() -> Any:
    """Return what reads pictures of points: whoever plans and sets nothing does without."""
    return import_module("aidgen.assets.rasters")


def without_arcs(root: Element) -> None:
    """Have the arcs of all drawings that stand in a page itself be curves."""
    for path in root.iter(PATH):
        said = path.get("d", "")
        if "a" in said.lower():
            path.set("d", arcs_to_curves(said))


HYPHENATION = "hyphenation"


@contextmanager
def taught(root: Element) -> Iterator[None]:
    """Have the words that a document lists divided as it says, and no others, for a while."""
    words = {word.replace("-", ""): word for word in _listed(root)}
    dictionary = _dictionary(root.get("lang", ""))
    known = dictionary.cache if dictionary and words else None
    if known is None:
        yield
        return
    before = {word: known.get(word) for word in words}
    known.update({word: _positions(divided) for word, divided in words.items()})
    yield
    for word, positions in before.items():
        if positions is None:
            del known[word]
        else:
            known[word] = positions


def _listed(root: Element) -> list[str]:
    found = root.find(f"head/meta[@name='{HYPHENATION}']")
    words = "" if found is None else found.get("content", "")
    return [word for word in words.lower().split() if word.strip("-")]


def _dictionary(language: str) -> HyphDict | None:
    """Return the dictionary of a language; None if there is none.

    Pyphen keeps it for the engine, which asks for it by the same name.
    """
    name = pyphen.language_fallback(language)
    if name is None:
        return None
    path = pyphen.LANGUAGES[name]
    if path not in pyphen.hdcache:
        pyphen.hdcache[path] = _read(path)
    found: HyphDict = pyphen.hdcache[path]
    return found


def _read(path: Path) -> HyphDict:
    """Return the dictionary in a file, from a copy that is read ten times as fast.

    The German one has 66,000 patterns, and each process that sets pages reads it. One with
    spellings that change at a hyphen has no copy: numbers alone are kept.
    """
    copy = fonts_folder() / f"{path.stem}-{pyphen.VERSION}-{path.stat().st_size}.json"
    dictionary: HyphDict = HyphDict.__new__(HyphDict)
    dictionary.cache = {}
    try:
        dictionary.maxlen, dictionary.patterns = json.loads(copy.read_bytes())
    except (OSError, ValueError):
        dictionary = HyphDict(path)
        if not any(isinstance(v, DataInt) for _, vs in dictionary.patterns.values() for v in vs):
            with suppress(OSError):  # it is read as well without
                write_whole(copy, json.dumps([dictionary.maxlen, dictionary.patterns]).encode())
    return dictionary


def _positions(divided: str) -> list[Any]:
    """Return the places of the hyphens of a word, as Pyphen keeps them."""
    parts = divided.split("-")[:-1]
    return [DataInt(sum(map(len, parts[: i + 1]))) for i in range(len(parts))]
