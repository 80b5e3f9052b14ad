"""Pictures of a pack: PNG, JPEG and SVG, checked and cleaned before they go on a page."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

from aidgen.assets import files
from aidgen.assets.files import LoadedPicture
from aidgen.assets.papers import Size
from aidgen.assets.svg import SVG_NAMESPACE, Palette, read_drawing
from aidgen.sandbox.limits import STANDARD, Limits


def pack_picture(
    root: Path, name: str, limits: Limits = STANDARD, colours: Palette | None = None
) -> LoadedPicture:
    """Return the picture `name` in the folder of assets of a pack; raises AssetError."""
    return read_picture(files.read_asset(root, name, limits=limits), limits, colours, name)


@lru_cache(maxsize=256)
def read_picture(
    content: bytes, limits: Limits = STANDARD, colours: Palette | None = None, file: str = ""
) -> LoadedPicture:
    """Return a picture of a `file`; raises AssetError if it is none that can be printed."""
    if content.lstrip()[:1] == b"<" or content[:3] == b"\xef\xbb\xbf":
        return read_drawing(content, colours, file)
    return cast("LoadedPicture", raster_reader().read_raster(content, limits))


@lru_cache(maxsize=256)
def crop_picture(picture: LoadedPicture, box: Size) -> LoadedPicture:
    """Return a picture in the shape of its window, cut on both sides, and no finer than is printed.

    `box` is the window in mm.
    """
    shape = box.width / box.height
    width = min(picture.width, picture.height * shape)
    height = width / shape
    left, top = (picture.width - width) / 2, (picture.height - height) / 2
    if picture.kind == "svg+xml":
        root = ElementTree.fromstring(picture.content)
        x, y, *_ = map(float, root.get("viewBox", "").split())
        root.set("viewBox", f"{x + left:g} {y + top:g} {width:g} {height:g}")
        ElementTree.register_namespace("", SVG_NAMESPACE[1:-1])
        content = ElementTree.tostring(root, short_empty_elements=False)
        return replace(picture, content=content, width=width, height=height)
    window = (left, top, left + width, top + height)
    return cast("LoadedPicture", raster_reader().crop_raster(picture, window, box))


def raster_reader() -> Any:
    """Return what reads pictures of points: its library is imported for packs that have some."""
    return import_module("aidgen.assets.rasters")
