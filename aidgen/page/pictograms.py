"""Icons as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from markupsafe import Markup

from aidgen.assets.icons import drawn
from aidgen.game.load import OURS

WHITE = ("#fff", "#ffffff")
"""The colour of what stands on a dark ground, as it may be written."""


def icon(
    name: str,
    label: str = "",
    colour: str = "#000",
    roots: Sequence[Path] = (OURS,),
    *,
    sparing: bool = False,
) -> Markup:
    """Return an icon as inline SVG with `label` as its alternative; decoration has no label.

    `roots` are the packs that may have one of this name. One that is `sparing` of ink is drawn in
    lines, and black if it was to be white on a ground.
    """
    found = drawn(name, roots, lined=sparing)
    colour = "#000" if sparing and colour in WHITE else colour
    if label:
        return Markup(
            f'<svg xmlns="http://www.w3.org/2000/svg" class="icon" viewBox="{found.view}">'
            f"<title>{escape(label)}</title>{found.inked(colour)}</svg>"
        )
    path = found.inked(colour).replace("#", "%23")
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{found.view}'>{path}</svg>"
    return Markup(
        '<span class="icon" style="background-image:url(&quot;data:image/svg+xml,{}&quot;)">'
        "</span>".format(svg.replace('"', "'"))
    )
