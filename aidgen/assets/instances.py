"""Variable fonts cut into a file for each weight: what a PDF holds has one outline a glyph."""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import uharfbuzz
from fontTools.ttLib import TTFont

from aidgen.assets.scripts import STYLES, FontFile

NAMED = (1, 2, 3, 4, 6, 16, 17, 21, 22, 25)
"""The entries of a font's table of names that say what its weight is."""


@cache
def static(file: FontFile, family: str) -> FontFile:
    """Return a font file of one weight: itself, or an instance of a variable one, made once."""
    if "[" not in file.path.name:
        return file
    folder = fonts_folder()
    (style,) = (name for name, weight in STYLES.items() if weight == file.weight)
    told = f"{file.path.stat().st_size}-{uharfbuzz.version_string()}"
    path = folder / told / f"{family.replace(' ', '')}-{style}.ttf"
    if not path.is_file():
        path.parent.mkdir(exist_ok=True)
        keep(path, _named(_pinned(file), family, style))
    return FontFile(path, file.weight)


def fonts_folder() -> Path:
    """Return a folder of this user's for fonts and what is known of them.

    Raises OSError if it is somebody else's.
    """
    folder = Path(tempfile.gettempdir()) / f"aidgen-fonts-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise OSError(f"{folder} is not yours")
    return folder


def keep(path: Path, content: bytes) -> None:
    """Write a file of that folder whole, whoever writes or reads it at once. Raises OSError."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    scratch.write_bytes(content)
    scratch.replace(path)


def linked(paths: Sequence[Path]) -> Path:
    """Return a folder that holds links to some files, and nothing else. Raises OSError.

    It is another one as soon as one of them is: what was known of its files is then not believed.
    """
    stats = [path.stat() for path in paths]
    told = [(str(path), on.st_size, on.st_mtime_ns) for path, on in zip(paths, stats, strict=True)]
    folder = fonts_folder() / f"set-{hashlib.sha256(repr(told).encode()).hexdigest()[:12]}"
    folder.mkdir(exist_ok=True)
    for number, path in enumerate(paths):
        link = folder / f"{number}-{path.name}"
        if not link.exists():  # some systems take away what lies long in a temporary folder
            scratch = folder.with_name(f".{folder.name}.{number}.{os.getpid()}")
            scratch.unlink(missing_ok=True)  # of a process that was killed
            scratch.symlink_to(path)
            scratch.replace(link)
    return folder


def _pinned(file: FontFile) -> bytes:
    """Return a variable font at one weight, glyph numbers kept."""
    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file.path)))
    wanted = uharfbuzz.SubsetInput()
    wanted.keep_everything()
    wanted.flags = (
        uharfbuzz.SubsetFlags.RETAIN_GIDS
        | uharfbuzz.SubsetFlags.GLYPH_NAMES
        | uharfbuzz.SubsetFlags.NO_HINTING
    )
    for axis in face.axis_infos:
        value = file.weight if axis.tag == "wght" else axis.default_value
        wanted.pin_axis_location(face, axis.tag, value)
    return bytes(uharfbuzz.subset(face, wanted).blob.data)


def _named(font: bytes, family: str, style: str) -> bytes:
    """Return a font that is called by its family and style: by these it is found and told apart."""
    with TTFont(io.BytesIO(font), recalcTimestamp=False) as opened:
        names = opened["name"]
        for number in NAMED:
            names.removeNames(nameID=number)
        full, short = f"{family} {style}", f"{family.replace(' ', '')}-{style}"
        for number, said in {1: family, 2: style, 4: full, 6: short, 16: family, 17: style}.items():
            names.setName(said, number, 3, 1, 0x409)
        if "STAT" in opened:
            del opened["STAT"]
        out = io.BytesIO()
        opened.save(out)
        return out.getvalue()
