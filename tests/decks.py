"""Random cards about as full as they can be, and what their pixels say of them.

A card is set twice: as it is built, for the layout and the proof to judge; and on a large sheet
without its title, where the ink outside its frame is looked for in the picture.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from functools import cache

import pypdfium2

from aidgen.assets.papers import CARD_SIZES, Size
from aidgen.game.aids import Aid
from aidgen.game.cards import Card
from aidgen.game.data import GameData
from aidgen.game.fields import Record
from aidgen.game.load import BUNDLED_PACK
from aidgen.game.records import Procedure, Rule, State
from aidgen.language.localize import localize
from aidgen.page.kinds.faces import CLEAR, FACE_FOOT, FACE_HEAD, FACE_MARGIN
from aidgen.page.markdown import plain_text
from aidgen.page.pieces import Piece
from aidgen.page.render import render
from aidgen.press.pieces.faults import OVERFLOW_TOLERANCE
from tests.mini import MINI, read
from tests.ours import PACK
from tests.sheets import proved, set_document

DPI = 300
SHOWN = OVERFLOW_TOLERANCE + 25.4 / DPI
"""How far in mm ink must reach out to be an overflow: the tolerance, and the edge of a pixel."""
AWAY = 100.0
"""How far in mm the card's corner is from that of the sheet on which it is judged."""
ALONE = f"""
.card {{ left: {AWAY}mm !important; top: {AWAY}mm !important }}
.card h2 {{ display: none }}
"""
LARGE = Size(300, 400)
"""The sheet, in mm."""


@dataclass(frozen=True)
class Verdict:
    """What was reported of a card, and how far in mm its ink lies outside its frame."""

    reported: tuple[str, ...]
    ink: float

    @property
    def missed(self) -> bool:
        """Whether the picture shows what was not reported."""
        return self.ink > SHOWN and not self.reported

    @property
    def alarmed(self) -> bool:
        """Whether something was reported, and the picture does not show it."""
        return self.ink <= 0 and bool(self.reported)


def verdict(seed: int) -> Verdict:
    """Set the card of a seed, as it is built and alone, and judge it by both."""
    piece = _piece(seed)
    made = set_document(piece.html)
    proof = proved(made.pdf, piece.promises, made.sheets)
    return Verdict(tuple(map(str, (*made.faults, *proof.faults))), max(0.0, *_reach(piece)))


def _piece(seed: int) -> Piece:
    """Return the card of a seed in type with which it is as full as can be, or a little fuller."""
    chance = random.Random(seed)
    game_data = _deck(chance)
    size, room = 9.0, CARD_SIZES["poker"].height - FACE_HEAD - FACE_FOOT - CLEAR
    for nearer in (1.0, chance.uniform(0.96, 1.04)):
        below = _reach(_front(_sized(game_data, size)))[3]
        # The height of a text grows with the square of its size: lines are higher, and more.
        size = min(14.0, max(7.0, size * nearer * (room / (room + below)) ** 0.5))
    return _front(_sized(game_data, size))


def _front(game_data: GameData) -> Piece:
    deck = render(game_data, "deck", (BUNDLED_PACK,)).section
    front = deck.leaves[0].front
    assert front.choice
    return front.settled(front.choice.most, ())


def _sized(game_data: GameData, size: float) -> GameData:
    card = game_data.cards["it"]
    face = card.front.model_copy(update={"text_size": round(size, 2)})
    return game_data.model_copy(update={"cards": {"it": card.model_copy(update={"front": face})}})


def _deck(chance: random.Random) -> GameData:
    """Return the game Mini with one card of random texts."""
    game_data = localize(read(MINI), {}, "en")
    locale = chance.choice(("en", "fr"))
    words = vocabulary(locale)
    records: dict[str, dict[str, Record]] = {"rules": {}, "states": {}, "procedures": {}}
    refs = []
    for number in range(chance.choice((1, 1, 1, 2, 2, 3))):
        kind = chance.choice(("rules", "rules", "rules", "states", "procedures"))
        records[kind][f"it{number}"] = RECORDS[kind](chance, words)
        refs.append(f"{kind}.it{number}")
    card = Card.model_validate({"front": {"title": "Title", "contents": refs}})
    deck = {"title": "Deck", "kind": "cards", "paper": "poker", "contents": ["cards.it"]}
    aid = Aid.model_validate(deck)
    new = {**records, "locale": locale, "cards": {"it": card}, "aids": {"deck": aid}}
    return game_data.model_copy(update=new)


@cache
def vocabulary(locale: str) -> tuple[str, ...]:
    """Return the words of a game of ours in a language, signs and figures among them."""
    texts = (plain_text(str(text)) for _, text in PACK.localized("expedition", locale).texts())
    return tuple(sorted({word for text in texts for word in text.split()}))


def _passage(chance: random.Random, words: tuple[str, ...], least: int, most: int) -> str:
    chosen = [chance.choice(words) for _ in range(chance.randint(least, most))]
    for _ in range(chance.choice((0, 0, 1, 2))):
        at = chance.randrange(len(chosen))
        chosen[at] = f"**{chosen[at]}**" if re.fullmatch(r"\w+", chosen[at]) else chosen[at]
    if chance.random() < 0.06:  # what cannot be divided
        at = chance.randrange(len(chosen))
        chosen[at] = "\N{NO-BREAK SPACE}".join(chance.choices(words, k=chance.randint(3, 6)))
    return " ".join(chosen)


def _text(chance: random.Random, words: tuple[str, ...]) -> str:
    """Return one or two paragraphs, or one with a list."""
    parts = [_passage(chance, words, 8, 60)]
    if chance.random() < 0.4:
        parts += [_passage(chance, words, 4, 40)]
    if chance.random() < 0.4:
        items = [_passage(chance, words, 2, 14) for _ in range(chance.randint(2, 6))]
        parts += ["\n".join(f"- {item}" for item in items)]
    return "\n\n".join(parts)


def _title(chance: random.Random, words: tuple[str, ...]) -> str:
    return " ".join(chance.choices(words, k=chance.randint(1, 3)))


def _rule(chance: random.Random, words: tuple[str, ...]) -> Rule:
    return Rule.model_validate({"title": _title(chance, words), "text": _text(chance, words)})


def _state(chance: random.Random, words: tuple[str, ...]) -> State:
    effect, ends = _passage(chance, words, 6, 40), _passage(chance, words, 3, 12)
    fields = {"title": _title(chance, words), "icon": "skull", "effect": effect, "ends": ends}
    return State.model_validate(fields)


def _procedure(chance: random.Random, words: tuple[str, ...]) -> Procedure:
    steps = {
        f"step{number}": {"title": _title(chance, words), "text": _passage(chance, words, 4, 24)}
        for number in range(chance.randint(2, 5))
    }
    return Procedure.model_validate({"title": _title(chance, words), "steps": steps})


RECORDS = {"rules": _rule, "states": _state, "procedures": _procedure}


def _reach(piece: Piece) -> tuple[float, float, float, float]:
    """Return how far in mm ink reaches out of the only card's frame: left, above, right, below."""
    html = replace(piece, size=LARGE).html
    alone = set_document(html.replace("</style>", f"{ALONE}</style>"))
    document = pypdfium2.PdfDocument(alone.pdf)
    try:
        picture = document[0].render(scale=DPI / 72, grayscale=True).to_pil()
    finally:
        document.close()
    box = picture.point([255 * (level < 140) for level in range(256)]).getbbox()
    assert box is not None, "the card is blank"
    left, top, right, bottom = (edge * 25.4 / DPI for edge in box)
    card = CARD_SIZES["poker"]
    return (
        AWAY + FACE_MARGIN - left,
        AWAY + FACE_HEAD - top,
        right - (AWAY + card.width - FACE_MARGIN),
        bottom - (AWAY + card.height - FACE_FOOT - CLEAR),
    )
