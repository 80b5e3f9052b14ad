"""The HTML pages of the site: a game in a language, an aid, a rule."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from textwrap import shorten

from aidgen.assets.colours import format_colour, parse_colour, readable_shade
from aidgen.game.data import GameData
from aidgen.page.gallery import (
    GalleryEntry,
    Html,
    entry_facts,
    one_page,
    render_page,
    variant_links,
)
from aidgen.page.lookups import TERMS, Lookup, address
from aidgen.page.markdown import plain_text
from aidgen.page.theme import theme_styling
from aidgen.serve.tasks import RecordSpot

# The backgrounds with the least contrast, in light and dark mode: the heads of tables.
BACKGROUNDS = ("#efede8", "#2f3236")
# Characters of a preview of a link: messengers and search engines show no more.
LONGEST_DESCRIPTION = 160
# The files of a game that let a phone install it, and have it without a network.
ICON, MANIFEST, WORKER = "icon.svg", "manifest.webmanifest", "service-worker.js"
# A link over a picture: its id, address and label; left, top, width and height in per cent.
PlacedLink = tuple[str, ...]
# A language of a game: its locale, its name, and the names of the pages of its aids.
SiteLanguage = tuple[str, str, frozenset[str]]


@dataclass(frozen=True)
class SiteAid:
    """An aid on the site."""

    name: str
    """The name of its page, without its ending."""
    entry: GalleryEntry
    pictures: tuple[str, ...]
    """A picture of each page: its address relative to the page of the aid."""
    spots: tuple[RecordSpot, ...]


@dataclass(frozen=True)
class SiteGame:
    """A game in a language on the site."""

    game_data: GameData
    title: str
    aids: tuple[SiteAid, ...]
    records: tuple[Lookup, ...]
    zip: str
    mark: str
    """The current edition mark of its sheets."""
    languages: tuple[SiteLanguage, ...] = ()
    """The other languages in which the game is on the site."""

    @property
    def words(self) -> Mapping[str, str]:
        """The fixed words, as plain text."""
        return {name: plain_text(word) for name, word in self.game_data.words.items()}

    @property
    def printed(self) -> Mapping[str, list[tuple[str, str, str]]]:
        """Record → the pages that print it: title, address, picture."""
        pages: dict[str, list[tuple[str, str, str]]] = {}
        for aid in self.aids:
            for spot in aid.spots:
                title = f"{aid.entry.title}, {one_page(self.words)} {spot.page}"
                where = f"{aid.name}.html#{place_id(spot)}"
                pages.setdefault(spot.ref, []).append((title, where, aid.pictures[spot.page - 1]))
        return pages


def page_name(aid: str) -> str:
    """Return the name of the page of an aid: `index` is the page of its game."""
    return "index.aid" if aid == "index" else aid


def place_id(spot: RecordSpot) -> str:
    """Return the anchor of a record on the page of an aid; that of the page if it is unknown."""
    return f"{spot.ref}-{spot.page}" if any(spot.edges) else f"page-{spot.page}"


def game_page(shelf: SiteGame) -> str:
    """Return the page of a game: search, aids and rules."""
    logo = theme_styling(shelf.game_data).logo
    return _site_page(
        "site-game.html",
        shelf,
        "index.html",
        title=shelf.title,
        description=" ".join((shelf.title, "–", *(sheet.entry.title for sheet in shelf.aids))),
        logo=logo,
        logo_alt=plain_text(logo.alt) if logo and logo.alt else "",
        aids=[
            (sheet.name, sheet.entry, " · ".join(entry_facts(sheet.entry, shelf.words)))
            for sheet in shelf.aids
        ],
        zip=shelf.zip,
        marks=[(shelf.title, shelf.mark)],
        rules=[(address(record.ref), record.title) for record in shelf.records],
    )


def aid_page(shelf: SiteGame, sheet: SiteAid) -> str:
    """Return the page of an aid: pictures of its pages, how to print it, the PDF."""
    return _site_page(
        "site-aid.html",
        shelf,
        f"{sheet.name}.html",
        description=" · ".join(_aid_facts(shelf, sheet)),
        title=f"{sheet.entry.title} – {shelf.title}",
        entry=sheet.entry,
        facts=tuple(_aid_facts(shelf, sheet)),
        links=variant_links(sheet.entry, shelf.words),
        pages=tuple(_page_pictures(shelf, sheet)),
    )


def rule_page(shelf: SiteGame, record: Lookup, printed: Sequence[tuple[str, str, str]]) -> str:
    """Return the page of a record: its text, and where it is printed."""
    return _site_page(
        "site-rule.html",
        shelf,
        f"rules/{record.ref}.html",
        ref=record.ref,
        description=shorten(record.words, LONGEST_DESCRIPTION, placeholder=" …"),
        title=f"{record.title} – {shelf.title}",
        heading=record.title if record.ref == TERMS else "",
        record=Html(record.html),  # rendered by a template, and checked for harmful HTML
        printed=[(href, title) for title, href, _ in printed],
    )


def _languages(shelf: SiteGame, path: str) -> Iterator[tuple[str, str, str]]:
    up = "../" * (path.count("/") + 1)
    name = path.removesuffix(".html")
    for locale, language, aids in shelf.languages:
        if "/" in path or name == "index" or name in aids:
            yield locale.replace("_", "-"), language, f"{up}{locale}/{path}"


def _site_page(template: str, shelf: SiteGame, path: str, **variables: object) -> str:
    # Its links and buttons are in the game's colour, made readable.
    base = "../" * path.count("/")
    game = shelf.game_data.game
    ink = parse_colour(game.theme.colours.ink or game.accent)
    colours = [format_colour(readable_shade(ink, parse_colour(ground))) for ground in BACKGROUNDS]
    return render_page(
        template,
        lang=shelf.game_data.locale,
        words=shelf.words,
        game_title=shelf.title,
        colours=colours,
        icon=f"{base}{ICON}",
        languages=tuple(_languages(shelf, path)),
        notes=[plain_text(note) for note in (game.notice, game.credits, game.attribution) if note],
        **variables,
    )


def _aid_facts(shelf: SiteGame, sheet: SiteAid) -> Iterator[str]:
    words, entry = shelf.words, sheet.entry
    yield from entry_facts(entry, words)
    if entry.ink is not None:
        yield f"{words['site-ink']} {entry.ink:.0f} %"
    yield f"{shelf.mark} · {shelf.game_data.locale}"


def _page_pictures(shelf: SiteGame, sheet: SiteAid) -> Iterator[tuple[str, list[PlacedLink]]]:
    titles = {record.ref: record.title for record in shelf.records}
    links: dict[int, list[PlacedLink]] = {}
    for spot in sheet.spots:
        if any(spot.edges) and spot.ref in titles:
            left, top, right, bottom = spot.edges
            box = (f"{length:.2%}" for length in (left, top, right - left, bottom - top))
            link = (place_id(spot), address(spot.ref), titles[spot.ref], *box)
            links.setdefault(spot.page, []).append(link)
    for number, picture in enumerate(sheet.pictures, start=1):
        yield picture, links.get(number, [])


# To be installed, and without a network -----------------------------------------------------------


def icon_of(shelf: SiteGame) -> str:
    """Return the icon of a game: the first letter of its title, on its colour."""
    ink = parse_colour(shelf.game_data.game.theme.colours.ink or shelf.game_data.game.accent)
    ground = format_colour(readable_shade(ink, parse_colour("#ffffff")))
    letter = next((sign for sign in shelf.title.upper() if sign.isalnum()), "")
    return render_page("icon.svg", ground=ground, letter=letter)


def web_manifest(shelf: SiteGame) -> str:
    """Return the manifest with which a phone installs the pages of a game."""
    game, lang = shelf.game_data.game, shelf.game_data.locale
    colour = game.theme.colours.ink or game.accent
    return render_page("manifest.webmanifest", lang=lang, title=shelf.title, colour=colour)


def service_worker(script: str, files: Mapping[str, bytes]) -> str:
    """Return the script that keeps the files of a game, by their addresses, in the browser.

    `script` is what it does; its version is a digest of the files.
    """
    contents = (name.encode() + content for name, content in sorted(files.items()))
    version = sha256(b"\0".join((script.encode(), *contents))).hexdigest()[:16]
    names = json.dumps(sorted(files), ensure_ascii=False)
    return f'const VERSION = "{version}";\nconst FILES = {names};\n{script}'
