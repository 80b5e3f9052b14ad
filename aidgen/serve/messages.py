"""What the server sends to the browser, as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aidgen.assets import pictures
from aidgen.assets.colours import LEGIBLE, contrast, parse_colour
from aidgen.assets.files import AssetError
from aidgen.game.data import GameData
from aidgen.language.locales import language_name
from aidgen.page.composed import Placed
from aidgen.page.markdown import plain_text
from aidgen.page.pieces import Piece
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import readable
from aidgen.press.pieces.typeset import TextPlace
from aidgen.problems import Problem
from aidgen.rules.aids import coverage
from aidgen.rules.pictures import is_sharp, picture_uses
from aidgen.serve.view import OpenView, ViewId

JsonObject = dict[str, object]


def describe_pack(pack: Pack, *, read_only: bool) -> JsonObject:
    """Describe games, languages and aids. Raises InputError if no game can be read."""
    found = readable(pack)
    games = []
    for name in found.names:
        canon = pack.canon(name)
        games.append(
            {
                "id": name,
                "title": plain_text(canon.game.title),
                "source": canon.game.language,
                "locales": [
                    {"id": locale, "name": language_name(locale)} for locale in pack.locales(name)
                ],
                "aids": [
                    {
                        "id": aid,
                        "title": plain_text(canon.aids[aid].title),
                        "kind": canon.aids[aid].kind,
                    }
                    for aid in canon.aids
                ],
            }
        )
    return {
        "games": games,
        "readOnly": read_only,
        "problems": [describe_problem(problem) for problem in found.problems],
    }


def view_name(opened: ViewId) -> str:
    """Return the name by which the browser knows a view."""
    return "/".join((opened.game, opened.aid, opened.locale))


def describe_view(view: OpenView, pack: Pack) -> JsonObject:
    """Describe a view: its sides, the place of each picture, and its problems."""
    return {
        "view": view_name(view.opened),
        "serial": view.serial,
        "working": view.working,
        "sides": [
            {
                "width": side.size.width,
                "height": side.size.height,
                "pieces": [_describe_piece(view, placed) for placed in side.placed],
            }
            for side in view.sides
        ],
        "faults": [
            {
                "key": fault.key,
                "side": fault.side,
                "box": fault.box,
                "context": fault.context,
                **describe_problem(fault.problem),
            }
            for fault in view.faults(pack)
        ],
        "unusable": [describe_problem(problem) for problem in view.unusable],
        "judged": [
            {"context": context, **describe_problem(problem)} for context, problem in view.judged
        ],
    }


def _describe_piece(view: OpenView, placed: Placed[Piece]) -> JsonObject:
    return {
        "key": view.key(placed.piece),
        "page": placed.page - 1,
        "draft": view.is_excerpt(placed.piece),
        "left": placed.left,
        "top": placed.top,
        "width": placed.piece.size.width,
        "height": placed.piece.size.height,
        "cut": cropping(placed),
        "status": view.status(placed.piece),
    }


def cropping(placed: Placed[Piece]) -> tuple[float, ...]:
    """Return how much of a piece is cropped, in mm: top, right, bottom, left."""
    window, size = placed.window, placed.piece.size
    if window is None:
        return ()
    right, bottom = window.left + window.width, window.top + window.height
    return window.top, size.width - right, size.height - bottom, window.left


def describe_problem(problem: Problem) -> JsonObject:
    """Describe a problem: its place, message, hint and severity."""
    return {
        "where": str(problem.where),
        "message": problem.message,
        "hint": problem.hint,
        "severity": problem.severity,
    }


def describe_spots(spots: Iterable[TextPlace]) -> list[JsonObject]:
    """Describe where the texts of a page are, in mm."""
    return [{"context": one.context, "box": one.box, "edges": one.edges} for one in spots]


def describe_design(view: OpenView, pack: Pack) -> JsonObject:
    """Describe a view for designers: fit, colours, pictures, and which records it prints."""
    canon = pack.canon(view.opened.game)
    fits = {fit.name: fit for found in view.checked.values() for fit in found.fits}
    return {
        "mark": f"{canon.game.edition} · {canon.mark}",
        "fits": [
            {"box": fit.name, "size": fit.size, "room": fit.room}
            for fit in sorted(fits.values(), key=lambda fit: (fit.room is None, fit.room or 0.0))
        ],
        "colours": list(_theme_colours(canon)),
        "legible": LEGIBLE,
        "pictures": list(_picture_sharpness(canon)),
        "coverage": [
            {
                "record": row.context.ref,
                "here": view.opened.aid in row.aids,
                "aids": list(row.aids),
                "without": list(row.without),
            }
            for row in coverage(canon)
            if row.reader or row.without
        ],
    }


def _theme_colours(canon: GameData) -> Iterator[JsonObject]:
    """Yield the text colours of a game and their contrast with its paper."""
    theme = canon.game.theme.colours
    named = {"ink": theme.ink or canon.game.accent, "second": theme.second}
    named |= {"good": theme.good, "bad": theme.bad, **theme.modules}
    for name, ink in named.items():
        if ink:
            told = contrast(parse_colour(ink), parse_colour(theme.paper))
            yield {"name": name, "colour": ink, "contrast": round(told, 1)}


def _picture_sharpness(canon: GameData) -> Iterator[JsonObject]:
    """Yield the resolution of each picture where it is printed largest; drawings have none."""
    for use in picture_uses(canon):
        try:
            found = pictures.pack_picture(canon.root, use.picture.file, canon.limits)
        except AssetError:  # told as a fault
            continue
        size = use.size(found.shape)
        dpi = found.dpi(size.width, size.height)
        yield {
            "record": use.context.ref,
            "file": use.picture.file,
            "size": [round(size.width, 1), round(size.height, 1)],
            "dpi": None if dpi is None else round(dpi),
            "sharp": dpi is None or is_sharp(dpi),
        }
