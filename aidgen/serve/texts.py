"""What is known of a text: what it is, what it says in both languages, its room, its places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from aidgen.game.context import UI, Context
from aidgen.game.data import GameData
from aidgen.game.edits import rewrite_text
from aidgen.game.texts import Text
from aidgen.page.layout import Fit
from aidgen.page.markdown import plain
from aidgen.page.pieces import Piece
from aidgen.pipeline.composition import pieces
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.renderer import Renderer
from aidgen.problems import InputError, Problem, Where
from aidgen.serve.preview import guess
from aidgen.serve.view import View, parts_of
from aidgen.store.files import write
from aidgen.translation.po import replace_translation, texts_of

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


def text_at(canon: GameData, context: Context, genders: Sequence[str] = ()) -> Text:
    """Return a text of a canon as it is written, or what a variant of it is a translation of.

    A language that has `genders` has variants. Raises LookupError if there is no such text.
    """
    for where, text in texts_of(canon, UI if context.is_ui else canon.game.id, genders):
        if where == context:
            return text
    raise LookupError(str(context))


def source_of(canon: GameData, context: Context, genders: Sequence[str] = ()) -> Wording:
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
    such text, InputError if it cannot be written.
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


def _written(text: str, canon: GameData, now: Wording, wish: Wish) -> str:
    if wish.which == "translation":
        return replace_translation(text, now.where, wish.context, wish.forms)
    newline = "\r\n" if "\r\n" in text else "\n"
    text = text.replace("\r\n", "\n")
    places = [canon.where(wish.context / name) for name in now.names] or [now.where]
    pairs = zip(places, now.forms, wish.forms, strict=True)
    # From below, so that what is above stays where it is.
    for place, old, new in sorted(pairs, key=lambda pair: pair[0], reverse=True):
        if old != new:
            text = rewrite_text(text, place, new)
    return text.replace("\n", newline)


def _refuse(root: Path, now: Wording, wish: Wish) -> None:
    """Raise InputError if something cannot be written."""
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
        raise InputError([Problem(now.where, problem)])


Said = dict[str, object]


@dataclass(frozen=True)
class Place:
    """A piece of an aid that prints a text: which aid, and in which card or region."""

    aid: str
    title: str
    box: str
    piece: Piece


def places(
    pack: Pack, game: str, locale: str, renderer: Renderer
) -> Mapping[str, tuple[Place, ...]]:
    """Return where each text of a game is printed in a language, by its msgctxt: all aids."""
    canon = pack.localized(game, locale)
    found: dict[str, dict[tuple[str, str], Place]] = {}
    for aid in canon.aids:
        try:
            laid = guess(parts_of(pack, canon, aid, renderer), None).sides
        except InputError:  # it is told where that aid stands open
            continue
        title = plain(canon.aids[aid].title)
        for piece in pieces(laid):
            for text in piece.promises.texts:
                if text.context:
                    known = found.setdefault(text.context, {})
                    known.setdefault((aid, text.box), Place(aid, title, text.box, piece))
    return {context: tuple(known.values()) for context, known in found.items()}


def listed(view: View, pack: Pack) -> list[Said]:
    """Return the texts that stand on the pages of a view, in reading order, each once.

    In a language of several genders each is followed by its variants.
    """
    if view.poured is None:
        return []
    canon = pack.canon(view.opened.game)
    contexts = dict.fromkeys(
        text.context
        for piece in pieces(view.sides)
        for text in piece.promises.texts
        if text.context
    )
    known = _texts(canon)
    varied = _variants(view, pack)
    return [
        _row(view, pack, known[context], one)
        for context in map(Context.read, contexts)
        if context in known
        for one in (context, *varied.get(context, ()))
    ]


def _variants(view: View, pack: Pack) -> Mapping[Context, Sequence[Context]]:
    """Return where the variants of texts stand that go by gender in the language of a view."""
    canon, genders = pack.canon(view.opened.game), pack.genders(view.opened.locale)
    found: dict[Context, list[Context]] = {}
    for domain in (canon.game.id, UI) if genders else ():
        if canon.written_in(domain) != view.opened.locale:
            for context, _ in texts_of(canon, domain, genders):
                if context.variant:
                    found.setdefault(context.invariant, []).append(context)
    return found


def _texts(canon: GameData) -> Mapping[Context, str]:
    return {context: str(leaf) for context, leaf in canon.leaves() if hasattr(leaf, "wordings")}


def _row(view: View, pack: Pack, source: str, context: Context) -> Said:
    game, locale = view.opened.game, view.opened.locale
    row: Said = {"context": str(context), "source": source, "variant": context.variant}
    if pack.canon(game).written_in(context.domain) != locale:
        found = pack.words(locale) if context.is_ui else pack.catalog(game, locale)
        entry = found.entries.get(context)
        row["translation"] = str(entry.text) if entry else ""
        row["state"] = _state(pack, game, locale, context)
    return row


def _state(pack: Pack, game: str, locale: str, context: Context) -> str:
    found = translation_of(pack, game, locale, context)
    return found.state if found else "missing"


def told(view: View, pack: Pack, context: Context, *, read_only: bool) -> Said:
    """Return what is known of a text; raises LookupError if there is none."""
    game, locale = view.opened.game, view.opened.locale
    canon = pack.canon(game)
    genders = pack.genders(locale)
    source = source_of(canon, context, genders)
    role, limit = canon.role(context)
    translated = canon.written_in(context.domain) != locale
    translation = translation_of(pack, game, locale, context) if translated else None
    return {
        "context": str(context),
        "role": role,
        "note": canon.note(context),
        "limit": limit,
        "values": {name: str(value) for name, value in canon.values.items()},
        "translated": translated,
        "source": _wording(pack, source, read_only=read_only or bool(context.variant)),
        "translation": translation and _wording(pack, translation, read_only=read_only),
        "length": [canon.length(form) for form in (translation or source).forms],
        "fits": list(_fits(view, context.invariant)),
        "plain": plain(str(text_at(canon, context, genders))),
    }


def _wording(pack: Pack, wording: Wording, *, read_only: bool) -> Said:
    return {
        "where": str(wording.where),
        "forms": wording.forms,
        "names": wording.names,
        "state": wording.state,
        "editable": not read_only and is_of(pack.root, wording.where),
    }


def _fits(view: View, context: Context) -> Iterator[Said]:
    """Yield how the cards and regions fit that print a text."""
    met: set[Fit] = set()
    for found in view.found.values():
        boxes = {text.box for text in found.texts if text.context == str(context)}
        for fit in found.fits:
            if fit.name in boxes and fit not in met:
                met.add(fit)
                yield {"box": fit.name, "size": fit.size, "room": fit.room}
