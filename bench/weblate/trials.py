"""What is tried on the server, and what has to be seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polib

from bench.weblate.api import NEEDS_EDITING, TRANSLATED, Api
from bench.weblate.project import COMPONENTS, LOCALE, PROJECT, Project


@dataclass(frozen=True)
class Verdict:
    """Whether something holds, and what was seen."""

    what: str
    holds: bool
    seen: Sequence[object] = ()

    def __str__(self) -> str:
        """Return a line for a reader."""
        seen = "".join(f"\n    {one}" for one in list(self.seen)[:SHOWN])
        return f"{'yes' if self.holds else 'NO '} {self.what}{seen}"


SHOWN = 8

ITALIAN: Mapping[str, Sequence[str]] = {
    "expedition.game.subtitle": ["Regole con un Game Master, senza dispositivo"],
    "expedition.aids.tracker.title": ["Segnapunti"],
    "expedition.blanks.round.title": ["Turno"],
    "expedition.blanks.round.note": ["Dopo un’ondata si ricomincia dalla casella iniziale."],
    "expedition.blanks.round.marks.surge_period": ["ondata"],
    "expedition.blanks.tier-sum.note": ["Di tutti i nemici in gioco."],
    "expedition.blanks.next-level.note": ["Avanza di {experience_step} a ogni aumento di livello."],
    "expedition.blanks.persona.note": ["Si parte da Base."],
    "expedition.rules.lone-player.brief": [
        "Scegli e prepara {solo_adventurers} avventuriero.",
        "Scegli e prepara {solo_adventurers} avventurieri.",
    ],
    "expedition.sections.damage.intro": [
        "Le [tabelle dei danni](tables.damage) sono verso la fine di queste regole."
    ],
    "expedition.terms.adventurer.definition": ["Il personaggio che interpreti."],
    "ui.contents": ["Indice"],
}
"""Texts of each sort: plain, short, with a placeholder, with a link, with forms."""


def listed(api: Api, project: Project) -> Iterator[Verdict]:
    """Yield whether the server has all texts of our templates, and all flags that they bear."""
    for name in COMPONENTS:
        template = polib.pofile(str(project.clone / "locales" / f"{name}.pot"))
        units = {unit["context"]: unit for unit in api.units(_translation(name))}
        missing = [one.msgctxt for one in template if one.msgctxt not in units]
        yield Verdict(f"{name}: all {len(template)} texts are there", not missing, missing)
        lost = [
            f"{one.msgctxt}: {flag}"
            for one in template
            for flag in one.flags
            if flag not in (units[one.msgctxt]["flags"] + units[one.msgctxt]["extra_flags"])
        ]
        yield Verdict(f"{name}: no flag is ignored", not lost, lost)
        notes = [one.msgctxt for one in template if one.comment != units[one.msgctxt]["note"]]
        yield Verdict(f"{name}: all notes are there", not notes, notes)
        yield from _untouched(api, project, name)


def _untouched(api: Api, project: Project, name: str) -> Iterator[Verdict]:
    """Yield whether the server reads our own translations as we do: what is done is done."""
    for path in sorted((project.clone / "locales").glob(f"*/{name}.po")):
        ours = {one.msgctxt: one for one in polib.pofile(str(path)) if not one.obsolete}
        units = [*api.units(f"{PROJECT}/{name}/{path.parent.name}")]
        doubted = [
            unit["context"]
            for unit in units
            if ours[unit["context"]].translated() and unit["state"] < TRANSLATED
        ]
        known = f"{path.parent.name}/{name}: {len(units)} texts, what we have done is done"
        yield Verdict(known, not doubted, doubted)


def _translation(name: str) -> str:
    return f"{PROJECT}/{name}/{LOCALE}"


def translated(api: Api) -> Iterator[Verdict]:
    """Translate some texts of each sort, and yield whether the server takes them as they are."""
    units = {unit["context"]: unit for name in COMPONENTS for unit in api.units(_translation(name))}
    for context, words in ITALIAN.items():
        after = api.translate(units[context], *words)
        held = after["state"] == TRANSLATED and after["target"] == list(words)
        yield Verdict(f"{context} is translated", held, [] if held else [after["target"]])


def enforced(api: Api) -> Iterator[Verdict]:
    """Yield whether the server refuses what would be wrong on paper."""
    units = [*api.units(_translation("expedition"))]
    wrong = {
        "a placeholder that is lost": ("python-brace-format", "Testo senza nulla"),
        "a text that is too long": ("max-length", "molto " * 30),
        "a link that leads elsewhere": ("](", "Vedi [qui](altrove)"),
    }
    for what, (sign, words) in wrong.items():
        unit = next(
            one
            for one in units
            if one["context"] not in ITALIAN and (sign in one["flags"] or sign in one["source"][0])
        )
        after = api.translate(unit, *[words] * len(unit["target"]))
        seen = f"{unit['context']}: state {after['state']}, flags {unit['flags']}"
        yield Verdict(f"{what} needs editing", after["state"] == NEEDS_EDITING, [seen])


def kept(project: Project) -> Iterator[Verdict]:
    """Yield whether what the server has pushed holds all that was there, and what was said."""
    before = {path: _entries(path) for path in _files(project)}
    project.git("pull", "--quiet")
    pushed = project.git("log", "--format=%an: %s", "ORIG_HEAD..HEAD").strip().splitlines()
    yield Verdict("the server has committed and pushed", bool(pushed), pushed)
    after = {path: _entries(path) for path in _files(project)}
    lost = [
        f"{path.parent.name}/{path.name}: {context}"
        for path, entries in before.items()
        for context, said in entries.items()
        if after[path].get(context) != said
    ]
    yield Verdict("no entry of another language has changed", not lost, lost)
    italian: dict[object, Sequence[str]] = {}
    for path in _files(project):
        if path.parent.name == LOCALE:
            italian |= {one.msgctxt: _forms(one) for one in polib.pofile(str(path))}
    wrong = [context for context, said in ITALIAN.items() if italian.get(context) != list(said)]
    yield Verdict(f"{len(ITALIAN)} texts are in the file as they were said", not wrong, wrong)


def _files(project: Project) -> list[Path]:
    return sorted((project.clone / "locales").glob("*/*.po"))


def _entries(path: Path) -> dict[object, str]:
    return {(one.msgctxt, one.obsolete): str(one) for one in polib.pofile(str(path))}


def _forms(entry: polib.POEntry) -> list[str]:
    return [entry.msgstr_plural[n] for n in sorted(entry.msgstr_plural)] or [entry.msgstr]
