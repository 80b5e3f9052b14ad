"""Checks of pictures and colours: files exist, are sharp, fit their shape, and contrast."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from aidgen.assets import pictures
from aidgen.assets.colours import contrast, parse_colour
from aidgen.assets.files import AssetError, LoadedPicture
from aidgen.assets.icons import find_icon, own_icon_file, own_icon_names
from aidgen.assets.papers import PAPERS, Size
from aidgen.game.aids import Aid
from aidgen.game.context import Context
from aidgen.game.data import GameData, find_all
from aidgen.game.fields import Picture
from aidgen.game.records import Art
from aidgen.game.texts import ICON
from aidgen.page.kinds import kind_of
from aidgen.page.kinds.cards import yield_cards
from aidgen.page.kinds.cutouts import RIM
from aidgen.page.kinds.faces import PrintedCard, largest_art
from aidgen.page.theme import FILLED_HEADERS, on, theme_problems
from aidgen.problems import Problem, Severity, Where, did_you_mean

# Dots per inch at reading distance.
SHARP = 300
# Dots per inch on a table, seen from twice the distance.
SHARP_ON_TABLE = 150
# How much wider or higher than its window a picture may be before the loss shows.
MOST_CUT = 1.12
# The height in mm of a logo: five quarters of a sheet's largest heading, 17 pt.
LOGO_HEIGHT = 7.5
# The width in mm of a picture without `width`: a column of a page.
COLUMN_WIDTH = 100.0

# The parts of an aid that have pictures.
AID_PARTS = ("token", "board")
# The least contrast of small type (WCAG 2.1, 1.4.3).
TEXT_CONTRAST = 4.5
# The least contrast of large type, and of marks with a meaning (WCAG 2.1, 1.4.11).
LARGE_CONTRAST = 3.0


@dataclass(frozen=True)
class PictureUse:
    """A picture that is printed at a size in mm; `height` is None if it follows from the width."""

    context: Context
    picture: Picture
    width: float
    height: float | None = None
    whole: bool = False
    """Whether it is seen whole within that size: nothing of it is cut off."""
    also: tuple[Size, ...] = ()
    """Other sizes at which it is printed: its shape has to fit one of all."""
    sharp: int = SHARP
    """How many points an inch it needs."""

    def size(self, shape: float) -> Size:
        """Return the size in mm at which a picture, so wide for its height, is printed."""
        height = self.height or self.width / shape
        if not self.whole:
            return Size(self.width, height)
        width = min(self.width, height * shape)
        return Size(width, width / shape)


def pictures_can_be_printed(game_data: GameData) -> Iterator[Problem]:
    """Yield pictures that are not there, too coarse at their size, or of another shape."""
    for use in picture_uses(game_data):
        where, of_theme = game_data.where(use.context / "file"), use.context.kind == "game"
        try:
            loaded = pictures.pack_picture(game_data.root, use.picture.file, game_data.limits)
        except AssetError as refused:
            if not of_theme:  # the check of the theme reports those
                yield Problem(where, f"`{use.picture.file}` {refused.message}", refused.hint)
            continue
        for message, hint in _visible_faults(use, loaded):
            yield Problem(where, f"`{use.picture.file}` {message}", hint, severity="warning")


def _visible_faults(use: PictureUse, loaded: LoadedPicture) -> Iterator[tuple[str, str]]:
    size = use.size(loaded.shape)
    measures = f"{size.width:.4g} × {size.height:.4g} mm"
    if loaded.remark:
        yield loaded.remark, ""
    dpi = loaded.dpi(size.width, size.height)
    if dpi is not None and dpi < use.sharp * 0.99:  # with room for rounding
        width, height = (side / 25.4 * use.sharp for side in (size.width, size.height))
        needed = f"{width:.0f} × {height:.0f} points"
        yield f"has {dpi:.0f} dpi at {measures}, expected {use.sharp}", f"save it with {needed}"
    shapes = [
        (loaded.shape * window_size.height / window_size.width, window_size)
        for window_size in (size, *use.also)
    ]
    wrong, window = min(shapes, key=lambda shape: max(shape[0], 1 / shape[0]))
    if max(wrong, 1 / wrong) > MOST_CUT:
        measures = f"{window.width:.4g} × {window.height:.4g} mm"
        is_of = f"is {loaded.width:g} × {loaded.height:g}, its window {measures}"
        yield f"{is_of}: {_cut_part(wrong)} is cut off", ""


def _cut_part(wrong: float) -> str:
    part, sides = (1 - 1 / wrong, "width") if wrong > 1 else (1 - wrong, "height")
    return f"{part:.0%} of its {sides}"


def picture_uses(game_data: GameData) -> Iterator[PictureUse]:
    """Yield each picture of a game at the largest size at which it is printed."""
    sizes = _card_sizes(game_data)
    yield from _of_theme(game_data)
    for context, picture in find_all(game_data, game_data.at(), Picture):
        if context.kind == "game":
            continue
        name = context.ids[1]
        if context.kind == "cards":
            trim, art = sizes.get(name), picture
            if trim is not None and isinstance(art, Art):
                box = largest_art(art, trim)
                has_height = art.height or art.place in ("top", "bottom", "full")
                yield PictureUse(context, picture, box.width, box.height if has_height else None)
        elif context.kind == "decks":
            trims = {
                printed.trim for printed in _printed_cards(game_data) if printed.card.deck == name
            }
            yield from _on_cards(context, picture, trims)
        elif context.kind == "states" and (seen := _largest_figure(game_data, name)):
            yield PictureUse(context, picture, seen.width, seen.height)
        elif context.kind == "aids" and (len(context.ids) == 3 or context.ids[2] in AID_PARTS):
            yield _picture_of_aid(game_data.aids[name], context, picture)
        else:
            yield PictureUse(context, picture, getattr(picture, "width", None) or COLUMN_WIDTH)


def _picture_of_aid(aid: Aid, context: Context, picture: Picture) -> PictureUse:
    if aid.token and context.ids[2] == "token":
        inner = aid.token.diameter - 2 * RIM
        return PictureUse(context, picture, inner, inner)
    if aid.board and context.ids[2] == "board":
        size = aid.board
        return PictureUse(context, picture, size.width, size.height, sharp=SHARP_ON_TABLE)
    paper = PAPERS.get(aid.paper, PAPERS["A5"])
    return PictureUse(context, picture, round(paper.width * 0.68, 1))


def _largest_figure(game_data: GameData, state: str) -> Size | None:
    """Return the largest size in mm of a state's picture on a figure; None if it is on none."""
    boxes = [
        kind.state_picture(aid)
        for name, aid in game_data.aids.items()
        if (kind := kind_of(game_data, aid.kind)) and kind.state_picture
        if f"states.{state}" in game_data.printed_refs(name)
    ]
    return max(boxes, key=_size_area, default=None)


def _of_theme(game_data: GameData) -> Iterator[PictureUse]:
    """Yield each picture of the theme that an aid prints, at the largest size at which it does."""
    named, at = dict(game_data.game.theme.pictures), game_data.at("game", "theme")
    if "logo" in named:
        yield PictureUse(at / "logo", named["logo"], COLUMN_WIDTH, LOGO_HEIGHT, whole=True)
    covers = [
        kind.cover_picture(PAPERS[aid.paper])
        for aid in game_data.aids.values()
        if (kind := kind_of(game_data, aid.kind)) and kind.cover_picture and aid.paper in PAPERS
    ]
    if "cover" in named and covers:
        box = max(covers, key=lambda cover: cover.width)
        yield PictureUse(at / "cover", named["cover"], box.width, box.height, whole=True)
    if "back" in named:
        trims = {printed.trim for printed in _printed_cards(game_data)}
        yield from _on_cards(at / "back", named["back"], trims)


def _on_cards(context: Context, picture: Picture, trims: set[Size]) -> Iterator[PictureUse]:
    # The largest size needs the most points; the shape has to fit one of all sizes.
    if trims:
        *smaller, largest = sorted(trims, key=_size_area)
        yield PictureUse(context, picture, largest.width, largest.height, also=tuple(smaller))


def _card_sizes(game_data: GameData) -> dict[str, Size]:
    # A picture that is sharp at the largest size of its card is sharp at all of them.
    sizes: dict[str, Size] = {}
    for printed in _printed_cards(game_data):
        before = sizes.get(printed.name, printed.trim)
        sizes[printed.name] = max(before, printed.trim, key=_size_area)
    return sizes


def _size_area(size: Size) -> float:
    return size.width * size.height


def _printed_cards(game_data: GameData) -> Iterator[PrintedCard]:
    for aid in game_data.aids.values():
        kind = kind_of(game_data, aid.kind)
        if kind is not None and kind.name == "cards":
            with suppress(KeyError, ValueError):  # other checks report it
                yield from list(yield_cards(game_data, aid))


def theme_files_exist(game_data: GameData) -> Iterator[Problem]:
    """Yield fonts, pictures and modules that a theme names and that do not exist."""
    yield from theme_problems(game_data)
    modules = game_data.game.theme.colours.modules
    for name in modules:
        if name not in game_data.game.modules:
            where = game_data.where(game_data.at("game", "theme", "colours", "modules", name))
            hint = did_you_mean(name, game_data.game.modules)
            yield Problem(where, f"unknown module `{name}`", hint)


def colours_have_contrast(game_data: GameData) -> Iterator[Problem]:
    """Yield colours with too little contrast to their background.

    It is an error if words can't be read, and a warning if they are harder to read than need be.
    """
    if game_data.at("game", "theme", "colours") not in game_data.places:
        return  # the defaults
    colours = game_data.game.theme.colours
    ink = colours.ink or game_data.game.accent
    second = colours.second or ink
    text = on(colours.paper)
    pairs = [
        ("ink", ink, colours.paper, "paper", TEXT_CONTRAST),
        ("ink", ink, on(ink), "what is written on it", TEXT_CONTRAST),
        ("second", second, colours.paper, "paper", LARGE_CONTRAST),
        ("tint", text, colours.tint, "text", TEXT_CONTRAST),
        ("tint", ink, colours.tint, "ink", TEXT_CONTRAST),
        ("good", colours.good, colours.paper, "paper", LARGE_CONTRAST),
        ("bad", colours.bad, colours.paper, "paper", LARGE_CONTRAST),
        *(
            (f"modules.{name}", shade, colours.paper, "paper", TEXT_CONTRAST)
            for name, shade in colours.modules.items()
        ),
    ]
    reported = set()
    for key, front, behind, what, least in pairs:
        if front is None or behind is None:
            continue  # it follows from the others
        ratio = contrast(parse_colour(front), parse_colour(behind))
        if ratio >= least or key in reported:
            continue
        reported.add(key)
        context = game_data.at("game", "theme", "colours", *key.split("."))
        shown = behind if key == "tint" else front
        message = f"{shown} has a contrast of {ratio:.2g} : 1 to {what}, "
        message += f"expected at least {least:g} : 1"
        is_error = ratio < LARGE_CONTRAST and least == TEXT_CONTRAST
        severity: Severity = "error" if is_error else "warning"
        yield Problem(game_data.where(context), message, severity=severity)


def icons_can_be_seen(game_data: GameData) -> Iterator[Problem]:
    """Yield own icons whose colours are too like the background of a text that they are in."""
    own_icons, theme = own_icon_names([game_data.root]), game_data.game.theme
    ink = theme.colours.ink or game_data.game.accent
    used: dict[tuple[str, str], None] = {}
    for context, text in game_data.wordings() if own_icons else ():
        is_card = context.kind == "cards"
        is_bar = is_card and context.name == "title" and theme.header in FILLED_HEADERS
        background = ink if is_bar else theme.colours.paper if is_card else "#ffffff"
        used |= dict.fromkeys(
            (name, background) for name in ICON.findall(text) if name in own_icons
        )
    for name, background in used:
        colours: tuple[str, ...] = ()
        with suppress(AssetError):  # another check reports it
            colours = find_icon(name, [game_data.root]).own_colours
        ratios = [contrast(*map(parse_colour, (colour, background))) for colour in colours]
        if ratios and max(ratios) < LARGE_CONTRAST:
            yield Problem(
                Where(own_icon_file(name)),
                f"its colours have a contrast of {max(ratios):.2g} : 1 to {background} behind it, "
                f"expected at least {LARGE_CONTRAST:g} : 1",
                "without `fill`, or with `currentColor`, it has the colour of its text",
                severity="warning",
            )
