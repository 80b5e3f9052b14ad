"""What the main process and its workers tell each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import Size
from aidgen.layout.document import Fit
from aidgen.layout.faults import Fault
from aidgen.layout.promises import NO_COUNTS, Counts, PrintedText
from aidgen.pipeline.manifest import PrintedUnit
from aidgen.sandbox.limits import Limits


@dataclass(frozen=True)
class RenderTask:
    """An aid to render: the localized game, pickled, and what `render` takes besides."""

    game: bytes
    aid: str
    roots: tuple[Path, ...]
    options: PrintOptions
    limits: Limits


@dataclass(frozen=True, kw_only=True)
class Finished:
    """What became of a job; the cache keeps it without the PDF."""

    pdf: bytes = field(repr=False)
    sha256: str = ""
    """The digest of the PDF; "" if there is none."""
    thumbnail: bytes = field(repr=False)
    pages: int
    sheet: Size
    """The size of the first page, in mm."""
    two_sided: bool = False
    """Whether its sheets have to be printed on both sides."""
    faults: tuple[Fault, ...]
    """A PDF with a fault that is no doubt is not published."""
    fits: tuple[Fit, ...] = ()
    texts: tuple[PrintedText, ...] = ()
    promised: Counts = NO_COUNTS
    units: tuple[PrintedUnit, ...] = ()
    """The cards that can be printed again one by one."""

    def is_of(self, pdf: bytes) -> bool:
        """Tell whether it describes a PDF."""
        return sha256(pdf).hexdigest() == self.sha256
