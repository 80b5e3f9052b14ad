"""The theme of a game as templates have it: colours, fonts made ready, pictures in the page."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from aidgen.assets import families, files, fonts, pictures
from aidgen.assets.colours import (
    BLACK,
    LEGIBLE,
    READABLE,
    WHITE,
    Colour,
    blend,
    contrast,
    format_colour,
    parse_colour,
    readable_shade,
)
from aidgen.assets.faces import face_of
from aidgen.assets.families import Family
from aidgen.assets.files import AssetError
from aidgen.assets.fonts import SCRIPTS, UPRIGHT_SCRIPTS, installed_fonts, missing_font
from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.fields import Picture
from aidgen.game.records import Font, Pattern, Theme
from aidgen.game.texts import ICON, LINK, Text
from aidgen.page.stylesheet import style_sheet
from aidgen.page.views import PlacedPicture, Shown
from aidgen.problems import InputError, MachineError, Problem

SANS, SERIF = "Source Sans Pro", "Source Serif Pro"
# What letters that a theme's font lacks are set in.
FALLBACKS = {"sans": (SANS, SERIF), "serif": (SERIF, SANS)}
# The default for the largest type of a card's title in pt.
TITLE_SIZE = 12.0
# The usual height of a line of titles, and the most that letters may need to be set in it: what
# is around a title leaves them that much room. Vollkorn with accents needs 1.26, Pacifico 1.8.
TITLE_LEADING, DEEPEST_LEADING = 1.12, 1.3
# The headers of cards and sheets that are filled with the ink colour.
FILLED_HEADERS = ("bar", "plate")
# The grey of small print, and its least contrast to the paper: a pattern may be behind it.
QUIET, QUIET_CONTRAST = "#555555", READABLE + 1
# The tint of white paper.
WHITE_TINT = "#ecebe8"
# How much of the colour of its text the tint of another paper has: as much as may be.
TINT_PARTS = (0.08, 0.05, 0.03)
# What they are called among the fixed words, and in `game`.
HYPHENATION_WORDS = "hyphenation"
# What of a game has its titles in the type of titles.
TITLED_RECORDS = ("game", "aids", "cards", "sections")
# The categories of characters that leave no ink.
UNDRAWN = "CZ"


@dataclass(frozen=True)
class Styling(Shown):
    """A theme with all that it names."""

    ink: str
    page_ink: str
    """The same on white paper: as much darker as it needs to be to be read."""
    on_ink: str
    """White or black: whichever contrasts more with the ink colour."""
    second: str
    paper: str
    on_paper: str
    """White or black: whichever contrasts more with the paper."""
    quiet: str
    """The colour of small print on it: grey, if that is clearly legible."""
    tint: str
    good: str
    bad: str
    modules: Mapping[str, str]
    title: str
    """The fonts of titles, as CSS lists them; empty if they are those of the layout."""
    upright: bool
    """Whether the font of titles has no slanted letters, for emphasised words."""
    heavier: bool
    """Whether emphasised words are heavier: our fonts have no slanted letters of the script."""
    leading: float
    """The height of a line of titles, in em."""
    text: str
    figures: str
    families: str
    """All families by their names for the engine."""
    frame: str
    corners: str
    header: str
    filled: bool
    """Whether that is filled with the ink colour."""
    title_size: float
    cover: PlacedPicture | None
    back: PlacedPicture | None
    pattern: Pattern | None
    logo: PlacedPicture | None
    css: str
    """The game's own style sheet."""


def theme_styling(game_data: GameData, *, on_white: bool = False) -> Styling:
    """Return the theme of a game; raises InputError for files that it names and that cannot be
    used.

    Of what is printed `on_white`, and not on the paper of cards, the colours are legible there.

    Its fonts are left out where the script of the language has its own typeface.
    """
    theme, problems = game_data.game.theme, list(theme_problems(game_data))
    if problems:
        raise InputError(problems)
    ink = theme.colours.ink or game_data.game.accent
    paper = parse_colour(theme.colours.paper)
    theme_fonts = theme.fonts if game_data.script not in SCRIPTS else {}
    fonts = {role: theme_font(game_data, font) for role, font in theme_fonts.items()}
    shown = {key: placed_picture(game_data, picture) for key, picture in theme.pictures.items()}
    return Styling(
        ink=ink,
        page_ink=_legible_on_white(ink),
        on_ink=on(ink),
        second=theme.colours.second or ink,
        paper=theme.colours.paper,
        on_paper=on(theme.colours.paper),
        quiet=QUIET
        if contrast(parse_colour(QUIET), paper) >= QUIET_CONTRAST
        else on(theme.colours.paper),
        tint=_tint(theme.colours.tint, parse_colour(ink), WHITE if on_white else paper),
        good=_tone(theme.colours.good, paper, on_white=on_white),
        bad=_tone(theme.colours.bad, paper, on_white=on_white),
        modules=theme.colours.modules,
        title=_font_list(fonts.get("title"), "serif"),
        upright="title" in fonts and not fonts["title"].slanted,
        heavier="text" not in fonts and game_data.script in UPRIGHT_SCRIPTS,
        leading=_leading(game_data, fonts.get("title")),
        text=_font_list(fonts.get("text"), "sans"),
        figures=_font_list(fonts.get("figures"), "sans"),
        families=", ".join(dict.fromkeys(picture.name for picture in fonts.values())),
        frame=theme.frame,
        corners=theme.corners,
        header=theme.header,
        filled=theme.header in FILLED_HEADERS,
        title_size=theme.title_size or TITLE_SIZE,
        cover=shown.get("cover"),
        back=shown.get("back"),
        pattern=theme.pattern,
        logo=shown.get("logo"),
        css=Markup(style_sheet(game_data).css),
    )


def _legible_on_white(ink: str) -> str:
    colour = parse_colour(ink)
    if contrast(colour, WHITE) >= LEGIBLE:
        return ink
    return format_colour(readable_shade(colour, WHITE))


def _leading(game_data: GameData, font: families.Family | None) -> float:
    """Return the height of a line of titles: more where their letters reach far beyond it."""
    face = face_of((font.name,), 700, False) if font else None
    if face is None:
        return TITLE_LEADING
    titles = "".join(str(text) for context, text in game_data.texts() if context.name == "title")
    needed = face.leading(titles + titles.upper())
    return round(needed, 2) if needed > DEEPEST_LEADING else TITLE_LEADING


def _tint(asked: str | None, ink: Colour, paper: Colour) -> str:
    """Return the colour asked for if texts are legible on it; else one near the paper."""
    text = parse_colour(on(format_colour(paper)))
    if asked and (paper != WHITE or contrast(text, parse_colour(asked)) >= READABLE):
        return asked
    if paper == WHITE:
        return WHITE_TINT
    for part in TINT_PARTS:
        tint = blend(paper, text, part)
        if contrast(ink, tint) >= READABLE:
            return format_colour(tint)
    return format_colour(paper)


def _tone(asked: str | None, paper: Colour, *, on_white: bool) -> str:
    """Return the colour asked for, on white as dark as it must be; else that of texts."""
    if on_white:
        return _legible_on_white(asked or format_colour(BLACK))
    return asked or on(format_colour(paper))


def on(ground: str) -> str:
    """Return white or black, whichever contrasts more with a background."""
    behind = parse_colour(ground)
    return format_colour(max((WHITE, BLACK), key=lambda ink: contrast(ink, behind)))


def _font_list(family: families.Family | None, fallback: str) -> Markup:
    names = (family.name, *FALLBACKS[fallback]) if family else ()
    return Markup(", ".join(f'"{name}"' for name in names))  # letters, digits and spaces alone


def theme_problems(game_data: GameData) -> Iterator[Problem]:
    """Yield a problem for each file that a theme names and that cannot be used, at its line."""
    theme: Theme = game_data.game.theme
    at = game_data.at("game", "theme")
    for role, font in theme.fonts.items():
        key = "files" if font.files else "family"
        try:
            yield from _unfit(game_data, role, theme_font(game_data, font), key)
        except AssetError as refused:
            context = at / "fonts" / role / key
            yield Problem(game_data.where(context), refused.message, refused.hint)
    for key, picture in theme.pictures.items():
        try:
            placed_picture(game_data, picture)
        except AssetError as refused:
            context = at / key / "file"
            yield Problem(
                game_data.where(context), f"`{picture.file}` {refused.message}", refused.hint
            )
    yield from style_sheet(game_data).problems


def _unfit(game_data: GameData, role: str, family: families.Family, key: str) -> Iterator[Problem]:
    lacks = [f"weight {weight}" for weight in (400, 700) if weight not in family.upright]
    lacks += [] if family.slanted else ["slanted letters"]
    if role == "text" and lacks:
        where = game_data.where(game_data.at("game", "theme", "fonts", role, key))
        message = f"`{family.label}` has no {' and no '.join(lacks)}, which texts need"
        yield Problem(where, message, "it may still be the font of titles")


def theme_font(game_data: GameData, font: Font) -> families.Family:
    """Return a family that a theme names; raises AssetError."""
    if font.family:
        return families.prepare_family(families.package_files(font.family))
    contents = tuple(_read_font_file(game_data, name) for name in font.files)
    label = font.files[0].rpartition("/")[2].partition(".")[0].partition("-")[0]
    return families.prepare_family(families.FontFiles(label, contents))


def _read_font_file(game_data: GameData, name: str) -> bytes:
    try:
        return files.read_asset(game_data.root, name, limits=game_data.limits)
    except AssetError as refused:
        raise AssetError(f"`{name}` {refused.message}", refused.hint) from None


def placed_picture(game_data: GameData, named: Picture) -> PlacedPicture:
    """Return a picture of the pack; raises AssetError."""
    loaded = pictures.pack_picture(game_data.root, named.file, game_data.limits)
    return PlacedPicture(loaded.address, named.alt, loaded.shape)


def typeface(game_data: GameData) -> dict[str, object] | None:
    """Return the typeface for the script of a localized game; None if our own fonts have it.

    `leading` is from one line to the next, in em. Raises MachineError if its fonts are not
    installed, or if there are none.
    """
    name = game_data.script
    if name in fonts.OWN_SCRIPTS:
        return None
    if problem := missing_font(game_data.locale, name):
        raise MachineError(f"{problem.message}: {problem.hint}")
    chosen = SCRIPTS[name]
    return {
        "family": chosen.family,
        # A page depends on the version of its font, too.
        "edition": f"{chosen.family} {installed_fonts(name)[0].path.stat().st_size}",
        "leading": chosen.leading,
        "rtl": chosen.rtl,
    }


def hyphenation(game_data: GameData) -> str:
    """Return the words of a localized game with their hyphenation points.

    A game's own list comes last, and overrides. Untranslated texts are in another language, and
    left out.
    """
    lists = (game_data.words.get(HYPHENATION_WORDS), game_data.game.hyphenation)
    kept = [text for text in lists if text is not None and text.state in ("source", "translated")]
    return " ".join(word for text in kept for word in text.split() if word.strip("-–"))


def missing_letters(
    game_data: GameData, script: str, texts: Iterable[tuple[Context, Text]]
) -> Iterator[tuple[Context, str]]:
    """Yield those of some texts in a script that a theme's fonts cannot set, and a message.

    A language whose script has its own typeface does not use the theme's fonts.
    """
    if script in SCRIPTS:
        return
    fonts: dict[str, Family] = {}
    for role, font in game_data.game.theme.fonts.items():
        try:
            fonts[role] = theme_font(game_data, font)
        except AssetError:
            continue  # reported at the line of the theme
    for context, text in texts:
        role = "title" if context.name == "title" and context.kind in TITLED_RECORDS else "text"
        if role in fonts and (letters := _missing_letters_of(text, fonts[role])):
            fallback = FALLBACKS["serif" if role == "title" else "sans"][0]
            lacked, name = "”, “".join(letters), fonts[role].label
            message = f"`{context.ref}`: “{lacked}” is not in {name}: set in {fallback}"
            yield context, message


def _missing_letters_of(text: Text, font: Family) -> str:
    face = face_of((font.name,), 700, False)
    words = "".join(LINK.sub(r"\1", ICON.sub("", wording)) for wording in text.wordings)
    lacked = face.missing_characters(words) if face else ""
    return "".join(char for char in lacked if unicodedata.category(char)[0] not in UNDRAWN)
