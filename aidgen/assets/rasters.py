"""Raster pictures of a pack: PNG and JPEG, checked and cropped."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache, lru_cache
from typing import Literal

from PIL import Image, ImageCms, ImageFile, ImageOps

from aidgen.assets.files import FORMATS, MM_PER_INCH, AssetError, LoadedPicture
from aidgen.assets.papers import Size
from aidgen.sandbox.limits import STANDARD, Limits, raise_hint

# The points an inch beyond which no eye sees more, and a PDF only grows.
FINEST = 400
# The EXIF tag for the rotation of a photograph.
ORIENTATION = 0x0112
# How files of other formats begin, and what to do with them.
OTHER_FORMATS = {
    b"GIF8": "it is a GIF: save it as PNG",
    b"WEBP": "it is a WebP: save it as PNG or JPEG",
    b"BM": "it is a BMP: save it as PNG",
    b"II*\0": "it is a TIFF: save it as PNG",
    b"MM\0*": "it is a TIFF: save it as PNG",
    b"8BPS": "it is a Photoshop file: export it as PNG",
    b"ftyp": "it is a HEIC or AVIF photo: save it as JPEG",
    b"%PDF": "it is a PDF: export the page as SVG or PNG",
}


def read_raster(content: bytes, limits: Limits = STANDARD) -> LoadedPicture:
    """Return a PNG or JPEG; raises AssetError if it is none, or none that can be printed."""
    try:
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG")) as image:
            if image.width * image.height > limits.picture_pixels:
                points = f"{image.width} × {image.height} points"
                message = f"has {points}, expected at most {limits.picture_pixels:,}"
                hint = f"save it smaller: 300 dpi are enough; {raise_hint('picture_pixels')}"
                raise AssetError(message, hint)
            remark = _profile_remark(image.info.get("icc_profile"))
            kind: Literal["png", "jpeg"] = "png" if image.format == "PNG" else "jpeg"
            image.load()
            size, plain = image.size, content
            if converted := _convert(image):
                if image.mode == "CMYK":
                    remark = "is in CMYK: look at its colours in print, or save it as RGB"
                out = io.BytesIO()
                converted.save(out, kind.upper(), **({"quality": 95} if kind == "jpeg" else {}))
                size, plain = converted.size, out.getvalue()
            return LoadedPicture(kind, plain if kind == "png" else strip_jpeg(plain), *size, remark)
    except AssetError:
        raise
    except Exception as error:  # a damaged picture raises anything: struct.error, EOFError
        reason = f" ({error})" if isinstance(error, OSError) and error.args[1:] else ""
        hints = (hint for prefix, hint in OTHER_FORMATS.items() if prefix in content[:12])
        hint = next(hints, "save it again in a program that opens it")
        raise AssetError(f"is not a readable PNG, JPEG or SVG{reason}", hint) from None


def strip_jpeg(content: bytes) -> bytes:
    """Return a JPEG without what a camera or editor says of it, such as where it was taken.

    PDFs contain its bytes as they are. The picture and its colour profile are left as they were.
    """
    kept, at = [content[:2]], 2
    while at + 4 <= len(content) and content[at] == 0xFF and content[at + 1] not in JPEG_PICTURE:
        end = at + 2 + int.from_bytes(content[at + 2 : at + 4], "big")
        if content[at + 1] not in JPEG_REMARKS:
            kept.append(content[at:end])
        at = end
    return b"".join((*kept, content[at:]))


# Markers without a length, and that of the picture itself.
JPEG_PICTURE = frozenset({0x01, *range(0xD0, 0xDB), 0xFF})
# The segments with Exif and XMP, IPTC, and comments.
JPEG_REMARKS = frozenset({0xE1, 0xED, 0xFE})


def _convert(image: Image.Image) -> Image.Image | None:
    """Return a picture upright, in RGB or grey of 8 bits; None if it is so already."""
    turned = ImageOps.exif_transpose(image) if image.getexif().get(ORIENTATION, 1) != 1 else image
    if turned.mode == "CMYK":
        try:
            profile = ImageCms.getOpenProfile(io.BytesIO(image.info["icc_profile"]))
            screen = ImageCms.createProfile("sRGB")
            return ImageCms.profileToProfile(turned, profile, screen, outputMode="RGB")
        except (KeyError, ImageCms.PyCMSError, OSError):  # without a profile of its own
            return turned.convert("RGB")
    if turned.mode.startswith(("I", "F")):  # grey of 16 bits
        return turned.convert("I").point(lambda level: level * (1 / 256)).convert("L")
    return None if turned is image else turned


@cache
def limit_formats() -> None:
    """Have Pillow open the formats of a page alone in this process, and no truncated picture.

    The engine has asked for the opposite. Pillow knows forty formats by their first bytes, whatever
    an address says, and starts Ghostscript for EPS.
    """
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    Image.init()
    for name in [name for name in Image.ID if name not in FORMATS]:
        Image.ID.remove(name)
        del Image.OPEN[name]


@lru_cache(maxsize=64)
def is_complete(content: bytes) -> bool:
    """Tell whether a raster picture of one of `FORMATS` can be decoded to its end."""
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as image:
            image.load()
    except Exception:  # a damaged picture raises anything
        return False
    return True


def _profile_remark(profile: bytes | None) -> str:
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
    picture: LoadedPicture, window: tuple[float, float, float, float], box: Size
) -> LoadedPicture:
    """Return a window of a picture, no finer than is printed.

    `window` is in points of the picture: left, top, right, bottom; `box` is its size in mm.
    """
    most = round(box.width / MM_PER_INCH * FINEST)
    left, top, right, bottom = map(round, window)
    is_whole = (right - left, bottom - top) == (picture.width, picture.height)
    if is_whole and picture.width <= most * 1.1:
        return picture
    with Image.open(io.BytesIO(picture.content), formats=FORMATS) as opened:
        inner = opened.crop((left, top, right, bottom))
        if inner.width > most * 1.1:
            size = most, round(most * box.height / box.width)
            inner = inner.convert("RGBA" if "A" in inner.mode or "P" in inner.mode else inner.mode)
            inner = inner.resize(size, Image.Resampling.LANCZOS)
        out = io.BytesIO()
        options = {"quality": 92, "optimize": True} if picture.kind == "jpeg" else {}
        inner.save(out, picture.kind.upper(), **options)
        return replace(picture, content=out.getvalue(), width=inner.width, height=inner.height)
