"""Checks of pictures and colours: files exist, are sharp, fit their shape, and contrast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from aidgen.assets import pictures
from aidgen.assets.colours import LEGIBLE, contrast, parse_colour
from aidgen.assets.files import AssetError
from aidgen.assets.papers import PAPERS, Size
from aidgen.assets.svg import BLACK, PLACE
from aidgen.game.aids import Aid
from aidgen.game.context import Context
from aidgen.game.data import GameData, find_all
from aidgen.game.fields import Picture
from aidgen.game.records import Art, Drawing
from aidgen.page.kinds import kind_of
from aidgen.page.kinds.cards import yield_cards
from aidgen.page.kinds.cutouts import RIM
from aidgen.page.kinds.faces import PrintedCard, largest_art
from aidgen.page.theme import on
from aidgen.problems import Problem, did_you_mean

# Dots per inch at reading distance.
SHARP = 300
# Dots per inch on a table, seen from twice the distance.
SHARP_ON_TABLE = 150
# How much of a picture may be cut off before the loss shows.
MOST_CUT = 0.1
# The height in mm of a logo: five quarters of a sheet's largest heading, 17 pt.
LOGO_HEIGHT = 7.5
# The width in mm of a picture without `width`: a column of a page.
COLUMN_WIDTH = 100.0


@dataclass(frozen=True)
class PictureUse:
    """A picture that is printed at a size in mm; `height` is None if it follows from the width."""

    context: Context
    picture: Picture
    width: float
    height: float | None = None
    whole: bool = False
    """Whether it is seen whole within that size: nothing of it is cut off."""
    also: Sequence[Size] = ()
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
        at, file = use.context / "file", use.picture.file
        palette = BLACK if isinstance(use.picture, Drawing) else None
        try:
            loaded = pictures.pack_picture(game_data.root, file, game_data.limits, palette)
        except AssetError as refused:
            if use.context.kind != "game":  # the check of the theme reports those
                yield game_data.problem(at, f"`{file}` {refused.message}", refused.hint)
            continue
        if loaded.remark:
            yield game_data.problem(at, f"`{file}` {loaded.remark}", severity="warning")
        size = use.size(loaded.shape)
        measures = f"{size.width:.4g} × {size.height:.4g} mm"
        dpi = loaded.dpi(size.width, size.height)
        if dpi is not None and dpi < use.sharp * 0.99:  # with room for rounding
            message = f"`{file}` has {dpi:.0f} dpi at {measures}, expected {use.sharp}"
            width, height = (side / 25.4 * use.sharp for side in (size.width, size.height))
            hint = f"save it with {width:.0f} × {height:.0f} points"
            yield game_data.problem(at, message, hint, "warning")
        fits = (loaded.shape * window.height / window.width for window in (size, *use.also))
        if (lost := 1 - max(min(fit, 1 / fit) for fit in fits)) > MOST_CUT:
            message = f"is of another shape than {measures}: {lost:.0%} of it is cut off"
            yield game_data.problem(at, f"`{file}` {message}", severity="warning")


def drawings_have_their_labels(game_data: GameData) -> Iterator[Problem]:
    """Yield labels of drawings without a place, and places without a label."""
    for name, drawing in game_data.drawings.items():
        at, file = game_data.at("drawings", name), drawing.file
        with suppress(AssetError):  # another check reports it
            loaded = pictures.pack_picture(game_data.root, file, game_data.limits, BLACK)
            for label in drawing.labels.keys() ^ dict(loaded.places):
                lacks = "place for the label" if label in drawing.labels else "label for the place"
                hint = f"a place is a rectangle with the id `{PLACE}{label}`"
                message = f"`{file}` has no {lacks} `{label}`"
                yield game_data.problem(at / "labels" / label, message, hint)
        for label in drawing.align.keys() - drawing.labels:
            hint = did_you_mean(label, drawing.labels)
            yield game_data.problem(at / "align" / label, f"no label `{label}`", hint)


def picture_uses(game_data: GameData) -> Iterator[PictureUse]:
    """Yield each picture of a game at the largest size at which it is printed."""
    cards = sorted(_printed_cards(game_data), key=lambda printed: _size_area(printed.trim))
    # A picture that is sharp at the largest size of its card is sharp at all of them.
    sizes = {printed.name: printed.trim for printed in cards}
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
            yield from _on_backs(game_data, context, picture, name)
        elif context.kind == "states" and (seen := _largest_figure(game_data, name)):
            yield PictureUse(context, picture, seen.width, seen.height)
        elif context.kind == "aids" and (
            len(context.ids) == 3 or context.ids[2] in ("token", "board")
        ):
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
    return PictureUse(context, picture, round(PAPERS.get(aid.paper, PAPERS["A5"]).width * 0.68, 1))


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
        yield from _on_backs(game_data, at / "back", named["back"])


def _on_backs(
    game_data: GameData, context: Context, picture: Picture, deck: str = ""
) -> Iterator[PictureUse]:
    cards = _printed_cards(game_data)
    trims = [printed.trim for printed in cards if deck in ("", printed.card.deck)]
    if largest := max(trims, key=_size_area, default=None):
        yield PictureUse(context, picture, largest.width, largest.height, also=trims)


def _size_area(size: Size) -> float:
    return size.width * size.height


def _printed_cards(game_data: GameData) -> Iterator[PrintedCard]:
    for aid in game_data.aids.values():
        kind = kind_of(game_data, aid.kind)
        if kind is not None and kind.name == "cards":
            with suppress(KeyError, ValueError):  # other checks report it
                yield from list(yield_cards(game_data, aid))


def colours_have_contrast(game_data: GameData) -> Iterator[Problem]:
    """Yield colours that can hardly be told from paper, or from what is written on them.

    Whether words can be read is seen on each page.
    """
    colours, at = game_data.game.theme.colours, game_data.at("game", "theme", "colours")
    ink = colours.ink or game_data.game.accent
    modules = {f"modules.{name}": shade for name, shade in colours.modules.items()}
    marks = {"ink": ink, "second": colours.second, "good": colours.good, "bad": colours.bad}
    pairs = [(key, shade, colours.paper, "paper") for key, shade in {**marks, **modules}.items()]
    pairs += [("tint", colours.tint, on(colours.paper), "text"), ("tint", colours.tint, ink, "ink")]
    for key, shade, beside, what in pairs:
        if shade and (ratio := contrast(parse_colour(shade), parse_colour(beside))) < LEGIBLE:
            place = game_data.at(*at.ids, *key.split("."))
            if key == "ink" and not colours.ink:
                place = game_data.at("game", "accent")
            message = f"{shade} has a contrast of {ratio:.2g} : 1 to {what}"
            message += f", expected at least {LEGIBLE:g} : 1"
            yield game_data.problem(place, message, severity="warning")
