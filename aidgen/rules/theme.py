"""Checks of the theme: its files exist, and its colours have enough contrast."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.assets.colours import contrast, parse_colour
from aidgen.game.data import GameData
from aidgen.page.theme import on, theme_problems
from aidgen.problems import Problem, did_you_mean

TEXT_CONTRAST = 4.5
"""The least contrast of small type (WCAG 2.1, 1.4.3)."""
LARGE_CONTRAST = 3.0
"""The least contrast of large type, and of marks that say something (WCAG 2.1, 1.4.11)."""
PAPER_CONTRAST = 16.0
"""The least contrast of black on paper: card footers are small and grey."""
TINT_CONTRAST = 7.0
"""The least contrast of long texts (WCAG 2.1, 1.4.6): black on a tint."""


def theme_files_exist(canon: GameData) -> Iterator[Problem]:
    """Yield fonts, pictures and modules that a theme names and that do not exist."""
    yield from theme_problems(canon)
    modules = canon.game.theme.colours.modules
    for name in modules:
        if name not in canon.game.modules:
            where = canon.where(canon.at("game", "theme", "colours", "modules", name))
            hint = did_you_mean(name, canon.game.modules)
            yield Problem(where, f"unknown module `{name}`", hint)


def colours_have_contrast(canon: GameData) -> Iterator[Problem]:
    """Yield colours with too little contrast to their background."""
    if canon.at("game", "theme", "colours") not in canon.places:
        return  # the defaults
    colours = canon.game.theme.colours
    ink = colours.ink or canon.game.accent
    second = colours.second or ink
    pairs = [
        ("ink", ink, colours.paper, "paper", TEXT_CONTRAST),
        ("ink", ink, on(ink), "what is written on it", TEXT_CONTRAST),
        ("second", second, colours.paper, "paper", LARGE_CONTRAST),
        ("paper", "#000000", colours.paper, "black text", PAPER_CONTRAST),
        ("tint", "#000000", colours.tint, "black text", TINT_CONTRAST),
        ("tint", ink, colours.tint, "ink", TEXT_CONTRAST),
        ("good", colours.good, colours.paper, "paper", LARGE_CONTRAST),
        ("bad", colours.bad, colours.paper, "paper", LARGE_CONTRAST),
        *(
            (f"modules.{name}", shade, colours.paper, "paper", TEXT_CONTRAST)
            for name, shade in colours.modules.items()
        ),
    ]
    told = set()
    for key, front, behind, what, least in pairs:
        ratio = contrast(parse_colour(front), parse_colour(behind))
        if ratio >= least or key in told:
            continue
        told.add(key)
        context = canon.at("game", "theme", "colours", *key.split("."))
        found = behind if key in ("paper", "tint") else front
        message = f"{found} has a contrast of {ratio:.2g} : 1 to {what}"
        yield Problem(canon.where(context), f"{message}, expected at least {least:g} : 1")
