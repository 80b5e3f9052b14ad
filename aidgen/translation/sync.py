"""PO files updated from the game, and the templates for new ones.

A translation is found by its context, the path of ids; what a translator wrote is never lost.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

import polib

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.texts import PLACEHOLDER, Text
from aidgen.language import grammar
from aidgen.translation.catalog import add_pins, pin_of
from aidgen.translation.po import is_word_list, po_text, read_po, texts_of


def template(game_data: GameData, domain: str) -> str:
    """Return the template of catalog `domain` (a game or `ui`), a `.pot` file, as text.

    Its plural forms are those of the source language, since a template has no language yet.
    """
    source = game_data.written_in(domain)
    new = polib.POFile()
    new.header = f"The texts of {domain}, to be translated. Made by `aidgen i18n extract`."
    new.metadata = _headers({}, domain, "", source)
    for context, text in texts_of(game_data, domain):
        entry = polib.POEntry(msgctxt=str(context))
        _write_comments(entry, game_data, context, text)
        _set_source(entry, text.ids, grammar.form_count(source), 0)
        new.append(entry)
    return po_text(new)


def sync(
    game_data: GameData,
    domain: str,
    locale: str,
    path: Path,
    *,
    sparse: bool = False,
) -> str:
    """Return the PO file at `path`, updated from the game, as text.

    A `sparse` file has a base, another language or pack, and gets no new entries: it only holds
    what differs.

    Entries are matched by context first. Unchanged texts keep their translation; changed ones
    become fuzzy with their previous msgid; a text that moved to one new context takes its
    translation along (fuzzy if its role differs); removed ones become obsolete. Headers, flags and
    translators' comments stay.
    """
    old = polib.POFile()
    if os.path.lexists(path):
        old, _ = read_po(path, f"locales/{locale}/{domain}.po", root=path.parents[2])
    for former in old:
        if former.tcomment and _translations_in(former) and not (former.fuzzy or former.obsolete):
            wordings = [words.strip() for words in _translations_in(former)]
            former.tcomment = add_pins(former.tcomment, pin_of(*_source_ids(former), wordings))
    source = game_data.written_in(domain)
    forms = grammar.form_count(locale)
    texts = list(texts_of(game_data, domain))
    kept = _merge(old, texts)
    new = polib.POFile()
    new.header, new.metadata_is_fuzzy = old.header, old.metadata_is_fuzzy
    new.metadata = _headers(old.metadata, domain, locale, source)
    for context, text in texts:
        if sparse and str(context) not in kept:
            continue
        entry = kept.pop(str(context), None) or polib.POEntry(msgctxt=str(context))
        number = game_data.plural_number(text)
        current = 0 if number is None else grammar.form_index(locale, number)
        _set_source(entry, text.ids, forms, current)
        _write_comments(entry, game_data, context, text)
        new.append(entry)
    _keep_obsolete(old, new)
    return po_text(new)


def _headers(before: dict[str, str], domain: str, locale: str, source: str) -> dict[str, str]:
    rule, ours = before.get("Plural-Forms", ""), grammar.plural_header(locale or source)
    is_same = grammar.bare_rule(rule) == grammar.bare_rule(ours)
    return {
        "Project-Id-Version": f"aidgen {domain}",
        **before,
        "Language": locale,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Source-Language": source,
        "Plural-Forms": rule if is_same else ours,
    }


# Matching translations ---------------------------------------------------------------------------


def _merge(old: polib.POFile, texts: list[tuple[Context, Text]]) -> dict[str, polib.POEntry]:
    """Return the entry that each msgctxt keeps, or takes over from a removed context."""
    ids = {str(context): text.ids for context, text in texts}
    kept: dict[str, polib.POEntry] = {}
    rest: list[polib.POEntry] = []
    # Entries in use come before obsolete ones, and among these the same text comes first.
    for entry in sorted(
        old, key=lambda entry: (entry.obsolete, _source_ids(entry) != ids.get(entry.msgctxt))
    ):
        if entry.msgctxt in ids and (
            entry.msgctxt not in kept or not _translations_in(kept[entry.msgctxt])
        ):
            kept[entry.msgctxt] = entry
        else:
            rest.append(entry)
    fresh = Counter(text for context, text in ids.items() if context not in kept)
    for context, text in ids.items():
        same = [entry for entry in rest if _source_ids(entry) == text and _translations_in(entry)]
        if context not in kept and fresh[text] == 1 and same:
            kept[context] = _move(same, context)
    # Renamed and reworded at once: a source that is alike goes along, and becomes fuzzy.
    for context in [each for each in ids if each not in kept and fresh[ids[each]] == 1]:
        gone = {
            entry.msgid: entry
            for entry in rest
            if _translations_in(entry) and not entry.obsolete and entry.msgctxt not in ids
            if _role_of(entry) == Context.read(context).name
        }
        for source in get_close_matches(ids[context][0], gone, n=1, cutoff=0.8):
            kept[context] = _move([gone[source]], context)
    return kept


def _move(same: list[polib.POEntry], context: str) -> polib.POEntry:
    """Return the most similar entry with the same text, moved to `context`.

    It is fuzzy if it had another role, or if entries with its role have different translations.
    """
    role = Context.read(context).name
    same.sort(key=lambda old: (_role_of(old) != role, -_shared_ids(old.msgctxt or "", context)))
    nearest = same[0]
    alike = [entry for entry in same if _role_of(entry) == _role_of(nearest)]
    rivals = {tuple(_translations_in(entry)) for entry in alike}
    if (_role_of(nearest) != role or len(rivals) > 1) and "fuzzy" not in nearest.flags:
        nearest.previous_msgctxt = nearest.msgctxt
        nearest.previous_msgid = nearest.msgid
        nearest.previous_msgid_plural = nearest.msgid_plural or None
        nearest.flags.append("fuzzy")
    nearest.msgctxt = context
    return nearest


def _role_of(entry: polib.POEntry) -> str:
    return Context.read(entry.msgctxt or "").name


def _shared_ids(first: str, second: str) -> int:
    ours, others = (Counter(Context.read(context).ids) for context in (first, second))
    return (ours & others).total()


def _source_ids(entry: polib.POEntry) -> tuple[str, str]:
    return entry.msgid, entry.msgid_plural or ""


def _translations_in(entry: polib.POEntry) -> list[str]:
    forms = [entry.msgstr_plural[place] for place in sorted(entry.msgstr_plural)]
    return [*filter(None, [entry.msgstr, *forms])]


def _keep_obsolete(old: polib.POFile, new: polib.POFile) -> None:
    """Add unused entries to `new` as obsolete, each text of a context once."""
    used = {id(entry) for entry in new}
    there = {(entry.msgctxt, entry.msgid): entry for entry in new}
    for entry in old:
        if id(entry) in used or not (_translations_in(entry) or entry.tcomment):
            continue
        twin = there.setdefault((entry.msgctxt, entry.msgid), entry)
        if twin is not entry:  # PO files may not hold the same entry twice
            _keep_as_comment(twin, _translations_in(entry))
            _add_remarks(twin, entry.tcomment.split("\n"))
            continue
        entry.obsolete = True
        entry.occurrences = []
        entry.comment = ""
        entry.previous_msgid = entry.previous_msgid_plural = entry.previous_msgctxt = None
        new.append(entry)


# Contents of an entry ----------------------------------------------------------------------------


def _write_comments(
    entry: polib.POEntry, game_data: GameData, context: Context, text: Text
) -> None:
    where = game_data.where(context)
    role, limit = game_data.role(context)
    names = PLACEHOLDER.findall(" ".join(text.wordings))
    quoted = {name: game_data.quotation(name) for name in names}
    values = [f"{{{name}}} is {words}" for name, words in quoted.items() if words]
    remarks = [
        role,
        game_data.note(context),
        "; ".join(values),
        *(f"{name}: {words}" for name, words in text.plural if words not in text.ids),
    ]
    entry.comment = "\n".join(filter(None, remarks))
    entry.occurrences = [(where.file, str(where.line))]
    entry.obsolete = False
    if "fuzzy" not in entry.flags:
        entry.previous_msgid = entry.previous_msgid_plural = entry.previous_msgctxt = None
    entry.flags = [
        flag for flag in entry.flags if flag != BRACE_FORMAT and not flag.startswith("max-length:")
    ]
    if quoted:
        entry.flags.append(BRACE_FORMAT)
    elif limit is not None:  # tools would count the braces, too
        entry.flags.append(f"max-length:{limit}")


def _set_source(entry: polib.POEntry, ids: tuple[str, str], forms: int, current: int) -> None:
    """Give `entry` the source `ids`, with as many forms as it needs.

    A translation of another text becomes fuzzy, unless it is a language's own word list. If the
    text has gained plural forms, its translation is copied into each; if it has lost them, the form
    of its number, `current`, stays and the others are kept as a comment.
    """
    is_list = is_word_list(Context.read(entry.msgctxt or ""))
    if _source_ids(entry) != ids and _translations_in(entry) and not is_list:
        if entry.fuzzy and (entry.previous_msgid, entry.previous_msgid_plural or "") == ids:
            entry.flags.remove("fuzzy")  # a change of the source was taken back
        elif not entry.fuzzy:
            entry.previous_msgid = entry.msgid
            entry.previous_msgid_plural = entry.msgid_plural or None
            entry.flags.append("fuzzy")
    entry.msgid, entry.msgid_plural = ids
    if not ids[1]:
        had = dict(entry.msgstr_plural)
        if had:
            entry.msgstr = had.pop(current, "") or next(filter(None, had.values()), "")
        entry.msgstr_plural = {}
        _keep_as_comment(entry, had.values())
        return
    if not entry.msgstr_plural:
        entry.msgstr_plural = dict.fromkeys(range(forms), entry.msgstr)
        entry.msgstr = ""
    elif len(entry.msgstr_plural) != forms:
        # Forms by another rule: only a reader can tell which is which.
        had = entry.msgstr_plural
        if any(had.values()) and not entry.fuzzy:
            entry.flags.append("fuzzy")
        entry.msgstr_plural = {place: had.get(place, "") for place in range(forms)}
        _keep_as_comment(entry, [words for place, words in had.items() if place >= forms])


def _add_remarks(entry: polib.POEntry, lines: Iterable[str]) -> None:
    comments = entry.tcomment.split("\n") if entry.tcomment else []
    entry.tcomment = "\n".join(dict.fromkeys([*comments, *filter(None, lines)]))


def _keep_as_comment(entry: polib.POEntry, lost: Iterable[str]) -> None:
    rest = [words for words in lost if words not in _translations_in(entry)]
    _add_remarks(entry, ["formerly: " + " ".join(words.split()) for words in rest if words])


# The flag that tells tools that braces are placeholders.
BRACE_FORMAT = "python-brace-format"
