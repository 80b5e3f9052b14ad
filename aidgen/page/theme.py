"""The theme of a game as templates have it: colours, fonts made ready, pictures in the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from aidgen.assets import families, files, pictures
from aidgen.assets.colours import BLACK, WHITE, colour, contrast, written
from aidgen.assets.files import Refused
from aidgen.assets.scripts import SCRIPTS
from aidgen.game.data import GameData
from aidgen.game.theme import Font, Picture, Theme
from aidgen.page.stylesheet import style_sheet
from aidgen.page.views import Placed, Shown
from aidgen.problems import InputError, Problem

SANS, SERIF = "Source Sans Pro", "Source Serif Pro"
OURS = {"sans": (SANS, SERIF), "serif": (SERIF, SANS)}
"""What letters that a theme's font lacks are set in."""
TITLE_SIZE = 12.0
"""The largest type of a card's title in pt, if a theme does not say."""


@dataclass(frozen=True)
class Styling(Shown):
    """A theme with all that it names."""

    ink: str
    on_ink: str
    """White or black: what is told best from the ink."""
    second: str
    paper: str
    tint: str
    good: str
    bad: str
    modules: Mapping[str, str]
    title: str
    """The fonts of titles, as CSS lists them; empty if they are those of the layout."""
    text: str
    figures: str
    families: str
    """All families by their names, as the engine is told of them."""
    frame: str
    corners: str
    header: str
    title_size: float
    cover: Placed | None
    back: Placed | None
    logo: Placed | None
    css: str
    """The game's own style sheet."""


def styling(canon: GameData) -> Styling:
    """Return the theme of a game; raises InputError with what it names and cannot be had.

    Its fonts are left out where the script of the language has a typeface of its own.
    """
    theme, problems = canon.game.theme, list(missing(canon))
    if problems:
        raise InputError(problems)
    ink = theme.colours.ink or canon.game.accent
    own = theme.fonts if canon.script not in SCRIPTS else {}
    fonts = {role: family(canon, font) for role, font in own.items()}
    shown = {key: placed(canon, one) for key, one in theme.pictures}
    return Styling(
        ink=ink,
        on_ink=on(ink),
        second=theme.colours.second or ink,
        paper=theme.colours.paper,
        tint=theme.colours.tint,
        good=theme.colours.good,
        bad=theme.colours.bad,
        modules=theme.colours.modules,
        title=_listed(fonts.get("title"), "serif"),
        text=_listed(fonts.get("text"), "sans"),
        figures=_listed(fonts.get("figures"), "sans"),
        families=", ".join(dict.fromkeys(one.name for one in fonts.values())),
        frame=theme.frame,
        corners=theme.corners,
        header=theme.header,
        title_size=theme.title_size or TITLE_SIZE,
        cover=shown.get("cover"),
        back=shown.get("back"),
        logo=shown.get("logo"),
        css=Markup(style_sheet(canon).css),
    )


def on(ground: str) -> str:
    """Return white or black, whichever is told better from a ground."""
    behind = colour(ground)
    return written(max((WHITE, BLACK), key=lambda ink: contrast(ink, behind)))


def _listed(found: families.Family | None, fallback: str) -> Markup:
    names = (found.name, *OURS[fallback]) if found else ()
    return Markup(", ".join(f'"{name}"' for name in names))  # letters, digits and spaces alone


def missing(canon: GameData) -> Iterator[Problem]:
    """Yield what a theme names and cannot be had, each at its line."""
    theme: Theme = canon.game.theme
    at = canon.at("game", "theme")
    for role, font in theme.fonts.items():
        key = "files" if font.files else "family"
        try:
            yield from _unfit(canon, role, family(canon, font), key)
        except Refused as refused:
            context = at / "fonts" / role / key
            yield Problem(canon.where(context), refused.message, refused.hint)
    for key, picture in theme.pictures:
        try:
            placed(canon, picture)
        except Refused as refused:
            context = at / key / "file"
            yield Problem(canon.where(context), f"`{picture.file}` {refused.message}", refused.hint)
    yield from style_sheet(canon).problems


def _unfit(canon: GameData, role: str, found: families.Family, key: str) -> Iterator[Problem]:
    """Yield what a font lacks that its role needs: text is set in bold and slanted letters, too."""
    lacks = [f"weight {weight}" for weight in (400, 700) if weight not in found.upright]
    lacks += [] if found.slanted else ["slanted letters"]
    if role == "text" and lacks:
        where = canon.where(canon.at("game", "theme", "fonts", role, key))
        message = f"`{found.label}` has no {' and no '.join(lacks)}, which texts need"
        yield Problem(where, message, "it may still be the font of titles")


def family(canon: GameData, font: Font) -> families.Family:
    """Return a family that a theme names; raises Refused."""
    if font.family:
        return families.ready(families.packaged(font.family))
    contents = tuple(files.read(canon.root, name, limits=canon.limits) for name in font.files)
    label = font.files[0].rpartition("/")[2].partition(".")[0].partition("-")[0]
    return families.ready(families.Files(label, contents, font.licence or ""))


def placed(canon: GameData, named: Picture) -> Placed:
    """Return a picture of the pack; raises Refused."""
    found = pictures.of_pack(canon.root, named.file, canon.limits)
    return Placed(found.address, named.alt, found.shape)
