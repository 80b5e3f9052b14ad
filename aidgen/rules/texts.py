"""Checks of texts: values, length, plural forms, notes, markup, characters and decimals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from aidgen import BUNDLED_PACK
from aidgen.assets.characters import unprintable_characters
from aidgen.assets.icons import known_icons
from aidgen.game.context import Context
from aidgen.game.data import HOLDERS, GameData, find_all
from aidgen.game.figures import MOST_DECIMALS, Figure, Percent, Ratio, explain_unclear, neutral
from aidgen.game.formulas import quoted_values
from aidgen.game.records import NO_THIS, THIS
from aidgen.game.texts import (
    LITERAL_BRACE,
    PAGE_NUMBER,
    PLACEHOLDER,
    TERM_FORMS,
    Text,
    hyphen_bullets,
    phrase_pattern,
)
from aidgen.language.grammar import form_names
from aidgen.language.locales import decimal_sign, script_of
from aidgen.page.markdown import find_blocks, find_misreadings
from aidgen.page.misuse import find_misuse
from aidgen.problems import Problem, did_you_mean
from aidgen.rules.references import all_refs

# The fields whose texts are printed as paragraphs and lists.
BLOCK_FIELDS = frozenset(
    {"text", "brief", "example", "intro", "outro", "note", "effect", "credits", "hyphenation"}
)
# How many names of a record a hint lists.
MOST_NAMED = 12


def values_are_used(game_data: GameData) -> Iterator[Problem]:
    """Yield placeholders that no value defines, and values that no text or formula quotes."""
    used = set()
    for context, name in quoted_values(game_data):
        used.add(name)
        if name == PAGE_NUMBER:  # its own check has it
            continue
        if name not in game_data.values and not game_data.title(name):
            message = f"unknown value `{{{name}}}`"
            hint = did_you_mean(name, game_data.values)
            # A value whose quotation is misspelt is not reported as unused, too.
            used |= {value for value in game_data.values if f"`{value}`" in hint}
            if "." in name or name == THIS:
                message, hint = _explain_quotation(game_data, name)
            elif not hint:
                is_icon = name in known_icons((game_data.root, BUNDLED_PACK))
                hint = f"`:{name}:` is an icon" if is_icon else "`\\{` prints the sign itself"
            yield game_data.problem(context, message, hint)
    for name in game_data.values.keys() - used:
        hint = "quote it in a text, or remove it"
        yield game_data.problem(game_data.at("values", name), f"value `{name}` is not used", hint)


def _explain_quotation(game_data: GameData, name: str) -> tuple[str, str]:
    """Return what is wrong with the quotation of a record, and a hint."""
    refs = [*all_refs(game_data)]
    kind, record, field = (*name.split(".", 2), "", "")[:3]
    if f"{kind}.{record}" not in refs or not field:
        hint = NO_THIS if kind == THIS else did_you_mean(name, filter(game_data.title, refs))
        return f"unknown record `{{{name}}}`", hint
    message, node = f"`{kind}.{record}` has no `{field}`", getattr(game_data, kind)[record]
    if kind == "decks":
        cards = game_data.cards.values()
        copies = sorted({card.copies for card in cards if card.deck == record})
        listed = f"cards and different; its cards have {' or '.join(map(str, copies))} copies"
        return message, f"it has {listed if copies else 'no cards'}"
    texts = (context.ids[2:] for context, _ in find_all(node, game_data.at(kind, record), Text))
    names = [".".join(step for step in steps if step not in HOLDERS) for steps in texts]
    names += ["opposite"] if getattr(node, "opposite", None) else []
    return message, did_you_mean(field, names) or f"it has {', '.join(names[:MOST_NAMED])}"


def braces_are_placeholders(game_data: GameData) -> Iterator[Problem]:
    """Yield texts with a brace that opens or closes no placeholder."""
    for context, wording in game_data.wordings():
        if set("{}") & set(LITERAL_BRACE.sub("", PLACEHOLDER.sub("", wording))):
            message = "found a single brace, expected {value}"
            yield game_data.problem(context, message, "write `\\{` for the sign itself")


def texts_keep_their_limits(game_data: GameData) -> Iterator[Problem]:
    """Yield texts with more characters than their place on the page has room for."""
    for context, text in game_data.texts():
        _, limit = game_data.role(context)
        longest = max(map(game_data.length, text.wordings))
        if limit is not None and longest > limit:
            message = f"found {longest} characters, expected at most {limit}"
            yield game_data.problem(context, message)


def forms_go_by_a_number(game_data: GameData) -> Iterator[Problem]:
    """Yield texts whose forms go by no number, or are not those of their language."""
    # Each language has its own forms: English `one` and `other`, Polish also `few` and `many`.
    names = form_names(game_data.game.language)
    for context, text in game_data.texts():
        if text.plural and game_data.plural_number(text) is None:
            message = "has plural forms, but `other` quotes no whole number"
            hint = "quote a value such as {rounds}, or write a single text"
            yield game_data.problem(context, message, hint)
            continue
        for name, wording in text.plural:
            quoted = (f"{{{value}}}" for value in PLACEHOLDER.findall(text))
            lost = [f"`{quote}`" for quote in quoted if quote not in wording]
            if name not in names:
                message = f"`{name}` is not a plural form of `{game_data.game.language}`"
                yield game_data.problem(context, message, f"forms: {', '.join(names)}")
            elif len(lost) > 1:  # the number of the form may be in words: "a card"
                message = f"`{name}` does not quote {', '.join(lost)} as `other` does"
                yield game_data.problem(context, message)


def notes_reach_texts(game_data: GameData) -> Iterator[Problem]:
    """Yield notes to translators that belong to no text."""
    reached = {around for context, _ in game_data.texts() for around in context.around()}
    for context in game_data.notes:
        if context not in reached and not context.is_ui:
            message = "this note to translators belongs to no text"
            hint = "put the note above a text or at the end of its line"
            yield game_data.problem(context, message, hint)


def foreign_phrases_are_used(game_data: GameData) -> Iterator[Problem]:
    """Yield phrases of another language that are in no text."""
    for words in game_data.game.foreign:
        pattern = re.compile(phrase_pattern(words))
        if not any(pattern.search(text) for _, text in game_data.texts()):
            at = game_data.at("game", "foreign", words)
            yield game_data.problem(at, f"`{words}` is in no text", "write it as in the texts")


def texts_are_of_the_dialect(game_data: GameData) -> Iterator[Problem]:
    """Yield HTML, block quotes, rules, headings, tables, code and pictures in texts."""
    for context, wording in game_data.wordings():
        for misuse in find_misuse(wording):
            yield game_data.problem(context, *misuse)
        is_form = context.kind == "terms" and context.name in TERM_FORMS
        # Among the forms of a term a star stands for any letters: only the first is printed.
        for misreading in find_misreadings(wording.partition("|")[0] if is_form else wording):
            yield game_data.problem(context, *misreading)


def blocks_have_room(game_data: GameData) -> Iterator[Problem]:
    """Yield lists and paragraphs in texts that are printed as a line, and titles of many lines."""
    for context, wording in game_data.wordings():
        is_cell = context.kind == "tables" and "rows" in context.ids
        has_room = context.name in BLOCK_FIELDS and not {"fields", "modules"} & {*context.ids}
        if not is_cell and not has_room and (block := find_blocks(wording)):
            message = f"found {block}, but `{context.name}` is printed as one line"
            hint = "write it as one line, or move it to a longer text of the record"
            yield game_data.problem(context, message, hint)
        elif context.kind == "cards" and context.name == "title":
            lines = len(wording.strip().split("\n"))
            if lines > 2:
                message = f"found a title of {lines} lines, expected at most 2"
                yield game_data.problem(context, message)


def characters_can_be_printed(game_data: GameData) -> Iterator[Problem]:
    """Yield characters of texts, and of editions, that no font has or that would mislead."""
    words = [
        (game_data.at("game", "editions", name), f"{edition.title} {edition.version or ''}")
        for name, edition in game_data.game.editions.items()
    ]
    words.append((game_data.at("game", "edition"), game_data.game.edition))
    script = script_of(game_data.game.language)
    for context, wording in (*game_data.wordings(), *words):
        is_block = context.name in BLOCK_FIELDS or "\n" in wording
        for problem in unprintable_characters(
            hyphen_bullets(wording) if is_block else wording, script
        ):
            yield game_data.problem(context, problem)


def numbers_are_printed_as_typed(game_data: GameData) -> Iterator[Problem]:
    """Yield numbers that have more decimals than are printed: they would become other numbers."""
    decimal = decimal_sign(game_data.game.language)
    for context, leaf in game_data.leaves:
        if not isinstance(leaf, Figure) or leaf.typed or _is_derived(game_data, context):
            continue
        if leaf.unclear and not leaf.is_rounded and (decimal == "," or "." in leaf.unclear):
            yield game_data.problem(context, *explain_unclear(leaf.unclear))
            continue
        raw = leaf.raw
        numbers = (raw.first, raw.second) if isinstance(raw, Ratio) else (leaf.number,)
        # The numbers of ranges and dice are whole, and those of a hundred are typed as such.
        for number in (raw.number,) if isinstance(raw, Percent) else numbers:
            if (number * 10**MOST_DECIMALS).denominator != 1:
                rounded = round(number, MOST_DECIMALS)
                typed = f"{Decimal(number.numerator) / number.denominator:f}"
                message = f"found `{typed}`, which would be printed as {neutral(rounded)}"
                hint = f"a number has at most {MOST_DECIMALS} decimals; derived numbers are rounded"
                yield game_data.problem(context, message, hint)


def _is_derived(game_data: GameData, context: Context) -> bool:
    # Nobody typed a derived number, so it may be rounded when it is printed.
    if context.kind == "values":
        return context.name in game_data.formulas
    table = game_data.tables.get(context.ids[1]) if context.kind == "tables" else None
    column = table.columns.get(context.name) if table and "rows" in context.ids else None
    return column is not None and column.derive is not None
