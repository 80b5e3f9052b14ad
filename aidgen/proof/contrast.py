"""Whether a text can be told from what is behind it.

The boxes say what colours a text and its background have. Where that is not enough (a picture or
another box may be behind or above the text, or the colours are alike), one small picture of the
page decides: nothing is a fault that can be seen there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing

import pypdfium2
from PIL import Image

from aidgen.assets.colours import Colour, contrast, format_colour
from aidgen.assets.icons import PLACE_COLOUR
from aidgen.assets.papers import shared_area
from aidgen.layout.boxes import Colour as BoxColour
from aidgen.layout.faults import Fault
from aidgen.layout.fits import LaidShape, LaidText, PageItems, blend

# The contrast below which a text is hard to read (WCAG 2.1, 1.4.3, of large type).
LEGIBLE = 3.0
# The contrast below which nobody reads a text on paper.
UNREADABLE = 1.5
# The same of large type, which may be a mark behind other texts.
UNSEEN = 1.1
# In pt.
LARGE_TYPE = 18.0
# The resolution of the picture of a page: 144 dpi.
PIXELS_PER_PX = 1.5
# How near a pixel of a text has to come to its colour, as a part of the way from the background: a
# thin stem of small type covers a third of a pixel.
LEAST_SEEN = 0.1
# A quarter of the pixels around a text are its background at least, even in heavy type.
QUARTER = 4
# How many pixels of a text are looked at first: mostly they show that all is well.
FEW_PIXELS = 150
# How many are looked at otherwise: more tell nothing new.
MOST_PIXELS = 4000
# How the attributes begin that give an icon colours of its own.
PAINTS = ("fill", "stroke", "color", "opacity", "style", "class")


def check_contrast(pages: Sequence[PageItems], pdf: bytes) -> Iterator[Fault]:
    """Yield the texts that are hard to read or cannot be read, each colour once."""
    reported: set[tuple[str, str]] = set()
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for number, page in enumerate(pages):
            unsure = [text for text in page.texts if _is_unsure(text)]
            unsure = list(dict.fromkeys((*unsure, *_overlaid(page))))
            shapes = (item for item in page.items if isinstance(item, LaidShape))
            icons = [shape for shape in shapes if _is_coloured(shape)]
            if not (unsure or icons) or number >= len(document):
                continue
            picture = document[number].render(scale=PIXELS_PER_PX * 96 / 72).to_pil().convert("RGB")
            for text in unsure:
                fault = _fault(text, page, picture)
                if fault is not None and (fault.kind, fault.colours[0]) not in reported:
                    reported.add((fault.kind, fault.colours[0]))
                    yield fault
            yield from filter(None, (_unseen(icon, page, picture) for icon in icons))


def _is_coloured(shape: LaidShape) -> bool:
    """Tell whether it is an icon that has not, or not only, the colour of its text."""
    nodes = [] if shape.box.element is None else [*shape.box.element.iter()]
    return any("ag-icon" in node.get("class", "") for node in nodes[:1]) and any(
        name.startswith(PAINTS) and value != PLACE_COLOUR
        for node in nodes[1:]
        for name, value in node.items()
    )


def _unseen(icon: LaidShape, page: PageItems, picture: Image.Image) -> Fault | None:
    left, top, right, bottom = (round(edge * PIXELS_PER_PX) for edge in icon.rect)
    extremes = picture.crop((left, top, max(left + 1, right), max(top + 1, bottom))).getextrema()
    darkest, lightest = zip(*extremes, strict=True)
    if (ratio := contrast(darkest, lightest)) >= UNREADABLE:
        return None
    return page.fault(
        "faint",
        f"is an icon with a contrast of {ratio:.2g} : 1 to what is behind it",
        icon,
        expected=f"at least {UNREADABLE:g} : 1; without `fill`, it has the colour of its text",
        words="".join(icon.box.element.itertext()) if icon.box.element is not None else "",
    )


def _is_unsure(text: LaidText) -> bool:
    """Tell whether the colours of the boxes do not prove that a text can be read."""
    is_ghost = text.box.lettering.colour[3] == 0 and not text.around.context
    if is_ghost or not any(map(str.isalnum, text.quoted)):
        return False  # a space that is as wide as a word, or an ornament
    around = text.around
    if around.pictured:
        return True
    return contrast(_bytes(_drawn_colour(text)), _bytes(around.background)) < LEGIBLE


def _drawn_colour(text: LaidText, background: BoxColour | None = None) -> BoxColour:
    red, green, blue, alpha = text.box.lettering.colour
    around = text.around
    return blend((red, green, blue, alpha * around.opacity), background or around.background)


def _bytes(colour: BoxColour) -> Colour:
    red, green, blue, _ = (round(255 * part) for part in colour)
    return red, green, blue


def _overlaid(page: PageItems) -> Iterator[LaidText]:
    """Yield the texts that a box may cover which they are not in, and which is out of the flow, and
    those placed over a picture, as the labels of a drawing."""
    for text in page.texts if page.covers or page.pictures else ():
        rect, order = text.rect, text.around.order
        half = shared_area(rect, rect) / 2
        # Only what comes later is drawn over it (CSS 2.2, appendix E, without `z-index`).
        places = [place for later, place in page.covers if later > order]
        places += [place for earlier, place in page.pictures if earlier < order]
        if any(shared_area(rect, place) > half for place in places):
            yield text


def _fault(text: LaidText, page: PageItems, picture: Image.Image) -> Fault | None:
    left, top, right, bottom = (edge * PIXELS_PER_PX for edge in text.rect)
    left, top = max(int(left) - 1, 0), max(int(top) - 1, 0)
    right, bottom = min(int(right) + 2, picture.width), min(int(bottom) + 2, picture.height)
    if right <= left or bottom <= top:
        return None  # it is beside the page
    part = picture.crop((left, top, right, bottom))
    pixels = [*zip(*(channel.tobytes() for channel in part.split()), strict=True)]
    for most in FEW_PIXELS, MOST_PIXELS:
        ink, background, is_hidden = _colours(text, pixels[:: max(1, len(pixels) // most)])
        ratio = contrast(ink, background)
        if ratio >= LEGIBLE and not is_hidden:
            return None
    least = UNSEEN if text.size >= LARGE_TYPE else UNREADABLE
    pair = f"{format_colour(ink)} on {format_colour(background)}"
    is_fault = is_hidden or ratio < least
    message = f"{'cannot be read' if is_fault else 'is hard to read'}: {pair} is a contrast of "
    return page.fault(
        "contrast" if is_fault else "faint",
        "is hidden by something over it" if is_hidden else f"{message}{ratio:.2g} : 1",
        text,
        expected="" if is_hidden else f"at least {LEGIBLE:g} : 1",
        colours=(format_colour(ink), format_colour(background)),
    )


def _colours(text: LaidText, pixels: Sequence[Colour]) -> tuple[Colour, Colour, bool]:
    """Return the colours of a text and of its background by pixels around it, and whether it is
    hidden."""
    middle = (sorted(channel)[len(pixels) // 2] for channel in zip(*pixels, strict=True))
    red, green, blue = (value / 255 for value in middle)
    ink = _bytes(_drawn_colour(text, (red, green, blue, 1.0)))
    # Letters cover less than three quarters of their place: the best quarter is background.
    by_contrast = sorted(pixels, key=lambda pixel: contrast(ink, pixel))
    background = by_contrast[-max(1, len(pixels) // QUARTER)]
    is_seen = contrast(ink, background) < UNSEEN or _nearness(pixels, ink, background) > LEAST_SEEN
    return ink, background, not is_seen


def _nearness(pixels: Sequence[Colour], ink: Colour, background: Colour) -> float:
    way = [end - start for end, start in zip(ink, background, strict=True)]
    length = sum(part * part for part in way) or 1
    steps = (zip(way, pixel, background, strict=True) for pixel in pixels)
    return max(sum(part * (tint - start) for part, tint, start in step) / length for step in steps)
