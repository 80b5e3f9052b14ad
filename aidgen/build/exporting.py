"""Cards for print shops and virtual tables: one page a card, then pictures and what goes with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aidgen.assets.choices import Choices
from aidgen.assets.papers import CARDS
from aidgen.build.making import Made
from aidgen.build.plan import Job
from aidgen.build.publishing import publish
from aidgen.build.whereabouts import Printing, problems
from aidgen.imposition.shops import COLUMNS, ROWS, SHOPS, canvas, grid
from aidgen.page.markdown import plain
from aidgen.problems import Misspoken, Problem, Where
from aidgen.proof.drawing import Grid, pictures, sheet
from aidgen.store.files import write


@dataclass(frozen=True)
class Wanted:
    """What is to be exported: for whom, in which resolution, fronts and backs apart or not."""

    shop: str
    dpi: int = 300
    apart: bool = False


def exportable(jobs: Sequence[Job], wanted: Wanted) -> tuple[Job, ...]:
    """Return the jobs that make a page of each card of `jobs`, those of other kinds left out.

    Raises Misspoken if there is none, or none of a size that the shop has.
    """
    decks = [job for job in jobs if job.pack.facts(job.game).kinds[job.aid] == "cards"]
    shop = SHOPS[wanted.shop]
    fitting = [job for job in decks if canvas(shop, _paper(job), CARDS[_paper(job)])]
    if not fitting:
        sizes = ", ".join(shop.trims or CARDS)
        message = f"found no cards that it takes: {sizes}"
        raise Misspoken([Problem(Where(f"export {wanted.shop}"), message)])
    bleed = max(_bleed(wanted.shop, _paper(job)) for job in fitting)
    choices = Choices(shop=wanted.shop, bleed=bleed, single_sided=wanted.apart)
    return tuple(replace(job, choices=choices) for job in fitting)


def _paper(job: Job) -> str:
    return job.pack.facts(job.game).papers[job.aid]


def _bleed(shop: str, paper: str) -> float:
    """Return how far in mm the ground of a card has to go on, to fill a shop's canvas."""
    found = canvas(SHOPS[shop], paper, CARDS[paper])
    if found is None or not SHOPS[shop].bleed:
        return 0.0
    return round(max(found.card.left, found.card.top) + 0.01, 2)


def export(made: Made, wanted: Wanted, out: Path) -> tuple[list[Path], list[Problem]]:
    """Write what a shop takes of a proved PDF; return the files, and what is told of the cards."""
    assert made.filed is not None
    job = made.job
    told = [
        replace(problem, severity="warning")
        for problem in problems(_printing(job), made.filed.outside, made.filed.texts)
    ]
    if not SHOPS[wanted.shop].pictures:
        publish(made, out)
        return [out / job.output], told
    folder = (out / job.output).with_suffix("")
    cards = tuple(_numbered(job, wanted))
    if wanted.shop == "tts":
        return list(_table(made, cards, folder)), told
    return list(_pictures(made, cards, folder, wanted.dpi)), told


def _printing(job: Job) -> Printing:
    return Printing(job.pack, job.canon, job.aid, job.output.name)


@dataclass(frozen=True)
class Numbered:
    """A card: its number, name and copies, and the pages of its sides, from 0."""

    number: int
    name: str
    title: str
    copies: int
    front: int
    back: int | None


def _numbered(job: Job, wanted: Wanted) -> Iterator[Numbered]:
    """Yield the cards of an aid, with the pages that `composing` gives them."""
    canon, aid = job.canon, job.canon.aids[job.aid]
    names = [
        name
        for ref in aid.contents
        for name in (canon.cards if ref == "cards" else [ref.split(".", 1)[1]])
    ]
    cards = [canon.cards[name] for name in names]
    two_sided = any(card.back for card in cards)
    for at, (name, card) in enumerate(zip(names, cards, strict=True)):
        front = at if wanted.apart or not two_sided else 2 * at
        back = (len(cards) + at if wanted.apart else 2 * at + 1) if two_sided else None
        yield Numbered(at + 1, name, plain(card.front.title), card.copies, front, back)


def _pictures(made: Made, cards: Sequence[Numbered], folder: Path, dpi: int) -> Iterator[Path]:
    """Write a picture of each side of each card; yield where."""
    assert made.filed is not None
    pdf, shop = made.filed.pdf, made.job.choices.shop
    paper = _paper(made.job)
    found = canvas(SHOPS[shop], paper, CARDS[paper])
    assert found is not None
    width = round(found.size.width / 25.4 * dpi)
    named = [
        (page, folder / f"{card.number:02}-{card.name}-{side}-x{card.copies}-{dpi}dpi.png")
        for card in cards
        for side, page in (("front", card.front), ("back", card.back))
        if page is not None
    ]
    drawn = pictures(pdf, [page for page, _ in named], width, dpi)
    for (_, path), picture in zip(named, drawn, strict=True):
        write(path, picture)
        yield path


def _table(made: Made, cards: Sequence[Numbered], folder: Path) -> Iterator[Path]:
    """Write sheets for Tabletop Simulator, and its description of the deck; yield where."""
    assert made.filed is not None
    most = COLUMNS * ROWS - 1  # the last place is what others see of a hidden card
    decks: dict[str, object] = {}
    ids: list[tuple[int, Numbered]] = []
    for number, start in enumerate(range(0, len(cards), most), start=1):
        some = cards[start : start + most]
        columns, rows, width, height = grid(len(some) + 1, CARDS[_paper(made.job)])
        laid = Grid(columns, rows, width, height)
        urls = []
        for side, pages in (
            ("fronts", [card.front for card in some]),
            ("backs", [card.back for card in some]),
        ):
            path = folder / f"{made.job.output.stem}-{side}-{number}.png"
            write(path, sheet(made.filed.pdf, pages, laid))
            yield path
            urls.append(path.resolve().as_uri())
        decks[str(number)] = {
            "FaceURL": urls[0],
            "BackURL": urls[1],
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": True,
            "UniqueBack": True,
        }
        ids += [
            (100 * number + at, card) for at, card in enumerate(some) for _ in range(card.copies)
        ]
    path = folder / f"{made.job.output.stem}.json"
    write(path, _described(made.job, decks, ids))
    yield path


STANDING = dict.fromkeys(("posX", "posY", "posZ", "rotX", "rotZ"), 0) | {
    "rotY": 180,
    **dict.fromkeys(("scaleX", "scaleY", "scaleZ"), 1),
}
"""Where a deck stands on the table, and how."""


def _described(job: Job, decks: dict[str, object], ids: Sequence[tuple[int, Numbered]]) -> bytes:
    """Return a deck as a saved object of Tabletop Simulator."""
    contained = [
        {"Name": "Card", "Transform": STANDING, "Nickname": card.title, "CardID": number}
        for number, card in ids
    ]
    deck = {
        "Name": "DeckCustom",
        "Transform": STANDING,
        "Nickname": plain(job.canon.aids[job.aid].title),
        "DeckIDs": [number for number, _ in ids],
        "CustomDeck": decks,
        "ContainedObjects": contained,
    }
    saved = {"SaveName": "", "ObjectStates": [deck]}
    return (json.dumps(saved, indent=1, ensure_ascii=False) + "\n").encode()
