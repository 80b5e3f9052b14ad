"""The HTML pages of the site: a game in a language, an aid, a rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aidgen.assets.colours import format_colour, parse_colour, readable_shade
from aidgen.game.data import GameData
from aidgen.page.gallery import (
    GalleryEntry,
    Html,
    fingerprint_form,
    html,
    join_html,
    one_page,
    shell,
    variants,
)
from aidgen.page.lookups import TERMS, Lookup, address
from aidgen.page.markdown import plain_text
from aidgen.page.theme import FONT_FOLDER, WebFont, font_rules
from aidgen.page.views import PlacedPicture

BACKGROUNDS = ("#efede8", "#2f3236")
"""The backgrounds with the least contrast, in light and dark mode: the heads of tables."""


@dataclass(frozen=True)
class RecordSpot:
    """Where a record is on a page of a PDF, from 1: its edges as fractions of the page."""

    ref: str
    page: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class SiteAid:
    """An aid on the site."""

    name: str
    entry: GalleryEntry
    pictures: tuple[str, ...]
    """A picture of each page: its address relative to the page of the aid."""
    spots: tuple[RecordSpot, ...]
    mark: str
    two_sided: bool


@dataclass(frozen=True)
class SiteGame:
    """A game in a language on the site."""

    game_data: GameData
    title: str
    sheets: tuple[SiteAid, ...]
    records: tuple[Lookup, ...]
    zip: str
    mark: str
    """The current edition mark of its sheets."""
    logo: PlacedPicture | None = None
    """The logo of the game's theme."""
    fonts: tuple[WebFont, ...] = ()

    @property
    def words(self) -> Mapping[str, str]:
        """The fixed words, as plain text."""
        return {name: plain_text(word) for name, word in self.game_data.words.items()}

    @property
    def printed(self) -> Mapping[str, list[tuple[str, str, str]]]:
        """Record → the pages that print it: title, address, picture."""
        found: dict[str, list[tuple[str, str, str]]] = {}
        for sheet in self.sheets:
            for spot in sheet.spots:
                title = f"{sheet.entry.title}, {one_page(self.words)} {spot.page}"
                where = f"{sheet.name}.html#{place_id(spot)}"
                found.setdefault(spot.ref, []).append((title, where, sheet.pictures[spot.page - 1]))
        return found


def place_id(spot: RecordSpot) -> str:
    """Return the anchor of a record on the page of an aid; that of the page if it is unknown."""
    return f"{spot.ref}-{spot.page}" if spot.right else f"page-{spot.page}"


def game_page(shelf: SiteGame) -> str:
    """Return the page of a game: search, aids and rules."""
    words = shelf.words
    entries = join_html(_aid_entry(shelf, sheet) for sheet in shelf.sheets)
    listed = join_html(
        html("<li><a href='rules/{}'>{}</a></li>\n", address(one.ref), one.title)
        for one in shelf.records
    )
    body = html(
        "{nav}<main>\n{logo}<h1>{title}</h1>\n{search}\n<h2>{aids}</h2>\n"
        "<ul class='aids'>\n{entries}</ul>\n"
        "<p><a class='button' href='{zip}' download>{everything}</a></p>\n{mark}\n"
        "<h2>{rules}</h2>\n<ul class='rules'>\n{listed}</ul>\n</main>\n{foot}",
        nav=_site_nav(shelf, "../../"),
        logo=_logo_image(shelf),
        title=shelf.title,
        search=_search_form(words),
        aids=words["site-aids"],
        entries=entries,
        zip=shelf.zip,
        everything=words["site-everything"],
        mark=fingerprint_form(words, [(shelf.title, shelf.mark)]),
        rules=words["site-rules"],
        listed=listed,
        foot=_site_footer(shelf),
    )
    scripts = html(
        "<script src='index.js' defer></script>\n<script src='../../search.js' defer></script>\n"
    )
    return shell(shelf.title, shelf.game_data.locale, body, head=game_style(shelf) + scripts)


def game_style(shelf: SiteGame, fonts: str = FONT_FOLDER) -> Html:
    """Return the styles of a game's pages: links and buttons in its colour, made readable.

    `fonts` is the address of the folder with its fonts.
    """
    game = shelf.game_data.game
    ink = parse_colour(game.theme.colours.ink or game.accent)
    light, dark = (
        format_colour(readable_shade(ink, parse_colour(ground))) for ground in BACKGROUNDS
    )
    typed = Html(
        "\n".join(font_rules(shelf.fonts, fonts))
    )  # only names, numbers and digests of ours
    ours = html(":root {{ --accent: light-dark({}, {}) }}", light, dark)
    return html("<style>{}\n{}</style>\n", ours, typed)


def _logo_image(shelf: SiteGame) -> Html:
    logo = shelf.logo
    if logo is None:
        return html("")
    alt = plain_text(logo.alt) if logo.alt else ""
    return html("<img class='logo' src='{}' alt='{}'>\n", logo.address, alt)


def _search_form(words: Mapping[str, str]) -> Html:
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


def _aid_entry(shelf: SiteGame, sheet: SiteAid) -> Html:
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


def _site_nav(shelf: SiteGame, up: str) -> Html:
    return html(
        "<header class='site'><nav><a href='{}index.html'>{}</a></nav></header>\n",
        up,
        shelf.words["site-aids"],
    )


def _site_footer(shelf: SiteGame) -> Html:
    game = shelf.game_data.game
    said = (game.notice, game.credits, game.attribution)
    lines = join_html(html("<p>{}</p>\n", plain_text(one)) for one in said if one)
    return html("<footer>\n{}</footer>\n", lines)


def aid_page(shelf: SiteGame, sheet: SiteAid) -> str:
    """Return the page of an aid: pictures of its pages, how to print it, the PDF."""
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
        facts=" · ".join(_aid_facts(shelf, sheet)),
        pages=join_html(_page_pictures(shelf, sheet)),
        foot=_site_footer(shelf),
    )
    return shell(
        f"{entry.title} – {shelf.title}", shelf.game_data.locale, body, head=game_style(shelf)
    )


def _aid_facts(shelf: SiteGame, sheet: SiteAid) -> Iterator[str]:
    words, entry = shelf.words, sheet.entry
    readers = {"gm": "site-gm", "player": "site-player", "both": "site-anyone"}
    if entry.reader in readers:
        yield f"{words['site-reader']} {words[readers[entry.reader]]}"
    yield entry.paper
    if entry.ink is not None:
        yield f"{words['site-ink']} {entry.ink:.0f} %"
    yield sheet.mark


def _page_pictures(shelf: SiteGame, sheet: SiteAid) -> Iterator[Html]:
    titles = {record.ref: record.title for record in shelf.records}
    for number, picture in enumerate(sheet.pictures, start=1):
        places = join_html(
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


def rule_page(shelf: SiteGame, record: Lookup, printed: Sequence[tuple[str, str, str]]) -> str:
    """Return the page of a record: its text, and where it is printed."""
    where = join_html(
        html("<li><a href='../{}'>{}</a></li>\n", address_, title) for title, address_, _ in printed
    )
    body = html(
        "<header class='site'><nav><a href='../index.html'>{}</a></nav></header>\n<main>\n{}{}\n{}"
        "</main>\n{}",
        shelf.title,
        html("<h1>{}</h1>\n", record.title) if record.ref == TERMS else "",
        Html(record.html),  # rendered by a template, and checked for harmful HTML
        html("<h2>{}</h2>\n<ul>{}</ul>\n", shelf.words["site-printed"], where) if where else "",
        _site_footer(shelf),
    )
    head = game_style(shelf, f"../{FONT_FOLDER}")
    return shell(f"{record.title} – {shelf.title}", shelf.game_data.locale, body, head=head)
