"""A booklet: cover, contents, chapters, glossary and credits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from aidgen.assets.fonts import is_rtl
from aidgen.assets.papers import PT_PER_MM, Size
from aidgen.game.aids import Aid
from aidgen.game.data import GameData
from aidgen.game.records import Section
from aidgen.game.texts import INDEX
from aidgen.layout.document import ASKS
from aidgen.page.book_numbers import INDEX_PLACE, PLATE_ANCHOR, index_of, number_marks, number_notes
from aidgen.page.kinds.base import Entry, Kind, is_state, size, titled_in_chapter
from aidgen.page.sheets import HAIR, Face, Rendered, page_name, paged
from aidgen.page.stylesheet import enlarged_size
from aidgen.page.templates import Templates
from aidgen.page.views import Shown
from aidgen.problems import InputError, Problem

# The margins of a page, in mm.
TOP, BOOK_SIDE, BOOK_FOOT = 15.0, 13.5, 14.0
# The margin of the cover, in mm.
COVER = 12.0
# The line around it, what stays free at its sides in it, in mm; how high its picture is, as a part
# of the page.
COVER_LINE, COVER_PADDING, UPRIGHT = 1.2, 12.0, 0.42
# The usual size of the text in pt.
TYPE = 9.4
# The size of the text in large print, in pt.
LARGE_TEXT = 16.0
# How long a line may be in ems, some 90 letters: from a longer one, the eye does not find back.
LONGEST = 41.0
# How many chapters a book has at least whose contents are worth a page.
LISTED_FROM = 3
# The template of a body.
BOOK_BODY = "book/body.html"


@dataclass(frozen=True)
class BookChapter(Shown):
    """A chapter: its section, the records in it, and those that the contents name."""

    ref: str
    section: Section
    entries: tuple[Entry, ...]
    listed: tuple[str, ...]
    modules: tuple[str, ...]
    """The expansions that no chapter before has rules of."""
    start: str
    """Where it begins: on a new `page`, on a `right` page, or "" where the one before ends."""
    columns: int


def book(templates: Templates, paper: Size) -> Rendered:
    """Return a booklet as one document: its cover and contents come before its body.

    Raises InputError if the contents refer to a record that the body does not print.
    """
    chapters = tuple(_book_chapters(templates.game_data, templates.aid))
    type_size = enlarged_size(templates.aid.text_size or TYPE, templates.look.enlargement)
    cover = templates.face("book/cover.html", paper, margin=f"{COVER}mm", type_size=type_size)
    margin = f"{TOP}mm {BOOK_SIDE}mm {BOOK_FOOT}mm"
    inside = partial(templates.face, margin=margin, type_size=type_size, chapters=chapters)
    contents = inside("book/contents.html", paper)
    body = inside(BOOK_BODY, paper, index_place=INDEX_PLACE, plate_anchor=PLATE_ANCHOR)
    text, marked = number_marks(number_notes(body.inner))
    groups = index_of(templates.game_data, text, marked) if INDEX_PLACE in text else ()
    index = templates.face("book/index.html", paper, groups=groups).inner
    body = replace(body, inner=text.replace(INDEX_PLACE, index), long=True)
    _check_page_references(templates, contents, body)
    inner = [cover, replace(contents, long=True)][: 2 if len(chapters) >= LISTED_FROM else 1]
    if templates.aid.endpapers:
        inner.insert(1, replace(cover, inner=""))
    document, front = paged([body]), paged(inner)
    return Rendered(
        (replace(document, front=front.html, files={**document.files, **front.files}),),
        paper=paper,
        backwards=is_rtl(templates.game_data.script),
        endpapers=bool(templates.aid.endpapers),
    )


def _check_page_references(templates: Templates, contents: Face, body: Face) -> None:
    listed = (contents.inner + body.inner).split(ASKS)[1::2]
    asked = dict.fromkeys(ref for refs in listed for ref in refs.split(",") if ref)
    lacking = [ref for ref in asked if f'data-anchor="{ref}"' not in body.inner]
    if lacking:
        named = "`, `".join(lacking)
        message = f"template: found nothing that says `data-anchor` of `{named}`, expected one each"
        hint = f'a page names its number; put it on the heading: data-anchor="{lacking[0]}"'
        raise InputError([Problem(templates.where(BOOK_BODY), message, hint)])


def _book_chapters(game_data: GameData, aid: Aid) -> Iterator[BookChapter]:
    """Yield the chapters of a book, whose contents list no states."""
    named: set[str] = set()
    for ref in aid.contents:
        section = game_data.find(ref)
        entries = titled_in_chapter(game_data, section.contents, section.title)
        inner = (getattr(game_data.find(each), "module", None) for each in section.contents)
        modules = dict.fromkeys(name for name in (section.module, *inner) if name)
        new = tuple(name for name in modules if name not in named)
        named.update(new)
        is_index = INDEX in section.contents
        start = "page" if section.new_page or aid.chapters or is_index else ""
        titled = (entry.ref for entry in entries if entry.titled and "." in entry.ref)
        yield BookChapter(
            ref,
            section,
            entries,
            tuple(ref for ref in titled if not is_state(ref)),
            new,
            "right" if "right" in (section.new_page, aid.chapters) else start,
            section.columns or aid.columns or 1,
        )


def cover_box(paper: Size) -> Size:
    """Return the room in mm for the picture of a cover, in which it is seen whole."""
    beside = COVER + COVER_LINE + COVER_PADDING
    return Size(paper.width - 2 * beside, round(paper.height * UPRIGHT, 1))


def larger(aid: Aid, printed: Aid) -> float:
    """Return by how much type is larger on paper that a reader chose: no line is longer."""
    if aid.paper == printed.paper:
        return 1.0
    line = (size(printed).width - 2 * BOOK_SIDE) * PT_PER_MM
    return max(1.0, line / (LONGEST * (aid.text_size or TYPE)))


def book_measures(aid: Aid) -> Mapping[str, object]:
    """Return the measures of a book in mm."""
    return {
        "paper": (paper := size(aid)),
        "cover_page": page_name(paper, f"{COVER}mm"),
        "cover_margin": COVER,
        "top_margin": TOP,
        "foot_margin": BOOK_FOOT,
        "lengths": {
            "cover-height": f"{round(paper.height - 2 * COVER - HAIR, 2):g}mm",
            "cover-line": f"{COVER_LINE:g}mm",
            "cover-padding": f"{COVER_PADDING:g}mm",
            "cover-picture": f"{cover_box(paper).height:g}mm",
        },
    }


BOOK = Kind(
    "book",
    papers=("A5", "A4", "Letter", "Half Letter"),
    holds="contents",
    parts=book,
    lists=("sections.NAME",),
    prints="all",
    smallest_type=9,
    large_type=14,
    large_scale=LARGE_TEXT / TYPE,
    measures=book_measures,
    option_scopes=("books", "text"),
    larger=larger,
    keys=frozenset({"columns", "chapters", "endpapers", "image", "page_references"}),
    is_long=True,
    cover_picture=cover_box,
)
