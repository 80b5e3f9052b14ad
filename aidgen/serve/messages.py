"""What the pages in the browser are told, as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aidgen.assets import pictures
from aidgen.assets.colours import LEGIBLE, contrast, parse_colour
from aidgen.assets.files import AssetError
from aidgen.game.data import GameData
from aidgen.language.locales import language_name
from aidgen.page.composed import Placed
from aidgen.page.markdown import plain
from aidgen.page.pieces import Piece
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import readable
from aidgen.press.pieces.typeset import TextPlace
from aidgen.problems import Problem
from aidgen.rules.aids import coverage
from aidgen.rules.pictures import is_sharp, picture_uses
from aidgen.serve.view import Opened, View

Said = dict[str, object]


def said_pack(pack: Pack, *, read_only: bool) -> Said:
    """Say which games, languages and aids there are. Raises InputError if no game can be read."""
    found = readable(pack)
    games = []
    for name in found.names:
        canon = pack.canon(name)
        games.append(
            {
                "id": name,
                "title": plain(canon.game.title),
                "source": canon.game.language,
                "locales": [
                    {"id": locale, "name": language_name(locale)} for locale in pack.locales(name)
                ],
                "aids": [
                    {"id": aid, "title": plain(canon.aids[aid].title), "kind": canon.aids[aid].kind}
                    for aid in canon.aids
                ],
            }
        )
    return {
        "games": games,
        "readOnly": read_only,
        "problems": [said_problem(problem) for problem in found.problems],
    }


def said_opened(opened: Opened) -> str:
    """Return the name of what is open, as the browser has it."""
    return "/".join((opened.game, opened.aid, opened.locale))


def said_view(view: View, pack: Pack) -> Said:
    """Say what stands open: its sides, where each picture is, and what is wrong."""
    return {
        "view": said_opened(view.opened),
        "serial": view.serial,
        "working": view.working,
        "sides": [
            {
                "width": side.size.width,
                "height": side.size.height,
                "pieces": [_said_placed(view, placed) for placed in side.placed],
            }
            for side in view.sides
        ],
        "faults": [
            {
                "key": fault.key,
                "side": fault.side,
                "box": fault.box,
                "context": fault.context,
                **said_problem(fault.problem),
            }
            for fault in view.faults(pack)
        ],
        "unusable": [said_problem(problem) for problem in view.unusable],
        "judged": [
            {"context": context, **said_problem(problem)} for context, problem in view.judged
        ],
    }


def _said_placed(view: View, placed: Placed[Piece]) -> Said:
    return {
        "key": view.key(placed.piece),
        "page": placed.page - 1,
        "draft": view.is_excerpt(placed.piece),
        "left": placed.left,
        "top": placed.top,
        "width": placed.piece.size.width,
        "height": placed.piece.size.height,
        "cut": cut(placed),
        "status": view.status(placed.piece),
    }


def cut(placed: Placed[Piece]) -> tuple[float, ...]:
    """Return how much in mm is not seen of a piece, above, right, below and left of its window."""
    window, size = placed.window, placed.piece.size
    if window is None:
        return ()
    right, bottom = window.left + window.width, window.top + window.height
    return window.top, size.width - right, size.height - bottom, window.left


def said_problem(problem: Problem) -> Said:
    """Say a problem: the line it is at, what was found, and the hint."""
    return {
        "where": str(problem.where),
        "message": problem.message,
        "hint": problem.hint,
        "severity": problem.severity,
    }


def said_spots(spots: Iterable[TextPlace]) -> list[Said]:
    """Say where texts stand on a page of a piece, in mm."""
    return [{"context": one.context, "box": one.box, "edges": one.edges} for one in spots]


def designed(view: View, pack: Pack) -> Said:
    """Say how the cards and regions of a view fit, what its colours are, and what it covers."""
    canon = pack.canon(view.opened.game)
    fits = {fit.name: fit for found in view.found.values() for fit in found.fits}
    return {
        "mark": f"{canon.game.edition} · {canon.mark}",
        "fits": [
            {"box": fit.name, "size": fit.size, "room": fit.room}
            for fit in sorted(fits.values(), key=lambda fit: (fit.room is None, fit.room or 0.0))
        ],
        "colours": list(_colours(canon)),
        "legible": LEGIBLE,
        "pictures": list(_pictures(canon)),
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


def _colours(canon: GameData) -> Iterator[Said]:
    """Say the colours in which a game sets type, and their contrast to its paper."""
    theme = canon.game.theme.colours
    named = {"ink": theme.ink or canon.game.accent, "second": theme.second}
    named |= {"good": theme.good, "bad": theme.bad, **theme.modules}
    for name, ink in named.items():
        if ink:
            told = contrast(parse_colour(ink), parse_colour(theme.paper))
            yield {"name": name, "colour": ink, "contrast": round(told, 1)}


def _pictures(canon: GameData) -> Iterator[Said]:
    """Say how sharp each picture of a game is where it is printed largest; drawings always are."""
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
