"""Colours, and their contrast."""

from __future__ import annotations

# Red, green and blue, each from 0 to 255.
Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
# The least contrast of large type (WCAG 2.1, 1.4.3).
LEGIBLE = 3.0
# The least contrast of type of any size (WCAG 2.1, 1.4.3).
READABLE = 4.5
# Steps in which a colour is made readable: finer ones are invisible.
STEPS = 32


def parse_colour(written: str) -> Colour:
    """Return the colour that #rrggbb writes."""
    red, green, blue = (int(written[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def format_colour(colour: Colour) -> str:
    """Return a colour as #rrggbb."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def contrast(ink: Colour, ground: Colour) -> float:
    """Return the contrast of two colours by their luminance, from 1 to 21 (WCAG 2.1)."""
    low, high = sorted((_luminance(ink), _luminance(ground)))
    return (high + 0.05) / (low + 0.05)


def readable_shade(ink: Colour, ground: Colour) -> Colour:
    """Return the nearest colour to an ink that is readable on a background: darker, or lighter."""
    end = BLACK if contrast(BLACK, ground) > contrast(WHITE, ground) else WHITE
    for step in range(STEPS):
        shade = blend(ink, end, step / STEPS)
        if contrast(shade, ground) >= READABLE:
            return shade
    return end


def blend(colour: Colour, second: Colour, part: float) -> Colour:
    """Return a colour with a part, from 0 to 1, of another one."""
    red, green, blue = (
        round(level + (to - level) * part) for level, to in zip(colour, second, strict=True)
    )
    return red, green, blue


def _luminance(colour: Colour) -> float:
    """Return the luminance of a colour (IEC 61966-2-1)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (level / 255 for level in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
