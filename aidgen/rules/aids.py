"""Checks of play aids: kind, paper, blocks, standees, tokens; every record is printed."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from itertools import chain
from typing import Any

from aidgen import BUNDLED_PACK
from aidgen.assets.papers import CARD_SIZE_HINT, PT_PER_MM, card_size
from aidgen.game.aids import Aid, TokenBack
from aidgen.game.context import Context, record_of
from aidgen.game.data import KINDS_OF_RECORD, GameData
from aidgen.imposition import sheet as imposition
from aidgen.page.kinds import KINDS, cards, kind_of, sheet
from aidgen.page.kinds.base import size
from aidgen.page.kinds.cutouts import trim
from aidgen.problems import Problem, did_you_mean
from aidgen.rules.references import all_refs, broken_references

# The kinds of record that are looked up in play.
NEEDED_KINDS = ("rules", "procedures", "tables", "states")
# The texts of records that their brief forms leave out, beside those that they stand for.
LEFT_OUT = frozenset({"callouts", "example", "intro", "outro", "note"})
# How high a row of a table is at least, in ems: lines of 1.1 in the tightest of our style sheets.
LOWEST_ROW = 1.1
# What to do about a table that no page of a sheet can hold.
ENDLESS = "set it in columns with `fold`, or print it in a book, whose `columns` go on over pages"


def aids_can_be_made(game_data: GameData) -> Iterator[Problem]:
    """Yield aids of an unknown kind, or whose kind cannot print what they ask for."""
    for name, aid in game_data.aids.items():
        context = game_data.at("aids", name)
        kind = kind_of(game_data, aid.kind)
        if kind is None:
            kinds = (*KINDS, *game_data.kinds)
            hint = did_you_mean(aid.kind, kinds) or f"kinds: {', '.join(kinds)}"
            yield game_data.problem(context / "kind", f"unknown kind of aid `{aid.kind}`", hint)
            continue
        if aid.paper not in kind.papers and not (kind.is_cards and card_size(aid.paper)):
            hint = f"{aid.kind} can use {', '.join(kind.papers)}"
            hint = CARD_SIZE_HINT if kind.is_cards else hint
            message = f"paper `{aid.paper}` is not available for this kind"
            yield game_data.problem(context / "paper", message, hint)
        if not getattr(aid, kind.holds):
            yield game_data.problem(context, f"has no `{kind.holds}`, so it would print nothing")
        if aid.landscape and kind.landscape:
            message = f"`landscape` does not apply to a {kind.name}"
            yield game_data.problem(context / "landscape", message, kind.landscape)
        keys = {key for built_in in KINDS.values() for key in built_in.keys}
        for key in sorted(keys - kind.keys):
            if getattr(aid, key) is not None:
                printers = [built_in for built_in in KINDS.values() if key in built_in.keys]
                printer = min(printers, key=lambda built_in: (built_in.holds != key, built_in.name))
                message = f"`{key}` does not apply to `kind: {aid.kind}`"
                hint = f"it applies to `kind: {printer.name}`"
                yield game_data.problem(context / key, message, hint)


def kinds_are_of_ours(game_data: GameData) -> Iterator[Problem]:
    """Yield kinds of a game's own with the name of a built-in one, or papers it cannot use."""
    for name, kind in game_data.kinds.items():
        at = game_data.at("kinds", name)
        if name in KINDS:
            yield game_data.problem(at, f"`{name}` is a built-in kind", "give it another name")
        papers = KINDS[kind.extends].papers
        for number, paper in enumerate(kind.papers):
            if paper not in papers and not (KINDS[kind.extends].is_cards and card_size(paper)):
                message = f"`{kind.extends}` cannot use the paper `{paper}`"
                yield game_data.problem(at / "papers" / str(number), message, ", ".join(papers))


def _printed_records(game_data: GameData, aid: str) -> Set[str]:
    """Return what an aid prints and the records of these, also what its tables are drawn from."""
    refs = game_data.printed_refs(aid)
    records = set(map(record_of, refs))
    drawn = (at for context, at in game_data.drawn.items() if record_of(context.ref) in records)
    return refs | records | {record_of(at.ref) for at in drawn if at.name not in ("title", "one")}


def records_are_printed(game_data: GameData) -> Iterator[Problem]:
    """Yield rules, procedures, tables and states that no aid of the game prints."""
    # A misspelt reference is reported; the record that it means is printed once that is mended.
    first = next(broken_references(game_data), None)
    if first and "contents" in first[0].ids:  # those of contents come before links
        return
    printed = set[str]().union(*(_printed_records(game_data, name) for name in game_data.aids))
    # Terms are in the glossary by themselves, and decks only hold what their cards share.
    for kind in (kind for kind in KINDS_OF_RECORD if kind not in ("terms", "decks", "aids")):
        for name in getattr(game_data, kind):
            if f"{kind}.{name}" not in printed:
                message = f"no aid prints `{kind}.{name}`"
                hint = "add it to an aid's contents"
                yield game_data.problem(game_data.at(kind, name), message, hint)


def texts_are_printed(game_data: GameData) -> Iterator[Problem]:
    """Yield texts of printed records that no aid prints: it prints their names, or them in brief.

    Of many records whose names alone are printed, the first is reported.
    """
    printed = _printed_forms(game_data)
    drawn = {at for context, at in game_data.drawn.items() if record_of(context.ref) in printed}
    listed = {context for context, _ in game_data.texts()} - drawn - game_data.drawn.keys()
    grouped: dict[str, list[Context]] = {}
    for context in sorted(listed):
        record = ".".join(context.ids[:2])
        form = printed.get(record, "")
        short = Context(context.domain, (*context.ids[:-1], "brief"))
        # A column, a footnote or a step may be called `note`, and is no field all the same.
        field = context.name if "parts" in context.ids[2:3] else "".join(context.ids[2:3])
        is_long = context.name in ("text", "effect") and short in listed
        if context.kind == "terms" and context.name == "definition" and not form:
            hint = "the glossary is `terms` among an aid's contents"
            grouped.setdefault(hint, []).append(context)
        elif context.kind not in NEEDED_KINDS or {"columns", "rows", "title", "also"} & {
            *context.ids[2:]
        }:
            continue
        elif field == "fields":
            message = f"no aid prints `{context.name}` of `{record}`"
            yield game_data.problem(context, message, "no table is drawn from it", "warning")
        elif form == "names":
            grouped.setdefault("standees and tokens print titles alone", []).append(context)
        elif form == "brief" and (is_long or field in LEFT_OUT):
            message = f"no aid prints `{context.name}` of `{record}`"
            hint = "a book, or `full: true` on a block, prints all of it"
            yield game_data.problem(context, message, hint, "warning")
    for hint, contexts in grouped.items():
        message = f"no aid prints `{contexts[0].name}` of `{'.'.join(contexts[0].ids[:2])}`"
        more = f", nor {len(contexts) - 1} more such texts" if len(contexts) > 1 else ""
        yield game_data.problem(contexts[0], f"{message}{more}", hint, "warning")


def _printed_forms(game_data: GameData) -> Mapping[str, str]:
    """Return how much is printed of each record, by its reference: all, its brief form, names."""
    forms: dict[str, str] = {}
    # Templates of the pack's own may print all; those in no folder belong to every kind.
    files = () if game_data.root == BUNDLED_PACK else game_data.root.glob("templates/**/*.html")
    own = {file.parent.name for file in files}
    for name, aid in game_data.aids.items():
        full = {ref for block in aid.blocks.values() if block.full for ref in block.contents}
        for ref in game_data.printed_refs(name):
            is_full = not full.isdisjoint({ref, record_of(ref), ref.partition(".")[0]})
            kind = kind_of(game_data, aid.kind)
            is_own = kind is None or not own.isdisjoint({"templates", kind.name, kind.folder})
            form = "all" if is_full or kind is None or is_own else kind.prints
            # In the order of the alphabet, what says more comes first.
            forms[record_of(ref)] = min(forms.get(record_of(ref), form), form)
    return forms


def aids_carry_their_records(game_data: GameData) -> Iterator[Problem]:
    """Yield what an aid has to carry and none of its contents prints."""
    refs = list(all_refs(game_data))
    for name, aid in game_data.aids.items():
        printed = _printed_records(game_data, name)
        for number, pattern in enumerate(aid.carries):
            at = game_data.at("aids", name, "carries", str(number))
            meant = fnmatch.filter(refs, pattern if "." in pattern else f"{pattern}.*")
            lacking = [ref for ref in meant if not _is_carried(game_data, ref, printed)]
            if lacking:
                names = ", ".join(f"`{ref}`" for ref in lacking)
                message = f"`{name}` does not print what it has to carry: {names}"
                hint = "add it to the aid's contents, or take it off `carries`"
                yield game_data.problem(at, message, hint)
            elif not meant:
                hint = did_you_mean(pattern, refs)
                yield game_data.problem(at, f"`{pattern}` does not exist", hint)


def _is_carried(game_data: GameData, ref: str, printed: Set[str]) -> bool:
    # A table is carried by all of its parts, too, a chapter by all that it holds.
    record = game_data.find(ref)
    parts = [f"{ref}.{part}" for part in getattr(record, "parts", ())]
    inner = {*parts, *getattr(record, "contents", ())}
    return ref in printed or (bool(inner) and inner <= printed)


def aids_with(game_data: GameData, key: str) -> Iterator[tuple[str, Aid]]:
    """Yield the aids that have a key which their kind prints."""
    for name, aid in game_data.aids.items():
        kind = kind_of(game_data, aid.kind)
        if getattr(aid, key) is not None and kind is not None and key in kind.keys:
            yield name, aid


def standees_can_be_made(game_data: GameData) -> Iterator[Problem]:
    """Yield figures that are too large for their paper."""
    for name, aid in aids_with(game_data, "standee"):
        unfolded = trim(aid)
        if not imposition.fullest(imposition.Sheet(size(aid), unfolded)).room:
            message = f"an unfolded figure is {unfolded}, too large for {aid.paper}"
            hint = "it is twice its height and its base"
            yield game_data.problem(game_data.at("aids", name, "standee"), message, hint)


def tokens_can_be_made(game_data: GameData) -> Iterator[Problem]:
    """Yield backs of tokens that cannot be printed."""
    for name, aid in aids_with(game_data, "token"):
        back = aid.token.back if aid.token else None
        at = game_data.at("aids", name, "token", "back")
        if back is not None:
            given = [field for field in TokenBack.model_fields if getattr(back, field)]
            if len(given) != 1:
                message = f"found {len(given)} things on a back, expected one"
                yield game_data.problem(at, message, " or ".join(TokenBack.model_fields))
            printed = game_data.printed_refs(name)
            fronts = [state for state in game_data.states if f"states.{state}" in printed]
            for front, turned in back.states.items():
                place = at / "states" / front
                if front not in fronts:
                    hint = did_you_mean(front, fronts) or "list it in `contents`"
                    yield game_data.problem(place, f"`{front}` is not on a front of this aid", hint)
                if turned not in game_data.states:
                    hint = did_you_mean(turned, game_data.states)
                    yield game_data.problem(place, f"unknown state `{turned}`", hint)


def blocks_fit_their_page(game_data: GameData) -> Iterator[Problem]:
    """Yield heights beyond the paper, and widths of blocks that are alone in their row."""
    for name, aid in game_data.aids.items():
        kind = KINDS.get(aid.kind)
        if kind is None or not kind.block_room or aid.paper not in kind.papers:
            continue
        room = kind.block_room(aid)
        at = game_data.at("aids", name, "blocks")
        for block_name, block in aid.blocks.items():
            if block.height is not None and block.height > room:
                message = f"height of {block.height} mm exceeds the {room:g} mm of {aid.paper}"
                hint = "`height` is in millimetres; leave it out to fit the content"
                yield game_data.problem(at / block_name / "height", message, hint)
            type_room = (block.height or room) / sheet.type_choice(aid, sheet.READ).least
            yield from _endless_tables(
                game_data, at / block_name, block.contents, type_room / block.scale
            )
        if "folds" in kind.keys:
            # The first block for which no panel is left stands for all that follow.
            panels = sheet.fold_of(aid).panels
            for blocks in sheet.divide_blocks(aid)[panels : panels + 1]:
                message = f"starts panel {panels + 1} of a leaflet that has only {panels}"
                place = at / next(iter(blocks)) / "new_page"
                yield game_data.problem(place, message, "set more `folds`, at most 3")
        for block_name, *others in chain(*map(sheet.in_rows, sheet.divide_blocks(aid))):
            # A block as wide as the sheet is meant to be alone in its row.
            if not others and aid.blocks[block_name].width < sheet.SHEET_COLUMNS:
                message = f"`{block_name}` is alone in its row and fills all of it"
                hint = "blocks whose widths add up to 1 share a row"
                yield game_data.problem(at / block_name / "width", message, hint, "warning")


def card_tables_can_end(game_data: GameData) -> Iterator[Problem]:
    """Yield tables that are longer than a card in our layout, whose lowest row is known."""
    aids = [aid for aid in game_data.aids.values() if aid.kind == cards.CARD_SHEETS.name]
    printed: dict[str, tuple[Any, Aid]] = {}
    for aid in aids:
        with suppress(KeyError, ValueError):  # other checks report it
            printed |= {each.name: (each, aid) for each in cards.yield_cards(game_data, aid)}
    for name, (each, aid) in printed.items():
        for side, face in {"front": each.card.front, "back": each.card.back}.items():
            if face and each.layout == "face":
                at, size = game_data.at("cards", name, side), cards.bounds(face, aid).least
                room = each.trim.height / min(size, cards.SMALLEST_CARD)
                yield from _endless_tables(game_data, at, face.contents, room)


def _endless_tables(
    game_data: GameData, at: Context, contents: Sequence[str], room: float
) -> Iterator[Problem]:
    """Yield the tables in `contents` that are too long for `room`, in mm for a pt of their type."""
    most = int(room * PT_PER_MM / LOWEST_ROW)
    for number, ref in enumerate(contents):
        kind, _, table_name = ref.partition(".")
        table = game_data.tables.get(table_name) if kind == "tables" else None
        grids = table.folded.grids() if table and not table.across else ()
        if (rows := max((len(rows) for _, _, rows in grids), default=0)) > most:
            message = f"`{ref}` has {rows} rows, at most {most} fit there in the smallest type"
            yield game_data.problem(at / "contents" / str(number), message, ENDLESS)
