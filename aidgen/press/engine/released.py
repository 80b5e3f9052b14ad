"""What was laid out, given back as soon as nobody holds it.

A few objects of the engine hold on to themselves: a style to that of the boxes within it which no
element has, a context and a picture to what they are asked by, an error to where it was raised, and
with that to all that was under way. Each kept a whole layout in memory until Python's collector had
looked through all of it, which took an eighth of the time in which pages are set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import Any
from weakref import proxy, ref

ANONYMOUS = "_anonymous"
"""Where a style keeps that of boxes which no element has."""
LAID_OUT = (
    *("page_maker", "tables", "running_elements", "broken_out_of_flow", "current_footnote_area"),
    *("footnotes", "page_footnotes", "current_page_footnotes", "reported_footnotes"),
)
"""What a context has of the boxes that are being laid out in it; nobody asks for it later."""


def given_back(css: Any, document: Any, svg: Any) -> None:
    """Have what the engine's modules of styles, documents and pictures make not hold itself."""
    if not hasattr(document.layout_document, "__wrapped__"):
        css.Style.anonymous_style = property(_anonymous(css.AnonymousStyle))
        for style in (css.InitialStyle, css.AnonymousStyle):
            style.specified = property(lambda own: own, lambda *_: None)
        css._resolve_calc_sum = _untraced(css._resolve_calc_sum, css.RelativeLengthInMath)
        document.layout_document = _left(document.layout_document)
        svg.LazyDefs.__init__ = _asking(svg.LazyDefs.__init__)


def _anonymous(begun: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return what finds the style of boxes that no element has: one, as long as there are any."""

    def anonymous(style: Any) -> Any:
        known = style.__dict__.get(ANONYMOUS)
        found = known and known()
        if found is None:
            found = begun(style)
            style.__dict__[ANONYMOUS] = ref(found)
        return found

    return anonymous


def _untraced(resolve: Callable[..., Any], relative: type[Exception]) -> Callable[..., Any]:
    """Return what adds lengths: it holds an error, which knows where it was raised."""

    @wraps(resolve)
    def resolved(*given: Any) -> Any:
        try:
            return resolve(*given)
        except relative as error:
            error.__traceback__ = None
            raise

    return resolved


def _left(lay_out: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Return what lays pages out in a context, which has what loads pictures for it."""

    @wraps(lay_out)
    def pages(html: Any, root: Any, context: Any) -> Iterator[Any]:
        try:
            yield from lay_out(html, root, context)
        finally:  # pictures have the context: they load others by it when they are drawn
            for name in LAID_OUT:
                context.__dict__.pop(name, None)
            load = context.get_image_from_uri
            given = {**load.keywords, "cache": {}, "context": proxy(context)}
            context.get_image_from_uri = partial(load.func, *load.args, **given)

    return pages


def _asking(begin: Callable[..., None]) -> Callable[..., None]:
    """Return what begins the list of parts of a picture that others in it name."""

    @wraps(begin)
    def begun(parts: Any, name: str, picture: Any) -> None:
        begin(parts, name, proxy(picture))

    return begun
