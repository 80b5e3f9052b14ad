"""Fixes of WeasyPrint 70. Each says what is wrong, and where that was reported or specified.

Issues are those of https://github.com/Kozea/WeasyPrint/issues. A fix that an installed version has
no place for is left out, and `aidgen doctor` says so.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from itertools import count
from typing import Any

from aidgen.assets.fonts import is_drawn_whole
from aidgen.press.engine.reading import once_per_style


def patch_relative_font_sizes() -> None:
    """Make `em` in `font-size: max(.8em, 8pt)` refer to the parent's font size, as in CSS.

    WeasyPrint 70 uses the element's own, which it is still computing, and drops the declaration
    (CSS Fonts 4, 2.5; beside issue 2833).
    """
    from weasyprint import css

    to_pixels = css.to_pixels

    @wraps(to_pixels)
    def patched(value: Any, style: Any, name: str, font_size: float | None = None) -> float:
        parent = getattr(style, "parent_style", None)
        if name == "font_size" and font_size is None and parent is not None:
            font_size = parent["font_size"]
        pixels: float = to_pixels(value, style, name, font_size)
        return pixels

    css.to_pixels = patched


# The most bytes after a hyphen that can be the end of one word.
LONGEST_ENDING = 80


def patch_last_words() -> None:
    """Break a line before the last word of a text instead of hyphenating that word.

    Otherwise a few letters would be left on the last line. A word longer than a line is hyphenated
    as before. It is what `hyphenate-limit-last: always` asks for (CSS Text 4, 6.3.4; issue 2268).
    """
    from weasyprint.layout import inline

    split = inline.split_first_line

    @wraps(split)
    def patched(
        text: str, style: Any, *more: Any, is_line_start: bool = True, **options: Any
    ) -> tuple[Any, ...]:
        line: tuple[Any, ...] = split(text, style, *more, is_line_start=is_line_start, **options)
        resume = line[2]
        if resume is None or style["hyphens"] != "auto" or not _divides_last_word(text, resume):
            return line
        if is_line_start and " " not in text.encode()[:resume].decode().strip():
            return line  # the word is longer than the line
        line = split(text, _without_hyphens(style), *more, is_line_start=is_line_start, **options)
        return line

    inline.split_first_line = patched


def _divides_last_word(text: str, resume: int) -> bool:
    encoded = text.encode()
    if len(encoded) - resume > LONGEST_ENDING:
        return False
    line, rest = encoded[:resume].decode(), encoded[resume:].decode()
    return line[-1:].isalpha() and rest[:1].isalpha() and " " not in rest


@once_per_style
def _without_hyphens(style: Any) -> Any:
    manual = style.copy()
    manual["hyphens"] = "manual"
    return manual


class _OneGlyph(str):
    """A text that yields itself, and not its characters, when it is iterated over."""

    __slots__ = ()

    def __iter__(self) -> Iterator[str]:
        yield str(self)


def patch_svg_text() -> None:
    """Have texts of an SVG drawn in one go in scripts that join letters or run from the right.

    WeasyPrint places the characters one by one from left to right, which takes Arabic apart and
    reverses Hebrew (issues 2249, 2909).
    """
    from weasyprint import svg

    draw = svg.text

    @wraps(draw)
    def patched(picture: Any, node: Any, font_size: float) -> None:
        element = node._etree_node
        words = element.text
        families = node.get("font-family", "").split(",")
        if words and is_drawn_whole(words, tuple(name.strip(" '\"") for name in families)):
            element.text = _OneGlyph(words)
        try:
            draw(picture, node, font_size)
        finally:
            element.text = words

    svg.TAGS.update({tag: patched for tag, drawing in svg.TAGS.items() if drawing is draw})
    svg.text = patched


class _WideTiles:
    """A stream whose patterns, and the groups in them, reach far beyond their box."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def add_pattern(self, *numbers: Any) -> _WideTiles:
        box = self._widen(*numbers[:4])
        return _WideTiles(self._stream.add_pattern(*box, *box[2:], numbers[-1]))

    def add_group(self, *box: float) -> _WideTiles:
        return _WideTiles(self._stream.add_group(*self._widen(*box)))

    def set_alpha_state(self, *box: float) -> Any:
        return self._stream.set_alpha_state(*self._widen(*box))

    @staticmethod
    def _widen(left: float, top: float, width: float, height: float) -> tuple[float, ...]:
        margin = width + height
        return left - margin, top - margin, width + 2 * margin, height + 2 * margin


def patch_svg_gradients() -> None:
    """Have the tile that a gradient of an SVG is drawn in reach beyond the shape.

    WeasyPrint makes it as large as the box around the shape, and smaller if the gradient is turned:
    viewers draw seams where tiles meet, and Poppler leaves out some tiles altogether (beside issue
    2762).
    """
    from weasyprint import svg

    draw = svg.draw_gradient

    @wraps(draw)
    def patched(picture: Any, *more: Any, **options: Any) -> bool:
        stream = picture.stream
        picture.stream = _WideTiles(stream)
        try:
            drawn: bool = draw(picture, *more, **options)
        finally:
            picture.stream = stream
        return drawn

    svg.draw_gradient = patched


def patch_svg_colour() -> None:
    """Have `currentColor` in an inline SVG be the colour of the text around it, as in CSS.

    WeasyPrint 70 draws it in black (issue 1497).
    """
    from weasyprint import html

    tag = "{http://www.w3.org/2000/svg}svg"
    handle = html.HTML_HANDLERS[tag]

    @wraps(handle)
    def patched(element: Any, box: Any, *more: Any) -> Any:
        parts = (round(255 * part) for part in box.style["color"].to("srgb")[:3])
        element.set("color", "#{:02x}{:02x}{:02x}".format(*parts))
        return handle(element, box, *more)

    html.HTML_HANDLERS[tag] = patched


LAYOUT_PARAMETERS = (
    *("context", "child", "index", "new_children", "page_is_empty", "bottom_space"),
    *("adjoining_margins", "absolute_boxes", "fixed_boxes"),
)
# How much of a page may stay blank below a heading, rather than that a break be forced.
BLANK_PART = 0.5


def patch_lonely_headings() -> None:
    """Begin what is longer than a page below its heading, although no page should break within it.

    WeasyPrint 70 leaves the heading alone on its page, and breaks what follows on the next one
    (CSS Break 3, 4.4; issue 1252).
    """
    from weasyprint.formatting_structure.boxes import BlockBox
    from weasyprint.layout import block

    in_flow_layout = block._in_flow_layout
    names = tuple(inspect.signature(in_flow_layout).parameters)
    if not {*LAYOUT_PARAMETERS} <= {*names}:
        raise AttributeError("_in_flow_layout has other parameters")

    @wraps(in_flow_layout)
    def patched(*positional: Any) -> Any:
        given = dict(zip(names, positional, strict=True))
        if not (given["page_is_empty"] and given["new_children"]):
            return in_flow_layout(*positional)
        context, child, before = given["context"], given["child"], list(given["new_children"])
        place, margins = (child.position_x, child.position_y), list(given["adjoining_margins"])
        result = in_flow_layout(*positional)
        stop, resume_at = result[1:3]
        if not stop or resume_at != {given["index"]: None}:
            return result
        last = block.find_last_class_a_break_point_child(before)
        if not isinstance(child, BlockBox) or last is None:
            return result
        if not block.avoid_page_break(block.block_level_page_break(last, child), context):
            return result
        below = last.border_box_y() + last.border_height()
        if context.page_bottom - given["bottom_space"] - below < BLANK_PART * context.page_bottom:
            return result
        # Again, as if nothing stood above it.
        child.position_x, child.position_y = place
        with _kept_margins(child):
            again = in_flow_layout(
                *(given | {"new_children": [], "adjoining_margins": margins}).values()
            )
        moved = again[6]
        if again[0] or not moved:
            return result
        bottom = moved[-1].border_box_y() + moved[-1].border_height()
        if context.overflows_page(given["bottom_space"], bottom):
            block.remove_placeholders(context, moved, given["absolute_boxes"], given["fixed_boxes"])
            return result
        return (*again[:6], [*before, *moved], *again[7:])

    block._in_flow_layout = patched


@contextmanager
def _kept_margins(box: Any) -> Iterator[None]:
    """Keep the margins of a box and of what begins it, which would be dropped at a page's top."""
    first = []
    while box is not None:
        first.append((box, box.style))
        box.style = box.style.copy()
        box.style["margin_break"] = "keep"
        box = next(iter(getattr(box, "children", ())), None)
    try:
        yield
    finally:
        for box, style in first:
            box.style = style


# How far in px a page goes on below its end for what must not be divided there.
ENDLESS = 1e6


def patch_positioned_boxes() -> None:
    """Divide no absolutely positioned box, such as the face of a card, at the end of a page.

    WeasyPrint sets the rest of it on the next page, by design (issues 591, 1626): there it would
    lie on another card. It has to be measured whole.
    """
    from weasyprint.layout import absolute

    lay_out = absolute.absolute_block

    @wraps(lay_out)
    def patched(
        context: Any, box: Any, around: Any, fixed: Any, bottom_space: float, *more: Any
    ) -> Any:
        return lay_out(context, box, around, fixed, bottom_space - ENDLESS, *more)

    absolute.absolute_block = patched


SOURCES = "sources"


class _Drawn:
    """The marked content of boxes that were drawn; others, as those scaled to nothing, have none.

    WeasyPrint would stop at them with a KeyError.
    """

    def __init__(self, drawn: Any) -> None:
        self._drawn = drawn
        self._numbers = count(-1, -1)

    def pop(self, box: Any) -> Any:
        return self._drawn.pop(box, None) or {"tag": "NonStruct", "mcid": next(self._numbers)}


def patch_tag_sources() -> None:
    """Note the HTML element of each element of the structure tree, as `sources` of the PDF.

    WeasyPrint 70 keeps no more than the type of tag, and offers no hook where it knows both
    (issues 1836, 2508, 2902). `press/tags.py` needs it.
    """
    from weasyprint.pdf import tags

    build = tags._build_box_tree

    @wraps(build)
    def patched(box: Any, parent: Any, pdf: Any, *more: Any) -> Iterator[Any]:
        sources = pdf.__dict__.setdefault(SOURCES, {})
        *rest, drawn = more
        drawn = drawn if isinstance(drawn, _Drawn) else _Drawn(drawn)
        for element in build(box, parent, pdf, *rest, drawn):
            # Boxes of pages, `html` and `body` pass on the elements of what is in them.
            sources.setdefault(element.number, getattr(box, "_box", box).element)
            yield element

    tags._build_box_tree = patched


FIXES: tuple[Callable[[], None], ...] = (
    patch_relative_font_sizes,
    patch_last_words,
    patch_svg_text,
    patch_svg_gradients,
    patch_svg_colour,
    patch_lonely_headings,
    patch_positioned_boxes,
    patch_tag_sources,
)


@cache
def apply_fixes() -> tuple[str, ...]:
    """Fix WeasyPrint, which is imported by now; return what its version has no place for."""
    missing = []
    for fix in FIXES:
        try:
            fix()
        except (ImportError, AttributeError, KeyError) as error:
            missing.append(f"{fix.__name__.removeprefix('patch_').replace('_', ' ')}: {error}")
    return tuple(missing)
