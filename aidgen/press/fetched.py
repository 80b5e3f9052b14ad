"""What the engine loads: `data:` of the page alone, pictures looked at before it has them."""

from __future__ import annotations

import re
from contextlib import closing
from functools import cache
from importlib import import_module
from typing import Any
from xml.etree.ElementTree import Element

from aidgen.assets.pictures import curved, in_curves

PATH = "{http://www.w3.org/2000/svg}path"
# What XML begins with, a declaration, a comment, then the first element
DRAWING = re.compile(rb"\s*(?:<[?!][^>]*>\s*)*<(?:\w+:)?svg\b")
XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<")


@cache
def fetcher() -> Any:
    """Return a fetcher that knows `data:` alone: a page can reach no file and no network.

    To be called when the engine may be imported.
    """
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    _rasters().refuse_what_is_cut_short()  # the engine has asked for the opposite

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            response = super().fetch(url, headers)
            if not response.content_type.startswith("image/"):
                return response
            with closing(response):
                return URLFetcherResponse(url, looked_at(response.read()), response.headers)

    return Fetcher(allowed_protocols={"data"})


def looked_at(picture: bytes) -> bytes:
    """Return a picture as the engine is to draw it.

    Raises ValueError if it is none, or not whole: the engine would print what there is of it.
    """
    if XML.match(picture):
        if not DRAWING.match(picture.removeprefix(b"\xef\xbb\xbf")):
            raise ValueError("is no SVG")
        return in_curves(picture)
    if not _rasters().is_whole(picture):
        raise ValueError("is no picture that can be read to its end")
    return picture


def _rasters() -> Any:
    """Return what reads pictures of points: whoever plans and sets nothing does without."""
    return import_module("aidgen.assets.rasters")


def without_arcs(root: Element) -> None:
    """Have the arcs of all drawings that stand in a page itself be curves."""
    for path in root.iter(PATH):
        said = path.get("d", "")
        if "a" in said.lower():
            path.set("d", curved(said))
