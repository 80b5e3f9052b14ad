"""Texts written into the files of the pack: in their place, and never over what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from aidgen.game.canon import Canon
from aidgen.game.context import UI, Context
from aidgen.game.respelling import respelt
from aidgen.game.texts import Text
from aidgen.pipeline.pack import Pack
from aidgen.problems import Problem, Unusable, Where
from aidgen.store.files import write
from aidgen.translation.po import wanted
from aidgen.translation.respelling import translated

Which = Literal["source", "translation"]
LONGEST = 20_000
"""Characters that a text may have: more than a page holds."""


@dataclass(frozen=True)
class Wording:
    """What a file has of a text: where, in which forms, and whether it is read over."""

    where: Where
    forms: tuple[str, ...]
    names: tuple[str, ...]
    """Of its forms in the source: one, few, other; none if it has one form alone."""
    state: str


@dataclass(frozen=True)
class Wish:
    """What somebody wants to be written: of which text, and what they saw there before."""

    context: Context
    which: Which
    forms: tuple[str, ...]
    seen: tuple[str, ...]


class MeanwhileError(Exception):
    """The file says something else than whoever wants to write has seen; carries what it says."""

    def __init__(self, now: Wording) -> None:
        """Keep what the file says now."""
        super().__init__()
        self.now = now


def text_at(canon: Canon, context: Context, genders: Sequence[str] = ()) -> Text:
    """Return a text of a canon as it is written, or what a variant of it is a translation of.

    A language that has `genders` has variants. Raises LookupError if there is no such text.
    """
    for where, text in wanted(canon, UI if context.is_ui else canon.game.id, genders):
        if where == context:
            return text
    raise LookupError(str(context))


def source_of(canon: Canon, context: Context, genders: Sequence[str] = ()) -> Wording:
    """Return what the YAML has of a text; raises LookupError if there is none."""
    text = text_at(canon, context, genders)
    names = tuple(name for name, _ in text.plural)
    return Wording(canon.where(context), text.wordings, names, "source")


def translation_of(pack: Pack, game: str, locale: str, context: Context) -> Wording | None:
    """Return what the PO file of a language has of a text; None if it has no entry."""
    found = pack.words(locale) if context.is_ui else pack.catalog(game, locale)
    entry = found.entries.get(context)
    if entry is None:
        return None
    state = entry.text.state
    source = text_at(pack.canon(game), context, pack.genders(locale))
    if state == "translated" and not entry.made_for(source):
        state = "fuzzy"
    return Wording(entry.where, entry.text.wordings, (), state)


def is_of(root: Path, where: Where) -> bool:
    """Tell whether a place is in a file of the pack in `root`, and no link leads it elsewhere."""
    path = root / where.file
    inside = path.resolve().is_relative_to(root.resolve())
    return bool(where.line) and path.is_file() and inside


def save(pack: Pack, game: str, locale: str, wish: Wish) -> Where:
    """Write a text into its file, that is read anew for it; return where.

    Raises MeanwhileError if the file says something else than was seen, LookupError if there is no
    such text, Unusable if it cannot be written.
    """
    fresh = Pack(pack.root, pack.limits)
    canon = fresh.canon(game)
    now = (
        source_of(canon, wish.context, fresh.genders(locale))
        if wish.which == "source"
        else translation_of(fresh, game, locale, wish.context)
    )
    if now is None:
        raise LookupError(str(wish.context))
    _refuse(pack.root, now, wish)
    if now.forms != wish.seen:
        raise MeanwhileError(now)
    path = (pack.root / now.where.file).resolve()
    before = path.read_bytes()
    new = _written(before.decode("utf-8-sig"), canon, now, wish)
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    if path.read_bytes() != before:
        raise MeanwhileError(now)
    write(path, mark + new.encode())
    return now.where


def _written(text: str, canon: Canon, now: Wording, wish: Wish) -> str:
    if wish.which == "translation":
        return translated(text, now.where, wish.context, wish.forms)
    newline = "\r\n" if "\r\n" in text else "\n"
    text = text.replace("\r\n", "\n")
    places = [canon.where(wish.context / name) for name in now.names] or [now.where]
    pairs = zip(places, now.forms, wish.forms, strict=True)
    # From below, so that what is above stays where it is.
    for place, old, new in sorted(pairs, key=lambda pair: pair[0], reverse=True):
        if old != new:
            text = respelt(text, place, new)
    return text.replace("\n", newline)


def _refuse(root: Path, now: Wording, wish: Wish) -> None:
    """Raise Unusable if something cannot be written."""
    problem = ""
    if wish.which == "source" and wish.context.variant:
        problem = "has no variants: its translations have"
    elif not is_of(root, now.where):
        problem = "is no file of this pack"
    elif len(wish.forms) != len(now.forms):
        problem = f"found {len(wish.forms)} forms, expected {len(now.forms)}"
    elif any(len(form) > LONGEST for form in wish.forms):
        problem = f"is longer than {LONGEST} characters"
    elif any(not letter.isprintable() and letter != "\n" for form in wish.forms for letter in form):
        problem = "holds a character that cannot be printed"
    elif wish.which == "source" and not all(form.strip() for form in wish.forms):
        problem = "a text of the source may not be empty"
    if problem:
        raise Unusable([Problem(now.where, problem)])
