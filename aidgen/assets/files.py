"""Pictures, fonts and style sheets of a pack, read through the one door to its files."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from aidgen.assets.papers import Bounds
from aidgen.problems import InputError, did_you_mean
from aidgen.sandbox import files as door
from aidgen.sandbox.limits import STANDARD, Limits

# The folder of a pack that holds them.
ASSETS_FOLDER = "assets"
# What a page may show besides SVG, by the names of Pillow.
FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
MM_PER_INCH = 25.4


class AssetError(Exception):
    """A file of a pack that cannot be used: the reason, and a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep message and hint."""
        super().__init__(message)
        self.message, self.hint = message, hint


@dataclass(frozen=True)
class LoadedPicture:
    """A checked picture, and a remark for its author."""

    kind: Literal["png", "jpeg", "svg+xml"]
    content: bytes
    width: float
    """In pixels of the picture; for a drawing in its own units."""
    height: float
    remark: str = ""
    """What will not look as it does elsewhere: a profile of colours that is left out."""
    places: tuple[tuple[str, Bounds], ...] = ()
    """Where its labels belong, by their names: edges as parts of its width and height."""

    @property
    def address(self) -> str:
        """The picture as an address: its name while pictures are named, otherwise all of it."""
        named = _NAMED.get()
        if named is None:
            return f"data:image/{self.kind};base64,{b64encode(self.content).decode()}"
        named[self._name] = self.content
        return f"{SCHEME}:{self._name}"

    @cached_property
    def _name(self) -> str:
        return f"picture/{sha256(self.content).hexdigest()[:NAME_DIGITS]}"

    @property
    def shape(self) -> float:
        """How wide it is for its height."""
        return self.width / self.height

    def dpi(self, width: float, height: float) -> float | None:
        """Return its resolution where it covers a number of mm; None for a drawing."""
        if self.kind == "svg+xml":
            return None
        return min(self.width / width, self.height / height) * MM_PER_INCH


# How an address begins in HTML that names a picture, as in `aidgen:picture/0123456789ab`.
SCHEME = "aidgen"
# How much of the SHA-256 of a picture is in its name.
NAME_DIGITS = 24
NAMED_PICTURE = re.compile(rf"{SCHEME}:(picture/[0-9a-f]{{{NAME_DIGITS}}})")
_NAMED: ContextVar[dict[str, bytes] | None] = ContextVar("named_pictures", default=None)


@contextmanager
def naming_pictures() -> Iterator[None]:
    """Have HTML name its pictures meanwhile: one that is printed a hundred times is in it once."""
    token = _NAMED.set({})
    try:
        yield
    finally:
        _NAMED.reset(token)


def named_pictures() -> dict[str, bytes]:
    """Return the pictures that are named meanwhile, by their names; it grows with them."""
    named = _NAMED.get()
    return {} if named is None else named


def files_of(html: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return those of `files` that HTML names."""
    names = dict.fromkeys(NAMED_PICTURE.findall(html))
    return {name: files[name] for name in names if name in files}


# Signs that stand in an address between quotation marks as they are.
IN_ADDRESSES = " '<>=/:.,-_()"


def svg_address(svg: str) -> str:
    """Return the address of a drawing, for `url("…")` in an attribute between `"`.

    Whatever the drawing says, no sign of it can end the attribute, the string or the address.
    """
    return "data:image/svg+xml," + quote(svg, safe=IN_ADDRESSES)


def read_asset(
    root: Path, name: str, folder: str = ASSETS_FOLDER, limits: Limits = STANDARD
) -> bytes:
    """Return the content of the file `name` in a folder of the pack `root`.

    Raises AssetError if it is not a plain file of the pack, or too large.
    """
    try:
        path = door.spelled_on_disk(root / folder, Path(name))
        real, home = path.resolve(), root.resolve()
        if not real.is_relative_to(home) or ".." in Path(name).parts:
            raise AssetError("is outside the pack", "put a copy into the folder `assets`")
        if not real.is_file():
            near = did_you_mean(name, door.list_names(root / folder))
            hint = near or f"paths start in the folder `{ASSETS_FOLDER}` of the pack"
            raise AssetError(f"is not in the folder `{folder}`", hint)
        return door.read_file(real, home, name, limits, most="asset_bytes")
    except InputError as error:
        raise AssetError(error.problems[0].message, error.problems[0].hint) from None
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise AssetError(f"cannot be read: {reason}") from None
