"""Icons as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from markupsafe import Markup

from aidgen.assets.icons import drawn
from aidgen.game.load import OURS


def icon(
    name: str, label: str = "", colour: str = "#000", roots: Sequence[Path] = (OURS,)
) -> Markup:
    """Return an icon as inline SVG with `label` as its alternative; decoration has no label.

    `roots` are the packs that may have one of this name.
    """
    found = drawn(name, roots)
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
