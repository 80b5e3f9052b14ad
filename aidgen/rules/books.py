"""Checks of books: footnotes, page numbers in links, headings below others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aidgen.game.context import Context
from aidgen.game.data import GameData, find_all
from aidgen.game.fields import LookupRecord, PrintedRecord
from aidgen.game.texts import LINK, PAGE_NUMBER, PLACEHOLDER
from aidgen.problems import Problem, did_you_mean

# The kinds of record that may have footnotes.
FOOTNOTED = ("rules", "procedures", "tables", "states", "terms", "sections")


def footnotes_are_there(game_data: GameData) -> Iterator[Problem]:
    """Yield marks of footnotes that a record does not have, and footnotes without a mark."""
    notes = {
        context: record.footnotes
        for context, record in find_all(game_data, game_data.at(), PrintedRecord)
        if record.footnotes
    }
    marked: set[Context] = set()
    for context, wording in game_data.wordings():
        for _, target in LINK.findall(wording):
            if not target.startswith("^"):
                continue
            record = next((around for around in context.around() if around in notes), context)
            marked.add(record / "footnotes" / target[1:])
            if fault := _fault_of_mark(context, target[1:], notes.get(record, {})):
                yield game_data.problem(context, *fault)
    for record, footnotes in notes.items():
        for name in footnotes:
            if record / "footnotes" / name not in marked:
                message = f"no text calls for the footnote `{name}`"
                hint = f"write `[^{name}]` where it belongs"
                yield game_data.problem(record / "footnotes" / name, message, hint)


def _fault_of_mark(context: Context, name: str, notes: Mapping[str, str]) -> tuple[str, str] | None:
    """Return what is wrong with the mark of a footnote in a text, and what to do."""
    message = f"found no footnote `{name}`"
    if "footnotes" in context.ids:
        return message, "a footnote has none of its own"
    if context.kind not in FOOTNOTED:
        return message, f"only {', '.join(FOOTNOTED)} have footnotes"
    # A title is also in contents and page margins, where no footnote can be. Those of a table are
    # below it, that of its title as well.
    if context.name == "title" and len(context.ids) == 3 and context.kind != "tables":
        return "found a footnote in a title", "move it to a text"
    hint = did_you_mean(name, notes) or f"add `footnotes: {{{name}: …}}` to the record"
    return None if name in notes else (message, hint)


def page_numbers_are_in_links(game_data: GameData) -> Iterator[Problem]:
    """Yield page numbers that no link asks for."""
    if PAGE_NUMBER in game_data.values:  # the author's own value of that name
        return
    for context, wording in game_data.wordings():
        if PAGE_NUMBER in PLACEHOLDER.findall(LINK.sub("", wording)):
            message = f"`{{{PAGE_NUMBER}}}` is not in the words of a link"
            hint = "write the link around it: `[see page {page}](rules.landing)`"
            yield game_data.problem(context, message, hint)


def headings_are_below_others(game_data: GameData) -> Iterator[Problem]:
    """Yield records whose heading is below that of a record that their chapter has not before."""
    for context, record in find_all(game_data, game_data.at(), LookupRecord):
        for section in game_data.sections.values():
            if record.under and context.ref in section.contents:
                before = section.contents[: section.contents.index(context.ref)]
                if record.under not in before:
                    message = f"`{record.under}` is not before `{context.ref}` in its chapter"
                    hint = did_you_mean(record.under, before)
                    yield game_data.problem(context / "under", message, hint)
