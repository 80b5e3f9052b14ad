"""Font families that a theme names: found in packages or a pack, prepared for the engine.

A family becomes one static font file for each weight, upright and slanted, under a unique name that
identifies its content. A page that names a family therefore names exact files, and the proof finds
the same ones.
"""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import as_file, files
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import uharfbuzz
from fontTools.ttLib import TTFont

from aidgen.assets.files import AssetError
from aidgen.assets.fonts import MAC_ITALIC, fonts_folder, pinned_font, script_fonts, write_prepared

# Raise it when families are prepared or checked differently.
FORMAT_VERSION = "3"
logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # it would print of a stranger's font
# The weights that layouts use, with the engine's names.
LAYOUT_WEIGHTS = {400: "Regular", 600: "Semi-Bold", 700: "Bold"}
# How far a weight may differ and still count as another: Medium is not Bold.
WEIGHT_TOLERANCE = 100
# The name of a prepared font in a PDF.
PREPARED_NAME = re.compile(r"[A-Za-z0-9-]+-T[g-v]{8}(?:-Semi-Bold|-Bold)?(?:-Italic)?")
# The bit of `fsType` that forbids to embed a font (OpenType, OS/2).
RESTRICTED = 2


@dataclass(frozen=True)
class FontFiles:
    """The font files of a family, and its name."""

    label: str
    contents: tuple[bytes, ...]


@dataclass(frozen=True)
class Family:
    """A prepared family: its name in CSS, and its faces."""

    label: str
    """The author's name for it."""
    name: str
    upright: tuple[int, ...]
    """The upright weights; the nearest one stands in for others."""
    slanted: tuple[int, ...]


def package_files(label: str) -> FontFiles:
    """Return the files of the package `fontpkg-…` of a family.

    Raises AssetError with the package to install.
    """
    slug = re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")
    package = f"fontpkg_{slug.replace('-', '_')}"
    if not slug or find_spec(package) is None:
        hint = f"`pip install fontpkg-{slug}`, or list your own `files`"
        raise AssetError(f"the font `{label}` is not installed", hint)
    with as_file(files(package)) as folder:
        metadata = json.loads((folder / "metadata.json").read_text(encoding="utf-8"))
        listed = metadata["files"]
        kept = [file for file in listed if file["variable"] or file["weight"] in LAYOUT_WEIGHTS]
        contents = tuple((folder / file["path"]).read_bytes() for file in kept or listed)
    return FontFiles(str(metadata["family"]), contents)


@cache
def prepare_family(family: FontFiles) -> Family:
    """Prepare a family: write its files where the engine and the proof find them.

    Raises AssetError for a file that is not a font, or may not be embedded.
    """
    sources = tuple(map(_read_font, family.contents))
    words = re.findall(r"[A-Za-z0-9]+", family.label) or ["Font"]
    name = f"{' '.join(words)} T{_content_tag(family)}"
    weights = []
    for slanted in (False, True):
        alike = [source for source in sources if source.slanted == slanted]
        near = (
            weight
            for weight in LAYOUT_WEIGHTS
            if any(source.distance(weight) < WEIGHT_TOLERANCE for source in alike)
        )
        weights.append(tuple(near))
        for weight in LAYOUT_WEIGHTS if alike else ():
            path = families_folder() / pdf_name(name, weight, slanted=slanted)
            if not path.is_file():
                content = min(alike, key=lambda source: source.distance(weight)).content
                style = f"{LAYOUT_WEIGHTS[weight]}{' Italic' if slanted else ''}"
                with _readable():
                    blob, names = uharfbuzz.Blob(content), (name, style, path.name)
                    font = pinned_font(blob, weight, names, slanted=slanted)
                write_prepared(path, font)
    return Family(family.label, name, *weights)


def pdf_name(name: str, weight: int, *, slanted: bool) -> str:
    """Return the name of a face in a PDF, which is also that of its file."""
    style = "" if weight == 400 else f"-{LAYOUT_WEIGHTS[weight]}"
    return f"{name.replace(' ', '-')}{style}{'-Italic' if slanted else ''}"


def face_file(name: str) -> Path | None:
    """Return the file of a prepared face by its name in a PDF."""
    path = families_folder() / name
    return path if PREPARED_NAME.fullmatch(name) and path.is_file() else None


@cache
def own_families() -> tuple[str, ...]:
    """Return the names of our families, as in CSS."""
    return ("Source Sans Pro", "Source Serif Pro", *script_fonts())


def is_known(family: str) -> bool:
    """Tell whether a family, as named in CSS, is ours or a theme's."""
    return family in own_families() or bool(faces_of(family))


def faces_of(name: str) -> tuple[Path, ...]:
    """Return the files of a prepared family by its name in CSS."""
    stem = name.replace(" ", "-")
    styles = product(LAYOUT_WEIGHTS, (False, True))
    paths = (face_file(pdf_name(stem, weight, slanted=slanted)) for weight, slanted in styles)
    return tuple(filter(None, paths))


def families_folder() -> Path:
    """Return this user's folder of prepared families."""
    folder = fonts_folder() / "ready"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _content_tag(family: FontFiles) -> str:
    """Return letters that identify the content of files; none begins a style name."""
    digests = b"".join(sha256(content).digest() for content in family.contents)
    digest = sha256(FORMAT_VERSION.encode() + digests).hexdigest()[:8]
    return "".join(chr(ord("g") + int(digit, 16)) for digit in digest)


@dataclass(frozen=True)
class _FontSource:
    """A font file: which weights it has, and whether it is slanted."""

    content: bytes
    slanted: bool
    least: float
    most: float

    def distance(self, weight: int) -> float:
        """Return how far the nearest weight that it has is from another."""
        return max(self.least - weight, weight - self.most, 0.0)


@contextmanager
def _readable() -> Iterator[None]:
    """Raise AssetError for whatever a damaged font raises."""
    try:
        yield
    except AssetError:
        raise
    except Exception:
        raise AssetError("is not a readable font") from None


@_readable()
def _read_font(content: bytes) -> _FontSource:
    if content[:4] not in TRUETYPE:  # WOFF would be unpacked whole, however large it gets
        raise AssetError(NOT_TRUETYPE, "convert it to TrueType")
    with TTFont(io.BytesIO(content), lazy=True) as font:
        if "glyf" not in font or "cmap" not in font:
            raise AssetError(NOT_TRUETYPE, "convert an OpenType font with PostScript outlines")
        if not font.getBestCmap():
            raise AssetError("has no table of Unicode characters (cmap)", "use another font")
        if font["OS/2"].fsType & 0xF == RESTRICTED:
            raise AssetError("does not allow embedding (fsType)")
        weight = float(font["OS/2"].usWeightClass)
        axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
        slanted = bool(font["head"].macStyle & MAC_ITALIC) or font["post"].italicAngle != 0
        wide = axes.get("wght")
        least, most = (wide.minValue, wide.maxValue) if wide else (weight, weight)
        return _FontSource(content, slanted, least, most)


# How a font file with TrueType outlines begins (OpenType, table directory).
TRUETYPE = (b"\0\1\0\0", b"true")
NOT_TRUETYPE = "is not a font with TrueType outlines (.ttf)"
