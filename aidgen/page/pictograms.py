"""Icons as inline SVG."""

from __future__ import annotations

from html import escape

from markupsafe import Markup

from aidgen.assets.icons import outline


def icon(name: str, label: str = "", colour: str = "#000") -> Markup:
    """Return an icon as inline SVG with `label` as its alternative; decoration has no label."""
    path = f'<g fill="{colour}">{outline(name)}</g>'
    if label:
        return Markup(
            f'<svg xmlns="http://www.w3.org/2000/svg" class="icon" viewBox="0 0 256 256">'
            f"<title>{escape(label)}</title>{path}</svg>"
        )
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 256 256'>"
        f"<g fill='{colour.replace('#', '%23')}'>{outline(name)}</g></svg>".replace('"', "'")
    )
    return Markup(
        f'<span class="icon" style="background-image:url(&quot;data:image/svg+xml,{svg}&quot;)">'
        "</span>"
    )
