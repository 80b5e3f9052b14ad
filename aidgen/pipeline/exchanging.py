"""Translations brought in from other files, out into them, and from one game to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aidgen.game.context import UI
from aidgen.game.load import OURS
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.translating import File, files_of, in_step
from aidgen.problems import Problem, UsageError, Where
from aidgen.store.files import write
from aidgen.translation.exchange import offered, written
from aidgen.translation.offers import (
    Languages,
    Offer,
    Offers,
    Taken,
    Terms,
    offers_of,
    opened,
    take,
)
from aidgen.translation.po import read
from aidgen.translation.wrapping import as_before


@dataclass(frozen=True)
class Brought:
    """What became of the entries of a file."""

    file: File
    taken: tuple[Taken, ...]


def bring(pack: Pack, source: Path, files: Sequence[File], terms: Terms) -> list[Brought]:
    """Fill the entries of PO files with what another file has.

    Raises UsageError, InputError or MachineError if that cannot be read.
    """
    offers = Offers(offered(source, pack.limits))
    return [_filled(pack, file, offers, terms) for file in files]


def fill(pack: Pack, files: Sequence[File], terms: Terms) -> list[Brought]:
    """Fill the entries of PO files with what the pack, and ours, have of the same language."""
    brought = []
    for file in files:
        known = [offer for path in _memory(pack, file.locale) for offer in _offers(path)]
        brought.append(_filled(pack, file, Offers(known), terms))
    return brought


def send(pack: Pack, files: Sequence[File], target: Path, *, second: bool = False) -> int:
    """Write the texts of PO files into another file; return how many there are.

    XLIFF is of version 1.2, or of the `second`. Raises UsageError if the texts are of several
    source languages: no file of the other kinds can say that.
    """
    spoken = {_languages(pack, file): file.domain for file in files}
    if len(spoken) > 1:
        listed = ", ".join(f"`{name}` in {said.source}" for said, name in spoken.items())
        where, hint = Where("i18n"), "name what is to be exported"
        raise UsageError([Problem(where, f"the texts are of several languages: {listed}", hint)])
    offers = [
        offer
        for file in files
        for offer in offers_of(opened(in_step(pack, file, pack.canon(_game(pack, file)))))
        if offer.context
    ]
    write(target, written(target, offers, *spoken, second=second))
    return len(offers)


def chosen(pack: Pack, locale: str, games: Sequence[str]) -> list[File]:
    """Return the PO files of a language: of all games, and of the fixed words that it has here.

    If some are named, these alone; `ui` names the words. Raises UsageError if there are none.
    """
    named = [game for game in games if game != UI]
    words = File(pack.root, UI, locale)
    found = [words] if UI in games or (not games and words.path.is_file()) else []
    if found and not words.path.is_file():
        hint = "the words of aidgen's pack are translated there" if _is_spoken(locale) else ""
        raise UsageError([Problem(Where("i18n"), f"this pack has no {words.name}", hint)])
    return [*(files_of(pack, locale, named) if named or not games else ()), *found]


def _is_spoken(locale: str) -> bool:
    return File(OURS, UI, locale).path.is_file()


def _filled(pack: Pack, file: File, offers: Offers, terms: Terms) -> Brought:
    text = in_step(pack, file, pack.canon(_game(pack, file)))
    po = opened(text)
    taken = tuple(take(po, offers, terms))
    after = as_before(po, text)
    if after != text:
        write(file.path, after.encode(), file.root)
    return Brought(file, taken)


def _game(pack: Pack, file: File) -> str:
    return pack.games[0] if file.domain == "ui" else file.domain


def _languages(pack: Pack, file: File) -> Languages:
    return Languages(pack.canon(_game(pack, file)).written_in(file.domain), file.locale)


def _memory(pack: Pack, locale: str) -> list[Path]:
    """Return the PO files of a language, the pack's first."""
    roots = dict.fromkeys((pack.root.resolve(), OURS.resolve()))
    return [path for root in roots for path in sorted((root / "locales" / locale).glob("*.po"))]


def _offers(path: Path) -> list[Offer]:
    """Return the translations of a PO file that somebody has read, for texts without a context."""
    known = offers_of(read(path, str(path), root=path.parents[2])[0])
    return [Offer(one.source, one.target) for one in known if one.target and not one.fuzzy]
