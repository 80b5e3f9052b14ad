"""Finished work filed under a digest of all that went into it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from aidgen.page.faults import Fault
from aidgen.page.promises import NOTHING, Counts, Fit, Printed
from aidgen.store.files import write

SHELF = ".shelf"
"""The folder of finished work, below the output folder."""
ENGINE = ("weasyprint", "pydyf", "pikepdf", "font-source-sans-pro", "font-source-serif-pro")
"""The distributions whose version changes the bytes of a PDF."""
EDITION = 10
"""Raised when the way from HTML to PDF changes in this project, or what is filed with a PDF."""


@dataclass(frozen=True, kw_only=True)
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
    """Return what is filed under `digest`, None if there is nothing whole.

    An entry that was damaged is nothing: it is made anew, and `put` in its place.
    """
    folder = shelf / digest[:2]
    try:
        entry = json.loads((folder / f"{digest}.json").read_text(encoding="utf-8"))
        pdf = (folder / f"{digest}.pdf").read_bytes()
        thumbnail = (folder / f"{digest}.png").read_bytes()
        if entry["sha256"] != _seal(pdf, thumbnail, entry["facts"]):
            return None
        return Filed(pdf=pdf, thumbnail=thumbnail, **_records(entry["facts"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def put(shelf: Path, digest: str, filed: Filed) -> None:
    """File a PDF under `digest`; the facts come last, and make it count."""
    folder = shelf / digest[:2]
    blobs = ("pdf", "thumbnail")
    facts = {name: fact for name, fact in asdict(filed).items() if name not in blobs}
    entry = {"sha256": _seal(filed.pdf, filed.thumbnail, facts), "facts": facts}
    write(folder / f"{digest}.pdf", filed.pdf)
    write(folder / f"{digest}.png", filed.thumbnail)
    write(folder / f"{digest}.json", json.dumps(entry).encode())


def _seal(pdf: bytes, thumbnail: bytes, facts: Mapping[str, Any]) -> str:
    """Return the digest of a whole entry: facts too, for a verdict may be damaged as well."""
    sealed = hashlib.sha256(pdf + thumbnail)
    sealed.update(json.dumps(facts, sort_keys=True).encode())
    return sealed.hexdigest()


def _records(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of an entry as the fields of Filed; raises TypeError if they are others."""
    return {
        **facts,
        "faults": tuple(
            Fault(**found | {"colours": tuple(found["colours"])}) for found in facts["faults"]
        ),
        "fits": tuple(Fit(**found) for found in facts["fits"]),
        "texts": tuple(Printed(**found) for found in facts["texts"]),
        "promised": Counts(**facts["promised"]),
        "proved": Counts(**facts["proved"]),
    }
