"""The texts of an open aid: source, translation and fit of each, and edits of their files."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from aidgen.game.context import UI, Context
from aidgen.game.data import GameData
from aidgen.game.edits import rewrite_text
from aidgen.game.texts import Text
from aidgen.layout.document import Document
from aidgen.layout.promises import text_contexts
from aidgen.pipeline.pack import Pack
from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox.output import write_file
from aidgen.translation.po import replace_translation, texts_of

# The documents of two large decks are not read again for their texts.
_contexts = lru_cache(500)(text_contexts)


@dataclass(frozen=True)
class FileText:
    """A text as a file has it: its place, its forms and its state.

    `names` are the plural names of its forms, such as one and other; empty for a single form.
    """

    where: Where
    forms: tuple[str, ...]
    names: tuple[str, ...] = ()
    state: str = ""


@dataclass(frozen=True)
class ConflictError(Exception):
    """The file differs from what the editor read: what it has now."""

    now: FileText


def _is_translated(game_data: GameData, locale: str, context: Context) -> bool:
    return game_data.written_in(context.domain) != locale


def _text_of(game_data: GameData, context: Context) -> Text:
    texts = texts_of(game_data, UI if context.is_ui else game_data.game.id)
    text = next((text for where, text in texts if where == context), None)
    if text is None:
        raise LookupError(str(context))
    return text


def _edited(pack: Pack, game: str, locale: str, context: Context, source: Text) -> FileText | None:
    """Return the text that a language edits: the source, or its entry in the PO file, if any."""
    game_data = pack.game_data(game)
    if not _is_translated(game_data, locale, context):
        names = tuple(name for name, _ in source.plural)
        return FileText(game_data.where(context), source.wordings, names)
    catalog = pack.words(locale) if context.is_ui else pack.catalog(game, locale)
    entry = catalog.entries.get(context)
    if entry is None:
        return None
    state = entry.text.state
    if state == "translated" and not entry.made_for(source):
        state = "fuzzy"
    return FileText(entry.where, entry.text.wordings, (), state)


def _is_in_pack(root: Path, where: Where) -> bool:
    # Fixed words that a pack does not translate are in a file of ours.
    return bool(where.line) and (root / where.file).is_file()


def save_text(
    pack: Pack, game: str, locale: str, context: Context, forms: Sequence[str], seen: Sequence[str]
) -> Where:
    """Write the `forms` of a text into its file, if that still has the forms `seen`.

    Returns its place. Raises ConflictError if the file has another text, LookupError if there is
    no such text, InputError if it cannot be written.
    """
    fresh = Pack(pack.root, pack.limits)  # the file may have changed since the pack was read
    now = _edited(fresh, game, locale, context, _text_of(fresh.game_data(game), context))
    if now is None:
        raise LookupError(str(context))
    is_source = not _is_translated(fresh.game_data(game), locale, context)
    if not _is_in_pack(pack.root, now.where):
        raise InputError([Problem(now.where, "is not in a file of this pack")])
    if is_source and not all(map(str.strip, forms)):
        raise InputError([Problem(now.where, "a source text may not be empty")])
    if now.forms != tuple(seen):
        raise ConflictError(now)
    path = (pack.root / now.where.file).resolve()
    content = path.read_bytes()
    if fresh.snapshot.changed():
        hint = "save again when that program has closed it"
        raise InputError([Problem(now.where, "is being written by another program", hint)])
    text = content.decode("utf-8-sig")
    newline = "\r\n" if "\r\n" in text else "\n"
    text = text.replace("\r\n", "\n")
    if is_source:
        text = _rewrite_source(text, fresh.game_data(game), context, now, forms)
    else:
        text = replace_translation(text, now.where, context, forms)
    mark = BOM_UTF8 if content.startswith(BOM_UTF8) else b""  # of a Windows editor
    write_file(path, mark + text.replace("\n", newline).encode(), pack.root.resolve())
    return now.where


def _rewrite_source(
    text: str, game_data: GameData, context: Context, now: FileText, forms: Sequence[str]
) -> str:
    places = [game_data.where(context / name) for name in now.names] or [now.where]
    changes = zip(places, now.forms, forms, strict=True)
    # From the bottom up, so that the lines above keep their numbers.
    for place, old, new in sorted(changes, key=lambda change: change[0], reverse=True):
        if old != new:
            text = rewrite_text(text, place, new)
    return text


# As the browser shows them --------------------------------------------------------------------


def list_texts(
    pack: Pack, game: str, locale: str, documents: Iterable[Document]
) -> list[dict[str, object]]:
    """Return the texts on the pages of an aid, in reading order, each once."""
    game_data = pack.game_data(game)
    sources = {context: leaf for context, leaf in game_data.leaves if isinstance(leaf, Text)}
    # Not their heads: all texts of a deck are the same after a change of its style sheet.
    bodies = (half.partition("<body")[2] for page in documents for half in (page.front, page.html))
    printed = (context for body in bodies for context in _contexts(body))
    rows = []
    for context in map(Context.read, dict.fromkeys(printed)):
        if context not in sources:
            continue
        row: dict[str, object] = {"context": str(context), "source": str(sources[context])}
        if _is_translated(game_data, locale, context):
            text = _edited(pack, game, locale, context, sources[context])
            row["translation"] = text.forms[-1] if text else ""
            row["state"] = text.state if text else "missing"
        rows.append(row)
    return rows


def describe_text(
    pack: Pack, game: str, locale: str, context: Context, *, read_only: bool
) -> dict[str, object]:
    """Describe a text of a game in a language; raises LookupError if there is none."""
    game_data = pack.game_data(game)
    source = _text_of(game_data, context)
    text = _edited(pack, game, locale, context, source)
    role, limit = game_data.role(context)
    translated = _is_translated(game_data, locale, context)
    description: dict[str, object] = {
        "context": str(context),
        "role": role,
        "note": game_data.note(context),
        "limit": limit,
        "values": {name: str(value) for name, value in game_data.values.items()},
        "terms": pack.glossary_terms(game, locale, source.wordings[-1]) if translated else [],
        "sourceLanguage": game_data.written_in(context.domain).replace("_", "-"),
        "language": locale.replace("_", "-"),
        "translated": translated,
        "source": {"where": str(game_data.where(context)), "forms": source.wordings},
        "text": None,
    }
    if text:
        editable = not read_only and _is_in_pack(pack.root, text.where)
        description["text"] = asdict(text) | {"where": str(text.where), "editable": editable}
    return description
