"""Pages set and proved as a build does it: pieces on a proof sheet, a page each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from aidgen.build.plan import Job
from aidgen.game.canon import Canon
from aidgen.game.load import OURS
from aidgen.page.faults import Fault
from aidgen.page.pieces import Book, Deck, Facts, Leaves, Parts, Piece, page_of, together
from aidgen.page.promises import Fit, Promises, Sheet
from aidgen.page.render import facts, render
from aidgen.press.assembly import Placing, SetSide, assembled
from aidgen.press.setpieces import SetPiece
from aidgen.press.setting import Setting, fitted, set_html
from aidgen.press.typefaces import Smallest
from aidgen.proof.prove import Part, Proof, prove

FACTS = Facts(title="A title", language="en", author="An author", description="A page")


# What stands for the page of a record until it is known.
UNNUMBERED = re.compile(page_of("[^<]*?"))


@dataclass(frozen=True)
class SetDocument:
    """Pieces as they were set, on a proof sheet."""

    pdf: bytes
    settings: tuple[Setting, ...]
    complaints: tuple[Fault, ...]

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What was noticed when they were set."""
        return (*self.complaints, *(fault for one in self.settings for fault in one.faults))

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Each page as it was laid out."""
        return tuple(sheet for one in self.settings for sheet in one.sheets)

    @property
    def fits(self) -> tuple[Fit, ...]:
        """How their cards and regions fit."""
        return tuple(fit for one in self.settings for fit in one.fits)

    @property
    def smallest(self) -> Smallest | None:
        """The smallest type on them."""
        known = [one.smallest for one in self.settings if one.smallest]
        return min(known, key=lambda smallest: smallest.size, default=None)


def set_document(html: str, said: Facts = FACTS) -> SetDocument:
    """Set an HTML document; what has no `main` becomes one piece."""
    if "<main" not in html:
        html = re.sub(r"<body[^>]*>", r"\g<0><main>", html).replace("</body>", "</main></body>")
    language = re.search(r'<html[^>]*\blang="?([\w-]+)', html)
    settings, complaints = set_html(html)
    said = replace(said, language=language[1] if language else said.language)
    return SetDocument(
        assembled(said, sides([one.piece for one in settings])), settings, complaints
    )


def sides(pieces: Sequence[SetPiece]) -> tuple[SetSide, ...]:
    """Return the pages of pieces as sides of paper."""
    return tuple(
        SetSide(page.width, page.height, (Placing(piece, number, 0.0, 0.0, again=False),))
        for piece in pieces
        for number, page in enumerate(piece.pages)
    )


def proved(pdf: bytes, promises: Promises, sheets: Sequence[Sheet]) -> Proof:
    """Prove a PDF as one part; what may concern any part is told as well."""
    proofs = prove(pdf, [Part(promises, tuple(sheets))])
    (proof,) = proofs.parts
    return replace(proof, faults=(*proof.faults, *proofs.common))


def pieces_of(parts: Parts) -> tuple[Piece, ...]:
    """Return the pieces of an aid in reading order, each once, strips of margins last."""
    if isinstance(parts, Deck):
        faces = [face for card in parts.cards for face in (card.front, card.back) if face]
        strips = [parts.foot.piece] if parts.foot else []
        found = [parts.headline, *faces, *strips, parts.notice.piece]
    elif isinstance(parts, Leaves):
        found = [*parts.pages, *(strip.piece for strip in parts.strips)]
    else:
        assert isinstance(parts, Book)
        titles = [parts.title, parts.opening, *(chapter.title for chapter in parts.chapters)]
        strips = [strip.piece for strip in (*titles, *parts.marks)]
        inner = UNNUMBERED.sub("1", parts.contents.inner)
        found = [parts.cover, replace(parts.contents, inner=inner), parts.body, *strips]
    return tuple(dict.fromkeys(found))


def rendered(canon: Canon, aid: str, roots: tuple[object, ...] = (OURS,)) -> str:
    """Return the pieces of an aid, in a language it is in already, as one HTML document."""
    return together(pieces_of(render(canon, aid, roots)))  # type: ignore[arg-type]


@cache
def html_of(job: Job) -> str:
    """Return the pieces of an aid as one HTML document."""
    return together(pieces_of(render(job.canon, job.aid, job.pack.roots)))


@cache
def set_aid(job: Job) -> SetDocument:
    """Set the pieces of an aid, each once, in the type that they choose."""
    parts = render(job.canon, job.aid, job.pack.roots)
    heads = {piece.head for piece in pieces_of(parts)}
    assert len(heads) == 1, "the pieces of an aid have one head"
    return set_document(together(fitted(pieces_of(parts))), facts(job.canon, job.aid))
