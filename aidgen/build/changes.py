"""What is to be printed anew since an earlier build: which cards and pages, and a list of them."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

from aidgen.build import errands
from aidgen.build.making import Made
from aidgen.build.plan import Job
from aidgen.problems import Misspoken, Problem, Where
from aidgen.store.files import write
from aidgen.store.manifest import MANIFEST, Unit, units

LIST = "since.html"
"""What says what to replace and to throw away, in the output folder."""
SCALE = 0.5
"""Of the pictures in it, in px per pt."""


@dataclass(frozen=True)
class Change:
    """What differs in a PDF from what was printed of it before."""

    job: Job
    replaced: tuple[Unit, ...]
    """Those that say or show something else now."""
    new: tuple[Unit, ...]
    gone: tuple[Unit, ...]
    """Those to throw away: they are no more, or there were more of them."""
    good: tuple[Unit, ...]

    @property
    def printed(self) -> tuple[str, ...]:
        """The names of what is to be printed."""
        return tuple(unit.name for unit in (*self.replaced, *self.new))


def before(manifest: Path) -> Mapping[str, tuple[Unit, ...]]:
    """Return what was printed, of each PDF by its name: as a manifest says, or those in a folder.

    Raises Misspoken if there is none in a folder, Unusable if one of them does not say it.
    """
    paths = sorted(manifest.rglob(MANIFEST)) if manifest.is_dir() else [manifest]
    if not paths:
        message = f"found no {MANIFEST} in {manifest}, expected what `aidgen build` has made"
        raise Misspoken([Problem(Where("--since"), message)])
    return {name: found for path in paths for name, found in units(path).items()}


def change(made: Made, known: Mapping[str, Sequence[Unit]]) -> Change:
    """Return what differs in a PDF from what is `known` of it."""
    now = made.filed.units if made.filed else ()
    old = {unit.name: unit for unit in known.get(made.job.output.name, ())}
    names = {unit.name for unit in now}
    alike = [unit for unit in now if unit.name in old and unit.digest == old[unit.name].digest]
    fewer = [
        replace(unit, copies=old[unit.name].copies - unit.copies)
        for unit in alike
        if old[unit.name].copies > unit.copies
    ]
    more = [unit for unit in alike if old[unit.name].copies < unit.copies]
    return Change(
        made.job,
        replaced=tuple(
            unit for unit in now if unit.name in old and unit.digest != old[unit.name].digest
        ),
        new=(*(unit for unit in now if unit.name not in old), *more),
        gone=(*(unit for name, unit in old.items() if name not in names), *fewer),
        good=tuple(unit for unit in alike if unit not in more),
    )


def to_print(changes: Sequence[Change]) -> tuple[Job, ...]:
    """Return the jobs that put the cards that differ on sheets; pages are in their PDFs already."""
    return tuple(_sheets(one, one.printed) for one in changes if one.printed and _is_cut(one))


def outdated(changes: Sequence[Change]) -> tuple[Job, ...]:
    """Return the jobs whose sheets, if there are some, are of an earlier print: nothing differs."""
    return tuple(_sheets(one, ANY) for one in changes if not one.printed and _is_cut(one))


def _sheets(one: Change, names: tuple[str, ...]) -> Job:
    return replace(one.job, choices=replace(one.job.choices, changed=names))


def _is_cut(one: Change) -> bool:
    return one.job.pack.facts(one.job.game).kinds[one.job.aid] in CUT


ANY = ("",)
"""Stands for cards of any name: their sheets are called alike."""
CUT = ("cards", "standees", "tokens")
"""The kinds of which single pieces are cut out of sheets."""


def write_list(changes: Sequence[Change], sheets: Sequence[Made], out: Path) -> Path:
    """Write what to replace, to throw away and to keep, with pictures of the new sheets."""
    pictures = {(one.job.game, one.job.aid, one.job.locale): one for one in sheets}
    parts = [HEAD]
    for one in changes:
        parts.append(f"<h2>{escape(one.job.output.stem)}</h2><ul>")
        for said, told in (
            ("Replace", one.replaced),
            ("New", one.new),
            ("Throw away", one.gone),
            ("Stays good", one.good),
        ):
            if told:
                listed = ", ".join(f"{unit.name} ×{unit.copies}" for unit in told)
                parts.append(f"<li><b>{said}:</b> {escape(listed)}</li>")
        parts.append("</ul>")
        made = pictures.get((one.job.game, one.job.aid, one.job.locale))
        if made is not None and made.filed is not None:
            parts += [_picture(made.filed.pdf, number) for number in range(made.pages)]
    path = out / LIST
    write(path, "\n".join(parts).encode())
    return path


def _picture(pdf: bytes, number: int) -> str:
    data = base64.b64encode(errands.run(errands.PICTURE, pdf, number, SCALE)).decode()
    return f'<img alt="" src="data:image/webp;base64,{data}">'


HEAD = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>What to print anew</title>
<style>body { font: 16px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; }
img { border: 1px solid #999; margin: .3rem; }</style>
<h1>What to print anew</h1>"""
