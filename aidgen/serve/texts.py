"""The texts of a view: source, translation, fit and places of each, and edits of their files."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from aidgen.game.context import UI, Context
from aidgen.game.data import GameData
from aidgen.game.edits import rewrite_text, rewrite_value
from aidgen.game.figures import Figure
from aidgen.game.source import plain_scalar
from aidgen.game.texts import PLACEHOLDER, Text
from aidgen.page.layout import Fit
from aidgen.page.markdown import plain_text
from aidgen.page.pieces import Piece
from aidgen.pipeline.composition import pieces
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.renderer import Renderer
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox.output import replace_file
from aidgen.serve.view import OpenView, preview_parts, render_parts
from aidgen.translation.po import replace_translation, texts_of

EditedSide = Literal["source", "translation"]
LONGEST_TEXT = 20_000
"""In characters: more than fits on a page."""
LONGEST_VALUE = 40
"""In characters, of a number in the YAML."""
MOST_TRIES, PAUSE = 5, 0.1
"""How often a file is tried that another program writes; the seconds between grow by this."""


@dataclass(frozen=True)
class Wording:
    """A text in a file: its place, forms and state."""

    where: Where
    forms: tuple[str, ...]
    names: tuple[str, ...]
    """The plural names of its forms in the source, such as one and other; none for one form."""
    state: str


@dataclass(frozen=True)
class Edit:
    """A change of a text: the new forms, and the forms that the editor saw before."""

    context: Context
    which: EditedSide
    forms: tuple[str, ...]
    seen: tuple[str, ...]


@dataclass(frozen=True)
class ValueEdit:
    """A change of a number of the game: the new one, and the one that the editor saw."""

    name: str
    raw: str
    seen: str


class ConflictError(Exception):
    """The file differs from what the editor saw; carries its current text."""

    def __init__(self, now: Wording) -> None:
        """Keep the current text of the file."""
        super().__init__()
        self.now = now


def text_at(game_data: GameData, context: Context) -> Text:
    """Return a source text; raises LookupError if there is none."""
    for where, text in texts_of(game_data, UI if context.is_ui else game_data.game.id):
        if where == context:
            return text
    raise LookupError(str(context))


def source_of(game_data: GameData, context: Context) -> Wording:
    """Return a text from the YAML; raises LookupError if there is none."""
    text = text_at(game_data, context)
    names = tuple(name for name, _ in text.plural)
    return Wording(game_data.where(context), text.wordings, names, "source")


def translation_of(pack: Pack, game: str, locale: str, context: Context) -> Wording | None:
    """Return a text from the PO file of a language; None if there is no entry."""
    found = pack.words(locale) if context.is_ui else pack.catalog(game, locale)
    entry = found.entries.get(context)
    if entry is None:
        return None
    state = entry.text.state
    source = text_at(pack.game_data(game), context)
    if state == "translated" and not entry.made_for(source):
        state = "fuzzy"
    return Wording(entry.where, entry.text.wordings, (), state)


def is_of(root: Path, where: Where) -> bool:
    """Tell whether a place is in a file inside the pack in `root`, links resolved."""
    path = root / where.file
    inside = path.resolve().is_relative_to(root.resolve())
    return bool(where.line) and path.is_file() and inside


def save_text(pack: Pack, game: str, locale: str, wish: Edit) -> Where:
    """Write a text into its file, which is read again first; return its place.

    Raises ConflictError if the file differs from what the editor saw, LookupError if there is no
    such text, InputError if it cannot be written.
    """

    def prepare() -> tuple[Where, Rewrite]:
        fresh = Pack(pack.root, pack.limits)
        game_data = fresh.game_data(game)
        now = (
            source_of(game_data, wish.context)
            if wish.which == "source"
            else translation_of(fresh, game, locale, wish.context)
        )
        if now is None:
            raise LookupError(str(wish.context))
        _check_edit(pack.root, now, wish)
        if now.forms != wish.seen:
            raise ConflictError(now)
        return now.where, lambda text: _edited_file(text, game_data, now, wish)

    return _rewrite_file(pack.root, prepare)


def save_value(pack: Pack, game: str, wish: ValueEdit) -> Where:
    """Write a number into its file, which is read again first; return its place.

    Raises ConflictError if the file differs from what the editor saw, LookupError if there is no
    such number, InputError if it cannot be written.
    """

    def prepare() -> tuple[Where, Rewrite]:
        game_data = Pack(pack.root, pack.limits).game_data(game)
        now = value_of(game_data, wish.name)
        raw = wish.raw.strip()
        problem = ""
        if not is_of(pack.root, now.where):
            problem = "is not in a file of this pack"
        elif (
            len(raw) > LONGEST_VALUE
            or not raw.isprintable()
            or Figure.read(plain_scalar(raw)) is None
        ):
            problem = f"found `{raw}`, expected a number, a range or dice, as in 3, 2-4 and 2d6"
        if problem:
            raise InputError([Problem(now.where, problem)])
        if now.forms != (wish.seen,):
            raise ConflictError(now)

        return now.where, lambda text: rewrite_value(text, now.where, raw)

    return _rewrite_file(pack.root, prepare)


Rewrite = Callable[[str], str]
"""Returns the new text of a file; the lines of both end with a line feed alone."""


def _rewrite_file(root: Path, prepare: Callable[[], tuple[Where, Rewrite]]) -> Where:
    """Write what `prepare` makes of a file that it reads; return the place.

    If another program saves the file meanwhile, what it saved is read, and may be a conflict.
    """
    where, _ = prepare()
    for again in range(MOST_TRIES):
        time.sleep(again * PAUSE)  # for a program that is writing
        path = (root / where.file).resolve()
        before = path.read_bytes()
        file = where.file
        where, rewrite = prepare()  # reads what `before` has, or the file is not replaced
        mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
        if where.file == file and path.read_bytes() == before:
            text = before.decode("utf-8-sig")
            newline = "\r\n" if "\r\n" in text else "\n"
            new = rewrite(text.replace("\r\n", "\n")).replace("\n", newline)
            if replace_file(path, before, mark + new.encode(), root.resolve()):
                return where
    message = "is being written by another program, and was not changed"
    raise InputError([Problem(where, message, "save again when that program has closed it")])


def value_of(game_data: GameData, name: str) -> Wording:
    """Return a number from the YAML; raises LookupError if there is none."""
    value = game_data.values[name]
    where = game_data.where(game_data.at("values", name))
    return Wording(where, (value.typed or str(value),), (), "source")


def describe_value(
    pack: Pack, game: str, name: str, printed: Mapping[str, Sequence[PrintedPlace]]
) -> dict[str, object]:
    """Describe a number: its place, the texts that quote it, and the aids that print those.

    Raises LookupError if there is no such number.
    """
    game_data = pack.game_data(game)
    quoting = [
        str(context)
        for context, text in game_data.texts()
        if any(name in PLACEHOLDER.findall(words) for words in text.wordings)
    ]
    aids = dict.fromkeys(place.title for context in quoting for place in printed.get(context, ()))
    return {
        "name": name,
        **_text_wording(pack, value_of(game_data, name), read_only=False),
        "texts": quoting,
        "aids": list(aids),
    }


def _edited_file(text: str, game_data: GameData, now: Wording, wish: Edit) -> str:
    if wish.which == "translation":
        return replace_translation(text, now.where, wish.context, wish.forms)
    places = [game_data.where(wish.context / name) for name in now.names] or [now.where]
    pairs = zip(places, now.forms, wish.forms, strict=True)
    # From the bottom up, so that the lines above keep their numbers.
    for place, old, new in sorted(pairs, key=lambda pair: pair[0], reverse=True):
        if old != new:
            text = rewrite_text(text, place, new)
    return text


def _check_edit(root: Path, now: Wording, wish: Edit) -> None:
    """Raise InputError if an edit is not allowed."""
    problem = ""
    if not is_of(root, now.where):
        problem = "is not in a file of this pack"
    elif len(wish.forms) != len(now.forms):
        problem = f"found {len(wish.forms)} forms, expected {len(now.forms)}"
    elif any(len(form) > LONGEST_TEXT for form in wish.forms):
        problem = f"is longer than {LONGEST_TEXT} characters"
    elif any(not letter.isprintable() and letter != "\n" for form in wish.forms for letter in form):
        problem = "contains a character that cannot be printed"
    elif wish.which == "source" and not all(form.strip() for form in wish.forms):
        problem = "a source text may not be empty"
    if problem:
        raise InputError([Problem(now.where, problem)])


@dataclass(frozen=True)
class PrintedPlace:
    """A piece that prints a text: its aid, and the card or region."""

    aid: str
    title: str
    box: str
    piece: Piece


def printed_places(
    pack: Pack, game: str, locale: str, renderer: Renderer
) -> Mapping[str, tuple[PrintedPlace, ...]]:
    """Return where each text of a game is printed in a language, by msgctxt, in all aids."""
    game_data = pack.localized(game, locale)
    places: dict[str, dict[tuple[str, str], PrintedPlace]] = {}
    for aid in game_data.aids:
        try:
            laid = preview_parts(render_parts(pack, game_data, aid, renderer), None).sides
        except InputError:  # reported when that aid is opened
            continue
        title = plain_text(game_data.aids[aid].title)
        for piece in pieces(laid):
            for text in piece.promises.texts:
                if text.context:
                    known = places.setdefault(text.context, {})
                    known.setdefault((aid, text.box), PrintedPlace(aid, title, text.box, piece))
    return {context: tuple(known.values()) for context, known in places.items()}


def list_texts(view: OpenView, pack: Pack) -> list[dict[str, object]]:
    """Return the texts on the pages of a view, in reading order, each once."""
    if view.rendered is None:
        return []
    game_data = pack.game_data(view.opened.game)
    contexts = dict.fromkeys(
        text.context
        for piece in pieces(view.sides)
        for text in piece.promises.texts
        if text.context
    )
    known = _source_texts(game_data)
    return [
        _text_row(view, pack, known[context], context)
        for context in map(Context.read, contexts)
        if context in known
    ]


def _source_texts(game_data: GameData) -> Mapping[Context, str]:
    return {context: str(leaf) for context, leaf in game_data.leaves() if hasattr(leaf, "wordings")}


def _text_row(view: OpenView, pack: Pack, source: str, context: Context) -> dict[str, object]:
    game, locale = view.opened.game, view.opened.locale
    row: dict[str, object] = {"context": str(context), "source": source}
    if pack.game_data(game).written_in(context.domain) != locale:
        found = pack.words(locale) if context.is_ui else pack.catalog(game, locale)
        entry = found.entries.get(context)
        row["translation"] = str(entry.text) if entry else ""
        row["state"] = _translation_state(pack, game, locale, context)
    return row


def _translation_state(pack: Pack, game: str, locale: str, context: Context) -> str:
    text = translation_of(pack, game, locale, context)
    return text.state if text else "missing"


def describe_text(
    view: OpenView, pack: Pack, context: Context, *, read_only: bool
) -> dict[str, object]:
    """Describe a text; raises LookupError if there is none."""
    game, locale = view.opened.game, view.opened.locale
    game_data = pack.game_data(game)
    source = source_of(game_data, context)
    role, limit = game_data.role(context)
    translated = game_data.written_in(context.domain) != locale
    translation = translation_of(pack, game, locale, context) if translated else None
    return {
        "context": str(context),
        "role": role,
        "note": game_data.note(context),
        "limit": limit,
        "values": {name: str(value) for name, value in game_data.values.items()},
        "quoted": [
            {"name": name, **_text_wording(pack, value_of(game_data, name), read_only=read_only)}
            for name in _quoted_values(game_data, source)
        ],
        "terms": pack.glossary_terms(game, locale, source.forms[-1]) if translated else [],
        "languages": {"source": game_data.written_in(context.domain), "translation": locale},
        "side": view.side_of(str(context)),
        "translated": translated,
        "source": _text_wording(pack, source, read_only=read_only),
        "translation": translation and _text_wording(pack, translation, read_only=read_only),
        "length": [game_data.length(form) for form in (translation or source).forms],
        "fits": list(_text_fits(view, context)),
        "plain": plain_text(str(text_at(game_data, context))),
    }


def _quoted_values(game_data: GameData, source: Wording) -> Sequence[str]:
    """Return the numbers of the game that a text quotes, each once."""
    names = [name for form in source.forms for name in PLACEHOLDER.findall(form)]
    return [name for name in dict.fromkeys(names) if name in game_data.values]


def _text_wording(pack: Pack, wording: Wording, *, read_only: bool) -> dict[str, object]:
    return {
        "where": str(wording.where),
        "forms": wording.forms,
        "names": wording.names,
        "state": wording.state,
        "editable": not read_only and is_of(pack.root, wording.where),
    }


def _text_fits(view: OpenView, context: Context) -> Iterator[dict[str, object]]:
    """Yield how the cards and regions that print a text fit."""
    met: set[Fit] = set()
    for found in view.checked.values():
        boxes = {text.box for text in found.texts if text.context == str(context)}
        for fit in found.fits:
            if fit.name in boxes and fit not in met:
                met.add(fit)
                yield {"box": fit.name, "size": fit.size, "room": fit.room}
