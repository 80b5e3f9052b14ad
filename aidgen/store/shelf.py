"""Finished work filed under a digest of all that went into it, and written so that it is whole.

A file appears under its final name by a rename of a finished, synced file in the same folder, so a
build that is killed, or finds the disk full, leaves what was there before.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from dataclasses import asdict, astuple, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from aidgen.page.faults import Fault
from aidgen.page.promises import NOTHING, Counts, Fit, Printed

ENGINE = ("weasyprint", "pydyf", "pikepdf", "font-source-sans-pro", "font-source-serif-pro")
"""The distributions whose version changes the bytes of a PDF."""
EDITION = 9
"""Raised when the way from HTML to PDF changes in this project."""
STALE = 3600.0
"""Seconds after which an unfinished file is taken for one that a killed build left."""


@dataclass(frozen=True)
class Filed:
    """A PDF on the shelf with what was found when it was made."""

    pdf: bytes
    thumbnail: bytes
    pages: int
    faults: tuple[Fault, ...]
    """What is wrong with it: a PDF with faults is kept from publication."""
    fits: tuple[Fit, ...] = ()
    texts: tuple[Printed, ...] = ()
    promised: Counts = NOTHING
    proved: Counts = NOTHING


def key(page: object) -> str:
    """Return the digest under which the PDF of `page` is filed.

    The whole page goes into it, what it promises too: the verdict on a PDF is filed with it.
    """
    parts = [str(EDITION), *(f"{name} {version(name)}" for name in ENGINE), repr(page)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def get(shelf: Path, digest: str) -> Filed | None:
    """Return what is filed under `digest`, None if there is nothing whole."""
    folder = shelf / digest[:2]
    try:
        facts = json.loads((folder / f"{digest}.json").read_text(encoding="utf-8"))
        pdf = (folder / f"{digest}.pdf").read_bytes()
        thumbnail = (folder / f"{digest}.png").read_bytes()
        if hashlib.sha256(pdf + thumbnail).hexdigest() != facts["sha256"]:
            return None
        return Filed(
            pdf,
            thumbnail,
            facts["pages"],
            tuple(_fault(found) for found in facts["faults"]),
            tuple(Fit(*found) for found in facts["fits"]),
            tuple(Printed(*found) for found in facts["texts"]),
            Counts(*facts["promised"]),
            Counts(*facts["proved"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _fault(facts: dict[str, Any]) -> Fault:
    return Fault(**facts | {"colours": tuple(facts["colours"])})


def put(shelf: Path, digest: str, filed: Filed) -> None:
    """File a PDF under `digest`; the facts come last, and make it count."""
    folder = shelf / digest[:2]
    facts = {
        "sha256": hashlib.sha256(filed.pdf + filed.thumbnail).hexdigest(),
        "pages": filed.pages,
        "faults": [asdict(found) for found in filed.faults],
        "fits": [astuple(found) for found in filed.fits],
        "texts": [astuple(found) for found in filed.texts],
        "promised": astuple(filed.promised),
        "proved": astuple(filed.proved),
    }
    write(folder / f"{digest}.pdf", filed.pdf)
    write(folder / f"{digest}.png", filed.thumbnail)
    write(folder / f"{digest}.json", json.dumps(facts).encode())


def write(path: Path, content: bytes) -> bool:
    """Make the file at `path` hold `content`, wholly or not at all; tell whether it changed."""
    try:
        if path.read_bytes() == content:
            return False
    except OSError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.parent / f".{path.name}.{os.getpid()}.part"
    try:
        with scratch.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return True


def sweep(root: Path) -> None:
    """Remove unfinished files below `root` that a killed build left long ago."""
    for path in root.rglob(".*.part"):
        try:
            if time.time() - path.stat().st_mtime > STALE:
                path.unlink()
        except OSError:
            continue
