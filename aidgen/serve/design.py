"""What a designer looks at: how all fits, whether colours can be read, what is printed where."""

from __future__ import annotations

from collections.abc import Iterator

from aidgen.assets import pictures
from aidgen.assets.colours import LEGIBLE, colour, contrast
from aidgen.assets.files import Refused
from aidgen.game.canon import Canon
from aidgen.pipeline.pack import Pack
from aidgen.rules.pictures import is_sharp, uses
from aidgen.rules.readers import coverage
from aidgen.serve.view import View

Said = dict[str, object]


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


def _colours(canon: Canon) -> Iterator[Said]:
    """Say the colours in which a game sets type, and their contrast to its paper."""
    theme = canon.game.theme.colours
    named = {"ink": theme.ink or canon.game.accent, "second": theme.second}
    named |= {"good": theme.good, "bad": theme.bad, **theme.modules}
    for name, ink in named.items():
        if ink:
            told = contrast(colour(ink), colour(theme.paper))
            yield {"name": name, "colour": ink, "contrast": round(told, 1)}


def _pictures(canon: Canon) -> Iterator[Said]:
    """Say how sharp each picture of a game is where it is printed largest; drawings always are."""
    for use in uses(canon):
        try:
            found = pictures.of_pack(canon.root, use.picture.file, canon.limits)
        except Refused:  # told as a fault
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
