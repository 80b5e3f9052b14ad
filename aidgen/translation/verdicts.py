"""Verdicts: what a translator declares right, in the comment of an entry.

    # aidgen: number ok – “à deux mains” is no count

silences one check of one text. `sync` writes a pin behind it, as in `number ok [3fa2c19b]`: a
digest of the source and of the translation. It has to be in the comment, and no list of ours:
comments travel with the entry through Poedit, Weblate and msgmerge, are reviewed with it, and need
no second file in step. Where the pin no longer fits, source or translation has changed since, and
the check speaks again. A verdict without a pin holds: who translates may not have aidgen at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from aidgen.language.agreement import Disagreement
from aidgen.problems import did_you_mean

State = Literal["holds", "not pinned", "stale", "not needed"]

OVERRULED = {
    "comparison": "at least, more than",
    "dice": "dice, as 2d6",
    "emphasis": "how much is emphasised",
    "extreme": "highest, lowest",
    "icon": "icons",
    "left": "words of the source language",
    "link": "links",
    "list": "items of a list",
    "number": "numbers, in digits and words",
    "operator": "plus, divided by",
    "order": "in which order figures and terms stand",
    "percent": "per cent",
    "term": "words of the glossary",
}
"""The checks that a translator may overrule, and what they look at."""


@dataclass(frozen=True)
class Verdict:
    """What a translator declared of a text."""

    check: str
    pin: str
    """Of which wording; "" as long as `sync` has not said so."""
    reason: str


@dataclass(frozen=True)
class Spoken:
    """The verdicts of an entry, and what is wrong with how they are written."""

    verdicts: tuple[Verdict, ...] = ()
    faults: tuple[Disagreement, ...] = ()


def spoken(comment: str) -> Spoken:
    """Read the verdicts in a translator's comment."""
    found = [_read(line) for line in comment.split("\n") if BEGINNING.match(line)]
    return Spoken(
        tuple(one for one in found if isinstance(one, Verdict)),
        tuple(one for one in found if isinstance(one, Disagreement)),
    )


def pin_of(source: str, plural: str, wordings: Iterable[str]) -> str:
    """Return the digest of a source text, with its plural, and of the wordings translating it."""
    said = "\x04".join((source, plural, *wordings))
    return sha256(said.encode()).hexdigest()[:PIN]


def pinned(comment: str, pin: str) -> str:
    """Return a translator's comment with a pin for each verdict that has none."""

    def put(line: str) -> str:
        verdict = _read(line) if BEGINNING.match(line) else None
        if not isinstance(verdict, Verdict) or verdict.pin:
            return line
        return re.sub(r"\bok\b", f"ok [{pin}]", line, count=1)

    return "\n".join(put(line) for line in comment.split("\n"))


def _read(line: str) -> Verdict | Disagreement:
    written = VERDICT.fullmatch(line)
    if written is None:
        hint = "expected as in `aidgen: number ok – why it is right`"
        return Disagreement(f"verdict: found `{line.strip()}`", hint, "warning")
    check, pin, reason = written["check"], written["pin"] or "", written["reason"] or ""
    if check not in OVERRULED:
        hint = did_you_mean(check, OVERRULED) or f"expected one of {', '.join(OVERRULED)}"
        return Disagreement(
            f"verdict: `{check}` is no check that can be overruled", hint, "warning"
        )
    if not reason:
        hint = "expected as in `aidgen: number ok – why it is right`"
        return Disagreement(f"verdict: `{check} ok` says no reason", hint, "warning")
    return Verdict(check, pin, reason)


SILENCE = Spoken()
"""No verdicts."""

PIN = 8
"""Letters of a pin: an accident in four thousand million."""

BEGINNING = re.compile(r"\s*aidgen:")

# aidgen: a check, ok, perhaps a pin in brackets, and behind a dash or colon the reason.
VERDICT = re.compile(
    r"\s*aidgen:\s*(?P<check>[\w-]+)\s+ok(?:\s+\[(?P<pin>[0-9a-f]+)\])?"
    r"(?:\s*[-–—:]+\s*(?P<reason>\S.*))?\s*"
)
