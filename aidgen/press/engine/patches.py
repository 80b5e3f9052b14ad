"""All changes to WeasyPrint: fixes in `PATCHES`, and `SPEEDUPS` for one version.

Output depends on the fixes, so they apply to every version. The speed-ups change no output; they
apply only to the version they were measured on, `MEASURED_ON`, because they rely on its internals.
"""

from __future__ import annotations

import inspect
import re
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache, partial, wraps
from importlib.metadata import version
from typing import Any

from aidgen.assets.fonts import is_drawn_whole
from aidgen.press.engine.boxes import once_per_style, split_families

MEASURED_ON = "70.0"


def lacks_speedups() -> bool:
    """Tell whether the installed WeasyPrint is not the one that the speed-ups were measured on."""
    return bool(SPEEDUPS) and version("weasyprint") != MEASURED_ON


def apply_patches() -> None:
    """Patch WeasyPrint, which is imported by now, once per process."""
    for patch in (*PATCHES, *(() if lacks_speedups() else SPEEDUPS)):
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


class _WideTiles:
    """A stream whose patterns, and the groups in them, reach far beyond their box."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def add_pattern(self, *numbers: Any) -> _WideTiles:
        """Add a pattern, which is given by its box, its steps and its matrix."""
        box = self._widen(*numbers[:4])
        return _WideTiles(self._stream.add_pattern(*box, *box[2:], numbers[-1]))

    def add_group(self, *box: float) -> _WideTiles:
        """Add a group, which is given by its box."""
        return _WideTiles(self._stream.add_group(*self._widen(*box)))

    def set_alpha_state(self, *box: float) -> Any:
        """Add a mask, which is given by its box."""
        return self._stream.set_alpha_state(*self._widen(*box))

    @staticmethod
    def _widen(left: float, top: float, width: float, height: float) -> tuple[float, ...]:
        margin = width + height
        return left - margin, top - margin, width + 2 * margin, height + 2 * margin


def patch_svg_gradients() -> None:
    """Have the tile that a gradient of an SVG is drawn in reach beyond the shape.

    WeasyPrint makes it as large as the box around the shape, and smaller if the gradient is turned:
    viewers draw seams where tiles meet, and Poppler leaves out some tiles altogether.
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

    WeasyPrint 70 draws it in black.
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


BLANK_PART = 0.5
"""How much of a page may stay blank below a heading, rather than that a break be forced."""


def patch_lonely_headings() -> None:
    """Begin what is longer than a page below its heading, although no page should break within it.

    WeasyPrint 70 leaves the heading alone on its page, and breaks what follows on the next one.
    """
    from weasyprint.formatting_structure.boxes import BlockBox
    from weasyprint.layout import block

    in_flow_layout = block._in_flow_layout
    names = tuple(inspect.signature(in_flow_layout).parameters)

    @wraps(in_flow_layout)
    def patched(*positional: Any) -> Any:
        said = dict(zip(names, positional, strict=True))
        if not (said["page_is_empty"] and said["new_children"]):
            return in_flow_layout(*positional)
        context, child, before = said["context"], said["child"], list(said["new_children"])
        place, margins = (child.position_x, child.position_y), list(said["adjoining_margins"])
        result = in_flow_layout(*positional)
        stop, resume_at = result[1:3]
        if not stop or resume_at != {said["index"]: None}:
            return result
        last = block.find_last_class_a_break_point_child(before)
        if not isinstance(child, BlockBox) or last is None:
            return result
        if not block.avoid_page_break(block.block_level_page_break(last, child), context):
            return result
        below = last.border_box_y() + last.border_height()
        if context.page_bottom - said["bottom_space"] - below < BLANK_PART * context.page_bottom:
            return result
        # Again, as if nothing stood above it.
        child.position_x, child.position_y = place
        with _kept_margins(child):
            again = in_flow_layout(
                *(said | {"new_children": [], "adjoining_margins": margins}).values()
            )
        moved = again[6]
        if again[0] or not moved:
            return result
        bottom = moved[-1].border_box_y() + moved[-1].border_height()
        if context.overflows_page(said["bottom_space"], bottom):
            block.remove_placeholders(context, moved, said["absolute_boxes"], said["fixed_boxes"])
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


ENDLESS = 1e6
"""How far in px a page goes on below its end for what must not be divided there."""


def patch_positioned_boxes() -> None:
    """Divide no absolutely positioned box, such as the face of a card, at the end of a page.

    WeasyPrint 70 sets the rest of it on the page of the next piece. It is to be measured whole.
    """
    from weasyprint.layout import absolute

    lay_out = absolute.absolute_block

    @wraps(lay_out)
    def patched(
        context: Any, box: Any, around: Any, fixed: Any, bottom_space: float, *more: Any
    ) -> Any:
        return lay_out(context, box, around, fixed, bottom_space - ENDLESS, *more)

    absolute.absolute_block = patched


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

FLOW_PROPERTIES = frozenset({"position", "float", "display"})
"""Each of these depends on the others, so the engine also keeps their specified values."""
DECORATION_PREFIX = "text_decoration_"
"""Properties that begin so are propagated, not inherited."""
SIDES = ("top", "right", "bottom", "left")
BORDER_WIDTHS = {f"border_{side}_style": f"border_{side}_width" for side in SIDES}
"""The width of each border by its style: without a style it is 0."""
CSS_WIDE_KEYWORDS = frozenset({"inherit", "initial"})


@dataclass(frozen=True)
class _StyleRules:
    """Which properties of a style need no computation."""

    initial: Mapping[str, Any]
    """The values of those that have their initial value unless a rule sets them."""
    physical: frozenset[str]
    """Those of `initial` that a logical property, as `margin-inline-start`, may set, too."""
    logical: frozenset[str]
    flow: Mapping[str, Any]
    """The initial values of `FLOW_PROPERTIES`."""
    inherited: frozenset[str]
    keywords: frozenset[str]
    """Those whose keywords are computed values."""

    @classmethod
    def of(cls, css: Any) -> _StyleRules:
        """Read the tables of the engine."""
        sides = css.PHYSICAL_FUNCTIONS
        logical = {f(block="ttb", inline=way) for f in sides.values() for way in ("ltr", "rtl")}
        decorations = {key for key in css.INITIAL_VALUES if key.startswith(DECORATION_PREFIX)}
        computed = FLOW_PROPERTIES | decorations | {"page"}
        others = css.INHERITED | css.INITIAL_NOT_COMPUTED | computed | logical
        initial = {key: value for key, value in css.INITIAL_VALUES.items() if key not in others}
        return cls(
            initial=initial | dict.fromkeys(BORDER_WIDTHS.values(), 0),
            physical=frozenset(sides),
            logical=frozenset(logical),
            flow={key: css.INITIAL_VALUES[key] for key in FLOW_PROPERTIES},
            inherited=frozenset((css.INHERITED | decorations | {"page"}) - sides.keys()),
            keywords=frozenset(
                css.INITIAL_VALUES.keys() - css.COMPUTER_FUNCTIONS.keys() - sides.keys() - computed
            ),
        )


def fill_computed_styles() -> None:
    """Begin each style with its initial values, and look up inherited ones and keywords directly.

    The engine computes each value when it is first needed, by code that handles all of CSS.
    """
    from weasyprint import css

    rules = _StyleRules.of(css)
    begin_anonymous = css.AnonymousStyle.__init__

    @wraps(begin_anonymous)
    def patched_anonymous(style: Any, parent: Any) -> None:
        style.update(rules.initial)
        begin_anonymous(style, parent)

    css.AnonymousStyle.__init__ = patched_anonymous
    css.ComputedStyle.__init__ = _with_initial_values(css.ComputedStyle.__init__, rules)
    css.ComputedStyle.__missing__ = _with_lookups(css.ComputedStyle.__missing__, rules)


def _with_initial_values(begin: Callable[..., None], rules: _StyleRules) -> Callable[..., None]:
    @wraps(begin)
    def initialised(style: Any, parent: Any, cascaded: Any, *more: Any) -> None:
        begin(style, parent, cascaded, *more)
        named = cascaded.keys()
        style.update(rules.initial)
        for key in named & rules.initial.keys():
            del style[key]
        for key in named & BORDER_WIDTHS.keys():
            style.pop(BORDER_WIDTHS[key], None)
        if not named.isdisjoint(rules.logical):
            for key in rules.physical:
                style.pop(key, None)
        if parent is not None and named.isdisjoint(rules.flow):
            style.update(rules.flow)
            style.specified.update(rules.flow)

    return initialised


def _with_lookups(compute: Callable[[Any, str], Any], rules: _StyleRules) -> Any:
    @wraps(compute)
    def found(style: Any, key: str) -> Any:
        declared, parent = style.cascaded.get(key), style.parent_style
        if declared is None:
            if parent is not None and (key in rules.inherited or key.startswith("__")):
                value = style[key] = parent[key]
                return value
        elif key in rules.keywords:
            value = declared[0]
            if type(value) is str and value not in CSS_WIDE_KEYWORDS:
                style[key] = value
                return value
        return compute(style, key)

    return found


_trials: list[None] = []
"""As many items as there are trials under way."""


def skip_undrawn() -> None:
    """Leave out of trials what takes no room: backgrounds, and the metadata of a PDF."""
    from weasyprint import document, layout

    lay_out_backgrounds, get_metadata = layout.layout_backgrounds, document.get_html_metadata
    layout.layout_backgrounds = lambda *given: None if _trials else lay_out_backgrounds(*given)
    document.get_html_metadata = lambda *given: {} if _trials else get_metadata(*given)


@contextmanager
def trial() -> Iterator[None]:
    """Tell the engine that layouts are only measured, and never drawn."""
    _trials.append(None)
    try:
        yield
    finally:
        _trials.pop()


# A rule for a pseudo-element of every element: ::footnote-call { … }
EVERY_ELEMENT = re.compile(r"^::([\w-]+) *\{[^{}]*\}$", re.M)
# A rule that ends in one of several names: [dir] :is(ol, ul)[hidden] {
ONE_OF_NAMES = re.compile(
    r"^(?P<before>(?:[^(),{}\n]|\([^()\n]*\))*):is\((?P<names>[\w, ]+)\)(?P<more>[^(),{}\n]*)\{",
    re.M,
)
# What can make a footnote or a note of an element, or a list item of another one than `li`
MAKES_PARTS = re.compile(r"footnote|note\s*\(|list-item", re.I)


def trim_user_agent_sheet() -> None:
    """Remove from the engine's own style sheet what a document cannot use.

    The sheet styles six pseudo-elements of each element, but most documents have no footnotes, and
    markers only in lists. Selectors that end in `:is()` are written out, since the engine tries
    them on every element.
    """
    import weasyprint

    create, sheets = weasyprint.HTML.__init__, weasyprint.HTML._ua_stylesheets

    @wraps(create)
    def created(html: Any, *guess: Any, string: str | None = None, **options: Any) -> None:
        create(html, *guess, string=string, **options)
        html.is_plain = string is not None and not MAKES_PARTS.search(string)

    @wraps(sheets)
    def trimmed(html: Any, forms: bool = False) -> Any:
        return sheets(html, forms) if forms or not html.is_plain else [_trimmed_sheet()]

    weasyprint.HTML.__init__, weasyprint.HTML._ua_stylesheets = created, trimmed


@cache
def _trimmed_sheet() -> Any:
    from weasyprint import CSS
    from weasyprint.css.counters import CounterStyle
    from weasyprint.html import UA

    css = EVERY_ELEMENT.sub(lambda rule: f"li{rule[0]}" if rule[1] == "marker" else "", UA)
    css = ONE_OF_NAMES.sub(_written_out, css)
    return CSS(string=css, counter_style=CounterStyle())  # the engine has its counters already


def _written_out(rule: re.Match[str]) -> str:
    names = (f"{rule['before']}{name}{rule['more']}" for name in rule["names"].split(", "))
    return f"{','.join(names)}{{"


ANONYMOUS_STYLE = "_anonymous"
"""Where a style keeps the style of its anonymous boxes."""
LAYOUT_STATE = (
    *("page_maker", "tables", "running_elements", "broken_out_of_flow", "current_footnote_area"),
    *("footnotes", "page_footnotes", "current_page_footnotes", "reported_footnotes"),
)
"""The state of a layout context that nothing needs after the layout."""


def free_layouts() -> None:
    """Let reference counting free layouts as soon as they are dropped.

    Reference cycles of styles, contexts, errors and pictures would keep them until a garbage
    collection, which takes longer, and meanwhile the process grows.
    """
    from weasyprint import css, document, svg

    css.Style.anonymous_style = property(_anonymous_style)
    for style in (css.InitialStyle, css.AnonymousStyle):
        style.specified = property(lambda own: own, lambda *_: None)
    css._resolve_calc_sum = _without_traceback(css._resolve_calc_sum)
    document.layout_document = _without_state(document.layout_document)
    define = svg.LazyDefs.__init__
    svg.LazyDefs.__init__ = wraps(define)(
        lambda parts, name, picture: define(parts, name, weakref.proxy(picture))
    )


def _anonymous_style(style: Any) -> Any:
    """Return the style of anonymous boxes, which lives as long as there are any."""
    from weasyprint import css

    known = style.__dict__.get(ANONYMOUS_STYLE)
    cached = known and known()
    if cached is None:
        cached = css.AnonymousStyle(style)
        style.__dict__[ANONYMOUS_STYLE] = weakref.ref(cached)
    return cached


def _without_traceback(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Return what adds lengths: it keeps an error, whose traceback holds the whole layout."""
    from weasyprint.css import RelativeLengthInMath

    @wraps(resolve)
    def resolved(*given: Any) -> Any:
        try:
            return resolve(*given)
        except RelativeLengthInMath as error:
            error.__traceback__ = None
            raise

    return resolved


def _without_state(lay_out: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Return what lays out pages, and then empties its context.

    Pictures keep the function that loads pictures, and with it the context.
    """

    @wraps(lay_out)
    def pages(html: Any, root: Any, context: Any) -> Iterator[Any]:
        try:
            yield from lay_out(html, root, context)
        finally:
            for name in LAYOUT_STATE:
                context.__dict__.pop(name, None)
            load = context.get_image_from_uri
            given = {**load.keywords, "cache": {}, "context": weakref.proxy(context)}
            context.get_image_from_uri = partial(load.func, *load.args, **given)

    return pages


MOST_PATHS = 4000
"""How many paths of SVG pictures are kept as PDF: those of some hundred pictures."""


class _PathTarget:
    """What a path is drawn into to be kept: it stands for its picture, its stream and its node."""

    def __init__(self, drawn: str, width: float, height: float) -> None:
        from weasyprint import pdf

        self.drawn, self.inner_width, self.inner_height = drawn, width, height
        self.stream, self.vertices = pdf.pydyf.Stream(), list[Any]()

    def get(self, name: str, default: str = "") -> str:
        return self.drawn if name == "d" else default

    def point(self, x: Any, y: Any, font_size: float) -> Any:
        from weasyprint.svg import SVG

        return SVG.point(self, x, y, font_size)


def keep_paths() -> None:
    """Translate each path of SVG pictures once: the cards of a deck share theirs.

    The coordinates that are written depend on the path and the size of its picture alone.
    """
    from weasyprint import svg

    draw = svg.TAGS["path"]

    @lru_cache(MOST_PATHS)
    def translated(drawn: str, font_size: float, *size: float) -> tuple[list[Any], bytes, bool]:
        target = _PathTarget(drawn, *size)
        fails = False
        try:
            draw(target, target, font_size)
        except svg.PointError:
            fails = True
        return target.vertices, b"\n".join(target.stream.stream), fails

    @wraps(draw)
    def patched(picture: Any, node: Any, font_size: float) -> None:
        size = picture.inner_width, picture.inner_height
        vertices, written, fails = translated(node.get("d", ""), font_size, *size)
        node.vertices.extend(vertices)
        picture.stream.stream.append(written)
        if fails:
            raise svg.PointError

    svg.TAGS["path"] = patched


PATCHES: tuple[Callable[[], None], ...] = (
    patch_relative_font_sizes,
    patch_last_words,
    patch_small_capitals,
    patch_svg_text,
    patch_svg_colour,
    patch_svg_gradients,
    patch_lonely_headings,
    patch_positioned_boxes,
    patch_structure_tree,
)
"""Fixes, and changes of output."""
SPEEDUPS: tuple[Callable[[], None], ...] = (
    fill_computed_styles,
    skip_undrawn,
    trim_user_agent_sheet,
    free_layouts,
    keep_paths,
)
"""Each saves at least 5 % of the CPU time of a cold build; the last, of a deck with art."""
