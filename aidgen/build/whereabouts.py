"""Where a text is printed and where it is written, and what does not fit there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aidgen.build.pack import written
from aidgen.game.canon import Canon
from aidgen.game.context import Context
from aidgen.page.promises import Overflow, Printed
from aidgen.problems import Problem, Where


@dataclass(frozen=True, order=True)
class Print:
    """A text on paper: its msgctxt, the PDF, page and card, and the line where it is written."""

    context: str
    pdf: Path
    page: int
    box: str
    where: Where

    def __str__(self) -> str:
        """Say where it is printed, and where it is written."""
        box = f", {self.box}" if self.box else ""
        return f"{self.context}: {self.pdf}, page {self.page}{box} ({self.where})"

    def answers(self, asked: str) -> bool:
        """Tell whether it is asked for: by its context or the beginning of it, or by PDF[:PAGE]."""
        name, _, page = asked.partition(":")
        if name.endswith(".pdf"):
            return self.pdf.name == Path(name).name and page in ("", str(self.page))
        return f"{self.context}.".startswith(f"{asked}.")


def prints(pack: Path, canon: Canon, pdf: Path, texts: Iterable[Printed]) -> Iterator[Print]:
    """Yield where each of `texts` of a `pdf` is printed, and where it is written."""
    for text in texts:
        where = written(pack, canon.game.id, canon.locale, Context.read(text.context))
        yield Print(text.context, pdf, text.page, text.box, where)


def unfit(
    pack: Path,
    canon: Canon,
    overflows: Sequence[Overflow],
    texts: Sequence[Printed],
    draft: Where,
) -> Iterator[Problem]:
    """Yield a problem for each of `overflows` in a PDF of `canon`, which prints `texts`.

    It stands at the longest text of the card or region, the first to be shortened; the others are
    named in the hint. What is in neither stands at `draft`, where the PDF can be seen.
    """
    pages: dict[Overflow, list[int]] = {}
    for overflow in overflows:  # copies of a card are told once
        pages.setdefault(replace(overflow, page=0), []).append(overflow.page)
    for overflow, numbers in pages.items():
        inside = [text for text in texts if text.box == overflow.name]
        inside = list({text.context: text for text in inside}.values())
        inside.sort(key=lambda text: -text.letters)
        listed = ", ".join(map(str, dict.fromkeys(numbers)))
        message = f"{overflow} in {Path(draft.file).name}, page {listed}"
        if not inside:
            yield Problem(draft, message)
            continue
        longest, *others = (text.context for text in inside)
        hint = f"also there: {', '.join(others[:OTHERS])}" if others else ""
        if len(others) > OTHERS:
            hint += f" and {len(others) - OTHERS} more"
        where = written(pack, canon.game.id, canon.locale, Context.read(longest))
        yield Problem(where, f"`{longest}`: {message}", hint)


OTHERS = 4
"""How many texts of a card are named beside the longest."""
