"""The certificate beside published PDFs: the number of verified texts and figures of each, and its
digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from aidgen.layout.promises import Counts
from aidgen.pipeline.seal import is_sealed, seal
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox.limits import MEANINGS, STANDARD

MANIFEST = "manifest.json"
"""Its name, in the folder of a game's PDFs in one language."""
DRAFTS = "draft"
"""The folder of drafts, below the output folder: none is verified, and none is certified."""
HELD_BACK = "held-back"
"""The folder of PDFs that have faults, below the output folder: to look at, not to print."""
LONGEST_FILE_NAME = 255
"""Bytes that a file's name may have on the file systems in use (NAME_MAX of Linux and macOS)."""
MOST_DOUBTS = 10
"""How many doubts of a PDF `verify` lists."""


@dataclass(frozen=True)
class PrintedUnit:
    """A card or page that can be reprinted on its own."""

    name: str
    """For a card its name; for a page its number."""
    digest: str
    """SHA-256 of what is drawn on both of its sides, without the edition mark."""
    copies: int = 1
    sides: int = 1
    """2 if cards of its size have backs; a back may be blank."""


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """The certificate of one PDF; digests are SHA-256."""

    sha256: str
    pages: int
    mark: str
    """The edition mark on its pages: sheets with the same mark belong together."""
    canon: str
    """Digest of the game's texts and figures when it was made."""
    translation: str
    """Digest of their translation, and of that of the templates' words."""
    promised: Counts
    """How many texts, cells and cards were verified in it."""
    versions: Mapping[str, str]
    variant: str = ""
    """The print options, as its folder is named; "" for the author's own layout."""
    units: tuple[PrintedUnit, ...] = ()
    """Its cards, or its pages."""
    doubts: tuple[str, ...] = ()
    """What could not be verified, or may be meant: the warnings of the build."""


def manifest(folder: Path, made: Mapping[str, Certificate]) -> bytes:
    """Return the manifest of `folder`, including the PDFs `made` now, as JSON.

    PDFs of earlier builds that still exist keep their certificates, unless the old manifest is
    broken, or not this user's.
    """
    before = folder / MANIFEST
    known = (_read_manifest(before) or {}) if _is_own(before) else {}
    known |= {name: asdict(certificate) for name, certificate in made.items()}
    standing = {name: known[name] for name in sorted(known) if (folder / name).is_file()}
    sealed = {"pdfs": standing, "seal": seal(_sealed_part(standing)).hex()}
    return (json.dumps(sealed, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _sealed_part(pdfs: Mapping[str, Any]) -> bytes:
    return json.dumps(pdfs, sort_keys=True).encode()


def _is_own(path: Path) -> bool:
    """Tell whether this user has written a manifest."""
    try:
        read = json.loads(path.read_bytes())
        return is_sealed(_sealed_part(read["pdfs"]), bytes.fromhex(read["seal"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return False


def printed_cards(path: Path) -> Mapping[str, Mapping[str, str]]:
    """Return the digests of the cards of each PDF in a manifest; raises InputError without any."""
    cards: dict[str, dict[str, str]] = {}
    for pdf, facts in (_read_manifest(path) or {}).items():
        units = facts.get("units")
        for unit in units if isinstance(units, list) else ():
            name = unit.get("name") if isinstance(unit, dict) else None
            if isinstance(name, str) and name.isprintable():
                cards.setdefault(pdf, {})[name] = str(unit.get("digest"))
    if not cards:
        message = "is no manifest that says what its PDFs are made of"
        raise InputError([Problem(Where(str(path)), message, "name one that `aidgen build` wrote")])
    return cards


@dataclass(frozen=True)
class CertifiedPdf:
    """A certified PDF: its edition mark, its page count, and what it was made from."""

    mark: str
    pages: int
    made_of: tuple[Any, str]
    """Digests of the game, and of its translation into the first language of the PDF."""


def certified_pdfs(folder: Path) -> dict[str, CertifiedPdf]:
    """Return the certified PDFs of `folder`, by their names."""
    return {
        name: CertifiedPdf(facts["mark"], facts["pages"], _made_of(facts))
        for name, facts in (_read_manifest(folder / MANIFEST) or {}).items()
    }


def _made_of(facts: Mapping[str, Any]) -> tuple[Any, str]:
    return facts.get("canon"), str(facts.get("translation")).partition(" ")[0]


def intact(folder: Path) -> Iterator[Path]:
    """Yield the PDFs of `folder` that match their certificates."""
    for name, facts in (_read_manifest(folder / MANIFEST) or {}).items():
        if not _pdf_fault(folder / name, facts["sha256"]):
            yield folder / name


def _read_manifest(path: Path) -> dict[str, Any] | None:
    """Return the certificates in the manifest at `path`, by PDF name; None if it cannot be read."""
    if not path.is_file() or _is_too_large(path):  # a pipe or a device would keep us waiting
        return None
    try:
        pdfs = json.loads(path.read_bytes())["pdfs"]
        whole = all(_is_certified(name, facts) for name, facts in pdfs.items())
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return dict(pdfs) if whole else None


def _is_too_large(path: Path) -> bool:
    return path.stat().st_size > STANDARD.manifest_bytes


def _is_certified(name: str, facts: Mapping[str, Any]) -> bool:
    """Tell whether `facts` are a valid certificate for a PDF beside the manifest."""
    kinds = {"sha256": str, "mark": str, "pages": int}
    right = all(isinstance(facts[field], kind) for field, kind in kinds.items())
    printable = right and all(map(str.isprintable, (name, facts["sha256"], facts["mark"])))
    beside = printable and Path(name).name == name and len(name.encode()) <= LONGEST_FILE_NAME
    return beside and name.endswith(".pdf")


@dataclass(frozen=True)
class Verdict:
    """The result of `verify` for one folder: how many PDFs match their certificates, and their
    marks."""

    folder: Path
    whole: int
    marks: tuple[str, ...]
    problems: tuple[Problem, ...]


def verify(folder: Path) -> Iterator[Verdict]:
    """Compare every PDF below `folder` with the manifest beside it; nothing is changed.

    Hidden folders and PDFs that were held back are skipped.
    """
    homes = {path.parent for path in (*folder.rglob("*.[pP][dD][fF]"), *folder.rglob(MANIFEST))}
    for home in sorted(homes):
        inner = home.relative_to(folder).parts
        if not any(part.startswith(".") or part in (HELD_BACK, DRAFTS) for part in inner):
            yield _verdict(home)


def _verdict(home: Path) -> Verdict:
    path = home / MANIFEST
    certified = _read_manifest(path)
    if certified is None:
        message = "is no manifest that can be read"
        if not path.exists():
            message = "found no manifest, expected one beside these PDFs"
        elif _is_too_large(path):
            size, most = path.stat().st_size, STANDARD.manifest_bytes
            message = f"found {size:,} {MEANINGS['manifest_bytes']}, expected at most {most:,}"
        return Verdict(home, 0, (), (Problem(Where(str(path)), message, "run `aidgen build`"),))
    problems: list[Problem] = []
    marks: list[str] = []
    if not _is_own(path):
        message = "was not written by you on this computer: it says what its maker says"
        problems.append(Problem(Where(str(path)), message, "run `aidgen build`", "warning"))
    for name, facts in certified.items():
        fault = _pdf_fault(home / name, facts["sha256"])
        if fault:
            problems.append(Problem(Where(str(home / name)), fault, "run `aidgen build`"))
        else:
            marks.append(facts["mark"])
            problems += _doubts(home / name, facts.get("doubts"))
    for pdf in sorted(path for path in home.iterdir() if path.suffix.lower() == ".pdf"):
        if pdf.name not in certified:
            message = f"is not in {MANIFEST}: aidgen has not verified it"
            problems.append(Problem(Where(str(pdf)), message))
    if len(set(marks)) > 1:
        message = f"holds sheets of several editions: {', '.join(sorted(set(marks)))}"
        hint = "do not use them together; `aidgen build` makes all alike"
        problems.append(Problem(Where(str(path)), message, hint, "warning"))
    return Verdict(home, len(marks), tuple(dict.fromkeys(marks)), tuple(problems))


def _doubts(pdf: Path, listed: Any) -> Iterator[Problem]:
    """Yield what a manifest says was not verified in a PDF."""
    doubts = listed if isinstance(listed, list) else []
    for doubt in map(str, doubts[:MOST_DOUBTS]):
        yield Problem(Where(str(pdf)), f"was built with a warning: {doubt}", severity="warning")
    if len(doubts) > MOST_DOUBTS:
        message = f"was built with {len(doubts) - MOST_DOUBTS} more warnings"
        yield Problem(Where(str(pdf)), message, f"all are in {MANIFEST}", "warning")


def _pdf_fault(pdf: Path, expected: str) -> str:
    """Return what is wrong with a PDF whose SHA-256 should be `expected`; "" if nothing."""
    if pdf.is_dir():
        return "is a folder, expected the PDF that was verified"
    if pdf.exists() and not pdf.is_file():
        return "is no file, expected the PDF that was verified"
    try:
        with pdf.open("rb") as file:  # in chunks: the file can have any size
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return "is missing"
    if digest != expected:
        return (
            f"has been changed since it was verified: SHA-256 {digest[:12]}…, not {expected[:12]}…"
        )
    return ""
