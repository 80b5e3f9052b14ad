"""The certificate beside published PDFs: what was verified in each, and its digest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from aidgen.game.context import Context
from aidgen.pipeline.seal import is_sealed, seal
from aidgen.pipeline.tasks import Finished, PrintedUnit
from aidgen.problems import Problem, Where

# Its name, in the folder of a game's PDFs in one language.
MANIFEST = "manifest.json"
# The folder of drafts, below the output folder: none is verified, and none is certified.
DRAFTS = "draft"
# The folder of PDFs that have faults, below the output folder: to look at, not to print.
HELD_BACK = "held-back"
# The last ids of texts that say the same of a record, in full or in brief.
FORMS = ("title", "text", "brief", "effect", "one", "many", "definition", "header")
# What says nothing of the rules: the aids themselves, and what surrounds each game.
SURROUNDINGS = ("", "aids", "game")


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """The certificate of one PDF; digests are SHA-256."""

    sha256: str
    pages: int
    mark: str
    """The edition mark on its pages: sheets with the same mark belong together."""
    canon: str = ""
    """Digest of the game's texts and figures when it was made."""
    translation: str = ""
    """Digest of their translation, and of that of the templates' words, in each language."""
    versions: Mapping[str, str] = field(default_factory=dict)
    variant: str = ""
    """The print options, as its folder is named; "" for the author's own layout."""
    units: tuple[PrintedUnit, ...] = ()
    """Its cards, which can be printed again one by one."""
    prints: tuple[str, ...] = ()
    """What it prints of the game: records, steps, rows, as references have them."""
    doubts: tuple[str, ...] = ()
    """What could not be verified, or may be meant: the warnings of the build."""

    @property
    def made_of(self) -> tuple[str, str]:
        """Digests of the game, and of its translation into the first language of the PDF."""
        return self.canon, self.translation.partition(" ")[0]


def printed_parts(finished: Finished) -> tuple[str, ...]:
    """Return what a PDF prints of a game: `rules.ties`, `procedures.night.steps.drift`."""
    parts = set()
    for context in (Context.read(text.context) for text in finished.texts if text.page):
        ids = context.ids
        if "rows" in ids:  # of a row, each cell counts for all of it
            ids = ids[: ids.index("rows") + 2]
        if context.kind not in SURROUNDINGS:
            parts.add(Context("", ids[:-1] if ids[-1] in FORMS else ids).ref)
    return tuple(sorted(parts))


@dataclass(frozen=True)
class Manifest:
    """The certificates of a folder, by the names of its PDFs, and the seal of who wrote them."""

    pdfs: Mapping[str, Certificate] = field(default_factory=dict)
    seal: str = ""

    @property
    def is_own(self) -> bool:
        """Whether this user has written it."""
        try:
            return is_sealed(_sealed_part(self.pdfs), bytes.fromhex(self.seal))
        except ValueError:
            return False


def manifest(folder: Path, certificates: Mapping[str, Certificate]) -> bytes:
    """Return the manifest of `folder`, including PDFs that are certified now, as JSON.

    PDFs of earlier builds that still exist keep their certificates, unless the old manifest is
    broken, or not this user's.
    """
    before = read_manifest(folder / MANIFEST) or Manifest()
    pdfs = {**(before.pdfs if before.is_own else {}), **certificates}
    left = {name: pdfs[name] for name in sorted(pdfs) if (folder / name).is_file()}
    whole = Manifest(left, seal(_sealed_part(left)).hex())
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def _sealed_part(pdfs: Mapping[str, Certificate]) -> bytes:
    return msgspec.json.encode(pdfs, order="deterministic")


def read_manifest(path: Path) -> Manifest | None:
    """Return a manifest; None if it is not one, or names what no build of ours could."""
    if not path.is_file():  # a pipe or a device would keep us waiting
        return None
    try:
        read = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, ValueError, RecursionError):
        return None
    named = [name for name in read.pdfs if name.isprintable() and name.endswith(".pdf")]
    # They are beside it; a file system takes 255 bytes (NAME_MAX of Linux and macOS).
    is_right = all(Path(name).name == name and len(name.encode()) < 256 for name in named)
    return read if is_right and len(named) == len(read.pdfs) else None


def certified_pdfs(folder: Path) -> Mapping[str, Certificate]:
    """Return the certificates of the PDFs of `folder`, by their names."""
    return (read_manifest(folder / MANIFEST) or Manifest()).pdfs


# The command `verify` -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """The result of `verify` for a folder: how many PDFs match their certificates, their marks."""

    folder: Path
    whole: int
    marks: tuple[str, ...]
    problems: tuple[Problem, ...]


def verify(folder: Path) -> Iterator[Verdict]:
    """Compare PDFs below `folder` with the manifests beside them, but for those held back."""
    homes = {path.parent for path in (*folder.rglob("*.[pP][dD][fF]"), *folder.rglob(MANIFEST))}
    for home in sorted(homes):
        inner = home.relative_to(folder).parts
        if not any(part.startswith(".") or part in (HELD_BACK, DRAFTS) for part in inner):
            yield _verdict(home)


def _verdict(home: Path) -> Verdict:
    path = home / MANIFEST
    certified = read_manifest(path)
    if certified is None:
        message = "is no manifest that can be read"
        if not path.exists():
            message = "found no manifest, expected one beside these PDFs"
        return Verdict(home, 0, (), (Problem(Where(str(path)), message, "run `aidgen build`"),))
    problems: list[Problem] = []
    marks: list[str] = []
    if not certified.is_own:
        message = "was not written by you on this computer: it says what its maker says"
        problems.append(Problem(Where(str(path)), message, "run `aidgen build`", "warning"))
    for name, certificate in certified.pdfs.items():
        at = Where(str(home / name))
        if fault := pdf_fault(home / name, certificate.sha256):
            problems.append(Problem(at, fault, "run `aidgen build`"))
        else:
            marks.append(certificate.mark)
            warned = (f"was built with a warning: {doubt}" for doubt in certificate.doubts)
            problems += (Problem(at, message, severity="warning") for message in warned)
    for pdf in sorted(path for path in home.iterdir() if path.suffix.lower() == ".pdf"):
        if pdf.name not in certified.pdfs:
            message = f"is not in {MANIFEST}: aidgen has not verified it"
            problems.append(Problem(Where(str(pdf)), message))
    if len(set(marks)) > 1:
        message = f"holds sheets of several editions: {', '.join(sorted(set(marks)))}"
        hint = "do not use them together; `aidgen build` makes all alike"
        problems.append(Problem(Where(str(path)), message, hint, "warning"))
    return Verdict(home, len(marks), tuple(dict.fromkeys(marks)), tuple(problems))


def pdf_fault(pdf: Path, expected: str) -> str:
    """Return what is wrong with a PDF whose SHA-256 should be `expected`; "" if nothing."""
    if pdf.exists() and not pdf.is_file():
        return "is no file, expected the PDF that was verified"
    try:
        with pdf.open("rb") as file:  # in chunks: the file can have any size
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return "is missing"
    if digest == expected:
        return ""
    return f"has been changed since it was verified: SHA-256 {digest[:12]}…, not {expected[:12]}…"
