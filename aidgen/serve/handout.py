"""The pages of the site, as HTML: of a game in a language, of an aid, of a rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aidgen.assets.colours import format_colour, parse_colour, readable_shade
from aidgen.game.data import GameData
from aidgen.page.gallery import Entry, Html, html, joined, marked, one_page, shell, variants
from aidgen.page.lookups import TERMS, Lookup, address
from aidgen.page.markdown import plain
from aidgen.page.theme import FONT_FOLDER, WebFont, font_rules
from aidgen.page.views import Placed

GROUNDS = ("#efede8", "#2f3236")
"""On what the pages set type: in light and in dark, heads of tables, where contrast is least."""


@dataclass(frozen=True)
class Spot:
    """Where a record stands on a page of a PDF, from 1: its edges as parts of the page."""

    ref: str
    page: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Sheet:
    """An aid as the site shows it."""

    name: str
    entry: Entry
    pictures: tuple[str, ...]
    """A picture of each page, by its address from the page of the aid."""
    spots: tuple[Spot, ...]
    mark: str
    two_sided: bool


@dataclass(frozen=True)
class Shelf:
    """A game in a language, with all that the site has of it."""

    canon: GameData
    title: str
    sheets: tuple[Sheet, ...]
    records: tuple[Lookup, ...]
    zip: str
    mark: str
    """What all its sheets bear today."""
    logo: Placed | None = None
    """The picture that the game's theme has beside its title."""
    fonts: tuple[WebFont, ...] = ()

    @property
    def words(self) -> Mapping[str, str]:
        """The fixed words, as they are read."""
        return {name: plain(word) for name, word in self.canon.words.items()}

    @property
    def printed(self) -> Mapping[str, list[tuple[str, str, str]]]:
        """Of each record the pages with it: the aid's title, their address, their picture."""
        found: dict[str, list[tuple[str, str, str]]] = {}
        for sheet in self.sheets:
            for spot in sheet.spots:
                title = f"{sheet.entry.title}, {one_page(self.words)} {spot.page}"
                where = f"{sheet.name}.html#{place_id(spot)}"
                found.setdefault(spot.ref, []).append((title, where, sheet.pictures[spot.page - 1]))
        return found


def place_id(spot: Spot) -> str:
    """Return the name of a place on the page of an aid; that of the page if no more is known."""
    return f"{spot.ref}-{spot.page}" if spot.right else f"page-{spot.page}"


def game_page(shelf: Shelf) -> str:
    """Return the page of a game: the search, its aids and rules."""
    words = shelf.words
    entries = joined(_entry(shelf, sheet) for sheet in shelf.sheets)
    listed = joined(
        html("<li><a href='rules/{}'>{}</a></li>\n", address(one.ref), one.title)
        for one in shelf.records
    )
    body = html(
        "{nav}<main>\n{logo}<h1>{title}</h1>\n{search}\n<h2>{aids}</h2>\n"
        "<ul class='aids'>\n{entries}</ul>\n"
        "<p><a class='button' href='{zip}' download>{everything}</a></p>\n{mark}\n"
        "<h2>{rules}</h2>\n<ul class='rules'>\n{listed}</ul>\n</main>\n{foot}",
        nav=_nav(shelf, "../../"),
        logo=_logo(shelf),
        title=shelf.title,
        search=_search(words),
        aids=words["site-aids"],
        entries=entries,
        zip=shelf.zip,
        everything=words["site-everything"],
        mark=marked(words, [(shelf.title, shelf.mark)]),
        rules=words["site-rules"],
        listed=listed,
        foot=_foot(shelf),
    )
    scripts = html(
        "<script src='index.js' defer></script>\n<script src='../../search.js' defer></script>\n"
    )
    return shell(shelf.title, shelf.canon.locale, body, head=look(shelf) + scripts)


def look(shelf: Shelf, fonts: str = FONT_FOLDER) -> Html:
    """Return the style of a game's pages: links and buttons in its ink, if it is read.

    `fonts` is where the page finds those of the game.
    """
    game = shelf.canon.game
    ink = parse_colour(game.theme.colours.ink or game.accent)
    light, dark = (format_colour(readable_shade(ink, parse_colour(ground))) for ground in GROUNDS)
    typed = Html("\n".join(font_rules(shelf.fonts, fonts)))  # names, numbers and digests of ours
    ours = html(":root {{ --accent: light-dark({}, {}) }}", light, dark)
    return html("<style>{}\n{}</style>\n", ours, typed)


def _logo(shelf: Shelf) -> Html:
    logo = shelf.logo
    if logo is None:
        return html("")
    alt = plain(logo.alt) if logo.alt else ""
    return html("<img class='logo' src='{}' alt='{}'>\n", logo.address, alt)


def _search(words: Mapping[str, str]) -> Html:
    return html(
        "<form class='search' id='search' role='search' hidden><label for='asked'>{}</label>"
        "<input type='search' id='asked' name='q' autocomplete='off'></form>\n"
        "<p id='told' role='status' data-nothing='{}' data-unknown='{}'></p>\n"
        "<ol class='results' id='results' data-printed='{}'></ol>",
        words["site-search"],
        words["site-nothing"],
        words["site-unknown"],
        words["site-printed"],
    )


def _entry(shelf: Shelf, sheet: Sheet) -> Html:
    words, entry = shelf.words, sheet.entry
    pages = one_page(words) if entry.pages == 1 else words["pages"]
    facts = f"{entry.paper} · {entry.pages} {pages} · {entry.kilobytes} kB"
    return html(
        "<li class='aid'><a href='{}.html'><span class='picture'>"
        "<img src='{}' alt='' loading='lazy'></span><span class='title'>{}</span></a>"
        "<span class='facts'>{}</span></li>\n",
        sheet.name,
        entry.picture,
        entry.title,
        facts,
    )


def _nav(shelf: Shelf, up: str) -> Html:
    return html(
        "<header class='site'><nav><a href='{}index.html'>{}</a></nav></header>\n",
        up,
        shelf.words["site-aids"],
    )


def _foot(shelf: Shelf) -> Html:
    game = shelf.canon.game
    said = (game.notice, game.credits, game.attribution)
    lines = joined(html("<p>{}</p>\n", plain(one)) for one in said if one)
    return html("<footer>\n{}</footer>\n", lines)


def aid_page(shelf: Shelf, sheet: Sheet) -> str:
    """Return the page of an aid: its pages to look at, how to print it, and the PDF."""
    words, entry = shelf.words, sheet.entry
    body = html(
        "<header class='site'><nav><a href='index.html'>{game}</a></nav></header>\n<main>\n"
        "<h1>{title}</h1>\n<p><a class='button' href='{href}' download>{download}</a></p>\n"
        "<p>{size}{duplex}</p>\n<p class='facts'>{facts}</p>\n<p>{variants}</p>\n{pages}</main>\n"
        "{foot}",
        variants=variants(entry, words),
        game=shelf.title,
        title=entry.title,
        href=entry.href,
        download=words["site-download"],
        size=words["print-true-size"],
        duplex=f" {words['print-duplex']}" if sheet.two_sided else "",
        facts=" · ".join(_facts(shelf, sheet)),
        pages=joined(_pages(shelf, sheet)),
        foot=_foot(shelf),
    )
    return shell(f"{entry.title} – {shelf.title}", shelf.canon.locale, body, head=look(shelf))


def _facts(shelf: Shelf, sheet: Sheet) -> Iterator[str]:
    words, entry = shelf.words, sheet.entry
    readers = {"gm": "site-gm", "player": "site-player", "both": "site-anyone"}
    if entry.reader in readers:
        yield f"{words['site-reader']} {words[readers[entry.reader]]}"
    yield entry.paper
    if entry.ink is not None:
        yield f"{words['site-ink']} {entry.ink:.0f} %"
    yield sheet.mark


def _pages(shelf: Shelf, sheet: Sheet) -> Iterator[Html]:
    titles = {record.ref: record.title for record in shelf.records}
    for number, picture in enumerate(sheet.pictures, start=1):
        places = joined(
            html(
                "<a class='place' id='{}' href='rules/{}' style='left:{:.2%};top:{:.2%};"
                "width:{:.2%};height:{:.2%}' aria-label='{}'></a>",
                *(place_id(spot), address(spot.ref), spot.left, spot.top),
                *(spot.right - spot.left, spot.bottom - spot.top, titles[spot.ref]),
            )
            for spot in sheet.spots
            if spot.page == number and spot.right and spot.ref in titles
        )
        label = f"{shelf.words['page']} {number}"
        yield html(
            "<div class='page' id='page-{}'><img src='{}' alt='{}' loading='lazy'>{}</div>\n",
            *(number, picture, label, places),
        )


def rule_page(shelf: Shelf, record: Lookup, printed: Sequence[tuple[str, str, str]]) -> str:
    """Return the page of a record: its words, tables and links, and where it is printed."""
    where = joined(
        html("<li><a href='../{}'>{}</a></li>\n", address_, title) for title, address_, _ in printed
    )
    body = html(
        "<header class='site'><nav><a href='../index.html'>{}</a></nav></header>\n<main>\n{}{}\n{}"
        "</main>\n{}",
        shelf.title,
        html("<h1>{}</h1>\n", record.title) if record.ref == TERMS else "",
        Html(record.html),  # poured of a template, and found harmless
        html("<h2>{}</h2>\n<ul>{}</ul>\n", shelf.words["site-printed"], where) if where else "",
        _foot(shelf),
    )
    head = look(shelf, f"../{FONT_FOLDER}")
    return shell(f"{record.title} – {shelf.title}", shelf.canon.locale, body, head=head)
