"""Cards for print shops and virtual tables: one page a card, then pictures and what goes with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Literal
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from aidgen.assets.options import PrintOptions
from aidgen.assets.papers import CARD_SIZES, Size
from aidgen.assets.shops import PdfxStandard, Shop
from aidgen.imposition.sheet import SIDES
from aidgen.imposition.shops import SHOP_COLUMNS, SHOP_ROWS, canvas, grid
from aidgen.page.frames import INSET
from aidgen.page.kinds.cards import yield_cards
from aidgen.page.kinds.faces import PrintedCard
from aidgen.page.markdown import plain_text
from aidgen.pipeline import tasks
from aidgen.pipeline.plan import Job, JobResult
from aidgen.pipeline.publication import certify, publish
from aidgen.pipeline.tasks import ProgressListener, ignore_progress
from aidgen.press.pdfx import convert_for_press
from aidgen.problems import Problem, UsageError, Where, count_noun
from aidgen.proof.pictures import contact_sheet
from aidgen.sandbox.output import remove_file, write_file
from aidgen.sandbox.windows import outside_path

# The only size for which the uploader MPC Autofill knows a product.
ORDERED_SIZE = CARD_SIZES["poker"]
ORDER = "order-63x88mm.xml"
# The usual cardboard of MakePlayingCards, as the uploader calls it.
STOCK = "(S30) Standard Smooth"
# The numbers of cards in a deck for which MakePlayingCards has a price.
BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
# By how many percent a sum of inks may exceed its limit: rounding.
INK_SLACK = 0.5
# What the files are called that earlier exports wrote.
EXPORTED = (
    "*-front-*dpi.png",
    "*-back-*dpi.png",
    "*-fronts-[0-9]*.png",
    "*-backs-[0-9]*.png",
    "order-*.xml",
)
# How many pictures a worker draws before it returns them: less than half a second.
PICTURES_A_TASK = 8
# Where a deck is on the table, and its rotation.
STANDING = dict.fromkeys(("posX", "posY", "posZ", "rotX", "rotZ"), 0) | {
    "rotY": 180,
    **dict.fromkeys(("scaleX", "scaleY", "scaleZ"), 1),
}


@dataclass(frozen=True)
class Wanted:
    """The options of an export."""

    shop: Shop
    dpi: int = 300
    apart: bool = False
    """Whether all fronts come first, then all backs."""
    copies: bool = False
    """Whether each copy of a card has pictures of its own."""
    pdfx: PdfxStandard | Literal[""] = ""
    """The standard to which PDFs are converted for a printing press; "" if they are not."""
    profile: Path = Path()
    """The ICC profile of the press."""


def exportable(jobs: Sequence[Job], wanted: Wanted) -> tuple[Job, ...]:
    """Return the jobs that make a page of each card for a shop. Raises UsageError if none does."""
    shop, chosen = wanted.shop, []
    for job in jobs:
        cards = _deck_cards(job) if job.base.is_cards else ()
        if canvases := [on for card in cards if (on := canvas(shop, card.trim))]:
            # A card's background has to fill the canvas of each size.
            beyond = max(max(on.card.left, on.card.top) for on in canvases)
            bleed = round(beyond + 0.01, 2) if shop.bleed else 0.0
            options = replace(job.options, shop=shop, bleed=bleed, single_sided=wanted.apart)
            chosen.append(replace(job, options=options))
        elif shop.whole_pages and not job.base.is_cut:
            chosen.append(replace(job, options=PrintOptions(shop=shop)))
    if not chosen:
        message = f"found no cards that it takes: {_accepted_sizes(shop)}"
        raise UsageError.at(Where(f"export {shop.key}"), message)
    return tuple(chosen)


def refusal_warnings(jobs: Sequence[Job], wanted: Wanted) -> Iterator[Problem]:
    """Yield a warning for each size of cards among `jobs` that the shop lacks, and its cards."""
    shop = wanted.shop
    skipped: dict[str, dict[Where, None]] = {}
    for job in (job for job in jobs if job.base.is_cards):
        game_data = job.pack.game_data(job.game)
        for card in _deck_cards(job):
            if canvas(shop, card.trim) is None:
                where = game_data.where(game_data.at("cards", card.name))
                skipped.setdefault(str(card.trim), {})[where] = None
    for size, places in skipped.items():
        count = count_noun(len(places), "card")
        message = f"{count} skipped: aidgen knows no product of {shop.name} of {size}"
        yield Problem(next(iter(places)), message, f"known: {_accepted_sizes(shop)}", "warning")


def frame_warnings(jobs: Sequence[Job], wanted: Wanted) -> Iterator[Problem]:
    """Yield a warning for each game whose cards have a frame nearer to the cut than is safe."""
    safe = wanted.shop.safe
    games = {job.game: job.pack.game_data(job.game) for job in jobs if job.base.is_cards}
    for name, game_data in games.items():
        if game_data.game.theme.frame != "none" and safe > INSET:
            where = game_data.where(game_data.at("game", "theme"))
            message = f"the frame of {name} is {INSET:g} mm inside the cut of its cards"
            hint = f"a shop cuts up to {safe:.1f} mm off: it looks crooked then; add `--frame none`"
            yield Problem(where, message, hint, "warning")


def _accepted_sizes(shop: Shop) -> str:
    return ", ".join(str(product.trim) for product in shop.products) or "of any size"


def _deck_cards(job: Job) -> tuple[PrintedCard, ...]:
    game_data = job.pack.game_data(job.game)
    cards = tuple(yield_cards(game_data, game_data.aids[job.aid]))
    cuts = list(dict.fromkeys(card.cut for card in cards))
    return tuple(sorted(cards, key=lambda card: cuts.index(card.cut)))


def export(
    result: JobResult,
    wanted: Wanted,
    out: Path,
    workers: Executor,
    listener: ProgressListener = ignore_progress,
) -> tuple[list[Path], list[Problem]]:
    """Write the files that a shop takes from a verified PDF; return them, with warnings."""
    finished, warnings = result.finished, list[Problem]()
    assert finished is not None
    if not wanted.shop.pictures:
        if wanted.pdfx:
            pdf, warnings = _press_pdf(result, wanted, wanted.pdfx)
            finished = replace(finished, pdf=pdf, sha256=sha256(pdf).hexdigest())
            result = replace(result, finished=finished)
        publish(result, out)
        certify([result], out)
        return [out / result.job.output], warnings
    folder = (out / result.job.output).with_suffix("")
    cards = tuple(_number_cards(result, wanted))
    if wanted.shop.key == "tts":
        written = list(_table(result, cards, folder, out))
    else:
        pages = [page for card in cards for page in (card.front, card.back) if page is not None]
        drawn = _drawn(finished.pdf, pages, wanted.dpi, workers, listener)
        written = list(_pictures(cards, drawn, folder, wanted, out))
    for path in {path for pattern in EXPORTED for path in folder.glob(pattern)} - {*written}:
        if not path.is_dir():
            remove_file(path, out)
    return written, warnings


@dataclass(frozen=True)
class Numbered:
    """A card: its number, name and copies, and the pages of its sides, from 0."""

    number: int
    name: str
    title: str
    copies: int
    trim: Size
    front: int
    back: int | None


def _number_cards(result: JobResult, wanted: Wanted) -> Iterator[Numbered]:
    """Yield the cards that a shop takes, with their pages as `faces_apart` has them."""
    assert result.finished is not None
    cards = {card.name: card for card in _deck_cards(result.job)}
    named = [(cards[unit.name.partition(".")[0]], unit) for unit in result.finished.units]
    first, number = 0, 0
    for (trim, _), group in groupby(named, key=lambda pair: pair[0].cut):
        deck = list(group)
        sides = deck[0][1].sides
        for at, (card, unit) in enumerate(deck):
            number += 1
            front = first + (at if wanted.apart else sides * at)
            back = front + (len(deck) if wanted.apart else 1) if sides == 2 else None
            title = plain_text(result.job.game_data.cards[card.name].front.title or card.name)
            yield Numbered(number, unit.name, title, unit.copies, trim, front, back)
        first += sides * len(deck)


def _drawn(
    pdf: bytes, pages: Sequence[int], dpi: int, workers: Executor, listener: ProgressListener
) -> Iterator[bytes]:
    starts = range(0, len(pages), PICTURES_A_TASK)
    batches = [pages[start : start + PICTURES_A_TASK] for start in starts]
    futures = [
        workers.submit(tasks.run_task, tasks.EXPORT_TASK, pdf, batch, dpi) for batch in batches
    ]
    done = 0
    for future in futures:
        for picture in future.result():
            yield picture
            done += 1
            listener(tasks.EXPORT_TASK, len(pages), done)


def _pictures(
    cards: Sequence[Numbered], drawn: Iterable[bytes], folder: Path, wanted: Wanted, out: Path
) -> Iterator[Path]:
    digits = max(2, len(str(len(cards))))  # shops put files in the order of their names
    sides = [(card, side) for card in cards for side in SIDES[: 1 if card.back is None else 2]]
    paths: dict[tuple[int, str], Path] = {}
    for (card, side), picture in zip(sides, drawn, strict=True):
        start = f"{card.number:0{digits}}-{card.name}-{side}"
        ends = [f"x{card.copies}"]
        if wanted.copies:
            ends = [f"{copy}of{card.copies}" for copy in range(1, card.copies + 1)]
        for end in ends:
            path = folder / f"{start}-{end}-{wanted.dpi}dpi.png"
            paths.setdefault((card.number, side), path)
            write_file(path, picture, out)
            yield path
    ordered = [
        (paths[card.number, "front"], paths.get((card.number, "back")), card.copies)
        for card in cards
        if wanted.shop.order and card.trim == ORDERED_SIZE
    ]
    if ordered:
        write_file(folder / ORDER, order_xml(ordered), out)
        yield folder / ORDER


def order_xml(cards: Sequence[tuple[Path, Path | None, int]]) -> bytes:
    """Return an order of cards of one size in the format of MPC Autofill.

    Of each, the pictures of front and back are given, and how many copies are ordered. Pictures are
    named by their paths on this computer, as the uploader sees them: it takes them for the ids of
    its own downloads.
    """
    quantity = sum(copies for _, _, copies in cards)
    order = Element("order")
    details = SubElement(order, "details")
    bracket = next((size for size in BRACKETS if size >= quantity), BRACKETS[-1])
    facts = {"quantity": quantity, "bracket": bracket, "stock": STOCK, "foil": "false"}
    for tag, fact in facts.items():
        SubElement(details, tag).text = str(fact)
    _add_ordered(order, "fronts", [(front, copies) for front, _, copies in cards])
    backs = [(back, copies) for _, back, copies in cards]
    if any(back for back, _ in backs):
        _add_ordered(order, "backs", backs)
    first = next((back for back, _ in backs if back), None)
    SubElement(order, "cardback").text = str(outside_path(first)) if first else ""
    indent(order)
    content: bytes = tostring(order, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _add_ordered(order: Element, tag: str, pictures: Iterable[tuple[Path | None, int]]) -> None:
    side, slot = SubElement(order, tag), 0
    for picture, copies in pictures:
        if picture is not None:
            card = SubElement(side, "card")
            SubElement(card, "id").text = str(outside_path(picture))
            SubElement(card, "slots").text = ",".join(map(str, range(slot, slot + copies)))
            SubElement(card, "name").text = picture.name
            SubElement(card, "query").text = ""
        slot += copies


def _press_pdf(
    result: JobResult, wanted: Wanted, standard: PdfxStandard
) -> tuple[bytes, list[Problem]]:
    assert result.finished is not None
    pdf, ink, flattened = convert_for_press(result.finished.pdf, wanted.profile, standard)
    doubts: list[tuple[str, str]] = []
    most = wanted.shop.ink
    if ink > most + INK_SLACK:
        message = f"has {ink:.0f} % of ink where it is darkest, more than {most} %"
        doubts.append((message, "take lighter colours, or `--profile` of a press with less ink"))
    if flattened:
        message = "pages with transparency are pictures in PDF/X-1a, their text included"
        doubts.append((message, "`--pdfx x4` keeps them as they are"))
    game_data = result.job.game_data
    where = game_data.where(game_data.at("aids", result.job.aid))
    return pdf, [Problem(where, *doubt, "warning") for doubt in doubts]


def _table(result: JobResult, cards: Sequence[Numbered], folder: Path, out: Path) -> Iterator[Path]:
    assert result.finished is not None
    most = SHOP_COLUMNS * SHOP_ROWS - 1  # the last place is what others see of a hidden card
    decks: dict[str, object] = {}
    ids: list[tuple[int, Numbered]] = []
    alike = [list(group) for _, group in groupby(cards, key=lambda card: card.trim)]
    batches = [group[at : at + most] for group in alike for at in range(0, len(group), most)]
    for number, some in enumerate(batches, start=1):
        columns, rows, width, height = grid(len(some) + 1, some[0].trim)
        laid = (columns, rows), (width, height)
        urls = []
        fronts, backs = [card.front for card in some], [card.back for card in some]
        for side, pages in (("fronts", fronts), ("backs", backs)):
            path = folder / f"{result.job.output.stem}-{side}-{number}.png"
            write_file(path, contact_sheet(result.finished.pdf, pages, *laid), out)
            yield path
            urls.append(outside_path(path).as_uri())
        decks[str(number)] = {
            "FaceURL": urls[0],
            "BackURL": urls[1],
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": True,
            "UniqueBack": True,
        }
        for at, card in enumerate(some):
            ids += [(100 * number + at, card)] * card.copies
    path = folder / f"{result.job.output.stem}.json"
    write_file(path, _saved_object(result.job, decks, ids), out)
    yield path


def _saved_object(job: Job, decks: dict[str, object], ids: Sequence[tuple[int, Numbered]]) -> bytes:
    contained = [
        {"Name": "Card", "Transform": STANDING, "Nickname": card.title, "CardID": number}
        for number, card in ids
    ]
    deck = {
        "Name": "DeckCustom",
        "Transform": STANDING,
        "Nickname": plain_text(job.game_data.aids[job.aid].title),
        "DeckIDs": [number for number, _ in ids],
        "CustomDeck": decks,
        "ContainedObjects": contained,
    }
    saved = {"SaveName": "", "ObjectStates": [deck]}
    return (json.dumps(saved, indent=1, ensure_ascii=False) + "\n").encode()
