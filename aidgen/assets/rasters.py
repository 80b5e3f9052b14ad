"""Raster pictures of a pack: PNG and JPEG, checked and cropped."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from PIL import Image, ImageCms, ImageFile

from aidgen.assets.files import MM_PER_INCH, AssetError, LoadedPicture
from aidgen.assets.papers import Size
from aidgen.sandbox.limits import STANDARD, Limits, raise_hint

FINEST = 400
"""The points an inch beyond which no eye sees more, and a PDF only grows."""
ORIENTATION = 0x0112
"""The EXIF tag for the rotation of a photograph."""


def read_raster(content: bytes, limits: Limits = STANDARD) -> LoadedPicture:
    """Return a PNG or JPEG; raises AssetError if it is none, or none that can be printed."""
    try:
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG")) as found:
            if found.width * found.height > limits.picture_pixels:
                size = f"{found.width} × {found.height} points"
                message = f"has {size}, expected at most {limits.picture_pixels:,}"
                raise AssetError(message, raise_hint("picture_pixels"))
            if found.mode == "CMYK":
                raise AssetError("is in CMYK", "save it as RGB or grey")
            if found.getexif().get(ORIENTATION, 1) != 1:
                raise AssetError("is rotated by an EXIF note", "save it upright")
            remark = _profile_remark(found.info.get("icc_profile"))
            kind: Literal["png", "jpeg"] = "png" if found.format == "PNG" else "jpeg"
            found.load()
            return LoadedPicture(kind, content, found.width, found.height, remark)
    except AssetError:
        raise
    except Exception as error:  # a damaged picture raises anything: struct.error, EOFError
        reason = f" ({error})" if isinstance(error, OSError) and error.args[1:] else ""
        raise AssetError(f"is not a readable PNG, JPEG or SVG{reason}") from None


def refuse_truncated_pictures() -> None:
    """Refuse truncated pictures in this process, whatever a library has set."""
    ImageFile.LOAD_TRUNCATED_IMAGES = False


@lru_cache(maxsize=64)
def is_complete(content: bytes) -> bool:
    """Tell whether a raster picture of any format can be decoded to its end."""
    try:
        with Image.open(io.BytesIO(content)) as found:
            found.load()
    except Exception:  # a damaged picture raises anything
        return False
    return True


def _profile_remark(profile: bytes | None) -> str:
    """Return a remark on a picture's colours, if they are not those of a screen."""
    if not profile:
        return ""
    try:
        name = ImageCms.getProfileDescription(ImageCms.getOpenProfile(io.BytesIO(profile))).strip()
    except (ImageCms.PyCMSError, OSError):
        name = "unknown"
    if re.search(r"sRGB|gr[ae]y", name, re.IGNORECASE):
        return ""
    return f"has the colour profile “{name}”, which is ignored: save it as sRGB"


def crop_raster(
    found: LoadedPicture, window: tuple[float, float, float, float], box: Size
) -> LoadedPicture:
    """Return a window of a picture, no finer than is printed.

    `window` is in points of the picture: left, top, right, bottom; `box` is its size in mm.
    """
    most = round(box.width / MM_PER_INCH * FINEST)
    left, top, right, bottom = map(round, window)
    if (right - left, bottom - top) == (found.width, found.height) and right - left <= most * 1.1:
        return found
    with Image.open(io.BytesIO(found.content)) as opened:
        inner = opened.crop((left, top, right, bottom))
        if inner.width > most * 1.1:
            size = most, round(most * box.height / box.width)
            inner = inner.convert("RGBA" if "A" in inner.mode or "P" in inner.mode else inner.mode)
            inner = inner.resize(size, Image.Resampling.LANCZOS)
        out = io.BytesIO()
        options = {"quality": 92, "optimize": True} if found.kind == "jpeg" else {}
        inner.save(out, found.kind.upper(), **options)
        return replace(found, content=out.getvalue(), width=inner.width, height=inner.height)
