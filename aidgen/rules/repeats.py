"""Checks of what a game stores twice: sentences, lists of names, numbers, results of examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import permutations

from aidgen.game.context import Context
from aidgen.game.data import GameData
from aidgen.game.texts import LINK, PLACEHOLDER, Text, term_forms
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


Typed = Mapping[Context, Text]


def nothing_is_stored_twice(game_data: GameData) -> Iterator[Problem]:
    """Yield the texts of a game that hold what another text, a list or a value holds."""
    # What is quoted whole is not typed again; what `repeats` lists is meant.
    listed = game_data.game.repeats
    typed = {
        context: text
        for context, text in game_data.texts()
        if context not in game_data.shared and not any(_is_in(context, name) for name in listed)
    }
    sentences = [*_sentences(typed)]
    yield from _repeated_sentences(game_data, sentences)
    yield from _long_briefs(game_data, typed)
    yield from _repeated_names(game_data, typed)
    yield from _typed_values(game_data, sentences)
    yield from _typed_results(game_data, typed)


def _is_in(context: Context, listed: str) -> bool:
    return any(fnmatchcase(outer.ref, listed) for outer in context.around())


def _repeated_sentences(
    game_data: GameData, sentences: Sequence[tuple[Context, str]]
) -> Iterator[Problem]:
    first: dict[str, Context] = {}
    reported = set()
    values = game_data.values
    for context, sentence in sentences:
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
            yield Problem(game_data.where(context), message, hint, "warning")


def _sentences(typed: Typed) -> Iterator[tuple[Context, str]]:
    for context, text in typed.items():
        for wording in text.wordings if context.name in PROSE and "rows" not in context.ids else ():
            for sentence in SENTENCE_END.split(LINK.sub(r"\1", wording).replace("*", "")):
                words = sentence.strip("- ").split()
                if len(words) >= FEWEST_WORDS:
                    yield context, " ".join(words)


def _long_briefs(game_data: GameData, typed: Typed) -> Iterator[Problem]:
    for context, text in typed.items():
        for name in ("text", "effect") if context.name == "brief" else ():
            full = typed.get(Context(context.domain, (*context.ids[:-1], name)))
            if full and full.wordings == text.wordings:
                where = game_data.where(context)
                yield Problem(where, f"`brief` is what `{name}` is", "leave it out", "warning")


def _repeated_names(game_data: GameData, typed: Typed) -> Iterator[Problem]:
    lists = _name_lists(typed)
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
                where = game_data.where(names[first])
                yield Problem(where, f"{message} ({place})", hint, "warning")
                break


def _name_lists(typed: Typed) -> dict[tuple[str, ...], dict[str, Context]]:
    """Return the contexts of names by the ids of their list, the titles of records first."""
    lists: dict[tuple[str, ...], dict[str, Context]] = {}
    repeating = set()
    for context, text in typed.items():
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


def _typed_values(
    game_data: GameData, sentences: Sequence[tuple[Context, str]]
) -> Iterator[Problem]:
    # The words beside a number name its value, in two to four words: a `speed` may be anybody's.
    names: dict[str, list[str]] = {}
    for name, figure in game_data.values.items():
        if name.count("_") in (1, 2, 3):
            names.setdefault(str(figure), []).append(name)
    for context, sentence in sentences:
        words = [word.strip(".,;:!?()").casefold() for word in sentence.split()]
        for at, word in enumerate(words):
            around = " ".join(words[max(at - WORDS_AROUND, 0) : at + WORDS_AROUND + 1])
            for name in names.get(word, ()):
                # In any order: `health_full` is full health.
                if any(" ".join(order) in around for order in permutations(name.split("_"))):
                    place = game_data.where(game_data.at("values", name))
                    hint = f"quote it, `{{{name}}}`, {MEANT}"
                    message = f"`{word}` is the value `{name}` ({place})"
                    yield Problem(game_data.where(context), message, hint, "warning")


def _typed_results(game_data: GameData, typed: Typed) -> Iterator[Problem]:
    # Of an example's numbers, the last is what they come to.
    for context, text in typed.items():
        for example in str(text).split("\n\n") if context.name == "example" else ():
            found = NUMBER.finditer(example)
            numbers = [match for match in found if not match[1] or match[1] in game_data.values]
            if len(numbers) > 1 and not numbers[-1][1]:
                message = f"`{numbers[-1][0]}` of this example follows from no value"
                hint = f"quote a value with `derive`, or a cell of a table, {MEANT}"
                yield Problem(game_data.where(context), message, hint, "warning")


def repetitions_are_there(game_data: GameData) -> Iterator[Problem]:
    """Yield what `repeats` lists and no text has."""
    contexts = [context for context, _ in game_data.texts()]
    for number, listed in enumerate(game_data.game.repeats):
        if not any(_is_in(context, listed) for context in contexts):
            where = game_data.where(game_data.at("game", "repeats", str(number)))
            hint = did_you_mean(listed, all_refs(game_data))
            yield Problem(where, f"`{listed}` in `repeats` is no text or record", hint)
