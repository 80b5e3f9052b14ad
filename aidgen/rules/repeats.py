"""Checks of what a game stores twice: sentences, lists of names, numbers, results of examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.texts import LINK, PLACEHOLDER, term_forms
from aidgen.problems import Problem, did_you_mean
from aidgen.rules.references import all_refs

# The fields of records whose texts are sentences.
PROSE = ("text", "brief", "example", "intro", "outro", "note", "effect", "ends", "definition")
SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")
# Words of a sentence that is hardly written twice by chance.
FEWEST_WORDS = 5
# Records of one kind may have something alike, which takes fewer words: when two states end.
SIBLING_WORDS = 12
# Names of a list that is hardly typed twice by chance.
FEWEST_NAMES = 4
# The ids of titles, within their record.
TITLES = (("title",), ("one",))
# What may be a number in an example: one that is typed, or quoted.
NUMBER = re.compile(r"\{([^{}]*)\}|\d+(?:[.,]\d+)?")
# How near a number the words are that name it.
WORDS_AROUND = 4
# What to do about a repetition that is meant.
MEANT = "or list this in `repeats` of the game"


def sentences_are_stored_once(game_data: GameData) -> Iterator[Problem]:
    """Yield texts with a sentence of another record, once for each two texts."""
    first: dict[str, Context] = {}
    reported = set()
    values = game_data.values
    for context, sentence in _sentences(game_data):
        shown = PLACEHOLDER.sub(lambda quote: str(values.get(quote[1], quote[0])), sentence)
        stored = first.setdefault(shown.casefold(), context)
        is_alike = (stored.kind, stored.name) == (context.kind, context.name)
        # Each card says all that it does, and two may do the same.
        is_short = len(shown.split()) < SIBLING_WORDS or context.kind == "cards"
        is_same = stored.ids[:-1] == context.ids[:-1] or (stored, context) in reported
        # A line that ends with a colon leads to others, which differ.
        if not (is_same or (is_alike and is_short) or shown.endswith(":")):
            reported.add((stored, context))
            message = f"repeats “{shown}” of `{stored.ref}` ({game_data.where(stored)})"
            hint = f"quote a text that says only this, {MEANT}"
            yield game_data.problem(context, message, hint, "warning")


def _sentences(game_data: GameData) -> Iterator[tuple[Context, str]]:
    for context, text in game_data.typed.items():
        for wording in text.wordings if context.name in PROSE and "rows" not in context.ids else ():
            for sentence in SENTENCE_END.split(LINK.sub(r"\1", wording).replace("*", "")):
                words = sentence.strip("- ").split()
                if len(words) >= FEWEST_WORDS:
                    yield context, " ".join(words)


def briefs_are_shorter(game_data: GameData) -> Iterator[Problem]:
    """Yield brief forms that are what they stand for."""
    for context, text in game_data.typed.items():
        for name in ("text", "effect") if context.name == "brief" else ():
            full = game_data.typed.get(Context(context.domain, (*context.ids[:-1], name)))
            if full and full.wordings == text.wordings:
                message = f"`brief` is what `{name}` is"
                yield game_data.problem(context, message, "leave it out", "warning")


def names_are_listed_once(game_data: GameData) -> Iterator[Problem]:
    """Yield lists of names, in a column or labels, that records or another list have, too."""
    lists = _name_lists(game_data)
    tables = game_data.tables
    # Rows are often alike in something, as in their sizes, but hardly in their names.
    naming = {ids for ids in lists if ids[0] != "tables" or ids[-1] == tables[ids[1]].key}
    for ids, names in lists.items():
        for stored, theirs in lists.items():
            if stored == ids or len(ids) == 1:
                break
            is_same = names.keys() <= theirs.keys() or theirs.keys() <= names.keys()
            if is_same and (len(stored) == 1 or {ids, stored} <= naming):
                first, *others = [name for name in theirs if name in names]
                message = f"lists {len(others) + 1} names of `{'.'.join(stored)}`"
                place = game_data.where(theirs[first])
                ref = theirs[first].ref.removesuffix(".title").removesuffix(".one")
                hint = f"quote each, as in `{{{ref}}}`, {MEANT}"
                yield game_data.problem(names[first], f"{message} ({place})", hint, "warning")
                break


def _name_lists(game_data: GameData) -> dict[tuple[str, ...], dict[str, Context]]:
    """Return the contexts of names by the ids of their list, the titles of records first."""
    lists: dict[tuple[str, ...], dict[str, Context]] = {}
    repeating = set()
    for context, text in game_data.typed.items():
        ids, key = context.ids, context.ids[:1]
        if "rows" in ids:
            key = (*ids[: ids.index("rows")], ids[-1])
        elif "labels" in ids:
            key = ids[:-1]
        elif context.kind not in ("states", "terms") or ids[2:] not in TITLES:
            continue
        name = term_forms(text)[0].casefold()
        if name in lists.setdefault(key, {}) and len(key) > 1:
            repeating.add(key)  # what several rows have names none of them
        lists[key][name] = context
    long = [
        (key, names)
        for key, names in lists.items()
        if len(names) >= FEWEST_NAMES and key not in repeating
    ]
    return dict(sorted(long, key=lambda item: len(item[0]) > 1))


def numbers_are_quoted(game_data: GameData) -> Iterator[Problem]:
    """Yield numbers in texts that are those of a value which the words beside them name.

    The name is of two to four words: a `speed` may be that of anybody.
    """
    names: dict[str, list[str]] = {}
    for name, figure in game_data.values.items():
        if name.count("_") in (1, 2, 3):
            names.setdefault(str(figure), []).append(name)
    for context, sentence in _sentences(game_data):
        words = [word.strip(".,;:!?()").casefold() for word in sentence.split()]
        for at, word in enumerate(words):
            around = " ".join(words[max(at - WORDS_AROUND, 0) : at + WORDS_AROUND + 1])
            for name in names.get(word, ()):
                # In any order: `health_full` is full health.
                if any(" ".join(order) in around for order in permutations(name.split("_"))):
                    place = game_data.where(game_data.at("values", name))
                    hint = f"quote it, `{{{name}}}`, {MEANT}"
                    message = f"`{word}` is the value `{name}` ({place})"
                    yield game_data.problem(context, message, hint, "warning")


def examples_come_to_values(game_data: GameData) -> Iterator[Problem]:
    """Yield examples whose last number, which is what the others come to, is typed."""
    for context, text in game_data.typed.items():
        for example in str(text).split("\n\n") if context.name == "example" else ():
            found = NUMBER.finditer(example)
            numbers = [match for match in found if not match[1] or match[1] in game_data.values]
            if len(numbers) > 1 and not numbers[-1][1]:
                message = f"`{numbers[-1][0]}` of this example follows from no value"
                hint = f"quote a value with `derive`, or a cell of a table, {MEANT}"
                yield game_data.problem(context, message, hint, "warning")


def repetitions_are_there(game_data: GameData) -> Iterator[Problem]:
    """Yield what `repeats` lists and no text has."""
    contexts = [context for context, _ in game_data.texts()]
    for number, listed in enumerate(game_data.game.repeats):
        if not any(context.is_among(listed) for context in contexts):
            at = game_data.at("game", "repeats", str(number))
            hint = did_you_mean(listed, all_refs(game_data))
            yield game_data.problem(at, f"`{listed}` in `repeats` is no text or record", hint)
