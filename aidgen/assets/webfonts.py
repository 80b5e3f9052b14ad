"""Fonts for pages in a browser: a face cut down to the letters of a game, packed as WOFF2."""

from __future__ import annotations

import io
from collections.abc import Collection
from pathlib import Path

import uharfbuzz
from fontTools.ttLib import TTFont

FREE = (
    *("OFL-1.1", "OFL-1.1-RFN", "OFL-1.1-no-RFN", "Apache-2.0", "MIT", "BSD-3-Clause"),
    *("CC0-1.0", "CC-BY-4.0", "Unlicense", "Bitstream-Vera"),
)
"""The licences (SPDX) by which a font may be cut down, renamed and handed out as a file: others may
let it be embedded in a PDF, and not be put on a site."""
LARGEST = 100_000
"""Bytes of a face that a page may load: a Latin one has 10,000 to 30,000."""


def woff2(face: Path, letters: Collection[str]) -> bytes:
    """Return a face with some letters alone, as WOFF2; nothing if that is too large for a page.

    The same letters of the same face give the same bytes.
    """
    wanted = uharfbuzz.SubsetInput()
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING
    wanted.sets(uharfbuzz.SubsetInputSets.UNICODE).update(map(ord, letters))
    blob = uharfbuzz.Blob.from_file_path(str(face))
    small = bytes(uharfbuzz.subset(uharfbuzz.Face(blob), wanted).blob.data)
    out = io.BytesIO()
    with TTFont(io.BytesIO(small), recalcTimestamp=False) as font:
        font.flavor = "woff2"
        font.save(out)
    packed = out.getvalue()
    return packed if len(packed) <= LARGEST else b""
