"""All changes to WeasyPrint: fixes in `PATCHES`, and `SPEEDUPS` for one version.

Output depends on the fixes, so they apply to every version. The speed-ups change no output; they
apply only to the version they were measured on, `MEASURED_ON`, because they rely on its internals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib.metadata import version
from typing import Any

from aidgen.assets.fonts import is_drawn_whole
from aidgen.press.engine.boxes import once_per_style, split_families

MEASURED_ON = "70.0"


def has_speedups() -> bool:
    """Tell whether the installed WeasyPrint is the one that the speed-ups were measured on."""
    return version("weasyprint") == MEASURED_ON


def apply_patches() -> None:
    """Patch WeasyPrint, which is imported by now, once per process."""
    for patch in (*PATCHES, *(SPEEDUPS if has_speedups() else ())):
        patch()


# Fixes -------------------------------------------------------------------------------------------


def patch_relative_font_sizes() -> None:
    """Make `em` in `font-size: max(.8em, 8pt)` refer to the parent's font size, as in CSS.

    WeasyPrint 70 uses the element's own, which it is still computing, and fails.
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


def patch_small_capitals() -> None:
    """Have small capitals drawn by the font, or as they are written if it has none.

    Pango would draw capitals of another size in their place, thinner than the letters around.
    """
    from weasyprint.text import fonts

    fonts.PANGO_VARIANT = dict.fromkeys(fonts.PANGO_VARIANT, fonts.PANGO_VARIANT["normal"])


LONGEST_ENDING = 80
"""The most bytes after a hyphen that can be the end of one word."""


def patch_last_words() -> None:
    """Break a line before the last word of a text instead of hyphenating that word.

    Otherwise a few letters would be left on the last line. A word longer than a line is hyphenated
    as before.
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
    """Tell whether a line that ends after `resume` bytes of a text divides its last word."""
    encoded = text.encode()
    if len(encoded) - resume > LONGEST_ENDING:
        return False
    line, rest = encoded[:resume].decode(), encoded[resume:].decode()
    return line[-1:].isalpha() and rest[:1].isalpha() and " " not in rest


@once_per_style
def _without_hyphens(style: Any) -> Any:
    """Return a style that hyphenates words only at soft hyphens."""
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
    reverses Hebrew.
    """
    from weasyprint import svg

    draw = svg.text

    @wraps(draw)
    def patched(picture: Any, node: Any, font_size: float) -> None:
        element = node._etree_node
        words = element.text
        if words and is_drawn_whole(words, split_families(node.get("font-family", ""))):
            element.text = _OneGlyph(words)
        try:
            draw(picture, node, font_size)
        finally:
            element.text = words

    svg.TAGS.update({tag: patched for tag, drawing in svg.TAGS.items() if drawing is draw})
    svg.text = patched


MarkedContent = dict[int, tuple[int, int]]
"""By the `id` of a box of the engine: its page, from 0, and its marked-content identifier there."""
_recording: list[MarkedContent] = []
"""The records that are being written, the innermost last."""


def patch_structure_tree() -> None:
    """Record which box each marked content belongs to, where the engine would write its tags.

    We write the structure tree ourselves (`press/pdf/tags.py`).
    """
    from weasyprint import pdf

    def patched(_pdf: Any, _document: Any, _version: Any, streams: Any) -> None:
        for page, stream in enumerate(streams):
            if _recording:
                _recording[-1].update(
                    {id(box): (page, tag["mcid"]) for box, tag in stream._tags.items()}
                )
            stream._tags.clear()  # a stream and its boxes refer to each other

    pdf.add_tags = patched


@contextmanager
def record_marked_content() -> Iterator[MarkedContent]:
    """Return a record that is filled when the engine writes a tagged PDF."""
    _recording.append({})
    try:
        yield _recording[-1]
    finally:
        _recording.pop()


# Speed-ups ---------------------------------------------------------------------------------------


PATCHES: tuple[Callable[[], None], ...] = (
    patch_relative_font_sizes,
    patch_last_words,
    patch_small_capitals,
    patch_svg_text,
    patch_structure_tree,
)
"""Fixes, and changes of output."""
SPEEDUPS: tuple[Callable[[], None], ...] = ()
"""Each saves at least 5 % of the CPU time of a cold build."""
