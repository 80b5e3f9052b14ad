"""What is known of a text: what it is, what it says in both languages, its room, its places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aidgen.game.canon import Canon
from aidgen.game.context import UI, Context
from aidgen.page.markdown import plain
from aidgen.page.pieces import Piece
from aidgen.page.promises import Fit
from aidgen.pipeline.composition import pieces
from aidgen.pipeline.pack import Pack
from aidgen.problems import Unusable
from aidgen.serve.guessing import guess
from aidgen.serve.view import View, parts_of
from aidgen.serve.writing import Wording, is_of, source_of, text_at, translation_of
from aidgen.translation.po import wanted

Said = dict[str, object]


@dataclass(frozen=True)
class Place:
    """A piece of an aid that prints a text: which aid, and in which card or region."""

    aid: str
    title: str
    box: str
    piece: Piece


def places(pack: Pack, game: str, locale: str) -> Mapping[str, tuple[Place, ...]]:
    """Return where each text of a game is printed in a language, by its msgctxt: all aids."""
    canon = pack.localized(game, locale)
    found: dict[str, dict[tuple[str, str], Place]] = {}
    for aid in canon.aids:
        try:
            laid = guess(parts_of(pack, canon, aid), None).sides
        except Unusable:  # it is told where that aid stands open
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
            for context, _ in wanted(canon, domain, genders):
                if context.variant:
                    found.setdefault(context.invariant, []).append(context)
    return found


def _texts(canon: Canon) -> Mapping[Context, str]:
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
