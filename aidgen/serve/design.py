"""What a designer looks at: how all fits, whether colours can be read, what is printed where."""

from __future__ import annotations

from aidgen.assets.colours import LEGIBLE, WHITE, colour, contrast
from aidgen.build.pack import Pack
from aidgen.laws.readers import coverage
from aidgen.serve.view import View

Said = dict[str, object]


def designed(view: View, pack: Pack) -> Said:
    """Say how the cards and regions of a view fit, what its colours are, and what it covers."""
    canon = pack.canon(view.opened.game)
    fits = {fit.name: fit for found in view.found.values() for fit in found.fits}
    accent = canon.game.accent
    return {
        "mark": f"{canon.game.edition} · {canon.mark}",
        "fits": [
            {"box": fit.name, "size": fit.size, "room": fit.room}
            for fit in sorted(fits.values(), key=lambda fit: (fit.room is None, fit.room or 0.0))
        ],
        "colours": [
            {
                "name": "accent",
                "colour": accent,
                "contrast": round(contrast(colour(accent), WHITE), 1),
            }
        ],
        "legible": LEGIBLE,
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
